"""subword-nmt's apply: merges with all that the tool does around them, step by step.

A line is split into words at spaces, words at glossaries into fragments, fragments are encoded by the merges as if each
were a word, pieces that a vocabulary does not have are undone into smaller ones, and all pieces of a word but its last
get a separator. Reading and writing codes and vocabularies is `tokviz.files`.

Source: subword-nmt 0.3.8, apply_bpe.py and get_vocab.py. Two differences, both on purpose. The library remembers what
it encoded under dropout and gives it again when asked without; here only results without dropout are remembered. And it
fails (IndexError) on a fragment of line ends only, and on mark-like codes that undo into themselves; here the first is
left out and the second stay as they are.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Literal

import regex

from tokviz.bpe.encoding import EncodeTrace
from tokviz.bpe.model import Model
from tokviz.bpe.rules import PRESETS
from tokviz.checks import check_choice, check_least, check_limit
from tokviz.corpus.coverage import count_symbols
from tokviz.corpus.limits import check_type
from tokviz.errors import RulesError, brief
from tokviz.merging.steps import Pair
from tokviz.models.text_encoder import WordEncoder, named
from tokviz.pretokenize.marks import Marks

VERSIONS: Mapping[str, str] = MappingProxyType({"0.1": "subword-nmt-0.1", "0.2": "subword-nmt"})
"""Version of a codes file -> the rules it follows. A file without a version line is 0.1."""

_MARK = "</w>"
_EDGES = "\r\n "


@dataclass(frozen=True)
class Check:
    """One piece looked up in the vocabulary.

    before, after: the pieces of the fragment; index: which of `before` is looked up, all before it being settled.
    token: how it is spelled in the vocabulary, with the separator unless it is the last. outcome: ``known``;
    ``undone``, it is not and was split into the two parts of `pair`, the merge that makes it; or ``kept``, it is not,
    and no merge makes it.
    """

    before: tuple[str, ...]
    index: int
    token: str
    outcome: Literal["known", "undone", "kept"]
    pair: Pair | None
    after: tuple[str, ...]


@dataclass(frozen=True)
class FragmentTrace:
    """A word, or the part of one between glossary entries.

    untouched: why it was not encoded at all: it is a ``glossary`` entry, or ``one-character``, which the vocabulary is
    not asked about either. encoding: the merges, None if untouched. checks: the vocabulary, empty without one.
    pieces: the result, without end mark and separators.
    """

    text: str
    untouched: Literal["glossary", "one-character"] | None
    encoding: EncodeTrace | None
    checks: tuple[Check, ...]
    pieces: tuple[str, ...]


@dataclass(frozen=True)
class ApplyTrace:
    """The encoding of one word: its splits by each glossary in turn, its fragments, its tokens."""

    word: str
    splits: tuple[GlossarySplit, ...]
    fragments: tuple[FragmentTrace, ...]
    tokens: tuple[str, ...]

    @property
    def merged(self) -> tuple[EncodeTrace, ...]:
        """The encoding of each fragment that was merged."""
        return tuple(fragment.encoding for fragment in self.fragments if fragment.encoding is not None)


@dataclass(frozen=True, eq=False)
class Applier(WordEncoder):
    """Codes and the options of ``subword-nmt apply-bpe``.

    codes: the merges in learned order; of one listed twice the first counts. version: ``0.2``, the end mark is part of
    the last symbol, or ``0.1``, it is a symbol of its own. merges: use only so many of the codes. separator: ends every
    token but the last of a word. vocabulary: the tokens, spelled with separators, that may come out; an empty one is
    none at all, as in the library. glossaries: patterns, see :class:`~tokviz.bpe.subword_nmt.Glossaries`.

    Of several codes that make the same string, the one that undoes it is the first (duplicates count where they are
    listed last). In version 0.1, undoing ``X </w>`` leaves an empty last piece, as in the library.

    >>> applier = Applier([("l", "o"), ("lo", "w</w>"), ("e", "r</w>")])
    >>> applier.segment("low slow lower")
    'low s@@ low lo@@ w@@ er'
    >>> applier.decode(applier.encode("low slow lower"))
    'low slow lower'
    """

    algorithm: ClassVar[str] = "bpe"

    codes: Iterable[Pair]
    version: str = "0.2"
    merges: int | None = None
    separator: str = "@@"
    vocabulary: Set[str] | None = None
    glossaries: Iterable[str] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "codes", tuple(self.codes))
        object.__setattr__(self, "glossaries", tuple(self.glossaries))
        check_choice("version", self.version, VERSIONS)
        check_least("merges", self.merges, 0)
        self._patterns  # noqa: B018 (a broken pattern is found here, not in the middle of a text)

    @classmethod
    def from_model(cls, model: Model) -> Applier:
        """Make an applier of the merges of a model, such as `load_codes` gives, with default options;
        `dataclasses.replace` changes them.

        Raises RulesError if its words do not end in ``</w>`` or have other marks.
        """
        rules = model.rules
        if rules.end_of_word != _MARK or rules.start_of_word or rules.continuing_prefix or rules.alphabet == "bytes":
            raise RulesError("codes-mark")
        return cls(model.merges, "0.2" if rules.end_of_word_attached else "0.1")

    # -- the three verbs -------------------------------------------------------------------------------------------

    def encode(self, text: str, dropout: float = 0.0, rng: random.Random | None = None) -> list[str]:
        """Return the tokens of `text`, line by line. Words are cached, but not under dropout.

        dropout: the probability with which each pair sits out an iteration. ``random.Random(seed)`` as `rng` draws
        what the library draws after ``random.seed(seed)``. Under dropout words have the length limit of `explain`.
        """
        return [token for line in check_type(text).split("\n") for token in self._line(line, dropout, rng)]

    def explain(self, word: str, dropout: float = 0.0, rng: random.Random | None = None) -> ApplyTrace:
        """Encode one word step by step. Raises LimitError for fragments of more than MAX_EXPLAINED symbols."""
        check_type(word)
        splits = self._patterns.split(word)
        texts = splits[-1].after if splits else (word,)
        fragments = tuple(self._fragment(text, dropout, rng) for text in texts if text)
        return ApplyTrace(word, splits, fragments, self._tokens(fragment.pieces for fragment in fragments))

    def words(self, text: str) -> tuple[str, ...]:
        """Return the words of `text`, line by line: what is between spaces."""
        return tuple(word for word, _ in word_places(check_type(text)))

    def decode(self, tokens: Iterable[str | int]) -> str:
        """Return the text of `tokens`, on one line: a token that ends in the separator is joined with the next.

        Nothing else marks where words end, so runs of spaces are lost, and words that end in the separator are joined
        too. With an empty separator the tokens are words. Nothing is numbered, so ids raise RulesError.
        """
        text = "".join(
            token.removesuffix(self.separator) if self.separator and token.endswith(self.separator) else f"{token} "
            for token in named(tokens, None)
        )
        return text.removesuffix(" ")

    def count_tokens(self, words: Mapping[str, int]) -> dict[str, int]:
        """Count the tokens of a corpus, the most frequent first, as get-vocab does in the segmented text.

        >>> Applier([("o", "w</w>")]).count_tokens({"low": 2, "slow": 1})
        {'l@@': 3, 'ow': 3, 's@@': 1}
        """
        counts = count_symbols((self.encode(word), count) for word, count in words.items())
        return dict(counts.most_common())

    # -- lines -----------------------------------------------------------------------------------------------------

    def segment(self, sentence: str, dropout: float = 0.0, rng: random.Random | None = None) -> str:
        """Return the tokens of a sentence with spaces between. Words are between spaces; tabs are ordinary
        characters."""
        return " ".join(self._line(sentence, dropout, rng))

    def process_line(self, line: str, dropout: float = 0.0, rng: random.Random | None = None) -> str:
        """Segment a line as `segment` does, with the spaces and line ends before and after kept as they are."""
        rest = line.lstrip(_EDGES)
        text = rest.rstrip(_EDGES)
        return line[: len(line) - len(rest)] + self.segment(text, dropout, rng) + rest[len(text) :]

    @property
    def unknown_token(self) -> None:
        """None: what is unknown stays as it is."""
        return None

    @property
    def marks(self) -> Marks:
        """The separator: a token without it ends a word."""
        return Marks(separator=self.separator)

    @cached_property
    def model(self) -> Model:
        """The merges alone, as a model without a vocabulary."""
        return Model(tuple(self.codes)[: self.merges], (), PRESETS[VERSIONS[self.version]])

    # -- words -----------------------------------------------------------------------------------------------------

    @cached_property
    def _patterns(self) -> Glossaries:
        return Glossaries(tuple(self.glossaries))

    @cached_property
    def _made_by(self) -> Mapping[str, Pair]:
        """Result of a merge -> the merge. Parts are shorter than their whole, so that undoing comes to an end."""
        merges = dict.fromkeys(reversed(self.model.merges))
        return {left + right: (left, right) for left, right in merges if left and right}

    def _line(self, line: str, dropout: float, rng: random.Random | None) -> list[str]:
        if dropout:
            return [token for word in _words(line) for token in self.explain(word, dropout, rng).tokens]
        return [token for word in _words(line) for token in self._memory(word)]

    def _encode(self, word: str) -> tuple[str, ...]:
        splits = self._patterns.split(word)
        return self._tokens(self._pieces(text) for text in (splits[-1].after if splits else (word,)) if text)

    def _tokens(self, fragments: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
        pieces = [piece for fragment in fragments for piece in fragment]
        return (*(piece + self.separator for piece in pieces[:-1]), *pieces[-1:])

    def _untouched(self, text: str) -> Literal["glossary", "one-character"] | None:
        if self._patterns.keep(text):
            return "glossary"
        return "one-character" if len(text) == 1 else None

    def _pieces(self, text: str) -> tuple[str, ...]:
        if self._untouched(text):
            return (text,)
        pieces = _unmarked(self.model.encode_word(text))
        for check in self._checks(pieces):
            pieces = check.after
        return pieces

    def _fragment(self, text: str, dropout: float, rng: random.Random | None) -> FragmentTrace:
        untouched = self._untouched(text)
        if untouched:
            return FragmentTrace(text, untouched, None, (), (text,))
        encoding = self.model.explain(text, dropout, rng)
        pieces = _unmarked(encoding.tokens)
        checks = tuple(self._checks(pieces))
        return FragmentTrace(text, None, encoding, checks, checks[-1].after if checks else pieces)

    def _checks(self, pieces: tuple[str, ...]) -> Iterator[Check]:
        """Look the pieces up from left to right; the parts of one that is undone are looked up next."""
        if not self.vocabulary:
            return
        index = 0
        while index < len(pieces):
            piece, final = pieces[index], index == len(pieces) - 1
            token = piece if final else piece + self.separator
            known = token in self.vocabulary
            # An empty piece is not undone: a code that makes the mark itself would leave another one, for ever.
            pair = None if known or not piece else self._made_by.get(piece + _MARK if final else piece)
            if pair is None:
                yield Check(pieces, index, token, "known" if known else "kept", None, pieces)
                index += 1
            else:
                left, right = pair
                parts = (left, right[: -len(_MARK)] if final else right)
                after = (*pieces[:index], *parts, *pieces[index + 1 :])
                yield Check(pieces, index, token, "undone", pair, after)
                pieces = after


def word_places(text: str) -> Iterator[tuple[str, int]]:
    """Yield the words of a text, line by line, and where in it each begins. A word is what is between spaces in a line
    without its edges.

    >>> list(word_places(" low  er\\r\\nx"))
    [('low', 1), ('er', 6), ('x', 10)]
    """
    at = 0
    for line in text.split("\n"):
        start = at + len(line) - len(line.lstrip(_EDGES))
        for word in line.strip(_EDGES).split(" "):
            if word:
                yield word, start
            start += len(word) + 1
        at += len(line) + 1


def _words(line: str) -> Iterator[str]:
    return filter(None, line.strip(_EDGES).split(" "))


def _unmarked(pieces: tuple[str, ...]) -> tuple[str, ...]:
    """Return the pieces without the end mark, be it a piece of its own or the end of the last."""
    *others, last = pieces
    return (*others, last.removesuffix(_MARK)) if last != _MARK else tuple(others)


# -- glossaries --------------------------------------------------------------------------------------------------------

MAX_GLOSSARIES = 10_000
"""The longest list of patterns, in characters of all together."""

GLOSSARY_SECONDS = 0.25
"""The processor time that one pattern may take for one fragment, in seconds. Usual patterns take microseconds."""

# A brace that begins no repetition, and what it must not be taken for: an escape, or a character by name.
_BRACE = re.compile(r"\\N\{[^}]*\}|\\.|(\{)(?!\d*,?\d*\})", re.DOTALL)


@dataclass(frozen=True)
class GlossarySplit:
    """One pattern applied to the fragments of a word: which there were, and which there are then."""

    pattern: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class Glossaries:
    """Patterns for what must not be split, such as names and placeholders, in the order in which they are applied.

    A word is split at what the patterns match, one pattern after the other, so that a later one also splits what an
    earlier one isolated. A fragment that a pattern matches as a whole is kept.

    Patterns come from users and may backtrack for ever, so they are run with a time limit, which Python's `re` does not
    have: by the package `regex`, in the mode (V0) in which it does as `re` does. Only what `re` accepts is accepted.
    Known differences: POSIX classes (``[[:alpha:]]``) are classes here and sets of these letters there; the Unicode
    tables may be of different years. Literal braces, which `regex` may take for approximate matching, are escaped.
    The patterns are put into expressions exactly as in subword-nmt.

    Raises RulesError for a pattern that `re` or `regex` does not accept, and LimitError for too many. A pattern that
    takes too long raises RulesError ("glossary-timeout") when it is used.

    >>> [split.after for split in Glossaries(["USA"]).split("1934USABUSA")]
    [('1934', 'USA', 'B', 'USA')]
    """

    def __init__(self, patterns: Sequence[str], seconds: float = GLOSSARY_SECONDS) -> None:
        self.patterns = tuple(patterns)
        self._seconds = seconds
        check_limit("MAX_GLOSSARIES", MAX_GLOSSARIES, met=sum(map(len, self.patterns)))
        # Put together without groups of their own, as the library does: of "low|est" only "low" is tied to the start.
        self._alone = [_compile(f"^{pattern}$", pattern) for pattern in self.patterns]
        self._parts = [_compile(f"({pattern})", pattern) for pattern in self.patterns]
        together = "|".join(self.patterns)
        self._whole = _compile(f"^({together})$", together) if self.patterns else None

    def keep(self, fragment: str) -> bool:
        """Tell if a fragment is a glossary entry as a whole."""
        return self._whole is not None and self._run(self._whole.match, fragment, "|".join(self.patterns)) is not None

    def split(self, word: str) -> tuple[GlossarySplit, ...]:
        """Split a word by each pattern in turn.

        What a capturing group inside a pattern matched is in the result once more, as in the library.
        """
        splits = []
        fragments: tuple[str, ...] = (word,)
        for i, pattern in enumerate(self.patterns):
            after = tuple(part for fragment in fragments for part in self._isolate(fragment, i))
            splits.append(GlossarySplit(pattern, fragments, after))
            fragments = after
        return tuple(splits)

    def _isolate(self, fragment: str, i: int) -> list[str]:
        """Return the parts of a fragment that pattern `i` matches and those between."""
        pattern, alone, part = self.patterns[i], self._alone[i], self._parts[i]
        if self._run(alone.match, fragment, pattern) or not self._run(part.search, fragment, pattern):
            return [fragment]
        *parts, ending = self._run(part.split, fragment, pattern)
        # Line ends at the end of a word go, as in the library, which then fails if nothing else was there.
        return [part for part in (*parts, ending.strip("\r\n ")) if part]

    def _run(self, method: Any, fragment: str, pattern: str) -> Any:
        try:
            return method(fragment, timeout=self._seconds)
        except TimeoutError:
            raise RulesError("glossary-timeout", pattern=brief(pattern), fragment=brief(fragment)) from None


def _compile(expression: str, pattern: str) -> Any:
    try:
        re.compile(expression)
        escaped = _BRACE.sub(lambda match: r"\{" if match[1] else match[0], expression)
        return regex.compile(escaped, regex.V0)
    except (re.error, regex.error, OverflowError, RecursionError) as error:
        raise RulesError("glossary-pattern", pattern=brief(pattern), reason=str(error)) from None
