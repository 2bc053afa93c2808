"""A pipeline as what stands around one of our models, so that the model takes whole texts wherever models do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tokviz.bpe import Applier
from tokviz.files.checking import checked
from tokviz.files.codes import Codes
from tokviz.files.engine import Engine
from tokviz.files.models import Model
from tokviz.files.records import Part
from tokviz.models.around import Check, Span

__all__ = ["EngineAround", "around_codes", "model_of"]


class EngineAround:
    """The stages of an engine (:class:`tokviz.models.around.Around`). A pre-token that comes apart is several words."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @property
    def ids(self) -> Mapping[str, int]:
        """Codes number no tokens: there it is the order in which the file names them."""
        return self._engine.vocabulary or self._engine.words.model.ids

    def words(self, text: str) -> Sequence[tuple[str, bool]]:
        found: list[tuple[str, bool]] = []
        for part in self._engine.pre_tokens(text):
            if part.role == "added":
                found.append((self._content(part), True))
            else:
                found += ((word, False) for word in self._engine.words.apart(part.text))
        return found

    def _content(self, part: Part) -> str:
        """An added token without the white space that it took along."""
        return next((one.content for one in self._engine.kept if one.id == part.id), part.text)

    def places(self, text: str) -> Sequence[Sequence[Span]]:
        characters = iter(self._engine.characters(text))
        found = []
        for word, is_added in self.words(text):
            if is_added:
                found.append([next(characters).span])
                continue
            spans: list[Span] = []
            while len(spans) < len(word):
                part = next(characters)
                spans += [part.span] * len(part.text)
            found.append(spans)
        return found

    def check(self, text: str) -> Check:
        return checked(self._engine, text)

    def decode(self, tokens: Sequence[str]) -> str:
        return self._engine.joined(tokens)


def around_codes(applier: Applier) -> EngineAround:
    """The stages around merges that subword-nmt applies: that tool, to be compared with."""
    return EngineAround(Codes(applier))


def model_of(engine: Engine) -> Model:
    """The model of an engine with all that stands around it. `pretokenizer` names one whose words are written alike."""
    return replace(engine.words.model, pretokenizer=engine.written, added=engine.kept, around=EngineAround(engine))
