"""Several tokenizers beside each other: a text in rows, words that differ, measures, vocabularies."""
