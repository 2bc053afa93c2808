"""The modules of the pages, for programs that load them before the first visitor comes: importing takes a moment."""

from tokviz.web.encoding import page as encoding_page
from tokviz.web.pages.bpe import panels as bpe
from tokviz.web.pages.bpe_encode import encoder as bpe_encode
from tokviz.web.pages.bytes import panels as bytes_panels
from tokviz.web.pages.compare import comparison as compare
from tokviz.web.pages.lessons import panels as lessons
from tokviz.web.pages.start import panels as start
from tokviz.web.pages.unigram import lattice
from tokviz.web.pages.unigram import panels as unigram
from tokviz.web.pages.why import panels as why
from tokviz.web.pages.wordpiece import encoder as wordpiece_encode
from tokviz.web.pages.wordpiece import panels as wordpiece
from tokviz.web.training import page as training_page
from tokviz.web.training import train_or_apply

__all__ = [
    "bpe",
    "bpe_encode",
    "bytes_panels",
    "compare",
    "encoding_page",
    "lattice",
    "lessons",
    "start",
    "train_or_apply",
    "training_page",
    "unigram",
    "why",
    "wordpiece",
    "wordpiece_encode",
]
