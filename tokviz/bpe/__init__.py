"""Byte-pair encoding: rules, training, the trace.

``bpe.train`` learns merges from a corpus under named or hand-made rules and returns a trace that answers any step.
"""

from tokviz.bpe.comparison import Divergence, divergence
from tokviz.bpe.rules import PRESETS, Rules, preset_name, resolve
from tokviz.bpe.steps import Change, Contribution, Pair, Step
from tokviz.bpe.trace import Trace
from tokviz.bpe.training import train

__all__ = [
    "PRESETS",
    "Change",
    "Contribution",
    "Divergence",
    "Pair",
    "Rules",
    "Step",
    "Trace",
    "divergence",
    "preset_name",
    "resolve",
    "train",
]
