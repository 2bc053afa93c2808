"""Parity-aware byte-pair encoding: several languages, one vocabulary, and a turn for the worst compressed one.

``parity.train`` learns merges from a :class:`~tokviz.corpus.LanguageCorpus` and returns a trace that answers any step.
"""

from tokviz.parity.rules import KNOBS, PRESETS, Rules
from tokviz.parity.trace import Candidate, Step, Trace, Turn
from tokviz.parity.training import train

__all__ = ["KNOBS", "PRESETS", "Candidate", "Rules", "Step", "Trace", "Turn", "train"]
