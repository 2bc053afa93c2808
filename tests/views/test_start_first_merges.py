"""The small picture of the start page: its numbers are those of the training that the button opens."""

import pytest

from tokviz import bpe, examples
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.start import EXAMPLE, WORD, first_merges


def trained() -> bpe.Trace:
    found = examples.load(EXAMPLE)
    recipe = found.recipe("bpe")
    return bpe.train(found.corpus_for("bpe"), merges=recipe.merges, rules="sennrich")


def test_each_frame_has_the_symbols_of_the_trace() -> None:
    shown, trace = first_merges(load("en")), trained()
    assert len(shown["frames"]) == len(shown["merges"]) + 1 == shown["number"] + 1
    for k, frame in enumerate(shown["frames"]):
        for word, boxes in zip(shown["words"], frame, strict=True):
            assert word["count"] == trace.corpus[word["word"]]
            tokens = ["".join(word["letters"][box["first"] : box["first"] + box["length"]]) for box in boxes]
            assert tuple(tokens) == trace.word(word["word"], k)
            for box, token in zip(boxes, tokens, strict=True):
                merge = box["merge"]
                assert (trace[merge - 1].token == token) if merge else box["length"] == 1


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_each_sentence_tells_the_merge_that_comes_next(language: str) -> None:
    say, trace = load(language), trained()
    for k, told in enumerate(first_merges(say)["merges"]):
        step = trace[k]
        assert (told["left"], told["right"]) == step.pair
        assert told["times"] == say.count("count.times", step.count)
        assert sum(int(part.rpartition(" ")[2]) for part in told["words"].split(" + ")) == step.count


def test_the_title_counts_the_merges_until_the_word_is_a_token() -> None:
    shown, trace = first_merges(load("en")), trained()
    number = shown["number"]
    assert len(trace.word(WORD, number)) == 1
    assert len(trace.word(WORD, number - 1)) > 1
    assert shown["total"] == len(trace)
