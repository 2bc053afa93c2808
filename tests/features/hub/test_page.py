"""The field on the page: off unless it was turned on, for names only, once for all visitors, and nothing by itself."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.catalogs import saying
from tests.features.hub.server import TINY, TOKEN, Hub
from tests.pages import visit
from tokviz.cli import start
from tokviz.errors import FetchError
from tokviz.features.hub.fetching import fetch
from tokviz.features.hub.models import MODELS
from tokviz.features.hub.packages import Package
from tokviz.features.hub.web import field as web
from tokviz.features.hub.web import known as known_models
from tokviz.files import by_name
from tokviz.files.by_name import Named
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE
from tokviz.views.shared.catalog import load

EN = load("en")
_VOCAB = {**{char: number for number, char in enumerate(CHAR_TO_BYTE)}, "lo": 256}
_BYTES = {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False}
SMALL = json.dumps({"pre_tokenizer": _BYTES, "model": {"type": "BPE", "vocab": _VOCAB, "merges": ["l o"]}}).encode()
RANKS = b"".join(b"%s %d\n" % (b64encode(bytes([byte])), byte) for byte in range(256))


@pytest.fixture
def field(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> Hub:
    """A hub, and a server that is to ask it."""
    monkeypatch.setenv(web.SWITCH, "1")
    return hub


def asked(name: str, at: AppTest | None = None) -> AppTest:
    """The page after somebody asked for a name."""
    at = at or visit.opened("tokenizers", preset="own", text="lol")
    at.text_input(key="tokenizers_get_name").input(name)
    (button,) = (one for one in at.button if one.label == EN("tokenizers.get.button"))
    button.click()
    return visit.alive(at.run())


def chosen(at: AppTest) -> object:
    return at.selectbox(key="tokenizers_tokenizer").value


def labels(at: AppTest) -> list[str]:
    return [one.label for one in at.text_input]


@pytest.mark.parametrize("value", [None, "", "0", "no"])
def test_it_is_off_unless_it_is_turned_on(value: str | None, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    if value is None:
        monkeypatch.delenv(web.SWITCH, raising=False)
    else:
        monkeypatch.setenv(web.SWITCH, value)
    at = visit.opened("tokenizers")
    assert EN("tokenizers.get") not in labels(at)
    assert hub.asked == []


def test_a_name_is_fetched_chosen_and_there_for_all(field: Hub) -> None:
    at = visit.opened("tokenizers")
    assert EN("tokenizers.get") in labels(at)
    assert field.asked == []
    at = asked("gpt2")
    assert chosen(at) == "gpt2"
    assert at.query_params["tokenizer"] == "gpt2"
    assert not at.error
    assert field.methods() == ["HEAD", "HEAD", "GET"]
    other = visit.opened("tokenizers", tokenizer="gpt2", preset="own", text="lol")
    assert chosen(other) == "gpt2"
    assert chosen(asked("gpt2", other)) == "gpt2"
    assert field.asked == []


@pytest.mark.parametrize("name", ["https://example.org/tokenizer.json", "../gpt2", "file:///etc/passwd", "a b"])
def test_what_is_no_name_is_never_sent(name: str, field: Hub) -> None:
    at = asked(name)
    assert len(at.error) == 1
    assert chosen(at) == "gpt"
    assert field.asked == []


def test_what_cannot_be_fetched_is_said(field: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """And no token of the server's user is sent."""
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    at = asked("org/gated")
    assert "is gated" in visit.plain(at.error[0].value)
    assert {one.token for one in field.asked} == {None}
    assert list(by_name.read_records()) == []


def known(**query: str) -> AppTest:
    """The page with the buttons of known models open."""
    at = visit.opened("tokenizers", **query)
    at.session_state["tokenizers_known"] = True
    return visit.alive(at.run())


def press(at: AppTest, title: str) -> AppTest:
    (button,) = (one for one in at.button if one.label == title)
    button.click()
    return visit.alive(at.run())


def rows(at: AppTest) -> list[str]:
    payload = visit.pictures(at, "tokviz.text_rows")["tokenizers_compared"]["payload"]
    return [payload["top"], *(row["name"] for row in payload["rows"])]


@pytest.fixture
def index(field: Hub, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The packages that were asked of an index, which has a small tokenizer for GPT-2 and nothing else."""
    asked: list[str] = []

    def download(package: Package, names: Sequence[str]) -> dict[str, bytes]:
        asked.append(package.name)
        if package.name != "openai-whisper":
            raise FetchError("models-package", package=f"{package}", why="–")
        return dict.fromkeys(names, RANKS)

    (gpt2,) = (model for model in MODELS if model.name == "gpt-2")
    small = replace(gpt2, hash=sha256(RANKS).hexdigest())
    monkeypatch.setattr(known_models, "MODELS", tuple(small if model is gpt2 else model for model in MODELS))
    monkeypatch.setattr("tokviz.features.hub.models.members", download)
    return asked


def test_known_models_are_one_press_each(index: list[str], field: Hub) -> None:
    at = known(preset="own", text="lol")
    titles = [one.label for one in at.button]
    wanted = [model.about.title for model in MODELS]
    assert wanted == [title for title in titles if title in wanted]
    for model in MODELS:
        (said,) = (caption.value for caption in at.caption if f"`{model.kept_as}`" in caption.value)
        assert model.about.license in said
        assert EN.short(model.megabytes, 2) in said
    assert index == [], "nothing is tried before a press"
    at = press(at, "GPT-2")
    assert chosen(at) == "gpt-2"
    assert rows(at)[-1] == "GPT-2"
    assert index == ["openai-whisper"]
    assert field.asked == []
    at.selectbox(key="tokenizers_tokenizer").set_value("bert")
    assert rows(visit.alive(at.run()))[-1] == "GPT-2", "on the list of the visit"
    assert chosen(press(at, "GPT-2")) == "gpt-2"
    assert index == ["openai-whisper"], "what is here is only chosen"


def test_one_press_fetches_all_and_says_what_could_not_be_had(index: list[str]) -> None:
    at = press(known(preset="own", text="lol"), EN("tokenizers.known.all"))
    assert len(index) == len({model.package for model in MODELS})
    assert len(at.error) == len(index) - 1, "once for each package"
    assert sum("litellm" in error.value for error in at.error) == 1
    (only,) = by_name.read_records()
    assert only.name == "gpt-2"
    assert only.open().encode("a").ids == (97,)


def test_a_server_that_fetches_nothing_says_so(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(web.SWITCH, raising=False)
    at = known()
    assert EN("tokenizers.known.off") in [one.value for one in at.info]
    assert not {one.label for one in at.button} & {model.about.title for model in MODELS}
    assert hub.asked == []


def test_without_a_network_a_name_says_so(field: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    at = asked("gpt2")
    assert saying("error.get-network", name="gpt2").search(visit.plain(at.error[0].value))
    assert chosen(at) == "gpt"


def test_there_is_an_end_to_what_visitors_fetch(field: Hub, tmp_path: Path) -> None:
    one = fetch("gpt2")
    for number in range(web.MOST - 1):
        by_name.write_record(Named(f"org/number{number}", one.files, "fetched"))
    field.asked.clear()
    assert str(web.MOST) in asked("organization/name").error[0].value
    assert field.asked == []


def test_a_few_at_a_time(field: Hub) -> None:
    places = web.fetch_slots()
    while places.acquire(blocking=False):
        pass
    try:
        assert saying("error.get-busy", name="gpt2").search(visit.plain(asked("gpt2").error[0].value))
    finally:
        for _ in range(web._AT_ONCE):
            places.release()
    assert chosen(asked("gpt2")) == "gpt2"


@pytest.mark.parametrize(
    ("address", "told", "value"),
    [
        ("127.0.0.1", None, "1"),
        ("localhost", None, "1"),
        ("::1", None, "1"),
        ("127.0.0.1", "0", "0"),
        ("0.0.0.0", None, None),
        (None, None, None),
        ("192.0.2.1", "1", "1"),
    ],
)
def test_the_command_turns_it_on_where_only_this_machine_reaches_it(
    address: str | None, told: str | None, value: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(web.SWITCH, raising=False)
    if told is not None:
        monkeypatch.setenv(web.SWITCH, told)
    assert start.environment(address).get(web.SWITCH) == value


# -- the rows of known models ------------------------------------------------------------------------------------------


@pytest.fixture
def two_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server with small files under the names of two known models."""
    monkeypatch.setenv(by_name.CACHE, f"{tmp_path}")
    for name, content, pattern in (("gpt-2.tiktoken", RANKS, "gpt2"), ("gemma-3.json", SMALL, None)):
        by_name.write_record(
            Named(name.rpartition(".")[0], (written(tmp_path / "models" / name, content),), "known", pattern)
        )


def written(path: Path, content: bytes) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    return path


def payload_of(at: AppTest) -> dict[str, Any]:
    payload: dict[str, Any] = visit.pictures(at, "tokviz.text_rows")["tokenizers_compared"]["payload"]
    return payload


@pytest.mark.usefixtures("two_models")
def test_typed_text_is_split_by_every_known_model() -> None:
    at = visit.opened("tokenizers", preset="own", text="lol")
    rows = payload_of(at)["rows"]
    assert [row["name"] for row in rows] == [EN("tokenizers.models.known"), "GPT-2", "Gemma 3"], "as they are recorded"
    assert [[part["text"] for part in row["parts"]] for row in rows[1:]] == [["l", "o", "l"], ["lo", "l"]]
    assert [row["pick"] for row in rows[1:]] == ["gpt-2", "gemma-3"]
    assert EN("tokenizers.models.any") in [one.value for one in at.caption]
    assert not at.error


@pytest.mark.usefixtures("two_models")
def test_what_a_model_splits_itself_is_not_shown_as_recorded_too() -> None:
    rows = payload_of(visit.opened("tokenizers"))["rows"]
    names = [row["name"] for row in rows]
    assert names.count("GPT-2") == names.count("Gemma 3") == 1
    assert "GPT-4o" in names
    assert [row.get("pick") for row in rows if row["name"] in ("GPT-2", "GPT-4o")] == ["gpt-2", None]


@pytest.mark.usefixtures("two_models")
def test_one_of_them_is_told_stage_by_stage_without_its_library() -> None:
    at = visit.opened("tokenizers", preset="own", text="lol", tokenizer="gemma-3")
    assert not at.exception
    assert not at.error
    assert EN("tokenizers.alone") in [one.value for one in at.caption]
    assert visit.payload(at) is not None
    assert "Gemma 3" in at.selectbox(key="tokenizers_tokenizer").options


def _caption_of_a_vocabulary() -> str:
    small = EN("tokenizers.which.note")
    return next(one.value for one in visit.opened("vocabulary").caption if small in one.value)


@pytest.mark.usefixtures("hub")
def test_a_real_vocabulary_is_uploaded_where_none_is_listed() -> None:
    assert EN("tokenizers.which.upload") in _caption_of_a_vocabulary()


@pytest.mark.usefixtures("two_models")
def test_no_upload_is_asked_for_where_real_vocabularies_are_listed() -> None:
    assert EN("tokenizers.which.upload") not in _caption_of_a_vocabulary()


def test_what_only_the_library_applies_is_opened_by_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(by_name.CACHE, f"{tmp_path}")
    content = TINY.replace(b'"model"', b'"normalizer": {"type": "StripAccents"}, "model"', 1)
    path = written(tmp_path / "models" / "gemma-3.json", content)
    by_name.write_record(Named("gemma-3", (path,), "known"))
    at = visit.opened("tokenizers", preset="own", text="lol", tokenizer="gemma-3")
    assert not at.error
    assert [part["text"] for part in payload_of(at)["rows"][-1]["parts"]] == ["lo", "l"]
