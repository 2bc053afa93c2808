"""SuperBPE: rules, training, the trace, the trained model.

``superbpe.train`` learns merges inside of words, lets the borders between words fall, and goes on across them.
"""

from tokviz.superbpe.model import Model
from tokviz.superbpe.rules import KNOBS, PRESETS, Rules, words_in_token
from tokviz.superbpe.stage import Stage
from tokviz.superbpe.steps import Border, Candidate, Lift, Merge, Step
from tokviz.superbpe.trace import Trace
from tokviz.superbpe.training import train

__all__ = [
    "KNOBS",
    "PRESETS",
    "Border",
    "Candidate",
    "Lift",
    "Merge",
    "Model",
    "Rules",
    "Stage",
    "Step",
    "Trace",
    "train",
    "words_in_token",
]
