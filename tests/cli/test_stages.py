"""``tokviz stages``, ``tokviz encode`` of real tokenizers, and ``tokviz get``."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.conftest import Cli, right
from tests.features.hub.server import TINY, Hub
from tokviz.cli.tables import width
from tokviz.files.by_name import SHIPPED, on_this_machine
from tokviz.files.pipeline import Pipeline
from tokviz.models.around import Check, Difference
from tokviz.texts import templates
from tokviz.views.shared.catalog import load

FAULTS = Path(__file__).parents[1] / "golden" / "faults"
TEXT = "strawberry 1,234,567 naïve 你好 👩\u200d👩\u200d👧 [CLS]"


def pipeline(name: str) -> Pipeline:
    return on_this_machine()[name].open()


def test_what_is_dropped_is_said(cli: Cli) -> None:
    found = cli("stages", "-t", str(FAULTS / "no_unk.json"), "mug")
    assert found.err == f"tokviz: {templates('en')['encode.text-dropped.one']}\n".format(n=1, symbols="`m`")
    assert cli("stages", "-t", str(FAULTS / "no_unk.json"), "ug").err == ""


@pytest.mark.parametrize("name", SHIPPED)
def test_every_stage_is_there(name: str, cli: Cli) -> None:
    wanted = pipeline(name).stages(TEXT)
    read = json.loads(right(cli("stages", "-t", name, "-f", "json", TEXT)).out)
    assert [(stage["kind"], stage["name"]) for stage in read["stages"]] == [(one.kind, one.name) for one in wanted]
    for stage, one in zip(read["stages"], wanted, strict=True):
        assert [(part["text"], part["start"], part["end"]) for part in stage["parts"]] == [
            (part.text, *part.span) for part in one.parts
        ]
    ids = [part["id"] for part in read["stages"][-1]["parts"]]
    assert ids == list(pipeline(name).encode(TEXT).ids)
    assert read["decoding"]["text"] == pipeline(name).decode(ids).text
    out = right(cli("stages", "-t", name, TEXT)).out
    assert len(out.splitlines()) >= len(wanted)
    assert all(str(number) in out.split() for number in ids)


def test_tokens_stand_above_their_ids(cli: Cli) -> None:
    lines = right(cli("stages", "-t", "bert", "naïve 茶")).out.splitlines()
    at = next(place for place, line in enumerate(lines) if line.startswith("Tokens WordPiece"))
    tokens, ids = lines[at : at + 2]
    begins = [width(tokens[:place]) for place in range(1, len(tokens)) if tokens[place - 1] == " " != tokens[place]]
    columns = [place for place in range(1, len(ids)) if ids[place - 1] == " " != ids[place]]
    assert begins[1:] == columns  # the first word names the model
    assert right(cli("stages", "-t", "bert", "")).out.splitlines()[-1] == "Decoded"


def test_long_rows_are_cut(cli: Cli) -> None:
    out = right(cli("stages", "-t", "gpt", "low " * 200)).out
    assert max(width(line) for line in out.splitlines() if "low" not in line) < 150


@pytest.mark.parametrize("name", SHIPPED)
def test_ids_are_the_library_s(name: str, cli: Cli) -> None:
    found = pipeline(name).encode(TEXT)
    done = cli("encode", "--tokenizer", name, "--check", "--ids", TEXT)
    assert (done.code, [int(one) for one in done.out.split()]) == (0, list(found.ids))
    assert done.err.startswith("tokviz: Same as tokenizers ")
    read = json.loads(right(cli("encode", "-t", name, "-f", "json", TEXT)).out)
    assert (read["tokens"], read["ids"]) == (list(found.tokens), list(found.ids))
    assert [token for word in read["words"] for token in word["tokens"]] == read["tokens"]
    rows = csv.DictReader(io.StringIO(right(cli("encode", "-t", name, "-f", "csv", TEXT)).out))
    assert [row["token"] for row in rows] == read["tokens"]
    ids = " ".join(map(str, found.ids))
    decoded = right(cli("encode", "-t", name, "--decode", "--ids", ids)).out
    assert decoded == pipeline(name).decode(found.ids).text + "\n"
    tokens = json.dumps(pipeline(name).encode("low lower").tokens, ensure_ascii=False)
    assert right(cli("encode", "-t", name, "--decode", tokens)).out.split()[0] == "low"


@pytest.mark.parametrize("name", SHIPPED)
def test_steps_end_with_the_library_s_tokens(name: str, cli: Cli) -> None:
    words = json.loads(right(cli("encode", "-t", name, "--steps", "-f", "json", "low lower naïve")).out)
    tokens = [token for word in words for token in word["tokens"]]
    assert tokens == [part.text for part in pipeline(name).encode("low lower naïve", special=False).parts]
    for word in words:
        assert word["steps"]


def test_a_difference_is_said_and_ends_with_one(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Check("tokenizers 9.9", 2, Difference(1, "low", ("lo", "w"), ("l", "ow"), (0, 3)))
    monkeypatch.setattr(Pipeline, "check", lambda *_: found)
    done = cli("encode", "-t", "gpt", "--check", "low")
    assert done.code == 1
    say = load("en")
    told = say("tokenizers.differs", library="tokenizers 9.9", at=2, ours="lo w", theirs="l ow")
    assert done.err == f"tokviz: {told}\n"
    of_ids = Check("tokenizers 9.9", 2, Difference(1, "low", ("lo", "w"), ("lo", "w"), (0, 3), 4, 7))
    monkeypatch.setattr(Pipeline, "check", lambda *_: of_ids)
    told = say("tokenizers.differs.id", library="tokenizers 9.9", at=2, token="lo", ours=4, theirs=7)
    assert cli("encode", "-t", "gpt", "--check", "low").err == f"tokviz: {told}\n"
    monkeypatch.setattr(Pipeline, "check", lambda *_: replace(found, library=None))
    assert cli("encode", "-t", "gpt", "--check", "low").code == 2


def test_codes_have_no_ids(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "my.codes"
    path.write_text("#version: 0.2\nl o\n")
    lines = right(cli("stages", "-t", str(path), "low lo")).out.splitlines()
    assert [line.split() for line in lines[-2:]] == [["Tokens", "BPE", "lo@@", "w", "l@@", "o"], ["–"] * 4]
    assert "decoding" not in json.loads(right(cli("stages", "-t", str(path), "-f", "json", "low")).out)
    assert right(cli("encode", "-t", str(path), "--decode", "lo@@ w l@@ o")).out == "low lo\n"


def test_a_file_of_the_folder(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "class.json").write_bytes(TINY)
    monkeypatch.setenv("TOKVIZ_TOKENIZERS", str(tmp_path))
    assert right(cli("encode", "-t", "class.json", "lol")).out == "lo l\n"
    assert "class.json  TOKVIZ_TOKENIZERS  class.json" in right(cli("get")).out


@pytest.mark.slow
def test_what_was_fetched_has_a_name(cli: Cli, hub: Hub) -> None:
    done = cli("get", "gpt2", "org/none", "organization/name")
    assert done.code == 2
    assert done.out == "gpt2: tokenizer.json\norganization/name: vocab.json + merges.txt\n"
    assert done.err.count("\n") == 1
    assert "org/none" in done.err
    hub.asked.clear()
    assert right(cli("encode", "-t", "gpt2", "--ids", "lol")).out == "2 0\n"
    assert cli("encode", "-t", "organization/name", "lol").out == "lo l\n"
    assert "Tokens BPE" in right(cli("stages", "-t", "gpt2", "lol")).out
    assert "gpt2" in right(cli("get")).out
    assert right(cli("get", "--offline", "gpt2")).out == "gpt2: tokenizer.json\n"
    assert hub.asked == []
    compared = right(cli("compare", "-e", "hug", "-t", "gpt2,bpe:course", "--text", "lol", "--part", "rows")).out
    assert [line.split()[-2:] for line in compared.splitlines() if "gpt2" in line] == [["lo", "l"]]
    assert "gpt2/tokenizer.json" in compared
    assert cli("encode", "-t", "gpt2", "--special", "<s>=9", "--ids", "lo<s>l").out == "2 9 0\n"
    for name in ("org/bert", "nobody/fetched"):
        assert cli("encode", "-t", name, "lol").code == 2
    assert hub.asked == []


def test_a_file_goes_before_a_name(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gpt").write_bytes(TINY)
    assert right(cli("encode", "-t", "gpt", "lol")).out == "lo l\n"


def test_code_points_are_shown_where_nothing_else_changes(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "nfc.json"
    model = {"type": "BPE", "vocab": {"c": 0, "a": 1, "f": 2, "\u00e9": 3}, "merges": []}
    path.write_text(json.dumps({"normalizer": {"type": "NFC"}, "model": model}), encoding="utf-8")
    asked = ("stages", "-t", str(path), "cafe\u0301")
    lines = right(cli(*asked)).out.splitlines()
    assert any("U+0065 U+0301" in line and "U+00E9" in line for line in lines)
    stages = json.loads(right(cli(*asked, "-f", "json")).out)["stages"]
    assert [stage["recoded"] for stage in stages][:2] == [
        [],
        [{"text": "\u00e9", "before": ["U+0065", "U+0301"], "after": ["U+00E9"]}],
    ]
    assert [(part["start"], part["end"]) for part in stages[-1]["parts"]] == [(0, 1), (1, 2), (2, 3), (3, 4)]
