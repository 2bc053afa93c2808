"""Which convention a vocabulary follows on a corpus, or where it leaves them all: the tokens in the order of their ids.

Special tokens are not compared, since files put them where they like.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from tokviz.corpus import Corpus
from tokviz.exercises.answers import UnreadableError
from tokviz.exercises.conventions import MAX_MERGES, Fit, Name, conventions, presets_of, read_merges, trained
from tokviz.exercises.task import Line, Symbols, line

__all__ = ["VocabularyFit", "differs_at", "fits", "read_vocabulary", "vocabulary_conventions"]

MAX_TOKENS = 4 * MAX_MERGES
_NAMED = 5  # tokens that a line names


@dataclass(frozen=True)
class VocabularyFit:
    """How a vocabulary agrees with that of one convention.

    rules: the name of the preset. same: so many tokens are the same from the first on. follows: whether all are, in the
    same order. yours, theirs: the first token of each that differs, None where there is none. extra, lacking: the
    tokens that only yours has, and that only theirs has; none where the order alone differs.
    """

    rules: str
    same: int
    follows: bool
    yours: str | None
    theirs: str | None
    extra: Symbols
    lacking: Symbols


def vocabulary_conventions(corpus: Corpus, tokens: Sequence[str], algorithm: Name = "bpe") -> tuple[VocabularyFit, ...]:
    """How a vocabulary agrees with those of each convention at the same size, the best first.

    >>> corpus = Corpus({"low": 5, "lower": 2})
    >>> found = vocabulary_conventions(corpus, ["e", "l", "o", "r", "w", "lo", "low"])
    >>> [one.rules for one in found if one.follows]
    ['huggingface', 'course']
    """
    found = []
    for name, rules in presets_of(algorithm).items():
        own = [token for token in tokens if token not in rules.first_tokens]
        size = len(own) + len(rules.first_tokens)
        trace = trained(corpus, rules, vocab_size=size)
        found.append(_fit(name, own, [token for token in trace.vocabulary() if token not in rules.first_tokens]))
    return tuple(sorted(found, key=lambda one: (not one.follows, len(one.extra) + len(one.lacking), -one.same)))


def fits(corpus: Corpus, written: str, algorithm: Name) -> tuple[Fit, ...] | tuple[VocabularyFit, ...]:
    """How what somebody wrote, a vocabulary or a list of merges, agrees with each convention, the best first. Raises
    UnreadableError for what is neither."""
    tokens = read_vocabulary(written)
    if tokens is None:
        return conventions(corpus, read_merges(written), algorithm)
    return vocabulary_conventions(corpus, tokens, algorithm)


def _fit(name: str, own: Sequence[str], theirs: Sequence[str]) -> VocabularyFit:
    same = 0
    while same < min(len(own), len(theirs)) and own[same] == theirs[same]:
        same += 1
    return VocabularyFit(
        name,
        same,
        same == len(own) == len(theirs),
        own[same] if same < len(own) else None,
        theirs[same] if same < len(theirs) else None,
        tuple(dict.fromkeys(token for token in own if token not in set(theirs))),
        tuple(token for token in theirs if token not in set(own)),
    )


def differs_at(found: VocabularyFit) -> tuple[Line, ...]:
    """What is said of the difference; nothing where there is none."""
    if found.follows:
        return ()
    if not found.extra and not found.lacking:
        yours, theirs = (found.yours or "",), (found.theirs or "",)
        return (line("check.vocabulary.order", number=found.same + 1, yours=yours, theirs=theirs),)
    return tuple(
        line(key, n=len(tokens), tokens=tuple((token,) for token in tokens[:_NAMED]))
        for key, tokens in (("check.vocabulary.extra", found.extra), ("check.vocabulary.lacking", found.lacking))
        if tokens
    )


def read_vocabulary(text: str) -> Symbols | None:
    """The tokens of a pasted vocabulary: one per line, as in ``vocab.txt``; or JSON, token -> id, as in ``vocab.json``.
    None for what is no vocabulary, such as a list of merges. Raises UnreadableError for too many.

    >>> read_vocabulary("a\\nb\\nab\\n"), read_vocabulary('{"b": 1, "a": 0}'), read_vocabulary("a b\\n")
    (('a', 'b', 'ab'), ('a', 'b'), None)
    """
    stripped = text.removeprefix("\ufeff").strip()
    tokens: list[str] = []
    if stripped.startswith("{"):
        try:
            ids = json.loads(stripped)
            tokens = sorted(ids, key=lambda token: int(ids[token]))
        except (ValueError, TypeError, OverflowError, RecursionError):
            raise UnreadableError(line("check.unreadable.vocabulary")) from None
    else:
        tokens = [one.strip() for one in stripped.splitlines() if one.strip()]
        if not tokens or stripped.startswith(("[(", "[[", "#version")) or any(len(one.split()) > 1 for one in tokens):
            return None
        if all("+" in one[1:-1] for one in tokens):
            return None
    if len(tokens) > MAX_TOKENS:
        raise UnreadableError(line("check.unreadable.many-tokens", found=len(tokens), most=MAX_TOKENS))
    return tuple(tokens)
