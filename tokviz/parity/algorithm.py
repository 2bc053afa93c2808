"""Plain parity-aware byte-pair encoding: whose turn is it, what is that language's best pair, merge it everywhere.

The pages show this beside the step that it makes. It leaves out speed, which is :mod:`tokviz.parity.training`, and the
rules that :func:`leaves_out` names. Source: Foroutan et al. 2025 (arXiv 2508.04796).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tokviz.corpus import Corpus
from tokviz.corpus.languages import languages_of
from tokviz.merging import plain
from tokviz.merging.plain import Word, alphabet, count_pairs, merged, preferred
from tokviz.merging.steps import Pair
from tokviz.parity.rules import Rules


@dataclass(frozen=True)
class State:
    """The words and dev words of each language, how long its text is, whose turn it is, and its pairs, best first."""

    words: tuple[tuple[Word, ...], ...]
    dev: tuple[tuple[Word, ...], ...]
    lengths: tuple[int, ...]
    turn: int | None
    pairs: tuple[tuple[Pair, int], ...]
    vocabulary: tuple[str, ...]


def train(corpus: Corpus, rules: Rules) -> Iterator[State]:
    """Yield the state before the first merge and after each.

    >>> for state in train(Corpus({"low": 5, "lower": 2}), Rules(minimum_count=5)):
    ...     print(state.lengths, *("-".join(word) for word in state.words[0]))
    (25,) l-o-w l-o-w-e-r
    (18,) l-ow l-ow-e-r
    (11,) low low-e-r
    """
    languages = languages_of(corpus)
    has_dev = rules.turn == "dev" and languages[0].dev is not None
    words = [tuple(rules.segment(word) for word, _ in language.words) for language in languages]  # start
    dev = [tuple(rules.segment(word) for word, _ in language.dev or ()) for language in languages]
    counts = [[count for _, count in language.words] for language in languages]
    dev_counts = [[count for _, count in language.dev or ()] for language in languages]
    vocabulary = alphabet(corpus.alphabet_words, (word for forms in words for word in forms), rules)
    exhausted: set[int] = set()
    while True:
        texts = zip(*((dev, dev_counts) if has_dev else (words, counts)), strict=True)
        lengths = [sum(len(word) * n for word, n in zip(*text, strict=True)) for text in texts]
        turn, pairs, pair_counts = None, [], {}
        for i in sorted(range(len(languages)), key=lambda i: -lengths[i]):  # turn
            pair_counts = count_pairs(words[i], counts[i])
            pairs = sorted(preferred(pair_counts, vocabulary, rules), key=lambda pair: -pair_counts[pair])  # choose
            if i not in exhausted and pairs and pair_counts[pairs[0]] >= rules.minimum_count:
                turn = i
                break
            exhausted.add(i)
        listed = tuple((pair, pair_counts[pair]) for pair in pairs) if turn is not None else ()
        yield State(tuple(words), tuple(dev), tuple(lengths), turn, listed, vocabulary)
        if turn is None:  # stop
            return
        token = rules.join(*pairs[0])
        words = [tuple(merged(word, pairs[0], token) for word in forms) for forms in words]  # merge
        dev = [tuple(merged(word, pairs[0], token) for word in forms) for forms in dev]
        vocabulary = tuple(dict.fromkeys((*vocabulary, token)))  # grow


def leaves_out(rules: Rules) -> tuple[str, ...]:
    """Return the knobs of these rules that the plain trainer does not know, by name.

    >>> leaves_out(Rules(global_merges=3, variant="window"))
    ('variant', 'global_merges')
    """
    differing = {
        "turn": rules.turn == "ratio",
        "variant": rules.variant == "window",
        "global_merges": rules.global_merges > 0,
        "at_minimum": rules.at_minimum == "stop",
        "end_of_word_attached": rules.end_of_word_attached and bool(rules.end_of_word),
        "continuing_prefix": bool(rules.continuing_prefix),
    }
    return (*plain.leaves_out(rules), *(name for name, differs in differing.items() if differs))
