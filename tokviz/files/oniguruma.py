r"""Patterns of Oniguruma, the engine of tokenizers, written for `regex`: with the same matches, or not at all.

Both search from left to right, take the first alternative that matches and repeat as often as they can. What they
write alike and mean otherwise is refused: case folding, ``{1,3}+``, ``\h``, the beginning of a line, operations on
sets; and of looking around all but ``(?!...)``. A ``$`` is the end of any line. Which tables of Unicode a pattern needs
is told, since those of the two differ.
"""

from __future__ import annotations

import re
from functools import lru_cache

_KIND = re.compile(r"\\[sSdD]|\\[pP]\{\^?[LMNPSZ][a-z]?\}")
_TOKEN = re.compile(
    # The letters of these contractions are all that may be written with another case.
    r"(?P<contraction>\(\?i:(?:'s\|'t\|'re\|'ve\|'m\|'ll\|'d|\[sdmt\]\|ll\|ve\|re)\))"
    r"|(?P<open>\(\?[:!])|(?P<close>\))|(?P<or>\|)|(?P<class>\[)|(?P<dot>\.)|(?P<line>\$)|(?P<end>\\z)"
    rf"|(?P<repeat>[*+?][+?]?|\{{\d+(?:,\d*)?\}})|(?P<kind>{_KIND.pattern})|(?P<refused>[\^{{}}])"
)
_REPEATED = frozenset({"contraction", "group", "class", "dot", "kind", "character"})
_CONTROLS = {"r": "\r", "n": "\n", "t": "\t", "f": "\f"}
_HAS_TABLE = re.compile(r"\\[sSdDpP]")
_SPLIT_ALONE = re.compile(r"\\[sS]|\\[pP]\{\^?[LN]\}")


class _UnlikeError(Exception):
    """A pattern that the two engines may read differently."""


@lru_cache(256)
def translated(pattern: str) -> str | None:
    r"""Return a pattern for `regex`, without groups that capture; None where the two may differ.

    >>> translated(r"\s?[0-9a]+$"), translated(r"\p{N}{1,3}+"), translated("[[:alpha:]]")
    ('\\s?[\\u0030-\\u0039\\u0061]+(?m:$)', None, None)
    """
    try:
        return _written(pattern)
    except (_UnlikeError, IndexError):
        return None


def tables_of(pattern: str) -> tuple[str, ...]:
    r"""Return the names of the tables of :mod:`tokviz.files.unicode_versions` that a pattern needs.

    >>> tables_of("[0-9]+"), tables_of(r"\s+|\p{L}"), tables_of(r"\p{Lu}")
    ((), ('Split',), ('Split', 'Categories'))
    """
    if not _HAS_TABLE.search(pattern):
        return ()
    return ("Split", "Categories") if _HAS_TABLE.search(_SPLIT_ALONE.sub("", pattern)) else ("Split",)


def _written(pattern: str) -> str:
    parts: list[str] = []
    groups: list[str] = []  # how each that is open began
    at, last = 0, ""
    while at < len(pattern):
        match = _TOKEN.match(pattern, at)
        found, token = (match[0], str(match.lastgroup)) if match else ("", "character")
        at += len(found)
        match token:
            case "refused":
                raise _UnlikeError
            case "repeat" if last not in _REPEATED:
                raise _UnlikeError
            case "class":
                found, at = _class(pattern, at - 1)
            case "character":
                single, at = _character(pattern, at)
                found = _escaped(single)
            case "open":
                groups.append(found)
            case "close":
                token = "group" if groups.pop() == "(?:" else token
            case "line":
                found = "(?m:$)"
            case "end":
                found = r"\Z"
            case "kind":
                found = _kind(found)
        parts.append(found)
        last = token
    if groups:
        raise _UnlikeError
    return "".join(parts)


def _class(pattern: str, start: int) -> tuple[str, int]:
    """Return the class that begins there, and its end. One inside of it adds its members."""
    is_negated = pattern[start + 1] == "^"
    at = start + 1 + is_negated
    members: list[str] = []
    while pattern[at] != "]":
        if pattern.startswith("&&", at) or pattern.startswith("[:", at):
            raise _UnlikeError
        if pattern[at] == "[":
            inner, at = _class(pattern, at)
            if inner.startswith("[^"):
                raise _UnlikeError
            members.append(inner[1:-1])
        elif match := _KIND.match(pattern, at):
            members.append(_kind(match[0]))
            at = match.end()
            if pattern[at] == "-" != pattern[at + 1 : at + 2] != "]":
                raise _UnlikeError
        else:
            is_dash = pattern[at] == "-"
            first, at = _character(pattern, at)
            if is_dash and members and pattern[at] != "]":
                raise _UnlikeError
            if pattern[at] == "-" and pattern[at + 1] != "]":
                if is_dash or pattern[at + 1] in "[-" or _KIND.match(pattern, at + 1):
                    raise _UnlikeError
                last, at = _character(pattern, at + 1)
                if last < first:
                    raise _UnlikeError
                members.append(f"{_escaped(first)}-{_escaped(last)}")
            else:
                members.append(_escaped(first))
    if not members:
        raise _UnlikeError
    return f"[{'^' * is_negated}{''.join(members)}]", at + 1


def _kind(written: str) -> str:
    """Return an escape of a kind of characters, without a negation inside of it."""
    if "^" not in written:
        return written
    return ("\\P{" if written[1] == "p" else "\\p{") + written[4:]


def _character(pattern: str, at: int) -> tuple[str, int]:
    """Return a character that is written there, and the end of that."""
    if pattern[at] != "\\":
        return pattern[at], at + 1
    escaped = pattern[at + 1]
    if escaped in _CONTROLS:
        return _CONTROLS[escaped], at + 2
    if escaped == "u" and re.fullmatch("[0-9A-Fa-f]{4}", pattern[at + 2 : at + 6]):
        return chr(int(pattern[at + 2 : at + 6], 16)), at + 6
    if escaped.isalnum() or not escaped.isascii():
        raise _UnlikeError
    return escaped, at + 2


def _escaped(character: str) -> str:
    return f"\\u{ord(character):04X}" if character < "\U00010000" else f"\\U{ord(character):08X}"
