"""A word or a text that is encoded or decoded, in the picture."""
