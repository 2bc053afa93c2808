"""Animations that the app makes: which steps they have, and that their files are small."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tokviz.algorithms import ALGORITHMS
from tokviz.features.stills.animation import KINDS, MAX_BYTES, MAX_STEPS, animator, steps_from
from tokviz.memory import LocalMemory
from tokviz.state.request import opening, train
from tokviz.views.algorithms import training_part
from tokviz.views.hosts.parts import parts_with
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import load


@given(st.integers(0, 300), st.integers(0, 300))
def test_the_step_on_the_screen_is_among_them(one: int, other: int) -> None:
    step, total = sorted((one, other))
    steps = steps_from(step, total)
    assert step in steps
    assert len(steps) == min(MAX_STEPS, total + 1)
    assert steps[-1] <= total


def animation(algorithm: str, example: str, step: int, kind: str) -> bytes:
    trace = train(opening(ALGORITHMS[algorithm], example), LocalMemory()).trace
    steps = steps_from(min(step, len(trace)), len(trace))
    parts = parts_with(steps, lambda step: training_part(trace, step, load("en")))
    return animator().drawn([*map(payload_json, parts)], steps[0], steps[-1], example, kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_format_has_every_step(algorithm: str, kind: str) -> None:
    data = animation(algorithm, "jurafsky", 2, kind)
    image = Image.open(io.BytesIO(data))
    assert image.get_format_mimetype() == KINDS[kind]
    assert image.n_frames > 1  # type: ignore[attr-defined]
    assert len(data) < MAX_BYTES


@pytest.mark.slow
def test_the_largest_picture_stays_small() -> None:
    """Whole lines of a long text, of which every chip is another image: as GIF, the larger format."""
    assert len(animation("superbpe", "lighthouse", 180, "gif")) < MAX_BYTES
