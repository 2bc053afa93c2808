"""Where `/compare` leads: the same corpus on the pages of the algorithms, and a word's trace at the step that decided.

Pure: no Streamlit here. A link is the name of a page and a query string, without the language.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from tokviz import bpe, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS, UNIGRAM, WORDPIECE
from tokviz.compare.engine import Compared
from tokviz.compare.facts import Account
from tokviz.compare.reasons import Reason
from tokviz.compare.sources import UNIT, Model, sources
from tokviz.corpus.passages import Passage
from tokviz.examples import OWN
from tokviz.pretokenize import METASPACE
from tokviz.state import bpe_encode as encode_state
from tokviz.state import lattice as lattice_state
from tokviz.state import training as train_state
from tokviz.state import wordpiece_encode as wordpiece_state
from tokviz.state.bpe_encode import BpeEncodeState
from tokviz.state.compare import CompareState
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.lattice import MAX_WORD, LatticeState
from tokviz.state.training import TrainState
from tokviz.state.wordpiece_encode import WordpieceEncodeState

__all__ = ["Link", "encoding_link", "training_link", "travels"]


class Link(NamedTuple):
    """A page by its url, and the query string to open it with. step: the one that it opens at, 0 for the start."""

    page: str
    query: dict[str, str]
    step: int = 0


def travels(asked: CompareState) -> bool:
    """Whether the corpus fits into a link; a file and a long text do not."""
    return asked.example != OWN or 0 < len(asked.corpus) <= MAX_LINK_CHARS


def encoding_link(
    asked: CompareState, one: Compared, passage: Passage, why: Reason | None, account: Account | None
) -> Link | None:
    """The page that takes a word apart with this tokenizer, at the step that decided.

    An uploaded one has to be handed over (:mod:`tokviz.web.encoding.tokenizer`). why, account: why the word differs,
    and this tokenizer's side of it; without them the last step, where the word is done. None if there is no such page.
    """
    model, word = one.model, passage.word or passage.written
    seen, index = _seen(passage, model, why)
    train = _train(asked, one)
    is_in_text = seen in model.words(asked.text)
    text = asked.text if is_in_text else word if seen in model.words(word) else f" {word}"
    match model:
        case unigram.Model():
            seen = seen[:MAX_WORD]
            step = _position(model, seen, index)
            lattice = LatticeState(train=train, word=_typed(seen, word, model), text=asked.text, step=step)
            return Link(UNIGRAM.name, lattice_state.FORM.write(lattice), step)
        case wordpiece.Model():
            step = _search(model, seen, index)
            walk = WordpieceEncodeState(train=train, text=text, word=seen, step=step)
            return Link(WORDPIECE.name, wordpiece_state.FORM.write(walk), step)
        case bpe.Model():
            step = _merge(model, seen, account)
            merging = BpeEncodeState(train=train, text=text, word=seen, step=step)
            return Link(encode_state.PAGE, encode_state.FORM.write(merging), step)
        case _:
            return None


def training_link(asked: CompareState, one: Compared, account: Account) -> Link | None:
    """The step of the training that decided; None if none did."""
    trace, step = one.tokenizer.trace, account.step
    if step is None or trace is None:
        return None
    train = replace(_train(asked, one), step=step + 1)
    if ALGORITHMS[trace.algorithm].grows and step >= one.tokenizer.steps:  # beyond this size
        train = replace(train, amount=trace.sizes()[step + 1])
    return Link(one.slot.algorithm, train_state.FORMS[train.algorithm].write(train), step + 1)


def _train(asked: CompareState, one: Compared) -> TrainState:
    """The training of a tokenizer; for an uploaded one what stands beside it on the page that takes it."""
    if not one.slot.is_trained:
        return replace(train_state.defaults(ALGORITHMS[one.model.algorithm], asked.example), text=asked.corpus)
    return TrainState(
        algorithm=one.slot.algorithm,
        example=asked.example,
        text=asked.corpus,
        split=asked.split,
        preset=one.slot.preset,
        rules=one.slot.rules,
        stop="vocab",
        amount=one.size + one.tokenizer.special,
    )


def _seen(passage: Passage, model: Model, why: Reason | None) -> tuple[str, int]:
    """Which of its words the tokenizer sees at the place that differs (the first without one), and where in it that is:
    how many of its characters stand before the place; all of them without one."""
    start, word, _, end = (place * UNIT for place in passage.stretch)
    found = [
        one for one in sources(passage.text, model) if one.begins and start <= one.ends[-1] and one.begins[0] < end
    ]
    found = [one for one in found if one.ends[-1] > word] or found
    if not found:
        return passage.word, len(passage.word)
    if why is None or why.place is None:
        return found[0].text, len(found[0].text)
    place = word + int(why.place * UNIT)
    source = next((one for one in found if one.ends[-1] >= place), found[-1])
    return source.text, sum(begin < place for begin in source.begins)


def _typed(seen: str, word: str, model: unigram.Model) -> str:
    """What is typed so that the tokenizer sees this word: some put the mark before it themselves."""
    return next((one for one in (seen, seen.removeprefix(METASPACE), word) if model.words(one) == (seen,)), seen)


def _position(model: unigram.Model, word: str, index: int) -> int:
    """The step of the lattice that fills the end of the piece that covers, or ends at, the place."""
    trace = model.explain(word)
    place = index + len(trace.lattice.word) - len(word)
    return next((arc.end for arc in trace.path.arcs if arc.end >= place), len(trace.lattice.word))


def _search(model: wordpiece.Model, word: str, index: int) -> int:
    """How many searches are done when the token that covers, or ends at, the place is found."""
    trace = model.explain(word)
    return next((k for k, step in enumerate(trace, 1) if step.end is None or step.end >= index), len(trace))


def _merge(model: bpe.Model, word: str, account: Account | None) -> int:
    """How many merges of the word are done when the one that decided is made; all where none was."""
    merges = [step.pair for step in model.explain(word)]
    decided = account.decided if account else None
    if decided is None or decided.pair not in merges:
        return len(merges)
    return merges.index(decided.pair) + 1
