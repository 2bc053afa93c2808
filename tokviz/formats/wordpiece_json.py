"""tokenizer.json of a WordPiece tokenizer, as Hugging Face's tokenizers stores it, both ways.

What changes tokens and is not modelled here is refused by name: other models, normalizers but `BertNormalizer` in the
ways of BERT, other pre-tokenisers, decoders. For the rest there are notes: post-processors, truncation, padding, no
decoder, which would leave marks in the text (such a model decodes as one with it).
A model of "bert-uncased" words is written with the library's normalizer and read with it: in the few characters that
it treats otherwise than BERT (:mod:`tokviz.pretokenize.bert_basic`) the file differs from the model. Where the first
piece of a word is marked instead of the others, Metaspace writes the mark and takes it away again. Source: tokenizers
0.23.3.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from tokviz.errors import RulesError, brief
from tokviz.formats.huggingface import check_vocabulary
from tokviz.formats.loaded import Loaded, note
from tokviz.formats.parts import added_tokens_at, notes_at, unsupported
from tokviz.formats.pretokenizers import filled_in, named, normalizer_of, split_of, with_normalizer
from tokviz.formats.reading import check_tokens, flag_at, line_of, object_at, read_json, text_at, wrong_shape
from tokviz.pretokenize import MARKS_SPACES, METASPACE
from tokviz.wordpiece import Model

__all__ = ["load", "read", "write"]

_METASPACE = {"type": "Metaspace", "replacement": METASPACE, "prepend_scheme": "always", "split": True}
_MOST_CHARACTERS = 2**64 - 1  # what the library's number holds


def read(data: str | bytes) -> Model:
    """Read the model of a tokenizer.json, and warn of what :func:`load` notes. Raises as that does.

    >>> print(read(write(Model(["[UNK]", "low", "##er"]))).encode("lower"))
    ['low', '##er']
    """
    return load(data).told()


def load(data: str | bytes) -> Loaded[Model]:
    """Read a tokenizer.json. Raises FormatError, with a line, or LimitError."""
    value, text = read_json(data)
    file = object_at({"file": value}, "file", text)
    model = object_at(file, "model", text)
    kind = model.get("type", "WordPiece" if "max_input_chars_per_word" in model else None)
    if kind != "WordPiece":
        raise unsupported("model", kind, text)
    pretokenizer, _, continued = split_of(file, text)
    tokens = check_vocabulary(model.get("vocab"), text, "vocab")
    unk, prefix = (_text(model, key, text) for key in ("unk_token", "continuing_subword_prefix"))
    mark = METASPACE if filled_in(file.get("decoder")) == _METASPACE and not prefix else ""
    length = model.get("max_input_chars_per_word")
    if type(length) is not int or not 0 <= length <= _MOST_CHARACTERS:
        raise wrong_shape("max_input_chars_per_word", text)
    added = added_tokens_at(file, tokens, text)
    pretokenizer, normalizer = with_normalizer(pretokenizer)
    found = Model(
        tokens,
        unk,
        prefix,
        length,
        pretokenizer,
        cleanup=not mark and _cleanup(file, prefix, text),
        added=added,
        start_of_word=mark,
        continued=continued,
        normalizer=normalizer,
    )
    return Loaded(found, notes_at(file) + (() if file.get("decoder") is not None else (note("decoder-missing"),)))


def write(model: Model) -> str:
    """Return a model as tokenizer.json, with its added tokens.

    Raises RulesError for a model that marks the beginnings of words, unless it is with Metaspace.

    >>> json.loads(write(Model(["[UNK]", "low", "##er"])))["model"]["vocab"]
    {'[UNK]': 0, 'low': 1, '##er': 2}
    """
    mark = model.start_of_word
    if mark and not (mark == METASPACE and model.pretokenizer in MARKS_SPACES and not model.prefix):
        raise RulesError("tokenizer-json-start", mark=brief(mark))
    decoder = {"type": "WordPiece", "prefix": model.prefix, "cleanup": model.cleanup}
    content = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [asdict(token) for token in sorted(model.added, key=lambda token: token.id)],
        "normalizer": normalizer_of(model),
        "pre_tokenizer": named(model.pretokenizer, over_bytes=False, once=model.continued is not None),
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
