"""``tokviz stages`` and ``diff``: the stages of a text in a real tokenizer, and what two of them differ in.

The exit code of ``diff`` is that of diff: 0 for identical tokenizers, 1 where they differ.
"""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from tokviz.cli import files, tables
from tokviz.cli.inputs import opened, pattern_of, tell
from tokviz.cli.options import format_of, number
from tokviz.cli.tables import as_json, pad, width
from tokviz.errors import TokvizError
from tokviz.files.engine import Decoded, DecoderStage, Part, Stage
from tokviz.files.pipeline import Pipeline
from tokviz.files.stage_parts import dropped_parts
from tokviz.views.encoding.narration import lost_of_text
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import as_text
from tokviz.views.tokenizers.code_points import code_points, recoded
from tokviz.views.tokenizers.options import options_line, options_of, remarks
from tokviz.views.tokenizers.text_rows import stage_title
from tokviz.views.vocabularies.keys import DIFFERENCE_KEYS
from tokviz.views.vocabularies.tables import (
    LISTS,
    cells_csv,
    change_rows,
    change_sentence,
    change_table,
    counts_table,
    filled,
    flat_table,
    parts_table,
)
from tokviz.vocabularies.changes import MISSING, Changes, TextChanges, changes
from tokviz.vocabularies.text_changes import changes_of_text, reason

# -- stages ------------------------------------------------------------------------------------------------------------


_STAGES_FORMATS = ("text", "json")
_WIDTH = 100  # columns of a block of parts
_VALUE = 60  # letters of an option


def run_stages(arguments: Namespace, say: Catalog) -> int:
    """Print every stage, and what decoding the ids gives."""
    kind = format_of(arguments.format, arguments.output, _STAGES_FORMATS, "text")
    if arguments.tokenizer is None:
        raise TokvizError("cli-no-tokenizer")
    text = files.text(arguments.text, [arguments.tokenizer])
    pipeline = opened(arguments.tokenizer, pattern_of(arguments))
    tell(pipeline.notes, say)
    stages = pipeline.stages(text)
    ids = [part.id for part in stages[-1].parts if part.id is not None]
    decoded = pipeline.decode(ids) if pipeline.vocabulary else None  # codes number nothing that could be decoded
    contents = _stages_record(text, stages, decoded) if kind == "json" else _stages_text(stages, decoded, say)
    files.write(contents, arguments.output)
    lost = Counter(part.text for part in dropped_parts(pipeline.engine, text))
    if lost:
        files.write_error(as_text(lost_of_text(lost, say)))
    return 0


# -- text --------------------------------------------------------------------------------------------------------------


def _stages_text(stages: Sequence[Stage], decoded: Decoded | None, say: Catalog) -> str:
    change_rows: list[tuple[str, list[str]]] = []
    for stage, remark in zip(stages, remarks(stages, say), strict=True):
        change_rows += [(stage_title(stage, say), line) for line in (*_lines(stage), *_options(stage, say))]
        change_rows += [(stage_title(stage, say), [remark])] if remark else []
    if decoded is not None:
        decoder = say("tokenizers.stage.decoder")
        for step in decoded.stages[1:]:
            change_rows += [(f"{decoder} {step.name}", line) for line in ([visible(step.text)], *_options(step, say))]
        change_rows.append((say("tokenizers.stage.decoded"), [visible(decoded.text)]))
    return _aligned(change_rows)


def _lines(stage: Stage) -> Iterator[list[str]]:
    """Yield the parts of a stage side by side, with their ids below them; long ones in blocks."""
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
    """Yield a line with the options of a stage, below its parts."""
    if options := options_line(options_of(stage, say), say, _VALUE):
        yield [f"({options})"]


def _cell(part: Part) -> tuple[str, str]:
    return visible(part.text) or "∅", "–" if part.id is None else str(part.id)


def _blocks(cells: Sequence[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    block: list[tuple[str, str]] = []
    filled = 0
    for cell in cells:
        wide = max(map(width, cell)) + 1
        if block and filled + wide > _WIDTH:
            yield block
            block, filled = [], 0
        block.append(cell)
        filled += wide
    yield block


def _aligned(change_rows: Sequence[tuple[str, list[str]]]) -> str:
    """Return change_rows with their names to the left, each once."""
    wide = max(width(name) for name, _ in change_rows)
    written, before = "", ""
    for name, cells in change_rows:
        shown = "" if name == before else name
        written += f"{pad(shown, wide)}  {' '.join(cells)}".rstrip() + "\n"
        before = name
    return written


# -- data --------------------------------------------------------------------------------------------------------------


def _stages_record(text: str, stages: Sequence[Stage], decoded: Decoded | None) -> str:
    record: dict[str, Any] = {
        "text": text,
        "stages": [
            {
                "kind": stage.kind,
                "name": stage.name,
                "options": dict(stage.options),
                "changed": stage.changed,
                "recoded": [
                    {"text": new, "before": code_points(old), "after": code_points(new)}
                    for old, new in recoded(before, stage)
                ],
                "parts": [_part(part) for part in stage.parts],
            }
            for before, stage in pairwise((stages[0], *stages))
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
    record: dict[str, Any] = {"text": part.text, "start": part.start, "end": part.end, "role": part.role}
    if part.id is not None:
        record |= {"id": part.id, "type_id": part.type_id, "special": part.special}
    return record


# -- diff --------------------------------------------------------------------------------------------------------------


_DIFF_FORMATS = ("table", "csv", "json")
_ROWS = 20  # of each list in the terminal, unless it is asked for more
_DIFFERENT = 1


def run_diff(arguments: Namespace, say: Catalog) -> int:
    """Compare, and write what was asked for."""
    kind = format_of(arguments.format, arguments.output, _DIFF_FORMATS, "table")
    most = None if arguments.all else _ROWS if arguments.limit is None else number("--limit", arguments.limit)
    text = _diff_input(arguments)
    old, new = (_opened(name, pattern_of(arguments), say) for name in (arguments.old, arguments.new))
    with files.named(arguments.old, arguments.new):
        all_changes = changes(old, new)
        changed = None if text is None else _changes_of_text(old, new, text, say)
        match kind:
            case "csv":
                contents = cells_csv(flat_table(old, new, all_changes, changed, say))
            case "json":
                contents = tables.as_json(_diff_record(old, new, all_changes, changed, say))
            case _:
                contents = _diff_text(old, new, all_changes, changed, most, say)
    files.write(contents, arguments.output)
    return 0 if all_changes.are_none else _DIFFERENT


def _opened(name: str, pattern: str | None, say: Catalog) -> Pipeline:
    pipeline = opened(name, pattern)
    for note in pipeline.notes:
        files.write_error(f"{name}: {note.sentence(say.templates)}")
    return pipeline


def _changes_of_text(old: Pipeline, new: Pipeline, text: str, say: Catalog) -> TextChanges:
    """Compare both on a text; a terminal says so meanwhile, for a long text takes seconds."""
    files.rewrite(say("vocabulary.change.reading", characters=say.count("bytes.count.characters", len(text))))
    try:
        return changes_of_text(old, new, text)
    finally:
        files.rewrite("")


def _diff_input(arguments: Namespace) -> str | None:
    """Return the text of ``--text`` or ``--file``; None without one."""
    if arguments.text is not None:
        return files.argument(arguments.text)
    if [arguments.old, arguments.new, arguments.file].count(files.STDIN) > 1:
        raise TokvizError("cli-stdin-twice")
    return None if arguments.file is None else files.read_text(arguments.file)


# -- tables ------------------------------------------------------------------------------------------------------------


def _diff_text(
    old: Pipeline, new: Pipeline, all_changes: Changes, changed: TextChanges | None, most: int | None, say: Catalog
) -> str:
    text = (
        say("vocabulary.change.none") + "\n"
        if all_changes.are_none
        else tables.listing(filled(counts_table(all_changes, say), say), say)
    )
    for name in LISTS:
        every = change_rows(all_changes, name)
        if every:
            shown = tables.listing(filled(change_table(name, every[:most], say), say), say, total=len(every))
            text += f"\n{say(DIFFERENCE_KEYS[name])}\n{shown}"
    return text if changed is None else f"{text}\n{_of_text(old, new, all_changes, changed, most, say)}"


def _of_text(
    old: Pipeline, new: Pipeline, all_changes: Changes, changed: TextChanges, most: int | None, say: Catalog
) -> str:
    text = say("vocabulary.change.text", old=changed.old_tokens, new=changed.new_tokens, parts=len(changed.parts))
    if changed.around is not None:
        before, after = (" ".join(map(visible, tokens)) or "∅" for tokens in changed.around)
        text += f"\n{say('vocabulary.change.around', old=before, new=after)}"
    if not changed.parts:
        return f"{text}\n"
    shown = filled(parts_table(old, new, all_changes, changed.parts[:most], say), say)
    return f"{text}\n{tables.listing(shown, say, total=len(changed.parts))}"


# -- data --------------------------------------------------------------------------------------------------------------


def _diff_record(
    old: Pipeline, new: Pipeline, all_changes: Changes, changed: TextChanges | None, say: Catalog
) -> dict[str, Any]:
    record: dict[str, Any] = {"identical": all_changes.are_none}
    for name, column in LISTS.items():
        record[name] = [
            {
                column: item,
                **{key: value for key, value in (("old", old_value), ("new", other)) if value is not MISSING},
            }
            for item, old_value, other in change_rows(all_changes, name)
        ]
    if changed is not None:
        record["text"] = {
            "tokens": {"old": changed.old_tokens, "new": changed.new_tokens},
            "around": None if changed.around is None else dict(zip(("old", "new"), changed.around, strict=True)),
            "parts": [
                {
                    "text": part.text,
                    "start": part.start,
                    "occurrences": part.count,
                    "old": {"tokens": part.old, "ids": part.old_ids},
                    "new": {"tokens": part.new, "ids": part.new_ids},
                    "kind": why.kind,
                    "reason": change_sentence(why, say),
                }
                for part in changed.parts
                for why in [reason(old, new, all_changes, part)]
            ],
        }
    return record
