"""The worked examples: corpora of papers, textbooks and tutorials, what their sources printed, and our own prose.

An example is data. It says which rules its source follows and what the source printed, and which of that is wrong; it
never makes an algorithm print it. Titles, explanations and the sentences of errata are in the translation catalogs
under the example's key. Nothing here trains anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

from tokviz.bpe import PRESETS, Rules
from tokviz.bpe.steps import Pair
from tokviz.corpus import Corpus
from tokviz.errors import CorpusError

__all__ = ["NAMES", "Erratum", "Example", "Published", "load"]

_PROSE = Path(__file__).resolve().parents[1] / "assets" / "prose"


@dataclass(frozen=True)
class Published:
    """What a source printed as its course of training under `rules`: each merge, with its count where it gave one."""

    rules: Rules
    steps: tuple[tuple[Pair, int | None], ...]


@dataclass(frozen=True)
class Erratum:
    """Something that a source says of this example and that the computation contradicts, or (a note) puts in its place.

    key: names its sentences in the catalogs. step: the merge it is about, counted from 1; None for the whole example.
    """

    key: str
    step: int | None = None
    is_note: bool = False


@dataclass(frozen=True)
class Example:
    """A corpus with the convention of its source.

    merges: where the source stops (None: where no pair is left). text: the running text, if the corpus was one.
    """

    name: str
    corpus: Corpus
    source: str
    rules: Rules
    merges: int | None = None
    pretokenizer: str | None = None
    text: str | None = None
    published: tuple[Published, ...] = ()
    errata: tuple[Erratum, ...] = ()
    is_prose: bool = False


def _steps(text: str) -> tuple[tuple[Pair, int | None], ...]:
    """Read 'e s 9 · es t 9' (a count is optional)."""
    steps: list[tuple[Pair, int | None]] = []
    for part in text.split("·"):
        left, right, *count = part.split()
        steps.append(((left, right), int(count[0]) if count else None))
    return tuple(steps)


def _sennrich() -> Example:
    rules = PRESETS["sennrich"]
    printed = (
        "e s 9 · es t 9 · est </w> 9 · l o 7 · lo w 7 · n e 6 · ne w 6 · new est</w> 6 · low </w> 5 · w i 3 · wi d 3 · "
        "wid est</w> 3 · low e 2 · lowe r 2 · lower </w> 2"
    )
    return Example(
        name="sennrich",
        corpus=Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3}),
        source="Sennrich, Haddow, Birch: Neural Machine Translation of Rare Words with Subword Units. ACL 2016",
        rules=rules,
        published=(Published(rules, _steps(printed)),),
        errata=(Erratum("sennrich-grows", is_note=True),),
    )


def _follow() -> Example:
    first_seen = replace(PRESETS["sennrich"], end_of_word_attached=True, minimum_count=2)
    trace = (
        "l o 8 · w e 8 · lo w</w> 6 · n e 6 · ne we 6 · newe s 6 · newes t</w> 6 · w i 3 · wi d 3 · wid e 3 · "
        "wide s</w> 3 · lo we 2 · lowe r</w> 2"
    )
    codes = (
        "w e 8 · l o 8 · we s 6 · wes t</w> 6 · n e 6 · ne west</w> 6 · lo w</w> 6 · w i 3 · wi d 3 · wid e 3 · "
        "wide s</w> 3 · we r</w> 2 · lo wer</w> 2"
    )
    return Example(
        name="follow",
        corpus=Corpus({"low": 5, "lower": 2, "newest": 6, "wides": 3, "follow": 1}),
        source="A widely copied tutorial on subword-nmt; codes checked with subword-nmt 0.3.8",
        rules=first_seen,
        published=(Published(first_seen, _steps(trace)), Published(PRESETS["subword-nmt"], _steps(codes))),
        errata=(Erratum("follow-first-merge", step=1), Erratum("follow-two-lists", is_note=True)),
    )


def _hug() -> Example:
    rules = PRESETS["course"]
    return Example(
        name="hug",
        corpus=Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}),
        source="Hugging Face course, chapter 6.5",
        rules=rules,
        published=(Published(rules, _steps("u g 20 · u n 16 · h ug 15")),),
    )


def _jurafsky() -> Example:
    rules = Rules(end_of_word="_")
    return Example(
        name="jurafsky",
        corpus=Corpus({"low": 5, "lowest": 2, "newer": 6, "wider": 3, "new": 2}),
        source="Jurafsky, Martin: Speech and Language Processing, 3rd edition, drafts before 2025, chapter 2",
        rules=rules,
        merges=8,
        published=(Published(rules, _steps("e r · er _ · n e · ne w · l o · lo w · new er_ · low _")),),
    )


def _jurafsky_2025() -> Example:
    rules = PRESETS["course"]
    steps: tuple[tuple[Pair, int | None], ...] = (
        (("n", "e"), None),
        (("ne", "w"), None),
        ((" ", "r"), None),
        ((" r", "e"), None),
        ((" ", "new"), None),
        ((" re", "new"), None),
        (("s", "e"), None),
        (("se", "t"), None),
    )
    return Example(
        name="jurafsky-2025",
        corpus=Corpus({" new": 2, " renew": 2, "set": 1, " reset": 1}),
        source="Jurafsky, Martin: Speech and Language Processing, 3rd edition, draft of 2025, chapter 2",
        rules=rules,
        merges=8,
        text="set new new renew reset renew",
        published=(Published(rules, steps),),
    )


def _aaabdaaabac() -> Example:
    rules = PRESETS["minbpe"]
    return Example(
        name="aaabdaaabac",
        corpus=Corpus({"aaabdaaabac": 1}),
        source="Wikipedia, Byte-pair encoding; minbpe README (karpathy/minbpe 1acefe8)",
        rules=rules,
        merges=3,
        text="aaabdaaabac",
        published=(Published(rules, _steps("a a · a b · aa ab")),),
        errata=(Erratum("aaab-second-merge", step=2), Erratum("aaab-third-merge", step=3)),
    )


def _prose(name: str, file: str, pretokenizer: str, rules: str = "subword-nmt", merges: int = 200) -> Example:
    path = _PROSE / file
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise CorpusError("prose-missing", f"The prose sample {file} is not installed.", file=file) from None
    return Example(
        name=name,
        corpus=Corpus.from_text(text, pretokenizer),
        source="tokviz",
        rules=PRESETS[rules],
        merges=merges,
        pretokenizer=pretokenizer,
        text=text,
        is_prose=True,
    )


_LOADERS: Mapping[str, Callable[[], Example]] = MappingProxyType(
    {
        "sennrich": _sennrich,
        "follow": _follow,
        "hug": _hug,
        "jurafsky": _jurafsky,
        "jurafsky-2025": _jurafsky_2025,
        "aaabdaaabac": _aaabdaaabac,
        "lighthouse": lambda: _prose("lighthouse", "english-lighthouse.txt", "words"),
        "kitchen": lambda: _prose("kitchen", "english-kitchen.txt", "words"),
        "zug": lambda: _prose("zug", "german-zug.txt", "words"),
        "tea": lambda: _prose("tea", "chinese-tea.txt", "words", "course", 70),
    }
)

NAMES: tuple[str, ...] = tuple(_LOADERS)
"""The names of the examples, in the order in which they are offered."""


@cache
def load(name: str) -> Example:
    """Return the example of that name.

    Raises CorpusError for an unknown name.

    >>> load("hug").corpus["pug"]
    5
    """
    if name not in _LOADERS:
        choices = ", ".join(NAMES)
        message = f"There is no example named {name!r}; choose from {choices}."
        raise CorpusError("example-unknown", message, value=name, choices=choices)
    return _LOADERS[name]()
