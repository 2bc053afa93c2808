"""WordPiece: rules, training by score, the trace, the trained model.

``wordpiece.train`` learns merges from a corpus and returns a trace that answers any step; ``wordpiece.Model`` cuts
words by the longest match.
"""

from tokviz.wordpiece.encoding import EncodeStep, EncodeTrace, Tried
from tokviz.wordpiece.model import Model
from tokviz.wordpiece.rules import KNOBS, PRESETS, Rules, preset_name, resolve
from tokviz.wordpiece.steps import Candidate, Step
from tokviz.wordpiece.trace import Trace
from tokviz.wordpiece.training import train

__all__ = [
    "KNOBS",
    "PRESETS",
    "Candidate",
    "EncodeStep",
    "EncodeTrace",
    "Model",
    "Rules",
    "Step",
    "Trace",
    "Tried",
    "preset_name",
    "resolve",
    "train",
]
