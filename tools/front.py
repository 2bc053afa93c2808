"""`python -m tools.front ADDRESS`: write the address of the published site into both READMEs, below the title.

The workflow `site` calls it once the site is there. Without an address, the line links to the picture again.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

__all__ = ["LINES", "front", "main"]

MARK = "<!-- make front -->"
_HOSTING = "docs/how-to/host-site.md#github-pages"
LINES = {
    "README.md": (
        f"**[Open the picture](assets/screenshot.webp)**, or [put the site on the web]({_HOSTING}) in three steps.",
        "**[Open tokviz in your browser](%s)**: there is nothing to install.",
    ),
    "README.zh.md": (
        f"**[打开图](assets/screenshot.webp)**，或者用三步[把网站放到网上]({_HOSTING})（英文）。",
        "**[在浏览器里打开 tokviz](%szh/)**，不用安装。",
    ),
}
"""README -> its line without a site, and the line with the address of one."""


def front(text: str, without: str, with_site: str, address: str) -> str:
    """Return a README whose marked line is the one for this address. Raises ValueError for a text without such a line.

    >>> front("# a\\n\\nold <!-- make front -->\\n", "no site", "see %s", "https://example.org")
    '# a\\n\\nsee https://example.org/ <!-- make front -->\\n'
    """
    line = with_site % f"{address.rstrip('/')}/" if address else without
    written, found = re.subn(rf"(?m)^.*{MARK}$", lambda _: f"{line} {MARK}", text)
    if found != 1:
        raise ValueError(f"One line has to end with {MARK}; there are {found}.")
    return written


def main(arguments: list[str], root: Path = Path()) -> int:
    """Write the lines. The address comes from the host of the site, so it may be nothing but an address."""
    (address,) = arguments or [""]
    if address and not re.fullmatch(r"https?://[\w.-]+(:\d+)?(/[\w.~-]+)*/?", address, re.ASCII):
        print(f"{address!r} is no address of a site. Write make front ADDRESS=https://...", file=sys.stderr)
        return 2
    for name, (without, with_site) in LINES.items():
        path = root / name
        path.write_text(front(path.read_text(encoding="utf-8"), without, with_site, address), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
