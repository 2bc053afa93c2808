"""The page `/lessons`."""
