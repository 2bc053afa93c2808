"""Errors and notes as the visitor reads them: in their language, with the line, and never as Markdown."""

import re

import pytest
from hypothesis import given

from tests.strategies import hostile_texts
from tokviz import bpe
from tokviz.bpe import Rules
from tokviz.corpus import Corpus, parse, parse_upload
from tokviz.errors import CorpusError, FormatError, LimitError, TokvizError
from tokviz.presets import resolve
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load
from tokviz.views.shared.messages import error_text, note_text
from tokviz.web.shared.messages import escape

EN, ZH = load("en"), load("zh")


def failure(text: str) -> TokvizError:
    with pytest.raises(TokvizError) as caught:
        parse(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("low 5\nlower 0", ["2", "lower"]),
        ("low 5\nlower -2\nnew 1", ["2", "lower"]),
        ("low 5\nnew 1\nlower 2.5", ["3", "lower", "2.5"]),
        ("low 5\nlower 2\nnewest", ["3", "newest"]),
        (f"low 5\nlower {10**18}", ["lower", 10**12]),
        ("a" * 201_000, [201_000, 200_000]),
        ('{"a\\ud800": 5}', ["D800"]),
    ],
)
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_an_error_names_the_place_and_the_limit(language: str, text: str, named: list[str | int]) -> None:
    say = load(language)
    sentence = error_text(failure(text), say)
    parts = [say.integer(part) if isinstance(part, int) else part for part in named]
    assert [part for part in parts if part not in sentence] == []


def test_numbers_of_an_error_have_the_signs_of_the_language() -> None:
    say = Catalog("xx", {**EN.templates, "number.group": "."})
    assert error_text(FormatError("codes-empty", line=1234), say).startswith("Line 1.234: ")
    assert "12.345" in error_text(LimitError("MAX_WORD_CHARS", 10, met=12345, word="x"), say)
    assert "2.500" in note_text("duplicates-summed", {"words": 2500, "example": "low"}, say)


def test_a_list_with_a_mistake_names_the_line() -> None:
    sentence = error_text(failure("low 5\nlower 0"), EN)
    assert sentence.startswith("Line 2: ")
    assert sentence != error_text(failure("low 5\nlower 0"), ZH)


def test_words_of_a_detail_keep_their_spaces() -> None:
    with pytest.raises(TokvizError) as caught:
        parse_upload("a.docx", b"PK\x03\x04 and so on")
    assert "Office or ZIP" in error_text(caught.value, EN)
    with pytest.raises(TokvizError) as caught:
        resolve("nope", bpe.PRESETS)
    assert "sennrich, subword-nmt" in error_text(caught.value, EN)


def test_invisible_characters_of_a_word_are_shown() -> None:
    sentence = error_text(CorpusError("count-zero", word="a\u202eb\0"), EN)
    assert r"a\u202eb\x00" in sentence


def test_braces_in_a_word_are_not_read_as_fields() -> None:
    assert "{count}{0}" in error_text(failure("low 5\n{count}{0} 0\nx 2\ny 3"), EN)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_notes(language: str) -> None:
    for code, details in parse("low 5\nlow 2\nnew 1").notes + parse("5,low\n2,lower").notes:
        assert note_text(code, details, load(language))


def test_a_rule_that_does_not_exist() -> None:
    with pytest.raises(TokvizError) as caught:
        Rules(tie_break="coin")  # type: ignore[arg-type]
    assert "coin" in error_text(caught.value, EN)
    with pytest.raises(TokvizError) as caught:
        bpe.train(Corpus({"a": 1}), merges=-1)
    assert "merges" in error_text(caught.value, ZH)


@given(hostile_texts())
def test_nothing_in_an_escaped_text_is_markdown(text: str) -> None:
    """Each character with a meaning in Markdown has its backslash; without the backslashes it is the text again."""
    escaped = escape(text)
    assert re.sub(r"\\(.)", r"\1", escaped, flags=re.DOTALL) == text
    assert not re.search(r"[`*_\[\]<>#|~$:&]", re.sub(r"\\.", "", escaped, flags=re.DOTALL))


@pytest.mark.parametrize("text", ["https://evil.example", "WWW.evil.example", "a.b@evil.example", "see ftp://x.y"])
def test_no_address_becomes_a_link(text: str) -> None:
    """Streamlit makes links of plain addresses, also of those with backslashes."""
    shown = re.sub(r"\\(.)", r"\1", escape(text), flags=re.DOTALL)
    assert not re.search(r"://|www\.|@\w", shown, re.IGNORECASE)
    assert shown.replace("\u2060", "") == text


@pytest.mark.parametrize("text", ["a: //b", "@@", "lo@@", "@user", "w.w.w.", "a://"[:2]])
def test_other_texts_have_no_joiner(text: str) -> None:
    assert "\u2060" not in escape(text)
