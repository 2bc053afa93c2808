"""The state of the `/bytes` page as a query string, both ways. Pure: no Streamlit here.

A link restores everything: the text or the name of a prepared one, the pattern, what was trained on and how, the
pre-token, the step of its merges, the token. What cannot be read falls back to its default, and a notice says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tokviz.pretokenize import ALTERNATIVES
from tokviz.web.address.train_state import MAX_LINK_CHARS, OWN

__all__ = [
    "MAX_CHARS",
    "MAX_MERGES",
    "PATTERNS",
    "RULES",
    "SAMPLES",
    "TRAIN_ON",
    "ByteState",
    "fitting",
    "read",
    "write",
]

MAX_CHARS = 3_000
"""The longest text that the page takes, in characters."""
MAX_MERGES = 1_000
"""The most merges that the page trains."""
PATTERNS = tuple(ALTERNATIVES)
"""The patterns that cut the text into pre-tokens."""
TRAIN_ON = ("course", "lighthouse", "kitchen", "zug", "tea", OWN)
"""What the merges are learned from: an example in prose, or the text itself."""
RULES = ("minbpe", "huggingface")
"""Whose conventions of training there are to choose from."""
SAMPLES: Mapping[str, str] = MappingProxyType(
    {
        "english": "The lighthouse keeper's 2,016 lamps weren't lit; SHE'LL light them again tonight.",
        "chinese": "春天的茶，清香而微苦。这家 café 有 128 种茶，你喜欢哪一种？",
        "emoji": "A family 👨\u200d👩\u200d👧, a wave 👋🏽, a flag 🇨🇳, a heart ❤\ufe0f!",
        "code": "def add(a, b):\n    if a > 1000:\n        return a+b  # big\n\treturn HTTPResponse(addTwo)\n",
        "spaces": "one  two   three\n\n \tfour\u00a0five\u3000six \n  ",
    }
)
"""Prepared texts by name, in the order in which they are offered."""

_FITTING: Mapping[str, str] = {
    "english": "lighthouse",
    "chinese": "tea",
    OWN: "lighthouse",
}  # the others: their own text
_MOST = 10**6  # no page has so many of anything


@dataclass(frozen=True)
class ByteState:
    """What the page shows. `text` counts only when `sample` is one's own; `word` and `token` count from 1."""

    sample: str = "english"
    text: str = ""
    pattern: str = "gpt2"
    corpus: str = "lighthouse"
    rules: str = "minbpe"
    merges: int = 300
    word: int = 1
    step: int = 0
    token: int = 1

    @property
    def shown(self) -> str:
        """The text on the page."""
        return SAMPLES.get(self.sample, self.text)


_CHOICES: Mapping[str, tuple[str, ...]] = {"pattern": PATTERNS, "corpus": TRAIN_ON, "rules": RULES}
_NUMBERS: Mapping[str, tuple[int, int]] = {  # name -> least, most
    "merges": (0, MAX_MERGES),
    "word": (1, _MOST),
    "step": (0, _MOST),
    "token": (1, _MOST),
}


def fitting(sample: str) -> str:
    """What a text is trained on unless the visitor chooses: prose in its language, or the text itself.

    >>> fitting("chinese"), fitting("code")
    ('tea', 'own')
    """
    return _FITTING.get(sample, OWN)


def read(query: Mapping[str, str]) -> tuple[ByteState, tuple[str, ...]]:
    """Return the state that a query string describes, and the names of the parameters that had to be put right."""
    found: dict[str, Any] = {}
    wrong = []
    sample = query.get("preset", OWN if query.get("text") else "")
    if sample in SAMPLES or sample == OWN:
        found |= {"sample": sample, "corpus": fitting(sample)}
    elif sample:
        wrong.append("preset")
    if sample == OWN:
        text = query.get("text", "")
        found["text"] = text[:MAX_CHARS]
        if len(text) > MAX_CHARS:
            wrong.append("text")
    for name, choices in _CHOICES.items():
        if query.get(name) in choices:
            found[name] = query[name]
        elif name in query:
            wrong.append(name)
    for name, (least, most) in _NUMBERS.items():
        if name in query:
            try:
                number = int(query[name])
            except ValueError:
                wrong.append(name)
                continue
            found[name] = min(max(number, least), most)
            if found[name] != number:
                wrong.append(name)
    return ByteState(**found), tuple(wrong)


def write(state: ByteState) -> dict[str, str]:
    """Return the query string of a state: what differs from how the page opens.

    The page as it opens has none, so that it adds no entry to the browser's history and Back leads out of it.
    """
    usual = ByteState(corpus=fitting(state.sample))
    query = {} if state.sample == usual.sample else {"preset": state.sample}
    if state.sample == OWN and 0 < len(state.text) <= MAX_LINK_CHARS:
        query["text"] = state.text
    for name in (*_CHOICES, *_NUMBERS):
        value = getattr(state, name)
        if value != getattr(usual, name):
            query[name] = str(value)
    return query
