"""A tokenizer out of a file: its stages, the model with all that is around it, and the check against its library.

Nothing about one format or library is here; limits on the texts are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TypeVar

from tokviz.bpe import Applier
from tokviz.bpe.encoding import EncodeTrace as BpeTrace
from tokviz.checks import check_limit, is_whole
from tokviz.corpus.limits import check_type
from tokviz.errors import CorpusError, RulesError
from tokviz.files.engine import Decoded, Encoded, Engine, Part, Stage, Tell
from tokviz.files.models import Model
from tokviz.files.opening import engine_of, within_limit
from tokviz.files.reading import MAX_FILE_BYTES, Files, Loaded, Note
from tokviz.files.subword_nmt_engine import Codes
from tokviz.lookup import EncodeTrace as LookupTrace
from tokviz.models.around import Check, Difference, Span, Word
from tokviz.models.decoding import by_words
from tokviz.models.text_encoder import MAX_EXPLAINED
from tokviz.notebook_display import Drawn
from tokviz.unigram.model import EncodeTrace as UnigramTrace
from tokviz.unigram.model import Model as UnigramModel
from tokviz.wordpiece.model import EncodeTrace as WordPieceTrace

Value = TypeVar("Value")

MAX_ENCODED_CHARS = 1_000_000
"""The longest text that is encoded."""
MAX_STAGED_CHARS = 20_000
"""The longest text whose stages are shown: each is looked at character by character. Show a window of a longer one."""
MAX_DECODED = 20_000
"""The most ids that are decoded one by one."""

_GUESSES = frozenset(
    {
        "tiktoken",
        "merges-bytes",
        "merges-words",
        "vocab-txt-cased",
        "vocab-txt-uncased",
        "vocab-bpe",
        "vocab-unigram",
        "codes-byte-level",
        "gguf-default",
    }
)  # notes on what a file does not say, which all readings of it share

Content = str | Path | bytes
EncodeTrace = BpeTrace | WordPieceTrace | UnigramTrace | LookupTrace


@dataclass(frozen=True, eq=False, repr=False)
class Pipeline(Drawn):
    """A tokenizer as its file and its library make it. notes: what about the file is otherwise than one might think.

    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
    >>> pipeline = Pipeline.from_file(file, name="tiny")
    >>> pipeline.encode("lol").tokens, pipeline.encode("lol").ids, pipeline.check("lol").equal
    (('lo', 'l'), (2, 0), True)
    >>> [(stage.kind, stage.texts) for stage in pipeline.stages("lol")]
    [('original', ('lol',)), ('model', ('lo', 'l'))]
    >>> pipeline.decode([2, 0]).text
    'lo l'
    """

    name: str
    engine: Engine
    notes: tuple[Note, ...]

    @classmethod
    def from_file(
        cls,
        file: Content,
        *more: Content,
        name: str = "",
        pattern: str | None = None,
        specials: Mapping[str, int] | None = None,
        tell: Tell = lambda part: None,
    ) -> Pipeline:
        """Read a tokenizer from one file, or from merges.txt and vocab.json: paths, or contents as bytes.

        tokenizer.json; a .model of SentencePiece; a .tiktoken file, with the name or the text of its pattern and its
        special tokens; vocab.txt; codes of subword-nmt; the tokenizer inside a GGUF file. tell: is told what is done,
        for files that take long. Raises OSError for a file that cannot be opened, and what :meth:`from_files` raises.
        """
        files = [_read(source) for source in (file, *more)]
        return cls.from_files(files, name=name, pattern=pattern, specials=specials, tell=tell)

    @classmethod
    def from_files(
        cls,
        files: Files,
        *,
        name: str = "",
        pattern: str | None = None,
        specials: Mapping[str, int] | None = None,
        tell: Tell = lambda part: None,
    ) -> Pipeline:
        """Read a tokenizer from (name, content) pairs, such as uploads.

        Raises FormatError for a broken file or a part that its library refuses, LimitError for one that is too large,
        CorpusError for files that make no tokenizer, RulesError for a library that is missing, or a file that takes
        its library too long.
        """
        files = within_limit(files)
        engine, notes = engine_of(files, pattern=pattern, specials=specials, tell=tell)
        return cls(name or (files[0][0] if files else ""), engine, (*notes, *engine.notes))

    def __repr__(self) -> str:
        applied = f", applied by {self.library}" if self.library else ""
        return f"<Pipeline {self.name}, {self.model.algorithm}, vocabulary of {len(self.vocabulary):,}{applied}>"

    # -- what it is ------------------------------------------------------------------------------------------------

    @property
    def library(self) -> str | None:
        """Return the library that applies it, with its version; None where that is not installed."""
        return self.engine.library

    @property
    def model(self) -> Model:
        """Return our model of its vocabulary, which takes pre-tokens as the stages before it leave them."""
        return self.engine.words.model

    @cached_property
    def text_model(self) -> Loaded[Model]:
        """Return the same model with all that is around it, which takes texts: the library makes its words and
        decodes.

        It gives the tokens of a text alone, and the notes say what else the file would do.

        >>> file = b'{"normalizer": {"type": "Lowercase"}, "model": {"type": "BPE", "vocab": {"l": 0}, "merges": []}}'
        >>> Pipeline.from_file(file).text_model.model.encode("lLl")
        ['l', 'l', 'l']
        """
        return Loaded(model_of(self.engine, is_guessed=self.is_guessed), (*self.notes, *self.engine.notes_behind))

    @property
    def is_guessed(self) -> bool:
        """True if the file does not say how a text is split or prepared.

        Its library is then told a guess.
        """
        return any(note.code in _GUESSES for note in self.notes)

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """Return every token with its id, added tokens too. Empty for codes, which number nothing."""
        return self.engine.vocabulary

    @cached_property
    def entries(self) -> int:
        """Return the number of entries."""
        return len(self.vocabulary)

    @cached_property
    def tokens(self) -> Mapping[int, str]:
        """Return id -> token."""
        return {number: token for token, number in self.vocabulary.items()}

    @property
    def unknown(self) -> tuple[int, str] | None:
        """Return the id of what the vocabulary does not have, and its token; None where nothing is unknown, or is
        dropped."""
        number = self.engine.words.unknown
        return None if number is None else (number, self.tokens.get(number, ""))

    def call(self, function: Callable[..., Value], *args: object) -> Value:
        """Call a function where this tokenizer is: in its worker, if it stays in one.

        >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0}, "merges": []}}'
        >>> (pipeline := Pipeline.from_file(file)).call(len, pipeline.vocabulary)
        1
        """
        return function(*args)

    # -- text to ids -----------------------------------------------------------------------------------------------

    def stages(self, text: str) -> tuple[Stage, ...]:
        """Return the text after each stage, from itself to the ids. Raises LimitError for a long one."""
        _check_staged(text)
        return (*self.engine.before(text), *self.engine.after(text))

    def encode(self, text: str, *, special: bool = True) -> Encoded:
        """Return the tokens of a text as its library gives them; `special`: with those that stand for no text."""
        check_limit("MAX_ENCODED_CHARS", MAX_ENCODED_CHARS, met=len(check_type(text)))
        _check_characters(text)
        return self.engine.whole(text) if special else self.engine.plain(text)

    def literal(self, text: str) -> tuple[int, ...]:
        """Return the ids of a text in which special tokens are read as text. Raises LimitError for a long one.

        >>> file = b'{"added_tokens": [{"id": 2, "content": "lo", "special": true, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false}], "model": {"type": "BPE", "vocab": {"l": 0, "o": 1}, "merges": []}}'
        >>> Pipeline.from_file(file).encode("lo").ids, Pipeline.from_file(file).literal("lo")
        ((2,), (0, 1))
        """  # noqa: E501 (a file in one line)
        _check_staged(text)
        return tuple(self.engine.literal(text))

    def apart(self, pre_token: str) -> tuple[str, ...]:
        """Return a pre-token in parts that :meth:`explain` can take one after the other with the same tokens: mostly
        itself, but its words where the whole text is one pre-token and no token goes over a space."""
        return self.engine.words.apart(pre_token)

    def window(self, pre_token: str, place: int, most: int) -> tuple[int, int] | None:
        """Return a stretch of a long pre-token that :meth:`explain` gives the same tokens as the whole has there: from
        character to character, at most so many, around the token with the number `place` (from 0).

        It begins and ends where two tokens meet, and nothing is merged across that. None where the tokens do not say
        which characters they are, or where the model takes a word only as a whole.

        >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
        >>> Pipeline.from_file(file).window("lolllo", 2, 4)
        (2, 6)
        """
        return self.engine.words.window(pre_token, place, most)

    def explain(self, pre_token: str) -> EncodeTrace:
        """Return the encoding of one pre-token, step by step.

        The pre-token is as the stages before the model leave it.

        Raises LimitError for a long one; a part of it can be explained (:meth:`apart`).
        """
        return self.model.explain(pre_token)

    def check(self, text: str) -> Check:
        """Encode a text by our model and by the library, and say where they first differ."""
        _check_staged(text)
        return checked(self.engine, text, is_guessed=self.is_guessed)

    # -- ids to text -----------------------------------------------------------------------------------------------

    def decode(self, ids: Sequence[int], *, skip_special: bool = True) -> Decoded:
        """Return the text of ids, token by token and element by element of the decoder. Raises LimitError for many ids,
        and RulesError for numbers that cannot be ids."""
        check_limit("MAX_DECODED", MAX_DECODED, met=len(ids))
        for number in ids:
            if not is_whole(number) or not 0 <= number < 2**32:
                raise RulesError("pipeline-id", id=str(number), most=2**32 - 1)
        return self.engine.decode(ids, skip_special=skip_special)


def _check_staged(text: str) -> None:
    check_limit("MAX_STAGED_CHARS", MAX_STAGED_CHARS, met=len(check_type(text)))
    _check_characters(text)


def _check_characters(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise CorpusError("pipeline-surrogate", place=error.start + 1) from None


def _read(content: Content) -> tuple[str, bytes]:
    if isinstance(content, bytes):
        return "", content
    path = Path(content)
    with path.open("rb") as file:
        data = file.read(MAX_FILE_BYTES + 1)  # of a GGUF file the metadata, which comes first
    return path.name, data


# -- the model with the stages around it -------------------------------------------------------------------------------


class EngineAround:
    """The stages of an engine (:class:`tokviz.models.around.Around`). A pre-token that comes apart is several words."""

    def __init__(self, engine: Engine, *, is_guessed: bool = False) -> None:
        self._engine, self._is_guessed = engine, is_guessed
        self._last: tuple[str, Sequence[Word]] | None = None  # words and places are asked for one after the other

    @cached_property
    def model(self) -> Model:
        """Return the model of the engine with these stages; `pretokenizer` names one whose words are written alike."""
        engine = self._engine
        return replace(engine.words.model, pretokenizer=engine.written, added=engine.kept, around=self)

    @property
    def ids(self) -> Mapping[str, int]:
        """Return the ids of tokens; for codes, which number none, their order in the file."""
        return self._engine.vocabulary or self._engine.words.model.ids

    def read(self, text: str) -> Sequence[Word]:
        if self._last is None or self._last[0] != text:
            self._last = text, tuple(self._read(text))
        return self._last[1]

    def _read(self, text: str) -> Iterator[Word]:
        pre_tokens = self._engine.pre_tokens(text)
        for part, tokens in zip(pre_tokens, _theirs(self._engine, pre_tokens, text), strict=True):
            if part.role == "added":
                content = self._content(part)
                yield Word(content, True, (content,))
            else:
                yield from (Word(word, False, own) for word, own in self._grouped(part.text, tokens))

    def _grouped(self, pre_token: str, tokens: Sequence[str] | None) -> Iterable[tuple[str, tuple[str, ...]]]:
        """Return the words of a pre-token with their tokens. tokens: those of the pre-token; None for our model's."""
        words = self._engine.words.apart(pre_token)
        if tokens is not None and len(words) == 1:
            return ((pre_token, tuple(tokens)),)
        if tokens is not None and (grouped := by_words(tokens, words)) is not None:
            return zip(words, grouped, strict=True)
        [ours] = self._engine.words.read([pre_token])
        if tokens is None or [*chain.from_iterable(own for _, own in ours)] == tokens:
            return ours
        return ((pre_token, tuple(tokens)),)  # an unknown token does not say which of the words it is of

    def _content(self, part: Part) -> str:
        """Return an added token without the white space that it took along."""
        return next((token.content for token in self._engine.kept if token.id == part.id), part.text)

    def places(self, text: str) -> Sequence[Sequence[Span]]:
        characters = iter(self._engine.characters(text))
        places = []
        for word in self.read(text):
            if word.is_added:
                places.append([next(characters).span])
                continue
            spans: list[Span] = []
            while len(spans) < len(word.text):
                part = next(characters)
                spans += [part.span] * len(part.text)
            places.append(spans)
        return places

    def check(self, text: str) -> Check:
        return checked(self._engine, text, is_guessed=self._is_guessed)

    def decode(self, tokens: Sequence[str]) -> str:
        return self._engine.joined(tokens)


def _ours(engine: Engine, pre_tokens: Sequence[Part]) -> Sequence[Sequence[tuple[str, tuple[str, ...]]]]:
    """Return the words of each pre-token with their tokens by our model; none for an added token."""
    encoded = iter(engine.words.read([part.text for part in pre_tokens if part.role != "added"]))
    return [() if part.role == "added" else next(encoded) for part in pre_tokens]


def _theirs(engine: Engine, pre_tokens: Sequence[Part], text: str) -> Sequence[list[str] | None]:
    """Return the tokens of each pre-token by the library; None where they do not say where a pre-token ends, and for
    codes, whose tokens have other marks than those of our model."""
    if isinstance(engine, Codes):
        return [None] * len(pre_tokens)
    parts = engine.plain(text).parts
    if any(part.word is None for part in parts):
        grouped = by_words([part.text for part in parts], [part.text for part in pre_tokens])
        return [None] * len(pre_tokens) if grouped is None else list(map(list, grouped))
    tokens: list[list[str]] = [[] for _ in pre_tokens]
    for part in parts:
        tokens[part.word or 0].append(part.text)
    return tokens


def around_codes(applier: Applier) -> EngineAround:
    """Return the stages around merges that subword-nmt applies: that tool, to be compared with."""
    return EngineAround(Codes(applier))


def model_of(engine: Engine, *, is_guessed: bool = False) -> Model:
    """Return the model of an engine with all that is around it. is_guessed: see :attr:`Pipeline.is_guessed`."""
    return EngineAround(engine, is_guessed=is_guessed).model


# -- the check against the library -------------------------------------------------------------------------------------


_SHOWN = 8  # tokens of either side behind the first that differs


def checked(engine: Engine, text: str, *, is_guessed: bool = False) -> Check:
    """Encode the pre-tokens that the library makes by our model, and compare tokens and ids with the library's.

    What the two share is therefore only what is before the model. Without the library nothing is compared.
    """
    if engine.library is None:
        return Check(None, 0)
    if isinstance(engine, Codes):
        return _checked_words(engine, text)
    theirs = [(part.text, part.id) for part in engine.plain(text).parts]
    ours: list[tuple[str, int | None]] = []
    owners: list[int] = []
    pre_tokens = engine.pre_tokens(text)
    for number, (part, encoded) in enumerate(zip(pre_tokens, _ours(engine, pre_tokens), strict=True)):
        if part.role == "added":
            numbered: list[tuple[str, int | None]] = [(part.text, part.id)]
        else:
            numbered = engine.words.numbered(chain.from_iterable(tokens for _, tokens in encoded))
        ours += numbered
        owners += [number] * len(numbered)
    if ours == theirs:
        return Check(engine.library, len(theirs), is_guessed=is_guessed)
    pairs = enumerate(zip(ours, theirs, strict=False))
    index = next((at for at, (our_token, other) in pairs if our_token != other), min(len(ours), len(theirs)))
    owner = pre_tokens[owners[index]] if index < len(owners) else None
    tokens = None if owner is None else _theirs(engine, pre_tokens, text)[owners[index]]
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
            owner is not None and tokens is not None and _is_tied(engine.words.model, owner.text, tokens),
        ),
        is_guessed,
    )


def _is_tied(model: Model, word: str, tokens: Sequence[str]) -> bool:
    """Tell if the tokens are one of several best splits, which rounding may decide."""
    if not isinstance(model, UnigramModel) or len(word) > MAX_EXPLAINED:
        return False
    return tuple(tokens) in {model.tokens(path) for path in model.lattice(word).best().tied}


def _checked_words(engine: Codes, text: str) -> Check:
    """Compare word by word, for a library that numbers nothing."""
    index = 0
    for word in engine.pre_tokens(text):
        ours, theirs = engine.ours(word.text), engine.theirs(word.text)
        if ours != theirs:
            return Check(engine.library, index, Difference(index, word.text, ours, theirs, word.span))
        index += len(ours)
    return Check(engine.library, index)
