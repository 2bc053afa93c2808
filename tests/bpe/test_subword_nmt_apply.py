"""Applying merges as subword-nmt does: worked examples, golden cases, corners, and random input beside the library."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from subword_nmt.apply_bpe import BPE, read_vocabulary
from subword_nmt.get_vocab import get_vocab

from tests.strategies import corpora, texts, words
from tokviz import bpe
from tokviz.bpe import Applier, Pair, Remembered
from tokviz.corpus import Corpus
from tokviz.errors import LimitError, RulesError

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "02_subword_nmt_apply.json").read_text(encoding="utf-8"))
CASES = [pytest.param(case, id=case["name"]) for case in GOLDEN["cases"]]
Case = dict[str, Any]


def codes(text: str) -> list[Pair]:
    """Read "w e / l o"."""
    return [(left, right) for left, right in (line.split(" ") for line in text.split(" / "))]


FOLLOW = codes(
    "w e / l o / we s / wes t</w> / n e / ne west</w> / lo w</w> / w i / wi d / wid e / wide s</w> / we r</w>"
    " / lo wer</w>"
)


def library(merges: list[Pair], version: str = "0.2", used: int = -1, **options: Any) -> BPE:
    """The real thing. It cannot read a file without a line, but can be told to use none."""
    lines = ["#version: 0.2"] if version == "0.2" else []
    lines += [f"{left} {right}" for left, right in merges] or ["a b"]
    return BPE(io.StringIO("\n".join(lines) + "\n"), used if merges else 0, **options)


# -- a word, iteration by iteration ------------------------------------------------------------------------------------


def test_lowest_after_ten_merges() -> None:
    corpus = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    model = bpe.train(corpus, merges=10, rules="sennrich").model()
    # Ranks: e s 0, es t 1, est </w> 2, l o 3, lo w 4, n e 5, ne w 6, new est</w> 7, low </w> 8, w i 9.
    trace = model.explain("lowest")
    assert [
        (" ".join(step.symbols), [candidate.rank for candidate in step.candidates], step.pair, step.rank)
        for step in trace
    ] == [
        # l o has a rank, o w, w e have none; s t and t </w> were never merged, only es t and est </w> were.
        ("l o w e s t </w>", [3, None, None, 0, None, None], ("e", "s"), 0),
        # es t came to be; w es was never merged.
        ("l o w es t </w>", [3, None, None, 1, None], ("es", "t"), 1),
        ("l o w est </w>", [3, None, None, 2], ("est", "</w>"), 2),
        # w est</w> has no rank: newest was made from new est</w>.
        ("l o w est</w>", [3, None, None], ("l", "o"), 3),
        ("lo w est</w>", [4, None], ("lo", "w"), 4),
    ]
    # low est</w>: the one pair left was never merged.
    assert [(candidate.pair, candidate.rank) for candidate in trace.candidates] == [(("low", "est</w>"), None)]
    assert trace.stopped == "no-pair-known"
    assert trace.tokens == ("low", "est</w>")
    # Written by subword-nmt (version 0.1: the mark is a symbol of its own) the mark is gone.
    assert Applier.from_model(model).segment("lowest low") == "low@@ est low"


def test_the_two_ways_of_writing_the_end() -> None:
    # 0.1: l o w </w> -> lo w </w> -> low </w> -> low</w>, shown without the mark.
    first = Applier(codes("l o / lo w / low </w>"), version="0.1").explain("low").fragments[0]
    assert first.encoding is not None
    assert [step.after for step in first.encoding] == [("lo", "w", "</w>"), ("low", "</w>"), ("low</w>",)]
    assert first.pieces == ("low",)
    # 0.2: l o w</w>; lo w is not lo w</w>.
    second = Applier(codes("l o / lo w / low </w>")).explain("low").fragments[0]
    assert second.encoding is not None
    assert [step.after for step in second.encoding] == [("lo", "w</w>")]
    assert second.pieces == ("lo", "w")
    # 0.1 drops a mark that stayed alone.
    assert Applier(codes("l o"), version="0.1").segment("lo") == "lo"


def test_a_piece_outside_the_vocabulary_is_undone() -> None:
    applier = Applier(FOLLOW, vocabulary={"lo@@", "low", "newest", "s", "w", "we@@", "wides"})
    trace = applier.explain("lower")
    fragment = trace.fragments[0]
    assert fragment.encoding is not None
    assert fragment.encoding.tokens == ("lower</w>",)
    assert [(check.before, check.index, check.token, check.outcome, check.pair) for check in fragment.checks] == [
        # lower is the last piece, so it is looked up without separator; lo wer</w> made it.
        (("lower",), 0, "lower", "undone", ("lo", "wer</w>")),
        (("lo", "wer"), 0, "lo@@", "known", None),
        (("lo", "wer"), 1, "wer", "undone", ("we", "r</w>")),
        (("lo", "we", "r"), 1, "we@@", "known", None),
        # r is not in the vocabulary either, but no merge makes r</w>.
        (("lo", "we", "r"), 2, "r", "kept", None),
    ]
    assert trace.tokens == ("lo@@", "we@@", "r")


def test_undoing_the_separate_mark_leaves_an_empty_piece() -> None:
    applier = Applier(codes("l o / lo w / low </w>"), version="0.1", vocabulary={"l@@", "o@@", "w"})
    fragment = applier.explain("low").fragments[0]
    # low</w> -> low and nothing; w is then not last, and w@@ unknown.
    assert [(check.token, check.outcome) for check in fragment.checks] == [
        *(("low", "undone"), ("low@@", "undone"), ("lo@@", "undone")),
        *(("l@@", "known"), ("o@@", "known"), ("w@@", "kept"), ("", "kept")),
    ]
    assert applier.segment("low") == "l@@ o@@ w@@ "


def test_of_several_merges_that_make_a_piece_one_undoes_it() -> None:
    # a bc and ab c both make abc; the one listed first undoes it, but a duplicate counts where it is listed last.
    once = codes("a bc / ab c / a b / x y")
    twice = [*once, ("a", "bc")]
    for merges, pair, result in ((once, ("a", "bc"), "a@@ bc@@ x"), (twice, ("ab", "c"), "a@@ b@@ c@@ x")):
        # a b, then ab c. No merge makes bc, so it stays; ab is undone once more.
        checks = Applier(merges, vocabulary={"z"}).explain("abcx").fragments[0].checks
        assert (checks[0].token, checks[0].pair) == ("abc@@", pair)
        assert checks[-1].after == tuple(result.split("@@ "))
        assert library(merges, vocab={"z"}).segment("abcx") == result


# -- golden cases ------------------------------------------------------------------------------------------------------


def of_case(case: Case) -> Applier:
    params = case["params"]
    *header, text = params["codes_file"].removesuffix("\n").rpartition("#version: 0.2\n")
    version = "0.2" if header[1] else "0.1"
    assert params.get("version", [0, 2]) == [0, int(version[-1])]
    return Applier(
        codes(text.replace("\n", " / ")),
        version=version,
        separator=params.get("separator", "@@"),
        vocabulary=params.get("vocab") and set(params["vocab"]),
    )


@pytest.mark.parametrize("case", CASES)
def test_golden(case: Case) -> None:
    applier, expected = of_case(case), case["expected"]
    if "encodes" in expected:
        assert {line: applier.process_line(line) for line in expected["encodes"]} == expected["encodes"]
        return
    params = case["params"]
    rng = random.Random(params["python_random_seed"])
    drawn = [applier.segment(params["word"], params["dropout"], rng) for _ in expected["sequence"]]
    assert drawn == expected["sequence"]
    # The case notes that the library then gives its last draw even without dropout; what is right here was "newest".
    assert expected["then_dropout0_same_object"] == drawn[-1]
    assert applier.segment(params["word"]) == "newest"
    assert applier.segment(params["word"], 1.0, rng) == expected["dropout_1"]


def test_no_golden_case_is_left_out() -> None:
    assert len(CASES) == 13


# -- glossaries --------------------------------------------------------------------------------------------------------


def test_glossaries_are_cut_out_and_kept() -> None:
    applier = Applier(FOLLOW, glossaries=["USA", r"\d+"], vocabulary={"low"})
    trace = applier.explain("1934USAlowUSA")
    assert [(split.pattern, split.before, split.after) for split in trace.splits] == [
        ("USA", ("1934USAlowUSA",), ("1934", "USA", "low", "USA")),
        # 1934 is a number as a whole, so it is one fragment already.
        (r"\d+", ("1934", "USA", "low", "USA"), ("1934", "USA", "low", "USA")),
    ]
    assert [(fragment.text, fragment.untouched) for fragment in trace.fragments] == [
        *(("1934", "glossary"), ("USA", "glossary"), ("low", None), ("USA", "glossary")),
    ]
    # low is encoded as if it were a word, with an end mark in the middle of the word.
    assert trace.tokens == ("1934@@", "USA@@", "low@@", "USA")


@pytest.mark.parametrize(
    ("glossaries", "word", "expected"),
    [
        (["USA"], "1934USABUSA", "1@@ 9@@ 3@@ 4@@ USA@@ B@@ USA"),
        (["low"], "slow", "s@@ low"),
        # What a group inside the pattern matched comes out once more.
        (["(a|b)c"], "zacbcz", "z@@ ac@@ a@@ bc@@ b@@ z"),
        # ^low|wer$ is low at the start or wer at the end: both leave the word uncut, but only ^(low|wer)$ keeps it.
        (["low|wer"], "lower", "lower"),
        (["low|wer"], "slowx", "s@@ low@@ x"),
        # The second pattern cuts what the first cut out, unless it is the second as a whole.
        (["ab", "b"], "xabxb", "x@@ a@@ b@@ x@@ b"),
        (["b", "ab"], "xabxb", "x@@ a@@ b@@ x@@ b"),
        (["ab", "b|ab"], "xabxb", "x@@ ab@@ x@@ b"),
        (["a{2}"], "xaax", "x@@ aa@@ x"),
        # No repetition: literal braces, although `regex` reads {e} as "with any errors".
        (["x{e}"], "yx{e}y", "y@@ x{e}@@ y"),
        ([r"%\{s}|[{]d}"], "x%{s}{d}x", "x@@ %{s}@@ {d}@@ x"),
        ([r"\N{DIGIT ONE}"], "a1a", "a@@ 1@@ a"),
        ([""], "ab", "a@@ b"),
        ([], "follow", "f@@ o@@ l@@ low"),
    ],
)
def test_glossaries_as_in_the_library(glossaries: list[str], word: str, expected: str) -> None:
    assert library(FOLLOW, glossaries=glossaries).segment(word) == expected
    assert Applier(FOLLOW, glossaries=glossaries).segment(word) == expected


@pytest.mark.parametrize("pattern", ["(", "[", "*", "a)(b", r"\p{Lu}", "(?i)usa", r"(?r)a", r"(a)\2\3", "(" * 3000])
def test_a_pattern_that_python_does_not_take_is_refused(pattern: str) -> None:
    with pytest.raises(RulesError) as caught:
        Applier(FOLLOW, glossaries=["fine", pattern])
    assert caught.value.code == "glossary-pattern"
    assert len(str(caught.value)) < 300


@pytest.mark.slow
def test_a_pattern_that_backtracks_for_ever_is_stopped() -> None:
    applier = Applier(FOLLOW, glossaries=["low", "(a|aa)+$"])
    assert applier.segment("slow") == "s@@ low"
    hostile = "a" * 80 + "b"
    for call in (applier.segment, applier.explain):
        with pytest.raises(RulesError) as caught:
            call(hostile)
        assert caught.value.code == "glossary-timeout"
        assert dict(caught.value.details)["pattern"] == "'(a|aa)+$'"


def test_too_many_glossaries_name_the_limit() -> None:
    with pytest.raises(LimitError) as caught:
        Applier(FOLLOW, glossaries=["name"] * 2_501)
    assert (caught.value.code, dict(caught.value.details)["met"]) == ("limit-glossaries", 10_004)


def test_a_fragment_of_line_ends_only_is_left_out() -> None:
    applier = Applier(FOLLOW, glossaries=["low"])
    with pytest.raises(IndexError):
        library(FOLLOW, glossaries=["low"]).segment("slow\n x")
    assert applier.segment("slow\n x") == "s@@ low x"


# -- what goes around the words ----------------------------------------------------------------------------------------


def test_dropout_leaves_no_trace_in_the_memory() -> None:
    theirs, ours = library(FOLLOW), Applier(FOLLOW)
    random.seed(1)
    assert theirs.segment("newest", dropout=1.0) == ours.segment("newest", 1.0, random.Random(1))
    # The library remembers what it drew; here the word is encoded again.
    assert theirs.segment("newest") == "n@@ e@@ w@@ e@@ s@@ t"
    assert ours.segment("newest") == "newest"


def test_words_are_remembered() -> None:
    applier = Applier(FOLLOW)
    applier.encode("low lower low\nlow")
    applier.encode("low", 0.5, random.Random(0))
    applier.explain("lower")
    assert applier.remembered == Remembered(words=2, hits=2, misses=2)


def test_an_empty_vocabulary_is_none() -> None:
    assert library(FOLLOW, vocab=set()).segment("lower") == "lower"
    assert Applier(FOLLOW, vocabulary=set()).segment("lower") == "lower"


def test_codes_that_undo_into_themselves_come_to_an_end() -> None:
    assert Applier([("", "a"), ("a", "b</w>")], vocabulary={"z"}).segment("ab") == "a@@ b"
    mixed = codes("< /w> / a </w>")
    with pytest.raises(RecursionError):
        library(mixed, "0.1", vocab={"z"}).segment("xa")
    assert Applier(mixed, version="0.1", vocabulary={"z"}).segment("xa") == "x@@ a@@ "


def test_a_text_of_several_lines_and_back() -> None:
    applier = Applier(FOLLOW)
    tokens = applier.encode(" lowest  low\nlower\n\n")
    assert tokens == ["lo@@", "west", "low", "lower"]
    assert applier.decode(tokens) == "lowest low lower"
    assert applier.encode("") == applier.encode("\n \r\n") == []
    # Without a separator nothing says which tokens belong together.
    bare = replace(applier, separator="")
    assert bare.decode(bare.encode("lowest")) == "lo west"


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: Applier(FOLLOW, version="0.3"), "rules-choice"),
        (lambda: Applier(FOLLOW, merges=-1), "rules-number"),
        (lambda: Applier.from_model(bpe.train(Corpus({"low": 1}), merges=1, rules="course").model()), "codes-mark"),
        (lambda: Applier(FOLLOW).encode("low", 0.5), "dropout-rng"),
        (lambda: Applier(FOLLOW).explain("a" * 3_000), "limit-explained"),
    ],
)
def test_what_is_refused(make: Callable[[], object], code: str) -> None:
    with pytest.raises((RulesError, LimitError)) as caught:
        make()
    assert caught.value.code == code


# -- the library itself ------------------------------------------------------------------------------------------------

SYMBOLS = ["a", "b", "c", "ab", "aa", "ba", "bc", "abc", "a</w>", "b</w>", "c</w>", "ab</w>", "bc</w>", "</w>"]
MADE_BY_HAND = st.lists(st.tuples(st.sampled_from(SYMBOLS), st.sampled_from(SYMBOLS)), max_size=20)


@st.composite
def trained(draw: st.DrawFn) -> tuple[list[Pair], str]:
    version = draw(st.sampled_from(["0.1", "0.2"]))
    rules = "subword-nmt" if version == "0.2" else "subword-nmt-0.1"
    return bpe.train(draw(corpora()), merges=draw(st.integers(0, 20)), rules=rules).merges, version


CODES = trained() | st.tuples(MADE_BY_HAND, st.sampled_from(["0.1", "0.2"]))
SENTENCES = st.lists(words("abc", 9) | words("aé中", 5), max_size=6).flatmap(
    lambda found: st.lists(st.sampled_from([" ", "  "]), min_size=len(found), max_size=len(found)).map(
        lambda spaces: "".join(word + space for word, space in zip(found, spaces, strict=True))
    )
)
LINES = st.tuples(
    st.sampled_from(["", " ", "\r ", "\n"]), SENTENCES | texts(4), st.sampled_from(["", "\n", " \r\n"])
).map("".join)
PIECES = st.sets(
    st.sampled_from([*(s.removesuffix("</w>") for s in SYMBOLS), "é", "中"]) | words("abc", 4), max_size=12
)
PATTERNS = st.lists(
    st.sampled_from(
        [
            *("ab", "a|b", "(a)b", "(a|b)c", "(?:a|b)c", "a+", "b*", "[ab]c", "a{2}", "b{,2}", "a{e}", "c?", "(a)|(b)"),
            *(r"\w", r"\W+", r"\b", r"\B", "(?=a)", "(?<!b)a", "^a", "b$", "", ".", "a.", "(?P<x>b)(?P=x)", "(?i:AB)"),
            *("é", "中+", "|a", "a*?", "[^a]", r"(?s:.)b", r"\Zb", "(?>a|ab)c", "a++b"),
        ]
    ),
    max_size=3,
    unique=True,
)


@given(CODES, st.none() | st.integers(0, 12), st.sampled_from(["@@", "~", "", "a"]), st.none() | PIECES, LINES)
@settings(max_examples=6 * settings().max_examples)
@example((codes("a b / ab c / a b</w> / b c / a bc / ab c"), "0.2"), None, "@@", {"z"}, "abcab abc abab")
@example((codes("b c / a </w> / a bc / ab c / a bc"), "0.1"), None, "@@", {"a@@"}, "abca abc bca")
def test_apply(
    made: tuple[list[Pair], str], used: int | None, separator: str, pieces: set[str] | None, line: str
) -> None:
    merges, version = made
    vocabulary = pieces and {piece + separator for piece in sorted(pieces)[::2]} | set(sorted(pieces)[1::2])
    theirs = library(merges, version, -1 if used is None else used, separator=separator, vocab=vocabulary)
    ours = Applier(merges, version, used, separator, vocabulary)
    assert ours.process_line(line) == theirs.process_line(line)
    # Another time from the memory, and each word by its steps.
    assert ours.segment(line) == theirs.segment(line)
    found = [token for word in line.strip("\r\n ").split(" ") if word for token in ours.explain(word).tokens]
    assert " ".join(found) == theirs.segment(line)


@given(trained(), PATTERNS, st.none() | PIECES, SENTENCES)
@settings(max_examples=4 * settings().max_examples)
def test_apply_with_glossaries(
    made: tuple[list[Pair], str], patterns: list[str], vocabulary: set[str] | None, line: str
) -> None:
    merges, version = made
    theirs = library(merges, version, vocab=vocabulary, glossaries=patterns)
    ours = Applier(merges, version, vocabulary=vocabulary, glossaries=patterns)
    assert ours.process_line(line) == theirs.process_line(line)
    for word in filter(None, line.split(" ")):
        trace = ours.explain(word)
        assert list(trace.tokens) == ours.encode(word)
        assert [split.pattern for split in trace.splits] == patterns


@given(CODES, st.sampled_from([0.1, 0.5, 0.9, 1.0]), st.integers(0, 5), st.none() | PIECES, st.booleans(), SENTENCES)
@settings(max_examples=4 * settings().max_examples)
def test_dropout(
    made: tuple[list[Pair], str], dropout: float, seed: int, vocabulary: set[str] | None, kept: bool, line: str
) -> None:
    merges, version = made
    glossaries = ["ab"] if kept else []
    theirs = library(merges, version, vocab=vocabulary, glossaries=glossaries)
    ours = Applier(merges, version, vocabulary=vocabulary, glossaries=glossaries)
    random.seed(seed)
    rng = random.Random(seed)
    expected = [theirs.process_line(line, dropout) for _ in range(3)]
    assert [ours.process_line(line, dropout, rng) for _ in range(3)] == expected
    assert rng.random() == random.random()  # as many numbers were drawn
    fresh = library(merges, version, vocab=vocabulary, glossaries=glossaries)
    assert ours.process_line(line) == fresh.process_line(line)


@given(corpora(), st.integers(1, 20), st.integers(1, 4), SENTENCES)
def test_the_whole_way_with_a_vocabulary_of_ones_own(corpus: Corpus, merges: int, threshold: int, line: str) -> None:
    """Learn codes, segment the corpus, count its tokens, and segment again with those that are frequent enough."""
    learned = bpe.train(corpus, merges=merges, rules="subword-nmt").merges
    theirs, ours = library(learned), Applier(learned)
    segmented = [ours.segment(" ".join([word] * count)) + "\n" for word, count in corpus.items()]
    counted = io.StringIO()
    get_vocab(segmented, counted)
    counts = ours.count_tokens(corpus)
    assert "".join(f"{token} {count}\n" for token, count in counts.items()) == counted.getvalue()
    counted.seek(0)
    kept = {token for token, count in counts.items() if count >= threshold}
    assert kept == read_vocabulary(counted, threshold)
    theirs = library(learned, vocab=kept)
    assert replace(ours, vocabulary=kept).process_line(line) == theirs.process_line(line)


@given(CODES, st.none() | PIECES, words("abc", 9))
def test_every_check_can_be_checked_by_itself(
    made: tuple[list[Pair], str], vocabulary: set[str] | None, word: str
) -> None:
    merges, version = made
    fragment = Applier(merges, version, vocabulary=vocabulary).explain(word).fragments[0]
    if fragment.encoding is None:
        assert (fragment.untouched, fragment.pieces, fragment.checks) == ("one-character", (word,), ())
        return
    state = tuple(fragment.encoding.tokens)
    for check in fragment.checks:
        assert "".join(check.before) == word
        assert (check.token in (vocabulary or ())) == (check.outcome == "known")
        assert (check.pair is not None) == (check.outcome == "undone") == (len(check.after) > len(check.before))
        state = check.after
    assert "".join(fragment.pieces) == word
    if fragment.checks:
        assert fragment.pieces == state


@given(trained(), texts())
def test_words_come_back(made: tuple[list[Pair], str], text: str) -> None:
    ours = Applier(made[0], made[1])
    plain = " ".join(word for line in text.split("\n") for word in line.strip("\r\n ").split(" ") if word)
    if not any(word.endswith("@@") for word in plain.split(" ")):
        assert ours.decode(ours.encode(text)) == plain
