"""``tokviz stages``: a text after each stage of a tokenizer, its ids, and the way back."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tokviz.cli import files
from tokviz.cli.options import format_of
from tokviz.cli.pipeline.opening import opened, tell
from tokviz.cli.tables import as_json
from tokviz.cli.text import pad, width
from tokviz.errors import TokvizError
from tokviz.pipeline import Decoded, Part, Stage
from tokviz.pipeline.parts.dropped import dropped_parts
from tokviz.pipeline.records import DecoderStage
from tokviz.views.encoding.narration import lost_of_text
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import as_text
from tokviz.views.tokenizers.options import options_line, options_of, remarks
from tokviz.views.tokenizers.text_rows import stage_title

__all__ = ["run"]

_FORMATS = ("text", "json")
_WIDTH = 100  # columns of a block of parts
_VALUE = 60  # letters of an option


def run(asked: Namespace, say: Catalog) -> int:
    """Print every stage, and what decoding the ids gives."""
    kind = format_of(asked.format, asked.output, _FORMATS, "text")
    if asked.tokenizer is None:
        raise TokvizError("cli-no-tokenizer")
    text = files.text(asked.text, [asked.tokenizer])
    pipeline = opened(asked.tokenizer)
    tell(pipeline.notes, say)
    stages = pipeline.stages(text)
    ids = [part.id for part in stages[-1].parts if part.id is not None]
    decoded = pipeline.decode(ids) if pipeline.vocabulary else None  # codes number nothing that could be decoded
    made = _record(text, stages, decoded) if kind == "json" else _written(stages, decoded, say)
    files.write(made, asked.output)
    lost = Counter(part.text for part in dropped_parts(pipeline.engine, text))
    if lost:
        files.write_error(as_text(lost_of_text(lost, say)))
    return 0


# -- text --------------------------------------------------------------------------------------------------------------


def _written(stages: Sequence[Stage], decoded: Decoded | None, say: Catalog) -> str:
    rows: list[tuple[str, list[str]]] = []
    for stage, remark in zip(stages, remarks(stages, say), strict=True):
        rows += [(stage_title(stage, say), line) for line in (*_lines(stage), *_options(stage, say))]
        rows += [(stage_title(stage, say), [remark])] if remark else []
    if decoded is not None:
        decoder = say("tokenizers.stage.decoder")
        for step in decoded.stages[1:]:
            rows += [(f"{decoder} {step.name}", line) for line in ([visible(step.text)], *_options(step, say))]
        rows.append((say("tokenizers.stage.decoded"), [visible(decoded.text)]))
    return _aligned(rows)


def _lines(stage: Stage) -> Iterator[list[str]]:
    """The parts of a stage side by side, with their ids below them; long ones in blocks."""
    if stage.kind in ("original", "normalizer"):
        yield ["".join(visible(part.text) for part in stage.parts)]
        return
    cells = [_cell(part) for part in stage.parts]
    has_ids = stage.kind not in ("added", "pretokenizer")
    for block in _blocks(cells):
        columns = [max(map(width, cell)) for cell in block]
        yield from (
            [pad(cell[row], wide) for cell, wide in zip(block, columns, strict=True)] for row in range(1 + has_ids)
        )


def _options(stage: Stage | DecoderStage, say: Catalog) -> Iterator[list[str]]:
    """What a stage is set to, below its parts."""
    if told := options_line(options_of(stage, say), say, _VALUE):
        yield [f"({told})"]


def _cell(part: Part) -> tuple[str, str]:
    return visible(part.text) or "∅", "–" if part.id is None else str(part.id)


def _blocks(cells: Sequence[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    block: list[tuple[str, str]] = []
    taken = 0
    for cell in cells:
        wide = max(map(width, cell)) + 1
        if block and taken + wide > _WIDTH:
            yield block
            block, taken = [], 0
        block.append(cell)
        taken += wide
    yield block


def _aligned(rows: Sequence[tuple[str, list[str]]]) -> str:
    """Names to the left, each once."""
    wide = max(width(name) for name, _ in rows)
    written, before = "", ""
    for name, cells in rows:
        shown = "" if name == before else name
        written += f"{pad(shown, wide)}  {' '.join(cells)}".rstrip() + "\n"
        before = name
    return written


# -- data --------------------------------------------------------------------------------------------------------------


def _record(text: str, stages: Sequence[Stage], decoded: Decoded | None) -> str:
    record: dict[str, Any] = {
        "text": text,
        "stages": [
            {
                "kind": stage.kind,
                "name": stage.name,
                "options": dict(stage.options),
                "changed": stage.changed,
                "parts": [_part(part) for part in stage.parts],
            }
            for stage in stages
        ],
    }
    if decoded is not None:
        record["decoding"] = {
            "text": decoded.text,
            "stages": [
                {"name": step.name, "options": dict(step.options), "text": step.text} for step in decoded.stages
            ],
            "steps": [{"id": step.id, "token": step.token, "text": step.text} for step in decoded.steps],
        }
    return as_json(record)


def _part(part: Part) -> dict[str, Any]:
    found: dict[str, Any] = {"text": part.text, "start": part.start, "end": part.end, "role": part.role}
    if part.id is not None:
        found |= {"id": part.id, "type_id": part.type_id, "special": part.special}
    return found
