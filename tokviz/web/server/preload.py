"""What the pages consist of, for who wants it loaded before the first visitor comes: it takes a moment to import."""

from tokviz.web.apply import page as apply_page
from tokviz.web.apply.panels import bpe, lattice, wordpiece
from tokviz.web.bytes import page as bytes_page
from tokviz.web.compare import page as compare_page
from tokviz.web.start import page as start_page
from tokviz.web.train import page as train_page
from tokviz.web.train import score_panels, train_or_apply
from tokviz.web.train_unigram import panels as train_unigram_panels
from tokviz.web.why import page as why_page

__all__ = [
    "apply_page",
    "bpe",
    "bytes_page",
    "compare_page",
    "lattice",
    "score_panels",
    "start_page",
    "train_or_apply",
    "train_page",
    "train_unigram_panels",
    "why_page",
    "wordpiece",
]
