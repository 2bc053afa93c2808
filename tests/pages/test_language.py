"""A third language is one file: its name in the list, its sentences on the pages."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.catalogs import more_texts
from tests.pages import visit
from tokviz import guides
from tokviz.state.pages import PAGES
from tokviz.views import start
from tokviz.views.shared.catalog import load

TITLE = "Parigo de bitokoj"
PARTS_OF_THE_APP = (".streamlit", "app.py", "pyproject.toml", "assets", "docs", "pages", "tests", "tokviz", "tools")
ASKING = (
    *(
        "test_catalog.py",
        "test_guides.py",
        "test_words.py",
        "views/shared",
        "views/test_start.py",
        "views/test_start_first_merges.py",
        "web/shared/test_messages.py",
    ),
    *("web/test_warm_up.py", "cli/test_errors.py", "features/site/test_cli.py"),
    *("pages/test_glossary.py", "pages/test_start_page.py"),
)
"""Tests that once took every language for complete, or each that is not English for Chinese."""


@pytest.fixture
def esperanto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The language is there, with one sentence of its own."""
    with more_texts(
        tmp_path,
        monkeypatch,
        {"eo": {"language.name": "Esperanto", "page.bpe": TITLE, "heading.train": "{page}, lernado"}},
    ):
        yield


@pytest.mark.usefixtures("esperanto")
def test_a_page_in_a_third_language() -> None:
    at = visit.bpe(lang="eo")
    assert at.title[0].value == f"{TITLE}, lernado"
    offered = list(at.segmented_control(key="language_widget").options)
    assert offered[0] == "English"
    assert {"Esperanto", "简体中文"} < set(offered)


@pytest.mark.usefixtures("esperanto")
@pytest.mark.parametrize("url", [page.address for page in PAGES])
def test_every_page_opens_in_a_third_language(url: str) -> None:
    visit.opened(url, lang="eo") if url else visit.start(lang="eo")


@pytest.mark.usefixtures("esperanto")
def test_the_start_page_begins_with_english_merges_until_there_are_others() -> None:
    shown = json.loads(start.start_payload(load("eo"), watch="bpe", compare="compare", own={}))
    assert (shown["type"]["models"][0]["example"], shown["lang"]) == ("english", "eo")


@pytest.mark.usefixtures("esperanto")
def test_lessons_are_there_before_they_are_translated() -> None:
    visit.start(lang="eo", guide="bpe")
    card = guides.load("bpe").cards[0]
    assert card.title["eo"] == card.title["en"]


@pytest.mark.program
def test_no_test_waits_for_the_texts_of_a_language(root: Path, tmp_path: Path) -> None:
    """Pages work in a copy of the app that has one catalog more, English but for its name and its numbers."""
    for part in PARTS_OF_THE_APP:
        copy = shutil.copytree if (root / part).is_dir() else shutil.copy
        copy(root / part, tmp_path / part)
    catalogs = tmp_path / "assets" / "i18n"
    own = {"language.name": "Esperanto", "number.group": ".", "number.point": ","}
    (catalogs / "eo.json").write_text(json.dumps(dict(load("en").templates) | own), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-v", "-m", "not program", "-p", "no:cacheprovider"]
    command += [f"tests/{one}" for one in ASKING]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout[-5_000:]
    assert "test_every_name_has_its_text[eo] PASSED" in done.stdout
