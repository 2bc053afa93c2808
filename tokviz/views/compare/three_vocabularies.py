"""Three vocabularies of one text, of words, characters and subwords: their measures over the sizes, telling words in
pictures, the text in other units, and what a vocabulary weighs in a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tokviz.compare.model_size import BERT_BASE, MODELS, Architecture
from tokviz.compare.three_vocabularies import VOCABULARY_KINDS, Measure, TrainTest, Vocabularies, VocabularyKind
from tokviz.corpus import Corpus
from tokviz.memory import File, Key, Memory
from tokviz.state.why import WhyState, split_text, vocabularies_of
from tokviz.views.compare.keys import COLUMN_KEYS, WHY_KIND_KEYS
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.merging import SymbolDrawing, merges_by_token
from tokviz.views.shared.bars import NamedBar
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.lines import DASHES, Line, Lines
from tokviz.views.shared.palette import HUES

Column = Literal["tokens_per_word", "unknown_share"]

ABOUT_KEYS = {
    "runner": "why.about.runner",
    "tea": "why.about.tea",
    "lighthouse": "why.about.lighthouse",
    "kitchen": "why.about.kitchen",
    "zug": "why.about.zug",
    "own": "why.about.own",
}
"""Name of a text -> the key of what it is."""

_RUNNER = ("runner", "thinking", "running")
_WORDS = 3
_LONG = 12  # characters; longer words make poor rows of chips
_BYTES = 256
_FINE = 200  # a slider has every size up to this
_HEIGHT = 360  # pixels, of a chart with its title and legend
_LEAST = 0.001  # a share that is smaller is not written out


# -- a text and its vocabularies ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class LearnedText:
    """A text in its two parts and what is learned from it, for the views of `/why`. key: names the text in the memory;
    english: an English text to compare with a Chinese one."""

    state: WhyState
    split: TrainTest
    three: Vocabularies
    key: Key
    memory: Memory
    say: Catalog
    english: tuple[TrainTest, Vocabularies] | None = None

    @property
    def size(self) -> int:
        """Return the size of the vocabularies, which no text makes larger than it can."""
        return min(self.state.size or self.three.usual, self.three.most)

    @property
    def texts(self) -> dict[str, Corpus]:
        """Return the parts of the text by name, the one that is held out first."""
        held = {} if self.split.test is None else {"test": self.split.test}
        return {**held, "train": self.split.train}

    def measured(self) -> dict[str, tuple[Measured, ...]]:
        """Return the measures of each part over the sizes that are always shown and that of the state."""
        over = {
            name: self.memory.kept("view", ("measures", *self.key, name), comparison, self.three, text, self.sizes)
            for name, text in self.texts.items()
        }
        if self.size in self.sizes:
            return over
        return {
            name: tuple(sorted([*rows, *comparison(self.three, self.texts[name], [self.size])], key=_by_size))
            for name, rows in over.items()
        }

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return the sizes that are always shown."""
        return self.three.sizes()


def learned_text(state: WhyState, memory: Memory, say: Catalog, file: File | None = None) -> LearnedText:
    """Return a text with all that is trained on it. file: the visitor's own, which counts before the text. Raises
    TokvizError."""
    text = split_text(state, memory, file)
    three = vocabularies_of(text, memory)
    english = None
    if state.example == "tea":
        other = split_text(WhyState("lighthouse"), memory)
        english = (other.parts, vocabularies_of(other, memory))
    return LearnedText(state, text.parts, three, text.key, memory, say, english)


# -- measures ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Measured:
    """A text in the vocabulary of one kind and size. members: how many entries it has."""

    size: int
    kind: VocabularyKind
    members: int
    measure: Measure

    def value(self, column: Column) -> float:
        """Return a measure by its name."""
        return self.measure.tokens_per_word if column == "tokens_per_word" else self.measure.unknown_share


def comparison(three: Vocabularies, text: Corpus, sizes: Sequence[int]) -> tuple[Measured, ...]:
    """Return the measures of a text for each size and kind."""
    return tuple(
        Measured(size, kind, three.members(kind, size), three.measure(kind, size, text))
        for size in sizes
        for kind in VOCABULARY_KINDS
    )


def _by_size(measured: Measured) -> int:
    return measured.size


@dataclass(frozen=True)
class Unit:
    """A text in one unit. members: how many of it there are."""

    name: Literal["bytes", "characters", "subwords"]
    members: int
    tokens: int
    tokens_per_character: float


def units(three: Vocabularies, size: int, text: Corpus) -> tuple[Unit, ...]:
    """Return the text as bytes, as characters and as subwords of that size."""
    characters = sum(len(word) * count for word, count in text.items())
    tokens = three.measure("subwords", size, text).tokens
    octets = sum(len(word.encode()) * count for word, count in text.items())
    return (
        Unit("bytes", _BYTES, octets, octets / characters),
        Unit("characters", three.full("characters"), characters, 1.0),
        Unit("subwords", three.members("subwords", size), tokens, tokens / characters),
    )


def lines(rows: Sequence[Measured], column: Column, size: int, say: Catalog) -> Lines:
    """Return a line for each kind over the sizes, with a rule at the chosen size."""
    looks = {
        "subwords": Line(say(WHY_KIND_KEYS["subwords"]), ()),
        "characters": Line(say(WHY_KIND_KEYS["characters"]), (), "edge", DASHES[2]),
        "words": Line(say(WHY_KIND_KEYS["words"]), (), dash=DASHES[1], hue=HUES[1]),
    }  # the solid line first: where lines run together, the dots and dashes stay to be seen
    points = {kind: tuple((row.size, row.value(column)) for row in rows if row.kind == kind) for kind in looks}
    write = say.percent if column == "unknown_share" else _two_digits(say)
    here = [(say(WHY_KIND_KEYS[row.kind]), write(row.value(column))) for row in rows if row.size == size]
    values = say.listed([say("why.value", kind=kind, value=value) for kind, value in here])
    return Lines(
        say("why.lines.alt", what=say(COLUMN_KEYS[column]), size=size, values=values),
        say("why.column.size"),
        tuple(Line(look.name, points[kind], look.look, look.dash, look.hue) for kind, look in looks.items()),
        here=size,
        y=say(COLUMN_KEYS[column]),
        height=_HEIGHT,
        is_log_across=True,
        is_dotted=True,
        is_large=True,
        numbers="percent" if column == "unknown_share" else "value",
    )


def _two_digits(say: Catalog) -> Any:
    return lambda value: say.decimal(value, 2)


# -- the slider, and which words ---------------------------------------------------------------------------------------


def stops(three: Vocabularies, size: int) -> tuple[int, ...]:
    """Return the sizes that a slider offers: each up to 200, then in steps of two percent, so that a long
    text leaves room for the small ones; the whole alphabet, the usual size, the largest and `size`. At least two
    of them.
    """
    places = {*range(1, min(max(three.most, 2), _FINE) + 1), len(three.characters), three.usual, three.most, size}
    place = _FINE
    while place < three.most:
        places.add(place)
        place += place // 50
    return tuple(sorted(places))


def telling(split: TrainTest, three: Vocabularies) -> tuple[str, ...]:
    """Return up to three words that show the difference: a frequent one, and words that only the held-out text has; of
    these the long ones whose characters are all known.

    >>> from tokviz import bpe
    >>> from tokviz.compare.three_vocabularies import RUNNER
    >>> telling(RUNNER, Vocabularies(bpe.train(RUNNER.train, merges=9, rules="course")))
    ('runner', 'thinking', 'running')
    """
    if all(word in split.train for word in _RUNNER):
        return _RUNNER
    short = [word for word in three.words if len(word) <= _LONG and word.isalpha()] or list(three.words)
    frequent = next((word for word in short if len(word) > _WORDS), short[0])
    fresh = [word for word in split.test or () if word not in split.train and len(word) <= _LONG and word.isalpha()]
    fresh.sort(key=lambda word: (not set(word) <= set(three.characters), -len(word)))
    return tuple(dict.fromkeys([frequent, *fresh[: _WORDS - 1], *reversed(short)]))[:_WORDS]


def picture(three: Vocabularies, kind: VocabularyKind, size: int, words: Sequence[str], say: Catalog) -> dict[str, Any]:
    """Return the words in one vocabulary, for the picture, with their counts in the training text; subwords with their
    merges.

    What is unknown is a box that says so, in brackets that tell it from a token that reads the same.
    """
    unknown = f"⟨{say('why.unknown')}⟩"
    rows = []
    for word in words:
        tokens = three.encode(kind, size, word)
        count = three.trace.corpus.get(word, 0)
        rows.append(
            encoding.Row(
                shorten(visible(word)),
                f"× {say.integer(count)}",
                [unknown if token is None else token for token in tokens],
            )
        )
    merges = three.merges(size) if kind == "subwords" else 0
    made_from = merges_by_token(three.trace.merges[:merges], three.trace.rules.join)
    return encoding.merging_picture(rows, say, SymbolDrawing(made_from, merges, has_names=True, unknown=unknown))


# -- what a vocabulary weighs in a model -------------------------------------------------------------------------------


def model_bars(size: int, say: Catalog) -> tuple[NamedBar, ...]:
    """Return known models, and one with a vocabulary of this size, each with a sentence on its rows and parameters, and
    the share of the rows."""
    sizes = [(model.name, model, model.vocabulary) for model in MODELS]
    here = (say("why.models.here", size=size, name=BERT_BASE.name), BERT_BASE, size)
    return tuple(
        NamedBar(name, model.share(number), _rows_sentence(model, number, say), "accent")
        for name, model, number in (*sizes, here)
    )


def _rows_sentence(model: Architecture, vocabulary: int, say: Catalog) -> str:
    share = model.share(vocabulary)
    return say(
        "why.models.row",
        size=say.integer(vocabulary),
        width=model.width,
        rows=_millions(model.rows(vocabulary), say),
        all=_millions(model.parameters(vocabulary), say),
        share=say.percent(share) if share >= _LEAST else f"< {say.percent(_LEAST)}",
    )


def _millions(number: int, say: Catalog) -> str:
    return f"{say.integer(round(number / 1_000_000))}M" if number >= 1_000_000 else say.integer(number)
