"""Records of real tokenizers: whole, in order, small, and with their source."""

from __future__ import annotations

import json
import unicodedata

import pytest
from tokenizers import Tokenizer

from tokviz import recorded
from tokviz.location import site
from tools.real.record import KINDS, Kind, tokens_of

SENTENCES = [sentence.name for sentence in recorded.sentences()]
TOKENIZERS = [tokenizer.name for tokenizer in recorded.tokenizers()]
LOSSY = {"bert", "chinese-bert", "clip", "t5"}
"""These drop spaces; all but T5 write in lower case."""


@pytest.mark.parametrize("name", TOKENIZERS)
def test_tokens_cover_each_sentence_in_order(name: str) -> None:
    for sentence in SENTENCES:
        cover(sentence, name)


def cover(sentence: str, name: str) -> None:
    found = recorded.load(sentence, name)
    data = found.sentence.text.encode()
    lossy = name in LOSSY
    at = 0
    for token in found.tokens:
        assert type(token.id) is int
        assert 0 <= token.id < found.tokenizer.size
        assert token.text
        assert token.start < token.end <= len(data) or (token.text, token.start, token.end) == ("▁", 0, 0)
        assert token.start <= at or (lossy and _may_be_dropped(data[at : token.start]))
        at = max(at, token.end)
    assert at == len(data) or (lossy and _may_be_dropped(data[at:])), sentence
    if not lossy and (name, sentence) != ("claude-2", "chinese"):  # NFKC makes another comma
        assert b"".join(found.pieces) == data
        assert found.is_lossless
        assert [token.start for token in found.tokens[1:]] == [token.end for token in found.tokens[:-1]]


def _may_be_dropped(data: bytes) -> bool:
    """Tell if these are spaces, accents or selectors alone."""
    return all(one.isspace() or unicodedata.category(one).startswith("M") for one in data.decode())


@pytest.mark.parametrize("name", TOKENIZERS)
def test_a_record_says_where_it_comes_from(name: str) -> None:
    one = next(tokenizer for tokenizer in recorded.tokenizers() if tokenizer.name == name)
    assert all((one.title, one.library, one.version, one.date, one.package, one.license, one.size))
    assert list(json.loads((site() / recorded.FOLDER / f"{name}.json").read_text())["tokens"]) == SENTENCES


def test_the_folder_is_small_and_has_nothing_else() -> None:
    files = list((site() / recorded.FOLDER).iterdir())
    assert sorted(file.stem for file in files) == sorted([*TOKENIZERS, "index"])
    assert sum(file.stat().st_size for file in files) < 200_000
    assert [kind.name for kind in KINDS] == TOKENIZERS


def test_what_everybody_knows() -> None:
    """Ids that can be read in many places."""
    assert recorded.load("strawberry", "gpt-4o").ids == (302, 1618, 19772)
    assert recorded.load("strawberry", "gpt-4").texts == ("str", "aw", "berry")
    assert recorded.load("question", "gpt-4").ids[:6] == (4438, 1690, 436, 596, 527, 304)
    assert recorded.load("question", "bert").ids[:2] == (2129, 2116)


def test_characters_of_bytes() -> None:
    found = recorded.load("mixed", "gpt-4o")
    whole = found.sentence.text
    person = whole.index("👩")
    touched = [span for span in found.spans if span[0] <= person < span[1]]
    assert touched == [(person - 1, person + 1), (person, person + 1)]  # three bytes with the space, and the fourth
    assert [whole[slice(*span)] for span in found.spans[:3]] == ["st", "raw", "berry"]


def test_names_that_there_are_not() -> None:
    with pytest.raises(KeyError):
        recorded.load("strawberry", "gpt-9")
    with pytest.raises(KeyError):
        recorded.load("raspberry", "gpt-4o")
    assert recorded.find("raspberry") is None


@pytest.mark.parametrize("name", ["gpt", "llama", "bert"])
def test_records_are_what_the_library_says(name: str) -> None:
    """With files that come along; `make real` compares each record with the library of its own file."""
    path = site() / "assets" / "tokenizers" / f"{name}.json"
    kind = Kind(f"shipped-{name}", name, "", "WordPiece" if name == "bert" else "BPE", "tokenizers", "")
    split, size = tokens_of(kind, path)
    theirs = Tokenizer.from_file(str(path))
    assert size == theirs.get_vocab_size()
    for sentence in recorded.sentences():
        rows, data = split(sentence.text), sentence.text.encode()
        assert [row[0] for row in rows] == theirs.encode(sentence.text, add_special_tokens=False).ids
        if name != "bert":
            assert b"".join(data[start:end] for _, _, start, end in rows) == data
