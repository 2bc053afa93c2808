r"""Pre-tokenisers as a tokenizer.json names them: our names to its objects and back.

One table serves both ways: an object is read by looking for it among those that are written, after what it leaves out
has been filled in. So whatever is not exactly one of these is refused by name, never followed half. Source: tokenizers
0.23.3. The patterns are those of `tokviz.pretokenize` in the notation of its engine, where "{1,3}+" would repeat and
"$" would be the end of any line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from tokviz.errors import RulesError
from tokviz.formats.parts import unsupported
from tokviz.models.text_encoder import TextEncoder
from tokviz.pretokenize import BERT_NORMALIZERS, BertNormalizer, Normalizer

__all__ = [
    "BYTES",
    "CONTINUED",
    "NORMALIZERS",
    "PRE_TOKENIZERS",
    "filled_in",
    "marks_once",
    "name_of",
    "named",
    "normalizer_of",
    "split_of",
    "with_normalizer",
]

Part = dict[str, Any]
"""An object of the file: its `type` and its options."""


def _pattern(regex: str, behavior: str = "Isolated") -> Part:
    return {"type": "Split", "pattern": {"Regex": regex}, "behavior": behavior, "invert": False}


def _byte_level(*, space: bool, regex: bool) -> Part:
    return {"type": "ByteLevel", "add_prefix_space": space, "trim_offsets": True, "use_regex": regex}


def _metaspace(scheme: str = "always", *, split: bool = True) -> Part:
    return {"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": split}


def _sequence(*parts: Part) -> Part:
    return {"type": "Sequence", "pretokenizers": list(parts)}


BYTES: Part = _byte_level(space=False, regex=False)
"""What turns text into byte characters and does nothing else."""

_CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_GPT2 = _pattern(r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")
_CL100K = _pattern(
    rf"{_CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*"
    r"|\s+\z|\s*[\r\n]|\s+(?!\S)|\s"
)
_O200K = _pattern(
    rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_CONTRACTIONS}?|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_CONTRACTIONS}?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

_LLAMA3 = (
    rf"{_CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|DIGITS| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_THREES, _TWOS, _ONES = (_pattern(_LLAMA3.replace("DIGITS", rf"\p{{N}}{most}")) for most in ("{1,3}", "{1,2}", ""))
_RUNS = (_pattern("[0-9]+"), _pattern(r"[0-9]{1,3}(?=(?:[0-9]{3})*\z)"))

PRE_TOKENIZERS: Mapping[str, Part | None] = MappingProxyType(
    {
        "whitespace": {"type": "WhitespaceSplit"},
        "words": {"type": "Whitespace"},
        "bert": {"type": "BertPreTokenizer"},  # with its normalizer, see below
        "gpt2": _GPT2,
        "cl100k": _CL100K,
        "o200k": _O200K,
        "llama3": _THREES,
        "nanochat": _TWOS,
        "qwen2": _ONES,
        "threes-from-right": _sequence(*_RUNS, _CL100K),
        "metaspace": _sequence(_pattern(r"\r\n|\r|\n", "Removed"), _metaspace()),
        "none": None,
        "gpt2-bytes": _byte_level(space=False, regex=True),
        "cl100k-bytes": _sequence(_CL100K, BYTES),
        "o200k-bytes": _sequence(_O200K, BYTES),
        "llama3-bytes": _sequence(_THREES, BYTES),
        "nanochat-bytes": _sequence(_TWOS, BYTES),
        "qwen2-bytes": _sequence(_ONES, BYTES),
        "threes-from-right-bytes": _sequence(*_RUNS, _CL100K, BYTES),
        "bert-uncased": {"type": "BertPreTokenizer"},
        "bert-cased": {"type": "BertPreTokenizer"},
        "BertPreTokenizer": {"type": "BertPreTokenizer"},
        "ByteLevel(add_prefix_space)": _byte_level(space=True, regex=True),
        "ByteLevel(add_prefix_space, no regex)": _byte_level(space=True, regex=False),
        "Metaspace": _metaspace(),
        "Metaspace(never)": _metaspace("never"),
        "Metaspace(no split)": _metaspace(split=False),
        "Metaspace(never, no split)": _metaspace("never", split=False),
    }
)
"""The name of each pre-tokeniser -> what the file says for it."""


def _bert(normalizer: BertNormalizer) -> Part:
    return {"type": "BertNormalizer", **asdict(normalizer)}


NORMALIZERS: Mapping[str, Part] = MappingProxyType({name: _bert(one) for name, one in BERT_NORMALIZERS.items()})
"""The normalizer that goes with a pre-tokeniser; the others have none."""

CONTINUED: Mapping[str, str] = MappingProxyType(
    {"Metaspace": "Metaspace(never)", "Metaspace(no split)": "Metaspace(never, no split)"}
)
"""The pre-tokeniser that comes after an added token where one marks the start of the text alone."""

_DEFAULTS: Mapping[str, Part] = {
    "ByteLevel": {"add_prefix_space": True, "trim_offsets": True, "use_regex": True},
    "Metaspace": {"replacement": "▁", "prepend_scheme": "always", "split": True},
    "Split": {"invert": False},
}


def filled_in(part: Any) -> Any:
    """The object with its defaults, without what makes no difference, and without a sequence around a single part.

    A mark at the start of the text alone (:func:`marks_once`) makes a difference only behind added tokens.

    >>> filled_in({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}]})
    {'type': 'WhitespaceSplit'}
    """
    if not isinstance(part, dict):
        return part
    if part.get("type") == "Sequence" and isinstance(part.get("pretokenizers"), list):
        parts = [_filled_in(each) for each in part["pretokenizers"]]
        if len(parts) != 1:
            return _sequence(*parts)
        part = parts[0]
    full = _filled_in(part)
    return {**full, "prepend_scheme": "always"} if marks_once(full) else full


def marks_once(part: Any) -> bool:
    """Whether this is a Metaspace that marks the start of the text only, not of what comes after an added token.

    >>> marks_once({"type": "Metaspace", "prepend_scheme": "first"})
    True
    """
    if not isinstance(part, dict):
        return False
    if isinstance(part.get("pretokenizers"), list):
        return any(marks_once(each) for each in part["pretokenizers"][:1])
    return part.get("type") == "Metaspace" and part.get("prepend_scheme") == "first"


def _filled_in(part: Any) -> Any:
    """The same for an object that is no sequence; one that is stays as it is."""
    kind = part.get("type") if isinstance(part, dict) else None
    if not isinstance(kind, str):
        return part
    full = {**_DEFAULTS.get(kind, {}), **part}
    if kind == "ByteLevel":
        full["trim_offsets"] = True  # no matter for tokens
    if kind == "Metaspace":
        for option in ("add_prefix_space", "str_rep"):  # older files say this beside the scheme
            full.pop(option, None)
    return full


def name_of(part: Any, normalizer: Any) -> tuple[str, bool] | None:
    """The name for a filled-in object, and whether the words are then cut into bytes; None if it is not ours.

    >>> name_of({"type": "WhitespaceSplit"}, None), name_of(_sequence({"type": "Whitespace"}, BYTES), None)
    (('whitespace', False), ('words', True))
    """
    for name, ours in PRE_TOKENIZERS.items():
        if part == ours and normalizer == NORMALIZERS.get(name):
            return name, False
    if part == BYTES:
        part = None
    elif isinstance(part, dict) and part.get("type") == "Sequence" and part["pretokenizers"][-1:] == [BYTES]:
        part = filled_in(_sequence(*part["pretokenizers"][:-1]))
    else:
        return None
    return next(
        ((name, True) for name, ours in PRE_TOKENIZERS.items() if part == ours and normalizer == NORMALIZERS.get(name)),
        None,
    )


def named(name: str, *, over_bytes: bool, once: bool = False) -> Part | None:
    """The object for a pre-tokeniser; `over_bytes`: its words are cut into bytes afterwards; `once`: `marks_once`.

    >>> named("words", over_bytes=True)["pretokenizers"][0]
    {'type': 'Whitespace'}
    """
    part = PRE_TOKENIZERS[name]
    if part is not None and once:
        part = {**part, "prepend_scheme": "first"}
    if not over_bytes:
        return part
    if part is None:
        return BYTES
    return _sequence(*(part["pretokenizers"] if part["type"] == "Sequence" else [part]), BYTES)


def split_of(file: Mapping[str, Any], text: str, *, over_bytes: bool = False) -> tuple[str, bool, str | None]:
    """The name for the normalizer and the pre-tokeniser of a file together, whether its words are cut into bytes, and
    the name of the one that comes after an added token, if that is another. over_bytes: whether the former may be.

    Raises FormatError, with the part that is not ours.
    """
    normalizer, part = file.get("normalizer"), filled_in(file.get("pre_tokenizer"))
    if isinstance(normalizer, dict) and normalizer.get("type") == "BertNormalizer":
        accents = normalizer.get("strip_accents")  # goes with lower case where nothing is said
        normalizer = {**normalizer, "strip_accents": normalizer.get("lowercase") if accents is None else accents}
    found = name_of(part, normalizer)
    if found is not None and found[1] <= over_bytes:
        name, is_cut = found
        return name, is_cut, CONTINUED[name] if marks_once(file.get("pre_tokenizer")) else None
    is_known = normalizer is None or normalizer in NORMALIZERS.values()
    if found is None and (not is_known or part in PRE_TOKENIZERS.values()):
        raise unsupported("normalizer", normalizer, text)
    raise unsupported("pre_tokenizer", part, text)


def with_normalizer(name: str) -> tuple[str, Normalizer | None]:
    """The pre-tokeniser and the normalizer of a model for this name; the library looks for added tokens between them.

    >>> with_normalizer("whitespace"), with_normalizer("bert-cased")[0]
    (('whitespace', None), 'BertPreTokenizer')
    """
    return ("BertPreTokenizer", BERT_NORMALIZERS[name]) if name in BERT_NORMALIZERS else (name, None)


def normalizer_of(model: TextEncoder) -> Part | None:
    """The object for the normalizer of a model. Raises RulesError for one that has none, or came out of a file whose
    library normalizes."""
    normalizer = model.normalizer
    if model.around is not None:
        raise RulesError("tokenizer-json-normalizer")
    if isinstance(normalizer, BertNormalizer):
        return _bert(normalizer)
    if normalizer is not None:
        raise RulesError("tokenizer-json-normalizer")
    return NORMALIZERS.get(model.pretokenizer)
