"""Reasons of the newer algorithms: each sentence is looked up in what the training recorded and the model encodes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given

from tests.catalogs import saying
from tests.compare.newer import by_turns, pairs
from tokviz import bpe, examples, parity, picky, superbpe
from tokviz.compare.accounts import ByMerges, LookedUp, Other
from tokviz.compare.differences import Reason, between, reason
from tokviz.compare.histories import Merge
from tokviz.compare.sides import Side
from tokviz.compare.sizes import Tokenizer, at_size
from tokviz.compare.spans import UNIT
from tokviz.corpus import Corpus
from tokviz.corpus.languages import LanguageCorpus
from tokviz.corpus.passages import Passage, Text
from tokviz.errors import TokvizError
from tokviz.merging.learned import Removal
from tokviz.superbpe import boundless
from tokviz.superbpe.pieces import splitter
from tokviz.views.compare.sentences import sentence
from tokviz.views.shared.catalog import load

EN = load("en")
TOLD = (
    "compare.why.joins.super",
    "compare.why.joins.lift",
    "compare.why.joins.lift.before",
    "compare.why.joins.back",
    "compare.why.removed",
    "compare.why.missed",
    "compare.why.parts",
)
"""Keys of the sentences on what only the newer algorithms do."""

# -- by hand -----------------------------------------------------------------------------------------------------------

PARTS = Corpus({"abc": 9, "ab": 1, "abd": 3})
PICKY = picky.train(PARTS, rules=picky.Rules(threshold=0.5))
PLAIN = at_size(bpe.train(PARTS, rules="course"), 6)  # a b, ab c
WAY = examples.load("by-the-way").corpus_for("superbpe")
LIFTED = superbpe.train(WAY, rules="superbpe-lesson")


def account(word: str, tokenizer: Tokenizer, other: Tokenizer = PLAIN) -> ByMerges:
    found = reason(Passage.alone(word), tokenizer, other)
    assert found is not None
    assert isinstance(found.left, ByMerges)
    return found.left


def word(text: str, number: int) -> Passage:
    """Return a word of a running text by its number."""
    return [passage for passage, _ in Text.running(text).passages][number]


def test_a_token_was_removed() -> None:
    """▁ a, ▁a b, without ▁a, ▁ab c, without ▁ab: its four occurrences become ▁ a b."""
    assert [(step.kind, step.token) for step in PICKY][:5] == [
        ("new", "▁a"),
        ("new", "▁ab"),
        ("removal", "▁a"),
        ("new", "▁abc"),
        ("removal", "▁ab"),
    ]
    found = account("abd", Tokenizer(PICKY.model(5), PICKY, 5))
    assert (found.undone, found.removed) == (Merge(1, ("▁a", "b"), 13), Removal(4, "▁ab", ("▁", "a", "b")))
    assert found.step == 4


def test_a_token_came_back() -> None:
    found = account("abe", Tokenizer(PICKY.model(7), PICKY, 7), Tokenizer(bpe.Model((), ("a", "b", "e"))))
    assert [step.kind for step in PICKY][5:7] == ["return", "return"]
    assert found.crossing == Merge(6, ("▁a", "b"), 4)
    assert found.back == Removal(4, "▁ab", ("▁", "a", "b"))


def test_the_two_met_too_late() -> None:
    """b a is merged at step 7. In `ba` the b is part of another token then, until that is removed."""
    corpus = Corpus({"bbc": 8, "bbaac": 1, "bcaba": 5})
    trace = picky.train(corpus, rules=picky.Rules(threshold=0.2, size_counts="tokens"))
    whole = at_size(bpe.train(Corpus({"ba": 2}), rules="course"), 3)
    found = account("ba", Tokenizer(trace.model(17), trace, 17), whole)
    assert (found.apart, found.missed) == (("b", "a"), Merge(6, ("b", "a"), 6))
    assert (found.later, found.removed, found.step) == (None, None, 6)


def test_only_whole_words_are_joined() -> None:
    """a34 a is one word each, and so is Ġa; b is not merged with its space yet."""
    trace = boundless.train(Corpus({"a b": 2, "a34 a b a34": 4}), merges=2, rules=boundless.Rules(stage1="superbpe-1"))
    together = Tokenizer(superbpe.train(Corpus({"a b": 9}), rules="superbpe-lesson").model())
    found = reason(word("a b", 1), at_size(trace, 258, "lines"), together)
    assert found is not None
    assert isinstance(found.left, ByMerges)
    assert (found.left.apart, found.left.has_parts) == (("a", "Ġ"), True)


def test_the_borders_fell() -> None:
    lifted = Tokenizer(LIFTED.model(), LIFTED, len(LIFTED))
    plain = at_size(bpe.train(Corpus({"by": 3, "the": 4, "way": 3}), rules="course"), 99)
    found = reason(word("by the way", 2), plain, lifted)
    assert found is not None
    assert found.kind == "superword"
    assert found.left == Other(("the", "way"), ("way",))
    assert isinstance(found.right, ByMerges)
    assert found.right.lift == LIFTED.lift
    assert found.right.crossing is not None
    assert found.right.crossing.pair == ("Ġthe", "Ġway")


def test_whole_words_were_joined() -> None:
    trace = boundless.train(WAY, merges=8)
    words = Tokenizer(bpe.Model((), ("b",), pretokenizer="words"))
    found = reason(word("by the way", 2), words, at_size(trace, 264, "lines"))
    assert found is not None
    assert isinstance(found.right, ByMerges)
    assert found.right.crossing is not None
    assert (found.right.crossing.pair, found.right.crossing.is_super) == (("Ġthe", "Ġway"), True)


@pytest.mark.parametrize(("text", "tokens"), [("é b", ["Ã", "©", "Ġb"]), ("ab", ["ab"])])
def test_places_of_bytes(text: str, tokens: list[str]) -> None:
    """The pages of BoundlessBPE write bytes, of which é has two."""
    model = boundless.train(Corpus({"ab": 3, "a b": 2})).model()
    side = Side(Passage(text, word(text, 0).stretch), Tokenizer(model))
    assert [token.token for token in side.placed] == tokens
    assert side.placed[-1].end == len(text) * UNIT


# -- every sentence holds ----------------------------------------------------------------------------------------------


@given(pairs())
def test_every_reason_holds(drawn: tuple[list[Passage], Tokenizer, Tokenizer]) -> None:
    passages, left, right = drawn
    for passage in passages:
        sides = Side(passage, left), Side(passage, right)
        found = between(*sides)
        if found is not None:
            check(found, *sides)
            check_sentence(found)


def check_sentence(found: Reason) -> None:
    """The sentence says of its own account what that holds, and nothing else of what only the newer algorithms do."""
    account, text = found.left, sentence(found, "X", EN)
    told = {key for key in TOLD if saying(key).search(text)}
    if not isinstance(account, ByMerges):
        assert not told
        return
    wanted: dict[str, dict[str, object]] = {}
    if account.crossing is not None:
        if account.crossing.is_super:
            wanted["compare.why.joins.super"] = {"name": "X"}
        if account.back is not None:
            wanted["compare.why.joins.back"] = {"step": account.back.step + 1}
        elif account.lift is not None:
            is_after = account.crossing.step > account.lift
            key = "compare.why.joins.lift" if is_after else "compare.why.joins.lift.before"
            wanted[key] = {"step": account.lift + 1}
    elif account.removed is not None:
        wanted["compare.why.removed"] = {"name": "X", "step": account.removed.step + 1}
    else:
        if account.rival is not None and account.rival.is_super:
            wanted["compare.why.joins.super"] = {"name": "X"}
        if account.has_parts:
            wanted["compare.why.parts"] = {}
        elif account.missed is not None:
            wanted["compare.why.missed"] = {}
    assert told == wanted.keys()
    for key, values in wanted.items():
        assert saying(key, **values).search(text)


def check(found: Reason, left: Side, right: Side) -> None:
    """Look up all that a reason says."""
    assert found.kind != "algorithm"
    if found.place is None or found.kind in ("white-space", "no-white-token", "inserted-space"):
        return
    place = int(found.place * UNIT)
    for one, side, is_cut in ((found.left, left, found.cut == "left"), (found.right, right, found.cut == "right")):
        match one:
            case ByMerges():
                assert (side.at(place) is None) == is_cut
                holds(one, side, place, is_cut=is_cut)
            case LookedUp():
                assert isinstance(side.tokenizer.model, picky.Model)
                assert one.token in side.tokenizer.model.ids
            case Other() if found.kind == "superword":
                assert one.words in [*pairwise(side.tokenizer.model.words(side.passage.text))]
    if found.kind == "superword":
        joined = found.right if found.cut == "left" else found.left
        assert isinstance(joined, ByMerges)
        assert joined.lift is not None or (joined.crossing is not None and joined.crossing.is_super)


def holds(one: ByMerges, side: Side, place: int, *, is_cut: bool) -> None:
    """Check each fact by the trace and by the encoder, not by the histories that it was read off."""
    trace, steps, model = side.tokenizer.trace, side.tokenizer.steps, side.tokenizer.model
    assert trace is not None
    token = side.at(place) or side.around(place)[0]
    source = side.sources[token.source]
    for merge in (*one.merges, one.crossing, one.made, one.rival, one.undone, one.missed, one.last):
        if merge is not None:
            assert merge.step < steps
            assert_step(merge, side.tokenizer)
    if one.later is not None:
        assert one.later.step >= steps
        assert_step(one.later, side.tokenizer)
        assert one.later.pair == one.apart
    if not is_cut:
        assert one.crossing is not None
        assert one.made in one.merges
        assert "".join(one.crossing.pair) in token.token
        returns = isinstance(trace, picky.Trace) and trace.kinds[one.crossing.step] == "return"
        assert (one.back is not None) == returns
        if one.back is not None and isinstance(trace, picky.Trace):
            came_back(one.back, one.crossing, trace)
        lifts = isinstance(trace, superbpe.Trace) and trace.lift is not None and trace.lift < steps
        assert (one.lift is not None) == (lifts and place in borders(side))
        assert one.lift in (None, getattr(trace, "lift", None))
        assert one.crossing.is_super == (isinstance(model, boundless.Model) and place in borders(side))
        return
    before, behind = side.around(place)
    assert one.apart is not None
    assert one.apart == (before.token, behind.token)
    if one.removed is not None:
        assert isinstance(trace, picky.Trace)
        assert one.undone is not None
        split_apart(one.removed, one.undone, source.text, trace, model)
        return
    if one.has_parts:
        assert isinstance(model, boundless.Model)
        assert place in borders(side)
        run = model.explain(source.text)
        items = run.steps[-1].after if run.steps else run.start
        meeting = [(left, right) for left, right in pairwise(items) if (left[-1], right[0]) == one.apart]
        assert any(len(left) > 1 or len(right) > 1 for left, right in meeting)
        return
    merged = learned_pairs(side.tokenizer, is_super=isinstance(model, boundless.Model) and place in borders(side))
    assert (one.apart in merged) == (one.missed is not None)
    if one.missed is not None:
        assert one.missed.pair == one.apart
        meets_after(one.missed, source.text, model)


def assert_step(merge: Merge, tokenizer: Tokenizer) -> None:
    trace = tokenizer.trace
    match trace:
        case picky.Trace():
            assert not trace[merge.step].is_removal
        case boundless.Trace():
            assert (trace[merge.step].kind == "supermerge") == merge.is_super
    step: Any = trace[merge.step]  # type: ignore[index]
    assert (step.pair, step.count) == (merge.pair, merge.worth)


def came_back(back: Removal, crossing: Merge, trace: picky.Trace) -> None:
    """It was out of the vocabulary from the removal to the merge, and is in it again."""
    assert trace.tokens[back.step] == back.token == trace.tokens[crossing.step]
    assert trace.kinds[back.step] == "removal"
    assert all(back.token in trace.removed(k) for k in range(back.step + 1, crossing.step + 1))
    assert back.token not in trace.removed(crossing.step + 1)


def split_apart(removed: Removal, undone: Merge, text: str, trace: picky.Trace, model: object) -> None:
    """The log merges the pair in this word, and then splits the token into these pieces."""
    assert isinstance(model, picky.Model)
    assert (trace.kinds[removed.step], trace.tokens[removed.step]) == ("removal", removed.token)
    assert trace.pieces(removed.step) == removed.pieces
    steps = list(model.replay(text))
    numbers = [step.number for step in steps]
    assert numbers.index(undone.step) < numbers.index(removed.step)
    assert "".join(undone.pair) in removed.token
    assert removed.token in steps[numbers.index(removed.step)].symbols
    assert tuple(steps[numbers.index(removed.step)].event.parts) == removed.pieces


def meets_after(missed: Merge, text: str, model: object) -> None:
    """After the last turn of the pair the word does not have the two side by side; in the end it does."""
    if isinstance(model, boundless.Model):
        explained = model.explain(text)
        states = [explained.start, *(step.after for step in explained)]
        done = sum(step.number <= missed.step for step in explained)
        if missed.is_super:
            whole = [tuple(word[0] if len(word) == 1 else "" for word in state) for state in states]
            assert missed.pair not in pairwise(whole[done])
            assert missed.pair in pairwise(whole[-1])
        else:
            assert all(missed.pair not in pairwise(word) for word in states[done])
            assert any(missed.pair in pairwise(word) for word in states[-1])
        return
    assert isinstance(model, picky.Model)
    replayed = model.replay(text)
    symbols = [replayed.start, *(step.after for step in replayed)]
    is_early = [step.number <= missed.step if model.replays else step.event.kind == "merge" for step in replayed]
    assert missed.pair not in pairwise(symbols[sum(is_early)])
    assert missed.pair in pairwise(symbols[-1])


def learned_pairs(tokenizer: Tokenizer, *, is_super: bool) -> set[tuple[str, ...]]:
    match tokenizer.model:
        case picky.Model(events=events):
            return {event.parts for event in events if event.kind == "merge"}
        case boundless.Model(events=log):
            return {pair for kind, pair in log if (kind == "supermerge") == is_super}
        case bpe.Model(merges=merges):
            return {*merges}
    raise AssertionError


def borders(side: Side) -> set[int]:
    """Return the places where words meet in the text, counted anew."""
    rules: Any = side.tokenizer.trace.rules  # type: ignore[union-attr]
    words = [word for line in side.passage.text.splitlines(keepends=True) for word in splitter(rules.stage1)(line)]
    ends = [len("".join(words[: number + 1])) for number in range(len(words))]
    return {(end - side.passage.stretch.word) * UNIT for end in ends}


# -- whose turn it was -------------------------------------------------------------------------------------------------


@given(by_turns())
def test_whose_turn_made_a_merge(drawn: tuple[LanguageCorpus, Tokenizer, Tokenizer]) -> None:
    """The named language had the turn, and the pair occurred so often in it; a merge of all names none."""
    corpus, left, right = drawn
    trace = left.trace
    assert isinstance(trace, parity.Trace)
    for text in corpus:
        try:
            found = reason(Passage.alone(text), left, right)
        except TokvizError:
            continue
        if found is None or not isinstance(found.left, ByMerges):
            continue
        one = found.left
        for merge in (*one.merges, one.crossing, one.made, one.rival, one.later, one.last):
            if merge is None:
                continue
            step = trace[merge.step]
            assert (step.pair, step.count) == (merge.pair, merge.worth)
            if step.language is None:
                assert merge.language == ""
                assert merge.worth == sum(step.counts_by_language)
            else:
                assert merge.language == trace.languages[step.language].name
                assert merge.worth == step.counts_by_language[step.language]
