"""Numbers and claims of the explanation pages, each computed: on ties, and on what the newer algorithms trade."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tokviz import bpe, examples, parity, picky, superbpe, wordpiece
from tokviz.corpus import Corpus
from tokviz.merging.rules import TieBreak
from tokviz.picky.rules import Removal
from tokviz.superbpe import boundless
from tokviz.text_keys import knob_choice_key
from tokviz.views.shared.catalog import load

LOW = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})
RULES: Mapping[str, TieBreak] = {
    "seen first": "first-seen",
    "seen last": "last-seen",
    "that sorts last": "greatest-pair",
    "that sorts first": "smallest-pair",
}
PROGRAMS = {
    "the listing in the paper, in today's Python": "sennrich",
    "subword-nmt": "subword-nmt",
    "Hugging Face tokenizers": "huggingface",
    "SentencePiece": "sentencepiece",
    "minbpe": "minbpe",
}
"""A program of the page -> its convention."""


@cache
def page(name: str) -> str:
    """Return a page with each paragraph on one line."""
    text = (Path(__file__).parents[1] / "docs" / "explanation" / f"{name}.md").read_text("utf-8")
    return re.sub(r"(?<![\n|])\n(?![\n|])", " ", text)


def table(name: str, heading: str) -> list[list[str]]:
    """Return the rows of the table whose first column has this heading."""
    _, _, rest = page(name).partition(f"| {heading} |")
    rows = rest.partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("| ").split("|")] for row in rows]


@cache
def low(tie_break: TieBreak) -> bpe.Trace:
    return bpe.train(LOW, merges=10, rules=replace(bpe.PRESETS["sennrich"], tie_break=tie_break))


@cache
def story(tie_break: TieBreak) -> bpe.Trace:
    rules = replace(bpe.PRESETS["course"], tie_break=tie_break)
    return bpe.train(examples.load("lighthouse").corpus_for("bpe"), merges=200, rules=rules)


def tied(trace: bpe.Trace, start: int, end: int) -> int:
    return sum(size > 1 for size in trace.tie_sizes[start:end])


@cache
def course() -> bpe.Trace:
    example = examples.load("course")
    recipe = example.recipes["bpe"]
    assert isinstance(recipe.rules, bpe.Rules)
    return bpe.train(example.corpus_for("bpe"), vocab_size=recipe.vocab_size, rules=recipe.rules)


@cache
def by_turns(name: str, merges: int, *, has_turns: bool) -> tuple[int, ...]:
    """Return the lengths of the development texts after a training."""
    example = examples.load(name)
    rules = example.recipes["parity"].rules
    assert isinstance(rules, parity.Rules)
    rules = replace(rules, global_merges=0 if has_turns else merges)
    return parity.train(example.corpus_for("parity"), merges=merges, rules=rules).lengths(merges)


@cache
def removing(rules: str, removal: Removal) -> tuple[picky.Trace, int]:
    """Return a training on the story to 160 tokens, and how many tokens its text then has."""
    corpus = examples.load("lighthouse").corpus_for("picky")
    trace = picky.train(corpus, vocab_size=160, rules=replace(picky.PRESETS[rules], removal=removal))
    model = trace.model()
    return trace, sum(len(model.encode(word)) * count for word, count in corpus.items())


@cache
def lines(kind: str) -> dict[str, int]:
    """Return the number of tokens of each line after 11 merges.

    The borders fall, or stay, or there are none.
    """
    example = examples.load("by-the-way")
    corpus, rules = example.corpus_for("superbpe"), example.recipes["superbpe"].rules
    assert isinstance(rules, superbpe.Rules)
    match kind:
        case "boundless":
            model = boundless.train(corpus, merges=11).model()
        case "plain":
            stays = replace(rules, transition=None, share=1.0)
            return {line: len(superbpe.train(corpus, merges=11, rules=stays).model().encode(line)) for line in corpus}
        case _:
            return {line: len(superbpe.train(corpus, merges=11, rules=rules).model().encode(line)) for line in corpus}
    return {line: len(model.encode(line)) for line in corpus}


def total(kind: str) -> int:
    corpus = examples.load("by-the-way").corpus_for("superbpe")
    return sum(lines(kind)[line] * count for line, count in corpus.items())


HELLS = dict.fromkeys(("hell", "hella", "helle", "hello"), 50)


@cache
def learned(rules: str, threshold: int) -> frozenset[str]:
    """Return the tokens beside the characters that one version of top-down keeps."""
    changed = replace(wordpiece.TOP_DOWN_PRESETS[rules], special_tokens=())
    trace = wordpiece.train_top_down(Corpus(HELLS), threshold=threshold, rules=changed)
    return frozenset(token for token in trace.vocabulary() if len(token.removeprefix("##")) > 1)


CLAIMS: Mapping[tuple[str, str], Callable[[], bool]] = {
    ("ties", "three pairs tie at 9: `e s`, `s t` and `t </w>`"): lambda: (
        low("first-seen")[0].tied == (("e", "s"), ("s", "t"), ("t", "</w>")) and low("first-seen")[0].count == 9
    ),
    ("ties", "In all four, the third merge makes `est</w>`, and `lowest` becomes `low` `est</w>`"): lambda: all(
        low(rule)[2].token == "est</w>" and low(rule).model().encode("lowest") == ["low", "est</w>"]
        for rule in RULES.values()
    ),
    ("ties", "a tie decides 15 of the 19 merges"): lambda: (len(course()), tied(course(), 0, 19)) == (19, 15),
    ("ties", "80 of the first 100 merges have a tie, and 99 of the next 100"): lambda: (
        (tied(story("first-seen"), 0, 100), tied(story("first-seen"), 100, 200)) == (80, 99)
    ),
    ("ties", "the rule “seen first” and the rule “sorts last” share 162 of 200 tokens"): lambda: (
        len(set(story("first-seen").tokens) & set(story("greatest-pair").tokens)) == 162
        and len(set(story("first-seen").tokens)) == 200
    ),
    ("newer-algorithms", "most of the training text is English"): lambda: (
        (texts := [len(one.text) for one in examples.load("unequal-languages").languages])[0] > sum(texts) / 2
    ),
    ("newer-algorithms", "take 71 tokens in each language"): lambda: (
        by_turns("unequal-languages", 120, has_turns=True) == (71, 71, 71)
    ),
    ("newer-algorithms", "Plain BPE ends with 64 in English, 78 in German and 83 in Spanish"): lambda: (
        by_turns("unequal-languages", 120, has_turns=False) == (64, 78, 83)
    ),
    ("newer-algorithms", "the development texts have 9 and 15 symbols"): lambda: (
        by_turns("two-languages", 0, has_turns=True) == (9, 15)
    ),
    (
        "newer-algorithms",
        "After 8 merges with turns, both have 4. After 8 merges without turns, they have 2 and 7",
    ): lambda: (
        (by_turns("two-languages", 8, has_turns=True), by_turns("two-languages", 8, has_turns=False))
        == ((4, 4), (2, 7))
    ),
    ("newer-algorithms", "The second language gains 3, and the first one loses 2"): lambda: (7 - 4, 4 - 2) == (3, 2),
    ("newer-algorithms", "have 280 symbols after 60 merges with turns, and 270 without"): lambda: (
        [sum(by_turns("four-languages", 60, has_turns=has_turns)) for has_turns in (True, False)] == [280, 270]
    ),
    ("newer-algorithms", "plain BPE needs 907 tokens for the training text"): lambda: (
        removing("scaffold", "none")[1] == 907 and len(removing("scaffold", "none")[0].vocabulary()) == 160
    ),
    ("newer-algorithms", "the threshold 0.6 removes 23 tokens and needs 874"): lambda: (
        (len(removing("picky-0.6", "picky")[0].removed()), removing("picky-0.6", "picky")[1]) == (23, 874)
        and len(removing("picky-0.6", "picky")[0].vocabulary()) == 160
    ),
    ("newer-algorithms", "in order, 175 of them here"): lambda: len(removing("picky-0.6", "picky")[0]) == 175,
    ("newer-algorithms", "47 tokens are scaffolds, and the text needs 887 tokens"): lambda: (
        (len(removing("scaffold", "scaffold")[0].removed()), removing("scaffold", "scaffold")[1]) == (47, 887)
        and len(removing("scaffold", "scaffold")[0].vocabulary()) == 160
    ),
    (
        "newer-algorithms",
        "Plain BPE needs 12 tokens for the four lines, SuperBPE 9: `by the way` is one token",
    ): lambda: (
        (total("plain"), total("superbpe"), lines("superbpe")["by the way"]) == (12, 9, 1)
        and sum(examples.load("by-the-way").corpus_for("superbpe").counts) == 4
    ),
    ("newer-algorithms", "`by the sea` grows from 3 tokens to 5"): lambda: (
        (lines("plain")["by the sea"], lines("superbpe")["by the sea"]) == (3, 5)
    ),
    ("newer-algorithms", "On the same four lines, 11 merges give 9 tokens, too"): lambda: total("boundless") == 9,
    ("wordpiece-trainers", "with 5 ÷ (20 × 5) = 1/20"): lambda: (
        (first := wordpiece.train(examples.load("hug").corpus)[0]).pair == ("##g", "##s") and str(first.score) == "1/20"
    ),
    ("wordpiece-trainers", "the code can learn only whole words and ends of words"): lambda: all(
        any(word.endswith(token.removeprefix("##")) for word in HELLS)
        for threshold in (1, 2, 50, 100)
        for token in learned("tf-text", threshold)
    ),
    ("wordpiece-trainers", "the guide keeps `hell` and the code no substring"): lambda: (
        (set(learned("tf-text-guide", 100)), set(learned("tf-text", 100))) == ({"hell"}, set())
    ),
}
"""A page and a phrase of it -> whether it is so."""


@pytest.mark.parametrize(("name", "phrase"), list(CLAIMS))
def test_an_explanation_is_so(name: str, phrase: str) -> None:
    assert phrase in page(name)
    assert CLAIMS[name, phrase]()


def test_the_table_of_merges_by_rule() -> None:
    rows = table("ties", "ties go to")
    assert len(rows) == len(RULES)
    for rule, merges, newer in rows:
        trace = low(RULES[rule.removeprefix("the pair ")])
        assert merges == ", ".join(f"`{' '.join(pair)}`" for pair in trace.merges[:3])
        assert newer == " ".join(f"`{token}`" for token in trace.model().encode("newer"))


def test_the_table_of_programs() -> None:
    rows = table("ties", "program")
    say = load("en")
    assert [program for program, _ in rows] == list(PROGRAMS)
    for program, rule in rows:
        tie_break = bpe.PRESETS[PROGRAMS[program]].tie_break
        assert say(knob_choice_key("tie_break", tie_break)).startswith(rule)


def test_the_index_lists_every_explanation(root: Path) -> None:
    listed = set(re.findall(r"\(explanation/([\w.-]+)\)", (root / "docs" / "index.md").read_text("utf-8")))
    written = {path.name for path in (root / "docs" / "explanation").glob("*.md")}
    assert written - listed == {"errata.zh.md"}  # which the English page links to
