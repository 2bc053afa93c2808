"""``tokviz vocabulary``: entries as the core finds them, tokens with their merges, and the parts of the page."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from tests.catalogs import saying
from tests.cli.conftest import Cli, right
from tokviz.cli.vocabulary import PARTS
from tokviz.files.by_name import on_this_machine
from tokviz.location import site
from tokviz.state.vocabulary import VIEWS
from tokviz.texts import templates
from tokviz.vocabularies import Vocabulary, search, unmerge, usage

TEXT = "the lighthouse, 1,234 times"

FAULTS = Path(__file__).parents[1] / "golden" / "faults"


def vocabulary(name: str) -> Vocabulary:
    return Vocabulary(on_this_machine()[name].open())


def test_entries_for_programs_are_all_there_and_as_they_are(cli: Cli) -> None:
    ours = vocabulary("gpt")
    for read in (
        json.loads(right(cli("vocabulary", "gpt", "--format", "json")).out),
        list(csv.DictReader(io.StringIO(right(cli("vocabulary", "gpt", "--format", "csv")).out, newline=""))),
    ):
        assert [int(row["id"]) for row in read] == ours.ids.tolist()
        assert [bytes.fromhex(row["bytes"]) for row in read] == list(ours.data)
        assert [row["kind"] for row in read] == [ours[place].kind for place in range(len(ours))]


def test_a_search_is_the_core_s(cli: Cli) -> None:
    ours = vocabulary("llama")
    asked = ("--search", "er", "--where", "ends", "--kind", "inside", "--format", "json")
    read = json.loads(right(cli("vocabulary", "llama", *asked)).out)
    assert [row["id"] for row in read] == ours.ids[search(ours, "er", "ends", kind="inside")].tolist()


def test_text_says_how_many_more_there_are(cli: Cli) -> None:
    out = right(cli("vocabulary", "gpt")).out
    assert len(out.splitlines()) == 1 + 2 + 50 + 1
    assert out.splitlines()[-1] == "50 of 1,157 shown"
    assert len(right(cli("vocabulary", "gpt", "--limit", "3")).out.splitlines()) == 1 + 2 + 3 + 1
    assert right(cli("vocabulary", "gpt", "--search", "no such text")).out == "Found: 0 of 1,157\n"


def test_a_token_shows_its_merges_and_a_text_without_it(cli: Cli) -> None:
    out = right(cli("vocabulary", "gpt", "--token", "Ġlight", "--text", "a lighthouse")).out
    found = unmerge(vocabulary("gpt").pipeline, "a lighthouse", "Ġlight")
    assert "Ġlight = Ġli + ght (476)" in out
    assert out.endswith(f"After ({found.after}): {' '.join(one for word in found.words for one in word.after)}\n")


SLOW = ("numbers", "reach", "unreached")  # each looks at thousands of texts


@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=[pytest.mark.slow] * (part in SLOW), id=part) for part in PARTS[1:]]
)
def test_every_part_in_every_format(part: str, cli: Cli) -> None:
    names = ("gpt",) if part in ("reach", "unreached", "used", "unused") else ("gpt", "bert")
    text = ("--text", TEXT) if part in ("used", "unused", "price") else ()
    asked = ("vocabulary", *names, "--part", part, *text)
    rows = json.loads(right(cli(*asked, "--format", "json")).out)
    assert rows
    shown = right(cli(*asked, "--limit", "5000")).out.splitlines()
    above = 2 if part in ("used", "unused") else 0  # what the counts say, and a blank line
    assert len(shown) == above + 2 + len(rows)
    read = list(csv.DictReader(io.StringIO(right(cli(*asked, "-f", "csv")).out, newline="")))
    assert [list(row) for row in read] == [list(row) for row in rows]


def test_what_a_text_never_uses_is_what_the_library_never_gives(cli: Cli, tmp_path: Path) -> None:
    """From a file, a pipe and an argument; the numbers are those of the page."""
    text = "low lower\n  lowest\r\n茶 <s> naïve\n"
    path = tmp_path / "text.txt"
    path.write_bytes(text.encode())
    library = Tokenizer.from_file(str(site() / "assets" / "tokenizers" / "gpt.json"))
    used = {one for line in text.splitlines(keepends=True) for one in library.encode(line).ids}
    asked = ("vocabulary", "gpt", "--part", "unused", "--format", "json")
    outputs = [
        right(cli(*asked, *more, stdin=piped)).out
        for more, piped in (
            (("--file", str(path)), None),
            ((), text.encode()),
            (("--file", "-"), text.encode()),
            (("--text", text), None),
        )
    ]
    assert len(set(outputs)) == 1
    unused = {row["id"] for row in json.loads(outputs[0])}
    assert unused == set(range(library.get_vocab_size())) - used
    shown = right(cli(*asked[:-1], "text", "--file", str(path))).out
    found = usage(vocabulary("gpt"), text)
    said = saying("vocabulary.used.result", tokens=found.tokens, used=len(used), unused=len(unused))
    assert said.match(shown)
    assert [row["uses"] for row in json.loads(right(cli(*asked[:3], "used", "-f", "json", "--text", text)).out)] == [
        int(found.uses[place]) for place in found.used
    ]


def test_every_tab_of_the_page_has_a_part() -> None:
    """README: the command line prints the same."""
    by_tab = {
        "entries": {"entries"},
        "counts": {"kinds", "scripts", "lengths", "duplicates"},
        "unmerge": set[str](),  # --token with --text
        "removed": set[str](),  # tokviz train -a picky
        "unused": {"reach", "unreached", "used", "unused"},
        "numbers": {"numbers"},
        "spaces": {"spaces", "code"},
        "languages": {"languages", "price", "gini"},
        "morphemes": {"morphemes"},
        "overlap": {"overlap"},
        "changes": set[str](),  # tokviz diff
        "special": {"special"},
    }
    assert set(by_tab) == set(VIEWS)
    assert set().union(*by_tab.values()) == set(PARTS)


def test_it_is_written_to_a_file_whose_name_says_how(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "entries.csv"
    assert right(cli("vocabulary", "bert", "--output", str(path))).out == ""
    assert len(path.read_text("utf-8").splitlines()) == 1 + len(vocabulary("bert"))


def test_a_language_that_is_dropped_is_not_free(cli: Cli) -> None:
    done = cli("vocabulary", str(FAULTS / "no_unk.json"), "--part", "languages", "--format", "json")
    assert (done.code, done.err) == (0, f"tokviz: {templates('en')['vocabulary.languages.dropped']}\n")
    rows = {row["language"]: row for row in json.loads(done.out)}
    assert [rows["中文"][name] for name in ("tokens", "ratio", "unknown_tokens", "dropped_share")] == [
        0,
        "–",
        0,
        "100.0%",
    ]
    assert rows["English"]["dropped_share"] == "96.5%"
    rows = json.loads(right(cli("vocabulary", "gpt", "--part", "languages", "--format", "json")).out)
    assert {row["dropped_share"] for row in rows} == {"0.0%"}


def test_files_that_encode_alike_share_all(cli: Cli) -> None:
    files = [str(FAULTS / f"bytelevel_{name}_decoder.json") for name in ("with", "without")]
    (row,) = json.loads(right(cli("vocabulary", *files, "--part", "overlap", "--format", "json")).out)
    assert (row["shared_tokens"], row["share"]) == (257, "100.0%")
    matrix = cli("compare", "-", "-t", *files, stdin=b" p x").out.split("Jaccard")[1]
    assert matrix.split("\n", 1)[1].count("1.000") == 4


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("gpt", "--kind", "verbs"), "verbs"),
        (("gpt", "--search", "a", "--where", "left"), "left"),
        (("gpt", "--part", "poems"), "poems"),
        (("gpt", "--token", "nothing like it"), "no token"),
        (("gpt", "--part", "overlap"), "second tokenizer"),
        (("no-such-file.json",), "no-such-file.json"),
        (("gpt", "--limit", "-1"), "--limit"),
        (("gpt", "--part", "unused"), "--file"),
        (("gpt", "--part", "price", "--file", "no-such-text"), "no-such-text"),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], told: str, cli: Cli) -> None:
    done = cli("vocabulary", *arguments)
    assert done.code == 2
    assert told in done.err
    assert len(done.err.splitlines()) == 1
