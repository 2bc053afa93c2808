"""The golden cases: what the papers' listings and the libraries themselves learned, case by case.

`tests/golden` holds one file for each implementation; its schema is "tokviz-golden/1". A case states what was run on
which corpus and what came out; here each is run with tokviz under the rules that its `policy` and `params` describe.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
import regex

from tests.golden_cases import Case, cases
from tokviz import bpe
from tokviz.bpe import PRESETS, Rules, Trace
from tokviz.corpus import Corpus
from tokviz.merging.rules import TieBreak
from tokviz.pretokenize import pretokenize
from tokviz.pretokenize.byte_level import bytes_of

TIE_BREAKS: dict[str, TieBreak] = {
    "first-seen": "first-seen",
    "first-seen after stable sort by count desc": "first-seen",
    "lexicographic-max": "greatest-pair",
}


def pairs(listed: list[list[str]]) -> list[tuple[str, str]]:
    return [(left, right) for left, right in listed]


def counts(trace: Trace) -> list[int]:
    return [step.count for step in trace]


@pytest.mark.parametrize("case", cases("01_sennrich_listing", "bpe-word"))
def test_paper_listing(case: Case) -> None:
    """The corpus is given as the listing has it, cut into symbols: with `</w>` on its own or attached."""
    attached = all(not key.endswith(" </w>") for key in case["corpus"]) and any("</w>" in key for key in case["corpus"])
    marked = any("</w>" in key for key in case["corpus"])
    rules = Rules(
        end_of_word="</w>" if marked else "",
        end_of_word_attached=attached,
        tie_break=TIE_BREAKS[case["policy"]],
        minimum_count=case["params"]["min_frequency"] or 1,
    )
    words = {key.replace(" ", "").removesuffix("</w>"): count for key, count in case["corpus"].items()}
    trace = bpe.train(Corpus(words), merges=case["params"]["num_merges"], rules=rules)

    expected = case["expected"]
    assert [" ".join(symbols) for symbols in trace.words(0).values()] == list(case["corpus"])
    assert trace.merges == pairs(expected["merges"])
    assert counts(trace) == expected["counts"]
    for step, listed in zip(trace, expected["steps"], strict=True):
        assert (step.pair, step.count) == (tuple(listed["pair"]), listed["count"])
        assert set(step.tied) == set(pairs(listed["tied"]))
        assert step.tied[0] == step.pair
    final = {" ".join(symbols): words[word] for word, symbols in trace.words().items()}
    assert final == expected["final_vocab"]


@pytest.mark.parametrize("case", cases("02_subword_nmt", "subword-nmt/learn-bpe"))
def test_subword_nmt(case: Case) -> None:
    params, expected = case["params"], case["expected"]
    rules = replace(PRESETS["subword-nmt"], minimum_count=params["min_frequency"])
    number = params["num_symbols"]
    limit = {"vocab_size": number} if params["total_symbols"] else {"merges": number}
    trace = bpe.train(Corpus(case["corpus"]), rules=rules, **limit)

    assert trace.merges == pairs(expected["merges"])
    assert counts(trace) == expected["counts"]
    assert list(trace.tie_sizes) == expected["ties"]
    assert [len(step.tied) for step in trace] == expected["ties"]
    ran_out = "no pair has frequency" in expected["stderr"]
    assert trace.stopped in (("minimum_count", "no_pairs") if ran_out else ("merges", "vocab_size"))


@pytest.mark.parametrize("case", cases("02_subword_nmt", "bpe-word"))
def test_subword_nmt_with_other_tie_breaks(case: Case) -> None:
    """`</w>` is attached, as in version 0.2; subword-nmt's own sorting of the words matters only to first seen."""
    words = case["corpus"]
    if "stable sort" in case["policy"]:
        words = dict(sorted(words.items(), key=lambda item: -item[1]))
    rules = replace(
        PRESETS["subword-nmt"],
        tie_break=TIE_BREAKS[case["policy"]],
        minimum_count=case["params"]["min_frequency"],
    )
    trace = bpe.train(Corpus(words), merges=case["params"]["num_symbols"], rules=rules)
    assert trace.merges == pairs(case["expected"]["merges"])
    assert counts(trace) == case["expected"]["counts"]


@pytest.mark.parametrize("case", cases("03_hf_bpe", "hf/BpeTrainer"))
def test_hugging_face(case: Case) -> None:
    params, expected = case["params"], case["expected"]
    rules = replace(
        PRESETS["huggingface"],
        minimum_count=max(params.get("min_frequency", 0), 1),
        special_tokens=tuple(params.get("special_tokens", ())),
        initial_alphabet=tuple(params.get("initial_alphabet", ())),
        limit_alphabet=params.get("limit_alphabet"),
        max_token_length=params.get("max_token_length"),
        continuing_prefix=params.get("prefix", ""),
        end_of_word=params.get("suffix", ""),
        end_of_word_attached=True,
    )
    trace = bpe.train(Corpus(case["corpus"]), vocab_size=params["vocab_size"], rules=rules)

    if "determinism" in expected:
        # The ids of marked symbols follow the order of a hash map there, so only what all runs share can be compared.
        assert expected["determinism"] == "non-deterministic ids"
        assert expected["token_set_stable"]
        assert sorted(trace.vocabulary()) == sorted(expected["token_set"])
        assert list(trace.vocabulary()[: len(expected["alphabet_prefix"])]) == expected["alphabet_prefix"]
        if expected["distinct_merge_lists_seen"] == 1:
            assert set(trace.merges) == set(pairs(expected["merges_if_single"]))
        return
    assert list(trace.vocabulary()) == expected["vocab"]
    assert trace.merges == pairs(expected["merges"])
    assert counts(trace) == expected["counts"]


@pytest.mark.parametrize("case", cases("03_hf_bpe", "bpe-word"))
def test_plain_words_with_other_tie_breaks(case: Case) -> None:
    assert case["params"] == {"eow_mode": "none", "min_frequency": 1}
    rules = Rules(tie_break=TIE_BREAKS[case["policy"]])
    trace = bpe.train(Corpus(case["corpus"]), rules=rules)
    assert trace.merges == pairs(case["expected"]["merges"])
    assert counts(trace) == case["expected"]["counts"]


@pytest.mark.parametrize("case", cases("07_minbpe", "minbpe/basic", "minbpe/regex"))
def test_minbpe(case: Case) -> None:
    """Ids are places in the vocabulary: our first 256 are the bytes in order, as minbpe's are."""
    text = case["corpus"]
    words = [text] if case["algorithm"] == "minbpe/basic" else regex.findall(case["params"]["pattern"], text)
    trace = bpe.train(Corpus(Counter(words)), vocab_size=case["params"]["vocab_size"], rules="minbpe")

    expected = case["expected"]
    vocabulary = trace.vocabulary()
    ids = {token: i for i, token in enumerate(vocabulary)}
    assert [[[ids[left], ids[right]], ids[step.token]] for step in trace for left, right in [step.pair]] == (
        expected["merges"]
    )
    had = [int(found.group(1)) for line in expected["log"] if (found := regex.search(r"had (\d+) occ", line))]
    assert counts(trace) == had
    if text in expected["encodes"]:
        assert [ids[symbol] for symbol in trace.words()[text]] == expected["encodes"][text]


@pytest.mark.parametrize("case", cases("09_sentencepiece", "sentencepiece/bpe-train"))
def test_sentencepiece(case: Case) -> None:
    words = Counter("▁" + word for line in case["corpus"] for word in line.split(" "))
    trace = bpe.train(Corpus(words), vocab_size=case["params"]["vocab_size"], rules="sentencepiece")

    expected = case["expected"]
    assert list(trace.vocabulary()) == [piece for piece, _ in expected["pieces"]]
    assert [(step.pair, step.count) for step in trace] == [
        ((left, right), count) for (left, right), count in expected["merges"]
    ]


PATTERNS = {
    "gpt2": "gpt2",
    "rustbpe default (cl100k as of tiktoken 0.7: digits 1-3)": "llama3",
    "nanochat tokenizer.py @ 92d63d4: as rustbpe's default, digits 1-2": "nanochat",
}


def words_of(case: Case) -> Corpus:
    """The corpus of a case: as it is given, or the pieces of a text between its special tokens."""
    given, params = case["corpus"], case["params"]
    if isinstance(given, dict):
        return Corpus(given)
    texts = [given] if isinstance(given, str) else given
    for token in params.get("special_tokens", ()):
        texts = [part for text in texts for part in text.split(token)]
    return Corpus(Counter(piece for text in texts for piece in pretokenize(text, PATTERNS[params["pattern"]])))


@pytest.mark.parametrize(
    ("case", "preset"),
    [
        *(pytest.param(*one.values, "cs336", id=one.id) for one in cases("12_cs336", "cs336/bpe-train")),
        *(pytest.param(*one.values, "rustbpe", id=one.id) for one in cases("13_more_ties", "rustbpe/train")),
    ],
)
def test_bytes_of_a_course_and_of_rust(case: Case, preset: str) -> None:
    trace = bpe.train(words_of(case), merges=case["params"]["num_merges"], rules=preset)
    expected = case["expected"]
    assert trace.merges == pairs(expected["merges"])
    assert [[bytes_of(part).hex() for part in pair] for pair in trace.merges] == expected["merges_hex"]
    assert counts(trace) == expected["counts"]
    assert [set(step.tied) for step in trace] == [set(pairs(tied)) for tied in expected["tied"]]
    assert {word: list(symbols) for word, symbols in trace.words().items()} == expected["final"]
    model = trace.model(pretokenizer="none")
    for text, ids in expected.get("encodes", {}).items():
        assert [model.ids[token] for token in model.encode(text)] == ids


@pytest.mark.parametrize("case", cases("13_more_ties", "bpe/word"))
def test_more_tie_rules(case: Case) -> None:
    tie: TieBreak = "smallest-pair" if case["name"].startswith("lex-min") else "last-seen"
    trace = bpe.train(Corpus(case["corpus"]), merges=case["params"]["num_merges"], rules=Rules(tie_break=tie))
    assert trace.merges == pairs(case["expected"]["merges"])
    assert counts(trace) == case["expected"]["counts"]
    assert [set(step.tied) for step in trace] == [set(pairs(tied)) for tied in case["expected"]["tied"]]
