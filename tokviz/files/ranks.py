"""Byte sequences with ids as a tokenizer.json: rank files of tiktoken, Tekken, Mistral's JSON of the same, and minbpe's
`.model`.

For tokenizers every two ranks that make a third are a merge, in the order of what they make. Our model goes by the
ranks themselves, as tiktoken does, so that a check compares two ways to the same tokens. minbpe's merges are those of
the file: our model merges all occurrences of a pair at once, as minbpe does, tokenizers one at a time. In the order in
which merges were learned, which these files always have, the tokens are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tokviz.bpe import Model, Rules
from tokviz.bpe.encoding import ENCODINGS
from tokviz.checks import check_limit
from tokviz.errors import FormatError, RulesError, brief
from tokviz.files import tiktoken
from tokviz.files.limits import MAX_CUTS, MAX_MERGES
from tokviz.files.loaded import Note, note
from tokviz.files.minbpe import read_model
from tokviz.files.models import WordModel
from tokviz.files.pretokenizers import BYTES, split_by
from tokviz.files.reading import MAX_MERGED_CHARS, check_token_lengths, object_at, read_json, text_at, wrong_shape
from tokviz.models.added_tokens import AddedToken
from tokviz.pretokenize import ALTERNATIVES

__all__ = ["Made", "is_tekken", "of_minbpe", "of_ranks", "of_tekken"]

_LOOKED_AT = 2_000  # bytes
_MINBPE = (  # the pattern of minbpe's RegexTokenizer, which is that of GPT-4
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"
)


@dataclass(frozen=True)
class Made:
    """A tokenizer.json as what it holds, what makes our model of it, and notes."""

    file: dict[str, Any]
    words: Callable[[], WordModel]
    notes: tuple[Note, ...]


def of_ranks(data: bytes, pattern: str | None, specials: Mapping[str, int]) -> Made:
    """A rank file of tiktoken. pattern: the name of one in ALTERNATIVES or a regular expression. Raises FormatError,
    LimitError, or RulesError for special tokens whose ids are taken."""
    known = pattern is None or pattern in ALTERNATIVES
    found = tiktoken.load_ranks(data, pattern if known else "cl100k", specials)
    vocabulary = found.model.vocabulary
    ranks = {token: rank for rank, token in enumerate(vocabulary)}
    for special, number in specials.items():
        other = vocabulary[number] if number < len(ranks) else special
        if other != special or ranks.get(special, number) != number:
            raise RulesError("special-taken", id=number, token=brief(special), other=brief(other))
    expression = _expression(found.model.pretokenizer) if known else str(pattern)
    return _made(vocabulary, 0, expression, specials, (*found.notes, note("tiktoken-merges")))


def is_tekken(data: bytes) -> bool:
    """Whether this JSON begins as a Tekken file does.

    >>> is_tekken(b'{"config": {"pattern": "a"}, "vocab": []}'), is_tekken(b'{"model": {}}')
    (True, False)
    """
    head = data[:_LOOKED_AT]
    return b'"config"' in head and b'"pattern"' in head and b'"model"' not in head


def of_tekken(data: bytes) -> Made:
    """A Tekken file: its first ids are those of special tokens, which newer files name. Raises FormatError."""
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
    vocabulary = tiktoken.load_ranks("\n".join(lines), "cl100k").model.vocabulary
    named = _specials(file.get("special_tokens"), first, text)
    notes = (note("tiktoken-merges"),) if named else (note("tiktoken-merges"), note("tekken-specials", first=first))
    return _made(vocabulary, first, pattern, named, notes)


def of_minbpe(data: bytes) -> Made:
    """A `.model` of minbpe, which drops what its pattern does not match. Raises FormatError or LimitError."""
    found = read_model(data)
    ids = {token: number for number, token in enumerate(found.vocabulary)}
    split = [split_by(found.pattern, "Removed") | {"invert": True}] if found.pattern else []
    file = {
        "version": "1.0",
        "added_tokens": _added(found.specials),
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [*split, BYTES]},
        "decoder": BYTES,
        "model": {"type": "BPE", "vocab": {**ids, **found.specials}, "merges": found.merges},
    }
    model = Model(found.merges, found.vocabulary, Rules(), ENCODINGS["minbpe"], "none")
    notes = [note("minbpe") if found.pattern else note("minbpe-basic")]
    if found.pattern not in ("", _MINBPE):
        notes.append(note("minbpe-pattern"))
    if found.specials:
        notes.append(note("minbpe-special", tokens=", ".join(found.specials)))
    return Made(file, lambda: WordModel(model, ids, None), tuple(notes))


def _added(specials: Mapping[str, int]) -> list[dict[str, Any]]:
    """Special tokens as entries of a tokenizer.json, in the order of their ids."""
    return [asdict(AddedToken(number, token)) for token, number in sorted(specials.items(), key=lambda entry: entry[1])]


def _first(config: Mapping[str, Any]) -> int:
    """The id of the first token that is none of the special ones; -1 for no number."""
    first = config.get("default_num_special_tokens", 0)
    return first if type(first) is int else -1


def _specials(value: Any, first: int, text: str) -> dict[str, int]:
    found = {}
    for entry in value if isinstance(value, list) else ():
        match entry:
            case {"rank": int(rank), "token_str": str(token)} if 0 <= rank < first:
                found[token] = rank
            case _:
                raise wrong_shape("special_tokens", text)
    return found


def _made(
    vocabulary: Sequence[str], first: int, expression: str, specials: Mapping[str, int], notes: tuple[Note, ...]
) -> Made:
    """first: the id of the first rank."""
    check_token_lengths(vocabulary)
    cuts = sum(len(token) ** 2 for token in vocabulary)
    check_limit("MAX_CUTS", MAX_CUTS, met=cuts, length=max(map(len, vocabulary)))
    ids = {token: number for number, token in enumerate(vocabulary, start=first)}
    both = {token for token, number in specials.items() if ids.get(token, number) != number}
    if both:
        raise FormatError("id-twice", line=1, token=brief(min(both)), other=brief(min(both)), id=str(ids[min(both)]))
    file = {
        "version": "1.0",
        "added_tokens": _added(specials),
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split_by(expression), BYTES]},
        "decoder": BYTES,
        "model": {"type": "BPE", "ignore_merges": True, "vocab": {**ids, **specials}, "merges": _merges(ids)},
    }
    model = Model((), tuple(vocabulary), Rules(), ENCODINGS["tiktoken"], "none")
    return Made(file, lambda: WordModel(model, ids, None), notes)


def _expression(name: str) -> str:
    """A pattern as Oniguruma writes it: there ``$`` is the end of a line, and ``{1,3}+`` repeats what repeats."""
    return "|".join(ALTERNATIVES[name].values()).replace("$", r"\z").replace("}+", "}")


def _merges(ranks: Mapping[str, int]) -> list[tuple[str, str]]:
    """Every two ranks that make a third. Raises LimitError for too many."""
    known = {token: token for token in ranks}  # merges share their strings, which of nested tokens are many
    pairs = []
    made = 0
    for token in ranks:
        cuts = ((token[:at], token[at:]) for at in range(1, len(token)))
        found = [(known[left], known[right]) for left, right in cuts if left in known and right in known]
        pairs += sorted(found, key=lambda pair: (ranks[pair[0]], ranks[pair[1]]))
        made += len(found) * len(token)
        check_limit("MAX_MERGES", MAX_MERGES, met=len(pairs))
        check_limit("MAX_MERGED_CHARS", MAX_MERGED_CHARS, met=made)
    return pairs
