"""tokenizer.json, applied by Hugging Face's tokenizers: every stage by the library, seen one by one.

What a text is after some elements is asked of files that have only those, and a model that leaves pre-tokens whole
(`probe` of :mod:`tokviz.files.json_elements`); after the post-processor likewise, so that nothing of the library is
imitated. The order is the library's: added tokens that are looked for in the text as it is; the normalizers, on what is
between; added tokens that are looked for in normalized text; the pre-tokenizers; the model; truncation, which leaves
room for what the post-processor puts in (shown behind it, where its tokens are all there); padding. Pairs of texts are
left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, Literal

from tokviz.checks import check_limit
from tokviz.errors import FormatError, RulesError, brief
from tokviz.files.decoding import added_tokens, decoded, gained, spelled, together
from tokviz.files.engine import Decoded, Encoded, Part, Stage, StageKind, original
from tokviz.files.json_elements import (
    EACH_CHARACTER,
    PARTS,
    elements,
    name_of,
    notes_behind,
    notes_of,
    options_of,
    probe,
    sequence,
    settings_of,
    written_like,
)
from tokviz.files.libraries import asking, library, named, part_error
from tokviz.files.limits import check_overflow, has_long_runs, is_risky, rescans_blanks, try_out
from tokviz.files.models import WordModel, check_merges, model_at, model_type
from tokviz.files.reading import Note, line_of
from tokviz.files.stage_parts import character_parts, cut_parts, named_parts
from tokviz.models.added_tokens import AddedToken

_PACKAGE = "tokenizers"
_LENGTHS: tuple[Literal["truncation", "padding"], ...] = ("truncation", "padding")
_Element = Mapping[str, Any]
_WORK = 1_000_000  # characters by the square of the number of elements: the usual limits for up to seven elements
_REMEMBERED = 64  # texts that were tried out


class HuggingFace:
    """A tokenizer.json. file: its JSON, read; text: the same as text, for the library and the lines of errors. words:
    makes our model, if not out of the file's.

    Raises FormatError naming the part that the library refuses.
    """

    def __init__(self, file: Mapping[str, Any], text: str, words: Callable[[], WordModel] | None = None) -> None:
        self._file, self._make_words = file, words
        self._text = "" if words else text  # of rank files it is long
        self._elements = {part: elements(part, file.get(part)) for part in PARTS}
        added = file.get("added_tokens")
        self._added = tuple(token for token in added if isinstance(token, dict)) if isinstance(added, list) else ()
        self._library = library(_PACKAGE)
        self._tried: dict[tuple[str, ...], None] = {}
        self._is_risky, self._rescans_blanks = is_risky(file), rescans_blanks(file)
        check_parts(file, text, self._library, is_risky=self._is_risky)
        tokenizer = loaded(file, text, self._library)
        tokenizer.post_processor = None
        tokenizer.no_truncation()
        tokenizer.no_padding()
        if model_type(file["model"]) == "BPE":
            tokenizer.model.dropout = None
        self._tokenizer = tokenizer
        self._probes = Probes(self._library, tokenizer)

    # -- what it is ------------------------------------------------------------------------------------------------

    @property
    def library(self) -> str:
        return named(_PACKAGE)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        return notes_of(self._file, self._added, self._tokenizer)

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
        return self._make_words() if self._make_words else model_at(self._file["model"], self._text)

    @cached_property
    def vocabulary(self) -> Mapping[str, int]:
        with asking(_PACKAGE):
            return MappingProxyType(self._tokenizer.get_vocab(with_added_tokens=True))

    # -- the stages before the model -------------------------------------------------------------------------------

    def before(self, text: str) -> tuple[Stage, ...]:
        most = _most(self._elements["normalizer"] + self._elements["pre_tokenizer"])
        check_limit("MAX_STAGED_CHARS", most, met=len(text))
        self._try_out(text)
        stages = [original(text)]
        early = [token for token in self._added if not token.get("normalized")]
        normalizers, cutters = self._elements["normalizer"], self._elements["pre_tokenizer"]
        characters: tuple[Part, ...] = character_parts(text)
        cut: tuple[Part, ...] = ()  # the pre-tokens so far
        is_quick = not (self._is_risky or has_long_runs(text))  # a pattern is searched for once an alternative

        def step(kind: Any, element: Mapping[str, Any], added: Sequence[Mapping[str, Any]], n: int, cuts: int) -> None:
            nonlocal characters, cut
            ask = partial(self._probes.pre_tokens, text, added, normalizers[:n])
            now = ask((*cutters[:cuts], EACH_CHARACTER))
            parts = ask(cutters[:cuts]) if cuts or kind == "added" else now
            if cuts and is_quick:
                with asking(_PACKAGE):
                    parts = named_parts(self._library, element, cut or ask(()), parts)
                cut = parts
            new_parts = cut_parts(text, parts, now, characters, whole=kind == "normalizer")
            stages.append(Stage(kind, name_of(element), new_parts, options_of(element)))
            characters = now

        if early:
            step("added", {}, early, 0, 0)
        for number, element in enumerate(normalizers, start=1):
            step("normalizer", element, early, number, 0)
        if len(early) < len(self._added):
            step("added", {}, self._added, len(normalizers), 0)
        for number, element in enumerate(cutters, start=1):
            step("pretokenizer", element, self._added, len(normalizers), number)
        if stages[-1].kind == "normalizer":
            # Without a pre-tokenizer the model gets all of it as one pre-token, and no runs of characters.
            stages.append(Stage("pretokenizer", "", self.pre_tokens(text), own=True))
        return tuple(stages)

    def pre_tokens(self, text: str) -> tuple[Part, ...]:
        return self._cut(text, self._elements["pre_tokenizer"])

    def characters(self, text: str) -> tuple[Part, ...]:
        return self._cut(text, (*self._elements["pre_tokenizer"], EACH_CHARACTER))

    def _cut(self, text: str, cutters: Sequence[_Element]) -> tuple[Part, ...]:
        self._try_out(text)
        return self._probes.pre_tokens(text, self._added, self._elements["normalizer"], cutters)

    @cached_property
    def _added_ids(self) -> frozenset[int]:
        return frozenset(token.id for token in self.added)

    # -- the model and behind --------------------------------------------------------------------------------------

    def after(self, text: str) -> tuple[Stage, ...]:
        self._try_out(text)
        model = {key: value for key, value in self._file["model"].items() if key not in ("type", "vocab", "merges")}
        raw = self._raw(text)
        check_overflow(self._file, len(raw))
        words = self._added_words(text, raw)
        last = self._parts(raw, words, is_plain=True)
        stages = [Stage("model", model_type(self._file["model"]), last, MappingProxyType(model))]
        processors = self._elements["post_processor"]
        steps: list[tuple[StageKind, str, Mapping[str, Any], Any]] = [
            (
                "postprocessor",
                name_of(processor),
                options_of(processor),
                self._probes.of(post_processor=sequence("post_processor", each)),
            )
            for processor, each in zip(processors, _beginnings(processors), strict=True)
        ]
        settings: dict[str, Any] = {"post_processor": self._file.get("post_processor")}
        for key in _LENGTHS:
            if (options := self._file.get(key)) is not None:
                settings[key] = options
                steps.append((key, key.capitalize(), MappingProxyType(options), self._probes.of(**settings)))
        for kind, name, options, tokenizer in steps:
            with asking(_PACKAGE):
                now = self._parts(tokenizer.post_process(raw), words)
            before = set(map(_key, last))
            fresh = tuple(part if _key(part) in before else part._replace(changed=True) for part in now)
            stages.append(Stage(kind, name, fresh, options))
            last = now
        return tuple(stages)

    def _raw(self, text: str) -> Any:
        """Return the library's encoding of a text alone. What our model refuses as well it tells more of: the character
        that needs an unknown token which is not there."""
        try:
            with asking(_PACKAGE):
                return self._tokenizer.encode(text, add_special_tokens=False)
        except RulesError:
            for part in self.pre_tokens(text):
                if part.role != "added":
                    self.words.model.encode_word(part.text)
            raise

    def _added_words(self, text: str, raw: Any) -> frozenset[int]:
        """Return the words of an encoding that are added tokens.

        A model may yield a token by itself that is added as well, above all the unknown one.
        """
        if self._added_ids.isdisjoint(raw.ids):
            return frozenset()
        return frozenset(place for place, part in enumerate(self.pre_tokens(text)) if part.role == "added")

    def _parts(self, encoding: Any, added: frozenset[int], *, is_plain: bool = False) -> tuple[Part, ...]:
        """Return the tokens of one of the library's encodings. added: which words are added tokens."""
        special = self._special_ids
        rows = zip(
            encoding.tokens,
            encoding.ids,
            encoding.offsets,
            encoding.word_ids,
            encoding.type_ids,
            encoding.special_tokens_mask,
            strict=True,
        )
        return tuple(
            Part(
                token,
                start,
                end,
                "put" if mask and not is_plain else "added" if word in added else "token",
                number,
                word,
                type_id,
                bool(mask) or number in special,
            )
            for token, number, (start, end), word, type_id, mask in rows
        )

    @cached_property
    def _special_ids(self) -> frozenset[int]:
        return frozenset(token.id for token in self.added if token.special)

    def plain(self, text: str) -> Encoded:
        self._try_out(text)
        raw = self._raw(text)
        return Encoded(text, self._parts(raw, self._added_words(text, raw), is_plain=True))

    def whole(self, text: str) -> Encoded:
        self._try_out(text)
        settings: dict[str, Any] = {key: self._file.get(key) for key in ("post_processor", *_LENGTHS)}
        tokenizer = self._probes.of(**settings)
        raw = self._raw(text)
        check_overflow(self._file, len(raw))
        with asking(_PACKAGE):
            return Encoded(text, self._parts(tokenizer.post_process(raw), self._added_words(text, raw)))

    @cached_property
    def kept(self) -> tuple[AddedToken, ...]:
        return tuple(sorted(self.added, key=lambda token: token.id))

    @property
    def written(self) -> str:
        return written_like(self._file)

    # -- back to text ----------------------------------------------------------------------------------------------

    def decode(self, ids: Sequence[int], *, skip_special: bool) -> Decoded:
        decoders = self._elements["decoder"]
        check_limit("MAX_DECODED", _most(decoders), met=len(ids))
        with asking(_PACKAGE):
            tokens = [self._tokenizer.id_to_token(number) for number in ids]
            self._try_out("", tuple(token for token in tokens if token is not None))
            return decoded(
                self._library,
                self._tokenizer,
                ids,
                [
                    (decoder, self._probes.of(decoder=sequence("decoder", each)))
                    for decoder, each in zip(decoders, _beginnings(decoders), strict=True)
                ],
                self._special_ids if skip_special else frozenset(),
            )

    def joined(self, tokens: Sequence[str]) -> str:
        with asking(_PACKAGE):
            # those of normalized text
            names = {token.content: self._tokenizer.id_to_token(token.id) for token in self.added}
            named = [names.get(token, token) for token in tokens]
            if self._tokenizer.decoder is None:
                return " ".join(named)
            self._try_out("", tuple(named))
            return str(self._tokenizer.decoder.decode(named))

    # -- many at once ----------------------------------------------------------------------------------------------

    @cached_property
    def added(self) -> tuple[AddedToken, ...]:
        with asking(_PACKAGE):
            return added_tokens(self._tokenizer)

    def many(self, texts: Sequence[str]) -> list[list[int]]:
        for text in together(texts) if self._is_risky or self._rescans_blanks else ():
            self._try_out(text)
        try:
            with asking(_PACKAGE):
                return [encoding.ids for encoding in self._tokenizer.encode_batch_fast(texts, add_special_tokens=False)]
        except RulesError:
            for text in texts:
                self._raw(text)
            raise

    def literal(self, text: str) -> list[int]:
        self._try_out(text)
        with asking(_PACKAGE):
            ids: list[int] = self._literal.encode(text, add_special_tokens=False).ids
            return ids

    @cached_property
    def _literal(self) -> Any:
        """Return the library's tokenizer that reads special tokens as text, as transformers' `split_special_tokens`."""
        tokenizer = self._library.Tokenizer.from_str(self._tokenizer.to_str())
        tokenizer.encode_special_tokens = True
        return tokenizer

    def gained(self, ids: Sequence[int]) -> list[bytes]:
        with asking(_PACKAGE):
            return gained(self._tokenizer, self._elements["decoder"], ids)

    def spelled(self, ids: Sequence[int]) -> list[bytes]:
        with asking(_PACKAGE):
            tokens = [self._tokenizer.id_to_token(number) for number in ids]
            return spelled(self._file, tokens, lambda decoders: gained(self._tokenizer, decoders, ids))

    def _try_out(self, text: str, tokens: tuple[str, ...] = ()) -> None:
        """Pass a text through a child process first where a file is not known to be quick."""
        if not (self._is_risky or (self._rescans_blanks and has_long_runs(text))) or (text, *tokens) in self._tried:
            return
        parts = {key: self._file.get(key) for key in ("normalizer", "pre_tokenizer", "decoder")}
        try_out([probe(self._added, **parts)], text, tokens)
        if len(self._tried) >= _REMEMBERED:
            self._tried.pop(next(iter(self._tried)))
        self._tried[(text, *tokens)] = None


def _most(members: Sequence[_Element]) -> int:
    """Return the longest text for so many elements, each of which reads all before it."""
    return _WORK // max(1, len(members)) ** 2


def _beginnings(members: Sequence[_Element]) -> Iterator[Sequence[_Element]]:
    """Return the first element, the first two, and so on."""
    return (members[:number] for number in range(1, len(members) + 1))


def _key(part: Part) -> tuple[str, tuple[int, int], int]:
    return part.text, part.span, part.type_id


# -- tokenizers with some parts of the file ----------------------------------------------------------------------------


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
        """Return the library's tokenizer that has these."""
        return self._of(probe(added, **parts))

    def _of(self, text: str) -> Any:
        tokenizer = self._made.get(text)
        if tokenizer is None:
            with asking(_PACKAGE):
                tokenizer = self._made[text] = self._library.Tokenizer.from_str(text)
        return tokenizer

    def pre_tokens(
        self, text: str, added: Sequence[_Element], normalizers: Sequence[_Element], cutters: Sequence[_Element]
    ) -> tuple[Part, ...]:
        """Return the pre-tokens and added tokens of a text after some elements."""
        name = self._text(added, normalizers, cutters)
        tokenizer = self._of(name)
        with asking(_PACKAGE):
            if name not in self._added:
                self._added[name] = self._named(tokenizer)
            known = self._added[name]
            encoding = tokenizer.encode(text, add_special_tokens=False)
            return tuple(
                Part(token, start, end)
                if not number
                else Part(token, start, end, "added", known[number].id, special=known[number].special)
                for token, number, (start, end) in zip(encoding.tokens, encoding.ids, encoding.offsets, strict=True)
            )

    def _text(self, added: Sequence[_Element], normalizers: Sequence[_Element], cutters: Sequence[_Element]) -> str:
        """Return the file of a probe, written once: there may be a thousand added tokens, or a table of a megabyte.

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
        """Return the added tokens of a probe by its ids, with those of the file: the library may name them as
        normalized."""
        return {
            number: Part(token.content, 0, 0, "added", self._whole.token_to_id(token.content), special=token.special)
            for number, token in probed.get_added_tokens_decoder().items()
        }


# -- loading, part by part ---------------------------------------------------------------------------------------------


_KEYS = frozenset({"version", "truncation", "padding", "added_tokens", "model", *PARTS})
_FIRST_TEXT = "a 1"  # many broken parts load, and panic at the first text


def check_parts(file: Mapping[str, Any], text: str, library: Any, *, is_risky: bool) -> None:
    """Load each part around the model by itself. text: the file as it is, for the lines of errors. is_risky: in a child
    process first. Raises FormatError."""
    for part in PARTS:
        if file.get(part) is not None:
            alone = probe(**{part: file[part]})
            try:
                if is_risky:
                    try_out([alone], _FIRST_TEXT)
                with asking(_PACKAGE):
                    library.Tokenizer.from_str(alone).encode(_FIRST_TEXT)
            except RulesError as error:
                line = line_of(text, after=part)
                if "why" not in error.details:  # too slow, or too large
                    raise FormatError(
                        "pipeline-part-costly", line=line, part=part, library=named(_PACKAGE), text=_FIRST_TEXT
                    ) from None
                raise part_error(part, _PACKAGE, error.details["why"], line) from None


def loaded(file: Mapping[str, Any], text: str, library: Any) -> Any:
    """Return the library's tokenizer. text: the file as it is. Raises FormatError: ours, which knows the line, where
    our model does not take that of the file either."""
    try:
        with asking(_PACKAGE):
            return library.Tokenizer.from_str(text)
    except RulesError as error:
        unknown = next(iter(sorted(file.keys() - _KEYS)), None)  # the library stumbles over them
        if unknown is not None:
            raise FormatError(
                "pipeline-key", line=line_of(text, after=unknown), key=brief(unknown), library=named(_PACKAGE)
            ) from None
        model_at(file["model"], text)
        check_merges(file["model"], text)
        raise part_error("model", _PACKAGE, error.details["why"], line_of(text, after="model")) from None
