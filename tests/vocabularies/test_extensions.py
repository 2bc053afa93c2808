"""Ways to change a tokenizer: what each does to a sentence, its entries and their ids."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.files.by_name import on_this_machine
from tokviz.files.going_on import appended, go_on, model_of, trimmed, without, words_of
from tokviz.files.pipeline import Pipeline
from tokviz.vocabularies import Reach, Vocabulary, reach
from tokviz.vocabularies.extensions import pieces, trimming, unreached, ways

OWN = "The keeper keeps the keys of the keep; keepers keep keys."
SENTENCE = "Keepers of that nation light a lamp for the keeper."
PIPELINE = on_this_machine()["gpt"].open()
MODEL = model_of(PIPELINE)
TRACE = go_on(PIPELINE, words_of(PIPELINE, [(OWN, 1)]))


def test_new_merges_leave_all_ids_and_all_entries() -> None:
    before, gone_on, *_ = ways(TRACE, len(TRACE), SENTENCE)
    assert before.tokens == PIPELINE.encode(SENTENCE, special=False).tokens
    assert (gone_on.removed, gone_on.moved) == (0, 0)
    assert gone_on.unreached == before.unreached
    assert gone_on.entries == before.entries + len(TRACE.added())
    assert gone_on.tokens == TRACE.opened().encode(SENTENCE, special=False).tokens


def test_training_anew_moves_ids_and_an_appended_token_hides_others() -> None:
    before, _, anew, appended, *none = ways(TRACE, len(TRACE), SENTENCE)
    assert not none
    assert anew.removed > 0 < anew.moved
    assert (appended.removed, appended.moved) == (0, 0)
    assert len(appended.unreached or ()) > len(before.unreached or ())


@pytest.mark.parametrize("text", ["at", "he"])
def test_what_is_called_unreachable_is_never_reached(text: str) -> None:
    """The search over texts, which proves nothing where it finds none, finds none for these."""
    after = appended(PIPELINE, [text])
    vocabulary = Vocabulary(after)
    found = reach(vocabulary)
    reached = {vocabulary.encoded.tokens[place] for way in (Reach.ALONE, Reach.WITHIN) for place in found.places(way)}
    assert len(list(unreached(after, [text]))) > len(list(unreached(after)))
    assert reached.isdisjoint(unreached(after, [text]))


@given(st.sampled_from(["".join(pair) for pair in MODEL.merges]))
def test_a_trimmed_token_is_told_with_what_it_takes_along(token: str) -> None:
    told = trimming(MODEL, without(MODEL, [token]))
    assert told.tokens == (token,)
    assert all(token in (*pair, "".join(pair)) for pair in told.merges)
    after = model_of(trimmed(PIPELINE, [token]))
    for unmade in told.unmade:
        assert after.encode_word(unmade) != (unmade,)
        assert MODEL.encode_word(unmade) == (unmade,)
    others = set(after.vocabulary) - set(told.unmade) - {"<|endoftext|>"}
    assert all(len(after.encode_word(other)) == 1 for other in others)


def test_pieces_are_whole_texts_that_are_no_entries() -> None:
    gone_on = TRACE.opened()
    texts = pieces(TRACE, gone_on, len(TRACE))
    assert texts
    assert "keeper" in texts
    assert not any(text in PIPELINE.vocabulary or text != text.strip() for text in texts)


def test_a_file_is_the_same_without_the_library() -> None:
    alone: Pipeline = on_this_machine()["gpt"].open_alone()
    trace = go_on(alone, words_of(alone, [(OWN, 1)]))
    assert ways(trace, 5, SENTENCE, "Ġthe") == ways(TRACE, 5, SENTENCE, "Ġthe")
