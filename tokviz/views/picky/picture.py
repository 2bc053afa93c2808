"""Payload of the picture of a training that removes tokens again: that of merges, with the tests of parts.

Each frame has the tests after the last merge as far as they are decided, and each token of the vocabulary knows after
how many steps it is removed and comes back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from tokviz.memoized import memoized
from tokviz.merging.steps import Pair
from tokviz.picky import PartTest, Step, Trace, train
from tokviz.views.merges import picture as merges
from tokviz.views.merges.narration import start
from tokviz.views.merges.payload import MergesPicture, PartTests, RemovedPlace, RemovedPlaces, TestedPart
from tokviz.views.picky import narration
from tokviz.views.picture.payload import MAX_CHIPS, Span, marked_spans
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown
from tokviz.views.shared.sentences import Sentence, code, segments

_LINES = {"above": "picky.panel.line", "at-least": "picky.panel.line.at-least"}
_MAX_PLACES = 3
"""The number of words that are listed of those in which a removed token was split again."""
_PLAIN_WORK = 400_000
"""Up to so many symbols times steps, plain BPE is trained beside it: it takes a tenth of a second."""

Number = Callable[[str], int]


def payload(trace: Trace, steps: range, say: Catalog, query: str = "", *, asks: bool = False) -> dict[str, Any]:
    """Return the picture's payload for these steps, ready for JSON.

    query: words that begin with or hold this are shown besides. asks: whether what comes next is asked first; then the
    results of tests that a question is about are left out.
    """
    return _Picture(trace, steps, say, query, asks=asks).payload()


class _Picture(merges.PictureOfMerges[Trace, Step]):
    def __init__(self, trace: Trace, steps: range, say: Catalog, query: str, *, asks: bool) -> None:
        super().__init__(trace, steps, say, query, asks=asks)
        self._plain = _plain_sizes(trace)

    def _is_asked(self, k: int) -> bool:
        return self.asks and bool(narration.pending(self.trace, k))

    def marked(self, word: str, symbols: tuple[str, ...], done: Step | None, upcoming: Step | None) -> list[Span]:
        """Return the chips that the last step made and those that the next one merges or splits."""
        before = self._before(done.index) if done is not None else {}
        spans = _made(symbols, before[word], done) if done is not None and word in before else []
        return [*spans, *_ahead(symbols, upcoming)]

    @memoized(1)
    def _before(self, k: int) -> dict[str, tuple[str, ...]]:
        """Return the words that step k changed, as they were before it."""
        step = self.step(k)
        return {change.word: change.before for change in step.changes} if step else {}

    def frame(self, k: int, shown: Sequence[Sequence[str]]) -> dict[str, Any]:
        """Return the data of a frame of merges, with tests, removals and places."""
        trace, say, number = self.trace, self.say, self.pool.number
        done, upcoming, is_asked = self.step(k - 1), self.step(k), self._is_asked(k)
        more = super().frame(k, shown)
        more["vocabulary"] = _vocabulary_notes(trace, k, self._plain, say)
        more["candidates"] = replace(more["candidates"], **_titles(trace, k, say, is_asked=is_asked))
        tests = () if is_asked else narration.known_tests(trace, k)
        if tests:
            more["tests"] = _tests(trace, k, tests, number, say)
        if done is not None and done.is_removal and trace.rules.removal != "scaffold" and not is_asked:
            more["places"] = _places(done, number, say)
        if upcoming is not None and upcoming.is_removal and not is_asked:
            more["removes_next"] = number(upcoming.token)
        return more

    def done(self, k: int, tied: Sequence[Pair]) -> Sentence:
        """Say what the last of k steps did, as far as no question is about it."""
        done = self.step(k - 1)
        if done is None:
            return start(self.trace, self.say)
        return narration.done(done, self.say, tied, is_asked=self._is_asked(k))

    def ahead(self, k: int, tied: Sequence[Pair]) -> Sentence:
        """Say what comes after k steps."""
        upcoming = self.step(k)
        return narration.upcoming(upcoming, self.say, tied) if upcoming else narration.end(self.trace, self.say)

    def whole(self) -> MergesPicture:
        """Return the data common to all frames, with the removals and returns of tokens."""
        trace, linked = self.trace, super().whole()
        removed = _removed(trace, self.steps.stop - 1)
        ties = zip(trace.kinds, linked.ties, strict=True)
        return replace(
            linked,
            merges=[replace(token, removed=removed.get(trace.tokens[token.number - 1])) for token in linked.merges],
            ties="".join("x" if kind == "removal" else tie for kind, tie in ties),
            labels={**linked.labels, **self.say.within("picky.picture.")},
        )


# -- words -------------------------------------------------------------------------------------------------------------


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
    return marked_spans(symbols, None, step.pair)


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
    """Return the tests whose results are known after k steps."""
    scaffold = trace.rules.removal == "scaffold"
    limit = narration.threshold(trace, say)
    token = trace.tokens[trace.last_merge(k) or 0]
    return PartTests(
        title=say("picky.panel.about.scaffold") if scaffold else say("picky.panel.about"),
        rule=say("picky.panel.line.scaffold") if scaffold else say(_LINES[trace.rules.above], threshold=limit),
        token=number(token),
        rows=[_test(trace, k, token, test, number, say) for test in tests],
    )


def _test(trace: Trace, k: int, token: str, test: PartTest, number: Number, say: Catalog) -> TestedPart:
    """Return a test. token: what the pair became."""
    if test.head is None:
        bar, limit = float(test.share), float(trace.rules.limit)
        worth, worked = _share(test, say), narration.worked_out(test, say)
    else:
        most = max(test.left_over, test.head, 1)
        bar, limit = test.left_over / most, test.head / most
        worth = worked = say("picky.panel.left", left=test.left_over, head=test.head)
    ahead = () if k == len(trace) else trace.tokens[k : trace.next_merge(k)]
    is_out = test.is_removed and test.part not in ahead
    told = say(
        "picky.panel.places" if test.left_over else "picky.panel.places.all",
        inside=say.count("count.times", test.merged),
        token=code(token),
        left=say.count("count.times", test.left_over),
    )
    return TestedPart(
        symbol=number(test.part),
        bar=round(bar, 4),
        limit=round(limit, 4),
        worth=worth,
        worked=worked,
        told=segments(told),
        fails=test.is_removed,
        out=is_out,
        verdict=_verdict(test, say, is_out=is_out, is_next=ahead[:1] == (test.part,)),
    )


def _share(test: PartTest, say: Catalog) -> str:
    """Write the share of a part as a fraction and in percent."""
    fraction = f"{say.integer(test.merged)}/{say.integer(test.left_over + test.merged)}"
    return f"{fraction} {narration.equals(test.share)} {narration.percent(test.share, say)}"


def _verdict(test: PartTest, say: Catalog, *, is_out: bool, is_next: bool) -> str:
    """Say in a word what happens to a part. is_out: it is removed by now; is_next: by the next step."""
    scaffold = test.head is not None
    if test.is_letter:
        return say("picky.verdict.letter")
    if not test.is_removed:
        return say("picky.verdict.was-scaffold" if test.was_removed else "picky.verdict.stays")
    if is_out:
        return say("picky.verdict.scaffold" if scaffold else "picky.verdict.removed")
    if is_next:
        return say("picky.verdict.next-scaffold" if scaffold else "picky.verdict.next")
    return say("picky.verdict.then-scaffold" if scaffold else "picky.verdict.then")


def _places(step: Step, number: Number, say: Catalog) -> RemovedPlaces:
    """Return the places of a removed token after its step.

    They are in the new token, and in pieces in other words.
    """
    (test,) = step.tests
    into = step.trace.tokens[step.trace.last_merge(step.index) or 0]
    rows: list[RemovedPlace] = [RemovedPlace(count=test.merged, word="", symbols=[number(into)], pieces=[])]
    changes = step.changes
    for change in changes[:_MAX_PLACES]:
        made = _made(change.after, change.before, step)
        rows.append(
            RemovedPlace(
                count=change.count * change.before.count(step.token),
                word=shown(change.word, 24),
                symbols=[number(symbol) for symbol in change.after[:MAX_CHIPS]],
                pieces=[place for place, _, _ in made if place < MAX_CHIPS],
            )
        )
    rest = len(changes) - _MAX_PLACES
    return RemovedPlaces(
        title=say("picky.panel.now"),
        rows=rows,
        more=say.count("count.other-words", rest) if rest > 0 else "",
    )


def _removed(trace: Trace, last: int) -> dict[str, list[int]]:
    """Return token -> after how many steps it is removed, or comes back, by turns."""
    toggles: defaultdict[str, list[int]] = defaultdict(list)
    for k, kind in enumerate(trace.kinds[:last]):
        if kind in ("removal", "return"):
            toggles[trace.tokens[k]].append(k + 1)
    return toggles


def _plain_sizes(trace: Trace) -> tuple[int, ...] | None:
    """Return the size of the vocabulary of plain BPE on the same words after 0, 1, ... merges, as far as there are
    pairs; None where a second training would take too long, or where nothing is removed."""
    if trace.rules.removal == "none" or trace.total_symbols[0] * len(trace) > _PLAIN_WORK:
        return None
    return train(trace.corpus, merges=trace.merges_done[-1], rules=replace(trace.rules, removal="none")).sizes()


def _vocabulary_notes(trace: Trace, k: int, plain: Sequence[int] | None, say: Catalog) -> Sentence:
    """Say how large the vocabulary is, how many tokens were made for it and removed, and how large plain BPE's is.

    Special tokens are in both, and are not counted.
    """
    special = len(dict.fromkeys(trace.rules.special_tokens))
    start, size, ever = trace.sizes()[0] - special, trace.sizes()[k] - special, trace.sizes_with_removed[k] - special
    text = say(
        "picky.vocabulary",
        start=say.count("count.symbols-of-word", start),
        made=say.count("count.merged-tokens", ever - start),
        removed=say("picky.vocabulary.removed", n=ever - size),
        size=size,
    )
    merges = trace.merges_done[k]
    if plain is not None:
        reached = plain[min(merges, len(plain) - 1)] - special
        text += say("picky.vocabulary.plain", merges=say.count("count.merges", merges), size=reached)
    if special:
        text += say("picky.vocabulary.besides", special=say.count("count.special-tokens", special))
    return segments(text)
