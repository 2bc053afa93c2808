"""Several tokenizers on one text: where they cut, how their tokens read without marks, how they measure, and why they
differ. Pure functions over models and traces; nothing here draws anything.
"""

from tokviz.compare.alignment import Cell, Column, Segmentation, Token, Word, columns, segment
from tokviz.compare.comparison import Comparison
from tokviz.compare.differing import Differing, differing
from tokviz.compare.engine import Compared, ComparedCorpus, Engine, held_out
from tokviz.compare.facts import ByMerges, LongestMatch, LookedUp, Merge, Other, Probability
from tokviz.compare.measures import MEASURES, Agreement, Overlap, agreement, measure, overlap
from tokviz.compare.notation import Neutral, neutral
from tokviz.compare.reading import Reading, Split, plain, read, vocabulary
from tokviz.compare.reasons import Reason, reason
from tokviz.compare.sizes import (
    SizeRange,
    Tokenizer,
    at_size,
    common_sizes,
    size_range,
    usual_size,
)
from tokviz.compare.slots import Slot
from tokviz.compare.sources import Model
from tokviz.unigram.fates import Missing

__all__ = [
    "MEASURES",
    "Agreement",
    "ByMerges",
    "Cell",
    "Column",
    "Compared",
    "ComparedCorpus",
    "Comparison",
    "Differing",
    "Engine",
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
    "Slot",
    "Split",
    "Token",
    "Tokenizer",
    "Word",
    "agreement",
    "at_size",
    "columns",
    "common_sizes",
    "differing",
    "held_out",
    "measure",
    "neutral",
    "overlap",
    "plain",
    "read",
    "reason",
    "segment",
    "size_range",
    "usual_size",
    "vocabulary",
]
