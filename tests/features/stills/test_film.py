"""Films of lessons: so long, so large, with the steps of the cards; as MP4 by ffmpeg, where that is."""

from __future__ import annotations

import re
import sys
from itertools import accumulate, chain, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.cli.conftest import Cli, cli, right
from tokviz import guides
from tokviz.errors import TokvizError
from tokviz.features.site.web.films import MAX_STEPS, shots
from tokviz.features.stills import film
from tokviz.features.stills.cli import films_of_site
from tokviz.features.stills.figure import Text, plain_text, right_of
from tokviz.features.stills.still import rows_figure
from tokviz.views.shared.catalog import load

__all__ = ["cli"]

LONG = guides.load("bytes").cards[3].title["en"]
"""The title of a card whose text is wider than a still."""
MAX_BYTES = 400_000
"""The most bytes of a film: a start page offers ten."""


@pytest.mark.slow
@pytest.mark.parametrize("name", guides.names())
def test_every_lesson_has_pictures_at_the_steps_of_its_cards(name: str) -> None:
    guide = guides.load(name)
    titles = [card.title["en"].replace("`", "") for card in guide.cards]
    shown = shots(guide, load("en"))
    assert shown
    for parts, steps, title in shown:
        card = guide.cards[titles.index(title)]
        assert 1 <= len(steps) <= MAX_STEPS
        assert all(before < after for before, after in pairwise(steps))
        if "frames" not in parts[0]:
            assert (list(steps), card.until) == ([0], None)
            continue
        assert steps[0] + parts[0].get("base", 0) == card.step
        assert card.until is None or steps[-1] + parts[0].get("base", 0) == card.until


@given(st.lists(st.integers(1, MAX_STEPS), min_size=1, max_size=12))
def test_pauses_and_motions_fill_the_film(lengths: list[int]) -> None:
    pauses = film._pauses(lengths)
    moving = film.MOTION * film.FRAMES * sum(length - 1 for length in lengths)
    assert sum(map(sum, pauses)) + moving == 1_000 * film.SECONDS
    assert [len(of_shot) for of_shot in pauses] == lengths
    assert min(map(min, pauses)) > film.MOTION  # so that a rest is known by it
    assert sum(film._counts([pause for of_shot in pauses for pause in of_shot])) == pytest.approx(
        sum(map(sum, pauses)) * film.RATE / 1_000, abs=1
    )


def durations_of(path: Path) -> list[int]:
    """Return the milliseconds of each frame of a film, which is as large as all are."""
    durations = []
    with Image.open(path) as image:
        assert image.size == film.SIZE
        for frame in range(image.n_frames):  # type: ignore[attr-defined]
            image.seek(frame)
            image.load()
            durations.append(image.info["duration"])
    return durations


@pytest.mark.slow
@pytest.mark.parametrize(("language", "readme"), [("en", "README.md"), ("zh", "README.zh.md")])
def test_a_readme_has_the_film_of_the_lesson_on_bpe(root: Path, language: str, readme: str) -> None:
    """With the steps of its cards at the times that `make films` gives them. Letters depend on a machine's fonts."""
    (name,) = re.findall(r"!\[.+\]\((assets/film.*?)\)", (root / readme).read_text(encoding="utf-8"))
    lengths = [len(steps) for _, steps, _ in shots(guides.load("bpe"), load(language))]
    times = [
        [time for place, rest in enumerate(rests) for time in (*[film.MOTION] * film.FRAMES * bool(place), rest)]
        for rests in film._pauses(lengths)
    ]
    ends = {*accumulate(durations_of(root / name))}
    assert {*accumulate(map(sum, times))} <= ends <= {*accumulate(chain(*times))}  # equal frames are one
    assert max(ends) == 1_000 * film.SECONDS
    assert (root / name).stat().st_size < MAX_BYTES


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_film_is_twenty_seconds_of_webp(cli: Cli, tmp_path: Path, theme: str) -> None:
    path = tmp_path / "film.webp"
    right(cli("film", "compare", "--theme", theme, "--output", str(path)))
    lengths = [len(steps) for _, steps, _ in shots(guides.load("compare"), load("en"))]
    durations = durations_of(path)
    with Image.open(path) as image:
        is_dark = sum(image.convert("RGB").getpixel((2, 2))) < 300  # type: ignore[arg-type]
    assert sum(durations) == 1_000 * film.SECONDS
    assert len(durations) <= sum(lengths) + film.FRAMES * sum(length - 1 for length in lengths)  # equal ones are one
    assert is_dark == (theme == "dark")
    assert path.stat().st_size < MAX_BYTES


ENCODER = """#!{python}
import pathlib, sys
size = len(sys.stdin.buffer.read())
pathlib.Path(sys.argv[-1]).write_text(f"{{size}} {{sys.argv}}")
"""


@pytest.mark.slow
def test_ffmpeg_gets_every_frame(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    encoder = tmp_path / "ffmpeg"
    encoder.write_text(ENCODER.format(python=sys.executable))
    encoder.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    size, _, arguments = film.mp4(shots(guides.load("compare"), load("en"))).decode().partition(" ")
    width, height = film.SIZE
    assert int(size) == film.SECONDS * film.RATE * width * height * 3
    assert f"'{width}x{height}'" in arguments


@pytest.mark.slow
def test_a_site_has_the_formats_that_can_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without an encoder, and with one that fails, the WebP alone."""
    monkeypatch.setenv("PATH", str(tmp_path))
    shown = shots(guides.load("compare"), load("en"))[:1]
    encoder = tmp_path / "ffmpeg"
    for text, kinds in (
        (None, ["webp"]),
        (f"#!{sys.executable}\nraise SystemExit(1)\n", ["webp"]),
        (ENCODER.format(python=sys.executable), ["webp", "mp4"]),
    ):
        if text is not None:
            encoder.write_text(text)
            encoder.chmod(0o755)
        assert [*films_of_site(shown, "en")] == kinds


@pytest.mark.slow
def test_an_encoder_that_fails_and_one_that_is_missing(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "film.mp4"
    monkeypatch.setenv("PATH", str(tmp_path))
    done = cli("film", "compare", "--output", str(path))
    assert (done.code, done.err) == (2, f"tokviz: {TokvizError('film-encoder')}\n")
    encoder = tmp_path / "ffmpeg"
    encoder.write_text(f"#!{sys.executable}\nraise SystemExit(1)\n")
    encoder.chmod(0o755)
    done = cli("film", "compare", "--output", str(path))
    assert (done.code, done.err) == (2, f"tokviz: {TokvizError('film-encoding')}\n")
    assert not path.exists()


@pytest.mark.parametrize("words", [("nope",), ("bpe", "--format", "gif"), ("bpe", "--theme", "blue")])
def test_what_there_is_not(cli: Cli, words: tuple[str, ...]) -> None:
    assert cli("film", *words, "--output", "film.webp").code == 2


def test_a_text_in_rows_has_its_parts_below_their_characters() -> None:
    say = load("en")
    ((payload,), _, title), *_ = shots(guides.load("bytes"), say)
    figure = rows_figure(payload, title)
    texts = {plain_text(shape.runs): shape for shape in figure.shapes if isinstance(shape, Text)}
    expected = [part["text"] for row in payload["rows"] for part in row["parts"]]
    assert {title, *expected, *(row["name"] for row in payload["rows"])} <= texts.keys()
    assert texts["C3"].x < texts["é"].x < texts["A9"].x  # its two bytes
    assert max(map(right_of, figure.shapes)) <= figure.width
    (long,) = (parts[0] for parts, _, title in shots(guides.load("bytes"), say) if title.startswith(LONG))
    drawn = rows_figure(long, "")
    assert max(map(right_of, drawn.shapes)) <= drawn.width
    assert "…" in {plain_text(shape.runs) for shape in drawn.shapes if isinstance(shape, Text)}
