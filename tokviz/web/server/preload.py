"""All page modules, for who wants them loaded before the first visitor comes: each takes a moment to import."""

from tokviz.web.apply import bpe_page as encode_page
from tokviz.web.bytes import page as bytes_page
from tokviz.web.compare import page as compare_page
from tokviz.web.start import page as start_page
from tokviz.web.train import page as learn_page
from tokviz.web.train import wordpiece_page
from tokviz.web.train_unigram import page as unigram_page
from tokviz.web.why import page as why_page

__all__ = [
    "bytes_page",
    "compare_page",
    "encode_page",
    "learn_page",
    "start_page",
    "unigram_page",
    "why_page",
    "wordpiece_page",
]
