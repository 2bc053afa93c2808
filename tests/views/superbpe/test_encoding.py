"""Sentences on a line that is encoded: where its borders fall, what crosses them, and the turns of events."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import KEYS
from tests.superbpe.test_against_plain import lines, rules, texts
from tests.superbpe.test_boundless import lines as boundless_lines
from tests.superbpe.test_boundless import rules as boundless_rules
from tokviz.corpus import Corpus
from tokviz.superbpe import Lift, Rules, boundless, train
from tokviz.superbpe.encoding import explain_line, lines_of
from tokviz.superbpe.pieces import splitter
from tokviz.views.encoding.merging import Frame
from tokviz.views.shared.sentences import as_text
from tokviz.views.superbpe.encoding import boundless_frames, line_frames


def said(frame: Frame) -> str:
    return " ".join(as_text(sentence) for _, sentence in frame.said)


@given(corpus=lines, asked=rules, size=st.integers(0, 40), text=texts)
def test_what_is_said_of_borders_holds(corpus: Corpus, asked: Rules, size: int, text: str) -> None:
    trace = train(corpus, vocab_size=size, rules=asked)
    model = trace.model()
    ranks = {pair: rank for rank, pair in enumerate(model.merges)}
    assert (model.stage1 is None) == (not any(isinstance(step, Lift) for step in trace))
    for line in lines_of(model, text):
        encoding = explain_line(model, line)
        frames = list(line_frames(model, encoding, KEYS))
        every: list[Frame | None] = [*frames, None]
        for frame, following in zip(frames, every[1:], strict=True):
            told, row = said(frame), frame.rows[0]
            falls = "superbpe.encode.fall(" in told
            assert falls == (following is not None and "superbpe.encode.fallen(" in said(following))
            if falls:  # no merge that was learned inside of words is left
                assert all(ranks.get(pair, size) >= model.inside for pair in pairwise(row.symbols))
                assert row.falling
                assert following is not None
                assert not following.rows[0].falling
            if "superbpe.encode.start.none" in told:
                assert not row.falling
            if "superbpe.encode.start(" in told:
                assert len(splitter(model.stage1 or "")(line)) > 1
        first = 1 + bool(encoding.merged.dropped)
        for number, step in enumerate(encoding.merged):
            is_behind_fall = encoding.fall is not None and number >= encoding.fall
            told = said(frames[first + number + is_behind_fall])
            crosses = "superbpe.encode.crossed" in told
            assert crosses == encoding.crosses(step)
            if "superbpe.encode.crossed.inside" in told:
                assert step.rank < model.inside


@given(corpus=boundless_lines, asked=boundless_rules, text=texts)
def test_each_event_has_its_turn_once_in_order(corpus: Corpus, asked: boundless.Rules, text: str) -> None:
    model = boundless.train(corpus, merges=20, rules=asked).model()
    for line in model.words(text):
        encoding = model.explain(line)
        numbers = [step.number for step in encoding]
        assert numbers == sorted(set(numbers))
        for words, step in zip((encoding.start, *(step.after for step in encoding)), encoding, strict=False):
            if step.kind == "supermerge":
                assert any(tuple(left + right) == step.pair for left, right in pairwise(words))
        frames = list(boundless_frames(model, line, KEYS))
        for k, frame in enumerate(frames):
            names = [as_text(attempt.about) for attempt in (frame.choice.tries if frame.choice else ())]
            next_ones = [name for name in names if "boundless.encode.turn.next" in name]
            assert len(next_ones) == (k < len(encoding)) or not frame.choice
