"""``tokviz train --from``: the next merges of a tokenizer, and its file with them."""

import json
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from tests.catalogs import saying
from tests.cli.conftest import Cli, right

OWN = "Tokenizers tokenize tokens, and tokenization makes tokens of texts: token by token.\n"


@pytest.fixture
def book(tmp_path: Path) -> str:
    path = tmp_path / "book.txt"
    path.write_text(OWN, "utf-8")
    return str(path)


def test_the_first_step_is_the_text_as_the_tokenizer_splits_it(cli: Cli, book: str) -> None:
    done = cli("train", "--from", "gpt", book, "--merges", "4", "--step", "0", "--format", "json")
    right(done)
    state = json.loads(done.out)[0]
    split = json.loads(cli("encode", "-t", "gpt", "--format", "json", "--", OWN).out)["tokens"]
    assert {symbol for word in state["state"] for symbol in word["symbols"]} == {
        token for token in split if token != "<|endoftext|>"
    }
    assert state["next"][0]["left"] + state["next"][0]["right"] == "iz"


def test_the_file_is_loaded_by_the_library_with_the_same_ids(cli: Cli, book: str, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    right(cli("train", "--from", "gpt", book, "--vocab-size", "1160", "--output", str(path)))
    tokenizer = Tokenizer.from_file(str(path))
    assert tokenizer.get_vocab_size() == 1160
    ids = json.loads(cli("encode", "-t", str(path), "--format", "json", "--", OWN).out)["ids"]
    assert ids == tokenizer.encode(OWN).ids
    assert len(ids) < len(json.loads(cli("encode", "-t", "gpt", "--format", "json", "--", OWN).out)["ids"])


def test_a_list_of_words_counts_each(cli: Cli) -> None:
    done = cli("train", "--from", "gpt", "--merges", "1", "--format", "csv", stdin=b"xyz 5\nxya 2\n")
    assert done.out.splitlines()[1].split(",")[1:5] == ["x", "y", "xy", "7"]


@pytest.mark.parametrize(
    ("start", "key", "values"),
    [
        ("bert", "error.going-on-model", {"name": "'bert'"}),
        ("nowhere", "error.cli-tokenizer-missing", {}),
    ],
)
def test_what_cannot_go_on_is_refused(cli: Cli, book: str, start: str, key: str, values: dict[str, str]) -> None:
    done = cli("train", "--from", start, book)
    assert done.code == 2
    assert saying(key, **values).search(done.err)


def test_a_trimmed_token_says_what_goes_with_it(cli: Cli, book: str, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    done = cli("train", "--from", "gpt", "--trim", "Ġthe", book, "--merges", "0", "-o", str(path))
    assert done.code == 0
    assert saying("going-on.trimmed.unmade").search(done.err)
    assert "Ġthe" not in json.loads(path.read_text("utf-8"))["model"]["vocab"]
    again = cli("train", "--from", "gpt", "--trim", "the end", book)
    assert saying("error.vocabulary-kept", token="'the end'").search(again.err)
