"""Additions: the files that CONTRIBUTING lists for each, and a toy page, view, knob and phrase that work at once."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import pytest
from streamlit.testing.v1 import AppTest

from tests import addition, toy
from tests.catalogs import more_texts
from tests.cli.conftest import Cli, right
from tests.cli.conftest import cli as cli
from tests.e2e.visits import links_of
from tests.pages import visit
from tokviz import algorithms, bpe, examples, guides, picky, texts
from tokviz.algorithms import BPE, PICKY
from tokviz.features.site.tab.answering import answer
from tokviz.knobs import Knob
from tokviz.state import pages, trained_pages
from tokviz.state import training as train_state
from tokviz.state.form import Form, Text, plain
from tokviz.state.pages import Page, Sample
from tokviz.state.trained_pages import TrainedPage
from tokviz.state.views import View
from tokviz.views import algorithms as algorithm_views
from tokviz.views.merges import narration
from tokviz.views.pages import picky as picky_page
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import load
from tokviz.views.shared.sentences import as_text
from tokviz.views.shows import Ask, Choice, Seen, Show
from tokviz.views.shows import Text as ShownText
from tokviz.web import warm_up
from tools.fuzz import cases

ROOT = Path(__file__).parents[1]
MOST = {"Adding an algorithm": 15, "Adding a page": 8, "Adding a knob": 6, "Adding a view": 5, "Changing a phrase": 3}
"""Section of CONTRIBUTING -> how many files it may list, the test among them where it has one."""


# -- the lists ---------------------------------------------------------------------------------------------------------


def listed(title: str) -> list[str]:
    """The file that each point of a section begins with."""
    section = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    points = re.findall(r"^\d+\. (.*)", section, re.MULTILINE)
    found = [re.match(r"`([^`]+)`", point) for point in points]
    assert all(found), points
    return [match[1] for match in found if match]


@pytest.mark.parametrize("title", MOST)
def test_an_addition_touches_few_files(title: str) -> None:
    files = listed(title)
    assert 0 < len(set(files)) == len(files) <= MOST[title]


@pytest.mark.parametrize("title", MOST)
def test_the_files_that_are_listed_are_there(title: str) -> None:
    for file in listed(title):
        like = re.sub(r"<\w+>", "[a-z]*", file)
        assert [path for path in ROOT.glob(like) if path.is_file()], file


# -- an algorithm ------------------------------------------------------------------------------------------------------

ASKED_OF_EVERY_ALGORITHM = (
    "tests/test_entries.py",
    "tests/test_protocols.py",
    "tests/test_algorithms.py",
    "tests/test_catalog.py",
    "tests/test_imports.py",
    "tests/state/test_tab.py",
    "tests/lpbpe",
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository."""
    copy = tmp_path_factory.mktemp("added") / "tree"
    left_out = shutil.ignore_patterns("node_modules", "__pycache__", "build", ".*")
    shutil.copytree(ROOT, copy, ignore=left_out)
    return copy


@pytest.mark.program
def test_an_algorithm_touches_few_files_and_every_output_has_it(tree: Path) -> None:
    """Longest-pair BPE (`tests/addition`): its page, both halves, reasons, questions, sheet, site and tab, and all that
    the tests over all entries ask. The files are those that are really new or other in the tree."""
    added = addition.add(tree)
    differing = [
        name
        for name in subprocess.run(
            ["git", "ls-files", "tokviz", "pages", "assets", "docs", "tests", "README*"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        if (tree / name).is_file() and (tree / name).read_bytes() != (ROOT / name).read_bytes()
    ]
    new = [name for name in added if not (ROOT / name).exists()]
    assert sorted([*differing, *new]) == sorted(added)
    assert sorted(name.replace("lpbpe", "<name>") for name in added) == sorted(listed("Adding an algorithm"))
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *ASKED_OF_EVERY_ALGORITHM],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-6000:]


# -- a page ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ToyState:
    q: str = ""


class ToyPage(Page):
    """A page whose file is among the tests."""

    @property
    def file(self) -> str:
        return "../tests/toy_page"


@pytest.fixture
def with_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """A record in the list of pages, and its title."""
    form: Form[ToyState] = Form(opening=lambda _: ToyState(), fields=(plain("q", Text(20)),), is_bare=True)
    page = ToyPage(
        "toy",
        "page.toy",
        ":material/toys:",
        "class",
        parts=("about",),
        form=form,
        samples=(Sample({"q": "a"}), Sample({})),
    )
    monkeypatch.setattr(pages, "PAGES", (*pages.PAGES, page))
    with more_texts(tmp_path, monkeypatch, {language: {"page.toy": "Toys"} for language in texts.LANGUAGES}):
        yield page


def test_the_menu_has_a_new_page(with_page: Page) -> None:
    def script() -> None:
        import streamlit as st

        from tokviz.views.shared.catalog import load
        from tokviz.web.address.site_map import menu

        for group in menu(load("zh")).values():
            st.text([page.title for page in group])

    at = AppTest.from_function(script).run()
    assert not at.exception
    assert "Toys" in at.text[-1].value


def test_links_lessons_and_the_warm_up_know_a_new_page(with_page: Page) -> None:
    assert pages.form_of("toy", {}).read({"q": "pair"}) == (ToyState("pair"), ())
    card = '[[card]]\nat = "/toy?q=pair"\npart = "about"\ntitle.en = "A"\ntext.en = "B"\n'
    (read,) = guides.parse("mine", f'title.en = "A"\nline.en = "B"\n{card}').cards
    assert (read.page, read.query, read.part) == ("toy", {"q": "pair"}, "about")
    assert {query["lang"] for path, query in warm_up.addresses() if path == "toy"} == set(texts.LANGUAGES)


def test_the_fuzz_run_and_the_browser_tests_know_a_new_page(with_page: Page) -> None:
    queries = [cases.query("toy", random.Random(number)) for number in range(50)]
    assert any("q" in query for query in queries)
    assert cases.Case("toy", {}).url == "toy"
    assert [(page.address, sample.query) for page, sample in links_of(pages.PAGES).values()][-2:] == [
        ("toy", {"q": "a"}),
        ("toy", {}),
    ]


# -- a view ------------------------------------------------------------------------------------------------------------


def with_view(monkeypatch: pytest.MonkeyPatch, algorithm: str) -> TrainedPage:
    """The record of a page with one more tab."""
    record = trained_pages.TRAINED[algorithm]
    record = replace(record, tabs=(*record.tabs, View("toy", "tab.toy")))
    monkeypatch.setitem(trained_pages._BY_NAME, algorithm, record)
    return record


def test_links_and_the_fuzz_run_know_a_new_view(monkeypatch: pytest.MonkeyPatch) -> None:
    record = with_view(monkeypatch, "bpe")
    form = train_state._form(BPE)
    state, wrong = form.read({"example": "hug", "view": "toy"})
    assert (state.view, wrong) == ("toy", ())
    assert form.write(state)["view"] == "toy"
    page = replace(pages.page_at("bpe"), form=form, views=record.tabs)
    monkeypatch.setattr(pages, "PAGES", tuple(page if one.address == "bpe" else one for one in pages.PAGES))
    assert "toy" in {cases.query("bpe", random.Random(number)).get("view") for number in range(300)}


@pytest.mark.parametrize("asks", [False, True])
def test_a_view_is_drawn_unless_it_spoils_the_answer(asks: bool) -> None:
    def script() -> None:
        import streamlit as st

        from tokviz.state.views import View
        from tokviz.views.shared.catalog import load
        from tokviz.web.shared import tabs

        shown = [View("toy", "tab.tree", spoils_answer=True)]
        tabs.open_view("toys", shown, {"toy": lambda: st.text("drawn")}, load("en"))

    at = AppTest.from_function(script)
    at.query_params.update({"predict": "1"} if asks else {})
    at.run()
    assert not at.exception
    assert [tab.label for tab in at.tabs] == ["Merge tree"]
    assert [text.value for text in at.text] == ([] if asks else ["drawn"])


def test_every_host_draws_a_new_view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    """One function, its name and its title: it is in the app, in a browser tab, in the terminal and in a notebook."""

    def toy_view(seen: Seen[picky.Trace], ask: Ask) -> Iterator[Show]:
        letter = ask(Choice("letter", "A letter", "a", (("a", "a"), ("b", "b"))))
        yield ShownText((f"{letter} after {seen.step}",))

    monkeypatch.setitem(cast("dict[str, object]", picky_page.VIEWS.tabs), "toy", toy_view)
    with_view(monkeypatch, "picky")
    monkeypatch.setitem(cast("dict[str, object]", train_state.FORMS), "picky", train_state._form(PICKY))
    with more_texts(tmp_path, monkeypatch, {language: {"tab.toy": "Toys"} for language in texts.LANGUAGES}):
        at = visit.opened("picky", example="parts", step="3", view="toy")
        assert "a after 3" in [text.value for text in at.markdown]
        assert "picky_letter" in [field.key for field in at.selectbox]
        request = {"kind": "view", "page": "picky", "query": "example=parts&step=3", "view": "toy"}
        in_tab = json.loads(answer(json.dumps({**request, "fields": {"letter": "b"}})))["shows"]
        assert [show["kind"] for show in in_tab] == ["field", "text"]
        assert in_tab[1]["parts"] == ["b after 3"]
        command = ("train", "--example", "parts", "--algorithm", "picky", "--step", "3")
        assert "b after 3" in right(cli(*command, "--view", "toy", "--set", "letter=b")).out
        trace = picky.train(examples.load("parts").corpus, rules="picky")
        assert "b after 3" in trace.views(3)["toy"].set(letter="b")._repr_html_()


# -- a knob ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RulesWithKnob(toy.Rules):
    """Rules with one more field; nothing obeys it."""

    loud: bool = False


PRESETS = {"whole": RulesWithKnob(), "frequent": RulesWithKnob(least=5)}
LOUD = {"knob.loud": "Loud", "knob.loud.help": "Whether it is said aloud."}


@pytest.fixture
def with_knob(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[algorithms.Algorithm]:
    """The toy algorithm with one more knob: a field, a line in its `KNOBS`, and two texts."""
    knobs = (*toy.TOY.knobs, Knob("loud", "loud", "flag"))
    entry = replace(toy.TOY, rules=RulesWithKnob, presets=PRESETS, knobs=knobs)
    monkeypatch.setitem(algorithms._ALL, "toy", entry)
    monkeypatch.setitem(algorithm_views._ALL, "toy", lambda: toy.TOY_VIEWS)
    monkeypatch.setitem(train_state.FORMS, "toy", train_state._form(entry))
    page = ToyPage("toy", "page.toy", ":material/toys:", "class")
    monkeypatch.setattr(pages, "PAGES", (*pages.PAGES, page))
    monkeypatch.setattr(toy, "TOY", entry)
    with more_texts(tmp_path, monkeypatch, dict.fromkeys(texts.LANGUAGES, toy.TEXTS | LOUD)):
        yield entry


def test_the_command_line_has_a_new_knob(with_knob: algorithms.Algorithm, cli: Cli) -> None:
    out = right(cli("train", "--help")).out
    assert "--loud" in out
    assert "Whether it is said aloud." in " ".join(out.split())
    trace = json.loads(right(cli("train", "-e", "hug", "-a", "toy", "--loud", "-f", "json")).out)
    assert trace["rules"]["loud"] is True


def test_links_and_settings_have_a_new_knob(with_knob: algorithms.Algorithm) -> None:
    form = train_state.FORMS["toy"]
    state, wrong = form.read({"example": "hug", "loud": "1"})
    assert (state.rules, wrong) == (RulesWithKnob(loud=True), ())
    assert form.write(state) == {"example": "hug", "loud": "1"}
    trace = with_knob.train(examples.load("hug").corpus, RulesWithKnob(loud=True), merges=1)
    assert "Loud: yes" in dict(rendering.about_training(trace, load("en")).settings)["Rules"]


def test_the_page_has_a_new_knob(with_knob: algorithms.Algorithm) -> None:
    at = visit.linked().run()
    at.switch_page("tests/toy_page.py")
    at.query_params.update({"example": "hug", "loud": "1"})
    at = visit.alive(at.run())
    at.session_state["toy_knobs"] = True
    at = visit.alive(at.run())
    (toggle,) = [one for one in (*at.sidebar.toggle, *at.sidebar.checkbox) if one.label == "Loud"]
    assert toggle.value is True


# -- a phrase ----------------------------------------------------------------------------------------------------------


def test_a_phrase_is_changed_in_one_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    """Picture, terminal and files take the sentence from the catalog."""
    trace = bpe.train(examples.load("sennrich").corpus)
    with more_texts(tmp_path, monkeypatch, {"en": {"reason.count.past": "Counted {count}, as {sum}."}}):
        said = " ".join(as_text(sentence) for sentence in narration.said(trace, 1, load("en")))
        assert "Counted 9 times, as `newest` 6 + `widest` 3." in said
        assert (
            "Counted 9 times, as `newest` 6 + `widest` 3." in right(cli("train", "-e", "sennrich", "--step", "1")).out
        )
