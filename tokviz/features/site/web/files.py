"""All files of the site: their paths in its folder, and what is in them. Nothing is written here.

Pages name what is beside them by relative addresses, so that the folder works wherever it is. Scripts and styles
are files that all pages share: a page that held the picture itself would have 250 kB of the same in each.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from urllib.parse import urlencode

from markupsafe import Markup

from tokviz import examples, guides
from tokviz.algorithms import BPE
from tokviz.examples import OWN
from tokviz.features.site.live import Live, Shipped
from tokviz.features.site.standards import STANDARDS, file_of_package
from tokviz.features.site.web import own_page, pages
from tokviz.features.site.web.pages import ExamplePage
from tokviz.frontend import PICTURES, script, style, without_comments
from tokviz.guides import Guide
from tokviz.state import bpe_encode, practice
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.pages import page_at
from tokviz.state.practice import PracticeState
from tokviz.state.tab import OWN_FILE, PAGES
from tokviz.state.training import FORMS, defaults
from tokviz.text_keys import algorithm_key, example_key, training_key
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load
from tokviz.views.shared.glossary import Term
from tokviz.views.shared.rendering import render
from tokviz.views.start import (
    COMPARED,
    EXAMPLE,
    SCRIPTS,
    about_example,
    example_length,
    lesson_entry,
    lessons_payload,
    source_name,
    start_payload,
)
from tokviz.web.guides.state import following

# `file:` is what a browser calls the files beside a page that is opened from disk.
POLICY = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' file: 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
# Of a page with films beside it.
SHOWING = POLICY.replace("img-src", "media-src 'self' file:; img-src 'self' file:")
FILM_SIZE = 800, 450
"""The pixels of a film, as :mod:`tokviz.features.stills.film` draws it."""
# Python is compiled in the tab, in a worker that is made of a text and imports scripts that are texts. Nothing may be
# asked of a network: parts are scripts, and what keeps them for the next visit is a service worker beside the page.
OWN_POLICY = (
    "default-src 'none'; script-src 'self' file: blob: 'wasm-unsafe-eval'; worker-src 'self' blob:; "
    "style-src 'self' file: 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
)

SHEETS = {"guide_card": "lessons/guide_card.css", "start": "start/start.css", "lessons": "lessons/lessons.css"}
SHEETS |= {"chips": "page/chips.css"}

_GLOSSARY_FILE = "glossary.html"
_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
_LINK = re.compile(r"\[([^\[\]]+)\]\(#([a-z-]+)\)")
_OFFERED = frozenset(PAGES)  # the pages of the app that it has for own texts
_LONGEST = 1_000_000  # characters that a browser keeps without asking


def files(
    languages: Iterable[str],
    app: str = "",
    has_docs: bool = False,
    live: Live | None = None,
    at: str = "",
    previews: Collection[str] = (),
    has_courses: bool = False,
) -> Iterator[tuple[str, str]]:
    """Yield path and content of every file.

    app: the address of the app, which the pages link to; empty for none. has_docs: whether the documentation is in the
    folder `docs` of the site. live: what runs Python in a tab, if the site has that; its files are not among these, but
    the page where visitors train on their own text is. at: the address of the site itself; previews: the paths of
    the pictures that links to its pages unfold to, as :mod:`tokviz.features.site.web.previews` makes them, and of the
    films of lessons. has_courses: whether the packages of :mod:`tokviz.features.site.web.courses` are in the site.
    """
    languages = tuple(languages)
    yield "index.html", _door(languages)
    yield "tokviz.js", whole_script("site/site.js")
    yield "start.js", whole_script("site/landing.js")
    yield "glossary.js", whole_script("site/glossary.js")
    yield "page.css", style("site/site.css")
    for name, sheet in (PICTURES | SHEETS).items():
        yield f"{name}.css", style(sheet)
    if live:
        yield from own_files(languages, app, has_docs, live.base, live.shipped)
    for language in languages:
        say, is_live = load(language), live is not None
        language_pages = _Pages(
            say, languages, app.rstrip("/"), has_docs, is_live, at.rstrip("/"), previews, has_courses
        )
        yield f"{language}/index.html", language_pages.landing()
        for example, algorithm in pages.example_list():
            file = file_of_example(example, algorithm)
            yield f"{language}/{file}", language_pages.example(example, algorithm, file)
        yield f"{language}/{_GLOSSARY_FILE}", language_pages.glossary()
        for name in guides.names():
            file = file_of_lesson(name)
            yield f"{language}/{file}", language_pages.lesson(guides.load(name), file)


def own_files(
    languages: Iterable[str], app: str, has_docs: bool, base: str, shipped: Sequence[Shipped]
) -> Iterator[tuple[str, str]]:
    """Yield path and content of the page where visitors train on their own text, and of what only this page loads.

    base: where its pages find what runs Python; shipped: the programs of others in it.
    """
    languages = tuple(languages)
    yield "early.js", whole_script("site/tab/early.js")
    yield "own.js", whole_script("site/tab/own.js")
    yield "own.css", style("site/tab/own.css")
    yield "pair_choice.css", style("practice/pair_choice.css")
    for language in languages:
        language_pages = _Pages(load(language), languages, app.rstrip("/"), has_docs, is_live=True)
        yield f"{language}/{OWN_FILE}", language_pages.own(base, shipped)


def whole_script(entry: str) -> str:
    """Return a script of the site, which leaves no name behind, without its comments and indentation.

    What our scripts write on several lines between backticks is a list of selectors, in which spaces say nothing.
    """
    source = _INDENTATION.sub("", without_comments(script(entry)))
    return f'"use strict";\n(() => {{\n{source}}})();\n'


def _door(languages: tuple[str, ...]) -> str:
    """Return the page at the root, which leads on to the reader's language."""
    labels = {language: LANGUAGES[language] for language in languages}
    data = {"kind": "door", "languages": languages}
    return render("site_door.html", load(languages[0]), labels=labels, data=data, policy=POLICY)


def file_of_example(example: str, algorithm: str) -> str:
    """Return the name of the page of an example and an algorithm."""
    return f"{algorithm}-{example}.html"


def file_of_lesson(name: str) -> str:
    """Return the name of the page of a lesson."""
    return f"lesson-{name}.html"


def preview_of(file: str) -> str:
    """Return the name of the picture that a link to a page unfolds to.

    >>> preview_of("lesson-bpe.html")
    'lesson-bpe.png'
    """
    return f"{file.removesuffix('.html')}.png"


def film_of(file: str, kind: str) -> str:
    """Return the name of the film of a lesson's page. kind: "webp", or "mp4".

    >>> film_of("lesson-bpe.html", "webp")
    'lesson-bpe.webp'
    """
    return f"{file.removesuffix('.html')}.{kind}"


class _Pages:
    """The pages of one language."""

    def __init__(
        self,
        say: Catalog,
        languages: tuple[str, ...],
        app: str,
        has_docs: bool,
        is_live: bool,
        at: str = "",
        previews: Collection[str] = (),
        has_courses: bool = False,
    ) -> None:
        self._say, self._app, self._has_docs, self._is_live = say, app, has_docs, is_live
        self._at, self._previews, self._has_courses = at, previews, has_courses
        self._others = [(name, LANGUAGES[name]) for name in languages if name != say.language]

    def landing(self) -> str:
        say, lessons = self._say, [guides.load(name) for name in guides.names()]
        offered = [self._offered(guide) for guide in lessons]
        data = {
            "labels": {"found": say.templates["site.found"]},
            "start": start_payload(
                say,
                watch=file_of_example(EXAMPLE, BPE.name),
                compare=self._own_link("compare", COMPARED) or file_of_lesson("compare"),
                own=self._own_text() if self._is_live else None,
                learned={example: file_of_example(example, BPE.name) for example in SCRIPTS},
                derivation=self._derivation(),
            ),
            "lessons": lessons_payload(offered, say),
            "found": {guide.name: self._finding(guide) for guide in lessons},
        }
        listed = [self._listed(example, algorithm) for example, algorithm in pages.example_list()]
        has_films = any(entry["film"] for entry in offered)
        return self._page(
            "landing",
            say("app.name"),
            "index.html",
            data,
            "",
            examples=listed,
            description=say("app.tagline"),
            policy=SHOWING if has_films else POLICY,
        )

    def lesson(self, guide: Guide, file: str) -> str:
        language, after = self._say.language, following(guide)
        data = {
            **pages.lesson_data(guide, self._say, after),
            "home": "index.html",
            "after": file_of_lesson(after.name) if after else "",
            "app": self._app,
            "own": self._say("site.own"),
        }
        for card, shown in zip(guide.cards, data["cards"], strict=True):
            shown["own"] = self._own_link(card.page, card.query)
        link = self._link(guide.cards[0].page, {"guide": guide.name})
        standards = STANDARDS if self._has_courses else ()
        packages = [(one.title, f"../{file_of_package(guide.name, language, one)}") for one in standards]
        film = self._film(file)
        return self._page(
            "lesson",
            guide.title[language],
            file,
            data,
            link,
            description=guide.line[language],
            packages=packages,
            film=film if film["film"] else None,
            video=self._in_full(film["video"]),
            film_size=FILM_SIZE,
            policy=SHOWING if film["film"] else POLICY,
        )

    def glossary(self) -> str:
        """Return the page with the terms of all pages."""
        say = self._say
        terms = [self._term(term) for term in glossary.find_terms("", say.language)]
        labels = {"found": say.templates["site.found"]}
        title = say("page.glossary")
        return self._page(
            "glossary", title, _GLOSSARY_FILE, {"labels": labels}, "", terms=terms, description=say("app.tagline")
        )

    def _term(self, term: Term) -> dict[str, object]:
        """Return a term as the page of the glossary shows it, with where it leads to on this site and in the app."""
        say, known = self._say, glossary.load()
        related = [(known[name].called(say.language), f"#{name}") for name in term.related]
        pages_with_it = [(say(page_at(page).title), self._page_link(page)) for page in term.pages]
        links = [
            {"label": say("site.glossary.related"), "to": related},
            {"label": say("site.glossary.pages"), "to": pages_with_it},
        ]
        if found := glossary.first_cards().get(term.key):
            lesson, card = found
            title = guides.load(lesson).title[say.language]
            links.append({"label": say("site.glossary.lesson"), "to": [(title, f"{file_of_lesson(lesson)}#{card}")]})
        return {
            "key": term.key,
            "name": term.called(say.language),
            "others": " · ".join(term.others(say.language)),
            "names": " ".join(term.name.values()),
            "definition": list(_linked(term.linked(say.language))),
            "example": Markup(glossary.example_html(term, say)),
            "links": [link for link in links if link["to"]],
        }

    def _page_link(self, page: str) -> str:
        """Return the address of a page of the app: on this site, in the app, or none."""
        return f"{OWN_FILE}#page={page}" if self._is_live and page in _OFFERED else self._link(page, {})

    def example(self, name: str, algorithm: str, file: str) -> str:
        say, page = self._say, pages.example_data(name, algorithm, self._say)
        return self._page(
            "example",
            page.about.title,
            file,
            {"payloads": page.payloads, "places": page.places},
            self._link(algorithm, {"example": name}),
            line=about_example(name, algorithm, say),
            description=about_example(name, algorithm, say),
            shortened=_shortened(page, say),
            told=page.about.settings,
            own=self._own_link(algorithm, {"example": name}),
        )

    def own(self, base: str, shipped: Sequence[Shipped]) -> str:
        """Return the page where visitors train on their own text."""
        say = self._say
        data = {**own_page.own_data(say, self._app), "base": base}
        return self._page(
            "own",
            say("tab.own.title"),
            OWN_FILE,
            data,
            "",
            description=say("app.tagline"),
            policy=OWN_POLICY,
            own=data,
            shipped=shipped,
            base=base,
            **own_page.about_tab(say),
        )

    def _offered(self, guide: Guide) -> dict[str, object]:
        """Return a lesson in the list, with its cards and, where Python is in a tab, its exercises on this site; else
        these are in the app."""
        file = file_of_lesson(guide.name)
        cards = [file, *(f"{file}#{number}" for number in range(2, len(guide.cards) + 1))]
        kinds = practice.FORM.write(PracticeState(kinds=guide.kinds))
        practicing = self._own_link(practice.PAGE, kinds) or self._link(practice.PAGE, kinds)
        entry = lesson_entry(guide, self._say, cards, practicing if guide.kinds else "")
        return {**entry, **self._film(file)}

    def _film(self, file: str) -> dict[str, str]:
        """Return the addresses of the film of a lesson, of the same as a video, and of a picture in its place.

        Each is empty where there is none.
        """
        drawn = {"film": film_of(file, "webp"), "video": film_of(file, "mp4"), "still": preview_of(file)}
        return {name: self._drawn(path) for name, path in drawn.items()}

    def _drawn(self, name: str) -> str:
        """Return the address of a picture or a film beside the page, if there is one."""
        return name if f"{self._say.language}/{name}" in self._previews else ""

    def _in_full(self, file: str) -> str:
        """Return the address in full of a file beside the page; empty for none, or if that of the site is not known."""
        return f"{self._at}/{self._say.language}/{file}" if self._at and file else ""

    def _finding(self, guide: Guide) -> str:
        """Return more words that find a lesson: its name and the titles of its cards."""
        return " ".join([guide.name, *(card.title[self._say.language] for card in guide.cards)])

    def _listed(self, example: str, algorithm: str) -> dict[str, str]:
        """Return an example in the list, and what else finds it: its algorithm, its source and its words."""
        say, loaded = self._say, examples.load(example)
        words = " ".join(loaded.cut("whitespace").words)
        training = say(training_key(algorithm))
        return {
            "file": file_of_example(example, algorithm),
            "title": say(example_key(example)),
            "algorithm": say(algorithm_key(algorithm)),
            "source": source_name(example, say),
            "words": example_length(example, say),
            "line": f"{training}: {about_example(example, algorithm, say)}",
            "search": f"{example} {algorithm} {loaded.recipes[algorithm].source} {words} {training}",
        }

    # -- the visitor's own text

    def _own_link(self, page: str, query: Mapping[str, str]) -> str:
        """Return the link from a state of the app to the page for your own text, if any.

        A page that only the app has leads to the training of its example.
        """
        if not self._is_live:
            return ""
        if page not in _OFFERED:
            page, query = BPE.name, {name: query[name] for name in ("example",) if query.get(name) in examples.NAMES}
        return f"{OWN_FILE}#{urlencode({'page': page, **query})}"

    def _own_text(self) -> dict[str, object]:
        """Return the data by which the start page hands a text to the training page."""
        form = FORMS[BPE.name]
        return {
            "address": f"{OWN_FILE}#page={BPE.name}&",
            "query": form.write(defaults(BPE, OWN)),
            "name": form.own,
            "kept": own_page.KEPT,
            "fits": MAX_LINK_CHARS,
            "longest": _LONGEST,
        }

    def _derivation(self) -> str:
        """Return the address that shows how a word of the typed sentence is split, up to its query; empty for none."""
        if self._is_live:
            return f"{OWN_FILE}#{urlencode({'page': bpe_encode.PAGE})}&"
        return f"{self._app}/{bpe_encode.PAGE}?" if self._app else ""

    def _page(self, kind: str, title: str, file: str, data: Mapping[str, object], app: str, **values: object) -> str:
        return render(
            f"site_{kind}.html",
            self._say,
            kind=kind,
            title=title,
            file=file,
            data={"kind": kind, **data},
            app=app or self._app,
            others=self._others,
            has_docs=self._has_docs,
            is_live=self._is_live,
            address=self._in_full(file),
            preview=self._in_full(self._drawn(preview_of(file))),
            **{"policy": POLICY, "video": "", **values},
        )

    def _link(self, page: str, query: dict[str, str]) -> str:
        """Return the address of a page of the app; empty where no app is named."""
        return f"{self._app}/{page}?{urlencode({**query, 'lang': self._say.language})}" if self._app else ""


def _linked(text: str) -> Iterator[object]:
    """Yield a definition in Markdown part by part: text, code, and words that lead to other terms."""
    for place, part in enumerate(_LINK.split(text)):
        if place % 3 == 0:
            yield from (code if number % 2 == 0 else {"code": code} for number, code in enumerate(part.split("`")))
        elif place % 3 == 1:
            word = part
        else:
            yield {"word": word, "term": part}


def _shortened(page: ExamplePage, say: Catalog) -> str:
    return say("site.first-steps", shown=page.shown, total=page.steps) if page.shown < page.steps else ""
