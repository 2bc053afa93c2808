"""The page `/why`."""
