"""tokenizer.json without its library: our stages and our model alone, where the libraries of tokenizers are not there.

A browser tab opens the tokenizers that come with tokviz so, and every host the vocabularies of known models, whose
library takes seconds and hundreds of megabytes for them. What it gives, tokens, ids, places and stages, is what
tokenizers 0.23.3 gives, which `tests/files/test_without_library.py` holds against the library. A file with an element
that is not one of :mod:`tokviz.files.python_elements` is refused, and so is a character that the tables of the library
and ours place differently.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, NoReturn, cast

from tokviz import bpe, wordpiece
from tokviz.checks import check_limit
from tokviz.errors import RulesError
from tokviz.files.decoding import decoded_bytes, gained_alone
from tokviz.files.engine import Decoded, Encoded, Part, Stage, StageKind, original
from tokviz.files.json_elements import elements, name_of, notes_behind, options_of, put_in, settings_of, written_like
from tokviz.files.limits import has_long_runs
from tokviz.files.models import WordModel, model_at, model_type
from tokviz.files.opening import Appliers, engine_of, within_limit
from tokviz.files.pipeline import MAX_STAGED_CHARS, Pipeline
from tokviz.files.python_elements import Cut, Pretoken, cutter, letters_of, normalizer, searches_first, text_of
from tokviz.files.reading import Files, Note, object_at, read_json
from tokviz.files.sentencepiece_engine import PiecesAlone
from tokviz.files.short_form import read_short
from tokviz.files.stage_parts import character_parts, cut_parts
from tokviz.files.unicode_versions import check_characters
from tokviz.models.added_tokens import AddedToken, AddedTokens, Span
from tokviz.pretokenize import BYTE_LEVEL
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR, CHAR_TO_BYTE

_PACKAGE = "tokenizers"
_MARKS = ("dropout", "continuing_subword_prefix", "end_of_word_suffix")
_FLAGS = ("single_word", "lstrip", "rstrip")
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
        for key in ("truncation", "padding"):
            _check(file.get(key) is None, key)
        self._processors = elements("post_processor", file.get("post_processor"))
        _check(all(map(_is_processor, self._processors)), "post_processor")
        added = file.get("added_tokens") or []
        _check(isinstance(added, list) and all(map(_is_plain, added)), "added_tokens")
        is_changed = bool(elements("normalizer", file.get("normalizer")))
        _check(not (is_changed and any(one.get("normalized") for one in added)), "added_tokens")
        self._added = tuple(
            AddedToken(
                one["id"], one["content"], normalized=bool(one.get("normalized")), special=bool(one.get("special"))
            )
            for one in added
        )
        self._search = AddedTokens(self._added)
        self._decoders = elements("decoder", file.get("decoder"))
        self._normalizers = [(one, normalizer(one)) for one in elements("normalizer", file.get("normalizer"))]
        self._cutters = [(one, cutter(one)) for one in elements("pre_tokenizer", file.get("pre_tokenizer"))]
        self._searches, self._others = searches_first(cut for _, cut in self._cutters)

    @classmethod
    def read(cls, data: bytes) -> WithoutLibrary:
        """Read a file. Raises TokvizError."""
        value, text = read_json(data)
        return cls(object_at({"file": value}, "file", text), text)

    # -- what it is ------------------------------------------------------------------------------------------------

    @property
    def notes(self) -> tuple[Note, ...]:
        return ()

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
        is_quick = not has_long_runs(text)

        def step(kind: StageKind, element: Mapping[str, Any], n: int, cuts: int, *, late: bool = True) -> None:
            nonlocal characters
            cut = list(self._after(text, n, [one for _, one in cutters[:cuts]], late=late))
            now = tuple(_letter_parts(cut))
            parts = now if kind == "normalizer" else tuple(_parts(cut, names=bool(cuts) and is_quick))
            found = cut_parts(text, parts, now, characters, whole=kind == "normalizer")
            stages.append(Stage(kind, name_of(element), found, options_of(element)))
            characters = now

        is_late = any(one.normalized for one in self._added)  # and there is no normalizer
        if not all(one.normalized for one in self._added):
            step("added", {}, 0, 0, late=False)
        for number, (element, _) in enumerate(normalizers, start=1):
            step("normalizer", element, number, 0)
        if is_late:
            step("added", {}, 0, 0)
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

    def _check(self, text: str) -> None:
        check_characters(text, (name_of(one) for one, _ in (*self._normalizers, *self._cutters)))

    def _after(
        self, text: str, n: int | None = None, cutters: Sequence[Cut] | None = None, *, late: bool = True
    ) -> Iterator[Pretoken | Part]:
        """Yield the pre-tokens and added tokens of a text after so many normalizers and these pre-tokenizers; None for
        all.

        None of them is empty. late: whether added tokens that are looked for in normalized text have been found.
        """
        every = [cut for _, cut in self._cutters] if cutters is None else cutters
        for start, end, token in self._spans(text, late=late):
            if token is not None:
                yield Part(token.content, start, end, "added", token.id, special=token.special)
                continue
            letters = letters_of(text, start, end)
            for _, normalize in self._normalizers[:n]:
                letters = normalize(letters)
            pretokens = [Pretoken(letters)]
            for cut in every:
                pretokens = [part for whole in pretokens for part in cut(whole)]
            yield from (one for one in pretokens if one.letters)

    def _spans(self, text: str, *, late: bool) -> Iterator[Span]:
        for start, end, token in self._search.spans(text):
            if token is not None or not late:
                yield start, end, token
                continue
            inside = self._search.spans_in_normalized(text[start:end])
            yield from ((start + first, start + last, found) for first, last, found in inside)

    # -- the model and behind --------------------------------------------------------------------------------------

    def after(self, text: str) -> tuple[Stage, ...]:
        model = {key: value for key, value in self._file["model"].items() if key not in ("type", "vocab", "merges")}
        parts = self.plain(text).parts
        stages = [Stage("model", model_type(self._file["model"]), parts, MappingProxyType(model))]
        for one in self._processors:
            before = {(part.text, part.span, part.type_id) for part in parts}
            parts = tuple(_processed(one, parts))
            fresh = (part._replace(changed=(part.text, part.span, part.type_id) not in before) for part in parts)
            stages.append(Stage("postprocessor", name_of(one), tuple(fresh), options_of(one)))
        return tuple(stages)

    def plain(self, text: str) -> Encoded:
        self._check(text)
        return Encoded(text, tuple(self._tokens(text)))

    def whole(self, text: str) -> Encoded:
        parts = self.plain(text).parts
        for one in self._processors:
            parts = tuple(_processed(one, parts))
        return Encoded(text, parts)

    def _tokens(self, text: str) -> Iterator[Part]:
        number = 0
        for one in self._after(text, cutters=self._searches):
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
            for word in self.words.apart(text_of(letters)):
                for token, token_id, first, last in (self._encode_once if len(word) <= _SHORT else self._encode)(word):
                    tokens.append((token, token_id, letters[at + first].start, letters[at + last].start, number))
                at += len(word)
        return len(pretokens), tokens

    def _encode(self, word: str) -> list[tuple[str, int | None, int, int]]:
        """Return the tokens of a word with their ids, and the letters that each begins and ends in."""
        encoded = self.words.numbered(self.words.model.encode_word(word))
        places = self._places(tuple(token for token, _ in encoded), word)
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

    def _places(self, tokens: Sequence[str], word: str) -> Iterator[tuple[int, int]]:
        """Yield the first and the last letter of a word that each of its tokens comes from."""
        model = self.words.model
        if isinstance(model, wordpiece.Model):
            if tokens == (model.unk,):
                yield 0, len(word) - 1
                return
            tokens = [token.removeprefix(model.prefix) if place else token for place, token in enumerate(tokens)]
        is_by_bytes = isinstance(model, bpe.Model) and model.encoding.byte_fallback
        at = bytes_done = 0
        for token in tokens:
            if is_by_bytes and (token.startswith("<0x")):
                yield at, at
                bytes_done += 1
                if bytes_done == len(word[at].encode()):
                    at, bytes_done = at + 1, 0
            else:
                yield at, at + len(token) - 1
                at += len(token)

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
        return list(self._literal.plain(text).ids)

    @cached_property
    def _literal(self) -> WithoutLibrary:
        """Return the same without its special tokens."""
        added = [one for one in self._file.get("added_tokens") or () if not one.get("special")]
        return WithoutLibrary({**self._file, "added_tokens": added}, "", lambda: self.words)

    # -- back to text; that of several ids is the library's, but for bytes ---------------------------------------------

    def joined(self, tokens: Sequence[str]) -> str:
        _needs_library()

    def decode(self, ids: Sequence[int], *, skip_special: bool) -> Decoded:
        if [name_of(one) for one in self._decoders] != ["ByteLevel"]:
            _needs_library()
        left_out = {one.id for one in self._added if one.special} if skip_special else set[int]()
        return decoded_bytes(self._decoders[0], ids, [self._tokens_by_id.get(number) for number in ids], left_out)

    @cached_property
    def _tokens_by_id(self) -> Mapping[int, str]:
        return {number: token for token, number in self.vocabulary.items()}

    def gained(self, ids: Sequence[int]) -> list[bytes]:
        found = gained_alone(self._decoders, [self._tokens_by_id[number] for number in ids])
        return _needs_library() if found is None else found

    def spelled(self, ids: Sequence[int]) -> list[bytes]:
        if not self._decoders:  # the library undoes by itself what is done before its model
            _needs_library()
        return self.gained(ids)


_ALONE = Appliers(WithoutLibrary, PiecesAlone, by_merges=False)


def _needs_library() -> NoReturn:
    raise RulesError("library-missing", library=_PACKAGE)


def _is_known(model: Mapping[str, Any], is_over_bytes: bool) -> bool:
    """Tell if the letters of each token are known.

    BPE spells a text, in bytes where it has no letter.
    """
    match model_type(model):
        case "WordPiece":
            return True
        case "Unigram":
            return not model.get("byte_fallback")
        case "BPE" if not any(model.get(key) for key in _MARKS):
            every = CHAR_TO_BYTE if is_over_bytes else [f"<0x{byte:02X}>" for byte in range(256)]
            return all(one in model["vocab"] for one in every) and (is_over_bytes or bool(model.get("byte_fallback")))
    return False


def _is_plain(added: Any) -> bool:
    """Tell if an added token is looked for as it is, and takes nothing else with it."""
    match added:
        case {"id": int(), "content": str(content)} if content:
            return not any(added.get(flag) for flag in _FLAGS)
    return False


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


# -- the post-processor ------------------------------------------------------------------------------------------------


def _is_processor(element: Mapping[str, Any]) -> bool:
    """Tell if a post-processor is one of those below."""
    known = dict(put_in(element))
    match name_of(element):
        case "ByteLevel":
            return True
        case "BertProcessing" | "RobertaProcessing":
            return len(list(put_in(element))) == 2
        case "TemplateProcessing":
            return all(_is_piece(one, known) for one in element["single"])
    return False


def _is_piece(one: object, known: Mapping[str, int]) -> bool:
    """Tell if a part of a template is the text or a token whose id is known."""
    match one:
        case {"Sequence": {"id": "A"}}:
            return True
        case {"SpecialToken": {"id": str(token)}}:
            return token in known
    return False


def _processed(element: Mapping[str, Any], parts: Sequence[Part]) -> Iterator[Part]:
    """Yield the tokens of a text with those that a post-processor puts around them, and without spaces at the ends of
    their places where it takes these off."""
    kind, known = name_of(element), dict(put_in(element))
    if kind in ("ByteLevel", "RobertaProcessing") and element.get("trim_offsets", True):
        has_prefix = bool(element.get("add_prefix_space", True))
        parts = [
            _trimmed(part, keeps_first=has_prefix and (place == 0 or part.start == 0))
            for place, part in enumerate(parts)
        ]
    if kind == "TemplateProcessing":
        for one in element["single"]:
            match one:
                case {"Sequence": {"type_id": int(number)}}:
                    yield from (part._replace(type_id=number) for part in parts)
                case {"SpecialToken": {"id": str(token), "type_id": int(number)}}:
                    yield Part(token, 0, 0, "put", known[token], None, number, special=True)
        return
    first, last = (
        [Part(token, 0, 0, "put", number, special=True) for token, number in [element[key]]] if known else []
        for key in ("cls", "sep")
    )
    yield from (*first, *parts, *last)


def _trimmed(part: Part, *, keeps_first: bool) -> Part:
    """Return a token whose place is without the spaces that it begins and ends with, which the library counts in its
    letters. keeps_first: whether a single space at its beginning may be one that was put there."""
    text, (start, end) = part.text.replace(BYTE_TO_CHAR[32], " "), part.span
    leading, trailing = len(text) - len(text.lstrip()), len(text) - len(text.rstrip())
    if leading > keeps_first:
        start = min(start + leading, end)
    if trailing and end >= trailing:
        end = max(end - trailing, start)
    return part._replace(start=start, end=end)
