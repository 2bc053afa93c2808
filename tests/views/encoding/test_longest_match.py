"""WordPiece in the picture: rows, marks and what is said, against words worked out by hand; long and hostile words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import KEYS, codes
from tests.strategies import hostile_texts, texts
from tests.views.encoding.frames import said
from tokviz.models.added_tokens import AddedToken
from tokviz.pretokenize.bert_basic import basic_steps
from tokviz.views.encoding import longest_match as basic
from tokviz.views.encoding.longest_match import MAX_ATTEMPTS_NAMED, match_frames, match_parts
from tokviz.views.encoding.merging import Frame
from tokviz.views.picture.payload import MAX_CHIPS
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import without_marks
from tokviz.wordpiece import Model

EN = load("en")
HUG = Model(["[UNK]", "b", "h", "p", "##g", "##n", "##s", "##u", "##gs", "hu", "hugs"])
NO, YES = EN("reason.prefix.unknown"), EN("reason.prefix.match")


def frames(model: Model, word: str) -> list[Frame]:
    return list(match_frames(model.explain(word), EN))


def told(model: Model, word: str, *, has_unknown: bool = True) -> list[list[str]]:
    """Return the texts of each frame, with their values."""
    return [said(frame) for frame in match_frames(model.explain(word), KEYS, has_unknown=has_unknown)]


def tried(frame: Frame) -> list[tuple[str, ...]]:
    """The prefixes of a frame: number, what is said of it, token."""
    return [(row.label, row.note, *row.symbols) for row in frame.rows[1:]]


# -- worked out by hand ------------------------------------------------------------------------------------------------


def test_bugs_is_found_piece_by_piece() -> None:
    shown = frames(HUG, "bugs")
    assert [(tuple(frame.rows[0].symbols), frame.rows[0].spans) for frame in shown] == [
        (("b", "u", "g", "s"), ((0, 1, "next"),)),
        (("b", "u", "g", "s"), ((0, 1, "new"), (1, 1, "next"))),
        (("b", "##u", "g", "s"), ((1, 1, "new"), (2, 2, "next"))),
        (("b", "##u", "##gs"), ((2, 1, "new"),)),
    ]
    assert [tried(frame) for frame in shown] == [
        [("1", NO, "bugs"), ("2", NO, "bug"), ("3", NO, "bu"), ("4", YES, "b")],
        [("1", NO, "##ugs"), ("2", NO, "##ug"), ("3", YES, "##u")],
        [("1", YES, "##gs")],
        [],
    ]
    assert [row.spans for row in shown[0].rows[1:]] == [(), (), (), ((0, 1, "next"),)]


def test_what_is_said_of_bugs() -> None:
    assert told(HUG, "bugs") == [
        [
            "wordpiece.start(length=wordpiece.characters(n=4))",
            "wordpiece.next(number=1, place=1, why=reason.match(longest=`bugs`, n=3, token=`b`))",
        ],
        [
            "wordpiece.done(number=1, token=`b`, rest=`ugs`)",
            "wordpiece.next(number=2, place=2, why=reason.match(longest=`##ugs`, n=2, token=`##u`))"
            "wordpiece.next.mark(prefix=`##`)",
        ],
        [
            "wordpiece.done(number=2, token=`##u`, rest=`gs`)",
            "wordpiece.next(number=3, place=3, why=reason.match.whole(longest=`##gs`))",
        ],
        ["wordpiece.done.last(number=3, token=`##gs`)", "wordpiece.end(n=3)"],
    ]
    shown = frames(HUG, "bugs")
    kinds = [[kind for kind, _ in frame.said] for frame in shown]
    assert kinds == [["note", "next"], ["done", "next"], ["done", "next"], ["done", "note"]]
    assert codes(shown[1].said[0][1]) == ("b", "ugs")  # the tokens, as code


def test_bum_fails_inside_and_mug_at_once() -> None:
    *_, failing, last = frames(HUG, "bum")
    assert tried(failing) == [("1", NO, "##m")]
    assert failing.rows[0].spans == ((1, 1, "new"),)  # nothing is found next
    assert (tuple(last.rows[0].symbols), last.rows[0].spans, len(last.rows)) == (("[UNK]",), ((0, 1, "new"),), 1)
    assert told(HUG, "bum")[-2][1] == "wordpiece.next(number=3, place=3, why=reason.match.last(longest=`##m`))"
    assert told(HUG, "bum")[-1] == [
        "wordpiece.failed(number=3, place=3, rest=`##m`)",
        "wordpiece.end.unknown(unknown=`[UNK]`)wordpiece.end.given-up(pieces=`b ##u`)",
    ]
    assert [sentences[1] for sentences in told(HUG, "mug")] == [
        "wordpiece.next(number=1, place=1, why=reason.match.none(tried=3, longest=`mug`, shortest=`m`))",
        "wordpiece.end.unknown(unknown=`[UNK]`)",
    ]


def test_one_shorter_prefix_is_said_as_such() -> None:
    assert told(HUG, "bs")[0][1] == "wordpiece.next(number=1, place=1, why=reason.match.one(longest=`bs`, token=`b`))"
    assert told(HUG, "b")[-1][1] == "wordpiece.end.one(n=1)"


def test_an_added_token_is_not_searched() -> None:
    model = Model(["[MASK]", "a"], added=(AddedToken(0, "[MASK]"),))
    (frame,) = match_frames(model.explain("[MASK]"), EN)
    assert frame.rows[0].symbols == ("[MASK]",)
    assert frame.said[0][1] == (EN("wordpiece.start.added"),)


def test_a_word_that_is_too_long_is_not_searched() -> None:
    model = Model(["[UNK]", "a", "##a"], max_word_length=3)
    (only,) = frames(model, "aaaa")
    assert tuple(only.rows[0].symbols) == ("[UNK]",)
    assert told(model, "aaaa") == [
        [
            "wordpiece.start.too-long(length=wordpiece.characters(n=4), limit=3)",
            "wordpiece.end.too-long(unknown=`[UNK]`)",
        ]
    ]


def test_a_vocabulary_without_the_unknown_token_says_so() -> None:
    assert told(Model(["b"]), "m", has_unknown=False)[-1][1].endswith("wordpiece.end.no-unknown(unknown=`[UNK]`)")
    assert told(Model(["b"]), "b", has_unknown=False)[-1][1] == "wordpiece.end.one(n=1)"


def test_without_a_mark_none_is_spoken_of() -> None:
    model = Model(["a", "b"], prefix="")
    assert told(model, "ab")[1][1] == "wordpiece.next(number=2, place=2, why=reason.match.whole(longest=`b`))"
    assert tried(frames(model, "ab")[1]) == [("1", YES, "b")]


@pytest.mark.parametrize(
    ("size", "rows"),
    [(MAX_ATTEMPTS_NAMED, MAX_ATTEMPTS_NAMED), (MAX_ATTEMPTS_NAMED + 1, MAX_ATTEMPTS_NAMED), (90, MAX_ATTEMPTS_NAMED)],
)
def test_of_many_prefixes_the_longest_and_the_shortest_are_shown(size: int, rows: int) -> None:
    shown = tried(frames(Model(["a"]), "a" + "b" * (size - 1))[0])
    assert len(shown) == rows
    assert shown[0][0] == "1"
    assert shown[-1] == (str(size), YES, "a")
    left_out = [note for label, note, *_ in shown if label == "…"]
    assert left_out == (
        [] if size == MAX_ATTEMPTS_NAMED else [EN.count("wordpiece.tried.more", size - MAX_ATTEMPTS_NAMED + 1)]
    )
    numbers = [int(label) for label, *_ in shown if label != "…"]
    assert size - len(numbers) == (size - MAX_ATTEMPTS_NAMED + 1 if left_out else 0)


# -- as the browser gets it --------------------------------------------------------------------------------------------


def is_whole(part: dict[str, Any]) -> None:
    """Raise AssertionError unless every reference is one and every mark is on chips."""
    assert all(isinstance(chip["text"], str) and chip["text"] for chip in part["tokens"])
    for frame in part["frames"]:
        for group in frame["groups"]:
            rows = [part["rows"][row]["symbols"] for row in group["rows"]]
            assert all(0 <= chip < len(part["tokens"]) for chips in rows for chip in chips)
            for span in group["spans"]:
                start, end = span["start"], span["start"] + span["length"]
                assert 0 <= start < end <= len(rows[span["place"]])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_has_the_prefixes_with_where_they_stand(language: str) -> None:
    say = load(language)
    (built,) = match_parts(HUG.explain("bum"), say)
    is_whole(built)
    assert [frame["choice"]["title"] for frame in built["frames"][:3]] == [
        say("encode.picture.search", place=place) for place in (1, 2, 3)
    ]
    second, third = (built["frames"][k]["choice"]["tries"] for k in (1, 2))
    assert [(one["names"], one["places"], one["kind"]) for one in second] == [
        (["##um"], [{"start": 1, "length": 2}], "out"),
        (["##u"], [{"start": 1, "length": 1}], "wins"),
    ]
    assert [one["kind"] for one in third] == ["out"]  # ##m, and nothing shorter
    assert built["lang"] == language


def test_of_many_prefixes_the_match_is_told_with_its_number() -> None:
    (built,) = match_parts(Model(["a", "##a"]).explain("a" + "a" * 40), EN)
    choice = built["frames"][0]["choice"]
    assert len(choice["tries"]) + choice["others"] == 41
    last = choice["tries"][-1]
    assert (last["names"], last["places"], last["kind"]) == (["a"], [{"start": 0, "length": 1}], "wins")
    assert "prefix 41" in without_marks(last["about"])


@pytest.mark.slow
def test_a_very_long_word_is_sent_in_parts_that_fit() -> None:
    built = match_parts(Model(["a", "##a"], max_word_length=1_000).explain("a" * 1_000), EN)
    assert len(built) > 1
    covered: set[int] = set()
    for part in built:
        is_whole(part)
        assert len(json.dumps(part)) < 500_000
        covered |= {*range(part["first"], part["first"] + len(part["frames"]))}
        for k, frame in enumerate(part["frames"], part["first"]):
            if 0 < k < 1_000:
                title = EN("encode.picture.search", place=k + 1)
                assert frame["choice"]["title"] == title
    assert covered == {*range(1_001)}


@given(hostile_texts().filter(bool), st.sampled_from(["en", "zh"]))
def test_any_word_makes_a_payload_of_visible_text(word: str, language: str) -> None:
    model = Model([*dict.fromkeys(["[UNK]", word[:1], *(f"##{letter}" for letter in word[1:-1])])])
    for part in match_parts(model.explain(word), load(language)):
        is_whole(part)
        assert all(chip["text"] == visible(chip["text"]) for chip in part["tokens"])
        assert "\0" not in json.dumps([frame["say"] for frame in part["frames"]], ensure_ascii=False)


# -- basic tokenization ------------------------------------------------------------------------------------------------


def test_each_step_shows_what_it_changed() -> None:
    text = "O\u00f9\t东?"
    rows = list(basic.step_rows(text, basic_steps(text), EN))
    assert [(row.note, list(row.symbols), row.spans) for row in rows] == [
        ("", ["O\u00f9", "\t", "东?"], ()),
        ("⇥ → ␣", ["O\u00f9", " ", "东?"], ((1, 1, "new"),)),
        ("∅ → ␣", ["O\u00f9", " ", " ", "东", " ", "?"], ((2, 1, "new"), (4, 1, "new"))),
        ("O → o", ["o", "\u00f9", "  ", "东", " ", "?"], ((0, 1, "new"),)),
        ("\u00f9 → u\u0300", ["o", "u\u0300", "  ", "东", " ", "?"], ((1, 1, "new"),)),
        ("◌\u0300 → ∅", ["o", "u", "  ", "东", " ", "?"], ((1, 1, "new"),)),
        ("␣ → ∅", ["ou", " ", "东", " ", "?"], ((1, 1, "new"),)),
    ]
    assert [row.label for row in rows][1::5] == [EN("wordpiece.step.clean"), EN("wordpiece.step.split")]


def test_a_step_that_changes_nothing_says_so() -> None:
    notes = [row.note for row in basic.step_rows("low", basic_steps("low"), EN)]
    assert notes == ["", *[EN("wordpiece.basic.unchanged")] * 6]


def test_marks_end_where_a_long_row_is_cut() -> None:
    """Each bracket becomes a word of its own: more pieces than are shown, all of them new."""
    text = "[" * basic.MAX_TEXT
    picture = basic.basic_steps_picture(text, basic_steps(text), EN)
    is_whole(picture)
    assert max(len(row["symbols"]) for row in picture["rows"]) == MAX_CHIPS + 1


@given(texts() | hostile_texts(), st.booleans())
def test_the_pieces_are_the_text_after_each_step(text: str, lower: bool) -> None:
    text = text[: basic.MAX_TEXT]
    steps = basic_steps(text, lower)
    rows = list(basic.step_rows(text, steps, EN))
    assert ["".join(row.symbols) for row in rows] == [text, *(step.text for step in steps)]
    is_whole(basic.basic_steps_picture(text, steps, EN))
