"""Pre-tokenization: the first split of a text into the words inside which a tokenizer then works."""

from tokviz.pretokenize.named import (
    BYTE_LEVEL,
    KEEPS_SPACES,
    LIBRARY,
    MARKS_SPACES,
    METASPACE,
    NORMALIZING,
    PATTERNED,
    PRETOKENIZERS,
    Pretokenizer,
    find,
    pretokenize,
    split_with,
)
from tokviz.pretokenize.normalizers import BERT_NORMALIZERS, BertNormalizer, Dropped, Normalizer
from tokviz.pretokenize.patterns import ALTERNATIVES, with_alternatives

__all__ = [
    "ALTERNATIVES",
    "BERT_NORMALIZERS",
    "BYTE_LEVEL",
    "KEEPS_SPACES",
    "LIBRARY",
    "MARKS_SPACES",
    "METASPACE",
    "NORMALIZING",
    "PATTERNED",
    "PRETOKENIZERS",
    "BertNormalizer",
    "Dropped",
    "Normalizer",
    "Pretokenizer",
    "find",
    "pretokenize",
    "split_with",
    "with_alternatives",
]
