"""tokenizer.json of a WordPiece model, as Hugging Face's tokenizers has it: written here, read by the library itself.

A model of "bert-uncased" words is written with the library's normalizer: in the few characters that it treats otherwise
than BERT (:mod:`tokviz.pretokenize.bert_basic`) the file differs from the model. Where the first piece of a word is
marked instead of the others, Metaspace writes the mark and takes it away again. Source: tokenizers 0.23.3.
"""

from __future__ import annotations

from tokviz.formats.around_model import check_start, file_text
from tokviz.formats.pretokenizers import MARKS
from tokviz.wordpiece import Model

__all__ = ["write"]


def write(model: Model) -> str:
    """Return a model as tokenizer.json, with its added tokens.

    Raises RulesError for a model that marks the beginnings of words, unless it is with Metaspace.

    >>> import json
    >>> json.loads(write(Model(["[UNK]", "low", "##er"])))["model"]["vocab"]
    {'[UNK]': 0, 'low': 1, '##er': 2}
    """
    mark = model.start_of_word
    check_start(mark, model.pretokenizer, is_alone=not model.prefix)
    part = {
        "type": "WordPiece",
        "unk_token": model.unk,
        "continuing_subword_prefix": model.prefix,
        "max_input_chars_per_word": model.max_word_length,
        "vocab": {token: number for number, token in enumerate(model.vocabulary)},
    }
    decoder = {"type": "WordPiece", "prefix": model.prefix, "cleanup": model.cleanup}
    return file_text(model, part, MARKS if mark else decoder)
