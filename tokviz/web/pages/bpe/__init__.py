"""The page `/bpe`."""
