"""Ids back to text by tokenizers: element by element of the decoder, and token by token."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

from tokviz.files.elements import name_of, options_of
from tokviz.files.records import Decoded, DecoderStage, DecodeStep

__all__ = ["decoded"]


def decoded(
    library: Any,
    theirs: Any,
    ids: Sequence[int],
    decoders: Sequence[tuple[Mapping[str, Any], Any]],
    left_out: AbstractSet[int],
) -> Decoded:
    """The text of ids. decoders: each element with a tokenizer that decodes by those up to it; left_out: the ids of
    special tokens that are to give no text."""
    tokens = [theirs.id_to_token(number) for number in ids]
    kept = [token for number, token in zip(ids, tokens, strict=True) if token is not None and number not in left_out]
    text = theirs.decode(list(ids), skip_special_tokens=bool(left_out))
    stages = [DecoderStage("", " ".join(kept))]
    for element, part in decoders:
        stages.append(DecoderStage(name_of(element), part.decoder.decode(kept), options_of(element)))
    steps = list(_steps(library, theirs, ids, tokens, left_out))
    found = Decoded(text, tuple(steps), tuple(stages))
    given = "".join(step.text for step in steps)
    if not found.streams and text.startswith(given):
        # Bytes at the end that no others complete: the stream waits for these, and the text does not.
        last = max((at for at, step in enumerate(steps) if step.token is not None and not step.skipped), default=None)
        if last is not None:
            steps[last] = replace(steps[last], text=steps[last].text + text[len(given) :])
            found = replace(found, steps=tuple(steps))
    return found


def _steps(
    library: Any,
    theirs: Any,
    ids: Sequence[int],
    tokens: Sequence[str | None],
    left_out: AbstractSet[int],
) -> Iterator[DecodeStep]:
    stream: Any = library.decoders.DecodeStream(skip_special_tokens=bool(left_out))
    for number, token in zip(ids, tokens, strict=True):
        if token is None or number in left_out:
            yield DecodeStep(number, token, "", skipped=token is not None)
            continue
        text = ""
        if stream is not None:
            try:
                text = stream.step(theirs, number) or ""
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException:  # earlier text has changed, which a stream cannot tell; the whole text stays right
                stream = None
        yield DecodeStep(number, token, text)
