"""merges.txt and vocab.json: a BPE model as Hugging Face's tokenizers and GPT-2 store it in two files.

Source: tokenizers 0.23.3, models/bpe/model.rs (save and read). Reading comes with the encoders.
"""

from __future__ import annotations

import json

from tokviz.bpe import Trace
from tokviz.errors import RulesError

__all__ = ["write_merges", "write_vocab"]


def write_merges(trace: Trace, merges: int | None = None) -> str:
    """Return the first `merges` merges (all by default) as merges.txt, one a line under a version line.

    Raises RulesError for a symbol with white space, which the format cannot hold.

    >>> from tokviz import Corpus, bpe
    >>> write_merges(bpe.train(Corpus({"low": 5}), merges=1, rules="huggingface"))
    '#version: 0.2\\nl o\\n'
    """
    lines = ["#version: 0.2"]
    for left, right in trace.merges[:merges]:
        if any(character.isspace() for character in left + right):
            message = f"merges.txt cannot hold the symbol {left + right!r}, which contains white space."
            raise RulesError("merges-space", message, token=left + right)
        lines.append(f"{left} {right}")
    return "".join(f"{line}\n" for line in lines)


def write_vocab(trace: Trace, merges: int | None = None) -> str:
    """Return the vocabulary after `merges` merges (all by default) as vocab.json: token -> id, in the order of ids.

    >>> from tokviz import Corpus, bpe
    >>> write_vocab(bpe.train(Corpus({"low": 5}), merges=1, rules="huggingface"))
    '{"l": 0, "o": 1, "w": 2, "lo": 3}'
    """
    return json.dumps({token: i for i, token in enumerate(trace.vocabulary(merges))}, ensure_ascii=False)
