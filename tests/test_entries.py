"""Every algorithm, asked for what it has to do right without a line of its own: each was once wrong for a new one.

All are about the registry, so that an algorithm that is added is asked, too (`tests/test_additions.py` adds one).
"""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from tests.pages import visit
from tokviz import exercises
from tokviz.algorithms import ALGORITHMS
from tokviz.compare.sizes import Tokenizer, size_range
from tokviz.corpus import Corpus
from tokviz.features.site.tab import practicing
from tokviz.features.site.tab.answering import answer
from tokviz.features.site.web import pages as site_pages
from tokviz.features.takeaway import replay
from tokviz.features.worksheets import training_page
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.state.pages import PAGES, form_of, page_at
from tokviz.state.tab import PAGES as TAB_PAGES
from tokviz.state.trained_pages import TRAINED
from tokviz.state.training import defaults
from tokviz.text_keys import column_key, measure_key, preset_short_key
from tokviz.trace import Trace
from tokviz.views.merges.candidates import step_candidates
from tokviz.views.merges.tables import Candidates
from tokviz.views.pages import registry
from tokviz.views.shared.catalog import LANGUAGES, load

SMALL = Corpus({"bc": 2, "bbb": 2, "ab": 2})
"""Words on which training ends at another size by each measure."""
UNEVEN = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5, "newest": 2, "west": 1})
"""Words whose longest, most frequent and highest scoring pairs are not the same."""
SIZE = 13


def trained(name: str, corpus: Corpus = UNEVEN) -> Trace:
    entry = ALGORITHMS[name]
    rules = entry.presets[entry.own_preset]
    return entry.train(corpus, rules, vocab_size=None if "end" in entry.stops_of(rules) else SIZE)


def of_merges() -> list[str]:
    """The algorithms whose steps are merges, and nothing else."""
    traces = {name: trained(name) for name in ALGORITHMS}
    return [name for name, trace in traces.items() if isinstance(trace, MergeTrace) and trace.only_merges]


def merging(name: str, corpus: Corpus = UNEVEN) -> MergeTrace[Step]:
    trace = trained(name, corpus)
    assert isinstance(trace, MergeTrace)
    return trace


# -- the measure -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("corpus", [SMALL, UNEVEN], ids=["small", "uneven"])
def test_sizes_are_those_of_its_own_training(name: str, corpus: Corpus) -> None:
    """The sizes of a comparison were once those of plain BPE for whatever inherits its rules."""
    entry = ALGORITHMS[name]
    rules = entry.presets[entry.own_preset]
    if "end" not in entry.stops_of(rules):
        return  # the size is its aim
    sizes = entry.train(corpus, rules).possible_sizes()
    special = len(rules.first_tokens)
    possible = size_range(corpus, rules)
    assert (possible.smallest, possible.largest) == (min(sizes) - special, max(sizes) - special)


@pytest.mark.parametrize("name", of_merges())
def test_a_comparison_tells_what_each_merge_was_chosen_by(name: str) -> None:
    """A length was told as a count, since both are whole numbers."""
    trace = merging(name)
    learned = Tokenizer(trace.model(), trace, len(trace)).learned
    assert [(one.worth, one.measure) for one in learned if one] == [
        (trace.value(k), trace.pair_measure) for k in range(len(trace))
    ]


@pytest.mark.parametrize("name", of_merges())
def test_ties_are_those_of_the_measure_everywhere(name: str) -> None:
    trace = merging(name)
    for k, size in enumerate(trace.tie_sizes):
        tied = sum(candidate.is_tied for candidate in trace.candidates(k))
        assert max(tied, 1) == size, k
        assert max(Candidates.of_step(trace, k).tied, 1) == size, k
        assert len(trace[k].tied) == size, k


@pytest.mark.parametrize("name", of_merges())
def test_the_most_frequent_pair_is_marked_whatever_is_chosen_by(name: str) -> None:
    trace = merging(name)
    for k, told in enumerate(step_candidates(trace, range(len(trace)), 100)):
        (first,) = [pair.pair for pair in told.best if pair.leads]
        assert first == next(iter(trace.pairs_by_count(k)))


@pytest.mark.parametrize("name", [name for name in of_merges() if "next-merge" in TRAINED[name].exercises])
def test_answers_are_judged_by_the_measure(name: str) -> None:
    trace = merging(name)
    for k in range(len(trace)):
        task = exercises.about("next-merge", trace=trace, k=k)
        right = {pair for pair in task.known if exercises.check(task, pair).right}
        assert right == set(trace[k].tied)
        ahead = exercises.about("next-merges", trace=trace, k=k, n=1)
        assert {pair for pair in task.known if exercises.check(ahead, (pair,)).right} == right


@pytest.mark.parametrize("name", of_merges())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_worksheet_asks_for_what_its_measure_needs(name: str, language: str) -> None:
    """The sheet of a measure that is no count once asked for the counts of symbols, whatever it is worked out of."""
    trace, say = merging(name), load(language)
    sheet = training_page.page(trace, 1, 2, say, filled=False)
    measure = trace.pair_measure
    if trace.algorithm == "parity":
        return  # its sheet begins with the turn
    assert (say("worksheet.symbols") in sheet) is measure.of_parts
    assert (say("worksheet.pairs") in sheet) is not measure.of_parts
    if not measure.is_count:
        assert say(measure_key(measure.name, "worksheet.each")) in sheet
        assert say(column_key(measure.name)) in sheet


# -- names and pages ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALGORITHMS)
def test_each_convention_has_a_short_name(name: str, language: str) -> None:
    """A button once said "Convention lpbpe"."""
    say = load(language)
    assert [preset for preset in ALGORITHMS[name].presets if preset_short_key(preset) not in say] == []


def test_each_algorithm_has_a_page_and_what_belongs_to_it() -> None:
    """One record brings the page, its half, its links, the browser tab and the views."""
    assert list(TRAINED) == list(ALGORITHMS)
    assert [page.address for page in PAGES if page.address in ALGORITHMS] == list(ALGORITHMS)
    for name, record in TRAINED.items():
        assert set(record.exercises) <= exercises.KINDS.keys()
        assert practicing.KINDS[name] == record.exercises
        assert registry.training_of(name).now is not None
        assert name in TAB_PAGES
        if record.applying is not None:
            address, do = TAB_PAGES[record.applying.page]
            assert page_at(address).parent in ("", name)
            assert form_of(address, {"do": do}).do == do
            views = [one.name for one in record.applying.views]
            assert list(registry.page_of(record.applying.page).views) == [*views, "files"]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_site_has_a_page_for_it(name: str) -> None:
    """Without a source that trains an example with it there was none, and nothing said so."""
    example = next(example for example, algorithm in site_pages.example_list() if algorithm == name)
    assert site_pages.example_data(example, name, load("en")).places


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_output_has_it(name: str) -> None:
    state = defaults(ALGORITHMS[name], ALGORITHMS[name].opening)
    trace = trained(name)
    assert training_page.has_worksheet(trace)
    assert "</html>" in replay.replay_of_training(trace, state, load("en"))


def in_tab(page: str, kind: str = "picture", **more: Any) -> dict[str, Any]:
    return json.loads(answer(json.dumps({"kind": kind, "page": page, "query": "", **more})))  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_browser_tab_has_both_halves_and_the_exercises(name: str) -> None:
    assert in_tab(name)["shows"]
    if applying := TRAINED[name].applying:
        assert in_tab(applying.page)["shows"]
    for kind in TRAINED[name].exercises:
        assert in_tab(name, "task", task=kind, number=1)["ask"]


@pytest.mark.parametrize(("name", "do"), [*product(ALGORITHMS, [False]), *product(ALGORITHMS, [True])])
def test_the_app_opens_both_halves(name: str, do: bool) -> None:
    applying = TRAINED[name].applying
    if not do:
        visit.opened(name)
    elif applying is not None and applying.do:
        visit.opened(name, do=applying.do)
