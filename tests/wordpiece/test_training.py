"""WordPiece training: the worked examples number by number, the golden cases, and random corpora."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tests.golden_cases import Case, cases
from tests.strategies import corpora
from tests.wordpiece import naive
from tokviz import wordpiece
from tokviz.bpe import Pair
from tokviz.corpus import Corpus
from tokviz.errors import LimitError, RulesError
from tokviz.merging.rules import TieBreak
from tokviz.wordpiece import PRESETS, Rules, scores

HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
MANY = settings(max_examples=3 * settings().max_examples)

# The pair, its count, the counts of its parts, the score, how many pairs had it; the words that make up the count.
NINE: list[tuple[str, int, int, int, str, int, str]] = [
    # hugs is the only word with an s.
    ("##g ##s", 5, 20, 5, "1/20", 1, "hugs"),
    # ##u is in all five words, 36 times: whatever is beside it is beside it always, so six pairs tie.
    ("h ##u", 15, 15, 36, "1/36", 6, "hug hugs"),
    ("hu ##gs", 5, 15, 5, "1/15", 1, "hugs"),
    # hu is left in hug alone, 10 times; ##g in hug and pug, 15 times. (Not at step 3: then hu ##g was 10/(15x15).)
    ("hu ##g", 10, 10, 15, "1/15", 1, "hug"),
    ("p ##u", 17, 17, 21, "1/21", 4, "pug pun"),
    ("b ##u", 4, 4, 4, "1/4", 1, "bun"),
    ("bu ##n", 4, 4, 16, "1/16", 1, "bun"),
    ("pu ##g", 5, 17, 5, "1/17", 2, "pug"),
    ("pu ##n", 12, 12, 12, "1/12", 1, "pun"),
]


def two(text: str) -> Pair:
    left, right = text.split(" ")
    return left, right


def test_hug_step_by_step() -> None:
    trace = wordpiece.train(HUG)
    assert len(trace) == len(NINE)
    assert trace.stopped == "no_pairs"
    for step, (pair, count, left, right, score, tied, changed) in zip(trace, NINE, strict=True):
        assert (step.pair, step.count, step.left_count, step.right_count) == (two(pair), count, left, right)
        assert step.score == Fraction(score)
        assert (len(step.tied), trace.tie_sizes[step.index]) == (tied, tied)
        assert step.tied[0] == step.pair
        assert [change.word for change in step.changes] == changed.split()
    assert trace.words() == {word: (word,) for word in HUG}


def test_what_step_one_chose_from() -> None:
    """Every other pair has 1/36, whatever its count; by count `##u ##g` would have won."""
    first, *others = wordpiece.train(HUG).candidates(0)
    assert (first.pair, first.score, first.bpe_rank) == (("##g", "##s"), Fraction(1, 20), 5)
    assert {other.score for other in others} == {Fraction(1, 36)}
    frequent = next(other for other in others if other.bpe_rank == 1)
    assert (frequent.pair, frequent.count, frequent.left_count, frequent.right_count) == (("##u", "##g"), 20, 36, 20)


def test_the_third_step_has_no_tie() -> None:
    """A tutorial has `hu ##g` tied with `hu ##gs` at 1/15, and 1/21 as the next best."""
    scores = {candidate.pair: candidate.score for candidate in wordpiece.train(HUG).candidates(2)}
    assert scores["hu", "##gs"] == Fraction(1, 15)
    assert scores["hu", "##g"] == Fraction(2, 45)
    assert scores["##u", "##g"] == Fraction(1, 63)
    assert sorted(scores.values(), reverse=True)[1] == Fraction(1, 21)


def test_hugging_faces_library_counts() -> None:
    trace = wordpiece.train(HUG, rules="huggingface")
    assert [step.token for step in trace] == ["##ug", "##un", "hug", "pun", "pug", "hugs", "bun"]
    assert (trace[0].score, trace[0].count) == (Fraction(20, 36 * 20), 20)
    assert [one.bpe_rank for one in trace.candidates(0)] == list(range(1, 7))


def test_four_sentences() -> None:
    corpus = Corpus.from_text(
        "This is the Hugging Face Course. This chapter is about tokenization. This section shows several tokenizer "
        "algorithms. Hopefully, you will be able to understand how they are trained and generate tokens.",
        "bert",
    )
    trace = wordpiece.train(corpus, vocab_size=70)
    assert (len(trace.vocabulary()), trace.stopped) == (70, "vocab_size")
    assert " ".join(trace.tokens) == (
        "ab ##fu Fa Fac ##ct ##ful ##full ##fully Th ch ##hm cha chap chapt ##thm Hu Hug Hugg sh th is ##thms ##za "
        "##zat ##ut"
    )


# -- golden ------------------------------------------------------------------------------------------------------------

ORDERS: dict[str, TieBreak] = {
    "first-seen pair among max score": "first-seen",
    "lexicographic-max": "greatest-pair",
    "lexicographic-min": "smallest-pair",
}


@pytest.mark.parametrize("case", cases("04_wordpiece", "wordpiece/score"))
def test_golden_scores(case: Case) -> None:
    params, expected = case["params"], case["expected"]
    rules = Rules(special_tokens=tuple(params["special_tokens"]), tie_break=ORDERS[case["policy"]])
    limits = {"merges": params["num_merges"], "vocab_size": params["vocab_size"]}
    trace = wordpiece.train(Corpus(case["corpus"]), rules=rules, **limits)
    assert trace.merges == [tuple(pair) for pair in expected["merges"]]
    assert list(trace.tokens) == expected["new_tokens"]
    assert [step.score for step in trace] == [Fraction(score) for score in expected["scores"]]
    assert list(trace.counts) == expected["pair_freq"]
    assert [step.left_count for step in trace] == expected["left_freq"]
    assert [step.right_count for step in trace] == expected["right_freq"]
    assert list(trace.tie_sizes) == expected["ties"]
    assert list(trace.vocabulary()) == expected["vocab"]
    for word, tokens in expected.get("encodes", {}).items():
        assert list(trace.model().explain(word).tokens) == tokens


@pytest.mark.parametrize("case", cases("04_wordpiece", "hf/WordPieceTrainer"))
def test_golden_library(case: Case) -> None:
    params, expected = case["params"], case["expected"]
    rules = replace(
        PRESETS["huggingface"],
        special_tokens=tuple(params.get("special_tokens", ())),
        minimum_count=max(params.get("min_frequency", 0), 1),
    )
    whole = case["corpus"]
    corpus = Corpus(whole) if isinstance(whole, dict) else Corpus.from_text("\n".join(whole), "bert")
    trace = wordpiece.train(corpus, vocab_size=params["vocab_size"], rules=rules)
    tokens = set(trace.vocabulary())
    if "token_set" in expected:
        assert sorted(tokens) == expected["token_set"]
        assert list(trace.tokens) == expected["learned_tokens_in_order"]
        assert list(trace.vocabulary()[: len(expected["first_ids"])]) == expected["first_ids"]
    else:
        always = set(expected["always_present"])
        assert len(tokens) == params["vocab_size"]
        assert always <= tokens <= always.union(expected["sometimes_present"])


# -- random corpora ----------------------------------------------------------------------------------------------------


@given(
    corpora(max_words=10),
    st.sampled_from(["first-seen", "greatest-pair", "smallest-pair"]),
    st.integers(1, 3),
    st.sampled_from(["##", "", "@"]),
    st.sampled_from([1, 7, 10**7, 10**8]),
)
@MANY
@example(Corpus({"aaaa": 3, "aaaaa": 1}), "first-seen", 1, "##", 1)
def test_training_equals_the_naive_one(
    corpus: Corpus, tie_break: TieBreak, minimum_count: int, prefix: str, times: int
) -> None:
    """Also where counts are so great that floats cannot tell scores apart."""
    corpus = Corpus({word: count * times - i for i, (word, count) in enumerate(corpus.items()) if count * times > i})
    rules = Rules(continuing_prefix=prefix, tie_break=tie_break, minimum_count=minimum_count)
    trace = wordpiece.train(corpus, rules=rules)
    expected = naive.train(
        list(corpus.items()), prefix=prefix, minimum_count=minimum_count, order=naive.orders(prefix)[tie_break]
    )
    assert [(step.pair, step.count, step.left_count, step.right_count, step.score) for step in trace] == [
        (step.pair, step.count, step.left, step.right, step.score) for step in expected
    ]
    assert list(trace.tie_sizes) == [len(step.tied) for step in expected]
    assert [step.tied for step in trace] == [step.tied for step in expected]


@given(corpora(max_words=10))
def test_candidates_are_what_each_step_chooses_from(corpus: Corpus) -> None:
    trace = wordpiece.train(corpus)
    for k, step in enumerate(trace):
        candidates = trace.candidates(k)
        best = candidates[0]
        assert (best.pair, best.score, best.left_count, best.right_count) == (
            step.pair,
            step.score,
            step.left_count,
            step.right_count,
        )
        assert list(trace.pairs(k)) == [candidate.pair for candidate in candidates]
        scores = [candidate.score for candidate in candidates]
        assert scores == sorted(scores, reverse=True)
        assert sorted(candidate.bpe_rank for candidate in candidates) == list(range(1, len(candidates) + 1))
        by_rank = sorted(candidates, key=lambda candidate: candidate.bpe_rank)
        assert [one.count for one in by_rank] == sorted((one.count for one in candidates), reverse=True)
        for candidate in candidates:
            assert sum(part.total for part in trace.contributions(candidate.pair, k)) == candidate.count
            assert sum(part.total for part in trace.appearances(candidate.pair[0], k)) == candidate.left_count
    assert not trace.candidates()


@given(corpora(max_words=10), st.integers(0, 20))
def test_a_shorter_training_is_the_front_of_a_longer_one(corpus: Corpus, merges: int) -> None:
    whole = wordpiece.train(corpus)
    part = wordpiece.train(corpus, merges=merges)
    assert part.merges == whole.merges[:merges]
    assert part.words() == whole.words(len(part))
    assert part.vocabulary() == whole.vocabulary(len(part))
    size = len(part.vocabulary())
    assert wordpiece.train(corpus, vocab_size=size).vocabulary() == whole.vocabulary()[:size]


def library(corpus: Corpus, vocab_size: int) -> dict[str, int]:
    """Token -> id, as tokenizers' own trainer gives them."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.WordPieceTrainer(vocab_size=vocab_size, show_progress=False)
    tokenizer.train_from_iterator([" ".join([word] * count) for word, count in corpus.items()], trainer)
    vocabulary: dict[str, int] = tokenizer.get_vocab()
    return vocabulary


def by_ids(corpus: Corpus, ids: dict[str, int], size: int) -> list[str]:
    """The vocabulary by plain counting, ties broken by the ids that are given for the alphabet."""
    ids = dict(ids)

    def rank(pair: Pair) -> tuple[int, int]:
        for step in naive_steps:
            ids.setdefault(naive.joined(step, "##"), len(ids))
        return ids[pair[0]], ids[pair[1]]

    tokens = list(ids)
    naive_steps: list[Pair] = []
    while len(tokens) < size:
        learned = naive.train(list(corpus.items()), merges=len(naive_steps) + 1, by="count", order=rank)
        if len(learned) == len(naive_steps):
            break
        naive_steps = [step.pair for step in learned]
        token = naive.joined(naive_steps[-1], "##")
        if token not in tokens:
            tokens.append(token)
    return tokens


@given(corpora(max_words=6), st.integers(0, 25))
def test_the_librarys_preset_is_one_of_its_results(corpus: Corpus, more: int) -> None:
    """Its ids of `##x` depend on the order of a hash table. Given these ids, counting alone says what it learns, and
    given ours, what we learn; both orders are ones that a hash table can have."""
    alphabet = sorted({char for word in corpus for char in word})
    marked = list(dict.fromkeys("##" + char for word in corpus for char in word[1:]))
    size = len(alphabet) + len(marked) + more
    theirs = sorted(library(corpus, size).items(), key=lambda item: item[1])
    base = [token for token, _ in theirs[: len(alphabet) + len(marked)]]
    assert base[: len(alphabet)] == alphabet
    assert sorted(base[len(alphabet) :]) == sorted(marked)
    assert [token for token, _ in theirs] == by_ids(corpus, {token: i for i, token in enumerate(base)}, size)

    rules = replace(PRESETS["huggingface"], special_tokens=())
    ours = wordpiece.train(corpus, vocab_size=size, rules=rules)
    assert list(ours.vocabulary()) == by_ids(corpus, {token: i for i, token in enumerate(alphabet + marked)}, size)


# -- rules and shapes --------------------------------------------------------------------------------------------------


def test_rules_that_make_no_sense() -> None:
    for wrong in ({"select_by": "luck"}, {"minimum_count": 0}, {"duplicates": "skip"}, {"tie_break": "coin"}):
        with pytest.raises(RulesError) as caught:
            Rules(**wrong)
        assert caught.value.code in {"rules-choice", "rules-number"}
    with pytest.raises(RulesError):
        wordpiece.train(HUG, rules="sennrich")
    with pytest.raises(RulesError):
        wordpiece.train(HUG, merges=-1)


def test_minimum_count_ends_training() -> None:
    trace = wordpiece.train(HUG, rules=replace(PRESETS["course"], minimum_count=10))
    assert trace.stopped == "minimum_count"
    assert all(count >= 10 for count in trace.counts)
    assert trace.merges[0] == ("h", "##u")  # ##g ##s occurs 5 times
    left = trace.candidates()
    assert left
    assert all(candidate.count < 10 for candidate in left)


def test_nothing_to_merge() -> None:
    trace = wordpiece.train(Corpus({"a": 3}))
    assert (len(trace), trace.stopped, trace.tie_sizes, trace.candidates()) == (0, "no_pairs", (), ())


def test_as_data() -> None:
    whole = json.loads(json.dumps(wordpiece.train(HUG).to_dict()))
    assert whole["algorithm"] == "wordpiece"
    assert whole["rules"]["preset"] == "course"
    assert whole["rules"]["select_by"] == "score"
    third = whole["steps"][2]
    assert (third["pair"], third["count"], third["left_count"], third["right_count"]) == (["hu", "##gs"], 5, 15, 5)


@pytest.mark.parametrize("name", ["course", "gain"])
def test_a_training_computes_so_many_scores(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scores, "MAX_SCORES", 30)
    assert len(wordpiece.train(HUG, merges=2, rules=name)) == 2
    with pytest.raises(LimitError, match="the limit is 30"):
        wordpiece.train(HUG, rules=name)
