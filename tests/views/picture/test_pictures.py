"""Every picture has a kind, and the browser knows how to draw it."""

import re
from typing import Any

import pytest

from tokviz import bpe, examples, parity, picky, superbpe, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS
from tokviz.frontend import FOLDER
from tokviz.superbpe import boundless
from tokviz.views.algorithms import views_of
from tokviz.views.encoding import decoding, longest_match, merging
from tokviz.views.encoding.merging import SymbolDrawing
from tokviz.views.shared.catalog import load
from tokviz.views.tokenizers.work import pretoken_picture

EN = load("en")
HUG = examples.load("hug")
ROWS = [merging.Row("", "", ["hug", "s"])]


@pytest.fixture(scope="module")
def known() -> set[str]:
    """The kinds of pictures that the script has."""
    script = (FOLDER / "picture" / "picture.js").read_text("utf-8")
    listed = re.search(r"const PICTURES = \{(.*?)\};", script, re.DOTALL)
    assert listed
    found = set(re.findall(r'^\s+"?([\w-]+)"?: \w+,$', listed[1], re.MULTILINE))
    assert len(found) > 4
    return found


TRACES: tuple[Any, ...] = (
    bpe.train(HUG.corpus_for("bpe"), merges=3),
    wordpiece.train(HUG.corpus_for("wordpiece"), merges=3),
    wordpiece.train_top_down(HUG.corpus_for("wordpiece"), vocab_size=20),
    unigram.train(HUG.corpus_for("unigram"), vocab_size=14),
    parity.train(examples.load("two-languages").corpus_for("parity"), merges=3),
    picky.train(HUG.corpus_for("picky"), merges=5),
    superbpe.train(HUG.corpus_for("superbpe"), merges=3, rules="superbpe-lesson"),
    boundless.train(HUG.corpus_for("superbpe"), merges=3),
)
every_trace = pytest.mark.parametrize("trace", TRACES, ids=lambda trace: type(trace).__module__)


@every_trace
def test_a_training_has_one(trace: Any, known: set[str]) -> None:
    built = views_of(trace).picture.payload(trace, range(len(trace) + 1), EN)
    assert built["picture"]["kind"] in known


@every_trace
def test_an_encoding_has_one(trace: Any, known: set[str]) -> None:
    parts, _ = pretoken_picture(trace.model(len(trace)), "hugs", EN)
    assert {part["picture"]["kind"] for part in parts} <= known


def test_every_algorithm_is_here() -> None:
    assert {trace.algorithm for trace in TRACES} == set(ALGORITHMS)


def test_what_nothing_steps_has_one(known: set[str]) -> None:
    built = [
        merging.merging_picture(ROWS, EN),
        merging.merging_picture(ROWS, EN, SymbolDrawing({}, 0)),
        longest_match.basic_steps_picture("Hugs", (), EN),
        decoding.walk_payload(["hug", "s"], lambda tokens, _: "".join(tokens), EN),
    ]
    assert {one["picture"]["kind"] for one in built} == {"chips", "encoding"} <= known
