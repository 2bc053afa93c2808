"""Token healing on `/tokenizers`: the tokens at the end of a prompt, taken back one by one, and what could go on."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from tokviz.files.pipeline import Pipeline
from tokviz.sandbox import ask
from tokviz.state.tokenizers import MAX_BACK, PAGE, TokenizersState
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chip
from tokviz.views.shared.display import visible
from tokviz.vocabularies.healing import HealingStep, heal
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.pages.tokenizers import available
from tokviz.web.pages.tokenizers.available import AvailableTokenizer
from tokviz.web.shared import cells, messages, tables
from tokviz.web.streamlit_workarounds import widget_values

__all__ = ["show"]

_BACK = f"{PAGE}_back"


def show(chosen: TokenizersState, tokenizer: AvailableTokenizer, say: Catalog) -> None:
    """Draw the section: how many tokens are taken back, and the entries that the model then chooses among."""
    st.subheader(say("tokenizers.healing.title"), anchor=False)
    messages.caption_with_terms("tokenizers.healing.caption", say)
    steps = _steps(tokenizer.key, chosen.shown, available.load_pipeline(tokenizer))
    if not steps:
        st.info(say("tokenizers.healing.none"), icon=":material/info:")
        return
    if chosen.back > len(steps):
        widget_values.put(_BACK, len(steps))
    help_text = say("tokenizers.healing.back.help")
    st.segmented_control(
        say("tokenizers.healing.back"), range(len(steps) + 1), key=_BACK, required=True, help=help_text
    )
    back = min(chosen.back, len(steps))
    first = steps[0]
    if not back:
        longer = say.count("count.longer-tokens", first.total)
        st.markdown(say("tokenizers.healing.open", text=_code(first), longer=longer))
        return
    step = steps[back - 1]
    key = "tokenizers.healing.taken" if step.exact else "tokenizers.healing.apart"
    if not step.total:
        key = "tokenizers.healing.ends"
    taken = " ".join(cells.code(cells.token(token)) for token in step.tokens)
    st.markdown(say(key, tokens=taken, text=_code(step), longer=say.count("count.longer-tokens", step.total)))
    if step.longer:
        tables.flow(say("tokenizers.healing.chips"), [Chip(visible(entry.text)) for entry in step.longer], say)
        with st.expander(say("tokenizers.healing.table"), icon=":material/table_rows:"):
            tables.show(_frame(step), say, alt=say("tokenizers.healing.table"), total=step.total)


@cache.kept(64)
def _steps(key: TraceKey, text: str, _tokenizer: Pipeline) -> tuple[HealingStep, ...]:
    return ask(heal, _tokenizer, text, MAX_BACK)


def _code(step: HealingStep) -> str:
    return cells.code(cells.token(step.text.decode("utf-8", "replace")))


def _frame(step: HealingStep) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "id": [entry.id for entry in step.longer],
            "token": [cells.token(entry.token) for entry in step.longer],
            "text": [cells.token(entry.text) for entry in step.longer],
        }
    )
