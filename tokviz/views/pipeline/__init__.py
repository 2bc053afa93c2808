"""What the stages of a real tokenizer look like: the payload of their ribbon, and their tables."""
