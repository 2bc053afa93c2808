"""Rows of many tokenizers: below the characters that they split, without marks, headed by kind."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from tokviz import recorded
from tokviz.files.by_name import on_this_machine
from tokviz.files.engine import Part
from tokviz.files.pipeline import Pipeline
from tokviz.location import site
from tokviz.state.tokenizers import MAX_DRAWN
from tokviz.views.shared.catalog import load
from tokviz.views.tokenizers.compared import (
    Compared,
    Group,
    compared_payload,
    compared_table,
    differing_table,
    of_record,
    verdict,
)
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
    row = compared_rows_of(tokenizer, 'How many r\'s are in "strawberry"?')
    assert [part.text for part in row.parts][:2] == told
    assert row.entries == len(tokenizer.vocabulary)
    assert not {"[CLS]", "[SEP]", "</s>"} & {part.text for part in row.parts}


def test_the_table_names_the_source_of_a_record_alone() -> None:
    real = of_record(recorded.load("strawberry", "gpt-2"))
    table = compared_table([Group("Real", (real,)), Group("Here", (Compared("mine", 3, real.parts),))]).frame()
    assert table["tokens"].tolist() == [3, 3]
    assert table["library"].tolist() == [f"tiktoken {real.source.version}" if real.source else "", ""]
    assert table["package"].tolist()[1] == ""


def _row(text: str, *tokens: str) -> Compared:
    ends = [sum(map(len, tokens[: place + 1])) for place in range(len(tokens))]
    assert "".join(tokens) == text
    parts = (Part(token, end - len(token), end) for token, end in zip(tokens, ends, strict=True))
    return Compared("a", 9, tuple(parts))


def test_the_words_that_are_split_differently_are_named() -> None:
    """A space before a word belongs to none: with or without it, the word is split in the same way."""
    rows = (_row("low lower", "low", " low", "er"), _row("low lower", "low", " ", "lower"))
    said = verdict("low lower", rows, "Both", EN)
    assert said == " ".join(
        (
            EN("tokenizers.compared.equal", named="Both", least=3, most=3),
            EN("tokenizers.compared.differ", k=1, n=2, listed="lower"),
        )
    )
    rows = (_row("low lower", "low", " lower"), _row("low lower", "low", " ", "lower"))
    assert verdict("low lower", rows, "Both", EN) == " ".join(
        (EN("tokenizers.compared.range", named="Both", least=2, most=3), EN("tokenizers.compared.agree"))
    )
    rows = (_row("lower", "lower"), _row("lower", "low", "er"))
    assert verdict("lower", rows, "Both", EN).endswith(EN("tokenizers.compared.differ-one", listed="lower"))


def test_tokens_of_a_word_that_differs_say_which_rows_agree_and_where_not_all_have_a_boundary() -> None:
    """The largest group has number 1, a row that no other agrees with 0; a word that all split alike has none."""
    rows = (
        _row("low lower", "low", " low", "er"),
        _row("low lower", "low", " lower"),
        _row("low lower", "low", " low", "er"),
        _row("low lower", "low", " ", "lo", "w", "er"),
    )
    drawn = compared_payload("low lower", [Group("", rows)], EN)["rows"]
    marks = [[(part["text"], part.get("group"), part.get("parted", False)) for part in row["parts"]] for row in drawn]
    assert marks[0] == marks[2] == [("low", None, False), ("␣low", 1, False), ("er", 1, True)]
    assert marks[1] == [("low", None, False), ("␣lower", 0, False)]
    assert marks[3][1:] == [("␣", None, False), ("lo", 0, False), ("w", 0, True), ("er", 0, True)]
    assert all("group" not in part for part in compared_payload("low", [Group("", rows[:1])], EN)["rows"][0]["parts"])


def test_bytes_of_one_character_have_one_boundary() -> None:
    whole = Compared("a", 9, (Part("你", 0, 1), Part("好", 1, 2)))
    in_bytes = Compared("b", 9, (Part("你", 0, 1), Part("E5A5", 1, 2), Part("BD", 1, 2)))
    merged = Compared("c", 9, (Part("你好", 0, 2),))
    drawn = compared_payload("你好", [Group("", (whole, in_bytes, merged))], EN)["rows"]
    assert [part.get("parted", False) for part in drawn[1]["parts"]] == [False, True, False]


def test_rows_say_how_many_of_their_tokens_are_unknown() -> None:
    rows = (Compared("a", 9, (Part("[UNK]", 0, 2),)), Compared("b", 9, (Part("你", 0, 1), Part("好", 1, 2))))
    assert [row.get("unknown") for row in compared_payload("你好", [Group("", rows)], EN)["rows"]] == [1, None]


@pytest.mark.parametrize("name", ["bert", "t5"])
def test_what_is_unknown_is_one_token_of_each_vocabulary(name: str) -> None:
    tokenizer = Pipeline.from_file(site() / "assets" / "tokenizers" / f"{name}.json")
    row = compared_rows_of(tokenizer, "low 🍕")
    assert (row.unknown, (row.parts[-1].id, row.parts[-1].text)) == (1, tokenizer.unknown)


def test_of_a_long_text_a_part_is_drawn_and_all_is_counted_and_compared() -> None:
    text = "low lower " * 300 + "zzz lowest"
    assert len(text) > MAX_DRAWN
    files = (site() / "assets" / "tokenizers" / f"{name}.json" for name in ("gpt", "bert"))
    rows = [compared_rows_of(Pipeline.from_file(file), text) for file in files]
    drawn = compared_payload(text, [Group("", tuple(rows))], EN)["rows"]
    assert [row["tokens"] for row in drawn] == [row.tokens for row in rows]
    assert all(len(row["parts"]) < row["tokens"] for row in drawn)
    short = [
        compared_rows_of(Pipeline.from_file(site() / "assets" / "tokenizers" / "gpt.json"), text[i : i + 10])
        for i in (0, 3000)
    ]
    assert rows[0].tokens == 300 * short[0].tokens + short[1].tokens
    table = differing_table(text, rows).frame()
    assert set(table["word"]) <= {"low", "lower", "zzz", "lowest"}
    assert table["count"].tolist() == sorted(table["count"], reverse=True)


def test_the_ways_to_split_a_word_are_listed_with_the_number_of_rows() -> None:
    rows = (
        _row("low lower", "low", " low", "er"),
        _row("low lower", "low", " lower"),
        _row("low lower", "low", " lower"),
    )
    table = differing_table("low lower", rows).frame()
    assert table.to_dict("list") == {"word": ["lower"], "count": [1], "splits": ["lower ×2  low|er ×1"]}


def test_a_text_without_spaces_takes_little_memory() -> None:
    row = compared_rows_of(on_this_machine()["gpt"].open(), "a" * 90_000)
    assert row.whole is not None
    assert len(row.whole.cuts) == 225
    assert sum(map(len, set(row.whole.cuts))) < 1_000
