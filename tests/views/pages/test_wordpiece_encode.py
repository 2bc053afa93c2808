"""The views of the encoding half of `/wordpiece` as data."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.views.pages.shown import MEMORY, of_kind, only, said
from tokviz import features
from tokviz.cli.shows import text_of
from tokviz.features.site.tab.answering import answer
from tokviz.state.wordpiece_encode import FORM
from tokviz.views.encoding.loaded import LoadedTokenizer
from tokviz.views.pages.encoding import Applied
from tokviz.views.pages.wordpiece_encode import PAGE, subject
from tokviz.views.picture.payload import still_rows
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shows import Figures, Given, Grid, Picture, Show, Text
from tokviz.wordpiece import Model

features.add_files()

EN = load("en")
HUG = {"example": "hug", "merges": "3"}


def applied(lang: str = "en", **query: str) -> Applied[Model]:
    """The subject that a link to the encoding half asks for."""
    state, wrong = FORM.read({"do": "encode", **HUG, **query})
    assert wrong == ()
    return subject(state, MEMORY, load(lang))


def opened(view: str, lang: str = "en", **query: str) -> list[Show]:
    return list(PAGE.of(applied(lang, **query))[view](Given()))


def chips(picture: Picture) -> list[list[str]]:
    return [texts for _, _, texts in still_rows(json.loads(picture.payload))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", PAGE.views)
def test_every_view_in_every_language(view: str, language: str) -> None:
    shows = opened(view, language, pre="bert-uncased", text="Hugs, pug!")
    assert shows
    assert text_of(shows, load(language))


def test_the_numbers_of_a_text() -> None:
    """hug: five words of 21 characters become 12 tokens, of which two are unknown."""
    shows = opened("tokens")
    assert [figure.value for figure in only(shows, Figures).figures] == ["12", "5", "0", "1.75", "8 / 15"]
    assert chips(only(shows, Picture))[0][-6:] == ["b", "##u", "##gs", "hugs", "[UNK]", "[UNK]"]
    assert said(shows) == [EN("wordpiece.unknown-words", unknown="[UNK]", names="mug bum")]
    rows = only(shows, Grid).table.rows(EN)
    assert rows[0][1:] == ["##u", 3]
    assert all(isinstance(row[0], int) for row in rows)


def test_a_long_text_is_cut() -> None:
    shows = opened("tokens", text="hug " * 200)
    assert EN("shown-of", shown=150, total=len("hug " * 200) // 4 * 2) in said(shows)
    assert len(chips(only(shows, Picture))[0]) <= 151


def test_decoding_says_what_was_lost() -> None:
    """Nothing is lost of a known word; a word that is unknown is, and so is the case of what was put in lower case."""
    assert [text.look for text in of_kind(opened("decode", text="hugs"), Text)][-1] == "success"
    lost = {
        query: said(opened("decode", **dict(query)))[-1]
        for query in ((("text", "hugs mug"),), (("text", "HUGS"), ("pre", "bert-uncased")))
    }
    unknown, changed = lost.values()
    assert EN("wordpiece.lost.unknown") in unknown
    assert EN("wordpiece.lost.changed") not in unknown
    assert EN("wordpiece.lost.changed") in changed
    assert EN("wordpiece.lost.unknown") not in changed


def test_what_bert_does_first() -> None:
    shows = opened("basic", example="course", pre="bert-uncased", text="Où 东!")
    assert chips(only(shows, Picture))[-1] == ["ou", "␣", "东", "␣", "!"]
    assert "basic" not in PAGE.of(applied())
    assert "basic" in PAGE.of(applied(pre="bert"))


def test_byte_pair_encoding_beside_it() -> None:
    shows = opened("bpe", word="bugs")
    assert chips(only(shows, Picture)) == [["b", "##u", "##gs"], ["b", "ug", "s"]]
    assert EN.count("wordpiece.bpe.differ", 5, words="5 words") in said(shows)
    assert [row[2] for row in only(shows, Grid).table.rows(EN)] == ["p ug n ug s", "b ug s", "hug s", "m ug", "b u m"]


def test_without_a_training_there_is_nothing_beside_it() -> None:
    seen = applied()
    given = Applied(LoadedTokenizer(seen.tokenizer.model, ("file",)), seen.state, seen.word, 0, EN, MEMORY)
    assert list(PAGE.of(given)) == ["tokens", "decode", "files"]


def test_a_terminal_prints_chips_and_numbers() -> None:
    printed = text_of(opened("tokens"), EN)
    assert f"{EN('encode.measure.tokens')}: 12" in printed
    assert "b ##u ##gs hugs [UNK] [UNK]" in printed
    assert "WordPiece: b ##u ##gs" in text_of(opened("bpe", word="bugs"), EN)


# -- the tab -----------------------------------------------------------------------------------------------------------


def asked(kind: str, query: dict[str, str], **more: object) -> Any:
    """The answer of a browser tab."""
    request = {"kind": kind, "page": "wordpiece-encode", "query": urlencode({**HUG, **query}), "lang": "en"}
    return json.loads(answer(json.dumps({**request, **more})))


def test_the_tab_names_the_views_that_there_are() -> None:
    assert [name for name, _ in asked("picture", {})["views"]] == ["tokens", "decode", "bpe", "files"]
    assert [name for name, _ in asked("picture", {"pre": "bert"})["views"]] == [
        *("tokens", "basic", "decode", "bpe", "files")
    ]


@pytest.mark.parametrize("view", ["tokens", "decode", "bpe"])
def test_the_tab_says_what_the_app_says(view: str) -> None:
    answered = asked("view", {}, view=view)
    assert [show["kind"] for show in answered["shows"]] == [type(show).__name__.lower() for show in opened(view)]
    assert len(json.dumps(answered)) < 40_000
    hidden = asked("view", {}, view=view, asks=True)["shows"]
    assert hidden == [{"kind": "text", "parts": [EN("predict.hidden")], "look": "caption"}]


@pytest.mark.parametrize("query", [{"view": "basic"}, {"view": "no such"}, {"view": 3}])
def test_a_view_that_is_not_there_is_refused(query: dict[str, object]) -> None:
    assert asked("view", {}, **query) == {"ok": False, "message": EN("error.tab-request")}
