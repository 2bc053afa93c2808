"""Rows of characters, bytes, pre-tokens and tokens: some checked by hand, and what must hold for every text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.strategies import texts
from tokviz import examples
from tokviz.bpe import ENCODINGS, PRESETS, Model, train
from tokviz.corpus import Corpus
from tokviz.pretokenize import ALTERNATIVES, pretokenize, with_alternatives
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE
from tokviz.views.byte_level import ByteToken, Cut, byte_table, characters, cuts, pretokens, tokens, word_of

FAMILY = "👨\u200d👩\u200d👧"


def model(split: str, merges: int) -> Model:
    text = examples.load("lighthouse").text
    assert text
    rules, encoding = PRESETS["minbpe"], ENCODINGS["minbpe"]
    if split.endswith("-bytes"):
        rules, encoding = replace(PRESETS["huggingface"], initial_alphabet=tuple(CHAR_TO_BYTE)), ENCODINGS["tokenizers"]
    return train(Corpus.from_text(text, split), merges=merges, rules=rules).model(pretokenizer=split, encoding=encoding)


MODELS = tuple(model(f"{pattern}{form}", 200) for pattern in ALTERNATIVES for form in ("", "-bytes"))

# -- by hand -----------------------------------------------------------------------------------------------------------


def test_characters_by_hand() -> None:
    assert characters("é中 ").frame().values.tolist() == [
        ["é", "U+00E9", "C3 A9", "Ã ©", "LATIN SMALL LETTER E WITH ACUTE"],
        ["中", "U+4E2D", "E4 B8 AD", "ä ¸ Ń", "CJK UNIFIED IDEOGRAPH-4E2D"],
        ["␣", "U+0020", "20", "Ġ", "SPACE"],
    ]


def test_a_family_is_five_characters_of_eighteen_bytes() -> None:
    rows = characters(FAMILY).frame()
    assert rows["code_point"].tolist() == ["U+1F468", "U+200D", "U+1F469", "U+200D", "U+1F467"]
    assert rows["utf8"].tolist() == ["F0 9F 91 A8", "E2 80 8D", "F0 9F 91 A9", "E2 80 8D", "F0 9F 91 A7"]
    assert rows["character"][1] == "⟨200D⟩"
    assert rows["unicode_name"][1] == "ZERO WIDTH JOINER"


def test_a_line_end_and_a_tab_are_seen() -> None:
    rows = characters("\n\t").frame()
    assert rows["printable"].tolist() == ["Ċ", "ĉ"]
    assert rows["character"].tolist() == ["⏎", "⇥"]
    assert rows["unicode_name"].tolist() == ["–", "–"]  # Unicode gives controls no name


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("cl100k", "x \n  ", [("x", "letters-any-before"), (" \n  ", "space-at-end")]),
        ("o200k", "x \n  ", [("x", "letters-lower"), (" \n", "space-line-end"), ("  ", "space-but-last")]),
        ("gpt2", "x \n  ", [("x", "letters"), (" \n  ", "space-at-end")]),
        (
            "gpt2",
            "a  b\tc",
            [("a", "letters"), (" ", "space-but-last"), (" b", "letters"), ("\t", "space"), ("c", "letters")],
        ),
        (
            "gpt2",
            "it's I'S",
            [("it", "letters"), ("'s", "contraction"), (" I", "letters"), ("'", "punctuation"), ("S", "letters")],
        ),
        ("cl100k", "IT'S", [("IT", "letters-any-before"), ("'S", "contraction-any-case")]),
        (
            "cl100k",
            "2016;\n\n",
            [("201", "digits-in-threes"), ("6", "digits-in-threes"), (";\n\n", "punctuation-line-ends")],
        ),
        ("o200k", "HelloWORLD's", [("Hello", "letters-lower"), ("WORLD's", "letters-upper")]),
        (
            "o200k",
            "a//\n 中",
            [("a", "letters-lower"), ("//\n", "punctuation-line-ends-slash"), (" 中", "letters-lower")],
        ),
    ],
)
def test_alternatives_by_hand(pattern: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert list(with_alternatives(text, pattern)) == expected


def test_pretokens_by_hand() -> None:
    assert pretokens(with_alternatives("né  x", "gpt2")).frame().values.tolist() == [
        [1, "né", "letters", "nÃ©"],
        [2, "␣", "space-but-last", "Ġ"],
        [3, "␣x", "letters", "Ġx"],
    ]


def test_bytes_of_a_token_by_hand() -> None:
    assert byte_table("é".encode()).frame().values.tolist() == [
        ["C3", 195, "1100 0011", "Ã"],
        ["A9", 169, "1010 1001", "©"],
    ]


@pytest.mark.parametrize("split", ["gpt2", "gpt2-bytes"])
def test_tokens_without_merges_are_bytes(split: str) -> None:
    found = tokens(with_alternatives(" 中", "gpt2"), model(split, 0))
    assert [token.raw for token in found] == [b" ", b"\xe4", b"\xb8", b"\xad"]
    assert [token.token for token in found] == ["Ġ", "ä", "¸", "Ń"]
    assert [token.text for token in found] == [" ", "\ufffd", "\ufffd", "\ufffd"]
    assert [token.start for token in found] == [0, 1, 2, 3]
    if split == "gpt2":
        assert [token.id for token in found] == [0x20, 0xE4, 0xB8, 0xAD]
    assert cuts(" 中", found[0]) == ()
    assert cuts(" 中", found[1]) == (Cut("中", 1, 3),)


def test_a_token_may_cut_two_characters() -> None:
    assert cuts("中é!", ByteToken("ŃÃ", 300, b"\xad\xc3", 2, 0)) == (Cut("中", 1, 3), Cut("é", 1, 2))
    assert cuts("中é!", ByteToken("中é", 300, "中é".encode(), 0, 0)) == ()


# -- for every text ----------------------------------------------------------------------------------------------------


@given(texts() | st.text())
def test_alternatives_cover_every_piece(text: str) -> None:
    for pattern, alternatives in ALTERNATIVES.items():
        found = with_alternatives(text, pattern)
        assert tuple(piece for piece, _ in found) == pretokenize(text, pattern)
        assert {name for _, name in found} <= alternatives.keys()


@given(texts() | st.text())
def test_bytes_of_the_rows_are_the_text(text: str) -> None:
    rows = characters(text).frame()
    raw = bytes.fromhex(" ".join(rows["utf8"]))
    assert raw == text.encode()
    assert bytes(CHAR_TO_BYTE[char] for char in " ".join(rows["printable"]).replace(" ", "")) == raw


@given(texts() | st.text())
def test_tokens_hold_the_bytes_of_the_text_and_come_back(text: str) -> None:
    for trained in MODELS:
        pieces = with_alternatives(text, trained.pretokenizer.removesuffix("-bytes"))
        found = tokens(pieces, trained)
        assert b"".join(token.raw for token in found) == text.encode()
        assert [token.start for token in found] == [sum(len(t.raw) for t in found[:i]) for i in range(len(found))]
        assert [token.token for token in found] == trained.encode(text)
        assert trained.decode([token.token for token in found]) == text
        assert all(trained.vocabulary[token.id] == token.token for token in found)


@given(texts())
@example("a\ufffd")
def test_a_token_cuts_characters_exactly_when_its_bytes_are_no_text(text: str) -> None:
    pieces = with_alternatives(text, "gpt2")
    for token in tokens(pieces, MODELS[0]):
        is_text = token.raw.decode(errors="ignore").encode() == token.raw
        assert bool(cuts(text, token)) == (not is_text)
        assert is_text or "\ufffd" in token.text


@given(texts())
def test_a_pretoken_explained_ends_in_its_tokens(text: str) -> None:
    for trained in MODELS[:2]:
        pieces = with_alternatives(text, "gpt2")
        found = tokens(pieces, trained)
        for number, (piece, _) in enumerate(pieces):
            expected = tuple(token.token for token in found if token.pretoken == number)
            assert trained.explain(word_of(piece, trained)).tokens == expected
