"""Two servers behind a proxy: one of them dies, and nobody loses anything that was not on it alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.coroutines import run
from tests.e2e.conftest import NewPage, open_page
from tests.e2e.lesson import at_address, at_step, press, row_of, upload_corpus
from tokviz.features.live.web.redis_store import RedisStore
from tokviz.views.shared.catalog import load
from tools.bench.load_room import a_class
from tools.cluster.cluster import Cluster, cluster

EN = load("en")
STUDENTS = 200
AWAY = 5.0  # seconds that anybody may be without a server

pytestmark = [
    pytest.mark.haproxy,
    pytest.mark.redis,
    pytest.mark.allow_console("."),  # Streamlit says in many ways that a server is away
]


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running
        for server in running.servers.values():
            assert "Traceback (most recent call last)" not in server.output()


def server_of(page: Page) -> str:
    """The server that the proxy has chosen."""
    return next(one["value"] for one in page.context.cookies() if one["name"] == "tokviz_server")


@pytest.mark.below
def test_a_server_dies_in_the_middle_of_a_vote(new_page: NewPage, servers: Cluster) -> None:
    page, other = new_page(servers.proxy), new_page(servers.proxy)  # in one browser, and so with one server
    open_page(page, "/bpe", {"example": "sennrich", "step": 2})
    at_step(page, 2)
    press(page, "ArrowRight")
    at_address(page, step=3)
    open_page(other, "/bpe", {"example": "own", "corpus": "low 5, lower 2"})
    upload_corpus(other, "words.txt", b"hug 10\npug 5\npun 12\nbun 4\nhugs 5")
    row_of(other, "hug").wait_for()
    expect(other.locator("[class*=_example_panel]")).to_contain_text("words.txt")
    name = server_of(page)

    figures, _ = run(
        a_class(servers.proxy.url, RedisStore(servers.store), STUDENTS, 2, strike=lambda: servers.kill(name))
    )
    assert figures.counted == [STUDENTS] * 3
    assert 0.4 * STUDENTS < len(figures.away) < 0.6 * STUDENTS, "half of them were with the other server"
    assert max(figures.away) < AWAY

    at_address(page, step=3)
    goes_on(page, 4)
    assert server_of(page) != name
    row_of(other, "hug").wait_for()  # the tab has brought the file
    expect(other.get_by_text(EN("upload.lost"))).to_have_count(0)
    goes_on(other, 1)
    servers.start(name)


def test_a_server_is_started_again_where_it_was(new_page: NewPage, servers: Cluster) -> None:
    """Streamlit's client asks for nothing when it is connected again, if it last asked for the whole page."""
    page = open_page(new_page(servers.servers["one"]), "/bpe", {"example": "sennrich", "step": 3})
    at_step(page, 3)
    servers.kill("one")
    servers.start("one")
    page.locator(".st-key-picture_below").scroll_into_view_if_needed()
    goes_on(page, 4)


def goes_on(page: Page, step: int) -> None:
    """Go to the next step: picture, address and tables follow.

    Until the page is connected, Streamlit has a dialog that takes the keys."""
    expect(page.locator("[data-testid=stApp][data-test-connection-state=CONNECTED]")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    press(page, "ArrowRight")
    at_step(page, step)
    at_address(page, step=step)
    expect(page.get_by_text(EN("candidates.title", number=step + 1)).first).to_be_visible()
