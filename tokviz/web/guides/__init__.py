"""Guided lessons on the pages."""
