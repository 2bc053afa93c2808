"""Our model of a file beside its library, in every way in which it is asked: for the tokens of a text, for their ids,
and for the steps of each word."""

from __future__ import annotations

from tokviz.files.pipeline import Pipeline
from tokviz.models.text_encoder import MAX_EXPLAINED

__all__ = ["differs"]


def differs(pipeline: Pipeline, text: str) -> str:
    """Return the difference of our model from the library on a text, if there is one."""
    check = pipeline.check(text)
    if not check.equal:
        return f"check: {check.difference}"
    parts = pipeline.encode(text, special=False).parts
    # The library writes an added token with the whitespace that it takes along.
    theirs = tuple(part.text if part.role != "added" else pipeline.tokens[part.id or 0] for part in parts)
    model = pipeline.text_model.model
    tokens = tuple(model.encode(text))
    if tokens != theirs:
        return f"tokens: {tokens} instead of {theirs}"
    if pipeline.vocabulary:
        unknown = None if model.unknown_token is None else model.ids.get(model.unknown_token)
        ids = tuple(model.text_ids.get(token, unknown) for token in tokens)
        if ids != tuple(part.id for part in parts):
            return f"ids: {ids} instead of {[part.id for part in parts]}"
    for word in model.words(text):
        if len(word) <= MAX_EXPLAINED and (told := model.explain(word).tokens) != model.encode_word(word):
            return f"steps: {word} ends in {told}"
    return ""
