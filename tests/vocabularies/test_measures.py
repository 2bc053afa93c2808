"""Numbers, languages, use, white space, special tokens and overlap, against the library text by text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from tests.files.styles import STYLES, TEXTS
from tests.vocabularies.test_entries import SHIPPED, library, vocabulary, written
from tests.vocabularies.test_reach import encoded
from tokviz.errors import LimitError, RulesError
from tokviz.files.pipeline import Pipeline
from tokviz.pretokenize.byte_level import bytes_of
from tokviz.vocabularies import (
    DIGITS,
    GROUPINGS,
    MAX_RUN,
    MAX_USED,
    RUNS,
    Reach,
    Vocabulary,
    code_price,
    languages,
    numbers,
    overlap,
    price,
    reach,
    runs,
    typed,
    usage,
)

FAULTS = Path(__file__).parents[1] / "golden" / "faults"
NO_UNK = Tokenizer.from_file(str(FAULTS / "no_unk.json"))


def cut_by_the_library(name: str, number: int) -> tuple[int, ...]:
    ours = vocabulary(name)
    ids = [one for one in encoded(library(name), str(number)) if one not in ours.added]
    digits = [sum(map(str.isdigit, ours.texts[ours.place_of[one]])) for one in ids]
    return tuple(one for one in digits if one)


@pytest.mark.parametrize("name", STYLES)
def test_numbers_are_cut_as_the_library_cuts_each(name: str) -> None:
    found = numbers(vocabulary(name), 1_500)
    assert all(found.patterns[number] == cut_by_the_library(name, number) for number in range(0, 1_500, 3))


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_all_numbers_are_counted(name: str) -> None:
    found = numbers(vocabulary(name))
    assert len(found.patterns) == sum(found.tokens.values()) == 100_000
    assert all(found.patterns[number] == cut_by_the_library(name, number) for number in range(1_500, 100_000, 211))
    for digits in range(1, DIGITS + 1):
        assert sum(found.share(digits, kind) for kind in GROUPINGS) == pytest.approx(1)


def test_groups_are_named_by_the_side_that_they_are_counted_from() -> None:
    found = numbers(vocabulary("gpt4"), 20_000)
    assert {cut.grouping for cut in found.cuts} <= set(GROUPINGS)
    assert numbers(vocabulary("qwen2"), 20_000).share(5, "single") == 1
    assert numbers(vocabulary("our t5"), 1_000).share(3, "unknown") == 1


def test_numbers_that_are_added_tokens_are_counted() -> None:
    """The digits of a number that the text is cut at before the model sees it; an unknown token has none."""
    library = Tokenizer(models.BPE(vocab={"<unk0>": 0, "1": 1, "2": 2}, merges=[], unk_token="<unk0>"))
    library.add_special_tokens(["<unk0>"])
    library.add_tokens(["11", "112"])
    found = numbers(Vocabulary(Pipeline.from_file(library.to_str().encode())), 20_000).patterns
    assert [found[number] for number in (1, 3, 11, 112, 1122, 1111, 12112)] == [
        *((1,), (), (2,), (3,), (3, 1), (2, 2), (1, 1, 3)),
    ]


def test_the_first_of_each_pattern_has_it() -> None:
    found = numbers(vocabulary("bloom"), 20_000)
    for cut in found.cuts:
        assert found.patterns[cut.example] == cut.pattern
        assert len(str(cut.example)) == cut.digits


# -- languages ---------------------------------------------------------------------------------------------------------


def test_every_language_has_the_same_sentences_once() -> None:
    every = languages()
    assert len(every) >= 10
    sizes = {len(one.sentences) for one in every.values()}
    assert len(sizes) == 1
    texts = [sentence for one in every.values() for sentence in one.sentences]
    assert len(texts) == len(set(texts))
    assert all(text == text.strip() for text in texts)


@pytest.mark.parametrize("name", [*SHIPPED, "gpt4o", "xlm-r"])
def test_prices_are_the_librarys_counts(name: str) -> None:
    tokenizer = library(name)
    for one in languages().values():
        found = price(vocabulary(name).pipeline, one.sentences)
        assert found.sentences == tuple(len(encoded(tokenizer, text)) for text in one.sentences)
        assert found.tokens == sum(found.sentences)
        assert found.bytes >= found.characters


def test_what_is_unknown_is_counted() -> None:
    assert price(vocabulary("our bert").pipeline, ("你好",)).unknown == 2
    assert price(vocabulary("our gpt").pipeline, ("你好",)).unknown == 0


# -- use ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_uses_are_those_of_the_whole_text(name: str) -> None:
    ours, tokenizer = vocabulary(name), library(name)
    text = "\n".join(TEXTS)
    found = usage(ours, text)
    ids = encoded(tokenizer, text)
    assert found.is_whole
    assert found.tokens == len(ids) == found.uses.sum()
    assert {int(ours.ids[place]) for place in found.used} == set(ids)
    assert len(found.used) + len(found.unused) == len(ours)
    uses = found.uses[found.used].tolist()
    assert uses == sorted(uses, reverse=True)


@pytest.mark.parametrize("scheme", ["first", "always"])
def test_only_lines_of_a_long_text_begin_like_a_text(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = Tokenizer(models.BPE({"▁": 0, "a": 1, "\n": 2, "▁a": 3}, [("▁", "a")]))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme=scheme)
    ours = Vocabulary(Pipeline.from_file(tokenizer.to_str().encode()))
    text, long = "a\na\na", "a\n" + " " * 40_000
    assert usage(ours, text).uses.tolist() == [0, 2, 2, 1]
    assert usage(ours, text).tokens == len(tokenizer.encode(text).ids)
    assert not usage(ours, long).is_whole
    monkeypatch.setattr(import_module("tokviz.vocabularies.counts"), "MAX_WHOLE", 4)
    by_line = usage(ours, text)
    assert by_line.uses.tolist() == [0, 0, 2, 3]
    assert not by_line.is_whole


def test_a_slow_file_is_tried_out_on_parts_of_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = vocabulary("our gpt")
    many = ours.pipeline.engine.many

    def refuse_long(texts: Sequence[str]) -> list[list[int]]:
        if max(map(len, texts)) > 5:
            raise RulesError("pipeline-slow", library="tokenizers")
        return many(texts)

    monkeypatch.setattr(ours.pipeline.engine, "many", refuse_long)
    found = usage(ours, "low\nlow\n")
    assert not found.is_whole
    assert found.tokens == len(many(["low\nlow\n"])[0])


def test_a_word_that_is_one_token_is_counted_as_a_whole_one() -> None:
    ours = vocabulary("our gpt")
    found = usage(ours, "the light, the lighthouse and them")
    the, light = (ours.of_token(one) for one in ("Ġthe", "Ġlight"))
    assert the is not None
    assert light is not None
    assert found.whole[ours.place_of[the.id]] == 2
    assert found.whole[ours.place_of[light.id]] == 1
    assert found.uses[ours.place_of[light.id]] == 2


def test_a_mark_of_a_space_that_stands_alone_is_no_part_of_a_word() -> None:
    ours = vocabulary("our llama")
    the = ours.of_token("▁the")
    assert the is not None
    assert usage(ours, "the cat and the dog").whole[ours.place_of[the.id]] == 2


def test_a_text_can_be_too_long() -> None:
    with pytest.raises(LimitError):
        usage(vocabulary("our gpt"), "a" * (MAX_USED + 1))


# -- white space -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_runs_are_cut_as_the_library_does(name: str) -> None:
    ours, tokenizer = vocabulary(name), library(name)
    found = runs(ours)
    assert len(found) == MAX_RUN * len(RUNS)
    for run in found:
        ids = encoded(tokenizer, f"x{RUNS[run.name] * run.length}y")
        assert run.tokens == tuple(ours.texts[ours.place_of[one]] for one in ids)


def test_indentation_has_a_price() -> None:
    code = "if x:\n    y = 1\n    z = 2\n"
    found = code_price(vocabulary("our gpt"), code)
    assert found.tokens == len(encoded(library("our gpt"), code))
    assert found.flush == len(encoded(library("our gpt"), "if x:\ny = 1\nz = 2\n")) < found.tokens
    assert found.spaces > 0


# -- special tokens ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SHIPPED, *STYLES])
def test_a_typed_special_token_is_what_the_library_makes_of_it(name: str) -> None:
    tokenizer = library(name)
    found = typed(vocabulary(name).pipeline)
    assert {one.added.id: one.added.content for one in found} == {
        number: token.content for number, token in tokenizer.get_added_tokens_decoder().items()
    }
    for one in found:
        ids = encoded(tokenizer, f"x {one.added.content} y")
        assert list(one.encoded.ids) == ids
        assert one.is_taken == (one.added.id in ids)


@given(st.text("ugm é😀", max_size=12))
def test_what_is_dropped_is_a_share_of_the_text(text: str) -> None:
    found = price(Pipeline.from_file(FAULTS / "no_unk.json"), (text,))
    words = text.split()
    letters = "".join(words)
    assert found.tokens == sum(len(NO_UNK.encode(word).ids) for word in words)
    assert found.dropped == pytest.approx(sum(letter not in "ug" for letter in letters) / max(len(letters), 1))


def test_a_language_of_which_nothing_is_left_is_not_free() -> None:
    pipeline = Pipeline.from_file(FAULTS / "no_unk.json")
    prices = {code: price(pipeline, one.sentences) for code, one in languages().items()}
    assert (prices["zh"].tokens, prices["zh"].dropped, prices["zh"].ratio(prices["en"])) == (0, 1.0, None)
    assert 0 < prices["fr"].dropped < 1
    assert prices["fr"].ratio(prices["en"]) == prices["fr"].tokens / prices["en"].tokens
    assert price(pipeline, ("mug",)).ratio(prices["zh"]) is None


def test_bytes_that_the_corpus_lacks_are_dropped() -> None:
    """The text that the library decodes lacks just these bytes."""
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    sentences = languages()["en"].sentences
    made.train_from_iterator(sentences, trainers.BpeTrainer(vocab_size=300, show_progress=False))
    pipeline = Pipeline.from_file(made.to_str().encode())
    for language in languages().values():
        data = "".join(language.sentences).encode()
        left = sum(len(bytes_of(token)) for one in language.sentences for token in made.encode(one).tokens)
        found = price(pipeline, language.sentences)
        assert found.dropped == pytest.approx(1 - left / len(data))
        assert (found.dropped > 0) == (not set(data) <= set("".join(sentences).encode()))
    assert price(vocabulary("our gpt").pipeline, languages()["ar"].sentences).dropped == 0


# -- overlap -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["our gpt", "our bert", "our llama", "our t5", "clip", "gpt1"])
def test_a_decoder_changes_nothing_of_what_is_encoded(name: str) -> None:
    """Tokenizers that differ in their decoder alone encode alike: what they share and what no text gives is equal."""
    file = json.loads(written(name))
    bare, whole = Vocabulary(Pipeline.from_file(json.dumps(file | {"decoder": None}).encode())), vocabulary(name)
    assert bare.data != whole.data
    assert overlap(whole, bare).share == overlap(bare, whole).share == 1.0
    assert reach(bare) == reach(whole)


def test_a_byte_level_file_without_a_decoder() -> None:
    one, other = (
        Vocabulary(Pipeline.from_file(FAULTS / f"bytelevel_{name}_decoder.json")) for name in ("with", "without")
    )
    assert overlap(one, other).share == overlap(other, one).share == 1.0
    assert reach(one) == reach(other)
    place = other.tokens.index("Ġp")
    assert (one[place].text, other[place].text) == (" p", "Ġp")  # what it stands for follows the decoder
    assert other.pipeline.encode(other.encoded.texts[place]).tokens == ("Ġp",)
    assert reach(other).ways[place] is Reach.ALONE


def test_overlap_goes_by_what_tokens_stand_for() -> None:
    first, second = vocabulary("our gpt"), vocabulary("our bert")
    found = overlap(first, second)
    ours = {
        one
        for one, kind in zip(first.data, (first[at].kind for at in range(len(first))), strict=True)
        if kind != "added"
    }
    theirs = {second.data[at] for at in range(len(second)) if second[at].kind != "added"}
    assert {first.data[place] for place in found.common} == ours & theirs
    assert {first.data[place] for place in found.only} == ours - theirs
    assert {second.data[place] for place in found.only_other} == theirs - ours
    assert b" the" in ours & theirs  # Ġthe and the
    assert sum(row[0] for row in found.kinds.values()) == len(found.common)


def test_a_vocabulary_is_all_its_own() -> None:
    found = overlap(vocabulary("our gpt"), vocabulary("our gpt"))
    assert (found.share, len(found.only), len(found.only_other)) == (1.0, 0, 0)
