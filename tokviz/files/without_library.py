"""tokenizer.json without its library: our stages and our model alone, where the libraries of tokenizers are not there.

A browser tab opens tokenizers so, and every host the vocabularies of known models, whose library takes seconds and
hundreds of megabytes for them. What it gives, tokens, ids, places, stages and decoded texts, is what tokenizers 0.23.3
gives, which `tests/files/test_without_library.py` and `tests/files/test_drawn_tokenizers.py` hold against the library.
A file with an element that the tables of :mod:`tokviz.files.python_normalizers`,
:mod:`tokviz.files.python_pretokenizers` and :mod:`tokviz.files.python_processors` do not have is refused, and so is a
character that the tables of the library and ours place differently.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import chain
from types import MappingProxyType, SimpleNamespace
from typing import Any, cast

from tokviz import bpe
from tokviz.checks import check_limit
from tokviz.errors import RulesError
from tokviz.files.added_search import AddedSearch, added_token, are_numbered, is_added
from tokviz.files.decoding import spelled
from tokviz.files.engine import Decoded, Encoded, Part, Stage, StageKind, original
from tokviz.files.json_elements import (
    elements,
    name_of,
    notes_behind,
    notes_of,
    options_of,
    put_in,
    settings_of,
    written_like,
)
from tokviz.files.letters import Letters, letters_of, text_of
from tokviz.files.limits import has_long_runs, is_risky
from tokviz.files.models import WordModel, model_at, model_type
from tokviz.files.opening import Appliers, engine_of, within_limit
from tokviz.files.pipeline import MAX_STAGED_CHARS, Pipeline
from tokviz.files.python_decoders import Decode, decoded_alone, decoded_text, decoder, gained_alone
from tokviz.files.python_normalizers import normalizer
from tokviz.files.python_pretokenizers import Cut, Pretoken, cutter, searches_first
from tokviz.files.python_processors import padding, processor, truncation
from tokviz.files.reading import Files, Note, object_at, read_json
from tokviz.files.sentencepiece_engine import PiecesAlone
from tokviz.files.short_form import read_short
from tokviz.files.stage_parts import character_parts, cut_parts
from tokviz.files.token_places import places_of
from tokviz.files.unicode_versions import check_characters, tables_of
from tokviz.models.added_tokens import AddedToken, Span
from tokviz.models.decoding import BYTE_PIECES
from tokviz.pretokenize import BYTE_LEVEL
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE

_PACKAGE = "tokenizers"
_MARKS = ("dropout", "continuing_subword_prefix", "end_of_word_suffix")
_SHORT = 64  # letters of a word, or of what a pattern finds, whose tokens are remembered
_REMEMBERED = 1 << 14  # of these, the latest

_Token = tuple[str, int | None, int, int, int]
"""A token, its id, the letters that it begins and ends in, and the number of its pre-token."""


def open_alone(data: bytes, name: str = "") -> Pipeline:
    """Return the tokenizer of a tokenizer.json that our own stages apply exactly. Raises TokvizError for others."""
    engine = WithoutLibrary.read(data)
    return Pipeline(name, engine, engine.notes)


def open_ranks_alone(data: bytes, pattern: str | None, specials: Mapping[str, int], name: str = "") -> Pipeline:
    """Return the tokenizer of a rank file of tiktoken, whose ranks are enough to merge by.

    pattern: the name of one in ALTERNATIVES; None for the usual one of a file with as many ranks. Raises TokvizError.
    """
    engine, notes = engine_of([(f"{name}.tiktoken", data)], pattern=pattern, specials=specials, by=_ALONE)
    return Pipeline(name, engine, notes)


def open_files_alone(files: Files, name: str = "") -> Pipeline:
    """Return the tokenizer of (name, content) pairs that our own stages apply exactly. Raises TokvizError for others.

    >>> open_files_alone([("tokenizer.json", b'{"model": {"type": "BPE", "vocab": {}, "merges": [], "dropout": 0.1}}')])
    Traceback (most recent call last):
    ...
    tokviz.errors.RulesError: Only the app can apply the model of this tokenizer. Open the text there.
    """
    engine, notes = engine_of(within_limit(files), by=_ALONE)
    told = (replace(one, details={**one.details, "library": "tokviz"}) if one.code == "gguf" else one for one in notes)
    return Pipeline(name or files[0][0], engine, (*told, *engine.notes))


def open_short(content: bytes, name: str = "") -> Pipeline:
    """Return the tokenizer of a short form (:mod:`tokviz.files.short_form`). Raises TokvizError."""
    file, words = read_short(content)
    engine = WithoutLibrary(file, "", lambda: words)
    return Pipeline(name, engine, engine.notes)


class WithoutLibrary:
    """A tokenizer.json, its JSON read.

    text: the same as text, for the lines of errors. words: makes our model of it, if not out of the file.

    Raises RulesError naming the part that needs the library.
    """

    library = None

    def __init__(self, file: Mapping[str, Any], text: str, words: Callable[[], WordModel] | None = None) -> None:
        self._file, self._words = file, words or (lambda: model_at(file["model"], text))
        _check(_is_known(object_at(file, "model", text), written_like(file) in BYTE_LEVEL), "model")
        self._processors = [(one, processor(one)) for one in elements("post_processor", file.get("post_processor"))]
        put = [processing.put for _, processing in self._processors if processing is not None]
        # A second one that puts tokens in takes those of the first for tokens of the text, in part.
        _check(len(put) == len(self._processors) and sum(map(bool, put)) < 2, "post_processor")
        self._truncate = truncation(file.get("truncation"), sum(put))
        self._pad = padding(file.get("padding"))
        _check(self._truncate is not None or file.get("truncation") is None, "truncation")
        _check(self._pad is not None or file.get("padding") is None, "padding")
        self._decoders = [(one, decoder(one)) for one in elements("decoder", file.get("decoder"))]
        self._normalizers = [(one, normalizer(one)) for one in elements("normalizer", file.get("normalizer"))]
        self._cutters = [(one, cutter(one)) for one in elements("pre_tokenizer", file.get("pre_tokenizer"))]
        self._searches, self._others = searches_first(cut for _, cut in self._cutters)
        listed = file.get("added_tokens") or []
        _check(isinstance(listed, list) and all(map(is_added, listed)), "added_tokens")
        _check(words is not None or are_numbered(listed, file["model"].get("vocab")), "added_tokens")
        self._added = tuple(sorted(map(added_token, listed), key=lambda one: one.id))
        self._search = AddedSearch.of(self._added, self._names)

    @classmethod
    def read(cls, data: bytes) -> WithoutLibrary:
        """Read a file. Raises TokvizError."""
        value, text = read_json(data)
        return cls(object_at({"file": value}, "file", text), text)

    # -- what it is ------------------------------------------------------------------------------------------------

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        ids = {one.content: one.id for one in self._added}
        put = chain.from_iterable(put_in(one) for one, _ in self._processors)
        tokens = {ids[token] if token in ids else self.vocabulary.get(token): token for token, _ in put}
        known = SimpleNamespace(token_to_id=ids.get, id_to_token=tokens.get)
        return notes_of(self._file, self._file.get("added_tokens") or (), known)

    @property
    def notes_behind(self) -> tuple[Note, ...]:
        return notes_behind(self._file)

    @property
    def file(self) -> Mapping[str, Any]:
        """Return the file as JSON values; its vocabulary and its merges may be in the model alone."""
        return self._file

    @property
    def settings(self) -> Mapping[str, object]:
        return settings_of(self._file)

    @cached_property
    def words(self) -> WordModel:
        return self._words()

    @cached_property
    def vocabulary(self) -> Mapping[str, int]:
        added = {one.content: one.id for one in self._added}
        return MappingProxyType(ChainMap(added, cast("dict[str, int]", self.words.ids)))  # no copy of a large one

    # -- the stages before the model -------------------------------------------------------------------------------

    def before(self, text: str) -> tuple[Stage, ...]:
        check_limit("MAX_STAGED_CHARS", MAX_STAGED_CHARS, met=len(text))
        self._check(text)
        normalizers, cutters = self._normalizers, self._cutters
        stages, characters = [original(text)], character_parts(text)
        is_quick = not (self._is_risky or has_long_runs(text))

        def step(kind: StageKind, element: Mapping[str, Any], n: int, cuts: int, *, late: bool = True) -> None:
            nonlocal characters
            cut = list(self._after(text, n, [one for _, one in cutters[:cuts]], late=late))
            now = tuple(_letter_parts(cut))
            parts = now if kind == "normalizer" else tuple(_parts(cut, names=bool(cuts) and is_quick))
            found = cut_parts(text, parts, now, characters, whole=kind == "normalizer")
            stages.append(Stage(kind, name_of(element), found, options_of(element)))
            characters = now

        if not all(one.normalized for one in self._added):
            step("added", {}, 0, 0, late=False)
        for number, (element, _) in enumerate(normalizers, start=1):
            step("normalizer", element, number, 0, late=False)
        if any(one.normalized for one in self._added):
            step("added", {}, len(normalizers), 0)
        for number, (element, _) in enumerate(cutters, start=1):
            step("pretokenizer", element, len(normalizers), number)
        if stages[-1].kind == "normalizer":
            stages.append(Stage("pretokenizer", "", self.pre_tokens(text), own=True))
        return tuple(stages)

    def pre_tokens(self, text: str) -> tuple[Part, ...]:
        self._check(text)
        return tuple(_parts(self._after(text), names=False))

    def characters(self, text: str) -> tuple[Part, ...]:
        self._check(text)
        return tuple(_letter_parts(self._after(text)))

    @cached_property
    def _is_risky(self) -> bool:
        return is_risky(self._file)

    def _check(self, text: str) -> None:
        check_characters(text, self._tables)

    @cached_property
    def _tables(self) -> Sequence[str]:
        """Return the names of the tables of Unicode that a text is looked up in."""
        named = [name for one, _ in (*self._normalizers, *self._cutters) for name in tables_of(one)]
        return [*named, "Whitespace"] if any(one.single_word for one in self._added) else named

    def _after(
        self,
        text: str,
        n: int | None = None,
        cutters: Sequence[Cut] | None = None,
        *,
        late: bool = True,
        search: AddedSearch | None = None,
    ) -> Iterator[Pretoken | Part]:
        """Yield the pre-tokens and added tokens of a text after so many normalizers and these pre-tokenizers; None for
        all.

        None of them is empty. late: whether added tokens that are looked for in normalized text have been found.
        search: for added tokens, if not for all.
        """
        every = [cut for _, cut in self._cutters] if cutters is None else cutters
        in_text, in_normalized = search or self._search
        for start, end, token in in_text.spans(text):
            letters = letters_of(text, start, end)
            if token is not None:
                yield _found(token, letters)
                continue
            for _, normalize in self._normalizers[:n]:
                letters = normalize(letters) if letters else ()
            whole: Iterable[Span] = ((0, len(letters), None),) if letters else ()
            for first, last, found in in_normalized.spans(text_of(letters)) if late else whole:
                piece = letters[first:last]
                if found is not None:
                    yield _found(found, piece)
                    continue
                pretokens = [Pretoken(piece)]
                for cut in every:
                    pretokens = [part for pretoken in pretokens for part in cut(pretoken)]
                yield from pretokens

    def _as_normalized(self, token: AddedToken) -> str:
        letters = letters_of(token.content, 0, len(token.content))
        for _, normalize in self._normalizers if token.normalized else ():
            letters = normalize(letters) if letters else ()
        return text_of(letters)

    # -- the model and behind --------------------------------------------------------------------------------------

    def after(self, text: str) -> tuple[Stage, ...]:
        model = {key: value for key, value in self._file["model"].items() if key not in ("type", "vocab", "merges")}
        last = self.plain(text).parts
        stages = [Stage("model", model_type(self._file["model"]), last, MappingProxyType(model))]
        for kind, name, options, parts in self._behind(last):
            before = {(part.text, part.span, part.type_id) for part in last}
            fresh = (part._replace(changed=(part.text, part.span, part.type_id) not in before) for part in parts)
            stages.append(Stage(kind, name, tuple(fresh), options))
            last = parts
        return tuple(stages)

    def _behind(
        self, tokens: tuple[Part, ...]
    ) -> Iterator[tuple[StageKind, str, Mapping[str, object], tuple[Part, ...]]]:
        """Yield the stages behind the model: kind, name, options and parts. Truncation leaves room for what the
        post-processor puts in, and so is shown behind it, where all tokens are there."""
        parts = tokens
        for element, _ in self._processors:
            parts = self._processed(parts, element)
            yield "postprocessor", name_of(element), options_of(element), parts
        if self._truncate is not None:
            parts = self._processed(tuple(self._truncate(tokens)))
            yield "truncation", "Truncation", MappingProxyType(self._file["truncation"]), parts
        if self._pad is not None:
            parts = tuple(self._pad(parts))
            yield "padding", "Padding", MappingProxyType(self._file["padding"]), parts

    def _processed(self, parts: Sequence[Part], element: Mapping[str, Any] | None = None) -> tuple[Part, ...]:
        """Return tokens after one post-processor, or after all."""
        for one, processing in self._processors:
            if processing is not None and element in (None, one):
                parts = tuple(processing.apply(parts))
        return tuple(parts)

    def plain(self, text: str) -> Encoded:
        self._check(text)
        return Encoded(text, tuple(self._tokens(text)))

    def whole(self, text: str) -> Encoded:
        tokens = self.plain(text).parts
        every = [tokens, *(parts for *_, parts in self._behind(tokens))]
        return Encoded(text, every[-1])

    def _tokens(self, text: str, search: AddedSearch | None = None) -> Iterator[Part]:
        number = 0
        for one in self._after(text, cutters=self._searches, search=search):
            if isinstance(one, Part):
                yield one._replace(word=number)
                number += 1
                continue
            letters = one.letters
            pretokens, tokens = (self._split_once if len(letters) <= _SHORT else self._split)(text_of(letters))
            for token, token_id, first, last, pretoken in tokens:
                start, end = letters[first].start, letters[last].end
                is_special = token_id in self._special
                yield Part(token, start, end, "token", token_id, number + pretoken, special=is_special)
            number += pretokens

    def _split(self, text: str) -> tuple[int, list[_Token]]:
        """Return the number of pre-tokens of what a pattern found, by the other pre-tokenizers, and their tokens."""
        pretokens = [Pretoken(letters_of(text, 0, len(text)))]
        for cut in self._others:
            pretokens = [part for whole in pretokens for part in cut(whole) if part.letters]
        tokens: list[_Token] = []
        for number, pretoken in enumerate(pretokens):
            letters, at = pretoken.letters, 0
            for word in self._apart(text_of(letters)):
                for token, token_id, first, last in (self._encode_once if len(word) <= _SHORT else self._encode)(word):
                    tokens.append((token, token_id, letters[at + first].start, letters[at + last].start, number))
                at += len(word)
        return len(pretokens), tokens

    def _apart(self, pretoken: str) -> tuple[str, ...]:
        """Return the words of a pre-token; all of it where a letter that is dropped moves the places of the others."""
        model = self.words.model
        drops = isinstance(model, bpe.Model) and model.encoding.unknown == "drop" and not model.encoding.byte_fallback
        return (pretoken,) if drops else self.words.apart(pretoken)

    def _encode(self, word: str) -> list[tuple[str, int | None, int, int]]:
        """Return the tokens of a word with their ids, and the letters that each begins and ends in."""
        encoded = self.words.numbered(self.words.model.encode_word(word))
        places = places_of(self.words, tuple(token for token, _ in encoded), word)
        return [(*token, *place) for token, place in zip(encoded, places, strict=True)]

    @cached_property
    def _split_once(self) -> Callable[[str], tuple[int, list[_Token]]]:
        return lru_cache(_REMEMBERED)(self._split)

    @cached_property
    def _encode_once(self) -> Callable[[str], list[tuple[str, int | None, int, int]]]:
        return lru_cache(_REMEMBERED)(self._encode)

    @cached_property
    def _special(self) -> frozenset[int]:
        return frozenset(one.id for one in self._added if one.special)

    @cached_property
    def kept(self) -> tuple[AddedToken, ...]:
        return tuple(sorted(self.added, key=lambda one: one.id))

    @property
    def written(self) -> str:
        return written_like(self._file)

    @property
    def added(self) -> tuple[AddedToken, ...]:
        return self._added

    def many(self, texts: Sequence[str]) -> list[list[int]]:
        return [list(self.plain(text).ids) for text in texts]

    def literal(self, text: str) -> list[int]:
        self._check(text)
        search = AddedSearch.of([one for one in self._added if not one.special], self._names)
        return [part.id for part in self._tokens(text, search) if part.id is not None]

    # -- back to text --------------------------------------------------------------------------------------------------

    def joined(self, tokens: Sequence[str]) -> str:
        return decoded_text(self._decode, [self._names.get(token, token) for token in tokens])

    def decode(self, ids: Sequence[int], *, skip_special: bool) -> Decoded:
        decoders = list(zip((one for one, _ in self._decoders), self._decode, strict=True))
        left_out = {one.id: one.content for one in self._added if one.special and skip_special}
        return decoded_alone(decoders, ids, [self._tokens_by_id.get(number) for number in ids], left_out)

    @cached_property
    def _decode(self) -> Sequence[Decode]:
        """Return the functions of all decoders. Raises RulesError for one that only the library applies."""
        found = [decode for _, decode in self._decoders if decode is not None]
        if len(found) < len(self._decoders):
            raise RulesError("library-missing", library=_PACKAGE)
        return found

    @cached_property
    def _names(self) -> Mapping[str, str]:
        """Return the names of added tokens in the library, which calls some as the normalizers leave them."""
        return {one.content: self._as_normalized(one) for one in self._added}

    @cached_property
    def _tokens_by_id(self) -> Mapping[int, str]:
        return {number: self._names.get(token, token) for token, number in self.vocabulary.items()}

    def gained(self, ids: Sequence[int]) -> list[bytes]:
        return self._gained([one for one, _ in self._decoders], ids)

    def spelled(self, ids: Sequence[int]) -> list[bytes]:
        tokens = [self._tokens_by_id[number] for number in ids]
        return spelled(self._file, tokens, lambda decoders: self._gained(decoders, ids))

    def _gained(self, decoders: Sequence[Mapping[str, Any]], ids: Sequence[int]) -> list[bytes]:
        """Return the bytes that each id adds between others by some decoders."""
        return gained_alone(
            decoders, lambda: self._decode, [self._tokens_by_id[number] for number in ids], self.vocabulary
        )


_ALONE = Appliers(WithoutLibrary, PiecesAlone, by_merges=False)


def _is_known(model: Mapping[str, Any], is_over_bytes: bool) -> bool:
    """Tell if the letters of each token are known. Bytes that a character falls back to have to be there."""
    if model_type(model) != "BPE" or not model.get("byte_fallback"):
        return not model.get("dropout")
    known = model["vocab"]
    has_bytes = all(one in known for one in BYTE_PIECES) or (
        is_over_bytes and all(one in known for one in CHAR_TO_BYTE)
    )
    return has_bytes and not any(model.get(key) for key in _MARKS)


def _found(token: AddedToken, letters: Letters) -> Part:
    """Return an added token as it is in a text, with the white space that it takes along."""
    return Part(text_of(letters), letters[0].start, letters[-1].end, "added", token.id, special=token.special)


def _check(is_ours: bool, part: str) -> None:
    """Refuse a part that our stages do not apply as the library does."""
    if not is_ours:
        raise RulesError("tab-part", part=part)


# -- parts of stages ---------------------------------------------------------------------------------------------------


def _letter_parts(cut: Iterable[Pretoken | Part]) -> Iterator[Part]:
    for one in cut:
        if isinstance(one, Part):
            yield one
        else:
            yield from (Part(*letter) for letter in one.letters)


def _parts(cut: Iterable[Pretoken | Part], *, names: bool) -> Iterator[Part]:
    """Yield pre-tokens as parts. names: whether with the alternatives that matched them."""
    for one in cut:
        if isinstance(one, Part):
            yield one
        else:
            letters = one.letters
            alternative = one.alternative if names else None
            yield Part(text_of(letters), letters[0].start, letters[-1].end, alternative=alternative)
