"""The state of the `/compare` page as a query string, both ways. Pure: no Streamlit here.

One corpus, one pre-tokenisation and one size of the vocabulary for all tokenizers; each of them is written
"algorithm:preset". An uploaded one, "file:2" in the second place, does not fit into a link and is left out of it. What
cannot be read falls back to its default, and a notice says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tokviz import examples
from tokviz.algorithms import ALGORITHMS
from tokviz.pretokenize import BYTE_LEVEL, PRETOKENIZERS
from tokviz.views.compare.names import FILE
from tokviz.web.address import sample_texts
from tokviz.web.address.query import MAX_PARAM_CHARS, Reader, number
from tokviz.web.address.train_state import MAX_LINK_CHARS, OWN, TrainState

__all__ = [
    "FILE",
    "MARKS",
    "MAX_SIZE",
    "MAX_SLOTS",
    "MAX_WORD",
    "MEASURES",
    "MIN_SLOTS",
    "OPENING",
    "OPENING_SLOTS",
    "PAGE",
    "VIEWS",
    "CompareState",
    "defaults",
    "from_training",
    "opening_split",
    "read",
    "slot_parts",
    "write",
]

PAGE = "compare"
OPENING = "hug"
"""The example of a first visit."""
OPENING_SLOTS = ("bpe:course", "wordpiece:course", "unigram:soft-em")
"""The tokenizers of a first visit."""
MIN_SLOTS, MAX_SLOTS = 2, 4
MAX_SIZE = 10_000
"""The largest vocabulary that the page trains, in tokens."""
MAX_WORD = 200
"""The longest word that is looked at, in characters."""
VIEWS = ("words", "measures", "vocabularies", "marks", "export")
"""The views below the rows, in order."""
MARKS = ("own", "neutral")
"""How tokens are written: with the marks of their tokenizers, or all in one notation."""
MEASURES = ("fertility", "vocabulary", "tokens", "characters", "whole", "unknown", "used", "renyi")
"""The measures that can be drawn over the size of the vocabulary; the first is at first."""

_CHOICES: Mapping[str, tuple[str, ...]] = {"marks": MARKS, "view": VIEWS, "measure": MEASURES}
_TEXT_LIMITS = {"text": MAX_LINK_CHARS, "held": MAX_LINK_CHARS, "word": MAX_WORD}


@dataclass(frozen=True)
class CompareState:
    """What the page compares and shows.

    corpus: the text of one's own. size: of the vocabularies; None for one that the page chooses. tokenizers: two to
    four, "algorithm:preset" or "file:place". held: a text that nothing was trained on; empty for `text`. word: the one
    that is looked at, empty for none. measure: the one over sizes.
    """

    example: str = OPENING
    corpus: str = ""
    split: str = "whitespace"
    size: int | None = None
    tokenizers: tuple[str, ...] = OPENING_SLOTS
    text: str = sample_texts.text(PAGE, OPENING)
    held: str = ""
    marks: str = MARKS[0]
    word: str = ""
    view: str = ""
    measure: str = ""


def slot_parts(slot: str) -> tuple[str, str]:
    """Algorithm and preset of a tokenizer, or "file" and its place.

    >>> slot_parts("bpe:subword-nmt")
    ('bpe', 'subword-nmt')
    """
    algorithm, _, preset = slot.partition(":")
    return algorithm, preset


def opening_split(example: str) -> str:
    """How an example is cut at first: as its source does, or, where that means bytes, into words and punctuation.

    >>> opening_split("hug"), opening_split("course"), opening_split("zug")
    ('whitespace', 'words', 'words')
    """
    if example == OWN:
        return "words"
    split = examples.load(example).recipe("bpe").pretokenizer or "whitespace"
    return "words" if split in BYTE_LEVEL else split


def defaults(example: str) -> CompareState:
    """The state in which an example opens."""
    return CompareState(example=example, split=opening_split(example), text=sample_texts.text(PAGE, example))


def from_training(train: TrainState, text: str = "") -> dict[str, str]:
    """The query string that takes the corpus of another page, and a text, to this page."""
    usual = defaults(train.example)
    is_fixed = train.example != OWN and not examples.load(train.example).is_prose
    return write(
        CompareState(
            example=train.example,
            corpus=train.text,
            split=usual.split if is_fixed else train.split,
            text=text or usual.text,
        )
    )


def read(query: Mapping[str, str]) -> tuple[CompareState, tuple[str, ...]]:
    """Return the state that a query string describes, and the names of the parameters that had to be put right."""
    names = {"example", "corpus", "split", "t", "size", *_TEXT_LIMITS, *_CHOICES}
    wrong = [name for name, value in query.items() if len(value) > MAX_PARAM_CHARS and name in names]
    query = {name: value for name, value in query.items() if len(value) <= MAX_PARAM_CHARS}

    example = query.get("example", OWN if query.get("corpus") else OPENING)
    if example != OWN and example not in examples.NAMES:
        wrong.append("example")
        example = OPENING
    usual = defaults(example)
    reader = Reader(query, wrong, split=usual.split, text=usual.text)
    if example == OWN:
        reader.found["corpus"] = query.get("corpus", "")
    is_free = example == OWN or examples.load(example).is_prose
    reader.choices({"split": tuple(PRETOKENIZERS) if is_free else (usual.split,)})
    if "t" in query:
        reader.found["tokenizers"], is_right = _slots(query["t"])
        reader.wrong += [] if is_right else ["t"]
    if (number(query.get("size", "")) or 0) > MAX_SIZE:
        reader.found["size"] = MAX_SIZE
        reader.wrong.append("size")
    else:
        reader.numbers({"size": range(1, MAX_SIZE + 1)})
    reader.texts(_TEXT_LIMITS)
    reader.choices(_CHOICES)
    return CompareState(example=example, **reader.found), tuple(reader.wrong)


def write(asked: CompareState) -> dict[str, str]:
    """Return the query string of a state: only what differs from how its example opens."""
    usual = defaults(asked.example)
    query = {"example": asked.example}
    if asked.example == OWN and 0 < len(asked.corpus) <= MAX_LINK_CHARS:
        query["corpus"] = asked.corpus
    if asked.split != usual.split:
        query["split"] = asked.split
    if asked.size is not None:
        query["size"] = str(asked.size)
    slots = [slot for slot in asked.tokenizers if slot_parts(slot)[0] != FILE]
    if slots and asked.tokenizers != OPENING_SLOTS:
        query["t"] = ",".join(slots)
    for name, most in _TEXT_LIMITS.items():
        value = getattr(asked, name)
        if value != getattr(usual, name) and len(value) <= most:
            query[name] = value
    for name, choices in _CHOICES.items():
        value = getattr(asked, name)
        if value and value != choices[0]:
            query[name] = value
    return query


def _slots(text: str) -> tuple[tuple[str, ...], bool]:
    """The tokenizers of a link, two at least, and whether all was right as it stood."""
    asked = text.split(",")
    good = [slot for slot in asked if _exists(slot)][:MAX_SLOTS]
    is_right = len(good) == len(asked)  # one alone is what an upload stood beside; another joins it
    spare = (slot for slot in OPENING_SLOTS if slot not in good)
    while len(good) < MIN_SLOTS:
        good.append(next(spare))
    return tuple(good), is_right


def _exists(slot: str) -> bool:
    algorithm, preset = slot_parts(slot)
    return algorithm in ALGORITHMS and preset in ALGORITHMS[algorithm].presets
