"""Templates of chats, which are programs of strangers, run within limits: jinja2's immutable sandbox, and less.

A template sees messages and tokens as plain values. It may read few attributes and use few filters, and all that it
does is counted: turns of its loops, its calls, and the characters that it makes. So it ends soon, wherever it runs; the
app runs it in a worker besides. `raise_exception`, `tojson`, `strftime_now` and ``{% generation %}`` are as in
transformers, but the date is always the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from functools import wraps
from typing import Any, cast

from jinja2 import TemplateError, TemplateSyntaxError, nodes
from jinja2.ext import Extension, loopcontrols
from jinja2.parser import Parser
from jinja2.runtime import Context, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from jinja2.visitor import NodeTransformer

from tokviz.chat.templates import MAX_TEMPLATE_CHARS
from tokviz.checks import check_limit
from tokviz.errors import TokvizError

MAX_TEXT_CHARS = 200_000
"""The longest text that a template may make, and the longest that it may keep."""
_WORK = 400_000
"""The most turns, calls and items of all loops, in all runs that make one chat."""
_CALL = 10  # turns that a call counts as
_MOST_ITEMS = 50_000  # of a list, with those of its lists
_BITS = 256  # of a number
_INDENT = 16  # spaces
_ITEMS = 10  # characters or items that count as one turn
_DAY: Mapping[str, str] = {
    **{"a": "Fri", "A": "Friday", "d": "26", "e": "26", "j": "208", "w": "5"},
    **{"b": "Jul", "h": "Jul", "B": "July", "m": "07", "y": "24", "Y": "2024"},
    **{"H": "00", "I": "12", "M": "00", "S": "00", "p": "AM", "%": "%"},
}
"""The moment that templates are told, by the letters of strftime: they write the same text on every day."""
_DIRECTIVE = re.compile(r"%-?(.?)", re.DOTALL)

_FILTERS = (
    *("abs", "capitalize", "count", "d", "default", "dictsort", "e", "escape", "first", "float", "int"),
    *("items", "last", "length", "list", "lower", "map", "max", "min", "reject", "rejectattr"),
    *("reverse", "round", "safe", "select", "selectattr", "sort", "string", "title", "trim", "unique", "upper"),
)
_STR = """capitalize count endswith find index isalpha isdigit isspace islower isupper join lower lstrip partition
removeprefix removesuffix replace rfind rpartition rsplit rstrip split splitlines startswith strip title upper"""
_METHODS: Mapping[type, frozenset[str]] = {
    str: frozenset(_STR.split()),
    dict: frozenset({"get", "items", "keys", "values"}),
    list: frozenset({"count", "index"}),
    tuple: frozenset({"count", "index"}),
}
_LOOP = frozenset(
    "index index0 revindex revindex0 first last length depth depth0 previtem nextitem cycle changed".split()  # noqa: SIM905
)


class _LimitError(Exception):
    """A template goes beyond a limit."""


class Program:
    """A template that is ready to run. source: its Jinja; variables: what it knows beside the messages, such as
    `bos_token`. Raises TokvizError for a template that cannot be read.

    >>> program = Program("{% for m in messages %}{{ m.role }}: {{ m.content }}\\n{% endfor %}")
    >>> program.run([{"role": "user", "content": "Hi"}], prompt=False, marks="<>")
    'user: Hi\\n'
    """

    def __init__(self, source: str, variables: Mapping[str, str] = {}) -> None:
        check_limit("MAX_TEMPLATE_CHARS", MAX_TEMPLATE_CHARS, met=len(source))
        self._environment = _Environment()
        self._variables = dict(variables)
        try:
            self._template = self._environment.from_string(source)
        except TemplateSyntaxError as error:
            raise TokvizError("chat-template-line", number=error.lineno, why=_why(error)) from None
        except Exception as error:  # also what Python says of code that is nested too deep
            raise TokvizError("chat-fails", why=_why(error)) from None

    @property
    def has_generation(self) -> bool:
        """True if the template says what the model writes."""
        return self._environment.has_generation

    def begin(self) -> None:
        """Count work from here on; else all runs count together."""
        self._environment.left = _WORK

    def run(self, messages: Sequence[Mapping[str, str]], *, prompt: bool, marks: str) -> str:
        """Return the text of messages. prompt: whether it ends in the beginning of an answer; marks: two characters,
        which are put around what is within ``{% generation %}``.

        Raises TokvizError where the template refuses the messages, fails, or goes beyond a limit.
        """
        environment = self._environment
        environment.marks = marks
        plain = [dict(message) for message in messages]
        given = {"messages": plain, "tools": None, "documents": None, "add_generation_prompt": prompt}
        text: list[str] = []
        size = 0
        try:
            for part in self._template.generate(self._variables | given):
                text.append(part)
                size += len(part)
                environment.charge(1)
                if size > MAX_TEXT_CHARS:
                    raise _LimitError
        except (_LimitError, MemoryError, RecursionError):
            raise TokvizError("chat-template-limit", limit=MAX_TEXT_CHARS) from None
        except _RefusedError as error:
            raise TokvizError("chat-refused", why=_why(error)) from None
        except Exception as error:  # whatever it is, the template did it
            raise TokvizError("chat-fails", why=_why(error)) from None
        return "".join(text)


class _RefusedError(TemplateError):
    """A template's own refusal."""


def _why(error: BaseException) -> str:
    return (getattr(error, "message", None) or str(error) or type(error).__name__)[:300]


class _Environment(ImmutableSandboxedEnvironment):
    """The sandbox, which counts. marks: see :meth:`Program.run`; left: the work that may still be done."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self) -> None:
        super().__init__(trim_blocks=True, lstrip_blocks=True, extensions=[_Generation, loopcontrols])
        self.marks = ""
        self.has_generation = False
        self.left = _WORK
        counted = {name: self._metered(self.filters[name]) for name in _FILTERS}
        self.filters = counted | {
            "tojson": self._metered(_as_json),
            "indent": self._metered(_indented),
            "replace": self._metered(_replaced),
            "join": self._metered(self._glued),
            "_turns": self._turns,
            "_made": self._weighed,
            "_joined": self._glued,
            "_mark": lambda place: self.marks[place],
        }
        self.globals = {
            "range": self.globals["range"],
            "dict": dict,
            "namespace": _Names,
            "raise_exception": _refuse,
            "strftime_now": _today,
        }

    # -- limits ----------------------------------------------------------------------------------------------------

    def charge(self, work: int) -> None:
        """Count some work. Raises _LimitError once it is too much."""
        self.left -= work
        if self.left < 0:
            raise _LimitError

    def _weighed(self, value: Any) -> Any:
        """Return a value that is not too large with all that is in it, and count it.

        Lists of the same list twice, again and again, would be short to make and without end to compare or to write.
        """
        if isinstance(value, str):
            if len(value) > MAX_TEXT_CHARS:
                raise _LimitError
            self.charge(len(value) // _ITEMS)
        elif type(value) in _METHODS:
            inside = [value]
            size = 0
            while inside:
                one = inside.pop()
                if isinstance(one, str):
                    size += len(one) // _ITEMS
                elif isinstance(one, dict):
                    inside += [*one, *one.values()]
                elif isinstance(one, list | tuple):
                    inside += one
                size += 1
                if size > _MOST_ITEMS or isinstance(one, Namespace):
                    raise _LimitError
            self.charge(size // _ITEMS)
        elif isinstance(value, int) and value.bit_length() > _BITS:
            raise _LimitError
        return value

    def _metered(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def metered(*args: Any, **kwargs: Any) -> Any:
            self.charge(1)
            for value in args:
                self.charge(len(value) // _ITEMS if isinstance(value, Sized) and type(value) in _METHODS else 0)
            return self._weighed(function(*args, **kwargs))

        return metered

    def _turns(self, values: Iterable[Any]) -> Iterator[Any]:
        """Yield the items of a loop, and count its turns."""
        for value in values:
            self.charge(1)
            yield value

    def _glued(self, values: Iterable[Any], d: str = "") -> str:
        parts = [str(self._weighed(value)) for value in self._turns(values)]
        if sum(map(len, parts)) + len(d) * len(parts) > MAX_TEXT_CHARS:
            raise _LimitError
        return d.join(parts)

    # -- what the sandbox asks -------------------------------------------------------------------------------------

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        return _Counting().visit(super()._parse(source, name, filename))  # type: ignore[no-any-return]

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        if isinstance(obj, Undefined | Namespace):
            return not attr.startswith("_")
        if type(obj) in _METHODS:
            return attr in _METHODS[type(obj)]
        return type(obj).__name__ == "LoopContext" and attr in _LOOP

    def wrap_str_format(self, value: Any) -> None:
        """Return nothing, so that `format` of a text is an attribute like others, and not among those above."""

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        self.charge(1)
        if operator == "**" or (operator == "%" and isinstance(left, str)):
            raise _LimitError
        if operator == "*":
            for one, other in ((left, right), (right, left)):
                if isinstance(one, Sized) and isinstance(other, int) and len(one) * other > MAX_TEXT_CHARS:
                    raise _LimitError
        return self._weighed(super().call_binop(context, operator, left, right))

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805 (as in jinja2)
        __self.charge(_CALL)
        for value in args:
            __self.charge(len(value) if isinstance(value, range) else 0)
        of, name = getattr(__obj, "__self__", None), getattr(__obj, "__name__", "")
        if isinstance(of, str):
            __self.charge(len(of) // _ITEMS)
            if name == "replace":
                return __self._weighed(_replaced(of, *args, **kwargs))
            if name == "join":
                return __self._glued(args[0], of)
        return __self._weighed(super().call(__context, __obj, *args, **kwargs))


class _Counting(NodeTransformer):
    """Have loops, lists and concatenations counted."""

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802 (as jinja2 names them)
        self.generic_visit(node)
        node.iter = _filtered(node.iter, "_turns")
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return _filtered(nodes.List(node.nodes, lineno=node.lineno), "_joined")

    def visit_List(self, node: nodes.List | nodes.Dict | nodes.Tuple) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return node if getattr(node, "ctx", "load") == "store" else _filtered(node, "_made")

    visit_Dict = visit_List  # noqa: N815
    visit_Tuple = visit_List  # noqa: N815


def _filtered(node: nodes.Node, name: str) -> nodes.Filter:
    return nodes.Filter(cast(nodes.Expr, node), name, [], [], None, None, lineno=node.lineno)


class _Generation(Extension):
    """``{% generation %}``, which says what of the text the model writes."""

    tags = {"generation"}  # noqa: RUF012 (as in jinja2)

    def parse(self, parser: Parser) -> list[nodes.Node]:
        line = next(parser.stream).lineno
        self.environment.has_generation = True  # type: ignore[attr-defined]
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        first, last = (
            nodes.Output([_filtered(nodes.Const(place, lineno=line), "_mark")], lineno=line) for place in (0, 1)
        )
        return [first, *body, last]


# -- what templates call -----------------------------------------------------------------------------------------------


class _Names(Namespace):
    """A namespace that is in no other: those could be nested without end, as lists could."""

    def __init__(self, **names: Any) -> None:
        super().__init__()
        for name, value in names.items():
            self[name] = value

    def __setitem__(self, name: str, value: Any) -> None:
        if isinstance(value, Namespace) or name.startswith("_"):
            raise _LimitError
        super().__setitem__(name, value)


def _refuse(why: object) -> None:
    raise _RefusedError(str(why))


def _today(form: str) -> str:
    return _DIRECTIVE.sub(lambda found: _DAY[found[1]], form)


def _as_json(
    value: Any, ensure_ascii: bool = False, indent: int | None = None, separators: Any = None, sort_keys: bool = False
) -> str:
    if isinstance(indent, int) and indent > _INDENT:
        raise _LimitError
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def _indented(text: str, width: int | str = 4, first: bool = False, blank: bool = False) -> str:
    space = width if isinstance(width, str) else " " * min(width, _INDENT)
    if len(space) > _INDENT:
        raise _LimitError
    lines = str(text).split("\n")
    rest = [f"{space}{line}" if line or blank else line for line in lines[1:]]
    return "\n".join([f"{space}{lines[0]}" if first else lines[0], *rest])


def _replaced(text: object, old: str, new: str, count: int | None = None) -> str:
    written, most = str(text), -1 if count is None else count
    found = written.count(old) if most < 0 else min(written.count(old), most)
    if len(written) + found * len(new) > MAX_TEXT_CHARS:
        raise _LimitError
    return written.replace(old, new, most)
