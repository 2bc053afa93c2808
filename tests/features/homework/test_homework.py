"""Homework: rosters as spreadsheets save them, thirty variants, full marks for what is right, files that run."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest

from tests.cli.conftest import Cli, cli, right
from tokviz.errors import RulesError
from tokviz.exercises import KINDS, check
from tokviz.features.homework import USUAL_KINDS
from tokviz.features.homework.views.files import (
    accepted_answers,
    answer_file,
    file_name,
    notebook,
    printed_page,
    solutions_file,
    written_answer,
)
from tokviz.features.homework.views.marks import marks_csv
from tokviz.features.homework.views.moodle import moodle
from tokviz.homework import Homework, grade, roster
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import load

__all__ = ["cli"]

SAY = load("en")
CLASS = tuple(f"Student {n}" for n in range(1, 31))
ALL = Homework(tuple(KINDS), "7", len(KINDS), 1, ("Ada", "李伟"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ada\nBo\n", ("Ada", "Bo")),
        ("\ufeffName,Id\r\nAda,1\r\n\r\n,,\r\nBo,2\r\n", ("Ada", "Bo")),
        ('id;name\n1;"Lovelace; Ada"\n2; Bo \n', ("Lovelace; Ada", "Bo")),
        ("学号\t姓名\n1\t李伟\n2\t王芳\n", ("李伟", "王芳")),
        ("name,id\nLi,1\nAda,2\nLi,3\n", ("Li, 1", "Ada", "Li, 3")),
        ('"O""Hara",x', ('O"Hara',)),
    ],
)
def test_rosters(text: str, names: tuple[str, ...]) -> None:
    assert roster(text) == names


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "homework-roster-empty"),
        ("name;id\n;\n", "homework-roster-empty"),
        ("Ada\nBo\nAda\n", "homework-roster-twice"),
    ],
)
def test_rosters_that_are_none(text: str, code: str) -> None:
    with pytest.raises(RulesError) as caught:
        roster(text)
    assert caught.value.code == code


def filled(homework: Homework, student: str) -> dict[str, Any]:
    sheet: dict[str, Any] = json.loads(answer_file(homework, student, SAY))
    return sheet | {"answers": [written_answer(task.solution) for task in homework.tasks(student)]}


@pytest.mark.slow
def test_thirty_students_have_thirty_variants_and_full_marks() -> None:
    homework = Homework(("next-merges", "score", "path-probability", "encode"), "7", 4, 2, CLASS)
    assert len({str([(task.prompt, task.given) for task in homework.tasks(one)]) for one in CLASS}) == 30
    assert len({file_name(homework, one) for one in CLASS}) == 30
    handed = [(f"{one}.json", json.dumps(filled(homework, one)).encode()) for one in CLASS]
    assert [(one.student, str(one.points), str(one.problem)) for one in grade(homework, handed)] == [
        (one, "4", "None") for one in CLASS
    ]


@pytest.mark.parametrize("student", ALL.students)
def test_every_kind_comes_back_with_full_marks_and_loses_them(student: str) -> None:
    sheet = filled(ALL, student)
    assert grade(ALL, [("a.json", json.dumps(sheet).encode("utf-8-sig"))])[0].points == len(KINDS)
    for place, answer in enumerate(sheet["answers"]):
        answers = list(sheet["answers"])
        answers[place] = "a 1" if ALL.kinds[place] == "find-corpus" else f"{answer} 777 xyz"
        found = grade(ALL, [("a.json", json.dumps(sheet | {"answers": answers}).encode())])[0]
        assert found.points < len(KINDS), answer
        assert found.points >= len(KINDS) - 1


def test_solutions_are_not_read_from_files() -> None:
    told = json.loads(solutions_file(ALL, SAY))
    for sheet in told["solutions"]:
        sheet["answers"] = ["0"] * len(KINDS)
    assert Homework.read(json.dumps(told)) == ALL
    assert "seed" not in answer_file(ALL, "Ada", SAY)
    assert [task.seed for task in ALL.tasks("Ada")] != [task.seed for task in ALL.tasks("李伟")]


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"\xff\xfe\x00", b'{"student": 7, "answers": []}', b'{"student": "Ada"}', b"[" * 100_000,
     b'{"student": "Nobody", "answers": []}', b'{"cells": [], "metadata": {}}',
     b'{"cells": 7, "metadata": {"tokviz": {"student": "Ada"}}}'],
)  # fmt: skip
def test_broken_files_are_named_and_the_others_graded(data: bytes) -> None:
    good = json.dumps(filled(ALL, "Ada")).encode()
    found = grade(ALL, [("broken.json", data), ("good.json", good)])
    assert found[0].problem is not None
    assert found[1].points == len(KINDS)
    table = marks_csv(ALL, found, SAY).splitlines()
    assert len(table) == 1 + len(found)
    assert table[1].split(",")[1] == "broken.json"


ENDLESS = '{"plan": {"kinds": ["score"], "students": ["Ada"], "seed": "", "level": 1, "count": 1e999}}'


@pytest.mark.parametrize("plan", ["", "[]", "{}", '{"plan": {"kinds": "score"}}', '{"plan": []}', ENDLESS])
def test_a_plan_that_is_none(plan: str) -> None:
    with pytest.raises(RulesError):
        Homework.read(plan)


def test_odd_answers_are_answers() -> None:
    odd: list[object] = [
        1e999,
        True,
        None,
        {"a": 1},
        [[1]],
        ["e", "s"],
        "=1+1",
        3.5,
        [[], {}],
        10**400,
        "\x00",
        "🙂",
        [None],
        [],
        "x" * 3000,
    ]
    found = grade(ALL, [("a.json", json.dumps({"student": "Ada", "answers": odd}).encode())])[0]
    assert (found.problem, len(found.verdicts)) == (None, len(KINDS))


def test_moodle_is_well_formed_and_complete() -> None:
    quiz = ElementTree.fromstring(moodle(ALL, SAY))
    categories = [one for one in quiz if one.get("type") == "category"]
    asked = [one for one in quiz if one.get("type") != "category"]
    assert (len(categories), len(asked)) == (len(KINDS), len(KINDS) * 2)
    tasks = [ALL.task(student, number) for number in range(1, ALL.count + 1) for student in ALL.students]
    for one, task in zip(asked, tasks, strict=True):
        texts = [answer.findtext("text") or "" for answer in one.findall("answer") if answer.get("fraction") == "100"]
        assert (one.findtext("questiontext/text") or "").lstrip().startswith('<div class="exercise">')
        match one.get("type"):
            case "shortanswer":
                plain = [text.replace("\\*", "*") for text in texts]
                assert tuple(plain) == accepted_answers(task)
                assert all(check(task, text).right for text in plain)
                assert {check(task, text).answer for text in plain} >= set(task.accepted)
            case "numerical":
                tolerance = float(one.findtext("answer/tolerance") or "nan")
                value = float(texts[0])
                assert tolerance == pytest.approx(abs(value) * 0.005, rel=1e-3)
                assert value == pytest.approx(float(task.solution), rel=1e-6)  # type: ignore[arg-type]
            case "multichoice":
                assert len(texts) == len(task.accepted)
                assert len(one.findall("answer")) == len(task.choices)
            case kind:
                assert (kind, task.form) == ("essay", "corpus")
                assert one.findtext("graderinfo/text")


def test_a_notebook_is_valid_and_runs() -> None:
    made: Any = nbformat.reads(notebook(ALL, "李伟", SAY), as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(made)
    space: dict[str, object] = {}
    for cell in made.cells:
        if cell.cell_type == "code":
            if cell.id.startswith("check-"):
                with pytest.raises(AssertionError):
                    exec(cell.source, space)
            else:
                exec(cell.source, space)
    solved = {f"answer-{n}": written_answer(task.solution) for n, task in enumerate(ALL.tasks("李伟"), start=1)}
    for cell in made.cells:
        if cell.id in solved:
            cell.source = f"{cell.id.replace('-', '_')} = {solved[cell.id]!r}"
        if cell.cell_type == "code":
            exec(cell.source, space)
    handed = nbformat.writes(made)  # type: ignore[no-untyped-call]
    found = grade(ALL, [("a.ipynb", handed.encode())])[0]
    assert (found.student, int(found.points)) == ("李伟", len(KINDS))
    assert sum(cell.metadata.get("nbgrader", {}).get("points", 0) for cell in made.cells) == len(KINDS)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_notebook_has_the_metadata_of_nbgrader(language: str) -> None:
    """As `nbgraderformat/v3.py` of nbgrader 0.9 checks it, and what its converters rely on: an answer is a cell to be
    cleared, a check is locked and has points, no id comes twice, and a student needs nothing of what is cleared.
    """
    made = json.loads(notebook(ALL, "Ada", load(language)))
    known = {"grade", "grade_id", "locked", "schema_version", "solution", "task", "points"}
    tagged = [(cell, cell["metadata"]["nbgrader"]) for cell in made["cells"] if "nbgrader" in cell["metadata"]]
    ids = [tags["grade_id"] for _, tags in tagged]
    assert len(set(ids)) == len(ids) == 1 + 2 * len(KINDS)
    for cell, tags in tagged:
        assert cell["cell_type"] == "code"
        assert set(tags) - {"points"} == known - {"points"}
        assert (tags["schema_version"], tags["task"]) == (3, False)
        assert all(type(tags[flag]) is bool for flag in ("grade", "locked", "solution"))
        assert ("points" in tags) == tags["grade"]
        assert tags["locked"] != tags["solution"]
        assert re.fullmatch(r"[A-Za-z0-9_\-]+", tags["grade_id"])
    for number in range(1, len(KINDS) + 1):
        assert [tags.get("points", 0) for _, tags in tagged if tags["grade_id"].endswith(f"-{number}")] == [0, 1]
        asked = next(cell["source"] for cell in made["cells"] if cell["id"] == f"task-{number}")
        assert f'`answer_{number} = "…"`' in asked


def test_nothing_of_a_notebook_is_run() -> None:
    homework = Homework(("score", "score"), "7", 2, 1, ("Ada",))
    made = json.loads(notebook(homework, "Ada", SAY))
    made["cells"][3]["source"] = ["answer_1 = 1/0\n", "raise SystemExit"]
    made["cells"][6]["source"] = f"answer_2 = {written_answer(homework.task('Ada', 2).solution)}\nthis is (no Python"
    found = grade(homework, [("a.ipynb", json.dumps(made).encode())])[0]
    assert [float(one.points) for one in found.verdicts] == [0, 1]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_pages_ask_and_tell(language: str) -> None:
    asked, told = printed_page(ALL, load(language)), printed_page(ALL, load(language), filled=True)
    assert all(f'Content-Security-Policy" content="{rendering.policy()}"' in one for one in (asked, told))
    assert asked.count("<article>") == told.count("<article>") == 2
    assert 'class="answer"' not in asked
    assert told.count('class="answer"') == len(KINDS) * 2


def test_the_commands(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "class.csv").write_bytes("\ufeffname;id\r\n=Ada;1\r\nBo;2\r\n".encode())
    for form, names in (
        ("html", {"tasks.html", "solutions.html"}),
        ("json", {"01-_Ada.json", "02-Bo.json"}),
        ("ipynb", {"01-_Ada.ipynb", "02-Bo.ipynb"}),
        ("moodle", {"moodle.xml"}),
    ):
        out = tmp_path / form
        right(
            cli("tasks", "--kinds", "score,encode", "--roster", str(tmp_path / "class.csv"), "-f", form, "-o", str(out))
        )
        assert {one.name for one in out.iterdir()} == names | {"solutions.json"}
    plan = str(tmp_path / "json" / "solutions.json")
    done = right(cli("grade", str(tmp_path / "json"), "--homework", plan))
    assert done.out.splitlines()[1] == "'=Ada,01-_Ada.json,0,2,0,0,"
    assert (
        len(
            json.loads(
                right(cli("grade", str(tmp_path / "ipynb"), "--homework", str(tmp_path / "json"), "-f", "json")).out
            )
        )
        == 3
    )


def test_without_kinds_there_is_a_usual_set(cli: Cli, tmp_path: Path) -> None:
    right(cli("tasks", "-f", "json", "-o", str(tmp_path / "out")))
    solutions = (tmp_path / "out" / "solutions.json").read_text(encoding="utf-8")
    assert [kind for kind in USUAL_KINDS if f'"{kind}"' not in solutions] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--kinds", "nothing"), "nothing"),
        (("--kinds", "score", "--count", "51"), "51"),
        (("--kinds", "score", "--level", "4"), "4"),
        (("--kinds", "score", "--roster", "nobody.csv"), "nobody.csv"),
    ],
)
def test_what_cannot_be_asked(arguments: tuple[str, ...], said: str, cli: Cli, tmp_path: Path) -> None:
    done = cli("tasks", *arguments, "-o", str(tmp_path / "out"))
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert said in done.err
    assert not (tmp_path / "out").exists()
