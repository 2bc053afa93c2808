"""`/why`: three vocabularies of a text, by link and by hand, in both languages; no link and no text breaks it."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import visit
from tokviz.corpus import MAX_LONG_WORD_CHARS, MAX_UPLOAD_BYTES
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.why import MAX_WORD, NAMES
from tokviz.views.shared.catalog import LANGUAGES, load

EN, ZH = load("en"), load("zh")


def why(**query: str) -> AppTest:
    """The page `/why`, as a link with this query opens it."""
    return visit.opened("why", **query)


def own(text: str, **query: str) -> AppTest:
    """The page with a text typed into the field for one's own."""
    at = why(example="own", **query)
    at.text_area(key="why_text").input(text)
    return visit.alive(at.run())


def uploaded(name: str, content: bytes, **query: str) -> AppTest:
    """The page with a file of one's own."""
    return visit.upload(why(example="own", **query), "why", name, content)


def pictures(at: AppTest) -> list[dict[str, list[str]]]:
    """Word -> its chips, for words, characters and subwords."""
    drawn = []
    for picture in visit.pictures(at).values():
        shown = picture["payload"]
        assert shown["total"] == 0
        drawn.append({row["label"]: visit.row_texts(shown, place) for place, row in enumerate(shown["rows"])})
    return drawn


def table(at: AppTest, number: int = 0) -> list[list[str]]:
    return visit.chip_tables(at)[number]


# -- the opening example ---------------------------------------------------------------------------------------------


@pytest.mark.both
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_page_in_each_language(language: str) -> None:
    say = load(language)
    at = why(lang=language)
    assert at.title[0].value == say("page.why")
    shown = visit.plain(visit.texts(at.main))
    assert say("why.about.runner") in shown
    assert say("why.arithmetic", alphabet=17, merges=17, sum=34) in shown
    assert [visit.plain(heading.value) for heading in at.main.subheader][:3] == [
        say(f"why.kind.{kind}") for kind in ("words", "characters", "subwords")
    ]
    assert pictures(at) == [
        {"runner": ["runner"], "thinking": ["thinking"], "running": [f"⟨{say('why.unknown')}⟩"]},
        {"runner": list("runner"), "thinking": list("thinking"), "running": list("running")},
        {"runner": ["runner"], "thinking": ["thinking"], "running": ["run", "n", "ing"]},
    ]
    assert not at.warning
    assert not at.info


def test_the_slider_trains_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    at = why(lang="en")

    def train(*_: object, **__: object) -> None:
        raise AssertionError("trained again")

    monkeypatch.setattr("tokviz.bpe.train", train)
    at.select_slider(key="why_size").set_value(27)
    visit.alive(at.run())
    assert EN("why.arithmetic", alphabet=17, merges=10, sum=27) in visit.plain(visit.texts(at.main))
    assert at.query_params["size"] == "27"
    assert pictures(at)[2]["runner"] == ["run", "ner"]
    at.select_slider(key="why_size").set_value(10)
    visit.alive(at.run())
    assert EN("why.arithmetic.small", size=10, alphabet=17) in visit.plain(visit.texts(at.main))


# -- links -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("example", NAMES[:-1])
def test_every_text_opens(example: str, language: str) -> None:
    at = why(example=example, lang=language)
    assert at.session_state["why_example"] == example
    assert load(language)(f"why.about.{example}") in visit.plain(visit.texts(at.main))
    assert len(pictures(at)) == 3
    assert all(len(rows) == 3 for rows in pictures(at))
    assert (load(language)("why.claim.text") in visit.plain(visit.texts(at.main))) == (example == "tea")
    assert at.query_params["example"] == example
    assert "size" not in at.query_params


def test_a_link_restores_size_and_text() -> None:
    at = why(example="own", corpus="low 5\nlower 2\nnewest 6\nwidest 3", size="12")
    assert at.select_slider(key="why_size").value == 12
    assert at.text_area(key="why_text").value == "low 5\nlower 2\nnewest 6\nwidest 3"
    assert at.query_params["size"] == "12"


def test_another_address_is_another_page() -> None:
    """Change the address, as the browser's Back does; the page follows."""
    at = why(example="runner", size="27")
    at.query_params.update({"example": "tea", "size": "200"})
    visit.alive(at.run())
    assert (at.session_state["why_example"], at.select_slider(key="why_size").value) == ("tea", 200)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_wrong_parameters_are_named(language: str) -> None:
    say, at = load(language), why(example="nothing", size="many", lang=language)
    named = f"example{say('list.comma')}size"
    assert [visit.plain(warning.value) for warning in at.warning] == [say("notice.link", names=named)]
    assert at.select_slider(key="why_size").value == 34
    assert at.query_params["example"] == "runner"


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_size_beyond_the_text(language: str) -> None:
    at = why(size="5000", lang=language)
    assert [warning.value for warning in at.warning] == [load(language)("why.too-large", asked=5_000, most=115)]
    assert at.select_slider(key="why_size").value == 115
    assert at.query_params["size"] == "115"
    assert pictures(at)[0]["running"] == ["running"]


def test_another_text_begins_at_its_own_size() -> None:
    at = why(example="runner", size="27")
    at = visit.pick(at, "why_example", "lighthouse")
    visit.alive(at.run())
    assert at.select_slider(key="why_size").value == 66
    assert at.query_params == {"example": "lighthouse"}


def test_the_switch_of_the_language_keeps_text_and_size() -> None:
    at = why(example="zug", size="120", lang="en")
    at.segmented_control(key="language_widget").set_value("zh")
    visit.alive(at.run())
    assert at.title[0].value == ZH("page.why")
    assert (at.session_state["why_example"], at.select_slider(key="why_size").value) == ("zug", 120)
    assert at.query_params == {"example": "zug", "size": "120", "lang": "zh"}


# -- a word of one's own ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_word_that_is_typed_stands_first_in_all_three(language: str) -> None:
    say = load(language)
    at = why(lang=language)
    at.text_input(key="why_word").input("  thinkers ")
    visit.alive(at.run())
    unknown = f"⟨{say('why.unknown')}⟩"
    assert [next(iter(rows)) for rows in pictures(at)] == ["thinkers"] * 3
    assert [rows["thinkers"] for rows in pictures(at)] == [[unknown], list("thinkers"), ["thin", "k", "er", "s"]]
    assert list(pictures(at)[0])[1:] == ["runner", "thinking", "running"]
    assert at.query_params["word"] == "thinkers"
    assert say("why.own.whole", word="`thinkers`") in visit.plain(visit.texts(at.main))


def test_the_word_stays_with_another_text_and_without_one() -> None:
    at = why(word="running")
    at = visit.pick(at, "why_example", "lighthouse")
    visit.alive(at.run())
    assert at.query_params == {"example": "lighthouse", "word": "running"}
    at = visit.pick(at, "why_example", "own")
    visit.alive(at.run())  # no text yet, so no field for the word
    at.text_area(key="why_text").input("run runner running")
    visit.alive(at.run())
    assert at.text_input(key="why_word").value == "running"
    assert next(iter(pictures(at)[0])) == "running"


def test_a_word_that_is_too_long_is_named() -> None:
    at = why(word="x" * (MAX_WORD + 1), lang="en")
    assert [visit.plain(warning.value) for warning in at.warning] == [EN("notice.link", names="word")]
    assert at.text_input(key="why_word").value == ""


@pytest.mark.parametrize(
    "word",
    ["<b>x</b>", "**b**", "`", ":material/home:", "😀", "👩‍👩‍👧", "\0", "a\nb", "\u202e", "x" * MAX_WORD, "e\u0301"],
)
def test_hostile_words_are_shown(word: str) -> None:
    drawn = pictures(why(word=word))
    assert [len(rows) for rows in drawn] == [4, 4, 4]
    assert len(next(iter(drawn[1].values()))) == len(word)


# -- a file of one's own ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("words.txt", b"low 5\nlower 2\nnewest 6\nwidest 3"),
        ("words.csv", b"low,5\nlower,2\nnewest,6\nwidest,3"),
        ("words.json", b'{"low": 5, "lower": 2, "newest": 6, "widest": 3}'),
    ],
)
def test_an_uploaded_file(name: str, content: bytes, language: str) -> None:
    at = uploaded(name, content, lang=language, word="lowest")
    # Held out of low 5, lower 2, newest 6, widest 3: every fifth word, so low, newest (2nd and 10th) and widest (15th).
    assert "low 4, lower 2, newest 5, widest 2" in visit.plain(visit.texts(at.main))
    assert "low 1, newest 1, widest 1" in visit.plain(visit.texts(at.main))
    assert [next(iter(rows)) for rows in pictures(at)] == ["lowest"] * 3
    assert "corpus" not in at.query_params


def test_a_file_counts_before_the_text_and_the_text_stays() -> None:
    at = own("hug 10, pug 5, hugs 5", lang="en")
    assert at.query_params["corpus"] == "hug 10, pug 5, hugs 5"
    at = visit.upload(at, "why", "words.txt", b"low 5, lower 2")
    assert set(pictures(at)[0]) == {"low", "lower"}
    assert "corpus" not in at.query_params
    at = visit.put_file_away(at, "why")
    assert set(pictures(at)[0]) == {"hug", "pug", "hugs"}
    assert at.query_params["corpus"] == "hug 10, pug 5, hugs 5"


@pytest.mark.parametrize(
    ("name", "content", "named"),
    [
        ("latin-1.txt", "né 5\nlow 2".encode("latin-1"), "0xE9"),
        ("nul.txt", b"low 5\nlo\0w 2", "NUL"),
        ("paper.txt", b"%PDF-1.7 \xff", "PDF"),
        ("empty.txt", b"", ""),
        ("broken.json", b'{"low": 5', ""),
        ("big.txt", b"a " * (MAX_UPLOAD_BYTES // 2 + 1), f"{MAX_UPLOAD_BYTES:,}"),
    ],
)
def test_a_file_that_cannot_be_read_is_said(name: str, content: bytes, named: str) -> None:
    at = uploaded(name, content, lang="en")
    assert len(at.error) == 1
    assert named in visit.plain(at.error[0].value)
    assert pictures(at) == []
    assert EN("why.empty") in visit.texts(visit.put_file_away(at, "why").main)


# -- one's own text --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("text", ["", " \n\t\u3000"])
def test_nothing_yet(text: str, language: str) -> None:
    at = own(text, lang=language)
    assert [info.value for info in at.info] == [load(language)("why.empty")]
    assert pictures(at) == []


@pytest.mark.parametrize("text", ["a", "a a", "low", "😀"])
def test_a_text_too_short_to_hold_anything_out(text: str) -> None:
    at = own(text, lang="en")
    assert EN("why.no-test") in visit.plain(visit.texts(at.main))
    assert table(at)[0][2] == "1.00"


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script> **bold** `code` $x$ :material/home: [a](b) # d\n" * 3,
        "e\u0301 \u200d \u202e \u0000 \ufeff" * 9,
        "🏴‍☠️ 👩‍👩‍👧 नमस्ते 한국어 العربية " * 5,
        "x" * 3_000 + " y" * 9,
        "".join(f"{number:x} " for number in range(20_000)),
        "，".join("".join(map(chr, range(start, start + 60))) for start in range(0x4E00, 0x9E00, 16)),
    ],
)
def test_hostile_texts_are_shown(text: str) -> None:
    assert len(pictures(own(text))) == 3


def test_a_text_of_one_endless_word_is_refused_by_name() -> None:
    at = own("x" * 300_000, lang="en")
    assert len(at.error) == 1
    assert f"{MAX_LONG_WORD_CHARS:,}" in visit.plain(at.error[0].value)
    assert pictures(at) == []
    at.text_area(key="why_text").input("low lower")
    assert len(pictures(visit.alive(at.run()))) == 3


def test_a_mistake_loses_nothing() -> None:
    text = "low 5\nlower -2\nnewest 6"
    at = own(text, lang="en")
    assert len(at.error) == 1
    assert at.text_area(key="why_text").value == text
    assert at.query_params["corpus"] == text


def test_a_long_text_stays_out_of_the_link() -> None:
    at = own("many words and more " * 100, lang="en")
    assert EN("notice.long-text", limit=f"{MAX_LINK_CHARS:,}") in visit.plain(visit.texts(at.main))
    assert "corpus" not in at.query_params


def test_what_was_typed_is_still_there_after_another_example() -> None:
    at = own("low 5\nlower 2")
    at = visit.pick(at, "why_example", "tea")
    visit.alive(at.run())
    at = visit.pick(at, "why_example", "own")
    visit.alive(at.run())
    assert at.text_area(key="why_text").value == "low 5\nlower 2"
