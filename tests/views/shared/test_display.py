"""Nothing that a token holds is invisible on the screen, and long tokens are cut without losing their ends."""

import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies
from tokviz.views.shared.display import MAX_NAME, MAX_SHOWN, short_names, shorten, visible

UNSEEN = regex.compile(r"[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]")
"""Characters without ink: controls, formats, surrogates, spaces, those that renderers ignore, the blank of Braille."""
PICTURE = regex.compile(r"[\p{Extended_Pictographic}\p{Emoji_Modifier}0-9#*]")

anything = st.text() | strategies.texts() | strategies.hostile_texts() | st.text(st.sampled_from("\u200d\ufe0f❤🔥👩a "))


@given(anything)
def test_nothing_invisible_is_left(token: str) -> None:
    """A joiner or an emoji's variation selector may stay, but only right after a character with ink of its own."""
    shown = visible(token)
    for i, character in enumerate(shown):
        if UNSEEN.match(character):
            assert character in "\u200d\ufe0f"
            assert i > 0
            assert PICTURE.match(shown[i - 1]) or shown[i - 1] == "\ufe0f"


@given(anything)
def test_what_is_there_is_shown(token: str) -> None:
    """Only an empty token shows as nothing; a line never breaks; a mark never has nothing to sit on."""
    shown = visible(token)
    assert bool(shown) == bool(token)
    assert len(shown.splitlines()) <= 1
    assert not unicodedata.category((shown or "a")[0]).startswith("M")


@given(st.text(st.characters(categories=["L", "N", "P"])).filter(lambda text: not UNSEEN.search(text)))
def test_plain_characters_are_left_alone(token: str) -> None:
    assert visible(token) == token


@pytest.mark.parametrize(
    "emoji",
    [
        "👩\u200d👩\u200d👧",
        "❤\ufe0f\u200d🔥",
        "👩🏽\u200d🚀",
        "🏳\ufe0f\u200d🌈",
        "👍🏽",
        "🇩🇪",
        "❤\ufe0f",
        "1\ufe0f\u20e3",
        "↔\ufe0f",
    ],
)
def test_joined_emoji_stay_whole(emoji: str) -> None:
    assert visible(emoji) == emoji


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        (" low", "␣low"),
        ("\n", "⏎"),
        ("\r\n", "␍⏎"),
        ("\t", "⇥"),
        ("\0", "␀"),
        ("\x1b", "␛"),
        ("\x7f", "␡"),
        ("\x85", "⟨0085⟩"),
        ("\u200d", "⟨200D⟩"),
        ("a\u200db", "a⟨200D⟩b"),
        ("👩\u200d", "👩⟨200D⟩"),
        ("\ufe0f", "⟨FE0F⟩"),
        ("\u202eabc", "⟨202E⟩abc"),
        ("\u00ad", "⟨00AD⟩"),
        ("\ufeff", "⟨FEFF⟩"),
        ("\u2028", "⟨2028⟩"),
        ("\ud800", "⟨D800⟩"),
        ("\U0010ffff", "⟨10FFFF⟩"),
        ("\u3164", "⟨3164⟩"),
        ("\u034f", "⟨034F⟩"),
        ("\u0301", "◌\u0301"),
        ("e\u0301", "e\u0301"),
        ("שלום", "שלום"),
        ("</w>", "</w>"),
        ("", ""),
    ],
)
def test_forms(token: str, shown: str) -> None:
    assert visible(token) == shown


@given(st.text(), st.integers(1, 80))
def test_shorten_keeps_to_the_length_and_both_ends(text: str, length: int) -> None:
    short = shorten(text, length)
    if len(text) <= length:
        assert short == text
    else:
        assert len(short) == length
        cut = short.index("…", (length - 1) // 2)  # the text may have one of its own
        assert text.startswith(short[:cut])
        assert text.endswith(short[cut + 1 :])


def test_shorten_cuts_in_the_middle() -> None:
    assert shorten("a" * MAX_SHOWN) == "a" * MAX_SHOWN
    assert shorten("a" * 30 + "b" * 31) == "a" * 30 + "…" + "b" * 29


LONG = [
    "acme-internal-multilingual-tokenizer-v2.3-byte-level-bpe-2000-release-candidate-final.tokenizer.json",
    "acme-internal-multilingual-tokenizer-v2.3-unigram-1500-release-candidate-final.tokenizer.json",
]


def test_names_that_differ_in_the_middle_stay_different() -> None:
    assert short_names(LONG) == ("…byte-level-bpe-2000…", "…unigram-1500…")
    assert short_names(["wp.json", "wp.json", "wp.json "]) == ("wp.json", "wp.json", "wp.json␣")
    assert short_names(LONG[:1]) == (shorten(LONG[0], MAX_NAME),)


@given(st.lists(st.text(st.sampled_from("ab-. "), max_size=60), max_size=5))
def test_short_names_are_different_where_names_are(names: list[str]) -> None:
    cut = short_names(names)
    assert len(set(zip(names, cut, strict=True))) == len(set(names)) == len(set(cut))
