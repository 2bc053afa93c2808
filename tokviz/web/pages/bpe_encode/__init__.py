"""The page `/bpe-encode`."""
