"""The trainers of other projects, called so that each takes a corpus and gives what it learned."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import sentencepiece
from subword_nmt.learn_bpe import learn_bpe
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tokviz.bpe import PRESETS, Pair
from tokviz.corpus import Corpus


def as_lines(corpus: Corpus) -> list[str]:
    """A running text with the corpus's words and counts, in order, one line a word."""
    return [" ".join([word] * count) for word, count in corpus.items()]


def subword_nmt(corpus: Corpus, symbols: int, *, minimum_count: int, total_symbols: bool) -> list[Pair]:
    """The merges that subword-nmt learns from words with counts."""
    codes = io.StringIO()
    lines = [f"{word} {count}\n" for word, count in corpus.items()]
    with contextlib.redirect_stderr(io.StringIO()):
        learn_bpe(lines, codes, symbols, minimum_count, is_dict=True, total_symbols=total_symbols)
    header, *merges = codes.getvalue().splitlines()
    assert header == "#version: 0.2"
    return [(left, right) for left, right in (line.split(" ") for line in merges)]


def hugging_face(lines: Iterable[str], vocab_size: int, **options: Any) -> tuple[list[Pair], list[str]]:
    """The merges and the vocabulary that tokenizers' trainer learns from lines of words with spaces between them."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(vocab_size=vocab_size, show_progress=False, **options)
    tokenizer.train_from_iterator(lines, trainer)
    model = json.loads(tokenizer.to_str())["model"]
    return [(left, right) for left, right in model["merges"]], sorted(model["vocab"], key=model["vocab"].__getitem__)


MIXED = replace(PRESETS["sentencepiece"], split_by_unicode_script=False)
"""The rules under which a token may mix scripts, as those of the drawn words do."""


def sentencepiece_bpe(corpus: Corpus, vocab_size: int) -> list[str]:
    """The vocabulary that sentencepiece's BPE trainer learns; words are left as they are and tokens may mix scripts."""
    processor = sentencepiece_processor(as_lines(corpus), vocab_size, model_type="bpe")
    return [processor.id_to_piece(i) for i in range(processor.get_piece_size())]


def sentencepiece_processor(
    lines: Iterable[str], vocab_size: int, **options: Any
) -> sentencepiece.SentencePieceProcessor:
    """The tokenizer that sentencepiece learns from lines, with one thread; unless the options say otherwise, nothing is
    done to the text, and tokens may mix scripts."""
    model = io.BytesIO()
    usual: dict[str, Any] = {
        "character_coverage": 1.0,
        "normalization_rule_name": "identity",
        "split_by_unicode_script": False,
    }
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=model,
        vocab_size=vocab_size,
        hard_vocab_limit=False,
        num_threads=1,
        minloglevel=2,
        **{**usual, **options},
    )
    return sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
