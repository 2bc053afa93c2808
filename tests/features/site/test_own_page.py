"""The data of the page where visitors train on their own text: what is offered there is what the app offers."""

from __future__ import annotations

import json

import pytest

from tokviz import examples
from tokviz.algorithms import ALGORITHMS
from tokviz.bpe import PRESETS as BPE
from tokviz.compare.comparison import Slot
from tokviz.corpus import LanguageCorpus, parse, parse_languages
from tokviz.exercises import KINDS
from tokviz.features.site.tab.requests import MAX_CORPUS_CHARS
from tokviz.features.site.web.own_page import (
    OFFERED,
    ONLY_IN_APP,
    OPENING_TEXTS,
    TABS,
    about_tab,
    corpus_text,
    labeled_text,
    own_data,
)
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.state.request import opening
from tokviz.state.tab import APPLYING, PAGES
from tokviz.unigram import PRESETS as UNIGRAM
from tokviz.views.shared.catalog import LANGUAGES, load


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_convention_of_every_algorithm_is_offered_with_a_line(language: str) -> None:
    data = own_data(load(language))
    assert [one["name"] for one in data["algorithms"]] == list(APPLYING)
    for one in data["algorithms"]:
        algorithm = ALGORITHMS[one["name"]]
        assert [preset["name"] for preset in one["presets"]] == list(algorithm.presets)
        for preset in one["presets"]:
            assert preset["line"]
            assert bool(preset["limit"]) == (preset["name"] in algorithm.limited)
            assert preset["stops"] == list(algorithm.stops_of(algorithm.presets[preset["name"]]))


def test_a_knob_is_written_as_a_link_has_it() -> None:
    for one in own_data(load("en"))["algorithms"]:
        algorithm = ALGORITHMS[one["name"]]
        by_url = {knob.url: knob for knob in algorithm.knobs}
        assert one["parameters"] == list(by_url)
        for preset in one["presets"]:
            rules = algorithm.presets[preset["name"]]
            for url, value in preset["knobs"].items():
                assert by_url[url].parse(value) == getattr(rules, by_url[url].field)


def test_only_knobs_that_change_something_are_offered() -> None:
    """A knob says under which values of another one it changes nothing, or the convention leaves it out."""
    for one in own_data(load("en"))["algorithms"]:
        algorithm = ALGORITHMS[one["name"]]
        unless = {knob["url"]: knob["unless"] for knob in one["knobs"]}
        for preset in one["presets"]:
            values, rules = preset["knobs"], algorithm.presets[preset["name"]]
            shown = {url for url in values if not any(values.get(other) == idle for other, idle in unless[url])}
            assert shown == {knob.url for knob in algorithm.used_knobs(rules) if knob.url in unless}


def test_an_own_text_opens_as_in_the_app() -> None:
    data = own_data(load("en"))
    for one in data["algorithms"]:
        algorithm = ALGORITHMS[one["name"]]
        asked = opening(algorithm, data["own"])
        split = algorithm.split or data["split"]
        assert (one["preset"], one["amount"], split) == (asked.preset, asked.amount, asked.split)


def test_an_example_opens_as_in_the_app() -> None:
    for one in own_data(load("en"))["examples"]:
        for name, made in one["openings"].items():
            asked = opening(ALGORITHMS[name], one["name"])
            assert (made["preset"], made["split"], made["stop"], made["amount"]) == (
                asked.preset,
                asked.split,
                asked.stop,
                asked.amount,
            )


@pytest.mark.parametrize("name", examples.NAMES)
def test_the_text_of_an_example_is_read_as_its_corpus(name: str) -> None:
    """A visitor who changes a word begins with the same corpus."""
    example = examples.load(name)
    split = "whitespace" if example.counts is not None else "words"
    found = parse(corpus_text(name), split).corpus
    if example.counts is not None and any(" " in word for word in example.counts.words):
        lines = parse(corpus_text(name), "lines").corpus
        assert corpus_text(name) == example.text or lines == example.counts
    else:
        assert dict(found.items()) == dict(example.cut(split).items())
    assert len(corpus_text(name)) <= MAX_CORPUS_CHARS


@pytest.mark.parametrize("name", examples.NAMES)
def test_the_text_of_an_example_by_language_is_read_as_its_languages(name: str) -> None:
    example = examples.load(name)
    corpus = example.corpus_for("parity")
    if not isinstance(corpus, LanguageCorpus):
        assert labeled_text(name) == ""
        return
    read = parse_languages(labeled_text(name), example.recipe("parity").pretokenizer or "whitespace")
    assert read is not None
    assert read.corpus == corpus
    assert len(labeled_text(name)) <= MAX_CORPUS_CHARS


def test_only_an_algorithm_by_language_says_how_a_language_begins() -> None:
    for language in LANGUAGES:
        told = {one["name"]: one["about"] for one in own_data(load(language))["algorithms"]}
        assert [name for name, about in told.items() if about] == ["parity"]
        assert "[English dev]" in told["parity"]


def test_pages_splits_tokenizers_and_exercises_are_known() -> None:
    data = own_data(load("en"))
    assert {one["apply"]["page"] for one in data["algorithms"]} <= PAGES.keys()
    assert [name for name, _ in data["splits"]] == list(PRETOKENIZERS)
    assert all(Slot.of(name).exists for name, _ in data["compared"]["tokenizers"])
    assert {kind for one in data["algorithms"] for kind, _ in one["exercises"]} <= KINDS.keys()


def test_the_page_opens_with_a_text_whose_words_share_parts() -> None:
    assert set(OPENING_TEXTS) == set(LANGUAGES)
    for text in OPENING_TEXTS.values():
        algorithm = ALGORITHMS["bpe"]
        trace = algorithm.train(parse(text, "words").corpus, algorithm.presets["sennrich"])
        assert len(trace) > 10


def test_what_is_here_and_what_is_in_the_app_is_listed() -> None:
    made = about_tab(load("en"))
    assert len(made["offered"]) == len(OFFERED) == len(TABS) + 1
    assert len(made["only"]) == len(ONLY_IN_APP)
    assert load("en").integer(MAX_CORPUS_CHARS) in made["only"][-1]


def test_the_data_is_json() -> None:
    assert json.loads(json.dumps(own_data(load("zh"), "https://tokviz.example.org")))["app"]


# -- what the lines on conventions state -------------------------------------------------------------------------------

_TIES = {
    "first-seen": "seen first",
    "greatest-pair": "sorts last",
    "smallest-ids": "smallest ids",
    "shortest-token": "shortest token",
}


def line(algorithm: str, preset: str) -> str:
    (made,) = (one for one in own_data(load("en"))["algorithms"] if one["name"] == algorithm)
    return next(str(one["line"]) for one in made["presets"] if one["name"] == preset)


@pytest.mark.parametrize("preset", BPE)
def test_a_line_on_bpe_says_what_its_rules_are(preset: str) -> None:
    rules, said = BPE[preset], line("bpe", preset)
    assert said.endswith(f"{_TIES[rules.tie_break]}.")
    assert ("`</w>`" in said) == (rules.end_of_word == "</w>")
    assert ("of the last letter" in said) == rules.end_of_word_attached
    assert ("is a separate symbol" in said) == (bool(rules.end_of_word) and not rules.end_of_word_attached)
    assert ("2 times or more" in said) == (rules.minimum_count == 2)
    assert ("bytes instead of characters" in said) == (rules.alphabet == "bytes")
    assert ("`▁`" in said) == (rules.start_of_word == "▁")
    if "no end mark" in said:
        assert not rules.end_of_word


@pytest.mark.parametrize("preset", UNIGRAM)
def test_a_line_on_unigram_says_what_its_rules_are(preset: str) -> None:
    rules, said = UNIGRAM[preset], line("unigram", preset)
    counted = {
        "counts": "the initial vocabulary",
        "best-path": "the best segmentation",
        "all-paths": "all segmentations",
    }
    assert counted[rules.expectation] in said
    assert ("computed exactly" in said) == (rules.loss == "exact")
    assert ("below 0.5" in said) == (rules.minimum_expected == 0.5)
    if "A pruning" in said or "a pruning" in said:
        assert f"removes {rules.pruned_share:.0%} of the pieces" in said
    assert ("`▁`" in said) == (rules.start_of_word == "▁")
