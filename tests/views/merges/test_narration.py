"""Sentences of the steps: the numbers of the worked example, names up to a limit, and a true end.

Their wording is in `tests/wording/`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import KEYS, codes
from tests.strategies import corpora, hostile_texts
from tokviz import bpe, examples, wordpiece
from tokviz.bpe import PRESETS, Rules, Trace
from tokviz.corpus import Corpus
from tokviz.merging import reasons
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.rules import TieBreak
from tokviz.views.merges import narration
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.reasons import contribution_sum
from tokviz.views.shared.sentences import MAX_LISTED, Sentence, as_text, part_text

EN = load("en")


@pytest.fixture(scope="module")
def sennrich() -> Trace:
    return bpe.train(examples.load("sennrich").corpus, rules="sennrich")


def done(trace: MergeTrace[Any], number: int) -> str:
    """Return the keys that are said after a merge, with their values."""
    return as_text(narration.done(trace[number - 1], KEYS)).replace("\u00a0", " ")


def upcoming(trace: MergeTrace[Any], number: int) -> str:
    return as_text(narration.upcoming(trace[number - 1], KEYS)).replace("\u00a0", " ")


def occurrences(number: int) -> str:
    return KEYS.count("count.times", number)


def parts(*words: tuple[str, int]) -> str:
    """The words that make up a count."""
    return " + ".join(KEYS("reason.part", word=f"`{word}`", total=total) for word, total in words)


def tie(tense: str, rivals: list[str], rule: str = "first-seen") -> str:
    rule = KEYS(f"reason.rule.{rule}.{tense}")
    return KEYS(f"measure.count.tie.{tense}", rivals=KEYS.listed([f"`{pair}`" for pair in rivals]), rule=rule)


# -- the worked example ----------------------------------------------------------------------------------------------


def test_start(sennrich: Trace) -> None:
    assert narration.start(sennrich, KEYS) == (
        KEYS("bpe.start", words=KEYS.count("count.words", 4), symbols=KEYS.count("count.symbols", 11)),
    )


@pytest.mark.parametrize(
    ("number", "count", "words", "rivals"),
    [
        (1, 9, [("newest", 6), ("widest", 3)], ["s t", "t </w>"]),
        (2, 9, [("newest", 6), ("widest", 3)], ["t </w>"]),
        (3, 9, [("newest", 6), ("widest", 3)], []),
        (9, 5, [("low", 5)], []),
        (15, 2, [("lower", 2)], []),
    ],
)
def test_why_a_pair_wins(
    sennrich: Trace, number: int, count: int, words: list[tuple[str, int]], rivals: list[str]
) -> None:
    pair = f"`{' '.join(sennrich.merges[number - 1])}`"
    for tense, told in (("present", upcoming(sennrich, number)), ("past", done(sennrich, number))):
        assert KEYS(f"reason.count.{tense}", pair=pair, count=occurrences(count), sum=parts(*words)) in told
        assert (tie(tense, rivals) if rivals else KEYS(f"measure.count.alone.{tense}")) in told


@pytest.mark.parametrize(
    ("number", "token", "used_up", "before", "after", "change"),
    [
        (1, "es", ["s"], 11, 11, "0"),
        (2, "est", ["es", "t"], 11, 10, "−1"),
        (3, "est</w>", ["est"], 10, 10, "0"),
        (9, "low</w>", [], 9, 10, "+1"),
        (15, "lower</w>", ["lower", "</w>"], 5, 4, "−1"),
    ],
)
def test_what_a_merge_does(
    sennrich: Trace, number: int, token: str, used_up: list[str], before: int, after: int, change: str
) -> None:
    match [f"`{part}`" for part in used_up]:
        case [left, right]:
            what = KEYS("bpe.effect.both", left=left, right=right)
        case [part]:
            what = KEYS("bpe.effect.one", part=part)
        case _:
            what = KEYS("bpe.effect.none")
    told = done(sennrich, number)
    assert f"number={number}, " in told
    assert f"token=`{token}`" in told
    assert KEYS("bpe.effect", what=what, before=before, after=after, change=change) in told


# -- sums and ties ---------------------------------------------------------------------------------------------------


def test_a_pair_that_overlaps_itself() -> None:
    """`aaa` holds `a a` twice, so its part of the count is 2 × 5; the words come with the greatest part first."""
    trace = bpe.train(Corpus({"aab": 4, "aaa": 5, "b": 1}), rules="course")
    twice = KEYS("reason.part.times", word="`aaa`", occurrences=2, count=5)
    assert f"count={occurrences(14)}, sum={twice} + {parts(('aab', 4))})" in upcoming(trace, 1)


def test_a_count_of_one() -> None:
    trace = bpe.train(Corpus({"ab": 1}), rules="course")
    assert f"count=count.times.one, sum={parts(('ab', 1))})" in upcoming(trace, 1)


@pytest.mark.parametrize(("words", "rest"), [(6, 1), (8, 6), (1005, 500_500)])
def test_many_words_are_cut_with_how_many_more(words: int, rest: int) -> None:
    """Word number i occurs i times, so the words left out are 1, 1 + 2 + 3 and 1 + ... + 1,000 occurrences."""
    corpus = Corpus({f"ab{chr(0x4E00 + i)}": i for i in range(1, words + 1)})
    trace = bpe.train(corpus, merges=1, rules="course")
    named = parts(*((f"ab{chr(0x4E00 + i)}", i) for i in range(words, words - 5, -1)))
    others = KEYS("reason.part.rest", words=KEYS.count("count.other-words", words - 5), total=rest)
    assert f"count={occurrences(words * (words + 1) // 2)}, sum={named} + {others})" in upcoming(trace, 1)


@pytest.mark.parametrize(
    ("word", "named", "more"),
    [
        ("abcdef", ["b c", "c d", "d e", "e f"], 0),
        ("abcdefg", ["b c", "c d", "d e", "e f", "f g"], 0),
        ("abcdefgh", ["b c", "c d", "d e", "e f", "f g"], 1),
        ("abcdefghi", ["b c", "c d", "d e", "e f", "f g"], 2),
    ],
)
def test_many_ties_are_cut_with_how_many_more(word: str, named: list[str], more: int) -> None:
    trace = bpe.train(Corpus({word: 1}), merges=1, rules="course")
    rivals = [f"`{pair}`" for pair in named] + ([KEYS.count("count.other-pairs", more)] if more else [])
    assert f"rivals={KEYS.listed(rivals)}, rule=" in upcoming(trace, 1)


def test_a_large_corpus_names_only_the_number_of_ties() -> None:
    """To name the ties of a step, every pair has to be sorted; on a large corpus that is too slow for each frame."""
    long = "".join(chr(0x4E00 + i) for i in range(reasons.MAX_SCANNED + 1))
    two = Corpus({"ab": 9, "cd": 9, long: 1})
    assert f"rivals={KEYS.count('count.pairs', 1)}, rule=" in upcoming(bpe.train(two, merges=1, rules="course"), 1)
    told = done(bpe.train(Corpus({long: 1}), merges=1, rules="course"), 1)
    assert f"sum={parts((shorten(long), 1))})" in told
    assert f"rivals={KEYS.count('count.pairs', 5_999)}, rule=" in told


@pytest.mark.parametrize("tie_break", get_args(TieBreak))
def test_each_tie_rule_has_its_words(tie_break: TieBreak) -> None:
    trace = bpe.train(Corpus({"ab": 1, "cd": 1}), rules=Rules(tie_break=tie_break))
    rule = trace.rules.tie_rule
    assert KEYS(f"reason.rule.{rule}.past") in done(trace, 1)
    assert KEYS(f"reason.rule.{rule}.present") in upcoming(trace, 1)
    assert all(as_text(narration.done(trace[0], load(language))) for language in LANGUAGES)


@pytest.mark.parametrize(("tie_break", "pair"), [("greatest-pair", "b a"), ("smallest-pair", "Ġ a")])
def test_over_bytes_the_order_is_that_of_bytes(tie_break: TieBreak, pair: str) -> None:
    trace = bpe.train(Corpus({" a": 1, "ba": 1}), rules=Rules(alphabet="bytes", tie_break=tie_break))
    assert f"pair=`{pair}`" in done(trace, 1)
    for tense, told in (("past", done(trace, 1)), ("present", upcoming(trace, 1))):
        assert KEYS(f"reason.rule.{trace.rules.tie_rule}.{tense}") in told
    assert trace.rules.tie_rule != tie_break


# -- the end ---------------------------------------------------------------------------------------------------------


def end(corpus: dict[str, int], rules: str | Rules = "course", **limits: Any) -> str:
    return as_text(narration.end(bpe.train(Corpus(corpus), rules=rules, **limits), KEYS))


def test_end_without_pairs() -> None:
    assert end({"ab": 2}) == KEYS("bpe.stopped.no_pairs")
    assert end({"a": 2}) == KEYS("bpe.stopped.no_pairs")


@pytest.mark.parametrize(("corpus", "merges", "pair"), [({"abcd": 2, "xy": 1}, 2, "abc d"), ({"abc": 2}, 1, "ab c")])
def test_end_at_the_number_of_merges(corpus: dict[str, int], merges: int, pair: str) -> None:
    assert end(corpus, merges=merges) == KEYS(
        "bpe.stopped.merges", merges=KEYS.count("count.merges", merges), pair=f"`{pair}`", count=occurrences(2)
    )


def test_end_at_the_size_of_the_vocabulary() -> None:
    assert end({"abcd": 2}, vocab_size=5) == KEYS("bpe.stopped.vocab_size", size=5, pair="`ab c`", count=occurrences(2))


@pytest.mark.parametrize("size", [0, 1, 4])
def test_end_before_the_first_merge(size: int) -> None:
    """A size below the alphabet was not what was reached; the sentence claims only what is so either way."""
    assert end({"abcd": 2}, vocab_size=size) == KEYS(
        "bpe.stopped.vocab_size.at-once", size=4, pair="`a b`", count=occurrences(2)
    )


def test_end_at_the_minimum_count() -> None:
    assert end({"ab": 1}, "subword-nmt") == KEYS(
        "bpe.stopped.minimum_count", pair="`a b</w>`", count=occurrences(1), least=2
    )


def test_the_end_promises_no_merge_that_the_rules_forbid() -> None:
    """The thirteenth merge is the last that subword-nmt makes: what is left occurs less than twice."""
    corpus = examples.load("follow").corpus
    trace = bpe.train(corpus, merges=13, rules="subword-nmt")
    assert len(trace) == len(bpe.train(corpus, rules="subword-nmt"))
    assert as_text(narration.end(trace, KEYS)).startswith("bpe.stopped.minimum_count")


def test_the_end_does_not_deny_pairs_that_may_not_be_merged() -> None:
    """`ab c` would make a token of three letters, which these rules forbid; but the two do occur side by side."""
    trace = bpe.train(Corpus({"abc": 1}), rules=Rules(max_token_length=3))
    assert trace.words()["abc"] == ("ab", "c")
    assert as_text(narration.end(trace, KEYS)) == "bpe.stopped.no_pairs"  # none "that may be merged"


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_step_of_every_convention_has_sentences(language: str, preset: str) -> None:
    say = load(language)
    for name in examples.NAMES[:6]:
        trace = bpe.train(examples.load(name).corpus_for("bpe"), merges=40, rules=preset)
        for k, step in enumerate(trace):
            for sentence in (narration.done(step, say), narration.upcoming(step, say)):
                assert sentence, (name, k)
                assert "{" not in as_text(sentence)
        assert narration.start(trace, say)[0]
        assert narration.end(trace, say)[0]


# -- WordPiece: the score decides --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hug() -> wordpiece.Trace:
    return wordpiece.train(examples.load("hug").corpus)


SCORED = [  # count of the pair, counts of its parts, score, pairs that tie with it
    ("##g", "##s", 5, (20, 5), "1/20", []),
    ("h", "##u", 15, (15, 36), "1/36", ["##u ##g", "p ##u", "##u ##n", "b ##u", "##u ##gs"]),
    ("hu", "##gs", 5, (15, 5), "1/15", []),
    ("hu", "##g", 10, (10, 15), "1/15", []),
    ("p", "##u", 17, (17, 21), "1/21", ["##u ##g", "##u ##n", "b ##u"]),
    ("b", "##u", 4, (4, 4), "1/4", []),
    ("bu", "##n", 4, (4, 16), "1/16", []),
    ("pu", "##g", 5, (17, 5), "1/17", ["pu ##n"]),
    ("pu", "##n", 12, (12, 12), "1/12", []),
]


def scored(tense: str, left: str, right: str, counts: tuple[int, int], value: str, measure: str = "score") -> str:
    return KEYS(
        f"measure.{measure}.value.{tense}",
        left=f"`{left}`",
        left_count=occurrences(counts[0]),
        right=f"`{right}`",
        right_count=occurrences(counts[1]),
        value=value,
    )


@pytest.mark.parametrize(
    ("number", "left", "right", "count", "counts", "score", "rivals"),
    [(number, *row) for number, row in enumerate(SCORED, start=1)],
)
def test_why_a_score_wins(
    hug: wordpiece.Trace,
    number: int,
    left: str,
    right: str,
    count: int,
    counts: tuple[int, int],
    score: str,
    rivals: list[str],
) -> None:
    value = f"{count} / ({counts[0]} × {counts[1]}) = {score}"
    for tense, told in (("present", upcoming(hug, number)), ("past", done(hug, number))):
        assert f"count={occurrences(count)}, " in told
        assert scored(tense, left, right, counts, value) in told
        if rivals:
            listed = KEYS.listed([f"`{pair}`" for pair in rivals])
            rule = KEYS(f"reason.rule.first-seen.{tense}")
            assert KEYS(f"measure.score.tie.{tense}", rivals=listed, rule=rule) in told
        else:
            assert KEYS(f"measure.score.alone.{tense}") in told


def test_the_arithmetic_is_not_broken_across_lines(hug: wordpiece.Trace) -> None:
    said = as_text(narration.upcoming(hug[0], EN))
    assert "5\u00a0/\u00a0(20\u00a0×\u00a05)\u00a0=\u00a01/20" in said


def test_rules_that_count_speak_of_counts_only() -> None:
    trace = wordpiece.train(examples.load("hug").corpus, rules="huggingface")
    told = upcoming(trace, 5)
    assert f"pair=`p ##ug`, count={occurrences(5)}, sum={parts(('pug', 5))})" in told
    assert tie("present", ["hug ##s"], "smallest-ids") in told
    assert "wordpiece." not in told + done(trace, 1)


def test_rules_that_go_by_the_gain_work_it_out() -> None:
    trace = wordpiece.train(examples.load("hug").corpus, rules="gain")
    told = upcoming(trace, 1)
    assert scored("present", "u", "g", (36, 20), "20 × ln 5.457 = 33.940", "gain") in told
    assert KEYS("measure.gain.alone.present") in told
    rule = KEYS("reason.rule.first-seen.past")
    assert KEYS("measure.gain.tie.past", rivals="`b un`", rule=rule) in done(trace, 8)


def test_many_pairs_of_the_same_score() -> None:
    trace = wordpiece.train(Corpus({f"{chr(0x4E00 + i)}{chr(0x6000 + i)}": 1 for i in range(9)}), merges=1)
    told = upcoming(trace, 1)
    assert "rivals=`丁 ##态`, " in told
    assert f"{KEYS.count('count.other-pairs', 3)}, rule=" in told


@given(corpora(), st.sampled_from(list(wordpiece.PRESETS)), st.sampled_from(list(LANGUAGES)))
def test_every_step_of_wordpiece_has_sentences(corpus: Corpus, preset: str, language: str) -> None:
    say = load(language)
    trace = wordpiece.train(corpus, merges=10, rules=preset)
    for k, step in enumerate(trace):
        for sentence in (narration.done(step, say), narration.upcoming(step, say)):
            assert "{" not in "".join(part for part in sentence if isinstance(part, str))
            named = {" ".join(shorten(visible(part)) for part in pair) for pair in step.tied}
            assert len(named & set(codes(sentence))) == min(len(named), 1 + MAX_LISTED), k
    assert narration.end(trace, say)[0]


# -- hostile tokens --------------------------------------------------------------------------------------------------


def words_of(text: str) -> list[str]:
    return [word for word in text.encode("utf-8", "ignore").decode().split("\n") if word and len(word) < 10_000]


@given(st.lists(hostile_texts().map(words_of), min_size=1).map(lambda found: [w for ws in found for w in ws][:6]))
def test_tokens_stay_apart_from_the_words_around_them(words: list[str]) -> None:
    """Whatever a token holds (braces, quotes, NUL), records are tokens, and text is the catalog's."""
    if not words:
        words = ["{0}\0`%s`"]
    trace = bpe.train(Corpus(dict.fromkeys(words, 1)), merges=3, rules="course")
    for step in trace:
        shown = {shorten(visible(part)) for part in (*trace.corpus.words, *trace.vocabulary(), *step.consumed)}
        pairs = {" ".join(shorten(visible(part)) for part in pair) for pair in step.tied}
        sentence: Sentence = narration.done(step, EN)
        assert set(codes(sentence)) <= shown | pairs
        assert not any("\0" in part_text(part) for part in sentence)
        assert codes(sentence)[0] == " ".join(shorten(visible(part)) for part in step.pair)


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
