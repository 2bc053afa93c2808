"""The trainer of tokenizers, called so that it takes corpora by language and gives what it learned."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tokviz.bpe import Pair

Words = Mapping[str, int]


def hugging_face(
    languages: Sequence[Words], dev: Sequence[Words] | None, ratio: Sequence[float] | None, **options: Any
) -> tuple[list[Pair], list[str], Tokenizer]:
    """The merges, the vocabulary by id and the tokenizer that ParityBpeTrainer makes of words with counts."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.ParityBpeTrainer(show_progress=False, ratio=ratio, **options)
    trainer.train_from_iterator(
        tokenizer,
        train_iterators=[iter(_lines(words)) for words in languages],
        dev_iterators=None if dev is None else [iter(_lines(words)) for words in dev],
    )
    model = json.loads(tokenizer.to_str())["model"]
    merges = [(left, right) for left, right in model["merges"]]
    return merges, sorted(model["vocab"], key=model["vocab"].__getitem__), tokenizer


def _lines(words: Words) -> list[str]:
    return [" ".join([word] * count) for word, count in words.items()]
