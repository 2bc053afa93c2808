"""Rank files of tiktoken: one token a line, its bytes in base64 and its rank, which is its id too.

The file holds neither the pattern that cuts text into pieces nor special tokens; the caller gives them. Ranks may leave
gaps, such as 50256 in OpenAI's p50k_base, the id of a special token; every single byte must be there.
Source: tiktoken 0.14.0, load.py and src/lib.rs.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from itertools import count
from types import MappingProxyType

from tokviz.bpe import AddedToken, Model, Rules
from tokviz.bpe.encoding import ENCODINGS
from tokviz.errors import FormatError, RulesError, brief
from tokviz.files.reading import Loaded, check_vocabulary_size, note, text_of, two_fields
from tokviz.models.text_encoder import shared_number
from tokviz.pretokenize import BYTE_LEVEL
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR, CHAR_TO_BYTE, bytes_of

# Number of ranks -> pattern: r50k_base, Whisper's files, p50k_base, Llama 3, Qwen, o200k_base, and
# Llama 4, each with the pattern of the program that its makers published.
_PATTERNS = {
    **dict.fromkeys((50_256, 50_257, 50_280), "gpt2"),
    **{128_000: "llama3", 151_643: "qwen2"},
    **dict.fromkeys((199_998, 200_000), "o200k"),
}
_USUAL = "cl100k"
_ALPHABET = frozenset(CHAR_TO_BYTE)


def load_with_ids(
    data: str | bytes, pretokenizer: str | None = None, specials: Mapping[str, int] = MappingProxyType({})
) -> tuple[Loaded[Model], dict[str, int]]:
    r"""Read a rank file as a model that encodes as tiktoken does, and the ranks, which are the ids of its tokens.

    pretokenizer: stands for the pattern.

    Without one it is guessed: the number of ranks tells known files that have another pattern than "cl100k".

    It has no merges: a pair's rank is that of the token that it makes. The ids of the file may leave gaps, which those
    of the model do not have. specials: special tokens with ids that the file leaves free; a text may hold all of them
    (tiktoken's ``allowed_special="all"``), and of several at one place the longest counts. Raises FormatError or
    LimitError.

    >>> ranks = [bytes([byte]) for byte in range(256)] + [b"lo"]
    >>> lines = [f"{base64.b64encode(token).decode()} {rank}" for rank, token in enumerate(ranks)]
    >>> load_with_ids("\n".join(lines))[0].model.encode("low lo")
    ['lo', 'w', 'Ġ', 'lo']
    """
    tokens: dict[str, int] = {}  # -> line
    owners: dict[int, str] = {}
    text = text_of(data)
    check_vocabulary_size(text.count("\n"))
    lines = re.split(r"\r\n|[\r\n]", text)
    check_vocabulary_size(sum(map(bool, lines)))
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        token, rank = _entry(line, number)
        if token in tokens:
            raise FormatError("ranks-token-twice", line=number, token=brief(token), first=tokens[token])
        if rank in owners:
            other = brief(owners[rank])
            raise FormatError("id-twice", line=number, token=brief(token), other=other, id=str(rank))
        tokens[token], owners[rank] = number, token
    for byte, char in BYTE_TO_CHAR.items():
        if char not in tokens:
            raise FormatError("ranks-byte-missing", line=len(lines), byte=f"0x{byte:02X}")
    ids = {owners[rank]: shared_number(rank) for rank in sorted(owners)}
    vocabulary = tuple(ids)
    added = tuple(AddedToken(number, special) for special, number in specials.items())
    notes = [] if pretokenizer is not None else [note("tiktoken", split=_PATTERNS.get(len(vocabulary), _USUAL))]
    if "" in tokens:
        notes.append(note("ranks-empty", line=tokens[""], rank=ids[""]))
    taken = {*owners, *(number for number in specials.values() if number < max(owners))}
    if gaps := 1 + max(owners) - len(taken):
        notes.append(note("ranks-gap", number=gaps, id=next(rank for rank in count() if rank not in taken)))
    pretokenizer = pretokenizer or _PATTERNS.get(len(vocabulary), _USUAL)
    model = Model((), vocabulary, Rules(alphabet="bytes"), ENCODINGS["tiktoken"], pretokenizer, added)
    return Loaded(model, tuple(notes)), ids


def write_ranks(model: Model) -> str:
    """Return the vocabulary of a byte-level model as a rank file, without added tokens.

    tiktoken takes a whole piece that is a token, and any pair that makes one; where that matters, which after training
    is rare, it encodes otherwise than a model that ranks pairs. Raises RulesError for a vocabulary that is not made
    of bytes, lacks some, has marks or special tokens, or whose ids are not in the order of its merges.

    >>> from tokviz import Corpus, bpe
    >>> write_ranks(bpe.train(Corpus({"low": 5}), merges=1, rules="minbpe").model()).splitlines()[-1]
    'bG8= 256'
    """
    rules, ids = model.rules, {token: rank for rank, token in enumerate(model.vocabulary)}
    over_bytes = (rules.alphabet == "bytes") != (model.pretokenizer in BYTE_LEVEL)
    marked = rules.end_of_word or rules.start_of_word or rules.continuing_prefix or rules.special_tokens
    if not over_bytes or marked or not _ALPHABET.issuperset("".join(model.vocabulary)):
        raise RulesError("ranks-bytes")
    if _ALPHABET - ids.keys():
        raise RulesError("ranks-alphabet")
    merged_ids = [ids[rules.join(*pair)] for pair in model.merges]
    if merged_ids != sorted(merged_ids):
        raise RulesError("ranks-order")
    spelled = (base64.b64encode(bytes_of(token)).decode() or "=" for token in model.vocabulary)
    lines = (f"{token} {rank}\n" for rank, token in enumerate(spelled))
    return "".join(lines)


def _entry(line: str, number: int) -> tuple[str, int]:
    """Return the token, as visible characters, and the rank of one line; "=" is the empty token, as Whisper's file has
    it."""
    spelled, rank = two_fields(line.split(), number)
    try:
        token = base64.b64decode(spelled, validate=True) if spelled.strip("=") else b""
    except (binascii.Error, ValueError):
        token = None
    if token is None:
        raise FormatError("ranks-base64", line=number, text=brief(spelled))
    if not re.fullmatch(r"[0-9]{1,9}", rank):
        raise FormatError("ranks-number", line=number, rank=brief(rank))
    return "".join(BYTE_TO_CHAR[byte] for byte in token), int(rank)
