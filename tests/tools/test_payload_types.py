"""The types of payloads that JavaScript has are those of Python, which mypy holds to what is sent."""

from __future__ import annotations

import pytest

from tools.payload_types import TARGET, typescript


def test_the_file_is_up_to_date() -> None:
    assert TARGET.read_text("utf-8") == typescript(), "write it anew: python -m tools.payload_types"


def test_each_record_stands_once_and_behind_those_that_it_holds() -> None:
    text = typescript()
    order = [text.index(f"interface {name} ") for name in ("Note", "CandidateRow", "OtherCandidate", "Candidates")]
    assert order == sorted(order)
    assert text.count("interface CandidateRow ") == 1


def test_what_may_be_missing_is_marked_and_what_is_of_no_type_of_json_is_refused() -> None:
    assert "\n  other?: OtherCandidate;\n" in typescript()
    with pytest.raises(TypeError):
        typescript((type("Odd", (dict,), {"__annotations__": {"names": set[str]}}),))
