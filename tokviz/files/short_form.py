"""A tokenizer.json of BPE in a short form, from which it is opened without its library in a moment.

Its merges are a character each (:mod:`tokviz.bpe.compact_merges`): of Gemma 3's 33 MB that leaves 6. The form is ours
alone and is written once, when the file is fetched.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tokviz.bpe.compact_merges import CompactMerges, compact
from tokviz.files.models import WordModel, bpe_model, model_type, pairs_of


def shortened(content: bytes) -> bytes | None:
    """Make the short form of a tokenizer.json; None where its merges cannot be kept so, or its ids leave gaps.

    >>> vocab = {"a": 0, "b": 1, "ab": 2}
    >>> file = json.dumps({"model": {"type": "BPE", "vocab": vocab, "merges": [["a", "b"]]}}).encode()
    >>> short = shortened(file)
    >>> short is not None and b"merges" in short
    False
    """
    file = json.loads(content)
    part = file["model"]
    if model_type(part) != "BPE":
        return None
    tokens = sorted(part["vocab"], key=part["vocab"].__getitem__)
    if [part["vocab"][token] for token in tokens] != list(range(len(tokens))):
        return None
    merges = compact(pairs_of(part["merges"], ""), tokens)
    if merges is None:
        return None
    model = {key: value for key, value in part.items() if key not in ("vocab", "merges")}
    short = {
        "file": {**file, "model": model},
        "tokens": tokens,
        "head": merges.head,
        "counts": merges.counts,
        "cuts": merges.cuts,
    }
    return json.dumps(short, ensure_ascii=False).encode()


def read_short(content: bytes) -> tuple[Mapping[str, Any], WordModel]:
    """Read the file, without its merges, and our model of it with all of them."""
    short = json.loads(content)
    same = {token: token for token in short["tokens"]}  # of a merge that is kept as it is, each part is a token
    head = [(same.get(left, left), same.get(right, right)) for left, right in short["head"]]
    merges = CompactMerges(short["tokens"], head, short["counts"], short["cuts"])
    file = short["file"]
    file["model"]["vocab"] = merges.ids
    return file, bpe_model(file["model"], merges, merges.ids, "")
