"""The encoding of a word by merges, told: what an iteration did, what the next one chooses from, why it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tokviz.bpe import EncodeStep, EncodeTrace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import MAX_LISTED, Sentence, code, plain, segments, shortened

__all__ = ["done", "dropped", "dropping", "legend", "lost_of_text", "made", "start", "stopped", "to_merge", "upcoming"]


def made(step: EncodeStep | None) -> tuple[tuple[int, int, str], ...]:
    """Where the tokens stand that an iteration made: each merge before one moves it a place to the left."""
    if step is None:
        return ()
    return tuple((position - earlier, 1, "new") for earlier, position in enumerate(step.positions))


def to_merge(step: EncodeStep | None) -> tuple[tuple[int, int, str], ...]:
    """Where the pairs stand that an iteration merges."""
    return tuple((position, 2, "next") for position in step.positions) if step else ()


def start(trace: EncodeTrace, say: Catalog) -> Sentence:
    """What a word is before anything is dropped or merged."""
    return plain(say("encode.start", symbols=say.count("count.symbols-of-word", len(trace.read))))


def dropping(trace: EncodeTrace, say: Catalog) -> Sentence:
    """Which symbols of a word step 1 drops, and why."""
    return segments(say(f"encode.dropping.{_form(trace)}", number=1, symbols=_named(trace, say)))


def dropped(trace: EncodeTrace, say: Catalog) -> Sentence:
    """What step 1 has dropped, and how much of the word is left."""
    left = say.count("count.symbols-of-word", len(trace.start))
    extent = "some" if trace.start else "all"
    return segments(say(f"encode.dropped.{extent}.{_form(trace)}", number=1, symbols=_named(trace, say), left=left))


def lost_of_text(lost: Counter[str], say: Catalog) -> Sentence:
    """Which symbols of a text are dropped, how many, and why."""
    names = _listed(list(lost), say)
    return segments(say.count("encode.text-dropped", lost.total(), symbols=names))


def legend(trace: EncodeTrace, say: Catalog) -> Sentence:
    """How many symbols of a word are dropped, and why."""
    total = say.count("count.symbols-of-word", len(trace.read))
    return plain(say("encode.dropped.legend", number=len(trace.dropped), total=total))


def _dropped(trace: EncodeTrace) -> tuple[str, ...]:
    """The different symbols that are dropped, in the order of the word."""
    return tuple(dict.fromkeys(one.symbol for one in trace.dropped))


def _form(trace: EncodeTrace) -> str:
    """The form of a sentence about what is dropped."""
    return "single" if len(_dropped(trace)) == 1 else "several"


def _named(trace: EncodeTrace, say: Catalog) -> str:
    return _listed(_dropped(trace), say)


def _listed(names: Sequence[str], say: Catalog) -> str:
    return shortened([code(name) for name in names[: MAX_LISTED + 1]], len(names), "count.other-symbols", say)


def done(step: EncodeStep, number: int, say: Catalog) -> Sentence:
    """What iteration `number`, counted from 1, did."""
    token = step.after[step.positions[0]]
    return segments(
        say(
            "encode.done",
            number=number,
            pair=code(*step.pair),
            token=code(token),
            merge=step.rank + 1,
            times=say.count("count.places", len(step.positions)),
        )
    )


def upcoming(step: EncodeStep, number: int, say: Catalog) -> Sentence:
    """What iteration `number`, counted from 1, chooses from, and what it takes."""
    known = sorted({(c.rank, c.pair) for c in step.candidates if c.rank is not None})
    unknown = len({c.pair for c in step.candidates if c.rank is None})
    listed = [say("encode.next.known", pair=code(*pair), number=rank + 1) for rank, pair in known[:MAX_LISTED]]
    if len(known) > MAX_LISTED:
        listed.append(say.count("count.other-pairs", len(known) - MAX_LISTED))
    sentence = say("encode.next", number=number, known=say.listed(listed), pair=code(*step.pair))
    return segments(sentence + (say.count("encode.never", unknown) if unknown else ""))


def stopped(trace: EncodeTrace, say: Catalog) -> str:
    """Why an encoding ended; for :func:`segments`."""
    return say(f"encode.stopped.{trace.stopped}", word=code(trace.word))
