"""Hand-in codes: what goes in comes out, whatever is done to a code on its way is noticed, and each says why."""

from __future__ import annotations

import csv
import io
import json
import zlib
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.conftest import Cli, cli, right
from tokviz import guides
from tokviz.errors import RulesError, TokvizError
from tokviz.exercises import CHALLENGES, KINDS, check
from tokviz.exercises.hand_in import MAX_ANSWERS
from tokviz.features.homework.codes import PREFIX
from tokviz.features.homework.views.files import written_answer
from tokviz.homework import Answered, HandIn, grade_codes, read_code, write_code
from tokviz.views.shared.catalog import load

__all__ = ["cli"]

ANSWERS = st.lists(
    st.builds(Answered, st.integers(1, 9_999), st.none() | st.text(max_size=60), st.booleans(), st.integers(0, 9)),
    min_size=1,
    max_size=12,
    unique_by=lambda one: one.number,
).map(tuple)
TIMES = st.tuples(st.integers(0, 2**31), st.integers(0, 2**31)).map(lambda two: (min(two), max(two)))
SERIES = st.builds(
    lambda answers, times, kinds, level, seed: HandIn(answers, times[0], times[1], "", kinds, level, seed),
    ANSWERS,
    TIMES,
    st.lists(st.sampled_from(list(KINDS)), min_size=1, unique=True).map(tuple),
    st.integers(0, 3),
    st.text(max_size=24),
)
OTHERS = st.builds(
    lambda answers, times, names: HandIn(answers, times[0], times[1], **names),
    ANSWERS,
    TIMES,
    st.fixed_dictionaries({"lesson": st.sampled_from(guides.names())})
    | st.fixed_dictionaries({"challenge": st.sampled_from(list(CHALLENGES))}),
)
KEYS = st.binary(max_size=20)


def of(kinds: tuple[str, ...] = ("score", "encode"), count: int = 3, began: int = 1_700_000_000) -> HandIn:
    """A series that was answered rightly."""
    empty = HandIn((Answered(1, "", False),), began, began + 60, kinds=kinds, level=1, seed="7")
    answers = tuple(Answered(n, written_answer(empty.task(n).solution), True) for n in range(1, count + 1))
    return HandIn(answers, began, began + 60, kinds=kinds, level=1, seed="7")


@given(SERIES | OTHERS, KEYS)
@settings(max_examples=60)
def test_a_code_is_read_back(handed: HandIn, key: bytes) -> None:
    code = write_code(handed, key)
    assert code.isascii()
    assert not any(char.isspace() or char in ",;\"'" for char in code)
    assert read_code(f" {code}\n", key) == (handed, bool(key))
    assert read_code(code) == (handed, bool(key))


@given(SERIES, KEYS, st.data())
@settings(max_examples=60)
def test_every_change_is_noticed(handed: HandIn, key: bytes, data: st.DataObject) -> None:
    code = write_code(handed, key)
    place = data.draw(st.integers(0, len(code) - 1))
    one = data.draw(st.characters(exclude_characters=code[place], codec="utf-8") | st.sampled_from("Aa09-_="))
    for changed in (code[:place] + one + code[place + 1 :], code[:place], code[:place] + code[place + 1 :], code + one):
        if changed.strip() != code:
            with pytest.raises(RulesError) as caught:
                read_code(changed, key)
            assert caught.value.code in {"handin-altered", "handin-cut", "handin-none"}


def test_each_character_of_a_code_counts() -> None:
    code = write_code(of(), b"key")
    for place in range(len(code)):
        for one in "AQgw_":
            if one != code[place]:
                with pytest.raises(RulesError):
                    read_code(code[:place] + one + code[place + 1 :])


@given(SERIES, st.binary(min_size=1, max_size=20), st.binary(min_size=1, max_size=20))
@settings(max_examples=30)
def test_a_signature_is_of_one_key(handed: HandIn, key: bytes, other: bytes) -> None:
    if key.rstrip(b"\0") != other.rstrip(b"\0"):  # HMAC fills a key up with zeros
        with pytest.raises(RulesError, match="different key"):
            read_code(write_code(handed, key), other)
    with pytest.raises(RulesError, match="not signed"):
        read_code(write_code(handed), key)


def forged(content: object) -> str:
    """A code with the right checksum, as anybody can make one."""
    packed = zlib.compress(content if isinstance(content, bytes) else json.dumps(content).encode())
    whole = (3 + 1 + len(packed) + 5).to_bytes(3, "big") + b"\0" + packed
    return PREFIX + urlsafe_b64encode(whole + sha256(whole).digest()[:5]).decode().rstrip("=")


def test_a_forger_who_says_what_tokviz_says_is_believed() -> None:
    assert read_code(forged([5, 6, "bpe", [[], 0, "", ""], [[1, 0, 0, 1, "x"]]]))[0].lesson == "bpe"


@pytest.mark.parametrize(
    "content",
    [
        None, [], {}, b"\xff", b"[" * 100_000, b"1" * 5_000, b" " * 10_000_000, [1, 2, "bpe", [[], 0, "", ""], []],
        [2, 1, "bpe", [[], 0, "", ""], [[1, 0, 0, 1, "x"]]], [5, 6, "", [["nothing"], 0, "", ""], [[1, 0, 0, 1, "x"]]],
        [5, 6, "", [[], 0, "", ""], [[1, 0, 0, 1, "x"]]], [5, 6, "", [["score"], 9, "", ""], [[1, 0, 0, 1, "x"]]],
        [5, 6, "", [["score"], 0, "", ""], [[1, 0, 0, 1, "x"], [1, 0, 0, 1, "y"]]],
        [5, 6, "", [["score"], 0, "", ""], [[0, 0, 0, 1, "x"]]], [5, 6, "", [[], 0, "", "x"], [[1, 0, 0, 1, "x"]]],
        [5, 6, "", [["score"], 0, "", ""], [[n, 0, 0, 1, "x"] for n in range(1, MAX_ANSWERS + 2)]],
        [5, 6, "", [["score"], 0, 7, ""], [[1, 0, 0, 1, "x"]]], [5, 6, "", [[[]], 0, "", ""], [[1, 0, 0, 1, "x"]]],
        [5, 6, "", [["score"], [], "", ""], [[1, 0, 0, 1, ["x"]]]],
        [5.5, 6, "bpe", [[], 0, "", ""], [[1, 0, 0, 1, ""]]],
    ],
)  # fmt: skip
def test_forged_contents_get_one_clear_line(content: object) -> None:
    (one,) = grade_codes(f"Ada;{forged(content)}")
    assert one.problem is not None
    assert one.problem.code == "handin-content"


@pytest.mark.parametrize("kind", KINDS)
def test_right_answers_get_full_marks_and_wrong_ones_none(kind: str) -> None:
    handed = of((kind,), 2)
    (one,) = grade_codes(write_code(handed))
    assert (one.problem, sum(one.points), one.of) == (None, 2, 2)
    claims = tuple(Answered(answer.number, "777 zzz qqq", True) for answer in handed.answers)
    (one,) = grade_codes(write_code(HandIn(claims, 1, 2, kinds=(kind,), level=1, seed="7")))
    assert sum(one.points) == 0  # whatever the code claims: the answers are checked again


def test_hints_cost() -> None:
    handed = of(("next-merge",), 1)
    answer = handed.answers[0]
    (one,) = grade_codes(
        write_code(HandIn((Answered(1, answer.text, True, 1),), 1, 2, kinds=("next-merge",), level=1, seed="7"))
    )
    assert one.points[0] == check(handed.task(1), answer.text, 1).points < 1


@pytest.mark.parametrize(
    ("row", "name"),
    [("{}", ""), ("Ada;{}", "Ada"), ("Li Wei, {}", "Li Wei"), ("Ada\t17\t{}", "Ada, 17"), ("{},Ada", "Ada"),
     ('"Lovelace, Ada",{}', "Lovelace, Ada"), ("李伟 {}", "李伟"), ("Li Wei {}", "Li Wei")],
)  # fmt: skip
def test_lists_as_people_have_them(row: str, name: str) -> None:
    (one,) = grade_codes("\ufeff\r\n" + row.format(write_code(of())) + "\r\n\r\n")
    assert (one.line, one.name, one.problem) == (2, name, None)


def test_a_list_with_titles_a_broken_line_and_a_copy() -> None:
    code = write_code(of())
    found = grade_codes(f"name,code\nAda,{code}\nBo,{code[:-9]}\nCy,\nDee,{code}\nEve,\n{'x' * 200_000},1")
    assert [one.name for one in found[:4]] == ["Ada", "Bo", "Cy", "Dee"]
    assert [one.problem and one.problem.code for one in found] == [
        None, "handin-cut", "handin-none", "handin-twice", "handin-none", "handin-none",
    ]  # fmt: skip
    assert sum(found[3].points) == 3


def test_the_command(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TOKVIZ_HANDIN_KEY", raising=False)
    lesson = HandIn((Answered(2, "=1+1", False), Answered(4, None, False), Answered(5, "e s", True)), 7, 9, "bpe")
    path = tmp_path / "codes.csv"
    path.write_text(
        f"Ada;{write_code(of(), b'k')}\n=Bo;{write_code(lesson)}\nCy;{write_code(lesson, b'other')}\n", encoding="utf-8"
    )
    rows = list(csv.DictReader(io.StringIO(right(cli("grade", "--codes", str(path))).out)))
    unchecked = load("en")("homework.signature.unchecked")
    assert [(row["student"], row["points"], row["signature"], row["judged by"]) for row in rows] == [
        ("Ada", "3", unchecked, "tokviz grade"),
        ("'=Bo", "1", "none", "the page"),
        ("Cy", "1", unchecked, "the page"),
    ]
    assert rows[0]["first answer (UTC)"] == "2023-11-14 22:13:20"
    assert rows[1]["of"] == str(sum(len(card.asks) for card in guides.load("bpe").cards))
    assert rows[1]["answers"] == "2: =1+1 (0) | 4:  (0) | 5: e s (1)"
    monkeypatch.setenv("TOKVIZ_HANDIN_KEY", "wrong")
    signed = json.loads(right(cli("grade", "--codes", str(path), "--key", "k", "-f", "json")).out)
    assert [(row["points"], row["signed"], row["problem"]) for row in signed] == [
        (3, "valid", ""),
        (0, "", str(TokvizError("handin-unsigned"))),
        (0, "", str(TokvizError("handin-key"))),
    ]
    assert all(row["problem"] for row in json.loads(right(cli("grade", "--codes", str(path), "-f", "json")).out))
