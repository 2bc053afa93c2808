"""Glossary: what the terms of the pages mean, in every language (``assets/glossary.toml``), and its terms in texts.

Which term a heading or a column shows is asked for by its key in the catalog. In a text the first mention of a term in
each paragraph becomes `[word](term)`: that is how definitions link to other terms, too, and who shows a text gives such
a word its definition.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, TypedDict
from zlib import crc32

from tokviz.errors import TokvizError
from tokviz.location import site
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chips
from tokviz.views.shared.rendering import render

LINK = re.compile(r"\[([^\[\]]+)\]\(([a-z-]+)\)")
"""A word that leads to a term, and the key of the term."""

_FILE = site() / "assets" / "glossary.toml"
_HEX = re.compile("[0-9A-F]{2}")  # a byte, in an example
_FIRST = "en"  # the language that every text is there in


@dataclass(frozen=True)
class Term:
    """A term. name, definition and example: by language, in English where one is not translated; a definition links to
    other terms in Markdown, `[word](term)`, and an example has tokens in `code`, with spaces between.

    related: other terms to look at. pages: the addresses where it appears. help: the keys in the catalog of the
    headings and columns that show its definition. is_plain: whether its name is an everyday word, which no text marks.
    verb_in: the languages in which its name is a verb, too: there a text marks it only after what comes before nouns.
    """

    key: str
    name: Mapping[str, str]
    definition: Mapping[str, str]
    example: Mapping[str, str]
    related: tuple[str, ...]
    pages: tuple[str, ...]
    help: tuple[str, ...] = ()
    is_plain: bool = False
    verb_in: tuple[str, ...] = ()

    def called(self, language: str) -> str:
        """Return the name in a language."""
        return self.name.get(language, self.name[_FIRST])

    def others(self, language: str) -> tuple[str, ...]:
        """Return the names in other languages, where they differ from that in this one."""
        called = self.called(language)
        names = (name for other, name in self.name.items() if other != language)
        return tuple(name for name in dict.fromkeys(names) if name != called)

    def shown_example(self, language: str) -> str:
        """Return the example in a language, its tokens in backquotes."""
        return self.example.get(language, self.example[_FIRST])

    def plain(self, language: str) -> str:
        """Return the definition without its links.

        >>> load()["pair"].plain("en")
        'Two symbols side by side in a word.'
        """
        return LINK.sub(r"\1", self._defined(language))

    def linked(self, language: str) -> str:
        """Return the definition as the page of the glossary shows it: its links lead to the terms there.

        >>> load()["pair"].linked("en")
        'Two [symbols](#symbol) side by side in a word.'
        """
        return LINK.sub(r"[\1](#\2)", self._defined(language))

    def _defined(self, language: str) -> str:
        return self.definition.get(language, self.definition[_FIRST])


class Mention(TypedDict):
    """A word of a text that is a term. term: its key; definition: what it means."""

    mention: str
    term: str
    definition: str


@cache
def load() -> Mapping[str, Term]:
    """Return all terms by their keys, in the order of the file: what others are built on comes first."""
    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return MappingProxyType({key: _term(key, entry) for key, entry in data.items()})


def _term(key: str, entry: Mapping[str, Any]) -> Term:
    related, pages, helped, verb_in = (tuple(entry.get(name, ())) for name in ("related", "pages", "help", "verb_in"))
    name, definition, example = (MappingProxyType(entry[key]) for key in ("name", "definition", "example"))
    return Term(key, name, definition, example, related, pages, helped, entry.get("is_plain", False), verb_in)


def of_page(url: str) -> tuple[Term, ...]:
    """Return the terms that are on the page at an address."""
    return tuple(term for term in load().values() if url in term.pages)


def names_of(term: Term, language: str) -> str:
    """Return the name of a term with those in other languages.

    >>> names_of(load()["pair"], "en")
    'pair · 符号对'
    """
    return " · ".join((term.called(language), *term.others(language)))


def example_html(term: Term, say: Catalog) -> str:
    """Return the example of a term as HTML, its tokens as the chips of the pictures.

    >>> from tokviz.views.shared.catalog import load as catalog
    >>> example_html(load()["pair"], catalog("en"))[:98]
    '<span class="tokviz-chips" dir="ltr"><span class="tokviz-chip">l</span><span class="tokviz-chip">o'
    """
    texts = term.shown_example(say.language).split("`")
    tokens = [token for part in texts[1::2] for token in part.split(" ")]
    made = [token for token in dict.fromkeys(tokens) if _is_made(token)]
    chips = Chips({token: number for number, token in enumerate(made, start=1)}, len(made))
    parts = [chips.row(part.split(" ")) if number % 2 else part for number, part in enumerate(texts)]
    return render("chip_sentence.html", say, parts=parts).strip()


def _is_made(token: str) -> bool:
    """Tell if a token has several letters, as merged ones have: these are colored.

    >>> [token for token in ("h", "##g", "hug", "##gs", "</w>", "est</w>", "C3", "[CLS]") if _is_made(token)]
    ['hug', '##gs', 'est</w>']
    """
    letters = token.removesuffix("</w>").removeprefix("##").strip("▁Ġ␣")
    return len(letters) > 1 and letters.isalpha() and not _HEX.fullmatch(letters)


@cache
def first_cards() -> Mapping[str, tuple[str, int]]:
    """Return the first card of our lessons that names each term, as a lesson and a number from 1.

    >>> first_cards()["pair"], first_cards()["unigram"], first_cards().get("random-seed")
    (('bpe', 1), ('unigram', 1), None)
    """
    from tokviz import guides  # it loads all pages and exercises, and most who ask for a term need no lesson

    pattern, keys = _spellings(_FIRST)
    cards = {key: (key, 1) for key in load() if key in guides.ORDER}  # a lesson of its own
    for name in guides.ORDER:
        try:
            guide = guides.load(name)
        except TokvizError:  # said on the start page
            continue
        for number, card in enumerate(guide.cards, start=1):
            for match in pattern.finditer(f"{card.title[_FIRST]}\n{card.text[_FIRST]}"):
                cards.setdefault(keys[match[1].casefold()], (name, number))
    return MappingProxyType(cards)


@cache
def help_of(key: str, language: str) -> str | None:
    """Return the definition to show beside the heading or column with this key in the catalog, if it names a term.

    >>> help_of("column.pair", "en"), help_of("column.same", "en")
    ('Two symbols side by side in a word.', None)
    """
    return next((term.plain(language) for term in load().values() if key in term.help), None)


def find_terms(query: str, language: str) -> tuple[Term, ...]:
    """Return the terms that hold what is asked for, in a name of any language or in the definition; those with it in a
    name first, otherwise in the order of the alphabet, which is that of the English names.

    >>> [term.key for term in find_terms("viterbi", "en")], find_terms("no such thing", "en")
    (['viterbi'], ())
    """
    wanted = query.strip().casefold()
    terms = sorted(load().values(), key=lambda term: term.name[_FIRST].casefold())
    named = [term for term in terms if any(wanted in name.casefold() for name in term.name.values())]
    defined = [term for term in terms if term not in named and wanted in term.plain(language).casefold()]
    return (*named, *defined)


# -- terms in a text ---------------------------------------------------------------------------------------------------


MAX_MENTIONS = 3
"""The maximum number of terms of a paragraph that are explained."""
_ALONE = re.compile(r"`[^`]*`|\*\*[^*]*\*\*|\[[^\]]*\]\([^)]*\)|<[^>]*>|\{[^}]*\}")
_BEFORE_NOUNS = {
    "en": r"\bthe |\bits |\btheir |\bwhose |\bthese |\bthose |\bof |\bby |\bwith |\bno |\ball |\bmany |\bmore |\d |'s ",
    "zh": "次|种|的|所有",
}
"""Words before a noun, and not before a verb; in English before a noun of either number."""
_BEFORE_SINGULAR = r"\ba |\bany |\beach |\bevery |\bone |\bthis |\banother "
"""English words before a singular noun. The same form with an s is a verb after them: "this counts"."""
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
"""Thai, Lao, Burmese, Khmer, Japanese and Chinese put no blank between words: a name can begin anywhere."""


def mark_terms(text: str, language: str) -> str:
    """Return a text in Markdown with its first mentions of terms marked.

    >>> mark_terms("Each pair is counted, and a pair gets a rank.", "en")
    'Each [pair](pair) is counted, and a pair gets a [rank](rank).'
    """
    return "\n\n".join(_paragraph(paragraph, language) for paragraph in text.split("\n\n"))


def definitions(text: str, language: str) -> dict[str, str]:
    """Return the terms that a marked text mentions, with their definitions."""
    terms = load()
    return {key: _plain(key, language) for _, key in LINK.findall(text) if key in terms}


def mentions(text: str, language: str) -> tuple[str | Mention, ...]:
    """Return a marked text with its terms as records.

    >>> mentions("Each [pair](pair).", "en")[1]["definition"]
    'Two symbols side by side in a word.'
    """
    parts = LINK.split(text)  # text, word, key, text, ...
    known = definitions(text, language)
    words = zip(parts[1::3], parts[2::3], strict=True)
    terms: list[str | Mention] = [
        {"mention": word, "term": key, "definition": known[key]} if key in known else f"[{word}]({key})"
        for word, key in words
    ]
    alternating = (part for pair in zip(parts[::3], [*terms, ""], strict=True) for part in pair)
    return tuple(part for part in alternating if part)


def marked_html(text: str, say: Catalog) -> str:
    """Return a marked text for Markdown that may hold HTML: each term can have the focus, and shows its definition
    then."""
    terms, place = load(), crc32(text.encode("utf-8"))

    def shown(match: re.Match[str]) -> str:
        word, key = match.groups()
        if key not in terms:
            return match[0]
        return render("term.html", say, word=word, name=f"term-{key}-{place:x}", definition=_plain(key, say.language))

    return LINK.sub(shown, text)


def _plain(key: str, language: str) -> str:
    return load()[key].plain(language).replace("`", "")


def _paragraph(text: str, language: str) -> str:
    pattern, keys = _spellings(language)
    alone = [match.span() for match in _ALONE.finditer(text)]
    parts: list[str] = []
    seen: set[str] = set()
    at = 0
    for match in pattern.finditer(text):
        key = keys[match[1].casefold()]
        if (
            key in seen
            or len(seen) == MAX_MENTIONS
            or any(start < match.end() and match.start() < end for start, end in alone)
        ):
            continue
        seen.add(key)
        parts += [text[at : match.start()], f"[{match[0]}]({key})"]
        at = match.end()
    return "".join([*parts, text[at:]])


@cache
def _spellings(language: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return a pattern of the names, the longest first, and the term of each.

    A sign alone is no Chinese name: it is a part of too many words.
    """
    terms = {term.called(language).casefold(): term for term in load().values() if not term.is_plain}
    names = sorted((name for name in terms if len(name) > 1), key=len, reverse=True)
    any_name = "|".join(_spelling(name, terms[name], language) for name in names)
    keys = {name: term.key for name, term in terms.items()}
    edges = rf"({any_name})" if _UNSPACED.search(any_name) else rf"(?<![\w-])({any_name})(?:e?s)?(?![\w-])"
    return re.compile(edges, re.IGNORECASE), keys


def _spelling(name: str, term: Term, language: str) -> str:
    """Return the pattern of a name; if it is a verb, too, only where it is a noun."""
    written = re.escape(name)
    spoken = language if language in term.name else _FIRST
    if spoken not in term.verb_in:
        return written
    singular = rf"|{_after(_BEFORE_SINGULAR)}(?={written}(?!s))" if spoken == _FIRST else ""
    return f"(?:{_after(_BEFORE_NOUNS[spoken])}{singular}){written}"


def _after(words: str) -> str:
    """Return a look behind for any of the words; each has its own, since Python's have one width."""
    return "(?:" + "|".join(f"(?<={word})" for word in words.split("|")) + ")"
