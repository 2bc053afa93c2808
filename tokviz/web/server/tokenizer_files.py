"""Files of the visit that make a tokenizer: one, merges and vocabulary, or a tokenizer.json and its settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath

from tokviz.files.detect import SUFFIXES
from tokviz.memory import File
from tokviz.web.server import uploads
from tokviz.web.server.uploads import Upload

_MERGES = ("merges.txt", ".bpe")
_JSON = ".json"
_SETTINGS = ("tokenizer_config.json", "special_tokens_map.json")


def asks_more(file: Upload) -> bool:
    """Tell if a pattern and special tokens are asked for beside a file."""
    return uploads.takes_pattern((file,))


def name_of(files: Sequence[Upload] | Sequence[File]) -> str:
    """Return the name of a tokenizer out of these files; empty for none."""
    return "+".join(file.name for file in files)


def is_file_name(name: str) -> bool:
    """Tell if a tokenizer has the name of uploaded files, not of one on this machine.

    >>> is_file_name("bytebpe.json"), is_file_name("merges.txt+vocab.json"), is_file_name("gpt-4.1")
    (True, True, False)
    """
    return all(PurePath(part).suffix.lower()[1:] in SUFFIXES[""] for part in name.split("+"))


def by_name(field: str) -> Mapping[str, tuple[Upload, ...]]:
    """Return the files of each tokenizer of the visit, by its name. field: the key of the one that the page has."""
    every = (*uploads.tokenizers(field), *uploads.uploaded(field))
    return {name_of(group): group for group in grouped(every)}


def group_with(files: Sequence[Upload], field: str) -> tuple[Upload, ...]:
    """Return the files of the tokenizer of the visit that one of these is of, the newest one; none if there is none.
    field: the key of the one that the page has for such files."""
    every = (*uploads.tokenizers(field), *uploads.uploaded(field))
    return next((group for group in reversed(grouped(every)) if {*group} & {*files}), ())


def grouped(files: Sequence[Upload]) -> list[tuple[Upload, ...]]:
    """Group the files: each by itself, but merges with the vocabulary that was uploaded along with them, and one
    tokenizer.json with its settings."""
    settings = [file for file in files if file.name.lower().endswith(_SETTINGS)]
    merges = [file for file in files if file.name.lower().endswith(_MERGES)]
    jsons = [file for file in files if file.name.lower().endswith(_JSON) and file not in settings]
    whole = [file for file in jsons if b'"model"' in file.data]
    pairs = dict(zip((file.id for file in merges), (file for file in jsons if file not in whole), strict=False))
    beside: dict[str, tuple[Upload, ...]] = {name: (vocabulary,) for name, vocabulary in pairs.items()}
    if len(whole) == 1:
        beside[whole[0].id] = tuple(settings)
    paired_ids = {file.id for others in beside.values() for file in others}
    return [(file, *beside.get(file.id, ())) for file in files if file.id not in paired_ids]
