"""The views of each page: its tabs, in order. A link names the open one; what draws it is in `tokviz.web`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

__all__ = [
    "BPE_ENCODE",
    "COMPARE",
    "LATTICE",
    "PARITY_ENCODE",
    "SUPERBPE_ENCODE",
    "TRAINING",
    "VOCABULARY",
    "WORDPIECE_ENCODE",
    "View",
    "names_of",
    "training_views",
]


@dataclass(frozen=True)
class View:
    """A view: its name in a link, and the key of its heading.

    spoils_answer: whether it tells what comes next, which is hidden from a visitor who is asked for it. Some views are
    there only for some states of their page.
    """

    name: str
    title: str
    spoils_answer: bool = False


def names_of(views: Iterable[View]) -> tuple[str, ...]:
    """Return the names of views, as links have them."""
    return tuple(view.name for view in views)


# -- of a training -----------------------------------------------------------------------------------------------------

_ALGORITHM = View("algorithm", "tab.algorithm")
_PRINTED = View("printed", "tab.printed", spoils_answer=True)
_FILES = View("files", "tab.files")
_TREE = View("tree", "tab.tree")
_OF_MERGES = (
    View("vocabularies", "tab.vocabularies"),
    View("course", "tab.course"),
    _ALGORITHM,
    _PRINTED,
    View("versus", "tab.versus", spoils_answer=True),
    _FILES,
)

TRAINING: Mapping[str, tuple[View, ...]] = {
    "bpe": (_TREE, *_OF_MERGES),
    "wordpiece": (
        _TREE,
        View("scatter", "tab.scatter", spoils_answer=True),
        View("search", "tab.search"),
        View("learned", "tab.learned"),
        *_OF_MERGES,
    ),
    "unigram": (
        View("pieces", "tab.pieces"),
        View("likelihood", "tab.likelihood"),
        View("probabilities", "tab.probabilities", spoils_answer=True),
        View("sizes", "tab.sizes"),
        _ALGORITHM,
        View("presets", "tab.presets", spoils_answer=True),
        _PRINTED,
        _FILES,
    ),
    "parity": (
        View("lengths", "tab.lengths"),
        _TREE,
        View("vocabularies", "tab.vocabularies"),
        View("course", "tab.course"),
        View("plain", "tab.plain"),
        _ALGORITHM,
        _FILES,
    ),
    "picky": (
        View("tests", "tab.tests"),
        View("history", "tab.history"),
        View("encode", "tab.encode"),
        View("sizes", "tab.sizes"),
        _TREE,
        View("vocabularies", "tab.vocabularies"),
        _ALGORITHM,
        _FILES,
    ),
    "superbpe": (
        View("superwords", "tab.superwords"),
        View("kink", "tab.kink"),
        View("beside", "tab.beside-bpe"),
        _ALGORITHM,
        _FILES,
    ),
}
"""Name of an algorithm -> the views of the page that trains it."""


def training_views(algorithm: str) -> tuple[View, ...]:
    """Return the views of the page that trains an algorithm; those that every one has where it lists no others."""
    return TRAINING.get(algorithm, (_ALGORITHM, _FILES))


# -- of a word that is split -------------------------------------------------------------------------------------------

BPE_ENCODE = (
    View("tokens", "tab.tokens", spoils_answer=True),
    View("derivation", "tab.derivation", spoils_answer=True),
    View("longest", "tab.longest", spoils_answer=True),
    View("decode", "tab.decode", spoils_answer=True),
    View("dropout", "tab.dropout", spoils_answer=True),
)
WORDPIECE_ENCODE = (
    View("tokens", "tab.tokens", spoils_answer=True),
    View("basic", "tab.basic"),
    View("decode", "tab.decode", spoils_answer=True),
    View("bpe", "tab.bpe", spoils_answer=True),
)
PARITY_ENCODE = (
    View("tokens", "tab.tokens", spoils_answer=True),
    View("derivation", "tab.derivation", spoils_answer=True),
    View("decode", "tab.decode", spoils_answer=True),
)
SUPERBPE_ENCODE = (
    View("tokens", "tab.tokens", spoils_answer=True),
    View("decode", "tab.decode", spoils_answer=True),
)
LATTICE = (
    View("paths", "lattice.tab.paths", spoils_answer=True),
    View("table", "lattice.tab.table"),
    View("sums", "lattice.tab.sums", spoils_answer=True),
    View("best", "lattice.tab.best", spoils_answer=True),
    View("fewest", "lattice.tab.fewest", spoils_answer=True),
    View("samples", "lattice.tab.samples", spoils_answer=True),
    View("text", "lattice.tab.text", spoils_answer=True),
    View("decode", "lattice.tab.decode", spoils_answer=True),
)

# -- of several tokenizers ---------------------------------------------------------------------------------------------

COMPARE = (
    View("words", "compare.tab.words"),
    View("measures", "compare.tab.measures"),
    View("vocabularies", "compare.tab.vocabularies"),
    View("marks", "compare.tab.marks"),
    View("export", "compare.tab.export"),
)
VOCABULARY = (
    View("entries", "vocabulary.tab.entries"),
    View("counts", "vocabulary.tab.counts"),
    View("unmerge", "vocabulary.tab.unmerge"),
    View("removed", "vocabulary.tab.removed"),
    View("unused", "vocabulary.tab.unused"),
    View("numbers", "vocabulary.tab.numbers"),
    View("spaces", "vocabulary.tab.spaces"),
    View("languages", "vocabulary.tab.languages"),
    View("overlap", "vocabulary.tab.overlap"),
    View("changes", "vocabulary.tab.changes"),
    View("special", "vocabulary.tab.special"),
)
