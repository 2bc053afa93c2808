"""Several tokenizers beside each other: aligned rows, words that differ, measures, vocabularies."""
