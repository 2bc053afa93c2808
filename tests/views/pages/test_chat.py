"""The views of `/chat` as data: without a browser and without Streamlit."""

from __future__ import annotations

import pytest

from tests.views.pages.shown import MEMORY, only
from tokviz.chat import OWN_TEMPLATES
from tokviz.chat.messages import Message, short
from tokviz.cli.shows import text_of
from tokviz.errors import TokvizError
from tokviz.state.chat import CHATS, FORM
from tokviz.views.pages import chat as views
from tokviz.views.pages.chat import ShownChat
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import DataTable
from tokviz.views.shows import Code, Given, Text, spoken

EN = load("en")


def subject(**query: str) -> ShownChat:
    """Return the subject of the link with this query."""
    state, wrong = FORM.read(query)
    assert wrong == ()
    return views.PAGE.seen(state, MEMORY, EN)


def found(**query: str) -> str:
    return "\n".join(spoken(show) for show in views.findings(subject(**query), Given()) if isinstance(show, Text))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CHATS)
@pytest.mark.parametrize("template", OWN_TEMPLATES)
def test_all_views_are_text(language: str, name: str, template: str) -> None:
    state, _ = FORM.read({"preset": name, "template": template})
    for view in views.PAGE.opened(state, MEMORY, load(language)).values():
        assert text_of(view(Given()), load(language))


def test_every_token_is_in_one_row_with_the_color_of_its_role() -> None:
    seen = subject(preset="tokens")
    table = only(views.turns(seen, Given()), DataTable)
    cells = [row.cells[-1] for row in table.rows]
    chips = [chip for cell in cells if isinstance(cell, tuple) for chip in cell]
    assert len(chips) == len(seen.tokenized.tokens)
    hues = {token.message: chip.hue for token, chip in zip(seen.tokenized.tokens, chips, strict=True)}
    assert hues[None] is None
    assert hues[1] == hues[3] != hues[2]
    assert sum(int(str(row.cells[1])) for row in table.rows if row.cells[1]) == len(chips)


def test_the_text_is_that_of_the_template() -> None:
    seen = subject(preset="question", prompt="no")
    assert only(views.text(seen, Given()), Code).text == seen.chat.text
    assert seen.chat.text.endswith("<|im_end|>\n")


def test_what_a_tokenizer_does_not_know_is_said() -> None:
    own = {"template": "own", "source": "{% for m in messages %}{{ m.content }}{% endfor %}"}
    assert EN("chat.prompt.none").replace("**", "") in found(preset="question", **own)
    assert "959 63 50 966 65" in found(preset="typed", **own)


def test_a_message_of_another_role_is_called_by_it() -> None:
    seen = subject(chat=short([Message("tool", "42")]))
    assert "tool" in text_of(views.turns(seen, Given()), EN)


def test_a_tokenizer_that_is_not_here_is_refused() -> None:
    with pytest.raises(TokvizError):
        subject(tokenizer="none")
