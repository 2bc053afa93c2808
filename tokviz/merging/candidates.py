"""The pairs that a step chooses from: counted, filtered and put into the order of the rules.

These are the plain definitions (count every window, sort), kept apart from the trainer's bookkeeping, so that a test
can hold one against the other. Pairs and words are strings of symbol numbers here, as in
:class:`tokviz.bpe.trace.Trace`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import takewhile
from operator import add

from tokviz.checkpoint import checkpoints
from tokviz.merging.rules import Rules


def pairs_of(form: str) -> Iterable[str]:
    """Return the adjacent pairs of a word, left to right, overlapping ones included.

    >>> list(pairs_of("aaab"))
    ['aa', 'aa', 'ab']
    """
    return map(add, form, form[1:])


def occurrences(pair: str, form: str) -> int:
    """Count how often a word has the pair, overlapping ones included; or a single symbol.

    >>> occurrences("ab", "aabab"), occurrences("aa", "aaab"), occurrences("a", "aaab")
    (2, 2, 3)
    """
    if pair != pair[0] * 2:
        return form.count(pair)
    return sum(other == pair for other in pairs_of(form))


def exchanged(form: str, pair: str, token: str) -> tuple[list[str], list[str]]:
    """Return the pairs that a word loses and those that it wins when `token` takes the place of `pair`.

    >>> exchanged("xabab", "ab", "T")
    (['ab', 'xa', 'ab', 'ba'], ['xT', 'TT'])
    """
    left, right = pair[0], pair[1]
    lost: list[str] = []
    won: list[str] = []
    head, *gaps = form.split(pair)
    last = len(gaps) - 1
    if gaps and head:
        lost += pair, head[-1] + left
        won.append(head[-1] + token)
    elif gaps:
        lost.append(pair)
    for i, gap in enumerate(gaps):
        if gap:
            lost.append(right + gap[0])
            won.append(token + gap[0])
        if i < last:
            lost += pair, (gap[-1] if gap else right) + left
            won.append((gap[-1] if gap else token) + token)
    return lost, won


def count_pairs(forms: Iterable[str], weights: Iterable[int]) -> dict[str, int]:
    """Count the pairs of words, in the order in which the words show them.

    >>> count_pairs(["aab", "ab"], [2, 5])
    {'aa': 2, 'ab': 7}
    """
    counts: defaultdict[str, int] = defaultdict(int)
    for form, weight in checkpoints(zip(forms, weights, strict=True)):
        for pair in pairs_of(form):
            counts[pair] += weight
    return dict(counts)


def token_name(pair: str, names: Sequence[str], rules: Rules) -> str:
    """Return the string of the token that `pair` would become."""
    return rules.join(names[ord(pair[0])], names[ord(pair[1])])


def allows_all(rules: Rules) -> bool:
    """Tell if every pair is a candidate, unless the rules skip it as a duplicate."""
    return rules.max_token_length is None and not rules.splits_tokens


def is_allowed(pair: str, names: Sequence[str], widths: Sequence[int], rules: Rules) -> bool:
    """Tell if the length and the characters of its token let `pair` be a candidate.

    Pairs of two first symbols are always short enough.
    """
    if rules.max_token_length is not None:
        left, right = widths[ord(pair[0])], widths[ord(pair[1])]
        if not left == right == 1 and left + right >= rules.max_token_length:
            return False
    return not (rules.splits_tokens and rules.clash(token_name(pair, names, rules)))


def preferred(counts: dict[str, int], names: Sequence[str], rules: Rules) -> list[str]:
    """Sort the pairs of `counts` from the most to the least preferred. `counts` must be in the order of first
    occurrence."""
    pairs = list(counts)
    match rules.tie_break:
        case "smallest-ids":
            pairs.sort()
        case "greatest-pair" | "smallest-pair":
            compared = [rules.compared(name) for name in names]
            pairs.sort(
                key=lambda pair: (compared[ord(pair[0])], compared[ord(pair[1])]),
                reverse=rules.tie_break == "greatest-pair",
            )
        case "shortest-token":
            tokens = {pair: token_name(pair, names, rules) for pair in pairs}
            pairs.sort(key=lambda pair: (len(tokens[pair]), tokens[pair], pair))  # code points sort as UTF-8 does
        case "last-seen" if any(counts.values()):  # what has died out was not seen: those are ordered by their ids
            pairs.reverse()
        case "first-seen" | "last-seen":
            pass
    pairs.sort(key=counts.__getitem__, reverse=True)  # stable, so the tie-break stays within a count
    return pairs


def number_tied(values: Iterable[int | Fraction | float]) -> int:
    """Count the values, which are in order, that share the first place; 0 where one has it alone.

    >>> number_tied([9, 9, 6]), number_tied([9, 6, 6]), number_tied([])
    (2, 0, 0)
    """
    in_order = iter(values)
    best = next(in_order, None)
    others = sum(1 for _ in takewhile(lambda value: value == best, in_order))
    return others and others + 1


class TieCounter:
    """The number of candidates with a given count, kept up to date while words change.

    It answers for a whole trace what sorting the candidates of every step would answer too slowly.
    """

    def __init__(self, names: Sequence[str], widths: Sequence[int], rules: Rules) -> None:
        self._names, self._widths, self._rules = names, widths, rules
        self._counts: dict[str, int] = {}
        self._sizes: defaultdict[int, int] = defaultdict(int)
        self._excluded: set[str] = set()
        self._by_name: defaultdict[str, list[str]] = defaultdict(list)  # where the rules skip duplicates
        self._skipped: set[str] = set()

    def add(self, pairs: Iterable[str], weight: int) -> None:
        """Count each of the pairs `weight` times more; a negative weight takes them away."""
        counts, sizes = self._counts, self._sizes
        for pair in pairs:
            if pair not in counts:
                self._meet(pair)
            before = counts[pair]
            counts[pair] = before + weight
            if pair not in self._excluded:
                sizes[before] -= 1
                sizes[before + weight] += 1

    def skip(self, name: str) -> None:
        """Exclude all pairs that would make `name` from now on."""
        self._skipped.add(name)
        for pair in self._by_name.pop(name, ()):
            self._sizes[self._counts[pair]] -= 1
            self._excluded.add(pair)

    def tied_at(self, count: int) -> int:
        """Return the number of candidates with this count, which must not be 0."""
        return self._sizes[count]

    def _is_excluded(self, pair: str) -> bool:
        return not is_allowed(pair, self._names, self._widths, self._rules)

    def _meet(self, pair: str) -> None:
        self._counts[pair] = 0
        excluded = self._is_excluded(pair)
        if self._rules.duplicates == "skip":
            name = token_name(pair, self._names, self._rules)
            excluded = excluded or name in self._skipped
            if not excluded:
                self._by_name[name].append(pair)
        if excluded:
            self._excluded.add(pair)
