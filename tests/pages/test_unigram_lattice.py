"""The lattice half of `/unigram`: the words of the course, every view, steps of the training, files, hostile input."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.catalogs import codes
from tests.compare.test_library_tokens import TIED
from tests.pages import visit
from tokviz import examples, unigram
from tokviz.files import sentencepiece, tokenizer_json
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.lattice import VIEWS
from tokviz.views.shared.catalog import load
from tokviz.views.shared.sentences import without_marks

EN = load("en")


def lattice(**query: str) -> AppTest:
    """The lattice half with the corpus of the course, as a link with this query opens it."""
    return visit.opened("unigram", **{"example": "hug", "do": "lattice", **query})


def typed(at: AppTest, word: str) -> AppTest:
    at.text_input(key="lattice_word").input(word)
    return visit.alive(at.run())


def picture(at: AppTest, name: str = "lattice_picture") -> dict[str, Any]:
    found = visit.pictures(at)
    assert name in found, visit.texts(at.main)
    return found[name]


def said(at: AppTest, k: int) -> str:
    """The sentences of the picture at step k."""
    return "\n".join(without_marks(said["text"]) for said in picture(at)["payload"]["frames"][k]["say"])


def table(at: AppTest, number: int = 0) -> Any:
    return visit.frame(at, number)


def costs(at: AppTest) -> list[str]:
    """Return the costs below the positions of the picture."""
    payload = picture(at)["payload"]
    filled = payload["frames"][picture(at)["goto"]]["filled"]
    positions = payload["picture"]["positions"]
    return [position["cost"] if place <= filled else "" for place, position in enumerate(positions)]


# -- the words of the course -------------------------------------------------------------------------------------------


def test_unhug_on_the_seeds_of_the_course() -> None:
    at = lattice()
    assert at.text_input(key="lattice_word").value == "unhug"
    assert at.selectbox(key="lattice_at").value == 1
    assert table(at)["segmentation"][0] == "un hug"
    assert costs(at) == ["0.0000", "", "", "", "", ""]
    assert "un hug, probability 0.0054422" in said(at, 7)


@pytest.mark.parametrize("step", [0, 3, 7])
def test_the_table_and_the_picture_are_filled_as_far_as_the_step(step: int) -> None:
    at = lattice(step=str(step), view="table")
    assert picture(at)["goto"] == step
    assert costs(at) == list(table(at)["cost"])


def test_ties_are_told_in_the_picture() -> None:
    at = typed(lattice(), "pug")
    assert EN("reason.arc.tied", n=2, tied="ug and g", cost="4.8653", piece="ug", begin=1) in said(at, 3)
    assert EN("reason.path.tied", paths="pu g") in said(at, 5)
    typed(at, "hugs")
    assert EN("reason.arc.tied", n=3, tied="ugs, gs and s", cost="6.3767", piece="ugs", begin=1) in said(at, 4)


def test_unknown_characters_are_explained() -> None:
    at = typed(lattice(), "mmug")
    assert EN("lattice.unknown", characters="`m`", cost="13.9608") in visit.texts(at.main)
    assert "mm ug" in said(at, len(picture(at)["payload"]["frames"]) - 1)


def test_the_model_of_another_step() -> None:
    at = lattice()
    at.selectbox(key="lattice_at").select(0)
    visit.alive(at.run())
    assert at.query_params["at"] == "end"
    trace = unigram.train(examples.load("hug").corpus, vocab_size=10, rules="course")
    assert table(at)["segmentation"][0] == " ".join(trace.model().encode("unhug"))
    assert len(at.selectbox(key="lattice_at").options) == len(trace)
    beyond = lattice(at="999")
    assert EN("lattice.at.beyond", asked="999", total=EN.count("count.steps", len(trace))) in visit.plain(
        visit.texts(beyond.main)
    )
    assert beyond.query_params["at"] == "end"


# -- views -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_by_its_link(view: str) -> None:
    at = lattice(view=view, lang="zh")
    tabs = [tab for tab in at.tabs if tab.children]
    assert [tab.label for tab in tabs] == [load("zh")(f"lattice.tab.{view}")]
    assert at.query_params.get("view", VIEWS[0]) == view


def test_fields_of_a_view_are_in_the_link() -> None:
    at = lattice(view="samples", word="hugs", alpha="0.5", draws="4000", seed="3")
    (alpha,) = [one for one in at.select_slider if one.key == "lattice_alpha"]
    assert (alpha.value, at.number_input(key="lattice_seed").value) == ("0.5", 3)
    assert at.selectbox(key="lattice_draws").value == "4000"
    assert len(at.get("vega_lite_chart")) == 2
    alpha.set_value("0")
    at.number_input(key="lattice_seed").set_value(4)
    linked = visit.alive(at.run()).query_params
    assert {name: linked[name] for name in ("alpha", "seed", "draws")} == {"alpha": "0", "seed": "4", "draws": "4000"}
    typed = lattice(view="text")
    typed.text_area(key="lattice_text").input("mug hugs")
    assert visit.alive(typed.run()).query_params["text"] == "mug hugs"
    assert list(table(typed)["token"]) == ["m", "ug", "h", "ugs"]


def test_a_text_that_is_too_long_for_the_link_is_said_to_be() -> None:
    at = lattice(view="text")
    at.text_area(key="lattice_text").input("hug " * 500)
    visit.alive(at.run())
    assert EN("notice.long-text", limit=MAX_LINK_CHARS) in [caption.value for caption in at.caption]
    assert at.text_area(key="lattice_text").value == "hug " * 500


def test_a_word_with_the_mark_of_its_start() -> None:
    """The course example is cut with metaspaces, so its words have the mark before they are looked up."""
    at = lattice(example="course", word="tokens")
    assert codes(picture(at)["payload"]["frames"][0]["say"][0]["text"])[0] == "▁tokens"


def test_what_the_widgets_say_outlives_another_view_and_is_in_the_link() -> None:
    at = lattice(view="samples", seed="7", draws="400", n="3", word="hugs")
    typed(at, "pug")
    assert {name: at.query_params[name] for name in ("seed", "draws", "n", "word", "view")} == {
        **{"seed": "7", "draws": "400", "n": "3"},
        **{"word": "pug", "view": "samples"},
    }


def test_another_example_brings_its_own_word() -> None:
    at = typed(lattice(), "pug")
    at = visit.pick(at, "unigram_example", "sennrich")
    visit.alive(at.run())
    assert at.text_input(key="lattice_word").value == "lowest"
    assert "word" not in at.query_params


# -- files and hostile input -------------------------------------------------------------------------------------------

_MODEL = unigram.Model.from_scores(
    {"<unk>": 0.0, "▁lo": -1.0, "w": -2.0, "▁": -3.0, "l": -4.0, "o": -4.5},
    unk_token="<unk>",
    pretokenizer="metaspace",
    reserved=frozenset(["<unk>"]),
)


@pytest.mark.parametrize(
    ("name", "content"),
    [("tokenizer.json", tokenizer_json.write_unigram(_MODEL)), ("spiece.vocab", sentencepiece.write_vocab(_MODEL))],
)
def test_a_file_of_ones_own(name: str, content: str) -> None:
    at = lattice(word="low")
    at.file_uploader(key="lattice_file").upload(name, content.encode())
    visit.alive(at.run())
    assert list(table(at)["segmentation"]) == ["␣lo w", "␣ l o w"]
    assert name in visit.written(at)


def test_a_word_that_has_other_tokens_in_its_text() -> None:
    """The sums are equal, and rounding depends on what is before the word."""
    at = lattice(word=" ".join(["nooooo"] * 60))
    at.file_uploader(key="lattice_file").upload("tied.model", TIED)
    visit.alive(at.run())
    beginning = EN("encode.other-tokens", tokens="\0", modeled="").split("\0")[0]
    assert any(info.value.startswith(beginning) for info in at.info)
    assert not any(info.value.startswith(beginning) for info in typed(at, "nooooo").info)


def test_a_file_that_is_none() -> None:
    at = lattice()
    at.file_uploader(key="lattice_file").upload("tokenizer.json", b'{"model": {"type": "BPE"}}')
    at.run()
    assert len(at.error) == 1
    assert not visit.pictures(at)


@pytest.mark.parametrize("word", ["**b** <i>", "😀👩‍🚀", "\u202eabc", ":material/bug:", "`", "𝔘nhug", "{x}", "a" * 120])
def test_hostile_words(word: str) -> None:
    at = typed(lattice(), word)
    assert picture(at)["payload"]["total"] > 0


@pytest.mark.parametrize("word", ["", " ", "\u3000"])
def test_nothing_to_look_at(word: str) -> None:
    at = typed(lattice(), word)
    assert EN("lattice.no-word") in [info.value for info in at.info]


def test_several_words_show_the_first() -> None:
    at = typed(lattice(), "hugs pug")
    words = EN.count("count.words", 2)
    assert EN("lattice.first-word", words=words, word="`hugs`") in visit.texts(at.main)


def test_an_empty_corpus_of_ones_own() -> None:
    at = lattice(example="own")
    assert EN("lattice.empty") in [info.value for info in at.info]
