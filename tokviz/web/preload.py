"""What the pages consist of, for who wants it loaded before the first visitor comes: it takes a moment to import."""

from tokviz.web.encoding import page as encoding_page
from tokviz.web.pages.bpe import panels as bpe
from tokviz.web.pages.bpe_encode import encoder as bpe_encode
from tokviz.web.pages.bytes import panels as bytes_panels
from tokviz.web.pages.compare import tokenizers as compare
from tokviz.web.pages.start import lead, lessons, worked_examples
from tokviz.web.pages.unigram import lattice
from tokviz.web.pages.unigram import panels as unigram
from tokviz.web.pages.why import panels as why
from tokviz.web.pages.wordpiece import encoder as wordpiece_encode
from tokviz.web.pages.wordpiece import scores as wordpiece
from tokviz.web.training import page as training_page
from tokviz.web.training import train_or_apply

__all__ = [
    "bpe",
    "bpe_encode",
    "bytes_panels",
    "compare",
    "encoding_page",
    "lattice",
    "lead",
    "lessons",
    "train_or_apply",
    "training_page",
    "unigram",
    "why",
    "wordpiece",
    "wordpiece_encode",
    "worked_examples",
]
