"""Python in a browser tab: the scripts that start it, over http and from disk, with the network cut."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e import firefox
from tests.e2e.conftest import Unconnected
from tests.e2e.local_site import Served, live_files, served
from tests.features.site.tab_cases import cases, comparable
from tokviz.features.site.live import FOLDER, Live, service_worker
from tokviz.features.site.tab.answering import answer
from tokviz.features.site.web.files import OWN_POLICY
from tokviz.frontend import script
from tokviz.views.shared.catalog import LANGUAGES, load

pytestmark = [pytest.mark.program, pytest.mark.node]

MOST_BYTES, MOST_PACKED = 17_000_000, 10_000_000
"""The most that a visitor loads: as it is, and packed."""
START = f"/{FOLDER}/tab.js"
HUG = {"kind": "picture", "page": "bpe", "query": "example=hug", "lang": "en", "asks": False}
MANY = {**HUG, "query": "example=english&merges=2000"}
PAGE = f"""<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Python</title>
<meta http-equiv="Content-Security-Policy" content="{OWN_POLICY}"><script src="../client.js"></script>"""
# Ask, and tell what was heard: each phase with what was done of it, and the answer or the name of the error.
ASK = """async ([request, cancelAt]) => {
    const heard = [];
    const onPhase = (now) => {
        heard.push([now.phase, now.done, now.total]);
        if (now.phase === cancelAt) setTimeout(() => tab.cancel());
    };
    try {
        return { heard, answer: await tab.answer(request, onPhase), isWarm: tab.isWarm };
    } catch (error) {
        return { heard, error: error.name, isWarm: tab.isWarm };
    }
}"""


@pytest.fixture(scope="module")
def made() -> Live:
    return live_files()


def write(folder: Path, made: Live) -> Path:
    """Write a site of one page that has Python, and return the folder."""
    client = script("site/tab/client.js").replace("export class", "class")
    files: dict[str, bytes] = {
        **made.files,
        "en/own.html": PAGE.encode(),
        "client.js": f'{client}globalThis.tab = new Tab({{ base: "{made.base}" }});'.encode(),
    }
    for name, content in {**files, "service_worker.js": service_worker(files)}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, made: Live) -> Path:
    return write(tmp_path_factory.mktemp("site"), made)


@pytest.fixture
def site(folder: Path) -> Iterator[Served]:
    with served(folder) as running:
        yield running


@pytest.fixture
def page(browser: Browser, site: Served) -> Iterator[Page]:
    """The page over http, in a context that has nothing of an earlier visit."""
    context = browser.new_context()
    logged: list[str] = []
    context.on("console", lambda message: logged.append(message.text))
    yield opened(context.new_page(), site)
    context.close()
    assert logged == []


def opened(page: Page, site: Served) -> Page:
    page.goto(f"{site.url}/en/own.html?page=bpe")
    return page


def ask(page: Page, request: dict[str, Any] = HUG, cancel_at: str = "") -> dict[str, Any]:
    return dict(page.evaluate(ASK, [request, cancel_at]))


def loaded_parts(site: Served) -> list[str]:
    """Return the parts that the server was asked for; what begins with them is asked for again each time."""
    return [name for name in site.asked if name.startswith(f"/{FOLDER}/") and name != START]


def phases(told: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(phase for phase, _, _ in told["heard"]))


def assert_answered(told: dict[str, Any], request: dict[str, Any] = HUG) -> None:
    assert told["answer"] == json.loads(answer(json.dumps(request)))
    assert told["answer"]["ok"] is True
    assert told["isWarm"] is True


def test_the_first_request_loads_python_and_the_second_finds_it(page: Page, site: Served, made: Live) -> None:
    assert site.asked == ["/en/own.html", "/client.js"]
    told = ask(page)
    assert_answered(told)
    assert phases(told) == ["download", "start", "run"]
    done = [(done, total) for phase, done, total in told["heard"] if phase == "download"]
    assert done[0][0] == 0
    assert done[-1][0] == done[-1][1] == max(done)[0]
    parts = sorted(f"/{name}" for name in made.files if name.endswith(".js"))
    assert sorted([*loaded_parts(site), START]) == parts  # each once
    asked = len(site.asked)
    unigram = {**HUG, "page": "unigram", "lang": "zh"}
    told = ask(page, unigram)
    assert_answered(told, unigram)
    assert phases(told) == ["run"]
    assert len(site.asked) == asked


def test_from_disk(unconnected: Unconnected, folder: Path) -> None:
    page = unconnected.new_page()
    page.goto((folder / "en" / "own.html").as_uri())
    assert not [address for address in unconnected.asked if f"/{FOLDER}/" in address]
    told = ask(page)
    assert_answered(told)
    assert phases(told) == ["download", "start", "run"]
    assert phases(ask(page)) == ["run"]


@pytest.mark.parametrize("phase", ["download", "start", "run"])
def test_a_cancelled_request_ends_the_worker(phase: str, unconnected: Unconnected, folder: Path) -> None:
    page = unconnected.new_page()
    page.goto((folder / "en" / "own.html").as_uri())
    told = ask(page, MANY, cancel_at=phase)
    assert (told["error"], told["isWarm"]) == ("AbortError", False)
    assert phases(told)[-1] == phase
    told = ask(page)
    assert_answered(told)
    assert phases(told) == ["download", "start", "run"]


def test_every_answer_is_that_of_this_machine(unconnected: Unconnected, folder: Path) -> None:
    """Every convention on four corpora, all pages, exercises and pages to keep."""
    page = unconnected.new_page()
    page.goto((folder / "en" / "own.html").as_uri())
    for case in cases():
        with patch("tokviz.features.stills.files.find_spec", return_value=None):  # a tab has no Pillow
            here = answer(json.dumps(case.request))
        told = ask(page, case.request)["answer"]
        assert told["ok"], (case.name, told)
        assert comparable(case, json.dumps(told)) == comparable(case, here), case.name


@pytest.mark.parametrize("what", ["replay", "worksheet"])
def test_a_page_to_keep(what: str, unconnected: Unconnected, folder: Path) -> None:
    page = unconnected.new_page()
    page.goto((folder / "en" / "own.html").as_uri())
    request = {**HUG, "kind": "keep", "what": what}
    assert_answered(ask(page, request), request)


def test_a_request_that_cannot_be_answered_is_a_sentence(unconnected: Unconnected, folder: Path) -> None:
    page = unconnected.new_page()
    page.goto((folder / "en" / "own.html").as_uri())
    request = {**HUG, "page": "no such page", "query": "corpus=\ud800<script>"}
    told = ask(page, request)
    assert told["answer"] == json.loads(answer(json.dumps(request)))
    assert (told["answer"]["ok"], told["isWarm"]) == (False, True)


@pytest.mark.parametrize(("lost", "error"), [("packages-*.js", "DownloadError"), ("tab.js", "DownloadError")])
def test_a_part_that_is_missing(lost: str, error: str, browser: Browser, folder: Path, tmp_path: Path) -> None:
    """It can be tried again: nothing of the failure is left."""
    shutil.copytree(folder, tmp_path / "site")
    for path in (tmp_path / "site" / FOLDER).glob(lost):
        path.unlink()
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto((tmp_path / "site" / "en" / "own.html").as_uri())
    told = ask(page)
    assert (told["error"], told["isWarm"]) == (error, False)
    shutil.copytree(folder, tmp_path / "site", dirs_exist_ok=True)
    assert_answered(ask(page))
    context.close()


def test_the_second_visit_needs_no_network(page: Page, site: Served) -> None:
    ask(page)
    site.is_cut = True
    asked = len(site.asked)
    second = opened(page.context.new_page(), site)
    assert_answered(ask(second))
    assert len(site.asked) == asked


def test_a_text_in_a_link_does_not_reach_the_server_again(page: Page, site: Served) -> None:
    """The first visit has no service worker; from then on it asks for pages without what a link asks of them."""
    ask(page)
    asked = len(site.asked)
    page.goto(f"{site.url}/en/own.html?page=bpe&corpus=secret")
    assert "/en/own.html" in site.asked[asked:]
    assert {*site.queries[asked:]} == {""}


KEPT = """async () => {
    const names = await caches.keys();
    const cache = await caches.open(names[0]);
    return [names.length, (await cache.keys()).map(({ url }) => new URL(url).pathname).sort()];
}"""


def test_a_new_version_takes_the_place_of_the_old_one(browser: Browser, made: Live, tmp_path: Path) -> None:
    """Load nothing again that is the same, and keep nothing of the old version."""
    changed = {name.replace("tokviz-", "tokviz-changed-"): content for name, content in made.files.items()}
    changed[f"{FOLDER}/tab.js"] = changed[f"{FOLDER}/tab.js"].replace(b'"tokviz-', b'"tokviz-changed-')
    for name in changed:
        if "tokviz-changed-" in name:
            changed[name] = changed[name].replace(b'"tokviz-', b'"tokviz-changed-', 1)
    context = browser.new_context()
    with served(write(tmp_path, made)) as site:
        page = opened(context.new_page(), site)
        ask(page)
        for path in (tmp_path / FOLDER).glob("tokviz-*"):
            path.unlink()
        write(tmp_path, Live(changed, made.shipped))
        site.asked.clear()
        page.reload()
        page.evaluate("""async () => {
            const registration = await navigator.serviceWorker.ready;
            const updated = new Promise((done) => registration.addEventListener("updatefound", done, { once: true }));
            await registration.update();
            await updated;
            const worker = registration.installing ?? registration.waiting ?? registration.active;
            while (worker.state !== "activated")
                await new Promise((done) => worker.addEventListener("statechange", done, { once: true }));
        }""")
        assert_answered(ask(page))
        count, kept = page.evaluate(KEPT)
    context.close()
    parts = sorted(f"/{name}" for name in changed if name.endswith(".js"))
    assert count == 1
    assert [name for name in kept if name.startswith(f"/{FOLDER}/")] == parts
    assert {name for name in site.asked if name in parts} == {
        name for name in parts if "tokviz-changed-" in name or name.endswith("/tab.js")
    }


@pytest.mark.firefox
def test_firefox_over_http_and_from_disk(site: Served, folder: Path, tmp_path: Path) -> None:
    """A case of each page; from disk one will do."""
    of_each = list({case.request["page"]: case for case in reversed(list(cases()))}.values())
    assert len(of_each) > 10
    with firefox.started(tmp_path) as tab:
        for root, asked in ((site.url, of_each), (folder.as_uri(), of_each[:1])):
            tab.open(f"{root}/en/own.html")
            for case in asked:
                told = json.dumps(tab.evaluate(f"tab.answer({json.dumps(case.request)})"))
                assert comparable(case, told) == comparable(case, answer(json.dumps(case.request))), case.name
    parts = loaded_parts(site)
    assert sorted(parts) == sorted(set(parts))


def test_it_is_small(made: Live) -> None:
    sent = {name: content for name, content in made.files.items() if name.endswith(".js")}
    start = json.loads(made.files[f"{FOLDER}/tab.js"].partition(b", ")[2].rpartition(b")")[0])
    assert sum(map(len, sent.values())) < MOST_BYTES
    packed = sum(part["bytes"] for part in start["parts"])
    assert packed < MOST_PACKED
    for language in LANGUAGES:
        assert f" {packed / 1_000_000:.0f} MB" in load(language)("tab.own.invitation.load")


def test_the_licenses_are_whole(made: Live) -> None:
    assert [(one.name, one.license) for one in made.shipped] == [
        ("Pyodide", "MPL-2.0"),
        ("Python", "PSF-2.0"),
        ("numpy", "BSD-3-Clause AND 0BSD AND MIT AND Zlib AND CC0-1.0"),
        ("regex", "Apache-2.0 AND CNRI-Python"),
        ("jinja2", "BSD-3-Clause"),
        ("markupsafe", "BSD-3-Clause"),
    ]
    texts = [made.files[f"{FOLDER}/{one.file}"].decode() for one in made.shipped]
    for one, text in zip(made.shipped, texts, strict=True):
        assert one.version in text
    words = ("Mozilla Public License Version 2.0", "PYTHON SOFTWARE FOUNDATION LICENSE", "NumPy Developers", "CNRI")
    for name, text in zip((*words, "Pallets", "Pallets"), texts, strict=True):
        assert name in text
