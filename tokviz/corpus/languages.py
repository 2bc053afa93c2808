"""Corpora by language: the training words of each, and the held-out (dev) words that say how long its text is.

A :class:`LanguageCorpus` is the joint corpus of its languages, so everything that trains on words trains on it. Only
trainers that ask whose words they are look at `languages`. In one text field, a line ``[English]`` begins the training
text of a language and a line ``[English dev]`` its dev text. Files of one language each become such a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath

from tokviz.corpus import reading
from tokviz.corpus.corpus import Corpus, Parsed
from tokviz.corpus.limits import check_count, check_text, check_word
from tokviz.corpus.reading import Note
from tokviz.errors import CorpusError, TokvizError, brief

MAX_LANGUAGES = 6
"""The most languages that a text is read as."""

Counts = tuple[tuple[str, int], ...]
Shares = tuple[tuple[int, int], ...]
"""The languages that have a word, by number, each with its count there."""

_HEADING = re.compile(r"^[ \t]*\[([^\[\]\n]{1,40})\][ \t]*$", re.MULTILINE)
_DEV = re.compile(r"\s+dev$", re.IGNORECASE)
_MOST_NAME = 20  # characters of a name out of a file's: it heads columns of tables


@dataclass(frozen=True)
class Language:
    """One language: its training words with their counts, which may be none, and its dev words; None without any.

    opening: the first dev words as they follow each other in the text; empty where only their counts are known.
    """

    name: str
    words: Counts
    dev: Counts | None = None
    opening: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        name: str,
        words: Mapping[str, int],
        dev: Mapping[str, int] | None = None,
        opening: tuple[str, ...] = (),
    ) -> Language:
        """Make a language of checked words and counts. Raises CorpusError or LimitError."""
        return cls(name, _checked(words), None if dev is None else _checked(dev), opening)

    @property
    def total(self) -> int:
        """The number of its training words, each counted as often as it occurs."""
        return sum(count for _, count in self.words)


class LanguageCorpus(Corpus):
    """The joint corpus of several languages: a word that several have is there once, with the sum of its counts.

    Two are equal when their languages are. shares: for each word, the languages that have it with its count there.
    Raises CorpusError where only some languages have dev words.

    >>> corpus = LanguageCorpus([Language.of("English", {"new": 2}), Language.of("German", {"neu": 3, "new": 1})])
    >>> corpus, corpus.shares
    (Corpus({'new': 3, 'neu': 3}), (((0, 2), (1, 1)), ((1, 3),)))
    """

    __slots__ = ("languages", "shares")

    def __init__(self, languages: Sequence[Language]) -> None:
        self.languages = tuple(languages)
        without_dev = [language.name for language in self.languages if language.dev is None]
        if 0 < len(without_dev) < len(self.languages):
            raise CorpusError("dev-missing", language=brief(without_dev[0]))
        by_word = _shares_by_word(language.words for language in self.languages)
        self.shares: tuple[Shares, ...] = tuple(by_word.values())
        super().__init__({word: sum(count for _, count in shares) for word, shares in by_word.items()})

    @property
    def alphabet_words(self) -> tuple[str, ...]:
        """The words whose characters are in the alphabet: those of training, then the dev words."""
        dev = (word for one in self.languages for word, _ in one.dev or ())
        return tuple(dict.fromkeys((*self.words, *dev)))

    @property
    def dev_shares(self) -> dict[str, Shares]:
        """The dev words of all languages, each with the languages that have it; empty without dev words."""
        return _shares_by_word(language.dev or () for language in self.languages)

    @property
    def has_dev(self) -> bool:
        """True if the languages have dev words."""
        return any(one.dev is not None for one in self.languages)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LanguageCorpus) and self.languages == other.languages

    def __hash__(self) -> int:
        return hash(self.languages)


def languages_of(corpus: Corpus) -> tuple[Language, ...]:
    """Return the languages of a corpus; a plain one is a single language without a name.

    >>> languages_of(Corpus({"low": 5}))
    (Language(name='', words=(('low', 5),), dev=None, opening=()),)
    """
    return corpus.languages if isinstance(corpus, LanguageCorpus) else (Language("", tuple(corpus.items())),)


def shares_of(corpus: Corpus) -> tuple[Shares, ...]:
    """Return for each word the languages that have it with its count there."""
    if isinstance(corpus, LanguageCorpus):
        return corpus.shares
    return tuple(((0, count),) for count in corpus.counts)


def _shares_by_word(counts: Iterable[Counts]) -> dict[str, Shares]:
    """Return word -> the languages that have it. counts: the words of each language."""
    by_word: dict[str, list[tuple[int, int]]] = {}
    for i, words in enumerate(counts):
        for word, count in words:
            by_word.setdefault(word, []).append((i, count))
    return {word: tuple(shares) for word, shares in by_word.items()}


def _checked(counts: Mapping[str, int]) -> Counts:
    return tuple((check_word(word), check_count(count, word)) for word, count in counts.items())


# -- languages in one text ---------------------------------------------------------------------------------------------


def parse_languages(text: str, pretokenizer: str = "whitespace", split_at: Sequence[str] = ()) -> Parsed | None:
    """Read a text whose first line is a heading like ``[English]`` as languages; None for any other text.

    Each part is read like a text of its own: words with counts, or running text. Raises CorpusError for fewer than 2 or
    more than MAX_LANGUAGES languages, for a name that is there twice, and for dev text of a language without any other.

    >>> parsed = parse_languages("[English]\\nlow 5, lower 2\\n[German]\\nneu 2, neues 3")
    >>> [(one.name, one.words) for one in languages_of(parsed.corpus)]
    [('English', (('low', 5), ('lower', 2))), ('German', (('neu', 2), ('neues', 3)))]
    """
    check_text(text)
    headings = list(islice(_HEADING.finditer(text), 2 * MAX_LANGUAGES + 1))
    if not headings or text[: headings[0].start()].strip("\ufeff \t\r\n"):
        return None
    ends = [*(heading.start() for heading in headings[1:]), len(text)]
    parts: dict[tuple[str, bool], reading.Read] = {}
    for heading, end in zip(headings, ends, strict=True):
        title = heading[1].strip()
        name = _DEV.sub("", title)
        key = name, name != title
        if key in parts:
            raise CorpusError("language-twice", language=brief(title))
        parts[key] = reading.read(text[heading.end() : end].strip("\r\n"), pretokenizer, split_at=split_at)
    names = [name for name, is_dev in parts if not is_dev]
    for name, is_dev in parts:
        if is_dev and name not in names:
            raise CorpusError("dev-alone", language=brief(name))
    if not 2 <= len(names) <= MAX_LANGUAGES:
        raise CorpusError("language-number", languages=len(names), most=MAX_LANGUAGES)
    languages = [_language_of(name, parts[name, False], parts.get((name, True))) for name in names]
    notes: dict[str, Note] = {}  # of each kind the first
    for part in parts.values():
        for note in part.notes:
            notes.setdefault(note[0], note)
    return Parsed(LanguageCorpus(languages), parts[names[0], False].kind, tuple(notes.values()))


def _language_of(name: str, words: reading.Read, dev: reading.Read | None) -> Language:
    if dev is None:
        return Language.of(name, words.counts)
    return Language.of(name, words.counts, dev.counts, dev.opening)


# -- files of one language each ----------------------------------------------------------------------------------------


def join_files(files: Sequence[tuple[str, bytes]]) -> str:
    """Return the texts of files, each with its name, as one text that :func:`parse_languages` reads as their languages.

    A language has the name of its file without the ending, shortened and made unique. Raises CorpusError for fewer than
    2 or more than MAX_LANGUAGES files, and for a file without text or with a line that is a heading; what
    `decode_bytes` raises; LimitError for too long a text. A note of the error is the name of the file that it is about.

    >>> print(join_files([("en.txt", b"low 5, lower 2"), ("de.txt", b"neu 2, neues 3")]))
    [en]
    low 5, lower 2
    [de]
    neu 2, neues 3
    """
    if not 2 <= len(files) <= MAX_LANGUAGES:
        raise CorpusError("language-files", files=len(files), most=MAX_LANGUAGES)
    parts: dict[str, str] = {}
    for file, data in files:
        with _noting(file):
            parts[_unique_name(file, parts)] = _text_of(data)
    text = "\n".join(f"[{name}]\n{part}" for name, part in parts.items())
    check_text(text)
    return text


def _text_of(data: bytes) -> str:
    # A field in a browser knows one kind of line ends, so a text that goes through one would be read otherwise there.
    text = reading.LINE_END.sub("\n", reading.decode_bytes(data)[0]).strip("\ufeff\n")
    if not text.strip():
        raise CorpusError("empty-corpus")
    heading = _HEADING.search(text)
    if heading is not None:
        raise CorpusError("language-file-heading", heading=brief(heading[0].strip()))
    return text


def _unique_name(file: str, taken: Iterable[str]) -> str:
    """Return the name of a file's language: its stem without what no heading may have, and not one of `taken`."""
    stem = PurePath(file.replace("\\", "/")).stem
    shown = "".join(char if char.isprintable() and char not in "[]" else " " for char in stem)
    name = _DEV.sub("-dev", " ".join(shown.split())[:_MOST_NAME].strip()) or "text"
    unique, number = name, 1
    while unique in taken:
        number += 1
        unique = f"{name[: _MOST_NAME - len(str(number)) - 1]}-{number}"
    return unique


@contextmanager
def _noting(file: str) -> Iterator[None]:
    try:
        yield
    except TokvizError as error:
        error.add_note(file)
        raise
