"""The Python files that are sent to a browser tab: enough to answer, no more than that, and always the same bytes."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile

import pytest

from tokviz.features.site.bundle import ENTRY, archive, contents, modules, sources, unpacked
from tools.site_parts import cached

ABSENT = ("PIL", "altair", "huggingface_hub", "pandas", "segno", "sentencepiece", "streamlit", "tokenizers")
PAGES = {
    "bpe": "example=sennrich",
    "wordpiece": "example=hug",
    "unigram": "example=hug",
    "parity": "example=four-languages",
    "bpe-encode": "example=hug&text=hugs",
    "bytes": "text=héllo",
}
KEPT = ("replay", "worksheet", "solution")
FILES = ("merges", "json", "codes", "zip", "still_svg", "still_tikz")


def test_an_archive_gives_back_its_files() -> None:
    files = {"b/c.py": b"\x00\xff", "a.py": b"", "é.py": b"1"}
    assert unpacked(archive(files)) == files
    assert archive(files) == archive(dict(reversed(files.items())))


def test_our_own_modules_are_those_that_the_entry_imports() -> None:
    found = modules()
    assert {ENTRY, "tokviz", "tokviz.bpe.training", "tokviz.unigram.em", "tokviz.views.merges.picture"} <= found.keys()
    assert {"tokviz.features.worksheets.files", "tokviz.features.stills.files"} <= found.keys()
    assert not {"tokviz.features.live", "tokviz.features.hub", "tokviz.features.stills.raster"} & found.keys()
    assert not [name for name in found if name.startswith(("tokviz.web.", "tokviz.cli.", "tokviz.sandbox"))]
    assert [*found] == sorted(found)


@pytest.mark.slow
def test_they_are_enough(tmp_path: Path) -> None:
    """Alone in a folder, without the libraries that a tab does not have, they answer, and make pages to keep."""
    for name, content in sources().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    script = f"""
import json, sys
sys.path.insert(0, {str(tmp_path)!r})
for name in {ABSENT!r}:
    sys.modules[name] = None
from tokviz.features.site.tab import answering
assert answering.__file__.startswith({str(tmp_path)!r})
for page, query in {PAGES!r}.items():
    request = {{"kind": "picture", "page": page, "query": query, "lang": "en", "asks": True}}
    print(answering.answer(json.dumps(request)))
for what in {KEPT!r}:
    request = {{"kind": "keep", "what": what, "page": "bpe", "query": "example=hug", "lang": "zh"}}
    print(answering.answer(json.dumps(request)))
for file in {FILES!r}:
    request = {{"kind": "file", "view": "files", "file": file, "page": "bpe", "query": "example=follow", "lang": "zh"}}
    print(answering.answer(json.dumps(request)))
"""
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["ok"] for one in told] == [True] * (len(PAGES) + len(KEPT) + len(FILES)), told


@pytest.mark.program
@pytest.mark.node
def test_the_same_parts_give_the_same_bytes() -> None:
    """Modules are compiled, the library is in a zip, and the plain algorithms are as they are written."""
    made = contents(cached())
    assert made == contents(cached())
    with ZipFile(BytesIO(made["library"])) as library:
        names = library.namelist()
        assert {one.compress_type for one in library.infolist()} == {ZIP_STORED}
    assert {"json/__init__.pyc", "encodings/utf_8.pyc"} <= set(names)
    assert not [name for name in names if name.endswith(".py")]
    own = unpacked(made["tokviz"])
    assert {"tokviz/bpe/algorithm.py", "tokviz/bpe/training.pyc", "tokviz/_site/assets/i18n/zh.json"} <= own.keys()
    assert "numpy/__init__.pyc" in unpacked(made["packages"])


@pytest.mark.program
@pytest.mark.node
def test_without_node_sources_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = cached()
    monkeypatch.setattr("shutil.which", lambda name: None)
    own = unpacked(contents(parts)["tokviz"])
    assert "tokviz/bpe/training.py" in own
    assert not [name for name in own if name.endswith(".pyc")]
