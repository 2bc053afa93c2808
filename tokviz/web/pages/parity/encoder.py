"""The encoder of `/parity?do=encode`: a tokenizer of merges without languages."""

from __future__ import annotations

from tokviz.algorithms import PARITY
from tokviz.bpe import Model
from tokviz.files.detect import load_bpe
from tokviz.state.training import ApplyState
from tokviz.views.encoding.applying import merged_word
from tokviz.views.picture.questions import DrawWord
from tokviz.views.shared.catalog import Catalog
from tokviz.web.encoding.page import Place
from tokviz.web.encoding.tokenizer import Given, LoadedTokenizer, trained
from tokviz.web.shared import stepping

__all__ = ["draw_word", "load_tokenizer"]


def load_tokenizer(
    given: Given, state: ApplyState, linked: ApplyState | None, place: Place, say: Catalog
) -> tuple[LoadedTokenizer[Model], ApplyState]:
    """Return the tokenizer that was uploaded, or trained in turns. Raises TokvizError."""
    tokenizer = given.tokenizer(load_bpe) or trained(PARITY, state.train, say)
    if tokenizer.training:
        stepping.end_at(PARITY.name, tokenizer.training.steps)
    return tokenizer, state


def draw_word(tokenizer: LoadedTokenizer[Model]) -> DrawWord:
    """Return the function that draws the iterations of a word."""
    return merged_word
