"""What about a tokenizer.json is otherwise than one might think: nothing in it is passed over in silence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Any

from tokviz.errors import brief
from tokviz.files.elements import elements, name_of, put_in
from tokviz.files.loaded import Note, note
from tokviz.files.models import model_type, notes_on_model
from tokviz.files.reading import notes_on_keys

__all__ = ["notes_behind", "notes_of"]

_SHOWN = 3  # of notes of one kind
_MODEL = {
    "BPE": frozenset(
        {
            *("type", "vocab", "merges", "dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix"),
            *("fuse_unk", "byte_fallback", "ignore_merges"),
        }
    ),
    "WordPiece": frozenset({"type", "vocab", "unk_token", "continuing_subword_prefix", "max_input_chars_per_word"}),
    "Unigram": frozenset({"type", "vocab", "unk_id", "byte_fallback"}),
}


def notes_of(file: Mapping[str, Any], added: Sequence[Mapping[str, Any]], theirs: Any) -> tuple[Note, ...]:
    """Notes of a file. theirs: the library's tokenizer, loaded from it."""
    keys = notes_on_keys(file["model"].get("vocab"))
    found = (notes_on_model(file["model"]), keys, _unread(file), _renumbered(added, theirs), _missing(file, theirs))
    return tuple(_few(chain.from_iterable(found)))


def notes_behind(file: Mapping[str, Any]) -> tuple[Note, ...]:
    """Notes of what a file does to the tokens of a text behind the model, for who looks at those of the text alone.

    >>> [one.code for one in notes_behind({"truncation": {"max_length": 8}, "padding": None})]
    ['truncation']
    """
    found = []
    processors = [one for one in elements("post_processor", file.get("post_processor")) if _adds_tokens(one)]
    if processors:
        found.append(note("post-processor", found=", ".join(map(name_of, processors))))
    truncation = file.get("truncation")
    if truncation is not None:
        length = truncation.get("max_length") if isinstance(truncation, dict) else None
        found.append(note("truncation", length=length if type(length) is int else brief(length)))
    if file.get("padding") is not None:
        found.append(note("padding"))
    return tuple(found)


def _adds_tokens(processor: Mapping[str, Any]) -> bool:
    """Whether a post-processor changes more than the places of tokens in the text."""
    match processor:
        case {"type": "ByteLevel"}:
            return False
        case {"type": "TemplateProcessing", "single": list(inner)}:
            return not all(isinstance(one, dict) and one.keys() == {"Sequence"} for one in inner)
    return True


def _unread(file: Mapping[str, Any]) -> Iterator[Note]:
    """Members that the library does not know and so does not read."""
    model = file["model"]
    for key in sorted(model.keys() - _MODEL.get(model_type(model), model.keys())):
        yield note("part-unread", part=f"model.{brief(key)[1:-1]}")


def _renumbered(added: Sequence[Mapping[str, Any]], theirs: Any) -> Iterator[Note]:
    """Added tokens whose id in the file is not the one that the library gives them."""
    for one in added:
        content, number = str(one.get("content")), one.get("id")
        found = theirs.token_to_id(content)
        if content and found != number:
            yield note("added-id", token=brief(content), id=brief(number), other=str(found))


def _missing(file: Mapping[str, Any], theirs: Any) -> Iterator[Note]:
    """Tokens that the post-processor puts in under an id that is not theirs."""
    for element in elements("post_processor", file.get("post_processor")):
        for token, number in put_in(element):
            if theirs.id_to_token(number) != token:
                yield note("post-missing", token=brief(token), id=str(number))


def _few(notes: Iterable[Note]) -> Iterator[Note]:
    """Of many notes of one kind the first, and how many more there are."""
    for _, same in groupby(notes, key=lambda one: one.code):
        every = list(same)
        yield from every[:_SHOWN]
        if len(every) > _SHOWN:
            yield note("more", count=len(every) - _SHOWN)
