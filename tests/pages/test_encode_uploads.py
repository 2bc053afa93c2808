"""Tokenizers uploaded to `/bpe-encode`: those of others step, broken ones are a message."""

from __future__ import annotations

import base64

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tests.pages import visit
from tests.pages.encode_visit import (
    encode,
    metrics,
    picture,
    stages,
    states,
    ten,
    typed,
    upload,
)
from tokviz import bpe, examples
from tokviz.formats.huggingface import write_merges, write_vocab
from tokviz.formats.subword_nmt import write_codes
from tokviz.formats.tiktoken import write_ranks
from tokviz.views.catalog import LANGUAGES, load
from tokviz.web.encode_state import VIEWS

EN = load("en")


CORPUS = examples.load("sennrich").corpus


def theirs() -> Tokenizer:
    """A tokenizer that tokviz had no part in."""
    made = Tokenizer(models.BPE(unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    trainer = trainers.BpeTrainer(vocab_size=40, special_tokens=["[UNK]"], show_progress=False)
    made.train_from_iterator(["low lower newest widest low newest"] * 3, trainer)
    return made


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_tokenizer_trained_elsewhere_steps(language: str) -> None:
    made = theirs()
    at = upload(encode(text="lowest slow", word="slow", lang=language), ("tokenizer.json", made.to_str().encode()))
    assert states(at)[-1] == made.encode("slow").tokens
    assert metrics(at)[0] == str(len(made.encode("lowest slow").tokens))
    assert picture(at, "encode_tokens_picture") == [made.encode("lowest slow").tokens]
    assert not at.error
    assert at.text_area(key="encode_text").value == "lowest slow"


def test_added_tokens_are_words_of_their_own() -> None:
    made = theirs()
    made.add_special_tokens(["<sep>"])
    text = "low<sep>lowest <sep>"
    at = upload(encode(text=text, word="<sep>"), ("tokenizer.json", made.to_str().encode()))
    assert picture(at, "encode_tokens_picture") == [made.encode(text).tokens]
    assert at.selectbox(key="encode_word").options == ["low", "<sep>", "lowest"]
    assert states(at) == [["<sep>"]]
    assert not at.warning


@pytest.mark.parametrize("kind", ["codes", "merges", "tiktoken"])
@pytest.mark.parametrize("view", VIEWS)
def test_other_files_step_too_in_every_view(kind: str, view: str) -> None:
    rules = {"codes": "subword-nmt", "merges": "huggingface", "tiktoken": "minbpe"}[kind]
    trace = bpe.train(CORPUS, merges=10, rules=rules)
    if kind == "codes":
        files = [("sennrich.codes", write_codes(trace))]
    elif kind == "merges":
        files = [("merges.txt", write_merges(trace)), ("vocab.json", write_vocab(trace))]
    else:
        files = [("mine.tiktoken", write_ranks(trace.model(pretokenizer="cl100k")))]
    at = upload(encode(view=view), *((name, content.encode()) for name, content in files))
    assert not at.error
    assert states(at)[-1] == list(trace.model().encode_word("lowest"))
    assert [tab.label for tab in at.tabs if tab.children] == [EN(f"tab.{view}")]


def test_an_upload_needs_no_corpus() -> None:
    at = upload(encode(example="own"), ("tokenizer.json", theirs().to_str().encode()))
    assert [info.value for info in at.info] == [EN("encode.no-text")]
    assert states(typed(at, "low"))[-1] == ["low"]


WRONG: dict[str, list[tuple[str, bytes]]] = {
    "cut short": [("tokenizer.json", theirs().to_str().encode()[:-200])],
    "NUL": [("x.codes", b"a b\0\n")],
    "Latin-1": [("x.codes", "é t\n".encode("latin-1"))],
    "a vocabulary alone": [("vocab.json", b'{"a": 0}')],
    "two tokenizers": [("a.json", b"{}"), ("b.json", b"{}")],
    "an unknown part": [("tokenizer.json", b'{"model": {"type": "<script>alert(1)</script>"}}')],
    "ranks that lack bytes": [("x.tiktoken", base64.b64encode(b"a") + b" 0\n")],
    "empty": [("x.codes", b"")],
}


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("files", list(WRONG.values()), ids=list(WRONG))
def test_a_broken_upload_leaves_the_page_and_what_was_typed(files: list[tuple[str, bytes]], language: str) -> None:
    at = upload(ten(text="lowest low", word="low", lang=language), *files)
    assert len(at.error) == 1
    assert at.error[0].value.strip()
    assert "<script>" not in at.error[0].value
    assert not stages(at)
    assert at.text_area(key="encode_text").value == "lowest low"
    at.file_uploader(key="encode_files").set_value(None)
    visit.alive(at.run())
    assert not at.error
    assert at.text_area(key="encode_text").value == "lowest low"
    assert at.selectbox(key="encode_word").value == "low"
    assert states(at)[-1] == ["low</w>"]
