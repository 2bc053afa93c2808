"""A case of the robustness run: a page, its query string, and what a visitor does there, all as plain data.

A case is drawn from its page and its number alone, so that a number names it for ever; what is done is drawn while the
page answers, because it depends on the widgets that are there, and written down as it is done.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tokviz import examples, guides, vocabularies
from tokviz.algorithms import ALGORITHMS, Algorithm
from tokviz.exercises import CHALLENGES, KINDS
from tokviz.hub import SHIPPED
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.state import bpe_encode as encode_state
from tokviz.state import bytes as bytes_state
from tokviz.state import compare as compare_state
from tokviz.state import lattice as lattice_state
from tokviz.state import tokenizers as pipeline_state
from tokviz.state import vocabulary as vocabulary_state
from tokviz.state import why as why_state
from tokviz.state import wordpiece_encode as wordpiece_state
from tokviz.views.algorithms import VIEWS
from tokviz.web.shared import parts
from tools.fuzz import hostile

__all__ = ["PAGES", "Action", "Case", "query", "random_of"]

Action = tuple[str, str, object]
"""What is done, to which widget (its key, or its label where it has none), with which value."""

PAGES = (
    "",
    "bpe",
    "bpe-encode",
    "wordpiece",
    "wordpiece-encode",
    "unigram",
    "unigram-lattice",
    "compare",
    "bytes",
    "tokenizers",
    "vocabulary",
    "why",
    "practice",
    "glossary",
    "lessons",
    "live",
)
"""The pages; those of two halves count as two."""


@dataclass(frozen=True)
class Case:
    """page: of PAGES. query: of the address. actions: one after the other, each followed by a run of the script."""

    page: str
    query: Mapping[str, str]
    actions: tuple[Action, ...] = ()

    @property
    def url(self) -> str:
        """The path of the page."""
        return self.page.removesuffix("-lattice") if self.page != "wordpiece-encode" else "wordpiece"


def random_of(page: str, number: int) -> random.Random:
    """Return the random numbers of a case."""
    return random.Random(f"{page} {number}")


def query(page: str, rng: random.Random) -> dict[str, str]:
    """Return a query string for a page: some parameters sound, some not."""
    known = _parameters(page)
    asked = {}
    shares = rng.choice((0.15, 0.35, 0.35, 0.8))
    for name, sound in known.items():
        if rng.random() < shares:
            asked[name] = rng.choice(sound) if sound and rng.random() < 0.7 else hostile.value(rng)
    # What names most of the page is sound more often, or else most cases would end in the same message.
    if "example" in known and rng.random() < 0.8:
        asked["example"] = rng.choice((*known["example"], "own"))
    if asked.get("example") == "own" and rng.random() < 0.9:
        asked["corpus"] = hostile.corpus(rng)
    if "text" in known and rng.random() < 0.6:
        asked["text"] = hostile.text(rng)
    if page in ("bytes", "tokenizers", "vocabulary") and "text" in asked:
        asked["preset"] = "own"
    if rng.random() < 0.02:
        asked[rng.choice(list(asked) or ["corpus"])] = hostile.large(rng)[:20_000]
    return asked | _half(page)


def _half(page: str) -> dict[str, str]:
    return {"wordpiece-encode": {"do": "encode"}, "unigram-lattice": {"do": "lattice"}}.get(page, {})


_NUMBERS = ("0", "1", "2", "3", "5", "10", "50", "200", "9999", "10000", "-1", "")
_COMMON: Mapping[str, Sequence[str]] = {
    "lang": ("en", "zh", "zh-CN"),
    "predict": ("1", "0"),
    "hide": ("controls", "stage,now", "views", *parts.PARTS),
    "guide": guides.names(),
    "card": _NUMBERS[:8],
    "embed": ("true",),
    "lead": ("AAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA", "."),
}


def _training(algorithm: Algorithm) -> dict[str, Sequence[str]]:
    """Return the parameters of a page that trains, each with values that are sound."""
    known: dict[str, Sequence[str]] = {
        "example": examples.NAMES,
        "corpus": (),
        "split": tuple(PRETOKENIZERS),
        "rules": tuple(algorithm.presets),
        "merges": ("all", *_NUMBERS),
        "vocab": _NUMBERS,
        "step": _NUMBERS,
    }
    sound = {
        "flag": ("0", "1"),
        "text": ("", "</w>", "##", "a", "▁"),
        "words": ("", "[UNK] <s>", "a b"),
        "token": ("<unk>", ""),
    }
    for knob in algorithm.knobs:
        known[knob.url] = knob.choices or sound.get(knob.kind, ("0", "1", "2", "0.5", "0.1", "100"))
    return known


def _parameters(page: str) -> dict[str, Sequence[str]]:
    """Return all parameters of a page, each with values that are sound."""
    known: dict[str, Sequence[str]] = {}
    if page in ALGORITHMS:
        algorithm = ALGORITHMS[page]
        known = {
            **_training(algorithm),
            "vs": tuple(algorithm.presets),
            "view": VIEWS[algorithm.name].tabs,
            "do": ("",),
        }
    elif page == "bpe-encode":
        known = {**_training(ALGORITHMS["bpe"]), "text": (), "word": (), "loop": encode_state.LOOPS}
        known |= {"dropout": _NUMBERS, "seed": _NUMBERS, "apply": ("subword-nmt",), "separator": ("@@", "", "##")}
        known |= {"glossaries": ("low", "hug\\d+", "(", "(a+)+b"), "vocabulary": ("corpus",), "threshold": _NUMBERS}
        known |= {"view": encode_state.VIEWS}
    elif page == "wordpiece-encode":
        known = {**_training(ALGORITHMS["wordpiece"]), "text": (), "word": (), "longest": _NUMBERS}
        known |= {"pre": wordpiece_state.SPLITS, "view": wordpiece_state.VIEWS}
    elif page == "unigram-lattice":
        known = {**_training(ALGORITHMS["unigram"]), "text": (), "word": (), "at": ("end", *_NUMBERS), "n": _NUMBERS}
        known |= {"alpha": ("0", "0.1", "1"), "seed": _NUMBERS, "draws": _NUMBERS, "view": lattice_state.VIEWS}
    elif page == "compare":
        slots = tuple(f"{name}:{preset}" for name, one in ALGORITHMS.items() for preset in one.presets)
        known = {"example": examples.NAMES, "corpus": (), "split": tuple(PRETOKENIZERS), "size": _NUMBERS, "text": ()}
        known |= {"t": tuple(f"{a},{b}" for a in slots for b in slots), "held": (), "word": ("hug", "a")}
        known |= {"marks": compare_state.MARKS, "view": compare_state.VIEWS, "measure": compare_state.MEASURES}
    elif page == "bytes":
        known = {"preset": (*bytes_state.SAMPLES, "own"), "text": (), "pattern": bytes_state.PATTERNS}
        known |= {"corpus": bytes_state.TRAIN_ON, "rules": bytes_state.RULES, "merges": _NUMBERS}
        known |= dict.fromkeys(("word", "step", "token"), _NUMBERS)
    elif page == "tokenizers":
        known = {"preset": (*pipeline_state.SAMPLES, "own"), "text": (), "tokenizer": (*SHIPPED, "mine.json")}
        known |= dict.fromkeys(("word", "step", "token"), _NUMBERS)
    elif page == "vocabulary":
        known = {"preset": (*pipeline_state.SAMPLES, "own"), "text": (), "tokenizer": (*SHIPPED, "mine.json")}
        known |= {"beside": (*SHIPPED, "bert,t5", "gpt,,mine.json"), "view": vocabulary_state.VIEWS}
        known |= {"q": ("the", "5-9", "")}
        known |= {"way": vocabularies.WAYS, "kind": vocabularies.KINDS, "script": vocabularies.SCRIPTS}
        known |= {"order": vocabularies.ORDERS, "page": _NUMBERS, "id": _NUMBERS}
    elif page == "why":
        known = {"example": why_state.NAMES, "corpus": (), "size": _NUMBERS, "word": ("runner", "a")}
    elif page == "practice":
        known = {"kinds": (*KINDS, ",".join(KINDS), "nothing"), "level": ("up", *_NUMBERS), "seed": ("", "7", "a\0b")}
        known |= {"number": _NUMBERS, "challenge": tuple(CHALLENGES), "score": ("3.2.250.1.2", "1.2.3.4.5", "9")}
    elif page == "glossary":
        known = {"q": ("pair", "词元", "VITERBI", "nothing of the kind")}
    return {**known, **_COMMON}
