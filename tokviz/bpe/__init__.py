"""Byte-pair encoding: rules, training, the trace, the trained model.

``bpe.train`` learns merges from a corpus under named or hand-made rules and returns a trace that answers any step.
"""

from tokviz.bpe.encoding import ENCODINGS, Dropped, EncodeCandidate, EncodeStep, EncodeTrace, Encoding
from tokviz.bpe.going_on import Continued, check_ranks, go_on
from tokviz.bpe.longest_first import LongestFirst, LongestFirstStep, LongestFirstTrace, Stretch
from tokviz.bpe.model import Model, dropped_of, dropped_symbols
from tokviz.bpe.rules import KNOBS, PRESETS, Rules
from tokviz.bpe.subword_nmt import Applier
from tokviz.bpe.trace import Trace
from tokviz.bpe.training import train
from tokviz.merging.merge_trace import divergence
from tokviz.merging.steps import Pair, Step
from tokviz.models.added_tokens import AddedToken
from tokviz.models.text_encoder import Remembered

__all__ = [
    "ENCODINGS",
    "KNOBS",
    "PRESETS",
    "AddedToken",
    "Applier",
    "Continued",
    "Dropped",
    "EncodeCandidate",
    "EncodeStep",
    "EncodeTrace",
    "Encoding",
    "LongestFirst",
    "LongestFirstStep",
    "LongestFirstTrace",
    "Model",
    "Pair",
    "Remembered",
    "Rules",
    "Step",
    "Stretch",
    "Trace",
    "check_ranks",
    "divergence",
    "dropped_of",
    "dropped_symbols",
    "go_on",
    "train",
]
