"""`/bpe` by its links: each means what it says, a wrong one is put right with a notice, none breaks the page."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from tests.catalogs import heading
from tests.pages import visit
from tokviz import bpe, examples
from tokviz.bpe import PRESETS
from tokviz.state.trained_pages import training_views
from tokviz.state.training import FORMS
from tokviz.state.views import names_of
from tokviz.views.shared.catalog import LANGUAGES, load

EN, ZH = load("en"), load("zh")
SENNRICH = [
    *("e s", "es t", "est </w>", "l o", "lo w", "n e", "ne w", "new est</w>", "low </w>", "w i", "wi d", "wid est</w>"),
    *("low e", "lowe r", "lower </w>"),
]


@pytest.mark.both
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_page_in_each_language(language: str) -> None:
    say = load(language)
    at = visit.bpe(lang=language)
    assert at.title[0].value == heading("bpe", say)
    assert say("control.rules") in visit.texts(at.sidebar)
    assert visit.merges(at) == SENNRICH
    shown = visit.payload(at)
    assert shown is not None
    assert shown["lang"] == language
    assert shown["labels"]["play"] == say("picture.controls.play")


def test_the_fifteen_steps() -> None:
    at = visit.bpe(example="sennrich")
    shown = visit.payload(at)
    assert shown is not None
    assert (shown["total"], shown["first"], len(shown["frames"])) == (15, 0, 16)
    assert visit.step(at) == 0
    assert visit.rows(at, 8) == {
        "low": ["low", "</w>"],
        "lower": ["low", "e", "r", "</w>"],
        "newest": ["newest</w>"],
        "widest": ["w", "i", "d", "est</w>"],
    }
    assert visit.texts(at.main).count(EN("candidates.title", number=1)) == 1


@pytest.mark.parametrize("step", [0, 1, 3, 14, 15])
def test_a_step_in_the_link(step: int) -> None:
    at = visit.bpe(step=str(step))
    assert visit.step(at) == step
    assert at.query_params.get("step", "0") == str(step)
    assert not at.warning
    if step < 15:
        assert EN("candidates.title", number=step + 1) in visit.texts(at.main)
        assert visit.chip_tables(at)[0][0][1] == SENNRICH[step]
    else:
        shown = visit.payload(at)
        assert shown is not None
        assert shown["frames"][-1]["say"][-1] == {"kind": "note", "text": [EN("bpe.stopped.no_pairs")]}
        assert SENNRICH[14] == visit.chip_tables(at)[0][0][1]  # no candidates: the merges come first


@pytest.mark.parametrize(("language", "asked"), [("en", "99"), ("zh", "99"), ("en", "16"), ("en", "10000")])
def test_a_step_past_the_end_goes_to_the_last_with_a_notice(language: str, asked: str) -> None:
    at = visit.bpe(step=asked, lang=language)
    assert visit.step(at) == 15
    assert at.query_params["step"] == "15"
    assert len(at.warning) == 1
    assert f"{int(asked):,}" in at.warning[0].value
    assert "15" in at.warning[0].value
    assert not visit.alive(at.run()).warning  # said once


def test_the_link_of_the_design() -> None:
    at = visit.bpe(example="sennrich", rules="subword-nmt", step="3")
    assert visit.step(at) == 3
    assert visit.merges(at)[:4] == ["s t</w>", "e st</w>", "l o", "w est</w>"]
    assert at.query_params == {"example": "sennrich", "rules": "subword-nmt", "step": "3"}


def test_the_link_of_the_page_opens_the_same_page() -> None:
    text = "low low lower\nlower 😀😀 😀😀 '\"&=#% '\"&=#%"
    first = visit.bpe(corpus=text, tie="smallest-ids", end="_", vs="minbpe", step="2")
    again = visit.bpe(**first.query_params)
    assert again.query_params == first.query_params
    assert visit.payload(again) == visit.payload(first)
    assert visit.step(again) == visit.step(first) == 2


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ({"example": "nope"}, "example"),
        ({"rules": "nope"}, "rules"),
        ({"split": "nope"}, "split"),
        ({"vs": "nope"}, "vs"),
        ({"tie": "nope"}, "tie"),
        ({"step": "many"}, "step"),
        ({"merges": "½"}, "merges"),
        ({"min": "-1"}, "min"),
    ],
)
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_an_unknown_name_gives_the_default_and_a_notice(query: dict[str, Any], named: str, language: str) -> None:
    at = visit.bpe(**query, lang=language)
    assert [visit.plain(warning.value) for warning in at.warning] == [load(language)("notice.link", names=named)]
    assert visit.merges(at) == SENNRICH
    assert at.query_params == {"example": "sennrich", "lang": language}


def test_repeated_parameters_count_once() -> None:
    at = visit.bpe(step=["1", "2"], example=["nope", "sennrich"])
    assert visit.step(at) == 2
    assert not at.warning


NONSENSE = (
    *("", "-1", "x", "9" * 30, "9" * 5_000, "1.5", "٣", "½", "null", "NaN", "<script>alert(1)</script>", "a" * 10_000),
    *("'; DROP TABLE", "../../etc/passwd", "\0", "\u202e", "%00", "{}", "[]", "${x}", "`", "**x**", "</w>", "own"),
)


@pytest.mark.parametrize("seed", range(25))
def test_hostile_links_never_break_the_page(seed: int) -> None:
    random_ = random.Random(seed)
    names = ("example", "rules", "split", "merges", "vocab", "step", "vs", "view", "lang", "corpus", "x")
    chosen = random_.sample((*names, *(knob.url for knob in bpe.KNOBS)), random_.randint(1, 8))
    at = visit.bpe(**{name: random_.choice(NONSENSE) for name in chosen})
    assert visit.settled(at, FORMS["bpe"]).title[0].value in {heading("bpe", EN), heading("bpe", ZH)}


@pytest.mark.parametrize("value", NONSENSE)
def test_every_parameter_at_once_with_the_same_nonsense(value: str) -> None:
    names = ("example", "rules", "split", "merges", "vocab", "step", "vs", "view", *(knob.url for knob in bpe.KNOBS))
    visit.settled(visit.bpe(**dict.fromkeys(names, value)), FORMS["bpe"])


@pytest.mark.parametrize("length", [200, 201, 4_000])
def test_long_values_of_knobs(length: int) -> None:
    """A link may hold more than a text field takes."""
    at = visit.bpe(end="x" * length, special="y" * length, initial="z " * (length // 2))
    assert visit.merges(at)


@pytest.mark.parametrize(
    ("name", "value"),
    [("min", "1000000000000"), ("maxlen", "1000000000000"), ("limit", "1000000000000"), ("merges", "10000")],
)
def test_the_greatest_numbers(name: str, value: str) -> None:
    at = visit.bpe(**{name: value})
    assert not at.warning
    assert at.query_params[name] == value


@pytest.mark.parametrize(("preset", "name"), list(product(PRESETS, visit.SMALL)))
def test_every_convention_on_every_small_example(preset: str, name: str) -> None:
    at = visit.bpe(example=name, rules=preset, merges="20", step="2", vs="subword-nmt")
    trace = bpe.train(examples.load(name).corpus_for("bpe"), merges=20, rules=preset)
    shown = visit.payload(at)
    assert shown is not None
    assert shown["total"] == len(trace)
    assert len(visit.merges(at)) == len(trace)
    assert visit.step(at) == min(2, len(trace))


@pytest.mark.parametrize("name", ["lighthouse", "kitchen", "zug", "tea"])
def test_prose(name: str) -> None:
    at = visit.bpe(example=name, lang="zh", step="60")
    shown = visit.payload(at)
    assert shown is not None
    assert shown["search"]
    assert visit.step(at) == 60
    assert ZH(f"example.{name}.about") in visit.texts(at.main)


@pytest.mark.parametrize(
    ("view", "language", "step"),
    [(view, *at) for view, at in product(names_of(training_views("bpe")), [("en", "0"), ("zh", "3"), ("en", "15")])],
)
def test_every_view_opens_by_its_link(view: str, language: str, step: str) -> None:
    beside = {"from": "gpt"} if view == "ways" else {"vs": "subword-nmt"}
    at = visit.bpe(view=view, lang=language, step=step, **beside)
    tabs = [tab for tab in at.tabs if tab.children]
    assert [tab.label for tab in tabs] == [load(language)(f"tab.{view}")]
    assert list(visit.elements(tabs[0]))
    assert at.query_params.get("view", names_of(training_views("bpe"))[0]) == view


def test_a_view_that_this_state_does_not_have() -> None:
    """Own text was never printed anywhere: the first view opens instead."""
    at = visit.bpe(corpus="low 5, lower 2", view="printed")
    assert [tab.label for tab in at.tabs if tab.children] == [EN("tab.tree")]
    assert {EN("tab.printed"), EN("tab.versus")}.isdisjoint(tab.label for tab in at.tabs)
