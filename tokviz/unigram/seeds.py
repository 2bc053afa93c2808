"""The start vocabulary: which strings training begins with, and the weight of each.

A seed's weight is what its first probability is in proportion to: its count, or, in the libraries, its count times its
length. Counting goes over the different words.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from tokviz.checkpoint import checkpoints
from tokviz.checks import check_limit
from tokviz.corpus.coverage import BLANK, count_symbols
from tokviz.pretokenize import METASPACE
from tokviz.unigram.rules import Rules

__all__ = ["MAX_SUBSTRINGS", "SeedCandidate", "marked_words", "seed_candidates", "seeds"]

MAX_SUBSTRINGS = 6_000_000
"""The most substrings that are counted, each once for every different word and place that has it; a bound on memory, so
one of more than 16 characters counts for as many times 16 as it has."""

_SHORT = 16
_NUL = 1  # what sentencepiece and tokenizers write after a line or word, as a set of bytes: a bit for each
_END = 1 << 256  # the end of all lines


@dataclass(frozen=True)
class SeedCandidate:
    """A string that could be a piece: how often it was counted, its weight, and whether it was taken."""

    piece: str
    count: int
    weight: float
    kept: bool


def marked_words(words: Mapping[str, int], rules: Rules) -> Counter[str]:
    """Return word -> count with the mark of its start, in order; a word that is there with and without one is one word.

    >>> marked_words({"hug": 2, "▁hug": 1}, Rules(start_of_word="▁"))
    Counter({'▁hug': 3})
    """
    counts: Counter[str] = Counter()
    for word, count in words.items():
        counts[rules.marked(word)] += count
    return counts


def seeds(words: Mapping[str, int], rules: Rules, lines: Sequence[str] | None = None) -> list[SeedCandidate]:
    """Return the candidates that training begins with, in the order of their preference; see :func:`seed_candidates`.

    >>> chosen = seeds({"hug": 10, "pug": 5, "hugs": 5}, Rules(seed_size=7))
    >>> [(seed.piece, seed.count) for seed in chosen]
    [('h', 15), ('u', 20), ('g', 20), ('p', 5), ('s', 5), ('ug', 20), ('hu', 15)]
    """
    return list(takewhile(lambda candidate: candidate.kept, _by_preference(words, rules, lines)))


def seed_candidates(
    words: Mapping[str, int], rules: Rules, lines: Sequence[str] | None = None
) -> tuple[SeedCandidate, ...]:
    """Return all candidates under `rules` in the order of their preference: the seeds, then those for which there is no
    room. Characters come first and are always kept.

    words: word -> count, with the mark of its start. lines: for ``repeats-in-lines``, the texts that the words come
    from, with marks; without them each word is a line, as often as its count says. Raises LimitError.

    >>> [seed.piece for seed in seed_candidates({"hug": 10, "hugs": 5}, Rules(seed_size=5)) if not seed.kept]
    ['hug', 'ug', 'ugs', 'gs']
    """
    return tuple(_by_preference(words, rules, lines))


def _by_preference(words: Mapping[str, int], rules: Rules, lines: Sequence[str] | None) -> Iterator[SeedCandidate]:
    """Yield the candidates one by one: there are many, of which training takes few."""
    longest = rules.max_piece_length
    check_limit("MAX_SUBSTRINGS", MAX_SUBSTRINGS, met=_number_of_substrings(words, longest))
    characters = count_symbols(words.items())
    if rules.seeds == "repeats-in-lines":
        del characters[BLANK]
    if rules.seeds == "repeats":
        rows = [(piece, n, n * len(piece)) for piece, n in _repeats(words, longest)]
        rows.sort(key=lambda row: (row[2], row[0]), reverse=True)
        first = sorted(characters.items(), key=lambda item: (item[1], item[0]), reverse=True)
    elif rules.seeds == "repeats-in-lines":
        if lines is None:
            lines = [word for word, count in words.items() for _ in range(count)]
        repeats = _repeats_in_lines(lines, longest)
        rows = [(piece, n, n * len(piece)) for piece, n in repeats if BLANK not in piece]
        rows.sort(key=lambda row: (-row[2], -len(row[0].encode("utf-8")), row[0]))
        first = sorted(characters.items(), key=lambda item: (-item[1], item[0]))
    else:
        counted = _substrings(words, longest, strict=rules.seeds == "strict-substrings")
        rows = [(piece, n, n) for piece, n in counted.items()]
        rows.sort(key=lambda row: -row[1])
        first = list(characters.items())
    room = len(rows) if rules.seed_size is None else max(rules.seed_size - len(first), 0)
    if rules.seeds == "repeats":
        room = max(room, 1)  # it looks at the size after it took a piece
    elif rules.seeds == "repeats-in-lines" and rules.seed_size is not None:
        room = rules.seed_size  # characters do not count
    for character, count in first:
        yield SeedCandidate(character, count, count, True)
    for i, (piece, count, weight) in enumerate(rows):
        yield SeedCandidate(piece, count, weight, i < room)


def _number_of_substrings(words: Iterable[str], longest: int | None) -> int:
    number = 0
    for length, words_of_it in Counter(map(len, words)).items():
        sizes = range(1, min(length, longest or length) + 1)
        number += words_of_it * sum((length - size + 1) * max(size, _SHORT) // _SHORT for size in sizes)
    return number


def _substrings(words: Mapping[str, int], longest: int | None, *, strict: bool) -> dict[str, int]:
    """Count the substrings of at least two characters with the counts of their words, in the order in which they are
    seen."""
    counts: defaultdict[str, int] = defaultdict(int)
    for word, count in checkpoints(words.items()):
        length = len(word)
        for begin in range(length - 1):
            stop = length if longest is None else min(length, begin + longest)
            for end in range(begin + 2, stop + 1):
                counts[word[begin:end]] += count
    if strict:
        for word, count in words.items():
            if counts.get(word) == count:  # it occurs as this word only
                del counts[word]
    return counts


def _repeats(words: Iterable[str], longest: int | None) -> list[tuple[str, int]]:
    """Return the candidates of tokenizers: the inner nodes of a suffix tree over the different words, a NUL at the end
    of each."""
    counts: defaultdict[str, int] = defaultdict(int)
    follows: dict[str, str] = {}
    several: set[str] = set()
    for word in checkpoints(words):
        length = len(word)
        ended = word + "\0"
        for begin in range(length - 1):
            stop = length if longest is None else min(length, begin + longest)
            for end in range(begin + 2, stop + 1):
                piece = word[begin:end]
                counts[piece] += 1
                if follows.setdefault(piece, ended[end]) != ended[end]:
                    several.add(piece)
    return [(piece, count) for piece, count in counts.items() if piece in several]


def _repeats_in_lines(lines: Sequence[str], longest: int | None) -> list[tuple[str, int]]:
    """Return the candidates of sentencepiece: the inner nodes of a suffix tree over the bytes of all lines, a NUL at
    the end of each.

    A node whose string ends in the NUL is taken without it, and its count is added to that of the same string.
    """
    occurrences: Counter[str] = Counter()
    follows: defaultdict[str, int] = defaultdict(int)  # word -> set of the first bytes of what follows it
    endings: Counter[str] = Counter()  # word -> how many lines it ends
    after_end: defaultdict[str, int] = defaultdict(int)  # word -> set of the first bytes of the lines that follow then
    mark = _first_byte(METASPACE)
    for line, after in checkpoints(pairwise((*filter(None, lines), ""))):
        words = _split(line)
        occurrences.update(words)
        for word in words[:-1]:
            follows[word] |= mark
        follows[words[-1]] |= _NUL
        endings[words[-1]] += 1
        after_end[words[-1]] |= _first_byte(after)

    counts: defaultdict[str, int] = defaultdict(int)
    nexts: defaultdict[str, int] = defaultdict(int)
    end_counts: defaultdict[str, int] = defaultdict(int)
    end_nexts: defaultdict[str, int] = defaultdict(int)
    for word, count in checkpoints(occurrences.items()):
        length = len(word)
        heads = list(map(_first_byte, word))
        for begin in range(length - 1):
            stop = length if longest is None else min(length, begin + longest)
            for end in range(begin + 2, stop + 1):
                piece = word[begin:end]
                counts[piece] += count
                if end < length:
                    nexts[piece] |= heads[end]
                else:
                    nexts[piece] |= follows[word]
                    if word in endings:
                        end_counts[piece] += endings[word]
                        end_nexts[piece] |= after_end[word]
    repeats = []
    for piece, count in checkpoints(counts.items()):
        nodes = count if nexts[piece].bit_count() > 1 else 0
        if end_nexts.get(piece, 0).bit_count() > 1:
            nodes += end_counts[piece]
        if nodes:
            repeats.append((piece, nodes))
    return repeats


def _split(line: str) -> list[str]:
    """Return the words of a marked line, each beginning with a mark, but perhaps the first."""
    head, *rest = line.split(METASPACE)
    return [*([head] if head else []), *(METASPACE + part for part in rest)]


def _first_byte(text: str) -> int:
    """Return the first byte of a text as a set of one, or the end of all lines for an empty one."""
    return 1 << text[0].encode("utf-8")[0] if text else _END
