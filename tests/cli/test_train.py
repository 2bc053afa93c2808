"""``tokviz train``: steps as a table, every format, states between steps; on `hug` and on texts of one's own."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from tokenizers import Tokenizer

from tests.bpe.test_special_tokens import theirs
from tests.catalogs import saying
from tests.cli.conftest import Cli, right
from tokviz import Corpus, bpe, examples, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS, OWN_AMOUNT, Progress
from tokviz.corpus import MAX_DISTINCT_WORDS, parse
from tokviz.errors import TokvizError
from tokviz.files.detect import load_any
from tokviz.files.reading import note
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE
from tokviz.texts import LANGUAGES, templates
from tokviz.views.shared.catalog import load
from tokviz.views.shared.messages import progress_text

PROSE = "The cat sat on the mat, and the cat ate. " * 3
WRITTEN = {"bpe": "written-drops", "unigram": "written-no-unk"}
"""Algorithm -> the note on a tokenizer.json of it."""
COUNTS = "low 5\nlower 2\nnewest 6\nwidest 3\n"


def table(text: str) -> list[list[str]]:
    """The rows of the first table in a text."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if set(line) == {"-", " "})
    widths = [len(dashes) for dashes in lines[start].split()]
    rows = []
    for line in lines[start + 1 :]:
        if not line.strip():
            break
        at, cells = 0, []
        for width in widths:
            cells.append(line[at : at + width].strip())
            at += width + 2
        rows.append(cells)
    return rows


def test_the_first_merge_of_hug(cli: Cli) -> None:
    out = right(cli("train", "--example", "hug")).out
    assert out.splitlines()[0] == f"BPE, {load('en')('preset.course')}: {load('en')('example.hug')} (5 words)"
    rows = table(out)
    assert rows[0] == ["1", "u g", "ug", "20", "–", "7", "8"]
    assert [(row[1], row[3]) for row in rows[:3]] == [("u g", "20"), ("u n", "16"), ("h ug", "15")]
    assert len(rows) == 7
    assert out.rstrip().splitlines()[-1] == load("en")("bpe.stopped.no_pairs")


def test_wordpiece_shows_its_scores(cli: Cli) -> None:
    rows = table(right(cli("train", "-e", "hug", "-a", "wordpiece")).out)
    assert (rows[0][1], rows[0][-1]) == ("##g ##s", "1/20")
    assert (rows[1][1], rows[1][-1]) == ("h ##u", "1/36")


def test_unigram_shows_rounds_and_pieces(cli: Cli) -> None:
    out = right(cli("train", "-e", "hug", "-a", "unigram", "--vocab-size", "12")).out
    trace = unigram.train(examples.load("hug").corpus, vocab_size=12, rules="course")
    assert [row[1] for row in table(out)][:3] == ["seeds", "pruning", "M step"]
    assert [int(row[3]) for row in table(out)] == list(trace.pieces_left[1:])
    pieces = table(out[out.index("Piece ") :])
    assert [row[0] for row in pieces] == list(trace.probabilities())


@pytest.mark.parametrize("algorithm", ["bpe", "unigram"])
def test_what_sentencepiece_blanks_out(algorithm: str, cli: Cli) -> None:
    """Rare characters and symbols of the user are blanked out as in Python, and the symbols stay whole in a text."""
    text = "hug<x>s pug " * 30 + "pun画"
    asked = ("--algorithm", algorithm, "--rules", "sentencepiece", "--vocab-size", "14", "--user-defined", "<x>")
    asked_json = ("--character-coverage", "0.98", "--format", "json")
    done = right(cli("train", *asked, *asked_json, stdin=f"{text}\n".encode()))
    entry = ALGORITHMS[algorithm]
    sentencepiece: Any = entry.presets["sentencepiece"]
    rules = replace(sentencepiece, character_coverage=0.98, user_defined=("<x>",))
    trace = entry.train(Corpus.from_text(text), rules, vocab_size=14)
    assert "n" not in trace.vocabulary()
    assert "<x>" in trace.vocabulary()
    assert json.loads(done.out) == json.loads(json.dumps(trace.to_dict()))
    done = right(cli("encode", "--corpus", "-", *asked, "--user-defined", "pu", "--", "hug<x>pug", stdin=text.encode()))
    tokens = done.out.split()
    assert "".join(tokens) == "▁hug<x>pug"
    assert {"<x>", "pu"} <= set(tokens)


@pytest.mark.parametrize("rules", list(bpe.PRESETS))
def test_every_preset(rules: str, cli: Cli) -> None:
    done = right(cli("train", "--rules", rules, "--merges", "4", "--format", "json", stdin=COUNTS.encode()))
    read = json.loads(done.out)
    trace = bpe.train(parse(COUNTS).corpus, merges=4, rules=rules)
    assert read == json.loads(json.dumps(trace.to_dict()))


def test_words_that_are_wide_stay_in_their_columns(cli: Cli) -> None:
    out = right(cli("train", "--merges", "3", stdin="茶叶 3\n茶 2\nab 1\n".encode())).out
    head, rule, first, *_ = out.splitlines()[2:]
    assert first.split()[1:4] == ["茶", "叶</w>", "茶叶</w>"]
    start = rule.split("  ")[0:3]
    before_count = sum(len(dashes) + 2 for dashes in start)
    wide = sum(2 if ord(char) > 0x2E80 else 1 for char in first[: first.index("茶叶</w>") + 6])
    assert wide <= before_count
    assert head.index("Count") >= before_count


# -- where a corpus comes from -----------------------------------------------------------------------------------------


def test_standard_input_a_dash_and_a_file_are_alike(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text(PROSE, encoding="utf-8")
    wanted = right(cli("train", str(path), "--format", "json")).out
    assert right(cli("train", "--format", "json", stdin=PROSE.encode())).out == wanted
    assert right(cli("train", "-", "--format", "json", stdin=PROSE.encode())).out == wanted
    merges = [tuple(step["pair"]) for step in json.loads(wanted)["steps"]]
    assert merges == bpe.train(Corpus.from_text(PROSE), merges=OWN_AMOUNT, rules="subword-nmt").merges


def test_split_and_size_of_a_text(cli: Cli) -> None:
    done = right(
        cli("train", "--split", "gpt2-bytes", "-r", "huggingface", "-n", "25", "-f", "json", stdin=PROSE.encode())
    )
    trace = bpe.train(Corpus.from_text(PROSE, "gpt2-bytes"), vocab_size=25, rules="huggingface")
    assert json.loads(done.out) == json.loads(json.dumps(trace.to_dict()))
    assert trace.sizes()[-1] == 25


def test_what_the_reader_says_is_not_among_the_output(cli: Cli) -> None:
    done = cli("train", "--format", "csv", stdin=b"5,low\n2,lower\n")
    assert (done.code, done.out.splitlines()[0].split(",")[0]) == (0, "step")
    assert done.err == f"tokviz: {load('en')('note.columns-swapped')}\n"


@pytest.mark.parametrize("amount", [["--merges", "all"], []])
def test_how_far_training_goes(amount: list[str], cli: Cli) -> None:
    text = " ".join(f"w{i} " * (i + 1) for i in range(400)).encode()
    steps = json.loads(right(cli("train", *amount, "--format", "json", stdin=text)).out)["steps"]
    assert (len(steps) == OWN_AMOUNT) is (amount == [])
    assert len(steps) >= OWN_AMOUNT


def test_an_example_stops_where_its_source_does(cli: Cli) -> None:
    assert len(table(right(cli("train", "--example", "jurafsky")).out)) == 8
    assert len(table(right(cli("train", "--example", "jurafsky", "--merges", "3")).out)) == 3


# -- formats -----------------------------------------------------------------------------------------------------------


def test_csv_has_the_numbers_as_they_are(cli: Cli) -> None:
    rows = list(csv.DictReader(io.StringIO(right(cli("train", "-e", "hug", "-f", "csv")).out, newline="")))
    assert (rows[0]["left"], rows[0]["right"], rows[0]["count"]) == ("u", "g", "20")
    rows = list(csv.DictReader(io.StringIO(right(cli("train", "-e", "hug", "-a", "unigram", "-f", "csv")).out)))
    assert [row["kind"] for row in rows][:2] == ["seed", "prune"]


@pytest.mark.parametrize(("where", "first"), [(["--example", "hug"], "p u"), (["--merges", "5"], "s t</w>")])
def test_codes_and_merges(where: list[str], first: str, cli: Cli) -> None:
    usual = ("train", *where, "--rules", "subword-nmt", "--format")
    codes = right(cli(*usual, "codes", stdin=COUNTS.encode())).out
    assert codes.splitlines()[:2] == ["#version: 0.2", first]
    assert right(cli(*usual, "merges", stdin=COUNTS.encode())).out == codes


@pytest.mark.parametrize(
    ("algorithm", "name"),
    [
        *[("bpe", name) for name in ("tokenizer.json", "my.codes", "hug.tiktoken")],
        *[("wordpiece", name) for name in ("tokenizer.json", "vocab.txt")],
        *[("unigram", name) for name in ("tokenizer.json", "hug.vocab")],
    ],
)
def test_a_file_s_name_says_its_format_and_it_can_be_read(algorithm: str, name: str, cli: Cli, tmp_path: Path) -> None:
    rules = {"my.codes": ["-r", "subword-nmt"], "hug.tiktoken": ["-r", "minbpe", "-s", "cl100k"]}.get(name, [])
    path = tmp_path / name
    amount = ["--merges", "4"] if algorithm == "bpe" else ["--vocab-size", "15"]
    told = [note(WRITTEN[algorithm])] if name == "tokenizer.json" and algorithm in WRITTEN else []
    done = right(cli("train", "-e", "hug", "-a", algorithm, *rules, *amount, "-o", str(path)), *told)
    assert done.data == b""
    model = load_any([(name, path.read_bytes())]).model
    assert not isinstance(model, bpe.Applier)
    back = model.decode(model.encode("hug"))
    # sentencepiece puts a mark before the text, which these pieces do not have: unknown, it stays a mark
    assert back.strip() == ("▁hug" if name == "hug.vocab" else "hug")
    kind = {"bpe": bpe.Model, "wordpiece": wordpiece.Model, "unigram": unigram.Model}[algorithm]
    assert isinstance(model, kind)


def test_zip_and_the_two_files_alone(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "hug.zip"
    right(cli("train", "-e", "hug", "-o", str(path)))
    with zipfile.ZipFile(path) as archive:
        merges, vocab = archive.read("merges.txt"), archive.read("vocab.json")
    assert right(cli("train", "-e", "hug", "-f", "merges")).data == merges
    assert right(cli("train", "-e", "hug", "-f", "vocab")).data == vocab
    assert load_any([("merges.txt", merges), ("vocab.json", vocab)]).model.encode("hugs") == ["hugs"]


def test_every_algorithm_s_formats_can_be_written(cli: Cli) -> None:
    for name, algorithm in ALGORITHMS.items():
        for kind in ("table", "csv", "json", *algorithm.formats):
            rules = ["-r", "minbpe", "-m", "3"] if kind == "tiktoken" else []
            rules = ["-r", "subword-nmt"] if kind == "codes" else rules
            if (name, kind) == ("picky", "tokenizer.json"):
                rules = ["--threshold", "1", "--split", "metaspace"]
            told = [note(WRITTEN[name])] if kind == "tokenizer.json" and name in WRITTEN else []
            assert right(cli("train", "-e", "hug", "-a", name, "-f", kind, *rules), *told).data, (name, kind)


# -- states ------------------------------------------------------------------------------------------------------------


def test_the_state_after_a_step(cli: Cli) -> None:
    out = right(cli("train", "-e", "hug", "--step", "1")).out
    assert load("en")("cli.step", step=1, total=7) in out
    said = load("en")("reason.count.past", count="20 times", sum="`hug` 10 + `pug` 5 + `hugs` 5")
    assert saying("bpe.made", number=1, pair="`u g`", token="`ug`", why=said).search(out)
    words = {row[0]: row[2] for row in table(out)}
    assert words == {"hug": "h ug", "pug": "p ug", "pun": "p u n", "bun": "b u n", "hugs": "h ug s"}
    assert table(out[out.index(load("en")("cli.choice")) :])[0][:4] == ["1", "u", "n", "16"]


def test_a_lone_winner_is_not_called_tied(cli: Cli) -> None:
    """At step 0 of `hug` one pair is ahead; of the pairs of `sennrich` three are. WordPiece ties at 4, not at 2."""
    ties = {
        ("-e", "hug", "--step", "0"): 0,
        ("-e", "sennrich", "--step", "0"): 3,
        ("-a", "wordpiece", "-e", "hug", "--step", "2"): 0,
        ("-a", "wordpiece", "-e", "hug", "--step", "4"): 4,
    }
    for asked, number in ties.items():
        out = right(cli("train", *asked)).out
        assert [row[-1] for row in table(out[out.index(load("en")("cli.choice")) :])].count("yes") == number, asked


def test_several_states_as_data(cli: Cli) -> None:
    read = json.loads(right(cli("train", "-e", "hug", "--step", "0", "7", "-f", "json")).out)
    assert [state["step"] for state in read] == [0, 7]
    assert read[0]["next"][0] == {"rank": 1, "left": "u", "right": "g", "count": 20, "tied": False}
    assert read[1]["next"] == []
    assert read[1]["state"][0] == {"word": "hug", "count": 10, "symbols": ["hug"]}
    rows = list(csv.DictReader(io.StringIO(right(cli("train", "-e", "hug", "--step", "0", "1", "-f", "csv")).out)))
    assert [(row["step"], row["left"], row["right"]) for row in rows if row["rank"] == "1"] == [
        ("0", "u", "g"),
        ("1", "u", "n"),
    ]


@pytest.mark.parametrize("algorithm", ["wordpiece", "unigram"])
@pytest.mark.parametrize("kind", ["table", "csv", "json"])
@pytest.mark.parametrize("rules", ["course", "huggingface"])
def test_every_state_can_be_shown(algorithm: str, kind: str, rules: str, cli: Cli) -> None:
    size = ["--vocab-size", "16"]
    trained = right(cli("train", "-e", "hug", "-a", algorithm, "-r", rules, *size, "-f", "json")).out
    steps = [str(k) for k in range(len(json.loads(trained)["steps"]) + 1)]
    out = right(cli("train", "-e", "hug", "-a", algorithm, "-r", rules, *size, "-f", kind, "--step", *steps)).out
    if kind == "table":
        assert out.count("After step") == len(steps)
        assert "hugs" in out


# -- what was written --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "kind"), [("my8k.json", "json"), ("my8k.txt", "table"), ("my8k", "table")])
def test_a_file_whose_name_promises_no_tokenizer_is_named_for_what_it_is(
    name: str, kind: str, cli: Cli, tmp_path: Path
) -> None:
    path = tmp_path / name
    done = cli("train", "-e", "hug", "-o", str(path))
    size = load("en").size(path.stat().st_size)
    formats = "tokenizer.json, codes, merges, vocab, zip, tiktoken"
    assert done.err == f"tokviz: {load('en')(f'cli.wrote.{kind}', size=size, formats=formats)}\n"
    assert done.code == 0
    right(cli("train", "-e", "hug", "-f", kind, "-o", str(path)))


def test_a_trace_is_not_taken_for_a_tokenizer(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "my8k.json"
    right(cli("train", "-e", "hug", "-f", "json", "-o", str(path)))
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    for command in (["encode", "hug", "-t"], ["stages", "hug", "-t"], ["vocabulary"]):
        done = cli(*command, str(path))
        assert done.code == 2
        assert str(TokvizError("json-trace")) in done.err


def test_a_byte_level_file_says_which_bytes_it_lacks(cli: Cli) -> None:
    asked = ("train", "-r", "huggingface", "-s", "gpt2-bytes", "-m", "5", "-f", "tokenizer.json")
    done = cli(*asked, stdin=b"low lower lowest\n")
    assert done.code == 0
    assert done.err == f"tokviz: {note('written-bytes', number=247, bytes=LACKING).sentence(templates('en'))}\n"
    whole = right(cli(*asked, "--all-bytes", stdin=b"low lower lowest\n")).out
    few, many = (json.loads(text)["model"] for text in (done.out, whole))
    assert few["merges"] == many["merges"]
    assert set(many["vocab"]) >= set(CHAR_TO_BYTE)
    vocab = cli("train", "-r", "huggingface", "-s", "gpt2-bytes", "-m", "5", "-f", "vocab", stdin=b"low lower lowest\n")
    assert vocab.err == done.err


LACKING = "00–09, 0B–1F, 21–64, 66–6B, 6D–6E, 70–71, 75–76, 78–FF"


@pytest.mark.parametrize("split", ["whitespace", "gpt2-bytes"])
def test_special_tokens_of_a_training(split: str, cli: Cli) -> None:
    """Split at them or not, as the library does where they were added before or not."""
    text = "hello<sep>world <sep> x\nab <sep>ab\n"
    for options, added in ((("--special", "<sep>"), ()), (("--special", "<sep>", "--special-split"), ("<sep>",))):
        asked = ("-r", "huggingface", "-s", split, "-n", "40", *options, "-f", "tokenizer.json")
        done = cli("train", *asked, stdin=text.encode())
        merges, vocabulary = theirs([text], split, added=added, special_tokens=["<sep>"], vocab_size=40)
        file = json.loads(done.out)
        assert [tuple(pair) for pair in file["model"]["merges"]] == merges
        assert list(file["model"]["vocab"]) == vocabulary
        assert [one["content"] for one in file["added_tokens"]] == ["<sep>"]
        assert Tokenizer.from_str(done.out).encode("x<sep>x").tokens == ["x", "<sep>", "x"]


def test_special_tokens_that_do_not_fit(cli: Cli) -> None:
    done = cli("train", "-e", "hug", "--special-split")
    assert str(TokvizError("cli-special-split")) in done.err
    done = cli("train", "-e", "hug", "-a", "unigram", "--special", "<x>", "--special-split")
    assert str(TokvizError("merges-only", name="special_split")) in done.err
    out = right(cli("train", "-e", "hug", "-a", "unigram", "-n", "14", "--special", "<x>", "-f", "vocab")).out
    assert out.startswith("<x>\t") or "<x>" in out


# -- progress ----------------------------------------------------------------------------------------------------------


class Screen(io.StringIO):
    """Standard error of a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("algorithm", "told"),
    [
        ("bpe", Progress(3, "merge", 10, 12)),
        ("wordpiece", Progress(3, "merge", 15, 16)),
        ("unigram", Progress(3, "maximize", 14, 12)),
    ],
)
def test_a_terminal_shows_how_far_training_is(
    algorithm: str, told: Progress, language: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock goes a second on whenever it is looked at, so that every step is told."""
    screen, say = Screen(), load(language)
    monkeypatch.setattr("tokviz.cli.inputs.monotonic", count().__next__)
    monkeypatch.setattr(sys, "stderr", screen)
    assert cli("train", "-e", "hug", "-a", algorithm, "-n", str(told.vocab_size), "--lang", language).code == 0
    lines = screen.getvalue().split("\r\x1b[K")
    assert lines[1] == say("train.running", words=say.count("count.words", 5))
    assert lines[-1] == ""  # nothing of it stays
    steps = [line for line in lines[2:-1] if line]
    assert len(steps) > 2
    assert progress_text(told, say) in steps


def test_what_is_no_terminal_gets_no_progress(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tokviz.cli.inputs.monotonic", count().__next__)
    for algorithm in ALGORITHMS:
        assert right(cli("train", "-e", "hug", "-a", algorithm, "-n", "12")).err == ""


@pytest.mark.program
def test_the_program_on_a_pseudo_terminal(tmp_path: Path) -> None:
    """Standard error is a terminal, standard output is not: the output is as ever."""
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "tokviz", "train", "-e", "hug", "-f", "csv", "--lang", "en"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs, timeout=120)
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert done.returncode == 0
    assert done.stdout.decode().startswith("step,left,right")
    told = load("en")("train.running", words="5 words")
    assert shown == f"\r\x1b[K{told}\r\x1b[K"


def test_training_without_an_end_names_none() -> None:
    told: list[Progress] = []
    trace = bpe.train(Corpus({"hug": 10, "pug": 5}), rules="course", progress=told.append)
    assert [one.steps for one in told] == list(range(1, len(trace) + 1))
    assert {one.vocab_size for one in told} == {0}
    assert progress_text(told[-1], load("en")) == "3 merges done; 7 tokens"
    bpe.train(Corpus({"hug": 10, "pug": 5}), merges=2, vocab_size=100, rules="course", progress=told.append)
    assert (told[-1].vocab_size, told[-1].share) == (6, 1.0)


@pytest.mark.slow
def test_what_is_too_much_says_why_and_what_to_do(cli: Cli) -> None:
    words = "\n".join(f"w{number} 1" for number in range(MAX_DISTINCT_WORDS + 1)).encode()
    for language in LANGUAGES:
        done = cli("train", "--lang", language, stdin=words)
        assert done.code == 2
        told = saying("error.limit-distinct-words", language, value=MAX_DISTINCT_WORDS)
        assert told.search(done.err)
    long = ("ab" * 600 + " 1").encode()
    done = cli("train", "-a", "unigram", "--rules", "course", stdin=long)
    assert saying("error.limit-substrings").search(done.err)


def test_several_files_are_languages(cli: Cli, tmp_path: Path) -> None:
    texts = {"en": "low 5\nlower 2\n", "de": "neu 2\nneues 3\n"}
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    names = [str(tmp_path / f"{name}.txt") for name in texts]
    joined = "".join(f"[{name}]\n{text}" for name, text in texts.items())
    asked = ("train", "-a", "parity", "--merges", "6", "--format", "json")
    by_files = json.loads(right(cli(*asked, *names)).out)
    assert by_files == json.loads(right(cli(*asked, stdin=joined.encode())).out)
    assert [one["name"] for one in by_files["languages"]] == ["en", "de"]
    (tmp_path / "de.txt").write_bytes(b"neu\xff")
    wrong = cli(*asked, *names)
    assert wrong.code == 2
    assert saying("error.not-decodable", byte="0xFF", offset=3, encoding="UTF-8").search(wrong.err)
    assert f"tokviz: {names[1]}: " in wrong.err
    assert saying("error.cli-two-corpora").search(cli(*asked, *names, "--example", "hug").err)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_without_spaces_names_the_option_that_splits_it(cli: Cli, tmp_path: Path, language: str) -> None:
    """A terminal has no field that it could point to; each of several languages has its note."""
    say = load(language)
    paths = [tmp_path / f"{name}.txt" for name in "ab"]
    for path in paths:
        path.write_text("春天的茶清香而微苦，像刚下过雨的山。", "utf-8")
    done = cli("train", "-a", "parity", *map(str, paths), "--lang", language)
    assert done.code == 0
    notes = [line for line in done.err.splitlines() if say("cli.note.split") in line]
    assert notes
    assert all(line.endswith(say("cli.note.split")) for line in notes)
    assert done.err.count(say("notes.split")) == 0


@pytest.mark.parametrize("rules", ["superbpe", "boundless"])
def test_a_training_across_words_counts_lines(cli: Cli, rules: str) -> None:
    out = right(cli("train", "--algorithm", "superbpe", "--rules", rules, stdin=b"low lower low\nnew wider\n")).out
    assert out.splitlines()[0].endswith("(2 lines)")


@pytest.mark.parametrize("algorithm", ["bpe", "unigram"])
def test_tokens_of_sentencepiece_have_one_script_unless_told_otherwise(cli: Cli, algorithm: str) -> None:
    asked = ("train", "--algorithm", algorithm, "--rules", "sentencepiece", "--vocab-size", "60", "--format", "json")
    text = b"a1 ba1c a1 s, us,c b22 ab22a c22 22 x22y\n" * 3

    def tokens(*knobs: str) -> set[str]:
        trace = json.loads(right(cli(*asked, *knobs, stdin=text)).out)
        steps = trace["steps"] if algorithm == "bpe" else trace["steps"][0]["pieces"]
        return {step["token" if algorithm == "bpe" else "piece"] for step in steps}

    some = {"a1", "s,", "b22", "22"}
    assert tokens() & some == {"22"}
    assert tokens("--no-split-by-unicode-script") & some == some
    assert tokens("--no-split-by-number") & some == some - {"s,"}
    assert tokens("--split-digits") & some == set()
