"""The address bar: what is a step of the visitor's own through the history, and what is only late."""

from __future__ import annotations

import pytest

from tests.pages import visit
from tokviz.web.streamlit_workarounds.late_addresses import Address

STEPS = [{"step": str(number)} for number in range(4)]


def written(*queries: dict[str, str]) -> Address:
    """The first read, the others written, one after the other."""
    address = Address(queries[0], page="bpe", script="1")
    for query in queries[1:]:
        address = address.written(query, "1", "bpe")
    return address


@pytest.mark.parametrize("sent", range(3))
def test_all_that_was_written_over_is_late(sent: int) -> None:
    assert written(*STEPS).is_late(STEPS[sent], "1")


def test_the_newest_and_what_we_never_wrote_are_not_late() -> None:
    assert not written(*STEPS).is_late(STEPS[-1], "1")
    assert not written(*STEPS).is_late({"step": "9"}, "1")


def test_another_page_is_not_late() -> None:
    address = written(*STEPS)
    assert not address.is_late(STEPS[0], "2")
    assert not address.written({}, "2", "bytes").is_late(STEPS[0], "2")


def test_a_browser_that_knows_our_address_may_go_back() -> None:
    address = written(*STEPS).arrived(STEPS[-1])
    assert address.page == "bpe"
    assert not address.is_late(STEPS[0], "1")
    assert address.arrived(STEPS[0]).page == ""


def test_to_and_fro_is_where_it_was() -> None:
    assert not written(STEPS[0], STEPS[1], STEPS[0]).is_late(STEPS[0], "1")
    assert written(STEPS[0], STEPS[1], STEPS[0]).is_late(STEPS[1], "1")


@pytest.mark.parametrize("name", ["lang", "predict", "present", "guide", "card", "hide"])
def test_what_belongs_to_no_page_makes_no_page_read_anew(name: str) -> None:
    assert written(*STEPS).arrived(STEPS[-1] | {name: "1"}).page == "bpe"


def test_a_size_that_a_picture_wrote_makes_no_page_read_anew() -> None:
    before = written({"example": "hug"})
    sent = {"example": "hug", "size": "9"}
    assert before.stepped(sent, 9, "size").arrived(sent).page == "bpe"
    assert before.stepped(sent, 9).arrived(sent).page == ""  # of another picture
    assert before.stepped(sent, 8, "size").arrived(sent).page == ""


def test_a_click_from_the_address_before_is_kept_with_the_click_before_it() -> None:
    at = visit.opened("bytes")
    at.pills(key="bytes_word").select(3)
    assert visit.alive(at.run()).query_params == {"word": "3"}
    del at.query_params["word"]  # the browser does not know yet
    at.pills(key="bytes_token").select(9)
    assert visit.alive(at.run()).query_params == {"word": "3", "token": "9"}
    at.query_params.clear()
    visit.alive(at.run())
    assert at.query_params == {}  # it is not sent again: a visitor who went back meanwhile would be brought forth
    assert [at.pills(key=f"bytes_{name}").value for name in ("word", "token")] == [3, 9]


def test_the_address_before_is_one_of_the_visitors_once_the_browser_knows_ours() -> None:
    at = visit.opened("bytes")
    at.pills(key="bytes_word").select(3)
    visit.alive(at.run())
    visit.alive(at.run())
    at.query_params.clear()
    visit.alive(at.run())
    assert at.query_params == {}
    assert at.pills(key="bytes_word").value == 1


def test_another_language_in_a_hurry_loses_nothing() -> None:
    at = visit.opened("bytes", word="2")
    at.segmented_control(key="language_widget").select("zh")
    assert visit.alive(at.run()).query_params == {"word": "2", "lang": "zh"}
    del at.query_params["lang"]
    at.pills(key="bytes_token").select(4)
    assert visit.alive(at.run()).query_params == {"word": "2", "token": "4", "lang": "zh"}
