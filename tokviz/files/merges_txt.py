"""merges.txt and vocab.json: a BPE model as Hugging Face's tokenizers and GPT-2 store it in two files.

The one has a pair of symbols on each line, in the order of their ranks; lines that begin with "#version" are skipped.
The other is an object, token -> id. Source: tokenizers 0.23.3, models/bpe/model.rs (save and read).
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tokviz.bpe import PRESETS, Model, Pair
from tokviz.bpe.encoding import ENCODINGS
from tokviz.errors import FormatError, RulesError, brief
from tokviz.files.reading import (
    Loaded,
    check_tokens,
    check_vocabulary_size,
    has_mark,
    line_of,
    note,
    notes_on_keys,
    read_json,
    text_of,
    two_fields,
    wrong_shape,
)
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE


def write_merges(trace: MergeTrace[Step], merges: int | None = None) -> str:
    """Return the first `merges` merges (all by default) as merges.txt, one a line under a version line.

    Raises RulesError for a symbol with white space, which the format cannot hold.

    >>> from tokviz import Corpus, bpe
    >>> write_merges(bpe.train(Corpus({"low": 5}), merges=1, rules="huggingface"))
    '#version: 0.2\\nl o\\n'
    """
    lines = ["#version: 0.2"]
    for left, right in trace.merges[:merges]:
        if any(character.isspace() for character in left + right):
            raise RulesError("merges-space", token=brief(left + right))
        lines.append(f"{left} {right}")
    return "".join(f"{line}\n" for line in lines)


def write_vocab(trace: MergeTrace[Step], merges: int | None = None) -> str:
    """Return the vocabulary after `merges` merges (all by default) as vocab.json: token -> id, in the order of ids.

    >>> from tokviz import Corpus, bpe
    >>> write_vocab(bpe.train(Corpus({"low": 5}), merges=1, rules="huggingface"))
    '{"l": 0, "o": 1, "w": 2, "lo": 3}'
    """
    return json.dumps({token: i for i, token in enumerate(trace.vocabulary(merges))}, ensure_ascii=False)


def write_zip(trace: MergeTrace[Step]) -> bytes:
    """Return merges.txt and vocab.json in one archive, the same bytes whenever it is made.

    Raises RulesError when merges.txt cannot hold a symbol.
    """
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, content in (("merges.txt", write_merges(trace)), ("vocab.json", write_vocab(trace))):
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return buffer.getvalue()


def load_merges(merges: str | bytes, vocab: str | bytes, pretokenizer: str | None = None) -> Loaded[Model]:
    """Read merges.txt and vocab.json as a model that applies them as tokenizers does (:func:`load_with_ids`)."""
    return load_with_ids(merges, vocab, pretokenizer)[0]


def load_with_ids(
    merges: str | bytes, vocab: str | bytes, pretokenizer: str | None = None
) -> tuple[Loaded[Model], dict[str, int]]:
    """Read merges.txt and vocab.json as a model that drops unknown characters, and the ids of the file.

    The two files say nothing of marks and of pre-tokenization. So a vocabulary with all 256 byte characters is taken
    for GPT-2's ("gpt2-bytes", unless `pretokenizer` names another), any other for one of words between white space; and
    ``</w>`` is the end of a word if a merge makes a symbol with it. Of a merge listed twice the last rank counts, of a
    token listed twice the last id. The ids of the file may leave gaps, which those of the model do not have.
    Raises FormatError, whose line is that of the file in which the mistake is, or LimitError.
    """
    value, text = read_json(vocab)
    tokens = _check_vocabulary(value, text)
    pairs, lines = [], []
    content = text_of(merges).replace("\r\n", "\n").split("\n")
    for number, line in enumerate(content if content[-1] else content[:-1], 1):
        if not line.startswith("#version"):
            pairs.append(two_fields(line.split(" "), number))
            lines.append(number)
    suffix = "</w>" if any(right.endswith("</w>") for _, right in pairs) else ""
    _check_merges(pairs, tokens, lines)
    rules = replace(PRESETS["huggingface"], end_of_word=suffix, end_of_word_attached=bool(suffix))
    notes = notes_on_keys(value)
    if has_mark(merges):
        notes = (*notes, note("byte-order-mark", library="tokenizers"))
    if pretokenizer is None:
        over_bytes = CHAR_TO_BYTE.keys() <= set(tokens)
        pretokenizer = "gpt2-bytes" if over_bytes else "whitespace"
        notes = (*notes, note("merges-bytes" if over_bytes else "merges-words"))
    return Loaded(Model(tuple(pairs), tokens, rules, ENCODINGS["tokenizers"], pretokenizer), notes), dict(value)


def _check_vocabulary(value: Any, text: str) -> tuple[str, ...]:
    """Return the tokens in the order of their ids, each of which is one token's."""
    if not isinstance(value, dict):
        raise wrong_shape("vocab.json", text)
    check_vocabulary_size(len(value))
    check_tokens(value, lambda token: line_of(text, token))
    owners: dict[int, str] = {}
    for token, number in value.items():
        if type(number) is not int or not 0 <= number < 2**32:
            raise FormatError("token-id", line=line_of(text, token), token=brief(token), id=brief(number))
        if number in owners:
            line, other = line_of(text, token), brief(owners[number])
            raise FormatError("id-twice", line=line, token=brief(token), other=other, id=brief(number))
        owners[number] = token
    return tuple(owners[number] for number in sorted(owners))


def _check_merges(pairs: Sequence[Pair], known: Iterable[str], lines: Sequence[int]) -> None:
    """Refuse merges whose parts or result are not in the vocabulary, as tokenizers does. lines: where they are."""
    vocabulary = set(known)
    check_vocabulary_size(len(pairs))
    for line, (left, right) in zip(lines, pairs, strict=True):
        symbol = next((symbol for symbol in (left, right, left + right) if symbol not in vocabulary), None)
        if symbol is not None:
            merge = f"{brief(left)} + {brief(right)}"
            raise FormatError("merge-unknown-symbol", line=line, merge=merge, symbol=brief(symbol))
