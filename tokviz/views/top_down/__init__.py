"""A top-down training as tables."""
