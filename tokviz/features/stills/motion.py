"""The motion between two steps of an animation: what both steps have goes from one place to the other.

Shapes say by their keys what they are. The parts of a word that become one token meet where it will be, and take its
color. Where a word is split again, each token comes out of the letters that it had in other tokens. What is new fades
in, what is removed falls, and all else is as at the later step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from tokviz.features.stills.figure import FALLS, WORD, Box, Figure, Key, Line, Shape, Text

ShapeT = TypeVar("ShapeT", bound=Shape)

_DEPTH = 70  # how far something falls


@dataclass(frozen=True)
class _Origin:
    """The place of the letters of a token at the step before. baseline: of their text."""

    box: Box
    baseline: float


def eased(share: float) -> float:
    """Return the share of a motion that is done after a share of its time: it begins and ends slowly.

    >>> eased(0), eased(0.5), eased(1)
    (0, 0.5, 1)
    """
    return share * share * (3 - 2 * share)


def between(before: Figure, after: Figure, share: float) -> Figure:
    """Return a figure on the way from one step to the next. share: of the way, more than 0 and less than 1."""
    known = {shape.key: shape for shape in before.shapes if shape.key}
    kept = {shape.key for shape in after.shapes if shape.key}
    merging = _merging(known, kept)
    splitting = _splitting(known, kept, merging)
    shapes: list[Shape] = [_fallen(shape, share, after.ground) for key, shape in known.items() if key[0] == FALLS]
    for shape in after.shapes:
        if not shape.key:
            shapes.append(shape)
        elif type(known.get(shape.key)) is type(shape):
            shapes.append(_moved(known[shape.key], shape, share, after.ground))
        elif parts := merging.get(shape.key[:4]):
            if isinstance(shape, Box) and shape.key[-1] == 0:
                shapes += _meeting(parts, known, shape, share, after.ground)
            elif isinstance(shape, Box):  # the frame of what is new
                shapes.append(_faded(shape, share, after.ground))
        elif (origin := splitting.get(shape.key[:4])) and shape.key[-1] in (0, 1):
            shapes.append(_leaving(origin, shape, share, after.ground))
        else:
            shapes.append(_faded(shape, share, after.ground))
    return replace(after, shapes=tuple(shapes))


def _merging(known: Mapping[Key, Shape], kept: set[Key]) -> dict[Key, list[Key]]:
    """Return token of a word -> the tokens before it that are its parts."""
    tokens = {key[:4] for key in kept if key[0] == WORD and key not in known}
    parts = sorted({key[:4] for key in known if key[0] == WORD and key not in kept})
    found: dict[Key, list[Key]] = {}
    for token in tokens:
        inside = [part for part in parts if _is_within(part, token)]
        if len(inside) > 1:
            found[token] = inside
    return found


def _splitting(known: Mapping[Key, Shape], kept: set[Key], merging: Mapping[Key, Sequence[Key]]) -> dict[Key, _Origin]:
    """Return token of a word -> where its letters were in the tokens before, if they were in others."""
    tokens = {key[:4] for key in kept if key[0] == WORD and key not in known} - merging.keys()
    parts = sorted({key[:4] for key in known if key[0] == WORD and key not in kept})
    found: dict[Key, _Origin] = {}
    for token in tokens:
        pieces = [(part, box) for part in parts if (box := _piece_of(part, known, token))]
        if pieces:
            part, begin = min(pieces, key=lambda piece: piece[1].x)
            end = max(box.x + box.width for _, box in pieces)
            text = known.get((*part, 1))
            baseline = text.y if isinstance(text, Text) else begin.y
            found[token] = _Origin(replace(begin, width=end - begin.x), baseline)
    return found


def _piece_of(part: Key, known: Mapping[Key, Shape], token: Key) -> Box | None:
    """Return the part of an earlier token's box that has letters of a token, if it has some."""
    (start, end), (first, last) = (cast(tuple[int, int], key[2:4]) for key in (part, token))
    box = known.get((*part, 0))
    if part[1] != token[1] or not isinstance(box, Box) or last <= start or end <= first:
        return None
    letter = box.width / (end - start)
    begin, length = max(start, first), min(end, last) - max(start, first)
    return replace(box, x=box.x + letter * (begin - start), width=letter * length)


def _leaving(origin: _Origin, shape: Shape, share: float, ground: str) -> Shape:
    """Return a token, or its text, on its way out of the tokens that had its letters."""
    box = origin.box
    if isinstance(shape, Text):
        return _moved(replace(shape, x=box.x + box.width / 2, y=origin.baseline), shape, share, ground)
    return _moved(box, shape, share, ground)


def _fallen(shape: Shape, share: float, ground: str) -> Shape:
    """Return a shape on its way out of the picture."""
    fading = _faded(shape, 1 - share, ground)
    depth = _DEPTH * share
    if isinstance(fading, Line):
        return replace(fading, y=fading.y + depth, to_y=fading.to_y + depth)
    return replace(fading, y=fading.y + depth)


def _is_within(part: Key, token: Key) -> bool:
    (start, end), (first, last) = (cast(tuple[int, int], key[2:4]) for key in (token, part))
    return part[1] == token[1] and start <= first and last <= end


def _meeting(
    parts: Sequence[Key], known: Mapping[Key, Shape], token: Box, share: float, ground: str
) -> Iterator[Shape]:
    """Return the parts of a token on their way to it."""
    boxes = [cast(Box, known[(*part, 0)]) for part in parts]
    total = sum(box.width for box in boxes)
    x = token.x
    for part, box in zip(parts, boxes, strict=True):
        width = token.width * box.width / total
        target = replace(box, x=x, y=token.y, width=width, fill=token.fill, stroke=token.stroke)
        moved = _moved(box, target, share, ground)
        yield moved
        text = known.get((*part, 1))
        if isinstance(text, Text):
            yield replace(
                text, x=text.x + moved.x + moved.width / 2 - box.x - box.width / 2, y=text.y + moved.y - box.y
            )
        x += width


def _moved(before: Shape, after: ShapeT, share: float, ground: str) -> ShapeT:
    """Return a shape on its way, with the color on its way, too."""

    def at(name: str) -> float:
        first, last = getattr(before, name), getattr(after, name)
        return cast(float, first + (last - first) * share)

    if isinstance(after, Text):
        return cast(ShapeT, replace(after, x=at("x"), y=at("y")))
    if isinstance(after, Line):
        return cast(ShapeT, replace(after, x=at("x"), y=at("y"), to_x=at("to_x"), to_y=at("to_y")))
    box, there = cast(Box, before), cast(Box, after)
    way = replace(
        there,
        x=at("x"),
        y=at("y"),
        width=at("width"),
        height=at("height"),
        fill=_mixed(box.fill, there.fill, share, ground),
        stroke=_mixed(box.stroke, there.stroke, share, ground),
    )
    return cast(ShapeT, way)


def _faded(shape: Shape, share: float, ground: str) -> Shape:
    if isinstance(shape, Text):
        runs = tuple(replace(run, color=_mixed(ground, run.color, share, ground)) for run in shape.runs)
        return replace(shape, runs=runs)
    if isinstance(shape, Line):
        return replace(shape, color=_mixed(ground, shape.color, share, ground))
    return replace(shape, fill=_mixed("", shape.fill, share, ground), stroke=_mixed("", shape.stroke, share, ground))


def _mixed(first: str, last: str, share: float, ground: str) -> str:
    """Return a color between two; none is the ground.

    >>> _mixed("#000000", "#ffffff", 0.5, "#ffffff"), _mixed("", "#000000", 0.5, "#ffffff")
    ('#808080', '#808080')
    """
    if first == last:
        return first
    parts = [[int(color[place : place + 2], 16) for place in (1, 3, 5)] for color in (first or ground, last or ground)]
    return "#" + "".join(f"{round(one + (other - one) * share):02x}" for one, other in zip(*parts, strict=True))
