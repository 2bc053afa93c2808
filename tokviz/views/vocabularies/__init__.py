"""Vocabularies of real tokenizers as tables, charts and chips."""
