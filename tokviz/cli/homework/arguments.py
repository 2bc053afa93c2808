"""The arguments of ``tokviz tasks`` and ``tokviz grade``, and examples of them."""

from __future__ import annotations

from argparse import ArgumentParser

from tokviz.exercises import KINDS
from tokviz.views.shared.catalog import Catalog

__all__ = ["EXAMPLES", "grade", "tasks"]

EXAMPLES = {
    "tasks": (
        "tokviz tasks --kinds next-merge score encode --roster class.csv --seed 7",
        "tokviz tasks --kinds best-path --count 4 --level 2 --format moodle --output quiz",
    ),
    "grade": (
        "tokviz grade answers",
        "tokviz grade answers --homework homework/solutions.json --format json",
        "tokviz grade --codes codes.csv",
    ),
}
"""Command -> what stands at the end of its help."""


def tasks(one: ArgumentParser, say: Catalog) -> None:
    """Those of ``tokviz tasks``."""
    kinds = say("cli.option.tasks.kinds", names=", ".join(KINDS))
    one.add_argument("--kinds", metavar="KIND", nargs="+", action="extend", default=[], help=kinds)
    one.add_argument("--roster", metavar="FILE", help=say("cli.option.tasks.roster"))
    one.add_argument("--seed", metavar="SEED", default="0", help=say("cli.option.tasks.seed"))
    one.add_argument("--count", metavar="N", help=say("cli.option.tasks.count"))
    one.add_argument("--level", metavar="N", default="0", help=say("cli.option.tasks.level"))
    one.add_argument("--format", "-f", metavar="NAME", help=say("cli.option.tasks.format"))
    one.add_argument("--output", "-o", metavar="FOLDER", help=say("cli.option.tasks.output"))


def grade(one: ArgumentParser, say: Catalog) -> None:
    """Those of ``tokviz grade``."""
    plan = say("cli.option.grade.homework")
    one.add_argument("folder", metavar="FOLDER", help=say("cli.option.grade.folder"))
    one.add_argument("--homework", metavar="FILE", default="homework/solutions.json", help=plan)
    one.add_argument("--codes", action="store_true", help=say("cli.option.grade.codes"))
    one.add_argument("--key", metavar="KEY", help=say("cli.option.grade.key"))
    one.add_argument("--format", "-f", metavar="NAME", help=say("cli.option.grade.format"))
    one.add_argument("--output", "-o", metavar="FILE", help=say("cli.option.output"))
