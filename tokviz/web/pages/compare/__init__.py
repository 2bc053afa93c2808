"""The page `/compare`."""
