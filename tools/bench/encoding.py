"""Speed of encoding with a trained model, beside tokenizers and subword-nmt, as ratios of one run.

All three hold the same kind of merges, learned from the text itself, and encode its lines with a cold memory of words.
"""

from __future__ import annotations

import io
import json
from functools import partial

from tokviz import bpe
from tokviz.bpe import Trace
from tokviz.corpus import Corpus
from tokviz.files.subword_nmt import write_codes
from tools.bench.timing import compare, report


def encoding(text: str, trace: Trace, merges: int) -> None:
    """Print the ratios. `trace`: under the huggingface rules."""
    lines = text.splitlines()
    compared = compare(partial(encode_lines, trace, lines), tokenizers_encoder(trace, lines))
    report("encode, huggingface rules / tokenizers encode_batch", compared, "<= 1.0")

    nmt = bpe.train(Corpus.from_text(text), merges=merges, rules="subword-nmt")
    compared = compare(partial(encode_lines, nmt, lines), partial(subword_nmt, write_codes(nmt), lines), turns=3)
    report("encode, subword-nmt rules / subword-nmt", compared, "<= 0.4")


def encode_lines(trace: Trace, lines: list[str]) -> object:
    model = trace.model()
    return [model.encode(line) for line in lines]


def tokenizers_encoder(trace: Trace, lines: list[str]) -> partial[object]:
    from tokenizers import Tokenizer, models, pre_tokenizers

    ids = {token: i for i, token in enumerate(trace.vocabulary())}
    tokenizer = Tokenizer(models.BPE(ids, trace.merges))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    stored = json.dumps(json.loads(tokenizer.to_str()))

    def encode_batch() -> object:
        return Tokenizer.from_str(stored).encode_batch(lines)  # again, so that its cache is cold as well

    assert [found.tokens for found in tokenizer.encode_batch(lines[:200])] == encode_lines(trace, lines[:200])
    return partial(encode_batch)


def subword_nmt(codes: str, lines: list[str]) -> object:
    from subword_nmt.apply_bpe import BPE

    model = BPE(io.StringIO(codes))
    return [model.process_line(line) for line in lines]
