"""Pictures of each kind to make stills of: their payloads as the browser gets them, with a title."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from tokviz import Corpus, bpe, examples, parity, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS
from tokviz.features.stills.figure import Box, Figure, Shape, Text, plain_text
from tokviz.features.stills.still import Asked, Theme, figures
from tokviz.memory import LocalMemory
from tokviz.model import Encoder
from tokviz.state.request import opening, train
from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.hosts.parts import stepped
from tokviz.views.shared.catalog import load
from tokviz.views.tokenizers.work import MAX_SYMBOLS, pretoken_picture

__all__ = ["KINDS", "drawn", "hostile", "parts", "texts"]

HUG = examples.load("hug").corpus
LINES = Corpus({"by the way": 2, "by the sea": 1, "on the way": 1})
_LESSONS = {"parity": "two-languages", "picky": "parts", "superbpe": "by-the-way"}
TRAININGS = (
    "bpe",
    "wordpiece",
    "top-down",
    "unigram",
    "pruned",
    "parity",
    "languages",
    "picky",
    "superbpe",
    "boundless",
)
KINDS = (*TRAININGS, "word", "pieces", "lattice", "clock")


@cache
def _traces() -> Mapping[str, Trace]:
    return {
        "bpe": bpe.train(examples.load("sennrich").corpus, merges=6, rules="sennrich"),
        "wordpiece": wordpiece.train(HUG, merges=5, rules="course"),
        "top-down": wordpiece.train_top_down(HUG, vocab_size=20, rules="tf-text"),
        "unigram": unigram.train(HUG, vocab_size=12, rules="course"),
        "pruned": _lesson("unigram", "sennrich"),
        **{name: _lesson(name, example) for name, example in _LESSONS.items()},
        "languages": parity.train(examples.load("unequal-languages").corpus_for("parity"), merges=12),
        "boundless": ALGORITHMS["superbpe"].train(LINES, ALGORITHMS["superbpe"].presets["boundless"], merges=10),
    }


@cache
def _on_clock() -> tuple[Trace, ...]:
    return (
        bpe.train(HUG, merges=7, rules="course"),
        wordpiece.train(HUG, vocab_size=21, rules="course"),
        unigram.train(HUG, vocab_size=7, rules="course"),
    )


def _lesson(name: str, example: str) -> Trace:
    """Train a newer algorithm on the example that its page opens with."""
    return train(opening(ALGORITHMS[name], example), LocalMemory()).trace


def _of_word(kind: str, word: str, language: str) -> list[dict[str, Any]]:
    models: dict[str, Encoder] = {
        "word": bpe.train(HUG, merges=6, rules="course").model(),
        "pieces": wordpiece.Model(["hug", "##s", "b", "##u", "[UNK]"]),
        "lattice": unigram.Model({"h": 0.1, "u": 0.2, "g": 0.1, "s": 0.1, "ug": 0.2, "hug": 0.2, "gs": 0.1}),
    }
    return pretoken_picture(models[kind], word, load(language))[0]


def parts(kind: str, language: str = "en") -> list[dict[str, Any]]:
    """Return the payloads of a kind of picture."""
    if kind == "clock":
        found = stepped(_on_clock(), "unhug")
        assert found is not None
        return [*found.parts(load(language))]
    if kind not in _traces():
        return _of_word(kind, "hugs", language)
    trace = _traces()[kind]
    return [views_of(trace).picture.payload(trace, range(len(trace) + 1), load(language))]


def drawn(kind: str, *steps: int, language: str = "en", theme: Theme = "light") -> tuple[Figure, ...]:
    """Return stills of a kind of picture; of all steps, if none are named."""
    found = parts(kind, language)
    every = tuple(range(found[0]["total"] + 1))
    return figures(Asked(found, steps or every, f"{kind}: hug", theme))


def hostile(word: str) -> tuple[Figure, ...]:
    """Return stills of a training on a word, or the beginning of a long one, and of the word on its way to tokens."""
    say, word = load("en"), word[:MAX_SYMBOLS]
    found: list[Figure] = []
    if word and not any("\ud800" <= letter <= "\udfff" for letter in word):  # no corpus has these
        trace = bpe.train(Corpus({word: 3, f"{word}a": 1}), merges=2, rules="course")
        payload = views_of(trace).picture.payload(trace, range(len(trace) + 1), say)
        found += figures(Asked([payload], (0, len(trace)), word))
    made = pretoken_picture(wordpiece.Model(["[UNK]", *dict.fromkeys(word)]), word, say)[0]
    return (*found, *figures(Asked(made, (0,), word)))


def texts(figure: Figure) -> list[str]:
    """Return the texts of a figure, each as it is read."""
    return [plain_text(shape.runs) for shape in figure.shapes if isinstance(shape, Text)]


def boxes(shapes: tuple[Shape, ...]) -> list[Box]:
    """Return the boxes among shapes."""
    return [shape for shape in shapes if isinstance(shape, Box)]
