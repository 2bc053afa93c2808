"""Unigram training: sentences, tables, charts, the payload of the picture, questions."""
