"""Stages of a real tokenizer: the payload of their text rows, tables, and the picture of a pre-token."""
