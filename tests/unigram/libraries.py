"""The unigram encoders and trainers of other projects, called so that each takes and gives plain data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import sentencepiece
from sentencepiece import sentencepiece_model_pb2
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tests.bpe.libraries import as_lines, sentencepiece_processor
from tokviz.corpus import Corpus
from tokviz.unigram import PRESETS

Pieces = list[tuple[str, float]]

MIXED = replace(PRESETS["sentencepiece"], split_by_unicode_script=False)
"""The rules under which a piece may mix scripts, as those of the drawn words do."""


def tokenizers_encode(scores: Mapping[str, float], word: str) -> list[str]:
    """The tokens of one word; piece 0 is the unknown one."""
    return Tokenizer(models.Unigram(list(scores.items()), 0, False)).encode(word).tokens


def sentencepiece_encode(scores: Mapping[str, float], word: str) -> list[str]:
    """The pieces of one word, which gets no mark; piece 0 is the unknown one."""
    proto = sentencepiece_model_pb2.ModelProto()  # type: ignore[attr-defined]
    for i, (piece, score) in enumerate(scores.items()):
        entry = proto.pieces.add()
        entry.piece, entry.score = piece, score
        entry.type = entry.UNKNOWN if i == 0 else entry.NORMAL
    proto.trainer_spec.model_type = proto.trainer_spec.UNIGRAM
    proto.normalizer_spec.name = "identity"
    proto.normalizer_spec.add_dummy_prefix = False
    proto.normalizer_spec.remove_extra_whitespaces = False
    proto.normalizer_spec.escape_whitespaces = False
    processor = sentencepiece.SentencePieceProcessor(model_proto=proto.SerializeToString())
    return list(processor.encode(word, out_type=str))


def tokenizers_train(corpus: Corpus, vocab_size: int, **options: Any) -> Pieces:
    """The pieces that tokenizers learns from words with counts."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.UnigramTrainer(vocab_size=vocab_size, show_progress=False, **options)
    tokenizer.train_from_iterator(as_lines(corpus), trainer)
    return [(piece, score) for piece, score in json.loads(tokenizer.to_str())["model"]["vocab"]]


def sentencepiece_train(lines: Iterable[str], vocab_size: int, **options: Any) -> Pieces:
    """The pieces that sentencepiece learns from lines, with one thread and nothing done to the text."""
    processor = sentencepiece_processor(lines, vocab_size, model_type="unigram", **options)
    return [(processor.id_to_piece(i), processor.get_score(i)) for i in range(processor.get_piece_size())]
