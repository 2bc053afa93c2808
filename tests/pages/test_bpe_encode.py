"""`/bpe-encode` by its links: examples, rules, words, steps and texts, and what is said when they do not fit."""

from __future__ import annotations

from itertools import product

import pytest

from tests.pages import visit
from tests.pages.bpe_encode_visit import (
    LOWEST,
    chosen,
    encode,
    metrics,
    picture,
    states,
    step,
    ten,
    typed,
)
from tests.pages.visit import pictures
from tokviz import examples
from tokviz.algorithms import BPE
from tokviz.state import sample_texts
from tokviz.state.bpe_encode import LOOPS, PAGE, VIEWS
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import visible, with_spaces
from tokviz.views.shared.spaces import space_of_model

EN = load("en")


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_opening_state(language: str) -> None:
    say = load(language)
    at = encode(lang=language)
    assert at.title[0].value == say("page.bpe-encode")
    assert at.text_area(key="bpe_encode_text").value == sample_texts.text(PAGE, "sennrich")
    assert at.selectbox(key="bpe_encode_word").options[0] == "lowest"
    assert step(at) == 0
    assert [tab.label for tab in at.tabs] == [say(f"tab.{view}") for view in VIEWS]
    assert at.metric[0].label == say("encode.measure.tokens")
    assert pictures(at)["encode_picture"]["payload"]["lang"] == language
    assert not at.warning
    assert not at.error
    assert at.query_params == {"lang": language}  # a visit that asked for nothing else leaves the address alone


def test_lowest_after_ten_merges_by_the_link_of_the_issue() -> None:
    at = ten(word="lowest")
    assert states(at) == LOWEST
    assert pictures(at)["encode_picture"]["payload"]["total"] == 5


@pytest.mark.parametrize(("word", "end"), [("slow", ["s", "low</w>"]), ("newest", ["newest</w>"])])
def test_a_word_from_the_link(word: str, end: list[str]) -> None:
    at = ten(word=word)
    assert at.selectbox(key="bpe_encode_word").value == word
    assert states(at)[-1] == end
    assert at.query_params == {"example": "sennrich", "merges": "10", "word": word}


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_word_that_the_text_does_not_have_is_the_first_and_said(language: str) -> None:
    at = ten(word="ab*sent", step="2", lang=language)
    assert [visit.plain(warning.value) for warning in at.warning] == [load(language)("notice.word", word="ab*sent")]
    assert states(at) == LOWEST
    assert step(at) == 0
    assert "word" not in at.query_params
    assert not visit.alive(at.run()).warning  # said once


def test_a_word_that_goes_with_its_text_is_not_missed() -> None:
    assert not typed(ten(word="slow"), "lowest low").warning


def test_a_word_of_the_link_behind_the_first_five_hundred() -> None:
    text = " ".join(chr(0x4E00 + i) for i in range(600))
    at = ten(text=text, word=chr(0x4E00 + 599))
    assert at.selectbox(key="bpe_encode_word").value == chr(0x4E00 + 599)
    assert not at.warning


@pytest.mark.parametrize(("asked", "got"), [("0", 0), ("3", 3), ("5", 5), ("6", 5), ("9999", 5)])
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_step_from_the_link(asked: str, got: int, language: str) -> None:
    at = ten(step=asked, lang=language)
    assert step(at) == got
    assert at.query_params.get("step", "0") == str(got)
    notice = load(language)("notice.word-step", asked=int(asked), total=5)
    assert [visit.plain(warning.value) for warning in at.warning] == ([notice] if int(asked) > 5 else [])
    assert not visit.alive(at.run()).warning


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize(("extra", "is_said"), [(0, False), (1, True)])
def test_a_text_too_long_for_the_link_says_so(extra: int, is_said: bool, language: str) -> None:
    at = typed(ten(lang=language), "x" * (MAX_LINK_CHARS + extra))
    notice = load(language)("notice.long-text", limit=MAX_LINK_CHARS)
    assert (notice in visit.texts(at.main)) == is_said
    assert ("text" in at.query_params) == (not is_said)


def test_another_word_begins_at_its_beginning() -> None:
    at = ten(step="3")
    before = pictures(at)["encode_picture"]["goto_id"]
    chosen(at, "slow")
    assert step(at) == 0
    assert pictures(at)["encode_picture"]["goto_id"] > before
    assert at.query_params["word"] == "slow"
    assert "step" not in at.query_params


@pytest.mark.parametrize(("name", "language"), list(product(examples.NAMES, LANGUAGES)))
def test_every_example(name: str, language: str) -> None:
    at = encode(example=name, merges="40", lang=language)
    source = examples.load(name)
    lesson = source.recipe("bpe")
    trace = BPE.train(source.corpus_for("bpe"), BPE.own(lesson.rules), merges=40)
    model = trace.model(pretokenizer=lesson.pretokenizer or "whitespace")
    tokens = model.encode(sample_texts.text(PAGE, name))
    assert metrics(at)[0] == f"{len(tokens):,}"
    shown = with_spaces([visible(token) for token in tokens[:150]], space_of_model(model))
    assert picture(at, "bpe_encode_tokens_picture") == [shown]
    assert states(at)
    assert at.title[0].value == load(language)("page.bpe-encode")


def test_another_example_brings_its_own_text() -> None:
    at = ten(text="mine all mine")
    at = visit.pick(at, "bpe_example", "hug")
    visit.alive(at.run())
    assert at.text_area(key="bpe_encode_text").value == sample_texts.text(PAGE, "hug")
    assert at.query_params == {"example": "hug"}
    assert at.selectbox(key="bpe_encode_word").value == "unhug"


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_each_loop(loop: str, language: str) -> None:
    at = encode(corpus="aaaaaaaa 5", rules="course", merges="2", text="aaaa", loop=loop, lang=language)
    one = [["a"] * 4, ["aa", "a", "a"], ["aa", "aa"], ["aaaa"]]
    assert states(at) == (one if loop == "one-at-a-time" else [one[0], one[2], one[3]])
    assert at.query_params["loop"] == loop
    at.selectbox(key="bpe_encode_loop").select("")
    assert "loop" not in visit.alive(at.run()).query_params


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_an_own_corpus_that_is_empty(language: str) -> None:
    at = encode(example="own", lang=language)
    assert [info.value for info in at.info] == [load(language)("encode.empty")]
    assert not pictures(at)
    at.text_area(key="bpe_text").input("low 5\nlower 2")
    typed(visit.alive(at.run()), "slow")
    assert states(at)[0] == ["s", "l", "o", "w", "</w>"]


def test_an_own_corpus_with_a_mistake_is_named_and_kept() -> None:
    at = encode(corpus="low 5\nlower 0", text="slow")
    assert visit.plain(at.error[0].value).startswith("Line 2: ")
    assert at.text_area(key="bpe_text").value == "low 5\nlower 0"
    assert at.text_area(key="bpe_encode_text").value == "slow"


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("text", ["", " \n\t "])
def test_a_text_that_is_empty(text: str, language: str) -> None:
    at = encode(text=text, lang=language)
    assert [info.value for info in at.info] == [load(language)("encode.no-text")]
    assert at.query_params["text"] == text
    assert states(typed(at, "lowest"))


def test_a_text_travels_in_the_link_and_the_word_with_it() -> None:
    text = "low lowest\n😀 '\"&=#% lowest"
    first = chosen(typed(ten(), text), "😀")
    again = encode(**first.query_params)
    assert again.query_params == first.query_params
    assert again.text_area(key="bpe_encode_text").value == text
    assert states(again) == states(first) == [["😀", "</w>"]]


def test_the_four_sentences_of_the_course() -> None:
    """Their source prints these tokens."""
    at = encode(example="course")
    assert picture(at, "bpe_encode_tokens_picture") == [["This", "␣is", "␣", "n", "o", "t", "␣a", "␣token", "."]]
    assert metrics(at)[-1] == "9 / 50"
