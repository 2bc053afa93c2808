"""The plain algorithm against the trainer: what every step tests, what it keeps, and the vocabulary."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import wordpiece
from tokviz.corpus import Corpus
from tokviz.wordpiece import TopDownRules
from tokviz.wordpiece.top_down import algorithm
from tokviz.wordpiece.top_down.rules import Keep, Subtract
from tokviz.wordpiece.top_down.steps import Select

HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})


@given(
    corpora(max_count=9),
    st.sampled_from(["all", "kept"]),
    st.sampled_from(["at-least", "above"]),
    st.sampled_from(["##", "", "a"]),
    st.integers(0, 3),
    st.integers(1, 5),
    st.integers(1, 9),
    st.integers(1, 30),
)
@example(Corpus({"##ab": 3, "ab": 2, "cab": 2}), "all", "at-least", "##", 2, 1, 9, 12)
def test_it_equals_the_trainer(
    corpus: Corpus, subtract: Subtract, keep: Keep, prefix: str, passes: int, least: int, longest: int, size: int
) -> None:
    rules = TopDownRules(
        subtract=subtract,
        keep=keep,
        continuing_prefix=prefix,
        iterations=passes,
        lower_threshold=least,
        max_word_length=longest,
        max_characters=4,
    )
    trace = wordpiece.train_top_down(corpus, vocab_size=size, rules=rules)
    states = algorithm.train(corpus, size, rules)
    for k, state in enumerate(states):
        assert state.kind == trace[k].kind
        assert state.vocabulary == trace.vocabulary(k + 1)
        step = trace[k]
        if isinstance(step, Select):
            assert dict(state.tested) == {one.token: one.remains for one in step.candidates}
            assert {token: state.kept[token] for token, _ in trace.kept(k)} == dict(trace.kept(k))
    assert k == len(trace) - 1


def test_the_worked_example() -> None:
    """hug, threshold 11: hugs has 5, and takes them from hug, so that 10 of its 15 are left: not enough."""
    states = list(algorithm.train(HUG, 24, TopDownRules()))
    assert [state.kind for state in states[:4]] == ["threshold", "count", "select", "select"]
    assert dict(states[2].tested) == {"hugs": 5}
    assert states[3].tested["hug"] == 10
    assert states[3].kept == {"pun": 12}
