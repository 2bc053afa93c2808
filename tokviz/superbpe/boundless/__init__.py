"""BoundlessBPE: merges inside of words and supermerges of whole words compete at every step."""

from tokviz.superbpe.boundless.model import BoundlessEncoding, Event, Model
from tokviz.superbpe.boundless.rules import KNOBS, PRESETS, Rules
from tokviz.superbpe.boundless.trace import Candidate, Step, Trace
from tokviz.superbpe.boundless.training import train

__all__ = [
    "KNOBS",
    "PRESETS",
    "BoundlessEncoding",
    "Candidate",
    "Event",
    "Model",
    "Rules",
    "Step",
    "Trace",
    "train",
]
