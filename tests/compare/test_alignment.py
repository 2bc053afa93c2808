"""Tokens laid over the text: the tokens of `encode`, in order, over every character once, whatever the text is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import hostile_texts, texts
from tokviz import bpe, examples, unigram, wordpiece
from tokviz.bpe import ENCODINGS, AddedToken, Applier, Encoding, Rules
from tokviz.compare.alignment import Segmentation, Token, columns, segment
from tokviz.compare.spans import Model
from tokviz.corpus import Corpus
from tokviz.pretokenize import KEEPS_SPACES, LIBRARY, NORMALIZING, PRETOKENIZERS
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR

NAMES = (*PRETOKENIZERS, *NORMALIZING, *LIBRARY)
BYTES = tuple(BYTE_TO_CHAR.values())
LETTERS = tuple("lowetsrn")


def trained(text: str, rules: Rules, pretokenizer: str, encoding: Encoding | None = None) -> bpe.Model:
    """A model that knows something of a text."""
    corpus = Corpus.from_text(text + " lower lowest", pretokenizer)
    return bpe.train(corpus, merges=12, rules=rules).model(encoding=encoding, pretokenizer=pretokenizer)


def shown(segmentation: Segmentation) -> list[tuple[str, str]]:
    return [(token.text, segmentation.text[token.start : token.end]) for token in segmentation.tokens]


def check(text: str, model: Model) -> Segmentation:
    """Segment a text, and check all that is true of every text and tokenizer."""
    found = segment(text, model)
    assert [token.text for token in found.tokens] == list(model.encode(text))
    at = Fraction(0)
    for token in found.tokens:
        assert at <= token.begin_exact <= token.end_exact <= len(text), "doubled or out of order"
        assert token.start <= token.begin_exact
        assert token.end_exact <= token.end
        assert 0 <= token.before < 1
        at = token.end_exact
    covered = {i for token in found.tokens for i in range(token.start, token.end)}
    gaps = {i for start, end in found.gaps for i in range(start, end)}
    assert covered | gaps == set(range(len(text)))
    assert not covered & gaps
    return found


rules = st.sampled_from(
    [
        *bpe.PRESETS.values(),
        Rules(continuing_prefix="##"),
        Rules(continuing_prefix="##", end_of_word="</w>"),
        Rules(start_of_word="__", alphabet="bytes", end_of_word="</w>", end_of_word_attached=True),
        Rules(alphabet="bytes", start_of_word="▁"),
        replace(bpe.PRESETS["sentencepiece"], user_defined=("we", "▁lo", "es")),
    ]
)
encodings = st.sampled_from(
    [
        *ENCODINGS.values(),
        Encoding(unknown="unk", unk_token="<unk>"),
        Encoding(unknown="unk", unk_token="<unk>", fuse_unk=True, byte_fallback=True, whole_word=True),
        Encoding(unknown="drop", loop="one-at-a-time"),
    ]
)


@given(texts(), texts(), rules, encodings, st.sampled_from(NAMES))
def test_byte_pair_encoding_stays_aligned(
    text: str, known: str, rules: Rules, encoding: Encoding, pretokenizer: str
) -> None:
    found = check(text, trained(known, rules, pretokenizer, encoding))
    for start, end in found.gaps:
        for i in range(start, end):
            assert text[i].isspace() or i in found.dropped or pretokenizer in NORMALIZING


@given(texts(), texts(), st.sampled_from(NAMES), st.booleans())
def test_what_keeps_spaces_leaves_no_gap(text: str, known: str, pretokenizer: str, over_bytes: bool) -> None:
    rules = Rules(alphabet="bytes") if over_bytes else Rules()
    model = trained(known, rules, pretokenizer, Encoding())
    found = check(text, model)
    if pretokenizer in KEEPS_SPACES - {"metaspace"}:
        assert found.gaps == ()
    elif pretokenizer == "metaspace":
        assert all(char in "\r\n" for start, end in found.gaps for char in text[start:end])


@given(texts(), st.sampled_from([name for name in NAMES if name in PRETOKENIZERS and "bytes" not in name]))
def test_tokens_without_marks_are_what_they_cover(text: str, pretokenizer: str) -> None:
    for token in check(text, trained(text, Rules(), pretokenizer)).tokens:
        covered = text[token.start : token.end]
        assert covered == token.text or covered in (token.text.replace("▁", " "), token.text.removeprefix("▁"))


@given(texts(), texts(), st.booleans(), st.sampled_from(NAMES))
def test_wordpiece_stays_aligned(text: str, known: str, whole: bool, pretokenizer: str) -> None:
    letters = dict.fromkeys(known + (text if whole else ""))
    vocabulary = ["[UNK]", *letters, *(f"##{letter}" for letter in letters), "lo", "##we", "low"]
    found = check(text, wordpiece.Model(vocabulary, pretokenizer=pretokenizer))
    for token in found.tokens:
        word = found.words[token.word]
        if token.kind == "unknown":
            assert (token.text, token.start, token.end) == ("[UNK]", word.start, word.end)
        assert word.start <= token.start <= token.end <= word.end


@given(texts(), texts(), st.sampled_from(NAMES), st.booleans(), st.sampled_from(["", "▁"]))
def test_unigram_stays_aligned(text: str, known: str, pretokenizer: str, falls_back: bool, mark: str) -> None:
    pieces = dict.fromkeys((*known, "low", "er", "▁lo", "▁", "<unk>"), 1.0)
    if falls_back:
        pieces |= {f"<0x{byte:02X}>": 0.01 for byte in range(256)}
    reserved = frozenset(piece for piece in pieces if piece.startswith("<"))
    model = unigram.Model(
        pieces, "<unk>", pretokenizer, reserved, mark, byte_fallback=falls_back, added=(AddedToken(9, "<s>"),)
    )
    found = check(text, model)
    assert falls_back or not any(token.kind == "byte" for token in found.tokens)
    assert not found.dropped


@given(texts(), st.sampled_from(["0.1", "0.2"]), st.sampled_from([(), ("low",), ("[0-9]+", "e.t")]))
def test_subword_nmt_stays_aligned(text: str, version: str, glossaries: tuple[str, ...]) -> None:
    codes = [("l", "o"), ("lo", "w</w>"), ("lo", "w"), ("e", "s"), ("es", "t</w>"), ("low", "est</w>")]
    check(text, Applier(codes, version, glossaries=glossaries))
    check(text, Applier(codes, version, vocabulary={"l@@", "o@@", "w"}, glossaries=glossaries))


@given(texts(), st.booleans(), st.booleans(), st.booleans())
def test_added_tokens_stay_aligned(text: str, left: bool, right: bool, single: bool) -> None:
    added = (
        AddedToken(1, "low", single_word=single, lstrip=left, rstrip=right),
        AddedToken(2, "'", lstrip=right, rstrip=left),
        AddedToken(3, "x2", normalized=True, lstrip=left),
    )
    text = text.replace("2016", " low ")
    found = check(text, replace(trained(text, Rules(), "gpt2"), added=added))
    assert found.gaps == ()


@given(hostile_texts())
def test_hostile_texts_stay_aligned(text: str) -> None:
    check(text, bpe.Model((), BYTES, Rules(), ENCODINGS["tiktoken"], "gpt2-bytes"))
    check(text, wordpiece.Model(["[UNK]", *"low5"], pretokenizer="bert-uncased"))
    check(text, unigram.Model({"low": 1.0, "5": 1.0}, pretokenizer="metaspace"))
    check(text, Applier([("l", "o")]))


# -- what is covered, case by case -------------------------------------------------------------------------------------


def test_bytes_share_a_character() -> None:
    model = bpe.Model((("â", "Ĥ"),), (*BYTES, "âĤ"), pretokenizer="gpt2-bytes")
    third = Fraction(1, 3)
    assert segment("a€", model).tokens == (
        Token("a", 0, 1, "piece", 0),
        Token("âĤ", 1, 2, "piece", 1, Fraction(0), third),
        Token("¬", 1, 2, "piece", 1, 2 * third, Fraction(0)),
    )


def test_bytes_of_unknown_characters() -> None:
    model = unigram.Model({"a": 1.0, "<0xC3>": 0.1, "<0xA9>": 0.1}, byte_fallback=True)
    assert [(token.text, token.kind, token.end_exact) for token in segment("aéa", model).tokens] == [
        ("a", "piece", 1),
        ("<0xC3>", "byte", Fraction(3, 2)),
        ("<0xA9>", "byte", 2),
        ("a", "piece", 3),
    ]


def test_a_byte_piece_that_is_meant_literally() -> None:
    model = unigram.Model({"a": 1.0, "<0x61>": 0.1}, byte_fallback=True)
    assert shown(segment("a<0x61>", model)) == [("a", "a"), ("<0x61>", "<0x61>")]


def test_marks_cover_nothing() -> None:
    separate = bpe.Model((("l", "o"),), ("lo", "w", "</w>"), Rules(end_of_word="</w>"))
    assert shown(segment("low lo", separate)) == [("lo", "lo"), ("w", "w"), ("</w>", ""), ("lo", "lo"), ("</w>", "")]
    assert [token.start for token in segment("low lo", separate).tokens] == [0, 2, 3, 4, 6]
    metaspace = unigram.Model({"▁": 1.0, "low": 1.0}, pretokenizer="metaspace")
    assert shown(segment("low  low", metaspace)) == [("▁", ""), ("low", "low"), ("▁", " "), ("▁", " "), ("low", "low")]


def test_a_symbol_of_the_user_covers_what_it_stands_for() -> None:
    rules = replace(bpe.PRESETS["sentencepiece"], user_defined=("<x>", "▁lo"))
    model = bpe.train(Corpus({"hug<x>s": 3, "hugs": 5, "low": 1}), merges=9, rules=rules).model()
    found = check("low hugs<x>hug", model)
    assert shown(found) == [("▁lo", "lo"), ("w", "w"), ("▁hugs", "hugs"), ("<x>", "<x>"), ("hug", "hug")]


def test_lower_case_and_accents() -> None:
    model = wordpiece.Model(["ou", "et", "##e", "i", "##a", "[UNK]"], pretokenizer="bert-uncased")
    text = "Où E\u0301te\u0301 \u200b\0İA 東"
    assert shown(segment(text, model)) == [
        ("ou", "Où"),
        ("et", "E\u0301t"),
        ("##e", "e\u0301"),
        ("i", "İ"),
        ("##a", "A"),
        ("[UNK]", "東"),
    ]


def test_a_syllable_that_is_taken_apart() -> None:
    model = wordpiece.Model(["\u1112", "##\u1161\u11ab"], pretokenizer="bert-uncased")
    assert [(token.begin_exact, token.end_exact) for token in segment("한", model).tokens] == [
        (0, Fraction(1, 3)),
        (Fraction(1, 3), 1),
    ]


def test_unknown_and_dropped_characters() -> None:
    merges, vocabulary = (("l", "o"),), ("l", "o", "lo", "<unk>")
    fused = bpe.Model(merges, vocabulary, encoding=Encoding(unknown="unk", unk_token="<unk>", fuse_unk=True))
    assert shown(segment("xxloy", fused)) == [("<unk>", "xx"), ("lo", "lo"), ("<unk>", "y")]
    dropping = bpe.Model(merges, vocabulary, encoding=Encoding(unknown="drop"))
    found = segment("xlxoy", dropping)
    assert shown(found) == [("lo", "lxo")]
    assert found.dropped == (0, 2, 4)
    assert found.gaps == ((0, 1), (4, 5))
    keeping = bpe.Model(merges, vocabulary)
    assert [token.kind for token in segment("xlo", keeping).tokens] == ["unknown", "piece"]


def test_what_is_kept_fuses_with_its_neighbors_only() -> None:
    """SentencePiece wants all 256 byte pieces; a vocabulary with some of them keeps the rest, each run for itself."""
    vocabulary = ("a", "<0xE2>", "<0x82>", "<0xAC>")
    model = bpe.Model((), vocabulary, encoding=Encoding(fuse_unk=True, byte_fallback=True))
    found = segment("xy€zéa", model)
    assert [token.kind for token in found.tokens] == ["unknown", "byte", "byte", "byte", "unknown", "piece"]
    assert model.encode("xy€zéa") == ["xy", "<0xE2>", "<0x82>", "<0xAC>", "zé", "a"]
    assert [token.text for token in found.tokens] == model.encode("xy€zéa")


def test_added_tokens_take_white_space() -> None:
    model = bpe.Model((), ("a", "b"), added=(AddedToken(3, "<s>", lstrip=True, rstrip=True),))
    assert shown(segment("a <s>  b <s> ", model)) == [("a", "a"), ("<s>", " <s>  "), ("b", "b"), ("<s>", " <s> ")]
    assert [token.kind for token in segment("a <s>", model).tokens] == ["piece", "added"]


def test_words_are_as_the_tokenizer_sees_them() -> None:
    words = segment("Où là", bpe.Model((), BYTES, pretokenizer="gpt2-bytes")).words
    assert [(word.text, word.start, word.end) for word in words] == [("OÃ¹", 0, 2), ("ĠlÃł", 2, 5)]


def test_nothing_in_nothing_out() -> None:
    found = segment("", wordpiece.Model(["[UNK]"]))
    assert (found.tokens, found.words, found.gaps, found.boundaries) == ((), (), (), ())
    assert columns("") == ()


# -- columns -----------------------------------------------------------------------------------------------------------


@given(texts())
def test_columns_are_the_clusters_of_a_text(text: str) -> None:
    table = columns(text)
    assert [column.text for column in table] == regex.findall(r"\X", text)
    assert [text[column.start : column.end] for column in table] == [column.text for column in table]


def test_a_token_may_end_inside_a_cluster() -> None:
    text = "👍🏽e\u0301"
    model = bpe.Model((("👍", "🏽"),), ("👍", "🏽", "e", "\u0301", "👍🏽"))
    assert [(column.start, column.end) for column in columns(text)] == [(0, 2), (2, 4)]
    assert segment(text, model).boundaries == tuple(map(Fraction, (0, 2, 3, 4)))


def test_marks_stand_at_the_edges_of_their_word() -> None:
    separate = bpe.Model((), ("a", "</w>"), Rules(end_of_word="</w>"))
    assert [(token.start, token.end) for token in segment("a a", separate).tokens] == [(0, 1), (1, 1), (2, 3), (3, 3)]
    before = unigram.Model({"▁": 1.0, "a": 1.0}, start_of_word="▁")
    assert [(token.start, token.end) for token in segment("a a", before).tokens] == [(0, 0), (0, 1), (2, 2), (2, 3)]


@pytest.mark.parametrize("name", ["course", "zug", "tea"])
def test_the_examples_stay_aligned(name: str) -> None:
    example = examples.load(name)
    text = example.text or ""
    corpus = Corpus.from_text(text, "whitespace")
    models: Sequence[Model] = (
        bpe.train(Corpus.from_text(text, "gpt2-bytes"), merges=60, rules="course").model(pretokenizer="gpt2-bytes"),
        wordpiece.train(corpus, merges=60).model(),
        unigram.train(corpus, vocab_size=300, rules="soft-em").model(),
    )
    for model in models:
        found = check(text, model)
        assert not found.dropped
        too_long = {i for i, word in enumerate(found.words) if len(word.text) > 100}
        assert all(token.kind == "piece" or token.word in too_long for token in found.tokens)
