"""What sentencepiece trains on instead of the text: rare characters and symbols of the user are blanked out.

How is in :mod:`tokviz.corpus.coverage`. What is left of the words are the words of the training. The mark before words
is a character like all others: where it is too rare, as in long lines without spaces, nothing parts the words of a
line, and the line is one word with blanks in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from tokviz.corpus import Corpus
from tokviz.corpus.counting import count_symbols
from tokviz.corpus.coverage import BLANK, BOUNDARY, covered, whole
from tokviz.pretokenize import METASPACE
from tokviz.unigram.rules import Rules

__all__ = ["blanked"]


def blanked(corpus: Corpus, lines: Sequence[str] | None, rules: Rules) -> tuple[Corpus, tuple[str, ...] | None]:
    """The corpus and its marked lines as training sees them; the same ones where nothing is to be blanked out.

    >>> rules = Rules(flow="sentencepiece", loss="reassigned", start_of_word="▁", user_defined=("<x>",))
    >>> dict(blanked(Corpus({"a<x>b": 2, "ab": 1}), None, rules)[0])
    {'a▅b': 2, 'ab': 1}
    """
    find = whole(rules.first_tokens)
    marked = {word: rules.marked(word) for word in corpus}
    if rules.character_coverage == 1 and not any(map(find.search, marked.values())):
        return corpus, None if lines is None else tuple(lines)
    cut = {word: find.sub(BOUNDARY, text) for word, text in marked.items()}
    if lines is None:
        counts = count_symbols((text, corpus[word]) for word, text in cut.items())
    else:
        lines = [find.sub(BOUNDARY, line) for line in lines]
        counts = Counter(chain.from_iterable(lines))
    kept = covered(counts, rules.character_coverage)

    def spelled(text: str) -> str:
        return "".join(character if character in kept else BLANK for character in text)

    if lines is not None:
        lines = tuple(map(spelled, lines))
        if METASPACE not in kept:
            return Corpus(Counter(filter(None, lines))), lines
    words: Counter[str] = Counter()
    for word, text in cut.items():
        bare = text.removeprefix(rules.start_of_word)
        # A blank in front would be the mark's, see `Rules.marked`.
        is_bare = not word.startswith(rules.start_of_word) and METASPACE in kept and spelled(bare[:1]) != BLANK
        words[spelled(bare if is_bare else text)] += corpus[word]
    return Corpus(words), lines
