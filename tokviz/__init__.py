"""tokviz: how language models cut text into tokens, replayed step by step.

This package is the algorithms with their traces. `tokviz.views` turns traces into tables and charts, `tokviz.web` shows
them in the browser; neither is imported here.
"""

from tokviz import bpe, examples, unigram, wordpiece
from tokviz.corpus import Corpus

__all__ = ["Corpus", "bpe", "examples", "unigram", "wordpiece"]
