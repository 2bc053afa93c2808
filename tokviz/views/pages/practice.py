"""The view of `/practice` that is data: which conventions a list of merges or a vocabulary follows on a corpus.

The exercises of the page are in :mod:`tokviz.views.exercises.series`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.exercises.answers import UnreadableError
from tokviz.exercises.conventions import Fit, Name, VocabularyFit, fits
from tokviz.memory import Memory
from tokviz.state.practice import FORM, PracticeState
from tokviz.state.request import TrainingRequest, read_corpus
from tokviz.text_keys import preset_key
from tokviz.views.exercises.wording import convention_rows, sentence
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.messages import error_text
from tokviz.views.shared.sentences import Sentence, as_code, part_text, segments
from tokviz.views.shows import Ask, Choice, Page, Show, Text, Word, told

MAX_CORPUS, MAX_MERGES = 4_000, 20_000
"""The most characters of a corpus, and of a list of merges that is checked on it."""
ALGORITHMS = {"bpe": "BPE", "wordpiece": "WordPiece"}
"""The algorithms whose lists can be checked, with their names."""
CORPUS = "low 5\nlower 2\nnewest 6\nwidest 3"
"""The corpus on which a list is checked at first."""


@dataclass(frozen=True)
class Checking:
    """The subject of the view: where a corpus is read, and in which language is told what it shows."""

    memory: Memory
    say: Catalog


def checked(words: str, written: str, algorithm: Name, seen: Checking) -> Iterator[Show]:
    """Yield the conventions that a list of merges or a vocabulary follows on a corpus, and where it leaves others."""
    say = seen.say
    try:
        corpus = read_corpus(TrainingRequest(example=OWN, text=words), seen.memory).corpus
        results = fits(corpus, written, algorithm)
    except TokvizError as error:
        yield Text((error_text(error, say),), "error")
        return
    except UnreadableError as unreadable:
        yield Text(sentence(unreadable.line, say), "error")
        return
    yield Text((_conclusion(results, say),), "strong")
    for row in convention_rows(results, say, _fenced):
        yield Text(segments(row), "item")


def _fenced(shown: Sentence) -> str:
    """Return a sentence as text with its code fenced."""
    return "".join(part if isinstance(part, str) else as_code(part_text(part)) for part in shown)


def _conclusion(results: Sequence[Fit | VocabularyFit], say: Catalog) -> str:
    best, followed = results[0], [say(preset_key(result.rules)) for result in results if result.follows]
    name, names = say(preset_key(best.rules)), say.listed(followed)
    if isinstance(best, VocabularyFit):
        return say("check.vocabulary.follows", names=names) if followed else say("check.vocabulary.leaves", name=name)
    return say("check.follows", names=names) if followed else say.count("check.leaves", best.steps, name=name)


def own_merges(seen: Checking, ask: Ask) -> Iterator[Show]:
    """Ask for a corpus and a list of merges or a vocabulary, and yield the conventions that it follows."""
    say = seen.say
    yield told(say, "check.about", "caption")
    words = ask(Word("corpus", say("check.corpus"), CORPUS, MAX_CORPUS, is_long=True))
    algorithm = ask(Choice("algorithm", say("check.algorithm"), "bpe", tuple(ALGORITHMS.items())))
    written = ask(Word("merges", say("check.merges"), "", MAX_MERGES, is_long=True))
    if written.strip():
        yield from checked(words, written, "wordpiece" if algorithm == "wordpiece" else "bpe", seen)


def _seen(_: PracticeState, memory: Memory, say: Catalog) -> Checking:
    return Checking(memory, say)


PAGE: Page[PracticeState, Checking] = Page(form=FORM, seen=_seen, views={"check": ("check.title", own_merges)})
