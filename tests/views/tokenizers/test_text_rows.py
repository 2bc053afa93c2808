"""The text rows of `/tokenizers`: every part of every stage is below the characters that it comes from."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.files.engine import Part, Stage
from tokviz.files.pipeline import Pipeline
from tokviz.files.stage_parts import dropped_parts, with_dropped
from tokviz.location import site
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import shown
from tokviz.views.shared.text_rows import RowPart
from tokviz.views.tokenizers.text_rows import drawn_stages, make_axis, stage_title, stages_payload
from tokviz.views.tokenizers.work import pretokens, with_words, word_of

EN = load("en")
NAMES = ("gpt", "bert", "llama", "t5")
SHIPPED = {
    name: Pipeline.from_file((site() / "assets" / "tokenizers" / f"{name}.json").read_bytes(), name=f"{name}.json")
    for name in NAMES
}
FAULTS = Path(__file__).parents[2] / "golden" / "faults"
NO_UNK = Pipeline.from_file(FAULTS / "no_unk.json")
MIXED = "strawberry 1,234,567 naïve 你好 👩\u200d👩\u200d👧"
TEXTS = (MIXED, "ﬁne e\u0301clair", " a  b\n\nc ", "[CLS] <s> x<|endoftext|>", "مرحبا 12", "x" * 50)


def staged(name: str, text: str) -> tuple[Stage, ...]:
    return with_words(SHIPPED[name], SHIPPED[name].stages(text))


def payload(name: str, text: str, language: str = "en") -> dict[str, Any]:
    made = stages_payload(text, drawn_stages(staged(name, text)), load(language))
    return dict(json.loads(json.dumps(made)))


def rows_of(found: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [row for row in found["rows"] if row["kind"] == kind]


def row(found: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """The parts of the last row of a kind, with their kinds; the first part of each that is split over lines."""
    parts = rows_of(found, kind)[-1]["parts"]
    return [{"kind": kind, **part} for part in parts if "from_before" not in part]


def texts(parts: Iterable[dict[str, Any]]) -> list[str]:
    return [part["text"] for part in parts]


def details(found: dict[str, Any]) -> list[str]:
    return [one.get("detail", "") for one in found["rows"]]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", TEXTS)
def test_parts_stand_below_their_characters_and_none_over_another(name: str, text: str) -> None:
    stages = drawn_stages(staged(name, text))
    laid = make_axis(len(text), [stage.parts for stage in stages])
    for stage in stages:
        placed = laid.place(stage.parts)
        assert len(placed) == len(stage.parts)
        for one in placed:
            if one.part.start < one.part.end:
                left, right = laid.span(*one.part.span)
                assert left <= one.left < right or one.shared
        assert all(one.right <= other.left for one, other in itertools.pairwise(placed))


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 3)), max_size=8))
def test_any_spans_have_room(drawn_spans: list[tuple[int, int]]) -> None:
    parts = [Part("x", min(start, 8), min(start + length, 8)) for start, length in sorted(drawn_spans)]
    laid = make_axis(8, [parts, [Part("y", 0, 8)]])
    placed = laid.place(parts)
    assert len(placed) == len(parts)
    assert all(0 <= one.left < one.right <= laid.size for one in placed)
    assert all(one.right <= other.left for one, other in itertools.pairwise(placed))


def test_what_shares_a_character_is_told_apart() -> None:
    found = payload("llama", "ï")
    kinds = {part["text"]: part["kind"] for part in row(found, "token")}
    assert kinds["<0xC3>"] == kinds["<0xAF>"] == "shared"
    assert "kind" not in payload("gpt", "low")["rows"][0]["parts"][0]


def test_the_rows_of_bert() -> None:
    found = payload("bert", "naïve Hug!")
    assert [found["top"], *(one["name"] for one in found["rows"])] == [
        "Text",
        "Normalizer",
        "Pre-tokens",
        "Tokens",
        "Special tokens",
        "Ids",
    ]
    assert details(found) == ["BertNormalizer", "BertPreTokenizer", "WordPiece", "TemplateProcessing", ""]
    assert texts(row(found, "pretoken")) == ["naive", "hug", "!"]
    changed = texts(part for part in row(found, "text") if part["kind"] == "changed")
    assert changed == ["i", "h"]
    put = texts(part for part in row(found, "behind") if part["kind"] == "put")
    assert put == ["[CLS]", "[SEP]"]
    assert texts(row(found, "number")) == [str(one) for one in SHIPPED["bert"].encode("naïve Hug!").ids]


def test_a_stage_that_changes_nothing_has_no_row() -> None:
    assert "NFKC" not in details(payload("t5", "plain words"))
    assert "NFKC" in details(payload("t5", "ﬁne"))


def test_added_tokens_have_a_row_where_there_are_some() -> None:
    assert "Added tokens" not in [one["name"] for one in payload("gpt", "end")["rows"]]
    found = payload("gpt", "the end<|endoftext|>")["rows"][0]
    assert found["name"] == "Added tokens"
    assert "added" in [part.get("kind") for part in found["parts"]]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", TEXTS)
def test_words_are_explained_to_the_tokens_that_the_stages_have(name: str, text: str) -> None:
    tokenizer, stages = SHIPPED[name], staged(name, text)
    ids, unknown = tokenizer.engine.words.ids, tokenizer.engine.words.unknown
    ours: list[int | None] = []
    for word in pretokens(stages):
        found = () if word.role == "added" else tokenizer.explain(word.text).tokens
        ours += [word.id] if word.role == "added" else [ids.get(token, unknown) for token in found]
    (model,) = (stage for stage in stages if stage.kind == "model")
    assert ours == [part.id for part in model.parts]


def test_where_nothing_cuts_words_stand_by_themselves() -> None:
    assert [part.text for part in pretokens(staged("llama", "low  naïve 你"))] == ["▁low", "▁▁naïve", "▁你"]


def test_a_token_knows_its_word() -> None:
    stages = staged("gpt", "one two")
    (model,) = (stage for stage in stages if stage.kind == "model")
    texts = [pretokens(stages)[(word_of(stages, part) or 0) - 1].text for part in model.parts]
    assert texts[0] == "one"
    assert texts[-1] == "Ġtwo"
    assert word_of(stages, Part("[CLS]", 0, 0)) is None


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_stage_has_a_name(language: str) -> None:
    say = load(language)
    for name in NAMES:
        assert all(stage_title(stage, say) for stage in staged(name, MIXED))


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_pre_tokens_are_noted_with_what_cut_them(language: str) -> None:
    say = load(language)
    found = payload("gpt", "It's 10", language)
    names = ("letters-any-before", "contraction-any-case", "space", "digits-in-threes")
    noted = [say(f"bytes.alternative.{name}") for name in names]
    with_notes = [one for one in found["rows"] if any("note" in part for part in one["parts"])]
    assert [one["kind"] for one in with_notes] == ["cut"]  # once, where it was cut
    assert [part["note"] for part in row(found, "cut")] == noted
    assert {part["number"] for part in row(found, "cut")} == {part["number"] for part in row(found, "pretoken")}
    assert not any("note" in part for one in payload("bert", "It's 10", language)["rows"] for part in one["parts"])


@given(st.sampled_from(NAMES), st.text("ab 1\n  é你👩\u200d", max_size=30))
def test_any_text_is_drawn_whole(name: str, text: str) -> None:
    found = payload(name, text)
    assert len(found["characters"]) == len(text)
    assert texts(found["characters"]) == [shown(character, 24) for character in text]


@pytest.mark.parametrize("name", NAMES)
def test_a_word_of_usual_length_is_one_block(name: str) -> None:
    """A label or two that are wider than their columns, such as [CLS], cut no word."""
    words = [part["text"].lstrip("▁Ġ") for part in row(payload(name, MIXED), "pretoken")]
    assert "strawberry" in words


def test_what_the_vocabulary_does_not_have_is_marked_and_told() -> None:
    """Our T5 has no piece for 234; BERT's token for it says so itself, and is marked, too."""
    for name, text, drawn_as, unknown in (("t5", "1 234", "234", "<unk>"), ("bert", "low 234", "[UNK]", "[UNK]")):
        pipeline = Pipeline.from_file(site() / "assets" / "tokenizers" / f"{name}.json")
        made = stages_payload(text, drawn_stages(pipeline.stages(text)), load("en"), pipeline.unknown)
        tokens = next(one for one in made["rows"] if one["kind"] == "token")
        parts = {part["text"]: part for part in tokens["parts"]}
        assert parts[drawn_as]["kind"] == "unknown"
        assert unknown in parts[drawn_as]["note"]
        assert made["rows"][-1]["kind"] == "number"
        assert not any("kind" in part for part in made["rows"][-1]["parts"])


# -- what is dropped ---------------------------------------------------------------------------------------------------


def dropping(file: str, text: str) -> list[RowPart]:
    """The parts of the model's row."""
    pipeline = Pipeline.from_file(FAULTS / file)
    stages = with_dropped(pipeline.engine, drawn_stages(with_words(pipeline, pipeline.stages(text))), text)
    made = stages_payload(text, stages, load("en"), pipeline.unknown)
    return next(one["parts"] for one in made["rows"] if one["kind"] == "token")


def test_what_is_dropped_is_crossed_out_among_the_tokens() -> None:
    """The library says that ug of mug is characters 0 to 2; in the picture it is below its letters."""
    note = load("en")("tokenizers.dropped")
    assert dropping("no_unk.json", "mug 😀 hug") == [
        {"text": "m", "start": 0, "end": 1, "kind": "dropped", "note": note},
        {"text": "ug", "start": 1, "end": 3, "number": 1},
        {"text": "😀", "start": 4, "end": 5, "kind": "dropped", "note": note},
        {"text": "h", "start": 6, "end": 7, "kind": "dropped", "note": note},
        {"text": "ug", "start": 7, "end": 9, "number": 2},
    ]


def test_of_a_character_its_bytes_are_dropped() -> None:
    file = json.loads((FAULTS / "bytelevel_with_decoder.json").read_text())
    kept = {token: number for token, number in file["model"]["vocab"].items() if token != "¯"}
    file["model"] |= {"vocab": kept, "merges": []}
    pipeline = Pipeline.from_file(json.dumps(file).encode())
    assert [(part.text, part.span) for part in dropped_parts(pipeline.engine, "naïve ï")] == [
        ("¯", (2, 3)),
        ("¯", (6, 7)),
    ]
    stages = with_dropped(pipeline.engine, pipeline.stages("naïve ï"), "naïve ï")
    (model,) = (stage for stage in stages if stage.kind == "model")
    assert [part.text for part in model.parts if part.role == "token"] == list(pipeline.encode("naïve ï").tokens)
    assert [(part.text, *part.span) for part in model.parts][-3:] == [("Ġ", 5, 6), ("Ã", 6, 7), ("¯", 6, 7)]


@given(st.text("ug m😀h", max_size=12))
def test_tokens_and_what_is_dropped_cover_every_word(text: str) -> None:
    pipeline = NO_UNK
    stages = with_dropped(pipeline.engine, pipeline.stages(text), text)
    (model,) = (stage for stage in stages if stage.kind == "model")
    covered = {place for part in model.parts for place in range(part.start, part.end)}
    assert sorted(covered) == [place for place, letter in enumerate(text) if not letter.isspace()]
    assert [part.text for part in model.parts if part.role == "token"] == list(pipeline.encode(text).tokens)
    assert all(text[part.start] == part.text[0] and text[part.end - 1] == part.text[-1] for part in model.parts)
