"""Stills and frames of the app: the buttons of a page, and the answer of oEmbed for its links."""
