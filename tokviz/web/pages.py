"""All page modules, for who wants them loaded before the first visitor comes: each takes a moment to import."""

from tokviz.web import (
    bytes_page,
    compare_page,
    encode_page,
    learn_page,
    start_page,
    unigram_page,
    why_page,
    wordpiece_page,
)

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
