"""The views of the lattice half of `/unigram` as data: the words of the course, sums, draws, a text, hostile words."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.views.pages.shown import MEMORY, cells, of_kind, only, said
from tokviz import examples, unigram
from tokviz.cli.shows import text_of
from tokviz.state.lattice import FORM
from tokviz.views.pages.encoding import Applied
from tokviz.views.pages.lattice import MAX_LISTED, PAGE, subject
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import DataTable
from tokviz.views.shows import Bars, Choice, Columns, Figures, Given, Grid, Number, Show, Text, Word

EN = load("en")


def applied(lang: str = "en", **query: str) -> Applied[unigram.Model]:
    """The subject that a link to the lattice half asks for, of the corpus of the course where it names no other."""
    state, wrong = FORM.read({"do": "lattice", "example": "hug", **query})
    assert wrong == ()
    return subject(state, MEMORY, load(lang))


def opened(view: str, lang: str = "en", /, fields: Mapping[str, str] | None = None, **query: str) -> list[Show]:
    return list(PAGE.of(applied(lang, **query))[view](Given(fields)))


def rows(grid: Grid) -> dict[str, list[object]]:
    """The columns of a table as people read them."""
    return {column.name: list(column.cells(EN)) for column in grid.table.columns}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("example", ["hug", "course", "tea"])
@pytest.mark.parametrize("view", PAGE.views)
def test_every_view_in_every_language(view: str, example: str, language: str) -> None:
    shows = opened(view, language, example=example)
    assert shows
    assert text_of(shows, load(language))


# -- the words of the course -------------------------------------------------------------------------------------------


def test_unhug_on_the_seeds_of_the_course() -> None:
    table = rows(only(opened("paths"), Grid))
    assert table["segmentation"][0] == "un hug"
    assert table["product"][0] == "16/210 × 15/210 = 0.0054422"
    assert len(table["segmentation"]) == 8


@pytest.mark.parametrize("step", range(8))
def test_the_table_is_filled_as_far_as_the_step(step: int) -> None:
    filled = min(step, 5) + 1
    table = rows(only(opened("table", step=f"{step}"), Grid))
    assert [cost != "" for cost in table["cost"]] == [True] * filled + [False] * (6 - filled)
    assert table["followed"] == ["", "", "✓" if step > 6 else "", "", "", "✓" if step > 5 else ""]


def test_huggun_and_the_ties() -> None:
    table = rows(only(opened("paths", word="huggun"), Grid))
    assert (table["segmentation"][0], table["product"][0]) == (
        "hug g un",
        "15/210 × 20/210 × 16/210 = 0.00051830",
    )
    kept, tied = EN("lattice.tied.kept"), EN("lattice.tied")
    assert rows(only(opened("paths", word="pug"), Grid))["verdict"] == [kept, tied, ""]
    assert rows(only(opened("paths", word="hugs"), Grid))["verdict"][:4] == [kept, tied, tied, ""]


def test_the_model_of_another_step() -> None:
    trace = unigram.train(examples.load("hug").corpus, vocab_size=10, rules="course")
    table = rows(only(opened("paths", at="end"), Grid))
    assert table["segmentation"][0] == " ".join(trace.model().encode("unhug"))
    assert "/" not in str(rows(only(opened("paths", example="tea", at="end"), Grid))["product"][0])


def test_the_number_of_paths_is_exact_however_few_are_listed() -> None:
    shows = opened("paths", word="hug" * 40)
    number = f"{4**40:,}"
    assert EN.count("lattice.paths", 4**40).startswith(number)
    assert any(number in sentence for sentence in said(shows)[:1])
    assert len(rows(only(shows, Grid))["segmentation"]) == MAX_LISTED
    assert EN("lattice.paths.shown", shown=MAX_LISTED, total=4**40) in said(shows)


def test_expected_counts_add_up_to_the_length() -> None:
    shows = opened("sums", word="hugs")
    sums, expected = map(rows, of_kind(shows, Grid))
    assert sum(float(str(number)) for number in expected["characters"]) == pytest.approx(4, abs=1e-4)
    assert EN("lattice.expected.sum", sum="4", length=EN.count("lattice.characters", 4)) in said(shows)
    assert sums["forward"][-1] == sums["backward"][0]
    leads = [text.lead for text in of_kind(shows, Text) if text.lead]
    assert [f"**{lead}**" in EN.templates["lattice.expected.what"] for lead in leads] == [True]


# -- the best, and random ones -----------------------------------------------------------------------------------------


def test_the_best_as_bars() -> None:
    chart = only(opened("best", n="3", word="hugs"), Bars)
    assert [bar.name for bar in chart.bars] == ["1. h ugs", "2. hu gs", "3. hug s"]
    assert [bar.text for bar in chart.bars] == ["0.0017007"] * 3
    lattice = applied(word="hugs").tokenizer.model.lattice("hugs")
    assert [bar.value for bar in chart.bars] == [lattice.share(path) for path in lattice.nbest(3)]
    assert len(only(opened("best", word="hugs", fields={"n": "5"}), Bars).bars) == 5


def test_samples_of_both_kinds_side_by_side() -> None:
    """hugs with the exponent one half: 0.240 for each of the three best; tokenizers draws the first 0.192 times."""
    shows = opened("samples", word="hugs", alpha="0.5", draws="4000", seed="3")
    assert len(only(shows, Columns).columns) == 2
    exact, compounding = of_kind(shows, Bars)
    assert exact.most == compounding.most == max(bar.end for chart in (exact, compounding) for bar in chart.bars)
    assert [round(chart.bars[0].mark or 0, 4) for chart in (exact, compounding)] == [0.2404, 0.1923]
    assert all(abs(bar.value - (bar.mark or 0)) < 0.035 for bar in exact.bars)
    assert EN.count("lattice.samples.drawn", 4_000) in said(shows)


def test_draws_are_those_of_the_seed_and_of_the_fields() -> None:
    fields = {"alpha": "1", "seed": "7", "draws": "400"}
    asked = Given(fields)
    shows = list(PAGE.of(applied(word="hugs"))["samples"](asked))
    assert shows == list(PAGE.of(applied(word="hugs", **fields))["samples"](Given()))
    assert shows != opened("samples", fields={**fields, "seed": "8"}, word="hugs")
    assert [(type(field), field.name, field.opening) for field in asked.asked] == [
        (Choice, "alpha", "0.5"),
        (Number, "seed", "1"),
        (Choice, "draws", "1000"),
    ]
    equal = only(opened("samples", word="hugs", alpha="0"), Columns)
    assert len({bar.mark for bar in of_kind(equal.columns[0], Bars).__next__().bars}) == 1


def test_a_lattice_of_many_arcs_is_drawn_from_less_often() -> None:
    shows = opened("samples", word="hug" * 40, draws="4000")
    assert EN("lattice.samples.fewer") in said(shows)
    number = EN.count("lattice.other-paths", 4**40 - 10)
    assert any(sentence.startswith(number) for sentence in said(shows))


# -- the fewest tokens -------------------------------------------------------------------------------------------------


def test_the_fewest_tokens_beside_other_ways() -> None:
    """With the pieces that training leaves of English, longest match splits `told` into to l d instead of t old."""
    shown = "\n".join(said(opened("fewest", example="english", at="end", word="told")))
    assert EN("lattice.fewest.greedy.more", pieces="to l d", more=1) in shown
    assert EN("lattice.fewest.unigram.same", pieces="t old") in shown
    assert EN.count("lattice.fewest.without.more", 1, piece="old", pieces="to l d") in shown


def test_the_forward_pass_marks_where_tracing_back_arrives() -> None:
    ways, forward, left_out = of_kind(opened("fewest"), DataTable)
    assert [row[1] for row in cells(ways)] == ["un hug"] * 3
    assert [place for place, row in enumerate(forward.rows) if row.is_chosen] == [2, 5]
    assert [row[0] for row in cells(left_out)] == ["un", "hug", "hu", "ug"]


def test_many_ties_are_counted_and_few_are_listed() -> None:
    """hugs has three ways to split it into two tokens, and x is unknown."""
    shows = opened("fewest", word="xhugs" * 12)
    number = EN.count("lattice.paths", 3**12)
    assert any(number in sentence for sentence in said(shows))
    assert EN("lattice.fewest.ties.shown", shown=25, total=3**12) in said(shows)
    assert EN("lattice.fewest.unknown") in said(shows)
    _, forward, ties, _ = of_kind(shows, DataTable)
    assert (len(forward.rows), len(ties.rows)) == (25, 25)
    beyond = opened("fewest", word="xhugs" * 12, fields={"fewest_page": "3"})
    assert [row[0] for row in cells([*of_kind(beyond, DataTable)][1])][-1] == "60"


# -- a text ------------------------------------------------------------------------------------------------------------


def test_a_text_and_its_way_back() -> None:
    shows = opened("text", text="unhug mug hugs")
    assert rows(only(shows, Grid))["token"] == ["un", "hug", "m", "ug", "h", "ugs"]
    assert EN("lattice.text.unknown", tokens="m") in said(shows)
    assert [text.look for text in of_kind(opened("decode", text="unhug"), Text)][-1] == "success"
    (*_, lost) = of_kind(opened("decode", text="unhug hugs"), Text)
    assert (lost.look, said([lost])) == ("warning", [EN("lattice.decode.lost")])


def test_the_text_is_a_long_field_of_the_link() -> None:
    asked = Given({"text": "hug hug"})
    shows = list(PAGE.of(applied(text="pug"))["text"](asked))
    assert asked.asked == [Word("text", EN("encode.text"), "pug", 100_000, is_long=True)]
    assert [figure.value for figure in only(shows, Figures).figures][:3] == ["2", "2", "1"]
    assert said(opened("text", fields={"text": " "})) == [EN("encode.no-text")]


@pytest.mark.parametrize("word", ["**b** <i>", "😀👩‍🚀", "\u202eabc", ":material/bug:", "`", "𝔘nhug", "{x}", "a" * 120])
def test_hostile_words(word: str) -> None:
    for view in PAGE.views:
        shows = opened(view, word=word, text=word)
        assert text_of(shows, EN)
