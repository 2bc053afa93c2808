"""The training that a state of `/bytes` describes. Pure: no Streamlit here."""

from __future__ import annotations

from dataclasses import replace

from tokviz import examples
from tokviz.bpe import ENCODINGS, PRESETS, Model, Rules, Trace
from tokviz.examples import OWN
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE
from tokviz.state.bytes import BytesState

__all__ = ["model_of", "training_of"]


def training_of(chosen: BytesState) -> tuple[str, str, Rules]:
    """Return the text to train on, its pre-tokenizer, and the rules."""
    split, rules = chosen.pattern, PRESETS["minbpe"]
    if chosen.rules == "huggingface":
        split, rules = f"{chosen.pattern}-bytes", replace(PRESETS["huggingface"], initial_alphabet=tuple(CHAR_TO_BYTE))
    text = chosen.shown if chosen.corpus == OWN else examples.load(chosen.corpus).text or ""
    return text, split, rules


def model_of(trace: Trace, chosen: BytesState) -> Model:
    """Return the tokenizer after the chosen number of merges."""
    _, split, _ = training_of(chosen)
    encoding = ENCODINGS["tokenizers" if chosen.rules == "huggingface" else "minbpe"]
    return trace.model(min(chosen.merges, len(trace)), pretokenizer=split, encoding=encoding)
