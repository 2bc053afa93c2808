"""The list of pages that a browser tab offers of the app, and the address of a site that has it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.algorithms import ALGORITHMS
from tokviz.state.pages import form_of, page_at
from tokviz.state.tab import APPLYING, PAGES, site_address


def test_each_page_of_the_tab_is_one_of_the_app() -> None:
    for name, (address, half) in PAGES.items():
        page_at(address)
        assert form_of(address, {"do": half} if half else {}) is not None, name
    assert len(set(PAGES.values())) == len(PAGES)
    assert {*APPLYING} <= {*ALGORITHMS}
    assert {*APPLYING.values()} <= PAGES.keys()


@pytest.mark.parametrize(
    ("told", "address"),
    [
        ("https://example.edu", "https://example.edu/"),
        (" https://example.edu/~ada/tokviz/ ", "https://example.edu/~ada/tokviz/"),
        ("http://127.0.0.1:8000/public", "http://127.0.0.1:8000/public/"),
        ("http://[::1]:8000", "http://[::1]:8000/"),
        ("https://ada.github.io/tokviz%20site", "https://ada.github.io/tokviz%20site/"),
    ],
)
def test_an_address_of_a_site_ends_in_a_slash(told: str, address: str) -> None:
    assert site_address(told) == address


@pytest.mark.parametrize(
    "told",
    [
        "",
        "example.edu/tokviz",
        "javascript:alert(1)",
        "JavaScript://example.edu/%0aalert(1)",
        "data:text/html,<script>alert(1)</script>",
        "file:///home/ada/public",
        "ftp://example.edu",
        "https://",
        "https:///tokviz",
        "https://user:secret@example.edu",
        "https://example.edu@evil.example",
        "https://example.edu/?next=x",
        "https://example.edu/#page=bpe",
        "https://example.edu/a b",
        'https://example.edu/"onclick="alert(1)',
        "https://example.edu//evil.example",
        "https://example.edu\\evil.example",
        "https://example.edu\nhttps://evil.example",
        "https://exämple.edu",
        f"https://example.edu/{'a' * 300}",
    ],
)
def test_another_address_is_none(told: str) -> None:
    assert site_address(told) == ""


@given(told=st.text() | st.text().map("https://example.edu/{}".format))
def test_whatever_is_told_is_an_address_or_none(told: str) -> None:
    found = site_address(told)
    assert not found or (found.startswith(("http://", "https://")) and found.endswith("/") and found.isascii())
    assert not {*found} & {*" <>\"'\\?#@\n"}
