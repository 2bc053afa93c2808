"""The golden cases of parity-aware BPE: turns, pairs, counts, ties, words and the end, step by step."""

from __future__ import annotations

import pytest

from tests.golden_cases import Case, cases
from tests.parity.conventions import corpus_of, rules_of
from tokviz import parity
from tokviz.corpus import LanguageCorpus

STOPPED = {
    "num_merges": "merges",
    "all_exhausted": "all_exhausted",
    "global_exhausted": "no_pairs",
    "hang": "turn_not_decided",
    "min_frequency": "minimum_count",
    "error": "all_over_share",
}


def trained(case: Case) -> tuple[LanguageCorpus, parity.Trace]:
    params, languages, dev = case["params"], case["corpus"]["languages"], case["corpus"]["dev"]
    corpus = corpus_of(languages, dev)
    is_paper = case["algorithm"].endswith("/paper")
    rules = rules_of(params, "parity-paper" if is_paper else "parity", has_dev=dev is not None)
    limit = "vocab_size" if params.get("total_symbols") else "merges"
    return corpus, parity.train(corpus, rules=rules, **{limit: params["num_merges"]})


def by_language(corpus: LanguageCorpus, words: dict[str, tuple[str, ...]]) -> list[list[list[str]]]:
    return [[list(words[word]) for word, _ in language.words] for language in corpus.languages]


@pytest.mark.parametrize("case", cases("16_parity_bpe", "parity-bpe/library", "parity-bpe/paper"))
def test_every_step(case: Case) -> None:
    corpus, trace = trained(case)
    expected = case["expected"]
    assert trace.merges == [tuple(pair) for pair in expected["merges"]]
    for k, (step, listed) in enumerate(zip(trace, expected["steps"], strict=True)):
        turn = step.turn
        assert (step.language, list(turn.lengths)) == (listed["language"], listed["lengths"])
        assert list(turn.scores) == pytest.approx(listed["scores"] or [])
        assert list(turn.passed_over) == (listed["passed_over"] or [])
        assert sorted(turn.exhausted) == listed["exhausted"]
        assert [[*one.pair, one.count] for one in trace.candidates(k)] == listed["candidates"]
        assert [list(pair) for pair in step.tied] == listed["tied"]
        assert trace.tie_sizes[k] == len(listed["tied"])
        assert [list(step.pair), step.token, step.count] == [listed["pair"], listed["token"], listed["count"]]
        assert list(step.counts_by_language) == listed["count_per_language"]
        assert list(trace.lengths(k + 1)) == listed["lengths_after"]
        assert by_language(corpus, trace.words(k + 1)) == listed["words"]
        assert sum(one.total for one in step.contributions) == step.count


@pytest.mark.parametrize("case", cases("16_parity_bpe", "parity-bpe/library", "parity-bpe/paper"))
def test_the_end(case: Case) -> None:
    corpus, trace = trained(case)
    expected = case["expected"]
    is_total = case["params"].get("total_symbols")
    assert trace.stopped == ("vocab_size" if is_total else STOPPED[expected["stopped"]])
    if "determinism" in expected:  # marked letters come in an order that varies
        assert set(trace.vocabulary()) == set(expected["vocabulary"])
    else:
        assert list(trace.vocabulary()) == expected["vocabulary"]
    assert list(trace.lengths(0)) == expected["first_lengths"]
    assert exhaustions(trace) == [(event["before_merge"], event["language"]) for event in expected["events"]]
    if expected["dev_words"] is not None:
        words = trace.dev_words()
        assert [[list(words[word]) for word, _ in one.dev or ()] for one in corpus.languages] == expected["dev_words"]
    model = trace.model(pretokenizer="none")
    for word, tokens in expected.get("encodes", {}).items():
        assert list(model.encode_word(word)) == tokens


def exhaustions(trace: parity.Trace) -> list[tuple[int, int]]:
    """Return before which merge each language was found to be exhausted."""
    found: dict[int, int] = {}
    for k in range(len(trace) + (trace.stopped not in ("merges", "vocab_size"))):
        turn = trace.turn(k)
        if trace.rules.at_minimum == "exhaust":
            for language in turn.exhausted:
                found.setdefault(language, k)
    return [(k, language) for language, k in found.items()]
