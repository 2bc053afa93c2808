"""tokenizer.json of a WordPiece tokenizer, as Hugging Face's tokenizers stores it, both ways.

What changes tokens and is not modelled here is refused by name: other models, normalizers but `BertNormalizer` in the
ways of BERT, other pre-tokenisers, decoders. What does not is listed as unused: post-processors, truncation, padding.
Added tokens are looked for in the text as it is, also `normalized` ones, which the library finds in lower-cased text.
Where `tokviz.pretokenize.bert_basic` follows BERT and not tokenizers, so does a model that was read here. A file
without a decoder would leave marks in the text; such a model decodes as one with it. Where the first piece of a word is
marked instead of the others, Metaspace writes the mark and takes it away again. Source: tokenizers 0.23.3.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

from tokviz.errors import RulesError, brief
from tokviz.formats.huggingface import check_vocabulary
from tokviz.formats.parts import added_tokens_at, unsupported
from tokviz.formats.pretokenizers import NORMALIZERS, PRE_TOKENIZERS, Part, filled_in, name_of
from tokviz.formats.reading import check_tokens, flag_at, line_of, object_at, read_json, text_at, wrong_shape
from tokviz.pretokenize import MARKS_SPACES, METASPACE
from tokviz.wordpiece import Model

__all__ = ["WordPieceFile", "read", "read_file", "write"]


def _bert_normalizer(*, lower: bool) -> Part:
    options = {"clean_text": True, "handle_chinese_chars": True, "strip_accents": lower, "lowercase": lower}
    return {"type": "BertNormalizer", **options}


_BERT: Mapping[str, Part] = MappingProxyType(
    {"bert-uncased": _bert_normalizer(lower=True), "bert-cased": _bert_normalizer(lower=False)}
)
"""The normalizer for each pre-tokeniser that needs one beside those of BPE; the pre-tokeniser is BERT's."""
_BERT_PRE_TOKENIZER: Part = {"type": "BertPreTokenizer"}
_METASPACE: Part = {"type": "Metaspace", "replacement": METASPACE, "prepend_scheme": "always", "split": True}
_MOST_CHARACTERS = 2**64 - 1  # what the library's number holds


@dataclass(frozen=True)
class WordPieceFile:
    """What a tokenizer.json says: the model, and which parts of the file play no role here."""

    model: Model
    unused: tuple[str, ...] = ()


def read(data: str | bytes) -> Model:
    """Read the model of a tokenizer.json; :func:`read_file` says what was left out. Raises as that does.

    >>> print(read(write(Model(["[UNK]", "low", "##er"]))).encode("lower"))
    ['low', '##er']
    """
    return read_file(data).model


def read_file(data: str | bytes) -> WordPieceFile:
    """Read a tokenizer.json. Raises FormatError, with a line, or LimitError."""
    value, text = read_json(data)
    file = object_at({"file": value}, "file", text)
    model = object_at(file, "model", text)
    kind = model.get("type", "WordPiece" if "max_input_chars_per_word" in model else None)
    if kind != "WordPiece":
        raise unsupported("model", kind, text)
    pretokenizer = _pretokenizer(file, text)
    tokens = check_vocabulary(model.get("vocab"), text, "vocab")
    unk, prefix = (_text(model, key, text) for key in ("unk_token", "continuing_subword_prefix"))
    mark = METASPACE if filled_in(file.get("decoder")) == _METASPACE and not prefix else ""
    length = model.get("max_input_chars_per_word")
    if type(length) is not int or not 0 <= length <= _MOST_CHARACTERS:
        raise wrong_shape("max_input_chars_per_word", text)
    return WordPieceFile(
        Model(
            tokens,
            unk,
            prefix,
            length,
            pretokenizer,
            cleanup=not mark and _cleanup(file, prefix, text),
            added=added_tokens_at(file, tokens, text),
            start_of_word=mark,
        ),
        tuple(key for key in ("post_processor", "truncation", "padding") if file.get(key) is not None),
    )


def write(model: Model) -> str:
    """Return a model as tokenizer.json, with its added tokens.

    Raises RulesError for a model that marks the beginnings of words, unless it is with Metaspace.

    >>> json.loads(write(Model(["[UNK]", "low", "##er"])))["model"]["vocab"]
    {'[UNK]': 0, 'low': 1, '##er': 2}
    """
    mark = model.start_of_word
    if mark and not (mark == METASPACE and model.pretokenizer in MARKS_SPACES and not model.prefix):
        raise RulesError("tokenizer-json-start", mark=brief(mark))
    bert = _BERT.get(model.pretokenizer)
    decoder = {"type": "WordPiece", "prefix": model.prefix, "cleanup": model.cleanup}
    content = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [asdict(token) for token in sorted(model.added, key=lambda token: token.id)],
        "normalizer": bert or NORMALIZERS.get(model.pretokenizer),
        "pre_tokenizer": _BERT_PRE_TOKENIZER if bert else PRE_TOKENIZERS[model.pretokenizer],
        "post_processor": None,
        "decoder": _METASPACE if mark else decoder,
        "model": {
            "type": "WordPiece",
            "unk_token": model.unk,
            "continuing_subword_prefix": model.prefix,
            "max_input_chars_per_word": model.max_word_length,
            "vocab": {token: number for number, token in enumerate(model.vocabulary)},
        },
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _pretokenizer(file: dict[str, Any], text: str) -> str:
    """The name for the file's normalizer and pre-tokeniser together."""
    normalizer, part = file.get("normalizer"), filled_in(file.get("pre_tokenizer"))
    if isinstance(normalizer, dict) and normalizer.get("strip_accents") is None:
        normalizer = {**normalizer, "strip_accents": normalizer.get("lowercase")}  # it goes with lower case then
    if part == _BERT_PRE_TOKENIZER:
        for name, ours in _BERT.items():
            if normalizer == ours:
                return name
    found = name_of(part, normalizer)
    if found is not None and not found[1]:  # not cut into bytes afterwards
        return found[0]
    if found is None and part in PRE_TOKENIZERS.values():
        raise unsupported("normalizer", normalizer, text)
    raise unsupported("pre_tokenizer", part, text)


def _cleanup(file: dict[str, Any], prefix: str, text: str) -> bool:
    """Whether the decoder takes out spaces before punctuation."""
    decoder = file.get("decoder")
    if decoder is None:
        return False
    if not isinstance(decoder, dict) or decoder.get("type") != "WordPiece" or decoder.get("prefix") != prefix:
        raise unsupported("decoder", decoder, text)
    return flag_at(decoder, "cleanup", text)


def _text(model: dict[str, Any], key: str, text: str) -> str:
    """The string under a key, which must be there."""
    value = text_at(model, key, text)
    if value is None:
        raise wrong_shape(key, text)
    check_tokens((value,), line_of(text, after=key))
    return value
