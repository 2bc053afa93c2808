"""The registry of algorithms: its entries agree, and one that is put to the others works wherever they do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests import toy
from tests.catalogs import more_texts, saying
from tests.cli.conftest import Cli, right
from tests.cli.conftest import cli as cli
from tests.features.stills.pictures import texts as still_texts
from tests.test_catalog import keys_of_names
from tokviz import algorithms, examples, texts
from tokviz.algorithms import ALGORITHMS, Algorithm
from tokviz.compare import spans
from tokviz.compare.spans import UNIT
from tokviz.corpus import Corpus
from tokviz.features.site.web import pages
from tokviz.features.stills.still import Asked, figures
from tokviz.features.takeaway import replay
from tokviz.features.worksheets import training_page
from tokviz.trace import Trace
from tokviz.views import algorithms as views
from tokviz.views import notebook
from tokviz.views.algorithms import VIEWS, training_part, views_of
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import load

HUG = examples.load("hug").corpus


@pytest.fixture
def nameless(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is an algorithm; nobody has written its texts."""
    monkeypatch.setitem(algorithms._ALL, "toy", toy.TOY)
    monkeypatch.setitem(views._ALL, "toy", lambda: toy.TOY_VIEWS)


@pytest.fixture
def added(nameless: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy is one of the algorithms."""
    with more_texts(tmp_path, monkeypatch, dict.fromkeys(texts.LANGUAGES, toy.TEXTS)):
        yield


def test_the_entries_have_the_same_names() -> None:
    """Without an entry of its own, an algorithm is shown as that whose tokenizers it trains."""
    entries = [one for entry in ALGORITHMS.values() for one in entry.members or (entry,)]
    assert [one.name for one in entries if one.name in VIEWS or not one.models] == list(VIEWS)
    assert [entry.name for entry in ALGORITHMS.values()] == list(ALGORITHMS)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_an_entry_is_whole(name: str) -> None:
    entry = ALGORITHMS[name]
    assert entry.own_preset in entry.presets
    assert entry.opening in examples.NAMES
    assert all(isinstance(rules, entry.rules) for rules in entry.presets.values())
    assert {knob.field for knob in entry.knobs} <= {field for rules in entry.presets.values() for field in vars(rules)}
    assert [one.label for one in entry.formats.values() if one.label]  # the page has two buttons for them
    trace = entry.train(HUG, entry.presets[entry.own_preset], vocab_size=13)
    assert trace.algorithm == name
    assert views_of(trace) is VIEWS[name if name in VIEWS else entry.model_name]
    assert trace.model().algorithm == entry.model_name


def test_every_limit_of_a_preset_is_listed_and_said() -> None:
    """The list in the decision, the registry and, by `keys_of_names`, the catalogs name the same presets."""
    decision = Path(__file__).parents[1] / "docs" / "dev" / "decisions" / "0028-preset-limits.md"
    listed = re.findall(r"^- (\w+) `([^`]+)`", decision.read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted((entry.name, name) for entry in ALGORITHMS.values() for name in entry.limited)
    assert all(entry.limited <= entry.presets.keys() for entry in ALGORITHMS.values())
    assert {f"preset.limit.{name}.{preset}" for name, preset in listed} <= keys_of_names()


# -- a preset without a text -------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("nameless")
@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_a_preset_without_a_text_is_found(language: str) -> None:
    """`test_every_name_has_its_text` looks for these."""
    missing = keys_of_names() - texts.templates(language).keys()
    names = {"compare.algorithm.toy", "takeaway.algorithm.toy"}
    assert missing == names | {"preset.whole", "preset.frequent", "knob.least", "knob.least.help"}


# -- one more algorithm ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("added")
def test_its_texts_are_all_there() -> None:
    assert keys_of_names() - texts.templates("zh").keys() == set()


@pytest.mark.usefixtures("added")
def test_every_example_can_be_trained_with_it() -> None:
    for name in examples.NAMES:
        example = examples.load(name)
        own = example.recipe("toy")
        assert own.rules == toy.PRESETS["whole"]
        assert len(ALGORITHMS["toy"].train(example.corpus_for("toy"), own.rules, merges=3)) == min(
            3, sum(len(word) > 1 for word in example.corpus_for("toy"))
        )


@pytest.mark.usefixtures("added")
def test_the_command_line_trains_it(cli: Cli) -> None:
    shown = right(cli("train", "-e", "hug", "-a", "toy", "-m", "2")).out
    assert shown.startswith("Toy")
    assert "pun" in shown
    assert right(cli("train", "-e", "hug", "-a", "toy", "-m", "2", "-f", "list")).out.split() == [
        *"hugpnbs",
        "pun",
        "hug",
    ]
    assert json.loads(right(cli("train", "-e", "hug", "-a", "toy", "-f", "json")).out)["steps"][0] == "pun"
    assert right(cli("train", "-e", "hug", "-a", "toy", "-f", "csv")).out.splitlines()[1] == "1,pun,12"
    state = right(cli("train", "-e", "hug", "-a", "toy", "--step", "1")).out
    assert "pun became a token." in state
    assert "Next is hug." in state


@pytest.mark.usefixtures("added")
def test_the_command_line_encodes_with_it(cli: Cli) -> None:
    found = right(cli("encode", "-e", "hug", "-a", "toy", "-m", "2", "pun bun"))
    assert found.out == "pun b u n\n"
    assert "Nothing is left" in right(cli("encode", "-e", "hug", "-a", "toy", "--steps", "pun")).out


@pytest.mark.usefixtures("added")
def test_the_command_line_compares_it(cli: Cli) -> None:
    asked = ("compare", "-e", "hug", "--size", "10", "-t", "toy,unigram")
    out = right(cli(*asked)).out
    rows = {line.split()[0]: line.split()[1:] for line in out.split("\n\n")[0].splitlines()[3:]}
    assert rows["Toy"] == ["10", "hug", *"pug", "pun", *"bun", "hugs"]
    say = load("en")
    assert say("cli.differ", words=4, all=5) in out
    whole, likelier = (
        say("compare.why.gives", name="Toy", tokens="pun"),
        say("compare.why.gives", name="Toy", tokens="p u g"),
    )
    missing = saying("compare.why.missing", name="Unigram", pieces=say("compare.gone.whole-word", piece="pun", cost=12))
    assert missing.search(out[out.index(whole) :])
    assert saying("compare.why.likelier", name="Unigram").search(out[out.index(likelier) :])
    assert right(cli(*asked, "-f", "solution")).out.count(">pun<") > 2


class Marked(toy.Model):
    """Tokens that go on in a word have a mark."""

    def encode_word(self, word: str) -> tuple[str, ...]:
        return (word[:1], *(f"##{part}" for part in word[1:]))


@pytest.mark.parametrize(("word", "ends"), [("h", [1]), ("hu", [1, 2]), ("hugs", [1, 4, 4, 4])])
def test_of_tokens_with_marks_of_its_own_the_whole_word_is_covered(word: str, ends: list[int]) -> None:
    """Nothing tells marks from characters: a token covers as many as it has, as far as there are some."""
    found = spans.cutter(Marked(()))(word)
    assert [piece.end for piece in found] == [end * UNIT for end in ends]
    assert [piece.begin for piece in found] == [0, *(end * UNIT for end in ends[:-1])]


@pytest.mark.usefixtures("added")
def test_the_command_line_names_it(cli: Cli) -> None:
    assert "toy: whole, frequent" in " ".join(right(cli("train", "--help")).out.split())


@pytest.mark.usefixtures("added")
@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_it_can_be_taken_away(language: str) -> None:
    say = load(language)
    trace = ALGORITHMS["toy"].train(HUG, toy.PRESETS["frequent"], merges=2)
    about = rendering.about_training(trace, say, "hug")
    assert say("takeaway.algorithm.toy") in about.title
    assert say("preset.frequent") in dict(about.settings).values()
    assert "toy.start" not in replay.replay_page(replay.training_replay(trace, say), about, say)
    assert "<td" in notebook.html(trace, say)
    assert [line.note for line in views_of(trace).lines(trace, 1, say) if line.is_current] == ["pun"]


@pytest.mark.usefixtures("added")
def test_what_a_step_chooses_from_is_listed_in_its_picture_and_its_still() -> None:
    trace = ALGORITHMS["toy"].train(HUG, toy.PRESETS["whole"], merges=3)
    part = training_part(trace, 1, load("en"))
    rows = [(row["names"], row["worth"], row["kind"]) for row in part["frames"][1]["choice"]["tries"]]
    assert rows == [(["hug"], "10", "wins"), (["hugs"], "5", "open"), (["pug"], "5", "open"), (["bun"], "4", "open")]
    (still,) = figures(Asked([part], (1,), "toy"))
    assert "Next is hug. ▸ hug 10 hugs 5 pug 5 bun 4" in " ".join(filter(None, still_texts(still)))


@pytest.mark.usefixtures("added")
def test_its_training_stands_on_a_page_without_a_server() -> None:
    """Words of an example are there once a page of the app applies such tokenizers."""
    made = pages.example_data("hug", "toy", load("en"))
    assert (made.steps, made.shown) == (5, 5)
    assert "pun became a token." in str(made.payloads)
    assert len(made.places) == 1
    assert len(pages.example_data("hug", "bpe", load("en")).places) > 1


@pytest.fixture
def on_paper(added: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the worksheet of the toy."""
    monkeypatch.setitem(training_page._ALL, "toy", toy.TOY_WORKSHEET)


@pytest.mark.usefixtures("added")
def test_it_has_a_worksheet_once_there_is_an_entry() -> None:
    trace = ALGORITHMS["toy"].train(HUG, toy.PRESETS["frequent"], merges=2)
    assert not training_page.has_worksheet(trace)
    assert set(training_page.WORKSHEETS) == set(views.VIEWS) - {"toy"}


@pytest.mark.usefixtures("on_paper")
@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_its_training_can_be_worked_out_on_paper(language: str) -> None:
    trace = ALGORITHMS["toy"].train(HUG, toy.PRESETS["frequent"], merges=2)
    assert training_page.has_worksheet(trace)
    assert "pun" in training_page.page(trace, 1, 2, load(language), filled=True)


@pytest.mark.usefixtures("on_paper")
def test_a_large_corpus_is_made_small_for_paper() -> None:
    trace = ALGORITHMS["toy"].train(Corpus({f"w{i}": 1 for i in range(99)}), toy.PRESETS["whole"], merges=3)
    assert len(training_page.by_hand(trace).corpus) == training_page.MAX_WORDS


# -- knobs that change nothing -----------------------------------------------------------------------------------------

IDLE = [
    (algorithm.name, preset, knob.field)
    for algorithm in ALGORITHMS.values()
    for preset, rules in algorithm.presets.items()
    for knob in algorithm.knobs_of(rules)
    if not knob.is_used(rules)
]


def _others(algorithm: Algorithm, name: str, value: object) -> list[object]:
    """Return values of a knob beside this one."""
    knob = next(knob for knob in algorithm.knobs if knob.field == name)
    match knob.kind:
        case "choice":
            return [choice for choice in knob.choices if choice != value]
        case "flag":
            return [not value]
        case "numbers":
            return [(1.0, 3.0)]
        case _:
            return [0.5 if isinstance(value, float) else 1]


def _told(trace: Trace) -> dict[str, object]:
    """Return the record of a training, without the rules."""
    return {key: value for key, value in trace.to_dict().items() if key != "rules"}


@pytest.mark.parametrize(("name", "preset", "field"), IDLE)
def test_a_knob_that_is_not_used_changes_nothing(name: str, preset: str, field: str) -> None:
    algorithm = ALGORITHMS[name]
    rules = algorithm.presets[preset]
    corpus = examples.load(algorithm.opening).corpus_for(name)
    expected = _told(algorithm.train(corpus, rules, vocab_size=40))
    for other in _others(algorithm, field, getattr(rules, field)):
        changed = replace(rules, **{field: other})
        assert _told(algorithm.train(corpus, changed, vocab_size=40)) == expected


def test_a_scaffold_has_no_threshold() -> None:
    picky = ALGORITHMS["picky"]
    unused = {"threshold", "above"}
    assert {field for name, preset, field in IDLE if (name, preset) == ("picky", "scaffold")} == unused
    assert unused <= {knob.field for knob in picky.used_knobs(picky.presets["picky"])}
