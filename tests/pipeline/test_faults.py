"""Files that were misread or refused once: each says what its library says, or names what it is.

The files and the values of the libraries are those of `tests/golden/faults`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tokenizers import BertWordPieceTokenizer, Tokenizer

from tests.pipeline.agreement import differs
from tokviz.errors import RulesError, TokvizError
from tokviz.pipeline import Pipeline

FAULTS = Path(__file__).parents[1] / "golden" / "faults"
VALUES = json.loads((FAULTS / "expected.json").read_text("utf-8"))


def opened(name: str) -> Pipeline:
    specials = {"<|endoftext|>": 268} if name == "minbpe.model" else None
    return Pipeline.from_files([(name, (FAULTS / name).read_bytes())], specials=specials)


def values() -> Iterator[Any]:
    return (pytest.param(one, id=f"{one['file']}-{one['text']}") for one in VALUES if "ids" in one)


def codes(pipeline: Pipeline) -> list[str]:
    return [one.code for one in pipeline.notes]


def refused(pipeline: Pipeline, text: str) -> TokvizError:
    with pytest.raises(TokvizError) as caught:
        pipeline.encode(text)
    return caught.value


# -- vocab.txt ---------------------------------------------------------------------------------------------------------

HEAD = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n"


@pytest.mark.parametrize("unk", ["[UNK]", "<unk>"])
@pytest.mark.parametrize(
    "lines",
    [
        "low\n\u2028\n##er\n我\n",
        "low\n##er\n我\n\n",
        "low\n\n\n##er\n",
        "low\n##er\nlow\n",
        "[UNK]\nlow\n##er\n",
        *(f"low{separator}\nlo{separator}w\n##er\n" for separator in "\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e\r"),
    ],
)
def test_lines_of_vocab_txt_are_those_of_the_library(tmp_path: Path, lines: str, unk: str) -> None:
    path = tmp_path / "vocab.txt"
    path.write_bytes((HEAD + lines).replace("[UNK]", unk).encode())
    theirs = BertWordPieceTokenizer.from_file(str(path), unk_token=unk)
    pipeline = Pipeline.from_file(path)
    assert ("vocab-txt-unk" in codes(pipeline)) == (unk != "[UNK]")
    for text in ("lower 我", "low xyz low", "lo\u2028w lower"):
        assert list(pipeline.encode(text).ids) == theirs.encode(text).ids
        assert not differs(pipeline, text)


def test_a_line_of_chinese_bert_that_is_no_line_end() -> None:
    assert codes(opened("vocab_u2028.txt"))[0] == "vocab-txt-empty"
    assert "vocab-txt-empty" not in codes(opened("vocab_u2028_line_taken_out.txt"))


# -- an unknown token that is not there --------------------------------------------------------------------------------


@pytest.mark.parametrize("unk", ["<unk>", ""])
@pytest.mark.parametrize("is_added", [False, True])
def test_an_unknown_token_that_is_missing_fails_where_it_is_needed(unk: str, is_added: bool) -> None:
    file = json.loads((FAULTS / "unk_not_in_vocab.json").read_text("utf-8"))
    file["model"]["unk_token"] = unk
    if is_added:
        flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
        file["added_tokens"] = [{"id": 3, "content": "<unk>", **flags, "special": True}]
    theirs = Tokenizer.from_str(json.dumps(file))
    pipeline = Pipeline.from_file(json.dumps(file).encode())
    assert codes(pipeline)[0] == "unk-not-listed"
    for text in ("ab", "aab", "ba"):
        assert list(pipeline.encode(text).ids) == theirs.encode(text).ids
        assert not differs(pipeline, text)
    with pytest.raises(Exception, match="Unk token"):
        theirs.encode("abx")
    assert refused(pipeline, "abx").details["symbol"] == "'x'"
    with pytest.raises(RulesError) as caught:
        pipeline.text_model.model.encode("abx")
    assert caught.value.code == "unk-not-listed"
