"""Fonts of this machine for stills in pixels: where they are, and which of them has a character.

Nothing is downloaded and no font is shipped. Each character is drawn with the first font of its style that has it;
those with Chinese, symbols and other scripts come after the usual ones.
"""

from __future__ import annotations

import os
import struct
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, TypeAlias

Style: TypeAlias = Literal["sans", "bold", "mono", "mono-bold"]

_FIRST: dict[Style, tuple[str, ...]] = {
    "sans": ("NotoSans-Regular.ttf", "DejaVuSans.ttf", "LiberationSans-Regular.ttf", "segoeui.ttf", "Helvetica.ttc"),
    "bold": ("NotoSans-Bold.ttf", "DejaVuSans-Bold.ttf", "LiberationSans-Bold.ttf", "segoeuib.ttf", "Arial Bold.ttf"),
    "mono": (
        "DejaVuSansMono.ttf",
        "NotoSansMono-Regular.ttf",
        "LiberationMono-Regular.ttf",
        "consola.ttf",
        "Menlo.ttc",
    ),
    "mono-bold": ("DejaVuSansMono-Bold.ttf", "NotoSansMono-Bold.ttf", "LiberationMono-Bold.ttf", "consolab.ttf"),
}
# Behind those of each style: Chinese first, then symbols, then whatever else Noto has.
_OTHERS = (
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJKsc-Regular.otf",
    "NotoSansSC-Regular.otf",
    "NotoSansSC-Regular.ttf",
    "SourceHanSansSC-Regular.otf",
    "wqy-microhei.ttc",
    "wqy-zenhei.ttc",
    "DroidSansFallbackFull.ttf",
    "DroidSansFallback.ttf",
    "PingFang.ttc",
    "Hiragino Sans GB.ttc",
    "STHeiti Light.ttc",
    "msyh.ttc",
    "simhei.ttf",
    "DejaVuSans.ttf",
    "DejaVuSansMono.ttf",
    "NotoSansSymbols2-Regular.ttf",
    "NotoSansSymbols-Regular.ttf",
    "NotoSansMath-Regular.ttf",
    "seguisym.ttf",
    "Apple Symbols.ttf",
    "Arial Unicode.ttf",
)
OF_PAGE = ((0x20, 0x7E), (0xA0, 0x17F), (0x2013, 0x2014), (0x2018, 0x201A), (0x201C, 0x201E), (0x2026, 0x2026))
"""The characters, by stretches, that the font of the page is asked for: its file is packed, so no table can be read."""
_WEIGHTS: dict[Style, int] = {"sans": 400, "bold": 600}
_FOLDERS = {
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    "win32": ("%WINDIR%/Fonts", "%LOCALAPPDATA%/Microsoft/Windows/Fonts"),
}
_LINUX = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
_ENDINGS = (".ttf", ".otf", ".ttc")
_MOST_FILES = 20_000  # of all folders: more are not looked at


@dataclass(frozen=True)
class Font:
    """A font in a file, or its content; of a collection, the first. weight: of a variable one."""

    path: Path = Path()
    data: bytes = field(default=b"", repr=False)
    weight: int = 0

    @property
    def _is_of_page(self) -> bool:
        return self.path.suffix == ".woff2"

    @cached_property
    def _ranges(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the first and the last characters of the stretches that it has."""
        try:
            stretches = list(OF_PAGE) if self._is_of_page else sorted(covered(self.data or self.path.read_bytes()))
        except (OSError, struct.error, IndexError):
            stretches = []
        return tuple(first for first, _ in stretches), tuple(last for _, last in stretches)

    def has(self, letter: str) -> bool:
        """Tell if the font has a character."""
        firsts, lasts = self._ranges
        place = bisect_right(firsts, ord(letter)) - 1
        return place >= 0 and ord(letter) <= lasts[place]


@dataclass(frozen=True)
class Fonts:
    """Fonts by name of their file. own: those that a user names, which come first. last: those behind all others. page:
    the file of the one that pages have."""

    files: tuple[tuple[str, Path], ...]
    own: tuple[Font, ...] = ()
    last: tuple[Font, ...] = ()
    page: Path | None = None

    @cached_property
    def _known(self) -> dict[str, Font]:
        return {name: Font(path) for name, path in self.files}

    @cached_property
    def _styles(self) -> dict[Style, tuple[Font, ...]]:
        noto = sorted(name for name in self._known if name.startswith("NotoSans") and "-Regular" in name)
        styles: dict[Style, tuple[Font, ...]] = {}
        for style, names in _FIRST.items():
            # a bold letter is better than none, but a usual one is there more often
            every = (*names, *_FIRST["sans"], *_OTHERS, *noto)
            named = (self._known[name] for name in dict.fromkeys(every) if name in self._known)
            page = (Font(self.page, weight=_WEIGHTS[style]),) if self.page and style in _WEIGHTS else ()
            styles[style] = (*self.own, *page, *named, *self.last)
        return styles

    def of(self, letter: str, style: Style) -> Font | None:
        """Return the font for a character; None if no font has it."""
        return next((font for font in self._styles[style] if font.has(letter)), None)

    def lacking(self, text: str) -> str:
        """Return the characters of a text that no font has, each once."""
        return "".join(dict.fromkeys(letter for letter in text if not letter.isspace() and not self.of(letter, "sans")))


@cache
def of_this_machine(own: tuple[str, ...] = ()) -> Fonts:
    """Return the fonts that are installed, as far as they are known by name. own: files of fonts that come first."""
    return Fonts(tuple(_files(_folders())), tuple(Font(Path(name)) for name in own), page=of_page())


def of_page() -> Path | None:
    """Return the file of the font that pages have, which Streamlit brings along; None where it does not."""
    found = find_spec("streamlit")
    folder = Path(found.origin).parent / "static" / "static" / "media" if found and found.origin else Path()
    return next(iter(sorted(folder.glob("SourceSansVF-Upright*.woff2"))), None)


def _folders() -> Iterator[Path]:
    for name in _FOLDERS.get(sys.platform, _LINUX):
        yield Path(os.path.expandvars(name)).expanduser()


def _files(folders: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    wanted = {*_OTHERS, *(name for names in _FIRST.values() for name in names)}
    files_seen = 0
    for folder in folders:
        for root, _, names in os.walk(folder):
            files_seen += len(names)
            if files_seen > _MOST_FILES:
                return
            for name in names:
                if name in wanted or (name.startswith("NotoSans") and name.endswith(_ENDINGS)):
                    yield name, Path(root) / name


# -- which characters a font has ---------------------------------------------------------------------------------------


def covered(data: bytes) -> list[tuple[int, int]]:
    """Return the stretches of characters that a font has, by its table `cmap`: formats 4 and 12, which fonts for
    Unicode have. Raises struct.error for what is no font.

    >>> from PIL import ImageFont
    >>> font = ImageFont.load_default(10)
    >>> any(first <= ord("a") <= last for first, last in covered(font.font_bytes))
    True
    """
    start = struct.unpack_from(">I", data, 12)[0] if data[:4] == b"ttcf" else 0
    for number in range(struct.unpack_from(">H", data, start + 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, start + 12 + 16 * number)
        if tag == b"cmap":
            return _of_table(data, offset)
    return []


def _of_table(data: bytes, table: int) -> list[tuple[int, int]]:
    offsets: dict[int, int] = {}
    for number in range(struct.unpack_from(">H", data, table + 2)[0]):
        platform, encoding, offset = struct.unpack_from(">HHI", data, table + 4 + 8 * number)
        if platform == 0 or (platform == 3 and encoding in (1, 10)):
            offsets[struct.unpack_from(">H", data, table + offset)[0]] = table + offset
    if 12 in offsets:
        return list(_groups(data, offsets[12]))
    return list(_segments(data, offsets[4])) if 4 in offsets else []


def _groups(data: bytes, at: int) -> Iterator[tuple[int, int]]:
    for number in range(struct.unpack_from(">I", data, at + 12)[0]):
        first, last, _ = struct.unpack_from(">III", data, at + 16 + 12 * number)
        yield first, last


def _segments(data: bytes, at: int) -> Iterator[tuple[int, int]]:
    double = struct.unpack_from(">H", data, at + 6)[0]
    lasts: Sequence[int] = struct.unpack_from(f">{double // 2}H", data, at + 14)
    firsts: Sequence[int] = struct.unpack_from(f">{double // 2}H", data, at + 16 + double)
    yield from ((first, last) for first, last in zip(firsts, lasts, strict=True) if first != 0xFFFF)
