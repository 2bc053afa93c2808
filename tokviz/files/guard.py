"""Files whose patterns may take for ever, or whose texts may grow without end: tried in a process that can be ended.

The library works in native code that nothing interrupts, and Oniguruma, its engine for patterns, goes back and forth as
long as a pattern makes it. The patterns of the field are known and quick, and so is one that repeats nothing but at its
end. With any other a text first goes through a child process, which has :data:`SECONDS` and :data:`BYTES` of memory.
Nothing of its result is used: who passes is run again in this process.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tokviz.errors import RulesError
from tokviz.files.growth import growths
from tokviz.files.libraries import named

__all__ = [
    "BYTES",
    "MAX_PATTERN_CHARS",
    "PATIENCE",
    "SECONDS",
    "has_long_runs",
    "is_risky",
    "may_explode",
    "pattern_chars",
    "patterns",
    "rescans_blanks",
    "try_out",
]

SECONDS = 1
"""How long the child process may compute. What passes is done once more here, so that both together stay below two."""
PATIENCE = 5.0
"""How long it may take by the clock, on a machine that has other things to do, and where nothing counts the former."""
BYTES = 2_000_000_000
"""How much memory the child process may take."""
MAX_PATTERN_CHARS = 100_000
"""How many characters the patterns of a file may have together. Those in use have some hundred."""

_WITH_PATTERNS = ("normalizer", "pre_tokenizer", "decoder")
_TOO_LONG = 24  # SIGXCPU, which Windows does not have
_NO_MEMORY = b"memory allocation of"  # what Rust says before it ends a process
_GROWTH = 64  # what a text may be multiplied by without being tried out
_CHILD = """
import json, sys
try:
    import resource
except ImportError:
    pass
else:
    memory, seconds = map(int, sys.argv[1:3])
    for kind, soft, hard in [
        (resource.RLIMIT_AS, memory, memory),
        (resource.RLIMIT_CPU, seconds, seconds + 1),
        (resource.RLIMIT_CORE, 0, 0),
    ]:
        try:
            resource.setrlimit(kind, (soft, hard))
        except (ValueError, OSError):  # less is allowed already, as in a worker
            pass
from tokenizers import Tokenizer
asked = json.load(sys.stdin)
try:
    for file in asked["files"]:
        tokenizer = Tokenizer.from_str(file)
        tokenizer.encode(asked["text"])
        if asked["tokens"] and tokenizer.decoder is not None:
            tokenizer.decoder.decode(asked["tokens"])
except BaseException as error:
    sys.stdout.buffer.write(" ".join(str(error).split())[:120].encode("utf-8", "replace"))
    sys.stdout.flush()
    sys.exit(3)
"""

# The alternatives of the patterns in use that do not only repeat their end. Each goes over a stretch of text at most
# twice, and so does a pattern that is put together from them, but for what _COMPANION and _OF_BLANKS tell.
_SMALL = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"  # Mistral's
_CAPITAL = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
_ENDING = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_KNOWN = frozenset(
    {
        *("'(?:[sdmt]|ll|ve|re)", "'(?i:[sdmt]|ll|ve|re)", "(?i:'s|'t|'re|'ve|'m|'ll|'d)"),
        *(r"\s+(?!\S)", r"\s+", r"\s*[\r\n]", r"\s*[\r\n]+", r"\s++$", r"\s++\z", r"\s+$"),
        *(r" ?\p{L}+", r" ?\p{L}++", r" ?\p{N}+", r" ?\p{N}++", r" ?[^\s\p{L}\p{N}]+", r" ?[^\s\p{L}\p{N}]++"),
        *(r"[^\r\n\p{L}\p{N}]?\p{L}+", r"[^\r\n\p{L}\p{N}]?+\p{L}+", r"[^\r\n\p{L}\p{N}]?+\p{L}++", r"\p{N}{1,3}+"),
        *(r" ?[^\s\p{L}\p{N}]+[\r\n]*", r" ?[^\s\p{L}\p{N}]++[\r\n]*", r" ?[^\s\p{L}\p{N}]++[\r\n]*+"),
        *(r" ?[^\s\p{L}\p{N}]+[\r\n/]*", r"\p{N}{1,2}+", r" ?[^(\s|[.,!?…。，、।۔،])]+"),  # the last is BLOOM's
        r" ?[\p{P}\p{S}]+[\r\n]*",  # DeepSeek's
        *(_SMALL, _CAPITAL, _SMALL + _ENDING, _CAPITAL + _ENDING),
    }
)
# Alternatives that look for small letters from each of many capitals -> what takes these at once.
_COMPANION = {_SMALL: _CAPITAL, _SMALL + _ENDING: _CAPITAL + _ENDING}
# Alternatives that look for the end of white space from each place in it, and those that take it at once.
_OF_BLANKS = frozenset({r"\s*[\r\n]", r"\s*[\r\n]+", r"\s++$", r"\s++\z", r"\s+$"})
_TAKE_BLANKS = frozenset({r"\s+(?!\S)", r"\s+"})
_LONG_PATTERN = 20_000  # characters
_LONG_RUN = re.compile(r"\s{16,}")
_BLANK_STEPS = 25_000_000  # of that search, which take a quarter of a second
_LONGEST_FIRST = re.compile("|".join(re.escape(one) for one in sorted(_KNOWN, key=len, reverse=True)))
_ONE = re.compile(r"\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\[\]\\])*\]", re.DOTALL)
_REPEATS_AT_END = re.compile(r"(?:[^*+?{}()\[\]]\?)?[^*+?{}()\[\]]*(?:[*+?]|\{\d*,?\d*\})?", re.DOTALL)


def is_risky(file: Mapping[str, Any]) -> bool:
    """Whether texts go through a child process first.

    >>> def split(pattern):
    ...     return {"pre_tokenizer": {"type": "Split", "pattern": {"Regex": pattern}}}
    >>> is_risky(split(r"\\p{N}{1,3}")), is_risky(split("(a+)+$")), is_risky(split("a*a*b"))
    (False, True, True)
    """
    return any(map(may_explode, patterns(file))) or _may_grow(file)


def rescans_blanks(file: Mapping[str, Any]) -> bool:
    """Whether a pattern looks for the end of white space from each place in it, so that time grows with the square of
    its length.

    >>> def split(pattern):
    ...     return {"pre_tokenizer": {"type": "Split", "pattern": {"Regex": pattern}}}
    >>> rescans_blanks(split(r"\\s+$")), rescans_blanks(split(r"\\s+$|\\s+(?!\\S)"))
    (True, False)
    """
    known = (_taken_apart(pattern)[0] for pattern in patterns(file))
    return any(found & _OF_BLANKS and not found & _TAKE_BLANKS for found in known)


def has_long_runs(text: str) -> bool:
    """Whether white space goes on so often for so long that looking for its end from each place in it takes too long.

    >>> has_long_runs("a" + " " * 5_000), has_long_runs(("a" + " " * 1_000) * 25), has_long_runs("a " * 5_000)
    (True, True, False)
    """
    return sum((found.end() - found.start()) ** 2 for found in _LONG_RUN.finditer(text)) >= _BLANK_STEPS


def try_out(files: Sequence[str], text: str, tokens: Sequence[str] = ()) -> None:
    """Encode a text with each of these files in a child process, and turn tokens to text.

    Raises RulesError where that takes too long or fails.
    """
    asked = json.dumps({"files": list(files), "text": text, "tokens": list(tokens)})
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-c", _CHILD, str(BYTES), str(SECONDS)],
            input=asked.encode(),
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise RulesError("pipeline-slow", library=named("tokenizers")) from None
    if done.returncode == -_TOO_LONG:
        raise RulesError("pipeline-slow", library=named("tokenizers"))
    if _NO_MEMORY in done.stderr:
        raise RulesError("pipeline-memory", library=named("tokenizers"))
    if done.returncode:
        why = done.stdout.decode("utf-8", "replace").strip() or f"exit {done.returncode}"
        raise RulesError("pipeline-failed", library=named("tokenizers"), why=why)


def _walk(value: Any) -> Iterator[dict[str, Any]]:
    """Every object inside a value; JSON that is nested too deep was refused before."""
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, dict):
            yield one
            pending += one.values()
        elif isinstance(one, list):
            pending += one


def patterns(file: Mapping[str, Any]) -> Iterator[str]:
    """The regular expressions in the parts of a file around its model."""
    for one in _walk([file.get(key) for key in _WITH_PATTERNS]):
        pattern = one.get("Regex")
        if isinstance(pattern, str):
            yield pattern


def pattern_chars(file: Mapping[str, Any]) -> int:
    """How many characters all patterns of a file have, plain strings too: its library makes expressions of them."""
    found = _walk([file.get(key) for key in _WITH_PATTERNS])
    return sum(len(text) for one in found for text in (one.get("Regex"), one.get("String")) if isinstance(text, str))


def may_explode(pattern: str) -> bool:
    """Whether a pattern is not known to take time in proportion to the text: it has groups, or repeats inside.

    >>> may_explode("[0-9]+"), may_explode("(a+)+")
    (False, True)
    """
    if len(pattern) > _LONG_PATTERN:
        return True
    known, left = _taken_apart(pattern)
    is_alone = any(one in known and companion not in known for one, companion in _COMPANION.items())
    return is_alone or not all(map(_REPEATS_AT_END.fullmatch, left))


def _taken_apart(pattern: str) -> tuple[frozenset[str], list[str]]:
    """The alternatives of a pattern that are known, and the others, with a point for each class and escape."""
    pattern = pattern.replace("\r", r"\r").replace("\n", r"\n")  # some files hold the characters themselves
    left, known = [""], set()
    at = 0
    while at <= len(pattern):
        found = _LONGEST_FIRST.match(pattern, at) if not left[-1] else None
        if found is not None and pattern[found.end() : found.end() + 1] in ("", "|"):
            known.add(found[0])
            at = found.end()
        one = _ONE.match(pattern, at)
        if one is not None:
            left[-1] += "."
            at = one.end()
        elif pattern[at : at + 1] == "|":
            left.append("")
            at += 1
        else:
            left[-1] += pattern[at : at + 1]
            at += 1
    return frozenset(known), left


def _may_grow(file: Mapping[str, Any]) -> bool:
    """Whether a text can become more than :data:`_GROWTH` times as long."""
    return any(growth > _GROWTH for _, growth in growths(file))
