"""The presets with EM on the restricted seeds of the course's prose, which the worked figures on `hug` are about."""

from dataclasses import replace

from tokviz.unigram import PRESETS

__all__ = ["HARD", "SOFT"]

SOFT = replace(PRESETS["soft-em"], seeds="strict-substrings")
HARD = replace(PRESETS["hard-em"], seeds="strict-substrings")
