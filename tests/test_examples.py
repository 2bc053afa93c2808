"""The worked examples: they load, they carry what their sources printed, and only an erratum says that it is wrong."""

from itertools import zip_longest

import pytest

from tokviz import bpe, examples
from tokviz.bpe import PRESETS
from tokviz.corpus import Corpus
from tokviz.errors import CorpusError
from tokviz.examples import NAMES, Example, load
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.views.catalog import LANGUAGES
from tokviz.views.catalog import load as catalog

ALL = [pytest.param(load(name), id=name) for name in NAMES]
PRINTED = [pytest.param(load(name), id=name) for name in NAMES if load(name).published]


def test_names() -> None:
    assert (
        *("sennrich", "follow", "hug", "jurafsky", "jurafsky-2025", "aaabdaaabac"),
        *("lighthouse", "kitchen", "zug", "tea"),
    ) == NAMES
    assert [load(name).name for name in NAMES] == list(NAMES)
    assert load("hug") is load("hug")


@pytest.mark.parametrize("name", ["", "Sennrich", "sennrich ", "own", "../prose", "no" * 5_000])
def test_unknown_names_raise(name: str) -> None:
    with pytest.raises(CorpusError) as caught:
        load(name)
    assert caught.value.code == "example-unknown"
    assert caught.value.details["value"] == name


@pytest.mark.parametrize("example", ALL)
def test_examples_are_whole(example: Example) -> None:
    assert example.source
    assert len(example.corpus) >= 1
    assert example.merges is None or example.merges > 0
    trace = bpe.train(example.corpus, merges=example.merges, rules=example.rules)
    assert len(trace) > 2
    if example.is_prose:
        assert example.text is not None
        assert example.pretokenizer is not None
        assert example.pretokenizer in PRETOKENIZERS
        assert example.corpus == Corpus.from_text(example.text, example.pretokenizer)
        assert not example.published
    else:
        assert example.published
        assert example.merges in (None, len(trace))


@pytest.mark.parametrize("example", [param for param in ALL if param.values[0].is_prose])  # type: ignore[union-attr]
def test_prose_has_something_to_merge(example: Example) -> None:
    assert example.corpus.total > 100
    assert bpe.train(example.corpus, merges=50, rules=example.rules).counts[-1] >= 2


@pytest.mark.parametrize("example", PRINTED)
def test_what_was_printed_is_what_is_computed_or_an_erratum_says_so(example: Example) -> None:
    """A step at which a printed list differs has an erratum of its own."""
    differing = set()
    for published in example.published:
        trace = bpe.train(example.corpus, merges=len(published.steps), rules=published.rules)
        for number, (printed, step) in enumerate(zip_longest(published.steps, trace), start=1):
            assert printed is not None
            pair, count = printed
            if step is None or step.pair != pair or count not in (None, step.count):
                differing.add(number)
    assert differing <= {erratum.step for erratum in example.errata if not erratum.is_note}


def test_what_differs() -> None:
    """Only the encyclopedia's list is wrong; the tutorial's erratum is about a sentence, not about its list."""
    wrong = {}
    for name in NAMES:
        for published in load(name).published:
            trace = bpe.train(load(name).corpus, merges=len(published.steps), rules=published.rules)
            pairs = [pair for pair, _ in published.steps]
            wrong[name] = [k + 1 for k, pair in enumerate(pairs) if trace.merges[k] != pair]
    assert {name: steps for name, steps in wrong.items() if steps} == {"aaabdaaabac": [2, 3]}


@pytest.mark.parametrize("example", PRINTED)
def test_the_first_list_is_under_the_examples_own_rules(example: Example) -> None:
    assert example.published[0].rules == example.rules


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("example", ALL)
def test_everything_has_its_words(example: Example, language: str) -> None:
    say = catalog(language)
    assert say(f"example.{example.name}")
    assert say(f"example.{example.name}.about")
    for erratum in example.errata:
        assert say(f"erratum.{erratum.key}.right")
        assert erratum.is_note or say(f"erratum.{erratum.key}.printed")


def test_errata_have_keys_of_their_own() -> None:
    keys = [erratum.key for name in NAMES for erratum in load(name).errata]
    assert len(keys) == len(set(keys)) == 5


def test_the_small_corpora() -> None:
    assert dict(load("sennrich").corpus) == {"low": 5, "lower": 2, "newest": 6, "widest": 3}
    assert dict(load("follow").corpus) == {"low": 5, "lower": 2, "newest": 6, "wides": 3, "follow": 1}
    assert dict(load("hug").corpus) == {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    assert load("sennrich").rules == PRESETS["sennrich"]
    assert load("aaabdaaabac").corpus.words == ("aaabdaaabac",)
    assert examples.load("jurafsky").rules.end_of_word == "_"
