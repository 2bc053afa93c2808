"""Replays in a notebook: a function of your own beside the real algorithm, on the picture.

>>> def train(counts, merges):
...     return [("s", "t"), ("e", "st")]
>>> show_check(check_function("bpe.train", train))
Step 1: you merged s t (9), but the convention takes e s (9). They tie: first seen wins.

In a notebook, the last line of a cell shows the picture at that step. The function runs in the notebook's own process,
and the page asks for nothing. The code is in ``tokviz/features/takeaway/``; this is its public name.
"""

from tokviz.exercises import Checked, check_function
from tokviz.features.takeaway.replay import Shown, replay_of_check, show_check

__all__ = ["Checked", "Shown", "check_function", "replay_of_check", "show_check"]
