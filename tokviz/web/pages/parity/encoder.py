"""The encoder of `/parity?do=encode`: a tokenizer of merges without languages, and the views below its picture."""

from __future__ import annotations

from tokviz.algorithms import PARITY
from tokviz.bpe import Model
from tokviz.files.detect import load_bpe
from tokviz.state.training import ApplyState
from tokviz.views.encoding.applying import merged_word
from tokviz.views.merges import tree
from tokviz.views.picture.questions import DrawWord
from tokviz.views.shared.catalog import Catalog
from tokviz.web.encoding import text_views
from tokviz.web.encoding.page import Draw, PageContext, Place
from tokviz.web.encoding.tokenizer import Given, LoadedTokenizer, trained
from tokviz.web.pages.bpe.panels import show_trees
from tokviz.web.shared import stepping

__all__ = ["draw_word", "encoder_views", "load_tokenizer"]

_MAX_TREES = 12  # of one word

Context = PageContext[ApplyState, LoadedTokenizer[Model]]


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


def encoder_views(context: Context, word: str, step: int, say: Catalog) -> dict[str, Draw]:
    """Return the views, name -> the function that draws it."""
    tokenizer = context.tokenizer
    return {
        **text_views.draw_text(tokenizer, context.state.text, say, "parity_encode"),
        "derivation": lambda: _derivation_view(tokenizer, word, say),
    }


def _derivation_view(tokenizer: LoadedTokenizer[Model], word: str, say: Catalog) -> None:
    """Draw the merge trees of the tokens of a word."""
    tokens = list(dict.fromkeys(tokenizer.model.encode_word(word)))[:_MAX_TREES]
    show_trees([tree.merge_tree(tokenizer.model, token) for token in tokens], len(tokenizer.model.merges), say)
