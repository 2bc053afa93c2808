"""A word or a text that is encoded or decoded, on the stage."""
