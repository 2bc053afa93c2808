"""The payload of the rows of `/compare`: examples laid out by hand, and what must hold for any text and tokenizer."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import texts
from tokviz import Corpus, bpe, unigram, wordpiece
from tokviz.compare.alignment import segment
from tokviz.compare.spans import Model
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR
from tokviz.views.compare import rows as compare
from tokviz.views.compare.rows import pick_words
from tokviz.views.shared.catalog import LANGUAGES, load

HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
BYTES = bpe.Model((), tuple(BYTE_TO_CHAR.values()), pretokenizer="gpt2-bytes")
LETTERS = tuple("abcdehginoprstuw")
MODELS: tuple[Model, ...] = (
    bpe.train(HUG, vocab_size=12, rules="sennrich").model(),
    wordpiece.train(HUG, vocab_size=12, rules="course").model(),
    unigram.train(HUG, vocab_size=12, rules="course").model(),
    BYTES,
    wordpiece.Model(["[UNK]", *LETTERS, *(f"##{letter}" for letter in LETTERS)], pretokenizer="bert-uncased"),
    bpe.Model((), LETTERS),
)


def built(text: str, *models: Model, neutral: bool = False) -> dict[str, Any]:
    """The payload as the browser reads it."""
    found = [segment(text, model) for model in models]
    names = [str(number) for number in range(len(models))]
    made = compare.rows_payload(text, found, names, load("en"), models if neutral else None)
    return dict(json.loads(json.dumps(made)))


def row(payload: dict[str, Any], number: int) -> list[tuple[str, int, int]]:
    """Text and columns of the tokens of a row."""
    return [(token["text"], token["start"], token["end"]) for token in payload["rows"][number]["parts"]]


def characters(payload: dict[str, Any]) -> list[tuple[str, int, int]]:
    """Text and columns of the characters."""
    return [(one["text"], one["start"], one["end"]) for one in payload["characters"]]


def sides(payload: dict[str, Any], number: int) -> list[set[str]]:
    """Return the sides of a row's tokens inside a character, or in another block."""
    names = {"cut_start", "cut_end", "from_before", "goes_on"}
    return [names & token.keys() for token in payload["rows"][number]["parts"]]


def blocks(payload: dict[str, Any]) -> list[tuple[int, int, str]]:
    """Columns of the blocks, and what comes before each."""
    return [(block["start"], block["end"], block["before"]) for block in payload["blocks"]]


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_a_word_in_two_rows() -> None:
    payload = built("hugs", MODELS[0], MODELS[1])
    assert characters(payload) == [("h", 0, 1), ("u", 1, 2), ("g", 2, 3), ("s", 3, 4)]
    assert [one["word"] for one in payload["characters"]] == [0, 0, 0, 0]
    assert row(payload, 0) == [("hug", 0, 3), ("s", 3, 4), ("</w>", 4, 5)]  # the mark has a column of its own
    assert row(payload, 1) == [("h", 0, 1), ("##u", 1, 2), ("##g", 2, 3), ("##s", 3, 4)]
    assert blocks(payload) == [(0, 3, "line"), (3, 5, "inside")]  # all cut before the s
    assert [(one["name"], one["tokens"], one["unknown"]) for one in payload["rows"]] == [("0", 3, 0), ("1", 4, 0)]
    assert payload["summary"] == ""
    assert "top" not in payload  # the letters are in every row
    assert payload["words"] == ["hugs"]


def test_marks_are_left_out_in_neutral_notation() -> None:
    payload = built("hugs", MODELS[0], MODELS[1], neutral=True)
    assert [text for text, _, _ in row(payload, 0)] == ["hug", "s", "∅"]
    assert [text for text, _, _ in row(payload, 1)] == ["h", "u", "g", "s"]


def test_bytes_share_a_character() -> None:
    payload = built("aé", BYTES, MODELS[1])
    assert characters(payload) == [("a", 0, 1), ("é", 1, 3)]
    assert row(payload, 0) == [("a", 0, 1), ("Ã", 1, 2), ("©", 2, 3)]
    assert sides(payload, 0) == [set(), {"cut_end"}, {"cut_start"}]
    assert row(payload, 1) == [("[UNK]", 0, 3)]
    assert row(built("aé", BYTES, neutral=True), 0)[1:] == [("<0xC3>", 1, 2), ("<0xA9>", 2, 3)]


def test_spaces_have_a_column_only_where_a_token_holds_them() -> None:
    assert [text for text, _, _ in characters(built("a b", MODELS[1]))] == ["a", "b"]
    payload = built("a b", BYTES, MODELS[1])
    assert [text for text, _, _ in characters(payload)] == ["a", "␣", "b"]
    assert [one["word"] for one in payload["characters"]] == [0, 1, 1]
    assert payload["words"] == ["a", "␣b"], "a space that is a token is picked with the word after it"


def test_lines_end_where_the_text_says() -> None:
    before = [what for _, _, what in blocks(built("a b\nc\n\nd", MODELS[1]))]
    assert before == ["line", "space", "line", "line"]
    before = [what for _, _, what in blocks(built("a\nb", BYTES))]  # the line end is a token here
    assert before == ["line", "space", "line"]


def test_what_is_left_out_is_said() -> None:
    dropping = bpe.Model((), tuple("ab"), encoding=bpe.Encoding(unknown="drop"))
    payload = built("axb", dropping, MODELS[1])
    kinds = [(token["text"], token.get("kind")) for token in payload["rows"][0]["parts"]]
    assert kinds == [("a", None), ("∅", "dropped"), ("b", None)]
    assert payload["rows"][0]["kind"] == "piece"


@pytest.mark.parametrize(
    ("text", "directions"),
    [
        ("abc שלום", ["ltr ltr", "rtl ltr"]),
        ("שלום abc", ["rtl rtl", "ltr rtl"]),
        ("שלום 12 ! שלום", ["rtl rtl", "ltr rtl", "rtl rtl", "rtl rtl"]),
        ("a 12 ! b", ["ltr ltr"] * 4),
        ("abc\nسلام", ["ltr ltr", "rtl rtl"]),
        ("12 !", ["ltr ltr", "ltr ltr"]),
    ],
)
def test_directions(text: str, directions: list[str]) -> None:
    """Each is that of a block and that of its line."""
    whole = wordpiece.Model(["[UNK]"])
    found = [f"{block['direction']} {block['line']}" for block in built(text, whole)["blocks"]]
    assert found == directions


def test_letters_of_joined_scripts_keep_their_form() -> None:
    shown = [text for text, _, _ in characters(built("سلام", MODELS[1]))]
    assert shown == ["س\u200d", "\u200dل\u200d", "\u200dا", "م"]  # alif joins only the letter before it


def test_a_family_is_one_character() -> None:
    payload = built("👩\u200d👧", BYTES, MODELS[1])
    assert characters(payload) == [("👩\u200d👧", 0, 11)]


def test_a_long_text_is_cut_at_a_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "MOST_SENT", 9)
    payload = built("hug hug hug hug", MODELS[0], MODELS[1])
    assert len(payload["blocks"]) == 1  # 2 + 3 tokens a word: a second word would make ten
    assert sum(len(one["parts"]) for one in payload["rows"]) == 5
    assert [one["tokens"] for one in payload["rows"]] == [8, 12], "totals count the whole text"
    assert payload["cut"] == load("en")("compare.rows.cut", shown=3, total=12)


def test_a_token_that_is_longer_than_a_line_comes_in_parts() -> None:
    payload = built("u" * 30, wordpiece.Model(["[UNK]"]), bpe.Model((), ("uu", "u"), encoding=bpe.Encoding()))
    assert blocks(payload) == [(0, 10, "line"), (10, 20, "inside"), (20, 30, "inside")]
    assert row(payload, 0) == [("[UNK]", 0, 10), ("…", 10, 20), ("…", 20, 30)]
    assert sides(payload, 0) == [{"goes_on"}, {"from_before", "goes_on"}, {"from_before"}]
    assert len(payload["rows"][1]["parts"]) == 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_are_there_in_every_language(language: str) -> None:
    found = load(language).within("compare.rows.label.")
    assert all(found.values())
    assert found == compare.rows_payload("", [], [], load(language))["labels"]
    assert "{page}" in found["part"]


def test_one_token_is_said_otherwise_where_a_language_does_so() -> None:
    english, chinese = (load(language).within("compare.rows.label.") for language in ("en", "zh"))
    assert english["total.one"] != english["total"]
    assert "total.one" not in chinese


def test_nothing_at_all() -> None:
    payload = built("", *MODELS)
    assert (payload["characters"], payload["blocks"], payload["cut"]) == ([], [], "")
    assert built(" \n", MODELS[1])["blocks"] == []


# -- for any text ------------------------------------------------------------------------------------------------------


@given(texts(), st.lists(st.sampled_from(range(len(MODELS))), min_size=1, max_size=4))
def test_nothing_is_lost_doubled_or_out_of_line(text: str, which: list[int]) -> None:
    models = [MODELS[number] for number in which]
    payload = built(text, *models)
    clusters = regex.findall(r"\X", text)
    spaces = sum(cluster.isspace() for cluster in clusters)
    assert len(clusters) - spaces <= len(payload["characters"]) <= len(clusters)
    for model, found in zip(models, payload["rows"], strict=True):
        kept = [token for token in found["parts"] if token.get("kind") not in ("dropped", "removed")]
        assert sum("from_before" not in token for token in kept) == len(segment(text, model).tokens)
    for left, right in pairwise(payload["blocks"]):
        assert left["end"] <= right["start"]
    for parts in (payload["characters"], *(found["parts"] for found in payload["rows"])):
        for left, right in pairwise(parts):
            assert left["start"] < left["end"] <= right["start"]
        for part in parts:  # each is in one block
            inside = [one for one in payload["blocks"] if one["start"] <= part["start"] and part["end"] <= one["end"]]
            assert len(inside) == 1


@given(texts())
def test_picks_are_stretches_of_the_text(text: str) -> None:
    passages, numbers = pick_words(text, [segment(text, model) for model in MODELS])
    assert len(numbers) == len(text)
    assert all(number >= 0 or character.isspace() for number, character in zip(numbers, text, strict=True))
    assert all(not any(map(str.isspace, name)) for name in passages)
    assert set(numbers) - {-1} == set(range(len(passages)))
    assert all(passage.text == text for passage in passages.values())
