"""Questions before a step of training: the options hold what the algorithm takes and all that ties with it, and nothing
that is on the screen before the answer names it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.catalogs import KEYS, codes
from tests.strategies import corpora
from tokviz import bpe, examples, unigram, wordpiece
from tokviz.corpus import Corpus
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.reasons import PairValue
from tokviz.merging.steps import Step
from tokviz.views.merges import picture
from tokviz.views.merges.narration import next_merge
from tokviz.views.picture import questions
from tokviz.views.picture.questions import MAX_OPTIONS, MAX_POINTED, Option, Question
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import shown, visible
from tokviz.views.shared.reasons import worked_out
from tokviz.views.shared.sentences import without_marks
from tokviz.views.shared.unigram_reasons import short_number as loss
from tokviz.views.top_down.narration import next_kept
from tokviz.views.unigram import picture as unigram_picture
from tokviz.views.unigram.narration import next_pruned
from tokviz.wordpiece import TopDownRules
from tokviz.wordpiece.top_down.rules import Keep, Subtract
from tokviz.wordpiece.top_down.steps import Select, Verdict

EN = load("en")
WORKED = ("sennrich", "hug", "course")


def texts(options: Sequence[Option]) -> list[str]:
    return [" ".join(codes(option.label)) or without_marks(option.label) for option in options]


def right(question: Question) -> set[str]:
    return set(texts([option for option in question.options if option.right]))


def chosen(question: Question) -> set[str]:
    return set(texts([option for option in question.options if option.chosen]))


def told(question: Question) -> dict[str, str]:
    return {
        one: without_marks(option.told) for one, option in zip(texts(question.options), question.options, strict=True)
    }


def name(pair: tuple[str, str]) -> str:
    return " ".join(map(visible, pair))


def is_fair(question: Question) -> None:
    """Raise AssertionError unless the question can be asked: few options, each once, in an order that tells nothing."""
    assert 1 <= len(question.options) <= MAX_OPTIONS
    assert len(set(texts(question.options))) == len(question.options)
    assert any(option.chosen for option in question.options)
    assert all(option.right for option in question.options if option.chosen)
    assert (question.rule is not None) or len(right(question)) == 1
    assert all(option.share is None or 0 <= option.share <= 1 for option in question.options)


def check_merges(trace: MergeTrace[Step]) -> None:
    for k in range(len(trace)):
        question = next_merge(trace, k, EN)
        assert question is not None
        is_fair(question)
        step = trace[k]
        pairs = trace.pairs(k)
        assert chosen(question) == {name(step.pair)}
        tied = {name(pair) for pair in step.tied}
        assert right(question) <= tied
        rule = without_marks(question.rule or ())
        assert len(tied) <= 3 or f"{len(tied) - 3} more" in rule
        check_pointed(question, tied, pairs)
        assert len(question.options) == min(MAX_OPTIONS, len(pairs))
        asked = set(texts(question.options))
        assert texts(question.options) == [name(pair) for pair in sorted(pairs) if name(pair) in asked]
        counts = {name(pair): count for pair, count in pairs.items()}
        if isinstance(trace, wordpiece.Trace) and trace.rules.select_by != "count":
            expected = {
                name(one.pair): worked_out(
                    PairValue(trace.rules.select_by, one.pair, one.count, (one.left_count, one.right_count), one.value),
                    EN,
                )
                for one in trace.candidates(k)
            }
        else:
            expected = {pair: EN.count("count.times", count) for pair, count in counts.items()}
        assert all(number.startswith(expected[pair]) for pair, number in told(question).items())
    assert next_merge(trace, len(trace), EN) is None


def check_pointed(question: Question, tied: set[str], pairs: Mapping[tuple[str, str], int]) -> None:
    """Any candidate that can be pointed at is judged rightly, and a wrong one tells of no other."""
    every = [*question.options, *question.others]
    assert len(every) == min(len(pairs), MAX_OPTIONS + MAX_POINTED)
    names = set(texts(every))
    assert set(texts([option for option in every if option.right])) == tied & names
    for option in every:
        assert (option.wrong is None) == option.right
        assert codes(option.label) == (" ".join(map(shown, option.names)),)
        assert option.wrong is None or set(codes(option.wrong)) == set(codes(option.label))
    if question.beyond is not None:
        assert tied <= names < {name(pair) for pair in pairs}


@pytest.mark.slow
@pytest.mark.parametrize("example", WORKED)
@pytest.mark.parametrize("rules", ["sennrich", "subword-nmt", "huggingface", "course"])
def test_each_merge_of_the_worked_examples(example: str, rules: str) -> None:
    check_merges(bpe.train(examples.load(example).corpus_for("bpe"), merges=40, rules=rules))


@pytest.mark.parametrize("example", WORKED)
@pytest.mark.parametrize("rules", ["course", "huggingface"])
def test_each_wordpiece_merge_of_the_worked_examples(example: str, rules: str) -> None:
    check_merges(wordpiece.train(examples.load(example).corpus_for("wordpiece"), merges=40, rules=rules))


@given(corpora(), st.sampled_from(sorted(bpe.PRESETS)))
def test_each_merge_of_any_corpus(corpus: Corpus, rules: str) -> None:
    check_merges(bpe.train(corpus, merges=12, rules=rules))


@given(corpora(), st.sampled_from(sorted(wordpiece.PRESETS)), st.integers(1, 3))
def test_each_wordpiece_merge_of_any_corpus(corpus: Corpus, rules: str, least: int) -> None:
    check_merges(wordpiece.train(corpus, merges=12, rules=replace(wordpiece.PRESETS[rules], minimum_count=least)))


def test_the_first_merge_of_sennrich_is_a_tie_of_three() -> None:
    trace = bpe.train(examples.load("sennrich").corpus, merges=15, rules="sennrich")
    question = next_merge(trace, 0, KEYS)
    assert question is not None
    assert right(question) == {"e s", "s t", "t </w>"}
    assert chosen(question) == {"e s"}
    assert told(question)["w e"] == "count.times(n=8)"
    parts = "reason.part(word=newest, total=6) + reason.part(word=widest, total=3)"
    answer = without_marks(question.answer)
    assert answer == f"reason.count.present(pair=e s, count=count.times(n=9), sum={parts})"
    rule = without_marks(question.rule or ())
    assert rule == "measure.count.tie.present(rivals=s t and t </w>, rule=reason.rule.first-seen.present)"
    every = (*question.options, *question.others)
    wrong = {one: without_marks(option.wrong or ()) for one, option in zip(texts(every), every, strict=True)}
    for pair, count, word in (("n e", 6, "newest"), ("w i", 3, "widest")):
        part = f"reason.part(word={word}, total={count})"
        why = f"reason.count.present(pair={pair}, count=count.times(n={count}), sum={part})"
        assert wrong[pair] == f"predict.wrong.merge.count(why={why})"
    assert wrong["s t"] == ""
    assert texts(question.options) == ["e s", "e w", "l o", "n e", "o w", "s t", "t </w>", "w e"]


def test_a_wrong_score_is_worked_out() -> None:
    trace = wordpiece.train(examples.load("hug").corpus, merges=3, rules="course")
    question = next_merge(trace, 0, KEYS)
    assert question is not None
    wrong = {option.names: without_marks(option.wrong or ()) for option in question.options}
    assert wrong["h", "##u"] == "measure.score.has(pair=h ##u, value=15 / (15 × 36) = 1/36)measure.score.lower"


def test_a_pair_beyond_the_candidates_is_wrong_where_all_that_tie_are_among_them() -> None:
    words = {f"{left}{right}": 1 for left in "abcdefghij" for right in "klmnopqrst"}
    question = next_merge(bpe.train(Corpus({"xyz": 9} | words), merges=2, rules="sennrich"), 0, KEYS)
    assert question is not None
    assert set((question.beyond or "").removeprefix("predict.wrong.beyond(")[:-1].split(", ")) == {
        "n=68",
        "pair={pair}",
    }
    tie = next_merge(bpe.train(Corpus(words), merges=2, rules="course"), 0, EN)
    assert tie is not None
    assert tie.beyond is None


def test_a_great_tie_says_how_many_there_are() -> None:
    trace = bpe.train(Corpus({"abcdefghijkl": 2, "mn": 1}), merges=1, rules="sennrich")
    question = next_merge(trace, 0, KEYS)
    assert question is not None
    assert trace.tie_sizes[0] == 12  # with that of l and the mark
    assert len(right(question)) == 6
    assert "rivals=b c, c d and count.other-pairs(n=9)," in without_marks(question.rule or ())
    assert sum(option.right for option in question.others) == 6


def check_prunings(trace: unigram.Trace) -> int:
    asked = 0
    for k in range(len(trace) + 1):
        question = next_pruned(trace, k, EN)
        step = trace[k] if k < len(trace) else None
        if not isinstance(step, unigram.Prune) or step.is_final or not step.dropped:
            assert question is None
            continue
        assert question is not None
        is_fair(question)
        asked += 1
        losses = trace.recorded_losses(k)
        outcomes = {one.piece: one.outcome for one in step.losses}
        dropped = set(map(visible, step.dropped))
        assert chosen(question) == right(question) & dropped
        offered = [piece for option in question.options for piece in option.names]
        assert offered == [piece for piece in losses if piece in offered]  # in the order that breaks ties
        last = max((cost for piece in step.dropped if (cost := losses[piece]) is not None), default=None)
        for option in question.options:
            (piece,) = option.names
            cost = losses[piece]
            said = without_marks(option.told)
            assert said.startswith("no estimate" if cost is None else f"loss {loss(cost, EN)}")
            assert ("single characters stay" in said) == (outcomes[piece] == "protected")
            is_as_cheap = cost is not None and last is not None and abs(cost - last) <= 1e-9 * max(1, last)
            assert option.right == (outcomes[piece] == "removed" or (is_as_cheap and outcomes[piece] == "kept"))
    return asked


@pytest.mark.slow
@pytest.mark.parametrize("example", WORKED)
@pytest.mark.parametrize("rules", sorted(unigram.PRESETS))
def test_each_pruning_of_the_worked_examples(example: str, rules: str) -> None:
    corpus = examples.load(example).corpus_for("unigram")
    characters = len({char for word in corpus for char in word})
    is_library = rules in ("huggingface", "sentencepiece")  # which want room for special tokens
    sizes = range(characters + (4 if is_library else 1), characters + 9)
    asked = [check_prunings(unigram.train(corpus, vocab_size=size, rules=rules)) for size in sizes]
    assert any(asked) or (is_library and example != "course")  # which find few seeds in a small corpus


@settings(max_examples=25)
@given(corpora(), st.sampled_from(["course", "hard-em", "soft-em"]))
def test_each_pruning_of_any_corpus(corpus: Corpus, rules: str) -> None:
    check_prunings(unigram.train(corpus, vocab_size=len({char for word in corpus for char in word}) + 1, rules=rules))


def test_the_pruning_of_hug_is_a_tie_and_says_what_chose() -> None:
    trace = unigram.train(examples.load("hug").corpus, vocab_size=14, rules="course")
    question = next_pruned(trace, 1, KEYS)
    assert question is not None
    assert chosen(question) == {"ug"}
    assert {"ug", "pu", "un"} <= right(question)
    assert "hug" in texts(question.options)
    assert told(question)["hug"] == "predict.told.loss(loss=23.5138)"
    assert without_marks(question.rule or ()).startswith("predict.rule.pieces(going=")


# -- in the picture ----------------------------------------------------------------------------------------------------


def posed(trace: MergeTrace[Step], language: str = "en", topic: object = "t") -> dict[str, Any]:
    say = load(language)
    built = picture.payload(trace, range(len(trace) + 1), say, asks=True)
    questions.add_questions(built, lambda k: next_merge(trace, k, say), topic, say)
    return dict(json.loads(json.dumps(built)))


def uncovered(frame: dict[str, Any]) -> str:
    """All that a frame shows before the answer, but for the options themselves and the words."""
    hides = frame["ask"]["hides"]
    said = [one["text"] for one in frame["say"] if not (one["kind"] == "next" and "say" in hides)]
    marks = [
        span["mark"]
        for group in frame["groups"]
        for span in group["spans"]
        if not (span["mark"] == "next" and "spans" in hides)
    ]
    assert set(marks) <= {"new"}
    return json.dumps([said, frame["ask"]["question"], frame["ask"]["hint"]])


@pytest.mark.parametrize("example", WORKED)
def test_nothing_in_the_picture_names_the_next_merge(example: str) -> None:
    trace = bpe.train(examples.load(example).corpus_for("bpe"), merges=20, rules="sennrich")
    built = posed(trace)
    asked = 0
    for k, frame in enumerate(built["frames"]):
        if "ask" not in frame:
            continue
        asked += 1
        shown = uncovered(frame)
        earlier = {name(pair) for pair in trace[k - 1].tied} if k else set()
        if name(trace[k].pair) not in earlier:  # the last merge may name what it tied with
            assert name(trace[k].pair) not in shown
    assert asked >= len(trace) - 1
    assert "ask" not in built["frames"][-1]


def test_a_large_corpus_shows_no_words_for_what_comes_next() -> None:
    words = {f"{left}{right}{number}": 1 for number, left in enumerate("abcdefgh") for right in "ijklmnop"}
    trace = bpe.train(Corpus(words), merges=3, rules="sennrich")
    built = posed(trace)
    assert len(built["frames"][0]["groups"]) == 1
    touched = {built["rows"][row]["label"] for row in built["frames"][1]["groups"][0]["rows"]}
    assert touched
    assert touched <= set(trace.changed(0))
    unasked = picture.payload(trace, range(1), EN)
    assert len(unasked["frames"][0]["groups"]) == 2


def test_a_step_of_unigram_shows_nothing_of_the_pruning_that_comes() -> None:
    corpus = Corpus({f"{left}{right}{left}": 1 + len(left) for left in "abcdefgh" for right in "ijklmnop"})
    trace = unigram.train(corpus, vocab_size=20, rules="soft-em")
    built = [unigram_picture.payload(trace, range(len(trace) + 1), EN, asks=asks) for asks in (True, False)]
    assert built[0] == built[1]
    for k, frame in enumerate(built[0]["frames"]):
        if k < len(trace) and trace[k].kind == "prune":
            standings = {row["standing"] for row in frame["view"]["rows"]}
            assert standings.isdisjoint({"removed", "kept", "protected"})


def test_a_step_without_a_choice_asks_nothing() -> None:
    trace = bpe.train(Corpus({"ab": 3}), rules="course", merges=1)
    built = posed(trace)
    assert [sorted(frame) for frame in built["frames"]] == [["candidates", "groups", "say", "vocabulary"]] * 2
    assert built["quiz"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_words_of_the_panel_are_there(language: str) -> None:
    trace = bpe.train(examples.load("hug").corpus, merges=2)
    labels = posed(trace, language)["asks"]
    assert all(labels.values())
    assert "{right}" in labels["score"]
    assert "{asked}" in labels["score"]


def test_answers_are_kept_by_what_is_asked_about() -> None:
    trace = bpe.train(examples.load("hug").corpus, merges=2)
    same, other = posed(trace, "zh")["quiz"], posed(trace, topic="other")["quiz"]
    assert same == posed(trace)["quiz"] != other


def test_parts_are_smaller_where_questions_take_time() -> None:
    words = {f"{number:05}" * 3: 1 for number in range(8_000)}
    trace = bpe.train(Corpus(words), merges=300, rules="sennrich")
    assert len(picture.part_of(trace, 100)) > len(picture.part_of(trace, 100, asks=True)) > 1


# -- from the top down -------------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(corpora(max_count=9), st.sampled_from(["all", "kept"]), st.sampled_from(["at-least", "above"]))
def test_each_selection_and_verdict_of_any_corpus(corpus: Corpus, subtract: Subtract, keep: Keep) -> None:
    rules = TopDownRules(subtract=subtract, keep=keep, lower_threshold=1)
    trace = wordpiece.train_top_down(corpus, vocab_size=12, rules=rules)
    for k in range(len(trace) + 1):
        question, step = next_kept(trace, k, EN), trace[k] if k < len(trace) else None
        if isinstance(step, Verdict):
            assert question is not None
            goes = {"too_large": EN("predict.way.higher"), "too_small": EN("predict.way.lower")}.get(
                step.judgment, EN("predict.way.ends")
            )
            assert chosen(question) == right(question) == {goes}
            if k + 1 < len(trace):
                assert (trace[k + 1].threshold > step.threshold) == (goes == EN("predict.way.higher"))
        elif isinstance(step, Select) and 0 < len(step.kept) < len(step.candidates):
            assert question is not None
            remains = {one.token: one.remains for one in step.candidates}
            for option in question.options:
                left = remains["".join(option.names)]
                told = EN("predict.told.left", sum=left)
                assert without_marks(option.told).replace("−", "-").endswith(told)
                assert option.right == option.chosen == (left > step.threshold - (keep == "at-least"))
        else:
            assert question is None
