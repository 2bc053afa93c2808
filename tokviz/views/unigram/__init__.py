"""Unigram training: sentences, tables, charts, the payload of the stage, questions."""
