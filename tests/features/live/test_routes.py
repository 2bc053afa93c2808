"""The live class over a real server: who gets in, what everybody is told, and what is refused, with the room going on.

Started as `streamlit run` and as uvicorn do it, below a path of its own, with small limits.
"""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import replace
from email.message import Message
from pathlib import Path
from secrets import token_bytes
from time import time
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.coroutines import run
from tests.e2e.conftest import STREAMLIT_RUN, Server, serve
from tests.features.live.redis_server import redis_server
from tests.features.live.test_room import ASK, PAYLOAD
from tokviz.features.live.limits import WRONG_CODES
from tokviz.features.live.questions import shared_view
from tokviz.features.live.room import Lead, Rooms
from tokviz.features.live.stores import SqliteStore
from tokviz.features.live.web.redis_store import RedisStore
from tokviz.features.live.web.room_socket import MAX_MESSAGE
from tokviz.views.shared.sentences import without_marks

pytestmark = pytest.mark.slow  # two servers are started

BASE = "/course"
MOST = 12  # students of one address
WAYS = {"streamlit": STREAMLIT_RUN, "uvicorn": ("-m", "uvicorn", "app:app", "--port=0")}
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@pytest.fixture(scope="module", params=WAYS)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    settings = {
        "TOKVIZ_STUDENTS_PER_ADDRESS": f"{MOST}",
        "TOKVIZ_SESSIONS_PER_ADDRESS": "2",
        "TOKVIZ_PROXIES": "1",
        "STREAMLIT_SERVER_BASE_URL_PATH": BASE,
        "STREAMLIT_SERVER_ALLOWED_HOSTS": "127.0.0.1",
    }
    with serve(folder, WAYS[request.param], settings=settings, base=BASE) as running:
        yield replace(running, url=f"{running.url}{BASE}")
        assert "Traceback (most recent call last)" not in running.output()


@pytest.fixture
def rooms(server: Server) -> Iterator[Rooms]:
    """The rooms of the server, as another process sees them."""
    store = SqliteStore(server.log.parent / "rooms.sqlite")
    yield Rooms(store, token_bytes)
    store.close()


@pytest.fixture
def lead(rooms: Rooms) -> Lead:
    """A room, with a picture that asks at step 2."""
    made, view = rooms.open(time()), shared_view(PAYLOAD)
    assert view is not None
    rooms.publish(made, view, time())
    return made


VIEW = getattr(shared_view(PAYLOAD), "name", "")


class Line:
    """A connection to a room, and the newest of each thing that it was told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.told: dict[str, Any] = {}

    async def say(self, **said: object) -> None:
        await self.socket.send(json.dumps(said))

    async def until(self, what: str, check: Any = bool) -> Any:
        """Read until this was told and is as it should be."""
        async with asyncio.timeout(20):
            while not (what in self.told and check(self.told[what])):
                self.told |= json.loads(await self.socket.recv())
        return self.told[what]


@asynccontextmanager
async def line(server: Server, hello: Mapping[str, object] | None, **headers: str) -> AsyncIterator[Line]:
    address = f"{server.url.replace('http', 'ws')}/room/socket"
    async with connect(address, proxy=None, additional_headers=headers) as socket:
        made = Line(socket)
        if hello is not None:
            await made.say(**hello)
        yield made


def student(code: str, token: str = "") -> dict[str, object]:
    return {"do": "enter", "room": code, "name": "<b>Ada</b>", "token": token}


def teacher(lead: Lead) -> dict[str, object]:
    return {"do": "lead", "room": lead.code, "key": lead.key}


def get(server: Server, path: str, **headers: str) -> tuple[int, str, Mapping[str, str]]:
    return fetched(f"{server.url}{path}", {name.replace("_", "-"): value for name, value in headers.items()})


def fetched(
    address: str, headers: Mapping[str, str] | None = None, data: bytes | None = None
) -> tuple[int, str, Mapping[str, str]]:
    """Status, text and headers of an answer; data: what is posted."""
    request = urllib.request.Request(address, headers=dict(headers or {}), data=data)
    try:
        with DIRECT.open(request, timeout=30) as answer:
            return (
                answer.status,
                answer.read().decode(),
                {name.title(): value for name, value in answer.headers.items()},
            )
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode(), named(error.headers)


def named(headers: Message) -> dict[str, str]:
    return {name.title(): value for name, value in headers.items()}


def test_a_lesson(server: Server, lead: Lead) -> None:
    async def lesson() -> None:
        async with line(server, teacher(lead)) as head, line(server, student(lead.code)) as ada:
            await head.until("state", lambda state: state["students"] == 1)
            await head.say(do="show", view=VIEW, step=2, address=f"{BASE}/bpe?step=2")
            shown = await ada.until("state", lambda state: state["shown"])
            assert shown["shown"] == {"address": f"{BASE}/bpe?step=2", "view": VIEW, "step": 2}
            await head.say(do="ask", view=VIEW, step=2)
            asked = await ada.until("state", lambda state: state["question"])
            assert "right" not in json.dumps(asked)
            await ada.say(do="answer", question=1, choice=1)
            assert await ada.until("mine", lambda mine: mine["answer"] is not None) == given(1)
            await head.until("state", lambda state: (state["question"] or {}).get("answered") == 1)
            assert head.told["state"]["question"]["counts"] is None
            await head.say(do="reveal")
            told = await ada.until("state", lambda state: state["question"]["phase"] == "shown")
            assert (told["question"]["counts"], told["question"]["ask"]) == ([0, 1, 0], ASK)
            assert await ada.until("score") == {"right": 1, "answered": 1}

    run(lesson())


def test_who_was_cut_off_comes_back_with_the_own_answer(server: Server, lead: Lead, rooms: Rooms) -> None:
    rooms.ask(lead, VIEW, 2, time())

    async def twice() -> None:
        async with line(server, student(lead.code)) as ada:
            token = await ada.until("you")
            await ada.say(do="answer", question=1, choice=2)
            await ada.until("mine", lambda mine: mine["answer"] is not None)
        async with line(server, student(lead.code, token)) as ada:
            assert await ada.until("you") == token
            assert await ada.until("mine") == given(2)

    run(twice())
    assert len(rooms.names(lead.code)) == 1


@pytest.mark.parametrize("hello", [{"do": "lead", "key": "A" * 24}, {"do": "lead", "key": 7}, {"do": "lead"}, {}])
def test_nobody_leads_without_the_key(server: Server, lead: Lead, hello: dict[str, object]) -> None:
    async def refused() -> str:
        wrong = {**hello, "room": lead.code} if hello else {"do": "enter", "room": "AAAAAAAA"}
        async with line(server, wrong) as thief:
            told = await thief.until("refused")
            with pytest.raises(ConnectionClosed):
                await thief.socket.recv()
            return str(told)

    assert run(refused()) in {"not-yours", "not-so", "no-room"}


def test_a_student_cannot_lead(server: Server, lead: Lead) -> None:
    async def tries() -> None:
        async with line(server, student(lead.code)) as ada:
            await ada.until("state")
            for said in (
                {"do": "show", "view": "", "step": 0, "address": "/why"},
                {"do": "reveal"},
                {"do": "ask", "view": VIEW, "step": 2},
                {"do": "lead", "room": lead.code, "key": lead.key},
            ):
                ada.told.pop("refused", None)
                await ada.say(**said)
                assert await ada.until("refused") == "not-so"

    run(tries())


def given(answer: int | str) -> dict[str, object]:
    """Return the message to a student about their answer to the first question."""
    return {"question": 1, "answer": answer}


HOSTILE: tuple[object, ...] = ("", "x" * 10_000, "(" * 300, "e" * 401, "<img src=x onerror=alert(1)>")


def test_a_task_is_asked_and_answered_in_writing(server: Server, lead: Lead, rooms: Rooms) -> None:
    async def lesson() -> None:
        async with line(server, teacher(lead)) as head, line(server, student(lead.code)) as ada:
            await head.until("state")
            for wrong in ({"kind": "no such"}, {"level": 9}, {"lang": "xx"}, {"kind": ["next-merge"]}):
                head.told.pop("refused", None)
                await head.say(**({"do": "task", "kind": "next-merge", "level": 1, "lang": "en"} | wrong))
                assert await head.until("refused") == "not-so"
            await head.say(do="task", kind="pair-counts", level=1, lang="en")
            question = (await ada.until("state", lambda state: state["question"]))["question"]
            assert (question["task"], question["ask"]["options"]) == (True, [])
            assert not {"answer", "rule", "task"} & question["ask"].keys()
            for text in HOSTILE:
                ada.told.pop("unreadable", None)
                await ada.say(do="answer", question=1, text=text)
                refused = await ada.until("unreadable")
                assert refused["question"] == 1
                assert without_marks(refused["why"])
            for said in ({"text": 7}, {"choice": 0}, {"text": ["8"]}):
                ada.told.pop("refused", None)
                await ada.say(do="answer", question=1, **said)
                assert await ada.until("refused") == "not-so"
            right = rooms.ask_of(lead.code, 1)["options"][0]["label"][0]["code"]
            for text, label in (("1000", "1,000"), (f" {right} ", right)):
                await ada.say(do="answer", question=1, text=text)
                assert await ada.until("mine", lambda mine, label=label: mine == given(label))
            await head.say(do="reveal")
            question = (await ada.until("state", lambda state: state["question"]["counts"]))["question"]
            assert (question["counts"], question["ask"]["options"][0]["label"]) == ([1], [{"code": right}])
            assert await ada.until("score") == {"right": 1, "answered": 1}

    run(lesson())


NONSENSE = (
    *("", "[]", "null", "7", '"a"', "{", "[" * 5_000, "\ud7ff"),
    *('{"do": ["show"]}', '{"do": "answer", "question": 1e99}', '{"do": "answer", "question": true}'),
)


@pytest.mark.parametrize("text", NONSENSE, ids=range(len(NONSENSE)))
def test_what_makes_no_sense_is_refused_and_the_room_goes_on(server: Server, lead: Lead, text: str) -> None:
    async def say() -> None:
        async with line(server, teacher(lead)) as head, line(server, student(lead.code)) as ada:
            await ada.until("state")
            await ada.socket.send(text)
            assert await ada.until("refused") == "not-so"
            await head.until("state")
            await head.say(do="show", view=VIEW, step=3, address=f"{BASE}/bpe")
            await ada.until("state", lambda state: state["shown"]["step"] == 3 if state["shown"] else False)

    run(say())


def test_a_flood_ends_its_own_connection_alone(server: Server, lead: Lead, rooms: Rooms) -> None:
    rooms.ask(lead, VIEW, 2, time())

    async def flood() -> None:
        async with line(server, teacher(lead)) as head, line(server, student(lead.code)) as ada:
            await ada.until("state")
            for _ in range(10_000):
                try:
                    await ada.say(do="answer", question=1, choice=1)
                except ConnectionClosed:
                    break
            with pytest.raises(ConnectionClosed):
                await ada.until("nothing that is ever told")
            async with line(server, student(lead.code)) as big:
                await big.until("state")
                await big.socket.send("a" * (MAX_MESSAGE + 1))
                with pytest.raises(ConnectionClosed):
                    await big.until("nothing that is ever told")
            await head.say(do="reveal")
            state = await head.until("state", lambda state: state["question"]["phase"] == "shown")
            assert state["question"]["answered"] == 1

    run(flood())


def test_bytes_are_refused(server: Server, lead: Lead) -> None:
    async def say() -> str:
        async with line(server, None) as stranger:
            await stranger.socket.send(b"\x00")
            return str(await stranger.until("refused"))

    assert run(say()) == "not-so"


def test_one_address_has_so_many_students(server: Server, lead: Lead) -> None:
    async def crowd() -> None:
        async with AsyncExitStack() as stack:
            for _ in range(MOST):
                await stack.enter_async_context(line(server, student(lead.code)))
            head = await stack.enter_async_context(line(server, teacher(lead)))
            await head.until("state", lambda state: state["students"] == MOST)
            late = await stack.enter_async_context(line(server, student(lead.code)))
            assert await late.until("refused") == "slow-down"

    run(crowd())


def test_silent_connections_keep_nobody_out(server: Server, lead: Lead) -> None:
    async def crowd() -> None:
        async with AsyncExitStack() as stack:
            for _ in range(MOST * 2):
                await stack.enter_async_context(line(server, None))
            ada = await stack.enter_async_context(line(server, student(lead.code)))
            await ada.until("state")

    run(crowd())


def test_one_address_has_so_many_sessions(server: Server) -> None:
    async def crowd() -> int:
        address = f"{server.url.replace('http', 'ws')}/_stcore/stream"
        async with AsyncExitStack() as stack:
            for _ in range(2):
                await stack.enter_async_context(connect(address, subprotocols=["streamlit"], proxy=None))  # type: ignore[list-item]
            with pytest.raises(InvalidStatus) as refused:
                await stack.enter_async_context(connect(address, subprotocols=["streamlit"], proxy=None))  # type: ignore[list-item]
            return refused.value.response.status_code

    assert run(crowd()) == 429


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://elsewhere.example"}, {"Host": "elsewhere.example"}, {"Origin": "null"}]
)
def test_pages_of_other_sites_get_nothing(server: Server, lead: Lead, headers: dict[str, str]) -> None:
    async def foreign() -> int:
        with pytest.raises(InvalidStatus) as refused:
            async with line(server, None, **headers):
                pass
        return refused.value.response.status_code

    assert get(server, "/join", **headers)[0] == 403
    if "Origin" in headers:
        assert run(foreign()) == 403


def test_the_own_page_is_no_other_site(server: Server, lead: Lead) -> None:
    async def own() -> None:
        async with line(server, student(lead.code), Origin=server.url) as ada:
            await ada.until("state")

    run(own())
    assert get(server, "/join", Origin=server.url)[0] == 200


def test_the_students_page_and_all_that_it_loads(server: Server, lead: Lead) -> None:
    status, html, headers = get(server, f"/join/{lead.code}", Accept_Language="zh-CN,en;q=0.5")
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert 'lang="zh"' in html
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert lead.key not in html
    base = server.url[server.url.index(":", 8) :].lstrip(":0123456789")
    found = [part.removeprefix(base) for part in html.split('"') if part.startswith(f"{base}/parts/")]
    assert len(set(found)) == 3
    for path in found:
        status, text, headers = get(server, path)
        assert (status, len(text) > 500) == (200, True)
        assert "immutable" in headers["Cache-Control"]
    assert get(server, "/parts/nothing.js")[0] == 404
    status, text, headers = get(server, "/parts/picture-0123456789ab.css")  # as another version of the server calls it
    assert (status, headers["Cache-Control"]) == (200, "no-store")
    assert ".picture" in text
    assert 'lang="en"' in get(server, "/join?lang=xx")[1]
    assert "<script>alert" not in get(server, "/join/%3Cscript%3Ealert(1)")[1]


def test_a_picture_for_who_is_in_the_room(server: Server, lead: Lead) -> None:
    status, text, _ = get(server, f"/room/view/{lead.code}/{VIEW}")
    assert (status, json.loads(text)["total"]) == (200, 3)
    assert "right" not in text
    assert get(server, f"/room/view/{lead.code}/nothing")[0] == 404
    packed = urllib.request.Request(f"{server.url}/room/view/{lead.code}/{VIEW}", headers={"Accept-Encoding": "gzip"})
    with DIRECT.open(packed, timeout=30) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.read(2) == b"\x1f\x8b"


def test_the_path_of_the_app_stands_before_every_route(server: Server, lead: Lead) -> None:
    bare = server.url.removesuffix(BASE)
    for path in ("/join", f"/room/view/{lead.code}/{VIEW}"):
        assert "student-data" not in fetched(f"{bare}{path}")[1]


def test_nothing_is_posted(server: Server, lead: Lead) -> None:
    assert fetched(f"{server.url}/join/{lead.code}", data=b"a" * 1_000)[0] == 405
    assert get(server, f"/join/{lead.code}")[0] == 200


def test_the_metrics_are_for_this_machine(server: Server) -> None:
    assert get(server, "/_stcore/metrics")[0] == 200
    assert get(server, "/_stcore/metrics", X_Forwarded_For="192.0.2.7")[0] == 403
    assert get(server, "/_stcore/metrics/", X_Forwarded_For="192.0.2.7")[0] == 403
    assert get(server, "/_stcore/health", X_Forwarded_For="192.0.2.7")[0] == 200


def test_nobody_is_written_down(server: Server, lead: Lead) -> None:
    """Neither addresses nor codes and keys, which would be in a log of requests."""

    async def visit() -> None:
        async with line(server, student(lead.code)) as ada:
            await ada.until("state")

    run(visit())
    get(server, f"/join/{lead.code}")
    get(server, f"/bpe?lead={lead.code}.{lead.key}")
    for text in (lead.code, lead.key, "GET /", "WebSocket"):
        assert text not in server.output()


def test_the_end_of_a_room_is_told(server: Server, lead: Lead, rooms: Rooms) -> None:
    async def end() -> None:
        async with line(server, teacher(lead)) as head, line(server, student(lead.code)) as ada:
            await head.until("state", lambda state: state["students"] == 1)
            rooms.end(lead, time())
            await head.say(do="dismiss")  # any word to this server, which does not hear of another process
            assert await head.until("refused") == "no-room"
            assert await ada.until("refused") == "no-room"

    run(end())


def test_wrong_guesses_are_charged_and_keep_nobody_out(server: Server, lead: Lead, rooms: Rooms) -> None:
    """From an address of its own, because wrong guesses of it are slowed down afterwards. The allowance comes back
    while it is used."""
    token, most = rooms.enter(lead.code, "", "", time()), 4 * int(WRONG_CODES[0].most)
    guessing = {"X-Forwarded-For": "192.0.2.44"}

    async def guess() -> None:
        told: list[str] = []
        while "slow-down" not in told and len(told) < most:
            async with line(server, student(f"AAAAA{2 + len(told) % 8}BB"), **guessing) as guesser:
                told.append(await guesser.until("refused"))
        assert set(told) == {"no-room", "slow-down"}
        for hello in (student(lead.code), student(lead.code, token), teacher(lead)):
            async with line(server, hello, **guessing) as late:
                await late.until("state")

    run(guess())
    for wrong in (f"{lead.code}/nothing", f"AAAAAAAA/{VIEW}"):
        assert 429 in (fetched(f"{server.url}/room/view/{wrong}", guessing)[0] for _ in range(most))
        assert fetched(f"{server.url}/room/view/{lead.code}/{VIEW}", guessing)[0] == 200


@pytest.mark.program
@pytest.mark.redis
def test_servers_share_a_room_by_redis(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("redis", "one", "two")]
    for folder in folders:
        folder.mkdir()
    with redis_server(folders[0]) as address, ExitStack() as stack:
        settings = {"TOKVIZ_STORE": address}
        one, two = (stack.enter_context(serve(folder, settings=settings)) for folder in folders[1:])
        store = RedisStore(address)
        rooms = Rooms(store, token_bytes)
        made, view = rooms.open(time()), shared_view(PAYLOAD)
        assert view is not None
        rooms.publish(made, view, time())

        async def lesson() -> None:
            async with line(one, teacher(made)) as head, line(two, student(made.code)) as ada:
                await head.until("state", lambda state: state["students"] == 1)
                await head.say(do="show", view=VIEW, step=2, address="/bpe?step=2")
                await head.say(do="ask", view=VIEW, step=2)
                await ada.until("state", lambda state: state["question"])
                await ada.say(do="answer", question=1, choice=0)
                await head.until("state", lambda state: (state["question"] or {}).get("answered") == 1)
                token = ada.told["you"]
                async with line(one, student(made.code, token)) as again:  # as after the end of the other server
                    assert await again.until("mine") == given(0)
                    await again.say(do="answer", question=1, choice=2)
                    await again.until("mine", lambda mine: mine == given(2))
                await head.say(do="reveal")
                told = await ada.until("state", lambda state: state["question"]["phase"] == "shown")
                assert told["question"]["counts"] == [0, 0, 1]

        run(lesson())
        assert json.loads(fetched(f"{two.url}/room/view/{made.code}/{VIEW}")[1])["total"] == 3
        store.close()
        for server in (one, two):
            assert "Traceback (most recent call last)" not in server.output()
