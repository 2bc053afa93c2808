"""A Unigram training: each word in its color with its segmentations, pieces with bars; a pruning splits words again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tokviz.features.stills.figure import FALLS, WORD, Box, Key, Line
from tokviz.features.stills.layout.blocks import (
    CHIP,
    GAP,
    WIDTH,
    Block,
    Chip,
    Pen,
    beside,
    chip_row,
    chip_width,
    cut_text,
    heading,
    listed,
    named,
    numbered,
)
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.palette import HUES, Palette, oklch
from tokviz.views.shared.sentences import without_marks

_WAYS = 3  # segmentations of a word
_PIECES = 14
_ROW = CHIP + 6  # from a piece to the next one
_SIGNS = {"up": "▲", "down": "▼", "removed": "✕", "dropped": "✕", "restored": "+"}
_GONE = ("removed", "dropped")
_COUNT, _NAME = 38, 128  # where the name of a word begins, and where its segmentations do
_LABEL, _PRODUCT = 56, 90  # the room of "without", where a word is split again, and of a product
_BAR, _SHARE = 66, 46  # the least room of the longest bar of a share, and that of its number
_AIR, _BETWEEN = 14, 7  # before the bars, and between two chips
_FEW = 6  # of so many words each has two lines at a pruning, so that none moves when it is split again
_LEAST = 0.004  # of a count: less has no bar of its own, as on the page
_SAME = 1.05  # so many times less likely is not said
_MEASURES = {"expect": "count", "prune": "loss"}  # all other steps have probabilities

Payload = Mapping[str, Any]


def unigram(payload: Payload, frame: Payload, step: int, palette: Palette) -> list[Block]:
    """Return the blocks of a Unigram training: words and pieces."""
    view = frame["view"]
    left_most = WIDTH * 0.52
    heads = view["heads"]
    words = _split_again if view["kind"] == "prune" else _words
    left = named(
        "words",
        heading(heads["words"]["name"], heads["words"]["shows"], palette, left_most),
        words(payload, view, palette, left_most),
    )
    right_most = WIDTH - left_most - GAP
    right = named("candidates", _pieces(payload, view, palette, right_most))
    return [beside(left, right, left_most + GAP)]


# -- words -------------------------------------------------------------------------------------------------------------


def _hue(word: int) -> int:
    return HUES[word % len(HUES)]


def _bar_color(word: int, palette: Palette) -> str:
    return oklch(palette.depth + 0.08, 0.135, _hue(word))


def _keys(name: str, pieces: Sequence[str]) -> list[Key]:
    """Return the keys of the tokens of a word: its best segmentation keeps them when it becomes another one."""
    ends = [sum(map(len, pieces[: place + 1])) for place in range(len(pieces))]
    return [(WORD, name, end - len(piece), end) for piece, end in zip(pieces, ends, strict=True)]


def _chips(
    payload: Payload, numbers: Sequence[int], edge: str, fill: str, unknown: Sequence[int], palette: Palette
) -> list[Chip]:
    texts = [payload["picture"]["pieces"][piece] for piece in numbers]
    return [Chip(text, fill, palette.bad if place in unknown else edge) for place, text in enumerate(texts)]


def _named(pen: Pen, payload: Payload, number: int, y: float, *, is_quiet: bool = False) -> None:
    """Draw the name of a word in its color, with its count before it."""
    palette, word = pen.palette, payload["picture"]["words"][number]
    fill, edge = (palette.ground, palette.line) if is_quiet else _colors(number, palette)
    ink = palette.muted if is_quiet else palette.ink
    with pen.of(("name", number)):
        pen.text(_COUNT - 8, y + CHIP * 0.69, f"{word['count']}×", anchor="end", is_bold=not is_quiet, color=ink)
        text = cut_text(word["text"], _NAME - _COUNT - 26, 13, is_mono=True)
        pen.chip(Chip(text, fill, edge, is_quiet=is_quiet), _COUNT, y)


def _colors(word: int, palette: Palette) -> tuple[str, str]:
    """Return the ground and the edge of what is best of a word."""
    return oklch(*palette.fill, _hue(word)), oklch(palette.depth, 0.14, _hue(word))


def _words(payload: Payload, view: Payload, palette: Palette, most: float) -> Block:
    """Return each word with its best segmentations, and the share of each as a bar; of a word that is alone the
    products of the probabilities, too."""
    pen, y, say = Pen(palette), 4.0, load(payload["lang"])
    bars = _NAME + min(_widest(payload), most - _NAME - _BAR - _SHARE - _AIR) + _AIR
    longest = most - bars - _SHARE
    is_alone = len(view["words"]) == 1
    for number in view["words"]:
        segmented = payload["picture"]["segmented"][number]
        word = segmented["word"]
        _named(pen, payload, word, y)
        for rank, way in enumerate(segmented["ways"][: None if is_alone else _WAYS]):
            fill, edge = _colors(word, palette) if not rank else (palette.letter, palette.edge)
            chips = _chips(payload, way["pieces"], edge, fill, way["unknown"], palette)
            texts = [chip.text for chip in chips]
            if way["left"]:
                chips.append(Chip(f"… +{way['left']}", palette.ground, palette.line))
            name = payload["picture"]["words"][word]["text"]
            keys = _keys(name if not rank else f"{name} {' '.join(texts)}", texts)
            block = chip_row(chips, (), palette, bars - _NAME - _AIR, keys=keys)
            pen.place(block, _NAME, y)
            with pen.of(("share", word, rank)):
                if way["share"] is not None:
                    _share(pen, way["share"], (bars, y, longest), _bar_color(word, palette), say, is_first=not rank)
            y += block.height + 5
            if "chances" in way:
                pen.text(_NAME + 2, y + 8, _product(way, say))
                y += 22
        others = segmented.get("others")
        if others:
            pen.text(_NAME + 2, y + 11, numbered(payload["picture"]["labels"]["more"], others["count"], payload))
            y += 18
        y += 8
    return pen.block(y - 8)


def _widest(payload: Payload) -> float:
    """Return the width of the longest segmentation at any step: bars are beside it."""
    return max(
        (_width(payload, way["pieces"]) for word in payload["picture"]["segmented"] for way in word["ways"][:_WAYS]),
        default=0.0,
    )


def _width(payload: Payload, numbers: Sequence[int]) -> float:
    texts = [payload["picture"]["pieces"][piece] for piece in numbers]
    return sum(chip_width(Chip(text, "")) + _BETWEEN for text in texts)


def _share(
    pen: Pen, share: float, corner: tuple[float, float, float], color: str, say: Catalog, *, is_first: bool
) -> None:
    """Draw the share of a segmentation. corner: where its bar begins, and how long that of all is."""
    x, y, longest = corner
    width = max(2.0, longest * share)
    pen.add(Box(x, y + 6, width, CHIP - 12, color, "", radius=2))
    ink = pen.palette.ink if is_first else pen.palette.muted
    pen.text(x + width + 6, y + CHIP * 0.69, _percent(share, say), color=ink, is_bold=is_first)


def _percent(share: float, say: Catalog) -> str:
    """Return a share as the page writes it: what is there is never called nothing, and only the whole is called all."""
    if 0 < share < 0.005:
        return f"<{say.percent(0.01, 0)}"
    return f">{say.percent(0.99, 0)}" if 0.995 <= share < 1 else say.percent(share, 0)


def _product(way: Payload, say: Catalog) -> str:
    """Return the probability of a segmentation, written out."""
    chances = way["chances"]
    whole = say.rough(way["product"])
    return whole if len(chances) == 1 else f"{' × '.join(map(say.rough, chances))} = {whole}"


def _split_again(payload: Payload, view: Payload, palette: Palette, most: float) -> Block:
    """Return each word as it is split before a pruning, and below that without the dearest piece that is removed."""
    pen, y, say = Pen(palette), 4.0, load(payload["lang"])
    labels, words = payload["picture"]["labels"], payload["picture"]["words"]
    looked = _dearest(view)
    again_of = {again["word"]: again for again in (looked or {}).get("resplit", ())}
    for number in view["words"]:
        segmented = payload["picture"]["segmented"][number]
        word, way = segmented["word"], segmented["ways"][0]
        name, again = words[word]["text"], again_of.get(word)
        is_split = again is not None and again["likelihood"] != "unused"
        _named(pen, payload, word, y, is_quiet=looked is not None and not is_split)
        if again is not None and is_split:
            old = (palette.letter, palette.edge)
            less = _comparison(again, labels, say)
            with_it, without = say.rough(again["product"]), say.rough(again["without"])
            line = _Line(f"{name} before", again["before"], old, with_it, labels["with"])
            y += _line(pen, payload, line, y, most)
            line = _Line(name, again["after"], _colors(word, palette), without, labels["without"])
            y += _line(pen, payload, line, y, most)
            if less:
                with pen.of(("less", word)):
                    pen.text(_NAME + _LABEL + 2, y + 7, less)
                y += 20
        else:
            quiet = _Line(name, way["pieces"], (palette.ground, palette.line), say.rough(way["product"]))
            y += _line(pen, payload, quiet, y, most) + (CHIP + 6 if len(view["words"]) <= _FEW else 0)
        y += 8
    return pen.block(y - 8)


@dataclass(frozen=True)
class _Line:
    """A segmentation before a pruning. name: of its tokens. colors: their ground and edge. product: its probability.
    label: what is said before it."""

    name: str
    pieces: Sequence[int]
    colors: tuple[str, str]
    product: str
    label: str = ""


def _line(pen: Pen, payload: Payload, line: _Line, y: float, most: float) -> float:
    """Draw a segmentation with its product, and return how high it is."""
    palette, x = pen.palette, _NAME + (_LABEL if line.label else 0)
    fill, edge = line.colors
    chips = _chips(payload, line.pieces, edge, fill, (), palette)
    room = most - x - _PRODUCT
    row = chip_row(chips, (), palette, room, keys=_keys(line.name, [chip.text for chip in chips]))
    pen.place(row, x, y)
    with pen.of(("product", line.name)):
        pen.text(x - 8, y + CHIP * 0.69, line.label, anchor="end")
        color = palette.ink if line.label else palette.muted
        width = min(room, _width(payload, line.pieces))
        pen.text(x + width + 4, y + CHIP * 0.69, line.product, color=color, is_bold=bool(line.label))
    return row.height + 6


def _dearest(view: Payload) -> Payload | None:
    """Return the piece whose words are split again: the dearest of those that are removed and that a word needs."""
    removed = [row for row in view["rows"] if row["standing"] == "removed" and row.get("resplit")]
    return max(removed, key=lambda row: row["value"], default=None)


def _comparison(again: Payload, labels: Mapping[str, str], say: Catalog) -> str:
    """Say how much less likely a word is without the piece."""
    if again["likelihood"] == "same":
        return labels["as_likely"]
    ratio = again["product"] / again["without"] if again["without"] else 0.0
    return labels["less_likely"].replace("{number}", say.rough(ratio)) if ratio >= _SAME else ""


# -- pieces ------------------------------------------------------------------------------------------------------------


def _pieces(payload: Payload, view: Payload, palette: Palette, most: float) -> Block:
    """Return pieces with their numbers; a line is below those that a pruning removes."""
    drawn, head = [], view["heads"]["pieces"]
    rows, cut = view["rows"], view["cut"] or 0
    first = max(0, min(cut - (_PIECES + 1) // 2, len(rows) - _PIECES))
    longest = max([1e-12, *(value for row in rows for value in (row["value"], row["before"] or 0))])
    measure = _MEASURES.get(view["kind"], "probability")
    given = _given(payload, view) if measure == "count" else {}
    for place, row in enumerate(rows[first : first + _PIECES], first):
        pen = Pen(palette)
        _piece(pen, payload, row, most, longest, measure, given.get(row["piece"], {}))
        if cut and place + 1 == cut:
            pen.add(Line(0, _ROW - 3, most, _ROW - 3, palette.bad, 1.5, is_dashed=True))
        drawn.append(pen.block(_ROW))
    more = cut_text(_left_out(payload, view, [*rows[:first], *rows[first + _PIECES :]]), most, 12.5)
    return listed(heading(head["name"], head["shows"], palette, most), drawn, palette, more)


def _piece(
    pen: Pen,
    payload: Payload,
    row: Payload,
    most: float,
    longest: float,
    measure: str,
    given: Mapping[int, float],
) -> None:
    """Draw a piece with its bar. most: how wide the row is. given: word -> what it adds."""
    palette = pen.palette
    is_gone = row["standing"] in _GONE
    text = payload["picture"]["pieces"][row["piece"]]
    name, worth = 78.0, most * 0.42
    room = most - name - worth - 20
    with pen.of((FALLS if is_gone else measure, text)):
        fill = oklch(*palette.fill, 20) if is_gone else palette.letter
        width = min(chip_width(Chip(text, fill)), name - 8)
        pen.chip(Chip(text, fill, palette.bad if is_gone else palette.edge, is_quiet=is_gone), 0, 0, width)
        if is_gone:
            pen.add(Line(4, CHIP / 2, width - 4, CHIP / 2, palette.bad))
        if given:
            x = name
            for word, value in sorted(given.items()):
                pen.add(Box(x, 6, room * value / longest, CHIP - 12, _bar_color(word, palette), "", radius=1))
                x += room * value / longest
        else:
            wide = max(1.5, room * min(1.0, row["value"] / longest))
            pen.add(Box(name, 6, wide, CHIP - 12, palette.bad if is_gone else palette.bar, "", radius=2))
        note = without_marks(row["note"])
        told = " · ".join(filter(None, (f"{_SIGNS.get(row['standing'], '')} {row['worth']}".strip(), note)))
        end = name + room * max(row["value"], row["before"] or 0) / longest
        pen.text(end + 8, CHIP * 0.69, cut_text(told, most - end - 8, 12.5), color=palette.ink)
        if row["before"] is not None:
            before = room * min(1.0, row["before"] / longest)
            pen.add(Box(name, 4, before, CHIP - 8, "", palette.muted, 1, 2, is_dashed=True))


def _given(payload: Payload, view: Payload) -> dict[int, dict[int, float]]:
    """Return the amounts that the words shown give: piece -> word -> amount."""
    picture = payload["picture"]
    given: dict[int, dict[int, float]] = {}
    for number in view["words"]:
        segmented = picture["segmented"][number]
        for flow in segmented["flows"]:
            value = flow["often"] * picture["words"][segmented["word"]]["count"]
            if value > _LEAST:
                given.setdefault(flow["piece"], {})[segmented["word"]] = value
    return given


def _left_out(payload: Payload, view: Payload, hidden: Sequence[Payload]) -> str:
    """Return the page's text on the pieces that are not shown."""
    labels, more, say = payload["picture"]["labels"], view["more"], load(payload["lang"])

    def told(name: str, number: int, total: float = 0.0) -> str:
        return numbered(labels[name], number, payload).replace("{sum}", say.rough(total)) if number else ""

    if view["kind"] in ("prune", "final"):
        removed = sum(row["standing"] == "removed" for row in hidden)
        kept = len(hidden) - removed
        parts = [told("more_removed", removed + more["above"]), told("more_kept", kept + more["below"])]
    else:
        number = len(hidden) + more["above"] + more["below"]
        total = more["sum"] + sum(row["value"] for row in hidden)
        parts = [told("more_sum" if number > 1 else "more_alone", number, total)]
    return str(labels["semicolon"]).join(filter(None, (*parts, more["note"])))
