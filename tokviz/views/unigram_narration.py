"""What happened at a step of unigram training and why, as sentences (see :mod:`tokviz.views.narration`)."""

from __future__ import annotations

from collections.abc import Iterable

from tokviz.unigram import Expect, Maximize, Prune, Seed, Step, Trace
from tokviz.views.catalog import Catalog
from tokviz.views.display import visible
from tokviz.views.narration import MAX_LISTED, Sentence, as_code, plain, segments

__all__ = ["done", "end", "number", "start", "upcoming"]


def number(value: float) -> str:
    """A probability, a count or a loss with four places that say something.

    >>> number(0.07142857), number(145.55321), number(0.0), number(12.0)
    ('0.07143', '145.5532', '0', '12')
    """
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:,.4f}" if abs(value) >= 1 else f"{value:.4g}"


def start(trace: Trace, say: Catalog) -> Sentence:
    """Before the first step."""
    return plain(say("unigram.start", words=say.count("count.words", len(trace.corpus))))


def done(step: Step, say: Catalog) -> Sentence:
    """What a step did."""
    place = f"{step.index + 1:,}"
    match step:
        case Seed():
            return segments(_seeded(step, place, say))
        case Expect():
            is_whole = step.trace.rules.expectation == "all-paths"
            what = say("unigram.expect.all") if is_whole else say("unigram.expect.best")
            top = _listed(step.counts.items(), say)
            return segments(say("unigram.expected", number=place, what=what, top=top, loss=number(step.loss)))
        case Maximize():
            return segments(_maximized(step, place, say))
        case Prune():
            return segments(_pruned(step, place, say))
    raise AssertionError(step)


def upcoming(step: Step, say: Catalog) -> Sentence:
    """What a step will do."""
    place = f"{step.index + 1:,}"
    trace = step.trace
    match step:
        case Seed():
            return plain(say("unigram.next.seed", number=place))
        case Expect():
            if trace.rules.expectation == "all-paths":
                return plain(say("unigram.next.expect.all", number=place))
            return plain(say("unigram.next.expect.best", number=place))
        case Maximize():
            return plain(say("unigram.next.maximize", number=place))
        case Prune(is_final=True):
            return plain(say("unigram.next.finish", number=place))
        case Prune():
            losses = zip(trace.scores(step.index), trace.recorded_losses(step.index), strict=True)
            going = set(step.dropped)
            cheapest = sorted((loss, piece) for piece, loss in losses if loss is not None and piece in going)
            listed = _listed(((piece, loss) for loss, piece in cheapest), say, ordered=True)
            return segments(
                say("unigram.next.prune", number=place, going=say.count("count.pieces", len(going)), cheapest=listed)
            )
    raise AssertionError(step)


def end(trace: Trace, say: Catalog) -> Sentence:
    """Why training ended."""
    left = say.count("count.pieces", trace.sizes[-1])
    return plain(say(f"unigram.stopped.{trace.stopped}", left=left, size=f"{trace.vocab_size:,}"))


def _seeded(step: Seed, place: str, say: Catalog) -> str:
    characters = sum(len(piece) == 1 for piece in step.counts)
    return say(
        "unigram.seeded",
        number=place,
        pieces=say.count("count.pieces", len(step.counts)),
        characters=say.count("count.characters", characters),
        sum=f"{sum(step.counts.values()):,}",
        top=_listed(step.counts.items(), say),
    )


def _maximized(step: Maximize, place: str, say: Catalog) -> str:
    if not _changed(step):
        return say("unigram.maximized.same", number=place)
    risen = sorted(
        (
            (change.after - change.before, change.piece, change.before, change.after)
            for change in step.changes
            if change.before is not None and change.after is not None
        ),
        key=lambda row: -abs(row[0]),
    )
    top = [
        say("unigram.change", piece=_code(piece), before=number(before), after=number(after))
        for _, piece, before, after in risen[:MAX_LISTED]
    ]
    digamma = step.trace.rules.digamma
    sentence = say("unigram.maximized.digamma", number=place) if digamma else say("unigram.maximized", number=place)
    sentence += say("unigram.changes", top=say.listed(top))
    if step.dropped:
        sentence += say("unigram.dropped", pieces=_names(step.dropped, say))
    return sentence


def _pruned(step: Prune, place: str, say: Catalog) -> str:
    left = say.count("count.pieces", len(step.pieces))
    if step.is_final:
        sentence = say("unigram.finished", number=place, left=left)
        if step.dropped:
            sentence += say("unigram.dropped", pieces=_names(step.dropped, say))
        if step.restored:
            sentence += say("unigram.restored", pieces=_names(step.restored, say))
        return sentence
    if not step.dropped:
        return say("unigram.pruned.none", number=place, left=left)
    return say("unigram.pruned", number=place, pieces=_names(step.dropped, say), left=left)


def _changed(step: Step) -> bool:
    return bool(step.dropped) or any(change.before != change.after for change in step.changes)


def _names(pieces: Iterable[str], say: Catalog) -> str:
    return _shortened([_code(piece) for piece in pieces], say)


def _listed(rows: Iterable[tuple[str, float]], say: Catalog, *, ordered: bool = False) -> str:
    """Pieces with their numbers, the greatest first unless they are in order."""
    found = list(rows)
    if not ordered:
        found.sort(key=lambda row: -row[1])
    return _shortened([f"{_code(piece)} {number(value)}" for piece, value in found], say)


def _shortened(names: list[str], say: Catalog) -> str:
    if len(names) > MAX_LISTED + 1:
        names = [*names[:MAX_LISTED], say.count("count.other-pieces", len(names) - MAX_LISTED)]
    return say.listed(names)


def _code(piece: str) -> str:
    return as_code(visible(piece))
