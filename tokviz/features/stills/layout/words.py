"""Words in symbols, with what is beside them: trainings by merges and from the top down, and the encoding of a word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import Any

from tokviz.features.stills.figure import WORD, Box, Key, Line, width_of
from tokviz.features.stills.layout.blocks import (
    CHIP,
    GAP,
    WIDTH,
    Block,
    Chip,
    Mark,
    Pen,
    beside,
    chip_row,
    chip_width,
    cut_text,
    flowed,
    heading,
    inline,
    listed,
    named,
    numbered,
    others,
)
from tokviz.features.stills.layout.languages import LANGUAGE_HUES
from tokviz.views.shared.catalog import load
from tokviz.views.shared.palette import Palette, oklch

_ROWS = 12  # words that a still has room for, and rows of what a step chooses from
_CANDIDATES = 9
_COUNT = 44  # the width of the counts before the words
_LINES = 3  # of the vocabulary
_ROW = CHIP + 9  # from a row of what is ranked to the next one
_ALL = 40  # chips of a row; the others are a number

Payload = Mapping[str, Any]
Draw = Callable[[int], Chip]
"""Makes the chip of a symbol, by its place in the pool."""


# -- rows of words -----------------------------------------------------------------------------------------------------


def _symbols(payload: Payload, total: int, palette: Palette) -> Draw:
    """Return the drawer of symbols: gray from the start, else in the hue of the merge."""
    picture = payload["picture"]
    numbers = {origin["symbol"]: origin["number"] for origin in picture["origins"]}
    marks = tuple(dict.fromkeys(text for cell in picture["cells"] for text in (cell["before"], cell["after"]) if text))

    def draw(symbol: int) -> Chip:
        number = numbers.get(symbol)
        edge = palette.hue(number, total) if number else palette.edge
        return Chip(payload["tokens"][symbol]["text"], palette.chip(number, total), edge, marks=marks)

    return draw


def _marked_rows(frame: Payload) -> dict[int, list[Payload]]:
    """Return row -> what is marked in it, each row once: one that was found can be among the frequent ones, too."""
    rows: dict[int, list[Payload]] = {}
    for group in frame["groups"]:
        for place, row in enumerate(group["rows"]):
            rows.setdefault(row, [span for span in group["spans"] if span["place"] == place])
    return rows


def _foremost(rows: Mapping[int, Sequence[Payload]], most: int) -> list[int]:
    """Return the rows that are drawn, in their order: of too many those first in which something happens."""
    ranked = sorted(rows, key=lambda row: not rows[row])  # stable: the others keep their order
    drawn = set(ranked[:most])
    return [row for row in rows if row in drawn]


def _row_block(
    name: str,
    row: Payload,
    spans: Sequence[Payload],
    draw: Draw,
    ahead: str,
    palette: Palette,
    most: float,
) -> Block:
    """Return the chips of a word, with what is new and what comes next. name: of the row, the same at all steps; ahead:
    the color of what comes next."""
    symbols = row["symbols"]
    drawn = [draw(symbol) for symbol in symbols[:_ALL]]
    ends = list(accumulate(len(chip.text) for chip in drawn))
    keys: list[Key] = [(WORD, name, end - len(chip.text), end) for chip, end in zip(drawn, ends, strict=True)]
    new = {span["start"] + place for span in spans if span["mark"] == "new" for place in range(span["length"])}
    drawn = [Chip(chip.text, chip.fill, chip.edge, place in new, chip.marks) for place, chip in enumerate(drawn)]
    if len(symbols) > _ALL:
        drawn.append(Chip(f"… +{len(symbols) - _ALL}", palette.ground, palette.line))
    framed = [
        Mark(span["start"], span["length"], ahead if span["mark"] == "next" else palette.bad, is_dashed=True)
        for span in spans
        if span["mark"] != "new" and span["start"] + span["length"] <= _ALL
    ]
    bars, falling = row.get("bars", ()), row.get("falling", ())
    return chip_row(drawn, framed, palette, most, bars=bars, falling=falling, keys=keys)


def _counted_rows(payload: Payload, frame: Payload, draw: Draw, ahead: str, palette: Palette, most: float) -> Block:
    """Return words with their counts before them."""
    pen, y = Pen(palette), 4.0
    rows = _marked_rows(frame)
    for row in _foremost(rows, _ROWS):
        word = payload["rows"][row]
        block = _row_block(word["label"], word, rows[row], draw, ahead, palette, most - _COUNT)
        pen.text(_COUNT - 14, y + CHIP * 0.69, f"{word['count']}×", anchor="end", is_bold=True, color=palette.ink)
        pen.place(block, _COUNT, y)
        y += block.height + 13
    return pen.block(y - 9)


def _words_heading(payload: Payload, frame: Payload, palette: Palette, most: float) -> Block:
    labels, rows = payload["picture"]["labels"], _marked_rows(frame)
    shown, total = min(len(rows), _ROWS), payload["picture"]["words"]
    part = payload["labels"]["words_of"].replace("{shown}", str(shown)).replace("{total}", str(total))
    detail = part if shown < total else labels.get("words_whole", "")
    return heading(labels.get("words") or labels["words_name"], detail, palette, most)


# -- a training by merges ----------------------------------------------------------------------------------------------


def merges(payload: Payload, frame: Payload, step: int, palette: Palette) -> list[Block]:
    """Return the blocks of a training by merges: the turns of languages if they take turns, words and candidates,
    vocabulary."""
    total = payload["total"]
    draw = _symbols(payload, total, palette)
    coming = min(step + 1, max(total, 1))
    ahead = palette.hue(coming, total)
    half = (WIDTH - GAP) / 2
    left = named(
        "words",
        _words_heading(payload, frame, palette, half),
        _counted_rows(payload, frame, draw, ahead, palette, half),
    )
    candidates = _candidates(payload, frame, draw, (palette.chip(coming, total), ahead), palette, half)
    right = named("candidates", _tests(frame, draw, palette, half), candidates)
    has_turns = any("turn" in every for every in payload["frames"])
    return [
        *([named("turns", _turns(frame, palette))] if has_turns else []),
        beside(left, right, half + GAP),
        _vocabulary(payload, frame, step, draw, palette),
    ]


def _candidates(
    payload: Payload, frame: Payload, draw: Draw, hue: tuple[str, str], palette: Palette, most: float
) -> Block:
    """Return the pairs that the next merge chooses from, with bars. hue: fill and edge of what the next one makes."""
    candidates, labels = frame["candidates"], payload["picture"]["labels"]
    rows = []
    shown = candidates["rows"][:_CANDIDATES]
    for place, row in enumerate(shown):
        is_first = place == 0 and candidates["tied"] > 0
        note = ""
        if is_first:
            note = labels["wins_tied"] if candidates["tied"] > 1 else labels["wins"]
        elif place < candidates["tied"]:
            note = labels["tied"]
        pen = Pen(palette)
        with pen.of(("pair", *(payload["tokens"][row[side]]["text"] for side in ("left", "right")))):
            _candidate(pen, payload, row, draw, hue if is_first else None, note, most)
        rows.append(pen.block(_ROW))
    other = candidates.get("other")
    if other:
        pen = Pen(palette)
        left = _candidate(pen, payload, other["row"], draw, None, other["note"]["long"], most)
        pen.ring(left, 0, _PAIR - left, palette.bad, is_dashed=True)
        rows.append(pen.block(_ROW))
    head = heading(candidates["title"], candidates["rule"], palette, most)
    return listed(head, rows, palette, others(candidates["total"] - len(shown), payload))


_VERDICT = 104  # the room of what a test decides
_LANGUAGE = 120  # the room of a name before its bar


def _turns(frame: Payload, palette: Palette) -> Block:
    """Return a bar for each language, with what is said of its turn; nothing after the last one."""
    turn = frame.get("turn")
    if not turn:
        return Block((), 0)
    rows, room = [], WIDTH * 0.4
    for number, language in enumerate(turn["languages"]):
        pen, has_turn = Pen(palette), language["state"] == "turn"
        name = cut_text(language["name"], _LANGUAGE - 12, 12.5)
        pen.text(0, 10, name, color=palette.ink, is_bold=has_turn)
        pen.bar(_LANGUAGE, 0, room, language["share"], oklch(0.68, 0.13, LANGUAGE_HUES[number % len(LANGUAGE_HUES)]))
        told = " · ".join(filter(None, (language["worth"], language["note"])))
        most = WIDTH - _LANGUAGE - room - 12
        pen.text(_LANGUAGE + room + 12, 10, cut_text(told, most, 12.5), color=palette.ink, is_bold=has_turn)
        rows.append(pen.block(22))
    turns = listed(heading(turn["title"], turn["rule"], palette, WIDTH), rows, palette)
    return replace(turns, height=turns.height - 8)


def _tests(frame: Payload, draw: Draw, palette: Palette, most: float) -> Block:
    """Return the tests of the parts of a merge by which a token is removed; nothing where none were made."""
    tests = frame.get("tests")
    if not tests:
        return Block((), 0)
    rows, start, room = [], _PAIR * 0.5 + 14, most * 0.3
    for row in tests["rows"]:
        pen, chip = Pen(palette), draw(row["symbol"])
        width = min(chip_width(chip), _PAIR * 0.5)
        pen.chip(chip, 0, 0, width)
        if row["out"]:
            pen.add(Line(0, CHIP / 2, width, CHIP / 2, palette.bad, 2))
        pen.bar(start, 8, room, row["bar"], palette.bad if row["fails"] else palette.bar)
        if row["limit"] is not None:
            limit = start + room * row["limit"]
            pen.add(Line(limit, 4, limit, 22, palette.ink, 2))
        verdict = cut_text(row["verdict"], _VERDICT, 12.5)
        worth = cut_text(row["worth"], most - start - room - _VERDICT - 12, 12.5)
        pen.text(start + room + 8, CHIP * 0.69, worth, color=palette.ink)
        pen.text(most, CHIP * 0.69, verdict, anchor="end", color=palette.ink, is_bold=row["fails"])
        rows.append(pen.block(_ROW))
    return listed(heading(tests["title"], "", palette, most), [*rows, Block((), 4)], palette)


_PAIR = 106  # the room of a pair before its bar
_NOTE = 146  # of what is said behind it
_WORTH, _LONGEST = 30, 66  # of what it is worth, usually and at most


def _candidate(
    pen: Pen,
    payload: Payload,
    row: Payload,
    draw: Draw,
    hue: tuple[str, str] | None,
    note: str,
    most: float,
) -> float:
    """Draw a pair with its bar; returns where its chips begin. hue: fill and edge of the bar of the one that wins.
    note: what is said after the bar."""
    drawn = [draw(row["left"]), draw(row["right"])]
    widths = [chip_width(chip) for chip in drawn]
    scale = min(1.0, (_PAIR - 8) / sum(widths))
    left = x = _PAIR - 4 - sum(widths) * scale
    for chip, width in zip(drawn, widths, strict=True):
        pen.chip(chip, x, 0, width * scale)
        x += width * scale + 4
    start = _PAIR + 12
    room = most - start - _WORTH - _NOTE
    fill, edge = hue or (pen.palette.bar, "")
    pen.filled_bar(start, 1, room, _bar_parts(payload, row), fill, edge)
    ink = pen.palette.ink
    worth, x = cut_text(row["worth"], _LONGEST, 12.5), start + room + 8
    pen.text(x, CHIP * 0.69, worth, color=ink, is_bold=True)
    x += max(_WORTH, width_of(worth, 12.5, is_bold=True) + 8)
    pen.text(x, CHIP * 0.69, cut_text(note, most - x, 12), color=ink if hue else "", size=12)
    return left


def _bar_parts(payload: Payload, row: Payload) -> list[tuple[float, tuple[str, ...]]]:
    """Return the parts of a pair's bar, as the page has them: the words that add to a count, or one for a score."""
    picture = payload["picture"]
    longest = picture["longest"] or 1
    if picture["measure"] != "count":
        return [(min(1, row["bar"] / longest), (row["worked"],))]
    say = load(payload["lang"])
    words = zip(row["words"]["words"], row["words"]["counts"], strict=True)
    return [(count / longest, (f"{word} {say.integer(count)}", say.integer(count))) for word, count in words]


def _vocabulary(payload: Payload, frame: Payload, step: int, draw: Draw, palette: Palette) -> Block:
    """Return the symbols of the start and the tokens that merges made so far, as far as there is room."""
    picture = payload["picture"]
    labels = picture["labels"]
    drawn: list[Chip] = []
    keys: list[Key] = []
    if picture["folded"]:
        text = numbered(labels["folded"], picture["folded"], payload)
        drawn.append(Chip(text, palette.ground, palette.line))
        keys.append(("folded",))
    for letter in picture["letters"]:
        keys.append(("letter", payload["tokens"][letter["symbol"]]["text"]))
        drawn.append(_used(draw(letter["symbol"]), _is_on(letter["toggles"], step, is_on=True), palette))
    merged = [token for token in picture["merges"] if token["number"] <= step]
    if merged and merged[0]["number"] > 1:
        drawn.append(Chip(f"… {merged[0]['number'] - 1}", palette.ground, palette.line))
        keys.append(("earlier",))
    for token in merged:
        chip = _used(draw(token["symbol"]), _is_on(token["toggles"], step, is_on=False), palette)
        drawn.append(Chip(chip.text, chip.fill, chip.edge, token["number"] == step, chip.marks, chip.is_quiet))
        keys.append(("merge", token["number"]))
    return named(
        "vocabulary",
        heading(labels["vocabulary"], "", palette, WIDTH),
        flowed(drawn, partial(numbered, labels["more"], payload=payload), palette, WIDTH, _LINES, keys),
        inline(frame["vocabulary"], palette, WIDTH),
        gap=4,
    )


def _is_on(toggles: Iterable[int], step: int, *, is_on: bool) -> bool:
    for at in toggles:
        if at <= step:
            is_on = not is_on
    return is_on


def _used(chip: Chip, is_on: bool, palette: Palette) -> Chip:
    if is_on:
        return chip
    return Chip(chip.text, palette.ground, palette.line, marks=chip.marks, is_quiet=True)


# -- the encoding of a word --------------------------------------------------------------------------------------------


def encoding(payload: Payload, frame: Payload, step: int, palette: Palette) -> list[Block]:
    """Return the blocks of an encoding: the word, with other rows below it, what the step chooses from."""
    total = payload["picture"]["merges"] or 1
    choice = frame.get("choice")
    most = (WIDTH - GAP) * 0.56 if choice else WIDTH
    draw = _symbols(payload, total, palette)
    rows = named("words", _labeled_rows(payload, frame, draw, palette.accent, palette, most))
    if choice is None:
        return [rows]
    right = named("candidates", _choice(payload, choice, palette, WIDTH - most - GAP))
    return [beside(rows, right, most + GAP)]


def chips(payload: Payload, frame: Payload, step: int, palette: Palette) -> list[Block]:
    """Return rows of chips that have only their texts."""

    def draw(symbol: int) -> Chip:
        return Chip(payload["tokens"][symbol]["text"], palette.letter, palette.edge)

    return [named("words", _labeled_rows(payload, frame, draw, palette.accent, palette, WIDTH))]


def _labeled_rows(payload: Payload, frame: Payload, draw: Draw, ahead: str, palette: Palette, most: float) -> Block:
    pen, y = Pen(palette), 0.0
    rows = _marked_rows(frame)
    for row in _foremost(rows, _ROWS):
        word = payload["rows"][row]
        label = " · ".join(filter(None, (word["label"], word.get("note", ""))))
        if label:
            pen.text(0, y + 13, cut_text(label, most, 12.5))
            y += 24
        block = _row_block(word["label"], word, rows[row], draw, ahead, palette, most)
        pen.place(block, 4, y)
        y += block.height + 16
    return pen.block(y)


_SIGNS = {"wins": "▸", "open": "", "out": "✕", "done": "✓"}


def _choice(payload: Payload, choice: Payload, palette: Palette, most: float) -> Block:
    """Return the rows that a step chooses from."""
    rows = []
    for candidate in choice["tries"][:_CANDIDATES]:
        is_out = candidate["kind"] in ("out", "done")
        fill, edge = (palette.ground, palette.line) if is_out else (palette.letter, palette.edge)
        drawn = [Chip(name, fill, edge, is_quiet=is_out) for name in candidate["names"]]
        room = most * 0.5
        widths = [chip_width(chip) for chip in drawn]
        scale = min(1.0, (room - 4 * len(drawn)) / max(1.0, sum(widths)))
        pen, x = Pen(palette), 22.0
        wins = candidate["kind"] == "wins"
        pen.text(4, CHIP * 0.69, _SIGNS[candidate["kind"]], color=palette.accent if wins else "")
        for chip, width in zip(drawn, widths, strict=True):
            pen.chip(chip, x, 0, width * scale)
            x += width * scale + 4
        if wins:
            pen.ring(22, 0, x - 26, palette.accent)
        worth = cut_text(candidate["worth"], most - x - 12, 12.5)
        pen.text(x + 12, CHIP * 0.69, worth, color="" if is_out else palette.ink)
        rows.append(pen.block(_ROW + 2))
    rest = choice["others"] + max(0, len(choice["tries"]) - _CANDIDATES)
    return listed(heading(choice["title"], choice["rule"], palette, most), rows, palette, others(rest, payload))


# -- a training from the top down --------------------------------------------------------------------------------------


def top_down(payload: Payload, frame: Payload, step: int, palette: Palette) -> list[Block]:
    """Return the blocks of a top-down training: words and substrings, what is kept."""
    labels = payload["picture"]["labels"]
    half = (WIDTH - GAP) / 2

    def draw(token: int) -> Chip:
        text = payload["tokens"][token]["text"]
        is_letter = len(text.removeprefix(payload["picture"]["mark"])) == 1
        fill = palette.letter if is_letter else palette.tint
        return Chip(text, fill, palette.edge, marks=(payload["picture"]["mark"],))

    left = named(
        "words",
        _words_heading(payload, frame, palette, half),
        _counted_rows(payload, frame, draw, palette.accent, palette, half),
    )
    main = [left]
    if "selection" in frame:
        right = named("candidates", _selection(payload, frame["selection"], draw, palette, half))
        main = [beside(left, right, half + GAP)]
    kept: list[Chip] = []
    for substring in frame["kept"]:
        chip = draw(substring["token"])
        kept.append(Chip(chip.text, chip.fill, chip.edge, substring["new"], chip.marks))
    vocabulary = [heading(labels["kept_name"], "", palette, WIDTH), inline(frame["vocabulary"], palette, WIDTH)]
    if kept:
        vocabulary.append(flowed(kept, partial(numbered, labels["more"], payload=payload), palette, WIDTH, _LINES))
    return [*main, named("vocabulary", *vocabulary, gap=4)]


def _selection(payload: Payload, selection: Payload, draw: Draw, palette: Palette, most: float) -> Block:
    """Return the substrings of a length, with what is left of their counts."""
    labels = payload["picture"]["labels"]
    rows = selection["rows"][:_CANDIDATES]
    longest = max([1, selection["threshold"], *(row["count"] for row in rows)])
    drawn, start = [], _PAIR + 14
    room = most - start - 170
    for row in rows:
        pen, chip = Pen(palette), draw(row["token"])
        pen.chip(chip, 0, 0, min(chip_width(chip), _PAIR))
        pen.bar(start, 8, room, row["count"] / longest, palette.bar)
        if row["remains"] > 0:
            color = palette.accent if row["kept"] else palette.edge
            pen.add(Box(start, 8, room * row["remains"] / longest, 10, color, radius=2))
        limit = start + room * selection["threshold"] / longest
        pen.add(Line(limit, 3, limit, 23, palette.ink))
        outcome = labels["kept"] if row["kept"] else labels["gone"]
        numbers = f"{row['remains']} / {row['count']}"
        pen.text(start + room + 10, CHIP * 0.69, numbers, color=palette.ink)
        pen.text(most, CHIP * 0.69, outcome, color=palette.good if row["kept"] else "", anchor="end")
        drawn.append(pen.block(_ROW))
    head = heading(selection["title"], selection["limit"], palette, most)
    return listed(head, drawn, palette, others(selection["total"] - len(rows), payload))
