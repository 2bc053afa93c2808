"""The state of the `/tokenizers` page as a query string, both ways. Pure: no Streamlit here.

A link names a tokenizer that is on the server; one that a visitor uploaded cannot be in a link.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tokviz.examples import OWN
from tokviz.recorded import sentences
from tokviz.state.form import Form, Number, Text, named, own_text, plain

PAGE = "tokenizers"
MAX_CHARS = 100_000
"""The longest text that the page takes, in characters: its tokens are counted."""
MAX_DRAWN = 2_000
"""So many of its first characters are drawn."""
MAX_BACK = 8
"""The most tokens that healing takes back from the end of the text."""
MAX_IDS = 300
"""The longest list of ids, in characters."""
SAMPLES: Mapping[str, str] = MappingProxyType(
    {
        **{sentence.name: sentence.text for sentence in sentences()},
        "forms": "ﬁne ①② Ｆｕｌｌ e\u0301clair <s> [CLS] <|endoftext|>",
    }
)
"""Prepared texts by name, in the order in which they are offered: those that are recorded, and one of odd forms."""
_MOST = 10**6  # no page has so many of anything
_NAME = 200  # characters


@dataclass(frozen=True)
class TokenizersState:
    """The state of the page. `text` counts only when `sample` is one's own; `word` and `token` count from 1.
    back: how many tokens healing takes back from the end; 0 while it is closed. trip: what is sent there and back, the
    text, the `ids` that are written with spaces between them, or each id of the vocabulary. lines: the visitor's own
    translations of a sentence, one on each line. open: the view that a link
    opens where the page has it folded away; none if empty."""

    sample: str = "question"
    text: str = ""
    tokenizer: str = "gpt"
    word: int = 1
    step: int = 0
    token: int = 1
    back: int = 0
    trip: str = "text"
    ids: str = ""
    lines: str = ""
    open: str = ""

    @property
    def shown(self) -> str:
        """Return the text on the page."""
        return SAMPLES.get(self.sample, self.text)

    @property
    def drawn(self) -> str:
        """Return the part of the text that is drawn, and whose stages are shown."""
        return self.shown[:MAX_DRAWN]


FORM: Form[TokenizersState] = Form(
    example=lambda state: state.sample,
    names=(*SAMPLES, OWN),
    first=TokenizersState.sample,
    opening=lambda sample: TokenizersState(sample=sample),
    fields=(
        own_text("text", Text(MAX_CHARS), example="sample", takes=("word", "step", "token", "back")),
        plain("tokenizer", Text(_NAME)),
        plain("word", Number(1, _MOST, is_capped=True)),
        plain("step", Number(0, _MOST, is_capped=True)),
        plain("token", Number(1, _MOST, is_capped=True)),
        plain("back", Number(0, MAX_BACK, is_capped=True)),
        plain("trip", named(("text", "ids", "each"))),
        plain("ids", Text(MAX_IDS)),
        plain("lines", Text()),
        plain("open", named(("", "languages"))),
    ),
    own="text",
    key="preset",
    is_bare=True,
)
