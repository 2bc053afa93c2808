"""The engine of comparisons: corpora, sizes, training ahead, and what is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from tokviz import algorithms, bpe, examples, unigram
from tokviz.algorithms import ALGORITHMS, Algorithm, AlgorithmEntry
from tokviz.compare import comparison
from tokviz.compare import sizes as sizes_module
from tokviz.compare.comparison import (
    AHEAD,
    FILE,
    MAX_SIZE,
    USUAL,
    ComparedCorpus,
    Comparison,
    Engine,
    Slot,
    held_out,
    opening_text,
)
from tokviz.compare.sizes import SizeRange, common_sizes, states_of, usual_size
from tokviz.corpus import Corpus, parse
from tokviz.errors import FormatError
from tokviz.files import tokenizer_json
from tokviz.memory import File, Key, LocalMemory
from tokviz.trace import Rules, Trace

TEXT = "the thinker thinks of the thinking winner, quiz running runs"

TraceT = TypeVar("TraceT", bound=Trace)


class Counted(LocalMemory):
    """A memory that tells of each training: algorithm and preset, and the size that it went for."""

    def __init__(self) -> None:
        super().__init__()
        self.trainings: list[tuple[str, int | None]] = []

    def trained(
        self,
        algorithm: AlgorithmEntry[Rules, TraceT],
        key: Key,
        corpus: Corpus,
        rules: Rules,
        *,
        merges: int | None = None,
        vocab_size: int | None = None,
        is_enough: Callable[[TraceT], bool] = lambda _: True,
    ) -> TraceT:
        def enough(trace: TraceT) -> bool:
            seen.append(trace)
            return is_enough(trace)

        seen: list[TraceT] = []
        found = super().trained(algorithm, key, corpus, rules, vocab_size=vocab_size, is_enough=enough)
        if not seen or found is not seen[-1]:
            self.trainings.append((f"{algorithm.name}:{algorithm.preset_of(rules)}", vocab_size))
        return found


def own(text: str, split: str) -> ComparedCorpus:
    return ComparedCorpus.of_own(parse(text, split), split, ("text", split))


def engine(split: str = "whitespace", **options: Any) -> Engine:
    return Engine(own(TEXT, split), **options)


# -- corpora -----------------------------------------------------------------------------------------------------------


def test_a_text_is_compared_on_its_words_however_it_is_cut() -> None:
    source = engine("words").source
    assert source.corpus is not None
    assert "," in source.corpus
    assert "winner," in source.text.words
    assert dict(source.text.words) == dict(Corpus.from_text(TEXT))
    assert source.text.parts == {TEXT: 1}
    assert source.key != engine().source.key


def test_a_list_is_its_own_words() -> None:
    source = own("low 5\nlow 2\nnew 1", "words")
    assert source.text.words == source.corpus == Corpus({"low": 7, "new": 1})
    assert [code for code, _ in source.notes] == ["duplicates-summed"]


@pytest.mark.parametrize("name", examples.NAMES)
def test_every_example_can_be_compared_on(name: str) -> None:
    source = ComparedCorpus.of_example(name, "words")
    assert source.text.words.total
    assert opening_text(source.text).split()


def test_an_empty_text_is_not_held_out() -> None:
    assert held_out(" \n") is None
    found = held_out("hugs hugs")
    assert found is not None
    assert dict(found.words) == {"hugs": 2}


# -- tokenizers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("symbols", "size"), [(0, AHEAD), (20_000, MAX_SIZE)])
def test_merging_goes_ahead_and_serves_every_size(symbols: int, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A corpus of few symbols is merged to its end, since its largest size is asked for as well."""
    monkeypatch.setattr(sizes_module, "_SYMBOLS_TO_TRAIN", symbols)
    memory = Counted()
    made = engine(memory=memory)
    slot = Slot("bpe", "course")
    sizes = [made.tokenizer(slot, size, "").tokenizer.size for size in (30, 20, 26)]
    assert sizes == [30, 20, 26]
    assert memory.trainings == [("bpe:course", size)]
    assert made.source.corpus is not None
    alone = bpe.train(made.source.corpus, vocab_size=20, rules="course").model()
    found = made.tokenizer(slot, 20, "").model
    assert isinstance(found, bpe.Model)
    assert (found.merges, found.vocabulary) == (alone.merges, alone.vocabulary)


def test_unigram_of_every_size_comes_out_of_one_training() -> None:
    memory = Counted()
    made = engine(memory=memory)
    slot = Slot("unigram", "soft-em")
    possible = made.possible(slot)
    assert possible is not None
    sizes = [state.size for state in states_of(made.whole(slot))]
    for size in (30, 20, 30):
        one = made.tokenizer(slot, size, "")
        assert one.tokenizer.size == max(own for own in sizes if own <= size)
    assert memory.trainings == [("unigram:soft-em", possible.smallest)]


def test_a_library_of_unigram_is_trained_for_each_size() -> None:
    memory = Counted()
    made = engine(memory=memory)
    assert made.source.corpus is not None
    for size in (26, 20, 26):
        one = made.tokenizer(Slot("unigram", "huggingface"), size, "")
        trace = unigram.train(made.source.corpus, vocab_size=size, rules="huggingface")
        assert one.tokenizer.size == len(trace.model().probabilities)
    assert memory.trainings == [("unigram:huggingface", 26), ("unigram:huggingface", 20)]


def test_each_tokenizer_is_trained_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The possible sizes and the tokenizer of one of them come out of one training; Unigram's sizes need none."""
    trained: list[str] = []

    def counted(entry: Algorithm) -> Algorithm:
        def train(*args: Any, **options: Any) -> Trace:
            trained.append(entry.name)
            return entry.train(*args, **options)

        return replace(entry, train=train, members=tuple(map(counted, entry.members)))

    entries = {name: counted(entry) for name, entry in ALGORITHMS.items()}
    for module in (comparison, algorithms):
        monkeypatch.setattr(module, "ALGORITHMS", entries)
    made = engine()
    slots = [Slot.of(name) for name in USUAL]
    ranges = [made.possible(slot) for slot in slots]
    low, high, _ = common_sizes([one for one in ranges if one is not None])
    for slot in slots:
        made.tokenizer(slot, usual_size(low, high), slot.name)
    assert sorted(trained) == ["bpe", "unigram", "wordpiece"]


@pytest.mark.parametrize("name", USUAL)
def test_a_size_that_cannot_be_had_is_the_nearest(name: str) -> None:
    made, slot = engine(), Slot.of(name)
    possible = made.possible(slot)
    assert possible is not None
    sizes = [state.size for state in states_of(made.whole(slot))]
    assert made.tokenizer(slot, 1, "").tokenizer.size == sizes[0] == possible.smallest
    assert made.tokenizer(slot, 10**6, "").tokenizer.size == sizes[-1] == possible.largest


def test_nothing_is_larger_than_the_largest_size() -> None:
    many = Corpus({f"{chr(i)}{chr(i + 1)}": 2 for i in range(0x4E00, 0x4E00 + 6_000)})
    made = Engine(own("\n".join(f"{word} {n}" for word, n in many.items()), "whitespace"))
    assert made.possible(Slot("bpe", "course")) == SizeRange(6_001, MAX_SIZE, True)


def test_one_of_files_is_as_it_is() -> None:
    model = bpe.train(examples.load("hug").corpus, rules="huggingface", merges=3).model()
    slot = Slot(FILE, "1", (File("id", "tokenizer.json", tokenizer_json.write_bpe(model).encode()),))
    made = engine()
    one = made.tokenizer(slot, 500, "mine")
    assert (made.possible(slot), one.size, one.possible) == (None, 0, None)
    assert one.model.encode("hugs") == model.encode("hugs")
    with pytest.raises(FormatError):
        made.tokenizer(Slot(FILE, "2", (File("other", "tokenizer.json", b"{}"),)), 0, "")


# -- the comparison ----------------------------------------------------------------------------------------------------


def test_a_comparison_reads_both_texts() -> None:
    made = engine()
    found = Comparison(made, tuple(made.tokenizer(Slot.of(name), 24, name) for name in USUAL), "quiz", held_out("runs"))
    assert list(found.readings) == ["train", "held"]
    assert [list(one) for one in found.readings.values()] == [list(USUAL)] * 2
    assert found.readings["held"]["bpe:course"].text.parts == {"runs": 1}
    assert found.measured is found.held
    assert [row.model for row in found.readings["train"].values()] == list(found.models)


def test_what_was_read_is_kept() -> None:
    made = engine()
    one = made.tokenizer(Slot("bpe", "course"), 24, "")
    assert made.reading(one, made.source.text) is made.reading(one, made.source.text)
    other = made.tokenizer(Slot("bpe", "course"), 25, "")
    assert made.reading(other, made.source.text) is not made.reading(one, made.source.text)
    assert made.segmentation(one, "quiz") is made.segmentation(one, "quiz")
