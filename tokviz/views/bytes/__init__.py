"""A text as bytes, for the page `/bytes`: its tokens with their bytes, and all of it on one axis."""
