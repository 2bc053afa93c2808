"""Output of the command line: byte for byte the files that the pages' buttons give."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
import streamlit as st

from tests.cli.conftest import Cli, right
from tests.cli.test_train import WRITTEN
from tests.pages.visit import opened
from tests.unigram.libraries import sentencepiece_train
from tokviz import examples, unigram
from tokviz.algorithms import ALGORITHMS
from tokviz.compare.comparison import ComparedCorpus, Engine, Slot
from tokviz.files.reading import note
from tokviz.state.training import defaults

OWN = "the thinker thinks of the thinking winner and the runner runs"
Downloads = Callable[..., dict[str, bytes]]


@pytest.fixture
def downloads(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Downloads:
    """``downloads("bpe", example="hug")``: each file that the page offers, by its ending (`/compare`: its name)."""

    def visit(page: str, **query: str) -> dict[str, bytes]:
        found: dict[str, bytes] = {}

        def button(label: str, data: Any, name: str, *_: object, **options: object) -> bool:
            content = data() if callable(data) else data
            found[name if page == "compare" else name.split(".", 1)[1]] = (
                content.encode() if isinstance(content, str) else content
            )
            return False

        monkeypatch.setattr(st, "download_button", button)
        opened(page, **{"view": "export" if page == "compare" else "files", **query})
        capsysbinary.readouterr()  # Streamlit's own messages
        return found

    return visit


ASKED: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "hug": ({"example": "hug"}, ("--example", "hug")),
    "prose": ({"example": "lighthouse"}, ("--example", "lighthouse")),
    "other words": ({"example": "course", "split": "words"}, ("--example", "course", "--split", "words")),
    "own": ({"example": "own", "corpus": OWN}, ()),
}
FILES = {
    "bpe": {"csv": "csv", "json": "json"},
    "wordpiece": {"csv": "csv", "json": "json", "vocab.txt": "vocab", "tokenizer.json": "tokenizer.json"},
    "unigram": {"csv": "csv", "json": "json", "vocab": "vocab", "tokenizer.json": "tokenizer.json"},
}


@pytest.mark.parametrize("algorithm", list(FILES))
@pytest.mark.parametrize("asked", list(ASKED))
def test_the_files_of_a_training(algorithm: str, asked: str, cli: Cli, downloads: Downloads) -> None:
    query, arguments = ASKED[asked]
    if asked == "own":  # a page opens with the convention of its lessons, and says which
        usual = defaults(ALGORITHMS[algorithm], "own")
        arguments = ("--rules", usual.preset, "--split", usual.split)
    found = downloads(algorithm, **query)
    for ending, kind in FILES[algorithm].items():
        told = [note(WRITTEN[algorithm])] if kind == "tokenizer.json" and algorithm in WRITTEN else []
        done = right(cli("train", "-a", algorithm, *arguments, "-f", kind, stdin=OWN.encode()), *told)
        assert done.data == found[ending], ending


def test_running_text_gives_what_the_library_learns_from_its_lines(cli: Cli, downloads: Downloads) -> None:
    """On the page, on the command line and in a comparison."""
    corpus = examples.load("lighthouse").cut("whitespace")
    assert corpus.lines is not None
    expected = sentencepiece_train(corpus.lines, 150, split_by_unicode_script=True)
    asked = {"example": "lighthouse", "split": "whitespace", "rules": "sentencepiece", "vocab": "150"}
    usual = ("-e", "lighthouse", "--split", "whitespace", "-r", "sentencepiece", "--vocab-size", "150")
    files = [downloads("unigram", **asked)["vocab"], right(cli("train", "-a", "unigram", *usual, "-f", "vocab")).data]
    for file in files:
        assert [line.split("\t")[0] for line in file.decode().splitlines()] == [piece for piece, _ in expected]
    engine = Engine(ComparedCorpus.of_example("lighthouse", "whitespace"))
    compared = engine.tokenizer(Slot("unigram", "sentencepiece"), 147, "SentencePiece").model
    assert isinstance(compared, unigram.Model)
    assert [(piece, compared.scores.get(piece, 0.0)) for piece in compared.vocabulary] == expected


@pytest.mark.parametrize("rules", ["subword-nmt", "huggingface", "minbpe"])
def test_codes_and_merges(rules: str, cli: Cli, downloads: Downloads) -> None:
    found = downloads("bpe", example="hug", rules=rules, merges="5")
    usual = ("train", "-e", "hug", "-r", rules, "-m", "5", "-f")
    with (
        zipfile.ZipFile(io.BytesIO(found["zip"])) as page,
        zipfile.ZipFile(io.BytesIO(cli(*usual, "zip").data)) as ours,
    ):
        assert page.namelist() == ours.namelist()
        assert all(page.read(name) == ours.read(name) for name in page.namelist())
    if "codes" in found:  # what the format cannot hold has no button
        assert right(cli(*usual, "codes")).data == found["codes"]
    else:
        assert cli(*usual, "codes").code == 2


# The words that differ are those of the corpus; the measures of tokens as they are written.
UNUSED = {"words": {"--text", "--held"}, "measures": {"--neutral"}}


def for_part(part: str, arguments: tuple[str, ...]) -> list[str]:
    """The arguments without those that change nothing of a part: options, and their values."""
    options = UNUSED[part]
    return [
        argument
        for option, argument in zip(("", *arguments), arguments, strict=False)
        if argument not in options and option not in options - {"--neutral"}
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("query", "arguments"),
    [
        ({"example": "hug", "text": "hugs bun"}, ("-e", "hug", "--text", "hugs bun")),
        (
            {"example": "hug", "size": "13", "marks": "neutral", "text": "hug"},
            ("-e", "hug", "--size", "13", "--neutral", "--text", "hug"),
        ),
        (
            {
                "example": "own",
                "corpus": OWN,
                "split": "whitespace",
                "t": "bpe:huggingface,bpe:subword-nmt",
                "text": "think",
            },
            ("-t", "bpe:huggingface", "bpe:subword-nmt", "--text", "think"),
        ),
        ({"example": "own", "corpus": OWN, "split": "words"}, ("--split", "words")),
        ({"example": "hug", "held": OWN, "text": "hugs"}, ("-e", "hug", "--held", "-", "--text", "hugs")),
        (
            {"example": "course", "t": "bpe:sennrich,wordpiece:huggingface,unigram:course,bpe:course", "size": "60"},
            (
                *("-e", "course", "--text", "This is not a token of the tokenizer.", "--size", "60"),
                *("-t", "bpe:sennrich", "wordpiece:huggingface,unigram:course", "bpe:course"),
            ),
        ),
    ],
)
def test_a_comparison(
    language: str, query: dict[str, str], arguments: tuple[str, ...], cli: Cli, downloads: Downloads
) -> None:
    found = downloads("compare", lang=language, **query)
    for part in UNUSED:
        asked = (*for_part(part, arguments), "-f", "csv", "--part", part)
        done = right(cli("compare", "--lang", language, *asked, stdin=OWN.encode()))
        assert done.data == found[f"tokviz-{part}.csv"]
