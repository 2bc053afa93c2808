"""What sentencepiece trains on instead of the text: rare characters and symbols of the user are blanked out.

Characters are taken by frequency until they cover the share of the text that the rules ask for; all others become one
blank, which is in no piece. So does each special token and each symbol of the user's own, which the text is cut at
before anything else. What is left of the words are the words of the training.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from tokviz.corpus import Corpus
from tokviz.pretokenize import METASPACE
from tokviz.unigram.rules import Rules

__all__ = ["BLANK", "blanked"]

BLANK = "\u2585"
"""What sentencepiece writes in training for a character that is to be unknown."""
_BOUNDARY = "\t"  # for a symbol, as long as characters are counted


def blanked(corpus: Corpus, lines: Sequence[str] | None, rules: Rules) -> tuple[Corpus, tuple[str, ...] | None]:
    """The corpus and its marked lines as training sees them; the same ones where nothing is to be blanked out.

    >>> rules = Rules(flow="sentencepiece", loss="reassigned", start_of_word="▁", user_defined=("<x>",))
    >>> dict(blanked(Corpus({"a<x>b": 2, "ab": 1}), None, rules)[0])
    {'a▅b': 2, 'ab': 1}
    """
    symbols = sorted(map(re.escape, rules.first_tokens), key=len, reverse=True)
    find = re.compile("|".join(symbols) or r"(?!)")
    marked = {word: rules.marked(word) for word in corpus}
    if rules.character_coverage == 1 and not any(map(find.search, marked.values())):
        return corpus, None if lines is None else tuple(lines)
    cut = {word: find.sub(_BOUNDARY, text) for word, text in marked.items()}
    counts: Counter[str] = Counter()
    if lines is None:
        for word, text in cut.items():
            for character in text:
                counts[character] += corpus[word]
    else:
        lines = [find.sub(_BOUNDARY, line) for line in lines]
        for line in lines:
            counts.update(line)
    kept = _covered(counts, rules.character_coverage)

    def spelled(text: str) -> str:
        return "".join(character if character in kept else BLANK for character in text)

    words: Counter[str] = Counter()
    for word, text in cut.items():
        has_mark = word.startswith(rules.start_of_word)
        words[spelled(text if has_mark else text[len(rules.start_of_word) :])] += corpus[word]
    return Corpus(words), None if lines is None else tuple(map(spelled, lines))


def _covered(counts: Mapping[str, int], share: float) -> set[str]:
    """The most frequent characters that cover the share, and the mark of a space; compared in single precision."""
    total, covered = sum(counts.values()), 0
    kept = {METASPACE}
    for character, count in _in_order(counts.items()):
        if np.float32(covered / total) >= np.float32(share):
            break
        covered += count
        if character != _BOUNDARY:
            kept.add(character)
    return kept


def _in_order(counted: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    return sorted(counted, key=lambda item: (-item[1], item[0]))
