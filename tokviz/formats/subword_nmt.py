"""The codes file of subword-nmt: one merge a line, in the order in which they were learned.

Version 0.2 writes the end of a word as part of its last symbol, the older format without a version line as a symbol of
its own. Source: subword-nmt 0.3.8, learn_bpe.py and apply_bpe.py.
"""

from __future__ import annotations

from tokviz.bpe import Trace
from tokviz.errors import RulesError

__all__ = ["write_codes"]

_SPACES = frozenset(" \r\n")  # what the reader strips and splits at


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
        raise RulesError("codes-mark", "A codes file needs words that end in </w> and have no other mark.")
    lines = ["#version: 0.2"] if rules.end_of_word_attached else []
    for left, right in trace.merges[:merges]:
        if not _SPACES.isdisjoint(left + right):
            message = f"A codes file cannot hold the symbol {left + right!r}, which contains a space."
            raise RulesError("codes-space", message, token=left + right)
        lines.append(f"{left} {right}")
    return "".join(f"{line}\n" for line in lines)
