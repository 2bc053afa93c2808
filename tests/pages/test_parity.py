"""Training on `/parity`: whose turn it is, candidates by language, own text with headings, knobs and links."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.catalogs import heading, saying
from tests.pages import visit
from tokviz import examples, parity
from tokviz.parity import PRESETS
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.language_names import language_name
from tokviz.views.shared.sentences import without_marks

EN = load("en")
TEXT = "[English]\nlow 5, newest 6\n[German]\nneu 2, neues 3\n[English dev]\nlow 1\n[German dev]\nneues 1"


def frame(at: AppTest, k: int) -> dict[str, Any]:
    """The frame of the picture after k merges."""
    shown = visit.payload(at)
    assert shown is not None, visit.texts(at.main)
    found: dict[str, Any] = shown["frames"][k - shown["first"]]
    return found


def said(at: AppTest, k: int) -> str:
    return "\n".join(without_marks(one["text"]) for one in frame(at, k)["say"])


def two_languages(**query: str) -> AppTest:
    """The page with the balanced example, whose words and candidates are in the picture."""
    return visit.opened("parity", example="two-languages", **query)


def states(at: AppTest, k: int) -> dict[str, str]:
    """The languages of a turn, each with its state."""
    return {one["name"]: one["state"] for one in frame(at, k)["turn"]["languages"]}


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_page_opens_with_unequal_texts(language: str) -> None:
    """120 merges end with 71, 71 and 71 tokens of the same four sentences; plain BPE with 64, 78 and 83."""
    at = visit.opened("parity", lang=language, step="120")
    say = load(language)
    assert at.title[0].value == heading("parity", say)
    shown = visit.payload(at)
    assert shown is not None
    assert shown["picture"]["kind"] == "languages"
    lines = shown["picture"]["lines"]
    assert [line[-1] for line in lines["values"]] == [71, 71, 71]
    assert [line[-1] for line in lines["plain"]] == [64, 78, 83]
    last = frame(at, 120)["turn"]["languages"]
    assert [(one["number"], one["plain_number"]) for one in last] == [("71", "64"), ("71", "78"), ("71", "83")]
    assert {one["state"] for one in last} == {""}
    assert at.query_params == {"lang": language, "step": "120"}


def test_the_longest_language_chooses() -> None:
    at = visit.opened("parity", step="40")
    assert states(at, 40) == {"English": "", "German": "turn", "Spanish": "tied"}
    assert EN("parity.turn.dev", number=41, language="German", score=EN.count("count.length", 85)) in said(at, 40)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_balanced_example_has_words_below_its_lines(language: str) -> None:
    at = two_languages(lang=language)
    say = load(language)
    length = say.count("count.length", 15)
    assert say("parity.turn.dev", number=1, language=language_name("German", say), score=length) in said(at, 0)
    assert say(
        "parity.elsewhere", counts=say("parity.count-in", language=language_name("English", say), count=6)
    ).strip() in said(at, 0)
    english, german = (language_name(name, say) for name in ("English", "German"))
    assert states(at, 0) == {english: "", german: "turn"}
    assert states(at, 5) == {english: "turn", german: "tied"}
    assert [one["worth"] for one in frame(at, 5)["turn"]["languages"]] == [say.count("count.length", 6)] * 2
    assert at.query_params == {"lang": language, "example": "two-languages"}


def test_the_moves_side_by_side() -> None:
    shown = visit.payload(two_languages())
    assert shown is not None
    assert shown["picture"]["kind"] == "merges"
    assert shown["picture"]["lines"]["turns"] == [1, 1, 1, 0, 0, 0, 1, 0]


def test_candidates_are_those_of_the_language_with_their_count_elsewhere() -> None:
    at = two_languages()
    rows = frame(at, 0)["candidates"]["rows"]
    assert [row["count"] for row in rows] == [5, 5, 3, 3]
    assert [row["elsewhere"] for row in rows] == ["English 6", "", "", "English 9"]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("example", ["two-languages", "hug"])
def test_every_preset(preset: str, example: str) -> None:
    at = visit.opened("parity", example=example, rules=preset, merges="6")
    trace = parity.train(examples.load(example).corpus_for("parity"), merges=6, rules=preset)
    assert ("turn" in frame(at, 0)) == (example == "two-languages")
    for k, merge in enumerate(trace.merges, start=1):
        assert "".join(merge) in said(at, k).replace("\u200b", "")


def test_a_language_that_is_passed_over_and_one_that_is_exhausted() -> None:
    text = "[A]\nab 4\n[B]\ncdefgh 2"
    at = visit.opened("parity", example="own", corpus=text, variant="window", window="4", alpha="1", merges="all")
    assert frame(at, 3)["turn"]["languages"][0]["state"] == ""
    assert states(at, 4) == {"A": "exhausted", "B": "turn"}
    assert saying("parity.turn.attempts", languages="A").search(said(at, 4))
    at = visit.opened(
        "parity", example="own", corpus="[A]\naabb 100\n[B]\nccdd 1", variant="window", window="2", alpha="1"
    )
    assert states(at, 2) == {"A": "passed", "B": "turn"}
    assert saying("parity.turn.passed-over", languages="A").search(said(at, 2))


def test_the_end_where_the_library_never_returns() -> None:
    at = visit.opened("parity", example="own", corpus="[A]\nab 3\n[B]\nc 1", variant="window", window="2", alpha="0.5")
    assert saying("parity.stopped.turn_not_decided").search(said(at, 1))


def test_your_own_text_with_headings() -> None:
    at = visit.opened("parity", example="own", corpus=TEXT)
    assert list(states(at, 0)) == ["English", "German"]
    assert states(at, 0)["German"] == "turn"


def test_your_own_text_without_headings_is_one_language() -> None:
    at = visit.opened("parity", example="own", corpus="low 5, lower 2")
    assert "turn" not in frame(at, 0)
    assert saying("parity.turn.alone", number=1).search(said(at, 0))


def test_a_mistake_in_the_headings() -> None:
    at = visit.opened("parity", example="own", corpus="[A]\nlow 5\n[B]\nneu 2\n[A dev]\nlow 1")
    assert any(saying("error.dev-missing", language="'B'").search(visit.plain(one.value)) for one in at.error)


def with_files(*files: tuple[str, bytes], lang: str = "en") -> AppTest:
    """The page after these files were chosen in its panel for an own text."""
    at = visit.open_panel(visit.opened("parity", lang=lang), "parity_own_panel")
    at.file_uploader(key="parity_file").set_value([(name, data, "text/plain") for name, data in files])
    return visit.alive(at.run())


def test_short_files_become_the_text_that_the_link_has() -> None:
    at = with_files(("en.txt", b"low 5, newest 6\r\n"), ("de.txt", b"neu 2, neues 3"))
    assert list(states(at, 0)) == ["en", "de"]
    assert at.query_params["corpus"] == "[en]\nlow 5, newest 6\n[de]\nneu 2, neues 3"
    assert not at.session_state["parity_own_panel"]
    shown = visit.payload(at)
    again = visit.opened("parity", **at.query_params)
    assert visit.payload(again) == shown
    at = visit.open_panel(at, "parity_own_panel")
    assert at.text_area(key="parity_draft").value == at.query_params["corpus"]


def test_long_files_are_kept_for_the_visit() -> None:
    long = " ".join(f"neu{number}" for number in range(300)).encode()
    at = with_files(("en.txt", b"low newest"), ("de.txt", long))
    assert list(states(at, 0)) == ["en", "de"]
    assert "corpus" not in at.query_params
    at = visit.open_panel(at, "parity_own_panel")
    assert EN("control.files.in-use", name="en+de") in [visit.plain(one.value) for one in at.main.caption]
    at.button(key="parity_file_remove").click()
    at = visit.alive(at.run())
    assert visit.payload(at) is None


def test_one_file_is_read_as_before() -> None:
    assert list(states(with_files(("both.txt", TEXT.encode())), 0)) == ["English", "German"]
    assert saying("parity.turn.alone", number=1).search(said(with_files(("one.txt", b"low 5, lower 2")), 0))


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_files_that_are_refused(language: str) -> None:
    say = load(language)
    at = with_files(("en.txt", b"low 5"), ("*de*.txt", b"neu\xff"), lang=language)
    why = say("error.not-decodable", byte="0xFF", offset=3, encoding="UTF-8")
    assert [visit.plain(one.value) for one in at.error] == [say("compare.cannot", name="*de*.txt", why=why)]
    assert at.session_state["parity_own_panel"]
    assert "corpus" not in at.query_params
    at.file_uploader(key="parity_file").set_value([(f"{n}.txt", b"low 5", "text/plain") for n in range(7)])
    at = visit.alive(at.run())
    assert [visit.plain(one.value) for one in at.error] == [say("error.language-files", files=7, most=6)]
    at.file_uploader(key="parity_file").set_value(
        [("a.txt", b"low 5", "text/plain"), ("b.txt", b"neu 2", "text/plain")]
    )
    at = visit.alive(at.run())
    assert list(states(at, 0)) == ["a", "b"]


def test_a_ratio_that_is_too_long() -> None:
    at = two_languages(turn="ratio", ratio="1 2 3")
    assert any(saying("error.ratio-number", numbers=3, languages=2).search(visit.plain(one.value)) for one in at.error)


def test_a_ratio_gives_the_first_turn_away() -> None:
    at = two_languages(turn="ratio", ratio="2 1")
    assert states(at, 0) == {"English": "turn", "German": ""}
    assert [one["worth"] for one in frame(at, 0)["turn"]["languages"]] == ["0.500", "1.000"]


def test_the_question_names_the_language() -> None:
    at = two_languages(predict="1")
    shown = visit.payload(at)
    assert shown is not None
    assert saying("parity.ask.merge", language="German", number=1).search(str(shown))


def test_the_turn_is_asked_before_the_pair() -> None:
    at = two_languages(predict="1")
    first = frame(at, 0)["ask"]["first"]
    assert [without_marks(option["label"]) for option in first["options"]] == ["English", "German"]
    assert [option["right"] for option in first["options"]] == [False, True]
    assert "turn" in first["hides"]
    assert frame(at, 0)["turn"]["asked"] == EN("parity.turns.asked", number=1)
    tied = frame(at, 5)["ask"]["first"]["options"]
    assert [(option["right"], option["chosen"]) for option in tied] == [(True, True), (True, False)]
    assert "asked" not in frame(two_languages(), 0)["turn"]


def test_no_turn_is_asked_where_one_language_is_left() -> None:
    at = visit.opened("parity", example="own", corpus="[A]\nabc 20\n[B]\ncdefghi 2", predict="1", merges="all")
    assert "first" in frame(at, 0)["ask"]
    assert states(at, 2)["A"] == "exhausted"
    assert frame(at, 2)["ask"]["pairs"]
    assert "first" not in frame(at, 2)["ask"]


def test_the_turn_alone_is_asked_where_its_language_has_one_pair() -> None:
    at = visit.opened("parity", example="own", corpus="[A]\nab 4\n[B]\ncd 2", predict="1", merges="all")
    asked = frame(at, 0)["ask"]
    assert [without_marks(option["label"]) for option in asked["options"]] == ["A", "B"]
    assert not asked["pairs"]


@pytest.mark.parametrize("view", ["lengths", "plain", "tree", "vocabularies", "course", "algorithm", "files"])
def test_every_view(view: str) -> None:
    at = visit.opened("parity", step="4", view=view)
    assert not at.exception
    assert not at.error


# -- the encoding half -------------------------------------------------------------------------------------------------


def encoded(at: AppTest) -> list[str]:
    """The tokens that the picture of a word ends in."""
    shown = visit.pictures(at)["encode_picture"]["payload"]
    (group,) = shown["frames"][-1]["groups"]
    return [shown["tokens"][chip]["text"] for chip in shown["rows"][group["rows"][0]]["symbols"]]


@pytest.mark.parametrize(("word", "tokens"), [("newest", "ne w est"), ("neues", "neues"), ("neuer", "neue r")])
def test_encoding_knows_no_languages(word: str, tokens: str) -> None:
    at = two_languages(do="encode", text="newest neues neuer", word=word)
    assert encoded(at) == tokens.split()


@pytest.mark.parametrize("view", ["tokens", "derivation", "decode"])
def test_every_view_of_the_encoding(view: str) -> None:
    at = visit.opened("parity", do="encode", view=view, lang="zh")
    assert not at.exception
    assert not at.error
