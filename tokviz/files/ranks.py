r"""Byte sequences with ids as a tokenizer.json: rank files of tiktoken, Tekken, Mistral's JSON of the same, and minbpe.

For tokenizers every two ranks that make a third are a merge, in the order of what they make. Our model picks by the
ranks themselves, as tiktoken does, so that a check compares two ways to the same tokens. minbpe's merges are those of
the file: our model merges all occurrences of a pair at once, as minbpe does, tokenizers one at a time. In the order in
which merges were learned, which these files always have, the tokens are the same.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from tokviz.bpe import Model, Pair, Rules
from tokviz.bpe.encoding import ENCODINGS
from tokviz.checks import check_limit
from tokviz.errors import FormatError, RulesError, brief
from tokviz.files import tiktoken
from tokviz.files.json_elements import as_oniguruma
from tokviz.files.limits import MAX_CUTS, MAX_MERGES
from tokviz.files.models import WordModel
from tokviz.files.reading import (
    MAX_MERGED_CHARS,
    Note,
    check_token_lengths,
    check_vocabulary_size,
    note,
    object_at,
    read_json,
    text_at,
    text_of,
    wrong_shape,
)
from tokviz.files.tokenizer_json import BYTES, split_by
from tokviz.models.added_tokens import AddedToken
from tokviz.pretokenize import ALTERNATIVES
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR

_LOOKED_AT = 2_000  # bytes
_MINBPE = (  # the pattern of minbpe's RegexTokenizer, which is that of GPT-4
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"
)


@dataclass(frozen=True)
class Made:
    """A tokenizer.json as what it holds beside merges, what makes our model of it, notes, and what finds the merges,
    which of many ranks takes seconds."""

    without_merges: dict[str, Any]
    words: Callable[[], WordModel]
    notes: tuple[Note, ...]
    merges: Callable[[], Sequence[Pair]]

    @property
    def file(self) -> dict[str, Any]:
        """The whole of it. Raises LimitError for too many merges."""
        model = self.without_merges["model"]
        return {**self.without_merges, "model": {**model, "vocab": dict(model["vocab"]), "merges": self.merges()}}


def of_ranks(data: bytes, pattern: str | None, specials: Mapping[str, int]) -> Made:
    """Read a rank file of tiktoken. pattern: the name of one in ALTERNATIVES or a regular expression. Raises
    FormatError, LimitError, or RulesError for special tokens whose ids are taken."""
    known = pattern is None or pattern in ALTERNATIVES
    loaded, ids = tiktoken.load_with_ids(data, pattern if known else "cl100k", specials)
    owners = {number: token for token, number in ids.items()}
    for special, number in specials.items():
        other = owners.get(number, special)
        if other != special or ids.get(special, number) != number:
            raise RulesError("special-taken", id=number, token=brief(special), other=brief(other))
    notes = (*loaded.notes, note("tiktoken-merges"))
    if known:
        named = "|".join(map(as_oniguruma, ALTERNATIVES[loaded.model.pretokenizer].values()))
        return _made(ids, split_by(named), specials, notes)
    return _made(ids, _matches(str(pattern)), specials, (*notes, note("ranks-pattern")))


def is_tekken(data: bytes) -> bool:
    """Tell if this JSON begins as a Tekken file does.

    >>> is_tekken(b'{"config": {"pattern": "a"}, "vocab": []}'), is_tekken(b'{"model": {}}')
    (True, False)
    """
    head = data[:_LOOKED_AT]
    return b'"config"' in head and b'"pattern"' in head and b'"model"' not in head


def of_tekken(data: bytes) -> Made:
    """Read a Tekken file: its first ids are those of special tokens, which newer files name. Raises FormatError."""
    value, text = read_json(data)
    file = object_at({"file": value}, "file", text)
    config = object_at(file, "config", text)
    pattern, size, first = text_at(config, "pattern", text), config.get("default_vocab_size"), _first(config)
    entries = file.get("vocab")
    if pattern is None or type(size) is not int or not isinstance(entries, list) or not 0 <= first <= size:
        raise wrong_shape("config", text)
    lines = []
    for entry in entries[: size - first]:
        match entry:
            case {"rank": int(rank), "token_bytes": str(spelled)}:
                lines.append(f"{spelled} {rank}")
            case _:
                raise wrong_shape("vocab", text)
    _, ranks = tiktoken.load_with_ids("\n".join(lines), "cl100k")
    ids = {token: rank + first for token, rank in ranks.items()}
    named = _specials(file.get("special_tokens"), first, text)
    notes = (note("tiktoken-merges"),) if named else (note("tiktoken-merges"), note("tekken-specials", first=first))
    return _made(ids, split_by(pattern), named, notes)


def of_minbpe(data: bytes) -> Made:
    """Read a `.model` of minbpe, which drops what its pattern does not match. Raises FormatError or LimitError."""
    minbpe = read_minbpe(data)
    ids = {token: number for number, token in enumerate(minbpe.vocabulary)}
    split = [_matches(minbpe.pattern)] if minbpe.pattern else []
    file = {
        "version": "1.0",
        "added_tokens": _added(minbpe.specials),
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [*split, BYTES]},
        "decoder": BYTES,
        "model": {"type": "BPE", "vocab": {**ids, **minbpe.specials}},
    }
    model = Model(minbpe.merges, minbpe.vocabulary, Rules(), ENCODINGS["minbpe"], "none")
    notes = [note("minbpe") if minbpe.pattern else note("minbpe-basic")]
    if minbpe.pattern not in ("", _MINBPE):
        notes.append(note("minbpe-pattern"))
    if minbpe.specials:
        notes.append(note("minbpe-special", tokens=", ".join(minbpe.specials)))
    return Made(file, lambda: WordModel(model, ids, None), tuple(notes), lambda: minbpe.merges)


def _added(specials: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return special tokens as entries of a tokenizer.json, in the order of their ids."""
    return [asdict(AddedToken(number, token)) for token, number in sorted(specials.items(), key=lambda entry: entry[1])]


def _first(config: Mapping[str, Any]) -> int:
    """Return the id of the first token that is none of the special ones; -1 for no number."""
    first = config.get("default_num_special_tokens", 0)
    return first if type(first) is int else -1


def _specials(value: Any, first: int, text: str) -> dict[str, int]:
    special_ids = {}
    for entry in value if isinstance(value, list) else ():
        match entry:
            case {"rank": int(rank), "token_str": str(token)} if 0 <= rank < first:
                special_ids[token] = rank
            case _:
                raise wrong_shape("special_tokens", text)
    return special_ids


def _matches(pattern: str) -> dict[str, Any]:
    """Return the pre-tokenizer that keeps what a pattern matches, and drops what is between."""
    return split_by(pattern, "Removed") | {"invert": True}


def _made(ids: dict[str, int], split: dict[str, Any], specials: Mapping[str, int], notes: tuple[Note, ...]) -> Made:
    """Make a tokenizer.json of ranks. ids: of the tokens, in the order of their ranks."""
    check_token_lengths(ids)
    cuts = sum(len(token) ** 2 for token in ids)
    check_limit("MAX_CUTS", MAX_CUTS, met=cuts, length=max(map(len, ids)))
    both = {token for token, number in specials.items() if ids.get(token, number) != number}
    if both:
        raise FormatError("id-twice", token=brief(min(both)), other=brief(min(both)), id=str(ids[min(both)]))
    file = {
        "version": "1.0",
        "added_tokens": _added(specials),
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, BYTES]},
        "decoder": BYTES,
        "model": {"type": "BPE", "ignore_merges": True, "vocab": ChainMap(dict(specials), ids) if specials else ids},
    }
    model = Model((), tuple(ids), Rules(), ENCODINGS["tiktoken"], "none")
    return Made(file, lambda: WordModel(model, ids, None), notes, partial(_merges, ids))


def _merges(ranks: Mapping[str, int]) -> list[tuple[str, str]]:
    """Return each two ranks that make a third, as merges. Raises LimitError for too many."""
    known = {token: token for token in ranks}  # merges share their strings, which of nested tokens are many
    pairs = []
    merged_chars = 0
    for token in ranks:
        cuts = ((token[:at], token[at:]) for at in range(1, len(token)))
        halves = [(known[left], known[right]) for left, right in cuts if left in known and right in known]
        pairs += sorted(halves, key=lambda pair: (ranks[pair[0]], ranks[pair[1]]))
        merged_chars += len(halves) * len(token)
        check_limit("MAX_MERGES", MAX_MERGES, met=len(pairs))
        check_limit("MAX_MERGED_CHARS", MAX_MERGED_CHARS, met=merged_chars)
    return pairs


# -- minbpe ------------------------------------------------------------------------------------------------------------


_MINBPE_VERSION = "minbpe v1"


@dataclass(frozen=True)
class MinBpe:
    """Content of the file. pattern: a regular expression, empty for a tokenizer that does not split text. specials:
    special tokens with their ids. merges, vocabulary: tokens in visible characters, one for each byte."""

    pattern: str
    specials: Mapping[str, int]
    merges: tuple[Pair, ...]
    vocabulary: tuple[str, ...]


def is_minbpe(data: bytes) -> bool:
    """Tell if a file begins as the `.model` of minbpe does."""
    return data.startswith(_MINBPE_VERSION.encode())


def is_minbpe_vocab(data: bytes) -> bool:
    r"""Tell if a file begins as the `.vocab` of minbpe does.

    >>> is_minbpe_vocab(rb"[\u0000] 0" + b"\n"), is_minbpe_vocab(b"[PAD]\n")
    (True, False)
    """
    return re.match(rb"\[\\u0000\] 0[\r\n]", data) is not None


def read_minbpe(data: str | bytes) -> MinBpe:
    r"""Read a `.model`. Raises FormatError or LimitError.

    >>> minbpe = read_minbpe("minbpe v1\n\n1\n<s> 257\n108 111\n")
    >>> minbpe.specials, minbpe.merges, minbpe.vocabulary[256]
    ({'<s>': 257}, (('l', 'o'),), 'lo')
    """
    lines = re.split(r"\r\n|[\r\n]", text_of(data))
    while lines and not lines[-1].strip():
        lines.pop()
    check_vocabulary_size(len(lines))
    if len(lines) < 3 or lines[0].strip() != _MINBPE_VERSION:
        raise FormatError("minbpe-line", line=1, text=brief(lines[0] if lines else ""))
    (count,) = _minbpe_fields(lines, 2, r"[0-9]{1,6}")
    first = 3 + int(count)
    specials = {}
    for place in range(3, first):
        special, spelled = _minbpe_fields(lines, place, r"\S+", r"[0-9]{1,9}")
        specials[special] = int(spelled)
    vocabulary = [BYTE_TO_CHAR[byte] for byte in range(256)]
    places = {token: number for number, token in enumerate(vocabulary)}
    merges = []
    merged_chars = 0  # characters; a token may be twice as long as the one before it
    for place in range(first, len(lines)):
        ids = [int(field) for field in _minbpe_fields(lines, place, r"[0-9]{1,9}", r"[0-9]{1,9}")]
        if max(ids) >= len(vocabulary):
            raise FormatError("minbpe-order", line=place + 1, id=max(ids), next=len(vocabulary))
        left, right = (vocabulary[token_id] for token_id in ids)
        check_token_lengths((left + right,))
        merged_chars += len(left) + len(right)
        check_limit("MAX_MERGED_CHARS", MAX_MERGED_CHARS, met=merged_chars)
        if left + right in places:
            raise FormatError("minbpe-twice", line=place + 1, token=brief(left + right), id=places[left + right])
        places[left + right] = len(vocabulary)
        merges.append((left, right))
        vocabulary.append(left + right)
    for token, number in specials.items():
        if number < len(vocabulary):
            raise FormatError("id-twice", line=4, token=brief(token), other=brief(vocabulary[number]), id=number)
    return MinBpe(lines[1].strip(), specials, tuple(merges), tuple(vocabulary))


def _minbpe_fields(lines: list[str], place: int, *patterns: str) -> list[str]:
    """Return the fields of a line, which must be like the patterns."""
    line = lines[place] if place < len(lines) else ""
    fields = line.split()
    if len(fields) != len(patterns) or not all(map(re.fullmatch, patterns, fields)):
        raise FormatError("minbpe-line", line=place + 1, text=brief(line))
    return fields
