"""Properties of BPE traces, checked against recounts from scratch, for each preset and random combinations of knobs."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any, get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.bpe import naive
from tests.strategies import corpora, words
from tokviz import bpe
from tokviz.bpe import PRESETS, Rules, Trace
from tokviz.corpus import Corpus
from tokviz.errors import LimitError, RulesError
from tokviz.merging import state as merging
from tokviz.merging.plain import count_symbols, merged
from tokviz.merging.rules import TieBreak

MANY = settings(max_examples=4 * settings().max_examples)
SENNRICH = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})


def any_rules() -> st.SearchStrategy[Rules]:
    """Every preset, and every combination of knobs."""
    knobs = st.builds(
        Rules,
        end_of_word=st.sampled_from(["", "</w>", "_", " "]),
        end_of_word_attached=st.booleans(),
        start_of_word=st.sampled_from(["", "▁", "a"]),
        continuing_prefix=st.sampled_from(["", "##"]),
        alphabet=st.sampled_from(["symbols", "characters", "bytes"]),
        tie_break=st.sampled_from(get_args(TieBreak)),
        minimum_count=st.integers(0, 3),
        duplicates=st.sampled_from(["reuse", "skip"]),
        max_token_length=st.none() | st.integers(1, 6),
        special_tokens=st.lists(st.sampled_from(["<s>", "a", "aa", "ab"]), max_size=3).map(tuple),
        initial_alphabet=st.lists(st.sampled_from("az"), max_size=2).map(tuple),
        limit_alphabet=st.none() | st.integers(0, 3),
        vocabulary_order=st.sampled_from(["alphabet-first", "merges-first"]),
        split_by_unicode_script=st.booleans(),
        split_by_number=st.booleans(),
        split_digits=st.booleans(),
    )
    return st.sampled_from(list(PRESETS.values())) | knobs


def some_corpora() -> st.SearchStrategy[Corpus]:
    """Small corpora; in some the words hold what the rules use as marks, so that tokens come about in two ways."""
    word = st.sampled_from(["a_", "ab_", "a#", "b</w>", "ab "]).flatmap(words)
    marked = st.dictionaries(word, st.integers(1, 4), min_size=1, max_size=8).map(Corpus)
    return corpora() | marked


def traces() -> st.SearchStrategy[Trace]:
    return st.builds(
        lambda corpus, rules, merges: bpe.train(corpus, merges=merges, rules=rules),
        some_corpora(),
        any_rules(),
        st.integers(0, 30),
    )


# -- the trainer against the naive one ---------------------------------------------------------------------------------


@given(some_corpora(), any_rules(), st.integers(0, 30))
@MANY
@example(Corpus({"aaaa": 1, "aaa": 2, "aa": 3}), PRESETS["sentencepiece"], 30)
@example(Corpus({"cbbbbb": 3, "bcaab": 4, "bcac": 3}), PRESETS["sentencepiece"], 30)
@example(Corpus({"##x": 2, "#": 1, "x#": 1}), Rules(continuing_prefix="##"), 30)
@example(Corpus({"ab": 2}), Rules(alphabet="bytes", start_of_word="▁", end_of_word="</w>"), 30)
# The mark is a space, and so is a byte, which "Ġ" shows: they do not compare alike.
@example(Corpus({"a ": 1, "a": 1}), Rules(alphabet="bytes", end_of_word=" ", tie_break="greatest-pair"), 5)
# A known token turns up again in words that had lost its pairs; a pair would make a token that there is already.
@example(
    Corpus({"a__b_bab": 1, "abaa_": 2}),
    Rules(
        end_of_word="_",
        end_of_word_attached=True,
        start_of_word="a",
        alphabet="bytes",
        tie_break="smallest-ids",
        limit_alphabet=2,
    ),
    21,
)
@example(
    Corpus({"a#abbab##": 2, "b##aa##ba": 2}),
    Rules(
        end_of_word="_",
        end_of_word_attached=True,
        continuing_prefix="##",
        tie_break="smallest-ids",
        minimum_count=2,
        duplicates="skip",
        max_token_length=5,
        limit_alphabet=1,
    ),
    5,
)
# Nothing short is left, so the rest of the training merges pairs that have died out, in the order of each tie-break.
@example(Corpus({"abcab": 3, "bca": 2, "aaaa": 1}), Rules(minimum_count=0, max_token_length=2), 30)
@example(Corpus({"é€é": 3, "aaaa": 1}), Rules(minimum_count=0, max_token_length=2, alphabet="bytes"), 30)
@example(Corpus({"abab": 2, "aabb": 1}), Rules(minimum_count=0, max_token_length=3, tie_break="greatest-pair"), 30)
@example(
    Corpus({"aaaaa": 2, "abaab": 1, "aba": 1}),
    Rules(minimum_count=0, max_token_length=3, duplicates="skip", tie_break="shortest-token"),
    30,
)
@example(
    Corpus({"abbab": 2, "ba": 1}),
    Rules(minimum_count=0, max_token_length=2, duplicates="skip", tie_break="last-seen", end_of_word="_"),
    30,
)
def test_training_equals_the_naive_one(corpus: Corpus, rules: Rules, merges: int) -> None:
    """Merges, counts and tokens; and at every step the words, the candidates in order, and the vocabulary's size."""
    trace = bpe.train(corpus, merges=merges, rules=rules)
    expected = naive.train(corpus, rules, merges)
    assert [(step.pair, step.token, step.count) for step in trace] == expected.merges
    for k, state in enumerate(expected.states):
        assert tuple(trace.words(k).values()) == state.words
        assert tuple(trace.pairs(k).items()) == state.pairs
        assert trace.sizes()[k] == len(trace.vocabulary(k)) == state.vocabulary_size
    for size, step, state in zip(trace.tie_sizes, trace, expected.states, strict=False):
        assert size == sum(n == step.count for _, n in state.pairs)
    if rules.vocabulary_order == "alphabet-first":
        assert list(trace.vocabulary()) == expected.names


@given(corpora(), any_rules(), st.integers(0, 40))
def test_a_vocabulary_size_stops_like_the_merges_that_reach_it(corpus: Corpus, rules: Rules, size: int) -> None:
    trace = bpe.train(corpus, vocab_size=size, rules=rules)
    longer = bpe.train(corpus, merges=len(trace) + 1, rules=rules)
    assert longer.merges[: len(trace)] == trace.merges
    if trace.stopped == "vocab_size":
        assert len(trace.vocabulary()) == max(size, trace.sizes()[0])
        assert all(before < size for before in trace.sizes()[:-1])
    else:
        assert len(trace.vocabulary()) < size
        assert longer.merges == trace.merges


# -- what a trace derives ----------------------------------------------------------------------------------------------


@given(traces())
def test_replaying_the_merges_gives_the_words(trace: Trace) -> None:
    words = list(trace.words(0).values())
    for k, step in enumerate(trace):
        before = words
        words = [merged(word, step.pair, step.token) for word in words]
        assert list(trace.words(k + 1).values()) == words
        assert list(trace.words(k + 1)) == list(trace.corpus)
        touched = [(w, b, a) for w, b, a in zip(trace.corpus, before, words, strict=True) if a != b]
        assert trace.changed(k) == tuple(w for w, _, _ in touched)
        assert [(c.word, c.count, c.before, c.after) for c in trace.changes(k)] == [
            (w, trace.corpus[w], b, a) for w, b, a in touched
        ]
    assert trace.words() == trace.words(len(trace))
    for word in trace.corpus:
        for k in range(len(trace) + 1):
            assert trace.word(word, k) == trace.words(k)[word]


@given(traces())
def test_numbers_equal_recounts(trace: Trace) -> None:
    weights = trace.corpus.counts
    states = [count_symbols(trace.words(k).values(), weights) for k in range(len(trace) + 1)]
    assert trace.symbols_in_use == tuple(len(state) for state in states)
    assert trace.total_symbols == tuple(sum(state.values()) for state in states)
    for k, state in enumerate(states):
        assert trace.occurrences(k) == state
        assert trace.symbols(k) == tuple(state)  # which keeps the order in which the words show the symbols
    for step, (before, after) in zip(trace, pairwise(states), strict=True):
        assert step.vocabulary_change == len(after) - len(before)
        assert set(step.consumed) == {part for part in step.pair if part in before and part not in after}
        assert list(step.consumed) == [part for part in dict.fromkeys(step.pair) if part in step.consumed]


@given(traces())
def test_ties(trace: Trace) -> None:
    for k, step in enumerate(trace):
        pairs = trace.pairs(k)
        assert max(pairs.values()) == step.count
        assert step.tied == tuple(pair for pair, n in pairs.items() if n == step.count)
        assert step.tied[0] == step.pair
        assert trace.tie_sizes[k] == len(step.tied)
    assert len(trace.tie_sizes) == len(trace)


def test_ties_of_pairs_that_have_died_out_take_one_reading_of_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many steps read as there are: with a minimum count of 0 most have a count of 0, and all pairs tie."""
    letters = "abcdefghijklmnop"
    words = {one + two + three: 1 for one in letters for two in letters for three in letters[:4]}
    trace = bpe.train(Corpus(words), rules=Rules(minimum_count=0, max_token_length=2))
    read: list[int] = []
    log = Trace._log
    monkeypatch.setattr(Trace, "_log", lambda self, k: read.append(k) or log(self, k))  # type: ignore[func-returns-value]
    sizes = trace.tie_sizes
    first = trace.counts.index(0)
    assert len(trace) - first > 80
    assert sizes[first:] == tuple(range(len(trace) - first, 0, -1))
    assert len(read) <= 2 * len(trace)


@given(traces())
def test_contributions_sum_to_the_count(trace: Trace) -> None:
    for k in range(len(trace) + 1):
        words = trace.words(k)
        for pair, n in trace.pairs(k).items():
            found = trace.contributions(pair, k)
            assert sum(part.total for part in found) == n
            assert [part.word for part in found] == [w for w in words if pair in pairwise(words[w])]
            assert all(part.count == trace.corpus[part.word] for part in found)
    for k, step in enumerate(trace):
        assert step.contributions == trace.contributions(step.pair, k)


def test_recorded_bytes() -> None:
    """A long word is in the record again at every step."""
    trace = bpe.train(Corpus({"abcdefgh" * 1_000: 1}), merges=4)
    assert trace.recorded_bytes > 7_000 + 6_000 + 5_000 + 4_000


@given(traces())
def test_symbols_in_use_change_by_the_parts_that_survive(trace: Trace) -> None:
    """One more and a part that no longer occurs one less, where the token is new; two equal parts are one."""
    for k, step in enumerate(trace, start=1):
        before, after = (set(trace.occurrences(number)) for number in (k - 1, k))
        if step.token not in before and step.count:
            assert trace.symbols_in_use[k] - trace.symbols_in_use[k - 1] == 1 - len(set(step.pair) - after)


def test_a_pair_of_equal_parts_changes_nothing_if_the_part_is_used_up() -> None:
    """This is the case that the rule for two parts gets wrong: `a a` is one part, and none survives."""
    assert list(bpe.train(Corpus({"aa": 3}), merges=1, rules="course").symbols_in_use) == [1, 1]


@given(traces())
def test_the_vocabulary_only_grows(trace: Trace) -> None:
    for k in range(len(trace)):
        before, after = trace.vocabulary(k), trace.vocabulary(k + 1)
        grown = trace[k].token not in before
        assert len(after) == len(before) + grown
        assert trace[k].token in after
        assert [token for token in after if token in set(before)] == list(before)
    assert len(set(trace.vocabulary())) == len(trace.vocabulary())
    assert set(trace.symbols()) <= set(trace.vocabulary())


def test_vocabulary_orders() -> None:
    corpus = Corpus({"ba": 3, "bac": 1})
    first = bpe.train(corpus, rules=Rules(special_tokens=("<unk>", "<s>")))
    assert first.vocabulary() == ("<unk>", "<s>", "a", "b", "c", "ba", "bac")
    # Merges first, then the characters by how often they occur: a 4, b 4, c 1.
    last = bpe.train(corpus, rules=Rules(special_tokens=("<unk>",), vocabulary_order="merges-first"))
    assert last.vocabulary(1) == ("<unk>", "ba", "a", "b", "c")
    assert last.vocabulary() == ("<unk>", "ba", "bac", "a", "b", "c")


# -- as a sequence -----------------------------------------------------------------------------------------------------


@given(traces(), st.integers(-40, 40), st.slices(30))
def test_it_is_a_sequence_of_steps(trace: Trace, k: int, part: slice) -> None:
    steps = list(trace)
    assert [step.index for step in steps] == list(range(len(trace)))
    assert [step.pair for step in steps] == trace.merges
    assert trace[part] == tuple(steps[part])
    if -len(trace) <= k < len(trace):
        assert trace[k] == steps[k]
    else:
        with pytest.raises(IndexError):
            trace[k]


@pytest.mark.parametrize(
    "ask",
    [
        Trace.words,
        Trace.pairs,
        Trace.symbols,
        Trace.occurrences,
        Trace.vocabulary,
        lambda trace, k: trace.contributions(("l", "o"), k),
        lambda trace, k: trace.word("low", k),
    ],
)
def test_states_out_of_range(ask: Callable[[Trace, int], object]) -> None:
    trace = bpe.train(SENNRICH, merges=4)
    ask(trace, 0)
    ask(trace, 4)
    for k in (-1, 5):
        with pytest.raises(IndexError, match=r"outside 0\.\.4"):
            ask(trace, k)


def test_steps_out_of_range() -> None:
    trace = bpe.train(SENNRICH, merges=4)
    assert trace[-1] == trace[3]
    assert (trace.changed(3), trace.changed(4)) == (("low", "lower"), ())
    for k in (4, -5):
        with pytest.raises(IndexError):
            trace[k]
    for k in (5, -1):
        with pytest.raises(IndexError):
            trace.changed(k)
    with pytest.raises(KeyError):
        trace.word("unknown")


@given(corpora(), any_rules())
def test_the_same_again(corpus: Corpus, rules: Rules) -> None:
    one, other = (bpe.train(corpus, merges=30, rules=rules).to_dict() for _ in range(2))
    assert one == other


# -- as JSON -----------------------------------------------------------------------------------------------------------


def replay(text: str) -> list[tuple[dict[str, tuple[str, ...]], list[str]]]:
    """Every state's words and vocabulary, read from JSON by nothing but docs/reference/trace-format.md."""
    data: dict[str, Any] = json.loads(text)
    assert data["format"] == "tokviz-trace/1"
    words = [entry["symbols"] for entry in data["words"]]
    vocabulary = list(data["vocabulary"])
    states = []
    for step in [None, *data["steps"]]:
        if step is not None:
            for place, symbols in step["changes"]:
                words[place] = symbols
            if step["token"] not in vocabulary:
                vocabulary.append(step["token"])
        named = {entry["word"]: tuple(word) for entry, word in zip(data["words"], words, strict=True)}
        states.append((named, list(vocabulary)))
    return states


@given(traces())
def test_json_tells_everything(trace: Trace) -> None:
    text = json.dumps(trace.to_dict())
    states = replay(text)
    assert len(states) == len(trace) + 1
    for k, (forms, vocabulary) in enumerate(states):
        assert forms == trace.words(k)
        if trace.rules.vocabulary_order == "alphabet-first":
            assert vocabulary == list(trace.vocabulary(k))
        assert sorted(vocabulary) == sorted(trace.vocabulary(k))
    data = json.loads(text)
    assert [(tuple(s["pair"]), s["token"], s["count"], s["tied"], s["vocabulary_change"]) for s in data["steps"]] == [
        (s.pair, s.token, s.count, len(s.tied), s.vocabulary_change) for s in trace
    ]
    assert {entry["word"]: entry["count"] for entry in data["words"]} == dict(trace.corpus)
    assert data["stopped"] == trace.stopped
    preset = data["rules"].pop("preset")
    knobs: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data["rules"].items()}
    assert Rules(**knobs) == trace.rules
    assert preset is None or PRESETS[preset] == trace.rules


def test_the_documented_example() -> None:
    """The example that docs/reference/trace-format.md walks through."""
    corpus = Corpus({"hug": 10, "pug": 5, "pun": 12})
    data = json.loads(json.dumps(bpe.train(corpus, merges=2, rules="course").to_dict()))
    assert data["rules"]["preset"] == "course"
    assert data["stopped"] == "merges"
    assert data["words"][0] == {"word": "hug", "count": 10, "symbols": ["h", "u", "g"]}
    assert data["vocabulary"] == ["g", "h", "n", "p", "u"]
    assert data["steps"] == [
        {
            "pair": ["p", "u"],
            "token": "pu",
            "count": 17,
            "tied": 1,
            "vocabulary_change": 0,
            "changes": [[1, ["pu", "g"]], [2, ["pu", "n"]]],
        },
        {
            "pair": ["pu", "n"],
            "token": "pun",
            "count": 12,
            "tied": 1,
            "vocabulary_change": 0,
            "changes": [[2, ["pun"]]],
        },
    ]


# -- odd words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "counts", "halves"),
    [
        ("aa", [1], "aa"),
        ("aaa", [2, 1], "aa a"),
        ("aaaa", [3, 1], "aa aa"),
        ("aaaaa", [4, 1, 1], "aa aa a"),
        ("aaaaaaa", [6, 2, 1, 1], "aa aa aa a"),
    ],
)
def test_overlaps(word: str, counts: list[int], halves: str) -> None:
    """Every window counts, but what is replaced does not overlap and starts from the left."""
    trace = bpe.train(Corpus({word: 1}), rules="course")
    assert [step.count for step in trace] == counts
    assert trace.words(1)[word] == tuple(halves.split(" "))
    assert trace.words()[word] == (word,)


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize(
    "word",
    ["a,b", 'say"say"', "\\n\\1\\g<0>", "x</w>y</w>", "##a##", "▁▁", "😀👩‍👩‍👧😀", "a b a b", "\0\n\t", "(a|b)*[c]"],
)
def test_odd_words_are_words(word: str, rules: str) -> None:
    corpus = Corpus({word: 3, "ab": 2})
    trace = bpe.train(corpus, merges=30, rules=rules)
    assert [(s.pair, s.token, s.count) for s in trace] == naive.train(corpus, PRESETS[rules], 30).merges
    assert replay(json.dumps(trace.to_dict()))[-1][0] == trace.words()


@pytest.mark.parametrize("rules", ["course", "subword-nmt", "huggingface", "minbpe"])
def test_one_letter_words_leave_nothing_to_merge(rules: str) -> None:
    trace = bpe.train(Corpus({"a": 5, "b": 1}), merges=10, rules=rules)
    assert (len(trace), trace.stopped, trace.merges) == (0, "no_pairs", [])
    assert trace.pairs() == {}
    assert (trace.tie_sizes, trace.symbols_in_use, trace.total_symbols) == ((), (2,), (6,))
    assert trace.to_dict()["steps"] == []


def test_a_vocabulary_size_below_the_alphabet_merges_nothing() -> None:
    trace = bpe.train(SENNRICH, vocab_size=3, rules="huggingface")
    assert (len(trace), trace.stopped) == (0, "vocab_size")
    assert len(trace.vocabulary()) == 10


def test_no_merges() -> None:
    trace = bpe.train(SENNRICH, merges=0)
    assert (len(trace), trace.stopped) == (0, "merges")
    assert trace.words() == trace.words(0) == {word: (*word, "</w>") for word in SENNRICH}
    assert trace.pairs(0)["e", "s"] == 9


def test_words_that_lose_all_their_letters() -> None:
    trace = bpe.train(Corpus({"ab": 3, "c": 1}), rules=Rules(limit_alphabet=2, end_of_word="</w>"))
    assert trace.words(0) == {"ab": ("a", "b", "</w>"), "c": ()}
    assert trace.words() == {"ab": ("ab</w>",), "c": ()}


# -- errors ------------------------------------------------------------------------------------------------------------


def test_numbers_below_zero() -> None:
    with pytest.raises(RulesError) as caught:
        bpe.train(SENNRICH, merges=-1)
    assert (caught.value.code, caught.value.details) == ("rules-number", {"name": "merges", "value": -1, "least": 0})
    with pytest.raises(RulesError) as caught:
        bpe.train(SENNRICH, vocab_size=-5)
    assert caught.value.details == {"name": "vocab_size", "value": -5, "least": 0}


def test_unknown_rules() -> None:
    with pytest.raises(RulesError, match="sennrich") as caught:
        bpe.train(SENNRICH, rules="nonsense")
    assert caught.value.code == "rules-preset"


@pytest.mark.parametrize(
    ("knobs", "code"),
    [
        ({"tie_break": "x"}, "rules-choice"),
        ({"alphabet": "x"}, "rules-choice"),
        ({"duplicates": "x"}, "rules-choice"),
        ({"vocabulary_order": "x"}, "rules-choice"),
        ({"minimum_count": -1}, "rules-number"),
        ({"max_token_length": 0}, "rules-number"),
        ({"limit_alphabet": -1}, "rules-number"),
    ],
)
def test_wrong_knobs(knobs: dict[str, Any], code: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**knobs)
    assert caught.value.code == code
    assert caught.value.details["name"] == next(iter(knobs))


def test_a_trace_that_would_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    # The first merge records newest and widest, 6 symbols each with </w>, the second 5 each; the tokens have 2 and 3.
    monkeypatch.setattr(merging, "MAX_RECORDED_SYMBOLS", 27)
    assert len(bpe.train(SENNRICH, merges=2)) == 2
    monkeypatch.setattr(merging, "MAX_RECORDED_SYMBOLS", 26)
    with pytest.raises(LimitError, match="fewer merges") as caught:
        bpe.train(SENNRICH, merges=2)
    assert caught.value.details["limit"] == "MAX_RECORDED_SYMBOLS"


def test_too_many_symbols(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "MAX_SYMBOLS", 13)
    assert len(bpe.train(SENNRICH, merges=2).vocabulary()) == 13
    with pytest.raises(LimitError, match="fewer merges") as caught:
        bpe.train(SENNRICH, merges=3)
    assert caught.value.details["limit"] == "MAX_SYMBOLS"
