"""Stills: what a step shows is in the figure, inside of it, and at the same place in each of several."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from typing import cast

import pytest

from tests.features.stills.pictures import KINDS, boxes, drawn, parts, texts
from tokviz import Corpus, bpe, examples, wordpiece
from tokviz.compare.three_vocabularies import RULES, Vocabularies
from tokviz.errors import TokvizError
from tokviz.features.stills.figure import WORD, Box, Line, Text, right_of, text_width
from tokviz.features.stills.layout.blocks import PARTS
from tokviz.features.stills.still import THEMES, Asked, Theme, figures
from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.compare.three_vocabularies import picture
from tokviz.views.hosts.parts import stepped
from tokviz.views.merges.narration import TIE_RULE_KEYS
from tokviz.views.merges.picture import OtherTraining, show_parting
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import with_spaces
from tokviz.views.shared.sentences import without_marks


def _long_trainings() -> list[Trace]:
    corpus = examples.load("lighthouse").corpus
    return [bpe.train(corpus, merges=2_000, rules="course"), wordpiece.train(corpus, vocab_size=900, rules="course")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_said_at_a_step_is_on_its_still(kind: str, language: str) -> None:
    payload = parts(kind, language)[0]
    for step, figure in enumerate(drawn(kind, language=language)):
        read = "".join("".join(texts(figure)).split())
        for one in with_spaces(payload["frames"][step]["say"], payload["picture"].get("space", "")):
            assert "".join(without_marks(one["text"]).split()) in read
            assert without_marks(one["text"]) in figure.description
        assert figure.language == language
        base = payload.get("base", 0)
        assert payload["labels"]["of"].format(step=base + step, total=base + payload["total"]) in figure.title


def test_a_picture_without_steps_has_no_number_of_one() -> None:
    three = Vocabularies(bpe.train(examples.load("hug").corpus, rules=RULES))
    payload = picture(three, "words", three.usual, ["hug"], load("en"))
    (figure,) = figures(Asked([payload], (0,), "Three vocabularies"))
    assert payload["total"] == 0
    assert figure.title == "Three vocabularies"
    assert load("en")("picture.controls.of", step=0, total=0) not in texts(figure)
    assert "hug" in texts(figure)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_leaves_the_figure(kind: str) -> None:
    for figure in drawn(kind):
        for shape in figure.shapes:
            if isinstance(shape, Text):
                width = text_width(shape.runs, shape.size)
                left = shape.x - width * {"start": 0, "middle": 0.5, "end": 1}[shape.anchor]
                assert left >= 0
                assert left + width <= figure.width
                assert 0 < shape.y < figure.height
            elif isinstance(shape, Box):
                assert 0 <= shape.x <= shape.x + shape.width <= figure.width
                assert 0 <= shape.y <= shape.y + shape.height <= figure.height
            else:
                assert isinstance(shape, Line)
                assert 0 <= shape.x <= shape.to_x <= figure.width
                assert 0 <= shape.y <= shape.to_y <= figure.height


@pytest.mark.parametrize("kind", KINDS)
def test_all_steps_have_one_size_and_nothing_jumps(kind: str) -> None:
    found = drawn(kind)
    assert len({(figure.width, figure.height) for figure in found}) == 1
    hairlines = {
        tuple(one.y for one in figure.shapes if isinstance(one, Line) and one.color == THEMES["light"].line)
        for figure in found
    }
    assert len(hairlines) == 1


def test_borders_between_words_are_drawn_until_they_fall() -> None:
    """By the way, by the sea, on the way: two borders in each line, up to the step that lifts them."""
    ink = THEMES["light"].ink
    bars = [
        sum(
            isinstance(one, Line) and one.color == ink and one.is_dashed and one.thickness == 2 for one in figure.shapes
        )
        for figure in drawn("superbpe")
    ]
    assert bars[:9] == [6] * 8 + [0]


def test_the_turn_is_drawn_with_a_bar_for_each_language() -> None:
    payload = parts("parity")[0]
    for frame, figure in zip(payload["frames"], drawn("parity"), strict=True):
        read = texts(figure)
        for language in frame.get("turn", {"languages": ()})["languages"]:
            assert language["name"] in read
            assert " · ".join(filter(None, (language["worth"], language["note"]))) in read


def test_the_line_of_each_language_has_a_dot_that_moves_and_that_of_the_choosing_one_is_filled() -> None:
    (payload,) = parts("languages")
    places: list[tuple[float, float]] = []
    for frame, figure in zip(payload["frames"], drawn("languages"), strict=True):
        dots = {box.key: box for box in boxes(figure.shapes) if box.key[:1] == ("dot",)}
        assert len(dots) == len(frame["turn"]["languages"])
        for number, language in enumerate(frame["turn"]["languages"]):
            dot = dots["dot", number, 0]
            assert (dot.fill == dot.stroke) == (language["state"] == "turn")
            assert dot.radius == dot.width / 2
        (cursor,) = [shape for shape in figure.shapes if shape.key[:1] == ("cursor",)]
        dot = dots["dot", 0, 0]
        places.append((dot.x + dot.width / 2, dot.y + dot.height / 2))
        assert places[-1][0] == pytest.approx(cursor.x)
    assert places == sorted(places)
    assert len({y for _, y in places}) > 1


def test_the_tests_of_parts_are_drawn_and_a_removed_one_is_struck_out() -> None:
    payload = parts("picky")[0]
    for frame, figure in zip(payload["frames"], drawn("picky"), strict=True):
        rows = frame.get("tests", {"rows": ()})["rows"]
        read = texts(figure)
        assert all(row["worth"] in read and row["verdict"] in read for row in rows)
        struck = [one for one in figure.shapes if isinstance(one, Line) and one.color == THEMES["light"].bad]
        assert len(struck) == sum(row["out"] for row in rows)
        red = [box for box in boxes(figure.shapes) if box.fill == THEMES["light"].bad]
        assert len(red) == sum(row["fails"] and row["bar"] > 0 for row in rows)  # as on the page


def test_the_pair_of_the_next_merge_is_framed_in_words_and_candidates() -> None:
    (figure,) = drawn("bpe", 3)
    rings = [box for box in boxes(figure.shapes) if not box.fill and box.stroke and box.is_dashed]
    assert len(rings) == 2  # l o in low and in lower
    bars = [box for box in boxes(figure.shapes) if box.fill and box.stroke == rings[0].stroke]
    assert len(bars) == 2  # of the candidate that wins: low and lower
    assert len({ring.stroke for ring in rings}) == 1
    news = [box for box in boxes(figure.shapes) if not box.fill and box.stroke == THEMES["light"].ink]
    assert len(news) == 3  # est</w> in newest, in widest, and in the vocabulary


def test_numbers_and_words_are_those_of_the_payload() -> None:
    read = texts(drawn("bpe", 3)[0])
    assert {"5×", "2×", "6×", "3×"} <= set(read)
    assert read.count("est</w>") >= 3
    best = parts("bpe")[0]["frames"][3]["candidates"]["rows"][0]
    assert best["worth"] in read


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_training_of_the_clock_has_its_boxes_its_sentence_and_a_dot_that_moves(language: str) -> None:
    (payload,) = parts("clock", language)
    words = [word["text"] for word in payload["picture"]["words"]]
    for frame, figure in zip(payload["frames"], drawn("clock", language=language), strict=True):
        read = "".join("".join(texts(figure)).split())
        drawn_boxes = {box.key: box for box in boxes(figure.shapes)}
        for number, (hand, there) in enumerate(zip(payload["picture"]["hands"], frame["hands"], strict=True)):
            told = without_marks(there["right" if hand["grows"] else "left"])
            assert "".join(told.split()) in read
            assert told in figure.description
            assert f"{hand['letter']} {hand['tokens'][there['number']]}" in texts(figure)
            cuts = dict.fromkeys(range(len(words)), ())
            cuts |= {word: cut for vocabulary, word, cut in hand["cuts"] if vocabulary <= there["number"]}
            for word, cut in cuts.items():
                ends = [] if cut is None else [*pairwise((0, *cut, len(words[word])))]
                found = {key[2:4] for key in drawn_boxes if key[:2] == (WORD, f"{number} {word}")}
                assert found == {(1_000 * start, 1_000 * end) for start, end in ends}
            dot = drawn_boxes["dot", number, 0]
            (cursor,) = [shape for shape in figure.shapes if shape.key == ("cursor", 0)]
            assert dot.x + dot.width / 2 == pytest.approx(cursor.x)
        (unknown,) = [box for box in boxes(figure.shapes) if box.stroke == THEMES["light"].bad]
        assert unknown.is_dashed  # unhug, of WordPiece, at every size


def test_a_clock_of_a_thousand_sizes_and_a_sentence_has_few_lines_and_wraps() -> None:
    clock = stepped(_long_trainings(), "The keeper of the lighthouse walked along the rock at night")
    assert clock is not None
    part = clock.part(200, load("en"))
    (figure,) = figures(Asked([part], (200,), "lighthouse"))
    assert figure.height < 1_100
    assert sum(isinstance(one, Line) for one in figure.shapes) < 2_000
    for shape in figure.shapes:
        if isinstance(shape, Box):
            assert 0 <= shape.x <= shape.x + shape.width <= figure.width


@pytest.mark.parametrize("theme", THEMES)
def test_themes_have_the_ground_of_the_page(theme: str) -> None:
    (figure,) = drawn("unigram", 2, theme=cast("Theme", theme))
    assert figure.ground == THEMES[cast("Theme", theme)].ground
    inks = {run.color for shape in figure.shapes if isinstance(shape, Text) for run in shape.runs}
    assert THEMES[cast("Theme", theme)].ink in inks


def test_a_step_that_there_is_not_is_an_error() -> None:
    with pytest.raises(TokvizError) as error:
        drawn("bpe", 99)
    assert error.value.code == "cli-export-step"


def test_a_parting_shows_both_winners() -> None:
    corpus, say = Corpus({"ab": 3, "cd": 3}), load("en")
    mine, theirs = (bpe.train(corpus, merges=2, rules=name) for name in ("sennrich", "huggingface"))
    payload = views_of(mine).picture.payload(mine, range(len(mine) + 1), say)
    show_parting(payload, mine, OtherTraining(theirs, "mine", "theirs"), say)
    step = payload["picture"]["parting"]["step"]
    (figure,) = figures(Asked([payload], (step,), ""))
    assert any(box.is_dashed and box.stroke == THEMES["light"].bad for box in boxes(figure.shapes))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", TIE_RULE_KEYS)
def test_the_winner_of_a_tie_is_said_in_full(rule: str, language: str) -> None:
    say, trace = load(language), bpe.train(Corpus({"ab": 3, "cd": 3}), merges=1, rules="sennrich")
    payload = views_of(trace).picture.payload(trace, range(2), say)
    payload["picture"]["labels"]["wins_tied"] = told = say("picture.wins-tied", rule=say(TIE_RULE_KEYS[rule]))
    (figure,) = figures(Asked([payload], (0,), ""))
    assert told in texts(figure)


def test_a_large_corpus_is_cut_to_what_fits() -> None:
    corpus = Corpus({f"word{number}": 100 - number for number in range(90)} | {"x" * 300: 5})
    trace = bpe.train(corpus, merges=3, rules="course")
    payload = views_of(trace).picture.payload(trace, range(len(trace) + 1), load("en"))
    for figure in figures(Asked([payload], (0, 3), "a" * 500)):
        assert figure.height < 1400
        assert all(box.x + box.width <= figure.width for box in boxes(figure.shapes))


# -- parts alone -------------------------------------------------------------------------------------------------------

LINE_WIDTH = 345 * 72 / 72.27
"""The width of a line in `article`, in the points of a figure."""


@pytest.mark.parametrize("kind", ["bpe", "wordpiece", "unigram", "parity", "picky", "superbpe", "top-down"])
def test_words_and_candidates_can_be_read_in_a_paper(kind: str) -> None:
    every = parts(kind)
    made = figures(Asked(every, range(every[0]["total"] + 1), "A title", only=("words", "candidates")))
    for figure in made:
        smallest = min(text.size for text in figure.shapes if isinstance(text, Text))
        assert smallest * LINE_WIDTH / figure.width >= 7
        assert max(map(right_of, figure.shapes)) <= figure.width
        assert "A title" not in texts(figure)
    assert len({(figure.width, figure.height) for figure in made}) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_parts_together_say_what_the_whole_says(kind: str) -> None:
    every = parts(kind)
    (whole,) = figures(Asked(every, (1,), "A title"))
    said: set[str] = set()
    for part in PARTS:
        with suppress(TokvizError):  # no picture has them all
            (figure,) = figures(Asked(every, (1,), "A title", only=(part,)))
            said |= set(" ".join(texts(figure)).split())
    there = set(" ".join(texts(whole)).split())
    assert there - said <= set(f"A title {whole.title.rpartition('· ')[2]}".split())
    assert said <= there


def test_a_part_that_a_picture_lacks() -> None:
    with pytest.raises(TokvizError, match="words, candidates, sentences"):
        figures(Asked(parts("unigram"), (0,), "", only=("words", "vocabulary")))


@pytest.mark.parametrize("kind", ["word", "pieces", "lattice"])
def test_a_word_fills_its_picture(kind: str) -> None:
    for figure in drawn(kind):
        drawn_to = max(right_of(shape) for shape in figure.shapes if not isinstance(shape, Text))
        assert drawn_to >= figure.width / 2
