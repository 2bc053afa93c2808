"""The state of the `/vocabulary` page as a query string, both ways. Pure: no Streamlit here.

A link names tokenizers that are on the server; one that a visitor uploaded cannot be in a link.
"""

from __future__ import annotations

from dataclasses import dataclass

from tokviz.examples import OWN
from tokviz.state import views
from tokviz.state.form import Form, Number, Text, named, opened, own_text, plain
from tokviz.state.tokenizers import MAX_DRAWN, SAMPLES
from tokviz.state.views import names_of
from tokviz.vocabularies import KINDS, LENGTHS, ORDERS, SCRIPTS, WAYS

PAGE = "vocabulary"
VIEWS = names_of(views.VOCABULARY)
"""The views, in the order of their tabs."""
MAX_QUERY = 100
"""The longest text that is looked for, in characters."""
_NAME, _NAMES = 80, 400  # characters
_MOST_PAGES = 10**5
_MOST_ID = 2**32 - 1


@dataclass(frozen=True)
class VocabularyState:
    """The state of the page.

    text: one's own, where `sample` is. tokenizer: the first one; beside: the names of others, with commas. view: the
    open tab, empty for the first. q, way, kind, script, length, order, page: the search in the entries and the part of
    its result; length 0 is any. id: of the entry that is looked at, if any. training: one that removes tokens, as its
    page writes it in a link; token: of that training, if one is looked up.
    """

    sample: str = "mixed"
    text: str = ""
    tokenizer: str = "gpt"
    beside: str = ""
    view: str = ""
    q: str = ""
    way: str = WAYS[0]
    kind: str = ""
    script: str = ""
    length: int = 0
    order: str = ORDERS[0]
    page: int = 1
    id: int | None = None
    training: str = ""
    token: str = ""

    @property
    def shown(self) -> str:
        """Return the text to tokenize: that of the sample, or the typed one."""
        return SAMPLES.get(self.sample, self.text)


FORM: Form[VocabularyState] = Form(
    example=lambda state: state.sample,
    names=(*SAMPLES, OWN),
    first=VocabularyState.sample,
    opening=lambda sample: VocabularyState(sample=sample),
    fields=(
        own_text("text", Text(MAX_DRAWN), example="sample"),
        plain("tokenizer", Text(_NAME)),
        plain("beside", Text(_NAMES)),
        plain("view", opened(VIEWS)),
        plain("q", Text(MAX_QUERY)),
        plain("way", named(WAYS)),
        plain("kind", named(("",), KINDS)),
        plain("script", named(("",), SCRIPTS)),
        plain("length", Number(0, LENGTHS)),
        plain("order", named(ORDERS)),
        plain("page", Number(1, _MOST_PAGES, is_capped=True)),
        plain("id", Number(0, _MOST_ID, names={"": None})),
        plain("training", Text(is_whole=True), takes=("token",)),
        plain("token", Text(MAX_QUERY)),
    ),
    own="text",
    key="preset",
    is_bare=True,
)
