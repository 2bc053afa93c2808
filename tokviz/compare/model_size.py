"""The share of the vocabulary's rows in a model's parameters, counted from the architecture.

The two models are encoders of twelve layers. Devlin et al. (2019) and Conneau et al. (2020) give rounded numbers of
parameters, 110M and 270M; these follow from the shapes of the matrices.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Architecture:
    """The shapes of an encoder: vocabulary and positions are numbers of rows, types the kinds of segments."""

    name: str
    vocabulary: int
    positions: int
    types: int
    width: int = 768
    inner: int = 3072
    layers: int = 12

    def rows(self, vocabulary: int | None = None) -> int:
        """Return the number of weights in the rows of the vocabulary; of another size, if one is given.

        >>> XLM_R_BASE.rows()
        192001536
        """
        return (self.vocabulary if vocabulary is None else vocabulary) * self.width

    def parameters(self, vocabulary: int | None = None) -> int:
        """Return all parameters: rows of tokens, positions and types with their norm, the layers (attention, two linear
        maps, two norms), and the pooler.

        >>> BERT_BASE.parameters(), XLM_R_BASE.parameters()
        (109482240, 278043648)
        """
        norm = 2 * self.width
        attention = 4 * (self.width * self.width + self.width)
        linear = self.width * self.inner + self.inner + self.inner * self.width + self.width
        rows = self.rows(vocabulary) + (self.positions + self.types) * self.width
        return rows + norm + self.layers * (attention + linear + 2 * norm) + self.width * self.width + self.width

    def share(self, vocabulary: int | None = None) -> float:
        """Return the share of the rows in all parameters.

        >>> f"{BERT_BASE.share():.1%}, {XLM_R_BASE.share():.1%}"
        '21.4%, 69.1%'
        """
        return self.rows(vocabulary) / self.parameters(vocabulary)


BERT_BASE = Architecture("BERT base", 30_522, 512, 2)
XLM_R_BASE = Architecture("XLM-R base", 250_002, 514, 1)
MODELS = (XLM_R_BASE, BERT_BASE)
"""The models that are shown, the one with most rows first."""
