"""The measures of `/compare` on a page of their own: the table, the chart of every measure, and lines on request."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tokviz.compare.measures import MEASURES
from tokviz.views.compare import charts as compare_curves
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.web.shared.messages import escape


def script(language: str, held: str, quick: int) -> None:
    """The page; AppTest runs its source, so it brings its imports along."""
    from tokviz.compare.comparison import USUAL, ComparedCorpus, Comparison, Engine, Slot, held_out
    from tokviz.views.compare import charts as lines
    from tokviz.views.shared.catalog import load as catalog_of
    from tokviz.web.computing.memory import MEMORY
    from tokviz.web.pages.compare import panels

    lines.MAX_QUICK_WORK = quick
    say = catalog_of(language)
    engine = Engine(ComparedCorpus.of_example("hug", "whitespace"), MEMORY)
    made = tuple(engine.tokenizer(Slot.of(name), 12, name) for name in USUAL)
    panels.show_measures(Comparison(engine, made, "hugs", held_out(held)), say)


def run(language: str = "en", held: str = "hugs bugs", quick: int = 20_000) -> AppTest:
    page = AppTest.from_function(
        script, kwargs={"language": language, "held": held, "quick": quick}, default_timeout=60
    )
    page.run()
    assert not page.exception
    return page


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """The script changes the limit in this process; take the change back."""
    monkeypatch.setattr(compare_curves, "MAX_QUICK_WORK", compare_curves.MAX_QUICK_WORK)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_is_there_in_every_language(language: str) -> None:
    page = run(language)
    table = measure_table(page)
    assert [name in table for name in ("bpe:course", "wordpiece:course", "unigram:soft-em")] == [True] * 3
    assert table.count("<tr") == 1 + 2 * len(MEASURES) - 1
    assert table.count('class="chosen"') == 4  # tokens per word and unknown words, of both texts
    assert len(page.get("vega_lite_chart")) == 4  # bars, lines, two matrices
    written = " ".join(one.value for one in page.markdown)
    assert all(load(language)(f"compare.define.{measure}") in written for measure in MEASURES)


def measure_table(page: AppTest) -> str:
    bodies: list[str] = [one.proto.body for one in page.get("html")]
    return next(body for body in bodies if "<table" in body)


@pytest.mark.parametrize("measure", list(MEASURES))
def test_every_measure_is_drawn(measure: str) -> None:
    page = run()
    assert page.session_state["compare_measure"] == "fertility"
    page.session_state["compare_measure"] = measure
    page.run()
    assert not page.exception
    assert load("en")(f"compare.define.{measure}") in [one.value for one in page.caption]


def test_without_a_held_out_text() -> None:
    page = run(held=" \n")
    assert measure_table(page).count("<tr") == 1 + len(MEASURES)
    assert load("en")("compare.no-held") in [one.value for one in page.caption]


def test_lines_of_a_long_text_wait_for_a_click() -> None:
    page = run(quick=0)
    assert len(page.get("vega_lite_chart")) == 3
    page.button("compare_lines").click().run()
    assert not page.exception
    assert len(page.get("vega_lite_chart")) == 4
    told = escape(load("en")("compare.lines.states", names="unigram:soft-em"))
    assert told in [one.value for one in page.caption]
