"""The page `/bytes`."""
