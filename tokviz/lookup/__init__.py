"""Tokenizers that split nothing: whole words or single characters, each looked up in a vocabulary.

``lookup.Model`` is the model of a tokenizer.json of the type WordLevel, and of a `.model` of SentencePiece of the types
word and char. Nothing is trained here.
"""

from tokviz.lookup.encoding import EncodeStep, EncodeTrace
from tokviz.lookup.model import Model, Unit

__all__ = ["EncodeStep", "EncodeTrace", "Model", "Unit"]
