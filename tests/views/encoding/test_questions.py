"""Questions before a step of an encoding: the pair or the piece that comes next, and what decides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import KEYS, codes
from tests.strategies import corpora, words
from tests.views.picture.test_questions import chosen, is_fair, right, texts, told
from tokviz import bpe, examples, wordpiece
from tokviz.bpe import Applier
from tokviz.bpe.encoding import ENCODINGS
from tokviz.corpus import Corpus
from tokviz.views.encoding import longest_match as wordpiece_encoding
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.merging import SymbolDrawing
from tokviz.views.encoding.narration import MAX_HINTS, next_pair, next_piece
from tokviz.views.encoding.subword_nmt import apply_frames
from tokviz.views.picture import questions
from tokviz.views.shared.catalog import load
from tokviz.views.shared.display import shown, visible
from tokviz.views.shared.sentences import without_marks

EN = load("en")
SENNRICH = bpe.train(examples.load("sennrich").corpus, merges=10, rules="sennrich").model()
HUG = wordpiece.train(examples.load("hug").corpus, merges=9, rules="course").model()


# -- merges ------------------------------------------------------------------------------------------------------------


def check_pairs(trace: bpe.EncodeTrace, model: bpe.Model) -> None:
    for number, step in enumerate(trace, start=1):
        question = next_pair((step, number), model.merges, EN)
        assert question is not None
        is_fair(question)
        ranks = {" ".join(map(visible, one.pair)): one.rank for one in step.candidates}
        assert chosen(question) == {" ".join(map(visible, step.pair))}
        assert right(question) <= {pair for pair, rank in ranks.items() if rank == step.rank}
        for pair, said in told(question).items():
            rank = ranks[pair]
            assert said == ("never merged" if rank is None else f"merge {rank + 1:,}")
    assert next_pair(None, model.merges, EN) is None


@pytest.mark.parametrize("word", ["lowest", "newest", "slow", "lowlow", "x"])
def test_each_iteration_of_a_word(word: str) -> None:
    check_pairs(SENNRICH.explain(word), SENNRICH)


@given(corpora(), words("abc", 12), st.sampled_from(sorted(ENCODINGS)))
def test_each_iteration_of_any_word(corpus: Corpus, word: str, name: str) -> None:
    trace = bpe.train(corpus, merges=12, rules="sennrich")
    model = trace.model(encoding=ENCODINGS[name])
    check_pairs(model.explain(word), model)


def test_the_merges_are_listed_to_answer_by_if_they_are_few() -> None:
    step = SENNRICH.explain("lowest")[0]
    question = next_pair((step, 1), SENNRICH.merges, EN)
    assert question is not None
    assert question.hint is not None
    assert codes(question.hint)[:3] == ("e s", "es t", "est </w>")
    assert {"say", "spans"} == set(question.hides)
    many = next_pair((step, 1), [("a", "b")] * (MAX_HINTS + 1), EN)
    assert many is not None
    assert many.hint is None


def test_two_pairs_that_make_one_token_tie() -> None:
    model = bpe.Model(
        (("b", "c"), ("a", "b"), ("a", "bc")), ("a", "b", "c", "bc", "ab", "abc"), encoding=ENCODINGS["tiktoken"]
    )
    found = [
        question
        for number, step in enumerate(model.explain("abcab"), start=1)
        if (question := next_pair((step, number), model.merges, EN)) and len(right(question)) > 1
    ]
    for question in found:
        assert "leftmost" in without_marks(question.rule or ())


def test_apply_asks_before_merges_only() -> None:
    applier = Applier.from_model(bpe.train(examples.load("sennrich").corpus, merges=10).model())
    frames = list(apply_frames(applier.explain("lowest"), "@@", EN))
    (built,) = encoding.word_parts(frames, EN, SymbolDrawing({}, 0))
    questions.add_questions(built, lambda k: next_pair(frames[k].ahead, applier.model.merges, EN), "lowest", EN)
    merging = [fragment.encoding for fragment in applier.explain("lowest").fragments if fragment.encoding]
    asked = [frame["ask"] for frame in built["frames"] if "ask" in frame]
    assert [codes(ask["answer"])[0] for ask in asked] == [
        " ".join(step.pair) for step in merging[0] if len(step.candidates) > 1
    ]
    assert len(asked) < len(built["frames"])


# -- pieces ------------------------------------------------------------------------------------------------------------


def check_pieces(model: wordpiece.Model, word: str) -> None:
    trace = model.explain(word)
    for k, step in enumerate(trace):
        question, in_keys = (next_piece(trace, k, model.ids, say) for say in (EN, KEYS))
        assert question is not None
        assert in_keys is not None
        is_fair(question)
        keys = {option.names: option.told for option in in_keys.options}
        *prefixes, none = question.options
        mark = step.prefix if step.start else ""
        known = [token for one in step.tried if (token := one.token) in model.ids]
        assert (step.token is None) == none.right == none.chosen
        assert [option.names for option in prefixes if option.right] == [(token,) for token in known[:1]]
        lengths: dict[tuple[str, ...], int] = {
            (mark + step.left[:length],): length for length in range(1, len(step.left) + 1)
        }
        for option in prefixes:
            token = mark + step.left[: lengths[option.names]]
            verdict = "match" if token == step.token else "shorter" if token in model.ids else "unknown"
            (key,) = keys[option.names]
            assert codes(option.label) == (shown(token),)
            assert isinstance(key, str)
            assert key.endswith(f".prefix.{verdict}")
        assert [lengths[option.names] for option in prefixes] == sorted(
            (lengths[option.names] for option in prefixes), reverse=True
        )
    assert next_piece(trace, len(trace), model.ids, EN) is None


@pytest.mark.parametrize("word", ["hugs", "bum", "pugbun", "mug", "hugsbunsmugpunhug", "h"])
def test_each_search_of_a_word(word: str) -> None:
    check_pieces(HUG, word)


@given(corpora(), words("abc", 14))
def test_each_search_of_any_word(corpus: Corpus, word: str) -> None:
    check_pieces(wordpiece.train(corpus, merges=12, rules="course").model(), word)


def test_what_tells_the_match_is_covered() -> None:
    trace = HUG.explain("hugs")
    (built,) = wordpiece_encoding.match_parts(trace, EN)
    questions.add_questions(built, lambda k: next_piece(trace, k, HUG.ids, EN), "hugs", EN)
    ask = built["frames"][0]["ask"]
    assert set(ask["hides"]) == {"say", "spans"}
    assert built["frames"][0]["groups"][0]["heading"] is None  # the only group that is shown: the word


def test_the_hint_does_not_single_out_the_answer() -> None:
    """Of a small vocabulary, all is listed: in `bugs`, only `b` begins alike. Of a large one, what begins alike."""
    small = wordpiece.Model(["[UNK]", "b", "h", "hu", "##u", "##g"])
    question = next_piece(small.explain("bug"), 0, small.ids, EN)
    assert question is not None
    assert question.hint is not None
    assert codes(question.hint) == tuple(small.ids)
    assert right(question) == {"b"}
    large = wordpiece.Model([f"{first}{second}" for first in "abcdef" for second in ("", *"abcde")])
    question = next_piece(large.explain("abe"), 0, large.ids, EN)
    assert question is not None
    assert question.hint is not None
    assert codes(question.hint) == ("a", *sorted(token for token in large.ids if token.startswith("a")))


def test_a_long_word_has_few_options_and_takes_no_time() -> None:
    model = wordpiece.Model(["a", "##a", "##" + "a" * 30], max_word_length=2_000)
    trace = model.explain("a" * 2_000)
    question = next_piece(trace, 1, model.ids, EN)
    assert question is not None
    is_fair(question)
    assert right(question) == {"##" + "a" * 30}
    assert "…" in texts(question.options)[0]  # all that is left, shortened
    assert len(question.options) == questions.MAX_OPTIONS
