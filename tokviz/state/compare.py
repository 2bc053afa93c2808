"""The state of the `/compare` page as a query string, both ways. Pure: no Streamlit here.

One corpus, one pre-tokenization and one size of the vocabulary for all tokenizers; each of them is written
"algorithm:preset". An uploaded one, "file:2" in the second place, does not fit into a link and is left out of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tokviz import examples
from tokviz.algorithms import ALGORITHMS
from tokviz.compare import comparison
from tokviz.compare.comparison import FEWEST, MAX_SIZE, MOST, USUAL, ComparedCorpus, Engine, Slot
from tokviz.compare.sizes import common_sizes, usual_size
from tokviz.corpus.languages import LanguageCorpus
from tokviz.examples import OWN
from tokviz.memory import File, Memory
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.state import sample_texts, views
from tokviz.state.form import (
    MAX_PARAM_CHARS,
    BeyondError,
    Field,
    Form,
    Number,
    Text,
    named,
    opened,
    own_text,
    plain,
)
from tokviz.state.request import NAMES, parsed_corpus
from tokviz.state.training import TrainState
from tokviz.state.views import names_of

PAGE = "compare"
OPENING = "lighthouse"
"""The example of a first visit."""
MAX_HELD = 200_000
"""The longest held-out text, in characters."""
MAX_WORD = 200
"""The longest word that is looked at, in characters."""
VIEWS = names_of(views.COMPARE)
"""The views below the rows, in order."""
MARKS = ("own", "neutral")
"""The ways to write tokens: with the marks of their tokenizers, or all in one notation."""
MEASURES = ("fertility", "vocabulary", "tokens", "characters", "whole", "unknown", "used", "renyi")
"""The measures that can be drawn over the size of the vocabulary; the first is at first."""


@dataclass(frozen=True)
class CompareState:
    """The state of the page: the tokenizers, their corpus, and the open view.

    corpus: the visitor's own text. size: of the vocabularies; None for one that the page chooses. tokenizers: two to
    four, "algorithm:preset" or "file:place". held: a text that nothing was trained on; empty for `text`. word: the one
    that is looked at, empty for none. measure: the one over sizes.
    """

    example: str = OPENING
    corpus: str = ""
    split: str = comparison.opening_split(OPENING)
    size: int | None = None
    tokenizers: tuple[str, ...] = USUAL
    text: str = sample_texts.text(PAGE, OPENING)
    held: str = ""
    marks: str = MARKS[0]
    word: str = ""
    view: str = ""
    measure: str = ""


def defaults(example: str) -> CompareState:
    """Return the state in which an example opens."""
    split = "words" if example == OWN else comparison.opening_split(example)
    return CompareState(
        example=example,
        split=split,
        tokenizers=comparison.opening_tokenizers(example),
        text=sample_texts.text(PAGE, example),
    )


def corpus_of(state: CompareState) -> TrainState:
    """Return the corpus of this page as one that trains has it."""
    return TrainState(example=state.example, text=state.corpus, split=state.split)


def compared_corpus(state: CompareState, memory: Memory, file: File | None = None) -> ComparedCorpus:
    """Return the corpus that is compared on. file: the visitor's own, which counts before the text. Raises
    TokvizError."""
    if state.example != OWN:
        return ComparedCorpus.of_example(state.example, state.split)
    request = replace(corpus_of(state), file=file)
    source = ComparedCorpus.of_own(parsed_corpus(request, memory), state.split, request.corpus_key)
    names = {Slot.of(name).algorithm for name in state.tokenizers} & ALGORITHMS.keys()
    by_language = next((name for name in sorted(names) if ALGORITHMS[name].by_language), None)
    if by_language is None:
        return source
    languages = parsed_corpus(replace(request, algorithm=by_language), memory).corpus
    return replace(source, languages=languages if isinstance(languages, LanguageCorpus) else None)


def compared_size(engine: Engine, state: CompareState) -> int:
    """Return the size of the vocabularies: the one that is asked for, or one that all can have. Raises TokvizError."""
    if state.size is not None:
        return state.size
    ranges = [engine.possible(Slot.of(tokenizer)) for tokenizer in state.tokenizers]
    return usual_size(*common_sizes([bounds for bounds in ranges if bounds is not None])[:2])


def from_training(train: TrainState, text: str = "") -> dict[str, str]:
    """Return the query string that takes the corpus of another page, and a text, to this page."""
    usual = defaults(train.example)
    is_fixed = train.example != OWN and not examples.load(train.example).is_prose
    split = usual.split if is_fixed else train.split
    return FORM.write(replace(usual, corpus=train.text, split=split, text=text or usual.text))


@dataclass(frozen=True)
class _Slots:
    """The tokenizers of a link: two at least, and no upload."""

    def parse(self, text: str) -> tuple[str, ...]:
        slots = text.split(",")
        good = [slot for slot in slots if Slot.of(slot).exists][:MOST]
        is_right = len(good) == len(slots)  # one alone was beside an upload; another joins it
        spare = (slot for slot in USUAL if slot not in good)
        while len(good) < FEWEST:
            good.append(next(spare))
        if not is_right:
            raise BeyondError(tuple(good))
        return tuple(good)

    def format(self, value: tuple[str, ...]) -> str | None:
        return ",".join(slot for slot in value if Slot.of(slot).is_trained) or None


def _with_split(state: CompareState, split: str) -> CompareState:
    is_free = state.example == OWN or examples.load(state.example).is_prose
    if not is_free and split != state.split:  # the words of a list cannot be split otherwise
        raise ValueError(split)
    return replace(state, split=split)


FORM: Form[CompareState] = Form(
    example=lambda state: state.example,
    names=NAMES,
    first=OPENING,
    opening=defaults,
    fields=(
        own_text("corpus", Text(MAX_PARAM_CHARS, is_whole=True)),
        Field("split", named(PRETOKENIZERS), lambda state: state.split, _with_split),
        plain("size", Number(1, MAX_SIZE, is_capped=True)),
        plain("t", _Slots(), "tokenizers"),
        plain("text", Text()),
        plain("held", Text()),
        plain("word", Text(MAX_WORD)),
        plain("marks", named(MARKS)),
        plain("view", opened(VIEWS)),
        plain("measure", opened(MEASURES)),
    ),
)
