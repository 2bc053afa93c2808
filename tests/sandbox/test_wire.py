"""Messages between server and worker, and the objects that the server refuses to make of a worker's bytes."""

from __future__ import annotations

import builtins
import io
import os
import pickle
import subprocess
import sys
from collections import Counter, OrderedDict, deque
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sandbox.strangers import Hostile
from tokviz.bpe import Rules
from tokviz.errors import CageError, CorpusError, FormatError, TokvizError
from tokviz.files.engine import Encoded
from tokviz.files.pipeline import Pipeline
from tokviz.sandbox import wire
from tokviz.sandbox.pool import Pool
from tokviz.vocabularies.reach import Reach


def sent(value: object) -> Any:
    """The value as it arrives."""
    return wire.loads_result(wire.dumps(value, lambda _: None), lambda _: None)


@pytest.mark.parametrize(
    "value",
    [
        (None, True, 1, -(10**40), 0.5, 1j, "a\ud800", b"\0", bytearray(b"1"), ()),
        [{"a": [1]}, {1, 2}, frozenset("ab"), range(2, 9, 3), slice(1, None)],
        (Counter("aab"), OrderedDict(b=1, a=2), deque([1, 2], 5), deque("a"), Fraction(-1, 3), Fraction(7)),
        (Rules(), Encoded("", ())),
    ],
    ids=["plain", "containers", "counted", "records"],
)
def test_plain_values_and_records_travel(value: Any) -> None:
    arrived = sent(value)
    assert arrived == value
    assert [type(one) for one in arrived] == [type(one) for one in value]


def test_a_mapping_that_cannot_be_changed_stays_one() -> None:
    arrived = sent(MappingProxyType({"a": 1}))
    assert isinstance(arrived, MappingProxyType)
    assert arrived == {"a": 1}


@given(st.sampled_from(["?", "<i4", "<i8", "u1", "<f4", "<f8", ">f8"]), st.lists(st.integers(0, 99), max_size=12))
def test_arrays_of_numbers_travel(kind: str, numbers: list[int]) -> None:
    array = np.array(numbers * 2, dtype=kind).reshape(2, -1)
    arrived = sent(array)
    assert (arrived.dtype, arrived.shape) == (array.dtype, array.shape)
    assert (arrived == array).all()
    arrived[:] = 0  # it is not read-only


def test_numbers_of_arrays_travel() -> None:
    arrived = sent([np.float64(0.5), np.int32(-3), np.bool_(True)])
    assert arrived == [0.5, -3, True]
    assert [type(one) for one in arrived] == [np.float64, np.int32, np.bool_]


def test_tables_travel() -> None:
    table = pd.DataFrame(
        {
            "text": pd.Series(["a", None, "_"], dtype="str"),
            "number": pd.Series([1, pd.NA, 3], dtype="Int64"),
            "share": [0.5, float("nan"), 1.0],
            "count": [1, 2, 3],
            "shown": [True, False, True],
            "both": pd.Series(["a", 1, ("b",)], dtype="object"),
        }
    )
    pd.testing.assert_frame_equal(sent(table), table)
    pd.testing.assert_frame_equal(sent(table[:0]), table[:0])


def test_a_table_with_two_columns_of_a_name_travels() -> None:
    table = pd.DataFrame([[1, "a"], [2, "b"]]).set_axis(["x", "x"], axis="columns")
    pd.testing.assert_frame_equal(sent(table), table, check_column_type=False)


@pytest.mark.parametrize(
    "error",
    [
        CageError("cage-memory", name="a.json", memory=200, seconds=2),
        FormatError("json-key-twice", line=3, key="a"),
        KeyError("a"),
        IndexError(),
        StopIteration(3),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "why"),
    ],
    ids=repr,
)
def test_errors_travel_with_their_details(error: Exception) -> None:
    arrived = sent(error)
    assert type(arrived) is type(error)
    assert arrived.args == error.args
    assert str(arrived) == str(error)
    if isinstance(error, TokvizError):
        assert isinstance(arrived, TokvizError)
        assert (arrived.code, arrived.details) == (error.code, error.details)


def test_enumerations_travel() -> None:
    assert [sent(one) for one in Reach] == list(Reach)
    assert not any(b"getattr" in wire.dumps(one, lambda _: None) for one in Reach)  # Python 3.11.2 would send that


# -- what is refused ---------------------------------------------------------------------------------------------------


def global_of(module: str, name: str) -> bytes:
    """The pickle of what a module has under a name."""
    return (
        pickle.PROTO
        + b"\x04"
        + b"".join(pickle.SHORT_BINUNICODE + bytes([len(one)]) + one.encode() for one in (module, name))
        + pickle.STACK_GLOBAL
        + pickle.STOP
    )


@pytest.mark.parametrize(
    "value",
    [
        Hostile(os.system, "exit"),
        Hostile(subprocess.run, ["true"]),
        Hostile(builtins.eval, "1"),
        Hostile(builtins.exec, "1"),
        Hostile(getattr, 1, "real"),
        Hostile(__import__, "os"),
        Hostile(builtins.open, os.devnull),
        Hostile(pickle.loads, b"N."),
        Hostile(wire.loads_request, b"N.", id),  # a function of ours
        Hostile(Pool),  # a class of ours that is no record
        os.system,
        Hostile(Pipeline, b""),
        io.BytesIO(),
        Exception("of no kind that is expected"),
        OSError(2, "no such file"),
    ],
    ids=lambda value: getattr(value, "call", [value])[0].__class__.__name__,
)
def test_whatever_else_is_refused(value: object) -> None:
    with pytest.raises(pickle.UnpicklingError):
        wire.loads_result(pickle.dumps(value), lambda _: None)


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("tokviz.sandbox.wire", "pickle.loads"),
        ("tokviz.sandbox.wire", "io.BytesIO"),
        ("tokviz.sandbox.wire", "pickle"),
        ("tokviz.sandbox.wire", "is_record"),
        ("tokviz.sandbox.worker", "serve"),
        ("tokviz.errors", "TokvizError.__init__"),
        ("tokvizard", "Rules"),
        ("builtins", "SystemExit"),
        ("builtins", "type"),
        ("builtins", "bytearray"),
        ("numpy", "ndarray"),
        ("numpy", "load"),
    ],
)
def test_only_classes_of_records_are_found(module: str, name: str) -> None:
    with pytest.raises(pickle.UnpicklingError):
        wire.loads_result(global_of(module, name), lambda _: None)


def test_nothing_is_imported_for_an_answer() -> None:
    name = "tokviz.bpe.algorithm"
    kept = sys.modules.pop(name, None)
    try:
        with pytest.raises(pickle.UnpicklingError):
            wire.loads_result(global_of(name, "Rules"), lambda _: None)
        assert name not in sys.modules
    finally:
        if kept is not None:
            sys.modules[name] = kept


@pytest.mark.parametrize(
    "value",
    [
        Hostile(bytearray, 100),
        Hostile(range, 10**9),
        Hostile(set, range(9)),
        Hostile(Counter, range(9)),
        Hostile(deque, range(9)),
        Hostile(Fraction, "1e9"),
        Hostile(Fraction, "1E9"),
        Hostile(np.ndarray, (9,)),
        Hostile(wire.array, "O", (1,), b"12345678"),
        Hostile(wire.array, "<i8", (9,), b"12345678"),
        Hostile(wire.number, "O", b"12345678"),
        Hostile(wire.frame, ["a"], [[1]], ["no type"]),
    ],
    ids=lambda value: value.call[0].__name__,
)
def test_no_value_is_larger_than_its_bytes(value: object) -> None:
    with pytest.raises(pickle.UnpicklingError):
        wire.loads_result(pickle.dumps(value), lambda _: None)


@given(st.binary(max_size=60))
def test_bytes_that_nobody_pickled_are_refused(data: bytes) -> None:
    """With the one exception that callers expect."""
    try:
        wire.loads_result(data, lambda _: None)
    except pickle.UnpicklingError:
        return


def test_a_result_has_a_most_size() -> None:
    assert len(wire.dumps(b"1" * 80, lambda _: None, 100)) <= 100
    for value in (b"1" * 101, ["ab"] * 60, "é" * 60):
        with pytest.raises(wire.TooLargeError):
            wire.dumps(value, lambda _: None, 100)


def test_what_stands_for_an_object_is_asked_for_on_both_sides() -> None:
    data = wire.dumps([1, CorpusError, 2], lambda obj: "here" if obj is CorpusError else None)
    assert wire.loads_result(data, str.upper) == [1, "HERE", 2]
    assert wire.loads_request(data, str.upper) == [1, "HERE", 2]
