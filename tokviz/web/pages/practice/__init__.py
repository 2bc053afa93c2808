"""The page `/practice`."""
