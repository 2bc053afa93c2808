"""The state of the page `/why`: its query string, both ways, and the text and the vocabularies that it asks for.

An uploaded file is in no link.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tokviz.algorithms import BPE
from tokviz.compare.three_vocabularies import RULES, RUNNER, TrainTest, Vocabularies, hold_out
from tokviz.corpus import Note
from tokviz.examples import OWN
from tokviz.memory import File, Key, Memory
from tokviz.state.form import Form, Number, Text, own_text, plain
from tokviz.state.request import opening, read_corpus

PAGE = "why"
NAMES = ("runner", "tea", "lighthouse", "kitchen", "zug", OWN)
"""The texts, in the order in which they are offered: ours for this page, then prose, then the visitor's own."""
MAX_MERGES = 2_000
"""The most merges that the page trains: enough for a short text, and quick for a long one."""
MAX_SIZE = 1_000_000
"""No vocabulary here can be larger; how large one may be is up to its text."""
MAX_WORD = 60
"""The longest word that a visitor may look at, in characters."""


@dataclass(frozen=True)
class WhyState:
    """The state of the page: a text, the size of the vocabularies (0: the size that its text opens with), and a word of
    the visitor's (empty: none) without spaces around it."""

    example: str = NAMES[0]
    text: str = ""
    size: int = 0
    word: str = ""


@dataclass(frozen=True)
class _Word(Text):
    """A word without the spaces around it."""

    def parse(self, text: str) -> str:
        return super().parse(text.strip())


FORM: Form[WhyState] = Form(
    example=lambda state: state.example,
    names=NAMES,
    first=NAMES[0],
    opening=WhyState,
    fields=(
        own_text("corpus", Text(is_whole=True), "text"),
        plain("size", Number(1, MAX_SIZE)),
        plain("word", _Word(MAX_WORD, is_whole=True)),
    ),
)


# -- the text in its two parts, and the three vocabularies -------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SplitText:
    """The text in the part that is trained on and the part that is not. key: names it; notes: what its reader says."""

    parts: TrainTest
    key: Key
    notes: tuple[Note, ...] = ()


def split_text(state: WhyState, memory: Memory, file: File | None = None) -> SplitText:
    """Return the text of a state. file: the visitor's own, which counts before the text. Raises TokvizError."""
    if state.example == NAMES[0]:
        return SplitText(RUNNER, ("why", state.example))
    request = replace(opening(BPE, state.example), text=state.text, file=file)
    source = read_corpus(request, memory)
    return SplitText(hold_out(source.corpus), ("why", *source.key), source.notes)


def vocabularies_of(text: SplitText, memory: Memory) -> Vocabularies:
    """Return the vocabularies that are trained on a text. Raises TokvizError."""
    key = (BPE.name, *text.key, MAX_MERGES)
    trace = memory.trained(BPE, key, text.parts.train, RULES, merges=MAX_MERGES)
    return memory.kept("vocabularies", text.key, Vocabularies, trace)
