"""Helpers that use `/bpe-encode` like a visitor, without a browser."""

from __future__ import annotations

import pyarrow as pa
from streamlit.testing.v1 import AppTest

from tests.pages import visit
from tests.pages.visit import pictures

LOWEST = [
    *(["l", "o", "w", "e", "s", "t", "</w>"], ["l", "o", "w", "es", "t", "</w>"], ["l", "o", "w", "est", "</w>"]),
    *(["l", "o", "w", "est</w>"], ["lo", "w", "est</w>"], ["low", "est</w>"]),
]
"""The states of this word after Sennrich's ten merges."""


def encode(**query: str) -> AppTest:
    """The page `/bpe-encode`, as a link with this query opens it."""
    return visit.opened("bpe-encode", **query)


def ten(**query: str) -> AppTest:
    """The page with Sennrich's example after ten merges."""
    return encode(example="sennrich", merges="10", **query)


def typed(at: AppTest, text: str) -> AppTest:
    at.text_area(key="bpe_encode_text").input(text)
    return visit.alive(at.run())


def chosen(at: AppTest, word: str) -> AppTest:
    at.selectbox(key="bpe_encode_word").select(word)
    return visit.alive(at.run())


def upload(at: AppTest, *files: tuple[str, bytes]) -> AppTest:
    at.file_uploader(key="bpe_encode_files").set_value(
        [(name, content, "application/octet-stream") for name, content in files]
    )
    return visit.alive(at.run())


def states(at: AppTest) -> list[list[str]]:
    """The chips of the word, frame by frame."""
    built = pictures(at)["encode_picture"]["payload"]
    found = []
    for frame in built["frames"]:
        ((row,),) = (group["rows"] for group in frame["groups"])
        found.append(visit.row_texts(built, row))
    return found


def picture(at: AppTest, name: str) -> list[list[str]]:
    """The rows of chips of a picture."""
    built = pictures(at)[name]["payload"]
    return [visit.row_texts(built, row) for row in range(len(built["rows"]))]


def step(at: AppTest) -> int:
    return int(pictures(at)["encode_picture"]["goto"])


def metrics(at: AppTest) -> list[str]:
    return [metric.value for metric in at.metric]


def bars(at: AppTest) -> dict[str, int]:
    """The bars of the dropout view: split -> how often."""
    (chart,) = at.get("vega_lite_chart")
    table = pa.ipc.open_stream(chart.proto.datasets[0].data.data).read_all().to_pydict()
    return {split: int(count) for split, count in zip(table["name"], table["value"], strict=True)}
