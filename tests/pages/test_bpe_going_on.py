"""`/bpe?from=`: the next merges of a tokenizer, its choice in the side bar, and the other ways below."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.catalogs import saying
from tests.pages import visit
from tokviz.files.by_name import on_this_machine
from tokviz.files.going_on import go_on, words_of
from tokviz.views.shared.catalog import LANGUAGES, load

OWN = "The keeper keeps the keys of the keep."


def merges() -> list[str]:
    pipeline = on_this_machine()["gpt"].open_alone()
    trace = go_on(pipeline, words_of(pipeline, [(OWN, 1)]), merges=200)
    return [f"{left} {right}".replace("Ġ", "␣") for left, right in trace.merges]


def start(at: AppTest) -> str:
    (field,) = [element for element in visit.elements(at.sidebar) if element.key == "bpe_start"]
    return str(field.value)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_link_goes_on_from_a_tokenizer(language: str) -> None:
    say = load(language)
    at = visit.bpe(**{"from": "gpt", "corpus": OWN, "lang": language, "view": "ways"})
    assert [merge.replace("Ġ", "␣") for merge in visit.merges(at)] == merges()
    assert start(at) == "gpt"
    assert say("going-on.about", name="gpt") in visit.written(at)
    keys = {element.key for element in visit.elements(at.sidebar)}
    assert not keys & {"bpe_preset", "bpe_split", "bpe_versus"}


def test_it_can_begin_anew() -> None:
    at = visit.bpe(**{"from": "gpt", "example": "hug"})
    (field,) = [element for element in visit.elements(at.sidebar) if element.key == "bpe_start"]
    field.set_value("")
    at = visit.alive(at.run())
    assert visit.merges(at)[:2] == ["u g", "u n"]
    assert "from" not in at.query_params


def test_what_is_not_there_or_is_no_bpe_is_said() -> None:
    for name, key in (("nowhere", "error.going-on-missing"), ("bert", "error.going-on-model")):
        at = visit.bpe(**{"from": name, "example": "hug"})
        assert saying(key).search(visit.written(at))


@pytest.mark.parametrize(("name", "leads"), [("gpt", True), ("bert", False)])
def test_inside_a_tokenizer_leads_to_its_training(name: str, leads: bool) -> None:
    at = visit.opened("tokenizers", tokenizer=name)
    links = [element.proto for element in visit.elements(at.main) if element.type == "page_link"]
    queries = [link.query_string for link in links if link.label == load("en")("going-on.link")]
    assert [("from=gpt" in query, "corpus=" in query) for query in queries] == [(True, True)] * leads


def test_the_encoding_half_which_drops_it_does_not_offer_it() -> None:
    at = visit.opened("bpe-encode", example="hug")
    assert "bpe_start" not in {element.key for element in visit.elements(at.sidebar)}
