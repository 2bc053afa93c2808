"""The small picture of the start page: its numbers are those of the training that the button opens."""

import pytest

from tokviz import bpe, examples
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.start import EXAMPLE, SHOWN, WORD, first_merges


def trained() -> bpe.Trace:
    found = examples.load(EXAMPLE)
    recipe = found.recipe("bpe")
    return bpe.train(found.corpus_for("bpe"), merges=recipe.merges, rules="sennrich")


def test_each_frame_has_the_symbols_of_the_trace() -> None:
    shown, trace = first_merges(load("en")), trained()
    assert len(shown["frames"]) == SHOWN + 1
    for k, frame in enumerate(shown["frames"]):
        for (word, count, letters), boxes in zip(shown["words"], frame, strict=True):
            assert count == trace.corpus[word]
            assert tuple("".join(letters[a : a + n]) for a, n, _ in boxes) == trace.word(word, k)
            for first, length, merge in boxes:
                token = "".join(letters[first : first + length])
                assert (trace[merge - 1].token == token) if merge else length == 1


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_each_sentence_tells_the_merge_that_comes_next(language: str) -> None:
    say, trace = load(language), trained()
    for k, told in enumerate(first_merges(say)["merges"]):
        step = trace[k]
        assert tuple(told["pair"]) == step.pair
        assert told["times"] == say.count("count.times", step.count)
        assert sum(int(part.rpartition(" ")[2]) for part in told["words"].split(" + ")) == step.count


def test_the_title_counts_the_merges_until_the_word_is_a_token() -> None:
    shown, trace = first_merges(load("en")), trained()
    number = shown["number"]
    assert len(trace.word(WORD, number)) == 1
    assert len(trace.word(WORD, number - 1)) > 1
    assert shown["total"] == len(trace)
