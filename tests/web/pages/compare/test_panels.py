"""The measures of `/compare` on a page of their own: the choice of one, and lines of a long text on request."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tokviz.views.compare import charts as compare_curves
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.web.shared.messages import escape


def script(language: str, quick: int) -> None:
    """The page; AppTest runs its source, so it brings its imports along."""
    import streamlit as st

    from tokviz.compare.comparison import USUAL, ComparedCorpus, Comparison, Engine, Slot, held_out
    from tokviz.state.compare import CompareState
    from tokviz.views.compare import charts as lines
    from tokviz.views.pages.compare import ComparedText
    from tokviz.views.shared.catalog import load as catalog_of
    from tokviz.web.computing.memory import MEMORY
    from tokviz.web.pages.compare import panels

    st.session_state.setdefault("compare_measure", "fertility")
    lines.MAX_QUICK_WORK = quick
    engine = Engine(ComparedCorpus.of_example("hug", "whitespace"), MEMORY)
    made = tuple(engine.tokenizer(Slot.of(name), 12, name) for name in USUAL)
    compared = Comparison(engine, made, "hugs", held_out("hugs bugs"))
    panels.show_measures(ComparedText(compared, CompareState(), catalog_of(language), has_time=False))


def run(language: str = "en", quick: int = 20_000) -> AppTest:
    page = AppTest.from_function(script, kwargs={"language": language, "quick": quick}, default_timeout=60)
    page.run()
    assert not page.exception
    return page


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """The script changes the limit in this process; take the change back."""
    monkeypatch.setattr(compare_curves, "MAX_QUICK_WORK", compare_curves.MAX_QUICK_WORK)


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_measure_is_chosen_and_drawn(language: str) -> None:
    page = run(language)
    assert len(page.get("vega_lite_chart")) == 2  # bars, lines
    page.segmented_control("compare_measure").set_value("whole").run()
    assert not page.exception
    assert escape(load(language)("compare.define.whole")) in [one.value for one in page.caption]
    assert len(page.get("vega_lite_chart")) == 2


def test_lines_of_a_long_text_wait_for_a_click() -> None:
    page = run(quick=0)
    assert len(page.get("vega_lite_chart")) == 1
    assert escape(load("en")("compare.lines.long")) in [one.value for one in page.caption]
    page.button("compare_lines").click().run()
    assert not page.exception
    assert len(page.get("vega_lite_chart")) == 2
    told = escape(load("en")("compare.lines.states", names="unigram:soft-em"))
    assert told in [one.value for one in page.caption]
