"""Sentences of reasons between drawn tokenizers of every kind: each claim is looked up in both of them.

`make explore` draws 2,000 pairs; every kind of reason and every sentence has a check and occurs among those that are
drawn always.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import get_args

import pytest
from hypothesis import settings

from tests.catalogs import KEYS
from tests.compare.claims import CLAIMS, KINDS, check, keys
from tests.compare.drawn_pairs import BY_LIBRARY, pair
from tests.compare.drawn_pairs import KINDS as DRAWN_KINDS
from tests.compare.measuring import Claim
from tokviz import texts
from tokviz.compare.differences import ReasonKind, compared_words, reason
from tokviz.compare.reading import read
from tokviz.views.compare.sentences import sentence

DRAWN = min(5 * settings().max_examples, 2_000)
JOINTS = {f"compare.why.{name}" for name in ("end", "then", "keeps", "and", "about", "details")}
"""Sentences that only put claims together, or explain their words."""


def test_every_reason_has_a_check() -> None:
    assert KINDS.keys() == set(get_args(ReasonKind))


def test_every_sentence_has_a_check() -> None:
    reasons = re.compile(r"compare\.why\.|measure\.[a-z]+\.when$")
    said = set(filter(reasons.match, texts.templates("en"))) - JOINTS
    assert {key for key in CLAIMS if not key.startswith("compare.gone")} == said


@pytest.mark.slow
def test_every_claim_holds() -> None:
    kinds: Counter[str] = Counter()
    for number in range(DRAWN):
        drawn = pair(number)
        both = drawn.left, drawn.right
        kinds.update(one.kind for one in both)
        for differing in compared_words([read(one.model, drawn.text) for one in both]).differing:
            for own, other in (both, both[::-1]):
                found = reason(differing.passage, own.tokenizer, other.tokenizer)
                assert found is not None
                said = sentence(found, "A", KEYS)
                try:
                    check(Claim(found, own, other, differing.passage), said)
                except AssertionError as error:
                    error.add_note(f"pair {number}: {own.kind} and {other.kind}, {differing.passage.text!r}, {said}")
                    raise
                kinds[found.kind] += 1
                kinds.update(keys(said))
    assert {*KINDS, *DRAWN_KINDS, *BY_LIBRARY} <= kinds.keys(), {*KINDS, *DRAWN_KINDS, *BY_LIBRARY} - kinds.keys()
