"""Known models whose tokenizers can be fetched.

Sizes and licenses are approximate and unchecked: the model's page has the final word. Where
a model's repository is gated and another one has the same tokenizer for everybody, that is named.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["KNOWN", "Known"]


@dataclass(frozen=True)
class Known:
    """A model, the name of its tokenizer (:func:`tokviz.files.by_name.parse`), and its file: about how many MB, its
    license, and whether the hub asks for a token."""

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
