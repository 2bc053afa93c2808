"""Sentences on a token of PickyBPE: which merge made one that is in the vocabulary, and where it came back."""

from __future__ import annotations

from hypothesis import given

from tests.catalogs import KEYS, saying
from tests.picky.test_against_naive import RULES
from tests.strategies import corpora
from tokviz import picky
from tokviz.corpus import Corpus
from tokviz.views.picky import narration
from tokviz.views.shared.catalog import load
from tokviz.views.shared.sentences import without_marks

EN = load("en")


@given(corpora(), RULES)
def test_what_is_said_of_a_token_in_the_vocabulary(corpus: Corpus, rules: picky.Rules) -> None:
    trace = picky.train(corpus, merges=12, rules=rules)
    vocabulary = trace.vocabulary()
    for token in dict.fromkeys(trace.tokens):
        steps = enumerate(zip(trace.tokens, trace.kinds, strict=True), start=1)
        events = [(k, kind) for k, (name, kind) in steps if name == token]
        assert (narration.why_removed(trace, token, len(trace), KEYS) is None) == (token in vocabulary)
        if token not in vocabulary:
            assert events[-1][1] == "removal"
            continue
        told = without_marks(narration.why_kept(trace, token, EN))
        (made, kind), *later = events
        assert kind == "new"
        assert saying("picky.tree.kept", made=made).search(told)
        backs = [k for k, later_kind in later if later_kind == "return"]
        assert bool(saying("picky.tree.back").search(told)) == bool(backs)
        if backs:
            assert saying("picky.tree.back", back=backs[-1]).search(told)
            assert "removal" in [later_kind for k, later_kind in later if k < backs[-1]]
