"""The pages of algorithms that train by merges and whose tokenizer is one of merges, and their encoding half."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from tokviz.algorithms import ALGORITHMS, Algorithm, AlgorithmEntry, Rules
from tokviz.bpe import Model
from tokviz.files.detect import load_bpe
from tokviz.state.trained_pages import applying_views
from tokviz.state.training import ENCODING_FORMS, ApplyState
from tokviz.views.encoding.applying import merged_word
from tokviz.views.pages import merged_encode
from tokviz.views.pages.registry import training_of
from tokviz.views.picture.questions import DrawWord
from tokviz.views.shared.catalog import Catalog
from tokviz.web.encoding.page import ApplyPage, Place
from tokviz.web.encoding.panels import panels_of_views
from tokviz.web.encoding.tokenizer import Given, LoadedTokenizer, trained
from tokviz.web.encoding.train_or_apply import show_halves
from tokviz.web.shared import i18n, stepping
from tokviz.web.shared.page_frame import heading
from tokviz.web.training.page import page_of_views

if TYPE_CHECKING:
    from tokviz.trace import TraceOf


Tokenizer = LoadedTokenizer[Model]


def load_tokenizer(
    algorithm: Algorithm, given: Given, state: ApplyState, linked: ApplyState | None, place: Place, say: Catalog
) -> tuple[Tokenizer, ApplyState]:
    """Return the tokenizer that was uploaded, or that a training ends in. Raises TokvizError."""
    entry = cast("AlgorithmEntry[Rules, TraceOf[Model]]", algorithm)
    tokenizer = given.tokenizer(load_bpe) or trained(entry, state.train, say)
    if tokenizer.training:
        stepping.end_at(algorithm.name, tokenizer.training.steps)
    return tokenizer, state


def _draw_word(tokenizer: Tokenizer) -> DrawWord:
    return merged_word


def half_of(algorithm: Algorithm) -> ApplyPage[ApplyState, Tokenizer]:
    """Return the encoding half of the page of an algorithm."""
    name, prefix = algorithm.name, f"{algorithm.name.replace('-', '_')}_encode"
    return ApplyPage(
        page=name,
        picture=f"{name}-encode",
        algorithm=algorithm,
        form=ENCODING_FORMS[name],
        prefix=prefix,
        upload="encode.upload",
        upload_help="encode.upload.help",
        empty="encode.empty",
        views=applying_views(name),
        has_many=True,
        load=partial(load_tokenizer, algorithm),
        frames=_draw_word,
        panels=panels_of_views(merged_encode.page_of(name), prefix),
    )


def show_page(name: str) -> None:
    """Draw the page of an algorithm with both halves."""
    algorithm, say = ALGORITHMS[name], i18n.catalog()
    heading(name, say)
    show_halves(page_of_views(algorithm, training_of(name)), half_of(algorithm), say)
