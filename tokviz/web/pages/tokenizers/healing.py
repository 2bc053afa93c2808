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
from tokviz.views.tokenizers.work import Work
from tokviz.vocabularies.healing import Healed, heal
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.pages.tokenizers import available
from tokviz.web.pages.tokenizers.available import AvailableTokenizer
from tokviz.web.shared import cells, messages, tables
from tokviz.web.streamlit_workarounds import widget_values

__all__ = ["show"]

_BACK = f"{PAGE}_back"


def show(chosen: TokenizersState, tokenizer: AvailableTokenizer, work: Work, say: Catalog) -> None:
    """Draw the section: how many tokens are taken back, and the entries that the model then chooses among. Nothing is
    looked up before a token is taken back."""
    st.subheader(say("tokenizers.healing.title"), anchor=False)
    messages.caption_with_terms("tokenizers.healing.caption", say)
    (model,) = (stage for stage in work.stages if stage.kind == "model")
    most = min(len(model.parts), MAX_BACK)
    back = min(chosen.back, most)
    widget_values.put(_BACK, back)
    label, help_text = say("tokenizers.healing.back"), say("tokenizers.healing.back.help")
    st.segmented_control(label, range(most + 1), key=_BACK, required=True, help=help_text)
    if back:
        _show_healed(_healed(tokenizer.key, chosen.shown, back, available.load_pipeline(tokenizer)), say)


@cache.kept(64)
def _healed(key: TraceKey, text: str, back: int, _tokenizer: Pipeline) -> Healed:
    return ask(heal, _tokenizer, text, back)


def _show_healed(healed: Healed, say: Catalog) -> None:
    if healed.total:
        key = "tokenizers.healing.taken" if healed.is_token else "tokenizers.healing.apart"
    else:
        key = "tokenizers.healing.ends" if healed.is_token else "tokenizers.healing.none"
    tokens = " ".join(cells.code(cells.token(token)) for token in healed.tokens)
    text = cells.code(cells.token(healed.text.decode("utf-8", "replace")))
    st.markdown(say(key, tokens=tokens, text=text, longer=say.count("count.longer-tokens", healed.total)))
    if healed.longer:
        tables.flow(say("tokenizers.healing.chips"), [Chip(visible(entry.text)) for entry in healed.longer], say)
        with st.expander(say("tokenizers.healing.table"), icon=":material/table_rows:"):
            tables.show(_frame(healed), say, alt=say("tokenizers.healing.table"), total=healed.total)


def _frame(healed: Healed) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "id": [entry.id for entry in healed.longer],
            "token": [cells.token(entry.token) for entry in healed.longer],
            "text": [cells.token(entry.text) for entry in healed.longer],
        }
    )
