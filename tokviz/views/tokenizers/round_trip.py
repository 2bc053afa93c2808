"""There and back as sentences and tables: what comes back, where it first does not, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tokviz.errors import RulesError, brief
from tokviz.files.pipeline import Pipeline
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Bar, Chip, DataTable, Heading, Row
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.sentences import code
from tokviz.views.shared.tables import FilledTable, table_of_rows
from tokviz.vocabularies.partings import IdsTrip, Parting, Reason, TextParting, TextReason
from tokviz.vocabularies.round_trip import Singles, TextTrip, ids_trip

MOST_ROWS = 200
"""So many ids that do not come back are listed."""
_MOST_CHIPS = 24
_BEFORE = 6  # chips before the first that does not come back, where not all fit
_TEXT, _TOKENS = 60, 12  # letters of a text and tokens in a sentence
_JOINED = "\xa0"  # a line that is not broken is scrolled, beside chips that are not broken either
_WIDE = 120  # letters of a text in a row
_PARTED = 12  # the hue of tokens that do not come back

_WHY: Mapping[Reason, str] = {
    "no-token": "roundtrip.why.no-token",
    "no-text": "roundtrip.why.no-text",
    "bytes": "roundtrip.why.bytes",
    "unknown-name": "roundtrip.why.unknown-name",
    "continuing": "roundtrip.why.continuing",
    "clean-up": "roundtrip.why.clean-up",
    "space-between": "roundtrip.why.space-between",
    "added": "roundtrip.why.added",
    "normalizer": "roundtrip.why.normalizer",
    "space-put": "roundtrip.why.space-put",
    "space-taken": "roundtrip.why.space-taken",
    "end-put": "roundtrip.why.end-put",
    "unknown": "roundtrip.why.unknown",
    "byte-token": "roundtrip.why.byte-token",
    "unreached": "roundtrip.why.unreached",
    "border": "roundtrip.why.border",
    "merges": "roundtrip.why.merges",
    "likelier": "roundtrip.why.likelier",
    "longest": "roundtrip.why.longest",
    "other": "roundtrip.why.other",
}
_WHY_TEXT: Mapping[TextReason, str] = {
    "clean-up": "roundtrip.text.clean-up",
    "taken-along": "roundtrip.text.taken-along",
    "unknown": "roundtrip.text.unknown",
    "normalizer": "roundtrip.text.normalizer",
    "space-put": "roundtrip.text.space-put",
    "space-taken": "roundtrip.text.space-taken",
    "dropped": "roundtrip.text.dropped",
    "not-encoded": "roundtrip.text.not-encoded",
    "space-between": "roundtrip.text.space-between",
    "end-put": "roundtrip.text.end-put",
    "mark": "roundtrip.text.mark",
    "other": "roundtrip.why.other",
}
REASON_KEYS: Mapping[Reason, str] = {
    "no-token": "roundtrip.name.no-token",
    "no-text": "roundtrip.name.no-text",
    "bytes": "roundtrip.name.bytes",
    "unknown-name": "roundtrip.name.unknown-name",
    "continuing": "roundtrip.name.continuing",
    "clean-up": "roundtrip.name.clean-up",
    "space-between": "roundtrip.name.space-between",
    "added": "roundtrip.name.added",
    "normalizer": "roundtrip.name.normalizer",
    "space-put": "roundtrip.name.space-put",
    "space-taken": "roundtrip.name.space-taken",
    "end-put": "roundtrip.name.end-put",
    "unknown": "roundtrip.name.unknown",
    "byte-token": "roundtrip.name.byte-token",
    "unreached": "roundtrip.name.unreached",
    "border": "roundtrip.name.border",
    "merges": "roundtrip.name.merges",
    "likelier": "roundtrip.name.likelier",
    "longest": "roundtrip.name.longest",
    "other": "roundtrip.name.other",
}
"""Reason -> its name in a table."""


def read_ids(text: str, pipeline: Pipeline) -> tuple[int, ...]:
    """Read ids with spaces or commas between them. Raises RulesError for what is no id of a token."""
    listed = text.replace(",", " ").split()
    for word in listed:
        if not (word.isascii() and word.isdigit() and len(word) < 11 and int(word) in pipeline.tokens):
            raise RulesError("unknown-id", value=brief(word))
    return tuple(map(int, listed))


def trip_of_ids(pipeline: Pipeline, typed: str, text: str) -> IdsTrip:
    """Send typed ids there and back; where none are typed, those of the first tokens of a text letter by letter, as far
    as letters have ids. Raises TokvizError."""
    if typed.strip():
        return ids_trip(pipeline, read_ids(typed, pipeline))
    known = pipeline.vocabulary
    tokens = [part.text for part in pipeline.encode(text, special=False).parts][:_TOKENS]
    apart = [letter for token in tokens for letter in (token if set(token) <= known.keys() else (token,))]
    return ids_trip(pipeline, [known[token] for token in apart if token in known])


# -- sentences, with tokens and texts as code --------------------------------------------------------------------------


def sentences_on_ids(trip: IdsTrip, say: Catalog) -> tuple[str, ...]:
    """Say that ids come back; or which are the first that do not, and why."""
    parting = trip.parting
    if parting is None:
        return (say("roundtrip.ids.returns"),)
    old, new = _tokens(parting.old_tokens, parting.old), _tokens(parting.new_tokens, parting.new)
    key = "roundtrip.ids.parts" if old and new else "roundtrip.ids.gone" if old else "roundtrip.ids.more"
    return say(key, place=parting.at + 1, old=old, new=new), reason_text(parting, say)


def reason_text(parting: Parting, say: Catalog) -> str:
    """Return the sentence with the reason for a parting of ids."""
    return say(
        _WHY[parting.reason],
        old=_tokens(parting.old_tokens, parting.old),
        new=_tokens(parting.new_tokens, parting.new),
        text=_text(parting.text),
        token=code(visible(parting.token)),
    )


def sentences_on_text(trip: TextTrip, say: Catalog) -> tuple[str, ...]:
    """Say that a text comes back; or what of it is the first that does not, and why."""
    parting = trip.parting
    if parting is None:
        return (say("roundtrip.text.returns"),)
    old, new = _text(parting.old), _text(parting.new)
    key = _key(parting)
    why = say(_WHY_TEXT[parting.reason], old=old, new=new, token=code(visible(parting.token)))
    return say(key, place=parting.at + 1, old=old, new=new), why


def _key(parting: TextParting) -> str:
    if not parting.old:
        return "roundtrip.text.more"
    return "roundtrip.text.parts" if parting.new else "roundtrip.text.gone"


def verdict_on_singles(singles: Singles, say: Catalog) -> str:
    """Return the sentence that counts the ids that do not come back alone."""
    values = {"lost": len(singles.lost), "looked": singles.looked, "entries": singles.entries}
    if singles.looked < singles.entries:
        return say("roundtrip.each.first", **values)
    return say("roundtrip.each.lost" if singles.lost else "roundtrip.each.all", **values)


def _text(text: str) -> str:
    return code(shorten(visible(text), _TEXT)) if text else ""


def _tokens(tokens: Sequence[str], ids: Sequence[int]) -> str:
    named = [code(visible(token)) if token else str(number) for token, number in zip(tokens, ids, strict=True)]
    return " ".join(named[:_TOKENS]) + (" …" if len(named) > _TOKENS else "")


# -- tables ------------------------------------------------------------------------------------------------------------


def way_table(trip: IdsTrip, say: Catalog, text: str | None = None) -> DataTable:
    """Return the way as rows: the text that it began with, if it did, ids as tokens, their text, and ids again. Tokens
    that do not come back are in color."""
    parting = trip.parting
    at = parting.at if parting else 0
    old, new = (len(parting.old), len(parting.new)) if parting else (0, 0)
    begin = [] if text is None else [Row((say("roundtrip.row.text"), _shown(text), ""))]
    back = "roundtrip.row.text" if text is None else "roundtrip.row.text-again"
    rows = [
        *begin,
        Row((say("roundtrip.row.ids"), _chips(trip.tokens, trip.ids, at, old), _numbers(trip.ids, at))),
        Row((say(back), _shown(trip.text), "")),
        Row((say("roundtrip.row.ids-again"), _chips(trip.again_tokens, trip.again, at, new), _numbers(trip.again, at))),
    ]
    headings = tuple(Heading(say(key)) for key in ("roundtrip.row", "cli.column.tokens", "cli.column.ids"))
    return DataTable(say("roundtrip.title"), headings, tuple(rows))


def _shown(text: str) -> str:
    return shorten(visible(text), _WIDE)


def _window(number: int, at: int) -> tuple[int, int]:
    """Return the range that is shown: all, or those around the first that does not come back."""
    first = 0 if number <= _MOST_CHIPS else max(0, at - _BEFORE)
    return first, min(number, first + _MOST_CHIPS)


def _chips(tokens: Sequence[str], ids: Sequence[int], at: int, parted: int) -> tuple[Chip, ...]:
    first, last = _window(len(ids), at)
    chips = [
        Chip(visible(tokens[place]) or str(ids[place]), hue=_PARTED if at <= place < at + parted else None)
        for place in range(first, last)
    ]
    return (*_more(first > 0), *chips, *_more(last < len(ids)))


def _more(is_cut: bool) -> Iterator[Chip]:
    if is_cut:
        yield Chip("…")


def _numbers(ids: Sequence[int], at: int) -> str:
    first, last = _window(len(ids), at)
    return _JOINED.join(["…"] * (first > 0) + [str(number) for number in ids[first:last]] + ["…"] * (last < len(ids)))


def reasons_table(singles: Singles, say: Catalog) -> DataTable:
    """Return the ids that do not come back alone, counted by reason, as bars."""
    most = max((number for _, number in singles.by_reason), default=1)
    rows = (
        Row((say(REASON_KEYS[reason]), Bar(say.integer(number), number / most))) for reason, number in singles.by_reason
    )
    return DataTable(
        say("roundtrip.each.reasons"), (Heading(say("column.reason")), Heading(say("column.count"))), tuple(rows)
    )


def lost_table(singles: Singles, say: Catalog) -> FilledTable:
    """Return one row an id that does not come back: its token, its text, the tokens of that, and the reason; the first
    :data:`MOST_ROWS`."""
    rows = [
        (
            trip.ids[0],
            visible(trip.tokens[0]),
            visible(trip.text),
            " ".join(map(visible, trip.again_tokens)),
            say(REASON_KEYS[trip.parting.reason]) if trip.parting else "",
        )
        for trip in singles.lost[:MOST_ROWS]
    ]
    return table_of_rows(("id", "token", "text", "again", "reason"), rows)
