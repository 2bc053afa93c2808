"""Reasons of an encoding are told once: in narration, question and exercise, and what they say is so."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora, words
from tokviz import bpe, examples, unigram, wordpiece
from tokviz.bpe import ENCODINGS, Encoding
from tokviz.bpe.encoding import MergeChoice
from tokviz.corpus import Corpus
from tokviz.exercises import about
from tokviz.unigram.reasons import arc_choices, best_path_of
from tokviz.views.encoding.longest_match import match_frames
from tokviz.views.encoding.merging import word_frames
from tokviz.views.encoding.narration import next_pair, next_piece
from tokviz.views.exercises.wording import sentence
from tokviz.views.lattice import viterbi
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import shown
from tokviz.views.shared.encoding_reasons import (
    arc_kept,
    longest_match,
    merge_choice,
    pair_later,
    path_is_best,
    path_ties,
)
from tokviz.views.shared.sentences import Sentence, as_text, segments, without_marks

EN = load("en")
SENNRICH = bpe.train(examples.load("sennrich").corpus, merges=10, rules="sennrich").model()
HUG = wordpiece.train(examples.load("hug").corpus, merges=9, rules="course").model()
PIECES = unigram.train(examples.load("hug").corpus, vocab_size=14, rules="course").model(1)


def plain(sentence: Sentence) -> str:
    return without_marks(sentence)


# -- one text for one fact ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", ["lowest", "newest", "slow"])
def test_a_merge_is_told_in_the_same_words_everywhere(word: str, language: str) -> None:
    say, trace = load(language), SENNRICH.explain(word)
    because = [one for one in about("encode", model=SENNRICH, word=word).because if isinstance(one, MergeChoice)]
    frames = list(word_frames(trace, say))
    for k, step in enumerate(trace):
        why = plain(segments(merge_choice(step.choice, say)))
        assert plain(dict(frames[k].said)["next"]) == say("encode.next", number=k + 1, why=why)
        question = next_pair((step, k + 1), SENNRICH.merges, say)
        assert question is not None
        assert plain(question.answer) == why
        bare = replace(step.choice, never=())  # an exercise does not count the pairs that were never merged
        assert plain(sentence(because[k], say)) == plain(segments(merge_choice(bare, say)))
        assert why.startswith(plain(segments(merge_choice(bare, say))))
        wrong = {plain(option.label): plain(option.wrong) for option in question.options if option.wrong}
        later = {" ".join(map(shown, one.pair)): one for one in (*step.choice.known[1:], *step.choice.never)}
        assert wrong == {pair: plain(segments(pair_later(later[pair], say))) for pair in wrong}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", ["hugs", "bum", "pun"])
def test_a_match_is_told_in_the_same_words_everywhere(word: str, language: str) -> None:
    say, trace = load(language), HUG.explain(word)
    because = about("longest-match", model=HUG, word=word).because
    frames = list(match_frames(trace, say))
    for k, step in enumerate(trace):
        why = plain(segments(longest_match(step.match, say)))
        told = plain(dict(frames[k].said)["next"])
        assert told.startswith(say("wordpiece.next", number=k + 1, place=step.start + 1, why=why))
        question = next_piece(trace, k, HUG.ids, say)
        assert question is not None
        assert plain(question.answer) == plain(sentence(because[k], say)) == why
    assert len(because) - len(trace) == (trace.stopped == "no-match")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", ["unhug", "pug", "hugs", "bunx"])
def test_an_arc_is_told_in_the_same_words_everywhere(word: str, language: str) -> None:
    say, trace = load(language), PIECES.explain(word)
    for k in range(len(word)):
        why = plain(segments(arc_kept(arc_choices(trace.lattice.table, k + 1)[0], say)))
        done = dict(viterbi.moment_sentences(trace, k + 1, say))["done"]
        assert plain(done) == say("lattice.done", position=k + 1, why=why)
        question = viterbi.next_arc(trace, k, say)
        assert question is not None
        assert plain(question.answer) == why


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", ["unhug", "pug", "hugs", "h"])
def test_a_best_path_is_told_in_the_same_words_everywhere(word: str, language: str) -> None:
    say, trace = load(language), PIECES.explain(word)
    (told,) = about("best-path", model=PIECES, word=word).because
    ties = plain(segments(path_ties(best_path_of(trace.lattice), say)))
    assert ties in plain(sentence(told, say))
    assert plain(list(viterbi.moment_sentences(trace, len(trace), say))[-1][1]).endswith(ties)
    assert bool(ties) == (len(trace.tied) > 1)


# -- what is said is so ------------------------------------------------------------------------------------------------


@given(corpora(), words("abc", 12), st.sampled_from(sorted(ENCODINGS)))
def test_what_is_said_of_a_merge_is_so(corpus: Corpus, word: str, name: str) -> None:
    trace = bpe.train(corpus, merges=12, rules="sennrich")
    for step in trace.model(encoding=ENCODINGS[name]).explain(word):
        text = as_text(segments(merge_choice(step.choice, EN)))
        ranks = {" ".join(map(shown, one.pair)): one.rank for one in step.candidates}
        known = {pair: rank + 1 for pair, rank in ranks.items() if rank is not None}
        named = {pair: int(rank) for pair, rank in re.findall(r"`([^`]+)` \(merge (\d+)\)", text)}
        more = re.search(r"and (\d+) more", text)
        assert named.items() <= known.items()
        assert len(named) + int(more[1] if more else 0) == len(known)
        earliest = re.search(r"The earliest merge goes first: `([^`]+)`", text)
        assert earliest
        assert earliest[1] == " ".join(map(shown, step.pair))
        assert known[earliest[1]] == min(known.values())
        never = re.search(r"(\d+) other pairs? (?:was|were) never merged", text)
        assert int(never[1] if never else 0) == len(ranks) - len(known)


def test_where_merges_are_gone_through_once_an_earlier_one_is_past() -> None:
    """In a list by hand, `ab c` comes before `a b`, which makes it possible: its turn is over by then."""
    merges = (("ab", "c"), ("a", "b"), ("c", "d"))
    model = bpe.Model(merges, ("a", "b", "c", "d", "ab", "abc", "cd"), encoding=Encoding(loop="rule-by-rule"))
    first, second = model.explain("abcd")
    assert first.choice.is_earliest
    assert not second.choice.is_earliest
    text = as_text(segments(merge_choice(second.choice, EN)))
    assert "training merged `c d` (merge 3) and `ab c` (merge 1)." in text
    assert text.endswith("Now it is at merge 3: `c d`.")
    assert next_pair((first, 1), merges, EN)
    assert next_pair((second, 2), merges, EN) is None  # no pair of the word was learned earlier, it would ask


@given(words("hugpnbs", 8))
def test_what_is_said_of_a_match_is_so(word: str) -> None:
    for step in HUG.explain(word):
        fact, tried = step.match, step.tried
        assert (fact.longest, fact.tried, fact.token) == (tried[0].token, len(tried), step.token)
        assert fact.shortest == (step.prefix if step.start else "") + step.left[0]
        text = as_text(segments(longest_match(fact, EN)))
        assert f"`{fact.longest}`" in text
        assert [one.token for one in tried if one.token in HUG.ids] == ([fact.token] if fact.token else [])
        if number := re.search(r"(\d+) are not in the vocabulary; `(.+)` is", text):
            assert (int(number[1]), number[2]) == (len(tried) - 1, fact.token)
        elif number := re.search(r"(\d+) prefixes are looked up, from `.+` down to `(.+)`", text):
            assert (int(number[1]), number[2], fact.token) == (len(step.left), tried[-1].token, None)
        elif "one character shorter" in text:
            assert len(tried) == 2
        elif "all that remains" in text:
            assert tried[0].token == fact.token
        else:
            assert "the only prefix there is" in text
            assert len(step.left) == 1
            assert fact.token is None


@given(words("hugpnbsx", 8))
def test_what_is_said_of_an_arc_is_so(word: str) -> None:
    lattice = PIECES.lattice(word)
    for position in range(1, len(word) + 1):
        kept = arc_choices(lattice.table, position)[0]
        text = as_text(segments(arc_kept(kept, EN)))
        ending = [arc for arc in lattice.arcs if arc.end == position]
        assert f"`{kept.arc.piece}` from position {kept.arc.begin}" in text
        assert ("only piece" in text) == (len(ending) == 1)
        if number := re.match(r"(\d+) pieces end here", text):
            assert int(number[1]) == len(ending)
        assert ("The best is" in text) == (len(ending) > 1 and len(kept.tied) == 1)
        if "begins earliest" in text:
            assert kept.arc.begin == min(arc.begin for arc in kept.tied)
        assert ("tie for best" in text) == (len(kept.tied) > 1)
        assert ("not in the vocabulary" in text) == (kept.arc.piece not in PIECES.probabilities)
        if worked := re.search(r"(\d+\.\d+) \+ (\d+\.\d+) = (\d+\.\d+)", text):
            before, own, whole = map(float, worked.groups())
            assert before + own == pytest.approx(whole, abs=2e-4)
            assert whole == pytest.approx(-lattice.table[position].score, abs=1e-4)


@given(words("hugpnbs", 7))
def test_what_is_said_of_the_best_path_is_so(word: str) -> None:
    lattice = PIECES.lattice(word)
    text = as_text(segments(path_is_best(best_path_of(lattice, looks_further=True), EN)))
    paths = {" ".join(path.pieces): path.probability for path in lattice.paths()}
    best, tied, following = re.fullmatch(  # type: ignore[union-attr]
        r"`(.+?)` has the highest probability, \S+\.(?: It ties with (.+?)\.)?(?: The next is `(.+)` with \S+\.)?", text
    ).groups()
    assert paths[best] == pytest.approx(max(paths.values()))
    as_good = [path for path, value in paths.items() if value == pytest.approx(paths[best], rel=1e-9)]
    named = re.findall(r"`([^`]+)`", tied or "")
    assert set(named) <= set(as_good) - {best}
    more = re.search(r"(\d+) others?", tied or "")
    assert len(named) + int(more[1] if more else 0) == len(as_good) - 1
    rest = [value for path, value in paths.items() if path not in as_good]
    assert bool(following) == bool(rest)
    if following:
        assert paths[following] == pytest.approx(max(rest))
