r"""The tokenizer inside a GGUF file, as a file of the library that it comes from: a tokenizer.json or a `.model`.

``tokenizer.ggml.model`` names four kinds that are opened: "gpt2", BPE over bytes, and "bert", WordPiece, become a
tokenizer.json; "llama", BPE by scores, and "t5", Unigram, a `.model` of SentencePiece. What a key does not say is as in
llama.cpp: for "gpt2" ``tokenizer.ggml.pre`` is the name of a pattern there, which stands for the one of the model's own
tokenizer.json. Names of patterns that are not known here are refused; a pattern can be given instead. With these names
`python -m tools.real.llama_cpp` finds the ids of llama.cpp, but for two patterns that it has in a form of its own.
Source: llama.cpp, src/llama-vocab.cpp and convert_hf_to_gguf.py, as of 2026-11.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

from tokviz.errors import FormatError, RulesError, brief
from tokviz.files.gguf import Metadata, read_metadata, wrong_value
from tokviz.files.json_elements import as_oniguruma
from tokviz.files.reading import Note, note
from tokviz.files.sentencepiece import BYTE, CONTROL, NORMAL, UNKNOWN, UNUSED, USER_DEFINED, written_model
from tokviz.files.tokenizer_json import BYTES, split_by
from tokviz.models.added_tokens import AddedToken
from tokviz.pretokenize import ALTERNATIVES, METASPACE

_PREFIX = "tokenizer.ggml."


@dataclass(frozen=True)
class Inside:
    """A tokenizer out of a GGUF file: a tokenizer.json, or a `.model` with the ids of the tokens before and after each
    text."""

    file: dict[str, Any] | bytes
    notes: tuple[Note, ...]
    begins: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()


def of_gguf(data: bytes, pattern: str | None = None) -> Inside:
    """Return the tokenizer inside a GGUF file.

    pattern: instead of that of the file, the name of one in ALTERNATIVES or a regular expression. Raises FormatError,
    LimitError, or RulesError for a pattern where the tokenizer has none.
    """
    entries = _Entries(read_metadata(data))
    kind = entries.text("model")
    if kind in ("", "no_vocab", "none"):
        raise FormatError("gguf-none")
    if kind not in _KINDS:
        raise FormatError("gguf-model", found=brief(kind))
    if kind == "gpt2":
        return _byte_level(entries, pattern)
    if pattern is not None:
        raise RulesError("pattern-known", value=brief(pattern))
    return _word_piece(entries) if kind == "bert" else _sentence_piece(entries, kind)


def template_of(data: bytes) -> tuple[str, dict[str, str]]:
    """Return the chat template inside a GGUF file, empty for none, and the begin and end token by their names there.

    Raises FormatError and LimitError.
    """
    metadata = read_metadata(data)
    source, entries = metadata.get("tokenizer.chat_template", ""), _Entries(metadata)
    if not isinstance(source, str):
        raise wrong_value("tokenizer.chat_template")
    ids = {f"{name}_token": entries.token(name, None) for name in ("bos", "eos")}
    return source, {name: entries.tokens[number] for name, number in ids.items() if number is not None}


_KINDS = ("gpt2", "llama", "bert", "t5")


class _Entries:
    """The entries of a file, each held against the kind of value that llama.cpp writes there."""

    def __init__(self, metadata: Metadata) -> None:
        self._metadata = metadata
        tokens: Sequence[str] = self._list("tokens", str) or ()
        self.tokens = tuple(token or f"[EMPTY_{number}]" for number, token in enumerate(tokens))
        if self._metadata.get(f"{_PREFIX}model") in _KINDS and not self.tokens:
            raise FormatError("gguf-none")
        self.ids = {token: number for number, token in enumerate(self.tokens)}
        if len(self.ids) < len(self.tokens):
            raise wrong_value(f"{_PREFIX}tokens")
        self.kinds = self._beside_tokens("token_type", int) or (NORMAL,) * len(self.tokens)

    def _beside_tokens(self, key: str, kind: type) -> tuple[Any, ...] | None:
        """Return a list with a value for each token."""
        values = self._list(key, kind)
        if values is not None and len(values) < len(self.tokens):
            raise wrong_value(_PREFIX + key)
        return None if values is None else values[: len(self.tokens)]

    def _list(self, key: str, kind: type) -> tuple[Any, ...] | None:
        values = self._metadata.get(_PREFIX + key)
        if values is not None and not (isinstance(values, tuple) and all(type(value) is kind for value in values)):
            raise wrong_value(_PREFIX + key)
        return values

    def text(self, key: str) -> str:
        """Return a text; empty where there is none."""
        return str(self._value(key, str, ""))

    def flag(self, key: str, default: bool) -> bool:
        return bool(self._value(key, bool, default))

    def token(self, key: str, default: int | None) -> int | None:
        """Return the id of a token; None for one that is not there."""
        number = self._value(f"{key}_token_id", int, default)
        return number if number is not None and 0 <= number < len(self.tokens) else None

    def _value(self, key: str, kind: type, default: Any) -> Any:
        value = self._metadata.get(_PREFIX + key, default)
        if value is not default and type(value) is not kind:
            raise wrong_value(_PREFIX + key)
        return value

    @property
    def scores(self) -> tuple[float, ...]:
        """Return the scores of the tokens, 0 where there are none."""
        values = self._metadata.get(f"{_PREFIX}scores")
        kind = int if isinstance(values, tuple) and values and type(values[0]) is int else float
        return tuple(map(float, self._beside_tokens("scores", kind) or (0.0,) * len(self.tokens)))

    @property
    def merges(self) -> list[list[str]]:
        """Return the merges, each written with a space between, which no symbol begins with."""
        pairs = []
        for merge in self._list("merges", str) or ():
            at = merge.find(" ", 1)
            if at < 0:
                raise wrong_value(f"{_PREFIX}merges")
            pairs.append([merge[:at], merge[at + 1 :]])
        return pairs

    @property
    def character_map(self) -> bytes:
        compiled = self._metadata.get(f"{_PREFIX}precompiled_charsmap", b"")
        if not isinstance(compiled, bytes):
            raise wrong_value(f"{_PREFIX}precompiled_charsmap")
        return compiled

    def around(
        self, *, bos: int | None, eos: int | None, has_bos: bool, has_eos: bool
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the ids of the tokens before and after each text. The arguments are for what the file leaves open."""
        begin, end = self.token("bos", bos), self.token("eos", eos)
        begins = () if begin is None or not self.flag("add_bos_token", has_bos) else (begin,)
        return begins, () if end is None or not self.flag("add_eos_token", has_eos) else (end,)


# -- BPE over bytes ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Pre:
    """The patterns of a name of llama.cpp, one after the other. whole: whether a word of the vocabulary is taken before
    any merge. has_bos: whether a begin token is put before a text where the file does not say. differs: whether
    llama.cpp has a form of its own, in which a letter beyond A to Z is small and capital, and a mark is no letter."""

    patterns: tuple[str, ...]
    whole: bool = False
    has_bos: bool = False
    differs: bool = False


def _pattern(name: str) -> str:
    return "|".join(map(as_oniguruma, ALTERNATIVES[name].values()))


_SMALL = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_CAPITAL = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
_ENDING = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_TEKKEN = (
    rf"[^\r\n\p{{L}}\p{{N}}]?{_CAPITAL}*{_SMALL}+|[^\r\n\p{{L}}\p{{N}}]?{_CAPITAL}+{_SMALL}*|\p{{N}}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_QWEN35 = (
    rf"{_ENDING}|[^\r\n\p{{L}}\p{{N}}]?[\p{{L}}\p{{M}}]+|\p{{N}}| ?[^\s\p{{L}}\p{{M}}\p{{N}}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_DEEPSEEK3 = (
    r"\p{N}{1,3}",
    "[一-龥぀-ゟ゠-ヿ]+",
    r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"
    r"| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
)
_BLOOM = r" ?[^(\s|[.,!?…。，、।۔،])]+"
_GPT2, _LLAMA3, _QWEN2 = _pattern("gpt2"), _pattern("llama3"), _pattern("qwen2")
_DEFAULT = _Pre((r"[\p{P}\$\+<=>\^~\|]+", _GPT2, r"\p{N}+", "[0-9][0-9][0-9]"))
_GROUPS = (
    ("default", _DEFAULT),
    (
        "gpt-2 phi-2 mpt olmo jais jina-es jina-de jina-v2-es jina-v2-de jina-v1-en jina-v2-code roberta-bpe",
        _Pre((_GPT2,)),
    ),
    ("gigachat a.x-4.0 mellum modern-bert exaone4 trillion granite-docling", _Pre((_GPT2,))),
    ("starcoder refact command-r smollm codeshell exaone minerva-7b mellum2", _Pre((r"\p{N}", _GPT2))),
    (
        "llama-bpe llama3 llama-v3 falcon3 falcon-h1 pixtral midm-2.0 lfm2 jina-v5-nano",
        _Pre((_LLAMA3,), whole=True, has_bos=True),
    ),
    ("dbrx smaug-bpe glm4 chatglm-bpe", _Pre((_LLAMA3,))),
    ("qwen2 deepseek-r1-qwen stablelm2 hunyuan solar-open megrez grok-2 kormo f2llmv2", _Pre((_QWEN2,))),
    ("qwen35", _Pre((_QWEN35,))),
    ("gpt-4o llama4 kanana2 talkie minimax-m2", _Pre((_pattern("o200k"),), differs=True)),
    ("tekken", _Pre((_TEKKEN,), whole=True, has_bos=True, differs=True)),
    ("deepseek-v3 hunyuan-dense joyai-llm hy_v4", _Pre(_DEEPSEEK3)),
    ("bloom poro-chat gpt3-finnish", _Pre((_BLOOM,))),
    ("viking", _Pre((_BLOOM, r"\p{N}"))),
)
PATTERNS: Mapping[str, _Pre] = MappingProxyType({name: pre for names, pre in _GROUPS for name in names.split()})
"""Names of ``tokenizer.ggml.pre``."""


def _byte_level(entries: _Entries, pattern: str | None) -> Inside:
    name = entries.text("pre")
    pre = PATTERNS.get(name or "default")
    if pattern is not None:
        given = _pattern(pattern) if pattern in ALTERNATIVES else pattern
        pre = _Pre((given,), *((pre.whole, pre.has_bos) if pre else ()))
    if pre is None:
        raise FormatError("gguf-pre", found=brief(name))
    notes = [note("gguf", model="gpt2", library="tokenizers")]
    if pattern is None:
        named = note("gguf-pre-differs", pre=name) if pre.differs else note("gguf-pre", pre=name)
        notes.append(named if name else note("gguf-default"))
    model = {
        "type": "BPE",
        "ignore_merges": pre.whole,
        "vocab": dict(entries.ids),
        "merges": entries.merges,
    }
    splits = [split_by(one) for one in pre.patterns]
    begins, ends = entries.around(bos=11, eos=11, has_bos=pre.has_bos, has_eos=False)
    file = {
        "version": "1.0",
        "added_tokens": _added(entries),
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [*splits, BYTES]},
        "post_processor": _template(entries, begins, ends),
        "decoder": BYTES,
        "model": model,
    }
    return Inside(file, tuple(notes))


def _added(entries: _Entries) -> list[dict[str, Any]]:
    """Return the tokens that texts are split at first, as entries of a tokenizer.json."""
    return [
        asdict(AddedToken(number, token, special=kind != USER_DEFINED))
        for number, (token, kind) in enumerate(zip(entries.tokens, entries.kinds, strict=True))
        if kind in (UNKNOWN, CONTROL, USER_DEFINED)
    ]


def _template(entries: _Entries, begins: Sequence[int], ends: Sequence[int]) -> dict[str, Any] | None:
    """Return the post-processor that puts tokens around a text; None for none."""
    if not begins and not ends:
        return None

    def template(*texts: str) -> list[dict[str, Any]]:
        put = [[{"SpecialToken": {"id": entries.tokens[at], "type_id": 0}} for at in ids] for ids in (begins, ends)]
        middle = [{"Sequence": {"id": text, "type_id": 0}} for text in texts]
        return [*put[0], *middle, *put[1]]

    specials = {
        entries.tokens[at]: {"id": entries.tokens[at], "ids": [at], "tokens": [entries.tokens[at]]}
        for at in (*begins, *ends)
    }
    return {
        "type": "TemplateProcessing",
        "single": template("A"),
        "pair": template("A", "B"),
        "special_tokens": specials,
    }


# -- WordPiece ---------------------------------------------------------------------------------------------------------


def _word_piece(entries: _Entries) -> Inside:
    """Return a vocabulary with ``##`` within words again, where llama.cpp marks the beginnings by ``▁``."""
    spelled = tuple(_unmarked(entries))
    ids = {token: number for number, token in enumerate(spelled)}
    if len(ids) < len(spelled):
        raise wrong_value(f"{_PREFIX}tokens")
    unknown, begin, end = entries.token("unknown", 100), entries.token("bos", 101), entries.token("seperator", 102)
    if unknown is None:
        raise wrong_value(f"{_PREFIX}unknown_token_id")
    lowercase = entries.flag("normalizer.lowercase", True)
    begins = () if begin is None or not entries.flag("add_bos_token", True) else (begin,)
    ends = () if end is None or not entries.flag("add_sep_token", True) else (end,)
    file = {
        "version": "1.0",
        "added_tokens": _added(entries),
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": entries.flag("normalizer.strip_accents", lowercase),
            "lowercase": lowercase,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": _template(entries, begins, ends),
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "unk_token": spelled[unknown],
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": ids,
        },
    }
    return Inside(file, (note("gguf", model="bert", library="tokenizers"),))


def _unmarked(entries: _Entries) -> Iterator[str]:
    for token, kind in zip(entries.tokens, entries.kinds, strict=True):
        if kind in (UNKNOWN, CONTROL, USER_DEFINED) or (token.startswith("[") and token.endswith("]")):
            yield token
        else:
            yield token[1:] if token.startswith(METASPACE) and len(token) > 1 else f"##{token}"


# -- SentencePiece -----------------------------------------------------------------------------------------------------


def _sentence_piece(entries: _Entries, kind: str) -> Inside:
    is_bpe = kind == "llama"
    if is_bpe:
        begins, ends = entries.around(bos=1, eos=2, has_bos=True, has_eos=False)
    else:
        begins, ends = entries.around(bos=None, eos=1, has_bos=False, has_eos=True)
    kinds = list(map(_kind_in_model, entries.kinds))
    unknown = entries.token("unknown", 0 if is_bpe else 2)
    if UNKNOWN not in kinds and unknown is not None:
        kinds[unknown] = UNKNOWN
    if is_bpe:  # no text becomes an unused piece, which the library would take apart again
        kinds = [CONTROL if one == UNUSED else one for one in kinds]
    model = written_model(
        list(zip(entries.tokens, entries.scores, kinds, strict=True)),
        is_bpe=is_bpe,
        character_map=entries.character_map,
        add_dummy_prefix=entries.flag("add_space_prefix", is_bpe),
        remove_extra_whitespaces=entries.flag("remove_extra_whitespaces", False),
    )
    return Inside(model, (note("gguf", model=kind, library="sentencepiece"),), begins, ends)


def _kind_in_model(kind: int) -> int:
    """Return the kind of a piece, which has the number that SentencePiece gives it; what is undefined is ordinary."""
    return kind if UNKNOWN <= kind <= BYTE else NORMAL
