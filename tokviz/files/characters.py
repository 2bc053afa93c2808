"""What a stage did to a text, character by character: which are new, and the parts that it is shown in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tokviz.files.records import Part

__all__ = ["character_parts", "cut_parts", "runs"]


def character_parts(text: str) -> tuple[Part, ...]:
    """Each character of a text as it is."""
    return tuple(Part(one, at, at + 1) for at, one in enumerate(text))


def runs(text: str, now: Sequence[Part]) -> tuple[Part, ...]:
    """The characters of a stage as few parts: those that are still what the text has in a row are one.

    >>> [part.text for part in runs("ab c", [Part("a", 0, 1), Part("b", 1, 2), Part("▁", 2, 3, changed=True)])]
    ['ab', '▁']
    """
    found: list[Part] = []
    for part in now:
        last = found[-1] if found else None
        if last is not None and last.end == part.start and _is_plain(last, text) and _is_plain(part, text):
            found[-1] = last._replace(text=last.text + part.text, end=part.end)
        else:
            found.append(part)
    return tuple(found)


def cut_parts(
    text: str, parts: Sequence[Part], now: Sequence[Part], before: Sequence[Part], *, whole: bool
) -> tuple[Part, ...]:
    """The parts of a stage, with what is new marked.

    parts: as the stage leaves them; now, before: the characters after it and after the stage before. whole: whether
    the stage cuts nothing, so that its characters come back as runs.
    """
    known = {part[:4] for part in before}  # text, start, end, role
    marked = [one if one[:4] in known else one._replace(changed=True) for one in now]
    if whole:
        return runs(text, marked)
    return tuple(_gathered(parts, marked))


def _is_plain(part: Part, text: str) -> bool:
    return part.role == "text" and not part.changed and part.text == text[part.start : part.end]


def _gathered(parts: Sequence[Part], characters: Sequence[Part]) -> Iterator[Part]:
    """Each part, changed if one of its characters is."""
    at = 0
    for part in parts:
        size, changed = 0, False
        while at < len(characters) and size < len(part.text):
            changed = changed or characters[at].changed
            size += len(characters[at].text)
            at += 1
        yield part._replace(changed=True) if changed else part
