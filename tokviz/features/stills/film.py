"""A film of a lesson: the pictures and texts in rows of its cards, each below the title of its card, in a fixed time.

As WebP it is drawn here. As MP4 it needs ffmpeg, which is asked for the usual video of browsers.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

from PIL import Image

from tokviz.errors import TokvizError
from tokviz.features.stills import raster
from tokviz.features.stills.animation import packed, with_colors
from tokviz.features.stills.figure import Figure
from tokviz.features.stills.fonts import Fonts
from tokviz.features.stills.motion import between, eased
from tokviz.features.stills.still import Asked, Theme, figures, rows_figure

Shot: TypeAlias = tuple[Sequence[Mapping[str, Any]], Sequence[int], str]
"""A picture of a card: its payloads, or that of a text in rows, the steps that are shown, and the title of the card."""

SECONDS = 20
"""The length of a film."""
SIZE = 800, 450
"""Its pixels."""
MOTION = 100
"""The milliseconds for which it shows a step on its way to the next."""
FRAMES = 2
"""So many frames of the motion between two steps."""
RATE = 20
"""Frames of a video in a second."""
_FIRST = 2  # times as long as another step, since there is a title to read


def webp(shots: Sequence[Shot], theme: Theme = "light", installed: Fonts | None = None) -> bytes:
    """Return a film as WebP, which starts over. Raises TokvizError like :func:`tokviz.features.stills.raster.png`."""
    return _webp(*_frames(shots, theme, installed))


def mp4(shots: Sequence[Shot], theme: Theme = "light", installed: Fonts | None = None) -> bytes:
    """Return a film as MP4. Raises TokvizError where ffmpeg is missing or cannot do it, and like :func:`webp`."""
    encoder = _encoder()
    images, pauses, _ = _frames(shots, theme, installed)
    return _mp4(encoder, images, pauses)


def formats(shots: Sequence[Shot]) -> dict[str, bytes]:
    """Return a film by its formats, drawn once: "webp", and "mp4" where ffmpeg can do it. Raises like :func:`webp`."""
    images, pauses, drawn = _frames(shots, "light", None)
    made = {"webp": _webp(images, pauses, drawn)}
    with suppress(TokvizError):
        made["mp4"] = _mp4(_encoder(), images, pauses)
    return made


def _webp(images: Sequence[Image.Image], pauses: Sequence[int], drawn: Sequence[Figure]) -> bytes:
    rests = [image for image, pause in zip(images, pauses, strict=True) if pause > MOTION]
    sample = Image.new("RGB", (SIZE[0], SIZE[1] * len(rests)))
    for place, image in enumerate(rests):
        sample.paste(image, (0, SIZE[1] * place))
    return packed(images, pauses, with_colors(sample, drawn), "webp")


def _encoder() -> str:
    program = shutil.which("ffmpeg")
    if program is None:
        raise TokvizError("film-encoder")
    return program


def _mp4(program: str, images: Sequence[Image.Image], pauses: Sequence[int]) -> bytes:
    size = f"{SIZE[0]}x{SIZE[1]}"
    reading = ("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r", f"{RATE}", "-i", "-")
    writing = ("-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "26", "-movflags", "+faststart", "-y")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "film.mp4")
        command = [program, "-loglevel", "error", *reading, *writing, str(path)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as encoder:
            assert encoder.stdin is not None
            try:
                for image, count in zip(images, _counts(pauses), strict=True):
                    for _ in range(count):
                        encoder.stdin.write(image.tobytes())
                encoder.stdin.close()
            except BrokenPipeError:  # it ended early, and its return code says so
                pass
        if encoder.returncode or not path.exists():
            raise TokvizError("film-encoding")
        return path.read_bytes()


def _counts(pauses: Sequence[int]) -> Iterator[int]:
    """Yield the number of frames of a video that show each image: what is rounded off goes with the next one."""
    at, shown = 0, 0
    for pause in pauses:
        at += pause
        count = round(at * RATE / 1_000) - shown
        shown += count
        yield count


def _frames(
    shots: Sequence[Shot], theme: Theme, installed: Fonts | None
) -> tuple[list[Image.Image], list[int], list[Figure]]:
    """Return the images of a film, the milliseconds of each, and the figures that were drawn."""
    drawn = [_drawn(shot, theme) for shot in shots]
    pauses = _pauses([len(of_shot) for of_shot in drawn])
    images: list[Image.Image] = []
    times: list[int] = []
    for of_shot, rests in zip(drawn, pauses, strict=True):
        for place, (figure, rest) in enumerate(zip(of_shot, rests, strict=True)):
            ways = [eased((frame + 1) / (FRAMES + 1)) for frame in range(FRAMES)] if place else []
            shown = [*(between(of_shot[place - 1], figure, way) for way in ways), figure]
            images += [raster.fitted(one, *SIZE, installed) for one in shown]
            times += [*[MOTION] * len(ways), rest]
    return images, times, [figure for of_shot in drawn for figure in of_shot]


def _drawn(shot: Shot, theme: Theme) -> tuple[Figure, ...]:
    parts, steps, title = shot
    if "frames" in parts[0]:
        return figures(Asked(parts, steps, title, theme))
    return (rows_figure(parts[0], title, theme),)


def _pauses(lengths: Sequence[int]) -> list[list[int]]:
    """Return the milliseconds for which each step of each shot rests, which with the motions fill the film.

    >>> _pauses([1, 3])
    [[6532], [6532, 3266, 3270]]
    """
    moving = MOTION * FRAMES * sum(length - 1 for length in lengths)
    shares = sum(_FIRST + length - 1 for length in lengths)
    one = (1_000 * SECONDS - moving) // shares
    pauses = [[_FIRST * one, *[one] * (length - 1)] for length in lengths]
    pauses[-1][-1] += 1_000 * SECONDS - moving - sum(map(sum, pauses))
    return pauses
