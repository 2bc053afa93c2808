"""Training on `/unigram`: every preset, errata at their steps, links, knobs, cancelling, own texts, bad sizes."""

from __future__ import annotations

import random
import re
from dataclasses import astuple, replace
from itertools import product
from typing import Any, cast

import pytest
from streamlit.testing.v1 import AppTest

from tests.catalogs import heading, saying
from tests.pages import visit
from tests.pages.visit import written
from tokviz import examples, unigram
from tokviz.state import lattice
from tokviz.state.request import MAX_MERGES
from tokviz.state.trained_pages import training_views
from tokviz.state.training import FORMS
from tokviz.state.views import names_of
from tokviz.unigram import PRESETS, Rules
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import without_marks
from tokviz.views.start import about_example
from tokviz.web.computing import memory

EN, ZH = load("en"), load("zh")


def page(**query: str) -> AppTest:
    """The page `/unigram` with the corpus of the course, as a link with this query opens it."""
    return visit.opened("unigram", **{"example": "hug", **query})


def own(text: str, **query: str) -> AppTest:
    """The page with a text typed into the field for one's own."""
    at = page(example="own", **query)
    at.text_area(key="unigram_text").input(text)
    return visit.alive(at.run())


def choose(at: AppTest, name: str, value: Any) -> AppTest:
    (widget,) = [element for element in visit.elements(at.sidebar) if element.key == f"unigram_{name}"]
    widget.set_value(value)
    return visit.alive(at.run())


def said(at: AppTest, k: int) -> str:
    """The sentences of the picture at step k."""
    shown = visit.payload(at)
    assert shown is not None, visit.texts(at.main)
    return "\n".join(without_marks(said["text"]) for said in shown["frames"][k - shown["first"]]["say"])


def best(at: AppTest, k: int) -> dict[str, list[str]]:
    """Word -> its best segmentation after k steps, as the picture draws it."""
    shown = visit.payload(at)
    assert shown is not None, visit.texts(at.main)
    picture, view = shown["picture"], shown["frames"][k - shown["first"]]["view"]
    drawn = {}
    for one in (picture["segmented"][number] for number in view["words"]):
        way = next((way for way in one["ways"] if way["standing"] == "now"), one["ways"][0])
        drawn[picture["words"][one["word"]]["text"]] = [picture["pieces"][piece] for piece in way["pieces"]]
    return drawn


LESSON = cast(Rules, examples.load("sennrich").recipe("unigram").rules)
"""The rules of the words that the page opens with."""


def shows(at: AppTest, rules: Rules | str, vocab_size: int = 10, name: str = "hug") -> bool:
    """Tell if the picture shows the best segmentations of these rules' training.

    They are in its frames; before the first step it has one word, by the probabilities of the seeds.
    """
    trace = unigram.train(examples.load(name).corpus_for("unigram"), vocab_size=vocab_size, rules=rules)
    shown = visit.payload(at)
    assert shown is not None, visit.texts(at.main)
    part = range(shown["first"], shown["first"] + len(shown["frames"]))
    return shown["total"] == len(trace) and all(
        best(at, k) == {word: list(split) for word, split in trace.words(k).items()} for k in part if k
    )


def worth(at: AppTest, k: int, piece: str) -> str:
    """The number of a piece at step k, with all the digits that the picture has."""
    shown = visit.payload(at)
    assert shown is not None, visit.texts(at.main)
    names, rows = shown["picture"]["pieces"], shown["frames"][k - shown["first"]]["view"]["rows"]
    return str(next(row["exact"] for row in rows if names[row["piece"]] == piece))


# -- the picture -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_page_opens_with_the_words_of_the_bpe_lesson(language: str) -> None:
    at = visit.opened("unigram", lang=language)
    assert at.title[0].value == heading("unigram", load(language))
    assert visit.step(at) == 0
    assert shows(at, LESSON, 15, "sennrich")
    assert at.query_params == {"lang": language}


@pytest.mark.parametrize("preset", list(PRESETS))
def test_the_picture_steps_through_every_preset(preset: str) -> None:
    at = page(rules=preset, vocab="13", step="2")
    assert visit.step(at) == 2
    assert shows(at, preset, 13)
    kinds = {"seed": "seeds", "expect": "E step", "maximize": "M step", "prune": "pruning"}
    trace = unigram.train(examples.load("hug").corpus, vocab_size=13, rules=preset)
    for k, step in enumerate(trace, start=1):
        name = "finish" if getattr(step, "is_final", False) else kinds[step.kind]
        assert said(at, k).startswith(f"Step {k}, {name}")
        assert f"step {k + 1}" in said(at, k) or k == len(trace)


def test_one_round_by_hand() -> None:
    """Seeds, two passes and the pruning: the figures in the picture are those worked out on paper."""
    at = page(rules="soft-em", seeds="strict-substrings")
    p = {"h": 15 / 210, "u": 36 / 210, "g": 20 / 210, "hu": 15 / 210, "ug": 20 / 210, "hug": 15 / 210}
    paths = [p["hug"], p["h"] * p["ug"], p["hu"] * p["g"], p["h"] * p["u"] * p["g"]]
    assert f"{paths[0] / sum(paths):.4f}" == "0.8286"
    assert "hug gets 9.8: hug 8.3 + hugs 1.5" in said(at, 2)
    assert (worth(at, 2, "hug"), worth(at, 3, "hug")) == ("9.7664", "0.1478")
    assert "hug 0.071 → 0.15" in said(at, 3)
    shown = visit.payload(at)
    assert shown is not None
    assert [f"{met['loss']:.4f}" for met in shown["picture"]["surprise"]][:2] == ["145.5532", "126.8833"]
    assert "pu 0, hu 0 and ugs 0" in said(at, 5)
    assert best(at, 6) == {
        "hug": ["hug"],
        "pug": ["p", "ug"],
        "pun": ["p", "un"],
        "bun": ["bu", "n"],
        "hugs": ["hug", "s"],
    }


def test_a_segmentation_that_only_rounding_changed_is_said() -> None:
    at = page(rules="soft-em", seeds="strict-substrings", step="5")
    assert EN("unigram.done.tied", words="`pug` `bun`") in written(at)
    later = page(rules="soft-em", seeds="strict-substrings", step="8")
    assert EN("unigram.done.tied", words="\0").partition("\0")[0] not in written(later)


@pytest.mark.parametrize(("name", "language"), list(product(examples.NAMES, LANGUAGES)))
def test_every_example_opens(name: str, language: str) -> None:
    say = load(language)
    at = page(example=name, step="1", lang=language)
    assert visit.step(at) == 1
    assert say(f"example.{name}.about") in visit.texts(at.main)
    assert at.query_params == {"example": name, "step": "1", "lang": language}


@pytest.mark.both
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_note_on_an_example_speaks_of_no_other_algorithm(language: str) -> None:
    """Of the words of the paper, nothing is said of the merges of BPE, and no source that is tokviz itself is named."""
    say = load(language)
    shown = visit.texts(visit.opened("unigram", lang=language).main)
    assert say("example.sennrich.about") in shown
    assert say("example.sennrich.about.bpe") not in shown
    assert say("train.source", source="tokviz") not in shown
    shown = visit.texts(visit.opened("bpe", lang=language).main)
    assert say("example.sennrich.about.bpe") in shown
    assert say("train.source", source=examples.load("sennrich").recipe("bpe").source) in shown
    merging = re.compile("BPE|WordPiece|[Mm]erge|合并")
    for name in examples.NAMES:
        told = about_example(name, "unigram", say)
        assert not merging.search(told), name


def test_hug_that_is_chosen_opens_with_em_and_a_link_to_it_with_the_course() -> None:
    """By the rules of the course nothing is estimated again; a link of before still shows these."""
    assert shows(page(), "course", 10)
    at = visit.opened("unigram")
    at = visit.pick(at, "unigram_example", "hug")
    rules = replace(PRESETS["soft-em"], seeds="strict-substrings")
    assert shows(at, rules, 9)
    query = {"example": "hug", "rules": "soft-em", "seeds": "strict-substrings", "vocab": "9"}
    assert at.query_params == query
    assert shows(visit.opened("unigram", **query), rules, 9)


# -- as printed --------------------------------------------------------------------------------------------------------


def test_the_errata_agree_with_the_tables_above_them() -> None:
    at = page(step="1")
    losses = {row[1]: (row[3], row[4]) for row in visit.chip_tables(at)[0]}
    free = [piece for piece, (loss, _) in losses.items() if loss == "0" and len(piece) > 1]
    right = EN("erratum.hug-unigram-free.right")
    assert len(free) == 7
    assert all(f"`{piece}`" in right for piece in free)
    assert (*losses["hug"], losses["pu"][1]) == ("23.5138", "18.1780", "−5.2339")


# -- links -------------------------------------------------------------------------------------------------------------


def test_the_halves_hold_together() -> None:
    at = page(rules="soft-em", step="5", view="sizes")
    mode = next(element for element in visit.elements(at.main) if element.key == "unigram_do")
    mode.set_value("lattice")
    visit.alive(at.run())
    assert at.query_params["do"] == "lattice"
    assert at.title[0].value == heading("unigram", EN, "lattice")
    assert at.query_params["rules"] == "soft-em"
    assert "step" not in at.query_params
    mode = next(element for element in visit.elements(at.main) if element.key == "unigram_do")
    mode.set_value("")
    visit.alive(at.run())
    assert "do" not in at.query_params
    assert at.title[0].value == heading("unigram", EN)
    assert (at.query_params["rules"], at.query_params["view"]) == ("soft-em", "sizes")
    assert shows(at, "soft-em")


def test_a_link_names_the_half() -> None:
    assert visit.payload(page(do="lattice", word="pug")) is not None
    lattice = page(do="lattice", word="pug")
    assert lattice.text_input(key="lattice_word").value == "pug"
    wrong = page(do="nonsense")
    assert EN("notice.link", names="do") in written(wrong)
    assert shows(wrong, "course")


@pytest.mark.parametrize("asked", ["12", "999", "10000"])
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_step_past_the_end_goes_to_the_last_with_a_notice(asked: str, language: str) -> None:
    say = load(language)
    at = page(step=asked, lang=language)
    assert visit.step(at) == 11
    assert at.query_params["step"] == "11"
    assert [warning.value for warning in at.warning] == [
        say("notice.step", asked=int(asked), total=say.count("count.steps", 11))
    ]


def test_what_cannot_be_read_is_put_right() -> None:
    at = page(example="nope", rules="sennrich", prune="2", passes="x", merges="3", vs="course", view="tree", split="?")
    names = visit.plain(at.warning[0].value).split(": ")[-1]
    for name in ("example", "rules", "prune", "passes", "merges", "view", "split"):
        assert name in names
    assert shows(at, LESSON, 15, "sennrich")


NONSENSE = ("", "-1", "x", "9" * 5_000, "½", "<script>alert(1)</script>", "a" * 10_000, "\0", "{}", "nan", "1e9", "own")


@pytest.mark.parametrize("seed", range(12))
def test_hostile_links_never_break_the_page(seed: int) -> None:
    random_ = random.Random(seed)
    names = ("example", "rules", "split", "merges", "vocab", "step", "vs", "view", "lang", "corpus", "do", "word", "at")
    chosen = random_.sample((*names, *(knob.url for knob in unigram.KNOBS)), random_.randint(1, 8))
    at = page(**{name: random_.choice(NONSENSE) for name in chosen})
    form = lattice.FORM if at.query_params.get("do") else FORMS["unigram"]
    assert visit.settled(at, form).title[0].value in {heading("unigram", say) for say in (EN, ZH)}


@pytest.mark.both
@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("rules", ["course", "huggingface"])
def test_nothing_is_left_untranslated(rules: str, language: str) -> None:
    say = load(language)
    at = page(lang=language, rules=rules, vocab="13", step="3")
    labels = [str(getattr(element, "label", "")) for element in visit.elements(at.sidebar)]
    labels += [tab.label for tab in at.tabs] + visit.texts(at.main).splitlines()
    assert not [label for label in labels if label in say.templates]
    assert not [label for label in labels if label.startswith(("control.", "knob.", "tab.", "train.", "unigram."))]


# -- knobs and sizes ---------------------------------------------------------------------------------------------------


def test_every_knob_is_there() -> None:
    keys = {element.key for element in visit.elements(visit.with_rules("unigram").sidebar)}
    usual = unigram.PRESETS["course"]
    assert {f"unigram_{knob.field}" for knob in unigram.KNOBS if knob.is_used(usual)} <= keys
    assert not {f"unigram_{knob.field}" for knob in unigram.KNOBS if not knob.is_used(usual)} & keys


@pytest.mark.parametrize(
    ("field", "value", "name", "text"),
    [
        ("seeds", "strict-substrings", "seeds", "strict-substrings"),
        ("seed_size", 12, "start", "12"),
        ("max_piece_length", 2, "longest", "2"),
        ("expectation", "best-path", "expect", "best-path"),
        ("passes", 1, "passes", "1"),
        ("minimum_expected", 0.5, "least", "0.5"),
        ("digamma", True, "digamma", "1"),
        ("loss", "exact", "loss", "exact"),
        ("renormalize", True, "renorm", "1"),
        ("pruned_share", 0.1, "prune", "0.1"),
        ("pruned_share", 0.0, "prune", "0.0"),
        ("pruned_share", 1.0, "prune", "1.0"),
        ("keep_characters", False, "keep", "0"),
        ("start_of_word", "▁", "mark", "▁"),
        ("special_tokens", "<s> </s>", "special", "<s> </s>"),
        ("unk_token", "<unk>", "unk", "<unk>"),
    ],
)
def test_a_knob_changes_the_training(field: str, value: Any, name: str, text: str) -> None:
    at = choose(visit.with_rules("unigram", example="hug", rules="soft-em"), field, value)
    setting: Any = tuple(value.split()) if field == "special_tokens" else value
    rules: dict[str, Any] = vars(PRESETS["soft-em"]) | {field: setting}
    assert shows(at, Rules(**rules))
    assert at.query_params == {"example": "hug", "rules": "soft-em", name: text}
    assert visit.payload(page(**at.query_params)) == visit.payload(at)


def test_rules_that_do_not_fit_are_said_and_left_out() -> None:
    at = choose(visit.with_rules("unigram", example="hug"), "loss", "reassigned")
    assert len(at.error) == 1
    assert shows(at, "course")


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize(("rules", "size", "least"), [("huggingface", 6, 7), ("sentencepiece", 10, 11)])
def test_a_size_below_the_alphabet_is_an_error_with_the_libraries(
    rules: str, size: int, least: int, language: str
) -> None:
    at = page(rules=rules, vocab=str(size), lang=language)
    assert visit.payload(at) is None
    assert load(language)("error.vocab-size-characters", value=size, least=least) in visit.plain(at.error[0].value)


def test_a_size_below_the_alphabet_ends_with_the_characters() -> None:
    at = page(vocab="3")
    assert said(at, 17).splitlines()[-1] == EN("unigram.stopped.characters", left="7 pieces", size="3")


def test_no_size_at_all_is_an_error() -> None:
    at = page(vocab="0")
    assert visit.payload(at) is None
    assert EN("error.rules-number", name="vocab_size", value=0, least=1) in visit.plain(at.error[0].value)


def test_a_size_above_all_seeds_prunes_nothing() -> None:
    at = page(vocab="5000")
    shown = visit.payload(at)
    assert shown is not None
    assert shown["total"] == 1
    assert saying("unigram.stopped.enough", size=5000).search(said(at, 1))


# -- a training that takes long ----------------------------------------------------------------------------------------


def test_a_training_that_is_soon_done_leaves_nothing_on_the_page() -> None:
    """An empty place takes a gap: on a first visit the picture would be lower than later."""
    at = page(example="own", corpus="trained here and nowhere else", vocab="15")
    assert visit.payload(at) is not None
    assert [one.type for one in visit.elements(at.main) if one.type == "empty"] == []


def test_cancelled_and_resumed() -> None:
    """The button is drawn while the training runs, and AppTest cannot press it then; what it does is done here."""
    at = page(rules="soft-em", vocab="9")
    trace = unigram.train(examples.load("hug").corpus, vocab_size=8, rules="soft-em")
    key = ("unigram", "example", "hug", "whitespace", repr(astuple(PRESETS["soft-em"])), MAX_MERGES, 8)
    at.session_state[memory._CANCELLED] = {key}
    choose(at, "amount", 8)
    assert EN("train.cancelled") in written(at)
    assert visit.payload(at) is None
    next(button for button in at.button if str(button.key).startswith("train_resume")).click()
    visit.alive(at.run())
    shown = visit.payload(at)
    assert shown is not None
    assert shown["total"] == len(trace)
    assert EN("train.cancelled") not in written(at)


def test_progress_is_shown_and_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_PATIENCE", -1.0)
    at = page(rules="hard-em", vocab="8")
    assert shows(at, "hard-em", 8)
    assert [element for element in visit.elements(at.main) if str(element.key).startswith("train_cancel")] == []


# -- a text of one's own -----------------------------------------------------------------------------------------------


def test_the_words_of_the_example_are_the_example() -> None:
    at = own("hug 10\npug 5\npun 12\nbun 4\nhugs 5", rules="course", vocab="10")
    assert shows(at, "course")
    assert at.query_params["corpus"].startswith("hug 10")


ODD_TEXTS = [
    "The ferry left late again, so we stood on the pier and counted gulls. Nobody minded.",
    "今天天气很好，我们去公园散步。公园里的花开了。",
    "😀😀 👩‍👩‍👧 😀 🇩🇪🇫🇷 🇩🇪",
    "banana",
    "a",
    "a b c a b a",
    "<script>alert(1)</script> {x} `y` **z**",
]


@pytest.mark.parametrize(("rules", "text"), list(product(PRESETS, ODD_TEXTS)))
def test_texts_that_nobody_had_in_mind(rules: str, text: str) -> None:
    at = own(text, rules=rules, vocab="60")
    shown = visit.payload(at)
    assert shown is not None, written(at)
    assert at.query_params["corpus"] == text
    at.query_params["step"] = str(shown["total"])
    assert visit.step(visit.alive(at.run())) == shown["total"]


def test_five_thousand_words() -> None:
    random_ = random.Random(5)
    text = " ".join("".join(random_.choices("etaoin", k=random_.randint(1, 7))) for _ in range(5_000))
    at = own(text, vocab="300")
    shown = visit.payload(at)
    assert shown is not None
    assert shown["search"]
    assert "corpus" not in at.query_params  # too long for a link
    assert EN("notice.long-text", limit="1,500") in written(at)


def test_an_empty_text_and_a_wrong_one() -> None:
    assert EN("train.empty") in written(page(example="own"))
    at = own("{'low': -5}")
    assert len(at.error) == 1
    assert visit.payload(at) is None


def test_every_view_of_an_own_text_opens() -> None:
    for view in names_of(training_views("unigram")):
        if view != "printed":
            at = page(example="own", corpus="one fish two fish red fish blue fish", vocab="30", step="4", view=view)
            assert at.query_params.get("view", names_of(training_views("unigram"))[0]) == view
