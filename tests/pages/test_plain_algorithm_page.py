"""The plain algorithm on the pages: the lines that the step executed are marked, and what it leaves out is named."""

from __future__ import annotations

import re
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from tests.catalogs import saying
from tests.pages import visit
from tokviz.views.shared.catalog import load


def marked(at: AppTest) -> list[str]:
    """The marked lines of the plain algorithm, with their notes."""
    (algorithm,) = (
        html for html in (getattr(block, "value", "") for block in at.get("html")) if "tokviz-algorithm" in html
    )
    return [unescape(re.sub(r"<[^>]+>", "", line)) for line in re.findall(r'<div class="now">(.*?)</div>', algorithm)]


def test_a_merge_by_count() -> None:
    lines = marked(visit.bpe(example="sennrich", step="3", view="algorithm"))
    assert [line.split("← ")[1] for line in lines] == ["est </w>: 9", "newest, widest", "est</w>"]
    assert "merged(word, pairs[0], token)" in lines[1]


def test_a_merge_by_score() -> None:
    lines = marked(visit.wordpiece(example="hug", step="1", view="algorithm", lang="zh"))
    assert lines[0].endswith("← ##g ##s: 1/20")


def test_what_the_plain_algorithm_leaves_out() -> None:
    at = visit.bpe(example="sennrich", rules="sentencepiece", view="algorithm")
    said = [saying("plain-algorithm.leaves-out").search(visit.plain(caption.value)) for caption in at.caption]
    (told,) = [one[0] for one in said if one]
    assert load("en")("knob.minimum_count") in told


@pytest.mark.parametrize(("step", "code"), [("2", "expected("), ("3", "probabilities("), ("6", "sorted(costs")])
def test_a_step_of_unigram(step: str, code: str) -> None:
    at = visit.unigram(example="hug", rules="soft-em", seeds="strict-substrings", step=step, view="algorithm")
    assert any(code in line for line in marked(at))


def test_by_counts_alone_what_is_left_is_shared_out_after_a_pruning() -> None:
    (line,) = marked(visit.unigram(example="hug", step="3", view="algorithm"))
    assert "{name: first[name] for name in pieces}" in line
    assert any("costs" in line for line in marked(visit.unigram(example="hug", step="2", view="algorithm")))


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("1", ["(10 + 12) // 2 = 11"]),
        ("3", ["∅", "this step"]),
        ("4", ["pun 12", "this step"]),
        ("26", ["21", "this step"]),
    ],
)
def test_a_step_from_the_top_down(step: str, told: list[str]) -> None:
    lines = marked(visit.wordpiece(example="hug", rules="tf-text", vocab="24", step=step, view="algorithm"))
    assert [line.split("← ")[1] for line in lines] == told
