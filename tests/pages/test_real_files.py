"""Files of the field on every page that takes uploads: their library's tokens, whatever normalizes and cuts them."""

from __future__ import annotations

import json
from functools import cache

import pytest
from streamlit.testing.v1 import AppTest
from tokenizers import Tokenizer

from tests.files.styles import file_of
from tests.pages import visit
from tests.pages.compare_visit import tokens
from tests.pages.visit import pictures
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import shown

EN = load("en")
TEXT = "It's naïve, 1234 ﬁne 你好 👩\u200d👧 low"
BPE = ("llama3", "gpt4o", "falcon", "deepseek", "clip", "gpt1", "gemma", "llama2-legacy", "mistral")
UNIGRAM = ("t5", "xlm-r", "albert")


@cache
def wordpiece() -> str:
    """The uncased BERT with its normalizer in parts, as nobody had rewritten it."""
    file = json.loads(file_of("bert-uncased"))
    parts = [{"type": "NFD"}, {"type": "Lowercase"}, {"type": "StripAccents"}]
    file["normalizer"] = {"type": "Sequence", "normalizers": parts}
    return json.dumps(file)


def library_tokens(file: str, text: str) -> list[str]:
    theirs = Tokenizer.from_str(file)
    theirs.no_truncation()
    theirs.no_padding()
    return list(theirs.encode(text, add_special_tokens=False).tokens)


def upload(at: AppTest, key: str, *files: str) -> AppTest:
    found = [(f"{number}.json", file.encode(), "application/json") for number, file in enumerate(files)]
    at.file_uploader(key=key).set_value(found)
    return visit.alive(at.run())


def is_equal(at: AppTest) -> bool:
    sentence = visit.plain(EN("tokenizers.equal", library="\0", tokens="\0")).split("\0")[0]
    return sentence in visit.written(at)


def picture(at: AppTest, name: str) -> list[str]:
    built = pictures(at)[name]["payload"]
    return [built["tokens"][chip]["text"] for row in built["rows"] for chip in row["symbols"]]


@pytest.mark.parametrize("name", BPE)
def test_bpe(name: str) -> None:
    at = upload(visit.opened("bpe-encode", text=TEXT), "bpe_encode_files", file_of(name))
    assert not at.error
    assert is_equal(at)
    told = picture(at, "bpe_encode_tokens_picture")
    tokens = [token.replace("Ġ", "␣").replace("▁", "␣") for token in library_tokens(file_of(name), TEXT)]
    assert told == [shown(token) for token in tokens]


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_wordpiece(language: str) -> None:
    at = visit.opened("wordpiece", do="encode", text=TEXT, lang=language)
    at = upload(at, "wordpiece_encode_file", wordpiece())
    assert not at.error
    assert picture(at, "wordpiece_encode_tokens_picture") == library_tokens(wordpiece(), TEXT)
    at.number_input(key="wordpiece_encode_longest").set_value(3)
    assert not is_equal(visit.alive(at.run()))  # another limit than the file's: nothing is claimed


@pytest.mark.parametrize("name", UNIGRAM)
def test_unigram(name: str) -> None:
    at = upload(visit.opened("unigram", do="lattice", word="ﬁnest"), "lattice_file", file_of(name))
    assert not at.error
    assert is_equal(at)


@pytest.mark.parametrize("pair", [("llama3", "t5"), ("clip", "gemma"), ("bert-cased", "xlm-r"), ("deepseek", "gpt1")])
def test_beside_each_other(pair: tuple[str, str]) -> None:
    at = visit.opened("compare", example="hug", text=TEXT)
    for place, name in enumerate(pair):
        at.selectbox(key=f"compare_slot_{place}").select(f"file:{place + 1}")
        at = upload(visit.alive(at.run()), f"compare_files_{place}", file_of(name))
    assert not at.error
    assert is_equal(at)
    for name, found in zip(pair, list(tokens(at).values()), strict=False):
        wanted = [shown(token) for token in library_tokens(file_of(name), TEXT)]
        assert [one for one in found if one in wanted] == wanted


def hostile(part: str) -> str:
    """A file whose pattern never ends on the text of :func:`test_a_pattern_that_explodes`."""
    file = json.loads(file_of("gpt4"))
    split = {"type": "Split", "pattern": {"Regex": "(a+)+$"}, "behavior": "Isolated", "invert": False}
    replace = {"type": "Replace", "pattern": {"Regex": "(a+)+$"}, "content": "x"}
    return json.dumps(file | {part: split if part == "pre_tokenizer" else replace})


@pytest.mark.parametrize("part", ["normalizer", "pre_tokenizer"])
def test_a_pattern_that_explodes(part: str) -> None:
    """One clear line on every page, and the page stays."""
    text = "a" * 60 + "!"
    at = upload(visit.opened("bpe-encode", text=text), "bpe_encode_files", hostile(part))
    assert len(at.error) == 1
    assert "tokenizers" in at.error[0].value
    at = visit.opened("compare", example="hug", text=text)
    at.selectbox(key="compare_slot_0").select("file:1")
    at = upload(visit.alive(at.run()), "compare_files_0", hostile(part))
    assert len(at.error) == 1
    assert len(tokens(at)) == 2
