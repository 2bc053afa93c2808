"""The commands of homework, ``tokviz tasks`` and ``tokviz grade``, with their arguments; `cli.py` runs them."""

from __future__ import annotations

from argparse import Namespace

from tokviz.cli.parser import Command, Parser
from tokviz.cli.unused import Unused, given, missing
from tokviz.features.homework import USUAL_KINDS
from tokviz.views.shared.catalog import Catalog


def _add_tasks(subparser: Parser, say: Catalog) -> None:
    from tokviz.exercises import KINDS  # slow to import, and needed for this help alone

    kinds = say("cli.option.tasks.kinds", usual=", ".join(USUAL_KINDS), names=", ".join(KINDS))
    subparser.add_argument("--kinds", metavar="KIND", nargs="+", action="extend", default=[], help=kinds)
    subparser.add_argument("--roster", metavar="FILE", help=say("cli.option.tasks.roster"))
    subparser.add_argument("--seed", metavar="SEED", default="0", help=say("cli.option.tasks.seed"))
    subparser.add_argument("--count", metavar="N", help=say("cli.option.tasks.count"))
    subparser.add_argument("--level", metavar="N", default="0", help=say("cli.option.tasks.level"))
    subparser.add_argument("--format", "-f", metavar="NAME", help=say("cli.option.tasks.format"))
    subparser.add_argument("--output", "-o", metavar="FOLDER", help=say("cli.option.tasks.output"))


def _add_grade(subparser: Parser, say: Catalog) -> None:
    plan = say("cli.option.grade.homework")
    subparser.add_argument("folder", metavar="FOLDER", help=say("cli.option.grade.folder"))
    subparser.add_argument("--homework", metavar="FILE", default="homework/solutions.json", help=plan)
    subparser.add_argument("--codes", action="store_true", help=say("cli.option.grade.codes"))
    subparser.add_argument("--key", metavar="KEY", help=say("cli.option.grade.key"))
    subparser.add_argument("--format", "-f", metavar="NAME", help=say("cli.option.grade.format"))
    subparser.add_argument("--output", "-o", metavar="FILE", help=say("cli.option.output"))


def _run_tasks(arguments: Namespace, say: Catalog) -> int:
    from tokviz.features.homework import cli

    return cli.run_tasks(arguments, say)


def _run_grade(arguments: Namespace, say: Catalog) -> int:
    from tokviz.features.homework import cli

    return cli.run_grade(arguments, say)


COMMANDS = (
    Command(
        "tasks",
        _run_tasks,
        _add_tasks,
        (
            "tokviz tasks --kinds next-merge score encode --roster class.csv --seed 7",
            "tokviz tasks --kinds best-path --count 4 --level 2 --format moodle --output quiz",
        ),
    ),
    Command(
        "grade",
        _run_grade,
        _add_grade,
        (
            "tokviz grade answers",
            "tokviz grade answers --homework homework/solutions.json --format json",
            "tokviz grade --codes codes.csv",
        ),
        unused=(
            Unused(("homework",), given("codes")),
            Unused(("key",), missing("codes", "--codes"), is_without=True),
        ),
    ),
)
