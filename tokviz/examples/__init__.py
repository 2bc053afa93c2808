"""The worked examples: corpora with what their sources do with them and printed, by name."""

from tokviz.examples.library import NAMES, load, names
from tokviz.examples.recipes import OWN, SOURCE, Erratum, Example, Published, Recipe

__all__ = ["NAMES", "OWN", "SOURCE", "Erratum", "Example", "Published", "Recipe", "load", "names"]
