"""The worked examples: they load, they carry what their sources printed, and only an erratum says that it is wrong."""

from itertools import zip_longest
from typing import Any

import pytest

from tokviz import bpe, examples, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS, Rules
from tokviz.bpe import PRESETS
from tokviz.corpus import Corpus
from tokviz.errors import CorpusError
from tokviz.examples import NAMES, Example, Recipe, load
from tokviz.merging.merge_trace import MergeTrace
from tokviz.pretokenize import KEEPS_SPACES, MARKS_SPACES, PRETOKENIZERS
from tokviz.trace import Trace
from tokviz.views.shared.catalog import LANGUAGES
from tokviz.views.shared.catalog import load as catalog


def recipe(param: Any) -> Recipe:
    example, algorithm = param.values
    found: Recipe = example.recipes[algorithm]
    return found


def trained(example: Example, algorithm: str, rules: Rules, **limits: Any) -> Trace:
    """Train the algorithm on the example under `rules`, split as its recipe says."""
    return ALGORITHMS[algorithm].train(example.corpus_for(algorithm), rules, **limits)


ALL = [pytest.param(load(name), id=name) for name in NAMES]
LESSONS = [
    pytest.param(load(name), algorithm, id=f"{name}-{algorithm}") for name in NAMES for algorithm in load(name).recipes
]
PRINTED = [param for param in LESSONS if recipe(param).published]
FOR_BPE_ALONE = ("jurafsky-2025", "english", "chinese")
"""Those that are cut for GPT-2, with BPE."""
OURS = [
    pytest.param(load(name), id=name)
    for name in NAMES
    if "bpe" in load(name).recipes and load(name).source == "tokviz" and load(name).is_prose
]


def test_names() -> None:
    assert (
        *("sennrich", "follow", "hug", "jurafsky", "jurafsky-2025", "aaabdaaabac", "parts", "kentucky"),
        *("by-the-way", "at-the-end", "course"),
        *("lighthouse", "kitchen", "zug", "tea", "english", "chinese"),
        *("unequal-languages", "two-languages", "four-languages"),
    ) == NAMES
    assert [load(name).name for name in NAMES] == list(NAMES)
    assert load("hug") is load("hug")


@pytest.mark.parametrize("name", ["", "Sennrich", "sennrich ", "own", "../prose", "no" * 5_000])
def test_unknown_names_raise(name: str) -> None:
    with pytest.raises(CorpusError) as caught:
        load(name)
    assert caught.value.code == "example-unknown"
    assert caught.value.details["value"] == name


@pytest.mark.parametrize(("example", "algorithm"), LESSONS)
def test_lessons_are_whole(example: Example, algorithm: str) -> None:
    own = example.recipe(algorithm)
    assert own.source
    assert algorithm in ALGORITHMS
    assert own.merges is None or own.vocab_size is None
    limits = {"vocab_size": own.vocab_size} | ({} if algorithm == "unigram" else {"merges": own.merges})
    trace = trained(example, algorithm, own.rules, **limits)
    assert len(trace) > 2
    assert own.merges in (None, len(trace)) or not own.published  # prose may run out of pairs before
    if isinstance(trace, unigram.Trace):
        assert trace.pieces_left[-1] == (98 if example.name == "course" else own.vocab_size)  # as an erratum says
    else:
        assert own.vocab_size in (None, len(trace.vocabulary()))
    assert own.pretokenizer is None or own.pretokenizer in PRETOKENIZERS
    assert bool(own.published or own.errata) == (own.source != "tokviz")
    assert (own.pretokenizer is not None) == (example.is_prose or example.lists_lines)


@pytest.mark.parametrize("example", OURS)
def test_our_own_prose(example: Example) -> None:
    assert example.is_prose
    assert example.text is not None
    own = example.recipe("bpe")
    assert own.pretokenizer is not None
    assert example.corpus_for("bpe") == Corpus.from_text(example.text, own.pretokenizer)
    assert example.corpus_for("bpe").total > 100
    trace = trained(example, "bpe", own.rules, merges=50)
    assert isinstance(trace, bpe.Trace)
    assert trace.counts[-1] >= 2
    assert example.recipe("wordpiece").rules == wordpiece.PRESETS["course"]


@pytest.mark.parametrize(("example", "algorithm"), PRINTED)
def test_what_was_printed_is_what_is_computed_or_an_erratum_says_so(example: Example, algorithm: str) -> None:
    """A step at which a printed list differs has an erratum of its own."""
    own = example.recipe(algorithm)
    differing = set()
    for published in own.published:
        trace = trained(example, algorithm, published.rules, merges=len(published.steps))
        assert isinstance(trace, MergeTrace)
        for number, (printed, step) in enumerate(zip_longest(published.steps, trace), start=1):
            assert printed is not None
            pair, worth = printed
            if step is None or step.pair != pair or worth not in (None, trace.value(number - 1)):
                differing.add(number)
    assert differing <= {erratum.step for erratum in own.errata if not erratum.is_note}


def test_what_differs() -> None:
    """Only two lists are wrong; the tutorial's erratum is about a sentence, not about its list."""
    wrong = {}
    for example, algorithm in (param.values for param in PRINTED):
        assert isinstance(example, Example)
        for published in example.recipe(str(algorithm)).published:
            trace = trained(example, str(algorithm), published.rules, merges=len(published.steps))
            assert isinstance(trace, MergeTrace)
            pairs = [pair for pair, _ in published.steps]
            wrong[example.name, algorithm] = [k + 1 for k, pair in enumerate(pairs) if trace.merges[k] != pair]
    assert {name: steps for name, steps in wrong.items() if steps} == {
        ("aaabdaaabac", "bpe"): [2, 3],
        ("hug", "wordpiece"): [3],
    }


@pytest.mark.parametrize(("example", "algorithm"), PRINTED)
def test_the_first_list_is_under_the_lessons_own_rules(example: Example, algorithm: str) -> None:
    assert example.recipe(algorithm).published[0].rules == example.recipe(algorithm).rules


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("example", ALL)
def test_everything_has_its_words(example: Example, language: str) -> None:
    say = catalog(language)
    assert say(f"example.{example.name}")
    assert say(f"example.{example.name}.about")
    for erratum in (erratum for own in example.recipes.values() for erratum in own.errata):
        assert say(f"erratum.{erratum.key}.right")
        assert erratum.is_note or say(f"erratum.{erratum.key}.printed")


def test_errata_have_keys_of_their_own() -> None:
    """Only the notes on an algorithm in general are told beside two examples."""
    keys = [erratum.key for name in NAMES for own in load(name).recipes.values() for erratum in own.errata]
    assert sorted(key for key in set(keys) if keys.count(key) > 1) == [
        *("unigram-characters", "unigram-estimates", "wordpiece-library", "wordpiece-score")
    ]
    assert len(set(keys)) == 28


def test_the_small_corpora() -> None:
    assert dict(load("sennrich").corpus) == {"low": 5, "lower": 2, "newest": 6, "widest": 3}
    assert dict(load("follow").corpus) == {"low": 5, "lower": 2, "newest": 6, "wides": 3, "follow": 1}
    assert dict(load("hug").corpus) == {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    assert load("sennrich").recipe("bpe").rules == PRESETS["sennrich"]
    assert load("aaabdaaabac").corpus.words == ("aaabdaaabac",)
    assert examples.load("jurafsky").recipe("bpe").rules == bpe.Rules(end_of_word="_")


def test_what_is_said_of_the_listing_of_the_paper() -> None:
    """Sennrich, Haddow and Birch 2016: its listing makes ten merges and ends in print(best)."""
    trace = bpe.train(load("sennrich").corpus, rules="sennrich")
    assert (len(trace), sum(ties > 1 for ties in trace.tie_sizes)) == (15, 9)
    said = catalog("en")("example.sennrich.about.bpe")
    assert "15 merges, 9 after a tie" in said
    assert "lists 10" in said


def test_each_algorithm_has_the_words_that_its_source_has() -> None:
    """Cut for GPT-2, WordPiece would learn from words that begin with Ġ."""
    course = load("course")
    assert "Ġis" in course.corpus_for("bpe")
    assert "is" in course.corpus_for("wordpiece")
    assert "▁is" in course.corpus_for("unigram")


@pytest.mark.parametrize("name", ["course", *FOR_BPE_ALONE])
def test_no_corpus_for_all_where_it_depends_on_the_algorithm(name: str) -> None:
    with pytest.raises(CorpusError) as caught:
        _ = load(name).corpus
    assert caught.value.code == "example-corpora"


@pytest.mark.parametrize("algorithm", ["wordpiece", "unigram"])
@pytest.mark.parametrize("example", ALL)
def test_only_bpe_learns_from_a_text_cut_for_gpt2(example: Example, algorithm: str) -> None:
    """Words of such a text begin with a space, or with Ġ for it."""
    assert example.recipe(algorithm).pretokenizer not in KEEPS_SPACES - MARKS_SPACES
    assert {word[0] for word in example.corpus_for(algorithm).words}.isdisjoint(" Ġ")


@pytest.mark.parametrize("algorithm", ["wordpiece", "unigram"])
@pytest.mark.parametrize("name", ["tea", "chinese"])
def test_chinese_is_cut_at_its_punctuation(name: str, algorithm: str) -> None:
    """BERT's way leaves single characters, with nothing to merge; Metaspace whole paragraphs."""
    words = load(name).corpus_for(algorithm).words
    assert {"，", "。", "每天早上", "外婆起床以后的第一件事就是烧水泡茶"} <= set(words)
    assert max(map(len, words)) < 25


def test_english_words_begin_without_a_space_for_all_but_bpe() -> None:
    english = load("english")
    assert english.corpus_for("bpe").words[:3] == ("The", " lighthouse", " stood")
    assert english.corpus_for("wordpiece").words[:3] == ("The", "lighthouse", "stood")
    assert english.corpus_for("unigram") == english.corpus_for("wordpiece")


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("course", *FOR_BPE_ALONE)])
def test_one_corpus_for_all_where_the_sources_agree(name: str) -> None:
    example = load(name)
    assert all(
        example.corpus_for(algorithm) == example.corpus for algorithm, entry in ALGORITHMS.items() if not entry.split
    )


def test_what_the_sources_of_an_example_say_together() -> None:
    hug = load("hug")
    assert hug.source == "; ".join(f"Hugging Face course, chapter 6.{part}" for part in (5, 6, 7))
    assert len(hug.published) == 2
    assert {one.key for one in hug.errata} >= {"hug-wordpiece-tie", "hug-unigram-pug"}
