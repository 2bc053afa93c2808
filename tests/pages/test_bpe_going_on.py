"""`/bpe?from=`: the next merges of a tokenizer, its choice in the side bar, and the other ways below."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from tests.catalogs import saying
from tests.pages import visit
from tokviz.files.by_name import on_this_machine
from tokviz.files.going_on import go_on, words_of
from tokviz.files.pipeline import Pipeline
from tokviz.views.shared.catalog import LANGUAGES, load

OWN = "The keeper keeps the keys of the keep."
LOW = "low low lower slow owl"
TINY = json.dumps(
    {
        "pre_tokenizer": {"type": "Whitespace"},
        "model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "w": 2, "e": 3, "r": 4, "s": 5, "lo": 6}, "merges": ["l o"]},
    }
).encode()


def merges() -> list[str]:
    pipeline = on_this_machine()["gpt"].open_alone()
    trace = go_on(pipeline, words_of(pipeline, [(OWN, 1)]), merges=200)
    return [f"{left} {right}".replace("Ġ", "␣") for left, right in trace.merges]


def start(at: AppTest) -> str:
    return str(at.selectbox(key="bpe_start").value)


def with_file(at: AppTest, name: str, content: bytes) -> AppTest:
    """The page after a file was added beside the choice."""
    visit.open_panel(at, "bpe_start_files_panel").file_uploader(key="bpe_start_files").upload(name, content)
    return visit.alive(at.run())


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


# -- files of the visit ------------------------------------------------------------------------------------------------


def next_merges(count: int) -> list[str]:
    pipeline = Pipeline.from_file(TINY)
    return [" ".join(pair) for pair in go_on(pipeline, words_of(pipeline, [(LOW, 1)]), merges=count).merges]


@pytest.mark.workers
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_file_that_is_added_is_gone_on_from(language: str) -> None:
    at = with_file(visit.bpe(corpus=LOW, merges="3", lang=language), "tiny.json", TINY)
    assert start(at) == at.query_params["from"] == "tiny.json"
    assert at.selectbox(key="bpe_start").options[1] == "tiny.json"
    assert visit.merges(at) == next_merges(3)
    assert load(language)("going-on.about", name="tiny.json") in visit.written(at)
    at.query_params["view"] = "ways"
    assert load(language)("ways.unreached") in visit.written(visit.alive(at.run()))
    assert not at.error


@pytest.mark.workers
def test_a_file_of_another_page_is_there_by_its_name() -> None:
    at = visit.opened("tokenizers", preset="own", text=LOW)
    at.file_uploader(key="tokenizers_files").set_value([("tiny.json", TINY, "application/json")])
    at = visit.alive(at.run())
    links = [element.proto for element in visit.elements(at.main) if element.type == "page_link"]
    assert any("from=tiny.json" in link.query_string for link in links)
    at.switch_page("pages/bpe_page.py")
    at.query_params.clear()
    at.query_params.update({"from": "tiny.json", "corpus": LOW, "merges": "3"})
    at = visit.alive(at.run())
    assert start(at) == "tiny.json"
    assert visit.merges(at) == next_merges(3)


@pytest.mark.workers
def test_a_file_of_no_bpe_is_refused() -> None:
    other = on_this_machine()["bert"].files[0].read_bytes()
    at = with_file(visit.bpe(corpus=LOW), "other.json", other)
    assert saying("error.going-on-model").search(visit.written(at))
    at.selectbox(key="bpe_start").set_value("")
    assert visit.merges(visit.alive(at.run()))


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_file_that_is_not_here_is_said(language: str) -> None:
    at = visit.bpe(**{"from": "mine.json", "example": "hug", "lang": language})
    assert [visit.plain(one.value) for one in at.warning] == [load(language)("visit.not-here", names="mine.json")]
    assert start(at) == ""
    assert visit.merges(at)[:2] == ["u g", "u n"]
    assert "from" not in at.query_params


@pytest.mark.workers
def test_a_file_that_is_taken_away_is_no_wrong_link() -> None:
    at = with_file(visit.bpe(corpus=LOW), "tiny.json", TINY)
    at = visit.open_panel(at, "bpe_start_files_panel")
    at.button(key="beside_uploads_tokenizers_0_remove").click()
    at = visit.alive(at.run())
    assert start(at) == ""
    assert not at.warning
