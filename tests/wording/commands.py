"""Output of commands: all of it for some runs, errors included."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from tokviz.__main__ import main
from tokviz.views.shared.catalog import Catalog

__all__ = ["command_line"]

_FAULTS = Path(__file__).parents[1] / "golden" / "faults"
_HUG = ("--example", "hug")
_RUNS: tuple[tuple[str, ...], ...] = (
    ("train", *_HUG),
    ("train", *_HUG, "--step", "1"),
    ("train", *_HUG, "--algorithm", "wordpiece", "--merges", "3"),
    ("train", *_HUG, "--algorithm", "unigram", "--vocab-size", "12"),
    ("encode", *_HUG, "--steps", "hugs"),
    ("encode", *_HUG, "--algorithm", "wordpiece", "--steps", "bum"),
    ("encode", *_HUG, "--algorithm", "unigram", "--steps", "hugs"),
    ("encode", "--tokenizer", "no_unk.json", "--steps", "mug"),
    ("encode", "--tokenizer", "no_unk.json", "mug mmé😀"),
    ("encode", "--tokenizer", "bpe_user_defined.model", "--steps", "<x>"),
    ("compare", *_HUG, "--size", "10", "--text", "hugs bun"),
    ("compare", "--tokenizers", "first_always.json", "first_never.json", "--text", "ab"),
    ("vocabulary", "gpt", "--part", "used", "--text", "low lower", "--limit", "3"),
    ("diff", "no_unk.json", "nl1.json", "--text", "xug"),
    ("chat", "user=Hi </s>", "assistant=Hello"),
    ("train", *_HUG, "--step", "99"),
    ("train", "nothing.txt"),
    ("encode", *_HUG, "--special", "<s>", "hug"),
)


def command_line(say: Catalog) -> Iterator[tuple[str, str]]:
    """Yield the output of each command, on both ways out.

    Files are those of the folder of faults.
    """
    for arguments in _RUNS:
        given = [str(_FAULTS / one) if (_FAULTS / one).is_file() else one for one in arguments]
        output, errors = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
        nothing = io.TextIOWrapper(io.BytesIO())
        with (
            patch.dict("os.environ", COLUMNS="100"),
            patch("sys.stdin", nothing),
            redirect_stdout(output),
            redirect_stderr(errors),
        ):
            main([*given, "--lang", say.language])
        printed = "".join(_written(one) for one in (output, errors))
        yield f"tokviz {' '.join(arguments)}", printed.replace(f"{_FAULTS}/", "").rstrip()


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()
