"""Our model beside the library, on one text."""

from __future__ import annotations

from tokviz.files.codes import Codes
from tokviz.files.engine import Engine
from tokviz.files.records import Part
from tokviz.models.around import Check, Difference

__all__ = ["checked"]

_SHOWN = 8  # tokens of either side behind the first that differs


def checked(engine: Engine, text: str) -> Check:
    """Encode the pre-tokens that the library makes by our model, and compare tokens and ids with the library's.

    What the two share is therefore only what stands before the model. Without the library nothing is compared.
    """
    if engine.library is None:
        return Check(None, 0)
    if isinstance(engine, Codes):
        return _checked_words(engine, text)
    theirs = [(part.text, part.id) for part in engine.plain(text).parts]
    ours: list[tuple[str, int | None]] = []
    owners: list[Part] = []
    for part in engine.pre_tokens(text):
        if part.role == "added":
            found = [(part.text, part.id)]
        else:
            found = [
                token
                for word in engine.words.apart(part.text)
                for token in zip(*engine.words.encoded(word), strict=True)
            ]
        ours += found
        owners += [part] * len(found)
    if ours == theirs:
        return Check(engine.library, len(theirs))
    pairs = enumerate(zip(ours, theirs, strict=False))
    index = next((at for at, (one, other) in pairs if one != other), min(len(ours), len(theirs)))
    owner = owners[index] if index < len(owners) else None
    here, there = ours[index : index + _SHOWN], theirs[index : index + _SHOWN]
    return Check(
        engine.library,
        len(theirs),
        Difference(
            index,
            None if owner is None else owner.text,
            tuple(token for token, _ in here),
            tuple(token for token, _ in there),
            None if owner is None else owner.span,
            here[0][1] if here else None,
            there[0][1] if there else None,
        ),
    )


def _checked_words(engine: Codes, text: str) -> Check:
    """The same word by word, for a library that numbers nothing."""
    index = 0
    for word in engine.pre_tokens(text):
        ours, theirs = engine.ours(word.text), engine.theirs(word.text)
        if ours != theirs:
            return Check(engine.library, index, Difference(index, word.text, ours, theirs, word.span))
        index += len(ours)
    return Check(engine.library, index)
