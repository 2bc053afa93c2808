"""Answers as people write them: how they are read, which are accepted, and the record of a kind of exercise.

A reader returns every reading that a text may have; grading takes the one that is accepted, or the first. Text without
a reading raises :class:`UnreadableError` with one line that says why: such an answer is not wrong, it is no answer yet.
"""

from __future__ import annotations

import ast
import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tokviz.exercises.task import Answer, Draw, Task
from tokviz.lines import Line, Number, Symbols, line

MAX_ANSWER = 2_000
"""The longest answer that is looked at, in characters."""

_WIDE = dict(zip(map(ord, "，；：＋｜（）［］｛｝＂＇“”‘’＜＞／\u3000、"), ",;:+|()[]{}\"'\"\"''<>/ ,", strict=True))
_AROUND = " \t\r\n"
_QUOTES = "\"'`"

Pair = tuple[str, str]
Known = Iterable[tuple[Pair, str]]
"""Pairs with the tokens that they make."""


class UnreadableError(Exception):
    """An answer that cannot be read. line: what to say."""

    def __init__(self, line: Line) -> None:
        super().__init__(line.key)
        self.line = line


def text_of(answer: object) -> str:
    """Return an answer as text, with the punctuation of an English keyboard. Raises UnreadableError for none, and for
    one that is too long.

    >>> text_of(" （e，s） ")
    '(e,s)'
    """
    text = str(answer).translate(_WIDE).strip(_AROUND)
    text = "".join(
        unicodedata.normalize("NFKC", character) if "\uff01" <= character <= "\uff5e" else character
        for character in text
    )
    if not text:
        raise UnreadableError(line("exercise.unreadable.empty"))
    if len(text) > MAX_ANSWER:
        raise UnreadableError(line("exercise.unreadable.long", most=MAX_ANSWER))
    return text


# -- numbers and bytes -------------------------------------------------------------------------------------------------


def read_number(answer: object, *, is_count: bool = False) -> tuple[Number, ...]:
    """Read the numbers that an answer may mean. is_count: a whole number is asked for, so no other notation is
    proposed.

    >>> read_number("0,05"), read_number(0.5)
    ((Fraction(1, 20),), (0.5,))
    """
    if isinstance(answer, Number) and not isinstance(answer, bool):
        return (answer,)
    numbers = read_numbers(text_of(answer))
    if not numbers:
        if is_count:
            raise UnreadableError(line("exercise.unreadable.count", answer=_brief(answer)))
        raise UnreadableError(line("exercise.unreadable.number", answer=_brief(answer)))
    return numbers


def read_bytes(answer: object) -> tuple[bytes, ...]:
    """Read the bytes that an answer may mean: hexadecimal, decimal, or as bits.

    >>> read_bytes("C3 A9"), read_bytes("195, 169"), read_bytes([195, 169])
    ((b'\\xc3\\xa9',), (b'\\xc3\\xa9',), (b'\\xc3\\xa9',))
    """
    if isinstance(answer, bytes):
        return (answer,)
    parsed = answer if isinstance(answer, list | tuple) else _literal(text_of(answer))
    if isinstance(parsed, bytes) and parsed:
        return (parsed,)
    if (
        isinstance(parsed, list | tuple)
        and parsed
        and all(isinstance(value, int) and 0 <= value < 256 for value in parsed)
    ):
        return (bytes(parsed),)
    text = " ".join(map(str, answer)) if isinstance(answer, list | tuple) else text_of(answer)
    parts = re.sub(r"\\x|0x|[<>\[\](){},;+|'\"]", " ", text, flags=re.IGNORECASE).split()
    if len(parts) == 1 and len(parts[0]) % 2 == 0 and len(parts[0]) <= 64:
        parts = re.findall("..", parts[0]) if not re.fullmatch("[01]{8,}", parts[0]) else re.findall(".{8}", parts[0])
    readings: dict[bytes, None] = {}
    for pattern, base in (("[01]{8}", 2), ("[0-9a-fA-F]{2}", 16), ("[0-9]{1,3}", 10)):
        if parts and all(re.fullmatch(pattern, part) for part in parts):
            values = [int(part, base) for part in parts]
            if max(values) < 256:
                readings[bytes(values)] = None
    if not readings:
        raise UnreadableError(line("exercise.unreadable.bytes", answer=_brief(answer)))
    return tuple(readings)


def read_choice(task: Task, answer: object) -> tuple[Answer, ...]:
    """Read one of the choices of a task by its name, its number from 1, or its letter."""
    text = text_of(answer)
    for write in (str, str.casefold):
        by_name = [choice for choice in task.choices if write(text_of(choice)) == write(text)]
        if by_name:
            return (by_name[0],)
    place = int(text) - 1 if text.isdecimal() and len(text) < 3 else -1
    if len(text) == 1 and not text.isdecimal():
        place = "abcdefgh".find(text.lower())
    if 0 <= place < len(task.choices):
        return (task.choices[place],)
    raise UnreadableError(line("exercise.unreadable.choice", n=len(task.choices)))


# -- symbols -----------------------------------------------------------------------------------------------------------


def read_pair(answer: object, known: Known) -> tuple[Pair, ...]:
    """Read the pairs that an answer may mean, out of those that occur; or two other symbols.

    >>> occurring = [(("e", "s"), "es"), (("es", "t"), "est"), (("e", "st"), "est")]
    >>> [read_pair(text, occurring) for text in ("e+s", "es", '("e", "s")', "s t")]
    [(('e', 's'),), (('e', 's'),), (('e', 's'),), (('s', 't'),)]
    >>> read_pair("est", occurring)
    (('es', 't'), ('e', 'st'))
    """
    parsed = answer if isinstance(answer, list | tuple) else _literal(text_of(answer))
    if isinstance(parsed, list | tuple) and len(parsed) == 2 and all(isinstance(symbol, str) for symbol in parsed):
        return ((str(parsed[0]), str(parsed[1])),)
    text = _bare(text_of(answer))
    squeezed = re.sub(r"\s+", " ", text)
    pairs: dict[Pair, None] = {}
    for pair, token in known:
        joined = "".join(pair)
        written = (f"{pair[0]}{sign}{pair[1]}" for sign in (" ", "+", " + ", ",", ", ", "·", "|", " | ", "-", "_", "→"))
        if squeezed in {token, joined, *written} or squeezed.replace(" ", "") == f"{pair[0]}+{pair[1]}={token}":
            pairs[pair] = None
    if pairs:
        return tuple(pairs)
    for parts in _segmentations(text):
        if len(parts) == 2:
            return ((parts[0], parts[1]),)
    raise UnreadableError(line("exercise.unreadable.pair", answer=_brief(answer)))


def read_pairs(answer: object, after: Callable[[tuple[Pair, ...]], Known], n: int) -> tuple[tuple[Pair, ...], ...]:
    """Read the lists of `n` merges that an answer may mean. after: the pairs that occur after some merges."""
    items: Sequence[object]
    parsed = answer if isinstance(answer, list | tuple) else _literal(text_of(answer))
    if isinstance(parsed, list | tuple):
        flat = all(isinstance(item, str) for item in parsed)
        items = list(zip(parsed[::2], parsed[1::2], strict=False)) if flat and len(parsed) == 2 * n else parsed
    else:
        items = _divided(text_of(answer), n)
    if len(items) != n:
        raise UnreadableError(line("exercise.unreadable.pairs", wanted=n, found=len(items)))
    readings: list[tuple[Pair, ...]] = [()]
    for item in items:
        readings = [(*merges, pair) for merges in readings for pair in read_pair(item, after(merges))][:64]
    return tuple(readings)


def read_tokens(answer: object, spell: Callable[[Symbols], bool]) -> tuple[Symbols, ...]:
    """Read the segmentations that an answer may mean, those that spell what was to be segmented first.

    >>> read_tokens("hug + s", lambda tokens: "".join(tokens) == "hugs")[0]
    ('hug', 's')
    """
    if isinstance(answer, list | tuple):
        readings = [tuple(map(str, answer))]
    else:
        text = text_of(answer)
        parsed = _literal(text)
        if isinstance(parsed, list | tuple) and all(isinstance(token, str) for token in parsed):
            readings = [tuple(parsed)]
        else:
            readings = list(_segmentations(text))
    readings = [tokens for tokens in readings if tokens and all(tokens)]
    if not readings:
        raise UnreadableError(line("exercise.unreadable.tokens", answer=_brief(answer)))
    return tuple(dict.fromkeys(sorted(readings, key=lambda tokens: not spell(tokens))))


def remark_tokens(tokens: Symbols, solution: Symbols) -> tuple[Line, ...]:
    """Say of wrong tokens which is the first that differs, or that there are too many or too few.

    >>> [said.key for said in remark_tokens(("a", "b"), ("a", "b", "c"))]
    ['exercise.wrong.tokens.length']
    """
    for number, (yours, best) in enumerate(zip(tokens, solution, strict=False), start=1):
        if yours != best:
            return (line("exercise.wrong.tokens", number=number, yours=(yours,), best=(best,)),)
    return (line("exercise.wrong.tokens.length", yours=len(tokens), right=len(solution)),)


def _segmentations(text: str) -> Iterator[Symbols]:
    """Yield the text split at each sign that may separate tokens; a sign may be a token as well."""
    for spelling in dict.fromkeys((text, _bare(text))):
        for pattern in (
            r"\n",
            r"\s*\|\s*",
            r"\s+\+\s+",
            r"\s+",
            r"\s*\+\s*",
            r"\s*[,;]\s*",
            r"\s*/\s*",
            r"\s*[·‧]\s*",
            "-",
        ):
            parts = re.split(pattern, spelling)
            if len(parts) > 1:
                for around in (_AROUND, _AROUND + _QUOTES + ","):
                    yield tuple(bare for part in parts if (bare := part.strip(around)))
        yield (spelling,)


def _divided(text: str, n: int) -> list[str]:
    """Return the items of a list of merges: at line ends or semicolons, at commas, at pluses between blanks, at
    blanks."""
    for pattern in (r"[\n;]+", r"\)\s*,?\s*\(", r"\s*(?:->|→|(?<!</w)>)\s*", r",", r"\s+"):
        parts = [part.strip(_AROUND + "()[],") for part in re.split(pattern, text)]
        parts = [re.sub(r"^\d+[.)]\s+", "", part) for part in parts if part]
        if len(parts) == n and (pattern != r"\s+" or min(map(len, parts)) > 1):
            return parts
    parts = text.split()
    if len(parts) == 2 * n:
        return [" ".join(pair) for pair in zip(parts[::2], parts[1::2], strict=True)]
    return [part for part in re.split(r"[\n;,]+", text) if part.strip()]


def _bare(text: str) -> str:
    """Return the text without brackets and quotes around it."""
    before = None
    while before != text:
        before = text
        if len(text) > 2 and text[0] + text[-1] in {"()", "[]", "{}", '""', "''", "``"}:
            text = text[1:-1].strip(_AROUND)
    return re.sub(r"""(?<=[\s,+|])["'`]|["'`](?=[\s,+|])""", "", text)


def _literal(text: str) -> object:
    if text[:1] not in "([b'\"":
        return None
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def _brief(answer: object) -> str:
    text = str(answer).strip()
    return text if len(text) <= 30 else text[:29] + "…"


# -- numbers as people write them --------------------------------------------------------------------------------------

TOLERANCE = Fraction(5, 1000)
"""The tolerance for a number that is not whole, relative to what is right."""

_SIGNS = str.maketrans(
    {"×": "*", "·": "*", "⋅": "*", "÷": "/", "∕": "/", "⁄": "/", "−": "-", "–": "-", "，": ",", "。": ".", "％": "%"}
)
_TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+|ln|log|\*\*|[-+*/^()%])")
_MOST = 120  # characters of a number
_LARGEST = 10**12


def read_numbers(text: str) -> tuple[Number, ...]:
    """Read the numbers that a text may mean, the likeliest first; none if it is no number.

    >>> read_numbers("1/20"), read_numbers("0,5"), read_numbers("50 %"), read_numbers("five")
    ((Fraction(1, 20),), (Fraction(1, 2),), (Fraction(1, 2),), ())
    >>> read_numbers("= 5 / (20 × 5)")
    (Fraction(1, 20),)
    """
    text = text.translate(_SIGNS).strip().rstrip(".")
    text = re.sub(r"^[^=≈]*[=≈~]", "", text).strip()
    if not text or len(text) > _MOST:
        return ()
    numbers: dict[Number, None] = {}
    for reading in _readings(text):
        try:
            numbers.setdefault(_Sum(reading).value())
        except (ValueError, ZeroDivisionError, OverflowError, RecursionError):
            continue
    return tuple(numbers)


def close(answer: Number, wanted: Number) -> bool:
    """Tell if a number is right: a whole one exactly, others within half a per cent.

    >>> close(0.0714, Fraction(1, 14)), close(9, 9), close(9.01, 9)
    (True, True, False)
    """
    if isinstance(wanted, int):
        return answer == wanted
    return abs(float(answer) - float(wanted)) <= float(TOLERANCE) * abs(float(wanted)) + 1e-12


def rounded_too_far(answer: Number, wanted: Number) -> bool:
    """Tell if a wrong number is the right one, but with too few digits.

    >>> rounded_too_far(0.07, 1 / 14), rounded_too_far(0.08, 1 / 14)
    (True, False)
    """
    if isinstance(wanted, int) or close(answer, wanted) or not answer:
        return False
    return any(math.isclose(float(answer), float(f"{float(wanted):.{digits}g}")) for digits in (1, 2))


def _readings(text: str) -> Iterator[str]:
    """Yield the text with points for decimals, in each way that its commas and spaces may be meant."""
    text = re.sub(r"(?<=\d)[\s\u202f'](?=\d{3}\b)", "", text)
    if "," not in text:
        yield text
        return
    if "." not in text:
        yield text.replace(",", ".")
    elif text.rfind(",") > text.rfind("."):
        yield text.replace(".", "").replace(",", ".")
    if re.search(r"\d,\d{3}\b", text):
        yield text.replace(",", "")


class _Sum:
    """A sum, read from left to right."""

    def __init__(self, text: str) -> None:
        self._tokens: list[str] = []
        while text.strip():
            match = _TOKEN.match(text)
            if match is None:
                raise ValueError(text)
            self._tokens.append(match[1])
            text = text[match.end() :]

    def value(self) -> Number:
        value = self._sum()
        if self._tokens:
            raise ValueError(self._tokens)
        if isinstance(value, float) and not math.isfinite(value):
            raise OverflowError
        return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value

    def _sum(self) -> Number:
        total = self._product()
        while self._next() in {"+", "-"}:
            total = total + self._product() if self._tokens.pop(0) == "+" else total - self._product()
        return total

    def _product(self) -> Number:
        product = self._power()
        while True:
            match self._next():
                case "*":
                    self._tokens.pop(0)
                    product = product * self._power()
                case "/":
                    self._tokens.pop(0)
                    product = product / self._power()
                case "ln" | "log" | "(":  # 5 ln 2
                    product = product * self._power()
                case _:
                    return product

    def _power(self) -> Number:
        base = self._atom()
        if self._next() in {"^", "**"}:
            self._tokens.pop(0)
            power = self._power()
            if abs(float(power)) > 30 or abs(float(base)) > _LARGEST:
                raise OverflowError
            base = base ** int(power) if power == int(power) else float(base) ** float(power)
        return base

    def _atom(self) -> Number:
        if not self._tokens:
            raise ValueError("nothing")
        token = self._tokens.pop(0)
        if token in {"-", "+"}:
            return -self._power() if token == "-" else self._power()
        if token in {"ln", "log"}:
            return math.log(self._power())
        if token == "(":
            value = self._sum()
            if self._next() != ")":
                raise ValueError(token)
            self._tokens.pop(0)
        elif token[0].isdigit() or token[0] == ".":
            if not -30 < int(token.lower().partition("e")[2] or 0) < 30:
                raise OverflowError
            value = Fraction(token)
        else:
            raise ValueError(token)
        if self._next() == "%":
            self._tokens.pop(0)
            value = value / 100
        return value

    def _next(self) -> str | None:
        return self._tokens[0] if self._tokens else None


# -- a kind of exercise ------------------------------------------------------------------------------------------------


def accepts(task: Task, answer: Answer) -> bool:
    """Tell if an answer is one of the right ones, or near enough to a right number."""
    if isinstance(answer, int | float | Fraction):
        return any(
            close(answer, accepted) for accepted in task.accepted if isinstance(accepted, int | float | Fraction)
        )
    return answer in task.accepted


def _number_remark(task: Task, answer: Answer) -> tuple[Line, ...]:
    """Return a remark for a number that is right but for its digits."""
    if not isinstance(answer, int | float | Fraction) or not isinstance(task.solution, int | float | Fraction):
        return ()
    return (line("exercise.wrong.rounded"),) if rounded_too_far(answer, task.solution) else ()


@dataclass(frozen=True)
class Exercise:
    """One kind of exercise.

    draw: a task from a generator and a level. about: a task about a given state, by keywords. read: the readings of an
    answer; raises UnreadableError. accepts: whether a reading is right. remark: what is said of a wrong one, for kinds
    that know more than the answer that is right. part: the points of a wrong one, from 0 to below 1.
    """

    name: str
    draw: Callable[[Draw, int], Task]
    about: Callable[..., Task]
    read: Callable[[Task, object], tuple[Answer, ...]]
    accepts: Callable[[Task, Answer], bool] = accepts
    remark: Callable[[Task, Answer], tuple[Line, ...]] = lambda task, answer: ()
    part: Callable[[Task, Answer], Fraction] = lambda task, answer: Fraction(0)


def numeric(name: str, draw: Callable[[Draw, int], Task], about: Callable[..., Task]) -> Exercise:
    """Return a kind whose answers are numbers."""
    return Exercise(
        name,
        draw,
        about,
        lambda task, answer: read_number(answer, is_count=isinstance(task.solution, int)),
        remark=_number_remark,
    )
