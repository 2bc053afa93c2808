"""Payload of the picture of a training that removes tokens again: that of merges, with the tests of parts.

Each frame has the tests after the last merge as far as they are decided, and each token of the vocabulary knows after
how many steps it is removed and comes back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from tokviz.checkpoint import checkpoint
from tokviz.merging.steps import Pair
from tokviz.picky import PartTest, Step, Trace
from tokviz.views.merges import picture as merges
from tokviz.views.merges.candidates import step_candidates
from tokviz.views.merges.narration import start
from tokviz.views.merges.payload import PartTests, TestedPart
from tokviz.views.picky import narration
from tokviz.views.picture.payload import (
    MAX_CHIPS,
    MarkedRow,
    Pool,
    Span,
    WordGroups,
    picture_payload,
    row_group,
    step_sentences,
)
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import Sentence, segments

__all__ = ["payload"]

Number = Callable[[str], int]


def payload(trace: Trace, steps: range, say: Catalog, query: str = "", *, asks: bool = False) -> dict[str, Any]:
    """Return the picture's payload for these steps, ready for JSON.

    query: words that begin with or hold this are shown besides. asks: whether what comes next is asked first; then the
    results of tests that a question is about are left out.
    """
    pool = Pool(trace.corpus, say)
    words = WordGroups(trace.corpus, query)
    frames = []
    done = trace[steps.start - 1] if steps.start else None
    was: tuple[Pair, ...] = ()
    for k, candidates in zip(steps, step_candidates(trace, steps, merges.MAX_CANDIDATES), strict=True):
        checkpoint()
        upcoming = trace[k] if k < len(trace) else None
        touched = () if words.is_whole else _touched_words(trace, k, k if asks else k + 1)
        groups = [row_group(_word_rows(pool, trace, group, k, done, upcoming)) for group in words.at_step(touched)]
        tied = tuple(candidate.pair for candidate in candidates.best[: candidates.tied]) if candidates.tied > 1 else ()
        is_asked = asks and bool(narration.pending(trace, k))
        said = step_sentences(
            trace,
            k,
            narration.done(done, say, was, is_asked=is_asked) if done else start(trace, say),
            narration.upcoming(upcoming, say, tied) if upcoming else narration.end(trace, say),
        )
        more = merges.frame(trace, k, candidates, pool.number, say) | {"vocabulary": _vocabulary_notes(trace, k, say)}
        more["candidates"] |= _titles(trace, k, say, is_asked=is_asked)
        tests = () if is_asked else narration.settled_tests(trace, k)
        if tests:
            more["tests"] = _tests(trace, k, tests, pool.number, say)
        frames.append({"groups": groups, "say": said, **more})
        done, was = upcoming, tied
    linked = merges.picture(trace, steps, pool.names, pool.number, say)
    removed = _removed(trace, steps.stop - 1)
    for token in linked["merges"]:
        if removal := removed.get(trace.tokens[token["number"] - 1]):
            token["removed"] = removal
    linked["labels"] |= say.within("picky.picture.")
    built = picture_payload(
        len(trace), steps.start, frames, pool.tokens, pool.rows, say, has_search=not words.is_whole, found=words.found
    )
    return built | {"picture": linked}


# -- words -------------------------------------------------------------------------------------------------------------


def _word_rows(
    pool: Pool, trace: Trace, words: Iterable[str], k: int, done: Step | None, upcoming: Step | None
) -> list[MarkedRow]:
    """Return the rows of `words` after k steps, with what the last step made and what the next one touches marked."""
    before = {} if done is None else {change.word: change.before for change in done.changes}
    rows: list[MarkedRow] = []
    for word in words:
        symbols, length = trace.beginning(word, k, MAX_CHIPS)
        spans: list[Span] = []
        if done is not None and word in before:
            spans += _made(symbols, before[word], done)
        spans += _ahead(symbols, upcoming)
        rows.append((pool.row(word, symbols, length), spans))
    return rows


def _made(symbols: tuple[str, ...], before: tuple[str, ...], step: Step) -> list[Span]:
    """Return the chips that a step made: its token, or the pieces of a removed one."""
    if not step.is_removal:
        return [(i, 1, "new") for i, symbol in enumerate(symbols) if symbol == step.token]
    spans: list[Span] = []
    place = 0
    for symbol in before:
        length = len(step.pieces) if symbol == step.token else 1
        if symbol == step.token:
            spans += [(i, 1, "new") for i in range(place, min(place + length, len(symbols)))]
        place += length
    return spans


def _ahead(symbols: tuple[str, ...], step: Step | None) -> list[Span]:
    """Return the chips that a step will merge or split."""
    if step is None:
        return []
    if step.is_removal:
        return [(i, 1, "next") for i, symbol in enumerate(symbols) if symbol == step.token and step.count]
    spans: list[Span] = []
    end = 0
    for i in range(len(symbols) - 1):
        if i >= end and symbols[i : i + 2] == step.pair:
            spans.append((i, 2, "next"))
            end = i + 2
    return spans


def _touched_words(trace: Trace, k: int, stop: int) -> Iterable[str]:
    """Return the words that step k changed, and those before step `stop`, each once."""
    steps = [step for step in range(k - 1, stop) if 0 <= step < len(trace)]
    return dict.fromkeys(word for step in steps for word in trace.changed(step))


# -- tests and the vocabulary ------------------------------------------------------------------------------------------


def _titles(trace: Trace, k: int, say: Catalog, *, is_asked: bool) -> dict[str, Any]:
    """Return title and rule of what the next step chooses from; of a removal what it does. Of tests that are asked
    about, nothing is listed."""
    if k == len(trace):
        return {}
    if is_asked:
        return {"title": say("picky.panel.tests", number=k + 1), "rule": "", "rows": [], "total": 0}
    if trace[k].is_removal:
        scaffold = trace.rules.removal == "scaffold"
        return {"title": say("picky.panel.scaffold" if scaffold else "picky.panel.removal", number=k + 1), "rule": ""}
    return {"title": say("picky.panel.merge", number=k + 1)}


def _tests(trace: Trace, k: int, tests: Iterable[PartTest], number: Number, say: Catalog) -> PartTests:
    """Return the tests that are decided after k steps."""
    limit = narration.threshold(trace, say)
    scaffold = trace.rules.removal == "scaffold"
    return {
        "title": say("picky.panel.about.scaffold") if scaffold else say("picky.panel.about", threshold=limit),
        "token": number(trace.tokens[trace.last_merge(k) or 0]),
        "rows": [_test(trace, k, test, number, say) for test in tests],
    }


def _test(trace: Trace, k: int, test: PartTest, number: Number, say: Catalog) -> TestedPart:
    if test.head is None:
        bar, limit = float(test.share), float(trace.rules.limit)
        worth = narration.worked_out(test, say)
    else:
        most = max(test.left_over, test.head, 1)
        bar, limit = test.left_over / most, test.head / most
        worth = say("picky.panel.left", left=test.left_over, head=test.head)
    is_out = test.is_removed and not (k < len(trace) and trace.kinds[k] == "removal" and trace.tokens[k] == test.part)
    if test.is_letter:
        verdict = say("picky.verdict.letter")
    elif test.is_removed and not is_out:
        verdict = say("picky.verdict.next-scaffold" if test.head is not None else "picky.verdict.next")
    elif test.is_removed:
        verdict = say("picky.verdict.scaffold") if test.head is not None else say("picky.verdict.removed")
    else:
        verdict = say("picky.verdict.was-scaffold") if test.was_removed else say("picky.verdict.stays")
    return {
        "symbol": number(test.part),
        "bar": round(bar, 4),
        "limit": round(limit, 4),
        "worth": worth,
        "verdict": verdict,
        "out": is_out,
    }


def _removed(trace: Trace, last: int) -> dict[str, list[int]]:
    """Return token -> after how many steps it is removed, or comes back, by turns."""
    toggles: defaultdict[str, list[int]] = defaultdict(list)
    for k, kind in enumerate(trace.kinds[:last]):
        if kind in ("removal", "return"):
            toggles[trace.tokens[k]].append(k + 1)
    return toggles


def _vocabulary_notes(trace: Trace, k: int, say: Catalog) -> Sentence:
    """Say how large the vocabulary is, how many tokens were made for it and removed, and how much of it is in use."""
    start, size, ever = trace.sizes()[0], trace.sizes()[k], trace.sizes_with_removed[k]
    special = len(dict.fromkeys(trace.rules.special_tokens))
    text = say(
        "picky.vocabulary.special" if special else "picky.vocabulary",
        start=say.count("count.symbols-of-word", start - special),
        special=say.count("count.special-tokens", special),
        made=say.count("count.merged-tokens", ever - start),
        removed=say("picky.vocabulary.removed", n=ever - size),
        size=size,
        used=trace.symbols_in_use[k],
    )
    return segments(text)
