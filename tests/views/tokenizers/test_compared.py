"""Rows of many tokenizers: below the characters that they split, without marks, headed by kind."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from tokviz import recorded
from tokviz.files.pipeline import Pipeline
from tokviz.location import site
from tokviz.views.shared.catalog import load
from tokviz.views.tokenizers.compared import Compared, Group, compared_payload, compared_table, of_record
from tokviz.views.tokenizers.work import compared_rows_of

EN = load("en")
SENTENCES = recorded.sentences()
ROWS = tuple(one.name for one in recorded.tokenizers())


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.name)
def test_every_token_has_its_columns_and_none_over_another(sentence: recorded.Sentence) -> None:
    rows = tuple(of_record(recorded.load(sentence.name, name)) for name in ROWS)
    made = json.loads(json.dumps(compared_payload(sentence.text, [Group("Real", rows)], EN)))
    heading, *drawn = made["rows"]
    assert heading == {"name": "Real", "kind": "heading", "parts": []}
    for row, found in zip(rows, drawn, strict=True):
        assert (found["kind"], found["tokens"]) == ("token", row.tokens)
        assert {part["number"] for part in found["parts"]} == set(range(1, row.tokens + 1))
        assert all(before["end"] <= part["start"] for before, part in pairwise(found["parts"]))
    assert drawn[0]["parts"][0]["note"] == EN("tokenizers.compared.id", id=str(rows[0].parts[0].id))


def test_rows_are_written_without_marks() -> None:
    words = {name: [part.text for part in of_record(recorded.load("question", name)).parts] for name in ROWS}
    assert words["gpt-4o"][:2] == ["How", " many"]
    assert words["mistral-7b"][:2] == [" How", " many"]
    assert words["clip"][:2] == ["how", "many"]
    assert words["chinese-bert"][1:3] == ["man", "y"]


@pytest.mark.parametrize(
    ("name", "told"),
    [("gpt", ["How", " many"]), ("bert", ["how", "many"]), ("llama", [" H", "ow"]), ("t5", [" H", "ow"])],
)
def test_so_are_those_of_tokenizers_that_are_here(name: str, told: list[str]) -> None:
    tokenizer = Pipeline.from_file(site() / "assets" / "tokenizers" / f"{name}.json")
    parts, entries = compared_rows_of(tokenizer, 'How many r\'s are in "strawberry"?')
    assert [part.text for part in parts][:2] == told
    assert entries == len(tokenizer.vocabulary)
    assert not {"[CLS]", "[SEP]", "</s>"} & {part.text for part in parts}


def test_the_table_names_the_source_of_a_record_alone() -> None:
    real = of_record(recorded.load("strawberry", "gpt-2"))
    table = compared_table([Group("Real", (real,)), Group("Here", (Compared("mine", 3, real.parts),))]).frame()
    assert table["tokens"].tolist() == [3, 3]
    assert table["library"].tolist() == [f"tiktoken {real.source.version}" if real.source else "", ""]
    assert table["package"].tolist()[1] == ""
