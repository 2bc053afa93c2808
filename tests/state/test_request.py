"""A request for a training: its corpus, its trace, and what names them in a memory."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from tests.sources import nodes
from tokviz import bpe, examples
from tokviz.algorithms import ALGORITHMS, BPE, UNIGRAM
from tokviz.corpus import Corpus, Parsed
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.memory import File, LocalMemory
from tokviz.state.request import MAX_MERGES, TrainingRequest, opening, parsed_corpus, read_corpus, train, train_with

TYPED = TrainingRequest(example=OWN, text="low low lower", stop="merges", amount=2)


@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("example", ["hug", "course"])
def test_an_example_is_trained_as_its_source_does(name: str, example: str) -> None:
    algorithm, recipe = ALGORITHMS[name], examples.load(example).recipe(name)
    found = train(opening(algorithm, example), LocalMemory())
    most = MAX_MERGES if recipe.merges is None else recipe.merges
    expected = algorithm.train(
        examples.load(example).corpus_for(name), recipe.rules, merges=most, vocab_size=recipe.vocab_size
    )
    assert found.trace.vocabulary() == expected.vocabulary()
    assert found.source.notes == ()


def test_the_same_is_read_and_trained_once() -> None:
    memory = LocalMemory()
    assert train(TYPED, memory).trace is train(replace(TYPED, preset="other", algorithm="bpe"), memory).trace
    assert parsed_corpus(TYPED, memory) is parsed_corpus(TYPED, memory)
    assert train(TYPED, memory).trace is not train(replace(TYPED, amount=1), memory).trace


def test_a_file_counts_before_the_text() -> None:
    asked = replace(TYPED, file=File("key", "words.csv", b"new,3\nwide,2\n"))
    assert read_corpus(asked, LocalMemory()).corpus == Corpus({"new": 3, "wide": 2})
    assert asked.corpus_key == ("file", "key", "whitespace")


def test_neither_counts_beside_an_example() -> None:
    asked = replace(opening(BPE, "hug"), text="low", file=File("key", "", b"new 3"))
    assert read_corpus(asked, LocalMemory()).corpus == examples.load("hug").corpus
    assert asked.corpus_key == ("example", "hug", "whitespace")


def test_running_text_is_no_list() -> None:
    asked = replace(TYPED, text="low 5")
    assert read_corpus(asked, LocalMemory()).corpus == Corpus({"low": 5})
    running = replace(asked, is_running=True)
    assert dict(read_corpus(running, LocalMemory()).corpus) == {"low": 1, "5": 1}
    assert asked.corpus_key != running.corpus_key


def test_text_is_split_at_the_tokens_of_the_rules() -> None:
    rules = bpe.PRESETS["huggingface"]
    plain = replace(TYPED, text="low<s>low", rules=rules)
    asked = replace(plain, rules=replace(rules, special_tokens=("<s>",), special_split=True))
    assert read_corpus(asked, LocalMemory()).corpus != read_corpus(plain, LocalMemory()).corpus
    assert asked.corpus_key != plain.corpus_key


def test_other_rules_are_trained_on_the_same_corpus() -> None:
    memory = LocalMemory()
    one, other = train(TYPED, memory), train(TYPED, memory, rules=bpe.PRESETS["minbpe"])
    assert other.trace.rules == bpe.PRESETS["minbpe"]
    assert other.source.key == one.source.key
    assert other.key != one.key


def test_a_memory_may_keep_only_what_was_asked_for_last() -> None:
    memory = LocalMemory(most=2)
    one, two, three = (replace(TYPED, text=f"low {count}") for count in (5, 6, 7))
    first, second = train(one, memory), train(two, memory)
    assert train(one, memory).trace is first.trace  # asked for again, and so the newer one
    train(three, memory)
    assert train(one, memory).trace is first.trace
    assert train(two, memory).trace is not second.trace
    assert read_corpus(one, memory).corpus is first.source.corpus


def test_training_to_the_end_has_a_limit_unless_there_is_none() -> None:
    asked = replace(TYPED, stop="end")
    assert len(train(asked, LocalMemory(), most=1).trace) == 1
    assert len(train(asked, LocalMemory(), most=None).trace) == len(train(asked, LocalMemory()).trace) > 1


def test_who_knows_the_algorithm_gets_its_trace() -> None:
    assert train_with(UNIGRAM, opening(UNIGRAM, "hug"), LocalMemory()).trace.pieces_left


def test_an_error_is_not_kept() -> None:
    memory, asked = LocalMemory(), replace(TYPED, text=" ")
    for _ in range(2):
        with pytest.raises(TokvizError, match="no words"):
            read_corpus(asked, memory)


def test_keys_are_of_primitives() -> None:
    """No corpus and no trace is ever hashed."""
    keys: list[object] = []

    class Watched(LocalMemory):
        def kept(self, computation, key, make, *args, **kwargs):  # type: ignore[no-untyped-def]
            keys.extend(key)
            return super().kept(computation, key, make, *args, **kwargs)

    found = train(TYPED, Watched())
    assert isinstance(parsed_corpus(TYPED, Watched()), Parsed)
    assert {type(part) for part in (*keys, *found.key, *found.source.key)} <= {str, int, type(None)}


def test_pages_and_commands_train_in_no_other_way(root: Path) -> None:
    """Their memory trains, and nothing else does."""
    files = [path for folder in ("pages", "tokviz/cli", "tokviz/web") for path in (root / folder).rglob("*.py")]
    calls = {
        (path.relative_to(root).as_posix(), ast.unparse(node.func))
        for path in files
        for node in nodes(path)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".train")
    }
    named = {(path, name) for path, name in calls if name not in ("request.train", "training.train")}
    assert named == {("tokviz/web/computing/memory.py", "algorithm.train")}
