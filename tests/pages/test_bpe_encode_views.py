"""The views below the picture of `/bpe-encode`: tokens, derivation, longest first, decoding, dropout."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import product
from typing import Any

import pytest

from tests.catalogs import codes, saying
from tests.pages import visit
from tests.pages.bpe_encode_visit import (
    bars,
    chosen,
    encode,
    ends,
    metrics,
    picture,
    step,
    ten,
    typed,
)
from tests.pages.visit import pictures, written
from tokviz import bpe, examples
from tokviz.state.bpe_encode import DROPOUTS, MAX_SEED, VIEWS
from tokviz.views.encoding.decoding import MAX_WALK
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import without_marks

EN = load("en")


def test_tokens_of_a_small_text_counted_by_hand() -> None:
    """low est</w> · low</w> · low est</w> · s low</w> · low</w>: eight tokens, two words looked up, 20 letters."""
    at = typed(ten(), "lowest low lowest slow low")
    assert metrics(at) == ["8", "5", "2", f"{22 / 8:.2f}", "4 / 21"]
    assert picture(at, "bpe_encode_tokens_picture") == [
        ["low", "est</w>", "low</w>", "low", "est</w>", "s", "low</w>", "low</w>"]
    ]
    table = visit.frame(at, 0)
    vocabulary = bpe.train(examples.load("sennrich").corpus, merges=10).model().ids
    assert list(table["token"]) == ["low</w>", "low", "est</w>", "s"]
    assert list(table["occurrences"]) == [3, 2, 2, 1]
    assert list(table["id"]) == [vocabulary[token] for token in table["token"]]


def test_tokens_that_are_not_in_the_vocabulary_have_no_id() -> None:
    at = typed(ten(), "lox")
    table = visit.frame(at, 0)
    assert table["id"].isna().tolist() == [token == "x" for token in table["token"]]
    assert metrics(at)[-1] == "2 / 21"  # lo and </w>
    assert at.dataframe[0].proto.placeholder == "–"


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_long_text_shows_how_much_of_it_is_shown(language: str) -> None:
    say = load(language)
    at = typed(encode(lang=language), " ".join(f"w{i}" for i in range(600)))
    assert len(picture(at, "bpe_encode_tokens_picture")[0]) == 150
    assert say("encode.words", words=say.count("count.words", 600), shown="500") in visit.texts(at.main)
    total = metrics(at)[0]
    assert say("shown-of", shown="150", total=total) in visit.texts(at.main)


@pytest.mark.parametrize(("view", "language", "chosen_word"), list(product(VIEWS, LANGUAGES, ["", "slow"])))
def test_every_view_by_its_link(view: str, language: str, chosen_word: str) -> None:
    at = ten(view=view, lang=language, word=chosen_word, step="1")
    tabs = [tab for tab in at.tabs if tab.children]
    assert [tab.label for tab in tabs] == [load(language)(f"tab.{view}")]
    assert at.query_params.get("view", VIEWS[0]) == view
    assert step(at) == 1


def test_the_derivations_of_the_tokens() -> None:
    at = ten(view="derivation")
    assert "low = lo + w (5); lo = l + o (4)" in written(at)
    assert "est</w> = est + </w> (3); est = es + t (2); es = e + s (1)" in written(at)
    chosen(at, "slow")
    assert "s; low</w> = low + </w>" in written(at)


@pytest.mark.parametrize(
    ("word", "mine", "longest"),
    [
        ("lowes", ["low", "es", "</w>"], ["lowe", "s", "</w>"]),
        ("newidest", ["new", "i", "d", "est</w>"], ["ne", "widest</w>"]),
        ("lowest", ["low", "est</w>"], ["low", "est</w>"]),
    ],
)
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_longest_first_beside_the_merges(word: str, mine: list[str], longest: list[str], language: str) -> None:
    say = load(language)
    at = encode(merges="15", text="lowes newidest lowest", word=word, view="longest", lang=language)
    assert ends(at, "bpe_encode_longest_picture") == [mine, longest]
    assert say("encode.longest.same" if mine == longest else "encode.longest.differ") in visit.texts(at.main)
    names = say.listed(["`lowes`", "`newidest`"])
    assert say("encode.longest.others", words=say.count("count.words", 2), names=names) in visit.texts(at.main)
    table = visit.frame(at, 0)
    assert sorted(table["token"]) == sorted(longest)


def test_longest_first_step_by_step() -> None:
    at = encode(merges="15", text="newidest", view="longest")
    first = visit.frame(at, 0).iloc[0]
    assert (first["stretch"], first["token"], first["left_rest"], first["right_rest"]) == (
        "newidest</w>",
        "widest</w>",
        "ne",
        "",
    )
    assert first["tried_before"] == "1: newest</w>"


@pytest.mark.parametrize("rules", ["sennrich", "minbpe"])  # with bytes, the list of the tutorial is all there is
def test_the_list_of_the_tutorial_on_its_own_words(rules: str) -> None:
    at = encode(rules=rules, merges="5", view="longest")
    table = visit.frame(at, -1)
    assert list(table["stretch"]) == ["the</w>", "highest</w>", "high", "mountain</w>", "moun"]
    assert list(table["token"]) == ["the</w>", "est</w>", "high", "tain</w>", "moun"]
    assert list(table["left_rest"]) == ["", "high", "", "moun", ""]
    shown = visit.texts(at.main)
    assert "`the highest mountain` becomes `the</w>` `high` `est</w>` `moun` `tain</w>`." in shown
    assert EN("encode.decode.joined", joined="`the</w>highest</w>mountain</w>`") in shown
    assert EN("encode.longest.list.text", text="`the highest mountain`") in shown


def test_longest_first_on_a_text_on_which_it_agrees() -> None:
    at = ten(view="longest")
    assert EN("encode.longest.none") in visit.texts(at.main)


@pytest.mark.parametrize("preset", ["minbpe", "bert-trainer", "sentencepiece"])
def test_longest_first_where_it_is_not_defined(preset: str) -> None:
    if preset not in bpe.PRESETS:
        preset = next(name for name, rules in bpe.PRESETS.items() if rules.alphabet == "bytes")
    at = encode(rules=preset, merges="5", view="longest")
    rules = bpe.PRESETS[preset]
    shown = rules.alphabet == "bytes" or rules.continuing_prefix or rules.start_of_word
    assert (EN("encode.longest.not-here") in visit.texts(at.main)) == bool(shown)


@pytest.mark.parametrize(
    ("query", "text", "verdict"),
    [
        ({"example": "sennrich"}, "lowest slow", "same"),
        ({"example": "sennrich"}, "lowest  slow\n", "spaces"),
        ({"example": "sennrich"}, "zebra 中 😀", "same"),  # unknown characters are kept
        ({"rules": "huggingface"}, "lowest slow", "lost"),  # no marks: nothing says where words end
        ({"rules": "huggingface"}, "lxw", "lost"),  # what is unknown is dropped
        ({"corpus": "low lowest", "rules": "minbpe", "split": "gpt2"}, "lowest  slow\n 中", "same"),
    ],
)
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_decoding_says_what_was_lost(query: dict[str, str], text: str, verdict: str, language: str) -> None:
    at = encode(**query, text=text, view="decode", lang=language)
    found = [*at.success, *at.info, *at.warning]
    assert [element.value for element in found] == [load(language)(f"encode.decode.{verdict}")]


def test_decoding_shows_the_way_back() -> None:
    at = ten(text="lowest slow", view="decode")
    assert "`lowest</w>slow</w>`" in visit.texts(at.main)
    assert "`lowest␣slow`" in visit.texts(at.main)
    walk = pictures(at)["bpe_encode_walk"]["payload"]
    assert walk["total"] == 4
    assert walked(walk) == [[], ["low"], ["low", "est␣"], ["low", "est␣", "s"], ["low", "est␣", "s", "low"]]


def test_decoding_shows_bytes_that_are_not_yet_a_character() -> None:
    at = encode(corpus="low lowest", rules="minbpe", split="gpt2", text="é", view="decode")
    walk = pictures(at)["bpe_encode_walk"]["payload"]
    assert walked(walk) == [[], ["\ufffd"], ["é"]]
    said = walk["frames"][1]["say"][0]["text"]
    assert codes(said)[1] == "C3"
    assert saying("encode.walk.incomplete", bytes=EN("encode.walk.bytes.one", bytes="C3")).fullmatch(
        without_marks(said)
    )


def test_the_walk_of_a_long_text_says_where_it_ends() -> None:
    at = ten(text="x " * 700, view="decode")
    walk = pictures(at)["bpe_encode_walk"]["payload"]
    assert walk["total"] == MAX_WALK
    assert "1,400" in without_marks(walk["frames"][-1]["say"][1]["text"])


def walked(walk: dict[str, Any]) -> list[list[str]]:
    """The text so far, frame by frame, as its chips."""
    found = []
    for frame in walk["frames"]:
        ((_, text),) = (group["rows"] for group in frame["groups"])
        found.append(visit.row_texts(walk, text))
    return found


@pytest.mark.parametrize(
    ("query", "text", "ratio"),
    [
        ({"rules": "minbpe", "split": "gpt2"}, "é 中 中", "3 / 10"),
        ({"rules": "sentencepiece", "split": "metaspace"}, "xy x", "3 / 4"),  # unknown neighbors are one
        ({"rules": "minbpe", "split": "whitespace"}, "Ġ ▁", "2 / 5"),
    ],
)
def test_characters_are_those_of_the_text(query: dict[str, str], text: str, ratio: str) -> None:
    """Not bytes, and no marks for spaces; white space is left out under every pre-tokenization."""
    at = encode(corpus="low lowest", text=text, **query)
    characters, tokens = map(int, ratio.split(" / "))
    assert (metrics(at)[0], metrics(at)[3]) == (str(tokens), f"{characters / tokens:.2f}")


def test_a_word_of_which_nothing_is_left_has_no_derivation() -> None:
    at = encode(rules="huggingface", text="zzz", view="derivation")
    assert EN("encode.derivation.none") in [info.value for info in at.info]


def test_one_draw_of_a_very_long_word_is_one_draw() -> None:
    at = ten(text="lowest" * 250, view="dropout")
    assert EN.count("encode.dropout.draws", 1, splits=EN.count("count.splits", 1)) in visit.texts(at.main)
    assert "1 draw gave" in visit.texts(at.main)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_dropout_counts_four_hundred_draws(language: str) -> None:
    at = ten(view="dropout", dropout="25", seed="7", lang=language)
    model = bpe.train(examples.load("sennrich").corpus, merges=10).model()
    rng = random.Random(7)
    drawn = [" ".join(model.explain("lowest", 0.25, rng).tokens) for _ in range(400)]
    found = bars(at)
    assert found == dict(Counter(drawn).most_common(12))
    assert len(found) > 1
    counted = re.findall(rf" (\d+)(?={load(language)('list.comma')}|\W?$)", at.get("vega_lite_chart")[0].proto.alt)
    assert sum(map(int, counted)) == 400
    assert list(found.values()) == sorted(found.values(), reverse=True)
    splits = load(language).count("count.splits", len(set(drawn)))
    assert load(language).count("encode.dropout.draws", 400, splits=splits) in visit.texts(at.main)


def test_the_same_seed_gives_the_same_and_another_another() -> None:
    first, second, third = (bars(ten(view="dropout", dropout="50", seed=seed)) for seed in ("3", "3", "4"))
    assert first == second != third


def test_more_splits_than_bars_are_counted() -> None:
    at = ten(text="lowestlowest", view="dropout", dropout="50", seed="1")
    found = {" ".join(drawn) for drawn in _draws("lowestlowest", 0.5, 1)}
    assert len(found) > len(bars(at)) == 12
    assert EN("shown-of", shown="12", total=f"{len(found)}") in [caption.value for caption in at.caption]


def _draws(word: str, share: float, seed: int) -> list[tuple[str, ...]]:
    model = bpe.train(examples.load("sennrich").corpus, merges=10).model()
    rng = random.Random(seed)
    return [model.explain(word, share, rng).tokens for _ in range(400)]


def test_long_splits_that_differ_in_the_middle_have_bars_of_their_own() -> None:
    word = "lowest" * 6
    shown = bars(ten(text=word, view="dropout", dropout="25", seed="1"))
    assert shown == dict(Counter(" ".join(tokens) for tokens in _draws(word, 0.25, 1)).most_common(12))


def test_dropout_of_nothing_is_one_split() -> None:
    assert bars(ten(view="dropout", dropout="0")) == {"low est</w>": 400}


@pytest.mark.parametrize(("name", "value"), [("dropout", DROPOUTS[-1]), ("seed", MAX_SEED)])
def test_the_controls_of_dropout_are_in_the_address(name: str, value: int) -> None:
    at = ten(view="dropout")
    if name == "dropout":
        at.select_slider(key="bpe_encode_dropout").set_value(value)
    else:
        at.number_input(key="bpe_encode_seed").set_value(value)
    assert visit.alive(at.run()).query_params[name] == str(value)
    again = encode(**at.query_params)
    assert bars(again) == bars(at)


def test_the_seed_and_the_share_outlive_another_view() -> None:
    """The controls are not drawn while another view is open, and must not be forgotten for that."""
    at = ten(view="tokens", dropout="50", seed="9")
    assert (at.query_params["dropout"], at.query_params["seed"]) == ("50", "9")
    chosen(at, "slow")
    assert (at.query_params["dropout"], at.query_params["seed"]) == ("50", "9")
