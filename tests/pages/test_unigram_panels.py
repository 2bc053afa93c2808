"""The tables and charts of `/unigram`: they follow the step, and their figures can be checked by hand."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.visit import alive, chip_tables, frame, opened, payload, step, written
from tokviz.algorithms import UNIGRAM
from tokviz.state.views import names_of, training_views
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")


def visit(**query: str) -> AppTest:
    """The page `/unigram` with the corpus of the course, as a link with this query opens it."""
    return opened("unigram", **{"example": "hug", **query})


def titles(at: AppTest) -> list[str]:
    return [title.value for title in at.main.subheader]


# -- the step ----------------------------------------------------------------------------------------------------------


def test_seeds() -> None:
    at = visit()
    assert titles(at) == [EN("unigram.seed.title", number="1")]
    (table,) = chip_tables(at)
    assert [row[0] for row in table] == [
        "h",
        "u",
        "g",
        "p",
        "n",
        "b",
        "s",
        "ug",
        "pu",
        "un",
        "hu",
        "hug",
        "ugs",
        "gs",
        "bu",
    ]
    assert table[0] == ["h", "15", EN("unigram.seed.outcome.character")]  # here weights are counts
    assert [row[1] for row in table[:4]] == ["15", "36", "20", "17"]
    occurs = EN("reason.count.present", pair="h", count=EN.count("count.times", 15), sum="hug 10 + hugs 5")
    assert occurs in written(at).replace("`", "")
    assert EN("unigram.seed.total", shown="15", total="210") in written(at)


def test_weights_where_they_differ_from_counts() -> None:
    (table,) = chip_tables(visit(rules="huggingface", vocab="12"))
    assert next(row[1:3] for row in table if row[0] == "hug") == ["2", "6"]


def test_expectation() -> None:
    at = visit(rules="soft-em", seeds="strict-substrings", step="1")
    assert titles(at) == [EN("unigram.expectation.title", number="2")]
    paths, counts = chip_tables(at)[:2]
    assert [(row[0], row[-1]) for row in paths[:2]] == [
        ("hug", "15/210 = 0.0714286"),
        ("h ug", "15/210 × 20/210 = 0.0068027"),
    ]
    assert counts[0] == ["hug", "15/210 = 0.0714286", "9.76642"]
    assert "is 10 × 0.8286 (`hug`) + 5 × 0.296 (`hugs`) = 9.7664." in written(at)
    assert "10 × (−ln 0.0862002) = 24.5108" in written(at)
    at.selectbox(key="unigram_expected_1").select("un").run()
    assert "is 12 × 0.4605 (`pun`) + 4 × 0.4605 (`bun`) = 7.3684." in written(alive(at))
    at.selectbox(key="unigram_word").select("pug").run()
    assert chip_tables(alive(at))[0][0][-1] == "17/210 × 20/210 = 0.0077098"


def test_expectation_along_the_best_paths() -> None:
    at = visit(rules="hard-em", seeds="strict-substrings", step="1")
    assert EN("reason.expect.best-path") in written(at)
    assert "is 12 × 1 (`pun`) + 5 × 1 (`pug`) = 17." in written(at)


def test_maximization() -> None:
    at = visit(rules="hard-em", seeds="strict-substrings", step="2")
    assert titles(at) == [EN("unigram.maximize.title", number="3")]
    assert "p: 17 / 62 = 0.2741935" in written(at).replace("`", "")
    assert [row[3] for row in chip_tables(at)[0][-4:]] == [EN("unigram.is-dropped")] * 4
    assert EN("unigram.done.expect", loss=EN("reason.expect.loss", loss="169.8028")) in written(at)


def test_pruning() -> None:
    at = visit(step="1")
    assert titles(at) == [EN("unigram.prune.title", number="2")]
    table, words = chip_tables(at)[:2]
    assert next(row[3:5] for row in table if row[1] == "hug") == ["23.5138", "18.1780"]
    assert [row[-1] for row in table[:2]] == [EN("unigram.outcome.removed"), EN("unigram.outcome.kept")]
    assert [(metric.label, metric.value) for metric in at.metric] == [
        (EN("unigram.prune.plain"), "0"),
        (EN("unigram.prune.divided"), "−6.2052"),
    ]
    assert [row[-1] for row in words] == ["5 × (−ln 0.0077098) − 5 × (−ln 0.0077098) = 0"]


def test_what_a_step_changed() -> None:
    at = visit(step="2")
    assert chip_tables(at)[-1] == [["pug", "5", "p ug", "pu g"]]
    assert EN("unigram.done.words", words="1 word") in written(at)


@pytest.mark.parametrize("rules", list(UNIGRAM.presets))
def test_every_step_of_every_preset_is_drawn(rules: str) -> None:
    at = visit(rules=rules, vocab="13")
    assert titles(at)
    shown = payload(at)
    assert shown is not None
    for k in range(1, shown["total"] + 1):
        at.query_params["step"] = str(k)
        at.run()
        assert step(alive(at)) == k
        assert bool(titles(at)) == (k < shown["total"])


# -- the tabs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("view", names_of(training_views("unigram")))
def test_every_view_can_be_linked_to(view: str, language: str) -> None:
    at = visit(step="2", view=view, lang=language)
    assert next(tab.label for tab in at.tabs if tab.children) == load(language)(f"tab.{view}")


def test_pieces() -> None:
    table = frame(visit(step="1", view="pieces"), -1).set_index("piece")
    assert table["probability"]["ug"] == "20/210 = 0.0952381"
    assert table["log_score"]["ug"] == "−2.3514"
    assert table["occurrences"]["ug"] == "5"


def test_likelihood() -> None:
    at = visit(rules="soft-em", seeds="strict-substrings", view="likelihood")
    assert frame(at, -1)["nll"].tolist()[:5] == ["145.5532", "145.5532", "126.8833", "126.8833", "119.8031"]
    assert len(at.main.get("vega_lite_chart")) == 1  # the counts of the seeds are bars in their table
    assert EN("unigram.likelihood.alt", first="145.5532", last="101.0960") in written(at)


def test_probabilities_say_where_pieces_end() -> None:
    said = written(visit(rules="soft-em", seeds="strict-substrings", view="probabilities"))
    assert EN("unigram.probabilities.gone", piece="pu", number="6") in said
    assert EN("unigram.probabilities.end", piece="hug", probability="0.2419350") in said


def test_sizes() -> None:
    assert EN("unigram.sizes.alt", run="15 → 12 → 10", size="10") in written(
        visit(rules="soft-em", seeds="strict-substrings", view="sizes")
    )


def test_presets_side_by_side() -> None:
    at = visit(view="presets")
    summary, table = frame(at, -2), frame(at, -1)
    assert summary["pieces_left"].tolist() == [10, 10, 10]
    hard = dict(zip(table["piece"], table["hard-em"], strict=True))
    longer = [piece for piece, probability in hard.items() if len(piece) > 1 and probability != "–"]
    assert longer == ["pun", "pug", "hug"]
    assert set(table["piece"][-7:]) == set("hugpnbs")  # what all have comes last


def test_printed_figures_and_errata() -> None:
    at = visit(view="printed")
    table = frame(at, -1)
    assert table["printed"].tolist().count(EN("printed.yes")) == 8
    assert table["worth"][0] == "17/210 × 36/210 × 20/210 = 0.0013217"
    assert EN("erratum.hug-unigram-pug.right") in written(at)
    other = visit(view="printed", rules="soft-em", seeds="strict-substrings")
    assert EN("unigram.printed.other-rules") in written(other)
    assert frame(other, -1)["worth"].tolist() == table["worth"].tolist()  # those of the course stay beside it


STILLS = ("still.svg", "still.png", "still.tikz")


def test_files() -> None:
    at = visit(view="files")
    buttons = [element.proto.label for element in at.get("download_button")]
    kinds = ("steps", "json", "tokenizer", "spm-vocab", "replay", *STILLS, "worksheet.blank", "worksheet.filled")
    assert buttons == [EN(f"files.{kind}") for kind in kinds]


def test_a_list_of_words_has_no_lines() -> None:
    """SentencePiece looks at lines: running text has its own, for a list of words it is said what stands for them."""

    def is_said(**query: str) -> bool:
        at = visit(rules="sentencepiece", **query)
        return any("has no lines" in caption.value for caption in at.caption)

    assert is_said(example="hug", vocab="20")
    assert not is_said(example="kitchen", vocab="150", split="whitespace")
