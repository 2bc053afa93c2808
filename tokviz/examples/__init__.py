"""The worked examples: corpora with what their sources do with them and printed, by name."""

from tokviz.examples.library import NAMES, load, names
from tokviz.examples.recipes import OURS, OWN, SOURCE, Erratum, Example, FirstSight, Published, Recipe

__all__ = ["NAMES", "OURS", "OWN", "SOURCE", "Erratum", "Example", "FirstSight", "Published", "Recipe", "load", "names"]
