"""The state of the `/bytes` page: its query string, both ways, and the tokenizer that it asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from tokviz import bpe, examples
from tokviz.algorithms import BPE
from tokviz.entropy_patches import MAX_ORDER, SMOOTHINGS, START_RULES, ByteModel, Smoothing, StartRule
from tokviz.examples import OWN
from tokviz.memory import Key, Memory
from tokviz.pretokenize import ALTERNATIVES
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE
from tokviz.state.form import Choice, Form, Number, Text, named, own_text, plain
from tokviz.state.request import TrainingRequest, train_with
from tokviz.state.sample_texts import PROSE

PAGE = "bytes"
MAX_CHARS = 3_000
"""The longest text that the page takes, in characters."""
MAX_MERGES = 1_000
"""The most merges that the page trains."""
PATTERNS = tuple(ALTERNATIVES)
"""The patterns that cut the text into pre-tokens."""
TRAIN_ON = (
    "course",
    "lighthouse",
    "kitchen",
    "zug",
    "tea",
    "english",
    "chinese",
    "unequal-languages",
    "four-languages",
    OWN,
)
"""The texts that the merges are learned from: an example in prose, or the text itself."""
RULES = ("minbpe", "huggingface")
"""The conventions of training that the page offers."""
THRESHOLDS = tuple(quarter / 4 for quarter in range(33))
"""The thresholds of the patches, in bits."""
SAMPLES: Mapping[str, str] = MappingProxyType(
    {
        **PROSE,
        "emoji": "A family 👨\u200d👩\u200d👧, a wave 👋🏽, a flag 🇨🇳, a heart ❤\ufe0f!",
        "code": "def add(a, b):\n    if a > 1000:\n        return a+b  # big\n\treturn HTTPResponse(addTwo)\n",
        "spaces": "one  two   three\n\n \tfour\u00a0five\u3000six \n  ",
    }
)
"""Prepared texts by name, in the order in which they are offered."""

TWINS: Mapping[str, str] = MappingProxyType(
    {
        "english": "In the evening she drank her tea and looked out at the rain.",
        "chinese": "傍晚她喝着茶，看着外面的雨。",
    }
)
"""A sentence in two languages, by the names of the samples in them."""
TWIN_TRAININGS = ("lighthouse", "tea")
"""The texts, one in each language, that the twins are compared on."""

_FITTING: Mapping[str, str] = {
    "english": "lighthouse",
    "chinese": "tea",
    OWN: "lighthouse",
}  # the others: their own text
_MOST = 10**6  # no page has so many of anything


@dataclass(frozen=True)
class BytesState:
    """The state of the page. `text` counts only when `sample` is one's own; `word` and `token` count from 1.
    context, smoothing, starts, threshold: of the patches."""

    sample: str = "english"
    text: str = ""
    pattern: str = "gpt2"
    corpus: str = "lighthouse"
    rules: str = "minbpe"
    merges: int = 300
    word: int = 1
    step: int = 0
    token: int = 1
    context: int = 3
    smoothing: Smoothing = "witten-bell"
    starts: StartRule = "global"
    threshold: float = 2.5

    @property
    def shown(self) -> str:
        """Return the text on the page."""
        return SAMPLES.get(self.sample, self.text)


def fitting(sample: str) -> str:
    """Return the text to train on unless the visitor chooses: prose in its language, or the text itself.

    >>> fitting("chinese"), fitting("code")
    ('tea', 'own')
    """
    return _FITTING.get(sample, OWN)


FORM: Form[BytesState] = Form(
    example=lambda state: state.sample,
    names=(*SAMPLES, OWN),
    first=BytesState.sample,
    opening=lambda sample: BytesState(sample=sample, corpus=fitting(sample)),
    fields=(
        own_text("text", Text(MAX_CHARS), example="sample", takes=("word", "step", "token")),
        plain("pattern", named(PATTERNS)),
        plain("corpus", named(TRAIN_ON)),
        plain("rules", named(RULES)),
        plain("merges", Number(0, MAX_MERGES, is_capped=True)),
        plain("word", Number(1, _MOST, is_capped=True)),
        plain("step", Number(0, _MOST, is_capped=True)),
        plain("token", Number(1, _MOST, is_capped=True)),
        plain("context", Number(0, MAX_ORDER)),
        plain("smoothing", named(SMOOTHINGS)),
        plain("starts", named(START_RULES)),
        plain("threshold", Choice({f"{bits:g}": bits for bits in THRESHOLDS})),
    ),
    own="text",
    key="preset",
    is_bare=True,  # so that the page adds no entry to the browser's history as it opens, and Back leads out of it
)


# -- the tokenizer -----------------------------------------------------------------------------------------------------


def training_of(state: BytesState) -> TrainingRequest:
    """Return the training that a state asks for."""
    split, rules = state.pattern, bpe.PRESETS["minbpe"]
    if state.rules == "huggingface":
        split = f"{state.pattern}-bytes"
        rules = replace(bpe.PRESETS["huggingface"], initial_alphabet=tuple(CHAR_TO_BYTE))
    return TrainingRequest(
        example=OWN,
        text=_trained_on(state),
        split=split,
        rules=rules,
        stop="merges",
        amount=MAX_MERGES,
        is_running=True,
    )


def model_of(state: BytesState, memory: Memory) -> tuple[bpe.Model, Key]:
    """Return the tokenizer after the merges that a state asks for, and what names its training. Raises TokvizError."""
    request = training_of(state)
    training = train_with(BPE, request, memory)
    encoding = bpe.ENCODINGS["tokenizers" if state.rules == "huggingface" else "minbpe"]
    merges = min(state.merges, len(training.trace))
    return training.trace.model(merges, pretokenizer=request.split, encoding=encoding), training.key


def twin_lengths(state: BytesState, memory: Memory) -> tuple[tuple[str, str, int], ...]:
    """Return, for each training of :data:`TWIN_TRAININGS` and each of the twins, both names and the number of tokens.
    Raises TokvizError."""
    lengths = []
    for corpus in TWIN_TRAININGS:
        model, _ = model_of(replace(state, corpus=corpus), memory)
        lengths += [(corpus, name, len(model.encode(sentence))) for name, sentence in TWINS.items()]
    return tuple(lengths)


def byte_model_of(state: BytesState) -> ByteModel:
    """Return the n-gram model of bytes that a state asks for, counted in the same text as the merges."""
    return ByteModel.count(_trained_on(state).encode("utf-8", "surrogatepass"), state.context, state.smoothing)


def _trained_on(state: BytesState) -> str:
    return state.shown if state.corpus == OWN else examples.load(state.corpus).text or ""
