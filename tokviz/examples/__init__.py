"""The worked examples: corpora with what their sources do with them and printed, by name."""

from tokviz.examples.library import NAMES, load
from tokviz.examples.recipes import ALGORITHMS, Erratum, Example, Published, Recipe

__all__ = ["ALGORITHMS", "NAMES", "Erratum", "Example", "Published", "Recipe", "load"]
