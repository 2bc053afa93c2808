"""Training on `/wordpiece`: the nine steps of the hug corpus with their fractions, errata, rules, links, own text."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.catalogs import heading, saying
from tests.pages import visit
from tokviz import examples, wordpiece
from tokviz.corpus import MAX_UPLOAD_BYTES
from tokviz.state import wordpiece_encode
from tokviz.state.trained_pages import training_views
from tokviz.state.training import FORMS
from tokviz.state.views import names_of
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import without_marks
from tokviz.wordpiece import PRESETS, Rules

EN, ZH = load("en"), load("zh")
NINE = ["##g ##s", "h ##u", "hu ##gs", "hu ##g", "p ##u", "b ##u", "bu ##n", "pu ##g", "pu ##n"]
FRACTIONS = [
    *("5 / (20 × 5) = 1/20", "15 / (15 × 36) = 1/36", "5 / (15 × 5) = 1/15", "10 / (10 × 15) = 1/15"),
    *("17 / (17 × 21) = 1/21", "4 / (4 × 4) = 1/4", "4 / (4 × 16) = 1/16", "5 / (17 × 5) = 1/17"),
    "12 / (12 × 12) = 1/12",
]


def said(at: AppTest, k: int) -> str:
    """The sentences of the picture at step k."""
    shown = visit.payload(at)
    assert shown is not None, visit.texts(at.main)
    return "\n".join(without_marks(said["text"]) for said in shown["frames"][k]["say"]).replace("\u00a0", " ")


def choose(at: AppTest, name: str, value: Any) -> AppTest:
    (widget,) = [element for element in visit.elements(at.sidebar) if element.key == f"wordpiece_{name}"]
    widget.set_value(value)
    return visit.alive(at.run())


def trained(at: AppTest, rules: Rules | str, name: str = "hug", **limits: Any) -> bool:
    """Tell if the picture shows the merges of these rules."""
    trace = wordpiece.train(examples.load(name).corpus_for("wordpiece"), rules=rules, **limits)
    return visit.merges(at) == [f"{left} {right}" for left, right in trace.merges]


# -- the hug corpus, step by step ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_page_opens_with_the_nine_steps(language: str) -> None:
    say = load(language)
    at = visit.wordpiece(lang=language)
    assert at.title[0].value == heading("wordpiece", say)
    assert visit.merges(at) == NINE
    for k, fraction in enumerate(FRACTIONS):
        assert fraction in said(at, k), "what comes next"
        assert fraction in said(at, k + 1), "what was done"
    assert say("bpe.stopped.no_pairs") in said(at, 9)


def test_the_candidates_are_beside_the_picture() -> None:
    at = visit.wordpiece(step="2")
    assert visit.step(at) == 2
    assert EN("candidates.title", number=3) in visit.texts(at.main)
    table = visit.frame(at, 0)
    expected = wordpiece.train(examples.load("hug").corpus).candidates(2)
    assert list(table["pair"]) == [" ".join(one.pair) for one in expected]
    assert (table["pair"][0], table["arithmetic"][0]) == (NINE[2], FRACTIONS[2])
    assert EN("measure.score.has", pair=f"`{NINE[2]}`", value=FRACTIONS[2]) in visit.written(at)


def test_the_end_has_no_candidates() -> None:
    at = visit.wordpiece(step="9", view="scatter")
    assert EN("scores.none") in visit.written(at)
    assert not at.dataframe
    table = visit.chip_tables(visit.wordpiece(step="9"))[0]
    assert [row[6] for row in table] == ["1/12", "1/17", "1/16", "1/4", "1/21", "1/15", "1/15", "1/36", "1/20"]
    assert [row[-1] for row in table] == [*[""] * 6, EN("printed.no"), EN("printed.yes"), EN("printed.yes")]


# -- as printed ------------------------------------------------------------------------------------------------------

ERRATA = {
    0: ["hug-wordpiece-counts"],
    2: ["hug-wordpiece-tie", "hug-wordpiece-others"],
    3: ["hug-wordpiece-third"],
    4: ["hug-wordpiece-hugs"],
}


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("step", range(10))
def test_errata_stand_beside_their_step(step: int, language: str) -> None:
    say = load(language)
    at = visit.wordpiece(step=str(step), lang=language)
    shown = visit.written(at)
    assert visit.folded(at).count(say("erratum.title")) == len(ERRATA.get(step, []))
    for own, keys in ERRATA.items():
        for key in keys:
            assert (say(f"erratum.{key}.printed") in shown) == (own == step)
            assert (say(f"erratum.{key}.right") in shown) == (own == step)
    if step in (1, 2, 3):
        key = "printed.step.no" if step == 3 else "printed.step.yes"
        pair, worth = ("hu ##g", "1/15") if step == 3 else (NINE[step - 1], FRACTIONS[step - 1].rpartition(" = ")[2])
        assert say(key, number=step, pair=f"`{pair}` ({worth})") in shown


def test_errata_only_under_the_rules_of_the_source() -> None:
    for query in ({"rules": "huggingface"}, {"tie": "greatest-pair"}, {"example": "sennrich"}):
        assert EN("erratum.title") not in visit.folded(visit.wordpiece(**query))


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_what_was_printed_beside_what_is_computed(language: str) -> None:
    say = load(language)
    at = visit.wordpiece(view="printed", step="9", lang=language)
    shown = visit.written(at)
    assert say("printed.agree", agree=2, total=3, source="Hugging Face course, chapter 6.6") in shown
    assert visit.frame(at, -1)[["printed_pair", "pair", "printed_worth", "worth"]].to_numpy().tolist() == [
        ["##g ##s", "##g ##s", "1/20", "1/20"],
        ["h ##u", "h ##u", "1/36", "1/36"],
        ["hu ##g", "hu ##gs", "1/15", "1/15"],
    ]
    for key in (*(key for keys in ERRATA.values() for key in keys), "wordpiece-score", "wordpiece-library"):
        assert shown.count(say(f"erratum.{key}.right")) == 1


def test_the_four_sentences_are_as_printed() -> None:
    at = visit.wordpiece(example="course", view="printed")
    assert saying("printed.agree", agree=25, total=25).search(visit.written(at))
    assert " ".join(merge.split()[0] for merge in visit.merges(at)[:4]) == "a ##f F Fa"
    assert visit.step(at) == 0


# -- rules and limits ------------------------------------------------------------------------------------------------


def test_hugging_faces_library_goes_by_count() -> None:
    at = choose(visit.wordpiece(), "preset", "huggingface")
    assert trained(at, "huggingface")
    assert at.query_params == {"example": "hug", "rules": "huggingface"}
    assert said(at, 0).endswith(EN("measure.count.alone.present").strip())
    at = visit.wordpiece(rules="huggingface", step="2")
    assert [[row[1], row[3], row[6]] for row in visit.chip_tables(at)[-1]] == [
        ["##u ##n", "16", "1/16"],
        ["##u ##g", "20", "1/36"],
    ]


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_course_and_library_part_because_of_the_score(language: str) -> None:
    say = load(language)
    at = visit.wordpiece(vs="huggingface", view="versus", lang=language)
    mine, theirs = say("preset.course"), say("preset.huggingface")
    measures = {"my_measure": say("measure.score.name"), "their_measure": say("measure.count.name")}
    pairs = {"left": "`##g ##s`", "right": "`##u ##g`"}
    sentence = say("versus.measures.at-once", mine=mine, theirs=theirs, **pairs, **measures)
    assert sentence in visit.written(at)
    table = visit.frame(at, -1)
    assert (len(table), table[mine][0], table[theirs][0]) == (9, "##g ##s · 1/20", "##u ##g · 20")


def test_a_tie_both_ways_is_no_matter_of_the_score() -> None:
    """Each pair occurs once and scores 1: only the order in which ties are broken differs."""
    at = visit.wordpiece(corpus="cd 1\nab 1", vs="huggingface", view="versus")
    tied = EN.listed(["`c ##d`", "`a ##b`"])
    assert saying("versus.tie.at-once", tied=tied).search(visit.written(at))


@pytest.mark.parametrize(
    ("field", "value", "name", "text"),
    [
        ("select_by", "count", "select", "count"),
        ("tie_break", "greatest-pair", "tie", "greatest-pair"),
        ("tie_break", "shortest-token", "tie", "shortest-token"),
        ("select_by", "gain", "select", "gain"),
        ("start_of_word", "▁", "start", "▁"),
        ("continuing_prefix", "@@", "prefix", "@@"),
        ("continuing_prefix", "", "prefix", ""),
        ("minimum_count", 10, "min", "10"),
        ("alphabet", "characters", "alphabet", "characters"),
        ("max_token_length", 5, "maxlen", "5"),
        ("limit_alphabet", 5, "limit", "5"),
    ],
)
def test_a_knob_changes_the_trace(field: str, value: Any, name: str, text: str) -> None:
    at = choose(visit.with_rules("wordpiece"), field, value)
    rules = Rules(**(vars(PRESETS["course"]) | {field: value}))
    assert trained(at, rules)
    assert at.query_params == {"example": "hug", name: text}
    again = visit.wordpiece(**at.query_params)
    assert visit.payload(again) == visit.payload(at)


def test_every_knob_is_there() -> None:
    keys = {element.key for element in visit.elements(visit.with_rules("wordpiece").sidebar)}
    assert {f"wordpiece_{knob.field}" for knob in wordpiece.KNOBS} <= keys


def test_where_to_stop() -> None:
    at = choose(choose(visit.wordpiece(), "stop", "vocab"), "amount", 15)
    assert trained(at, "course", vocab_size=15)
    assert at.query_params == {"example": "hug", "vocab": "15"}
    assert EN("bpe.stopped.vocab_size", size=15, pair="hu ##g", count="10 times") in said(at, 3)


@pytest.mark.parametrize(("page", "size"), [("wordpiece", 45), ("bpe", 31)])
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_vocabulary_below_the_alphabet_is_said(page: str, size: int, language: str) -> None:
    """The other version of the course's code asks for 20 tokens, and there are more letters."""
    at = getattr(visit, page)(example="course", vocab="20", lang=language)
    shown = visit.payload(at)
    assert shown is not None
    assert shown["total"] == 0
    head = load(language)("bpe.stopped.vocab_size.at-once", size=size, pair="\0", count="").partition("\0")[0]
    assert said(at, 0).splitlines()[-1].startswith(head)


# -- links -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", examples.NAMES)
def test_every_example_opens(name: str) -> None:
    at = visit.wordpiece(example=name, step="2", lang="zh", view="scatter")
    assert visit.step(at) == 2
    shown = visit.texts(at.main)
    assert ZH(f"example.{name}.about") in shown
    assert ZH("candidates.title", number=3) in shown
    assert at.query_params == {"example": name, "step": "2", "lang": "zh", "view": "scatter"}


@pytest.mark.parametrize(
    ("view", "language", "step"),
    [
        (view, *at)
        for view, at in product(names_of(training_views("wordpiece")), [("en", "0"), ("zh", "3"), ("en", "9")])
    ],
)
def test_every_view_opens_by_its_link(view: str, language: str, step: str) -> None:
    rules = {"rules": "tf-text"} if view in ("search", "learned") else {}
    at = visit.wordpiece(view=view, lang=language, step=step, vs="huggingface", **rules)
    tabs = [tab for tab in at.tabs if tab.children]
    assert [tab.label for tab in tabs] == [load(language)(f"tab.{view}")]
    assert list(visit.elements(tabs[0]))
    assert at.query_params.get("view", "search" if rules else names_of(training_views("wordpiece"))[0]) == view


@pytest.mark.both
@pytest.mark.parametrize(("view", "language"), list(product(names_of(training_views("wordpiece")), LANGUAGES)))
def test_nothing_is_left_untranslated(view: str, language: str) -> None:
    say = load(language)
    at = visit.wordpiece(lang=language, vs="huggingface", step="3", view=view)
    labels = [str(getattr(element, "label", "")) for element in visit.elements(at.sidebar)]
    labels += [tab.label for tab in at.tabs] + visit.texts(at.main).splitlines()
    assert [label for label in labels if label in say.templates] == []
    assert not [label for label in labels if label.startswith(("control.", "knob.", "tab.", "scores.", "wordpiece."))]


@pytest.mark.parametrize("asked", ["10", "99", "10000"])
def test_a_step_past_the_end_goes_to_the_last_with_a_notice(asked: str) -> None:
    at = visit.wordpiece(step=asked)
    assert visit.step(at) == 9
    assert at.query_params["step"] == "9"
    assert [warning.value for warning in at.warning] == [
        EN("notice.step", asked=f"{int(asked):,}", total=EN.count("count.merges", 9))
    ]


def test_what_means_something_on_the_other_page_is_put_right() -> None:
    at = visit.wordpiece(example="nope", rules="sennrich", vs="minbpe", alphabet="bytes", min="0")
    assert [visit.plain(warning.value) for warning in at.warning] == [
        EN("notice.link", names="example, rules, min, alphabet, vs")
    ]
    assert visit.merges(at) == NINE


NONSENSE = ("", "-1", "x", "9" * 5_000, "½", "<script>alert(1)</script>", "a" * 10_000, "\0", "{}", "`", "</w>", "own")


@pytest.mark.parametrize("seed", range(10))
def test_hostile_links_never_break_the_page(seed: int) -> None:
    random_ = random.Random(seed)
    names = ("example", "rules", "split", "merges", "vocab", "step", "vs", "view", "lang", "corpus", "do")
    chosen = random_.sample((*names, *(knob.url for knob in wordpiece.KNOBS)), random_.randint(1, 8))
    at = visit.wordpiece(**{name: random_.choice(NONSENSE) for name in chosen})
    form = wordpiece_encode.FORM if at.query_params.get("do") else FORMS["wordpiece"]
    assert visit.settled(at, form).title[0].value in {heading("wordpiece", EN), heading("wordpiece", ZH)}


# -- words of one's own ----------------------------------------------------------------------------------------------

WORDS = "hug 10\npug 5\npun 12\nbun 4\nhugs 5"


def own(text: str, **query: str) -> AppTest:
    at = visit.wordpiece(example="own", **query)
    at.text_area(key="wordpiece_text").input(text)
    return visit.alive(at.run())


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_nothing_yet(language: str) -> None:
    at = visit.wordpiece(example="own", lang=language)
    assert [info.value for info in at.info] == [load(language)("train.empty")]
    assert visit.payload(at) is None


def test_typed_words_train_like_the_example() -> None:
    at = own(WORDS)
    assert visit.merges(at) == NINE
    assert at.query_params == {"example": "own", "corpus": WORDS}
    assert EN("tab.printed") not in [tab.label for tab in at.tabs]
    assert visit.merges(visit.wordpiece(**at.query_params)) == NINE


def test_words_of_one_letter_have_no_pairs() -> None:
    for view in names_of(training_views("wordpiece")):
        at = visit.wordpiece(corpus="a 5\nb 2", view=view, vs="huggingface")
        assert EN("bpe.stopped.no_pairs") in said(at, 0)


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize(("text", "named"), [("low 5\nlower -2", "lower"), ("x" * 1_000_000, 200_000), ("[" * 99, "")])
def test_a_mistake_is_said_and_the_text_stays(text: str, named: str | int, language: str) -> None:
    at = own(text, lang=language)
    assert len(at.error) == 1
    written = load(language).integer(named) if isinstance(named, int) else named
    assert written in visit.plain(at.error[0].value)
    assert visit.payload(at) is None
    assert at.text_area(key="wordpiece_text").value == text
    at.text_area(key="wordpiece_text").input(WORDS)
    assert visit.merges(visit.alive(at.run())) == NINE


def test_files() -> None:
    at = visit.upload(visit.wordpiece(example="own"), "wordpiece", "words.txt", WORDS.encode())
    assert visit.merges(at) == NINE
    at = visit.upload(at, "wordpiece", "big.txt", b"a " * (MAX_UPLOAD_BYTES // 2 + 1))
    assert f"{MAX_UPLOAD_BYTES:,}" in visit.plain(at.error[0].value)


@pytest.mark.parametrize("word", ["<script>alert(1)</script>", "=HYPERLINK(1)", "`a`", "**x**", "$x^2$", "שלום", "{0}"])
def test_hostile_words_are_only_text(word: str) -> None:
    for view in ("merges", "scatter", "tree"):
        at = visit.wordpiece(corpus=f'{{"{word}": 3, "b": 2}}', view=view, step="1")
        assert list(visit.rows(at, 0)) == [word, "b"]
        assert visit.strange_html(at.main) == []


# -- downloads -------------------------------------------------------------------------------------------------------


def test_downloads() -> None:
    at = visit.wordpiece(view="files")
    shown = visit.written(at)
    for kind in ("merges", "json", "vocab", "tokenizer"):
        assert EN(f"files.{kind}.help") in shown
    assert EN("files.codes.help") not in shown


@pytest.mark.parametrize("query", [{"special": ""}, {"special": "[PAD]"}, {"prefix": ""}, {"prefix": "x" * 100}])
def test_downloads_of_unusual_rules(query: dict[str, str]) -> None:
    """The page says what a format cannot express, and its other downloads stay."""
    at = visit.wordpiece(view="files", **query)
    assert EN("files.merges.help") in visit.written(at)
