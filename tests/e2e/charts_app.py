"""A page of two charts and the list that saves them, for its browser tests: `?lang=...&charts=0`."""

from dataclasses import replace

import streamlit as st
from starlette.middleware import Middleware
from streamlit.runtime.scriptrunner import get_script_run_ctx

from tests.views.pages.shown import of_kind
from tokviz import bpe, examples
from tokviz.state.request import TrainingRequest
from tokviz.views.pages import merges
from tokviz.views.shared.bars import Bars, NamedBar
from tokviz.views.shared.catalog import load
from tokviz.views.shared.lines import Lines
from tokviz.views.shows import Given, Seen
from tokviz.web.access_control import AccessControl
from tokviz.web.components.page_parts import save_charts
from tokviz.web.shared import bar_charts, line_charts


def main() -> None:
    """Run one visit."""
    say = load(st.query_params.get("lang", "en"))
    trace = bpe.train(examples.load("hug").corpus, merges=5, rules="course")
    if st.query_params.get("charts") != "0":
        pairs = trace.candidates(0)
        bars = tuple(NamedBar(" ".join(pair.pair), pair.count, say.integer(pair.count)) for pair in pairs)
        bar_charts.draw(Bars('Pairs: "u g" <20> & more', bars, title="Times"), say)
        sizes, *_ = of_kind(merges.course(Seen(trace, TrainingRequest(), 2, say), Given()), Lines)
        line_charts.draw(replace(sizes, alt="Two vocabularies"), say)
    save_charts(say, name="tokviz-bpe")


if get_script_run_ctx(suppress_warning=True):
    main()
else:  # beside its scripts, as the real app has them
    app = st.App(__file__, middleware=[Middleware(AccessControl)])
