"""Added tokens: strings that are looked for in a text before anything else is done with it, each one token.

The text between them is pre-tokenized and encoded piece by piece. Where several begin at one place the longest is
taken, and the search goes on behind it: also in white space that the one before has taken with it, where tokenizers
may fail. Source: tokenizers 0.23.3, tokenizer/added_vocabulary.rs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import regex

from tokviz.pretokenize import Normalizer, Pretokenizer

_WORD, _SPACE = regex.compile(r"\w"), regex.compile(r"\s")


@dataclass(frozen=True)
class AddedToken:
    """A token beside the vocabulary of a model, or one of it that is never cut up.

    single_word: it counts only where no word character is before or behind it. lstrip, rstrip: it takes the white
    space before it, or behind it, with it. normalized: it is looked for after those that are not, in text that has been
    normalized. special: it stands for no text, such as the end of a document; this changes no token.
    """

    id: int
    content: str
    single_word: bool = False
    lstrip: bool = False
    rstrip: bool = False
    normalized: bool = False
    special: bool = True


Span = tuple[int, int, AddedToken | None]
"""A part of a text, from one character to another, and the token that it is, with the white space that this takes."""


class AddedTokens:
    """A text cut at added tokens; the one with an empty string is never found.

    normalizer: what becomes of the text between those that are looked for in the text as it is.

    >>> added = AddedTokens([AddedToken(9, "<s>", rstrip=True)])
    >>> [part if isinstance(part, str) else part.id for part in added.cut("low<s> lower")]
    ['low', 9, 'lower']
    """

    def __init__(self, tokens: Iterable[AddedToken], normalizer: Normalizer | None = None) -> None:
        self._tokens = {token.content: token for token in tokens if token.content}
        self._normalize = normalizer or str
        in_normalized = normalizer.of_token if normalizer else str
        plain, normalized = {}, {}
        for content, token in self._tokens.items():
            if not token.normalized:
                plain[content] = token
            elif normalized_content := in_normalized(content):
                normalized[normalized_content] = token
        self._plain, self._normalized = _Search(plain), _Search(normalized)

    def __contains__(self, content: str) -> bool:
        return content in self._tokens

    def stretches(self, text: str, split: Pretokenizer) -> Iterator[tuple[tuple[str, ...], bool]]:
        """Yield the words of each stretch between added tokens, and each added token alone, which is marked as such.

        >>> added = AddedTokens([AddedToken(9, "<s>")])
        >>> list(added.stretches("a b<s>c", lambda text: tuple(text.split())))
        [(('a', 'b'), False), (('<s>',), True), (('c',), False)]
        """
        for part in self.cut(text):
            yield ((part.content,), True) if isinstance(part, AddedToken) else (split(part), False)

    def cut(self, text: str) -> list[str | AddedToken]:
        """Return the added tokens of a text and the normalized text between them, in order."""
        parts: list[str | AddedToken] = []
        for start, end, token in self.spans(text):
            if token is not None:
                parts.append(token)
                continue
            stretch = self._normalize(text[start:end])
            parts += [token or stretch[first:last] for first, last, token in self.spans_in_normalized(stretch)]
        return parts

    def spans(self, text: str) -> Iterator[Span]:
        """Yield the places of the tokens that are looked for in the text as it is, and the stretches between them."""
        return self._plain.spans(text)

    def spans_in_normalized(self, text: str) -> Iterator[Span]:
        """Yield the places of the other tokens in a normalized text."""
        return self._normalized.spans(text)


class _Search:
    """The search for some added tokens by what they look like, all at once."""

    def __init__(self, tokens: Mapping[str, AddedToken]) -> None:
        self._tokens = tokens
        sizes: dict[str, set[int]] = {}
        for content in self._tokens:
            sizes.setdefault(content[0], set()).add(len(content))
        self._sizes = {first: sorted(lengths, reverse=True) for first, lengths in sizes.items()}
        self._first = regex.compile(f"[{regex.escape(''.join(sizes))}]" if sizes else r"(?!)")

    def spans(self, text: str) -> Iterator[Span]:
        done = 0
        for start, end, token in self._found(text):
            if token.single_word and (_WORD.match(text[start - 1 : start]) or _WORD.match(text[end : end + 1])):
                continue
            while token.lstrip and start > done and _SPACE.match(text[start - 1]):
                start -= 1
            while token.rstrip and _SPACE.match(text[end : end + 1]):
                end += 1
            if token.lstrip and end <= done:
                continue  # it would begin where it ends
            if done < start:
                yield done, start, None
            yield start, end, token
            done = end
        if done < len(text):
            yield done, len(text), None

    def _found(self, text: str) -> Iterator[tuple[int, int, AddedToken]]:
        """Yield the begin and the end of each token with it, whatever its flags say.

        No token overlaps another one.
        """
        at = 0
        while match := self._first.search(text, at):
            at = match.start()
            for size in self._sizes[text[at]]:
                end = min(at + size, len(text))
                token = self._tokens.get(text[at:end])
                if token is not None:
                    yield at, end, token
                    at = end
                    break
            else:
                at += 1
