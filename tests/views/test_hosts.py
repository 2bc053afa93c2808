"""The picture outside of the app: which one an object has, the module and its sheet, the widget of notebooks."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from typing import Any

import pytest

import tokviz
from tokviz import Corpus, bpe, examples, notebook_display, picky, superbpe, unigram, wordpiece
from tokviz.files.by_name import on_this_machine
from tokviz.frontend import script
from tokviz.superbpe import boundless
from tokviz.views import notebook as tables
from tokviz.views.hosts import notebook
from tokviz.views.hosts.module import FORMAT, hosted_sheet, inline_json, module, picture_file
from tokviz.views.hosts.notebook import ShownTable
from tokviz.views.hosts.parts import MAX_BYTES, stepped
from tokviz.views.hosts.widget import PictureWidget
from tokviz.views.lattice import viterbi
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import LANGUAGES, load

HUG, LINES = examples.load("hug").corpus, Corpus({"by the way": 2, "by the sea": 1, "on the way": 1})
BPE = bpe.train(HUG, merges=20, rules="course")
WORDPIECE = wordpiece.train(HUG, merges=20, rules="course")
UNIGRAM = unigram.train(HUG, vocab_size=10)
MANY = bpe.train(Corpus({f"{a}{b}{c}": 1 for a in "abcdefgh" for b in "ijklmnop" for c in "qrstuvwxyz"}), merges=600)
STEPPED: dict[str, tuple[Any, str]] = {
    "bpe": (BPE, ""),
    "wordpiece": (WORDPIECE, ""),
    "top-down": (wordpiece.train_top_down(HUG, vocab_size=12), ""),
    "unigram": (UNIGRAM, ""),
    "many": (MANY, ""),
    "bpe-encoding": (BPE.model().explain("hugs"), ""),
    "bpe-word": (BPE.model(), "hugs"),
    "wordpiece-encoding": (WORDPIECE.model(4).explain("hugs"), ""),
    "wordpiece-word": (WORDPIECE.model(), "hugs"),
    "unigram-encoding": (UNIGRAM.model().explain("hugs"), ""),
    "unigram-word": (UNIGRAM.model(), "hugs"),
    "picky": (picky.train(HUG, merges=12, rules="picky"), ""),
    "picky-word": (picky.train(HUG, merges=12, rules="picky").model(), "hugs"),
    "superbpe-line": (superbpe.train(LINES, merges=12, rules="superbpe-lesson").model(), "by the way"),
    "boundless-line": (boundless.train(LINES, merges=12).model(), "by the way"),
    "lattice": (UNIGRAM.model(1).lattice("hugs"), ""),
    "pipeline": (on_this_machine()["bert"].open(), "unbelievable"),
}


@pytest.mark.parametrize("name", STEPPED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_a_frame(name: str, language: str) -> None:
    found = stepped(*STEPPED[name])
    assert found
    say = load(language)
    parts = list(found.parts(say))
    total = parts[0]["total"]
    held = {step for part in parts for step in range(part["first"], part["first"] + len(part["frames"]))}
    assert held == set(range(max(held) + 1))
    assert total >= max(held) >= min(total, 1)
    assert all(frame["say"] for part in parts for frame in part["frames"])
    assert {part["lang"] for part in parts} == {language}
    assert found.title(say)


def test_a_long_training_ends_where_its_bytes_do() -> None:
    found = stepped(MANY)
    assert found
    parts = list(found.parts(load("en")))
    assert len(list(found.parts(load("en"), most_bytes=10_000))) == 1
    assert sum(len(payload_json(one).encode()) for one in parts[1:]) <= MAX_BYTES
    assert parts[0]["total"] == len(MANY) > parts[-1]["first"] + len(parts[-1]["frames"]) - 1
    file = picture_file(found, [load("en")])
    last = file["languages"]["en"]["parts"][-1]
    assert last["total"] == last["first"] + len(last["frames"]) - 1


def test_a_lattice_is_the_one_of_its_word() -> None:
    model = UNIGRAM.model(1)
    found = stepped(model.lattice("hugs"))
    assert found
    assert [found.part(0, load("en"))] == viterbi.word_parts(model.explain("hugs"), None, load("en"))


@pytest.mark.parametrize("thing", [BPE.model(), on_this_machine()["bert"].open(), HUG, None])
def test_nothing_steps_without_steps(thing: object) -> None:
    assert stepped(thing) is None


# -- the module --------------------------------------------------------------------------------------------------------


def test_the_module_is_one_file() -> None:
    text = module()
    assert not re.search(r"^import\b", text, re.MULTILINE)
    assert len(re.findall(r"^export default\b", text, re.MULTILINE)) == 1
    assert "</script" not in text
    assert "<!--" not in text
    assert not re.search(r"https?://(?!www\.w3\.org/)", text)
    assert len(text.encode()) < 500_000


def test_the_module_loses_comments_alone() -> None:
    """A comment ends at its first sign of an end: code behind one on the same line is none."""
    codes = [re.findall(r"^ *(?![ /*])\S.*", text, re.MULTILINE) for text in (script("embed/embed.js"), module())]
    assert set(codes[0]) - set(codes[1]) == set()


def test_the_module_can_hold_a_picture() -> None:
    found = stepped(bpe.train(Corpus({"</script><!--": 2}), merges=1))
    assert found
    file = picture_file(found, [load("en")], 1)
    text = module(file)
    assert "</script" not in text
    assert inline_json(file) in text
    assert json.loads(inline_json(file)) == json.loads(json.dumps(file))


def test_the_sheet_asks_for_the_element() -> None:
    """No size is of the page's root, no query about the window, and nothing is said of an element of the page."""
    sheet = hosted_sheet()
    assert re.findall(r"[\d.]+rem\b", sheet) == ["1rem"]
    assert {found.strip() for found in re.findall(r"@media ([^{]*)", sheet)} == {"(prefers-reduced-motion: reduce)"}
    assert len(re.findall(r"@container tokviz \(", sheet)) > 20
    assert ":root" not in sheet
    assert not re.search(r"@container [^{]*,", sheet)


def test_scripts_and_files_have_the_same_format() -> None:
    assert f'"{FORMAT}"' in module()


# -- the widget --------------------------------------------------------------------------------------------------------


def widget(thing: object, word: str = "", **options: Any) -> PictureWidget:
    made = tokviz.show(thing, word, **options)
    assert isinstance(made, PictureWidget)
    return made


def test_a_widget_has_its_step_and_its_language() -> None:
    made = widget(BPE, step=3)
    assert made.step == 3
    assert list(made.picture["languages"]) == ["en"]
    made.step = 99
    assert made.step == len(BPE)
    made.step = -1
    assert made.step == 0
    made.lang = "zh"
    assert list(made.picture["languages"]) == ["zh"]
    assert made.more == []
    assert made.get_state()["_esm"] == module()


def test_a_widget_sends_the_part_that_a_step_needs() -> None:
    made = widget(MANY)
    assert made.picture["languages"]["en"]["parts"][0]["total"] == len(MANY)
    assert made.more == []
    made.step = 600
    (part,) = made.more
    assert part["first"] <= 600 < part["first"] + len(part["frames"])
    made.step = 599
    assert made.more == [part]
    made.lang = "zh"
    assert [one["lang"] for one in made.more] == ["zh"]


def test_a_notebook_shows_the_picture_and_keeps_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    assert BPE._repr_mimebundle_() is None  # there is no kernel here
    monkeypatch.setattr(notebook_display, "_has_kernel", lambda: True)
    bundle = BPE._repr_mimebundle_()
    assert bundle
    assert set(bundle[0]) == {"application/vnd.jupyter.widget-view+json", "text/html"}
    assert bundle[0]["text/html"] == tables.html(BPE)
    assert BPE.model()._repr_mimebundle_() is None
    assert isinstance(BPE._display_(), PictureWidget)
    assert isinstance(BPE.model()._display_(), ShownTable)


def test_without_anywidget_the_tables_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "find_spec", lambda name: None)
    monkeypatch.setattr(notebook_display, "_has_kernel", lambda: True)
    made = tokviz.show(BPE, step=3, lang="zh")
    assert isinstance(made, ShownTable)
    say = load("zh")
    note = say("notebook.widget")
    assert "tokviz-lab[notebook]" in note
    assert made._repr_html_() == tables.html(BPE, say, note) != tables.html(BPE, say)
    assert BPE._repr_mimebundle_() is None
    assert note in html.unescape(made.html)
    assert (made.step, made.lang) == (3, "zh")
    without_steps = tokviz.show(BPE.model())
    assert isinstance(without_steps, ShownTable)
    assert without_steps.html == tables.html(BPE.model())


def test_what_cannot_be_shown_is_said() -> None:
    with pytest.raises(TypeError, match="Corpus"):
        tokviz.show(HUG)
    with pytest.raises(ValueError, match="en, zh"):
        tokviz.show(BPE, lang="xx")


@pytest.mark.slow
def test_the_package_loads_no_widget() -> None:
    code = (
        "import sys, tokviz; sys.exit(any(name in sys.modules for name in ('anywidget', 'traitlets', 'tokviz.views')))"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
