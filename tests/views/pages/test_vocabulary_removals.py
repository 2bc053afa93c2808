"""The views of `/vocabulary` of a text without a token, and of the tokens that a training removed."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from tests.catalogs import saying
from tests.views.pages.shown import cells, of_kind, only, page_view, said
from tokviz import examples, picky
from tokviz.memory import LocalMemory
from tokviz.state.vocabulary import FORM
from tokviz.views.pages.vocabulary import PAGE
from tokviz.views.picky.narration import why_kept, why_removed
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import DataTable
from tokviz.views.shared.display import with_spaces
from tokviz.views.shared.sentences import as_text
from tokviz.views.shows import Choice, Given, Show, Tree

EN = load("en")


def opened(view: str, lang: str = "en", **query: str) -> list[Show]:
    return page_view("vocabulary", view, lang, **query)


def choice(view: str, name: str, **query: str) -> Choice:
    """The field of this name."""
    state, wrong = FORM.read(query)
    assert wrong == ()
    host = Given()
    list(PAGE.of(PAGE.seen(state, LocalMemory(), EN))[view](host))
    (found,) = (field for field in host.asked if field.name == name)
    assert isinstance(found, Choice)
    return found


# -- the text without a token ------------------------------------------------------------------------------------------

LAMP = {"preset": "own", "text": "the lamp 😀"}


def test_tokens_are_written_in_letters_and_bytes() -> None:
    field = choice("unmerge", "id", **LAMP)
    assert {"␣l", "am", "p", "F0", "9F", "98", "80"} <= {name for _, name in field.options}
    number = next(value for value, name in field.options if name == "␣l")
    (changed,) = cells(next(of_kind(opened("unmerge", **LAMP, id=number), DataTable)))
    assert changed == ["␣l am p", "␣ l am p"]


def test_the_token_without_which_a_word_changes_is_crossed_out() -> None:
    number = next(value for value, name in choice("unmerge", "id", **LAMP).options if name == "am")
    shows = opened("unmerge", **LAMP, id=number)
    (row,) = next(of_kind(shows, DataTable)).rows
    before, after = row.cells
    assert isinstance(before, tuple)
    assert isinstance(after, tuple)
    assert [chip.letters for chip in before if chip.is_removed] == ["am"]
    assert not any(chip.is_removed for chip in after)
    assert EN.count("vocabulary.unmerge.others", 2) in said(shows)
    assert len(list(of_kind(shows, Tree))) == 1


def test_the_token_of_a_link_that_the_text_has_not_is_the_first() -> None:
    field = choice("unmerge", "id", **LAMP, id="0")
    assert field.opening == field.options[0][0] != "0"


@pytest.mark.parametrize(
    ("tokenizer", "key"), [("gpt", "vocabulary.unmerge.merges"), ("bert", "vocabulary.unmerge.only")]
)
def test_it_says_what_is_removed_with_the_token(tokenizer: str, key: str) -> None:
    assert EN(key) in said(opened("unmerge", tokenizer=tokenizer))


def test_a_text_without_tokens_has_nothing_to_unmerge() -> None:
    shows = opened("unmerge", preset="own", text=" ", tokenizer="bert")
    assert said(shows)[-1] == EN("vocabulary.unmerge.nothing")


# -- tokens that a training removed ------------------------------------------------------------------------------------


def training(rules: str) -> str:
    return urlencode({"example": "parts", "rules": rules, "merges": "9"})


def trained(rules: str) -> picky.Trace:
    return picky.train(examples.load("parts").corpus_for("picky"), merges=9, rules=rules)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", ["picky-0.6", "scaffold"])
def test_a_removed_token_is_looked_up(rules: str, language: str) -> None:
    trace, say = trained(rules), load(language)
    gone = trace.removed(len(trace))
    assert gone
    shows = opened("removed", language, training=training(rules), token=gone[-1])
    why = why_removed(trace, gone[-1], len(trace), say)
    assert why is not None
    assert as_text(with_spaces(why, "▁")).replace("`", "") in " ".join(said(shows))
    assert [row[0] for row in cells(only(shows, DataTable))] == list(with_spaces(gone, "▁"))  # one sign for a space
    field = choice("removed", "token", training=training(rules), token=gone[-1])
    assert field.opening == gone[-1]
    assert not any("▁" in name for _, name in field.options)


def test_a_token_that_stays_says_which_merge_made_it() -> None:
    trace = trained("picky-0.6")
    kept = next(token for token in trace.tokens if token not in trace.removed(len(trace)))
    shows = opened("removed", training=training("picky-0.6"), token=kept)
    assert as_text(with_spaces(why_kept(trace, kept, EN), "▁")).replace("`", "") in said(shows)


def test_it_opens_on_a_token_with_a_removed_part() -> None:
    trace = trained("picky-0.6")
    gone = frozenset(trace.removed(len(trace)))
    token = choice("removed", "token", training=training("picky-0.6")).opening
    assert token not in gone
    assert gone.intersection(trace.made_of[token])


def test_a_token_that_was_never_made_is_no_error() -> None:
    assert any(saying("vocabulary.removed.unknown").search(one) for one in said(opened("removed", token="zzz")))


def test_the_convention_that_is_chosen_trains_anew() -> None:
    shows = opened("removed", training=training("picky-0.6"), removal="scaffold")
    trace = trained("scaffold")
    gone = trace.removed(len(trace))
    assert [row[0] for row in cells(only(shows, DataTable))] == list(with_spaces(gone, "▁"))


def test_a_training_without_a_text_says_so() -> None:
    assert said(opened("removed", training="example=own"))[-1] == EN("vocabulary.removed.empty")
    own = opened("removed", training="example=own&corpus=abc 9, ab 1, abd 3&rules=picky-0.6")
    assert EN("vocabulary.removed.empty") not in said(own)
