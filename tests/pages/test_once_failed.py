"""Cases that once failed in the robustness run (`make fuzz`), each as small as it was made there.

Played with all that the run looks at: see :mod:`tools.fuzz.visits`.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tokviz import Corpus, unigram, wordpiece
from tokviz.views.merges import picture
from tokviz.views.shared.catalog import load
from tokviz.views.unigram import picture as unigram_picture
from tokviz.views.unigram.words_and_pieces import Pieces
from tools.fuzz.cases import Case
from tools.fuzz.visits import SLOW, replay

CASES = {
    "no symbol left, and a question": Case("wordpiece", {"initial": "xx", "limit": "1", "predict": "1"}),
    "the same for merges by count": Case("bpe", {"initial": "[UNK]", "limit": "1", "predict": "1"}),
    "a card that no lesson has": Case("why", {"guide": "compare", "card": "99"}),
    "a lesson that is not there": Case("bytes", {"guide": "nope", "card": "2"}),
    "what subword-nmt cannot do, beside no text": Case(
        "bpe-encode", {"start": "#", "apply": "subword-nmt", "corpus": "low 5, lower 2"}
    ),
    "chances beside a corpus that is not there yet": Case(
        "bpe-encode", {"corpus": "low 5", "text": "low", "dropout": "10"}, (("text_area", "bpe_text", "low " * 500),)
    ),
    "a word of a text of more than a link takes": Case(
        "bpe-encode",
        {"text": "lowest newest", "word": "newest"},
        (("text_area", "bpe_encode_text", "lowest " * 300 + "slow"), ("selectbox", "bpe_encode_word", 1)),
    ),
    "a step in a text of more than a link takes": Case(
        "bytes", {"preset": "own", "text": "low " * 1_000, "word": "200", "step": "2"}
    ),
    "how a page opens, chosen beside a lesson": Case(
        "bytes", {"text": "x", "guide": "why"}, (("selectbox", "bytes_sample", 0),)
    ),
    "so many EM passes that training never ends": Case(
        "unigram", {}, (("number_input", "unigram_passes", 1_000_000_000_000),)
    ),
    "the same in a link": Case("unigram", {"passes": "1000000000000"}),
    "all steps but the first few merge pairs that have died out": Case(
        "bpe", {"example": "chinese", "alphabet": "bytes", "min": "0", "maxlen": "2"}
    ),
    "one piece at a time out of thousands": Case("unigram", {"example": "tea", "expect": "counts", "prune": "0"}),
    "the same, with little more": Case("unigram", {"example": "english", "expect": "counts", "prune": "0.0001"}),
    "the same on the other page that cuts words": Case(
        "wordpiece-encode",
        {"do": "encode"},
        (("text_area", "wordpiece_encode_text", "lowest " * 300 + "slow"), ("selectbox", "wordpiece_encode_word", 1)),
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_it_holds_now(case: Case) -> None:
    played = replay(case)
    # How fast it is, the run itself looks at: here a slow machine is not a failure.
    assert played.problem is None or played.problem.kind == SLOW, played.problem


def test_a_picture_with_thousands_of_scores_comes_in_small_parts() -> None:
    corpus = Corpus({"".join(map(chr, range(0x4E00, 0x4E00 + 3_000))): 1})
    trace = wordpiece.train(corpus, merges=150, rules="course")
    assert len(picture.part_of(trace, 0)) < 60  # all at once took 10 seconds


def test_equally_good_ways_are_looked_for_in_short_words_only(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    cut = Pieces.lattice

    def lattice(pieces: Pieces, word: str) -> unigram.Lattice:
        looked.append(word)
        return cut(pieces, word)

    monkeypatch.setattr(Pieces, "lattice", lattice)
    say = load("en")
    rules = unigram.PRESETS["soft-em"]
    # Fifteen words of 1,000 letters took 39 seconds; so can a long mark.
    for word, mark, expected in (("ab" * 10, "", True), ("ab" * 400, "", False), ("ab", "x" * 700, False)):
        trace = unigram.train(Corpus({word: 1}), vocab_size=5, rules=replace(rules, start_of_word=mark))
        looked.clear()
        unigram_picture.payload(trace, range(3), say)
        assert bool(looked) == expected
