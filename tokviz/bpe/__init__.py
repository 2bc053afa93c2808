"""Byte-pair encoding: rules, training, the trace, the trained model.

``bpe.train`` learns merges from a corpus under named or hand-made rules and returns a trace that answers any step.
"""

from tokviz.bpe.comparison import Divergence, divergence
from tokviz.bpe.encoding import ENCODINGS, Candidate, EncodeStep, EncodeTrace, Encoding
from tokviz.bpe.model import Model
from tokviz.bpe.rules import PRESETS, Rules, preset_name, resolve
from tokviz.bpe.steps import Change, Contribution, Pair, Step
from tokviz.bpe.trace import Trace
from tokviz.bpe.training import train

__all__ = [
    "ENCODINGS",
    "PRESETS",
    "Candidate",
    "Change",
    "Contribution",
    "Divergence",
    "EncodeStep",
    "EncodeTrace",
    "Encoding",
    "Model",
    "Pair",
    "Rules",
    "Step",
    "Trace",
    "divergence",
    "preset_name",
    "resolve",
    "train",
]
