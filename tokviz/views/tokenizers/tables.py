"""Tables of a real tokenizer's work: the stages, the tokens with their ids, decoding id by id, and token healing."""

from __future__ import annotations

from collections.abc import Sequence

from tokviz.files.engine import Decoded, Encoded, Stage
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown, visible
from tokviz.views.shared.tables import FilledTable, table_of_rows
from tokviz.views.tokenizers.options import options_line, options_of
from tokviz.views.tokenizers.text_rows import stage_title
from tokviz.vocabularies.healing import Healed


def stages_table(stages: Sequence[Stage], say: Catalog) -> FilledTable:
    """Return one row a stage: its name, how many parts there are, the parts, and what it is set to."""
    rows = [
        (
            stage_title(stage, say),
            len(stage.parts),
            " ".join(map(visible, _texts(stage))),
            options_line(options_of(stage, say), say),
        )
        for stage in stages
    ]
    return table_of_rows(("stage", "parts", "text", "options"), rows)


def _texts(stage: Stage) -> tuple[str, ...]:
    if stage.kind in ("original", "normalizer"):
        return ("".join(stage.texts),)
    return stage.texts


def decoders_table(decoded: Decoded, say: Catalog) -> FilledTable:
    """Return one row a stage of the decoder: its name, the text after it, and its options."""
    rows = [(step.name, visible(step.text), options_line(options_of(step, say), say)) for step in decoded.stages[1:]]
    return table_of_rows(("stage", "text", "options"), rows)


def tokens_table(encoded: Encoded, text: str) -> FilledTable:
    """Return one row a token: its number, the token, its id, and the characters of the text that it comes from."""
    rows = [
        (place, visible(part.text), part.id, part.start, part.end, visible(text[part.start : part.end]))
        for place, part in enumerate(encoded.parts, start=1)
    ]
    return table_of_rows(("place", "token", "id", "start", "end", "characters"), rows)


def decoding_table(decoded: Decoded) -> FilledTable:
    """Return one row an id: its token, and what the text gains by it."""
    rows = [(step.id, visible(step.token or ""), visible(step.text)) for step in decoded.steps]
    return table_of_rows(("id", "token", "gained"), rows)


def healing_table(healed: Healed) -> FilledTable:
    """Return one row an entry that goes on: its id, the token, and its text."""
    rows = [(entry.id, shown(entry.token), shown(entry.text)) for entry in healed.longer]
    return table_of_rows(("id", "token", "text"), rows)
