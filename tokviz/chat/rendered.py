"""A chat as text: what its template makes of the messages, and which characters are whose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, NamedTuple

from tokviz.chat.messages import Message, checked
from tokviz.chat.templates import Template
from tokviz.errors import TokvizError

TrainedBy = Literal["generation", "prefix", "content"]
"""The source of what the model is trained on: the template marks it; or it is what each answer adds to the text of the
messages before it and of the beginning of an answer; or, where that fails, the messages of the assistant alone."""

_CODES = 0xF0000  # private characters, which stand for those of messages
_SPACES = "\u2004\u2005\u2006\u2008"  # stand for their white space, each for every fourth message
_MARKS = "\ufdd0\ufdd1"


class Span(NamedTuple):
    """A stretch of the text, from character to character. message: the number of the message that it is from, counted
    from 0; None for what the template writes. prompt: whether it is the beginning of the next answer."""

    start: int
    end: int
    message: int | None
    prompt: bool = False


@dataclass(frozen=True)
class Rendered:
    """A chat as text.

    spans: all of it, in order. trained: what the model is trained on. added: what `prompt` adds to the end, whether it
    is there or not; None where it changes more than the end. is_found: whether the stretches of messages were only
    found by their letters, since the template does not take them over one by one.
    """

    template: Template
    messages: tuple[Message, ...]
    text: str
    spans: tuple[Span, ...]
    trained: tuple[tuple[int, int], ...]
    trained_by: TrainedBy
    added: str | None
    has_prompt: bool
    is_found: bool

    def role(self, span: Span) -> str:
        """Return the role of a stretch; empty for what the template writes."""
        return "" if span.message is None else self.messages[span.message].role


def render(template: Template, messages: Sequence[Message], *, prompt: bool = True) -> Rendered:
    """Return a chat as text. prompt: whether the text ends in the beginning of an answer.

    Raises TokvizError for a template that cannot be read, that refuses the messages, or goes beyond its limits, and
    LimitError for too many messages.

    >>> from tokviz.chat.templates import own_template
    >>> chat = render(own_template("chatml"), [Message("user", "Hi"), Message("assistant", "Hello")])
    >>> [chat.text[start:end] for start, end, message, _ in chat.spans if message is not None]
    ['Hi', 'Hello']
    >>> chat.added, [chat.text[start:end] for start, end in chat.trained]
    ('<|im_start|>assistant\\n', ['Hello<|im_end|>'])
    """
    return Renderer(template).render(messages, prompt=prompt)


class Renderer:
    """A template that is ready to make texts. Raises TokvizError for one that cannot be read."""

    def __init__(self, template: Template) -> None:
        from tokviz.chat.rendering import Program  # the pages of a browser tab have no jinja2, and no chats

        self._template = template
        self._program = Program(template.source, dict(template.variables))

    def render(self, messages: Sequence[Message], *, prompt: bool = True) -> Rendered:
        """Return a chat as text; see :func:`render`."""
        known = checked(messages)
        self._program.begin()
        has_generation = self._program.has_generation
        plain, marked = self._text(known, prompt=False)
        with_prompt, marked_with = self._text(known, prompt=True)
        added = with_prompt[len(plain) :] if with_prompt.startswith(plain) else None
        text, generated = (with_prompt, marked_with) if prompt else (plain, marked)
        owners = self._owners(known, text, prompt=prompt)
        is_found = owners is None
        if owners is None:
            owners = _searched(known, text)
        last = len(text) - len(added or "") if prompt else len(text)
        spans = tuple(_spans(owners, last))
        trained, trained_by = (generated, "generation") if has_generation else self._by_prefix(known, text)
        if trained is None:
            answers = {number for number, message in enumerate(known) if message.role == "assistant"}
            trained = tuple((span.start, span.end) for span in spans if span.message in answers)
        return Rendered(self._template, known, text, spans, trained, trained_by, added, prompt, is_found)

    def _text(self, messages: Sequence[Message], *, prompt: bool) -> tuple[str, tuple[tuple[int, int], ...]]:
        """Return the text, and the stretches that the template says the model writes."""
        told = [{"role": message.role, "content": message.content} for message in messages]
        text = self._program.run(told, prompt=prompt, marks=_MARKS)
        if not self._program.has_generation:
            return text, ()
        pieces, stretches, start, length = [], [], 0, 0
        for mark, piece in _at_marks(text):
            if mark == _MARKS[0]:
                start = length
            elif mark == _MARKS[1]:
                stretches.append((start, length))
            pieces.append(piece)
            length += len(piece)
        return "".join(pieces), tuple(stretches)

    def _by_prefix(
        self, messages: Sequence[Message], text: str
    ) -> tuple[tuple[tuple[int, int], ...] | None, TrainedBy]:
        """Return the stretches that messages of the assistant add to the text before them.

        That text ends with the beginning of an answer. None where a text does not begin as the one before.
        """
        stretches = []
        try:
            for number, message in enumerate(messages):
                if message.role == "assistant":
                    before, _ = self._text(messages[:number], prompt=True)
                    with_it, _ = self._text(messages[: number + 1], prompt=False)
                    if not (text.startswith(with_it) and with_it.startswith(before)):
                        return None, "content"
                    stretches.append((len(before), len(with_it)))
        except TokvizError:  # it takes no beginning of this chat
            return None, "content"
        return tuple(stretches), "prefix"

    def _owners(self, messages: Sequence[Message], text: str, *, prompt: bool) -> Sequence[int | None] | None:
        """Return for each character of the text the number of the message that it is from.

        The template is run on messages whose characters are private ones, of which each says where it is from. None
        where it does something else with those, such as looking for a word, or writing capitals.
        """
        every = "".join((self._template.source, *(message.content for message in messages)))
        if any(ord(character) >= _CODES or character in _SPACES + _MARKS for character in every):
            return None
        places: list[tuple[int, int]] = []
        coded = []
        for number, message in enumerate(messages):
            letters = []
            for place, letter in enumerate(message.content):
                letters.append(_SPACES[number % len(_SPACES)] if letter.isspace() else chr(_CODES + len(places)))
                if not letter.isspace():
                    places.append((number, place))
            coded.append(Message(message.role, "".join(letters)))
        try:
            made, _ = self._text(coded, prompt=prompt)
        except TokvizError:
            return None
        read = list(_decoded(made, messages, places))
        return [owner for _, owner in read] if "".join(letter for letter, _ in read) == text else None


def _at_marks(text: str) -> Iterator[tuple[str, str]]:
    """Yield the pieces between marks, each with the mark before it."""
    mark, piece = "", ""
    for is_mark, letters in groupby(text, _MARKS.__contains__):
        if is_mark:
            for letter in letters:
                yield mark, piece
                mark, piece = letter, ""
        else:
            piece = "".join(letters)
    yield mark, piece


def _decoded(
    made: str, messages: Sequence[Message], places: Sequence[tuple[int, int]]
) -> Iterator[tuple[str, int | None]]:
    """Yield the characters of a coded text as they are, each with the number of its message.

    White space belongs to the letter of its message before it; at the beginning of a message, to the one behind.
    """
    last: tuple[int, int] | None = None
    at = 0
    while at < len(made):
        letter = made[at]
        if ord(letter) >= _CODES and ord(letter) - _CODES < len(places):
            last = places[ord(letter) - _CODES]
            yield messages[last[0]].content[last[1]], last[0]
        elif letter in _SPACES:
            end = at
            while end < len(made) and made[end] == letter:
                end += 1
            place = ord(made[end]) - _CODES if end < len(made) else -1
            if last is not None and _SPACES[last[0] % len(_SPACES)] == letter:
                number, first = last[0], last[1] + 1
            elif 0 <= place < len(places):
                number, first = places[place][0], places[place][1] - (end - at)
            else:
                number, first = next((n for n, _ in enumerate(messages) if _SPACES[n % len(_SPACES)] == letter), 0), 0
            for offset in range(end - at):
                yield messages[number].content[max(first + offset, 0) :][:1], number
            at, last = end, (number, first + end - at - 1)
            continue
        else:
            last = None
            yield letter, None
        at += 1


def _searched(messages: Sequence[Message], text: str) -> Sequence[int | None]:
    """Return for each character of a text the message in which it is found, one after the other."""
    owners: list[int | None] = [None] * len(text)
    at = 0
    for number, message in enumerate(messages):
        for content in (message.content, message.content.strip()):
            start = text.find(content, at)
            if content and start >= 0:
                at = start + len(content)
                owners[start:at] = [number] * len(content)
                break
    return owners


def _spans(owners: Sequence[int | None], last: int) -> Iterator[Span]:
    """Yield stretches of one owner each. last: where the beginning of an answer begins."""
    at = 0
    for (owner, prompt), every in groupby((owner, place >= last) for place, owner in enumerate(owners)):
        size = sum(1 for _ in every)
        yield Span(at, at + size, owner, prompt and owner is None)
        at += size
