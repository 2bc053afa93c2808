"""The page of each algorithm: what the menu, links, tabs, the browser tab and the app know of it before it trains.

One record for an algorithm, under its name in :mod:`tokviz.algorithms`; nothing of an algorithm is loaded for it. What
a record does not say is what most training by merges has, so that of a variant of BPE says only how it looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tokviz.state.views import View


@dataclass(frozen=True)
class Sample:
    """A link that shows one way in which a page can look, for tests and tools that look at all of them.

    opens_views: whether each view of the page is to be opened there.
    """

    query: Mapping[str, str]
    opens_views: bool = False


# -- the tabs ----------------------------------------------------------------------------------------------------------

_ALGORITHM = View("algorithm", "tab.algorithm")
_PRINTED = View("printed", "tab.printed", spoils_answer=True)
_FILES = View("files", "tab.files")
_TREE = View("tree", "tab.tree")
_VOCABULARIES = View("vocabularies", "tab.vocabularies")
_COURSE = View("course", "tab.course")
_OF_MERGES = (
    _VOCABULARIES,
    _COURSE,
    _ALGORITHM,
    _PRINTED,
    View("versus", "tab.versus", spoils_answer=True),
    _FILES,
)
_OF_A_VARIANT = (_TREE, _VOCABULARIES, _COURSE, _ALGORITHM, _FILES)
_TOKENS = View("tokens", "tab.tokens", spoils_answer=True)
_DERIVATION = View("derivation", "tab.derivation", spoils_answer=True)
_DECODE = View("decode", "tab.decode", spoils_answer=True)


# -- what a record says ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Applying:
    """The part of a page that applies a tokenizer: its second half, or a page of its own.

    page: its name in a browser tab and among the pages of views. views: its tabs. do: how a link names the half; empty
    for a page of its own. title: the key of its name beside the training. has_form: whether its links say more than a
    text and a word of it; its state is then in a module of that name.
    """

    page: str
    views: tuple[View, ...] = (_TOKENS, _DERIVATION, _DECODE)
    do: str = "encode"
    title: str = "tab.page.encode"
    has_form: bool = False
    drawn_by: str = ""


@dataclass(frozen=True)
class TrainedPage:
    """The page of an algorithm.

    icon, group: in the menu. tabs: below the picture of the training. drawn_by: the module in `tokviz/views/pages/`
    that has them; empty for that of BPE. applying: what it shows of its tokenizer; None where a tab
    does that. exercises: those that a browser tab asks on its training. samples: the ways in which it can look. more:
    parts that a card of a lesson can point at, beside those that all have.
    """

    name: str
    icon: str
    group: str = "newer"
    tabs: tuple[View, ...] = _OF_A_VARIANT
    drawn_by: str = ""
    applying: Applying | None = None
    exercises: tuple[str, ...] = ("pair-counts", "next-merge", "encode")
    samples: tuple[Sample, ...] = (Sample({"step": "2"}, opens_views=True),)
    more: tuple[str, ...] = ("word", "merges")

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that a card of a lesson can point at."""
        parts = ("controls", "about", "word", "picture", "now", "printed", "merges", "views", "onward")
        return tuple(part for part in parts if part in self.more or part not in ("word", "merges"))

    @property
    def sampled_as(self) -> str:
        """The page by which its sample texts are listed."""
        return self.name if self.applying is None or self.applying.do else self.applying.page


# -- the records -------------------------------------------------------------------------------------------------------

_ALL = (
    TrainedPage(
        "bpe",
        ":material/merge_type:",
        "algorithms",
        tabs=(_TREE, View("ways", "tab.ways"), *_OF_MERGES),
        applying=Applying(
            "bpe-encode",
            (
                _TOKENS,
                _DERIVATION,
                View("longest", "tab.longest", spoils_answer=True),
                _DECODE,
                View("dropout", "tab.dropout", spoils_answer=True),
            ),
            do="",
            has_form=True,
            drawn_by="bpe_encode",
        ),
        more=("merges",),
        samples=(
            Sample({"step": "12", "vs": "subword-nmt"}, opens_views=True),  # letters are used up, ends of words too
            Sample({"example": "lighthouse", "step": "40"}),  # more words than there is room for
            Sample({"predict": "1", "step": "3"}),
            Sample({"guide": "bpe", "card": "1"}),
            Sample({"example": "own"}),
            Sample({"from": "gpt", "example": "kitchen", "step": "2", "view": "ways"}),
        ),
    ),
    TrainedPage(
        "wordpiece",
        ":material/score:",
        "algorithms",
        drawn_by="wordpiece",
        tabs=(
            _TREE,
            View("scatter", "tab.scatter", spoils_answer=True),
            View("search", "tab.search"),
            View("learned", "tab.learned"),
            *_OF_MERGES,
        ),
        applying=Applying(
            "wordpiece-encode",
            (_TOKENS, View("basic", "tab.basic"), _DECODE, View("bpe", "tab.bpe", spoils_answer=True)),
            has_form=True,
            drawn_by="wordpiece_encode",
        ),
        exercises=("pair-counts", "next-merge", "score", "longest-match"),
        samples=(
            Sample({"step": "2"}, opens_views=True),
            Sample({"rules": "tf-text", "step": "3"}, opens_views=True),  # from the top down
            Sample({"do": "encode"}, opens_views=True),
        ),
    ),
    TrainedPage(
        "unigram",
        ":material/account_tree:",
        "algorithms",
        drawn_by="unigram",
        tabs=(
            View("pieces", "tab.pieces"),
            View("likelihood", "tab.likelihood"),
            View("probabilities", "tab.probabilities", spoils_answer=True),
            View("sizes", "tab.sizes"),
            _ALGORITHM,
            View("presets", "tab.presets", spoils_answer=True),
            _PRINTED,
            _FILES,
        ),
        applying=Applying(
            "lattice",
            (
                View("paths", "lattice.tab.paths", spoils_answer=True),
                View("table", "lattice.tab.table"),
                View("sums", "lattice.tab.sums", spoils_answer=True),
                View("best", "lattice.tab.best", spoils_answer=True),
                View("fewest", "lattice.tab.fewest", spoils_answer=True),
                View("samples", "lattice.tab.samples", spoils_answer=True),
                View("text", "lattice.tab.text", spoils_answer=True),
                View("decode", "lattice.tab.decode", spoils_answer=True),
            ),
            do="lattice",
            title="tab.page.lattice",
            has_form=True,
            drawn_by="lattice",
        ),
        more=(),
        exercises=("best-path", "path-probability", "expected-count", "piece-loss"),
        samples=(
            Sample({"step": "2"}, opens_views=True),
            Sample({"rules": "soft-em", "step": "5", "predict": "1"}),
            Sample({"rules": "huggingface", "example": "lighthouse", "step": "5"}),
            Sample({"do": "lattice"}, opens_views=True),
        ),
    ),
    TrainedPage(
        "parity",
        ":material/diversity_3:",
        drawn_by="parity",
        tabs=(
            View("lengths", "tab.lengths"),
            _TREE,
            _VOCABULARIES,
            _COURSE,
            View("plain", "tab.plain"),
            _ALGORITHM,
            _FILES,
        ),
        applying=Applying("parity-encode"),
        exercises=(),  # the tab makes no words in several languages for its own
        samples=(
            Sample({"step": "2"}, opens_views=True),
            Sample({"example": "four-languages", "rules": "parity-window", "step": "20"}),
            Sample({"do": "encode"}, opens_views=True),
        ),
    ),
    TrainedPage(
        "picky",
        ":material/filter_alt:",
        drawn_by="picky",
        tabs=(
            View("tests", "tab.tests"),
            View("history", "tab.history"),
            View("encode", "tab.encode"),
            View("sizes", "tab.sizes"),
            _TREE,
            _VOCABULARIES,
            _ALGORITHM,
            _FILES,
        ),
        more=(),
        exercises=("pair-counts", "next-merge"),
        samples=(
            Sample({"step": "12"}, opens_views=True),
            Sample({"rules": "scaffold", "example": "hug", "step": "6"}, opens_views=True),
            Sample({"example": "lighthouse", "step": "40"}),
            Sample({"predict": "1", "step": "3"}),
        ),
    ),
    TrainedPage(
        "superbpe",
        ":material/link:",
        drawn_by="superbpe",
        tabs=(
            View("superwords", "tab.superwords"),
            View("kink", "tab.kink"),
            View("beside", "tab.beside-bpe"),
            _ALGORITHM,
            _FILES,
        ),
        applying=Applying("superbpe-encode", (_TOKENS, _DECODE), drawn_by="superbpe_encode"),
        exercises=(),  # those need lines that are made for them
        samples=(
            Sample({"step": "51"}, opens_views=True),  # the borders fall next
            Sample({"rules": "boundless", "step": "12"}, opens_views=True),
            Sample({"rules": "superbpe", "example": "lighthouse", "step": "40"}),
            Sample({"predict": "1", "step": "8"}),
            Sample({"do": "encode", "step": "5"}, opens_views=True),
            Sample({"do": "encode", "rules": "boundless", "step": "5"}),
        ),
    ),
)

_BY_NAME: dict[str, TrainedPage] = {record.name: record for record in _ALL}
TRAINED: Mapping[str, TrainedPage] = MappingProxyType(_BY_NAME)
"""Name of an algorithm -> its page, in the order of the menu."""


def training_views(algorithm: str) -> tuple[View, ...]:
    """Return the views of the page that trains an algorithm; those that every one has where it has no record.

    >>> [view.name for view in training_views("no-record")]
    ['algorithm', 'files']
    """
    record = TRAINED.get(algorithm)
    return (_ALGORITHM, _FILES) if record is None else record.tabs


def applying_views(algorithm: str) -> tuple[View, ...]:
    """Return the views of what applies the tokenizer of an algorithm; none where nothing does."""
    applying = TRAINED[algorithm].applying
    return () if applying is None else applying.views
