"""`python -m tools.real.characters [ELEMENT ...]`: the characters that tokenizers and our own stages treat differently.

Both go by tables of Unicode, of different years. Each character is put through each element that goes by such a
table, in a few texts: by the library, by our stages in this Python, and by our stages in the Python of a browser tab.
Where they differ, `tokviz/files/unicode_versions.py` gets the character; a text with one is refused without the
library. It takes ten minutes for all elements.
"""

from __future__ import annotations

import struct
import unicodedata
from array import array
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

from tokviz.files.letters import letters_of, text_of
from tokviz.files.python_normalizers import normalizer
from tokviz.files.python_pretokenizers import Pretoken, cutter

__all__ = ["ELEMENTS", "points", "signatures", "telling", "their_signatures", "unlike"]

_PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|"
    r"\s+(?!\S)|\s"
)
# A character of each category: before another of the same it is a match with it.
_CATEGORIES = {
    **{"Lu": "A", "Ll": "a", "Lt": "ǅ", "Lm": "ʰ", "Lo": "ª", "Mn": "\u0300", "Mc": "\u0903", "Me": "\u20dd"},
    **{"Nd": "1", "Nl": "Ⅷ", "No": "²", "Pc": "_", "Pd": "-", "Ps": "(", "Pe": ")", "Pi": "«", "Pf": "»", "Po": "!"},
    **{"Sm": "+", "Sc": "$", "Sk": "^", "So": "©", "Z": " "},
}


def _map_of_a() -> str:
    """Return a table of SentencePiece that makes "b" of "a": a trie of two levels, and the replacement."""
    units = array("I", bytes(2048))
    units[0] = 256 << 10  # where the children are, by their bytes
    units[256 ^ ord("a")] = 1 << 10 | 1 << 8 | ord("a")
    units[256 ^ ord("a") ^ 1] = 1 << 31  # the place of the replacement
    return b64encode(struct.pack("<I", 2048) + units.tobytes() + b"b\0").decode()


ELEMENTS: Mapping[str, Mapping[str, Any]] = {
    "BertNormalizer": {
        "type": "BertNormalizer",
        "clean_text": True,
        "handle_chinese_chars": True,
        "strip_accents": None,
        "lowercase": True,
    },
    "NFKC": {"type": "NFKC"},
    "BertPreTokenizer": {"type": "BertPreTokenizer"},
    "Split": {"type": "Split", "pattern": {"Regex": _PATTERN}, "behavior": "Isolated", "invert": False},
    "Categories": {
        "type": "Split",
        "pattern": {"Regex": "|".join(rf"\p{{{name}}}\p{{{name}}}" for name in _CATEGORIES)},
        "behavior": "Isolated",
        "invert": False,
    },
    "Digits": {"type": "Digits", "individual_digits": True},
    "Whitespace": {"type": "Whitespace"},
    "StripAccents": {"type": "StripAccents"},
    "Precompiled": {"type": "Precompiled", "precompiled_charsmap": _map_of_a()},
}
"""The elements that go by tables of Unicode; what others do is part of what these do."""
_CUTTERS = frozenset({"BertPreTokenizer", "Split", "Categories", "Digits", "Whitespace"})


def points() -> Iterator[int]:
    """Yield the code points that are asked: the planes that have characters, and some of each other."""
    yield from range(0xD800)
    yield from range(0xE000, 0x40000)
    yield from (0x50000, 0x9FFFE, 0xDFFFF)
    yield from range(0xE0000, 0xE1100)
    yield from (0xF0000, 0xFFFFD, 0xFFFFE, 0x100000, 0x10FFFF)


def telling(name: str) -> list[int]:
    """Return the points of which an element may treat one otherwise than its neighbors: a normalizer treats all
    ideographs and syllables of a block alike, but for those at its ends, which may be new."""
    every = list(points())
    if name in _CUTTERS:
        return every
    known = [range(block.start + _ENDS, block.stop - _ENDS) for block in _UNIFORM]
    return [point for point in every if not any(point in block for block in known)]


_UNIFORM = (
    *(range(0x3400, 0x4DC0), range(0x4E00, 0xA000), range(0xAC00, 0xD7A4), range(0x17000, 0x18D00)),
    *(range(0x20000, 0x2F800), range(0x2FA20, 0x35000)),
)
_ENDS = 64
_FIRST_PAIRED = "\U00010000"  # no newer character is put together from older ones


def _texts(name: str, character: str) -> tuple[str, ...]:
    """Return texts that show how an element sees a character: of what kind it is, or which marks go before it."""
    match name:
        case "Split":
            return f"a{character}a1{character}1!{character}!{character}", f"'{character}a'{character}l"
        case "BertPreTokenizer" | "Digits":
            return (f"a{character}a",)
        case "Whitespace":
            return (f"a{character}!{character}!",)
        case "Categories":
            return ("\n".join(f"{one}{character}" for one in _CATEGORIES.values()),)
        case "StripAccents":
            return (character,)
        case "Precompiled":
            return (f"a{character}",)
    return character, f"a{character}\u0334", f"\u0345{character}", f"a\u0327{character}"


def signatures(name: str, asked: Iterable[int] | None = None) -> array[int]:
    """Return a number for each point, by what our stage makes of it. asked: the points; all if there are none."""
    element = ELEMENTS[name]
    cut = cutter(element) if name in _CUTTERS else None
    normalize = None if cut else normalizer(element)

    def applied(text: str) -> object:
        letters = letters_of(text, 0, len(text))
        if cut:
            return [text_of(one.letters) for one in cut(Pretoken(letters))]
        assert normalize is not None
        return text_of(normalize(letters))

    return _signatures(name, applied, asked)


def their_signatures(name: str, asked: Iterable[int] | None = None) -> array[int]:
    """Return the same, by what the library makes of it."""
    from tokviz.files.json_elements import probe
    from tokviz.files.libraries import library

    part = "pre_tokenizer" if name in _CUTTERS else "normalizer"
    parts: dict[str, Any] = {part: ELEMENTS[name]}
    tokenizer = library("tokenizers").Tokenizer.from_str(probe(**parts))
    if name in _CUTTERS:
        cut = tokenizer.pre_tokenizer.pre_tokenize_str
        return _signatures(name, lambda text: [piece for piece, _ in cut(text)], asked)
    return _signatures(name, tokenizer.normalizer.normalize_str, asked)


def _signatures(name: str, applied: Callable[[str], object], asked: Iterable[int] | None) -> array[int]:
    every = telling(name) if asked is None else asked
    return array("I", (crc32(ascii([*map(applied, _texts(name, chr(point)))]).encode()) for point in every))


def taken_apart() -> dict[str, str]:
    """Return each character that is put together from others, with these."""
    every = {chr(point): unicodedata.normalize("NFD", chr(point)) for point in telling("NFKC")}
    return {character: parts for character, parts in every.items() if parts != character}


def unlike(
    name: str, ours: Iterable[Sequence[int]], theirs: Sequence[int], parts: Mapping[str, str] | None = None
) -> list[int]:
    """Return the points at which any of ours differs from theirs. parts: those of :func:`taken_apart`; a library that
    does not know a character does not put it together from its parts."""
    every = telling(name)
    found = {point for one in ours for point, here, there in zip(every, one, theirs, strict=True) if here != there}
    if name == "NFKC":
        every_part = "".join((parts or {}).get(chr(point), "") for point in found)
        found |= {ord(part) for part in every_part if not unicodedata.combining(part) and part >= _FIRST_PAIRED}
    return sorted(found)


# -- in the Python of a browser tab ------------------------------------------------------------------------------------

_PROGRAM = """
const { process, Buffer } = globalThis;
const [, , folder, info, source] = process.argv;
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const bytes = Buffer.concat(chunks);
const pyodide = await loadPyodide({
  indexURL: folder, lockFileContents: { info: JSON.parse(info), packages: {} }, env: { HOME: "/" },
});
let from = 4 + bytes.readUInt32LE(0);
for (const [name, size] of JSON.parse(bytes.subarray(4, from).toString())) {
  const path = `/sent/${name}`;
  pyodide.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  pyodide.FS.writeFile(path, bytes.subarray(from, from + size));
  from += size;
}
pyodide.FS.writeFile("/sent/characters.py", source);
const told = pyodide.runPython(`
import json, sys
sys.path.insert(0, "/sent")
import characters
made = {name: list(characters.signatures(name)) for name in NAMES}
json.dumps([made, characters.taken_apart()])
`);
process.stdout.write(told);
"""


def tab_tables(names: Sequence[str]) -> tuple[dict[str, list[int]], dict[str, str]]:
    """Return :func:`signatures` of some elements and :func:`taken_apart`, made in a tab."""
    import json
    import shutil
    import subprocess
    import tempfile
    from pathlib import Path

    from tokviz.features.site import bundle
    from tools.site_parts import cached

    parts = cached()
    sent = bundle.archive({**bundle.packages(parts), **bundle.sources()})
    with tempfile.TemporaryDirectory() as folder:
        for name, file in parts.files.items():
            Path(folder, name).write_bytes(file)
        script = Path(folder, "characters.mjs")
        script.write_text(_PROGRAM.replace("NAMES", json.dumps(list(names))), encoding="utf-8")
        info = json.dumps(json.loads(parts.files["pyodide-lock.json"])["info"])
        order = [shutil.which("node") or "node", str(script), folder, info, Path(__file__).read_text(encoding="utf-8")]
        done = subprocess.run(order, input=sent, capture_output=True, check=True)
    made, parts = json.loads(done.stdout)
    return made, parts


def _ranges(found: Sequence[int]) -> Iterator[str]:
    """Yield runs of points in hexadecimal."""
    starts = [point for point in found if point - 1 not in set(found)]
    ends = [point for point in found if point + 1 not in set(found)]
    for start, end in zip(starts, ends, strict=True):
        yield f"{start:X}" if start == end else f"{start:X}-{end:X}"


def main(names: Sequence[str]) -> None:
    """Write the table into the module. names: the elements to ask again; all if there are none."""
    import textwrap
    from pathlib import Path

    from tokviz.files import unicode_versions as module

    tab, parts = tab_tables(names or [*ELEMENTS])
    parts = taken_apart() | parts
    written = ["_TABLE: Mapping[str, str] = {"]
    for name in ELEMENTS:
        ranges = " ".join(module._TABLE.get(name, "").split())
        if name in tab:
            found = unlike(name, (signatures(name), tab[name]), their_signatures(name), parts)
            print(f"{name}: {len(found)} characters")
            ranges = " ".join(_ranges(found))
        lines = textwrap.wrap(ranges, 108)
        written += [f'    "{name}": """', *(f"        {line}" for line in lines), '    """,']
    path = Path(str(module.__file__))
    before = path.read_text(encoding="utf-8").partition("_TABLE: ")[0]
    path.write_text(before + "\n".join([*written, "}", ""]), encoding="utf-8")


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
