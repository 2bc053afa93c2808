"""The server's reference to an object in a worker: the question that leads to it, and its class.

A :class:`Remote` looks like its object: `isinstance` says so, its attributes and methods are asked for in the worker,
and what comes back is a value or again a Remote. Each of these costs about a tenth of a millisecond, so a function
that asks its argument many things is sent there as a whole, with :func:`ask`. For objects of this process `ask` only
calls the function; pages need not know which kind they have.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType, MethodType
from typing import Any, ParamSpec, Protocol, TypeVar, cast

from tokviz.sandbox import wire
from tokviz.sandbox.worker import Call, Held, Opened, Told

P = ParamSpec("P")
Value = TypeVar("Value")


@dataclass(frozen=True, eq=False)
class Source:
    """A source that a worker opens. key: names its content; name: of its file, for messages. opener: a function that
    both sides can import; args, kwargs: its arguments."""

    key: str
    name: str
    opener: Callable[..., object]
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Question:
    """A call as bytes. sources: what has to be open for it, the first of which says where it is asked. told: functions
    that are told of progress."""

    data: bytes
    sources: tuple[Source, ...]
    told: Mapping[int, Callable[..., object]] = field(default_factory=dict)


class Asked(Protocol):
    """The answerer of questions: the pool of workers."""

    def answer(self, question: Question) -> Any:
        """Return the answer. Raises TokvizError, and what the function raises."""


class Remote:
    """An object that stays in a worker."""

    __slots__ = ("_remote_attributes", "_remote_class", "_remote_held", "_remote_pool", "_remote_sources")

    def __init__(self, pool: Asked, sources: tuple[Source, ...], held: Held, kind: type) -> None:
        self._remote_pool, self._remote_sources, self._remote_held = pool, sources, held
        self._remote_class = kind
        self._remote_attributes: dict[str, object] = {}

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return self._remote_class

    def __getattr__(self, name: str) -> Any:
        kind = self._remote_class
        if name.startswith("__"):
            return getattr(kind, name)
        if callable(getattr(kind, name, None)) and not isinstance(inspect.getattr_static(kind, name), property):
            return _Method(self, name)
        if name not in self._remote_attributes:
            self._remote_attributes[name] = _asked(self, Call(getattr, (self, name), {}))
        return self._remote_attributes[name]

    def __repr__(self) -> str:
        return f"<{self._remote_class.__name__} in a worker>"

    def __eq__(self, other: object) -> bool:
        return type(other) is Remote and other._remote_held == self._remote_held

    def __hash__(self) -> int:
        return hash(self._remote_held)

    def __len__(self) -> int:
        return cast(int, _asked(self, Call(len, (self,), {})))

    def __bool__(self) -> bool:
        return not hasattr(self._remote_class, "__len__") or len(self) > 0

    def __contains__(self, item: object) -> bool:
        return cast(bool, _asked(self, Call(_contains, (self, item), {})))

    def __getitem__(self, item: object) -> Any:
        return _asked(self, Call(_get_item, (self, item), {}))

    def __iter__(self) -> Iterator[Any]:
        return iter(_asked(self, Call(tuple, (self,), {}, is_long=True)))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return _asked(self, Call(_call, (self, *args), kwargs))


class _Method:
    """A method of such an object."""

    def __init__(self, of: Remote, name: str) -> None:
        self._of, self._name = of, name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return _asked(self._of, Call(_call_method, (self._of, self._name, *args), kwargs))

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (self._of, self._name)

    @property
    def _remote_pool(self) -> Asked:
        return self._of._remote_pool


def is_remote(value: object) -> bool:
    """Tell if an object, or the object of a method, stays in a worker."""
    return type(value) in (Remote, _Method)


def ask(function: Callable[P, Value], *args: P.args, **kwargs: P.kwargs) -> Value:
    """Call a function where its arguments are: in the worker that has one of them, or here.

    >>> ask(len, [1, 2])
    2
    """
    remote = next(filter(is_remote, _flat((*args, *kwargs.values()))), None)
    if remote is None:
        return function(*args, **kwargs)
    return cast(Value, _asked(remote, Call(function, args, kwargs)))


def bytes_of_sources(value: object) -> int:
    """Return the bytes of the files that a reference keeps, to open them again; 0 for an object of this process."""
    if type(value) is not Remote:
        return 0
    return sum(len(opening(source).data) for source in value._remote_sources)


def whole(value: Value) -> Value:
    """Return a container as it is, brought here where it stays in a worker because it is long."""
    if not is_remote(value):
        return value
    return cast(Value, _asked(cast(Remote, value), Call(_itself, (value,), {}, is_long=True)))


def question(call: Call) -> Question:
    """Return a call as a question. Functions that cannot be imported, such as methods of a widget, are told of
    progress."""
    return _question(call)


def opening(source: Source) -> Question:
    """Return the order to open a source."""
    return _question((source.key, source.opener, source.args, source.kwargs))


def _question(call: object) -> Question:
    sources: dict[str, Source] = {}
    callbacks: dict[int, Callable[..., object]] = {}

    def name(obj: object) -> object:
        kind = type(obj)
        if kind is Remote:
            remote = cast(Remote, obj)
            sources.update((source.key, source) for source in remote._remote_sources)
            return remote._remote_held
        if kind is Source:
            source = cast(Source, obj)
            sources[source.key] = source
            return Opened(source.key)
        is_bound = kind is MethodType and not isinstance(cast(MethodType, obj).__self__, type)
        if is_bound or (kind is FunctionType and "<" in cast(FunctionType, obj).__qualname__):
            callbacks[len(callbacks)] = cast(Callable[..., object], obj)
            return Told(len(callbacks) - 1)
        return None

    return Question(wire.dumps(call, name), tuple(sources.values()), callbacks)


def itself(source: Source) -> Call:
    """Return the question for what was opened."""
    return Call(_itself, (source,), {})


def _asked(remote: object, call: Call) -> Any:
    return cast(Remote, remote)._remote_pool.answer(question(call))


def _flat(values: Sequence[object]) -> Iterator[object]:
    for value in values:
        if type(value) in (tuple, list):
            yield from _flat(cast(Sequence[object], value))
        else:
            yield value


# -- what is called in the worker --------------------------------------------------------------------------------------


def _itself(value: Value) -> Value:
    return value


def _call(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    return function(*args, **kwargs)


def _call_method(value: object, method: str, /, *args: Any, **kwargs: Any) -> Any:
    return getattr(value, method)(*args, **kwargs)


def _contains(container: Any, item: object) -> bool:
    return item in container


def _get_item(container: Any, item: Any) -> Any:
    return container[item]
