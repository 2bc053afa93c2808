"""Names of tokenizers that can be fetched: read and checked, so that nothing but a name is ever sent; and known models.

A name is a repository of the hub, ``name`` or ``organization/name``, which a revision may follow behind an ``@``, or an
encoding of tiktoken. Addresses and paths are none.

Neither sizes nor licenses of known models are checked: they are about right, and the model's page has the final word.
Where a model's repository is gated and another one has the same tokenizer for everybody, that is named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tokviz.errors import FetchError

__all__ = ["ENCODINGS", "KNOWN", "Known", "Name", "parse"]

ENCODINGS: Mapping[str, str] = MappingProxyType(
    {
        "cl100k_base": "cl100k",
        "o200k_base": "o200k",
        "o200k_harmony": "o200k",
        "p50k_base": "gpt2",
        "p50k_edit": "gpt2",
        "r50k_base": "gpt2",
    }
)
"""Encodings of tiktoken, each with the name of its pattern."""

_LONGEST = 200  # characters
_PART = r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,94}[A-Za-z0-9_])?"
_NAME = re.compile(rf"(?P<repo>(?:{_PART}/)?{_PART})(?:@(?P<revision>{_PART}(?:/{_PART}){{0,3}}))?")


@dataclass(frozen=True)
class Name:
    """A repository and a revision of it, None for its main branch; or an encoding."""

    repo: str
    revision: str | None = None

    def __str__(self) -> str:
        return self.repo if self.revision is None else f"{self.repo}@{self.revision}"

    @property
    def is_encoding(self) -> bool:
        """Return whether tiktoken has it, and not the hub."""
        return self.revision is None and self.repo in ENCODINGS


def parse(text: str) -> Name:
    """Read a name. Raises FetchError for what is none.

    >>> parse("gpt2"), str(parse("org/name@v1.0")), parse("cl100k_base").is_encoding
    (Name(repo='gpt2', revision=None), 'org/name@v1.0', True)
    """
    found = _NAME.fullmatch(text)
    if found is None or len(text) > _LONGEST or "--" in found["repo"] or ".." in text or found["repo"].endswith(".git"):
        raise FetchError("get-name", name=text)
    return Name(found["repo"], found["revision"])


# -- known models ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Known:
    """A model, the name of its tokenizer (:mod:`tokviz.hub.names`), and its file: about how many MB, its license, and
    whether the hub asks for a token."""

    title: str
    name: str
    megabytes: float
    license: str
    is_gated: bool = False

    @property
    def is_encoding(self) -> bool:
        """Return whether it comes by tiktoken, and not from the hub."""
        return "/" not in self.name


KNOWN = (
    Known("GPT-4o", "o200k_base", 3.6, "MIT"),
    Known("GPT-4", "cl100k_base", 1.7, "MIT"),
    Known("GPT-2", "openai-community/gpt2", 1.4, "MIT"),
    Known("BERT", "google-bert/bert-base-uncased", 0.5, "Apache-2.0"),
    Known("T5", "google-t5/t5-small", 1.4, "Apache-2.0"),
    Known("Llama 2", "TinyLlama/TinyLlama-1.1B-Chat-v1.0", 1.8, "Apache-2.0"),
    Known("Mistral", "mistral-community/Mistral-7B-v0.2", 1.8, "Apache-2.0"),
    Known("Qwen", "Qwen/Qwen2.5-0.5B", 7.0, "Apache-2.0"),
    Known("Gemma 3", "google/gemma-3-1b-pt", 33.4, "Gemma Terms of Use", is_gated=True),
)
"""Llama 2's tokenizer is that of TinyLlama, whose repository is open; Mistral's is a copy for everybody."""
