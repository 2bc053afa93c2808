"""The views of `/bpe-encode` as data: tokens, derivation, longest first, decoding, dropout; with subword-nmt around the
merges, too."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tests.catalogs import codes, saying
from tests.views.pages.shown import only, page_view, page_views, said
from tokviz import bpe, examples, features
from tokviz.bpe import Applier
from tokviz.cli.shows import text_of
from tokviz.errors import RulesError, TokvizError
from tokviz.state.bpe_encode import VIEWS
from tokviz.views.encoding.decoding import MAX_WALK
from tokviz.views.picture.payload import still_rows
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import without_marks
from tokviz.views.shows import Bars, Figures, Fold, Grid, Picture, Show, Text, Tree

features.add_files()

EN = load("en")
SENNRICH = examples.load("sennrich").corpus
MODEL = bpe.train(SENNRICH, merges=10).model()
PLAIN = Applier.from_model(bpe.train(SENNRICH, merges=10, rules="subword-nmt").model())
APPLIED = {"rules": "subword-nmt", "apply": "subword-nmt"}


def ten(view: str, lang: str = "en", **query: str) -> list[Show]:
    """A view after ten merges of Sennrich's example."""
    return page_view("bpe-encode", view, lang, **{"example": "sennrich", "merges": "10", **query})


def encode(view: str, lang: str = "en", **query: str) -> list[Show]:
    return page_view("bpe-encode", view, lang, **query)


def figures(shows: list[Show]) -> list[str]:
    return [figure.value for figure in only(shows, Figures).figures]


def chips(shows: list[Show]) -> list[str]:
    ((_, _, tokens),) = still_rows(json.loads(only(shows, Picture).payload))
    return tokens


def walk(shows: list[Show]) -> dict[str, Any]:
    built: dict[str, Any] = json.loads(only(shows, Picture).payload)
    return built


def row_texts(built: dict[str, Any], row: int) -> list[str]:
    return [built["tokens"][symbol]["text"] for symbol in built["rows"][row]["symbols"]]


def walked(built: dict[str, Any]) -> list[list[str]]:
    """The text so far, frame by frame, as its chips."""
    found = []
    for frame in built["frames"]:
        ((_, text),) = (group["rows"] for group in frame["groups"])
        found.append(row_texts(built, text))
    return found


def column(table: Grid, name: str) -> list[Any]:
    (found,) = (one for one in table.table.columns if one.name == name)
    return list(found.values(None))


def bars(shows: list[Show]) -> dict[str, float]:
    return {bar.name: bar.value for bar in only(shows, Bars).bars}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_in_every_language(view: str, language: str) -> None:
    shows = ten(view, language, text="lowest zebra `low`")
    assert shows
    assert text_of(shows, load(language)).strip()


# -- tokens ------------------------------------------------------------------------------------------------------------


def test_tokens_of_a_small_text_counted_by_hand() -> None:
    """low est</w> · low</w> · low est</w> · s low</w> · low</w>: eight tokens, two words looked up, 20 letters."""
    shows = ten("tokens", text="lowest low lowest slow low")
    assert figures(shows) == ["8", "5", "2", f"{22 / 8:.2f}", "4 / 21"]
    assert chips(shows) == ["low", "est</w>", "low</w>", "low", "est</w>", "s", "low</w>", "low</w>"]
    table = only(shows, Grid)
    tokens = ["low</w>", "low", "est</w>", "s"]
    assert column(table, "token") == tokens
    assert column(table, "occurrences") == [3, 2, 2, 1]
    assert column(table, "id") == [MODEL.ids[token] for token in tokens]


def test_tokens_that_are_not_in_the_vocabulary_have_no_id() -> None:
    shows = ten("tokens", text="lox")
    table = only(shows, Grid)
    ids = dict(zip(column(table, "token"), column(table, "id"), strict=True))
    assert [token for token, number in ids.items() if number is None] == ["x"]
    assert figures(shows)[-1] == "2 / 21"  # lo and </w>
    assert ["–", "x", 1] in table.table.rows(EN)
    frame = table.table.read(EN)  # where they are sorted as numbers
    assert str(frame["id"].dtype) == "Int64"
    assert frame["id"].isna().sum() == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_text_shows_how_much_of_it_is_shown(language: str) -> None:
    say = load(language)
    shows = ten("tokens", language, text=" ".join(f"w{i}" for i in range(300)))
    assert len(chips(shows)) == 150
    assert say("shown-of", shown=150, total=figures(shows)[0]) in said(shows)


@pytest.mark.parametrize(("split", "words", "looked_up"), [("whitespace", 2, 1), ("words", 6, 3), ("none", 1, 0)])
def test_the_text_is_split_as_the_corpus_was(split: str, words: int, looked_up: int) -> None:
    shows = encode("tokens", corpus="low-er lower", split=split, text="low-er low-er", loop="rule-by-rule")
    assert figures(shows)[1:3] == [str(words), str(looked_up)]


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
    found = figures(encode("tokens", corpus="low lowest", text=text, **query))
    characters, tokens = map(int, ratio.split(" / "))
    assert (found[0], found[3]) == (str(tokens), f"{characters / tokens:.2f}")


def test_symbols_that_are_dropped_are_said() -> None:
    """z z z, x and z: without a token for what is unknown they are left out."""
    shows = ten("tokens", rules="huggingface", text="zzz lox zlow")
    (lost,) = (show for show in shows if isinstance(show, Text) and show.look == "warning")
    assert saying("encode.text-dropped", n=5, symbols=EN.listed(["z", "x"])).search(said([lost])[0])
    assert not [show for show in ten("tokens", text="zzz") if isinstance(show, Text) and show.look == "warning"]


# -- derivation --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "tree"),
    [
        ("lowest", "low = lo + w (5); lo = l + o (4); est</w> = est + </w> (3); est = es + t (2); es = e + s (1)"),
        ("slow", "s; low</w> = low + </w>"),
    ],
)
def test_the_derivations_of_the_tokens(word: str, tree: str) -> None:
    assert only(ten("derivation", text="lowest slow", word=word), Tree).text.startswith(tree)


def test_a_word_of_which_nothing_is_left_has_no_derivation() -> None:
    assert said(encode("derivation", rules="huggingface", text="zzz")) == [EN("encode.derivation.none")]


# -- longest first -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "mine", "longest"),
    [
        ("lowes", ["low", "es", "</w>"], ["lowe", "s", "</w>"]),
        ("newidest", ["new", "i", "d", "est</w>"], ["ne", "widest</w>"]),
        ("lowest", ["low", "est</w>"], ["low", "est</w>"]),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_longest_first_beside_the_merges(word: str, mine: list[str], longest: list[str], language: str) -> None:
    say = load(language)
    shows = encode("longest", language, merges="15", text="lowes newidest lowest", word=word)
    built = walk(shows)
    assert [row_texts(built, row) for group in built["frames"][-1]["groups"] for row in group["rows"]] == [
        mine,
        longest,
    ]
    assert say("encode.longest.same" if mine == longest else "encode.longest.differ") in said(shows)
    names = say.listed(["lowes", "newidest"])
    others = say("encode.longest.others", words=say.count("count.words", 2), names=names)
    assert others in said(shows)
    searched = next(show for show in shows if isinstance(show, Grid))
    assert sorted(column(searched, "token")) == sorted(longest)


def test_longest_first_step_by_step() -> None:
    table = next(show for show in encode("longest", merges="15", text="newidest") if isinstance(show, Grid))
    assert table.table.rows(EN)[0] == [1, "newidest</w>", "widest</w>", "ne", "", "1: newest</w>"]
    assert table.table.titles(EN)[0] == EN("column.search")


@pytest.mark.parametrize("rules", ["sennrich", "minbpe"])  # with bytes, the list of the tutorial is all there is
def test_the_list_of_the_tutorial_on_its_own_words(rules: str) -> None:
    folded = only(encode("longest", rules=rules, merges="5"), Fold).shows
    table = only(folded, Grid)
    assert column(table, "stretch") == ["the</w>", "highest</w>", "high", "mountain</w>", "moun"]
    assert column(table, "token") == ["the</w>", "est</w>", "high", "tain</w>", "moun"]
    assert column(table, "left_rest") == ["", "high", "", "moun", ""]
    told = said(folded)
    text, tokens = "the highest mountain", "the</w> high est</w> moun tain</w>"
    assert told[1] == EN("encode.longest.list.tokens", text=text, tokens=tokens).replace("`", "")
    assert told[2] == EN("encode.decode.joined", joined="the</w>highest</w>mountain</w>").replace("**", "")
    assert told[3] == EN("encode.longest.list.text", text=text).replace("**", "")


def test_longest_first_on_a_text_on_which_it_agrees() -> None:
    assert EN("encode.longest.none") in said(ten("longest"))


@pytest.mark.parametrize("preset", bpe.PRESETS)
def test_longest_first_where_it_is_not_defined(preset: str) -> None:
    rules = bpe.PRESETS[preset]
    is_beyond = rules.alphabet == "bytes" or rules.continuing_prefix or rules.start_of_word
    shows = encode("longest", rules=preset, merges="5", text="lowest")
    assert (EN("encode.longest.not-here") in said(shows)) == bool(is_beyond)


# -- read back ---------------------------------------------------------------------------------------------------------


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
@pytest.mark.parametrize("language", LANGUAGES)
def test_decoding_says_what_was_lost(query: dict[str, str], text: str, verdict: str, language: str) -> None:
    shows = encode("decode", language, **query, text=text)
    assert said(shows)[-1] == load(language)(f"encode.decode.{verdict}")
    assert isinstance(shows[-1], Text)
    assert shows[-1].look == {"same": "success", "spaces": "info", "lost": "warning"}[verdict]


def test_decoding_shows_the_way_back() -> None:
    shows = ten("decode", text="lowest slow")
    assert said(shows)[:2] == [
        EN("encode.decode.joined", joined="lowest</w>slow</w>"),
        EN("encode.decode.text", text="lowest␣slow"),
    ]
    built = walk(shows)
    assert built["total"] == 4
    assert walked(built) == [[], ["low"], ["low", "est␣"], ["low", "est␣", "s"], ["low", "est␣", "s", "low"]]


def test_decoding_shows_bytes_that_are_not_yet_a_character() -> None:
    built = walk(encode("decode", corpus="low lowest", rules="minbpe", split="gpt2", text="é"))
    assert walked(built) == [[], ["\ufffd"], ["é"]]
    sentence = built["frames"][1]["say"][0]["text"]
    assert codes(sentence)[1] == "C3"
    incomplete = saying("encode.walk.incomplete", bytes=EN("encode.walk.bytes.one", bytes="C3"))
    assert incomplete.fullmatch(without_marks(sentence))


def test_the_walk_of_a_long_text_says_where_it_ends() -> None:
    built = walk(ten("decode", text="x " * 700))
    assert built["total"] == MAX_WALK
    assert "1,400" in without_marks(built["frames"][-1]["say"][1]["text"])


# -- dropout -----------------------------------------------------------------------------------------------------------


def drawn(word: str, share: float, seed: int) -> Counter[str]:
    """Four hundred draws with dropout."""
    rng = random.Random(seed)
    return Counter(" ".join(MODEL.explain(word, share, rng).tokens) for _ in range(400))


@pytest.mark.parametrize("language", LANGUAGES)
def test_dropout_counts_four_hundred_draws(language: str) -> None:
    say, wanted = load(language), drawn("lowest", 0.25, 7)
    shows = ten("dropout", language, dropout="25", seed="7")
    chart = only(shows, Bars)
    found = bars(shows)
    assert found == dict(wanted.most_common(12))
    assert len(found) > 1
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert chart.title == say("column.count")
    counted = re.findall(rf" (\d+)(?={say('list.comma')}|\W?$)", chart.alt)
    assert sum(map(int, counted)) == 400
    splits = say.count("count.splits", len(wanted))
    assert say.count("encode.dropout.draws", 400, splits=splits) in said(shows)


def test_the_same_seed_gives_the_same_and_another_another() -> None:
    first, second, third = (bars(ten("dropout", dropout="50", seed=seed)) for seed in ("3", "3", "4"))
    assert first == second != third


def test_more_splits_than_bars_are_counted() -> None:
    shows = ten("dropout", text="lowestlowest", dropout="50", seed="1")
    assert len(drawn("lowestlowest", 0.5, 1)) > len(bars(shows)) == 12
    assert EN("shown-of", shown=12, total=len(drawn("lowestlowest", 0.5, 1))) in said(shows)


def test_long_splits_that_differ_in_the_middle_have_bars_of_their_own() -> None:
    word = "lowest" * 6
    assert bars(ten("dropout", text=word, seed="1")) == dict(drawn(word, 0.25, 1).most_common(12))


def test_dropout_of_nothing_is_one_split() -> None:
    assert bars(ten("dropout", dropout="0")) == {"low est</w>": 400}


def test_one_draw_of_a_very_long_word_is_one_draw() -> None:
    splits = EN.count("count.splits", 1)
    assert EN.count("encode.dropout.draws", 1, splits=splits) in said(ten("dropout", text="lowest" * 220))


# -- what subword-nmt does around the merges ---------------------------------------------------------------------------


def test_subword_nmt_has_a_separator_and_no_ids() -> None:
    shows = ten("tokens", **APPLIED, text="lowest", vocabulary="corpus", threshold="3")
    vocabulary = {token for token, count in PLAIN.count_tokens(SENNRICH).items() if count >= 3}
    wanted = replace(PLAIN, vocabulary=vocabulary).encode("lowest")
    assert chips(shows) == wanted == ["l@@", "o@@", "w@@", "e@@", "s@@", "t"]
    assert [one.name for one in only(shows, Grid).table.columns] == ["token", "occurrences"]
    assert figures(shows)[-1] == f"{len(vocabulary & set(wanted))} / {len(vocabulary)}"
    assert said(shows) == [EN("encode.apply.memory")]
    assert EN("encode.apply.memory") not in said(ten("tokens"))


def test_longest_first_knows_no_separator() -> None:
    assert list(page_views("bpe-encode", **APPLIED, merges="10")) == [
        *(view for view in VIEWS if view != "longest"),
        "files",
    ]


def test_decoding_joins_at_the_separator() -> None:
    told = said(ten("decode", **APPLIED, text="lowest low"))
    assert told[0] == EN("encode.decode.joined", joined="lo@@westlow")
    assert told[-1] == EN("encode.decode.same")


def test_what_subword_nmt_loses_is_no_white_space_of_the_convention() -> None:
    """Its splits of a line are compared with the tool, so a difference is one of what is around the merges."""
    assert said(ten("decode", **APPLIED, text="lowest\nlow"))[-1] == EN("encode.decode.normalized")


def test_dropout_draws_what_the_library_draws() -> None:
    rng = random.Random(3)
    wanted = Counter(" ".join(PLAIN.explain("lowest", 0.5, rng).tokens) for _ in range(400))
    assert bars(ten("dropout", **APPLIED, text="lowest", dropout="50", seed="3")) == dict(wanted.most_common(12))


def test_the_derivation_is_of_the_pieces_before_the_vocabulary() -> None:
    shows = ten("derivation", **APPLIED, text="lowest", vocabulary="corpus", threshold="9")
    assert [tree.chip.letters + tree.chip.mark for tree in only(shows, Tree).trees] == ["lo", "west</w>"]
    assert said(ten("derivation", **APPLIED, text="NYC", glossaries="NYC"))[-1] == EN("encode.derivation.whole")


def test_it_is_refused_for_merges_that_it_does_not_apply() -> None:
    with pytest.raises(RulesError):
        encode("tokens", rules="minbpe", merges="5", apply="subword-nmt")
    with pytest.raises(TokvizError):
        ten("tokens", **APPLIED, glossaries="(")
