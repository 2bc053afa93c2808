"""Files of strangers that once ended or froze a server: in a worker each of them is one sentence.

The libraries get them as they are, past our readers, which may refuse them earlier. That a reader refuses them, or a
worker does, is asked of the same files below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.sandbox import strangers
from tests.sandbox.strangers import Library
from tokviz.errors import CageError, TokvizError
from tokviz.files.pipeline import Pipeline
from tokviz.sandbox import Pool, Source, ask
from tokviz.texts import LANGUAGES, templates

pytestmark = pytest.mark.workers

TEXT = "the lowest of the newest"
FILES: dict[str, tuple[Callable[[], bytes], str, str]] = {
    "growing-normalizer.json": (strangers.growing_normalizer, TEXT, "cage-memory"),
    "growing-splits.json": (strangers.growing_splits, TEXT, "cage-memory"),
    "long-prefix.json": (strangers.long_prefix, "a" * 999, "cage-time"),
    "long-piece.json": (strangers.long_piece, TEXT, "cage-crash"),
    "long-pad-token.json": (strangers.long_pad_token, TEXT, "cage-memory"),
    "growing-map.model": (strangers.growing_map, "a" * 40, "cage-memory"),
    "looking-for-the-end.json": (strangers.looking_for_the_end, (" " * 4_999 + "a") * 200, "cage-time"),
}
"""Each with a text, and the limit that its library meets."""


def refuse(error: TokvizError, name: str) -> None:
    for language in LANGUAGES:
        assert error.sentence(templates(language))
    if isinstance(error, CageError):
        assert error.details["name"] == name


@pytest.mark.parametrize("name", FILES)
def test_what_a_library_does_is_a_sentence(name: str, pool: Pool) -> None:
    make, text, code = FILES[name]
    value = pool.open(Source(f"past readers: {name}", name, Library))
    function = strangers.encode_by_sentencepiece if name.endswith(".model") else strangers.encode
    with pytest.raises(CageError) as caught:
        ask(function, value, make(), text)
    assert caught.value.code == code
    refuse(caught.value, name)
    assert len(value) == 3


@pytest.mark.parametrize("name", FILES)
def test_what_a_page_asks_ends(name: str, pool: Pool) -> None:
    """Opening, encoding, and what is derived: each is an answer or one sentence."""
    make, text, _ = FILES[name]
    assert list(asked(pool, name, make(), text))
    sound = pool.open(Source("sound", "sound.json", Pipeline.from_file, (strangers.file(),)))
    assert sound.encode("aa").tokens == ("a", "a")


def asked(pool: Pool, name: str, data: bytes, text: str) -> list[object]:
    """Return the results that a page gets of a file, or the sentence."""
    found: list[object] = []
    try:
        pipeline = pool.open(Source(f"a page: {name}", name, Pipeline.from_files, ([(name, data)],)))
    except TokvizError as error:
        refuse(error, name)
        return [error]
    for function in (Pipeline.encode, Pipeline.stages):
        try:
            found.append(ask(function, pipeline, text))
        except TokvizError as error:
            refuse(error, name)
            found.append(error)
    return found


def test_rank_files_of_nested_tokens(pool: Pool) -> None:
    """Four of them took a server of 2 GB: their merges are a thousand times as large as the files."""
    for letter in "abcd":
        data = strangers.nested_rank_file(letter)
        assert len(data) < 400_000
        name = f"nested-{letter}.tiktoken"
        for error in asked(pool, name, data, TEXT):
            assert isinstance(error, TokvizError) or "".join(error.tokens) == TEXT  # type: ignore[attr-defined]
    assert pool.weight <= pool.limits.together + pool.limits.memory


def test_what_the_library_of_a_long_piece_does_at_the_end(pool: Pool) -> None:
    """It crashes when it lets the piece go, and that is when the worker ends."""
    value: Any = pool.open(Source("kept", "kept.json", Library))
    assert ask(strangers.keep_tokenizer, value, strangers.long_piece()) == 2
    with pytest.raises(CageError) as caught:
        ask(strangers.let_go, value)
    assert caught.value.code == "cage-crash"
