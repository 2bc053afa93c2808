"""subword-nmt's apply as the picture gets it: glossaries, merges, undoing and separators, against values by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import KEYS
from tests.strategies import corpora, words
from tests.views.encoding.frames import said
from tokviz import Corpus, bpe, examples
from tokviz.bpe import Applier
from tokviz.views.encoding.merging import Frame, SymbolDrawing, word_parts
from tokviz.views.encoding.subword_nmt import apply_frames
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load
from tokviz.views.shared.sentences import without_marks

EN = load("en")
ATTACHED = Applier.from_model(bpe.train(examples.load("sennrich").corpus, merges=10, rules="subword-nmt").model())
SEPARATE = Applier.from_model(bpe.train(examples.load("sennrich").corpus, merges=10).model())


def frames(applier: Applier, word: str, say: Catalog = KEYS) -> list[Frame]:
    return list(apply_frames(applier.explain(word), applier.separator, say))


def states(shown: Iterable[Frame]) -> list[list[list[str]]]:
    """The symbols of each row, frame by frame."""
    return [[list(row.symbols) for row in frame.rows] for frame in shown]


def test_a_piece_that_is_not_in_the_vocabulary_is_undone() -> None:
    """lowest: s t</w> 1, e st</w> 2, l o 3, w est</w> 4, so lo@@ west; west is undone twice, est is known."""
    shown = frames(replace(ATTACHED, vocabulary={"lo@@", "w@@", "est"}), "lowest")
    assert states(shown) == [
        [["lowest"]],
        [["l", "o", "w", "e", "s", "t</w>"]],
        [["l", "o", "w", "e", "st</w>"]],
        [["l", "o", "w", "est</w>"]],
        [["lo", "w", "est</w>"]],
        [["lo", "west</w>"]],
        [["lo", "west"]],
        [["lo", "west"]],
        [["lo", "w", "est"]],
        [["lo", "w", "est"]],
        [["lo", "w", "est"]],
        [["lo@@", "w@@", "est"]],
    ]
    assert said(shown[0]) == ["encode.apply.start(word=`lowest`)", "encode.apply.symbols.next(fragment=`lowest`)"]
    assert said(shown[7]) == ["encode.apply.check.known(token=`lo@@`)", "encode.apply.check.next(token=`west`)"]
    assert said(shown[8]) == [
        "encode.apply.check.undone(token=`west`, pair=`w est</w>`, left=`w`, right=`est`)",
        "encode.apply.check.next(token=`w@@`)",
    ]
    assert said(shown[11]) == ["encode.apply.join.done(tokens=`lo@@ w@@ est`)", "encode.apply.end(n=3)"]
    assert shown[7].rows[0].spans == ((1, 1, "next"),)
    assert shown[8].rows[0].spans == ((1, 2, "new"), (1, 1, "next"))


def test_the_separate_mark_leaves_an_empty_piece_as_in_the_library() -> None:
    applier = replace(SEPARATE, vocabulary={"low@@", "est@@"})
    shown = frames(applier, "lowest")
    assert applier.encode("lowest") == ["low@@", "est@@", ""]
    assert states(shown)[-1] == [["low@@", "est@@", ""]]
    told = [said(frame)[0] for frame in shown]
    assert any(sentence.startswith("encode.apply.check.undone-mark(token=`est`,") for sentence in told)
    assert "encode.apply.check.empty" in told
    (built,) = word_parts(shown, EN, SymbolDrawing({}, 0))
    assert "∅" in [chip["text"] for chip in built["tokens"]]


def test_glossaries_cut_and_keep() -> None:
    applier = replace(ATTACHED, glossaries=["NYC", r"\d+", "zzz"])
    shown = frames(applier, "newestNYC2024x")
    assert states(shown)[:4] == [
        [["newestNYC2024x"]],
        [["newest"], ["NYC"], ["2024x"]],
        [["newest"], ["NYC"], ["2024"], ["x"]],
        [["newest"], ["NYC"], ["2024"], ["x"]],
    ]
    assert states(shown)[-1] == [["newest@@", "NYC@@", "2024@@", "x"]]
    told = [said(frame)[0] for frame in shown]
    assert told[1] == "encode.apply.glossary.cut(pattern=`NYC`, fragments=`newest NYC 2024x`)"
    assert told[3] == "encode.apply.glossary.none(pattern=`zzz`)"
    assert "encode.apply.glossary(fragment=`NYC`)" in told
    assert told[-2] == "encode.apply.one-character(fragment=`x`)"
    notes = [row.note for row in frames(applier, "newestNYC2024x", load("en"))[-2].rows]
    assert notes == ["", "protected", "protected", "one character"]


def test_a_piece_that_no_merge_made_stays() -> None:
    shown = frames(replace(ATTACHED, vocabulary={"zz"}), "xy")
    assert said(shown[-3])[0] == "encode.apply.check.kept(token=`x@@`)"
    assert states(shown)[-1] == [["x@@", "y"]]


def test_without_a_separator_the_pieces_are_the_tokens() -> None:
    shown = frames(replace(ATTACHED, separator=""), "lowest")
    assert said(shown[-2])[1] == "encode.apply.join.next.none"
    assert states(shown)[-1] == [["lo", "west"]]


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_one_character_is_a_word_of_one_token(language: str) -> None:
    shown = frames(ATTACHED, "x", load(language))
    assert len(shown) == 3
    assert said(shown[-1])[1] == load(language).count("encode.apply.end", 1)


def test_a_word_of_very_many_fragments_is_small() -> None:
    shown = frames(replace(ATTACHED, glossaries=["a"]), "xa" * 300)
    built = word_parts(shown, EN, SymbolDrawing({}, 0))
    assert len(built) > 1
    assert all(len(group["rows"]) <= 12 for part in built for frame in part["frames"] for group in frame["groups"])


@given(
    corpora(),
    words(),
    st.sampled_from(["subword-nmt", "subword-nmt-0.1", "sennrich"]),
    st.lists(st.sampled_from(["a", "b+", "lo", "[aeiou]"]), max_size=2),
    st.frozensets(st.sampled_from(["a", "a@@", "lo@@", "b", "e@@", "est"]), max_size=3),
    st.sampled_from(list(LANGUAGES)),
)
def test_every_walk_ends_in_the_tokens(
    corpus: Corpus, word: str, preset: str, patterns: list[str], vocabulary: frozenset[str], language: str
) -> None:
    model = bpe.train(corpus, merges=8, rules=preset).model()
    applier = replace(Applier.from_model(model), glossaries=patterns, vocabulary=vocabulary)
    shown = frames(applier, word, load(language))
    assert states(shown)[-1] == [list(applier.explain(word).tokens)]
    for frame in shown:
        assert len(frame.said) == 2
        assert all(without_marks(sentence).strip() for _, sentence in frame.said)
        for row in frame.rows:
            assert all(0 <= at < at + size <= len(row.symbols) for at, size, _ in row.spans)
