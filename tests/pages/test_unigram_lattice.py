"""The lattice half of `/unigram`: the words of the course, every view, steps of the training, files, hostile input."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.catalogs import codes
from tests.compare.test_library_tokens import TIED
from tests.pages import visit
from tokviz import examples, unigram
from tokviz.files import sentencepiece, tokenizer_json
from tokviz.state.lattice import VIEWS
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import without_marks
from tokviz.web.pages.unigram.lattice import MAX_LISTED

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
    """Return what is below the positions of the picture."""
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
    assert table(at)["product"][0] == "16/210 × 15/210 = 0.0054422"
    assert len(table(at)) == 8
    assert costs(at) == ["0.0000", "", "", "", "", ""]
    assert "un hug, probability 0.0054422" in said(at, 7)


@pytest.mark.parametrize("step", range(8))
def test_the_table_and_the_picture_are_filled_as_far_as_the_step(step: int) -> None:
    at = lattice(step=str(step), view="table")
    filled = min(step, 5) + 1
    assert picture(at)["goto"] == step
    assert [cost != "" for cost in table(at)["cost"]] == [True] * filled + [False] * (6 - filled)
    assert costs(at) == list(table(at)["cost"])
    assert list(table(at)["followed"]) == ["", "", "✓" if step > 6 else "", "", "", "✓" if step > 5 else ""]


def test_huggun_and_the_ties() -> None:
    at = typed(lattice(), "huggun")
    assert list(table(at).iloc[0][["segmentation", "product"]]) == [
        "hug g un",
        "15/210 × 20/210 × 16/210 = 0.00051830",
    ]
    typed(at, "pug")
    assert EN("reason.arc.tied", n=2, tied="ug and g", cost="4.8653", piece="ug", begin=1) in said(at, 3)
    assert EN("reason.path.tied", paths="pu g") in said(at, 5)
    assert list(table(at)["verdict"]) == [EN("lattice.tied.kept"), EN("lattice.tied"), ""]
    typed(at, "hugs")
    assert EN("reason.arc.tied", n=3, tied="ugs, gs and s", cost="6.3767", piece="ugs", begin=1) in said(at, 4)
    assert list(table(at)["verdict"][:4]) == [EN("lattice.tied.kept"), EN("lattice.tied"), EN("lattice.tied"), ""]


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


def test_the_number_of_paths_is_exact_however_few_are_listed() -> None:
    at = typed(lattice(), "hug" * 40)
    model = unigram.train(examples.load("hug").corpus, vocab_size=10, rules="course").model(1)
    number = model.lattice("hug" * 40).number_of_paths
    assert number == 4**40
    assert f"{number:,}" in visit.texts(at.main)
    assert len(table(at)) == MAX_LISTED
    assert EN("lattice.paths.shown", shown=f"{MAX_LISTED:,}", total=f"{number:,}") in visit.texts(at.main)


# -- views -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("view", "language", "example"), list(product(VIEWS, LANGUAGES, ["hug", "course", "tea"])))
def test_every_view_by_its_link(view: str, language: str, example: str) -> None:
    at = lattice(view=view, lang=language, example=example)
    tabs = [tab for tab in at.tabs if tab.children]
    assert [tab.label for tab in tabs] == [load(language)(f"lattice.tab.{view}")]
    assert at.query_params.get("view", VIEWS[0]) == view


def test_expected_counts_add_up_to_the_length() -> None:
    at = lattice(view="sums", word="hugs")
    counts = table(at, 1)
    assert sum(map(float, counts["characters"])) == pytest.approx(4, abs=1e-4)
    length = EN.count("lattice.characters", 4)
    assert EN("lattice.expected.sum", sum="4", length=length) in visit.texts(at.main)
    assert table(at)["forward"].iloc[-1] == table(at)["backward"].iloc[0]


def test_the_fewest_tokens_beside_other_ways() -> None:
    """With the pieces that training leaves of English, longest match splits `told` into to l d instead of t old."""
    at = lattice(view="fewest", example="english", at="end", word="told")
    shown = visit.plain(visit.texts(at.main))
    assert EN("lattice.fewest.greedy.more", pieces="`to l d`", more=1) in shown
    assert EN("lattice.fewest.unigram.same", pieces="`t old`") in shown
    assert EN.count("lattice.fewest.without.more", 1, piece="`old`", pieces="`to l d`") in shown
    tied = visit.plain(visit.texts(lattice(view="fewest", word="hugs").main))
    number, tokens = EN.count("lattice.paths", 3), EN.count("count.tokens", 2)
    assert EN("lattice.fewest.tied", pieces="`h ugs`", number=number, tokens=tokens) in tied
    assert EN("lattice.fewest.ties", tokens=tokens) in tied


def test_many_ties_are_counted_and_few_are_listed() -> None:
    """hugs has three ways to split it into two tokens, and x is unknown."""
    shown = visit.texts(lattice(view="fewest", word="xhugs" * 12).main)
    assert EN("lattice.fewest.ties.shown", shown=25, total=f"{3**12:,}") in shown
    assert EN("lattice.fewest.unknown") in shown


def test_samples_of_both_kinds_side_by_side() -> None:
    at = lattice(view="samples", word="hugs", alpha="0.5", draws="4000", seed="3")
    (alpha,) = [one for one in at.select_slider if one.key == "lattice_alpha"]
    assert alpha.value == 0.5
    assert len(at.get("vega_lite_chart")) == 2
    assert EN.count("lattice.samples.drawn", 4_000) in visit.texts(at.main)
    alpha.set_value(0.0)
    assert visit.alive(at.run()).query_params["alpha"] == "0"


def test_a_text_and_its_way_back() -> None:
    at = lattice(view="text", text="unhug mug hugs")
    assert list(table(at)["token"]) == ["un", "hug", "m", "ug", "h", "ugs"]
    assert EN("lattice.text.unknown", tokens="`m`") in visit.texts(at.main)
    back = lattice(view="decode", text="unhug")
    assert [element.value for element in back.success] == [EN("encode.decode.same")]
    lost = lattice(view="decode", text="unhug hugs")
    assert [element.value for element in lost.warning] == [EN("lattice.decode.lost")]


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
    assert list(table(at)["segmentation"]) == ["▁lo w", "▁ l o w"]
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
    for view in ("sums", "fewest", "text", "samples"):
        lattice(word=word, text=word, view=view)


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
