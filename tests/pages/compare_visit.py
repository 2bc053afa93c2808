"""Helpers that use `/compare` like a visitor, without a browser."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl

import pandas as pd
from streamlit.testing.v1 import AppTest

from tests.pages import visit


def compare(**query: str) -> AppTest:
    """The page `/compare`, as a link with this query opens it; with five words that need no time, if it names none."""
    return visit.opened("compare", **{"example": "hug", **query})


def own(corpus: str, **query: str) -> AppTest:
    """The page with a corpus of one's own."""
    return compare(example="own", corpus=corpus, **query)


def payload(at: AppTest) -> dict[str, Any] | None:
    """Return the data of the rows, as the browser reads it; None if there are none."""
    found = visit.pictures(at, "tokviz.text_rows")
    return next((dict(rows["payload"]) for rows in found.values()), None)


def tokens(at: AppTest) -> dict[str, list[str]]:
    """Name -> the tokens of its row."""
    shown = payload(at)
    assert shown is not None, visit.texts(at.main)
    return {row["name"]: [token["text"] for token in row["parts"]] for row in shown["rows"]}


def words(at: AppTest) -> pd.DataFrame:
    """The table of the words that differ, by word: those of the page that is open."""
    (rows,) = visit.chip_tables(at)
    table = pd.DataFrame(rows, columns=["word", "occurrences", *tokens(at), "reason"])
    return table.astype({"occurrences": int}).set_index("word")


def lines(at: AppTest) -> list[dict[str, Any]]:
    """Return the lines below the rows on the picked word, one for each tokenizer."""
    found = visit.pictures(at, "tokviz.text_rows")
    (rows,) = found.values()
    told: list[dict[str, Any]] = json.loads(rows["told"])[rows["picked"]["word"]]["lines"]
    return told


def told(at: AppTest) -> list[str]:
    """The reasons below the rows, as the reader sees them."""
    return [line["fact"] for line in lines(at) if line["fact"]]


def links(at: AppTest) -> list[tuple[str, dict[str, str]]]:
    """The links of the page but that to the glossary: the path, and the query string."""
    found = []
    for element in at.main.get("page_link"):
        proto = element.proto
        if proto.page == "glossary":
            continue
        found.append((proto.page, dict(parse_qsl(proto.query_string, keep_blank_values=True))))
    return found
