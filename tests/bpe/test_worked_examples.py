"""The worked examples, number by number, each with its derivation.

Corpora are written out here on purpose: these tests check the algorithm, `tokviz.examples` has tests of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tokviz import bpe
from tokviz.bpe import PRESETS, Pair, Rules, Trace
from tokviz.corpus import Corpus

SENNRICH = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})
FOLLOW = Corpus({"low": 5, "lower": 2, "newest": 6, "wides": 3, "follow": 1})
HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})


def steps(text: str) -> list[tuple[Pair, int]]:
    """Read "e s 9 · es t 9"; a `␣` stands for a space."""
    parts = [part.replace("␣", " ") for part in text.split(" · ")]
    fields = [part.rsplit(" ", 2) for part in parts]
    return [((left, right), int(count)) for left, right, count in fields]


def learned(trace: Trace) -> list[tuple[Pair, int]]:
    return [(step.pair, step.count) for step in trace]


def ties(trace: Trace) -> list[int]:
    """Return the number of tied pairs at each step, asked in both ways of a trace."""
    assert [len(step.tied) for step in trace] == list(trace.tie_sizes)
    return list(trace.tie_sizes)


# -- low, lower, newest, widest: the fifteen merges of the paper's listing ---------------------------------------------

# Words: l o w </w> (5), l o w e r </w> (2), n e w e s t </w> (6), w i d e s t </w> (3).
# Columns: the pair; its count; how many pairs had that count; the change of the number of symbols in use; the parts
# that occur nowhere any more; the symbols in use afterwards. At the start 11: l o w </w> e r n s t i d.
FIFTEEN: list[tuple[str, int, int, int, str, int]] = [
    # newest 6 + widest 3 = 9, and the same for s t and t </w>; e stays in lower and in n-e-west, s is only in es.
    ("e s", 9, 3, 0, "s", 11),
    # es t and t </w>; both parts are gone: one symbol more, two fewer.
    ("es t", 9, 2, -1, "es t", 10),
    # </w> stays behind low and lower.
    ("est </w>", 9, 1, 0, "est", 10),
    # low 5 + lower 2 = 7, and o w the same; l and o are nowhere else.
    ("l o", 7, 2, -1, "l o", 9),
    # w stays in newest and widest.
    ("lo w", 7, 1, 0, "lo", 9),
    # newest 6: n e, e w and w est</w>; e stays in lower.
    ("n e", 6, 3, 0, "n", 9),
    # ne w and w est</w>; w stays in widest.
    ("ne w", 6, 2, 0, "ne", 9),
    # est</w> stays in widest.
    ("new est</w>", 6, 1, 0, "new", 9),
    # low itself, 5; low stays in lower, and so does </w>: one symbol more, none consumed.
    ("low </w>", 5, 1, 1, "", 10),
    # widest 3: w i, i d and d est</w>; by now neither w nor i is elsewhere.
    ("w i", 3, 3, -1, "w i", 9),
    ("wi d", 3, 2, -1, "wi d", 8),
    ("wid est</w>", 3, 1, -1, "wid est</w>", 7),
    # lower 2: low e, e r and r </w>.
    ("low e", 2, 3, -1, "low e", 6),
    ("lowe r", 2, 2, -1, "lowe r", 5),
    # Four symbols are left, the four words.
    ("lower </w>", 2, 1, -1, "lower </w>", 4),
]


@pytest.fixture(scope="module")
def sennrich() -> Trace:
    return bpe.train(SENNRICH, rules="sennrich")


@pytest.mark.parametrize(("k", "row"), list(enumerate(FIFTEEN)), ids=[row[0].replace(" ", "+") for row in FIFTEEN])
def test_sennrich_row(sennrich: Trace, k: int, row: tuple[str, int, int, int, str, int]) -> None:
    pair, count, tied, change, consumed, in_use = row
    step = sennrich[k]
    assert step.pair == tuple(pair.split(" "))
    assert step.token == pair.replace(" ", "")
    assert step.count == count
    assert len(step.tied) == sennrich.tie_sizes[k] == tied
    assert step.vocabulary_change == change
    assert step.consumed == tuple(consumed.split())
    assert sennrich.symbols_in_use[k + 1] == len(sennrich.symbols(k + 1)) == in_use


def test_sennrich_runs_until_no_pair_is_left(sennrich: Trace) -> None:
    assert len(sennrich) == 15
    assert sennrich.stopped == "no_pairs"
    assert sennrich.pairs() == {}
    assert sennrich.words() == {word: (word + "</w>",) for word in SENNRICH}


def test_sennrich_nine_of_fifteen_steps_are_ties(sennrich: Trace) -> None:
    assert sum(size > 1 for size in sennrich.tie_sizes) == 9
    # First seen wins: the pairs of the first step, in the order in which newest, the first word with them, has them.
    assert sennrich[0].tied == (("e", "s"), ("s", "t"), ("t", "</w>"))


def test_sennrich_has_two_vocabularies(sennrich: Trace) -> None:
    # In use: goes up only at step 9. The model's: 11 of the alphabet and one more at each merge.
    assert sennrich.symbols(0) == ("l", "o", "w", "</w>", "e", "r", "n", "s", "t", "i", "d")
    assert sennrich.symbols_in_use == (11, 11, 10, 10, 9, 9, 9, 9, 9, 10, 9, 8, 7, 6, 5, 4)
    assert sennrich.sizes() == tuple(range(11, 27))
    assert set(sennrich.vocabulary(0)) == set(sennrich.symbols(0))
    assert sennrich.vocabulary()[11:] == tuple(step.token for step in sennrich)
    # The tutorial's "usually grows first": here it never exceeds its start.
    assert max(sennrich.symbols_in_use) == sennrich.symbols_in_use[0]


def test_sennrich_total_symbols(sennrich: Trace) -> None:
    # 5 x 4 + 2 x 6 + 6 x 7 + 3 x 7 = 95; every merge takes its count away, as no pair overlaps itself here.
    assert sennrich.total_symbols[0] == 95
    for k, step in enumerate(sennrich):
        assert sennrich.total_symbols[k + 1] == sennrich.total_symbols[k] - step.count
    assert sennrich.total_symbols[-1] == SENNRICH.total == 16


def test_sennrich_stops_at_a_number_of_merges(sennrich: Trace) -> None:
    ten = bpe.train(SENNRICH, merges=10, rules="sennrich")
    assert (ten.merges, ten.stopped) == (sennrich.merges[:10], "merges")


def test_sennrich_stops_at_a_vocabulary_size(sennrich: Trace) -> None:
    # 11 symbols of the alphabet + 3 merges.
    three = bpe.train(SENNRICH, vocab_size=14, rules="sennrich")
    assert (three.merges, three.stopped) == (sennrich.merges[:3], "vocab_size")
    assert len(three.vocabulary()) == 14


def test_sennrich_stops_at_a_minimum_count(sennrich: Trace) -> None:
    # After 12 merges the best count is 2.
    rules = replace(PRESETS["sennrich"], minimum_count=3)
    twelve = bpe.train(SENNRICH, rules=rules)
    assert (twelve.merges, twelve.stopped) == (sennrich.merges[:12], "minimum_count")
    # "The best pair's count is 1": with one word more that occurs once, a minimum count of 2 ends it there.
    once = bpe.train(Corpus([*SENNRICH.items(), ("xyz", 1)]), rules=replace(rules, minimum_count=2))
    assert (once.merges, once.stopped) == (sennrich.merges, "minimum_count")
    assert set(once.pairs().values()) == {1}


def test_sennrich_first_pair_comes_from_two_words(sennrich: Trace) -> None:
    assert [(c.word, c.occurrences, c.count, c.total) for c in sennrich.contributions(("e", "s"), 0)] == [
        ("newest", 1, 6, 6),
        ("widest", 1, 3, 3),
    ]
    assert sennrich.changed(0) == ("newest", "widest")


# -- follow: two tie-breaks, two lists ---------------------------------------------------------------------------------

# Start: l o w</w> (5), l o w e r</w> (2), n e w e s t</w> (6), w i d e s</w> (3), f o l l o w</w> (1).
FOLLOW_FIRST_SEEN = steps(
    "l o 8 · w e 8 · lo w</w> 6 · n e 6 · ne we 6 · newe s 6 · newes t</w> 6 · w i 3 · wi d 3 · wid e 3 · wide s</w> 3"
    " · lo we 2 · lowe r</w> 2"
)
FOLLOW_SUBWORD_NMT = steps(
    "w e 8 · l o 8 · we s 6 · wes t</w> 6 · n e 6 · ne west</w> 6 · lo w</w> 6 · w i 3 · wi d 3 · wid e 3 · "
    "wide s</w> 3 · we r</w> 2 · lo wer</w> 2"
)


def test_follow_first_seen() -> None:
    rules = replace(PRESETS["sennrich"], end_of_word_attached=True, minimum_count=2)
    trace = bpe.train(FOLLOW, rules=rules)
    assert learned(trace) == FOLLOW_FIRST_SEEN
    # What is left, f o l and lo w</w> in follow, occurs once.
    assert trace.stopped == "minimum_count"
    # The third step: low 5 + follow 1 = 6 is as often as the four pairs of newest, but low comes first.
    assert trace[2].tied == (("lo", "w</w>"), ("n", "e"), ("e", "we"), ("we", "s"), ("s", "t</w>"))
    assert ties(trace) == [2, 1, 5, 4, 3, 2, 1, 4, 3, 2, 1, 2, 1]


def test_follow_subword_nmt() -> None:
    trace = bpe.train(FOLLOW, rules="subword-nmt")
    assert learned(trace) == FOLLOW_SUBWORD_NMT
    assert trace.stopped == "minimum_count"
    # The third step again, other candidates because w e was merged first: the greatest pair by code point wins.
    assert trace[2].tied == (("we", "s"), ("s", "t</w>"), ("n", "e"), ("lo", "w</w>"), ("e", "we"))
    assert ties(trace) == [2, 1, 5, 4, 3, 2, 1, 4, 3, 2, 1, 2, 1]


def test_follow_lists_part_at_the_first_step() -> None:
    # l o: low 5 + lower 2 + follow 1 = 8. w e: lower 2 + newest 6 = 8. low shows l o first; "w" is greater than "l".
    first_seen = bpe.train(FOLLOW, rules=replace(PRESETS["subword-nmt"], tie_break="first-seen"))
    greatest = bpe.train(FOLLOW, rules="subword-nmt")
    assert first_seen[0].tied == (("l", "o"), ("w", "e"))
    assert greatest[0].tied == (("w", "e"), ("l", "o"))
    assert first_seen.pairs(0) == greatest.pairs(0)
    # The other one is next, so they meet after two steps, and part for good at the third.
    assert first_seen.words(2) == greatest.words(2)
    assert first_seen[2].pair != greatest[2].pair
    # The last words to be learned end differently: lowe r</w> and lo wer</w>.
    assert first_seen.words() == greatest.words()
    assert first_seen.merges[-1] != greatest.merges[-1]


def test_follow_first_merge_is_not_e_s() -> None:
    # The tutorial's prose says e s. It is in newest only, 6 times: wides ends in e s</w>, which is another pair.
    trace = bpe.train(FOLLOW, rules="subword-nmt")
    assert trace.pairs(0)["e", "s"] == 6
    assert trace.pairs(0)["e", "s</w>"] == 3
    assert trace[0].count == 8


# -- hug, pug, pun, bun, hugs ------------------------------------------------------------------------------------------


def test_hug_merges() -> None:
    # u g: hug 10 + pug 5 + hugs 5 = 20. u n: pun 12 + bun 4 = 16. h ug: hug 10 + hugs 5 = 15. Then pun, and p ug before
    # hug s (5 each, pug is the earlier word), and bun last.
    trace = bpe.train(HUG, rules="course")
    assert learned(trace) == steps("u g 20 · u n 16 · h ug 15 · p un 12 · p ug 5 · hug s 5 · b un 4")
    assert ties(trace) == [1, 1, 1, 1, 2, 1, 1]
    assert trace[4].tied == (("p", "ug"), ("hug", "s"))
    assert trace.stopped == "no_pairs"
    assert trace.words() == {word: (word,) for word in HUG}


def test_hug_contributions() -> None:
    trace = bpe.train(HUG, rules="course")
    found = trace.contributions(("u", "g"), 0)
    assert [(c.word, c.occurrences, c.count) for c in found] == [("hug", 1, 10), ("pug", 1, 5), ("hugs", 1, 5)]
    assert sum(c.total for c in found) == trace[0].count == 20
    assert trace.contributions(("u", "g"), 1) == ()
    assert trace.contributions(("u", "x"), 0) == ()


def test_hug_vocabulary_after_three_merges() -> None:
    # Seven letters, then ug, un, hug. bug would be b ug, thug has an unknown t.
    trace = bpe.train(HUG, merges=3, rules="course")
    assert trace.vocabulary() == ("b", "g", "h", "n", "p", "s", "u", "ug", "un", "hug")


# -- Jurafsky & Martin -------------------------------------------------------------------------------------------------


def test_jurafsky_older_drafts() -> None:
    # Words end in _. e r: newer 6 + wider 3 = 9, tied with r _ of the same words; newer shows e r first.
    # n e: newer 6 + new 2 = 8, tied with e w; l o: low 5 + lowest 2 = 7, tied with o w.
    corpus = Corpus({"low": 5, "lowest": 2, "newer": 6, "wider": 3, "new": 2})
    trace = bpe.train(corpus, merges=8, rules=Rules(end_of_word="_"))
    assert learned(trace) == steps("e r 9 · er _ 9 · n e 8 · ne w 8 · l o 7 · lo w 7 · new er_ 6 · low _ 5")
    assert ties(trace) == [2, 1, 2, 1, 2, 1, 1, 1]
    assert trace[0].tied == (("e", "r"), ("r", "_"))
    assert trace[2].tied == (("n", "e"), ("e", "w"))
    assert trace[4].tied == (("l", "o"), ("o", "w"))


def test_jurafsky_2025() -> None:
    # "set new new renew reset renew": spaces belong to the word behind them. n e: 2 new + 2 renew = 4. Space and r:
    # renew 2 + reset 1 = 3. At 2 there are four pairs: space new, space-re new, and s e, e t of set and reset. The book
    # takes the words in the order new, renew, set, reset, so the first two come first.
    words = {" new": 2, " renew": 2, "set": 1, " reset": 1}
    trace = bpe.train(Corpus(words), merges=8, rules="course")
    assert learned(trace) == steps("n e 4 · ne w 4 · ␣ r 3 · ␣r e 3 · ␣ new 2 · ␣re new 2 · s e 2 · se t 2")
    assert ties(trace) == [2, 1, 2, 1, 4, 3, 2, 1]
    assert trace[4].tied == ((" ", "new"), (" re", "new"), ("s", "e"), ("e", "t"))
    # In the order of the text set comes first, and s e, se t move to the front of the four.
    by_text = {word: words[word] for word in ("set", " new", " renew", " reset")}
    assert learned(bpe.train(Corpus(by_text), merges=8, rules="course")) == steps(
        "n e 4 · ne w 4 · ␣ r 3 · ␣r e 3 · s e 2 · se t 2 · ␣ new 2 · ␣re new 2"
    )


# -- aaabdaaabac -------------------------------------------------------------------------------------------------------


def ids(vocabulary: Sequence[str], symbols: Sequence[str]) -> list[int]:
    return [vocabulary.index(symbol) for symbol in symbols]


def test_aaabdaaabac() -> None:
    # a a is at 0, 1, 5 and 6: four times, though only two of them can be merged: aa a b d aa a b a c.
    # Then aa a and a b occur twice each; aa a is seen first. (The text of the source expects ab.) Last aaa b.
    trace = bpe.train(Corpus({"aaabdaaabac": 1}), merges=3, rules="minbpe")
    assert learned(trace) == steps("a a 4 · aa a 2 · aaa b 2")
    assert ties(trace) == [1, 2, 1]
    assert trace[1].tied == (("aa", "a"), ("a", "b"))
    # Ids: 256 bytes, then 256 = aa, 257 = aaa, 258 = aaab; d, a, c are the bytes 100, 97, 99.
    assert ids(trace.vocabulary(), trace.words()["aaabdaaabac"]) == [258, 100, 258, 97, 99]
    # 11 letters; two merged at each step.
    assert trace.total_symbols == (11, 9, 7, 5)
