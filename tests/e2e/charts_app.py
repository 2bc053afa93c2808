"""A page of two charts and the list that saves them, for its browser tests: `?lang=...&charts=0`."""

import streamlit as st

from tokviz import bpe, examples
from tokviz.views.merges import tables
from tokviz.views.shared import charts
from tokviz.views.shared.catalog import load
from tokviz.web.components import save_charts
from tokviz.web.shared import cells, drawing


def main() -> None:
    """Run one visit."""
    say = load(st.query_params.get("lang", "en"))
    trace = bpe.train(examples.load("hug").corpus, merges=5, rules="course")
    if st.query_params.get("charts") != "0":
        table = tables.candidates(trace, 0)
        drawing.chart(charts.candidates, table, say, cells.ink(), describe='Pairs: "u g" <20> & more')
        drawing.chart(charts.sizes, trace, 2, say, cells.ink(), describe="Two vocabularies")
    save_charts.offer(say, name="tokviz-bpe")


if __name__ == "__main__":
    main()
