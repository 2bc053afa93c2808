"""The golden cases: what other programs and books make of small corpora, as parameters called like the cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

Case = dict[str, Any]


def cases(file: str, *algorithms: str, without: str = "") -> list[Any]:
    """The cases of these algorithms in a file of tests/golden, but for those that are named in `without`."""
    content = json.loads((Path(__file__).parent / "golden" / f"{file}.json").read_text(encoding="utf-8"))
    assert content["schema"] == "tokviz-golden/1"
    found = [case for case in content["cases"] if case["algorithm"] in algorithms]
    chosen = [pytest.param(case, id=case["name"]) for case in found if case["name"] not in without.split()]
    assert chosen, f"no case of {algorithms} in {file}"
    return chosen
