"""The encoding of a word by merges, told: what an iteration did, what the next one chooses from, why it ended."""

from __future__ import annotations

from tokviz.bpe import EncodeStep, EncodeTrace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import MAX_LISTED, Sentence, code, plain, segments

__all__ = ["done", "made", "start", "stopped", "to_merge", "upcoming"]


def made(step: EncodeStep | None) -> tuple[tuple[int, int, str], ...]:
    """Where the tokens stand that an iteration made: each merge before one moves it a place to the left."""
    if step is None:
        return ()
    return tuple((position - earlier, 1, "new") for earlier, position in enumerate(step.positions))


def to_merge(step: EncodeStep | None) -> tuple[tuple[int, int, str], ...]:
    """Where the pairs stand that an iteration merges."""
    return tuple((position, 2, "next") for position in step.positions) if step else ()


def start(trace: EncodeTrace, say: Catalog) -> Sentence:
    """What a word is before anything is merged."""
    return plain(say("encode.start", symbols=say.count("count.symbols-of-word", len(trace.start))))


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
    listed = [f"{code(*pair)} {say.integer(rank + 1)}" for rank, pair in known[:MAX_LISTED]]
    if len(known) > MAX_LISTED:
        listed.append(say.count("count.other-pairs", len(known) - MAX_LISTED))
    sentence = say("encode.next", number=number, known=say.listed(listed), pair=code(*step.pair))
    return segments(sentence + (say.count("encode.never", unknown) if unknown else ""))


def stopped(trace: EncodeTrace, say: Catalog) -> str:
    """Why an encoding ended."""
    return say(f"encode.stopped.{trace.stopped}")
