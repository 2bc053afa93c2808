"""`/bpe-encode` against nonsense: links, words and texts that nobody should write."""

from __future__ import annotations

import json
import random
from itertools import cycle

import pytest

from tests.pages import visit
from tests.pages.bpe_encode_visit import (
    LOWEST,
    chosen,
    encode,
    states,
    ten,
    typed,
)
from tests.pages.visit import pictures
from tokviz.models.text_encoder import MAX_EXPLAINED
from tokviz.state.bpe_encode import FORM, VIEWS
from tokviz.views.encoding.merging import AROUND
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load

EN = load("en")


NONSENSE = (
    *("", "-1", "x", "9" * 30, "9" * 5_000, "1.5", "٣", "½", "null", "NaN", "<script>alert(1)</script>", "a" * 10_000),
    *("'; DROP TABLE", "../../etc/passwd", "\0", "\u202e", "%00", "{}", "[]", "${x}", "`", "**x**", "</w>", "own"),
)
NAMES = ("example", "corpus", "rules", "split", "merges", "vocab", "step", "text", "word", "loop", "dropout", "seed")
APPLIED = ("apply", "separator", "glossaries", "vocabulary", "threshold")


@pytest.mark.parametrize(("value", "view"), list(zip(NONSENSE, cycle(VIEWS), strict=False)))
def test_every_parameter_at_once_with_the_same_nonsense(value: str, view: str) -> None:
    visit.settled(encode(**dict.fromkeys((*NAMES, *APPLIED), value), view=view), FORM)


@pytest.mark.parametrize("seed", range(20))
def test_hostile_links_never_break_the_page(seed: int) -> None:
    rng = random.Random(seed)
    names = rng.sample((*NAMES, *APPLIED, "view", "lang", "tie", "end", "x"), rng.randint(1, 8))
    visit.settled(encode(**{name: rng.choice(NONSENSE) for name in names}), FORM)


@pytest.mark.parametrize(("name", "value"), [("loop", "nope"), ("view", "printed"), ("dropout", "3"), ("seed", "x")])
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_wrong_parameter_is_named(name: str, value: str, language: str) -> None:
    at = encode(**{name: value}, lang=language)
    assert [visit.plain(warning.value) for warning in at.warning] == [load(language)("notice.link", names=name)]
    assert name not in at.query_params
    assert not visit.alive(at.run()).warning  # said once


HOSTILE = (
    *("<script>alert(1)</script>", "**bold**", "$x^2$", ":red[x]", "``a`b``", "[a](javascript:alert(3))", "&lt;b&gt;"),
    *(
        "=HYPERLINK(1)",
        "שלום",
        "العَرَبِيَّة",
        "👩\u200d👩\u200d👧",
        "🇩🇪",
        "\u202eevil",
        "\u200d",
        "e\u0301",
        "{0}",
        "%s",
        "\\",
    ),
)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("preset", ["sennrich", "huggingface", "minbpe"])
def test_hostile_words_in_every_view(view: str, preset: str) -> None:
    at = typed(encode(rules=preset, merges="10", view=view), " ".join(HOSTILE))
    for word in at.selectbox(key="bpe_encode_word").options[:3]:
        assert word
    for word in HOSTILE[::3]:
        at.selectbox(key="bpe_encode_word").set_value(word)
        visit.alive(at.run())
        assert not at.error


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_word_of_ten_thousand_letters_names_the_limit(view: str, language: str) -> None:
    say: Catalog = load(language)
    at = typed(ten(view=view, lang=language), "x" * 10_000)
    # In Sennrich's rules the mark is one symbol more.
    sentence = say("error.limit-explained", value=MAX_EXPLAINED, met=10_001)
    assert sentence in [visit.plain(error.value) for error in at.error]
    assert "text" not in at.query_params
    assert states(typed(at, "lowest")) == LOWEST


def test_a_long_word_that_is_explained() -> None:
    at = typed(ten(view="dropout"), "lowest" * 100)
    assert len(states(at)[0]) == AROUND + 1
    assert not at.error


def test_a_long_word_of_the_text_stays_out_of_the_link() -> None:
    at = chosen(typed(ten(), "low " + "x" * 5_000), "x" * 5_000)
    assert "word" not in at.query_params


def test_a_long_word_opens_at_its_step_with_the_part_around_it() -> None:
    shown = pictures(ten(text="lowest" * 150, loop="one-at-a-time", step="420"))["encode_picture"]
    built = shown["payload"]
    assert (shown["goto"], built["total"]) == (420, 601)
    assert 0 < built["first"] < 420 < built["first"] + len(built["frames"])
    assert len(json.dumps(built, ensure_ascii=False)) < 500_000
