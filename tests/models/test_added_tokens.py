"""Added tokens: cut out of texts as tokenizers does it, with its ids, and decoded as it decodes them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import tokenizers
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from tests.strategies import texts
from tokviz.bpe import ENCODINGS, PRESETS, AddedToken, Model, Remembered
from tokviz.files.tokenizer_json import write_bpe
from tokviz.models import text_encoder
from tokviz.models.added_tokens import AddedTokens
from tokviz.pretokenize import METASPACE

SPLITS: dict[str, Any] = {
    "none": None,
    "whitespace": pre_tokenizers.WhitespaceSplit(),
    "words": pre_tokenizers.Whitespace(),
    "BertPreTokenizer": pre_tokenizers.BertPreTokenizer(),
    "gpt2-bytes": pre_tokenizers.ByteLevel(add_prefix_space=False),
    "ByteLevel(add_prefix_space)": pre_tokenizers.ByteLevel(),
    "none over bytes": pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
    "Metaspace": pre_tokenizers.Metaspace(),
    "Metaspace(never)": pre_tokenizers.Metaspace(prepend_scheme="never"),
}
LETTERS = "aab_é東 \t\n<>[]"
VOCABULARY = [*dict.fromkeys(["<unk>", *LETTERS, METASPACE, *pre_tokenizers.ByteLevel.alphabet()])]
PAIRS = [("a", "b"), ("Ġ", "a"), (METASPACE, "a"), ("b", " "), ("ab", "b")]

NO_FLAGS = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized", "special"), False)
ALL_FLAGS = dict.fromkeys(NO_FLAGS, True)

contents = st.text(LETTERS, max_size=4)
flags = st.fixed_dictionaries(
    dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized", "special"), st.booleans())
)
lists = st.lists(st.tuples(contents, flags), max_size=5)


def theirs(split: str, added: list[tuple[str, dict[str, bool]]]) -> Tokenizer:
    vocabulary = [*VOCABULARY, *("".join(pair) for pair in PAIRS)]
    tokenizer = Tokenizer(models.BPE({token: i for i, token in enumerate(vocabulary)}, PAIRS, unk_token="<unk>"))
    if SPLITS[split] is not None:
        tokenizer.pre_tokenizer = SPLITS[split]
    for content, options in added:
        tokenizer.add_tokens([tokenizers.AddedToken(content, **options)])
    return tokenizer


def ours(split: str, tokenizer: Tokenizer) -> Model:
    """The same as a model of ours, with the ids that the library gave to the added tokens."""
    name, _, over_bytes = split.partition(" over ")
    rules = replace(PRESETS["huggingface"], alphabet="bytes" if over_bytes else "characters")
    encoding = replace(ENCODINGS["tokenizers"], unknown="unk", unk_token="<unk>")
    vocabulary = [*VOCABULARY, *("".join(pair) for pair in PAIRS)]
    added = tuple(
        AddedToken(number, token.content, **{flag: getattr(token, flag) for flag in NO_FLAGS})
        for number, token in sorted(tokenizer.get_added_tokens_decoder().items())
    )
    return Model(tuple(PAIRS), tuple(vocabulary), rules, encoding, name, added)


def encoded(tokenizer: Tokenizer, text: str) -> tokenizers.Encoding | None:
    """None where the library fails: a token may begin in white space that the one before it took."""
    try:
        return tokenizer.encode(text)
    except BaseException as panic:  # of Rust
        if "AddedVocabulary bad split" not in str(panic):
            raise
        return None


@settings(max_examples=500)
@given(st.sampled_from([*SPLITS]), lists, st.data())
@example("ByteLevel(add_prefix_space)", [("a", ALL_FLAGS), (" a", NO_FLAGS), ("  ", NO_FLAGS)], None)
def test_as_in_tokenizers(split: str, added: list[tuple[str, dict[str, bool]]], data: Any) -> None:
    tokenizer = theirs(split, added)
    model = ours(split, tokenizer)
    again = Tokenizer.from_str(write_bpe(model))
    parts = st.sampled_from([*(content for content, _ in added), "a", "b", " ", "  ", "_", "東", "ab", "\t\n"])
    made = data.draw(st.lists(parts | contents, max_size=12).map("".join)) if data else "a <a> a<a> a  <a>  b a"
    for text in (made, "".join(content for content, _ in added)):
        encoding, tokens = encoded(tokenizer, text), model.encode(text)
        if encoding is None:
            continue
        assert [model.ids[token] for token in tokens] == encoding.ids
        assert tokens == [tokenizer.id_to_token(i) for i in encoding.ids]
        assert again.encode(text).ids == encoding.ids
        assert model.decode(tokens) == again.decode(encoding.ids, skip_special_tokens=False)


@settings(max_examples=200)
@given(lists, texts() | st.text(LETTERS, max_size=20))
def test_the_parts_are_the_text(added: list[tuple[str, dict[str, bool]]], text: str) -> None:
    plain = AddedTokens(
        AddedToken(i, content, **options | {"lstrip": False, "rstrip": False})
        for i, (content, options) in enumerate(added)
    )
    parts = plain.cut(text)
    assert "".join(part if isinstance(part, str) else part.content for part in parts) == text
    assert all(part if isinstance(part, str) else part.content for part in parts)


@settings(max_examples=100)
@given(st.sampled_from([*SPLITS]), lists, st.text(LETTERS, max_size=20))
def test_pieces_are_what_encode_sees(split: str, added: list[tuple[str, dict[str, bool]]], text: str) -> None:
    assume(not any(options["single_word"] for _, options in added))  # then a word may be spelled like an added token
    model = ours(split, theirs(split, added))
    assert [token for piece in model.words(text) for token in model.encode_word(piece)] == model.encode(text)


MODEL = Model(
    (("l", "o"),),
    ("l", "o", "w", "lo"),
    added=(AddedToken(4, "<s>", lstrip=True), AddedToken(5, "<s>l", single_word=True), AddedToken(6, "w")),
    pretokenizer="none",
)


def test_by_hand() -> None:
    assert MODEL.encode("lo <s>olow <s>l lo") == ["lo", "<s>", "o", "lo", "w", " ", "<s>l", " ", "lo"]
    assert MODEL.words("lo <s>olow <s>l lo") == ("lo", "<s>", "olo", "w", " ", "<s>l", " lo")
    # The longest is found, is no word by itself, and hides the shorter.
    assert MODEL.words("<s>lo") == ("<s>lo",)
    assert [MODEL.ids[token] for token in ("lo", "<s>", "w")] == [3, 4, 6]
    assert MODEL.decode(["lo", "<s>"]) == "lo<s>"


def test_a_word_that_is_an_added_token_is_whole() -> None:
    assert MODEL.encode_word("<s>") == ("<s>",)
    trace = MODEL.explain("<s>")
    assert (trace.start, trace.tokens, len(trace), trace.stopped) == (("<s>",), ("<s>",), 0, "whole-word")


def test_added_tokens_are_no_words_that_are_remembered() -> None:
    model = Model((), ("a", "b"), added=(AddedToken(2, "<s>"),))
    model.encode("a<s>b a<s><s> ")
    model.encode_word("<s>")
    model.words("b")
    assert model.remembered == Remembered(words=2, hits=1, misses=2)


def test_a_memory_that_is_full_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_encoder, "MAX_REMEMBERED", 2)
    memory = text_encoder.WordCache(tuple)
    assert [memory(word) for word in ("a", "b", "c", "c", "a")] == [("a",), ("b",), ("c",), ("c",), ("a",)]
    assert memory.snapshot() == Remembered(words=2, hits=1, misses=4)


def test_thousands_of_added_tokens_are_found_at_once() -> None:
    names = [f"<{'ab' * (i % 50)}{i}>" for i in range(20_000)]
    added = AddedTokens(AddedToken(i, name) for i, name in enumerate(names))
    assert [part for part in added.cut("<".join(names[:500])) if isinstance(part, AddedToken)] == [
        AddedToken(i, name) for i, name in enumerate(names[:500])
    ]


@pytest.mark.parametrize("content", ["^", "]", "\\", "-a", "[", "&&", "|", "~~", "a-z", " ", "\U0001f600"])
def test_nothing_in_a_token_is_a_pattern(content: str) -> None:
    added = AddedTokens([AddedToken(0, content), AddedToken(1, "q-")])
    assert added.cut(f"x{content}z") == ["x", AddedToken(0, content), "z"]
    assert added.cut("mnop") == ["mnop"]
