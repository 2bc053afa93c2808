"""The trace of a top-down training: its steps, its states, and that each can be asked for by itself."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import wordpiece
from tokviz.corpus import Corpus
from tokviz.wordpiece import TopDownRules, TopDownTrace
from tokviz.wordpiece.top_down.steps import Complete, Count, Select, Threshold, Verdict

HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})


def hug(vocab_size: int = 19) -> TopDownTrace:
    return wordpiece.train_top_down(HUG, vocab_size=vocab_size, rules=TopDownRules(lower_threshold=1))


def test_the_steps_of_a_trial() -> None:
    trace = hug()
    kinds = [step.kind for step in trace]
    iteration = ["count", "select", "select", "select", "select", "complete"]
    assert kinds == ["threshold", *iteration * 4, "verdict"] * len(trace.trials)
    assert [step.index for step in trace] == list(range(len(trace)))
    assert [step.length for step in trace if isinstance(step, Select)][:5] == [4, 3, 2, 1, 4]
    assert trace[-1] == trace[len(trace) - 1]
    assert trace[1:3] == (trace[1], trace[2])
    for step in trace:
        if isinstance(step, Threshold):
            assert step.threshold == (step.lower + step.upper) // 2
        if isinstance(step, Verdict):
            assert step.size == trace.sizes()[step.index]
            assert (step.judgment in ("too_large", "too_small")) == (step.index + 1 < len(trace))
    with pytest.raises(IndexError):
        trace[len(trace)]
    with pytest.raises(IndexError):
        trace.words(len(trace) + 1)


def test_the_start() -> None:
    trace = hug()
    assert trace.words(0)["hugs"] == ("h", "##u", "##g", "##s")
    letters = tuple("bghnpsu")
    assert trace.vocabulary(0) == (*letters, *(f"##{letter}" for letter in letters))
    assert trace.candidates(0) == () == trace.candidates()
    assert trace.sizes()[0] == 14


def test_ends_that_come_and_go() -> None:
    """With the threshold 12 the first iteration keeps too many ends of words; the second lets them go."""
    trace = wordpiece.train_top_down(HUG, threshold=12, rules=TopDownRules())
    completes = [step for step in trace if isinstance(step, Complete)]
    assert completes[0].came == ("##un", "##ug", "pun")
    assert (completes[1].came, completes[1].went) == ((), ("##un",))
    before, after = (trace.splits(step.index) for step in trace if isinstance(step, Count) and step.iteration in (1, 2))
    assert (before["bun"], after["bun"]) == (("b", "##un"), ("b", "##u", "##n"))
    changed = {change.word: change.after for change in completes[1].changes}
    assert changed == {"bun": ("b", "##u", "##n")}


def test_a_selection() -> None:
    trace = wordpiece.train_top_down(HUG, threshold=12, rules=TopDownRules())
    select = next(step for step in trace if isinstance(step, Select) and step.length == 2)
    assert [(one.token, one.count, one.value, one.kept, one.rank) for one in select.candidates] == [
        ("##un", 16, 16, True, 1),
        ("##ug", 20, 15, True, 2),
        ("##gs", 5, 5, False, 3),
        ("bu", 4, 0, False, 4),
        ("hu", 15, 0, False, 5),
        ("pu", 17, 0, False, 6),
    ]
    assert [(part.word, part.total) for part in trace.contributions("pu", select.index)] == [("pug", 5), ("pun", 12)]
    assert [(part.token, part.count) for part in trace.taken("pu", select.index)] == [("pun", 12), ("pug", 5)]
    assert [one.token for one in select.kept] == ["##un", "##ug"]
    assert trace.taken("pu", select.index - 5) == () == trace.contributions("nothing", select.index)


def test_words_that_are_left_out() -> None:
    rules = TopDownRules(max_word_length=3, special_tokens=("[UNK]", "pun"))
    trace = wordpiece.train_top_down(HUG, threshold=5, rules=rules)
    assert trace.used == ("hug", "pug", "bun")
    assert (trace.words()["hugs"], trace.words()["pun"]) == ((), ())
    nothing = wordpiece.train_top_down(HUG, vocab_size=5, rules=TopDownRules(max_word_length=2))
    assert (nothing.used, nothing.vocabulary(), set(nothing.words().values())) == ((), (), {()})
    assert [step.kind for step in nothing][:4] == ["threshold", "count", "complete", "count"]


@given(corpora(max_words=8, max_count=9), st.sampled_from(["all", "kept"]), st.integers(0, 30), st.data())
def test_states_fit_together(corpus: Corpus, subtract: str, vocab_size: int, data: st.DataObject) -> None:
    rules = TopDownRules(subtract=subtract, lower_threshold=1, iterations=3)  # type: ignore[arg-type]
    trace = wordpiece.train_top_down(corpus, vocab_size=vocab_size, rules=rules)
    k = data.draw(st.integers(0, len(trace)))
    words, model = trace.words(k), trace.model(k, pretokenizer="none")
    assert list(words) == list(corpus)
    for word, pieces in words.items():
        assert pieces == model.explain(word).tokens
    assert (len(trace.sizes()), trace.sizes()[k]) == (len(trace) + 1, len(trace.vocabulary(k)))
    if k < len(trace):
        after = trace.words(k + 1)
        changed = {word: (words[word], after[word]) for word in corpus if words[word] != after[word]}
        assert {change.word: (change.before, change.after) for change in trace.changes(k)} == changed
        assert all(change.count == corpus[change.word] for change in trace.changes(k))
        assert isinstance(trace[k], Select) or not trace.candidates(k)


def test_the_way_to_a_size() -> None:
    """A search for a size that a trial gave may end before it, where the slack allows that, or go another way."""
    rules = TopDownRules(lower_threshold=1, slack=0.0)
    trace = wordpiece.train_top_down(HUG, vocab_size=19, rules=rules)
    assert trace.possible_sizes() == tuple(sorted({one.size for one in trace.trials}))
    for size in range(30):
        steps, is_exact = trace.steps_to(size)
        again = wordpiece.train_top_down(HUG, vocab_size=size, rules=rules)
        assert is_exact <= (again.vocabulary() == trace.vocabulary(steps))
    assert trace.steps_to(19) == (len(trace), True)
    assert not wordpiece.train_top_down(HUG, threshold=5).steps_to(0)[1]


def test_the_whole_as_data() -> None:
    trace = hug()
    whole = json.loads(json.dumps(trace.to_dict()))
    assert (whole["algorithm"], whole["vocab_size"], whole["stopped"]) == ("wordpiece-top-down", 19, trace.stopped)
    assert whole["rules"]["preset"] is None
    assert whole["words"][0] == {"word": "hug", "count": 10, "used": True}
    assert whole["steps"][0] == {"kind": "threshold", "lower": 4, "upper": 12, "threshold": 8}
    assert whole["steps"][-1] == {"kind": "verdict", "size": len(whole["vocabulary"]), "judgment": trace.stopped}
    iteration = [one for one in whole["steps"] if one["kind"] == "select"][-4:]
    assert [one["length"] for one in iteration] == [4, 3, 2, 1]
    kept = {token for one in iteration for token, _ in one["kept"]}
    assert kept | set(trace.vocabulary(0)) == set(whole["vocabulary"])


def test_where_a_word_is_counted() -> None:
    """hugs takes the place of the hug that it begins with; its ##ugs is a place of its own."""
    trace = wordpiece.train_top_down(Corpus({"hug": 10, "hugs": 5}), threshold=9)
    assert trace.counted_places(["hugs", "hug"], 3) == {
        "hugs": ((0, "hug", "hugs"), (1, "##ugs", None)),
        "hug": ((0, "hug", None),),
    }
    assert trace.counted_places(["hugs"], 0) == {}
    assert dict(trace.tokens_kept(len(trace)))["hug"] == 10
