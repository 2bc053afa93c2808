"""The pages of tokviz: one record each, in the order of the menu.

The menu, the addresses, the lessons, the pages without a server, and the tests and tools that open every page take what
they need from here; what draws a page is its file in ``pages/``. To add one, see CONTRIBUTING. The pages of features
have their records there, and come into the list where a program begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import overload

from tokviz.state import (
    bpe_encode,
    bytes,
    chat,
    compare,
    glossary,
    lattice,
    practice,
    tokenizers,
    views,
    vocabulary,
    why,
    wordpiece_encode,
)
from tokviz.state.form import AnyForm, Form
from tokviz.state.trained_pages import TRAINED, Applying, Sample
from tokviz.state.training import ENCODING_FORMS, FORMS
from tokviz.state.views import View
from tokviz.text_keys import page_key

__all__ = [
    "GROUPS",
    "HEADINGS",
    "NO_STATE",
    "PAGES",
    "Half",
    "Page",
    "Sample",
    "applying_form",
    "form_of",
    "page_at",
    "parts_by_page",
]

GROUPS = ("learn", "algorithms", "newer", "tools", "class")
"""The groups of the menu, in their order; `group.<name>` is what each is called."""


# -- what a page is ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NoState:
    """The state of a page whose links hold nothing."""


NO_STATE: Form[NoState] = Form(opening=lambda _: NoState(), fields=(), is_bare=True)


@dataclass(frozen=True)
class Half:
    """The second half of a page, which a link names by `do`."""

    form: AnyForm
    views: tuple[View, ...]

    @property
    def do(self) -> str:
        """Return its name in a link."""
        return self.form.do


HEADINGS = {"": "heading.train", "encode": "heading.encode", "lattice": "heading.lattice"}
"""The keys of the headings of pages that train, by the half that is open as a link names it."""


@dataclass(frozen=True, eq=False)
class Page:
    """A page: its `address`, empty for the start page, and the key of its title.

    group: where it is in the menu; parent: for a page that the menu does not list, the address of the one that leads
    to it. parts: what a card of a lesson can point at, by the names in :data:`tokviz.web.shared.parts.PARTS`; a page
    without any is in no lesson. form: how a link says its state. views: its tabs. second_half: what it shows beside
    training. has_corpus: whether it takes over the corpus of the visit. has_picture: whether it draws words or rows as
    soon as it opens. asks: whether its picture can ask what comes next. has_charts: whether its charts can be saved.
    samples: the ways in which it can look.
    """

    address: str
    title: str
    icon: str
    group: str
    parts: tuple[str, ...] = ()
    form: AnyForm = NO_STATE
    views: tuple[View, ...] = ()
    second_half: Half | None = None
    parent: str = ""
    has_corpus: bool = False
    has_picture: bool = False
    asks: bool = False
    has_charts: bool = False
    samples: tuple[Sample, ...] = (Sample({}),)

    @property
    def file(self) -> str:
        """Return its file in ``pages/``, without suffix.

        Beside the entry script Streamlit's own router would answer the first visit to a page whose file is named
        exactly like its address, hence `_page`.
        """
        return f"{(self.address or 'start').replace('-', '_')}_page"

    def heading_of(self, do: str) -> str:
        """Return the key of the heading of a half, which names the `page`; empty where the title is the heading.

        do: the half, as a link names it.
        """
        half = self.second_half
        open_half = do if half is not None and do == half.do else ""
        return HEADINGS[open_half] if self.address in FORMS else ""

    def form_of(self, query: Mapping[str, str]) -> AnyForm:
        """Return the form of the half of the page that a query string opens."""
        half = self.second_half
        return half.form if half is not None and query.get("do") == half.do else self.form


# -- the pages ---------------------------------------------------------------------------------------------------------

_APPLYING_FORMS: Mapping[str, AnyForm] = {
    "bpe-encode": bpe_encode.FORM,
    "wordpiece-encode": wordpiece_encode.FORM,
    "lattice": lattice.FORM,
}
"""The forms of what applies a tokenizer with options, by its name."""


def _trained() -> Iterator[Page]:
    """Yield the page of each algorithm, and after it the one that applies its tokenizer, if that is a page."""
    for record in TRAINED.values():
        applying = record.applying
        half = None if applying is None else Half(_form_of_applying(record.name, applying), applying.views)
        page = Page(
            record.name,
            page_key(record.name),
            record.icon,
            record.group,
            parts=record.parts,
            form=FORMS[record.name],
            views=record.tabs,
            second_half=half if applying is not None and applying.do else None,
            has_corpus=True,
            has_picture=True,
            asks=True,
            has_charts=True,
            samples=record.samples,
        )
        yield page
        if half is not None and applying is not None and not applying.do:
            yield replace(
                page,
                address=applying.page,
                title=page_key(applying.page),
                icon=":material/content_cut:",
                parts=("controls", "about", "word", "picture", "views", "onward"),
                form=half.form,
                views=half.views,
                parent=record.name,
                samples=(Sample({}, opens_views=True),),
            )


def _form_of_applying(algorithm: str, applying: Applying) -> AnyForm:
    return _APPLYING_FORMS[applying.page] if applying.has_form else ENCODING_FORMS[algorithm]


_OWN = (
    Page("", "page.start", ":material/home:", "learn"),
    Page("lessons", "page.lessons", ":material/school:", "learn", parts=("about", "rows")),
    Page("glossary", "page.glossary", ":material/menu_book:", "learn", parts=("about", "rows"), form=glossary.FORM),
    *_trained(),
    Page(
        "compare",
        "page.compare",
        ":material/compare_arrows:",
        "tools",
        parts=("controls", "about", "clock", "rows", "word", "views", "sizes", "figures", "agreement"),
        form=compare.FORM,
        views=views.COMPARE,
        has_corpus=True,
        has_picture=True,
        asks=True,
        has_charts=True,
        samples=(Sample({"example": "hug"}, opens_views=True),),
    ),
    Page(
        "tokenizers",
        "page.tokenizers",
        ":material/deployed_code:",
        "tools",
        parts=("controls", "about", "rows", "picture", "tokens", "healing", "roundtrip", "units", "onward"),
        form=tokenizers.FORM,
        has_picture=True,
        asks=True,
        samples=(Sample({"tokenizer": "llama"}),),
    ),
    Page(
        "chat",
        "page.chat",
        ":material/forum:",
        "tools",
        parts=("controls", "about", "words", "now", "tokens"),
        form=chat.FORM,
        samples=(Sample({}), Sample({"preset": "typed", "template": "llama-2"})),
    ),
    Page(
        "vocabulary",
        "page.vocabulary",
        ":material/dictionary:",
        "tools",
        parts=("controls", "about", "views", "onward"),
        form=vocabulary.FORM,
        views=views.VOCABULARY,
        has_charts=True,
        samples=(Sample({"beside": "llama", "id": "500"}, opens_views=True),),
    ),
    Page(
        "bytes",
        "page.bytes",
        ":material/data_object:",
        "tools",
        parts=("controls", "rows", "characters", "pretokens", "picture", "tokens", "twins", "patches"),
        form=bytes.FORM,
        has_picture=True,
        has_charts=True,
    ),
    Page(
        "why",
        "page.why",
        ":material/balance:",
        "tools",
        parts=("controls", "words", "models", "sizes", "figures", "units"),
        form=why.FORM,
        has_picture=True,
        has_charts=True,
    ),
    Page(
        "practice",
        "page.practice",
        ":material/exercise:",
        "class",
        parts=("controls", "about", "rows", "now", "picture", "views"),
        form=practice.FORM,
        samples=(Sample({"kinds": "next-merge,encode", "level": "2"}),),
    ),
)


class _Pages(Sequence[Page]):
    """The pages here, and then those that were added."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._all = tuple(pages)

    def add(self, pages: Iterable[Page]) -> None:
        """Add pages to the end of the menu."""
        self._all = (*self._all, *pages)

    @overload
    def __getitem__(self, place: int) -> Page: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Page, ...]: ...
    def __getitem__(self, place: int | slice) -> Page | tuple[Page, ...]:
        return self._all[place]

    def __len__(self) -> int:
        return len(self._all)


PAGES = _Pages(_OWN)
"""All pages."""


def page_at(address: str) -> Page:
    """Return the page at an address.

    >>> page_at("bpe-encode").file
    'bpe_encode_page'
    """
    return next(page for page in PAGES if page.address == address)


def form_of(address: str, query: Mapping[str, str]) -> AnyForm:
    """Return the form of a page's links, or of the half that a query string opens."""
    return page_at(address).form_of(query)


def applying_form(algorithm: str) -> AnyForm | None:
    """Return the form of the page, or of the half of one, that splits words with what an algorithm trained."""
    for page in PAGES:
        if page.address == algorithm and page.second_half is not None:
            return page.second_half.form
        if page.parent == algorithm:
            return page.form
    return None


def parts_by_page() -> dict[str, tuple[str, ...]]:
    """Return the pages that a card of a lesson can be about, by address, and the parts that it can point at there."""
    return {page.address: page.parts for page in PAGES if page.parts}
