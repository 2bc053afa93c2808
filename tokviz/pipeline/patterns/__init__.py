"""Patterns of tokenizer.json: what they are put together from, which part matched, and how long they may take."""
