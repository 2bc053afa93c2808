"""The codes file: what subword-nmt itself would write, and what it reads back to the same segmentation."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from subword_nmt.apply_bpe import BPE

from tests.strategies import corpora
from tokviz import bpe, examples
from tokviz.bpe import PRESETS, Rules, Trace
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.files.subword_nmt import write_codes

CASES = json.loads((Path(__file__).parents[1] / "golden" / "02_subword_nmt.json").read_text("utf-8"))["cases"]
LEARNED = [case for case in CASES if "codes_file" in case["expected"] and case["algorithm"] == "subword-nmt/learn-bpe"]


def split(codes: str, word: str) -> list[str]:
    """A word as subword-nmt's own reader splits it with these codes."""
    return list(BPE(io.StringIO(codes)).segment_tokens([word]))


def as_subword_nmt_prints(symbols: tuple[str, ...]) -> list[str]:
    """Symbols as its output has them: no end-of-word mark, `@@` after each part but the last."""
    parts = [symbol.removesuffix("</w>") for symbol in symbols]
    parts = [part for part in parts if part]
    return [f"{part}@@" for part in parts[:-1]] + parts[-1:]


@pytest.mark.parametrize("case", LEARNED, ids=[case["name"] for case in LEARNED])
def test_golden(case: dict[str, Any]) -> None:
    """Byte for byte what learn-bpe wrote."""
    params = case["params"]
    rules = replace(PRESETS["subword-nmt"], minimum_count=params["min_frequency"])
    limit = {"vocab_size" if params["total_symbols"] else "merges": params["num_symbols"]}
    assert write_codes(bpe.train(Corpus(case["corpus"]), rules=rules, **limit)) == case["expected"]["codes_file"]


def test_there_are_golden_cases() -> None:
    assert len(LEARNED) > 3


@settings(max_examples=60)
@given(corpora(), st.sampled_from(["subword-nmt", "subword-nmt-0.1"]))
def test_subword_nmt_splits_the_words_as_the_trace_ends(corpus: Corpus, preset: str) -> None:
    trace = bpe.train(corpus, merges=20, rules=preset)
    if not len(trace):
        return  # subword-nmt refuses a file without merges
    codes = write_codes(trace)
    for word, symbols in trace.words().items():
        assert split(codes, word) == as_subword_nmt_prints(symbols)


def test_part_of_the_merges() -> None:
    trace = bpe.train(examples.load("follow").corpus, rules="subword-nmt")
    assert write_codes(trace, 2) == "#version: 0.2\nw e\nl o\n"
    assert split(write_codes(trace, 3), "newest") == ["n@@", "e@@", "wes@@", "t"]


def test_the_older_format_has_no_version_line() -> None:
    trace = bpe.train(examples.load("sennrich").corpus, merges=3, rules="subword-nmt-0.1")
    assert write_codes(trace).splitlines()[0] == " ".join(trace.merges[0])


def refusal(trace: Trace) -> str:
    with pytest.raises(RulesError) as caught:
        write_codes(trace)
    return caught.value.code


@pytest.mark.parametrize("space", [" ", "\n", "\r"])
def test_a_symbol_with_a_space_is_refused(space: str) -> None:
    assert refusal(bpe.train(Corpus({f"a{space}b": 2}), rules="subword-nmt")) == "codes-space"


@pytest.mark.parametrize("space", ["\t", "\v", "\f", "\x1c", "\x85", "\xa0", "\u2028", "\u3000"])
def test_other_spaces_survive_or_are_refused(tmp_path: Path, space: str) -> None:
    """The file goes through the disk as apply-bpe reads it: a line end that only Unicode knows must not cut a line."""
    trace = bpe.train(Corpus({f"a{space}b": 2, f"{space}{space}": 3}), rules="subword-nmt")
    path = tmp_path / "codes"
    path.write_text(write_codes(trace), encoding="utf-8", newline="")
    with path.open(encoding="utf-8") as file:
        ranks = BPE(file).bpe_codes
    assert sorted(ranks, key=ranks.__getitem__) == trace.merges


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(end_of_word="_"),
        Rules(end_of_word="</w>", start_of_word="▁"),
        Rules(end_of_word="</w>", continuing_prefix="##"),
        Rules(end_of_word="</w>", alphabet="bytes"),
        *(PRESETS[name] for name in ("huggingface", "course", "minbpe", "sentencepiece")),
    ],
)
def test_other_marks_are_refused(rules: Rules) -> None:
    assert refusal(bpe.train(Corpus({"ab": 2}), rules=rules)) == "codes-mark"


def test_no_merges() -> None:
    assert write_codes(bpe.train(Corpus({"a": 2}), rules="subword-nmt")) == "#version: 0.2\n"
