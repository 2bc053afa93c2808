"""The words that tokenizers are trained on: the corpus, how it is read from pasted text, and its limits."""

from tokviz.corpus.corpus import Corpus, Parsed, Words, parse, parse_upload
from tokviz.corpus.languages import MAX_LANGUAGES, Language, LanguageCorpus, join_files, parse_languages
from tokviz.corpus.limits import (
    MAX_COUNT,
    MAX_DISTINCT_WORDS,
    MAX_LONG_WORD_CHARS,
    MAX_TEXT_CHARS,
    MAX_WORD_CHARS,
    check_lengths,
)
from tokviz.corpus.reading import MAX_UPLOAD_BYTES, Note, ReadAs, decode_bytes

__all__ = [
    "MAX_COUNT",
    "MAX_DISTINCT_WORDS",
    "MAX_LANGUAGES",
    "MAX_LONG_WORD_CHARS",
    "MAX_TEXT_CHARS",
    "MAX_UPLOAD_BYTES",
    "MAX_WORD_CHARS",
    "Corpus",
    "Language",
    "LanguageCorpus",
    "Note",
    "Parsed",
    "ReadAs",
    "Words",
    "check_lengths",
    "decode_bytes",
    "join_files",
    "parse",
    "parse_languages",
    "parse_upload",
]
