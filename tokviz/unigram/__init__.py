"""Unigram language models: rules, training with its trace, the model, the lattice of a word.

``unigram.train`` learns pieces with probabilities from a corpus under named or hand-made rules and returns a trace that
answers any step.
"""

from tokviz.unigram.fewest import Fewest, FewestCell, LeftOut
from tokviz.unigram.lattice import Arc, Cell, Lattice, Path
from tokviz.unigram.model import EncodeTrace, Model
from tokviz.unigram.rules import KNOBS, PRESETS, Rules
from tokviz.unigram.steps import Expect, Maximize, Prune, Seed, Step
from tokviz.unigram.trace import Trace
from tokviz.unigram.training import train

__all__ = [
    "KNOBS",
    "PRESETS",
    "Arc",
    "Cell",
    "EncodeTrace",
    "Expect",
    "Fewest",
    "FewestCell",
    "Lattice",
    "LeftOut",
    "Maximize",
    "Model",
    "Path",
    "Prune",
    "Rules",
    "Seed",
    "Step",
    "Trace",
    "train",
]
