"""Every way to start the app shows the page of the address, also to the very first visitor.

Streamlit has a router of its own for a `pages` folder beside the script. It would take the first visit after a start,
so each case here is a deep link to a server that nobody has asked for anything yet.
"""

from pathlib import Path

import pytest
from playwright.sync_api import expect
from streamlit.testing.v1 import AppTest

from tests.e2e.conftest import ROOT, STREAMLIT_RUN, NewPage, open_page, serve

WAYS = {
    "streamlit run app.py": STREAMLIT_RUN,
    "python app.py": ("app.py",),
    "uvicorn app:app": ("-m", "uvicorn", "app:app", "--port=0"),
}

FETCHED = "performance.getEntriesByType('resource').some((one) => one.name.includes('/parts/picture-'))"


@pytest.mark.parametrize("command", WAYS.values(), ids=WAYS.keys())
def test_a_deep_link_is_the_first_hit_after_a_start(
    command: tuple[str, ...], new_page: NewPage, tmp_path: Path
) -> None:
    with serve(tmp_path, command) as server:
        page = open_page(new_page(server), "/bpe", {"example": "sennrich", "step": 3})
        expect(page.get_by_test_id("picture")).to_have_attribute("data-step", "3")
        assert page.evaluate("location.pathname") == "/bpe"
        expect(page.get_by_role("dialog")).to_have_count(0)  # Streamlit's "Page not found"
        assert page.evaluate(FETCHED)
        page.close()  # before the server goes: it may still be loading the charts' code


def test_a_host_that_runs_the_script_alone_sends_scripts_as_text(new_page: NewPage, tmp_path: Path) -> None:
    alone = tmp_path / "alone.py"
    alone.write_text("from tokviz.web.script.main import main\n\nmain()\n", encoding="utf-8")
    command = [str(alone) if part == "app.py" else part for part in STREAMLIT_RUN]
    with serve(tmp_path, command, settings={"PYTHONPATH": str(ROOT)}) as server:
        page = open_page(new_page(server), "/bpe", {"example": "sennrich", "step": 3})
        expect(page.get_by_test_id("picture")).to_have_attribute("data-step", "3")
        assert not page.evaluate(FETCHED)
        page.close()


@pytest.mark.allow_console("does not seem to exist")
def test_an_unknown_page_says_so_and_shows_the_start(new_page: NewPage, tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        page = open_page(new_page(server), "/bpe_page")  # a file's name is not an address
        expect(page.get_by_role("dialog")).to_contain_text("Page not found")
        assert page.evaluate("location.pathname") == "/"
        page.close()


def test_app_test_runs_the_same_pages(root: Path) -> None:
    app = AppTest.from_file(root / "app.py", default_timeout=60).run()
    assert not app.exception
    app.switch_page("pages/bpe_page.py").run()
    assert not app.exception
