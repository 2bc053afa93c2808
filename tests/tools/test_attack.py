"""The runner of attacks without a server: what it judges, measures and starts."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.coroutines import run
from tests.e2e.conftest import ROOT
from tokviz import features
from tokviz.web import warm_up
from tokviz.web.arrival import previews
from tokviz.web.components import registration
from tokviz.web.streamlit_workarounds.developer_messages import HEARD, OPERATIONS
from tools.attack import server
from tools.attack import tokenizer_files as made
from tools.attack.__main__ import ATTACKS
from tools.attack.attack import Attack, Target
from tools.attack.limited import command
from tools.attack.memory import megabytes, size_of, tree
from tools.attack.routes import TRIED
from tools.attack.running import LEVEL, PATIENCE, Played, judged, row
from tools.attack.server import NotPreparedError, Seen, documented
from tools.attack.visitors import Waits
from tools.attack.wires import Wire, first_fragment

REMOVED = {20, 34}
"""The numbers of attacks on what has been removed; none is given a second time."""


async def nothing(_: Target) -> str:
    return ""


def played(seconds: float = 0.5, failures: tuple[str, ...] = (), after: int = 300) -> Played:
    return Played(Attack(7, "some file", nothing, ""), "a page", Seen(seconds, "/bpe", failures), 250, 400, after, 3.0)


def test_what_nobody_notices_is_kept() -> None:
    assert judged(played()) == ()
    assert row(played()) == "  7  some file                           0.50 s           250/400/300  a page (3 s)"


@pytest.mark.parametrize(
    ("one", "problem"),
    [
        (played(seconds=PATIENCE + 0.1), "waited 2.1 s (/bpe)"),
        (played(failures=("/why: connection lost",) * 3), "3 visits failed, the first: /why: connection lost"),
        (played(after=250 + LEVEL + 1), "101 MB stay"),
    ],
)
def test_what_is_noticed_is_not_kept(one: Played, problem: str) -> None:
    (said,) = judged(one)
    assert problem in said


def test_attacks_have_names_of_their_own() -> None:
    assert max(Counter(attack.name for attack in ATTACKS).values()) == 1
    assert {attack.number for attack in ATTACKS} == set(range(1, 40)) - REMOVED
    assert all(len(attack.name) < 34 for attack in ATTACKS)


def test_each_way_to_the_server_is_tried() -> None:
    numbers = {attack.number for attack in ATTACKS}
    assert all(tried and numbers.issuperset(tried) for tried in TRIED.values())
    added = {start for routes in features.routes() for start in routes.starts}
    ours = {registration.PLACE, previews.PATH, "/oembed"} | added
    assert {route for route in TRIED if route.startswith("/") and not route.startswith(("/_stcore", "/media"))} == ours
    assert {message for message in TRIED if not message.startswith("/")} == HEARD | OPERATIONS


@pytest.mark.parametrize(
    ("said", "lives", "problem"),
    [
        (warm_up.FAILED, True, "a page failed"),
        ("Killed", False, "the server ended"),
    ],
)
def test_a_server_that_is_never_ready_is_told_in_a_sentence(
    said: str, lives: bool, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_lives", lambda _: lives)
    never: Any = SimpleNamespace(output=lambda: said, pid=1)
    with pytest.raises(NotPreparedError, match=problem):
        server._prepared(never)


def test_a_server_is_waited_for_as_long_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = iter([*[""] * 5_000, f"... {warm_up.DONE} after 1000 s"])
    monkeypatch.setattr(server, "sleep", lambda _: None)
    monkeypatch.setattr(server, "_lives", lambda _: True)
    late: Any = SimpleNamespace(output=lambda: next(slow), pid=1)
    server._prepared(late)
    assert next(slow, None) is None


def test_a_wait_that_is_not_over_counts() -> None:
    now = 10.0
    waits = Waits(lambda: now)
    with waits.one("Ada"):
        now = 13.0
        assert waits.report() == {"seconds": 3.0, "who": "Ada", "failures": []}
        now = 14.0
    waits.failed("/bpe: lost")
    assert waits.report() == {"seconds": 4.0, "who": "Ada", "failures": ["/bpe: lost"]}
    assert waits.report() == {"seconds": 0.0, "who": "", "failures": []}


def test_the_longest_of_several_reports_counts() -> None:
    seen = Seen()
    for seconds, who in ((0.1, "Ada"), (0.4, "Bob"), (0.2, "Ada")):
        seen.add({"seconds": seconds, "who": who, "failures": [who]})
    assert (seen.seconds, seen.who, seen.failures) == (0.4, "Bob", ("Ada", "Bob", "Ada"))


@pytest.mark.parametrize("server", ["streamlit", "uvicorn"])
def test_a_server_is_started_as_the_documents_say(server: str) -> None:
    start = documented(server)
    assert start[:2] == ("-m", server)
    assert {"streamlit": "--server.port=0", "uvicorn": "--host 127.0.0.1 --port 0"}[server] in " ".join(start)
    assert not re.search(r"0\.0\.0\.0|8501", " ".join(start))


def test_sizes_are_read() -> None:
    with pytest.raises(ValueError, match="is no size"):
        size_of("much")


def test_memory_counts_child_processes() -> None:
    """A child with 60 MB of its own."""
    hold = "data = bytearray(b'x') * 60_000_000; print(); input()"
    before = megabytes(os.getpid())
    with subprocess.Popen([sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert child.pid in tree(os.getpid())
        grown = megabytes(os.getpid()) - before
        child.kill()
    assert 50 <= grown <= 120
    assert tree(child.pid) == []


def test_limits_hold_for_the_program() -> None:
    say = "import resource as r; print(r.getrlimit(r.RLIMIT_NOFILE)[0], r.getrlimit(r.RLIMIT_AS)[0])"
    start = command(("-c", say), files=100, address_space=2**31)
    assert subprocess.check_output([sys.executable, *start], cwd=ROOT, text=True).split() == ["100", str(2**31)]


def test_files_are_as_small_as_they_are_said_to_be() -> None:
    assert len(made.byte_level_normalizers(27)) < 2_000
    assert len(made.splits_and_metaspaces(20)) < 5_000
    assert len(made.nested_ranks("a", 659)) < 300_000
    assert len(json.loads(made.long_piece(150_000))["model"]["vocab"][1][0]) == 150_000


def test_an_honest_tokenizer_works(tmp_path: Path) -> None:
    from tokviz.files.pipeline import Pipeline

    file = tmp_path / "small.json"
    file.write_bytes(made.honest())
    assert Pipeline.from_file(file).encode("lower widest").tokens == ("low", "##er", "wide", "##s", "##t")


def test_a_letter_grows_by_the_map_of_characters(tmp_path: Path) -> None:
    from tokviz.files.pipeline import Pipeline

    file = tmp_path / "growing.model"
    file.write_bytes(made.growing_model(5))
    assert "".join(Pipeline.from_file(file).encode("ba").tokens).count("a") == 5


class Pipe:
    """The writing end of a connection, for a test."""

    def __init__(self) -> None:
        self.sent = bytearray()

    def write(self, data: bytes) -> None:
        self.sent += data

    async def drain(self) -> None:
        """All is written."""

    def at_eof(self) -> bool:
        return False


@pytest.mark.parametrize("deflates", [False, True])
def test_a_fragment_has_no_end(deflates: bool) -> None:
    """Its first byte says that more of the message comes; packed, it is a thousandth."""
    pipe = Pipe()
    wire = Wire(pipe, pipe)  # type: ignore[arg-type]
    wire.deflates = deflates
    assert run(first_fragment(wire, 2_000_000))
    assert pipe.sent[0] == (0x42 if deflates else 0x02)
    assert (len(pipe.sent) < 10_000) == deflates
