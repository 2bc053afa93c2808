"""Write ``assets/scripts.txt``, the script of every character as sentencepiece knows it, from the library's source.

    python -m tools.script_table .../sentencepiece/src/unicode_script_map.h

The header has a statement for each range of characters; of these only the ranges and the names are taken, which are
facts of Unicode 9. Characters that it does not name are `Common`, as those are that it says so of, and left out here.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tokviz.corpus.scripts import TABLE

_HEAD = "# Script, then the ranges of its code points; all others are Common. Of sentencepiece 0.2.3: Unicode 9.\n"
_RANGE = re.compile(r"(?:= (0x\w+); c <= (0x\w+); \+\+c\) )?\(\*smap\)\[(\w+)\] = U_(\w+);")


def scripts_of(header: str) -> dict[str, list[range]]:
    """Return script -> its ranges of code points, neighbors joined.

    >>> scripts_of("for (c = 0x41; c <= 0x5A; ++c) (*smap)[c] = U_Latin; (*smap)[0x5B] = U_Latin;")
    {'Latin': [range(65, 92)]}
    """
    pairs = _RANGE.findall(re.sub(r"\s+", " ", header))
    found = sorted((int(first or only, 16), int(last or only, 16) + 1, name) for first, last, only, name in pairs)
    ranges: dict[str, list[range]] = {}
    for start, stop, name in found:
        known = ranges.setdefault(name, [])
        if known and known[-1].stop == start:
            start = known.pop().start
        known.append(range(start, stop))
    return {name: ranges[name] for name in sorted(ranges) if name != "Common"}


def main(path: str) -> None:
    """Write the table of a header."""
    lines = [
        " ".join((name, *(f"{one.start:X}" if len(one) == 1 else f"{one.start:X}-{one.stop - 1:X}" for one in ranges)))
        for name, ranges in scripts_of(Path(path).read_text("utf-8")).items()
    ]
    TABLE.write_text(_HEAD + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
