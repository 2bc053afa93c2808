"""Words that tokenizers split differently, checked by hand on `hug`."""

from __future__ import annotations

from tokviz import bpe, examples, unigram, wordpiece
from tokviz.compare.differences import compared_words, opposites
from tokviz.compare.reading import read
from tokviz.compare.sizes import at_size

HUG = examples.load("hug").corpus
THREE = [
    at_size(bpe.train(HUG, rules="course"), 10),
    at_size(wordpiece.train(HUG), 10),
    at_size(unigram.train(HUG, vocab_size=10, rules="soft-em"), 10),
]


def test_words_come_by_how_often_they_occur() -> None:
    found = compared_words([read(one.model, HUG) for one in THREE]).differing
    assert [(one.word, one.count) for one in found] == [("pun", 12), ("hug", 10), ("pug", 5), ("hugs", 5), ("bun", 4)]
    assert found[0].splits[1].tokens == ("p", "##u", "##n")


def test_a_tokenizer_does_not_differ_from_itself() -> None:
    reading = read(THREE[0].model, HUG)
    assert compared_words([reading, reading, reading]).differing == ()


def test_each_has_one_that_cuts_otherwise() -> None:
    one, other = wordpiece.Model(["hug", "##s", "[UNK]"]), wordpiece.Model(["hugs", "[UNK]"])
    splits = [read(model, ["hugs"]).splits["hugs"] for model in (one, other, one, other)]
    assert opposites(splits) == {0: 1, 1: 0, 2: 1, 3: 0}
    splits = [read(model, ["hugs"]).splits["hugs"] for model in (one, one, other)]
    assert opposites(splits) == {0: 2, 1: 2, 2: 0}
