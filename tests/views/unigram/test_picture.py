"""The picture of unigram training: shares, flows, pieces and losses are those of the trace, under all rules."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from tests.catalogs import saying
from tests.strategies import corpora
from tests.unigram.conventions import HARD, SOFT
from tokviz import examples, unigram
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.unigram import PRESETS, Expect, Prune, Rules, Trace
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import Sentence, without_marks
from tokviz.views.unigram import picture
from tokviz.views.unigram.resplits import compare_words, real_loss, split_again
from tokviz.views.unigram.words_and_pieces import (
    MAX_LETTERS,
    MAX_PIECES,
    Pieces,
    example_word,
    piece_rows,
    segment_words,
)

EN = load("en")
HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})


def hug(rules: str | Rules = SOFT, vocab_size: int = 10) -> Trace:
    return unigram.train(HUG, vocab_size=vocab_size, rules=rules)


def payload(trace: Trace, language: str = "en") -> dict[str, Any]:
    """The payload as the browser gets it."""
    built = picture.payload(trace, range(len(trace) + 1), load(language))
    return dict(json.loads(json.dumps(built)))


def pieces(built: dict[str, Any], k: int) -> dict[str, dict[str, Any]]:
    """Piece -> its row at step k."""
    names = built["picture"]["pieces"]
    return {names[row["piece"]]: row for row in built["frames"][k]["view"]["rows"]}


def words(built: dict[str, Any], k: int) -> dict[str, dict[str, Any]]:
    """Word -> how it is split at step k."""
    picture = built["picture"]
    found = [picture["segmented"][number] for number in built["frames"][k]["view"]["words"]]
    return {picture["words"][one["word"]]["text"]: one for one in found}


def shown(built: dict[str, Any], k: int, word: str) -> list[tuple[str, float | None, str]]:
    """The segmentations of a word at step k, with share and standing."""
    names = built["picture"]["pieces"]
    return [
        (" ".join(names[one] for one in way["pieces"]), way["share"], way["standing"])
        for way in words(built, k)[word]["ways"]
    ]


def text(sentence: Sentence) -> str:
    return without_marks(sentence)


def told(built: dict[str, Any], k: int, piece: str) -> tuple[str, str]:
    """The number of a piece at step k as it is written, and what is said beside it."""
    row = pieces(built, k)[piece]
    return row["worth"], text(row["note"])


# -- the corpus of the course ------------------------------------------------------------------------------------------


def test_before_the_first_step_is_one_word_with_all_its_segmentations_and_their_products() -> None:
    """hug: 15/210; h ug and hu g: 15/210 x 20/210; h u g: 15/210 x 36/210 x 20/210."""
    built = payload(hug())
    chances = {"hug": [15], "h ug": [15, 20], "hu g": [15, 20], "h u g": [15, 36, 20]}
    products = {split: math.prod(count / 210 for count in counts) for split, counts in chances.items()}
    assert list(words(built, 0)) == ["hug"]
    ways = words(built, 0)["hug"]["ways"]
    names = built["picture"]["pieces"]
    found = {" ".join(names[piece] for piece in way["pieces"]): way for way in ways}
    assert found.keys() == chances.keys()
    for split, way in found.items():
        assert way["chances"] == pytest.approx([count / 210 for count in chances[split]], rel=1e-14)
        assert way["product"] == pytest.approx(products[split], rel=1e-14)
        assert way["share"] == pytest.approx(products[split] / sum(products.values()), rel=1e-14)
    assert {name: row["worth"] for name, row in pieces(built, 0).items()} == {
        **{"u": "0.17", "ug": "0.095", "g": "0.095"},
        **{"hug": "0.071", "h": "0.071", "hu": "0.071"},
    }
    said = text(built["frames"][0]["say"][0]["text"])
    assert saying("unigram.start.word", word="hug", paths="4 segmentations", best="hug", share="83%").match(said)


def test_seeds_are_counts_divided_by_their_sum() -> None:
    built = payload(hug())
    assert told(built, 1, "u") == ("36/210", "= 0.17")
    assert [split for split, *_ in shown(built, 1, "hugs")] == ["h ugs", "hu gs", "hug s"]
    assert built["frames"][1]["view"]["heads"]["pieces"] == {"name": "Pieces", "shows": "probability = count / 210"}
    assert text(pieces(built, 1)["ug"]["why"]) == "ug has probability 20/210 = 0.0952381."


def test_the_first_expectation_is_that_of_the_lesson() -> None:
    """hug gets 10 × 0.82864 from hug and 5 × 0.29601 from hugs: 9.7664."""
    built = payload(hug())
    shares = [(split, round(share or 0, 7), standing) for split, share, standing in shown(built, 2, "hug")]
    assert shares == [("hug", 0.8286359, ""), ("h ug", 0.0789177, ""), ("hu g", 0.0789177, "")]
    assert words(built, 2)["hug"]["others"] == {"count": 1, "share": pytest.approx(0.0135287, abs=1e-7)}
    assert (told(built, 2, "hug"), pieces(built, 2)["hug"]["exact"]) == (("9.8", ""), "9.7664")
    why = text(pieces(built, 2)["hug"]["why"])
    assert "10 × 0.8286 (hug) + 5 × 0.296 (hugs)" in why
    assert "9.7664" in why
    way = text(words(built, 2)["pug"]["ways"][0]["why"])
    assert way.startswith("p ug: 17/210 × 20/210 = 0.0077098, which is 46.1%")
    assert way.endswith("5 × 0.4605 = 2.3026.")
    ways = "hug 82.9%; h ug 7.9%; hu g 7.9%; 1 other 1.4%"
    assert text(words(built, 2)["hug"]["why"]) == (
        EN("unigram.why.word", word="hug", count="10 times", paths="4 segmentations", ways=ways)
    )


def test_a_maximization_shows_before_and_after_and_what_is_best_now() -> None:
    built = payload(hug())
    row = pieces(built, 3)["hug"]
    assert (round(row["value"], 6), row["before"], row["standing"]) == (0.147773, pytest.approx(1 / 14), "up")
    assert text(row["why"]) == "hug: 9.7664 / 66.0908 = 0.1477728"
    assert [standing for _, _, standing in shown(built, 3, "pug")] == ["now", "before", ""]
    assert [way["share"] for way in words(built, 3)["hug"]["ways"]] == [
        pytest.approx(share) for _, share in hug().of(3, Expect).shares("hug")[:3]
    ]  # those by which the next step counts
    assert list(pieces(built, 3))[:2] == ["hug", "p"]  # in their new order


def test_a_pruning_draws_its_line_and_works_the_loss_out() -> None:
    built = payload(hug())
    view = built["frames"][6]["view"]
    found = pieces(built, 6)
    assert view["cut"] == 3
    assert (
        [name for name, row in found.items() if row["standing"] == "removed"] == ["pu", "hu", "ugs"] == list(found)[:3]
    )
    assert (found["bu"]["standing"], *told(built, 6, "bu")) == ("kept", "20", "kept")
    assert found["bu"]["exact"] == "19.9401"
    assert not [name for name in found if len(name) == 1]
    assert view["more"] == {"above": 0, "below": 0, "sum": 0.0, "note": EN("unigram.letters")}
    assert text(found["pu"]["why"]) == EN("unigram.prune.unused", piece="pu")
    assert saying("unigram.prune.by-split", piece="hug", parts="h ug").match(text(found["hug"]["why"]))
    assert re.search(r"15 × .+ = 85\.8920\b", text(found["hug"]["why"]))


def test_the_loss_of_the_course_is_worked_out_word_by_word() -> None:
    """Without hug the word becomes h ug, 10 times: 23.5138."""
    built = payload(hug("course"))
    loss = "10 × ln(0.07143 / 0.006803) = 23.5138"
    assert text(pieces(built, 2)["hug"]["why"]) == f"Without hug: hug → h ug. Loss: {loss}."
    assert shown(built, 1, "hugs") == [("h ugs", None, ""), ("hu gs", None, "as-good"), ("hug s", None, "as-good")]
    assert shown(built, 2, "pug") == [("p ug", 1, "before"), ("pu g", None, "now")]


def test_where_only_the_best_counts_it_gets_all() -> None:
    built = payload(hug(HARD))
    assert shown(built, 2, "pug") == [("p ug", 1, ""), ("pu g", None, "as-good")]
    assert [flow["often"] for flow in words(built, 2)["pug"]["flows"]] == [1, 1]


def test_letters_of_the_steps_are_for_the_scrubber() -> None:
    assert payload(hug())["picture"]["steps"] == "SEMEMPEMEMPEMEM"


def test_what_a_library_drops_and_puts_back() -> None:
    built = payload(hug("huggingface", 12))
    dropped = pieces(built, 5)["h"]
    assert (dropped["standing"], *told(built, 5, "h")) == ("dropped", "dropped", "")
    assert dropped["before"] == pytest.approx(0.02915, abs=1e-5)
    assert re.findall(r"\d\.\d+", text(dropped["why"])) == ["0.1273", "0.5"]
    assert built["frames"][6]["view"]["kind"] == "final"
    assert pieces(built, 6)["h"]["standing"] == "restored"


def test_sentencepiece_counts_unknown_characters_as_its_first_piece() -> None:
    trace = hug("sentencepiece", 12)
    built = payload(trace)
    first = next(iter(trace.scores(3)))
    assert first == "u"
    names = built["picture"]["pieces"]
    flows = {names[flow["piece"]]: flow["often"] for flow in words(built, 4)["hugs"]["flows"]}
    assert flows["u"] > 0
    assert "h" not in flows
    assert [name for name, row in pieces(built, 4).items() if "library" in text(row["why"])] == ["u"]
    last = words(built, 7)["hugs"]["ways"][-1]
    assert [names[last["pieces"][place]] for place in last["unknown"]] == ["h", "s"]


def test_no_share_that_is_there_is_called_nothing() -> None:
    built = payload(hug(PRESETS["soft-em"], 10))
    every = [
        way["share"] for k in range(len(built["frames"])) for one in words(built, k).values() for way in one["ways"]
    ]
    assert any(0.999999 < share < 1 for share in every if share is not None)
    assert "<0.1%" in text(words(built, 7)["hug"]["why"])
    assert ">99.9%" in text(words(built, 7)["hug"]["why"])


def test_segmentations_that_get_almost_nothing_get_more_than_0() -> None:
    """After 15 steps the likeliest three of newest sum up to 1 in floats: the others were said to get 0%."""
    corpus = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    trace = unigram.train(corpus, vocab_size=15, rules=replace(PRESETS["soft-em"], max_piece_length=2))
    every = [one for k in range(2, len(trace) + 1) for one in segment_words(trace, k, corpus.words)]
    likeliest = [sum(way.share or 0.0 for way in one.ways) for one in every if one.others]
    assert any(total >= 1 for total in likeliest)
    assert all(one.rest > 0 for one in every if one.others and one.ways[0].share is not None)
    assert all(one.rest == 0 for one in every if not one.others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_worked_out_in_every_language(language: str) -> None:
    built = payload(hug(), language)
    for frame in built["frames"]:
        assert all(head["name"] and head["shows"] for head in frame["view"]["heads"].values())
        assert all(text(row["why"]).strip() for row in frame["view"]["rows"])
    say = load(language)
    assert built["picture"]["labels"]["hint"] == say("unigram.label.hint")
    assert built["picture"]["labels"]["semicolon"] == say("list.semicolon")


# -- any corpus --------------------------------------------------------------------------------------------------------


def trained(corpus: Corpus, rules: str) -> Trace:
    try:
        return unigram.train(corpus, vocab_size=len(set("".join(corpus))) + 6, rules=rules)
    except RulesError:  # one word that is one character over and over leaves a library without pieces
        reject()
        raise


@given(corpora(), st.sampled_from(sorted(PRESETS)))
def test_what_flows_from_all_words_is_what_the_step_counted(corpus: Corpus, rules: str) -> None:
    trace = trained(corpus, rules)
    for step in trace:
        if not isinstance(step, Expect) or trace.rules.expectation == "counts":
            continue
        sums: dict[str, float] = {}
        for one in segment_words(trace, step.index + 1, corpus.words):
            for piece, often in one.flows.items():
                sums[piece] = sums.get(piece, 0.0) + often * corpus[one.word]
        near = 1e-3 if trace.rules.flow == "sentencepiece" else 1e-6  # it computes in single precision
        for piece, count in step.counts.items():
            assert sums.get(piece, 0.0) == pytest.approx(count, rel=near, abs=near)


@given(corpora(), st.sampled_from(sorted(PRESETS)))
def test_a_pruning_uses_each_piece_as_often_as_was_counted(corpus: Corpus, rules: str) -> None:
    trace = trained(corpus, rules)
    for step in trace:
        if not isinstance(step, Prune) or step.is_final:
            continue
        used: dict[str, float] = {}
        for one in segment_words(trace, step.index + 1, corpus.words):
            for piece, often in one.flows.items():
                used[piece] = used.get(piece, 0.0) + often * corpus[one.word]
        assert used == {loss.piece: loss.occurrences for loss in step.losses if loss.occurrences}


@given(corpora(), st.sampled_from(sorted(PRESETS)))
def test_every_step_of_any_training_can_be_drawn(corpus: Corpus, rules: str) -> None:
    trace = trained(corpus, rules)
    built = payload(trace)
    assert [frame["view"]["kind"] for frame in built["frames"]][:2] == ["start", "seed"]
    for k, frame in enumerate(built["frames"]):
        view = frame["view"]
        assert len(view["rows"]) <= MAX_PIECES
        assert len(view["words"]) == (min(len(corpus), picture.WORDS) if k else 1)
        total = sum(1 for row in view["rows"] if row["standing"] == "removed")
        assert view["cut"] is None or view["cut"] == total
        for word, one in words(built, k).items():
            shares = [way["share"] for way in one["ways"] if way["share"] is not None]
            if shares:
                rest = one["others"]["share"] if "others" in one else 0
                assert sum(shares) + rest == pytest.approx(1, abs=1e-9), word
            assert all(flow["often"] > 0 for flow in one["flows"])


# -- a pruning: words split again --------------------------------------------------------------------------------------


def test_a_pruning_has_the_words_split_again_with_both_products() -> None:
    """Without ug the best split of pug is p u g: 880 million times less likely; 5 times ln of that is 103."""
    built = payload(hug(vocab_size=9))
    row = pieces(built, 11)["ug"]
    names = built["picture"]["pieces"]
    (again,) = (one for one in row["resplit"] if one["likelihood"] != "unused")  # hug and hugs do not use it
    assert built["picture"]["words"][again["word"]]["text"] == "pug"
    assert [[names[piece] for piece in again[part]] for part in ("before", "after")] == [["p", "ug"], ["p", "u", "g"]]
    assert f"{again['product']:.2g}, {again['without']:.2g}" == "0.022, 2.5e-11"
    assert f"{again['product'] / again['without']:.2g}" == "8.8e+08"
    assert 5 * math.log(again["product"] / again["without"]) == pytest.approx(row["value"])
    assert list(pieces(built, 11)) == ["gs", "bu", "ug", "hug", "un"]  # the smallest loss first


def test_a_pruning_without_loss_shows_that_words_do_without_the_piece() -> None:
    """Step 6 removes pu, hu and ugs, which no word needs. pug and pun have an equally likely best segmentation with pu;
    hugs uses ugs in none. gs costs nothing either and stays, because it is listed later."""
    built = payload(hug(vocab_size=9))
    names, words = built["picture"]["pieces"], built["picture"]["words"]
    rows = pieces(built, 6)

    def resplit(piece: str) -> dict[str, tuple[str, str, str]]:
        return {
            words[one["word"]]["text"]: (
                *(" ".join(names[place] for place in one[part]) for part in ("before", "after")),
                one["likelihood"],
            )
            for one in rows[piece]["resplit"]
        }

    assert resplit("pu") == {"pug": ("pu g", "p ug", "same"), "pun": ("pu n", "p un", "same")}
    assert resplit("ugs") == {"hugs": ("hug s", "hug s", "unused")}
    assert resplit("bu") == {"bun": ("bu n", "b un", "same")}  # its loss of 20 is an estimate
    assert text(rows["gs"]["note"]) == EN("unigram.tied.later")
    assert text(rows["bu"]["note"]) == EN("unigram.outcome.kept")
    assert text(rows["gs"]["why"]).endswith(EN("reason.listed.first"))
    assert EN("reason.listed.first") not in text(rows["pu"]["why"])
    assert pieces(payload(hug(vocab_size=9)), 11)["gs"]["note"] == [EN("unigram.outcome.removed")]


def test_a_word_that_does_not_use_a_piece_is_not_compared() -> None:
    """hug itself is 8.7 times as likely as hu g: nobody removes hu for that. hugs has three best segmentations."""
    built = payload(hug("course"))
    (removed,) = (row for row in pieces(built, 6).values() if row["standing"] == "removed")
    words = built["picture"]["words"]
    assert [(words[one["word"]]["text"], one["likelihood"]) for one in removed["resplit"]] == [
        ("hug", "unused"),
        ("hugs", "same"),
    ]


@given(corpora(), st.sampled_from(["course", "hard-em", "soft-em"]))
def test_the_best_with_all_pieces_is_never_less_likely_than_the_best_without_one(corpus: Corpus, rules: str) -> None:
    trace = trained(corpus, rules)
    for k, kind in enumerate(trace.kinds, start=1):
        if kind != "prune":
            continue
        split = segment_words(trace, k, corpus.words)
        known = Pieces(trace.scores(k - 1))
        for piece_loss in trace.of(k - 1, Prune).losses:
            piece = piece_loss.piece
            found = compare_words(trace, piece, split, known)
            assert [one.word for one in found] == [word for word in corpus if piece in trace.rules.marked(word)]
            for one in found:
                paths = list(known.lattice(trace.rules.marked(one.word)).paths())
                best = max(path.score for path in paths)
                having = [path.score for path in paths if piece in path.pieces]
                assert math.log(one.product) == pytest.approx(best)
                assert one.without <= one.product * (1 + 1e-9)
                assert (one.likelihood == "unused") == (not having or max(having) < best - 1e-7)
                assert (one.likelihood == "unused") == (piece not in one.before)
                if piece_loss.outcome != "protected":
                    assert piece not in one.after
            if not piece_loss.occurrences:
                assert all(one.likelihood != "less" for one in found)


def test_an_estimate_is_called_one_where_the_words_lose_something_else() -> None:
    """The rule replaces er by its own parts: 9.5; but lower has a better segmentation without it: 2.9."""
    trace = unigram.train(examples.load("sennrich").corpus, vocab_size=15, rules=replace(SOFT, max_piece_length=2))
    built = payload(trace)
    first = built["picture"]["steps"].index("P") + 1
    er = pieces(built, first)["er"]
    assert (er["worth"], f"{sum_of_losses(trace, 'er', first):.2g}") == ("9.5", "2.9")
    assert saying("unigram.why.estimate", loss=EN.nats(sum_of_losses(trace, "er", first))).search(text(er["why"]))
    exact = payload(hug("course"))
    assert not any(
        saying("unigram.why.estimate").search(text(row["why"])) for row in pieces(exact, 2).values()
    )  # its losses are those of the words


def sum_of_losses(trace: Trace, piece: str, k: int) -> float:
    return sum(change.loss for change in trace.resplit(piece, k - 1))


@given(corpora(), st.sampled_from(["course", "hard-em", "soft-em"]))
def test_words_are_split_again_as_the_trace_does_it(corpus: Corpus, rules: str) -> None:
    trace = trained(corpus, rules)
    for k, kind in enumerate(trace.kinds, start=1):
        if kind != "prune":
            continue
        split = segment_words(trace, k, corpus.words)
        known = Pieces(trace.scores(k - 1))
        for piece in known.scores:
            expected = trace.resplit(piece, k - 1)
            found = split_again(trace, piece, split, known)
            assert [(one.word, one.before, one.after) for one in found] == [
                (one.word, one.before, one.after) for one in expected
            ]
            assert [one.loss for one in found] == pytest.approx([one.loss for one in expected], abs=1e-9)
            assert real_loss(found) == pytest.approx(sum(one.loss for one in expected), abs=1e-6)


# -- the surprise of the corpus, and the word that is shown first ------------------------------------------------------


def test_the_surprise_falls_within_a_round_and_rises_after_a_pruning() -> None:
    trace = hug(vocab_size=9)
    surprise = payload(trace)["picture"]["surprise"]
    assert [(at["step"], at["loss"]) for at in surprise] == [
        (k + 1, -trace.log_likelihood(k)) for k, kind in enumerate(trace.kinds) if kind == "expect"
    ]
    rounds = [surprise[place : place + 2] for place in range(0, len(surprise), 2)]
    assert all(first["loss"] > second["loss"] for first, second in rounds)
    assert all(before[1]["loss"] < after[0]["loss"] for before, after in pairwise(rounds))


def test_the_word_that_is_shown_first_has_several_segmentations_and_room_for_all() -> None:
    assert example_word(hug()) == "hug"
    letters = unigram.train(Corpus({"a": 3, "b": 2}), vocab_size=2, rules="soft-em")
    assert example_word(letters) == "a"
    long = unigram.train(Corpus({"abcdefgh": 9, "abcdefgi": 5, "abx": 2}), vocab_size=60, rules="soft-em")
    assert example_word(long) == "abx"


def test_a_long_word_is_shown_with_its_best_segmentation_alone() -> None:
    word = "".join(chr(0x4E00 + number) for number in range(MAX_LETTERS + 5))
    built = payload(unigram.train(Corpus({word: 2, word[:3]: 1}), vocab_size=200, rules="soft-em"))
    label = next(one["text"] for one in built["picture"]["words"] if "…" in one["text"])
    (way,) = words(built, 2)[label]["ways"]
    assert way["share"] is None
    assert words(built, 2)[label]["flows"] == []


def test_a_large_vocabulary_is_shown_in_part_and_the_rest_is_summed() -> None:
    trace = unigram.train(examples.load("lighthouse").corpus_for("unigram"), vocab_size=200, rules="soft-em")
    for k in range(1, len(trace) + 1):
        found = piece_rows(trace, k, segment_words(trace, k, trace.corpus.most_frequent(8)))
        assert len(found.rows) == MAX_PIECES
        assert len(found.rows) + found.above + found.below + found.letters == len(
            set(trace.scores(max(1, k - 1))) | set(trace.scores(k))
        )
        values = sum(row.value for row in found.rows)
        match trace[k - 1].kind:
            case "expect":
                counts = trace.of(k - 1, Expect).counts
                assert values + (found.rest or 0.0) == pytest.approx(sum(counts.values()))
            case "maximize":
                assert values + (found.rest or 0.0) == pytest.approx(1.0, rel=1e-5)
            case "prune":
                assert found.cut
                assert [row.standing == "removed" for row in found.rows] == [
                    place < found.cut for place in range(len(found.rows))
                ]


@pytest.mark.parametrize("rules", ["soft-em", "huggingface", "sentencepiece"])
def test_around_the_line_of_a_pruning_losses_rise(rules: str) -> None:
    """Pieces that a library removes without an estimate are left out."""
    trace = unigram.train(examples.load("lighthouse").corpus_for("unigram"), vocab_size=100, rules=rules)
    k = next(k for k, kind in enumerate(trace.kinds, start=1) if kind == "prune")
    found = piece_rows(trace, k, ())
    judged = [row for row in found.rows if row.loss and row.loss.loss is not None and row.standing != "protected"]
    assert [row.value for row in judged] == sorted(row.value for row in judged)
    assert {row.standing for row in judged} == {"removed", "kept"}
