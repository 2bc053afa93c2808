"""`python -m tools.bench.large`: a tokenizer of 256,000 entries in a file of some 60 MB: loading, memory, first tokens,
a text of 1 MB, the views of a text of 2,000 characters."""

from __future__ import annotations

import json
import random
import resource
import sys
from collections.abc import Callable
from time import perf_counter
from typing import TypeVar

from tokenizers import pre_tokenizers

from tests.files.styles import GPT4, TEXTS
from tokviz.files.pipeline import Pipeline
from tokviz.views.shared.catalog import load
from tokviz.views.tokenizers.text_rows import drawn_stages, stages_payload

SIZE = 256_000
Value = TypeVar("Value")


def file(seed: int = 1, size: int = SIZE) -> bytes:
    """Return the file: merges of random tokens, indented as some are."""
    rng = random.Random(seed)
    tokens = sorted(pre_tokenizers.ByteLevel.alphabet())
    known, merges = set(tokens), []
    while len(tokens) < size:
        left = tokens[rng.randrange(min(len(tokens), 20_000))]
        right = tokens[rng.randrange(min(len(tokens), 3_000))]
        if len(left + right) <= 24 and left + right not in known:
            known.add(left + right)
            tokens.append(left + right)
            merges.append([left, right])
    split = {"type": "Split", "pattern": {"Regex": GPT4}, "behavior": "Isolated", "invert": False}
    by_bytes = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    content = {
        "version": "1.0",
        "added_tokens": [],
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, by_bytes]},
        "decoder": by_bytes,
        "model": {"type": "BPE", "vocab": {one: number for number, one in enumerate(tokens)}, "merges": merges},
    }
    return json.dumps(content, indent=4).encode()


def timed(name: str, ask: Callable[[], Value]) -> Value:
    """Ask, and print how long it took and what the process weighs at most."""
    start = perf_counter()
    found = ask()
    weight = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{name}: {perf_counter() - start:.2f} s, {weight:,} MB at most")
    return found


def main() -> int:
    """Measure, and print a line for each."""
    data = file()
    print(f"{len(data) / 1e6:.0f} MB")
    pipeline = timed("loading", lambda: Pipeline.from_files([("large.json", data)]))
    text = " ".join(TEXTS)
    timed("first tokens", lambda: pipeline.encode(text[:2_000]))
    timed("our model, once", lambda: pipeline.check(text[:2_000]))
    stages = timed("stages of 2,000 characters", lambda: pipeline.stages((text * 4)[:2_000]))
    timed("their picture", lambda: stages_payload((text * 4)[:2_000], drawn_stages(stages), load("en")))
    timed("check again", lambda: pipeline.check((text * 4)[:2_000]))
    timed("1 MB, ids alone", lambda: pipeline.engine.many([(text * 4_000)[:1_000_000]]))
    timed("1 MB, with places", lambda: pipeline.encode((text * 4_000)[:1_000_000]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
