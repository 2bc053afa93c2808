"""The views below the picture of `/bpe-encode`, as the app draws them: tabs, tables, the controls of dropout. What they
say is tested in `tests/views/pages`."""

from __future__ import annotations

from itertools import product

import pytest

from tests.pages import visit
from tests.pages.bpe_encode_visit import bars, chosen, encode, metrics, picture, step, ten, typed
from tokviz.state.bpe_encode import DROPOUTS, MAX_SEED, VIEWS
from tokviz.views.shared.catalog import LANGUAGES, load


@pytest.mark.parametrize(("view", "language"), list(product(VIEWS, LANGUAGES)))
def test_every_view_by_its_link(view: str, language: str) -> None:
    at = ten(view=view, lang=language, word="slow", step="1")
    tabs = [tab for tab in at.tabs if tab.children]
    assert [tab.label for tab in tabs] == [load(language)(f"tab.{view}")]
    assert at.query_params.get("view", VIEWS[0]) == view
    assert step(at) == 1


def test_tokens_that_are_not_in_the_vocabulary_have_no_id() -> None:
    """The others have numbers, by which a visitor can sort."""
    at = typed(ten(), "lox")
    table = visit.frame(at, 0)
    assert table["id"].isna().tolist() == [token == "x" for token in table["token"]]
    assert table["id"].dropna().map(lambda value: isinstance(value, int)).all()
    assert at.dataframe[0].proto.placeholder == "–"


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_long_text_shows_how_much_of_it_is_shown(language: str) -> None:
    say = load(language)
    at = typed(encode(lang=language), " ".join(f"w{i}" for i in range(600)))
    assert len(picture(at, "bpe_encode_tokens_picture")[0]) == 150
    assert say("encode.words", words=say.count("count.words", 600), shown="500") in visit.texts(at.main)
    shown = say("shown-of", shown="150", total=metrics(at)[0])
    assert shown in visit.written(at)


# -- dropout -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "value"), [("dropout", DROPOUTS[-1]), ("seed", MAX_SEED)])
def test_the_controls_of_dropout_are_in_the_address(name: str, value: int) -> None:
    at = ten(view="dropout")
    if name == "dropout":
        at.select_slider(key="bpe_encode_dropout").set_value(f"{value}")
    else:
        at.number_input(key="bpe_encode_seed").set_value(value)
    assert visit.alive(at.run()).query_params[name] == str(value)
    again = encode(**at.query_params)
    assert bars(again) == bars(at)


def test_a_link_fills_the_controls_of_dropout() -> None:
    at = ten(view="dropout", dropout="0", seed="9")
    assert at.select_slider(key="bpe_encode_dropout").value == "0"
    assert at.number_input(key="bpe_encode_seed").value == 9
    assert bars(at) == {"low est</w>": 400}


def test_the_seed_and_the_share_outlive_another_view() -> None:
    """The controls are not drawn while another view is open, and must not be forgotten for that."""
    at = ten(view="tokens", dropout="50", seed="9")
    assert (at.query_params["dropout"], at.query_params["seed"]) == ("50", "9")
    chosen(at, "slow")
    assert (at.query_params["dropout"], at.query_params["seed"]) == ("50", "9")
