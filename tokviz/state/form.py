"""The state of a page as a query string, both ways: one reader and one writer for tables of fields.

A page opens with an example, one of its own or the visitor's text, and a query string says only what differs from how
that example opens. Nothing in a query string can break a page: what cannot be read stays as the example has it, and its
name is returned, for a notice. Names and values in a query string are the same in every language. Pure: no Streamlit
here; when an address is read and written is up to :mod:`tokviz.web.address.url`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from tokviz.errors import TokvizError
from tokviz.examples import OWN

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = [
    "MAX_LINK_CHARS",
    "MAX_PARAM_CHARS",
    "AnyField",
    "AnyForm",
    "BeyondError",
    "Choice",
    "Field",
    "Form",
    "Number",
    "Text",
    "ValueKind",
    "named",
    "opened",
    "own_text",
    "plain",
]

MAX_LINK_CHARS = 1_500
"""A text of up to this many characters is in the link."""
MAX_PARAM_CHARS = 4_000
"""A longer text is not looked at where it counts as a whole."""

_ALL = "all"

State = TypeVar("State", bound="DataclassInstance")
Outer = TypeVar("Outer", bound="DataclassInstance")


# -- what a parameter holds --------------------------------------------------------------------------------------------


class BeyondError(ValueError):
    """A value that is put right instead of left out. nearest: what it becomes."""

    def __init__(self, nearest: Any) -> None:
        super().__init__(nearest)
        self.nearest = nearest


class ValueKind(Protocol):
    """The kind of value that a parameter holds."""

    def parse(self, text: str, /) -> Any:
        """Read a value. Raises ValueError, or :class:`BeyondError` with the value in its place."""

    def format(self, value: Any, /) -> str | None:
        """Write a value as :meth:`parse` reads it; None for one that is not in the link."""


@dataclass(frozen=True)
class Text:
    """A text. most: its characters; a longer one is cut, or left out where it `is_whole`."""

    most: int = MAX_LINK_CHARS
    is_whole: bool = False

    def parse(self, text: str) -> str:
        if len(text) <= self.most:
            return text
        raise ValueError(text) if self.is_whole else BeyondError(text[: self.most])

    def format(self, value: str) -> str | None:
        return value if len(value) <= min(self.most, MAX_LINK_CHARS) else None


@dataclass(frozen=True)
class Choice:
    """One of a list. values: its name in a link -> what it stands for."""

    values: Mapping[str, Any]

    def parse(self, text: str) -> Any:
        if text not in self.values:
            raise ValueError(text)
        return self.values[text]

    def format(self, value: Any) -> str | None:
        return next((name for name, known in self.values.items() if known == value), None)


@dataclass(frozen=True)
class Number:
    """A whole number in plain digits. is_capped: whether a larger one becomes `most`. names: of what is no number."""

    least: int
    most: int
    is_capped: bool = False
    names: Mapping[str, Any] = field(default_factory=dict)

    def parse(self, text: str) -> Any:
        if text in self.names:
            return self.names[text]
        if not (text.isascii() and text.isdigit()):
            raise ValueError(text)
        number = int(text)
        if number > self.most and self.is_capped:
            raise BeyondError(self.most)
        if not self.least <= number <= self.most:
            raise ValueError(text)
        return number

    def format(self, value: Any) -> str | None:
        name = Choice(self.names).format(value)
        return f"{value}" if name is None and value is not None else name


def named(*groups: Iterable[Any]) -> Choice:
    """Return a choice of these values, each by its own name.

    >>> named(("", ), ("a", "b")).parse("b"), named([100, 400]).parse("400")
    ('b', 400)
    """
    return Choice({f"{value}": value for group in groups for value in group})


def opened(names: Iterable[str]) -> Choice:
    """Return a choice of the views of a page, or of another list whose first member an empty name stands for.

    >>> views = opened(["tokens", "decode"])
    >>> views.parse("tokens"), views.parse("decode"), views.format("tokens")
    ('', 'decode', None)
    """
    first, *others = names
    return Choice({"": "", first: ""} | {name: name for name in others})


# -- tables of parameters ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Field(Generic[State]):
    """One parameter of a link.

    get: its value in a state. put: the state with another value; raises ValueError or TokvizError for one that does not
    go with the rest. takes: the parameters that say something of this one, and stay behind where it does.
    """

    name: str
    kind: ValueKind
    get: Callable[[State], Any]
    put: Callable[[State, Any], State]
    takes: tuple[str, ...] = ()

    def within(self, attribute: str) -> Field[Outer]:
        """Return the same parameter for a state that holds this one's as an attribute."""

        def put(outer: Outer, value: Any) -> Outer:
            return replace(outer, **{attribute: self.put(getattr(outer, attribute), value)})

        return Field(self.name, self.kind, lambda outer: self.get(getattr(outer, attribute)), put, self.takes)


def plain(name: str, kind: ValueKind, attribute: str = "", takes: tuple[str, ...] = ()) -> Field[State]:
    """Return a parameter that is one attribute of the state, by the same name if it has no other."""
    key = attribute or name

    def put(state: State, value: Any) -> State:
        return replace(state, **{key: value})

    return Field(name, kind, lambda state: getattr(state, key), put, takes)


def own_text(
    name: str, kind: ValueKind = Text(), attribute: str = "", example: str = "example", takes: tuple[str, ...] = ()
) -> Field[State]:
    """Return the parameter of the visitor's own text; beside another example it says nothing. example: the attribute
    with its name."""
    key = attribute or name

    def put(state: State, value: Any) -> State:
        return replace(state, **{key: value}) if getattr(state, example) == OWN else state

    return Field(name, kind, lambda state: getattr(state, key) if getattr(state, example) == OWN else "", put, takes)


class AnyField(Protocol):
    """A parameter of a form whose states are not known."""

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> ValueKind: ...


class AnyForm(Protocol):
    """A form that can be used without knowing whose states it writes; see :class:`Form`."""

    @property
    def fields(self) -> tuple[AnyField, ...]: ...

    @property
    def opening(self) -> Callable[[str], object]: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def first(self) -> str: ...

    @property
    def own(self) -> str: ...

    @property
    def key(self) -> str: ...

    @property
    def do(self) -> str: ...

    @property
    def parameters(self) -> frozenset[str]: ...

    def read(self, query: Mapping[str, str]) -> tuple[object, tuple[str, ...]]:
        """Read a query string; see :meth:`Form.read`."""

    def rewritten(self, query: Mapping[str, str]) -> dict[str, str]:
        """Rewrite a query string; see :meth:`Form.rewritten`."""


@dataclass(frozen=True)
class Form(Generic[State]):
    """The form in which the state of a page is written.

    opening: the state in which an example opens. fields: in their order; where one sets what another changes, it comes
    first. example: the name of the example that a state was opened with. names: of all examples, which is one where a
    page has none; first: of the one that a first visit opens. own: the parameter with the visitor's own text, which
    alone means that example. key: the parameter that names the example; is_bare: whether the first one goes without.
    do: the value of `do` in every link of a page's second half.
    """

    opening: Callable[[str], State]
    fields: tuple[Field[State], ...]
    example: Callable[[State], str] = lambda _: _ALL
    names: tuple[str, ...] = (_ALL,)
    first: str = _ALL
    own: str = "corpus"
    key: str = "example"
    is_bare: bool = False
    do: str = ""

    @property
    def parameters(self) -> frozenset[str]:
        """Return the names of its fields."""
        return frozenset(parameter.name for parameter in self.fields)

    def read(self, query: Mapping[str, str]) -> tuple[State, tuple[str, ...]]:
        """Return the state that a query string describes, and the names of the parameters that had to be put right."""
        wrong = ["do"] if self.do and query.get("do") != self.do else []
        has_own = 0 < len(query.get(self.own, "")) <= MAX_PARAM_CHARS
        example = query.get(self.key, OWN if has_own else self.first)
        if example not in self.names:
            wrong.append(self.key)
            example = self.first
        state = self.opening(example)
        parsed = [
            (parameter, *_parse(parameter.kind, query[parameter.name]))
            for parameter in self.fields
            if parameter.name in query
        ]
        wrong += [parameter.name for parameter, _, is_right in parsed if not is_right]
        waiting = [(parameter, value) for parameter, value, _ in parsed if value is not _UNREADABLE]
        for _ in range(2):  # what does not go with the rest may go with what comes after it
            tried, waiting = waiting, []
            for parameter, value in tried:
                try:
                    state = parameter.put(state, value)
                except (TokvizError, ValueError):
                    waiting.append((parameter, value))
        return state, tuple(dict.fromkeys([*wrong, *(parameter.name for parameter, _ in waiting)]))

    def write(self, state: State) -> dict[str, str]:
        """Return the query string of a state: only what differs from how its example opens."""
        example = self.example(state)
        query = {} if self.is_bare and example == self.first else {self.key: example}
        if self.do:
            query["do"] = self.do
        now = self.opening(example)  # becomes what reading makes of the query so far
        behind: set[str] = set()
        for parameter in self.fields:
            value = parameter.get(state)
            if value == parameter.get(now) or parameter.name in behind:
                continue
            text = parameter.kind.format(value)
            if text is None:
                behind.update(parameter.takes)
                continue
            query[parameter.name] = text
            try:
                now = parameter.put(now, value)
            except (TokvizError, ValueError):  # it goes with what comes after it
                continue
        return query

    def text(self, state: State, name: str) -> str:
        """Return the value of a parameter as a link has it."""
        (parameter,) = (one for one in self.fields if one.name == name)
        return parameter.kind.format(parameter.get(state)) or ""

    def put(self, state: State, values: Mapping[str, str]) -> State:
        """Return a state with these values of parameters, as a link has them. Raises ValueError for another one."""
        for parameter in self.fields:
            if parameter.name in values:
                state = parameter.put(state, parameter.kind.parse(values[parameter.name]))
        return state

    def rewritten(self, query: Mapping[str, str]) -> dict[str, str]:
        """Rewrite a query string as its page writes it, in other words perhaps than it came in."""
        return self.write(self.read(query)[0])


_UNREADABLE = object()


def _parse(kind: ValueKind, text: str) -> tuple[Any, bool]:
    """Return the value, and whether it was right as given."""
    try:
        return kind.parse(text), True
    except BeyondError as beyond:
        return beyond.nearest, False
    except (TokvizError, ValueError):
        return _UNREADABLE, False
