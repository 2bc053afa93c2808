"""Every kind of exercise: right and tied answers are accepted, others are not, and a pencil is enough."""

from __future__ import annotations

import ast
import subprocess
import sys
from fractions import Fraction
from functools import cache
from hashlib import sha256
from typing import cast

import pytest

from tests.sources import nodes
from tokviz import Corpus, bpe, unigram
from tokviz.errors import RulesError
from tokviz.exercises import CHALLENGES, KINDS, LEVELS, Answer, Task, about, check, make, variant
from tokviz.merging.plain import count_pairs
from tokviz.texts import LANGUAGES
from tokviz.unigram.plain import expected, loss
from tokviz.views.exercises.wording import sentence, sentences
from tokviz.views.shared.catalog import load
from tokviz.views.shared.sentences import without_marks

SEEDS = range(100)
EVERY = [pytest.param(kind, level, id=f"{kind}-{level}") for kind in KINDS for level in LEVELS]


@cache
def tasks(kind: str, level: int) -> list[Task]:
    return [make(kind, seed, level) for seed in SEEDS]


def perturbed(task: Task) -> list[Answer]:
    """Answers that are off by a little."""
    solution = task.solution
    match task.form:
        case "number":
            return [solution + 1, solution * 2] if solution else [1]  # type: ignore[operator]
        case "pair":
            left, right = cast("tuple[str, str]", solution)
            return [(right, left)] if left != right else [(left + "x", right)]
        case "pairs":
            return [tuple(reversed(cast("tuple[tuple[str, str], ...]", solution)))]
        case "tokens":
            tokens = cast("tuple[str, ...]", solution)
            return [("".join(tokens), "x"), (*tokens, "x")]
        case "bytes":
            data = cast("bytes", solution)
            return [bytes([data[0] ^ 1, *data[1:]]), data[:-1] + b"a"]
        case "text":
            return [str(solution) + "s", str(solution).replace(" ", "") + "."]
        case "choice":
            return [one for one in task.choices if one not in task.accepted]
    return [task.get("corpus")]


@pytest.mark.parametrize(("kind", "level"), EVERY)
def test_solutions_are_right_and_others_are_not(kind: str, level: int) -> None:
    for task in tasks(kind, level):
        for answer in task.accepted:
            verdict = check(task, answer)
            assert (verdict.right, verdict.readable, str(verdict.points)) == (True, True, "1"), (task.seed, answer)
        for answer in perturbed(task):
            if answer not in task.accepted:
                verdict = check(task, answer)
                assert (verdict.right, verdict.readable) == (False, True), (task.seed, answer, verdict)
                assert verdict.points < 1
                assert verdict.because, task.seed


@pytest.mark.parametrize(("kind", "level"), EVERY)
def test_a_solution_is_right_as_text(kind: str, level: int) -> None:
    """As a reader would write it."""
    for task in tasks(kind, level)[:25]:
        for answer in task.accepted[:5]:
            assert check(task, written(task, answer)).right, (task.seed, written(task, answer))


def written(task: Task, answer: Answer) -> str:
    match answer:
        case bytes():
            return answer.hex(" ").upper()
        case Corpus():
            return ", ".join(f"{word} {count}" for word, count in answer.items())
        case tuple() if task.form == "pairs":
            return "\n".join(" ".join(pair) for pair in answer)
        case tuple():
            return " ".join(str(one).replace(" ", "␣") for one in answer)
        case float():
            return f"{answer:.4g}"
    return str(answer)


@pytest.mark.parametrize(("kind", "level"), EVERY)
def test_a_task_can_be_done_by_hand(kind: str, level: int) -> None:
    """So much is in front of the reader at most, whatever the seed."""
    for task in tasks(kind, level):
        given = {one.name: one.value for one in task.given}
        if "words" in given:
            words = cast("tuple[tuple[tuple[str, ...], int], ...]", given["words"])
            assert len(words) <= 5
            assert sum(len(symbols) for symbols, _ in words) <= 40
            assert max(count for _, count in words) <= 9
        assert len(cast("tuple[str, ...]", given.get("vocabulary", ()))) <= 40
        assert len(cast("tuple[str, ...]", given.get("merges", ()))) <= 9
        assert len(cast("tuple[str, ...]", given.get("pieces", ()))) <= 16
        assert len(cast("str", given.get("text", ""))) <= 30
        assert len("".join(cast("tuple[str, ...]", given.get("chat", ())))) <= 400  # to read, and not to work through
        assert len(cast("Corpus", given.get("corpus", {}))) <= 5
        assert len(task.accepted) <= 60
        if kind in {"expected-count", "piece-loss"}:
            lattices = [task.state.model.lattice(word) for word in given["corpus"]]  # type: ignore[union-attr]
            assert sum(lattice.number_of_paths for lattice in lattices) <= 16


@pytest.mark.parametrize("kind", KINDS)
def test_seeds_give_different_tasks(kind: str) -> None:
    distinct = {(str(task.prompt.values), str(task.given)) for task in tasks(kind, 2)}
    assert len(distinct) >= {"find-corpus": 4, "utf8-bytes": 10, "pre-tokens": 10, "trained-on": 25}.get(kind, 60)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_about_a_task_can_be_said(kind: str, language: str) -> None:
    say = load(language)
    for level in LEVELS:
        for task in tasks(kind, level)[:15]:
            wrong = check(task, perturbed(task)[0]) if perturbed(task) else check(task, "?")
            for one in (task.prompt, *task.hints, *task.because, *wrong.said, *check(task, "").said):
                assert without_marks(sentence(one, say)).strip(), one
            assert "{" not in without_marks(sentences((*task.because, *wrong.said), say))


def test_a_task_does_not_show_its_solution() -> None:
    """Neither in the blanks of its prompt nor where Python prints it."""
    for kind in ("score", "path-probability", "expected-count", "piece-loss", "best-path", "encode"):
        for task in tasks(kind, 2):
            assert task.solution not in task.prompt.values.values() or kind == "best-path"
            assert repr(task.solution) not in repr(task)


@pytest.mark.slow
def test_draws_are_the_same_in_every_process() -> None:
    """Nothing hangs on the hashes of strings, which change from process to process."""
    script = """
from hashlib import sha256
from tokviz.exercises import KINDS, make
told = [repr((kind, make(kind, seed, 2).given, make(kind, seed, 2).solution)) for kind in KINDS for seed in range(5)]
print(sha256("".join(told).encode()).hexdigest())
"""
    done = {
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    told = [repr((k, make(k, seed, 2).given, make(k, seed, 2).solution)) for k in KINDS for seed in range(5)]
    assert done == {sha256("".join(told).encode()).hexdigest() + "\n"}


def test_a_known_seed_gives_a_known_task() -> None:
    """Homework of last year is the homework of this year."""
    task = make("next-merge", variant("class 7", "Ada", 3), 2)
    assert (variant("class 7", "Ada", 3), task.solution) == KNOWN


KNOWN = ("7a014bc052876386", ("in", "g"))


# -- the real algorithms -----------------------------------------------------------------------------------------------


def test_a_tied_pair_is_right_and_said_to_tie() -> None:
    corpus = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    task = about("next-merge", corpus=corpus, rules="course", k=4)
    assert set(task.accepted) == {("n", "e"), ("e", "w"), ("w", "est")}
    verdict = check(task, "w est")
    assert verdict.right
    assert [one.key for one in verdict.said] == ["exercise.right.tied"]


@pytest.mark.parametrize("rules", ["course", "sennrich", "subword-nmt", "huggingface", "sentencepiece"])
def test_a_task_about_a_state_asks_what_the_trace_does(rules: str) -> None:
    corpus = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    trace = bpe.train(corpus, merges=6, rules=rules)
    for k in range(6):
        assert about("next-merge", trace=trace, k=k).solution == trace.merges[k]
        pair = trace.merges[k]
        counts = count_pairs(trace.words(k).values(), corpus.counts)
        assert about("pair-counts", trace=trace, k=k, pair=pair).solution == counts[pair]
    assert about("next-merges", trace=trace, k=2, n=3).solution == tuple(trace.merges[2:5])
    assert about("encode", trace=trace, k=6, word="lowest").solution == tuple(trace.model(6).encode_word("lowest"))


def test_the_score_of_the_course() -> None:
    """##g ##s occurs 5 times, ##g 20 times, ##s 5 times: 5 / (20 × 5)."""
    corpus = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    task = about("score", algorithm="wordpiece", corpus=corpus, rules="course", pair=("##g", "##s"))
    assert task.solution == Fraction(1, 20)
    assert check(task, "0,05").right
    assert check(task, "5%").right
    assert check(task, "5/(20×5)").right


@pytest.mark.parametrize("seed", range(30))
def test_counts_and_losses_are_those_of_the_plain_algorithm(seed: int) -> None:
    rules = unigram.Rules(loss="exact")
    for kind in ("expected-count", "piece-loss"):
        task = make(kind, seed, 3)
        corpus, piece = cast("Corpus", task.get("corpus")), cast("tuple[str]", task.prompt.values["piece"])[0]
        model = cast("unigram.Model", task.state.model)
        wanted = (
            expected(corpus, model.probabilities, rules)[piece]
            if kind == "expected-count"
            else loss(piece, corpus, model.probabilities, rules)
        )
        assert float(task.solution) == pytest.approx(wanted)  # type: ignore[arg-type]


def test_a_path_has_the_probability_of_the_lattice() -> None:
    for task in tasks("path-probability", 3):
        model, path = cast("unigram.Model", task.state.model), task.prompt.values["path"]
        found = {one.pieces: one.probability for one in model.lattice(task.state.word).paths()}
        assert float(cast("Fraction", task.solution)) == pytest.approx(found[path])  # type: ignore[index]


def test_hints_cost_and_part_of_a_list_counts() -> None:
    task = about("next-merges", corpus=Corpus({"newest": 6, "widest": 3, "low": 2}), rules="course", n=2)
    assert task.solution == (("e", "s"), ("es", "t"))
    assert check(task, "e s, es t", hints=1).points == Fraction(2, 3)
    verdict = check(task, "e s, l o")
    assert not verdict.right
    assert verdict.points == Fraction(1, 2)
    assert verdict.said[0].values["yours"] == ("l", "o")


@pytest.mark.parametrize("name", CHALLENGES)
def test_a_challenge_is_met_by_its_example_and_not_from_the_start(name: str) -> None:
    task = about("find-corpus", challenge=name)
    assert check(task, task.solution).right
    assert not check(task, task.get("corpus")).right
    assert check(task, task.get("corpus")).said
    assert check(task, task.solution).said


def test_documented_states_are_those_that_are_taken() -> None:
    said = about.__doc__ or ""
    assert all(name in said for name in KINDS)
    with pytest.raises(TypeError, match="missing"):
        about("best-path", model=unigram.Model({"a": 1.0}))
    with pytest.raises(TypeError, match="unknown"):
        about("utf8-bytes", text="a", texts="b")
    with pytest.raises(RulesError) as caught:
        make("nothing")
    assert (caught.value.code, caught.value.details["value"]) == ("exercise-kind", "nothing")
    with pytest.raises(RulesError) as caught:
        make("encode", level=9)
    assert (caught.value.code, caught.value.details["value"]) == ("exercise-level", "9")


def test_no_module_uses_hash(root: object) -> None:
    """`hash` of a text differs from process to process."""
    for path in sorted((root / "tokviz" / "exercises").glob("*.py")):  # type: ignore[operator]
        calls = [one for one in nodes(path) if isinstance(one, ast.Call)]
        assert "hash" not in {one.func.id for one in calls if isinstance(one.func, ast.Name)}, path
