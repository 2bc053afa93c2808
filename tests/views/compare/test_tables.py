"""The tables and sentences of `/compare`: words that differ, reasons, marks, vocabularies; checked by hand on `hug`."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import KEYS
from tests.strategies import texts
from tests.unigram.conventions import SOFT
from tokviz import bpe, examples, unigram, wordpiece
from tokviz.checkpoint import watched
from tokviz.compare.alignment import segment
from tokviz.compare.comparison import USUAL, ComparedCorpus, Comparison, Engine, Slot
from tokviz.compare.differences import Reason, compared_words, differs, opposites, reason
from tokviz.compare.reading import read
from tokviz.compare.sizes import Tokenizer, at_size
from tokviz.compare.spans import Model
from tokviz.corpus import Corpus
from tokviz.corpus.passages import Passage
from tokviz.views.compare import vocabularies as compare_vocabularies
from tokviz.views.compare.sentences import sentence, tokens
from tokviz.views.compare.tables import MARKS, Marked, differing_table, explained_table
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import cell_text

EN = load("en")
HUG = examples.load("hug").corpus


def three(size: int = 10) -> list[Tokenizer]:
    return [
        at_size(bpe.train(HUG, rules="course"), size),
        at_size(wordpiece.train(HUG), size),
        at_size(unigram.train(HUG, vocab_size=size, rules="soft-em"), size),
    ]


@given(st.lists(texts(6), min_size=1, max_size=4))
def test_a_word_that_differs_has_a_pair_and_a_sentence(words: list[str]) -> None:
    corpus = Corpus.from_text("hug hugs pug " + " ".join(words).replace("\ud800", ""))
    made = [
        at_size(bpe.train(corpus, merges=5, rules="course"), 10**6),
        at_size(wordpiece.train(corpus, merges=5), 10**6),
        at_size(bpe.train(corpus, merges=3, rules="minbpe"), 10**6),
    ]
    found = compared_words([read(one.model, corpus) for one in made]).differing
    for one in found[:5]:
        left, right = next(iter(opposites(one.splits).items()))
        assert differs(one.splits[left], one.splits[right])
        why = reason(Passage.alone(one.word), made[left], made[right])
        assert why is not None
        for language in LANGUAGES:
            assert sentence(why, "L", load(language)).strip()


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_table_says_what_it_is_given(language: str) -> None:
    made, names = three(), ["A", "B", "C"]
    found = compared_words([read(one.model, HUG) for one in made]).differing

    def why(one: object) -> str:
        return load(language).language

    shown = differing_table(found, names, why).frame()
    assert list(shown.columns) == ["word", "occurrences", "A", "B", "C", "reason"]
    assert list(shown.iloc[3]) == ["hugs", 5, "hug s", "hugs", "hug s", language]
    neutral = differing_table(found, names, why, [one.model for one in made]).frame()
    assert list(neutral.iloc[3]) == ["hugs", 5, "hug s", "hugs", "hug s", language]


def test_a_comparison_is_explained_as_far_as_asked() -> None:
    engine = Engine(ComparedCorpus.of_example("hug", "whitespace"))
    found = Comparison(engine, tuple(engine.tokenizer(Slot.of(name), 10, name) for name in USUAL), "hugs")
    looks: list[int] = []
    explained_table(found, 1, EN, is_neutral=True)  # trains
    with watched(lambda: looks.append(1)):  # an explanation takes long: there, its visitor can end it
        shown = explained_table(found, 2, EN, is_neutral=True).frame()
    assert len(looks) == 2
    assert list(shown["word"]) == ["pun", "hug"]
    assert shown["wordpiece:course"][0] == "p u n"
    assert shown["reason"][1].startswith("bpe:course merges")


def test_each_kind_of_reason_has_its_words() -> None:
    one = Tokenizer(wordpiece.Model(["hug", "##s", "[UNK]"]))
    letters = Tokenizer(bpe.Model((), ("Ã", "©"), pretokenizer="gpt2-bytes"))
    other = Tokenizer(wordpiece.Model(["bug", "##s"]))
    assert said("bugs", one, other) == "compare.why.gives(name=A, tokens=[UNK])compare.why.unknown"
    assert said("bugs", other, one) == "compare.why.gives(name=A, tokens=bug ##s)compare.why.known"
    whole = Tokenizer(wordpiece.Model(["hugs"]))
    assert said("hugs", one, whole) == "compare.why.longest(name=A, token=hug)compare.why.longest.longer(longer=hugs)"
    cut, together = _cut("words"), _cut("whitespace")
    assert said("a-b", cut, together) == "compare.why.split(name=A, words=a - b)"
    assert said("a-b", together, cut) == "compare.why.unsplit(name=A, words=a-b)"
    assert said("é", letters, together) == "compare.why.gives(name=A, tokens=Ã ©)compare.why.bytes"
    assert said("é", together, letters) == "compare.why.gives(name=A, tokens=é)compare.why.no-bytes"


def test_unigram_says_what_became_of_a_piece() -> None:
    letters = Tokenizer(wordpiece.Model(["h", "p", "##u", "##n", "##ug", "##s", "hugs", "[UNK]"]))
    usual = at_size(unigram.train(HUG, vocab_size=10, rules="soft-em"), 10)
    assert said("hugs", usual, letters) == (
        "compare.why.missing(name=A, pieces=compare.gone.pruned(piece=hugs, round=3, step=16, cost=53, limit=877))"
    )
    restricted = at_size(unigram.train(HUG, vocab_size=10, rules=SOFT), 10)
    assert said("hugs", restricted, letters) == (
        "compare.why.missing(name=A, pieces=compare.gone.whole-word(piece=hugs, cost=5))"
    )
    path = said("pun", usual, letters)
    assert path.startswith("compare.why.likelier(name=A, own=pun −")
    own, other = re.findall(r"−([\d.]+)(?=,|\)$)", path)
    assert float(own) < float(other)
    parts = re.findall(r"− ?([\d.]+) ", path.split("other=")[1])
    assert float(other) == pytest.approx(sum(map(float, parts)), abs=2e-3)


def test_tokens_are_visible_and_not_too_many() -> None:
    assert tokens(["a b", "\n"]) == "a␣b ⏎"
    assert tokens(["x"] * 40).count("x") == 12
    assert len(tokens(["y" * 500])) == 24


def test_marks() -> None:
    models: list[Model] = [
        bpe.train(HUG, rules="subword-nmt").model(),
        wordpiece.train(HUG, merges=2).model(),
        unigram.train(HUG, vocab_size=18, rules="sentencepiece").model(),
        bpe.Model((), (), pretokenizer="gpt2-bytes"),
    ]
    marked = [Marked(name, one, segment("pug hugs", one)) for name, one in zip("abcd", models, strict=True)]
    found = MARKS.of(marked).read(EN)
    assert list(found["marks"]) == [
        EN("compare.marks.ends", mark="</w>"),
        EN("compare.marks.goes-on", mark="##"),
        EN("compare.marks.begins", mark="▁"),
        f"{EN('compare.marks.begins', mark='Ġ')}, {EN('compare.marks.bytes')}",
    ]
    assert not any(mark in text for text in found["neutral"] for mark in ("</w>", "##", "▁", "Ġ"))


def test_vocabularies_by_hand() -> None:
    models: list[Model] = [wordpiece.Model(["hug", "##s", "s", "[UNK]"]), bpe.Model((), ("h", "u", "g", "s"))]
    readings = [read(model, Corpus({"hugs": 3, "s": 1})) for model in models]
    tokens = compare_vocabularies.vocabularies(readings)
    found = compare_vocabularies.tokens_table(tokens, ["A", "B"]).frame().set_index("token")
    assert list(found.loc["s", ["A", "B", "occurrences", "vocabularies", "length"]]) == [4, 4, 8, 2, 1]
    assert list(found["B"].isna()) == [token in ("hug", "[UNK]") for token in found.index]
    assert found.loc["[UNK]", "A"] == 0
    shown = compare_vocabularies.tokens_in_chips(tokens, ["A", "B"], "tokens", EN)
    assert [list(map(cell_text, row.cells)) for row in shown.rows][:2] == [
        ["s", "1", "8", "4", "4"],
        ["g", "1", "3", "", "3"],
    ]
    pair = compare_vocabularies.overlaps(readings, ["A", "B"]).frame().iloc[0]
    assert (pair["shared_tokens"], pair["only_left"], pair["only_right"]) == (1, 2, 3)
    assert pair["jaccard"] == pytest.approx(1 / 6)
    lengths = compare_vocabularies.lengths(readings)
    assert [dict(counts) for counts in lengths] == [{3: 1, 1: 1, 5: 1}, {1: 4}]
    table = compare_vocabularies.lengths_table(lengths, ["A", "B"], EN)
    numbers = [["1", "1", "4"], ["2", "0", "0"], ["3", "1", "0"], ["4", "0", "0"], ["5", "1", "0"]]
    assert [list(map(cell_text, row.cells)) for row in table.rows] == numbers


def test_long_tokens_are_counted_together() -> None:
    table = compare_vocabularies.lengths_table([{11: 1, 12: 3}], ["A"], EN)
    assert [list(map(cell_text, row.cells)) for row in table.rows][-2:] == [["11", "1"], ["12+", "3"]]


def test_merges_without_a_vocabulary_have_the_tokens_that_occur() -> None:
    model = bpe.Model((("h", "u"),), ())
    reading = read(model, ["hug"])
    if reading.vocabulary is None:
        assert set(compare_vocabularies.tokens_of(reading)) == {"hu", "g"}
    else:
        assert set(compare_vocabularies.tokens_of(reading)) == set(reading.vocabulary)


def said(word: str, left: Tokenizer, right: Tokenizer) -> str:
    """Return the texts, with their values, on the different splits of a word."""
    (clause,) = re.fullmatch(r"compare\.why\.end\(clause=(.*)\)", sentence(_why(word, left, right), "A", KEYS)).groups()  # type: ignore[union-attr]
    return clause


def _why(word: str, left: Tokenizer, right: Tokenizer) -> Reason:
    found = reason(Passage.alone(word), left, right)
    assert found is not None
    return found


def _cut(pretokenizer: str) -> Tokenizer:
    """A tokenizer that does nothing but know these characters."""
    model = bpe.Model((("a", "-"), ("a-", "b")), ("a", "-", "b", "é", "a-", "a-b"), pretokenizer=pretokenizer)
    return Tokenizer(model)
