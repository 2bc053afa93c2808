"""Corpora by language and rules as the golden cases and the library have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tokviz.corpus import Language, LanguageCorpus
from tokviz.parity import PRESETS, Rules


def corpus_of(languages: Sequence[Mapping[str, int]], dev: Sequence[Mapping[str, int]] | None = None) -> LanguageCorpus:
    """Make a corpus of languages that are called by their numbers."""
    return LanguageCorpus(
        [Language.of(str(i), words, dev[i] if dev is not None else None) for i, words in enumerate(languages)]
    )


def rules_of(params: Mapping[str, Any], preset: str = "parity", *, has_dev: bool = False) -> Rules:
    """Return the rules that arguments of the library stand for."""
    ratio = params.get("ratio")
    return replace(
        PRESETS[preset],
        alphabet="characters",
        turn="ratio" if ratio and not has_dev else "dev",
        ratio=tuple(ratio or ()),
        variant=params.get("variant", "base"),
        window_size=params.get("window_size", 100),
        alpha=params.get("alpha", 2.0),
        global_merges=params.get("global_merges", 0),
        minimum_count=max(params.get("min_frequency", 2 if preset == "parity-paper" else 0), 1),
        max_token_length=params.get("max_token_length"),
        special_tokens=tuple(params.get("special_tokens", ())),
        initial_alphabet=tuple(params.get("initial_alphabet", ())),
        end_of_word=params.get("end_of_word_suffix", ""),
        end_of_word_attached=bool(params.get("end_of_word_suffix")),
        continuing_prefix=params.get("continuing_subword_prefix", ""),
    )
