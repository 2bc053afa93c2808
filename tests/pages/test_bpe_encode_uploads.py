"""Tokenizers uploaded to `/bpe-encode`: those of others step, broken ones are a message."""

from __future__ import annotations

import base64
import io

import pytest
import sentencepiece
from streamlit.testing.v1 import AppTest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tests.catalogs import saying
from tests.pages import visit
from tests.pages.bpe_encode_visit import (
    chosen,
    encode,
    metrics,
    picture,
    states,
    ten,
    typed,
    upload,
)
from tests.pages.visit import notes, pictures
from tokviz import bpe, examples
from tokviz.files.merges_txt import write_merges, write_vocab
from tokviz.files.subword_nmt import write_codes
from tokviz.files.tiktoken import write_ranks
from tokviz.state.bpe_encode import VIEWS
from tokviz.views.shared.catalog import LANGUAGES, load

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
    assert picture(at, "bpe_encode_tokens_picture") == [made.encode("lowest slow").tokens]
    assert not at.error
    assert at.text_area(key="bpe_encode_text").value == "lowest slow"


def test_added_tokens_are_words_of_their_own() -> None:
    made = theirs()
    made.add_special_tokens(["<sep>"])
    text = "low<sep>lowest <sep>"
    at = upload(encode(text=text, word="<sep>"), ("tokenizer.json", made.to_str().encode()))
    assert picture(at, "bpe_encode_tokens_picture") == [made.encode(text).tokens]
    assert at.selectbox(key="bpe_encode_word").options == ["low", "<sep>", "lowest"]
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


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_what_is_not_done_is_said(language: str) -> None:
    say, made = load(language), theirs()
    made.model.dropout = 0.25
    made.enable_padding(length=8)
    at = upload(encode(text="low", lang=language), ("tokenizer.json", made.to_str().encode()))
    told = notes(at)
    assert [told.index(say(f"file.{code}", probability="0.25")) >= 0 for code in ("dropout", "padding")]


def test_special_tokens_by_name() -> None:
    ranks = write_ranks(bpe.train(CORPUS, merges=10, rules="minbpe").model(pretokenizer="cl100k")).encode()
    at = upload(encode(text="low<|endoftext|>lowest"), ("mine.tiktoken", ranks))
    assert "<|endoftext|>" not in picture(at, "bpe_encode_tokens_picture")[0]
    at.text_input(key="bpe_encode_specials").input("<|endoftext|>=300 <|pad|>")
    visit.alive(at.run())
    assert picture(at, "bpe_encode_tokens_picture") == [["low", "<|endoftext|>", "low", "est"]]
    assert EN("file.special-next", token="<|pad|>", id=301) in notes(at)
    at.selectbox(key="bpe_encode_pattern").set_value("gpt2")
    visit.alive(at.run())
    assert not any("cl100k" in note for note in notes(at))  # nothing is guessed
    at.text_input(key="bpe_encode_specials").input("<|endoftext|>=7")
    (error,) = visit.alive(at.run()).error
    assert "id 7" in visit.plain(error.value)


def test_a_sentencepiece_model_of_bpe() -> None:
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["low low lower newest ﬁne"] * 3),
        model_writer=written,
        model_type="bpe",
        vocab_size=30,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    processor = sentencepiece.SentencePieceProcessor(model_proto=written.getvalue())
    text = "Ｌｏｗ  lower ﬁne xx"
    at = upload(encode(text=text), ("m.model", written.getvalue()))
    assert notes(at) == ""
    tokens = [token.replace("▁", "␣") for token in processor.encode(text, out_type=str)]
    assert picture(at, "bpe_encode_tokens_picture") == [tokens]
    for word in at.selectbox(key="bpe_encode_word").options:
        assert states(chosen(at, word))[-1] == processor.encode(word, out_type=str)
    at = upload(encode(text=text, view="decode"), ("m.model", written.getvalue()))
    assert [visit.plain(info.value) for info in at.info] == [EN("encode.decode.normalized")]
    at = upload(encode(text="low lower", view="decode"), ("m.model", written.getvalue()))
    assert [visit.plain(success.value) for success in at.success] == [EN("encode.decode.same")]


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
    assert not pictures(at)
    assert at.text_area(key="bpe_encode_text").value == "lowest low"
    at.file_uploader(key="bpe_encode_files").set_value(None)
    visit.alive(at.run())
    assert not at.error
    assert at.text_area(key="bpe_encode_text").value == "lowest low"
    assert at.selectbox(key="bpe_encode_word").value == "low"
    assert states(at)[-1] == ["low</w>"]


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_merges_that_are_listed_twice_are_pointed_out(language: str) -> None:
    say = load(language)
    files = [("merges.txt", b"l o\nlo w\nl o\n"), ("vocab.json", b'{"l": 0, "o": 1, "w": 2, "lo": 3, "low": 4}')]
    at = upload(encode(text="low", lang=language), *files)
    assert say.count("encode.twice.last", 1) in [told.value for told in at.info]
    assert states(at)[-1] == ["low"]
    assert sum(":material/help:" in told.value for told in at.caption) == 1  # how words are split is guessed
    at = upload(encode(text="low", lang=language), ("once.codes", b"#version: 0.2\nl o\n"))
    assert not at.info
    at = upload(encode(text="low", lang=language), ("twice.codes", b"#version: 0.2\nl o\nl o\n"))
    assert say.count("encode.twice.first", 1) in [told.value for told in at.info]


def test_unknown_characters_are_named_with_what_becomes_of_them() -> None:
    kinds = [saying(key) for key in ("encode.unknown.bytes", "encode.unknown.unk", "encode.unknown.keep")]

    def told(at: AppTest) -> list[str]:
        return [caption.value for caption in at.caption if any(unknown.match(caption.value) for unknown in kinds)]

    dropping = encode(example="sennrich", rules="huggingface", text="lozwest low")
    assert told(dropping) == []  # the picture has them, crossed out
    lost = EN.count("encode.text-dropped", 1, symbols="`z`")
    assert [visit.plain(warning.value) for warning in dropping.warning] == [visit.plain(lost)]  # of the whole text
    payload = pictures(dropping)["encode_picture"]["payload"]
    assert [payload["tokens"][symbol]["text"] for symbol in payload["picture"]["dropped"]["symbols"]] == ["z"]
    assert "dropped" not in pictures(chosen(dropping, "low"))["encode_picture"]["payload"]["picture"]
    keeping = encode(example="sennrich", text="lozwest")
    assert told(keeping) == [EN("encode.unknown.keep", characters="`z`")]
    replacing = upload(encode(text="loz"), ("tokenizer.json", theirs().to_str().encode()))
    assert told(replacing) == [EN("encode.unknown.unk", characters="`z`", unk="`[UNK]`")]
