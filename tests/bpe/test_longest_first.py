"""Longest-first encoding: the worked example with its steps, the corners, and a plain recursion that it must equal."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import texts, words
from tokviz import bpe
from tokviz.bpe import LongestFirst, LongestFirstTrace, Remembered
from tokviz.corpus import Corpus
from tokviz.errors import LimitError

TUTORIAL = ["errrr</w>", "tain</w>", "moun", "est</w>", "high", "the</w>", "a</w>"]


def searches(trace: LongestFirstTrace) -> list[tuple[str, str | None, int | None, str, str]]:
    """Each step as what was searched, what was found where, and what is left on both sides."""
    return [(step.stretch, step.token, step.at, step.left, step.right) for step in trace]


def split(tokens: list[str], word: str, mark: str = "</w>") -> list[str]:
    """The tokens of a word, asked in both ways."""
    longest = LongestFirst(tokens, end_of_word=mark)
    assert longest.explain(word).tokens == longest.encode_word(word)
    return list(longest.encode_word(word))


# -- the worked example ------------------------------------------------------------------------------------------------


def test_the_list_is_sorted_with_the_mark_as_one_character() -> None:
    # errrr 5 + 1 = 6; tain 4 + 1 = 5; moun, high, est + 1, the + 1 are all 4 and stay as given; a + 1 = 2.
    assert LongestFirst(TUTORIAL).tokens == tuple(TUTORIAL)
    # Backwards, the four of length 4 come out in the other order.
    turned = ["errrr</w>", "tain</w>", "the</w>", "high", "est</w>", "moun", "a</w>"]
    assert LongestFirst(TUTORIAL[::-1]).tokens == tuple(turned)


def test_the() -> None:
    trace = LongestFirst(TUTORIAL).explain("the")
    # In the</w> the first five tokens do not occur; the sixth is all of it.
    assert searches(trace) == [("the</w>", "the</w>", 0, "", "")]
    assert trace[0].tried == ("errrr</w>", "tain</w>", "moun", "est</w>", "high")
    assert trace.tokens == ("the</w>",)
    assert trace.stopped == "all-covered"


def test_highest() -> None:
    trace = LongestFirst(TUTORIAL).explain("highest")
    # est</w> is before high in the list, so it is fixed first, at 4; on its left is high, on its right nothing.
    # The search in high goes on at est</w>, where the list was, and finds the next token.
    assert searches(trace) == [("highest</w>", "est</w>", 4, "high", ""), ("high", "high", 0, "", "")]
    assert [step.tried for step in trace] == [("errrr</w>", "tain</w>", "moun"), ("est</w>",)]
    shown = [[stretch.token or f"({stretch.text})" for stretch in step.after] for step in trace]
    assert shown == [["(high)", "est</w>"], ["high", "est</w>"]]
    assert trace.tokens == ("high", "est</w>")


def test_mountain() -> None:
    trace = LongestFirst(TUTORIAL).explain("mountain")
    # tain</w> counts 5, moun 4.
    assert searches(trace) == [("mountain</w>", "tain</w>", 4, "moun", ""), ("moun", "moun", 0, "", "")]
    assert trace.tokens == ("moun", "tain</w>")


def test_the_highest_mountain_and_back() -> None:
    longest = LongestFirst(TUTORIAL)
    tokens = longest.encode("the highest mountain")
    assert tokens == ["the</w>", "high", "est</w>", "moun", "tain</w>"]
    assert "".join(tokens) == "the</w>highest</w>mountain</w>"
    assert longest.decode(tokens) == "the highest mountain"


def test_a_repeated_word_is_looked_up() -> None:
    longest = LongestFirst(TUTORIAL)
    before = longest.remembered
    longest.encode("the highest mountain the highest the")
    # Three words; the second and third the, and the second highest, were there already.
    assert (before, longest.remembered) == (Remembered(0, 0, 0), Remembered(words=3, hits=3, misses=3))
    longest.explain("the")
    assert longest.remembered == Remembered(3, 3, 3)


# -- what the description leaves open ----------------------------------------------------------------------------------


def test_what_no_token_covers_is_one_unknown_a_stretch() -> None:
    trace = LongestFirst(TUTORIAL).explain("xxhighyyest")
    # xx and yy are two stretches; tried for them is what was left of the list.
    assert searches(trace) == [
        ("xxhighyyest</w>", "est</w>", 8, "xxhighyy", ""),
        ("xxhighyy", "high", 2, "xx", "yy"),
        ("xx", None, None, "", ""),
        ("yy", None, None, "", ""),
    ]
    assert trace[2].tried == trace[3].tried == ("high", "the</w>", "a</w>")
    assert trace.tokens == ("<unk>", "high", "<unk>", "est</w>")
    assert trace.stopped == "unknown-parts"
    assert LongestFirst([], unk="?").encode("two words") == ["?", "?"]


def test_several_occurrences_are_fixed_left_to_right() -> None:
    trace = LongestFirst(["ana", "b", "n</w>"]).explain("bananana")
    # b-ana-n-ana and the mark: the second ana that overlaps the first is not taken, the one after it is.
    assert [(step.stretch, step.at) for step in trace if step.token == "ana"] == [("bananana</w>", 1), ("nana</w>", 1)]
    assert trace.tokens == ("b", "ana", "<unk>", "ana", "<unk>")


def test_of_equally_long_tokens_the_first_given_wins() -> None:
    assert split(["ab", "bc", "a", "c"], "abc", mark="") == ["ab", "c"]
    assert split(["bc", "ab", "a", "c"], "abc", mark="") == ["a", "bc"]


def test_the_mark_is_not_cut_and_not_found_elsewhere() -> None:
    # w, / and < are in </w> as letters, but the mark is one character.
    assert split(["w", "/", "<", "a"], "aw") == ["a", "w", "<unk>"]
    assert split(["a", "w", "</w>"], "aw") == ["a", "w", "</w>"]
    # Letters that spell a mark inside the word are letters: a</w> fits the end only.
    assert split(["a</w>", "b"], "a</w>ba") == ["<unk>", "b", "a</w>"]
    assert split(["bb", "a</w>", "</w>"], "a</w>bb") == ["<unk>", "bb", "</w>"]
    assert split(["w>", "a", "</w>"], "a</w>") == ["a", "<unk>", "w>", "</w>"]


def test_full_stops_are_found() -> None:
    assert split(["u.s", ".", "</w>"], "u.s.") == ["u.s", ".", "</w>"]


def test_empty_and_repeated_tokens_count_for_nothing() -> None:
    longest = LongestFirst(["", "a", "ab", "a"], end_of_word="")
    assert longest.tokens == ("ab", "a")
    assert longest.encode("aba") == ["ab", "a"]
    assert LongestFirst(["a"]).encode_word("") == LongestFirst(["a"]).explain("").tokens == ()


def test_it_can_differ_from_the_merges_with_the_same_vocabulary() -> None:
    corpus = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    model = bpe.train(corpus, merges=15, rules="sennrich").model()
    longest = LongestFirst(model.vocabulary)
    assert longest.encode("lowest") == model.encode("lowest") == ["low", "est</w>"]
    # e s was merged first of all, low e thirteenth: by merges the e goes to the s, by length to low.
    assert model.encode("lowes") == ["low", "es", "</w>"]
    assert longest.encode("lowes") == ["lowe", "s", "</w>"]
    # ne w is the seventh merge, w i the tenth; but widest</w> is the longest token in the word.
    assert model.encode("newidest") == ["new", "i", "d", "est</w>"]
    assert longest.encode("newidest") == ["ne", "widest</w>"]


def test_pretokenizers_that_keep_spaces_need_no_mark() -> None:
    longest = LongestFirst(["Ġlow", "low", "Ġ", *"lower"], end_of_word="", pretokenizer="gpt2-bytes")
    assert longest.encode("low lower") == ["low", "Ġlow", "e", "r"]
    assert longest.decode(longest.encode("low lower")) == "low lower"


def test_explain_names_its_limit() -> None:
    with pytest.raises(LimitError) as caught:
        LongestFirst(["a"]).explain("a" * 2_001)
    assert caught.value.code == "limit-explained"


def test_long_words_and_long_tokens_are_no_trouble() -> None:
    # The tokens of 3,000 lengths: three of the longest, the rest by one; the mark is unknown.
    every_length = LongestFirst(["a" * k for k in range(1, 3_001)])
    tokens = every_length.encode_word("a" * 10_000)
    assert [len(token) for token in tokens[:-1]] == [3_000, 3_000, 3_000, 1_000]
    assert len(every_length.encode_word("ab" * 5_000)) == 10_000  # a, unknown, a, ..., unknown with the mark
    # More tokens of one length than the word has letters: what is in the word is looked up instead.
    pairs = [first + second for first in "abcdefgh" for second in "abcdefgh"]
    assert split([*pairs, *"abc"], "abcab", mark="") == ["ab", "c", "ab"]


# -- a plain recursion -------------------------------------------------------------------------------------------------

MARK = "\ue000"  # one character for the mark, so that plain strings will do


def plainly(part: str, tokens: list[str]) -> list[str]:
    """The tutorial's way: cut at all occurrences of the first token that occurs, go on between them with the rest."""
    for i, token in enumerate(tokens):
        if part and token in part:
            first, *others = (plainly(rest, tokens[i + 1 :]) for rest in part.split(token))
            return first + [found for other in others for found in (token, *other)]
    return ["<unk>"] if part else []


VOCABULARIES = st.lists(words("abc", 4) | words("ab", 3).map(lambda word: word + MARK) | st.just(MARK), max_size=25)


@given(VOCABULARIES, words("abcd", 12))
@settings(max_examples=4 * settings().max_examples)
def test_the_steps_and_the_quick_way_give_what_a_recursion_gives(vocabulary: list[str], word: str) -> None:
    by_length = sorted(dict.fromkeys(vocabulary), key=len, reverse=True)
    expected = [token.replace(MARK, "</w>") for token in plainly(word + MARK, by_length)]
    longest = LongestFirst([token.replace(MARK, "</w>") for token in vocabulary])
    assert list(longest.encode_word(word)) == expected
    assert list(longest.explain(word).tokens) == expected


@given(VOCABULARIES, words("abcd", 12), st.sampled_from(["</w>", "_", ""]))
def test_every_step_can_be_checked_by_itself(vocabulary: list[str], word: str, mark: str) -> None:
    longest = LongestFirst([token.replace(MARK, mark) for token in vocabulary], end_of_word=mark)
    trace = longest.explain(word)
    state = trace.start
    for step in trace:
        assert step.before == state
        assert "".join(stretch.text for stretch in step.before) == word + mark
        # What was searched is open, everything before it is not.
        assert [stretch.token is None for stretch in step.before[: step.index + 1]] == [False] * step.index + [True]
        inner = step.stretch.removesuffix(mark)
        assert not any(token in inner for token in step.tried if not (mark and token.endswith(mark)))
        if step.token is not None:
            assert step.left + step.token + step.right == step.stretch
            assert step.at == len(step.left)
        state = step.after
    assert tuple(stretch.token for stretch in state) == trace.tokens == longest.encode_word(word)
    assert (trace.stopped == "unknown-parts") == ("<unk>" in trace.tokens)


@given(texts())
def test_what_is_covered_comes_back(text: str) -> None:
    longest = LongestFirst(["</w>", *dict.fromkeys(text)])
    plain = " ".join(text.split())
    if not any(word.endswith("</w>") for word in plain.split()):
        assert longest.decode(longest.encode(text)) == plain
