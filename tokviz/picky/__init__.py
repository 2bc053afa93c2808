"""PickyBPE and Scaffold-BPE: rules, training, the trace, the trained model.

``picky.train`` learns merges and takes tokens out of the vocabulary again; its trace has a step for each event.
"""

from tokviz.picky.model import EncodeStep, EncodeTrace, Event, Model
from tokviz.picky.rules import KNOBS, PRESETS, Rules
from tokviz.picky.trace import PartTest, Step, Trace
from tokviz.picky.training import train

__all__ = [
    "KNOBS",
    "PRESETS",
    "EncodeStep",
    "EncodeTrace",
    "Event",
    "Model",
    "PartTest",
    "Rules",
    "Step",
    "Trace",
    "train",
]
