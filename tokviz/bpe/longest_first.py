"""Encoding by a vocabulary alone: the longest token anywhere in the word is fixed first.

This is how a widely copied tutorial applies a BPE vocabulary. It is not how BPE encodes: merges are not asked, so the
result can differ from that of :class:`tokviz.bpe.model.Model` with the same vocabulary.

Source: the function `tokenize_word` of Lei Mao's post "Byte Pair Encoding". It splits a word at all occurrences of a
token at once, left to right and without overlaps. Here one step fixes the leftmost occurrence and the same token stays
on the list for the right side, which comes to the same. It differs in three points, each on purpose: there a stretch in
which no token is found disappears unless the list has run out, here it is one unknown token, always; there tokens with
a full stop are never found, because it is escaped twice; there `w` is found inside the mark `</w>`, here the mark is
one character that only tokens with the mark reach.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Literal

from tokviz.bpe.rules import Rules
from tokviz.corpus.limits import check_type
from tokviz.models.decoding import join_tokens
from tokviz.models.text_encoder import TextEncoder, check_explained
from tokviz.notebook_display import Explained


@dataclass(frozen=True)
class Stretch:
    """A part of a word: its text, the end mark included where `final`, and the token it became; None while open."""

    text: str
    final: bool
    token: str | None = None


@dataclass(frozen=True)
class LongestFirstStep:
    """An open stretch is searched for the longest token in it, which is fixed.

    before, after: the word's stretches; index: which of `before` was searched. tried: the tokens looked for in vain, in
    the order of the list (a search goes on in the list where that of the stretch around it ended). token: the one
    found, or None: the list is used up and the stretch unknown. at: where it begins in the stretch, in characters.
    left, right: what is left on both sides, ``""`` for nothing.
    """

    before: tuple[Stretch, ...]
    index: int
    token: str | None
    at: int | None
    left: str
    right: str
    after: tuple[Stretch, ...]
    _list: tuple[str, ...] = field(repr=False, compare=False)
    _range: tuple[int, int] = field(repr=False)

    @property
    def stretch(self) -> str:
        """The text that was searched."""
        return self.before[self.index].text

    @property
    def tried(self) -> tuple[str, ...]:
        return self._list[slice(*self._range)]


@dataclass(frozen=True)
class LongestFirstTrace(Explained[LongestFirstStep]):
    """The encoding of one word, search by search: depth first, the left side before the right.

    start: the word with its mark, one open stretch. stopped: ``all-covered``, or ``unknown-parts`` when some stretch
    became the unknown token.
    """

    word: str
    start: tuple[Stretch, ...]
    steps: tuple[LongestFirstStep, ...]
    tokens: tuple[str, ...]
    stopped: Literal["all-covered", "unknown-parts"]


@dataclass(frozen=True, eq=False, repr=False)
class LongestFirst(TextEncoder):
    """A vocabulary applied longest token first.

    vocabulary: the tokens; among equally long ones the given order counts, the end mark counts as one character, and
    an empty token is left out. unk: what each stretch that no token covers becomes. end_of_word: the mark that words
    get and that tokens at the end of a word end in (``""`` for none).

    >>> tokens = ["errrr</w>", "tain</w>", "moun", "est</w>", "high", "the</w>", "a</w>"]
    >>> longest = LongestFirst(tokens)
    >>> longest.encode("the highest mountain")
    ['the</w>', 'high', 'est</w>', 'moun', 'tain</w>']
    >>> longest.decode(longest.encode("the highest mountain"))
    'the highest mountain'
    """

    algorithm: ClassVar[str] = "bpe"
    # A list of tokens says nothing of what is done with a text before it is pre-tokenized.
    added = ()
    normalizer = None
    around = None

    vocabulary: Sequence[str]
    unk: str = "<unk>"
    end_of_word: str = "</w>"
    pretokenizer: str = "whitespace"

    # -- the three verbs -------------------------------------------------------------------------------------------

    def explain(self, word: str) -> LongestFirstTrace:
        """Encode one word (without its mark) step by step.

        Raises LimitError for one of more than MAX_EXPLAINED characters.
        """
        check_type(word)
        check_explained(len(word))
        start = (Stretch(word + self.end_of_word, True),) if word else ()
        done: list[Stretch] = []
        # The rest of the word, its end first: each stretch, and from where in the list it is searched.
        todo = [(stretch, 0) for stretch in start]
        steps = []
        while todo:
            stretch, begin = todo.pop()
            if stretch.token is not None:
                done.append(stretch)
                continue
            rest = tuple(part for part, _ in reversed(todo))
            place, at = self._search(stretch, begin)
            parts = [Stretch(stretch.text, stretch.final, self.unk)]
            token, left, right = None, "", ""
            if at is not None:
                token = self.tokens[place]
                left, right = stretch.text[:at], stretch.text[at + len(token) :]
                ends = stretch.final and not right
                parts = [Stretch(left, False)] if left else []
                parts.append(Stretch(token, ends, token))
                parts += [Stretch(right, stretch.final)] if right else []
            todo += [(part, place) for part in reversed(parts)]
            before, after = (*done, stretch, *rest), (*done, *parts, *rest)
            steps.append(
                LongestFirstStep(before, len(done), token, at, left, right, after, self.tokens, (begin, place))
            )
        unknown = any(step.token is None for step in steps)
        tokens = tuple(str(stretch.token) for stretch in done)
        return LongestFirstTrace(word, start, tuple(steps), tokens, "unknown-parts" if unknown else "all-covered")

    def _join(self, tokens: Sequence[str]) -> str:
        """Join the tokens, each end mark a space. What was unknown stays so, and with it the end of its word."""
        return join_tokens(tokens, Rules(end_of_word=self.end_of_word), self.pretokenizer)

    # -- words -----------------------------------------------------------------------------------------------------

    @property
    def unknown_token(self) -> str:
        """The token for what the vocabulary does not have."""
        return self.unk

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The vocabulary as it is tried: longest first, then in the given order, each token once."""
        return tuple(sorted(dict.fromkeys(filter(None, self.vocabulary)), key=self._length, reverse=True))

    def _ends(self, token: str) -> bool:
        return bool(self.end_of_word) and token.endswith(self.end_of_word)

    def _length(self, token: str) -> int:
        return len(token) - len(self.end_of_word) + 1 if self._ends(token) else len(token)

    # -- searching -------------------------------------------------------------------------------------------------

    def _search(self, stretch: Stretch, begin: int) -> tuple[int, int | None]:
        """Find the first token from `begin` on that is in the stretch: its place in the list, and where it begins."""
        text = stretch.text
        bare = len(text) - len(self.end_of_word) if stretch.final else len(text)
        for place in range(begin, len(self.tokens)):
            token = self.tokens[place]
            if not self._ends(token):
                at = text.find(token, 0, bare)
                if at >= 0:
                    return place, at
            elif stretch.final and text.endswith(token):
                return place, len(text) - len(token)
        return len(self.tokens), None

    @cached_property
    def _by_length(self) -> dict[int, tuple[dict[str, int], dict[str, int]]]:
        """Length -> token -> place in the list, for tokens without and (cut off) with the mark; longest first."""
        places: dict[int, tuple[dict[str, int], dict[str, int]]] = {}
        for place, token in enumerate(self.tokens):
            inside, ending = places.setdefault(self._length(token), ({}, {}))
            if self._ends(token):
                ending[token[: -len(self.end_of_word)]] = place
            else:
                inside[token] = place
        return places

    def _encode(self, word: str) -> tuple[str, ...]:
        """Return the tokens of `explain`, but quicker.

        For each length, it takes the tokens that occur in the word where nothing is taken yet.

        What was taken before is at least as long, so a token overlaps it only if one of the token's ends lies in it.
        """
        size = len(word) + bool(self.end_of_word) if word else 0
        covered = bytearray(size)
        matched = {}
        for length, (inside, ending) in self._by_length.items():
            candidates = list(_standing(word, covered, length, inside))
            if length <= size and word[size - length :] in ending:
                candidates.append((ending[word[size - length :]], size - length))
            for place, at in sorted(candidates):
                if not covered[at] and not covered[at + length - 1]:
                    covered[at : at + length] = b"\1" * length
                    matched[at] = place, at + length
        tokens = []
        at = 0
        while at < size:
            if at in matched:
                place, at = matched[at]
                tokens.append(self.tokens[place])
            else:
                at = covered.find(1, at) % (size + 1)  # -1, nothing comes: to the end
                tokens.append(self.unk)
        return tuple(tokens)


def _standing(word: str, covered: bytearray, length: int, tokens: dict[str, int]) -> Iterator[tuple[int, int]]:
    """Yield the tokens (all of one length) that begin where nothing is taken: place in the list, place in the word."""
    if len(tokens) > len(word):  # look up the substrings of the word
        for at in range(len(word) - length + 1):
            if not covered[at]:
                place = tokens.get(word[at : at + length])
                if place is not None:
                    yield place, at
        return
    for token, place in tokens.items():  # look for each token
        at = covered.find(0)
        while at >= 0:
            at = word.find(token, at)
            if at >= 0:
                if not covered[at]:
                    yield place, at
                at = covered.find(0, at + 1)
