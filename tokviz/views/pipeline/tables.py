"""Tables of a real tokenizer's work: the stages, the tokens with their ids, and decoding id by id."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from tokviz.pipeline.records import Decoded, Encoded, Stage
from tokviz.views.pipeline.ribbon import title
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible

__all__ = ["decoding_table", "stages_table", "tokens_table"]


def stages_table(stages: Sequence[Stage], say: Catalog) -> pd.DataFrame:
    """One row a stage: its name, whether it changes the text, how many parts there are, and the parts."""
    return pd.DataFrame(
        {
            "stage": [title(stage, say) for stage in stages],
            "parts": [len(stage.parts) for stage in stages],
            "text": [" ".join(map(visible, _texts(stage))) for stage in stages],
        }
    )


def _texts(stage: Stage) -> tuple[str, ...]:
    if stage.kind in ("original", "normalizer"):
        return ("".join(stage.texts),)
    return stage.texts


def tokens_table(found: Encoded, text: str) -> pd.DataFrame:
    """One row a token: its number, the token, its id, and the characters of the text that it comes from."""
    return pd.DataFrame(
        {
            "place": range(1, len(found.parts) + 1),
            "token": [visible(part.text) for part in found.parts],
            "id": [part.id for part in found.parts],
            "start": [part.start for part in found.parts],
            "end": [part.end for part in found.parts],
            "characters": [visible(text[part.start : part.end]) for part in found.parts],
        }
    )


def decoding_table(found: Decoded) -> pd.DataFrame:
    """One row an id: its token, and what the text gains by it."""
    return pd.DataFrame(
        {
            "id": [step.id for step in found.steps],
            "token": [visible(step.token or "") for step in found.steps],
            "gained": [visible(step.text) for step in found.steps],
        }
    )
