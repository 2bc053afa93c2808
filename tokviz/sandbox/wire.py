"""The values sent between the server and a worker: records, numbers and texts; all else stays and is referred to.

The server does not trust what comes from a worker, in which a stranger's file may have run native code: it makes only
records and exceptions of tokviz, and a few plain types. A worker trusts the server.
"""

from __future__ import annotations

import copyreg
import io
import pickle
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import is_dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy

from tokviz.errors import TokvizError

MAX_RESULT = 48_000_000
"""The most bytes of one result."""

Name = Callable[[object], object]
"""Returns what stands for an object that is not sent, and None for one that is."""
Find = Callable[[Any], object]
"""Returns the object for what stands for it."""

_PLAIN = {
    "builtins": {"bytearray", "complex", "object", "range", "slice"},
    "collections": {"Counter", "OrderedDict", "deque"},
    "copyreg": {"_reconstructor"},
    "fractions": {"Fraction"},
    "numpy": {"ndarray"},
}
"""Classes whose objects are sent."""
_LARGE = frozenset(
    {
        "tokviz.bpe.longest_first.LongestFirst",
        "tokviz.bpe.model.Model",
        "tokviz.bpe.subword_nmt.Applier",
        "tokviz.lookup.Model",
        "tokviz.files.pipeline.Pipeline",
        "tokviz.unigram.lattice.Lattice",
        "tokviz.unigram.model.Model",
        "tokviz.wordpiece.model.Model",
    }
)
"""Records that stay all the same: they have a whole vocabulary, or are asked for what takes long."""
_OURS = {("tokviz.errors", "_rebuild"), *((__name__, name) for name in ("array", "frame", "number", "read_only"))}
_NUMBERS = frozenset("biuf")  # kinds of numpy's numbers
EXPECTED = (TokvizError, AttributeError, IndexError, KeyError, StopIteration, TypeError, ValueError)
"""The exceptions that are sent: those that callers of ours catch."""


class TooLargeError(Exception):
    """A result has more than MAX_RESULT bytes."""


def _counter(items: Any = ()) -> Counter[Any]:
    return Counter(_given(items, dict, tuple))


def _queue(items: Any = (), most: Any = None) -> deque[Any]:
    return deque(_given(items, list, tuple), most)


def _fraction(numerator: Any, other: Any = None) -> Fraction:
    """Return a fraction of digits: with an exponent, a short text would be a number without end."""
    if isinstance(numerator, str) and "e" in numerator.lower():
        raise pickle.UnpicklingError(numerator[:20])
    return Fraction(numerator, other)


def _range(*numbers: int) -> range:
    if len(result := range(*numbers)) > MAX_RESULT:
        raise pickle.UnpicklingError(str(result))
    return result


def _given(items: Any, *kinds: type) -> Any:
    if type(items) not in kinds:
        raise pickle.UnpicklingError(type(items).__name__)
    return items


_MADE: dict[tuple[str, str], Callable[..., Any]] = {
    ("builtins", "complex"): complex,
    ("builtins", "object"): object,
    ("builtins", "range"): _range,
    ("builtins", "slice"): slice,
    ("collections", "Counter"): _counter,
    ("collections", "OrderedDict"): OrderedDict,
    ("collections", "deque"): _queue,
    ("copyreg", "_reconstructor"): copyreg._reconstructor,  # type: ignore[attr-defined]
    ("fractions", "Fraction"): _fraction,
}
"""The careful reader's functions for plain values: none that is larger than the bytes that it comes from."""


def array(kind: str, shape: tuple[int, ...], data: bytes) -> Any:
    """Return the array of numbers with these bytes."""
    return numpy.frombuffer(data, _number_type(kind)).reshape(shape).copy()


def number(kind: str, data: bytes) -> Any:
    """Return the number of numpy with these bytes."""
    return numpy.frombuffer(data, _number_type(kind))[0]


def _number_type(kind: str) -> Any:
    if numpy.dtype(kind).kind not in _NUMBERS:
        raise pickle.UnpicklingError(kind)
    return numpy.dtype(kind)


def read_only(items: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """Return the mapping that cannot be changed."""
    return MappingProxyType(items)


def frame(names: list[str], values: list[list[Any]], types: list[str]) -> Any:
    """Return the table of pandas with these columns."""
    import pandas

    series: Any = pandas.Series
    columns = {
        place: series(column, dtype=kind) for place, (column, kind) in enumerate(zip(values, types, strict=True))
    }
    return pandas.DataFrame(columns).set_axis(names, axis="columns")


def is_frame(kind: type) -> bool:
    """Tell if it is the class of pandas' tables."""
    return kind.__name__ == "DataFrame" and kind.__module__.split(".")[0] == "pandas"


def dumps(value: object, name: Name, most: int | None = None) -> bytes:
    """Return a value as bytes. name: tells what cannot be sent. Raises TooLargeError for more than `most` bytes."""
    file = io.BytesIO() if most is None else _Bounded(most)
    _Pickler(file, name).dump(value)
    return file.getvalue()


def loads_request(data: bytes, find: Find) -> Any:
    """Read a request of the server, which a worker trusts."""
    return _Unpickler(io.BytesIO(data), find).load()


def loads_result(data: bytes, find: Find) -> Any:
    """Read a worker's result. Raises UnpicklingError for anything but records and plain values."""
    try:
        return _Careful(io.BytesIO(data), find).load()
    except Exception as error:  # whatever bytes that nobody pickled can do
        raise pickle.UnpicklingError(str(error)) from error


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, name: Name) -> None:
        super().__init__(file, protocol=5)
        self._name = name

    def persistent_id(self, obj: Any) -> Any:
        return self._name(obj)

    def reducer_override(self, obj: Any) -> Any:
        kind = type(obj)
        if kind is MappingProxyType:
            return read_only, (dict(obj),)
        if isinstance(obj, Enum):
            return kind, (obj.value,)  # Python before 3.11.4 has getattr, which does not travel
        if isinstance(obj, numpy.ndarray | numpy.generic) and obj.dtype.kind in _NUMBERS:
            make = (array, (obj.dtype.str, obj.shape)) if kind is numpy.ndarray else (number, (obj.dtype.str,))
            return make[0], (*make[1], obj.tobytes())
        if is_frame(kind):
            columns = [obj.iloc[:, place] for place in range(len(obj.columns))]
            values = [column.astype(object).where(column.notna(), None).tolist() for column in columns]
            return frame, (list(obj.columns), values, [str(dtype) for dtype in obj.dtypes])
        return NotImplemented


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, find: Find) -> None:
        super().__init__(file)
        self._find = find

    def persistent_load(self, pid: Any) -> Any:
        return self._find(pid)


class _Careful(_Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        """Make nothing but what is listed, and records and errors of modules that are loaded."""
        if (module, name) in _MADE:
            return _MADE[module, name]
        if (module, name) in _OURS:
            return super().find_class(module, name)
        if module == "builtins" and isinstance(kind := getattr(sys.modules[module], name, None), type):
            if issubclass(kind, EXPECTED):
                return kind
        elif module.split(".")[0] == "tokviz" and "." not in name:
            kind = getattr(sys.modules.get(module), name, None)
            if is_record(kind):
                return kind
        raise pickle.UnpicklingError(f"{module}.{name} does not travel")


def is_plain(kind: type) -> bool:
    """Tell if it is one of the plain classes, whose objects are sent."""
    is_listed = kind.__name__ in _PLAIN.get(kind.__module__, ())
    return is_listed or issubclass(kind, (numpy.number, numpy.bool_, *EXPECTED)) or is_frame(kind)


def makes_values(function: Any) -> bool:
    """Tell if it is one of the functions that pickle plain values and errors."""
    module, name = function.__module__, function.__qualname__
    return name in _PLAIN.get(module, ()) or (module, name) in _OURS


def is_record(kind: object) -> bool:
    """Tell if the objects of a class are no more than their fields.

    Such are dataclasses, named tuples, enumerations and errors of tokviz, but no tokenizers.

    >>> is_record(TokvizError), is_record(io.BytesIO)
    (True, False)
    """
    if not isinstance(kind, type) or f"{kind.__module__}.{kind.__qualname__}" in _LARGE:
        return False
    return is_dataclass(kind) or issubclass(kind, TokvizError | Enum) or hasattr(kind, "_fields")


class _Bounded(io.BytesIO):
    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def write(self, data: Any) -> int:
        if self.tell() + len(data) > self._most:
            raise TooLargeError
        return super().write(data)
