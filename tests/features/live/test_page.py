"""A live class without a browser: a room is opened, led, reported and ended; and what can go wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import time

import pytest
from streamlit.testing.v1 import AppTest

from tests.features.live.test_room import PAYLOAD
from tokviz.features.live import access
from tokviz.features.live.limits import MAX_OPEN_ROOMS, Allowance, Bucket, OpenRooms
from tokviz.features.live.questions import shared_view
from tokviz.features.live.room import Lead
from tokviz.features.live.web import leading, settings
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.web.server import files


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TOKVIZ_STORE", str(tmp_path / "rooms.sqlite"))
    monkeypatch.setattr(files, "are_served", lambda: True)
    settings.rooms.cache_clear()
    yield
    settings.rooms.cache_clear()


def visit(root: Path, page: str, **query: str) -> AppTest:
    app = AppTest.from_file(root / "app.py", default_timeout=60)
    app.query_params.update(query)
    app.run()
    app.switch_page(f"pages/{page}.py").run()
    assert not app.exception
    return app


def led(app: AppTest) -> Lead:
    code, _, key = str(app.query_params["lead"]).partition(".")
    return Lead(code, key)


def bars(app: AppTest) -> int:
    return sum(one.proto.component_name == "tokviz.live_bar" for one in app.get("bidi_component"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_room_from_its_opening_to_its_end(root: Path, language: str) -> None:
    say, app = load(language), visit(root, "live_page", lang=language)
    assert bars(app) == 0
    app.button(key="live_start").click().run()
    assert not app.exception
    lead = led(app)
    assert bars(app) == 1
    assert access.spaced(lead.code) in [header.value for header in app.header]
    assert [title.value for title in app.title] == [say("page.live")]
    rooms, view = settings.rooms(), shared_view(PAYLOAD)
    assert view is not None
    rooms.publish(lead, view, time())
    rooms.ask(lead, view.name, 2, time())
    for name, choice in (("Ada", 1), ("", 2)):
        rooms.answer(lead.code, rooms.enter(lead.code, "", name, time()), 1, choice)
    rooms.turn(lead, "shown", time())
    app.run()
    _, questions, scores = (table.value for table in app.dataframe)
    assert questions.values.tolist() == [[1, "Which pair?", say.listed(["e s", "s t"]), 2, 1]]
    assert scores.values.tolist() == [["Ada", 1, 1], ["–", 0, 1]]
    assert say("live.class", right=1, n=2) in [caption.value for caption in app.caption]
    app.button(key="live_end").click().run()
    assert bars(app) == 0
    assert "lead" not in app.query_params
    assert not rooms.is_open(lead.code, time())
    assert not app.warning


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_teacher_removes_students_and_lets_no_new_ones_in(root: Path, language: str) -> None:
    say, rooms, now = load(language), settings.rooms(), time()
    lead = rooms.open(now)
    coming = (("Ada", "x"), ("Ada", "x"), ("=1+1", "y"), ("", "x"))
    tokens = [rooms.enter(lead.code, "", name, now, origin) for name, origin in coming]
    rooms.note_present(lead.code, "one", tokens[:1], now)
    app = visit(root, "live_page", lang=language, lead=f"{lead.code}.{lead.key}")
    (table,) = (table.value for table in app.dataframe)
    ada, other = (f"Ada ({token[:5]})" for token in tokens[:2])
    rows = {tuple(row) for row in table.values.tolist()}
    here, gone, nobody = (say(f"live.students.{name}") for name in ("here", "gone", "no-name"))
    assert rows == {(ada, 0, here, 1), (other, 0, gone, 1), ("=1+1", 0, gone, 2), (nobody, 0, gone, 1)}
    assert app.multiselect(key="live_picked").options == [labels for labels, *_ in table.values.tolist()]
    app.multiselect(key="live_picked").set_value([tokens[1]]).run()
    app.button(key="live_remove_picked").click().run()
    assert rooms.names(lead.code).keys() == {tokens[0], tokens[2], tokens[3]}
    app.selectbox(key="live_network").set_value("y").run()
    app.button(key="live_remove_network").click().run()
    assert rooms.names(lead.code).keys() == {tokens[0], tokens[3]}
    app.button(key="live_admit").click().run()
    assert not rooms.state(lead.code, now).admits
    assert say("live.students.closed") in [one.value for one in app.info]
    app.button(key="live_admit").click().run()
    assert rooms.state(lead.code, now).admits
    app.button(key="live_remove_silent").click().run()
    assert rooms.names(lead.code) == {}
    assert say("live.students.none") in [caption.value for caption in app.caption]
    assert not app.exception
    assert not app.warning


def test_a_room_that_ended_meanwhile_says_so(root: Path) -> None:
    rooms = settings.rooms()
    lead = rooms.open(time())
    rooms.enter(lead.code, "", "", time())
    app = visit(root, "live_page", lead=f"{lead.code}.{lead.key}")
    rooms.end(lead, time())
    app.button(key="live_remove_silent").click().run()
    assert not app.exception
    assert [warning.value for warning in app.warning] == [load("en")("live.failed.ended")]


def test_a_picture_is_ready_for_students_before_it_is_shown(root: Path) -> None:
    app = visit(root, "bpe_page", example="sennrich")
    app.button(key="live_open").click().run()
    lead = led(app)
    rooms = settings.rooms()
    assert len(rooms.store.rows(lead.code, "views")) == 1
    app.run()
    assert len(rooms.store.rows(lead.code, "views")) == 1
    app.toggle(key="predict_switch").set_value(True).run()
    assert len(rooms.store.rows(lead.code, "views")) == 2


def test_another_visit_with_the_address_leads_too(root: Path) -> None:
    lead = settings.rooms().open(time())
    app = visit(root, "bpe_page", lead=f"{lead.code}.{lead.key}")
    assert bars(app) == 1
    assert "live_open" not in {button.key for button in app.button}


@pytest.mark.parametrize(("key", "why"), [("A" * 24, "not-yours"), ("", "")])
def test_an_address_with_a_wrong_key_leads_nothing(root: Path, key: str, why: str) -> None:
    code = settings.rooms().open(time()).code
    app = AppTest.from_file(root / "app.py", default_timeout=60)
    app.query_params["lead"] = f"{code}.{key}"
    app.run()
    assert not app.exception
    assert bars(app) == 0
    assert [warning.value for warning in app.warning] == ([load("en")(f"live.failed.{why}")] if why else [])
    app.run()
    assert not app.warning


def test_a_store_that_cannot_be_written_says_so(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TOKVIZ_STORE", str(tmp_path / "file" / "rooms.sqlite"))
    settings.rooms.cache_clear()
    app = visit(root, "bpe_page")
    app.button(key="live_open").click().run()
    assert not app.exception
    assert [warning.value for warning in app.warning] == [load("en")("live.failed.store")]


def test_one_address_opens_so_many_rooms(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leading, "_openings", lambda: Bucket(Allowance(0, 0)))
    app = visit(root, "live_page")
    app.button(key="live_start").click().run()
    assert [warning.value for warning in app.warning] == [load("en")("live.failed.slow-down")]


def test_one_address_has_so_many_rooms_open(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = OpenRooms(1)
    monkeypatch.setattr(leading, "_open_rooms", lambda: opened)
    monkeypatch.setattr(leading, "who", lambda *_: "hall")
    app = visit(root, "live_page")
    app.button(key="live_start").click().run()
    lead = led(app)
    other = visit(root, "live_page")
    other.button(key="live_start").click().run()
    assert [warning.value for warning in other.warning] == [load("en")("live.failed.rooms-of-address")]
    settings.rooms().end(lead, time())
    other.button(key="live_start").click().run()
    assert not other.warning
    assert led(other) != lead


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_message_names_the_number_of_rooms(language: str) -> None:
    assert f" {MAX_OPEN_ROOMS} " in load(language)("live.failed.rooms-of-address")


def test_what_students_type_and_scan() -> None:
    assert leading.typed("http://192.0.2.7:8501/course/join/ABCD2345") == "192.0.2.7:8501/course/join"
    assert leading.qr("http://192.0.2.7:8501/join/ABCD2345").startswith("<svg")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_host_without_routes_says_so(root: Path, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "are_served", lambda: False)
    app = visit(root, "live_page", lang=language, lead=f"AAAAAAAA.{'A' * 24}")
    assert [one.value for one in app.info] == [load(language)("live.impossible")]
    assert bars(app) == 0
    assert not {"live_open", "live_start"} & {button.key for button in app.button}
    assert "live_open" not in {button.key for button in visit(root, "bpe_page", lang=language).button}
