"""`python -m tools.real.javascript`: the JavaScript tokenizers of Hugging Face against the Python library.

The package is downloaded by npm into build/real. Each style of the tests is trained small, given to both, and compared
on mixed texts: the ids of the text alone, without padding and truncation. It decides nothing by itself: what follows
from the table is in docs/dev/decisions/0078-no-uploads-in-the-tab.md.
"""

from __future__ import annotations

import json
import subprocess
import tarfile
from typing import Any

from tokenizers import Tokenizer

from tests.files.mixed import mixed_texts
from tests.files.styles import STYLES, file_of
from tools.real.packages import FOLDER

PACKAGE = "@huggingface/tokenizers@0.2.0"
_TEXTS = 1_000
_SCRIPT = """
const { Tokenizer } = await import(process.argv[1]);
const { file, cases } = JSON.parse(await new Response(process.stdin).text());
const tokenizer = new Tokenizer(file, {});
const differ = cases.filter(([text, ids]) => {
  const theirs = tokenizer.encode(text, { add_special_tokens: false }).ids;
  return JSON.stringify(theirs) !== JSON.stringify(ids);
});
console.log(JSON.stringify(differ.map(([text]) => text)));
"""


def main() -> None:
    """Print a line for each style: how many texts have other ids, and the first of them."""
    module = _module()
    for name in STYLES:
        different = _different(module, name)
        print(f"{name}: {len(different)} of {_TEXTS} texts different", *map(ascii, different[:1]))


def _module() -> str:
    """Return the file of the package, downloaded once."""
    file = FOLDER / "huggingface-tokenizers" / "package" / "dist" / "tokenizers.mjs"
    if not file.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        order = ["npm", "pack", "--silent", "--pack-destination", str(FOLDER), PACKAGE]
        name = subprocess.run(order, check=True, capture_output=True, text=True).stdout.strip()
        with tarfile.open(FOLDER / name) as packed:
            packed.extractall(FOLDER / "huggingface-tokenizers", filter="data")
    return str(file.resolve())


def _different(module: str, name: str) -> list[str]:
    file: dict[str, Any] = {**json.loads(file_of(name)), "padding": None, "truncation": None}
    tokenizer = Tokenizer.from_str(json.dumps(file))
    texts = [text for text in mixed_texts(_TEXTS, 0) if text]  # theirs raises an error for an empty text
    cases = [(text, tokenizer.encode(text, add_special_tokens=False).ids) for text in texts]
    order = ["node", "--input-type=module", "--eval", _SCRIPT, module]
    asked = json.dumps({"file": file, "cases": cases})
    found = subprocess.run(order, input=asked, check=True, capture_output=True, text=True)
    different: list[str] = json.loads(found.stdout)
    return different


if __name__ == "__main__":
    main()
