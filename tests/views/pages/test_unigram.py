"""The views of `/unigram` as data: they follow the step, and their figures can be checked by hand."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.catalogs import saying
from tests.unigram.conventions import SOFT
from tests.views.pages.shown import MEMORY, cells, of_kind, only, opened, said
from tokviz import examples, unigram
from tokviz.state.request import train
from tokviz.state.training import FORMS
from tokviz.unigram import PRESETS
from tokviz.views.pages.registry import NOW, names, titles, view_of
from tokviz.views.pages.training import is_asked
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import Bar, DataTable
from tokviz.views.shared.sentences import marked, without_marks
from tokviz.views.shows import Choice, Columns, Fold, Given, Lines, Seen, Show, Text, spoken

EN = load("en")
VIEWS = list(titles("unigram"))
HUG = {"example": "hug"}
SOFT_EM = {"example": "hug", "rules": "soft-em", "seeds": "strict-substrings"}
HARD_EM = {"example": "hug", "rules": "hard-em", "seeds": "strict-substrings"}
SOFT_TRACE = unigram.train(examples.load("hug").corpus, vocab_size=10, rules=SOFT)


def tables(shows: list[Show]) -> list[list[list[str]]]:
    """The tables of chips, from top to bottom."""
    return [cells(table) for table in of_kind(shows, DataTable)]


def title(shows: list[Show]) -> list[str]:
    return [spoken(text) for text in of_kind(shows, Text) if text.look == "heading"]


def bars(table: DataTable, column: int) -> list[float | None]:
    """The lengths of the bars of a column; None for a number without."""
    return [cell.share if isinstance(cell := row.cells[column], Bar) else None for row in table.rows]


# -- every view --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("step", ["0", "2", "11"])
def test_every_view_in_every_language(step: str, view: str, language: str) -> None:
    assert opened("unigram", view, language, step, **HUG)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_step_of_every_convention(preset: str) -> None:
    """Beside the picture is what comes next, with a heading, until the end."""
    steps = len(unigram.train(examples.load("hug").corpus, vocab_size=13, rules=preset))
    for step in range(steps + 1):
        shows = opened("unigram", NOW, step=f"{step}", **HUG, rules=preset, vocab="13")
        assert len(title(shows)) == (step < steps)


@pytest.mark.parametrize("view", VIEWS)
def test_a_training_of_one_step(view: str) -> None:
    """Nothing comes next, and the first step has changed no segmentation."""
    assert opened("unigram", view, step="1", **HUG, vocab="5000") or view == NOW


# -- the step ----------------------------------------------------------------------------------------------------------


def test_seeds() -> None:
    shows = opened("unigram", NOW, **HUG)
    assert title(shows) == [EN("unigram.seed.title", number=1)]
    table = only(shows, DataTable)
    pieces = [row[0] for row in cells(table)]
    assert pieces == [*"hugpnbs", "ug", "pu", "un", "hu", "hug", "ugs", "gs", "bu"]
    assert cells(table)[0] == ["h", "15", EN("unigram.seed.outcome.character")]  # here weights are counts
    assert [row[1] for row in cells(table)[:4]] == ["15", "36", "20", "17"]
    assert bars(table, 1)[:2] == [15 / 36, 1.0]
    assert [row.lights for row in table.rows] == [(piece,) for piece in pieces]
    occurs = EN("reason.count.present", pair="h", count=EN.count("count.times", 15), sum="hug 10 + hugs 5")
    assert said(shows)[1:] == [EN("unigram.seed.total", shown=15, total=210), occurs]


def test_weights_where_they_differ_from_counts() -> None:
    table = only(opened("unigram", NOW, **HUG, rules="huggingface", vocab="12"), DataTable)
    assert next(row[1:3] for row in cells(table) if row[0] == "hug") == ["2", "6"]
    assert set(bars(table, 1)) == {None}  # the bars are of the weights


def test_expectation() -> None:
    shows = opened("unigram", NOW, step="1", **SOFT_EM)
    assert title(shows) == [EN("unigram.expectation.title", number=2)]
    paths, counts = tables(shows)
    assert [(row[0], row[-1]) for row in paths[:2]] == [
        ("hug", "15/210 = 0.0714286"),
        ("h ug", "15/210 × 20/210 = 0.0068027"),
    ]
    assert counts[0] == ["hug", "15/210 = 0.0714286", "9.76642"]
    told = "\n".join(said(shows))
    assert "10 × 0.8286 (hug) + 5 × 0.296 (hugs) = 9.7664" in told
    assert "10 × (−ln 0.0862002) = 24.5108" in told


def test_the_piece_and_the_word_that_are_chosen_are_worked_out() -> None:
    shows = opened("unigram", NOW, step="1", **SOFT_EM, expected_1="un", word="pug")
    assert "12 × 0.4605 (pun) + 4 × 0.4605 (bun) = 7.3684" in said(shows)[-1]
    assert tables(shows)[0][0][-1] == "17/210 × 20/210 = 0.0077098"


def test_the_picture_lights_up_the_piece_that_is_chosen() -> None:
    state, _ = FORMS["unigram"].read(SOFT_EM)
    view = view_of("unigram", NOW)
    assert view is not None
    for step, name in enumerate(("seed_0", "expected_1", "maximize_2")):
        host = Given()
        list(view(Seen(SOFT_TRACE, state, step, EN), host))
        choices = [field for field in host.asked if isinstance(field, Choice)]
        assert [field.name for field in choices if field.lights] == [name]


def test_expectation_along_the_best_paths() -> None:
    told = said(opened("unigram", NOW, step="1", **HARD_EM))
    assert EN("reason.expect.best-path") in told
    assert "12 × 1 (pun) + 5 × 1 (pug) = 17" in told[-1]


def test_maximization() -> None:
    shows = opened("unigram", NOW, step="2", **HARD_EM)
    assert title(shows) == [EN("unigram.maximize.title", number=3)]
    assert "p: 17 / 62 = 0.2741935" in said(shows)
    assert [row[3] for row in tables(shows)[0][-4:]] == [EN("unigram.is-dropped")] * 4
    assert EN("unigram.done.expect", loss=EN("reason.expect.loss", loss="169.8028")) in said(shows)


def test_probabilities_before_and_after_have_one_measure() -> None:
    """The longest bar is that of the highest probability of both columns, 36/210 of u."""
    table = only(opened("unigram", NOW, step="2", **SOFT_EM), DataTable)
    before, after = bars(table, 2), bars(table, 3)
    assert max(share for share in before if share) == 1.0
    assert max(share for share in after if share) == pytest.approx(0.1477728 / (36 / 210), abs=1e-5)


def test_pruning() -> None:
    shows = opened("unigram", NOW, step="1", **HUG)
    assert title(shows) == [EN("unigram.prune.title", number=2)]
    table, words = of_kind(shows, DataTable)
    losses = cells(table)
    assert next(row[3:5] for row in losses if row[1] == "hug") == ["23.5138", "18.1780"]
    assert [row[-1] for row in losses[:2]] == [EN("unigram.outcome.removed"), EN("unigram.outcome.kept")]
    assert [row.is_chosen for row in table.rows] == [True, *[False] * 14]  # what is removed is tinted
    figures = [text for column in only(shows, Columns).columns for text in of_kind(column, Text)]
    assert [(*text.parts, text.rest) for text in figures] == [
        (EN("unigram.prune.plain"), "0"),
        (EN("unigram.prune.divided"), "−6.2052"),
    ]
    assert [row[-1] for row in cells(words)] == ["5 × (−ln 0.0077098) − 5 × (−ln 0.0077098) = 0"]


def test_the_last_step_of_a_library() -> None:
    """It takes characters back that were dropped."""
    query = {**HUG, "rules": "huggingface", "vocab": "12"}
    shows = opened("unigram", NOW, step="5", **query)
    assert title(shows) == [EN("unigram.finish.title", number=6)]
    assert tables(shows)[0] == [["h", "0.0275950", EN("unigram.outcome.restored")]]


def test_what_a_step_changed() -> None:
    shows = opened("unigram", NOW, step="2", **HUG)
    assert tables(shows)[-1] == [["pug", "5", "p ug", "pu g"]]
    assert EN("unigram.done.words", words=EN.count("count.words", 1)) in said(shows)


def test_a_segmentation_that_only_rounding_changed_is_said() -> None:
    assert EN("unigram.done.tied", words="pug bun") in said(opened("unigram", NOW, step="5", **SOFT_EM))
    tied = saying("unigram.done.tied")
    assert not any(map(tied.search, said(opened("unigram", NOW, step="8", **SOFT_EM))))


def test_a_list_of_words_has_no_lines() -> None:
    """SentencePiece looks at lines: running text has its own, for a list of words it is said what stands for them."""

    def is_said(**query: str) -> bool:
        return EN("unigram.no-lines") in said(opened("unigram", NOW, rules="sentencepiece", **query))

    assert is_said(example="hug", vocab="20")
    assert not is_said(example="kitchen", vocab="150", split="whitespace")


def test_a_visitor_is_asked_only_before_a_pruning() -> None:
    kinds = [SOFT_TRACE[step].kind for step in range(len(SOFT_TRACE)) if is_asked(SOFT_TRACE, step, EN)]
    assert kinds == ["prune", "prune"]
    assert not is_asked(SOFT_TRACE, len(SOFT_TRACE), EN)


# -- the tabs ----------------------------------------------------------------------------------------------------------


def test_pieces() -> None:
    table = only(opened("unigram", "pieces", step="1", **HUG), DataTable)
    row = next(row for row in cells(table) if row[1] == "ug")
    assert row == ["7", "ug", "20/210 = 0.0952381", "−2.3514", "5"]
    assert bars(table, 2)[7] == pytest.approx(20 / 36)  # beside u
    assert table.rows[7].lights == ("ug",)


def test_a_long_list_of_pieces_has_pages() -> None:
    query = {"example": "kitchen", "vocab": "150", "rules": "soft-em", "step": "1"}
    first, last = (only(opened("unigram", "pieces", **query, pieces_page=page), DataTable) for page in ("1", "99"))
    pieces = unigram.train(examples.load("kitchen").corpus, vocab_size=150, rules="soft-em").pieces_left[1]
    assert [row[0] for row in cells(first)] == [f"{number}" for number in range(25)]
    assert cells(last)[-1][0] == f"{pieces - 1:,}"
    assert max(share for share in bars(first, 2) if share) == 1.0
    assert all(share is None or share < 1.0 for share in bars(last, 2))  # bars are measured by all pieces


def test_likelihood() -> None:
    """A row leads to its step; that of the picture is tinted."""
    shows = opened("unigram", "likelihood", step="2", **SOFT_EM)
    table = only(shows, DataTable)
    losses = [row[-1] for row in cells(table)]
    assert losses[:5] == ["145.5532", "145.5532", "126.8833", "126.8833", "119.8031"]
    assert [row.step for row in table.rows] == list(range(1, 16))
    assert [row.step for row in table.rows if row.is_chosen] == [2]
    assert EN("unigram.likelihood.alt", first="145.5532", last="101.0960") in said(shows)
    assert EN("unigram.likelihood.all") in said(shows)
    assert EN("unigram.likelihood.best") in said(opened("unigram", "likelihood", **HARD_EM))


def test_the_loss_after_each_step() -> None:
    losses = SOFT_TRACE.losses_after
    assert losses[5] == pytest.approx(-SOFT_TRACE.log_likelihood(6))
    assert losses[5] > losses[4]  # a pruning makes it worse
    assert losses[-1] == pytest.approx(-SOFT_TRACE.log_likelihood())


@pytest.mark.parametrize("step", [0, 3, 15])
def test_the_line_of_the_likelihood_says_the_kind_of_each_step(step: int) -> None:
    """By a shape of its own, too, and by a name in the legend."""
    chart = only(opened("unigram", "likelihood", step=f"{step}", **SOFT_EM), Lines)
    assert [round(y, 4) for _, y in chart.lines[0].points[:3]] == [145.5532, 145.5532, 126.8833]
    assert [dot.name for dot in chart.dots] == [EN(f"unigram.kind.{kind}") for kind in SOFT_TRACE.kinds]
    assert len({dot.shape for dot in chart.dots}) == len({(dot.look, dot.hue) for dot in chart.dots}) == 4
    assert chart.here == (step or None)


def test_the_lines_of_probabilities_end_where_pieces_end() -> None:
    chart = only(opened("unigram", "probabilities", step="3", **SOFT_EM), Lines)
    points = {line.name: line.points for line in chart.lines}
    assert len(points) == 12
    assert [x for x, _ in points["pu"]] == [1, 2, 3, 4, 5]  # step 6 takes it out
    assert points["hug"][0][1] == pytest.approx(15 / 210)
    assert len(points["hug"]) == 15
    gone = [line.name for line, dot in zip(chart.lines, chart.dots, strict=True) if dot.shape == "cross"]
    assert gone == ["pu", "hu"]
    labels = {label.text for label in chart.labels}
    assert {"hug", "g ↓"} < labels  # g has next to nothing, but is not out
    assert chart.least is not None
    assert chart.least > 1e-6
    assert len({(line.hue, line.dash) for line in chart.lines}) == 12
    assert EN("unigram.probabilities.gone", piece="pu", number=6) in chart.alt
    assert EN("unigram.probabilities.end", piece="hug", probability="0.2419350") in chart.alt
    places = sorted(label.place for label in chart.labels if label.x == 15)
    assert all(high / low > 1.2 for low, high in pairwise(places))  # no two names at one step overlap


def test_the_most_probable_pieces() -> None:
    assert list(SOFT_TRACE.leading(2)) == list(SOFT_TRACE.leading(12))[:2]
    assert SOFT_TRACE.leading(12)["pu"] == SOFT_TRACE.history("pu")


def test_sizes() -> None:
    shows = opened("unigram", "sizes", step="6", **SOFT_EM)
    chart = only(shows, Lines)
    assert [y for _, y in chart.lines[0].points] == list(SOFT_TRACE.pieces_left[1:])
    (target,) = chart.rules
    assert (target.at, target.name, target.is_level) == (10, EN("unigram.sizes.target", size=10), True)
    assert said(shows) == [EN("unigram.sizes.alt", run="15 → 12 → 10", size=10)] == [chart.alt]


# -- other rules, other sources ----------------------------------------------------------------------------------------


def test_three_trainings_side_by_side() -> None:
    shows = opened("unigram", "presets", **HUG)
    summary, table = of_kind(shows, DataTable)
    assert [row[1] for row in cells(summary)] == ["10", "10", "10"]
    hard = {row[0]: row[2] for row in cells(table)}
    longer = [piece for piece, probability in hard.items() if len(piece) > 1 and probability != "–"]
    assert longer == ["pun", "pug", "hug"]
    assert {row[0] for row in cells(table)[-7:]} == set("hugpnbs")  # what all have comes last
    lengths = [share for column in (1, 2, 3) for share in bars(table, column) if share]
    assert sorted(lengths)[-2] < max(lengths) == 1.0  # one measure for the three
    assert len([text for text in of_kind(shows, Text) if text.look == "item"]) == 3


def test_other_trainings_have_the_corpus_of_the_request() -> None:
    """Rules that blank out rare characters leave less of it in their own trace."""
    corpus = examples.load("kitchen").cut("whitespace")
    query = {"example": "kitchen", "split": "whitespace", "vocab": "60", "rules": "sentencepiece", "coverage": "0.98"}
    state, wrong = FORMS["unigram"].read(query)
    trace = train(state, MEMORY).trace
    assert (wrong, trace.corpus == corpus) == ((), False)
    table = next(of_kind(opened("unigram", "presets", **query), DataTable))
    course = unigram.train(corpus, vocab_size=60, rules="course")
    assert cells(table)[0][3] == EN.nats(-course.log_likelihood(paths="all"))


def test_printed_figures_and_errata() -> None:
    shows = opened("unigram", "printed", **HUG)
    table = only(shows, DataTable)
    assert [row[3] for row in cells(table)].count(EN("printed.yes")) == 8
    assert cells(table)[0][2] == "17/210 × 36/210 × 20/210 = 0.0013217"
    lesson = examples.load("hug").recipe("unigram")
    assert [fold.icon for fold in of_kind(shows, Fold)].count("report") == sum(not e.is_note for e in lesson.errata)
    other = opened("unigram", "printed", **SOFT_EM)
    assert said(other)[0] == EN("unigram.printed.other-rules")
    assert cells(only(other, DataTable)) == cells(table)  # those of the course stay beside it


def test_figures_are_offered_where_a_source_printed_some() -> None:
    for example, is_there in (("hug", True), ("course", True), ("sennrich", False)):
        state, _ = FORMS["unigram"].read({"example": example})
        assert ("printed" in names(Seen(train(state, MEMORY).trace, state, 0, EN))) == is_there


ERRATA = {
    ("hug", 1): {"hug-unigram-pug", "hug-unigram-ties"},
    ("course", 1): {"course-unigram-plus-one"},
}
KEYS = set().union(*ERRATA.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("example", "step"), [*(("hug", k) for k in range(4)), *(("course", k) for k in range(3))])
def test_errata_are_beside_their_step_and_nowhere_else(example: str, step: int, language: str) -> None:
    say = load(language)
    shows = opened("unigram", NOW, language, f"{step}", example=example)
    cards = [fold for fold in of_kind(shows, Fold) if fold.title == say("erratum.title")]
    told = "\n".join(said(shows))
    expected = ERRATA.get((example, step), set())
    assert len(cards) == len(expected)
    assert {key for key in KEYS if without_marks(marked(say(f"erratum.{key}.right"))) in told} == expected
    renormalized = without_marks(marked(say("erratum.hug-unigram-renormalized.right")))
    assert (renormalized in told) == ((example, step) == ("hug", 1))


@pytest.mark.parametrize("query", [{"rules": "soft-em"}, {"renorm": "1"}, {"prune": "0.2"}, {"example": "sennrich"}])
def test_errata_only_under_the_rules_of_the_source(query: dict[str, str]) -> None:
    assert not list(of_kind(opened("unigram", NOW, step="1", **{**HUG, **query}), Fold))
