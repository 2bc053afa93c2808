"""Tokenizers that have only some parts of a file, asked what a text is after them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tokviz.files.elements import probe, sequence
from tokviz.files.libraries import asking
from tokviz.files.records import Part

__all__ = ["Probes"]

_PACKAGE = "tokenizers"
_Element = Mapping[str, Any]


class Probes:
    """Made when they are first asked for, each once.

    library: the module; whole: its tokenizer of the whole file, whose ids added tokens get.
    """

    def __init__(self, library: Any, whole: Any) -> None:
        self._library, self._whole = library, whole
        self._texts: dict[tuple[tuple[int, ...], ...], str] = {}
        self._made: dict[str, Any] = {}
        self._added: dict[str, Mapping[int, Part]] = {}

    def of(self, added: Sequence[_Element] = (), **parts: Any) -> Any:
        """The library's tokenizer that has these."""
        return self._of(probe(added, **parts))

    def _of(self, text: str) -> Any:
        found = self._made.get(text)
        if found is None:
            with asking(_PACKAGE):
                found = self._made[text] = self._library.Tokenizer.from_str(text)
        return found

    def pre_tokens(
        self, text: str, added: Sequence[_Element], normalizers: Sequence[_Element], cutters: Sequence[_Element]
    ) -> tuple[Part, ...]:
        """The pre-tokens and added tokens of a text after some elements."""
        name = self._text(added, normalizers, cutters)
        tokenizer = self._of(name)
        with asking(_PACKAGE):
            if name not in self._added:
                self._added[name] = self._named(tokenizer)
            known = self._added[name]
            found = tokenizer.encode(text, add_special_tokens=False)
            return tuple(
                Part(token, start, end)
                if not number
                else Part(token, start, end, "added", known[number].id, special=known[number].special)
                for token, number, (start, end) in zip(found.tokens, found.ids, found.offsets, strict=True)
            )

    def _text(self, added: Sequence[_Element], normalizers: Sequence[_Element], cutters: Sequence[_Element]) -> str:
        """The file of a probe, written once: there may be a thousand added tokens, or a table of a megabyte.

        These are elements of the file, which is there for as long as this, so their identity names them.
        """
        key = tuple(tuple(map(id, each)) for each in (added, normalizers, cutters))
        if key not in self._texts:
            self._texts[key] = probe(
                added,
                normalizer=sequence("normalizer", normalizers),
                pre_tokenizer=sequence("pre_tokenizer", cutters),
            )
        return self._texts[key]

    def _named(self, probed: Any) -> Mapping[int, Part]:
        """The added tokens of a probe by its ids, with those of the file: the library may name them as normalized."""
        return {
            number: Part(one.content, 0, 0, "added", self._whole.token_to_id(one.content), special=one.special)
            for number, one in probed.get_added_tokens_decoder().items()
        }
