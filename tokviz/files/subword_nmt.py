r"""The files of subword-nmt: codes, one merge a line in the order in which they were learned, and vocabularies.

Version 0.2 of a codes file writes the end of a word as part of its last symbol, the older format without a version line
as a symbol of its own. A vocabulary has a token and its count on each line; tokens that do not end their word are
written with the separator. What is read and refused is as in subword-nmt 0.3.8, learn_bpe.py and apply_bpe.py: lines
end in "\n", their ends lose "\r" and spaces, and a single space separates the two fields.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tokviz.bpe import PRESETS, Model, Pair, Trace
from tokviz.bpe.encoding import ENCODINGS
from tokviz.bpe.subword_nmt import VERSIONS
from tokviz.errors import FormatError, RulesError, brief
from tokviz.files.reading import Loaded, check_tokens, check_vocabulary_size, note, text_of, two_fields
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR

_SPACES = frozenset(" \r\n")  # what the reader strips and splits at
_READABLE_DIGITS = 40
_SPACE = BYTE_TO_CHAR[ord(" ")]  # in merges over bytes, such as GPT-2's vocab.bpe


def write_codes(trace: Trace, merges: int | None = None) -> str:
    """Return the first `merges` merges (all by default) as a codes file.

    Raises RulesError when the format cannot hold them: subword-nmt knows no mark but ``</w>`` and no symbol with a
    space.

    >>> from tokviz import Corpus, bpe
    >>> write_codes(bpe.train(Corpus({"low": 5}), merges=1, rules="subword-nmt"))
    '#version: 0.2\\no w</w>\\n'
    """
    rules = trace.rules
    if rules.end_of_word != "</w>" or rules.start_of_word or rules.continuing_prefix or rules.alphabet == "bytes":
        raise RulesError("codes-mark")
    lines = ["#version: 0.2"] if rules.end_of_word_attached else []
    for left, right in trace.merges[:merges]:
        if not _SPACES.isdisjoint(left + right):
            raise RulesError("codes-space", token=brief(left + right))
        lines.append(f"{left} {right}")
    return "".join(f"{line}\n" for line in lines)


def load_codes(data: str | bytes, merges: int | None = None) -> Loaded[Model]:
    """Read a codes file, or only its first `merges` merges, as a model that applies them as subword-nmt does.

    Of a merge listed twice the first rank counts. The file holds no vocabulary: the model's is every symbol that no
    merge makes, in order of appearance, then what the merges make. A merge of a symbol that can never come about is
    kept, as it is there. A byte order mark before the version line is passed over; without that line it belongs to the
    first symbol, as it does there. Lines of fastBPE, which have the count of each merge as a third field, are read
    without it, although subword-nmt refuses them. Raises FormatError or LimitError.

    >>> model = load_codes("#version: 0.2\\nl o\\nlo w</w>\\n").model
    >>> model.encode("low slow"), model.vocabulary
    (['low</w>', 's', 'low</w>'], ('l', 'o', 'w</w>', 'lo', 'low</w>'))
    """
    text = text_of(data, with_mark=True)
    notes = []
    if text.startswith("\ufeff#version:"):
        text = text.removeprefix("\ufeff")
        notes.append(note("codes-mark-version"))
    first, _, rest = text.partition("\n")
    version, start = "0.1", 1
    if first.startswith("#version:"):
        version, start, text = _version(first), 2, rest
    lines = text.rstrip("\n").split("\n")[: merges if merges is None else max(merges, 0)]
    check_vocabulary_size(len(lines))
    if lines == [""]:
        raise FormatError("codes-empty", line=start)
    rows = [line.strip("\r\n ").split(" ") for line in lines]
    if all(map(_has_count, rows)):
        rows, version = [row[:2] for row in rows], "0.2"  # fastBPE writes no version, and </w> in the last symbol
        notes.append(note("codes-counts"))
    pairs: list[Pair] = []
    for number, row in enumerate(rows, start):
        left, right = two_fields(row, number)
        check_tokens((left, right), number)
        pairs.append((left, right))
    merged = dict.fromkeys(left + right for left, right in pairs)
    alphabet = dict.fromkeys(symbol for pair in pairs for symbol in pair if symbol not in merged)
    rules = PRESETS[VERSIONS[version]]
    if start == 1 and text.startswith("\ufeff"):
        notes.append(note("codes-mark"))
    symbols = "".join(map("".join, pairs))
    if _SPACE in symbols and rules.end_of_word not in symbols:
        notes.append(note("codes-byte-level", mark=_SPACE))
    return Loaded(Model(tuple(pairs), (*alphabet, *merged), rules, ENCODINGS["subword-nmt"]), tuple(notes))


def _has_count(row: Sequence[str]) -> bool:
    return len(row) == 3 and re.fullmatch("[0-9]+", row[2]) is not None


def read_vocabulary(data: str | bytes, threshold: int | None = None) -> dict[str, int]:
    """Read the tokens of a vocabulary file that occur at least `threshold` times (all by default), with their counts.

    A token that is listed twice has the greater count, which is what the threshold sees. A byte order mark is part of
    the first token, as it is there. Raises FormatError or LimitError.

    >>> read_vocabulary("w 3\\nlo@@ 1\\n", threshold=2)
    {'w': 3}
    """
    counts: dict[str, int] = {}
    lines = text_of(data, with_mark=True).split("\n")
    if not lines[-1]:
        lines.pop()
    check_vocabulary_size(len(lines))
    for number, line in enumerate(lines, 1):
        token, digits = two_fields(line.strip("\r\n ").split(" "), number)
        if len(digits) > _READABLE_DIGITS or not re.fullmatch(r"[-+]?\d+(_\d+)*", digits):
            raise FormatError("vocabulary-count", line=number, token=brief(token), count=brief(digits))
        count = int(digits)
        if threshold is None or count >= threshold:
            counts[token] = max(count, counts.get(token, count))
    return counts


def _version(line: str) -> str:
    """Return the version that the first line names, without zeros at its end: 0.2.0 is 0.2."""
    named = line.split()[-1]
    short = re.sub(r"(\.0+)*$", "", named)
    if short in VERSIONS:
        return short
    raise FormatError("codes-version", line=1, version=brief(named))
