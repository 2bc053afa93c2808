"""Stages of a real tokenizer: the payload of their text rows, tables, and a pre-token on the stage."""
