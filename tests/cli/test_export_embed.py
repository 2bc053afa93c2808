"""The formats of ``tokviz export`` for pages that are not ours."""

from __future__ import annotations

import json
import re

import pytest

from tests.cli.conftest import Cli, right
from tests.html_pages import Reader
from tokviz.views.hosts.module import FORMAT, inline_json, module

HUG = ("export", "--example", "hug", "--rules", "course", "--step", "3")


def test_a_picture_file_has_all_languages_or_the_one_that_is_named(cli: Cli) -> None:
    file = json.loads(right(cli(*HUG, "--format", "json")).out)
    assert file["format"] == FORMAT
    assert file["step"] == 3
    assert list(file["languages"]) == ["en", "zh"]
    assert file["languages"]["en"]["parts"][0]["total"] == 7
    named = json.loads(right(cli(*HUG, "--format", "json", "--lang", "zh")).out)
    assert named["languages"] == {"zh": file["languages"]["zh"]}


def test_a_module_has_the_picture_in_it(cli: Cli) -> None:
    file = right(cli(*HUG, "--format", "json")).out.strip()
    made = right(cli(*HUG, "--format", "mjs")).out
    assert made == module(json.loads(file))
    assert file in made


def test_a_word(cli: Cli) -> None:
    word = ("--word", "lowest", "--format", "json", "--lang", "en")
    file = json.loads(right(cli("export", "--example", "sennrich", *word)).out)
    (part,) = file["languages"]["en"]["parts"]
    assert part["picture"]["kind"] == "encoding"
    assert file["step"] == 0


@pytest.mark.parametrize(("options", "element"), [((), "<tokviz-picture step="), (("--lang", "zh"), 'lang="zh"')])
def test_html_to_paste(options: tuple[str, ...], element: str, cli: Cli) -> None:
    page = right(cli(*HUG, "--format", "embed", *options)).out
    read = Reader(page)
    assert not read.open
    assert page.startswith('<tokviz-picture step="3"')
    assert element in page.splitlines()[0]
    (data,) = re.findall(r'<script type="application/json">(.*)</script>', page)
    assert inline_json(json.loads(data)) == data
    assert not re.search(r"\b(?:src|href)=", page.splitlines()[0])
