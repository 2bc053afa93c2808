"""One sentence in eight languages: what is drawn is what is recorded and encoded, and what is said of it holds."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz import recorded
from tokviz.files.by_name import SHIPPED, on_this_machine
from tokviz.files.pipeline import Pipeline
from tokviz.views.shared.catalog import LANGUAGES as CATALOGS
from tokviz.views.shared.catalog import load
from tokviz.views.shared.chips import Bar
from tokviz.views.tokenizers.languages import (
    LANGUAGES,
    MODELS,
    MOST_LINES,
    Costs,
    costs_by,
    costs_of,
    languages_table,
    losses,
    translations,
    verdict_on_languages,
)
from tokviz.views.tokenizers.options import SAMPLE_KEYS

EN = load("en")
TEXTS = {one.name: one.text for one in recorded.sentences()}
TEXTS_OF = translations("")


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("language", CATALOGS)
def test_the_sentences_say_what_a_tokenizer_does(name: str, language: str) -> None:
    say = load(language)
    tokenizer = on_this_machine()[name].open()
    costs = costs_by(tokenizer, name, TEXTS_OF)
    ids = {one: tokenizer.encode(TEXTS[one], special=False).ids for one in LANGUAGES}
    assert dict(costs.tokens) == {one: len(found) for one, found in ids.items()}
    unknown = tokenizer.unknown
    assert set(costs.lost) == {one for one, found in ids.items() if unknown and unknown[0] in found}
    whole = {one: len(found) for one, found in ids.items() if one not in costs.lost}
    assert costs.dearest == max(whole, key=lambda one: whole[one])
    said = verdict_on_languages(costs, say)
    assert name in said
    assert say.integer(whole[costs.dearest]) in said
    assert say(SAMPLE_KEYS[costs.dearest]) in said
    assert say.decimal(whole[costs.dearest] / whole["english"], 1) in said
    lost = losses(costs, say)
    assert bool(lost) == bool(costs.lost)
    assert all(say(SAMPLE_KEYS[one]) in lost for one in costs.lost)


def test_english_can_be_the_dearest() -> None:
    costs = Costs("x", {"english": 9, "hindi": 2}, ("hindi",))
    assert costs.dearest == "english"
    assert verdict_on_languages(costs, EN) == EN(
        "tokenizers.languages.least.whole", name="x", first="English", tokens=9
    )
    all_known = Costs("x", {"english": 9, "hindi": 2})
    assert verdict_on_languages(all_known, EN) == EN("tokenizers.languages.least", name="x", first="English", tokens=9)
    assert Costs("x", {"english": 3, "hindi": 2}, ("hindi", "english")).dearest == "english"


def test_a_language_that_is_not_known_whole_does_not_count() -> None:
    costs = Costs("x", {"english": 4, "german": 6, "hindi": 50}, ("hindi",))
    numbers = {
        "name": "x",
        "language": EN(SAMPLE_KEYS["german"]),
        "tokens": 6,
        "least": 4,
        "first": "English",
        "ratio": "1.5",
    }
    assert verdict_on_languages(costs, EN) == EN("tokenizers.languages.most.whole", **numbers)


def test_a_row_has_bytes_and_tokens_on_one_scale() -> None:
    models = tuple(map(costs_of, MODELS))
    table = languages_table(models, TEXTS_OF, EN)
    assert [row.cells[0] for row in table.rows] == [EN(SAMPLE_KEYS[name]) for name in LANGUAGES]
    longest = max(len(TEXTS[name].encode()) for name in LANGUAGES)
    for name, row in zip(LANGUAGES, table.rows, strict=True):
        numbers = [len(TEXTS[name].encode()), *(len(recorded.load(name, model).tokens) for model in MODELS)]
        bars = [cell for cell in row.cells[1:] if isinstance(cell, Bar)]
        assert [bar.text for bar in bars] == [EN.integer(number) for number in numbers]
        assert [bar.share for bar in bars] == [pytest.approx(number / longest) for number in numbers]


def test_an_unknown_token_is_a_loss() -> None:
    file = {"model": {"type": "WordLevel", "vocab": {"?": 0, "human": 1}, "unk_token": "?"}}
    costs = costs_by(Pipeline.from_file(json.dumps(file).encode()), "words", TEXTS_OF)
    assert costs.lost == LANGUAGES
    assert verdict_on_languages(costs, EN) == ""


def test_own_translations_are_compared_with_the_first_of_them() -> None:
    texts = translations("Deutsch: Guten Tag\n\n中文：你好\nhello\nDeutsch: Hallo\n" + "x\n" * 40)
    assert list(texts.items())[:4] == [
        ("Deutsch", "Guten Tag"),
        ("中文", "你好"),
        ("3", "hello"),
        ("Deutsch 4", "Hallo"),
    ]
    assert len(texts) == MOST_LINES
    costs = costs_by(on_this_machine()["gpt"].open(), "x", dict(list(texts.items())[:3]))
    said = verdict_on_languages(costs, EN)
    assert "Deutsch" in said
    table = languages_table((costs,), dict(list(texts.items())[:3]), EN)
    assert [row.cells[0] for row in table.rows] == ["Deutsch", "中文", "Line 3"]
    assert verdict_on_languages(Costs("x", {"Deutsch": 4}), EN) == ""


@given(st.text(max_size=200))
def test_any_lines_are_translations(lines: str) -> None:
    texts = translations(lines)
    assert texts
    assert all(text == text.strip() and text for text in texts.values())
