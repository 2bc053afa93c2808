"""``tokviz roundtrip``: a text or ids there and back, and each id of a vocabulary alone.

The exit code is 0 if all comes back, and 1 if not.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from tokviz.cli import files, tables
from tokviz.cli.inputs import opened, pattern_of, tell
from tokviz.cli.options import format_of
from tokviz.cli.shows import text_of
from tokviz.errors import TokvizError, brief
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import as_text, segments
from tokviz.views.shows import Grid, Show, Text
from tokviz.views.tokenizers.round_trip import (
    lost_table,
    read_ids,
    reason_text,
    reasons_table,
    sentences_on_ids,
    sentences_on_text,
    verdict_on_singles,
    way_table,
)
from tokviz.vocabularies.partings import IdsTrip
from tokviz.vocabularies.round_trip import Singles, TextTrip, ids_trip, single_trips, text_trip

_FORMATS = ("text", "json")
_LOST = 1


def run(arguments: Namespace, say: Catalog) -> int:
    """Print what comes back, and where and why the rest does not."""
    kind = format_of(arguments.format, arguments.output, _FORMATS, "text")
    beside = "--each" if arguments.each else "" if arguments.ids is None else "--ids"
    if arguments.text and beside:
        raise TokvizError("cli-unused", option=brief(arguments.text[0]), beside=beside)
    is_of_text = not beside
    text = files.text(arguments.text, [arguments.tokenizer]) if is_of_text else ""
    pipeline = opened(arguments.tokenizer, pattern_of(arguments))
    tell(pipeline.notes, say)
    if arguments.each:
        singles = single_trips(pipeline)
        shows, record, returns = _each(singles, say), _each_record(singles, say), not singles.lost
    elif is_of_text:
        trip = text_trip(pipeline, text)
        shows, record, returns = _text(trip, say), _text_record(trip, say), trip.returns and trip.onward.returns
    else:
        onward = ids_trip(pipeline, read_ids(" ".join(arguments.ids), pipeline))
        shows, record, returns = _ids_shows(onward, say), _ids_record(onward, say), onward.returns
    files.write(tables.as_json(record) if kind == "json" else text_of(shows, say), arguments.output)
    return 0 if returns else _LOST


# -- text --------------------------------------------------------------------------------------------------------------


def _sentences(said: Sequence[str]) -> list[Show]:
    return [Text(segments(sentence)) for sentence in said]


def _text(trip: TextTrip, say: Catalog) -> list[Show]:
    said = (*sentences_on_text(trip, say), *sentences_on_ids(trip.onward, say))
    return [way_table(trip.onward, say, trip.text), *_sentences(said)]


def _ids_shows(trip: IdsTrip, say: Catalog) -> list[Show]:
    return [way_table(trip, say), *_sentences(sentences_on_ids(trip, say))]


def _each(singles: Singles, say: Catalog) -> list[Show]:
    shows: list[Show] = _sentences([verdict_on_singles(singles, say)])
    if singles.lost:
        shows += [reasons_table(singles, say), Grid(say("roundtrip.each.list"), lost_table(singles, say))]
    return shows


# -- data --------------------------------------------------------------------------------------------------------------


def _ids_record(trip: IdsTrip, say: Catalog) -> dict[str, Any]:
    record: dict[str, Any] = {
        "ids": trip.ids,
        "tokens": trip.tokens,
        "text": trip.text,
        "again": {"ids": trip.again, "tokens": trip.again_tokens},
        "returns": trip.returns,
    }
    if trip.parting is not None:
        parting = trip.parting
        record["parting"] = {
            "at": parting.at,
            "ids": parting.old,
            "again": parting.new,
            "text": parting.text,
            "kind": parting.reason,
            "reason": as_text(segments(reason_text(parting, say))),
        }
    return record


def _text_record(trip: TextTrip, say: Catalog) -> dict[str, Any]:
    record: dict[str, Any] = {"text": trip.text, "onward": _ids_record(trip.onward, say), "returns": trip.returns}
    if trip.parting is not None:
        record["parting"] = {
            "at": trip.parting.at,
            "character": trip.parting.old,
            "again": trip.parting.new,
            "kind": trip.parting.reason,
            "reason": as_text(segments(sentences_on_text(trip, say)[-1])),
        }
    return record


def _each_record(singles: Singles, say: Catalog) -> dict[str, Any]:
    return {
        "looked": singles.looked,
        "entries": singles.entries,
        "reasons": dict(singles.by_reason),
        "lost": [_ids_record(trip, say) for trip in singles.lost],
    }
