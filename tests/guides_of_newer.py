"""Computations for the lesson on newer algorithms, and claims of its cards and notes; see test_guides_claims.py."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise

from tests.guides_of_texts import DOES, MEANS, Cited, Claims, replayed
from tokviz import bpe, examples, guides, parity, picky, recorded, superbpe
from tokviz.corpus import Corpus
from tokviz.corpus.languages import LanguageCorpus, languages_of
from tokviz.parity.rules import Turn

ENGLISH, GERMAN, SPANISH = 0, 1, 2
MERGES = 8
AB = "▁ab"
KENTUCKY = "▁Kentucky"

# -- what the lesson looks at ------------------------------------------------------------------------------------------


@cache
def by_turns(turn: Turn = "dev", global_merges: int = 0) -> parity.Trace:
    """Return the training of two languages as the cards open it, or with other turns, or with none."""
    example = examples.load("two-languages")
    recipe = example.recipes["parity"]
    assert isinstance(recipe.rules, parity.Rules)
    rules = replace(recipe.rules, turn=turn, global_merges=global_merges)
    return parity.train(example.corpus_for("parity"), merges=MERGES, rules=rules)


@cache
def unequal(turn: Turn = "dev") -> parity.Trace:
    """Return the training of three languages with unequal texts as the cards open it, or by another measure."""
    example = examples.load("unequal-languages")
    recipe = example.recipes["parity"]
    assert isinstance(recipe.rules, parity.Rules)
    rules = replace(recipe.rules, turn=turn)
    return parity.train(example.corpus_for("parity"), merges=recipe.merges, rules=rules)


def ends_with_plain_bpe() -> bool:
    """Tell if the dotted lines are those of plain BPE on the same words, with the same tie rule."""
    words = Corpus(dict(unequal().corpus))
    rules = replace(bpe.PRESETS["course"], tie_break="greatest-pair")
    return unequal().plain.merges == bpe.train(words, merges=len(unequal()), rules=rules).merges


@cache
def plain() -> bpe.Trace:
    """Return plain BPE on the words of both languages, by the same tie rule."""
    words = dict(by_turns().corpus)
    return bpe.train(Corpus(words), merges=MERGES, rules=replace(bpe.PRESETS["course"], tie_break="greatest-pair"))


@cache
def parts() -> picky.Trace:
    """Return the training of three words on which tokens are removed, as the cards open it."""
    example = examples.load("parts")
    return picky.train(example.corpus_for("picky"), rules=example.recipes["picky"].rules)  # type: ignore[arg-type]


@cache
def kentucky() -> picky.Trace:
    """Return the training of four words that card 4 opens, where both halves of a word are removed."""
    example = examples.load("kentucky")
    recipe = example.recipes["picky"]
    return picky.train(example.corpus_for("picky"), merges=recipe.merges, rules=recipe.rules)  # type: ignore[arg-type]


@cache
def scaffolds() -> picky.Trace:
    return picky.train(examples.load("parts").corpus_for("picky"), rules="scaffold")


def test_of(trace: picky.Trace, part: str, token: str) -> picky.PartTest:
    """Return the test of a part after the first merge that made a token."""
    step = next(step for step in trace if step.token == token and step.kind == "new")
    return next(test for test in step.tests if test.part == part)


def by_kept_merges(word: str) -> list[str]:
    """Return the split of a word by plain BPE's merges of tokens that PickyBPE keeps."""
    kept = set(parts().vocabulary())
    merges = [parts().made_of[step.token] for step in parts() if step.kind == "new" and step.token in kept]
    return replayed(("▁", *word), merges)


def most_frequent(trace: picky.Trace, k: int) -> str:
    """Return the token that occurs most often after k steps."""
    occurrences = trace.occurrences(k)
    return max(occurrences, key=occurrences.__getitem__)


def without_removals() -> picky.Model:
    """Return the tokenizer of the three words with the merges of its log alone."""
    model = parts().model()
    return replace(model, events=tuple(event for event in model.events if event.kind == "merge"))


def has_turn_by_length(trace: parity.Trace) -> bool:
    """Tell if each turn is that of the longest development text."""
    return all(trace.lengths(k)[step.language or 0] == max(trace.lengths(k)) for k, step in enumerate(trace))


@cache
def without_development_texts() -> parity.Trace:
    """Return the training without turns of the same languages, which have no development text."""
    languages = LanguageCorpus([replace(one, dev=()) for one in languages_of(by_turns().corpus)])
    return parity.train(languages, merges=MERGES, rules=replace(by_turns().rules, global_merges=MERGES))


def with_other_dev() -> LanguageCorpus:
    """Return the two languages where the development text of German says much less."""
    english, german = languages_of(by_turns().corpus)
    return LanguageCorpus([english, replace(german, dev=(("neu", 1),))])


def real_bpe() -> list[str]:
    """Return the recorded tokenizers that are BPE."""
    return [one.name for one in recorded.tokenizers() if one.algorithm == "BPE"]


def has_no_inner_space(name: str) -> bool:
    """Tell if no recorded token of a tokenizer joins two words."""
    tokens = [token for one in recorded.sentences() for token in recorded.load(one.name, name).texts]
    return not any(" " in token.strip(" ▁") or "▁" in token.strip("▁ ") for token in tokens)


@cache
def across(transition: int | None = None) -> superbpe.Trace:
    """Return the training of four lines as the cards open it, or with borders that fall at another size."""
    example = examples.load("by-the-way")
    recipe = example.recipes["superbpe"]
    assert isinstance(recipe.rules, superbpe.Rules)
    rules = recipe.rules if transition is None else replace(recipe.rules, transition=transition)
    return superbpe.train(example.corpus_for("superbpe"), merges=recipe.merges, rules=rules)


def in_words() -> superbpe.Trace:
    """Return the same training with borders that stay, which is plain BPE."""
    return across(999)


def merged(trace: superbpe.Trace) -> Iterator[tuple[int, superbpe.Merge]]:
    """Return the merges of a training, each with its place among the steps."""
    return ((k, step) for k, step in enumerate(trace) if isinstance(step, superbpe.Merge))


def is_most_frequent(trace: superbpe.Trace) -> bool:
    """Tell if each merge takes a pair with the highest count of those allowed."""
    return all(
        step.count == max(one.count for one in trace.candidates(k) if one.vetoed is None) for k, step in merged(trace)
    )


FOROUTAN, CHIZHOV, LIU = Cited("Foroutan et al.", 2025), Cited("Chizhov et al.", 2024), Cited("Liu et al.", 2025)

NEWER: Claims = {
    "helps the language that is compressed worst": FOROUTAN,
    "Its **development text** is the longest": lambda: (
        unequal()[0].language == SPANISH
        and unequal().lengths(0) == (113, 111, 114)
        and has_turn_by_length(unequal())
        and without_development_texts().merges == by_turns(global_merges=MERGES).merges
    ),
    "No merge is counted on it": lambda: (
        without_development_texts().merges == by_turns(global_merges=MERGES).merges and has_turn_by_length(unequal())
    ),
    "Spanish chooses `e n`": lambda: (
        unequal().candidates(0)[0].pair == ("e", "n")
        and {one.language for one in unequal().candidates(0)} == {SPANISH}
        and unequal()[0].count == 7 < max(unequal().pairs_in(ENGLISH, 0).values())
    ),
    "Step on: its line falls to 111": lambda: unequal().lengths(1)[SPANISH] == 111,
    "The language with the longest development text": lambda: has_turn_by_length(by_turns()),
    "Count pairs only in the words": lambda: all(
        step.count == max(by_turns().pairs_in(step.language, k).values())
        and step.pair == max(pair for pair, n in by_turns().pairs_in(step.language, k).items() if n == step.count)
        for k, step in enumerate(by_turns())
    ),
    "compare the lengths again": DOES,
    "Plain BPE on the same words is dotted": lambda: (
        ends_with_plain_bpe() and unequal().plain.lengths()[ENGLISH] == 64 and unequal().plain.lengths()[SPANISH] == 83
    ),
    "Parity-aware BPE ends at 71": lambda: unequal().lengths() == (71, 71, 71),
    "tokens were shared out more evenly": FOROUTAN,
    "`e n` occurs 13 times in German": lambda: unequal().pairs_in(GERMAN, 0)["e", "n"] == 13,
    "The language is chosen before any pair": lambda: (
        unequal(turn="training").turn(0).language == ENGLISH
        and unequal(turn="training").turn(0).scores == unequal(turn="training").training_lengths(0)
    ),
    "Its training text stays the longest": lambda: all(
        step.language == ENGLISH and longest > max(others)
        for k, step in enumerate(unequal(turn="training"))
        for longest, *others in [unequal(turn="training").training_lengths(k)]
    ),
    "3,707 tokens against 226": lambda: (
        [unequal(turn="training").training_lengths(k)[:2] for k in (0, 120)] == [(3707, 226), (1996, 167)]
    ),
    "Length then says how much text": lambda: (
        Fraction(3707, 1996) > Fraction(226, 167)
        and unequal(turn="training").training_lengths()[ENGLISH] > unequal(turn="training").training_lengths()[GERMAN]
    ),
    "They do: German gets shorter by 59": lambda: (
        unequal(turn="training").training_lengths(0)[GERMAN] - unequal(turn="training").training_lengths()[GERMAN] == 59
        and GERMAN not in unequal(turn="training").turns
    ),
    "BPE keeps tokens that it only needs": lambda: (
        "west" in plain().vocabulary() and not any("west" in symbols for symbols in plain().words().values())
    ),
    "tests both parts after each merge": CHIZHOV,
    "Of 13 `ucky`, 12 are part": lambda: (
        (test := test_of(kentucky(), "ucky", KENTUCKY)).merged == 12
        and test.before == 13
        and test.share == Fraction(12, 13) > kentucky().rules.limit == Fraction(9, 10)
    ),
    "No `␣Kent` remains": lambda: (
        kentucky().occurrences(12).get("▁Kent", 0) == 0 == test_of(kentucky(), "▁Kent", KENTUCKY).left_over
    ),
    "on twice: both are removed": lambda: (
        [(step.kind, step.token) for step in kentucky()[12:14]] == [("removal", "▁Kent"), ("removal", "ucky")]
    ),
    "A smaller corpus: 9 of 13 `␣ab`": lambda: (
        (test := test_of(parts(), AB, "▁abc")).merged == 9
        and test.before == 13
        and sum(parts().corpus.values()) < sum(kentucky().corpus.values())
    ),
    "The other 4 are single characters again": lambda: (
        test_of(parts(), AB, "▁abc").left_over == parts()[4].count == 4
        and parts()[4].pieces == ("▁", "a", "b")
        and parts().removed(5) == ("▁a", AB)
    ),
    "A tie goes to the pair seen first": lambda: (
        parts()[5].pair
        == next(pair for symbols in parts().words(5).values() for pair in pairwise(symbols) if pair in parts()[5].tied)
    ),
    "At the end `␣a` is out": lambda: parts().removed() == ("▁a",) and "▁a" not in parts().vocabulary(),
    "Yet `␣ab` is built on it": lambda: parts().made_of[AB] == ("▁a", "b") and AB in parts().vocabulary(),
    "So encoding repeats merges": lambda: (
        by_kept_merges("abab") == ["▁", "a", "b", "a", "b"] and parts().model().encode("abab") == [AB, "a", "b"]
    ),
    "models were better or no worse": CHIZHOV,
    "Length isn't tested": lambda: all(
        len(test.part) == 1 and not test.is_removed for step in parts() for test in step.tests if test.is_letter
    ),
    "Most of it is inside one longer token": lambda: (
        most_frequent(parts(), 3) == AB and test_of(parts(), AB, "▁abc").share > Fraction(1, 2)
    ),
    "9 of 13 are in `␣abc`": lambda: (
        (parts().occurrences(3)[AB], parts().occurrences(4)["▁abc"], parts().made_of["▁abc"]) == (13, 9, (AB, "c"))
    ),
    "Only the 4 that remain": lambda: test_of(parts(), AB, "▁abc").left_over == 4,
    "Training sees its own text alone": lambda: all(
        test.is_removed == (test.share > parts().rules.limit and not test.is_letter)
        for step in parts()
        for test in step.tests
    ),
    "Most BPE tokenizers split texts into words first": lambda: (
        len([name for name in real_bpe() if has_no_inner_space(name)]) > len(real_bpe()) / 2
        and in_words().lift is None
        and not any("Ġ" in token[1:] for token in in_words().vocabulary())
    ),
    "does so up to a vocabulary size": LIU,
    "Here that size is 18": lambda: (
        across().lift == 7 and len(across().vocabulary(7)) == 18 and across().rules.transition == 18
    ),
    "Step on: no pair is merged": lambda: (
        across()[7].pair is None
        and across().words(7) == across().words(8)
        and (any(across().borders("by the way", 7)), any(across().borders("by the way", 8))) == (True, False)
    ),
    "`␣` is a space": lambda: across().model().decode(["by", "Ġthe"]) == "by the",
    "Without borders, any two neighbors": lambda: (
        set(across().pairs(8)) == {pair for symbols in across().words(8).values() for pair in pairwise(symbols)}
    ),
    "Count in all lines": lambda: is_most_frequent(across()),
    "If two tie": lambda: (
        dict(merged(across()))[8].tied == (("Ġthe", "Ġway"), ("by", "Ġthe"))
        and across().vocabulary().index("Ġthe") < across().vocabulary().index("by")
    ),
    "Then step on.": DOES,
    "`by the sea` has 5 tokens": lambda: (
        (len(across().model().encode("by the sea")), len(in_words().model().encode("by the sea"))) == (5, 3)
        and len(list(merged(across()))) == len(list(merged(in_words()))) == 11
    ),
    "`way` is now part of four other tokens": lambda: (
        len([token for token in across().vocabulary(12) if "way" in token and token != "way"]) == 4
        and {"way", "byĠtheĠway"} <= set(across().vocabulary(12))
        and guides.load("newer").cards[8].query["step"] == "12"
    ),
    "texts had up to 33% fewer tokens": LIU,
    "`␣` occurs 8 times": lambda: (
        across().occurrences(0)["Ġ"] == 8 == max(across().occurrences(0).values())
        and sorted(across().occurrences(0).values())[-2] < 8
    ),
    "So that words become tokens first": lambda: (
        {"by", "Ġthe", "Ġway"} <= set(across().vocabulary(7)) and not {"by", "Ġway"} & set(across(14).vocabulary(3))
    ),
    "If the borders open at size 14": lambda: (
        [step.pair for _, step in merged(across(14))][3] == ("Ġthe", "Ġ")
        and len(across(14).vocabulary(across(14).lift)) == 14
        and "Ġway" not in across(14).vocabulary()
    ),
    "Encoding has one list of merges": lambda: (
        across().model().encode("by the way") == ["byĠtheĠway"]
        and replayed(("b", "y", *"Ġthe", *"Ġway"), across().merges) == ["byĠtheĠway"]
    ),
    "changes which language chooses the pair": lambda: (
        by_turns().merges != plain().merges
        and len(set(by_turns().turns)) == 2
        and parts().removed() != ()
        and any(step.crosses for _, step in merged(across()))
        and not any(step.crosses for _, step in merged(in_words()))
    ),
    "train small models and measure": DOES,
    "The next merge takes the room": lambda: all(
        step.count == max(parts().pairs(k).values()) for k, step in enumerate(parts()) if not step.is_removal
    ),
    "It shortens what is frequent": lambda: is_most_frequent(across()),
    "Parity-aware BPE: the language": lambda: has_turn_by_length(by_turns()),
    "It needs the same sentences": lambda: (
        unequal().lengths()[ENGLISH] == 71 > unequal().plain.lengths()[ENGLISH] == 64
    ),
    "The turns matter in training only": lambda: (
        isinstance(by_turns().model(), bpe.Model)
        and parts().model().encode("a") == ["▁", "a"]
        and without_removals().encode("a") == ["▁a"]
    ),
    "encoding is still a list of merges": lambda: all(
        by_turns().model().encode(word) == replayed(tuple(word), by_turns().merges) for word in (*by_turns().corpus,)
    ),
    "a merge can be undone later": lambda: (
        [step.event.kind for step in parts().model().explain("a")] == ["merge", "removal"] * 3
    ),
    "Each removal makes it one token smaller": lambda: (
        all(
            after - before == (-1 if step.is_removal else 1)
            for step, (before, after) in zip(parts(), pairwise(parts().sizes()), strict=True)
        )
        and "▁a" not in parts().vocabulary()
    ),
    "It has one for both": lambda: (
        [by_turns().model().encode("newest")[0], by_turns().words(1)["neues"][0]] == ["ne", "ne"]
    ),
}

NOTES: Claims = {
    "In English, `e n` occurs 40 times": lambda: (
        [unequal().pairs_in(ENGLISH, 0)[pair] for pair in (("e", "n"), ("h", "e"))] == [40, 141]
    ),
    "Ask why `h e`": DOES,
    "Have half of the class": DOES,
    "A text that steers the training": MEANS,
    "only as fair as the development texts": lambda: (
        parity.train(with_other_dev(), merges=MERGES, rules=by_turns().rules).turns[:3] == (ENGLISH,) * 3
        and by_turns().turns[:3] == (GERMAN,) * 3
    ),
    "is about another topic": DOES,
    "Single characters are never removed": lambda: all(
        step.token not in parts().symbols(0) for step in parts() if step.is_removal
    ),
    "The paper calls this share IoS": CHIZHOV,
    "Here counts can rise": lambda: (
        max(parts().pairs(5).values()) > max(parts().pairs(4).values())
        and all(one.count >= two.count for one, two in pairwise(plain()))
    ),
    "come back to their old places": lambda: (
        [(step.kind, step.token) for step in parts()[5:7]] == [("return", "▁a"), ("return", AB)]
        and all(parts().vocabulary(7).index(token) == parts().vocabulary(2).index(token) for token in ("▁a", AB))
    ),
    "Scaffold-BPE needs no threshold": Cited("Lian et al.", 2024),
    "By the rule on this page": lambda: (
        (test := test_of(scaffolds(), AB, "▁abc")).left_over == 4 > (test.head or 0) == 3 and not test.is_removed
    ),
    "Ask for phrases": DOES,
    "By this convention the ends of lines": lambda: (
        across().rules.stage2 == "lines" and not any("Ċ" in token for token in across().vocabulary())
    ),
    "occurs twice, so it counts twice": lambda: (
        examples.load("by-the-way").corpus_for("superbpe")["by the way"] == 2
        and across().pairs(8)["Ġthe", "Ġway"] == 3
        and len([line for line in across().words(8) if "the way" in line]) == 2
    ),
    "is called a superword": LIU,
    "BoundlessBPE has another way": Cited("Schmidt et al.", 2025),
    "Ask what each of the three": DOES,
}


# -- numbers -----------------------------------------------------------------------------------------------------------


def numbers() -> Iterator[tuple[tuple[str, int], list[str]]]:
    """Card -> what its text must hold in every language; see test_guides_numbers.py."""
    first, cards = unequal()[0], guides.load("newer").cards
    lengths = [str(unequal().lengths(k)[SPANISH]) for k in (0, 1)]
    yield ("newer", 1), [*lengths, str(first.count), f"`{' '.join(first.pair)}`"]
    changed = next(k for k in range(1, MERGES) if by_turns().turns[k] != by_turns().turns[k - 1])
    yield ("newer", 2), [str(cards[1].step + 1), str(changed + 1)]
    assert {*unequal().lengths()} == {71}
    yield ("newer", 3), [str(length) for i in (ENGLISH, SPANISH) for length in (unequal().plain.lengths()[i], 71)]
    test = test_of(kentucky(), "ucky", KENTUCKY)
    limit = f"{float(kentucky().rules.limit)}"
    yield ("newer", 4), [str(test.before), str(test.merged), f"`{test.share}`", limit]
    test = test_of(parts(), AB, "▁abc")
    yield ("newer", 5), [str(number) for number in (test.merged, test.before, test.left_over)]
    yield ("newer", 7), [str(across().rules.transition)]
    yield ("newer", 9), [str(len(trace.model().encode("by the sea"))) for trace in (across(), in_words())]
