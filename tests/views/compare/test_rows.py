"""The payload of the aligned rows: examples laid out by hand, and what must hold for any text and any tokenizer."""

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
    return [(token[0], token[1], token[2]) for token in payload["rows"][number]]


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_a_word_in_two_rows() -> None:
    payload = built("hugs", MODELS[0], MODELS[1])
    assert payload["clusters"] == [["h", 0, 1, 0], ["u", 1, 2, 0], ["g", 2, 3, 0], ["s", 3, 4, 0]]
    assert row(payload, 0) == [("hug", 0, 3), ("s", 3, 4), ("</w>", 4, 5)]  # the mark has a column of its own
    assert row(payload, 1) == [("h", 0, 1), ("##u", 1, 2), ("##g", 2, 3), ("##s", 3, 4)]
    assert [block[:3] for block in payload["blocks"]] == [[0, 3, 2], [3, 5, 0]]  # all cut before the s
    assert payload["words"] == ["hugs"]


def test_marks_are_left_out_in_neutral_notation() -> None:
    payload = built("hugs", MODELS[0], MODELS[1], neutral=True)
    assert [text for text, _, _ in row(payload, 0)] == ["hug", "s", "∅"]
    assert [text for text, _, _ in row(payload, 1)] == ["h", "u", "g", "s"]


def test_bytes_share_a_character() -> None:
    payload = built("aé", BYTES, MODELS[1])
    assert payload["clusters"] == [["a", 0, 1, 0], ["é", 1, 3, 0]]
    assert row(payload, 0) == [("a", 0, 1), ("Ã", 1, 2), ("©", 2, 3)]
    assert [token[6] for token in payload["rows"][0]] == [0, 2, 1]  # the cut is behind the first, before the second
    assert row(payload, 1) == [("[UNK]", 0, 3)]
    assert row(built("aé", BYTES, neutral=True), 0)[1:] == [("<0xC3>", 1, 2), ("<0xA9>", 2, 3)]


def test_spaces_have_a_column_only_where_a_token_holds_them() -> None:
    assert [cluster[0] for cluster in built("a b", MODELS[1])["clusters"]] == ["a", "b"]
    payload = built("a b", BYTES, MODELS[1])
    assert [cluster[0] for cluster in payload["clusters"]] == ["a", "␣", "b"]
    assert [cluster[3] for cluster in payload["clusters"]] == [0, 1, 1]
    assert payload["words"] == ["a", "␣b"], "a space that is a token is picked with the word after it"
    assert [token[5] for token in payload["rows"][0]] == [0, 1, 1]


def test_lines_end_where_the_text_says() -> None:
    assert [block[2] for block in built("a b\nc\n\nd", MODELS[1])["blocks"]] == [2, 1, 2, 2]
    assert [block[2] for block in built("a\nb", BYTES)["blocks"]] == [2, 1, 2]  # the line end is a token here


def test_what_is_left_out_is_said() -> None:
    dropping = bpe.Model((), tuple("ab"), encoding=bpe.Encoding(unknown="drop"))
    payload = built("axb", dropping, MODELS[1])
    assert [(token[0], token[3]) for token in payload["rows"][0]] == [("a", "piece"), ("∅", "dropped"), ("b", "piece")]


@pytest.mark.parametrize(
    ("text", "directions"),
    [
        ("abc שלום", [[0, 0], [1, 0]]),
        ("שלום abc", [[1, 1], [0, 1]]),
        ("שלום 12 ! שלום", [[1, 1], [0, 1], [1, 1], [1, 1]]),
        ("a 12 ! b", [[0, 0]] * 4),
        ("abc\nسلام", [[0, 0], [1, 1]]),
        ("12 !", [[0, 0], [0, 0]]),
    ],
)
def test_directions(text: str, directions: list[list[int]]) -> None:
    whole = wordpiece.Model(["[UNK]"])
    assert [block[3:] for block in built(text, whole)["blocks"]] == directions


def test_letters_of_joined_scripts_keep_their_form() -> None:
    shown = [cluster[0] for cluster in built("سلام", MODELS[1])["clusters"]]
    assert shown == ["س\u200d", "\u200dل\u200d", "\u200dا", "م"]  # alif joins only the letter before it


def test_a_family_is_one_character() -> None:
    payload = built("👩\u200d👧", BYTES, MODELS[1])
    assert [cluster[:3] for cluster in payload["clusters"]] == [["👩\u200d👧", 0, 11]]


def test_a_long_text_is_cut_at_a_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "MOST_SENT", 9)
    payload = built("hug hug hug hug", MODELS[0], MODELS[1])
    assert len(payload["blocks"]) == 1  # 2 + 3 tokens a word: a second word would make ten
    assert sum(map(len, payload["rows"])) == 5
    assert payload["cut"] == load("en")("compare.rows.cut", shown=3, total=12)


def test_a_token_that_is_longer_than_a_line_comes_in_parts() -> None:
    payload = built("u" * 30, wordpiece.Model(["[UNK]"]), bpe.Model((), ("uu", "u"), encoding=bpe.Encoding()))
    assert [block[:3] for block in payload["blocks"]] == [[0, 10, 2], [10, 20, 0], [20, 30, 0]]
    assert row(payload, 0) == [("[UNK]", 0, 10), ("…", 10, 20), ("…", 20, 30)]
    assert [token[6] for token in payload["rows"][0]] == [8, 4 | 8, 4]
    assert len(payload["rows"][1]) == 30


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
    assert (payload["clusters"], payload["blocks"], payload["cut"]) == ([], [], "")
    assert built(" \n", MODELS[1])["blocks"] == []


# -- for any text ------------------------------------------------------------------------------------------------------


@given(texts(), st.lists(st.sampled_from(range(len(MODELS))), min_size=1, max_size=4))
def test_nothing_is_lost_doubled_or_out_of_line(text: str, which: list[int]) -> None:
    models = [MODELS[number] for number in which]
    payload = built(text, *models)
    clusters = regex.findall(r"\X", text)
    spaces = sum(cluster.isspace() for cluster in clusters)
    assert len(clusters) - spaces <= len(payload["clusters"]) <= len(clusters)
    for left, right in pairwise(payload["clusters"]):
        assert left[1] < left[2] <= right[1]
    for model, tokens in zip(models, payload["rows"], strict=True):
        kept = [token for token in tokens if token[3] not in ("dropped", "removed")]
        assert sum(not token[6] & 4 for token in kept) == len(segment(text, model).tokens)
        for left, right in pairwise(tokens):
            assert left[1] < left[2] <= right[1]
    for left, right in pairwise(payload["blocks"]):
        assert left[1] <= right[0]
    for parts in (payload["clusters"], *payload["rows"]):
        for part in parts:  # each is in one block
            assert sum(block[0] <= part[1] and part[2] <= block[1] for block in payload["blocks"]) == 1


@given(st.lists(st.lists(st.text("abcdefghijklmnop", min_size=1, max_size=2), max_size=60), max_size=4))
def test_neighbours_differ_in_colour(rows: list[list[str]]) -> None:
    for names, hues in zip(rows, compare.token_colours(rows), strict=True):
        assert len(names) == len(hues)
        for (left, right), (one, other) in zip(pairwise(names), pairwise(hues), strict=True):
            assert one != other or left == right


@given(texts())
def test_picks_are_stretches_of_the_text(text: str) -> None:
    passages, numbers = pick_words(text, [segment(text, model) for model in MODELS])
    assert len(numbers) == len(text)
    assert all(number >= 0 or character.isspace() for number, character in zip(numbers, text, strict=True))
    assert all(not any(map(str.isspace, name)) for name in passages)
    assert set(numbers) - {-1} == set(range(len(passages)))
    assert all(passage.text == text for passage in passages.values())
