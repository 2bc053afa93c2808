"""Attacks by files: uploads of tokenizers and lessons, and what they are called."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from uuid import uuid4

from tools.attack import tokenizer_files as made
from tools.attack.attack import Attack, Target, expect
from tools.attack.visits import hostile, put, refused

__all__ = ["ATTACKS"]

PAGE, FIELD = "/tokenizers", "tokenizers_files"
_SENTENCE = "a sentence on the page"
_PICTURE = re.compile(r"(?<!\\)!\[[^\]]*(?<!\\)\]\(")  # of markdown
_KEPT_MB = 400  # what uploads of one session may weigh together


async def _one_by_one(target: Target, files: Sequence[tuple[str, bytes]]) -> str:
    """Upload each in a session of its own; every one has to be refused. Returns the last sentence, shortened."""
    said = ""
    for name, data in files:
        said = await refused(target, PAGE, FIELD, {name: data})
    return _short(said)


async def _growing_chains(target: Target) -> str:
    return await _one_by_one(
        target,
        [
            ("normalizers.json", made.byte_level_normalizers(27)),
            ("pre_tokenizers.json", made.byte_level_pre_tokenizers(27)),
            ("splits.json", made.splits_and_metaspaces(20)),
        ],
    )


async def _long_prefix(target: Target) -> str:
    data = await asyncio.to_thread(made.long_prefix, 1_000_000)
    query = f"text={'a' * 999}"
    return _short(await refused(target, PAGE, FIELD, {"prefix.json": data}, query))


async def _long_piece(target: Target) -> str:
    """Send the file, and then enough others for a server that keeps a number of them to drop it."""
    async with hostile(target, PAGE) as visit:
        await visit.upload(FIELD, {"piece.json": made.long_piece(500_000)})
        said = visit.sentences[:1]
        for number in range(5):
            await visit.upload(FIELD, {f"small-{number}.json": made.small_unigram(number)})
    await asyncio.sleep(1)  # in which a server would end that frees the model now
    expect(said, "the piece of 500,000 letters is taken without a sentence")
    return _short(said[0])


async def _nested_ranks(target: Target) -> str:
    for letter in "abcd":
        async with hostile(target, PAGE) as visit:
            await visit.upload(FIELD, {f"{letter}.tiktoken": made.nested_ranks(letter, 659)})
            said = visit.sentences[:1]
    return _short(said[0]) if said else "four pages"


async def _long_pad_token(target: Target) -> str:
    return await _one_by_one(target, [("pad.json", made.long_pad_token(1_000_000, 100_000))])


async def _growing_model(target: Target) -> str:
    return await _one_by_one(target, [("growing.model", made.growing_model(3_000_000))])


async def _lying_gguf(target: Target) -> str:
    return await _one_by_one(
        target, [(f"{kind}.gguf", made.lying_gguf(kind, count)) for kind in (6, 8, 9) for count in (599_999, 2**64 - 1)]
    )


async def _unnamed_uploads(target: Target) -> str:
    """Send files for a session that no field of its page names."""
    before, data = target.memory(), bytes(60_000_000)
    async with hostile(target, PAGE) as visit:
        taken = 0
        for _ in range(16):
            session, source = visit.session, target.source
            try:
                status = await asyncio.to_thread(put, target.url, session, uuid4().hex, "x.json", data, source)
            except OSError:  # a server that refuses a file need not read it
                status = 0
            taken += status == 204
        grown = target.memory() - before
    expect(grown <= _KEPT_MB, f"{taken} of 16 files of 60 MB are kept, {grown} MB")
    return f"{taken} of 16 files taken, {grown} MB kept"


async def _picture_as_name(target: Target) -> str:
    """Name a file so that it is a picture in Markdown; a second file is chosen, so the first is offered beside it."""
    name = "![x](https:evil.example).json"
    async with hostile(target, "/vocabulary") as visit:
        await visit.upload("vocabulary_files", {name: made.honest()})
        await visit.upload("vocabulary_files", {"plain.json": made.word_piece(("[UNK]", "a"))})
        labels = visit.pills["vocabulary_beside"]
    pictures = [label for label in labels if _PICTURE.search(label)]
    expect(any("https" in label for label in labels), "the file is not offered")  # a long name is cut in its middle
    expect(not pictures, f"a button's label is markdown: {pictures[:1]}")
    return "the name as text"


def _short(sentence: str) -> str:
    """Return the beginning of a sentence, on one line."""
    return " ".join(sentence.split())[:70]


ATTACKS = (
    Attack(1, "chains that double a text", _growing_chains, _SENTENCE),
    Attack(2, "prefix of a million characters", _long_prefix, _SENTENCE),
    Attack(3, "piece of 500,000 letters", _long_piece, _SENTENCE),
    Attack(6, "uploads that no field names", _unnamed_uploads, f"at most {_KEPT_MB} MB are kept"),
    Attack(7, "rank files of nested tokens", _nested_ranks, "pages or sentences"),
    Attack(8, "pad token of 1 MB", _long_pad_token, _SENTENCE),
    Attack(9, "letter that becomes 3 MB", _growing_model, _SENTENCE),
    Attack(39, "lists of GGUF that are not there", _lying_gguf, _SENTENCE),
    Attack(19, "picture as a file's name", _picture_as_name, "the name as text"),
)
