"""``tokviz compare``: rows, words with reasons, measures; trained tokenizers, files, and both."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.catalogs import saying
from tests.cli.conftest import Cli, right
from tokviz import bpe, examples
from tokviz.files import tokenizer_json
from tokviz.files.reading import note
from tokviz.texts import templates
from tokviz.views.shared.catalog import load

FAULTS = Path(__file__).parents[1] / "golden" / "faults"
USUAL = ("compare", "--example", "hug", "--size", "10")
TEXT = "the thinker thinks of the thinking winner " * 4 + "quiz running runs " * 3


def test_hug_at_ten(cli: Cli) -> None:
    out = right(cli(*USUAL, "--text", "hugs bun")).out
    rows = {line.split()[0]: line.split()[1:] for line in out.split("\n\n")[0].splitlines()[3:6]}
    assert rows == {
        "BPE": ["10", "hug", "s", "b", "un"],
        "WordPiece": ["15", "hugs", "b", "##u", "##n"],
        "Unigram": ["10", "hug", "s", "bu", "n"],
    }
    say = load("en")
    assert say("cli.differ", words=5, all=5) in out
    first, last = (say("measure.count.when", step=step, worth=count) for step, count in ((1, 20), (6, 5)))
    joined = say("compare.why.joins", name="BPE", pair="u + g", when=first)
    later = saying("compare.why.later", pair="hug + s", when=last)
    assert any(later.search(line) for line in out.splitlines() if joined in line)
    scored = say("measure.score.when", step=1, worth="1/20")
    assert say("compare.why.joins", name="WordPiece", pair="##g + ##s", when=scored) in out
    measures = out[out.index("Measures") :]
    line = next(line for line in measures.splitlines() if line.startswith("Tokens per word"))
    assert line.split()[-3:] == ["1.722", "2.444", "1.722"]


@pytest.mark.parametrize(("part", "has"), [("rows", "Rows"), ("words", "Words that differ"), ("measures", "Measures")])
def test_one_part_alone(part: str, has: str, cli: Cli) -> None:
    out = right(cli(*USUAL, "--part", part)).out
    assert [name for name in ("Rows", "Words that differ", "Measures") if name in out] == [has]


def test_tokens_over_sizes(cli: Cli) -> None:
    three = ("bpe:course", "wordpiece:course", "unigram:course")
    lines = right(cli("compare", "--example", "hug", "--sizes", "--tokenizers", *three)).out.splitlines()
    assert [line.split() for line in lines[3:]][3] == ["10", "9", "12", "9"]
    assert (
        right(cli("compare", "--example", "hug", "--part", "sizes", "--tokenizers", *three)).out.splitlines() == lines
    )


def test_languages_and_morphemes_as_text_and_as_json(cli: Cli) -> None:
    two = ("compare", "--tokenizers", "gpt", "bert", "--text", "low")
    done = cli(*two, "--part", "fair")  # what the files put around a text is said besides
    assert done.code == 0
    assert [line.split()[1:3] for line in done.out.splitlines()[3:5]] == [["0.299", "14"], ["0.072", "6"]]
    record = json.loads(cli(*two, "--format", "json").out)
    assert [row["gini"] for row in record["gini"]] == [0.299, 0.072]
    assert [row["f1"] for row in record["morphemes"]][:5] == [0.344, 0.313, 0.306, 0.256, 0.301]
    assert record["morphemes"][8]["f1"] is None  # BERT style knows no Chinese


def test_words_and_measures_as_csv(cli: Cli) -> None:
    rows = list(csv.DictReader(io.StringIO(right(cli(*USUAL, "-f", "csv")).out, newline="")))
    assert list(rows[0]) == ["word", "occurrences", "BPE", "WordPiece", "Unigram", "reason"]
    assert {row["word"]: row["BPE"] for row in rows} == {
        **{"hug": "hug", "pug": "p ug", "pun": "p un"},
        **{"bun": "b un", "hugs": "hug s"},
    }
    rows = list(csv.DictReader(io.StringIO(right(cli(*USUAL, "-f", "csv", "--part", "measures")).out, newline="")))
    tokens = {row["tokenizer"]: float(row["value"]) for row in rows if row["measure"] == "tokens"}
    assert tokens == {"BPE": 62, "WordPiece": 88, "Unigram": 62}


def test_json_holds_all(cli: Cli) -> None:
    read = json.loads(right(cli(*USUAL, "-f", "json", "--text", "hugs")).out)
    assert [(one["name"], one["rules"], one["size"]) for one in read["tokenizers"]] == [
        ("BPE", "course", 10),
        ("WordPiece", "course", 15),
        ("Unigram", "course", 10),
    ]
    assert read["rows"][1] == {
        "tokenizer": "WordPiece",
        "tokens": [{"text": "hugs", "start": 0, "end": 4}],
    }
    hugs = next(one for one in read["words"] if one["word"] == "hugs")
    assert (hugs["occurrences"], hugs["tokens"]["Unigram"]) == (5, ["hug", "s"])
    found = [one for one in read["measures"] if one["measure"] == "fertility"]
    fertility = {one["tokenizer"]: one["value"] for one in found if one["text"] == "train"}
    assert {one["value"] for one in found if one["text"] == "held"} == {1.0, 2.0}
    assert fertility["WordPiece"] == pytest.approx(88 / 36)
    assert {one["overlap"] for one in read["pairs"]["train"] if one["left"] == one["right"]} == {1.0}


@pytest.mark.parametrize("asked", [("-f", "zip"), ("-o", "report.zip")])
def test_a_format_that_there_is_not_is_refused(asked: tuple[str, str], cli: Cli, tmp_path: Path) -> None:
    """Named, or promised by the name of the file, which is not written as something that its name denies."""
    path = tmp_path / asked[1]
    done = cli(*USUAL, asked[0], str(path) if asked[0] == "-o" else asked[1])
    assert done.code != 0
    assert saying("error.rules-choice", name="--format", value="zip").search(done.err)
    assert not path.exists()


def test_a_file_beside_trained_ones(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    model = bpe.train(examples.load("hug").corpus, merges=1, rules="course").model()
    path.write_text(tokenizer_json.write_bpe(model), "utf-8")
    done = right(cli("compare", "-e", "hug", "-t", "bpe:course", str(path), "--size", "9", "-f", "json"))
    read = json.loads(done.out)
    assert [one["name"] for one in read["tokenizers"]] == ["BPE", "own.json"]
    assert read["tokenizers"][1]["files"] == [str(path)]
    assert [[token["text"] for token in row["tokens"]] for row in read["rows"]][1][:2] == ["h", "ug"]


def test_two_files_that_belong_together(cli: Cli, tmp_path: Path) -> None:
    names = [str(tmp_path / "merges.txt"), str(tmp_path / "vocab.json")]
    for kind, name in zip(("merges", "vocab"), names, strict=True):
        right(cli("train", "-e", "hug", "-f", kind, "-o", name))
    done = cli("compare", "-e", "hug", "-t", "+".join(names), "unigram", "--part", "rows", "--text", "hugs")
    assert done.code == 0
    assert done.err == f"tokviz: merges.txt: {note('merges-words').sentence(templates('en'))}\n"
    out = done.out
    assert [line.split()[0] for line in out.splitlines()[3:]] == ["merges.txt", "Unigram"]
    assert out.splitlines()[3].split()[-1] == "hugs"


def test_special_tokens_of_files_by_name(cli: Cli, tmp_path: Path) -> None:
    path = str(tmp_path / "own.tiktoken")
    right(cli("train", "-e", "hug", "--rules", "minbpe", "--merges", "3", "-s", "gpt2", "-f", "tiktoken", "-o", path))
    asked = ("compare", "-e", "hug", "-t", path, "bpe:course", "--text", "hug<|x|>", "-f", "json")
    rows = [json.loads(cli(*asked, *more).out)["rows"][0]["tokens"] for more in ((), ("--special", "<|x|>"))]
    assert ["<|x|>" in [token["text"] for token in row] for row in rows] == [False, True]
    none = cli("compare", "-e", "hug", "--special", "<|x|>")
    assert none.code != 0
    assert "--tokenizers" in none.err


def test_a_text_of_one_s_own_with_one_held_out(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "held.txt"
    path.write_text("a thinker wins", "utf-8")
    wanted = ("-t", "bpe:huggingface,wordpiece:huggingface,unigram:soft-em,bpe:sennrich", "--held", str(path))
    read = json.loads(right(cli("compare", *wanted, "-f", "json", stdin=TEXT.encode())).out)
    names = [one["name"] for one in read["tokenizers"]]
    assert len(names) == 4
    assert names[0].startswith("BPE (")
    assert {one["text"] for one in read["measures"]} == {"train", "held"}
    assert set(read["pairs"]) == {"train", "held"}
    sizes = [one["size"] for one in read["tokenizers"]]
    assert sizes == [
        read["size"],
        read["size"] + 5,
        24,
        read["size"],
    ]  # expectation drops some pieces of unigram anyway


def test_without_marks(cli: Cli) -> None:
    assert "##" in right(cli(*USUAL, "--part", "rows")).out
    assert "##" not in right(cli(*USUAL, "--part", "rows", "--neutral")).out
    assert "##s" not in right(cli(*USUAL, "-f", "csv", "--neutral")).out.split("WordPiece")[1].split('"')[0]


def test_a_size_that_one_of_them_does_not_reach(cli: Cli) -> None:
    sizes = [
        one["size"]
        for one in json.loads(right(cli("compare", "-e", "hug", "--size", "500", "-f", "json")).out)["tokenizers"]
    ]
    assert sizes == [14, 21, 15]


def test_tokenizers_that_cut_alike(cli: Cli) -> None:
    out = right(cli("compare", "-e", "hug", "-t", "bpe:course,bpe:huggingface", "--size", "12")).out
    assert load("en")("cli.differ", words=0, all=5) in out


def test_files_alone_need_no_corpus(cli: Cli) -> None:
    files = [str(FAULTS / name) for name in ("nl1.json", "nl2.json")]
    done = right(cli("compare", "-t", *files, "--text", "x\n     x\n     x", "-f", "json"))
    read = json.loads(done.out)
    assert [one["size"] for one in read["tokenizers"]] == [4, 5]
    assert {one["text"] for one in read["measures"]} == {"corpus"}, "not trained on it"
    assert [one["value"] for one in read["measures"] if one["measure"] == "tokens"] == [13, 9]
    assert cli("compare", "-t", "bpe:course", files[0], "--text", "x").code != 0  # one is to be trained


def test_a_space_before_the_text_is_a_difference(cli: Cli) -> None:
    files = [str(FAULTS / name) for name in ("first_always.json", "first_never.json")]
    out = right(cli("compare", "-", "-t", *files, stdin=b"ab\n")).out
    assert saying("cli.differ", words=1, all=1).search(out)
    assert saying("compare.why.space.puts.start", name="first_always.json", tokens="▁ab.").search(out)
    assert saying("compare.why.space.puts-none.start", name="first_never.json", tokens="ab.").search(out)


def test_a_list_of_words_says_that_it_has_no_text(cli: Cli) -> None:
    said = templates("en")["compare.listed"]
    assert said in right(cli(*USUAL)).out
    assert said not in right(cli("compare", "-", stdin=TEXT.encode())).out
