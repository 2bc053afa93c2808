"""Random corpora by language: tokviz learns what tokenizers' ParityBpeTrainer learns, and the tokenizers encode alike.

`make test` runs some dozen cases, always the same. Thousands of new ones are
`make test ARGS="tests/parity -k against_libraries --hypothesis-profile=explore"`.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.parity.conventions import corpus_of, rules_of
from tests.parity.libraries import Words, hugging_face
from tests.strategies import words
from tokviz import parity
from tokviz.corpus import Language, LanguageCorpus
from tokviz.errors import CorpusError

MANY = settings(max_examples=2 * settings().max_examples)


def languages(alphabet: str = "abé中", min_size: int = 0) -> st.SearchStrategy[Words]:
    """The words of one language with small counts, so that lengths and counts tie."""
    return st.dictionaries(words("ab", 6) | words(alphabet, 5), st.integers(1, 4), min_size=min_size, max_size=6)


@st.composite
def inputs(draw: st.DrawFn) -> tuple[list[Words], list[Words] | None]:
    """One to three languages, with dev words or without."""
    number = draw(st.integers(1, 3))
    alphabets = st.sampled_from(["abé中", "cdab", "xyb"])
    training: list[Words] = [
        draw(languages(draw(alphabets), min_size=draw(st.sampled_from([1, 1, 1, 0])))) for _ in range(number)
    ]
    assume(any(training))
    has_dev = draw(st.booleans())
    return training, [draw(languages(draw(alphabets))) for _ in range(number)] if has_dev else None


OPTIONS = st.fixed_dictionaries(
    {"num_merges": st.integers(0, 20)},
    optional={
        "variant": st.sampled_from(["base", "window"]),
        "window_size": st.integers(1, 5),
        "alpha": st.sampled_from([0.3, 0.5, 1.0, 1.5, 2.0]),
        "global_merges": st.integers(0, 6),
        "min_frequency": st.integers(0, 4),
        "max_token_length": st.integers(1, 6),
        "special_tokens": st.lists(st.sampled_from(["<s>", "ab", "b", "aa"]), max_size=2, unique=True),
        "initial_alphabet": st.lists(st.sampled_from("aqz"), max_size=2, unique=True),
        "total_symbols": st.booleans(),
    },
)


def trained(
    training: list[Words], dev: list[Words] | None, ratio: list[float] | None, options: dict[str, Any]
) -> parity.Trace:
    rules = rules_of({**options, "ratio": ratio}, has_dev=dev is not None)
    corpus, merges = corpus_of(training, dev), options["num_merges"]
    if options.get("total_symbols"):  # what it subtracts is the whole first vocabulary
        merges = max(merges - len(parity.train(corpus, rules=rules, merges=0).vocabulary()), 0)
    return parity.train(corpus, rules=rules, merges=merges)


@given(inputs(), st.none() | st.lists(st.sampled_from([0.5, 1.0, 1.0, 2.0, 2.57]), min_size=3, max_size=3), OPTIONS)
@MANY
@example(([{"ab": 1}, {"cd": 1}], None), None, {"num_merges": 9, "min_frequency": 0})
@example(([{"aaaa": 2}, {"aaa": 3}], [{"aa": 1}, {"aaaaa": 1}]), None, {"num_merges": 9})
def test_training(
    data: tuple[list[Words], list[Words] | None], targets: list[float] | None, options: dict[str, Any]
) -> None:
    training, dev = data
    ratio = targets and targets[: len(training)]
    trace = trained(training, dev, ratio, options)
    assume(trace.stopped != "turn_not_decided")  # there the library does not return
    merges, vocabulary, tokenizer = hugging_face(training, dev, ratio, **options)
    assert trace.merges == merges
    assert list(trace.vocabulary()) == vocabulary
    model = trace.model(pretokenizer="none")
    for word in {word for part in (*training, *(dev or ())) for word in part}:
        assert model.encode(word) == tokenizer.encode(word).tokens


@given(
    inputs(),
    st.sampled_from([{"continuing_subword_prefix": "##"}, {"end_of_word_suffix": "</w>"}]),
    st.integers(0, 15),
)
def test_marks(data: tuple[list[Words], list[Words] | None], mark: dict[str, str], merges: int) -> None:
    """The marked letters of the first vocabulary come in an order that varies from run to run."""
    training, dev = data
    options = {"num_merges": merges, **mark}
    trace = trained(training, dev, None, options)
    expected, vocabulary, _ = hugging_face(training, dev, None, **options)
    assert trace.merges == expected
    assert sorted(trace.vocabulary()) == sorted(vocabulary)


@pytest.mark.parametrize(
    ("training", "dev", "ratio", "options"),
    [
        ([{"ab": 3}, {"c": 1}], None, None, {"variant": "window", "window_size": 2, "alpha": 0.5}),
        ([{"ab": 3}, {}], None, [1.0, 1.0], {}),
    ],
    ids=["window", "empty"],
)
def test_training_ends_where_the_library_never_returns(
    training: list[Words], dev: None, ratio: list[float] | None, options: dict[str, Any]
) -> None:
    """Checked with the library in a process of its own, which had to be ended."""
    trace = trained(training, dev, ratio, {"num_merges": 9, **options})
    assert trace.stopped == "turn_not_decided"
    assert trace.merges == [("a", "b")]
    assert trace.candidates() == ()


def test_dev_words_of_some_languages_only() -> None:
    with pytest.raises(CorpusError) as caught:
        LanguageCorpus([Language.of("English", {"low": 1}, {"low": 1}), Language.of("German", {"neu": 1})])
    assert (caught.value.code, caught.value.details["language"]) == ("dev-missing", "'German'")
