"""The start vocabulary: which strings training begins with, and the weight of each.

A seed's weight is what its first probability is in proportion to: its count, or, in the libraries, its count times its
length. Counting goes over the different words, for all substrings of a length at once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile

import numpy as np

from tokviz.checkpoint import checkpoint, checkpoints
from tokviz.checks import check_limit
from tokviz.corpus.coverage import BLANK, count_symbols
from tokviz.pretokenize import METASPACE
from tokviz.unigram.rules import Rules
from tokviz.unigram.trellis import Ints, in_order

MAX_SUBSTRINGS = 6_000_000
"""The most substrings that are counted, each once for every different word and place that has it; a bound on memory, so
one of more than 16 characters counts for as many times 16 as it has."""

_SHORT = 16
_NUL = 0  # the byte that sentencepiece and tokenizers write after a line or word
_END = 256  # the end of all lines, as if it were a byte


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
        rows = [(piece, n, n) for piece, n in counted]
        first = list(characters.items())
    if rules.splits_tokens:
        rows = [row for row in rows if not rules.clash(row[0])]
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


def _substrings(words: Mapping[str, int], longest: int | None, *, strict: bool) -> list[tuple[str, int]]:
    """Count the substrings of at least two characters with the counts of their words; the most frequent come first, of
    equal ones that which is seen first.

    strict: without those that occur as a whole word only.
    """
    text, sizes = _joined(words)
    counts = np.repeat(np.fromiter(words.values(), np.int64, len(words)), sizes)
    length_of_word = np.zeros(len(text), np.int64)  # at the place where it begins
    length_of_word[np.cumsum(sizes) - sizes] = sizes - 1
    rows = [np.zeros((3, 0), np.int64)]
    for length, places, starts in _equal_substrings(text, sizes, longest):
        first, number = places[starts], np.add.reduceat(counts[places], starts)
        if strict:
            stay = (length_of_word[first] != length) | (number > counts[first])
            first, number = first[stay], number[stay]
        rows.append(np.stack([first, np.full(len(first), length), number]))
    table = np.concatenate(rows, axis=1)
    ordered = table[:, np.lexsort((table[1], table[0], -table[2]))]
    return [(text[i : i + length], count) for i, length, count in zip(*ordered.tolist(), strict=True)]


def _repeats(words: Iterable[str], longest: int | None) -> list[tuple[str, int]]:
    """Return the candidates of tokenizers: the inner nodes of a suffix tree over the different words, a NUL at the end
    of each."""
    text, sizes = _joined(words)
    codes, repeats = _codes(text), []
    for length, places, starts in _equal_substrings(text, sizes, longest):
        follows = codes[places + length]
        several = np.minimum.reduceat(follows, starts) < np.maximum.reduceat(follows, starts)
        first, number = places[starts][several], np.diff(starts, append=len(places))[several]
        repeats += [(text[i : i + length], n) for i, n in zip(first.tolist(), number.tolist(), strict=True)]
    return repeats


def _repeats_in_lines(lines: Sequence[str], longest: int | None) -> list[tuple[str, int]]:
    """Return the candidates of sentencepiece: the inner nodes of a suffix tree over the bytes of all lines, a NUL at
    the end of each.

    A node whose string ends in the NUL is taken without it, and its count is added to that of the same string.
    """
    lines = [*filter(None, lines)]
    occurrences = Counter(chain.from_iterable(map(_split, checkpoints(lines))))
    last_words = [line[max(line.rfind(METASPACE), 0) :] for line in lines]
    endings = Counter(last_words)  # word -> how many lines it ends
    after_end: defaultdict[str, set[int]] = defaultdict(set)  # word -> the first bytes of the lines that follow then
    for word, next_line in zip(last_words, (*lines[1:], ""), strict=False):  # without lines there is no last word
        after_end[word].add(_first_byte(next_line))

    text, sizes = _joined(occurrences)
    counts = np.fromiter(occurrences.values(), np.int64, len(occurrences))
    end_counts = np.fromiter(map(endings.__getitem__, occurrences), np.int64, len(occurrences))
    # Of the bytes that follow a place, the least and the greatest tell whether there are several.
    first_bytes = {character: _first_byte(character) for character in {*text}}
    least = np.fromiter(map(first_bytes.__getitem__, text), np.int64, len(text))
    greatest = least.copy()
    ends, mark = np.cumsum(sizes) - 1, _first_byte(METASPACE)
    least[ends], greatest[ends] = np.where(end_counts, _NUL, mark), np.where(counts > end_counts, mark, _NUL)
    # The same for the bytes after that NUL.
    end_least, end_greatest = np.full(len(text), _END), np.full(len(text), _NUL)
    for end, word in zip(ends.tolist(), occurrences, strict=True):
        if word in endings:
            end_least[end], end_greatest[end] = min(after_end[word]), max(after_end[word])
    is_end = np.zeros(len(text), np.bool_)
    is_end[ends] = True
    counts, end_counts = np.repeat(counts, sizes), np.repeat(end_counts, sizes)
    repeats = []
    for length, places, starts in _equal_substrings(text, sizes, longest):
        after = places + length
        several = np.minimum.reduceat(least[after], starts) < np.maximum.reduceat(greatest[after], starts)
        nodes = np.where(several, np.add.reduceat(counts[places], starts), 0)
        several = np.minimum.reduceat(end_least[after], starts) < np.maximum.reduceat(end_greatest[after], starts)
        nodes += np.where(several, np.add.reduceat(np.where(is_end[after], end_counts[places], 0), starts), 0)
        found = np.flatnonzero(nodes)
        first, number = places[starts[found]], nodes[found]
        repeats += [(text[i : i + length], n) for i, n in zip(first.tolist(), number.tolist(), strict=True)]
    return repeats


def _split(line: str) -> list[str]:
    """Return the words of a marked line, each beginning with a mark, but perhaps the first."""
    head, *rest = line.split(METASPACE)
    return [*([head] if head else []), *(METASPACE + part for part in rest)]


def _first_byte(text: str) -> int:
    """Return the first byte of a text, or the end of all lines for an empty one."""
    return text[0].encode("utf-8")[0] if text else _END


# -- equal substrings --------------------------------------------------------------------------------------------------
# A place is an index into the words joined. Two substrings are equal if they are so without their last character, which
# one length less has told, and end in the same character.


def _joined(words: Iterable[str]) -> tuple[str, Ints]:
    """Return the words as one text, a NUL after each, and their lengths with it."""
    ended = [f"{word}\0" for word in words]
    return "".join(ended), np.fromiter(map(len, ended), np.intp, len(ended))  # what `repeat` takes on 32 bits, too


def _codes(text: str) -> Ints:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.int64)


def _equal_substrings(text: str, sizes: Ints, longest: int | None) -> Iterator[tuple[int, Ints, Ints]]:
    """Yield, for each length from 2 on, the places of all substrings of words, equal ones side by side and in the order
    of the text; and where among them the groups of equal ones start."""
    letters, codes = np.unique(_codes(text), return_inverse=True)
    left = np.repeat(np.cumsum(sizes), sizes) - np.arange(len(codes)) - 1  # in the word
    codes = codes.astype(np.int64)  # whose products have no room in 32 bits
    places, group = np.flatnonzero(left), codes.copy()
    for length in range(2, min(longest or len(codes), int(left.max(initial=0))) + 1):
        checkpoint()
        places = places[left[places] >= length]
        keys = group[places] * len(letters) + codes[places + length - 1]
        order = in_order(keys)
        is_first = np.diff(keys[order], prepend=-1) > 0
        in_groups = places[order]
        group[in_groups] = np.cumsum(is_first) - 1
        yield length, in_groups, np.flatnonzero(is_first)


def sizes(words: Mapping[str, int], rules: Rules) -> tuple[int, int]:
    """Return the smallest and the largest vocabulary that training can give, without special tokens.

    It begins with the largest and may not remove characters; the expectation step may drop some pieces even there.

    >>> sizes({"hug": 10, "pug": 5, "hugs": 5}, Rules())
    (5, 11)
    """
    chosen = seeds(marked_words(words, rules), rules)
    smallest = characters = sum(len(seed.piece) == 1 for seed in chosen)
    if rules.flow == "huggingface":  # it counts special tokens as characters that are there
        smallest = max(characters - len(rules.first_tokens), 1)
    elif rules.flow == "plain" and not rules.keep_characters:
        smallest = 1
    return smallest, max(len(chosen), smallest)
