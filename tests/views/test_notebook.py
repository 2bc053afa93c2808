"""Objects in a notebook: small tables with the right numbers, escaped; and the example notebook, run here."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.html_pages import Reader
from tests.strategies import corpora
from tests.unigram.conventions import SOFT
from tokviz import Corpus, bpe, examples, unigram, wordpiece
from tokviz.files.by_name import on_this_machine
from tokviz.files.pipeline import Pipeline
from tokviz.trace import Trace
from tokviz.views import notebook, notebook_tables
from tokviz.views.hosts.parts import clock_in, stepped
from tokviz.views.shared.catalog import LANGUAGES, load

HUG = examples.load("hug").corpus
BPE = bpe.train(HUG, merges=20, rules="course")
WORDPIECE = wordpiece.train(HUG, merges=20, rules="course")
UNIGRAM = unigram.train(HUG, vocab_size=10, rules=SOFT)
DRAWN: dict[str, Any] = {
    "bpe-trace": BPE,
    "bpe-model": BPE.model(),
    "bpe-encoding": BPE.model().explain("hugs"),
    "wordpiece-trace": WORDPIECE,
    "wordpiece-model": WORDPIECE.model(),
    "wordpiece-encoding": WORDPIECE.model(4).explain("hugs"),
    "unigram-trace": UNIGRAM,
    "unigram-model": UNIGRAM.model(),
    "unigram-encoding": UNIGRAM.model().explain("hugs"),
    "lattice": UNIGRAM.model(1).lattice("hugs"),
    "pipeline": on_this_machine()["bert"].open(),
}
NOTEBOOK = Path("examples/tokviz.ipynb")


def table(page: str) -> list[list[str]]:
    """The rows of a table as text, the head first."""
    rows = re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)
    return [[unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in rows]


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_is_whole_and_small(name: str, language: str) -> None:
    page = notebook.html(DRAWN[name], load(language))
    read = Reader(page)
    assert not read.open
    assert {"table", "caption", "thead", "tbody", "th", "td"} <= set(read.tags)
    assert not {"script", "style", "link"} & set(read.tags)
    assert not re.search(r"(?<![-\w])color:(?!inherit)|background", page)  # as light or dark as the page around it
    head, *body = table(page)
    assert all(head)
    assert 1 <= len(body) <= notebook_tables.MAX_ROWS
    assert {len(row) for row in body} == {len(head)}
    if language == "en":
        assert DRAWN[name]._repr_html_() == page


def test_merges_are_told_with_their_counts() -> None:
    _, *rows = table(BPE._repr_html_())
    assert rows[:3] == [["1", "u g", "20", "ug", "–"], ["2", "u n", "16", "un", "–"], ["3", "h ug", "15", "hug", "–"]]
    assert "5 words: 7 merges" in BPE._repr_html_()
    _, *rows = table(WORDPIECE._repr_html_())
    assert rows[0] == ["1", "##g ##s", "5", "1/20", "##gs", "–"]


def test_models_are_told_with_what_they_hold() -> None:
    _, *rows = table(BPE.model(2)._repr_html_())
    assert rows == [["1", "u g", "ug"], ["2", "u n", "un"]]
    _, *rows = table(WORDPIECE.model()._repr_html_())
    assert [row[1] for row in rows] == list(WORDPIECE.model().vocabulary[:12])
    _, *rows = table(UNIGRAM.model(1)._repr_html_())
    assert rows[0] == ["0", "h", "0.0714286", "−2.6391"]


def test_words_are_told_with_their_tokens() -> None:
    page = BPE.model(3).explain("hugs")._repr_html_()
    assert "hugs → hug s" in page
    assert table(page)[1:] == [["1", "h u g s", "u g", "1"], ["2", "h ug s", "h ug", "3"]]
    page = UNIGRAM.model(1).lattice("hugs")._repr_html_()
    assert "out of 8" in page or "out of 7" in page
    assert table(page)[1][0] in {"h ugs", "hu gs", "hug s"}


def test_a_real_tokenizer_is_told_by_its_parts() -> None:
    page = on_this_machine()["bert"].open()._repr_html_()
    assert "bert: WordPiece with 1,000 tokens, applied by tokenizers " in page
    _, *rows = table(page)
    names = "BertNormalizer BertPreTokenizer WordPiece TemplateProcessing WordPiece"
    assert [row[1] for row in rows] == names.split()
    assert rows[0][2] == "clean_text true, handle_chinese_chars true, lowercase true"
    assert len(page) < 10_000
    codes = Pipeline.from_file(b"#version: 0.2\nl o\n")
    assert "BPE with" in codes._repr_html_()


def test_a_long_table_says_how_many_more() -> None:
    trace = bpe.train(Corpus({"abcdefghijklmnopqrstuvwxyz": 2}), rules="course")
    page = trace._repr_html_()
    assert len(table(page)) == 1 + notebook_tables.MAX_ROWS
    assert f"… and {len(trace) - notebook_tables.MAX_ROWS} more" in page
    assert "more" not in BPE._repr_html_()


@given(corpora(), st.sampled_from(["course", "huggingface"]))
def test_any_trace_draws_itself(corpus: Corpus, rules: str) -> None:
    trace = bpe.train(corpus, merges=5, rules=rules)
    for thing in (trace, trace.model(), trace.model().explain("a" * 30)):
        assert not Reader(thing._repr_html_()).open


def test_markup_stays_text() -> None:
    evil = "<b>&\"'"
    trace = bpe.train(Corpus({evil: 2}), rules="course")
    model = unigram.train(Corpus({evil: 2}), vocab_size=20, rules="hard-em").model()
    file = {
        "normalizer": {"type": "Replace", "pattern": {"String": evil}, "content": evil},
        "model": {"type": "BPE", "vocab": {"a": 0}, "merges": []},
    }
    pipeline = Pipeline.from_file(json.dumps(file).encode(), name=evil)
    drawn = (
        trace,
        trace.model(),
        trace.model().explain(evil),
        model,
        model.explain(evil),
        model.lattice(evil),
        pipeline,
    )
    for thing in drawn:
        assert "<b>" not in thing._repr_html_()
        assert "&lt;" in thing._repr_html_()


def test_other_things_have_no_table() -> None:
    with pytest.raises(TypeError, match=r"^int has no table"):
        notebook.html(3)


@pytest.mark.slow
def test_tables_need_neither_pandas_nor_altair() -> None:
    """An object draws itself even if only the core is installed; a method that needs more says what is missing."""
    program = (
        "import sys; sys.modules.update(dict.fromkeys(['pandas', 'altair', 'streamlit'], None))\n"
        "from tokviz import bpe, Corpus\n"
        "trace = bpe.train(Corpus({'ab': 2}))\n"
        "assert '<table' in trace._repr_html_()\n"
        "from tokviz.files.by_name import on_this_machine\n"
        "assert '<table' in on_this_machine()['gpt'].open()._repr_html_()\n"
        "try:\n    trace.to_frame()\n"
        "except ImportError as error:\n    print(error)\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "pandas" in run.stdout


# -- the example -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cells(root: Path) -> list[dict[str, Any]]:
    whole = json.loads((root / NOTEBOOK).read_text("utf-8"))
    assert (whole["nbformat"], whole["nbformat_minor"]) == (4, 5)
    found = list(whole["cells"])
    assert len({cell["id"] for cell in found}) == len(found)
    return found


def run(cells: list[dict[str, Any]]) -> dict[str, Any]:
    """Run the code cells one after the other as a notebook does: last line of the source -> what it showed."""
    names: dict[str, Any] = {}
    shown: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop()
        assert isinstance(last, ast.Expr), "a cell that shows nothing"
        exec(compile(tree, str(NOTEBOOK), "exec"), names)
        shown[ast.unparse(last)] = eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names)
    return shown


def test_the_notebook_holds_no_output(cells: list[dict[str, Any]]) -> None:
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert len(code) > 10
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    assert all(isinstance(line, str) for cell in cells for line in cell["source"])


def test_the_notebook_shows_what_it_says(cells: list[dict[str, Any]]) -> None:
    shown = run(cells)
    assert table(shown["trace"]._repr_html_())[1] == ["1", "u g", "20", "ug", "–"]
    assert shown["trace.pairs(0)"] == {
        **{("u", "g"): 20, ("p", "u"): 17, ("u", "n"): 16},
        **{("h", "u"): 15, ("g", "s"): 5, ("b", "u"): 4},
    }
    assert shown["[(part.word, part.total) for part in trace[0].contributions]"] == [
        ("hug", 10),
        ("pug", 5),
        ("hugs", 5),
    ]
    assert shown["trace.words(2)"]["bun"] == ("b", "un")
    assert shown["model.encode('hugs mug')"] == ["hugs", "m", "ug"]
    assert isinstance(shown["trace.to_frame()"], pd.DataFrame)
    assert table(shown["pieces"]._repr_html_())[1][3] == "1/20"
    assert "15 merges" in shown["bpe.train(own, merges=15, rules='sennrich')"]._repr_html_()
    drawn = [thing._repr_html_() for thing in shown.values() if type(thing).__module__.startswith("tokviz")]
    assert len(drawn) == 10
    assert ["<caption" in page or "<svg" in page for page in drawn] == [True] * 10


def test_several_trainings_are_on_one_clock() -> None:
    words = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    merged = [bpe.train(words, rules="course"), wordpiece.train(words, rules="course")]
    three: list[Trace] = [*merged, unigram.train(words, vocab_size=7)]
    found = stepped(three, "unhug")
    assert found is not None
    (part,) = found.parts(load("en"))
    assert part["picture"]["kind"] == "clock"
    assert [hand["name"] for hand in part["picture"]["hands"]] == ["BPE", "WordPiece", "Unigram"]
    assert "BPE" in notebook.html(clock_in(three, "unhug", load("en")))
