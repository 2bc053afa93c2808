"""Pre-tokenizers against the libraries they follow: tokenizers and tiktoken, on texts of every script."""

from __future__ import annotations

from importlib import import_module
from itertools import combinations

import pytest
import regex
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import decoders, normalizers, pre_tokenizers

from tests.strategies import texts
from tokviz.errors import RulesError
from tokviz.pretokenize import METASPACE, PATTERNED, PRETOKENIZERS, pretokenize

TIKTOKEN = {"gpt2": "gpt2", "cl100k": "cl100k_base", "o200k": "o200k_base"}


def split(pre_tokenizer: pre_tokenizers.PreTokenizer, text: str) -> tuple[str, ...]:
    return tuple(piece for piece, _ in pre_tokenizer.pre_tokenize_str(text))


@pytest.fixture(scope="module")
def patterns() -> dict[str, str]:
    """The patterns of the installed tiktoken; its vocabularies would come from the network and are not needed."""
    openai = import_module("tiktoken_ext.openai_public")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(openai, "load_tiktoken_bpe", lambda *_, **__: {})
        patch.setattr(openai, "data_gym_to_mergeable_bpe_ranks", lambda **__: {})
        return {name: openai.ENCODING_CONSTRUCTORS[encoding]()["pat_str"] for name, encoding in TIKTOKEN.items()}


def tiktoken_splits_like(pattern: str, text: str, pieces: tuple[str, ...]) -> bool:
    """Tell if tiktoken cuts the text into these pieces.

    Its engine does not show the pieces, but a piece that is in the vocabulary becomes one token. So the vocabulary gets
    the expected pieces and also every run of them: were a cut missing, the run over it would be one token.
    """
    vocabulary = [bytes([byte]) for byte in range(256)]
    vocabulary += ["".join(pieces[i:j]).encode() for i, j in combinations(range(len(pieces) + 1), 2)]
    ranks = {token: rank for rank, token in enumerate(dict.fromkeys(vocabulary))}
    encoding = tiktoken.Encoding("expected", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    return encoding.decode_tokens_bytes(encoding.encode_ordinary(text)) == [piece.encode() for piece in pieces]


@given(text=texts())
def test_no_pretokenizer_gives_an_empty_piece_or_a_piece_of_no_text(text: str) -> None:
    for name in PRETOKENIZERS:
        assert all(pretokenize(text, name)), name
        assert pretokenize("", name) == ()


@given(text=texts() | st.text())
def test_these_lose_nothing(text: str) -> None:
    for name in (*PATTERNED, "none"):
        assert "".join(pretokenize(text, name)) == text, name


@given(text=texts())
def test_these_lose_white_space_and_nothing_else(text: str) -> None:
    for name in ("words", "bert"):
        assert "".join(pretokenize(text, name)) == regex.sub(r"\s", "", text), name
    assert "".join(pretokenize(text, "whitespace")) == "".join(text.split())


@given(text=texts())
def test_metaspace_keeps_a_line_with_marks_for_spaces(text: str) -> None:
    line = regex.sub(r"[\r\n]", "", text)
    marked = line.replace(" ", METASPACE)
    expected = marked if not line or marked.startswith(METASPACE) else METASPACE + marked
    assert "".join(pretokenize(line, "metaspace")) == expected


@given(text=texts())
def test_whitespace_equals_tokenizers(text: str) -> None:
    text = regex.sub(r"[\x1c-\x1f]", " ", text)  # the documented difference, see below
    assert pretokenize(text, "whitespace") == split(pre_tokenizers.WhitespaceSplit(), text)


@given(text=texts())
def test_words_equals_tokenizers(text: str) -> None:
    assert pretokenize(text, "words") == split(pre_tokenizers.Whitespace(), text)


@given(text=texts())
def test_bert_equals_tokenizers(text: str) -> None:
    normalizer = normalizers.BertNormalizer(
        clean_text=False, handle_chinese_chars=True, strip_accents=False, lowercase=False
    )
    assert pretokenize(text, "bert") == split(pre_tokenizers.BertPreTokenizer(), normalizer.normalize_str(text))


@given(text=texts())
def test_gpt2_equals_tokenizers(text: str) -> None:
    pieces = split(pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True), text)
    assert pretokenize(text, "gpt2") == tuple(decoders.ByteLevel().decode([piece]) for piece in pieces)


@given(text=texts())
def test_metaspace_equals_tokenizers_on_each_line(text: str) -> None:
    oracle = pre_tokenizers.Metaspace(replacement=METASPACE, prepend_scheme="always", split=True)
    lines = regex.split(r"\r\n|\r|\n", text)
    assert pretokenize(text, "metaspace") == tuple(piece for line in lines for piece in split(oracle, line))


@pytest.mark.parametrize("name", TIKTOKEN)
@settings(max_examples=60)
@given(text=texts())
def test_equals_tiktoken(patterns: dict[str, str], name: str, text: str) -> None:
    assert tiktoken_splits_like(patterns[name], text, pretokenize(text, name))


@given(text=texts())
def test_gpt2_splits_as_the_pattern_of_the_original_release(text: str) -> None:
    original = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
    assert pretokenize(text, "gpt2") == tuple(regex.findall(original, text))


def test_the_tiktoken_oracle_notices_a_wrong_cut(patterns: dict[str, str]) -> None:
    assert tiktoken_splits_like(patterns["gpt2"], "low lower", ("low", " lower"))
    assert not tiktoken_splits_like(patterns["gpt2"], "low lower", ("low lower",))
    assert not tiktoken_splits_like(patterns["gpt2"], "low lower", ("low", " low", "er"))
    assert not tiktoken_splits_like(patterns["gpt2"], "low lower", ("low", " ", "lower"))


class TestKnownDifferences:
    """Each is named in the docstring of the function; a test here fails when it goes away."""

    def test_python_also_splits_at_separator_controls(self) -> None:
        assert pretokenize("a\x1cb", "whitespace") == ("a", "b")
        assert split(pre_tokenizers.WhitespaceSplit(), "a\x1cb") == ("a\x1cb",)

    def test_bert_knows_ideographs_that_tokenizers_leaves_out(self) -> None:
        normalizer = normalizers.BertNormalizer(clean_text=False, strip_accents=False, lowercase=False)
        assert pretokenize("\U0002b820\U0002b920", "bert") == ("\U0002b820", "\U0002b920")
        assert normalizer.normalize_str("\U0002b820") == "\U0002b820"
        assert normalizer.normalize_str("\U0002b920") == " \U0002b920 "

    @pytest.mark.parametrize("char", ["\u166d", "\U000111c9"])
    def test_bert_takes_two_signs_for_the_symbols_that_they_are_now(self, char: str) -> None:
        assert pretokenize(f"a{char}b", "bert") == (f"a{char}b",)
        assert split(pre_tokenizers.BertPreTokenizer(), f"a{char}b") == ("a", char, "b")

    def test_metaspace_reads_lines_and_tokenizers_does_not(self) -> None:
        assert pretokenize("low\nlower", "metaspace") == ("▁low", "▁lower")
        assert split(pre_tokenizers.Metaspace(), "low\nlower") == ("▁low\nlower",)

    def test_cl100k_follows_tiktoken_since_0_8_in_trailing_white_space(self) -> None:
        older = (
            r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*"
            r"|\s*[\r\n]|\s+(?!\S)|\s+"
        )
        assert pretokenize("x \n  ", "cl100k") == ("x", " \n  ")
        assert regex.findall(older, "x \n  ") == ["x", " \n", "  "]


def test_joined_emoji_and_marks_stay_with_their_neighbors_in_words() -> None:
    assert pretokenize("हिन्दी", "words") == ("हिन्दी",)
    assert pretokenize("e\u0301a", "words") == ("e\u0301a",)
    assert pretokenize("👩\u200d👧 x", "gpt2")[-1] == " x"


def test_an_unknown_name_is_refused_with_the_choices() -> None:
    with pytest.raises(
        RulesError,
        match="whitespace, words, bert, gpt2, cl100k, o200k, llama3, nanochat, qwen2, threes-from-right, metaspace",
    ) as caught:
        pretokenize("low", "GPT-2")
    assert caught.value.code == "unknown-pretokenizer"
    assert caught.value.details["name"] == "'GPT-2'"


def test_the_order_of_the_choices_is_fixed() -> None:
    patterns = ["gpt2", "cl100k", "o200k", "llama3", "nanochat", "qwen2", "threes-from-right"]
    names = ["whitespace", "words", "bert", *patterns, "metaspace", "none", "lines"]
    names += [f"{name}-bytes" for name in patterns]
    assert list(PRETOKENIZERS) == names
    assert all(PRETOKENIZERS[name].__doc__ for name in names)
