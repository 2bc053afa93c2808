"""The page `/picky`."""
