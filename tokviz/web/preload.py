"""What the pages consist of, for who wants it loaded before the first visitor comes: it takes a moment to import."""

from tokviz.web.apply import page as apply_page
from tokviz.web.apply.panels import bpe, lattice, wordpiece
from tokviz.web.bytes import panels as bytes_panels
from tokviz.web.compare import tokenizers
from tokviz.web.start import lead, lessons, worked_examples
from tokviz.web.train import page as train_page
from tokviz.web.train import score_panels, train_or_apply
from tokviz.web.train_unigram import panels as train_unigram_panels
from tokviz.web.why import panels as why_panels

__all__ = [
    "apply_page",
    "bpe",
    "bytes_panels",
    "lattice",
    "lead",
    "lessons",
    "score_panels",
    "tokenizers",
    "train_or_apply",
    "train_page",
    "train_unigram_panels",
    "why_panels",
    "wordpiece",
    "worked_examples",
]
