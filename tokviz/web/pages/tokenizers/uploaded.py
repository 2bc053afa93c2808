"""Uploads as tokenizers: files that belong together, and what rank files leave open, which the visitor says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from tokviz.pipeline import Pipeline, Tell
from tokviz.pipeline.detect import with_specials
from tokviz.pipeline.files import are_ranks
from tokviz.pretokenize import ALTERNATIVES
from tokviz.views.shared.catalog import Catalog
from tokviz.web.computing import workers
from tokviz.web.server import uploads
from tokviz.web.server.uploads import Upload

__all__ = ["Uploaded", "ask"]

_MERGES = ("merges.txt", ".bpe")
_JSON = ".json"


@dataclass(frozen=True)
class Uploaded:
    """A tokenizer in one file, or in merges and their vocabulary. pattern, specials: of a rank file, as they were
    asked for; None and none for others."""

    files: tuple[Upload, ...]
    pattern: str | None = None
    specials: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The names of its files."""
        return "+".join(file.name for file in self.files)

    @property
    def size(self) -> int:
        """How large it is, in bytes."""
        return sum(len(file.data) for file in self.files)

    @property
    def key(self) -> tuple[str | None, ...]:
        """What names its content."""
        return ("upload", *(file.id for file in self.files), self.pattern, *self.specials)

    def open(self, tell: Tell) -> Pipeline:
        """Read it, in a worker. tell: is told what is done. Raises TokvizError."""
        content = [(file.name, file.data) for file in self.files]
        name, pattern = self.name, self.pattern
        found: tuple[Pipeline, object] = workers.opened(
            self.key, name, with_specials, content, self.specials, name=name, pattern=pattern, tell=tell
        )
        return found[0]


def ask(page: str, files: Sequence[Upload], say: Catalog) -> tuple[Uploaded, ...]:
    """The tokenizers in these files. Where one is a rank file, its pattern and special tokens are asked for."""
    grouped = _grouped(files)
    ranks = [one for one in grouped if are_ranks(one[0].name, one[0].data)]
    if not ranks:
        return tuple(map(Uploaded, grouped))
    with st.sidebar:
        pattern = st.selectbox(
            say("tokenizers.pattern"),
            (None, *ALTERNATIVES),
            format_func=lambda name: say.choice("split", name) if name else say("tokenizers.pattern.by-size"),
            key=f"{page}_pattern",
            help=say("tokenizers.pattern.help"),
        )
        specials = uploads.ask_for_specials(f"{page}_specials", say)
    return tuple(Uploaded(one, pattern, specials) if one in ranks else Uploaded(one) for one in grouped)


def _grouped(files: Sequence[Upload]) -> list[tuple[Upload, ...]]:
    """Each file by itself; merges with the vocabulary that was uploaded along with them, pair by pair."""
    merges = [file for file in files if file.name.lower().endswith(_MERGES)]
    vocabularies = [file for file in files if file.name.lower().endswith(_JSON) and b'"model"' not in file.data]
    pairs = dict(zip((file.id for file in merges), vocabularies, strict=False))
    taken = {file.id for file in pairs.values()}
    return [(file, pairs[file.id]) if file.id in pairs else (file,) for file in files if file.id not in taken]
