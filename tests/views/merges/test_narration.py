"""The sentences of the steps: exact on the worked example, cut where there is too much to name, true at the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora, hostile_texts
from tokviz import bpe, examples, wordpiece
from tokviz.bpe import PRESETS, Rules, Trace
from tokviz.corpus import Corpus
from tokviz.merging import reasons
from tokviz.views.merges import narration
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.reasons import contribution_sum
from tokviz.views.shared.sentences import MAX_LISTED, Sentence, as_text

EN, ZH = load("en"), load("zh")


@pytest.fixture(scope="module")
def sennrich() -> Trace:
    return bpe.train(examples.load("sennrich").corpus, rules="sennrich")


def done(trace: Trace, number: int) -> str:
    return as_text(narration.done(trace[number - 1], EN))


def upcoming(trace: Trace, number: int) -> str:
    return as_text(narration.upcoming(trace[number - 1], EN))


def chinese(sentence: Sentence) -> str:
    """The sentence with the thin spaces of Chinese typography made plain."""
    return as_text(sentence).replace("\u2009", " ")


# -- the worked example ----------------------------------------------------------------------------------------------


def test_start(sennrich: Trace) -> None:
    assert as_text(narration.start(sennrich, EN)) == (
        "Start: 4 words, written in 11 different symbols. Nothing is merged yet."
    )
    assert chinese(narration.start(sennrich, ZH)) == "起点：4 个词，切成 11 种不同的符号。尚未进行任何合并。"


def test_the_first_step_as_the_page_promises_it(sennrich: Trace) -> None:
    assert "".join(narration.upcoming(sennrich[0], EN)) == (
        "Next, merge 1: e s occurs 9 times: newest 6 + widest 3. It ties with s t and t </w>; first seen wins."
    )


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (
            1,
            "`e s` occurs 9 times: `newest` 6 + `widest` 3. It ties with `s t` and `t </w>`; first seen wins.",
        ),
        (2, "`es t` occurs 9 times: `newest` 6 + `widest` 3. It ties with `t </w>`; first seen wins."),
        (3, "`est </w>` occurs 9 times: `newest` 6 + `widest` 3. No other pair occurs as often."),
        (9, "`low </w>` occurs 5 times: `low` 5. No other pair occurs as often."),
        (15, "`lower </w>` occurs 2 times: `lower` 2. No other pair occurs as often."),
    ],
)
def test_upcoming(sennrich: Trace, number: int, sentence: str) -> None:
    assert upcoming(sennrich, number) == f"Next, merge {number}: {sentence}"


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (
            1,
            "`e s` became `es`. It occurred 9 times: `newest` 6 + `widest` 3. It tied with `s t` and `t </w>`; the "
            "pair seen first won. No `s` is left on its own: used up. Symbols in use: 11 → 11 (0).",
        ),
        (
            2,
            "`es t` became `est`. It occurred 9 times: `newest` 6 + `widest` 3. It tied with `t </w>`; the pair seen "
            "first won. No `es` and no `t` is left on its own: both used up. Symbols in use: 11 → 10 (−1).",
        ),
        (
            3,
            "`est </w>` became `est</w>`. It occurred 9 times: `newest` 6 + `widest` 3. No other pair occurred as "
            "often. No `est` is left on its own: used up. Symbols in use: 10 → 10 (0).",
        ),
        (
            9,
            "`low </w>` became `low</w>`. It occurred 5 times: `low` 5. No other pair occurred as often. Both parts "
            "still occur elsewhere. Symbols in use: 9 → 10 (+1).",
        ),
        (
            15,
            "`lower </w>` became `lower</w>`. It occurred 2 times: `lower` 2. No other pair occurred as often. No "
            "`lower` and no `</w>` is left on its own: both used up. Symbols in use: 5 → 4 (−1).",
        ),
    ],
)
def test_done(sennrich: Trace, number: int, sentence: str) -> None:
    assert done(sennrich, number) == f"Merge {number}: {sentence}"


def test_chinese(sennrich: Trace) -> None:
    assert chinese(narration.upcoming(sennrich[0], ZH)) == (
        "下一步，第 1 次合并：`e s` 出现 9 次：`newest` 6 + `widest` 3。与它并列的有 `s t` 和 `t </w>`；"
        "最先出现的符号对胜出。"
    )
    assert chinese(narration.done(sennrich[1], ZH)) == (
        "第 2 次合并：`es t` 变成 `est`。它出现了 9 次：`newest` 6 + `widest` 3。与它并列的有 `t </w>`；"
        "最先出现的符号对胜出。语料里不再有单独的 `es` 和 `t`。使用中的符号数：11 → 10（−1）。"
    )
    assert chinese(narration.end(sennrich, ZH)) == "结束：已没有可以合并的符号对。"


# -- sums and ties ---------------------------------------------------------------------------------------------------


def test_a_pair_that_overlaps_itself() -> None:
    """`aaa` holds `a a` twice, so its part of the count is 2 × 5; the words come with the greatest part first."""
    trace = bpe.train(Corpus({"aab": 4, "aaa": 5, "b": 1}), rules="course")
    assert upcoming(trace, 1) == (
        "Next, merge 1: `a a` occurs 14 times: `aaa` 2 × 5 + `aab` 4. No other pair occurs as often."
    )


def test_a_count_of_one() -> None:
    trace = bpe.train(Corpus({"ab": 1}), rules="course")
    assert upcoming(trace, 1) == "Next, merge 1: `a b` occurs once: `ab` 1. No other pair occurs as often."


@pytest.mark.parametrize(
    ("words", "rest"), [(6, " + 1 other word 1."), (8, " + 3 other words 6."), (1005, " + 1,000 other words 500,500.")]
)
def test_many_words_are_cut_with_how_many_more(words: int, rest: str) -> None:
    """Word number i occurs i times, so the words left out are 1, 1 + 2 + 3 and 1 + ... + 1,000 occurrences."""
    corpus = Corpus({f"ab{chr(0x4E00 + i)}": i for i in range(1, words + 1)})
    trace = bpe.train(corpus, merges=1, rules="course")
    named = " + ".join(f"`ab{chr(0x4E00 + i)}` {i:,}" for i in range(words, words - 5, -1))
    assert upcoming(trace, 1) == (
        f"Next, merge 1: `a b` occurs {words * (words + 1) // 2:,} times: {named}{rest} No other pair occurs as often."
    )


@pytest.mark.parametrize(
    ("word", "rivals"),
    [
        ("abcdef", "`b c`, `c d`, `d e` and `e f`"),
        ("abcdefg", "`b c`, `c d`, `d e`, `e f` and `f g`"),
        ("abcdefgh", "`b c`, `c d`, `d e`, `e f`, `f g` and 1 more"),
        ("abcdefghi", "`b c`, `c d`, `d e`, `e f`, `f g` and 2 more"),
    ],
)
def test_many_ties_are_cut_with_how_many_more(word: str, rivals: str) -> None:
    trace = bpe.train(Corpus({word: 1}), merges=1, rules="course")
    assert f"It ties with {rivals}; first seen wins." in upcoming(trace, 1)


def test_a_large_corpus_names_only_the_number_of_ties() -> None:
    """To name the ties of a step, every pair has to be sorted; on a large corpus that is too slow for each frame."""
    long = "".join(chr(0x4E00 + i) for i in range(reasons.MAX_SCANNED + 1))
    two = Corpus({"ab": 9, "cd": 9, long: 1})
    assert upcoming(bpe.train(two, merges=1, rules="course"), 1).endswith("It ties with 1 other pair; first seen wins.")
    assert done(bpe.train(Corpus({long: 1}), merges=1, rules="course"), 1).startswith(
        f"Merge 1: `{long[0]} {long[1]}` became `{long[:2]}`. It occurred once: `{shorten(long)}` 1. "
        "It tied with 5,999 other pairs; the pair seen first won."
    )


@pytest.mark.parametrize(
    ("tie_break", "past", "present"),
    [
        ("first-seen", "the pair seen first won", "first seen wins"),
        ("greatest-pair", "the last in code point order won", "the last in code point order wins"),
        ("smallest-pair", "the first in code point order won", "the first in code point order wins"),
        ("last-seen", "the pair seen last won", "last seen wins"),
        ("smallest-ids", "the smallest ids won", "the smallest ids win"),
        ("shortest-token", "the shortest token won, then the first", "the shortest token wins, then the first"),
    ],
)
def test_each_tie_rule_has_its_words(tie_break: str, past: str, present: str) -> None:
    trace = bpe.train(Corpus({"ab": 1, "cd": 1}), rules=Rules(tie_break=tie_break))  # type: ignore[arg-type]
    assert past in done(trace, 1)
    assert present in upcoming(trace, 1)
    assert all(as_text(narration.done(trace[0], load(language))) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("tie_break", "place", "pair"), [("greatest-pair", "last", "b a"), ("smallest-pair", "first", "Ġ a")]
)
def test_over_bytes_the_order_is_that_of_bytes(tie_break: str, place: str, pair: str) -> None:
    rules = Rules(alphabet="bytes", tie_break=tie_break)  # type: ignore[arg-type]
    trace = bpe.train(Corpus({" a": 1, "ba": 1}), rules=rules)
    assert f"`{pair}` became" in done(trace, 1)
    assert f"the {place} in byte order won" in done(trace, 1)
    assert f"the {place} in byte order wins" in upcoming(trace, 1)


# -- the end ---------------------------------------------------------------------------------------------------------


def end(corpus: dict[str, int], rules: str | Rules = "course", **limits: Any) -> str:
    return as_text(narration.end(bpe.train(Corpus(corpus), rules=rules, **limits), EN))


def test_end_without_pairs() -> None:
    assert end({"ab": 2}) == "The end: no pair is left that may be merged."
    assert end({"a": 2}) == "The end: no pair is left that may be merged."


def test_end_at_the_number_of_merges() -> None:
    assert end({"abcd": 2, "xy": 1}, merges=2) == (
        "The end: training was to stop after 2 merges. `abc d` would come next (2 times)."
    )


def test_end_after_a_single_merge() -> None:
    assert "1 merge were" not in end({"abc": 2}, merges=1)


def test_end_at_the_size_of_the_vocabulary() -> None:
    assert end({"abcd": 2}, vocab_size=5) == (
        "The end: the vocabulary has the 5 tokens that were asked for. `ab c` would come next (2 times)."
    )


@pytest.mark.parametrize("size", [0, 1, 4])
def test_end_before_the_first_merge(size: int) -> None:
    """A size below the alphabet was not what was reached; the sentence claims only what is so either way."""
    assert end({"abcd": 2}, vocab_size=size) == (
        "The end before the first merge: special tokens and alphabet alone are 4 tokens, and no more were asked for. "
        "`a b` would come next (2 times)."
    )


def test_end_at_the_minimum_count() -> None:
    assert end({"ab": 1}, "subword-nmt") == (
        "The end: the best pair, `a b</w>`, occurs once, and the rules ask for at least 2."
    )


def test_the_end_promises_no_merge_that_the_rules_forbid() -> None:
    """The thirteenth merge is the last that subword-nmt makes: what is left occurs less than twice."""
    corpus = examples.load("follow").corpus
    trace = bpe.train(corpus, merges=13, rules="subword-nmt")
    assert len(trace) == len(bpe.train(corpus, rules="subword-nmt"))
    assert "would come next" not in as_text(narration.end(trace, EN))


def test_the_end_does_not_deny_pairs_that_may_not_be_merged() -> None:
    """`ab c` would make a token of three letters, which these rules forbid; but the two do stand side by side."""
    trace = bpe.train(Corpus({"abc": 1}), rules=Rules(max_token_length=3))
    assert trace.words()["abc"] == ("ab", "c")
    assert "no two symbols stand side by side" not in as_text(narration.end(trace, EN))


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_step_of_every_convention_has_sentences(language: str, preset: str) -> None:
    say = load(language)
    for name in examples.NAMES[:6]:
        trace = bpe.train(examples.load(name).corpus_for("bpe"), merges=40, rules=preset)
        for k, step in enumerate(trace):
            for sentence in (narration.done(step, say), narration.upcoming(step, say)):
                assert len(sentence) % 2 == 1, (name, k)
                assert "{" not in as_text(sentence)
        assert narration.start(trace, say)[0]
        assert narration.end(trace, say)[0]


# -- WordPiece: the score decides --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hug() -> wordpiece.Trace:
    return wordpiece.train(examples.load("hug").corpus)


SCORED = [
    (
        "`##g ##s` occurs 5 times: `hugs` 5. Its parts `##g` (20 times) and `##s` (5 times) give it the score "
        "5 / (20 × 5) = 1/20. No other pair scores as high."
    ),
    (
        "`h ##u` occurs 15 times: `hug` 10 + `hugs` 5. Its parts `h` (15 times) and `##u` (36 times) give it the score "
        "15 / (15 × 36) = 1/36. It ties with `##u ##g`, `p ##u`, `##u ##n`, `b ##u` and `##u ##gs` at that score; "
        "first seen wins."
    ),
    (
        "`hu ##gs` occurs 5 times: `hugs` 5. Its parts `hu` (15 times) and `##gs` (5 times) give it the score "
        "5 / (15 × 5) = 1/15. No other pair scores as high."
    ),
    (
        "`hu ##g` occurs 10 times: `hug` 10. Its parts `hu` (10 times) and `##g` (15 times) give it the score "
        "10 / (10 × 15) = 1/15. No other pair scores as high."
    ),
    (
        "`p ##u` occurs 17 times: `pun` 12 + `pug` 5. Its parts `p` (17 times) and `##u` (21 times) give it the score "
        "17 / (17 × 21) = 1/21. It ties with `##u ##g`, `##u ##n` and `b ##u` at that score; first seen wins."
    ),
    (
        "`b ##u` occurs 4 times: `bun` 4. Its parts `b` (4 times) and `##u` (4 times) give it the score "
        "4 / (4 × 4) = 1/4. No other pair scores as high."
    ),
    (
        "`bu ##n` occurs 4 times: `bun` 4. Its parts `bu` (4 times) and `##n` (16 times) give it the score "
        "4 / (4 × 16) = 1/16. No other pair scores as high."
    ),
    (
        "`pu ##g` occurs 5 times: `pug` 5. Its parts `pu` (17 times) and `##g` (5 times) give it the score "
        "5 / (17 × 5) = 1/17. It ties with `pu ##n` at that score; first seen wins."
    ),
    (
        "`pu ##n` occurs 12 times: `pun` 12. Its parts `pu` (12 times) and `##n` (12 times) give it the score "
        "12 / (12 × 12) = 1/12. No other pair scores as high."
    ),
]


@pytest.mark.parametrize(("number", "sentence"), list(enumerate(SCORED, start=1)))
def test_why_a_score_wins(hug: wordpiece.Trace, number: int, sentence: str) -> None:
    said = as_text(narration.upcoming(hug[number - 1], EN)).replace("\u00a0", " ")
    assert said == f"Next, merge {number}: {sentence}"


def test_the_arithmetic_is_not_broken_across_lines(hug: wordpiece.Trace) -> None:
    said = as_text(narration.upcoming(hug[0], EN))
    assert "5\u00a0/\u00a0(20\u00a0×\u00a05)\u00a0=\u00a01/20" in said


def test_why_a_score_won(hug: wordpiece.Trace) -> None:
    assert as_text(narration.done(hug[7], EN)).replace("\u00a0", " ") == (
        "Merge 8: `pu ##g` became `pug`. It occurred 5 times: `pug` 5. Its parts `pu` (17 times) and `##g` (5 times) "
        "gave it the score 5 / (17 × 5) = 1/17. It tied with `pu ##n` at that score; the pair seen first won. No `##g` "
        "is left on its own: used up. Symbols in use: 6 → 6 (0)."
    )
    assert "No other pair scored as high." in as_text(narration.done(hug[0], EN))
    assert as_text(narration.end(hug, EN)) == "The end: no pair is left that may be merged."


def test_scores_in_chinese(hug: wordpiece.Trace) -> None:
    assert chinese(narration.upcoming(hug[0], ZH)).replace("\u00a0", " ") == (
        "下一步，第 1 次合并：`##g ##s` 出现 5 次：`hugs` 5。它的两部分 `##g`（20 次）和 `##s`（5 次）使它得分 "
        "5 / (20 × 5) = 1/20。其他符号对的得分都比它低。"
    )
    assert chinese(narration.done(hug[7], ZH)).replace("\u00a0", " ") == (
        "第 8 次合并：`pu ##g` 变成 `pug`。它出现了 5 次：`pug` 5。它的两部分 `pu`（17 次）和 `##g`（5 次）使它得分 "
        "5 / (17 × 5) = 1/17。得分与它并列的有 `pu ##n`；最先出现的符号对胜出。语料里不再有单独的 `##g`。"
        "使用中的符号数：6 → 6（0）。"
    )


def test_rules_that_count_speak_of_counts_only() -> None:
    trace = wordpiece.train(examples.load("hug").corpus, rules="huggingface")
    assert as_text(narration.upcoming(trace[4], EN)) == (
        "Next, merge 5: `p ##ug` occurs 5 times: `pug` 5. It ties with `hug ##s`; the smallest ids win."
    )
    assert "score" not in as_text(narration.done(trace[0], EN))


def test_rules_that_go_by_the_gain_work_it_out() -> None:
    trace = wordpiece.train(examples.load("hug").corpus, rules="gain")
    said = as_text(narration.upcoming(trace[0], EN)).replace("\u00a0", " ")
    assert "Its parts `u` (36 times) and `g` (20 times) give it the gain 20 × ln 5.457 = 33.940." in said
    assert said.endswith("No other pair gains as much.")
    said = as_text(narration.done(trace[7], EN))
    assert "It tied with `b un` at that gain; the pair seen first won." in said


def test_many_pairs_of_the_same_score() -> None:
    trace = wordpiece.train(Corpus({f"{chr(0x4E00 + i)}{chr(0x6000 + i)}": 1 for i in range(9)}), merges=1)
    said = as_text(narration.upcoming(trace[0], EN))
    assert "It ties with `丁 ##态`, " in said
    assert "and 3 more at that score; first seen wins." in said


@given(corpora(), st.sampled_from(list(wordpiece.PRESETS)), st.sampled_from(list(LANGUAGES)))
def test_every_step_of_wordpiece_has_sentences(corpus: Corpus, preset: str, language: str) -> None:
    say = load(language)
    trace = wordpiece.train(corpus, merges=10, rules=preset)
    for k, step in enumerate(trace):
        for sentence in (narration.done(step, say), narration.upcoming(step, say)):
            assert len(sentence) % 2 == 1
            assert "{" not in "".join(sentence[::2])
            named = {" ".join(shorten(visible(part)) for part in pair) for pair in step.tied}
            assert len(named & set(sentence[1::2])) == min(len(named), 1 + MAX_LISTED), k
    assert narration.end(trace, say)[0]


# -- hostile tokens --------------------------------------------------------------------------------------------------


def words_of(text: str) -> list[str]:
    return [word for word in text.encode("utf-8", "ignore").decode().split("\n") if word and len(word) < 10_000]


@given(st.lists(hostile_texts().map(words_of), min_size=1).map(lambda found: [w for ws in found for w in ws][:6]))
def test_tokens_stay_apart_from_the_words_around_them(words: list[str]) -> None:
    """Whatever a token holds (braces, quotes, NUL), the odd segments are tokens and the even ones are the catalog's."""
    if not words:
        words = ["{0}\0`%s`"]
    trace = bpe.train(Corpus(dict.fromkeys(words, 1)), merges=3, rules="course")
    for step in trace:
        shown = {shorten(visible(part)) for part in (*trace.corpus.words, *trace.vocabulary(), *step.consumed)}
        pairs = {" ".join(shorten(visible(part)) for part in pair) for pair in step.tied}
        sentence: Sentence = narration.done(step, EN)
        assert set(sentence[1::2]) <= shown | pairs
        assert not any("\0" in segment for segment in sentence)
        assert sentence[2] == " became "


@given(corpora())
def test_sums_add_up(corpus: Corpus) -> None:
    """The parts that a sentence names, and those that it leaves out, are the count."""
    trace = bpe.train(corpus, rules=replace(PRESETS["course"], minimum_count=2))
    for step in trace:
        total = 0
        for part in contribution_sum(step.contributions, EN, lambda _: "w").split(" + "):
            factors = part.rsplit("w ", 1)[1] if part.startswith("w ") else part.rsplit(" ", 1)[1]
            left, _, right = factors.partition(" × ")
            total += int(left) * int(right or 1)
        assert total == step.count
