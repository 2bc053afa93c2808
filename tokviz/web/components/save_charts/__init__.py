"""Saving charts: a browser component that lists the charts on the page and saves each as SVG or PNG.

Streamlit's own button over a chart makes a PNG, and only shows to those who point at it. This list is reached by keys
and by touch, makes both, and asks nobody for anything: the pictures are made from what the browser has drawn.
"""

from __future__ import annotations

from pathlib import Path

from tokviz.views.shared.catalog import Catalog
from tokviz.web.components.registration import register

__all__ = ["offer"]

_mount = register(Path(__file__).parent)


def offer(say: Catalog, *, name: str) -> None:
    """Draw the list, closed; once a page, below its charts. name: what the files' names begin with."""
    labels = {
        "title": say("chart.save"),
        "none": say("chart.save.none"),
        "svg": say("chart.save.as", kind="SVG"),
        "png": say("chart.save.as", kind="PNG"),
    }
    _mount(key="save_charts", data={"labels": labels, "name": name, "lang": say.language})
