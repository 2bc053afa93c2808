"""A tokenizer.json loaded by its library, part by part, so that an error can name the one that it refuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tokviz.errors import FormatError, RulesError, brief
from tokviz.files.elements import PARTS, probe
from tokviz.files.guard import try_out
from tokviz.files.libraries import asking, named, part_error
from tokviz.files.models import model_at
from tokviz.files.reading import line_of

__all__ = ["check_parts", "loaded"]

_PACKAGE = "tokenizers"
_KEYS = frozenset({"version", "truncation", "padding", "added_tokens", "model", *PARTS})
_FIRST_TEXT = "a 1"  # many broken parts load, and panic at the first text


def check_parts(file: Mapping[str, Any], text: str, library: Any, *, is_risky: bool) -> None:
    """Load each part around the model by itself. text: the file as it is, for the lines of errors. is_risky: in a child
    process first. Raises FormatError."""
    for part in PARTS:
        if file.get(part) is not None:
            alone = probe(**{part: file[part]})
            try:
                if is_risky:
                    try_out([alone], _FIRST_TEXT)
                with asking(_PACKAGE):
                    library.Tokenizer.from_str(alone).encode(_FIRST_TEXT)
            except RulesError as error:
                line = line_of(text, after=part)
                if "why" not in error.details:  # too slow, or too large
                    raise FormatError(
                        "pipeline-part-costly", line=line, part=part, library=named(_PACKAGE), text=_FIRST_TEXT
                    ) from None
                raise part_error(part, _PACKAGE, error.details["why"], line) from None


def loaded(file: Mapping[str, Any], text: str, library: Any) -> Any:
    """The library's tokenizer. text: the file as it is. Raises FormatError: ours, which knows the line, where our model
    does not take that of the file either."""
    try:
        with asking(_PACKAGE):
            return library.Tokenizer.from_str(text)
    except RulesError as error:
        unknown = sorted(file.keys() - _KEYS)  # the library stumbles over them
        if not unknown:
            model_at(file["model"], text)
        part = unknown[0] if unknown else "model"
        raise part_error(brief(part)[1:-1], _PACKAGE, error.details["why"], line_of(text, after=part)) from None
