"""Unigram language models: rules, training with its trace, the model, the lattice of a word.

``unigram.train`` learns pieces with probabilities from a corpus under named or hand-made rules and returns a trace that
answers any step.
"""

from tokviz.trace import Progress
from tokviz.unigram.choices import Candidate
from tokviz.unigram.encoding import EncodeStep, EncodeTrace
from tokviz.unigram.lattice import Lattice
from tokviz.unigram.model import Model
from tokviz.unigram.paths import Arc, Best, Cell, Path
from tokviz.unigram.rules import KNOBS, PRESETS, Rules
from tokviz.unigram.seeds import SeedCandidate
from tokviz.unigram.steps import Expect, Maximize, PieceChange, PieceLoss, Prune, Resplit, Seed, Step
from tokviz.unigram.trace import Trace
from tokviz.unigram.training import train

__all__ = [
    "KNOBS",
    "PRESETS",
    "Arc",
    "Best",
    "Candidate",
    "Cell",
    "EncodeStep",
    "EncodeTrace",
    "Expect",
    "Lattice",
    "Maximize",
    "Model",
    "Path",
    "PieceChange",
    "PieceLoss",
    "Progress",
    "Prune",
    "Resplit",
    "Rules",
    "Seed",
    "SeedCandidate",
    "Step",
    "Trace",
    "train",
]
