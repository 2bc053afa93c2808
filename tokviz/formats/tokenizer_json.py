"""tokenizer.json: a whole tokenizer of Hugging Face's tokenizers in one file, as far as its model is BPE.

What changes tokens and is not modelled here is refused by name: other models, normalizers, other pre-tokenisers. What
does not is kept in the record or listed as unused: dropout, post-processors, truncation, padding. Added tokens are the
model's (:mod:`tokviz.models.added_tokens`). Source: tokenizers 0.23.3.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

from tokviz.bpe import PRESETS, Model
from tokviz.bpe.encoding import ENCODINGS
from tokviz.errors import FormatError, RulesError, brief
from tokviz.formats.huggingface import check_merges, check_vocabulary, split_merge
from tokviz.formats.parts import added_tokens_at, unsupported
from tokviz.formats.pretokenizers import (
    CONTINUED,
    NORMALIZERS,
    PRE_TOKENIZERS,
    filled_in,
    marks_once,
    name_of,
    named,
)
from tokviz.formats.reading import (
    check_vocabulary_size,
    flag_at,
    line_of,
    object_at,
    read_json,
    text_at,
    wrong_shape,
)
from tokviz.models.added_tokens import AddedToken
from tokviz.pretokenize import BYTE_LEVEL, KEEPS_SPACES, MARKS_SPACES, METASPACE

__all__ = ["TokenizerFile", "read_tokenizer", "write_tokenizer"]


@dataclass(frozen=True)
class TokenizerFile:
    """What a tokenizer.json says: the model, and what a model does not hold.

    dropout: the probability with which tokenizers leaves out merges. unused: parts of the file that play no role here.
    """

    model: Model
    dropout: float | None = None
    unused: tuple[str, ...] = ()


def read_tokenizer(data: str | bytes) -> TokenizerFile:
    """Read a tokenizer.json. Of a merge listed twice the last rank counts. Raises FormatError or LimitError.

    >>> file = read_tokenizer('{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}')
    >>> file.model.encode("lol")
    ['lo', 'l']
    """
    value, text = read_json(data)
    file = object_at({"file": value}, "file", text)
    model = object_at(file, "model", text)
    kind = model.get("type", "BPE" if "merges" in model else None)
    if kind != "BPE":
        raise unsupported("model", kind, text)
    pretokenizer, over_bytes, continued = _pretokenizer(file, text)
    tokens = check_vocabulary(model.get("vocab"), text, "vocab")
    prefix, suffix = (text_at(model, key, text) or "" for key in ("continuing_subword_prefix", "end_of_word_suffix"))
    pairs = _merges(model.get("merges"), text)
    check_merges(pairs, tokens, prefix, None, text)
    unk = text_at(model, "unk_token", text)
    if unk is not None and unk not in set(tokens):
        raise FormatError("unk-not-listed", line=line_of(text, after="unk_token"), token=brief(unk))
    rules = replace(
        PRESETS["huggingface"],
        alphabet="bytes" if over_bytes else "characters",
        continuing_prefix=prefix,
        end_of_word=suffix,
        end_of_word_attached=bool(suffix),
    )
    encoding = replace(
        ENCODINGS["tokenizers"],
        unknown="drop" if unk is None else "unk",
        unk_token=unk,
        fuse_unk=flag_at(model, "fuse_unk", text),
        byte_fallback=flag_at(model, "byte_fallback", text),
        whole_word=flag_at(model, "ignore_merges", text),
    )
    return TokenizerFile(
        Model(pairs, tokens, rules, encoding, pretokenizer, added_tokens_at(file, tokens, text), continued),
        _dropout(model, text),
        tuple(key for key in ("post_processor", "truncation", "padding") if file.get(key) is not None),
    )


def write_tokenizer(model: Model, dropout: float | None = None) -> str:
    """Return a model as tokenizer.json; the special tokens of its rules are added tokens there, beside its own.

    tokenizers drops characters that are not in the vocabulary where this model may keep them. Raises RulesError for a
    model that it cannot follow: with an end-of-word mark that is a symbol of its own, with a mark at the beginnings of
    words (but "metaspace" writes one), with ranks by token, or with merges that its loop would apply otherwise.

    >>> from tokviz import Corpus, bpe
    >>> model = bpe.train(Corpus({"low": 5}), merges=1, rules="huggingface").model()
    >>> json.loads(write_tokenizer(model))["model"]["merges"]
    [['l', 'o']]
    """
    rules, encoding = model.rules, model.encoding
    if rules.end_of_word and not rules.end_of_word_attached:
        raise RulesError("tokenizer-json-mark")
    if rules.start_of_word and not (rules.start_of_word == METASPACE and model.pretokenizer in MARKS_SPACES):
        raise RulesError("tokenizer-json-start", mark=brief(rules.start_of_word))
    if encoding.rank_by == "token":
        raise RulesError("tokenizer-json-ranks")
    if encoding.loop != "one-at-a-time" and _contradicts(model):
        raise RulesError("tokenizer-json-order")
    over_bytes = rules.alphabet == "bytes"
    specials = [AddedToken(model.ids[token], token) for token in rules.special_tokens]
    added = {token.content: token for token in (*specials, *model.added)}
    content = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [asdict(token) for token in sorted(added.values(), key=lambda token: token.id)],
        "normalizer": NORMALIZERS.get(model.pretokenizer),
        "pre_tokenizer": named(model.pretokenizer, over_bytes=over_bytes, once=model.continued is not None),
        "post_processor": None,
        "decoder": _decoder(model),
        "model": {
            "type": "BPE",
            "dropout": dropout,
            "unk_token": encoding.unk_token if encoding.unknown == "unk" else None,
            "continuing_subword_prefix": rules.continuing_prefix or None,
            "end_of_word_suffix": rules.end_of_word or None,
            "fuse_unk": encoding.fuse_unk,
            "byte_fallback": encoding.byte_fallback,
            "ignore_merges": encoding.whole_word,
            "vocab": {token: i for i, token in enumerate(model.vocabulary)},
            "merges": _last_wins(model),
        },
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


# -- reading -----------------------------------------------------------------------------------------------------------


def _pretokenizer(file: dict[str, Any], text: str) -> tuple[str, bool, str | None]:
    """The pre-tokeniser's name, whether its words are cut into bytes, and the one that comes after an added token."""
    normalizer, part = file.get("normalizer"), filled_in(file.get("pre_tokenizer"))
    if isinstance(normalizer, dict) and normalizer.get("strip_accents", "") is None:
        normalizer = {**normalizer, "strip_accents": normalizer.get("lowercase")}  # it goes with lower case then
    found = name_of(part, normalizer)
    if found is not None:
        name, over_bytes = found
        return name, over_bytes, CONTINUED[name] if marks_once(file.get("pre_tokenizer")) else None
    if normalizer is not None and normalizer not in NORMALIZERS.values():
        raise unsupported("normalizer", normalizer, text)
    if any(part == ours for ours in PRE_TOKENIZERS.values()):
        raise unsupported("normalizer", normalizer, text)
    raise unsupported("pre_tokenizer", part, text)


def _dropout(model: dict[str, Any], text: str) -> float | None:
    value = model.get("dropout")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise wrong_shape("dropout", text)
    return float(value)


def _merges(value: Any, text: str) -> tuple[tuple[str, str], ...]:
    """Merges as pairs, or as strings with a space as older files have them."""
    if not isinstance(value, list):
        raise wrong_shape("merges", text)
    check_vocabulary_size(len(value))
    pairs = []
    for entry in value:
        match entry:
            case [str(left), str(right)]:
                pairs.append((left, right))
            case str():
                if not entry.startswith("#version"):
                    line = line_of(text, entry, after="merges") if entry.count(" ") != 1 else 0
                    pairs.append(split_merge(entry, line))
            case _:
                raise wrong_shape("merges", text)
    return tuple(pairs)


# -- writing -----------------------------------------------------------------------------------------------------------


def _decoder(model: Model) -> dict[str, Any]:
    """The decoder that gives what `Model.decode` gives, but for its "##" in front of a word whose start was dropped."""
    rules, kept = model.rules, model.pretokenizer in KEEPS_SPACES
    parts: list[dict[str, Any]] = [{"type": "ByteFallback"}] if model.encoding.byte_fallback else []
    if rules.end_of_word:
        mark = {"type": "Replace", "pattern": {"String": rules.end_of_word}, "content": ""}
        parts.append(mark if kept else {"type": "BPEDecoder", "suffix": rules.end_of_word})
    elif rules.continuing_prefix and not kept:
        parts.append({"type": "WordPiece", "prefix": rules.continuing_prefix, "cleanup": False})
    if rules.continuing_prefix and (kept or rules.end_of_word):
        parts.append({"type": "Replace", "pattern": {"String": rules.continuing_prefix}, "content": ""})
    times = (rules.alphabet == "bytes") + (model.pretokenizer in BYTE_LEVEL)  # one may spell the other
    parts += [{"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}] * times
    parts.append({"type": "Fuse"})
    if model.pretokenizer in MARKS_SPACES:  # its own decoder would drop every mark of the first token
        parts.append({"type": "Replace", "pattern": {"String": METASPACE}, "content": " "})
    if model.pretokenizer in MARKS_SPACES and "never" not in model.pretokenizer:
        parts.append({"type": "Strip", "content": " ", "start": 1, "stop": 0})
    return parts[0] if len(parts) == 1 else {"type": "Sequence", "decoders": parts}


def _last_wins(model: Model) -> list[list[str]]:
    """The merges without those that a later one, or for our rule an earlier one, makes void."""
    ranks = model.ranks
    return [[left, right] for rank, (left, right) in enumerate(model.merges) if ranks[left, right] == rank]


def _contradicts(model: Model) -> bool:
    """Whether a merge uses a token before the last merge that makes it: then the loops can differ."""
    made = {model.rules.join(*pair): rank for pair, rank in sorted(model.ranks.items(), key=lambda entry: entry[1])}
    return any(made.get(part, -1) >= rank for pair, rank in model.ranks.items() for part in pair)
