"""WordPiece: rules, training by merges and from the top down, the traces, the trained model.

``wordpiece.train`` learns merges from a corpus, by score, count or gain, and ``wordpiece.train_top_down`` learns a
vocabulary as Google's published learner does; both return a trace that answers any step. ``wordpiece.Model`` splits
words by the longest match.
"""

from tokviz.wordpiece.model import EncodeStep, EncodeTrace, Model
from tokviz.wordpiece.rules import KNOBS, PRESETS, Rules
from tokviz.wordpiece.top_down.rules import KNOBS as TOP_DOWN_KNOBS
from tokviz.wordpiece.top_down.rules import PRESETS as TOP_DOWN_PRESETS
from tokviz.wordpiece.top_down.rules import Rules as TopDownRules
from tokviz.wordpiece.top_down.trace import Trace as TopDownTrace
from tokviz.wordpiece.top_down.training import train as train_top_down
from tokviz.wordpiece.trace import Candidate, Step, Trace
from tokviz.wordpiece.training import train

__all__ = [
    "KNOBS",
    "PRESETS",
    "TOP_DOWN_KNOBS",
    "TOP_DOWN_PRESETS",
    "Candidate",
    "EncodeStep",
    "EncodeTrace",
    "Model",
    "Rules",
    "Step",
    "TopDownRules",
    "TopDownTrace",
    "Trace",
    "train",
    "train_top_down",
]
