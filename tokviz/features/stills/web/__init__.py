"""Stills of the app: the buttons of a page."""
