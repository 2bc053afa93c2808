"""Special tokens that a file does not name: as tiktoken and tokenizers have them, with ids of the file or free ones."""

from __future__ import annotations

import base64

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from tokviz import bpe, examples, unigram, wordpiece
from tokviz.errors import RulesError
from tokviz.files.detect import load_any, load_bpe, with_specials
from tokviz.files.merges_txt import write_merges, write_vocab
from tokviz.files.sentencepiece import write_vocab as write_pieces
from tokviz.files.subword_nmt import write_codes
from tokviz.files.tiktoken import write_ranks
from tokviz.files.vocab_txt import write as write_vocab_txt
from tokviz.pretokenize.patterns import PATTERNS

CORPUS = examples.load("sennrich").corpus
RANKS = write_ranks(bpe.train(CORPUS, merges=10, rules="minbpe").model(pretokenizer="cl100k")).encode()
TRACE = bpe.train(
    CORPUS, merges=10, rules=bpe.Rules(tie_break="smallest-ids", special_tokens=("[PAD]", "<|endoftext|>"))
)
PAIR = [("merges.txt", write_merges(TRACE).encode()), ("vocab.json", write_vocab(TRACE).encode())]
TEXTS = st.lists(
    st.sampled_from(["low", "lowest", " ", "<|endoftext|>", "<|endo", "[PAD]", "<s>", "<s><s>", "newest.", "\n"]),
    max_size=8,
).map("".join)


@settings(max_examples=100)
@given(TEXTS)
def test_as_tiktoken(text: str) -> None:
    specials = {"<|endoftext|>": 300, "<s>": 266, "<s><s>": 267}
    ranks = {base64.b64decode(line.split()[0]): int(line.split()[1]) for line in RANKS.splitlines()}
    theirs = tiktoken.Encoding(
        "mine", pat_str=PATTERNS["cl100k"].pattern, mergeable_ranks=ranks, special_tokens={**specials}
    )
    file = load_any([("m.tiktoken", RANKS)], ["<|endoftext|>=300", "<s>=266", "<s><s>=267"])
    assert [note.code for note in file.notes] == ["tiktoken", "tiktoken-merges"]
    tokens = file.model.encode(text)
    assert [file.model.ids[token] for token in tokens] == theirs.encode(text, allowed_special="all")
    assert file.model.decode(tokens) == text


@settings(max_examples=100)
@given(TEXTS)
def test_as_tokenizers(text: str) -> None:
    vocab = {token: number for number, token in enumerate(TRACE.vocabulary())}
    theirs = Tokenizer(models.BPE(vocab, list(TRACE.merges)))
    theirs.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    theirs.add_special_tokens(["<|endoftext|>", "<s>"])
    file = load_bpe(PAIR, ["<|endoftext|>", "<s>"])
    assert [note.code for note in file.notes] == ["merges-words", "special-next"]
    assert dict(file.notes[1].details) == {"token": "<s>", "id": len(vocab)}
    assert [file.model.ids[token] for token in file.model.encode(text)] == theirs.encode(text).ids


def test_every_format_but_codes_can_have_them() -> None:
    pieces = write_pieces(unigram.Model({"▁low": 0.5, "▁": 0.25})).encode()
    vocabulary = write_vocab_txt(wordpiece.Model(["[UNK]", "low", "[MASK]"])).encode()
    for files, name in ((("m.vocab", pieces), "<sep>"), (("vocab.txt", vocabulary), "[MASK]")):
        model = load_any([files], [name]).model
        assert [token.replace("▁", "") for token in model.encode(f"low{name}low")] == ["low", name, "low"]
    with pytest.raises(RulesError) as caught:
        load_any([("x.codes", write_codes(bpe.train(CORPUS, merges=3, rules="subword-nmt")).encode())], ["<s>"])
    assert caught.value.code == "special-codes"


@pytest.mark.parametrize(
    ("specials", "code"),
    [
        (["<s>=0"], "special-taken"),
        (["<s>=300", "</s>=300"], "special-taken"),
        (["low=7"], "special-id"),
        ([" "], "special-empty"),
        ([""], "special-empty"),
        (["a\0b"], "special-empty"),
        (["\ud800"], "special-empty"),
    ],
)
def test_what_cannot_be(specials: list[str], code: str) -> None:
    with pytest.raises(RulesError) as caught:
        load_any([("m.tiktoken", RANKS)], specials)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("special", "content", "number"),
    [("<s>", "<s>", 266), ("<s>=900", "<s>", 900), ("low", "low", None), ("a=b", "a=b", 266), ("a=1=400", "a=1", 400)],
)
def test_names_and_ids(special: str, content: str, number: int | None) -> None:
    model = load_bpe([("m.tiktoken", RANKS)], [special]).model
    (added,) = model.added
    assert (added.content, added.id) == (content, model.ids[content])
    assert number in (None, added.id)
    assert model.encode(f"new{content}")[-1] == content


def test_ranks_that_leave_out_the_id_of_a_special_token() -> None:
    """As OpenAI's p50k_base does: it is given by hand, with the pattern."""
    lines = RANKS.decode().splitlines()
    gap = "".join(f"{line.split()[0]} {number + (number >= 260)}\n" for number, line in enumerate(lines)).encode()
    ranks = {base64.b64decode(line.split()[0]): int(line.split()[1]) for line in gap.decode().splitlines()}
    theirs = tiktoken.Encoding(
        "gap", pat_str=PATTERNS["gpt2"].pattern, mergeable_ranks=ranks, special_tokens={"<|endoftext|>": 260}
    )
    found, notes = with_specials([("p50k.tiktoken", gap)], ["<|endoftext|>=260", "<s>"], pattern="gpt2")
    assert [(note.code, note.details["id"]) for note in notes] == [("special-next", len(ranks) + 1)]
    for text in ("lowest<|endoftext|>newest", "  low 123's"):
        assert list(found.encode(text).ids) == theirs.encode(text, allowed_special="all")
        assert found.check(text).equal
    found, notes = with_specials([("p50k.tiktoken", gap)], ["<|endoftext|>"], pattern="gpt2")
    assert [note.details["id"] for note in notes] == [len(ranks) + 1]
    assert [note.details for note in found.notes if note.code == "ranks-gap"] == [{"number": 1, "id": 260}]
