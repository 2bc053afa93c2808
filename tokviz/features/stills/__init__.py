"""Stills of every picture for slides and papers: SVG, TikZ, Beamer, PNG, GIF and WebP.

A payload, as the picture in the browser gets it, becomes a figure of boxes, lines and texts (`layout/`); a module for
each format writes figures. Nothing here trains or encodes: a still shows what the picture shows at that step.
"""
