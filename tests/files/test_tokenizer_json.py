"""tokenizer.json of BPE: tokenizers loads what tokviz writes, and has the same tokens."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tests.strategies import texts
from tokviz import bpe
from tokviz.bpe import ENCODINGS, PRESETS, Encoding, Model, Rules
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.files.tokenizer_json import write_bpe
from tokviz.pretokenize import LIBRARY, METASPACE, PRETOKENIZERS, pretokenize

TEXT = (
    "The lowest of the low, the newest of the new; don't they'll 1234567 times.\n\n  HelloWorld: naïve café "
    "東京タワー 👩\u200d👧 x² e\u0301  \t tail. it's IT'S a/b//c — the end \n "
)
Models = Callable[[], list[tuple[Model, Tokenizer]]]
NAMES = (*PRETOKENIZERS, *LIBRARY)


def agree(text: str, name: str) -> str:
    """The text without what the two sides are known to see differently: controls that Python calls white space, and
    characters whose category tokenizers' tables have otherwise."""
    return "".join(char for char in text if char not in "\x1c\x1d\x1e\x1f" and unicodedata.category(char) != "Cn")


MARKS = [
    Rules(),
    replace(PRESETS["huggingface"], end_of_word="</w>", end_of_word_attached=True),
    replace(PRESETS["huggingface"], continuing_prefix="##"),
    replace(PRESETS["huggingface"], special_tokens=("<unk>", "<s>")),
    Rules(alphabet="bytes"),
]


@pytest.fixture(scope="module")
def written() -> Models:
    """Every pre-tokenizer with every kind of mark that tokenizers knows: the model, and what tokenizers makes of it."""
    found = []
    for name in NAMES:
        for rules in MARKS:
            corpus = Corpus(Counter(pretokenize(TEXT, name)))
            model = bpe.train(corpus, merges=40, rules=rules).model(pretokenizer=name)
            if "<unk>" in rules.special_tokens:
                unk = replace(ENCODINGS["tokenizers"], unknown="unk", unk_token="<unk>", fuse_unk=True)
                model = replace(model, encoding=unk)
            else:
                model = replace(model, encoding=ENCODINGS["tokenizers"])
            found.append((model, Tokenizer.from_str(write_bpe(model))))
    return lambda: found  # hypothesis prints what it is given, and these print long


@settings(max_examples=25)
@given(text=texts() | st.text("the lowst.,\n'1ABé東 ", max_size=30))
def test_written_by_tokviz(written: Models, text: str) -> None:
    for model, tokenizer in written():
        shown = agree(text, model.pretokenizer)
        encoding, tokens = tokenizer.encode(shown), model.encode(shown)
        assert tokens == encoding.tokens, (model.pretokenizer, model.rules)
        assert [model.ids[token] for token in tokens] == encoding.ids
        if tokens and tokens[0].startswith("##"):
            continue  # its start was dropped; the decoder leaves the mark of a first token as it is
        decoded = tokenizer.decode(encoding.ids, skip_special_tokens=False)
        assert model.decode(tokens) == decoded, (model.pretokenizer, model.rules)


def test_byte_fallback_decodes_on_both_sides() -> None:
    vocabulary = ("a", *(f"<0x{byte:02X}>" for byte in range(256)))
    model = Model(
        (), vocabulary, encoding=replace(ENCODINGS["tokenizers"], byte_fallback=True), pretokenizer="Metaspace"
    )
    tokenizer = Tokenizer.from_str(write_bpe(model))
    for text in ("a é中", "👩\u200d👧", "aa"):
        encoding = tokenizer.encode(text)
        assert model.encode(text) == encoding.tokens
        assert model.decode(encoding.tokens) == tokenizer.decode(encoding.ids) == text


@pytest.mark.parametrize(
    ("model", "code"),
    [
        (bpe.train(Corpus({"low": 2}), rules="sennrich").model(), "tokenizer-json-mark"),
        (bpe.train(Corpus({"low": 2}), rules=Rules(start_of_word=METASPACE)).model(), "tokenizer-json-start"),
        (Model((), ("a",), encoding=ENCODINGS["tiktoken"]), "tokenizer-json-ranks"),
        (Model((("ab", "a"), ("a", "b")), ("a", "b", "ab", "aba")), "tokenizer-json-order"),
    ],
)
def test_what_tokenizers_cannot_follow_is_not_written(model: Model, code: str) -> None:
    with pytest.raises(RulesError) as caught:
        write_bpe(model)
    assert caught.value.code == code


def test_contradictory_merges_are_written_for_the_loop_that_is_theirs() -> None:
    merges = (("ab", "a"), ("a", "b"))
    model = Model(merges, ("a", "b", "ab", "aba"), encoding=Encoding(loop="one-at-a-time"))
    assert Tokenizer.from_str(write_bpe(model)).encode("abab").tokens == model.encode("abab") == ["aba", "b"]


@pytest.mark.parametrize("preset", ["subword-nmt", "course", "minbpe"])
def test_other_conventions_are_written_too(preset: str) -> None:
    words = Corpus({"low": 5, "lower": 2, "newest": 6, "aaaaa": 3})
    model = bpe.train(words, merges=9, rules=preset).model()
    tokenizer = Tokenizer.from_str(write_bpe(model))
    for word in (*words, "lowest", "aaaa", "wow"):
        assert tokenizer.encode(word).tokens == [token for token in model.encode(word) if token in model.ids]
