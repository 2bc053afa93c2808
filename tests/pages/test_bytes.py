"""`/bytes` without a browser: every way in, both languages, what is shown, and what a mistake in a link does."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import visit
from tokviz.state.bytes import MAX_CHARS, SAMPLES
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.views.pages.bytes import MAX_STEPS_BYTES
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.web.shared.choosing import PILLS

EN = load("en")


def bytes_page(**query: str) -> AppTest:
    """The page `/bytes`, as a link with this query opens it."""
    return visit.opened("bytes", **query)


def typed(at: AppTest, text: str) -> AppTest:
    at.text_area(key="bytes_text").input(text)
    return visit.alive(at.run())


def decoded(at: AppTest) -> str:
    return str(at.code[0].value)


def labels(at: AppTest, name: str) -> list[str]:
    return [visit.plain(option.split("]] ", 1)[1]) for option in at.pills(key=f"bytes_{name}").options]


def chips(at: AppTest, k: int) -> list[str]:
    """The word in the picture after k iterations."""
    shown = visit.payload(at)
    assert shown is not None
    ((word,),) = (group["rows"] for group in shown["frames"][k]["groups"])
    return visit.row_texts(shown, word)


# -- what is shown -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("sample", list(SAMPLES))
def test_every_prepared_text_comes_back(sample: str, language: str) -> None:
    say = load(language)
    at = bytes_page(preset=sample, lang=language)
    assert at.title[0].value == say("page.bytes")
    assert decoded(at) == SAMPLES[sample]
    assert "✓" in visit.texts(at.main)
    assert not at.error
    assert not [info.value for info in at.warning if "�" not in info.value]


def test_a_pretoken_is_stepped_through() -> None:
    at = bytes_page(text="the then", word="2", step="2", merges="100")
    assert labels(at, "word") == ["the", "␣then"]
    assert visit.step(at) == 2
    assert chips(at, 0) == ["Ġ", "t", "h", "e", "n"]
    last = len(visit.merges(at))
    assert last >= 2
    assert [label.split(" · ")[0] for label in labels(at, "token")][-len(chips(at, last)) :] == chips(at, last)


def test_a_token_is_one_click_from_its_bytes() -> None:
    at = bytes_page(text="中", merges="0")
    at.pills(key="bytes_token").select(2)
    visit.alive(at.run())
    assert visit.frame(at, 2)["hex"].tolist() == ["B8"]
    assert at.query_params["token"] == "2"


# -- texts and links ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_nothing_yet(language: str) -> None:
    at = bytes_page(preset="own", lang=language)
    assert [info.value for info in at.info] == [load(language)("bytes.empty")]
    assert visit.payload(at) is None
    assert decoded(typed(at, "low")) == "low"


def test_a_typed_text_is_ones_own_and_travels_in_the_link() -> None:
    at = typed(bytes_page(), "low\tlower ")
    assert at.query_params == {"preset": "own", "text": "low\tlower "}
    assert decoded(at) == "low\tlower "
    at.selectbox(key="bytes_sample").set_value("code")
    assert decoded(visit.alive(at.run())) == SAMPLES["code"]
    assert at.query_params == {"preset": "code"}


def test_another_text_begins_at_the_start() -> None:
    at = bytes_page(word="3", token="9", step="1")
    assert at.query_params == {"word": "3", "token": "9", "step": "1"}
    at.selectbox(key="bytes_sample").set_value("code")
    assert visit.alive(at.run()).query_params == {"preset": "code"}


def test_another_pretoken_begins_at_its_first_step() -> None:
    at = bytes_page(word="3", step="1")
    at.pills(key="bytes_word").select(8)
    assert visit.alive(at.run()).query_params == {"word": "8"}


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_text_that_is_too_long_is_said_and_stays(language: str) -> None:
    at = typed(bytes_page(lang=language), "a" * (MAX_CHARS + 1))
    expected = load(language)("bytes.too-long", met=MAX_CHARS + 1, limit=MAX_CHARS)
    assert [error.value for error in at.error] == [expected]
    assert "text" not in at.query_params
    assert decoded(typed(at, "a" * 10)) == "a" * 10


def test_a_text_too_long_for_the_link_says_so() -> None:
    at = typed(bytes_page(), "tram " * MAX_LINK_CHARS)
    assert at.error
    at = typed(at, "tram " * (MAX_LINK_CHARS // 4))
    assert EN("notice.long-text", limit=f"{MAX_LINK_CHARS:,}") in visit.texts(at.main)
    assert "text" not in at.query_params


def test_a_long_text_is_offered_in_parts() -> None:
    at = bytes_page(text="tram, " * 200, word=str(PILLS + 2))
    assert labels(at, "word")[:2] == ["␣tram", ","]
    assert len(labels(at, "word")) == PILLS
    assert at.number_input(key="bytes_word_part").value == 2
    at.number_input(key="bytes_word_part").set_value(3)
    assert visit.alive(at.run()).query_params["word"] == str(2 * PILLS + 1)


def test_a_pretoken_too_long_for_steps_says_so() -> None:
    at = bytes_page(text="a" * (MAX_STEPS_BYTES + 1))
    assert [visit.plain(info.value) for info in at.info] == [EN("bytes.long-pretoken", limit=f"{MAX_STEPS_BYTES:,}")]
    assert visit.payload(at) is None
    assert decoded(at) == "a" * (MAX_STEPS_BYTES + 1)


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("preset", "latin"),
        ("pattern", "gpt3"),
        ("corpus", "sennrich"),
        ("rules", "course"),
        ("merges", "-5"),
        ("word", "0"),
        ("word", "10000"),
        ("token", "10000"),
        ("step", "10000"),
        ("step", "x"),
    ],
)
def test_a_wrong_link_shows_the_nearest_thing_and_says_so(name: str, value: str, language: str) -> None:
    at = bytes_page(**{name: value, "lang": language})
    said = [visit.plain(warning.value) for warning in at.warning]
    assert said == [load(language)("notice.link", names=name)]
    assert decoded(at) == SAMPLES["english"]


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "**b** `c` $x$ :red[x] :material/home: [l](http://x)",
        "\0\x1b[31m\u202e",
        "e\u0301 \u200d",
        "{0} %s ]]",
    ],
)
def test_hostile_texts_are_only_text(text: str) -> None:
    at = bytes_page(text=text, merges="50")
    assert decoded(at) == text
    assert not at.error
    assert visit.strange_html(at.main) == []


# -- patches -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_patches_follow_their_knobs_and_the_link(language: str) -> None:
    at = bytes_page(lang=language, context="2", starts="rise", threshold="0.5", smoothing="add-one")
    assert at.selectbox(key="bytes_starts").value == "rise"
    few, many = (
        _patches(visit.alive(at.select_slider(key="bytes_threshold").set_value(bits).run())) for bits in ("4", "0")
    )
    assert few < many
    assert at.query_params["threshold"] == "0"


def _patches(at: AppTest) -> int:
    return sum(table.value.iloc[:, -1].eq("✓").sum() for table in at.dataframe[-1:])
