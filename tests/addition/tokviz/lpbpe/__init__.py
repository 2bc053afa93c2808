"""Longest-pair BPE: byte-pair encoding that merges the pair with the longest token.

``lpbpe.train`` learns merges from a corpus and returns a trace that answers any step.
"""

from tokviz.lpbpe.rules import KNOBS, PRESETS, Rules
from tokviz.lpbpe.training import Trace, train

__all__ = ["KNOBS", "PRESETS", "Rules", "Trace", "train"]
