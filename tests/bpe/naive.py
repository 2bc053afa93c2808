"""BPE training written down a second time, with every convention: what the real one is held against.

Everything is counted again at every step, by what the plain trainer on the pages is made of
(:mod:`tokviz.merging.plain`), and each convention is spelled out where it applies. From `tokviz.bpe` it takes only the
`Rules`, and with them how words are cut into their first symbols and which characters are in no token together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tokviz.bpe import Pair, Rules
from tokviz.corpus import Corpus
from tokviz.merging.plain import Word, count_pairs, count_symbols, merged
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR, CHAR_TO_BYTE


@dataclass(frozen=True)
class State:
    """The words after some merges, and the candidates for the next merge in the order of preference."""

    words: tuple[Word, ...]
    pairs: tuple[tuple[Pair, int], ...]
    vocabulary_size: int


@dataclass(frozen=True)
class Result:
    states: list[State]
    merges: list[tuple[Pair, str, int]]
    names: list[str]


def kept_characters(corpus: Corpus, rules: Rules) -> set[str] | None:
    if rules.limit_alphabet is None:
        return None
    counts = count_symbols([Rules(alphabet=rules.alphabet).segment(word) for word in corpus], corpus.counts)
    wanted = always_there(rules)
    if rules.alphabet == "characters":
        wanted = set(sorted(wanted)[: rules.limit_alphabet])
    for character in wanted:
        counts.pop(character, None)
    free = max(rules.limit_alphabet - len(wanted), 0)
    return {*wanted, *sorted(counts, key=lambda c: (-counts[c], c))[:free]}


def always_there(rules: Rules) -> set[str]:
    return {one[:1] if rules.alphabet == "characters" else one for one in rules.initial_alphabet} - {""}


def first_names(corpus: Corpus, rules: Rules, words: Sequence[Word]) -> list[str]:
    """Return the vocabulary before the first merge, by id."""
    kept = kept_characters(corpus, rules)
    shown = list(dict.fromkeys(symbol for word in words for symbol in word))
    occurring = {c for word in corpus for c in word}
    match rules.alphabet:
        case "bytes":
            alphabet = [*BYTE_TO_CHAR.values(), *shown]
        case "symbols":
            alphabet = sorted({*shown, *always_there(rules)})
        case "characters":
            characters = {*occurring, *always_there(rules)}
            alphabet = [*sorted(characters if kept is None else characters & kept), *shown]
    return list(dict.fromkeys([*rules.special_tokens, *alphabet]))


def train(corpus: Corpus, rules: Rules, merges: int) -> Result:
    """Up to `merges` merges, with the state before each and after the last."""
    kept = kept_characters(corpus, rules)
    words, weights = [rules.segment(word, kept) for word in corpus], corpus.counts
    names = first_names(corpus, rules, words)
    made: set[str] = set()
    met: dict[Pair, None] = {}  # every pair that there was at some time, for rules that merge pairs that have died out
    used: set[Pair] = set()
    width = dict.fromkeys((symbol for word in words for symbol in word), 1)
    learned: list[tuple[Pair, str, int]] = []
    states = []

    def token_of(pair: Pair) -> str:
        return pair[0] + pair[1].removeprefix(rules.continuing_prefix)

    def shown_as(symbol: str) -> list[int]:
        """The bytes of a symbol; a mark's characters that show none come after all bytes."""
        if rules.alphabet != "bytes":
            return [ord(char) for char in symbol]
        return [CHAR_TO_BYTE.get(char, 256 + ord(char)) for char in symbol]

    def allowed(pair: Pair) -> bool:
        if rules.clash(token_of(pair)) or (rules.duplicates == "skip" and token_of(pair) in made):
            return False
        left, right = width[pair[0]], width[pair[1]]
        limit = rules.max_token_length
        return limit is None or (left, right) == (1, 1) or left + right < limit

    while True:
        counts = count_pairs(words, weights)
        met.update(dict.fromkeys(counts))
        candidates = {pair: n for pair, n in counts.items() if allowed(pair)}
        if not candidates and rules.minimum_count == 0:
            dead = sorted(met, key=lambda pair: (names.index(pair[0]), names.index(pair[1])))
            candidates = {pair: 0 for pair in dead if pair not in used and allowed(pair)}
        pairs = list(candidates)
        if rules.tie_break == "smallest-ids":
            pairs.sort(key=lambda pair: (names.index(pair[0]), names.index(pair[1])))
        elif rules.tie_break == "last-seen" and any(candidates.values()):
            pairs.reverse()
        elif rules.tie_break in ("greatest-pair", "smallest-pair"):
            pairs.sort(key=lambda pair: (shown_as(pair[0]), shown_as(pair[1])))
            if rules.tie_break == "greatest-pair":
                pairs.reverse()
        elif rules.tie_break == "shortest-token":
            pairs.sort(key=lambda pair: (names.index(pair[0]), names.index(pair[1])))
            pairs.sort(key=lambda pair: (len(token_of(pair)), token_of(pair).encode()))
        pairs.sort(key=lambda pair: -candidates[pair])
        states.append(State(tuple(words), tuple((pair, candidates[pair]) for pair in pairs), len(names)))

        if len(learned) == merges or not pairs or candidates[pairs[0]] < rules.minimum_count:
            return Result(states, learned, names)
        best = pairs[0]
        token = token_of(best)
        if token not in names:
            names.append(token)
        width.setdefault(token, width[best[0]] + width[best[1]])
        learned.append((best, token, candidates[best]))
        made.add(token)
        used.add(best)
        if any(word[i : i + 4] == best * 2 for word in words for i in range(len(word))):
            # sentencepiece rewrites one occurrence after the other: in between, the token is before the left part.
            met.setdefault((token, best[0]))
        words = [merged(word, best, token) for word in words]
