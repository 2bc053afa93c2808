"""Settings of a public server: the values of the configuration, and a Dockerfile that agrees with the checkout."""

from __future__ import annotations

import json
import re
import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest
from streamlit import config, net_util
from streamlit.web.server import server_util

from tokviz.web.server.uploads import MAX_MB, MAX_TOKENIZER_MB

SAFE: dict[str, Any] = {
    "browser.gatherUsageStats": False,
    "browser.serverAddress": "localhost",
    "client.allowedOrigins": [],
    "client.disableDataExport": True,
    "client.showErrorDetails": "type",
    "client.showErrorLinks": False,
    "client.toolbarMode": "minimal",
    "runner.fastReruns": False,
    "runner.postScriptGC": False,
    "server.enableCORS": True,
    "server.enableStaticServing": False,
    "server.enableXsrfProtection": True,
    "server.fileWatcherType": "none",
    "server.headless": True,
    "server.runOnSave": False,
}


@pytest.fixture(scope="module")
def written(root: Path) -> dict[str, Any]:
    """Full name -> value, of what config.toml sets."""
    sections = tomllib.loads((root / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    return {f"{section}.{name}": value for section, values in sections.items() for name, value in values.items()}


@pytest.fixture(scope="module")
def dockerfile(root: Path) -> list[tuple[str, str]]:
    """The instructions of the Dockerfile with what they are given."""
    text = (root / "deploy" / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines()]
    return [(line.split()[0], line.partition(" ")[2]) for line in lines if line and not line.startswith("#")]


def test_the_server_is_safe_for_strangers(written: dict[str, Any]) -> None:
    assert {name: written.get(name) for name in SAFE} == SAFE
    assert MAX_MB < MAX_TOKENIZER_MB <= written["server.maxUploadSize"] <= 64
    assert written["server.maxMessageSize"] <= 100


def test_streamlit_knows_every_option(written: dict[str, Any]) -> None:
    known = set(config._config_options_template)
    unknown = [name for name in written if not name.startswith("theme.") and name not in known]
    assert known
    assert unknown == []


def test_the_image_copies_what_there_is(root: Path, dockerfile: list[tuple[str, str]]) -> None:
    ignored = (root / "deploy" / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = [line.removeprefix("!") for line in ignored if line.startswith("!")]
    assert "*" in ignored
    copied = [name for kind, rest in dockerfile if kind == "COPY" for name in rest.split()[:-1]]
    assert {"app.py", "pages", "tokviz", "assets", ".streamlit", "deploy/requirements.lock"} <= set(copied)
    assert [name for name in copied if not (root / name).exists()] == []
    assert [name for name in copied if not any(one == name or one.startswith(f"{name}/") for one in let_in)] == []


def test_the_image_runs_as_an_ordinary_user(dockerfile: list[tuple[str, str]]) -> None:
    kinds = [kind for kind, _ in dockerfile]
    user = next(rest for kind, rest in dockerfile if kind == "USER")
    assert user not in {"root", "0"}
    assert any(kind == "RUN" and "useradd" in rest and user in rest for kind, rest in dockerfile)
    assert kinds.index("USER") < kinds.index("CMD")
    assert "RUN" not in kinds[kinds.index("USER") :]


def test_the_image_asks_for_its_health_where_it_serves(dockerfile: list[tuple[str, str]]) -> None:
    """tests/tools/test_load.py asks a running server at the same path."""
    given = dict(dockerfile)
    command = json.loads(given["CMD"])
    port = command[command.index("--port") + 1]
    assert given["EXPOSE"] == port
    assert command[command.index("--host") + 1] == "0.0.0.0"
    asked = re.search(r"http://127\.0\.0\.1:(\d+)(/[\w/]+)", given["HEALTHCHECK"])
    assert asked
    assert asked.groups() == (port, "/_stcore/health")


def test_the_image_and_the_documented_command_start_alike(root: Path, dockerfile: list[tuple[str, str]]) -> None:
    command = json.loads(dict(dockerfile)["CMD"])
    assert command[command.index("--ws-per-message-deflate") + 1] == "false"
    assert f"\n    {' '.join(command)}\n" in (root / "docs" / "how-to" / "deploy.md").read_text(encoding="utf-8")


def test_a_foreign_connection_is_refused_and_nobody_is_asked(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net_util, "_make_blocking_http_get", lambda *_, **__: pytest.fail("asks a public service"))
    monkeypatch.setattr(net_util, "get_external_ip", net_util.get_external_ip)  # taken back after the test
    runpy.run_path(str(root / "app.py"))
    assert not server_util.is_url_from_allowed_origins("https://elsewhere.example")
    assert server_util.is_url_from_allowed_origins("http://localhost:8501")
