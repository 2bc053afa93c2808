"""Several tokenizers on one text: where they cut, how their tokens read without marks, how they measure, and why they
differ. Pure functions over models and traces; nothing here draws anything.
"""

from tokviz.compare.alignment import Cell, Column, Segmentation, Token, Word, columns, segment
from tokviz.compare.facts import ByMerges, LongestMatch, LookedUp, Merge, Missing, Other, Probability
from tokviz.compare.measures import MEASURES, Agreement, Overlap, agreement, measure, overlap
from tokviz.compare.notation import Neutral, neutral
from tokviz.compare.reading import Reading, Split, plain, read, vocabulary
from tokviz.compare.reasons import Difference, Reason, differences, reason
from tokviz.compare.sizes import (
    SizeRange,
    Tokenizer,
    at_size,
    common_sizes,
    possible_sizes,
    size_range,
    usual_size,
)
from tokviz.compare.sources import Model

__all__ = [
    "MEASURES",
    "Agreement",
    "ByMerges",
    "Cell",
    "Column",
    "Difference",
    "LongestMatch",
    "LookedUp",
    "Merge",
    "Missing",
    "Model",
    "Neutral",
    "Other",
    "Overlap",
    "Probability",
    "Reading",
    "Reason",
    "Segmentation",
    "SizeRange",
    "Split",
    "Token",
    "Tokenizer",
    "Word",
    "agreement",
    "at_size",
    "columns",
    "common_sizes",
    "differences",
    "measure",
    "neutral",
    "overlap",
    "plain",
    "possible_sizes",
    "read",
    "reason",
    "segment",
    "size_range",
    "usual_size",
    "vocabulary",
]
