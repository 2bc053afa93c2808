"""vocab.txt both ways: tokenizers reads what is written and gives the same tokens; what is wrong with others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import models

from tests.strategies import hostile_texts, texts, words
from tokviz.errors import FormatError, LimitError, RulesError, TokvizError
from tokviz.files import reading
from tokviz.files.reading import Loaded, note
from tokviz.files.vocab_txt import load, write
from tokviz.texts import templates
from tokviz.wordpiece import Model

LETTERS = "abAé中😀#\u3000 \t\r\x1c\u2028"


def read(*args: Any, **options: Any) -> Model:
    return load(*args, **options).model


def codes(found: Loaded[Model]) -> list[str]:
    return [one.code for one in found.notes]


def error(data: str | bytes) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read(data)
    return caught.value


def test_the_id_is_the_number_of_lines_before() -> None:
    model = read("[PAD]\n[UNK]\nlow\n##er\n")
    assert dict(model.ids) == {"[PAD]": 0, "[UNK]": 1, "low": 2, "##er": 3}
    assert model.encode("Lower LÖW") == ["low", "##er", "low"]
    assert (model.unk, model.prefix, model.max_word_length) == ("[UNK]", "##", 100)


def test_conventions_are_parameters() -> None:
    model = read("<unk>\nlow\n@er", unk="<unk>", prefix="@", max_word_length=5, pretokenizer="whitespace")
    assert model.encode("lower low, lowerer") == ["low", "@er", "<unk>", "<unk>"]
    with pytest.raises(RulesError):
        read("a", max_word_length=-1)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("[UNK]\nlow", "bert-uncased"),
        ("[UNK]\nLow", "bert-cased"),
        ("[UNK]\n[Low]\n##É", "bert-cased"),
        ("中", "bert-uncased"),
    ],
)
def test_capital_letters_tell_the_kind_of_words(data: str, name: str) -> None:
    assert read(data).pretokenizer == name


@pytest.mark.parametrize("data", ["a\nb", "a\nb\n", "a\r\nb\r\n", b"\xef\xbb\xbfa\nb\n", "a \t\u3000\nb\x85\u2028"])
def test_line_ends_a_byte_order_mark_and_white_space_at_the_end_do_not_count(data: str | bytes) -> None:
    assert read(data).vocabulary == ("a", "b")


def test_white_space_elsewhere_counts() -> None:
    # Python alone would cut the line at U+2028 and take U+001C off its end.
    assert read(" a\nb\u2028c\nd\x1c").vocabulary == (" a", "b\u2028c", "d\x1c")


@settings(max_examples=200)
@given(st.lists(words(LETTERS, 6), min_size=1, max_size=20))
def test_any_lines_are_read_as_by_tokenizers(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    path = tmp_path_factory.getbasetemp() / "vocab.txt"
    path.write_bytes("\n".join(lines).encode())
    theirs = models.WordPiece.read_file(str(path))
    if not any(theirs):
        assert error(path.read_bytes()).code == "vocab-empty"
        return
    found = load(path.read_bytes())
    assert found.model.ids == theirs  # an empty token, and the last of two equal ones
    assert ("vocab-txt-empty" in codes(found)) == ("" in theirs)
    tokens = [token for token in found.model.vocabulary if token]
    assert ("vocab-txt-twice" in codes(found)) == (len(set(tokens)) < len(tokens))


@given(st.lists(words("abé中#", 5), min_size=1, max_size=20, unique=True), texts(), st.booleans())
def test_what_is_written_comes_back(
    tmp_path_factory: pytest.TempPathFactory, tokens: list[str], text: str, bom: bool
) -> None:
    model = Model(["[UNK]", *tokens], pretokenizer="bert-uncased")
    written = write(model)
    again = read(("\ufeff" if bom else "") + written, pretokenizer="bert-uncased")
    assert again.vocabulary == tuple(model.vocabulary)
    assert again.encode(text) == model.encode(text)
    path = tmp_path_factory.getbasetemp() / "written.txt"
    path.write_text(written, "utf-8", newline="")
    theirs = models.WordPiece.from_file(str(path))
    for word in (*tokens, "ab", "aé中b", "x"):
        assert [token.value for token in theirs.tokenize(word)] == list(again.encode_word(word))


def test_written_by_tokenizers(tmp_path: Path) -> None:
    theirs = models.WordPiece({"[UNK]": 0, "low": 1, "##er": 2, "é中": 3})
    (path,) = theirs.save(str(tmp_path))
    assert read(Path(path).read_bytes()).vocabulary == ("[UNK]", "low", "##er", "é中")


# -- mistakes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        ("", "vocab-empty", None),
        (b"\xef\xbb\xbf", "vocab-empty", None),
        ("\n", "vocab-empty", None),
        (" \n\u2028\n", "vocab-empty", None),
        ("a\nb\0\n", "nul-byte", 2),
        (b"a\n\xff", "not-decodable", 2),
        ("a\nb".encode("utf-16"), "not-decodable", 1),
        ("a\n\ud800", "token-surrogate", 2),
    ],
)
def test_mistakes(data: str | bytes, code: str, line: int | None) -> None:
    found = error(data)
    assert (found.code, found.line) == (code, line)


def test_a_repeated_token_names_both_lines_and_nothing_is_to_be_taken_out() -> None:
    found = load("[UNK]\nlow\nlow")
    assert dict(found.model.ids) == {"[UNK]": 0, "low": 2}
    assert found.notes[0] == note("vocab-txt-twice", token="'low'", line=2, last=3, id=2)
    assert len(load("a" * 4_000 + "\n" + "a" * 4_000).notes[0].sentence(templates("en"))) < 250


def test_a_line_of_white_space_alone_is_the_empty_token() -> None:
    """The last line of a file may be one, too: its id counts."""
    found = load("[UNK]\na\n\u2028\nb\n\n")
    assert dict(found.model.ids) == {"[UNK]": 0, "a": 1, "": 4, "b": 3}
    assert found.model.encode("a b") == ["a", "b"]
    (first,) = (one for one in found.notes if one.code == "vocab-txt-empty")
    assert dict(first.details) == {"line": 3, "text": r"'\u2028'", "id": 2}


@pytest.mark.parametrize("unk", ["<unk>", "[unk]", "<UNK>", "UNK", "unk"])
def test_another_spelling_of_the_unknown_token_is_taken_and_said(unk: str) -> None:
    found = load(f"a\n{unk}\n")
    assert found.model.unk == unk
    assert codes(found)[0] == "vocab-txt-unk"
    assert load(f"a\n{unk}\n[UNK]").model.unk == "[UNK]"
    assert codes(load("a\n"))[0] == "vocab-txt-no-unk"


def test_a_byte_order_mark_is_said_to_be_the_librarys(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf[UNK]\na\n"
    path = tmp_path / "vocab.txt"
    path.write_bytes(data)
    assert models.WordPiece.read_file(str(path)) == {"\ufeff[UNK]": 0, "a": 1}
    assert dict(load(data).model.ids) == {"[UNK]": 0, "a": 1}
    assert codes(load(data))[0] == "byte-order-mark"


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_VOCABULARY", 3)
    assert len(read("a\nb\nc\n").vocabulary) == 3
    with pytest.raises(LimitError) as caught:
        read("a\nb\nc\nd")
    assert (caught.value.code, caught.value.details["met"]) == ("limit-vocabulary", 4)
    monkeypatch.setattr(reading, "MAX_FILE_BYTES", 3)
    with pytest.raises(LimitError) as caught:
        read("a\nb\n")
    assert caught.value.code == "limit-file-bytes"


@settings(max_examples=200)
@given(hostile_texts() | st.binary(max_size=40))
def test_anything_else_is_read_or_refused(data: str | bytes) -> None:
    try:
        model = read(data)
        written = write(model)  # not an empty token, or one that is there twice
    except TokvizError:
        return
    assert read(written).vocabulary == model.vocabulary


@pytest.mark.parametrize(
    "vocabulary", [[""], ["a "], ["a\u3000"], ["a\nb"], ["\n"], ["a\0"], ["\ufeffa"], ["a\ud800"], ["a", "b", "a"]]
)
def test_what_the_file_cannot_hold_is_not_written(vocabulary: list[str]) -> None:
    with pytest.raises(RulesError) as caught:
        write(Model(vocabulary))
    assert caught.value.code == "vocab-token"
