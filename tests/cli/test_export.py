"""``tokviz export``: stills of a training or a word, in one file or several, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PIL import Image

from tests.catalogs import saying
from tests.cli.conftest import Cli, right
from tokviz import features
from tokviz.features.stills.animation import FRAMES
from tokviz.views.shared.catalog import load

HUG = ("export", "--example", "hug", "--rules", "course")
BEGINNINGS = {
    "svg": b"<svg ",
    "png": b"\x89PNG",
    "gif": b"GIF89a",
    "webp": b"RIFF",
    "tikz": b"% Made",
    "beamer": b"% Made",
    "html": b"<!DOCTYPE html>",
}


def test_features_have_the_formats() -> None:
    assert set(BEGINNINGS) <= set(features.formats("export"))


@pytest.mark.parametrize("kind", BEGINNINGS)
def test_each_format(kind: str, cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "picture"
    right(cli(*HUG, "--step", "2", "--format", kind, "--output", str(path)))
    assert path.read_bytes().startswith(BEGINNINGS[kind])


@pytest.mark.parametrize(
    ("name", "begins"), [("a.svg", "<svg "), ("a.tex", "% Made with tokviz. Needs"), ("a.html", "<!DOCTYPE")]
)
def test_the_name_of_the_file_sets_the_format(name: str, begins: str, cli: Cli, tmp_path: Path) -> None:
    right(cli(*HUG, "--step", "1", "--output", str(tmp_path / name)))
    assert (tmp_path / name).read_text("utf-8").startswith(begins)


def test_without_a_step_it_is_the_last_one(cli: Cli) -> None:
    assert right(cli(*HUG)).out == right(cli(*HUG, "--step", "7")).out
    assert right(cli(*HUG)).out != right(cli(*HUG, "--step", "6")).out


def test_several_steps_are_several_files(cli: Cli, tmp_path: Path) -> None:
    right(cli(*HUG, "--steps", "0-2", "--step", "7", "--output", str(tmp_path / "hug.svg")))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hug-0.svg", "hug-1.svg", "hug-2.svg", "hug-7.svg"]
    third = right(cli(*HUG, "--step", "2")).out
    assert (tmp_path / "hug-2.svg").read_text("utf-8").count("<rect") == third.count("<rect")


def test_slides_have_a_frame_for_each_step(cli: Cli) -> None:
    assert right(cli(*HUG, "--format", "beamer")).out.count(r"\begin{frame}") == 8
    assert right(cli(*HUG, "--format", "beamer", "--steps", "2-4")).out.count(r"\begin{frame}") == 3


@pytest.mark.parametrize("algorithm", ["bpe", "wordpiece", "unigram"])
def test_a_word_on_its_way_to_tokens(algorithm: str, cli: Cli) -> None:
    out = right(cli("export", "--example", "hug", "--algorithm", algorithm, "--word", "hugs", "--step", "1")).out
    assert "<title>hugs" in out


def test_a_word_of_a_tokenizer(cli: Cli) -> None:
    out = right(cli("export", "--tokenizer", "gpt", "--word", "lower")).out
    assert "<title>lower" in out


def test_language_and_theme(cli: Cli) -> None:
    out = right(cli(*HUG, "--theme", "dark", "--lang", "zh", "--step", "1")).out
    assert 'lang="zh"' in out
    assert "#0e1117" in out


@pytest.mark.parametrize(
    ("given", "code", "details"),
    [
        (("--step", "9"), "cli-export-step", {"value": 9, "total": 7}),
        (("--steps", "3-1"), "cli-steps", {"value": "3-1"}),
        (("--steps", "all"), "cli-steps", {"value": "all"}),
        (("--steps", "0-9"), "cli-export-step", {"value": 8, "total": 7}),
        (("--steps", "0-3"), "cli-export-files", {"format": "svg"}),
        (("--word", "two words"), "cli-export-word", {"words": 2}),
        (("--word", "x" * 500), "cli-export-long", {"met": 500, "most": 400}),
        (("--tokenizer", "gpt"), "cli-unused", {"option": "--rules", "beside": "--tokenizer"}),
        (("--theme", "blue"), "cli-choice", {"option": "--theme", "value": "blue"}),
        (("--format", "pdf"), "cli-choice", {"option": "--format", "value": "pdf"}),
        (("--font", "none.ttf", "--format", "png"), "cli-file-missing", {"name": "none.ttf"}),
    ],
)
def test_what_is_refused(given: tuple[str, ...], code: str, details: dict[str, object], cli: Cli) -> None:
    done = cli(*HUG, *given)
    assert done.code == 2
    assert saying(f"error.{code}", **details).search(done.err)


SIDE_BY_SIDE = ("compare", "-e", "hug", "-t", "bpe:course,wordpiece:course,unigram:course", "--text", "unhug")


@pytest.mark.parametrize("kind", ["svg", "png", "gif", "webp", "tikz", "beamer", "html"])
def test_trainings_side_by_side(kind: str, cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "sizes"
    right(cli(*SIDE_BY_SIDE, "--size", "8", "--format", kind, "--output", str(path)))
    assert path.read_bytes().startswith(BEGINNINGS[kind])


def test_trainings_side_by_side_are_at_their_size_or_at_all_up_to_it(cli: Cli, tmp_path: Path) -> None:
    svg = right(cli(*SIDE_BY_SIDE, "--size", "10", "--format", "svg", "--theme", "dark", "--lang", "zh")).out
    assert load("zh")("clock.controls.of", step=10, total=16) in svg
    assert "#0e1117" in svg
    assert right(cli(*SIDE_BY_SIDE, "--size", "10", "-f", "beamer")).out.count(r"\begin{frame}") == 4  # 7 to 10
    right(cli(*SIDE_BY_SIDE, "--size", "9", "--output", str(tmp_path / "sizes.gif")))
    with Image.open(tmp_path / "sizes.gif") as image:
        assert image.n_frames == 3 + 2 * FRAMES  # type: ignore[attr-defined]


def test_all_sizes_are_in_a_replay_and_on_pages_that_are_not_ours(cli: Cli) -> None:
    replay = right(cli(*SIDE_BY_SIDE, "--size", "10", "--format", "html")).out
    (data,) = re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', replay, re.DOTALL)
    read = json.loads(data)
    assert (read["start"], read["parts"][0]["base"]) == (3, 7)
    assert sum(len(part["frames"]) for part in read["parts"]) == 10
    element = right(cli(*SIDE_BY_SIDE, "--size", "10", "--format", "embed")).out
    assert load("zh")("clock.idea.unigram") in element
    assert load("en")("clock.idea.unigram") in element
    module = right(cli(*SIDE_BY_SIDE, "--size", "10", "--format", "mjs", "--lang", "zh")).out
    assert load("zh")("clock.idea.unigram") in module
    assert load("en")("clock.idea.unigram") not in module


@pytest.mark.parametrize("kind", ["svg", "html", "embed"])
def test_a_picture_over_sizes_needs_two_that_are_trained(kind: str, cli: Cli) -> None:
    done = cli("compare", "-t", "gpt,bert", "--text", "low", "--format", kind)
    assert done.code == 2
    assert saying("error.cli-compare-picture").search(done.err)


def test_a_tokenizer_has_a_word_and_no_corpus(cli: Cli) -> None:
    assert saying("error.cli-export-tokenizer").search(cli("export", "--tokenizer", "gpt").err)
    both = cli("export", "words.txt", "--tokenizer", "gpt", "--word", "low")
    assert saying("error.cli-one-tokenizer", corpus="FILE").search(both.err)


def test_too_many_steps(cli: Cli) -> None:
    done = cli("export", "--example", "english", "--merges", "150", "--format", "beamer")
    assert saying("error.cli-export-many", met=151, format="beamer", most=100).search(done.err)


def test_a_corpus_over_standard_input(cli: Cli) -> None:
    out = right(cli("export", "--merges", "2", "--step", "1", stdin=b"low 5\nlower 2\n")).out
    assert ">5×<" in out


def test_parts_of_a_picture(cli: Cli) -> None:
    whole, parts = (
        right(cli(*HUG, "--step", "2")).out,
        right(cli(*HUG, "--step", "2", "--only", "words, candidates")).out,
    )
    assert len(parts) < len(whole)
    assert ">Vocabulary<" in whole
    assert ">Vocabulary<" not in parts
    shown = cli(*HUG, "--step", "2", "--only", "words,nothing")
    assert shown.code == 2
    assert saying("error.cli-export-only", value="nothing").search(shown.err)
