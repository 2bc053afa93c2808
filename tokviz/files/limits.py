"""Limits on a tokenizer file and its texts, since no library can be interrupted: nothing may take longer than seconds.

Files in use stay far below all limits, which are checked when a file is read. A text that may grow much, or that
meets a pattern which is not known to be quick, first goes through a child process, which has :data:`SECONDS` and
:data:`BYTES` of memory: Oniguruma, the engine of tokenizers, backtracks as long as a pattern makes it. Nothing of the
result is used: a text that passes is processed again in this process.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import Any

from tokviz.checks import check_limit
from tokviz.errors import LimitError, RulesError
from tokviz.files.json_elements import elements, growths, name_of, put_in
from tokviz.files.libraries import named
from tokviz.files.reading import MAX_VOCABULARY, check_token_lengths, wrong_shape

MAX_ADDED = 50_000
"""The most added tokens of a file; its library looks for each of them in every text. Files in use have up to 7,000."""
MAX_ADDED_CHARS = 1_000_000
"""The most characters of all added tokens of a file together."""
MAX_OPENED = 2 * MAX_VOCABULARY
"""The most brackets and braces of a file that open: a list for each merge or piece, an object for each added token."""
MAX_GROWTH = 1_000
"""The maximum factor by which normalizers and pre-tokenizers, or decoders, may lengthen a text. Chains multiply; those
in use come to a dozen, for the text that they lengthen most."""
MAX_MARK_CHARS = 100
"""The longest prefix of pieces within a word, suffix, unknown token, pad token, and token that a post-processor puts
in: each may be written, or looked up, for every character of a text. Those in use have up to 20."""
MAX_PADDED = 100_000
"""The greatest length that padding may bring a text to."""
MAX_PUT = 1_000
"""The most tokens that a post-processor may put around a text."""
MAX_REPEATED = 4
"""The most times that a post-processor may put in the text itself. Those in use do so once."""
MAX_OVERFLOW = 5_000_000
"""The most tokens in all the stretches of a text that truncation leaves: its library makes each of them, with what the
post-processor puts around it and with its padding."""
MAX_LOOKED_UP = 1_000
"""The longest word that a WordPiece model may look up: the library tries all that it begins with, from each place."""
MAX_PREFIXED = 20_000
"""The longest such word times the prefix of its later pieces, which is written before each of what is tried. In BERT:
100 characters times 2."""
MAX_NESTED = 200
"""The most pieces of a Unigram model that begin with one another: so many are looked at from each place of a text."""
MAX_CUTS = 100_000_000
"""The sum of the squares of the lengths of ranks: each is cut everywhere to find the merges that make it."""
MAX_MERGES = 1_000_000
"""The most merges that ranks stand for: every two that make a third. OpenAI's o200k has 446,189."""

_OTHERS = 1_000  # elements that have a content, too


def check_listed(data: bytes) -> None:
    """Refuse an unread JSON file with too many added tokens or elements. Raises LimitError."""
    listed = data.count(b'"content"')
    if listed > MAX_ADDED + _OTHERS:
        raise LimitError("MAX_ADDED", MAX_ADDED, met=listed)
    check_limit("MAX_OPENED", MAX_OPENED, met=data.count(b"[") + data.count(b"{"))


def check_parts_of(file: Mapping[str, Any], text: str) -> None:
    """Refuse a tokenizer.json. text: as which it was read, for the line. Raises FormatError or LimitError."""
    added = file.get("added_tokens")
    if added is not None and not isinstance(added, list):
        raise wrong_shape("added_tokens", text)
    check_limit("MAX_ADDED", MAX_ADDED, met=len(added or ()))
    contents = (token.get("content") for token in added or () if isinstance(token, dict))
    contents_of_tokens = [content for content in contents if isinstance(content, str)]
    check_limit("MAX_ADDED_CHARS", MAX_ADDED_CHARS, met=sum(map(len, contents_of_tokens)))
    check_token_lengths(contents_of_tokens)
    _check_padding(file.get("padding"), text)
    check_limit("MAX_PATTERN_CHARS", MAX_PATTERN_CHARS, met=pattern_chars(file))
    for part, growth in growths(file):
        check_limit("MAX_GROWTH", MAX_GROWTH, met=ceil(growth), part=part)
    for element in elements("post_processor", file.get("post_processor")):
        _check_put(element)
    _check_model(file)


def check_overflow(file: Mapping[str, Any], number: int) -> None:
    """Refuse a text of so many tokens where truncation makes too much of it. Raises LimitError.

    >>> check_overflow({"truncation": {"max_length": 512, "stride": 128}}, 1_000_000)
    >>> check_overflow({"truncation": {"max_length": 2, "stride": 0}, "padding": {"strategy": {"Fixed": 512}}}, 50_000)
    Traceback (most recent call last):
    ...
    tokviz.errors.LimitError: ...
    """
    match file.get("truncation"):
        case {"max_length": int(longest), **others}:
            put = sum(map(_put, elements("post_processor", file.get("post_processor"))))
            room, stride = longest - put, others.get("stride")
            if number <= room:
                return
            step = max(1, room - (stride if isinstance(stride, int) else 0))
            padded = max(_padded(file.get("padding")), default=0)
            check_limit("MAX_OVERFLOW", MAX_OVERFLOW, met=-(-number // step) * max(longest, padded), number=number)


def check_nested(pieces: Iterable[str]) -> None:
    """Refuse pieces of which too many begin with one another. Raises LimitError.

    >>> check_nested(["a" * length for length in range(1, 300)])
    Traceback (most recent call last):
    ...
    tokviz.errors.LimitError: ...
    """
    known = list(pieces)
    if max(map(len, known), default=0) <= MAX_NESTED:
        return
    chain: list[str] = []  # the pieces that the last one begins with, and it
    for piece in sorted(known):
        while chain and not piece.startswith(chain[-1]):
            chain.pop()
        chain.append(piece)
        check_limit("MAX_NESTED", MAX_NESTED, met=len(chain))


def _check_model(file: Mapping[str, Any]) -> None:
    """Refuse what the model would write or look up again and again, and pieces that are too long."""
    model = file.get("model")
    if not isinstance(model, dict):
        return
    for key in ("continuing_subword_prefix", "end_of_word_suffix", "unk_token"):
        _check_mark(key, model.get(key))
    longest, vocabulary = model.get("max_input_chars_per_word"), model.get("vocab")
    if isinstance(longest, int):
        check_limit("MAX_LOOKED_UP", MAX_LOOKED_UP, met=longest)
        prefix = model.get("continuing_subword_prefix")
        if isinstance(prefix, str):
            check_limit("MAX_PREFIXED", MAX_PREFIXED, met=longest * len(prefix), longest=longest, prefix=len(prefix))
    if isinstance(vocabulary, dict):
        check_token_lengths(vocabulary)
    elif isinstance(vocabulary, list):
        pieces = [entry[0] for entry in vocabulary if isinstance(entry, list) and entry and isinstance(entry[0], str)]
        check_token_lengths(pieces)
        check_nested(pieces)


def _check_mark(part: str, mark: Any) -> None:
    if isinstance(mark, str):
        check_limit("MAX_MARK_CHARS", MAX_MARK_CHARS, met=len(mark), part=part)


def _check_padding(padding: Any, text: str) -> None:
    """Refuse lengths that would fill the memory."""
    if padding is None:
        return
    if not isinstance(padding, dict):
        raise wrong_shape("padding", text)
    for number in _padded(padding):
        check_limit("MAX_PADDED", MAX_PADDED, met=number)
    _check_mark("pad_token", padding.get("pad_token"))


def _padded(padding: Any) -> Iterator[int]:
    """Yield the lengths that padding brings a text to, or to a multiple of."""
    if isinstance(padding, dict):
        strategy = padding.get("strategy")
        fixed = strategy.get("Fixed") if isinstance(strategy, dict) else None
        yield from (length for length in (fixed, padding.get("pad_to_multiple_of")) if isinstance(length, int))


def _check_put(element: Mapping[str, Any]) -> None:
    """Refuse an element that puts in too many tokens, too long ones, or the text too often."""
    check_limit("MAX_PUT", MAX_PUT, met=_put(element))
    match element:
        case {"type": "TemplateProcessing", "single": list(template)}:
            times = sum(isinstance(item, dict) and "Sequence" in item for item in template)
            check_limit("MAX_REPEATED", MAX_REPEATED, met=times)
    for token, _ in put_in(element):
        _check_mark(name_of(element), token)


def _put(element: Mapping[str, Any]) -> int:
    """Return the number of tokens that a template makes, the text as one; else 0."""
    match element:
        case {"type": "TemplateProcessing", "single": list(template), "special_tokens": dict(specials)}:
            sizes = {
                name: len(special["ids"])
                for name, special in specials.items()
                if isinstance(special, dict) and isinstance(special.get("ids"), list)
            }
            return sum(_size(item, sizes) for item in template)
    return 0


def _size(entry: Any, sizes: Mapping[str, int]) -> int:
    match entry:
        case {"SpecialToken": {"id": str(name)}}:
            return sizes.get(name, 1)
    return 1


# -- patterns ----------------------------------------------------------------------------------------------------------


SECONDS = 1
"""The processor time that the child process may take, in seconds. What passes is done once more here, so that both
together stay below two."""
PATIENCE = 5.0
"""The time by the clock that the child process may take, in seconds: for a busy machine, and where nothing counts
processor time."""
BYTES = 2_000_000_000
"""The memory that the child process may take, in bytes."""
MAX_PATTERN_CHARS = 100_000
"""The most characters of all patterns of a file together. Those in use have some hundred."""

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
request = json.load(sys.stdin)
try:
    for file in request["files"]:
        tokenizer = Tokenizer.from_str(file)
        tokenizer.encode(request["text"])
        if request["tokens"] and tokenizer.decoder is not None:
            tokenizer.decoder.decode(request["tokens"])
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
_LONGEST_FIRST = re.compile("|".join(re.escape(alternative) for alternative in sorted(_KNOWN, key=len, reverse=True)))
_ONE = re.compile(r"\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\[\]\\])*\]", re.DOTALL)
_REPEATS_AT_END = re.compile(r"(?:[^*+?{}()\[\]]\?)?[^*+?{}()\[\]]*(?:[*+?]|\{\d*,?\d*\})?", re.DOTALL)


def is_risky(file: Mapping[str, Any]) -> bool:
    """Tell if texts go through a child process first.

    >>> def split(pattern):
    ...     return {"pre_tokenizer": {"type": "Split", "pattern": {"Regex": pattern}}}
    >>> is_risky(split(r"\\p{N}{1,3}")), is_risky(split("(a+)+$")), is_risky(split("a*a*b"))
    (False, True, True)
    """
    return any(map(may_explode, patterns(file))) or _may_grow(file)


def rescans_blanks(file: Mapping[str, Any]) -> bool:
    """Tell if a pattern looks for the end of white space from each place in it.

    Its time grows with the square of the length of the white space.

    >>> def split(pattern):
    ...     return {"pre_tokenizer": {"type": "Split", "pattern": {"Regex": pattern}}}
    >>> rescans_blanks(split(r"\\s+$")), rescans_blanks(split(r"\\s+$|\\s+(?!\\S)"))
    (True, False)
    """
    known = (_taken_apart(pattern)[0] for pattern in patterns(file))
    return any(alternatives & _OF_BLANKS and not alternatives & _TAKE_BLANKS for alternatives in known)


def has_long_runs(text: str) -> bool:
    """Tell if white space goes on so often for so long that a search takes too long.

    It is the search for its end from each place in it.

    >>> has_long_runs("a" + " " * 5_000), has_long_runs(("a" + " " * 1_000) * 25), has_long_runs("a " * 5_000)
    (True, True, False)
    """
    return sum((run.end() - run.start()) ** 2 for run in _LONG_RUN.finditer(text)) >= _BLANK_STEPS


def try_out(files: Sequence[str], text: str, tokens: Sequence[str] = ()) -> None:
    """Encode a text with each of these files in a child process, and turn tokens to text.

    Raises RulesError where that takes too long or fails.
    """
    request = json.dumps({"files": list(files), "text": text, "tokens": list(tokens)})
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-c", _CHILD, str(BYTES), str(SECONDS)],
            input=request.encode(),
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
    """Yield every object inside a value; JSON that is nested too deep was refused before."""
    pending = [value]
    while pending:
        node = pending.pop()
        if isinstance(node, dict):
            yield node
            pending += node.values()
        elif isinstance(node, list):
            pending += node


def patterns(file: Mapping[str, Any]) -> Iterator[str]:
    """Yield the regular expressions in the parts of a file around its model."""
    for node in _walk([file.get(key) for key in _WITH_PATTERNS]):
        pattern = node.get("Regex")
        if isinstance(pattern, str):
            yield pattern


def pattern_chars(file: Mapping[str, Any]) -> int:
    """Return the number of characters of all patterns of a file.

    Plain strings count, too: its library makes expressions of them.
    """
    nodes = _walk([file.get(key) for key in _WITH_PATTERNS])
    return sum(len(text) for node in nodes for text in (node.get("Regex"), node.get("String")) if isinstance(text, str))


def may_explode(pattern: str) -> bool:
    """Tell if a pattern may take more than linear time: groups, or repeats inside.

    >>> may_explode("[0-9]+"), may_explode("(a+)+")
    (False, True)
    """
    if len(pattern) > _LONG_PATTERN:
        return True
    known, left = _taken_apart(pattern)
    is_alone = any(alternative in known and companion not in known for alternative, companion in _COMPANION.items())
    return is_alone or not all(map(_REPEATS_AT_END.fullmatch, left))


def _taken_apart(pattern: str) -> tuple[frozenset[str], list[str]]:
    """Return the alternatives of a pattern that are known, and the others, with a point for each class and escape."""
    pattern = pattern.replace("\r", r"\r").replace("\n", r"\n")  # some files hold the characters themselves
    left, known = [""], set()
    at = 0
    while at <= len(pattern):
        match = _LONGEST_FIRST.match(pattern, at) if not left[-1] else None
        if match is not None and pattern[match.end() : match.end() + 1] in ("", "|"):
            known.add(match[0])
            at = match.end()
        single = _ONE.match(pattern, at)
        if single is not None:
            left[-1] += "."
            at = single.end()
        elif pattern[at : at + 1] == "|":
            left.append("")
            at += 1
        else:
            left[-1] += pattern[at : at + 1]
            at += 1
    return frozenset(known), left


def _may_grow(file: Mapping[str, Any]) -> bool:
    return any(growth > _GROWTH for _, growth in growths(file))
