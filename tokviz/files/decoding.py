"""Ids back to text by tokenizers: element by element of the decoder, token by token, and for a whole vocabulary.

Decoded alone, an entry of a vocabulary may lose what it has: the space of the first word, the bytes of half a
character. So each is decoded between two others; where a decoder puts bytes together to characters, its table is used
instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

from tokviz.files.engine import Decoded, DecoderStage, DecodeStep
from tokviz.files.json_elements import elements, name_of, options_of, written_like
from tokviz.files.models import model_type
from tokviz.models.added_tokens import AddedToken
from tokviz.pretokenize import BYTE_LEVEL, MARKS_SPACES, METASPACE
from tokviz.pretokenize.byte_level import bytes_of
from tokviz.wordpiece.model import join_tokens


def decoded(
    library: Any,
    theirs: Any,
    ids: Sequence[int],
    decoders: Sequence[tuple[Mapping[str, Any], Any]],
    left_out: AbstractSet[int],
) -> Decoded:
    """Return the text of ids. decoders: each element with a tokenizer that decodes by those up to it; left_out: the ids
    of special tokens that are to give no text."""
    tokens = [theirs.id_to_token(number) for number in ids]
    kept_tokens = [
        token for number, token in zip(ids, tokens, strict=True) if token is not None and number not in left_out
    ]
    text = theirs.decode(list(ids), skip_special_tokens=bool(left_out))
    stages = [DecoderStage("", " ".join(kept_tokens))]
    for element, part in decoders:
        stages.append(DecoderStage(name_of(element), part.decoder.decode(kept_tokens), options_of(element)))
    stream = library.decoders.DecodeStream(skip_special_tokens=bool(left_out))
    steps = list(steps_by(lambda number: stream.step(theirs, number), ids, tokens, left_out))
    return completed(text, steps, stages)


def completed(text: str, steps: list[DecodeStep], stages: Sequence[DecoderStage]) -> Decoded:
    """Return a decoding whose last step has what no later one can complete."""
    result = Decoded(text, tuple(steps), tuple(stages))
    joined = "".join(step.text for step in steps)
    if not result.streams and text.startswith(joined):
        # Bytes at the end that no others complete: the stream waits for these, and the text does not.
        last = max((at for at, step in enumerate(steps) if step.token is not None and not step.skipped), default=None)
        if last is not None:
            steps[last] = replace(steps[last], text=steps[last].text + text[len(joined) :])
            result = replace(result, steps=tuple(steps))
    return result


def steps_by(
    add: Callable[[int], str | None], ids: Sequence[int], tokens: Sequence[str | None], left_out: AbstractSet[int]
) -> Iterator[DecodeStep]:
    """Yield a step for each id. add: gives the text that an id adds."""
    streams = True
    for number, token in zip(ids, tokens, strict=True):
        if token is None or number in left_out:
            yield DecodeStep(number, token, "", skipped=token is not None)
            continue
        text = ""
        if streams:
            try:
                text = add(number) or ""
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException:  # earlier text has changed, which a stream cannot tell; the whole text stays right
                streams = False
        yield DecodeStep(number, token, text)


# -- each entry of a vocabulary ----------------------------------------------------------------------------------------


_TOGETHER = 30_000  # characters
BYTE_PIECE = re.compile(r"<0x([0-9A-F]{2})>")
LETTERS = "aeiounst"


def added_tokens(theirs: Any) -> tuple[AddedToken, ...]:
    """Return the added tokens of a Tokenizer, by id."""
    flags = ("single_word", "lstrip", "rstrip", "normalized", "special")
    by_id = theirs.get_added_tokens_decoder()
    return tuple(
        AddedToken(number, token.content, *(getattr(token, flag) for flag in flags)) for number, token in by_id.items()
    )


def together(texts: Sequence[str]) -> Iterator[str]:
    """Yield short texts in lines, so many at a time that trying them out takes no longer than it may.

    >>> list(together(["a", "b"]))
    ['a\\nb']
    """
    begin = letters = 0
    for end, text in enumerate(texts, start=1):
        letters += len(text) + 1
        if letters > _TOGETHER or end == len(texts):
            yield "\n".join(texts[begin:end])
            begin, letters = end, 0


def gained(theirs: Any, decoders: Sequence[Mapping[str, Any]], ids: Sequence[int]) -> list[bytes]:
    """Return the bytes that each of the ids adds between other tokens, in UTF-8.

    theirs: a Tokenizer; decoders: its elements.

    Without a decoder, where the library puts spaces between all tokens, that is the token as it is.
    """
    names = [name_of(decoder) for decoder in decoders]
    tokens = [theirs.id_to_token(number) for number in ids]
    if not names:
        return [utf_8(token) for token in tokens]
    if names[0] == "ByteLevel":
        return [replaced(bytes_of(token), decoders[1:]) for token in tokens]
    texts = _between(theirs, ids)
    if "ByteFallback" not in names:
        return [utf_8(text) for text in texts]
    byte_matches = map(BYTE_PIECE.fullmatch, tokens)
    return [bytes([int(byte[1], 16)]) if byte else utf_8(text) for byte, text in zip(byte_matches, texts, strict=True)]


def spelled(
    file: Mapping[str, Any],
    tokens: Sequence[str],
    gained_by: Callable[[Sequence[Mapping[str, Any]]], list[bytes]],
) -> list[bytes]:
    """Return the bytes of a text that each of the tokens is encoded from, in UTF-8.

    gained_by: gives what each token adds by some decoders.

    Mostly what the token adds when it is decoded. A file may lack the decoder that undoes what its pre-tokenizer and
    its model do: then their marks are undone here, as that decoder would.
    """
    decoders, model = elements("decoder", file.get("decoder")), file["model"]
    written = written_like({**file, "decoder": None})
    suffix = model.get("end_of_word_suffix")
    ends = [_replace(suffix)] if suffix else []
    if written in BYTE_LEVEL and not any(name_of(decoder) == "ByteLevel" for decoder in decoders):
        return gained_by([{"type": "ByteLevel"}, *ends])
    if decoders:
        return gained_by(decoders)
    if model_type(model) == "WordPiece":
        prefix = model.get("continuing_subword_prefix", "##")
        return [utf_8(join_tokens(["a", token], prefix).removeprefix("a")) for token in tokens]
    marks = [_replace(METASPACE)] if written in MARKS_SPACES else []
    spellings = []
    for token in tokens:
        byte = BYTE_PIECE.fullmatch(token) if model.get("byte_fallback") else None
        bare = token.removeprefix(model.get("continuing_subword_prefix") or "")
        spellings.append(bytes([int(byte[1], 16)]) if byte else replaced(utf_8(bare), [*marks, *ends]))
    return spellings


def _replace(mark: str) -> Mapping[str, Any]:
    """Return the element of a decoder that makes a mark a space."""
    return {"type": "Replace", "pattern": {"String": mark}, "content": " "}


def _between(theirs: Any, ids: Sequence[int]) -> list[str]:
    """Return the decoded text of each id between two tokens of one letter.

    Some decoders treat the first and the last token differently.
    """
    letter = _letter(theirs)
    before, both = (theirs.decode(letter * times, skip_special_tokens=False) for times in (1, 2))
    behind = both[len(before) :]
    texts = theirs.decode_batch([[*letter, number, *letter] for number in ids], skip_special_tokens=False)
    return [text.removeprefix(before).removesuffix(behind) for text in texts]


def replaced(data: bytes, decoders: Sequence[Mapping[str, Any]]) -> bytes:
    """Return a text after plain replacements, such as that of an end-of-word mark."""
    for decoder in decoders:
        match decoder:
            case {"type": "Replace", "pattern": {"String": str(pattern)}, "content": str(content)} if pattern:
                data = data.replace(utf_8(pattern), utf_8(content))
    return data


def utf_8(text: str) -> bytes:
    """Return the bytes of a text; half a character has some, too."""
    return text.encode("utf-8", "surrogatepass")


def _letter(theirs: Any) -> list[int]:
    """Return a token of one letter, which comes back as it is; none if there is none."""
    for letter in LETTERS:
        number = theirs.token_to_id(letter)
        if number is not None and theirs.decode([number], skip_special_tokens=False) == letter:
            return [number]
    return []
