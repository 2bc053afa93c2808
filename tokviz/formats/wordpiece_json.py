"""tokenizer.json of a WordPiece model, as Hugging Face's tokenizers has it: written here, read by the library itself.

A model of "bert-uncased" words is written with the library's normalizer: in the few characters that it treats otherwise
than BERT (:mod:`tokviz.pretokenize.bert_basic`) the file differs from the model. Where the first piece of a word is
marked instead of the others, Metaspace writes the mark and takes it away again. Source: tokenizers 0.23.3.
"""

from __future__ import annotations

import json
from dataclasses import asdict

from tokviz.errors import RulesError, brief
from tokviz.formats.pretokenizers import named, normalizer_of
from tokviz.pretokenize import MARKS_SPACES, METASPACE
from tokviz.wordpiece import Model

__all__ = ["write"]

_METASPACE = {"type": "Metaspace", "replacement": METASPACE, "prepend_scheme": "always", "split": True}


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
        "pre_tokenizer": named(model.pretokenizer, over_bytes=False),
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
