"""A tokenizer out of one file or two, told apart by name and content: of any algorithm, or of one that is asked for.

Here all formats meet; the readers of one format are in :mod:`tokviz.files`. Contents are given, no path is opened.
Special tokens that files do not name can be named along with them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

from tokviz import bpe, lookup, unigram, wordpiece
from tokviz.errors import CorpusError, RulesError, brief
from tokviz.files.engine import Tell
from tokviz.files.opening import apart, are_codes
from tokviz.files.pipeline import Pipeline
from tokviz.files.reading import Files, Loaded, Note, check_tokens, note

__all__ = [
    "SUFFIXES",
    "Files",
    "Model",
    "load_any",
    "load_bpe",
    "load_unigram",
    "load_wordpiece",
    "named_specials",
    "with_specials",
]

Model = bpe.Model | wordpiece.Model | unigram.Model | lookup.Model
"""The kinds of models that files hold."""
ModelT = TypeVar("ModelT", bpe.Model, wordpiece.Model, unigram.Model)

SUFFIXES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "": ("json", "txt", "codes", "bpe", "tiktoken", "model", "vocab", "gguf"),
        "bpe": ("json", "txt", "codes", "bpe", "tiktoken", "model", "vocab", "gguf"),
        "wordpiece": ("txt", "json", "gguf"),
        "unigram": ("json", "vocab", "model", "gguf"),
    }
)
"""Name of an algorithm, or nothing for any -> the endings of the files that are read."""

_NAMES = {"bpe": "BPE", "wordpiece": "WordPiece", "unigram": "Unigram"}


def load_any(files: Files, specials: Sequence[str] = (), pattern: str | None = None) -> Loaded[Model]:
    """Read one tokenizer from (name, content) pairs.

    tokenizer.json of any kind; merges.txt with vocab.json; vocab.txt of WordPiece; .tiktoken; .model or .vocab of
    SentencePiece; .model of minbpe; .gguf; a codes file of subword-nmt, whatever it is called. specials: special tokens
    that texts are cut at first, each ``NAME`` or ``NAME=ID``: one that the files have keeps its id, another takes the
    one that is given, or the next one behind all others, and a note says which. pattern: of a rank file, as
    :meth:`Pipeline.from_files` takes it.

    Raises FormatError or LimitError for a broken file, CorpusError when the files do not make one tokenizer, RulesError
    for an empty name, an id that is taken or not that of the files, and special tokens with codes of subword-nmt.

    >>> loaded = load_any([("vocab.txt", b"[UNK]\\nhug\\n##s\\n")])
    >>> type(loaded.model).__module__, [note.code for note in loaded.notes]
    ('tokviz.wordpiece.model', ['vocab-txt-uncased', 'vocab-txt-special'])
    """
    return _load(files, "", specials, pattern)


def load_bpe(files: Files, specials: Sequence[str] = (), pattern: str | None = None) -> Loaded[bpe.Model]:
    """Read a tokenizer of BPE as :func:`load_any` does; raises CorpusError for another, too."""
    return _load_kind(files, bpe.Model, specials, pattern)


def load_wordpiece(files: Files, specials: Sequence[str] = (), pattern: str | None = None) -> Loaded[wordpiece.Model]:
    """Read a tokenizer of WordPiece likewise."""
    return _load_kind(files, wordpiece.Model, specials, pattern)


def load_unigram(files: Files, specials: Sequence[str] = (), pattern: str | None = None) -> Loaded[unigram.Model]:
    """Read a tokenizer of unigram likewise."""
    return _load_kind(files, unigram.Model, specials, pattern)


def _load_kind(files: Files, kind: type[ModelT], specials: Sequence[str], pattern: str | None) -> Loaded[ModelT]:
    loaded = _load(files, kind.algorithm, specials, pattern)
    if isinstance(loaded.model, kind):
        return Loaded(loaded.model, loaded.notes)
    if isinstance(loaded.model, lookup.Model):
        raise CorpusError("upload-lookup", wanted=_NAMES[kind.algorithm])
    raise CorpusError("upload-other", found=_NAMES[loaded.model.algorithm], wanted=_NAMES[kind.algorithm])


def _load(files: Files, algorithm: str, specials: Sequence[str], pattern: str | None) -> Loaded[Model]:
    jsons = [content for name, content in files if name.lower().endswith(".json")]
    others = [(name.lower(), content) for name, content in files if not name.lower().endswith(".json")]
    whole, settings = apart(jsons)
    if not others and (len(whole) == 1 or settings):
        return _by_library([("tokenizer.json", content) for content in (*whole, *settings)], specials, pattern)
    if len(jsons) == len(others) == 1 and algorithm in ("", "bpe"):
        name, content = others[0]
        if name.endswith((".txt", ".bpe")) or (algorithm and not name.endswith((".tiktoken", ".model", ".vocab"))):
            return _by_library([("merges.txt", content), ("vocab.json", jsons[0])], specials, pattern)
    if len(others) == 1 and not jsons:
        name, content = others[0]
        if algorithm in ("", "bpe") or name.endswith(tuple(f".{suffix}" for suffix in SUFFIXES[algorithm])):
            return _of_one(name, content, algorithm, specials, pattern)
    raise _not_one(algorithm)


def _not_one(algorithm: str) -> CorpusError:
    match algorithm:
        case "bpe":
            return CorpusError("upload-not-one")
        case "wordpiece":
            return CorpusError("upload-not-wordpiece")
        case "unigram":
            return CorpusError("upload-not-unigram")
    return CorpusError("upload-not-tokenizer")


def _of_one(name: str, data: bytes, algorithm: str, specials: Sequence[str], pattern: str | None) -> Loaded[Model]:
    if not name.endswith((".tiktoken", ".model", ".vocab", ".gguf")):
        is_list = algorithm == "wordpiece" or (not algorithm and name.endswith(".txt") and not are_codes(data))
        name = "vocab.txt" if is_list else "x.codes"
    return _by_library([(name, data)], specials, pattern)


def _by_library(files: Files, specials: Sequence[str], pattern: str | None) -> Loaded[Model]:
    """Return the tokenizer, applied by its library; special tokens become tokens of the file."""
    pipeline, notes = with_specials(files, specials, pattern=pattern)
    return Loaded(pipeline.text_model.model, (*pipeline.text_model.notes, *notes))


# -- special tokens ----------------------------------------------------------------------------------------------------


def with_specials(
    files: Files,
    specials: Sequence[str],
    *,
    name: str = "",
    pattern: str | None = None,
    tell: Tell = lambda part: None,
) -> tuple[Pipeline, list[Note]]:
    """Read a tokenizer with special tokens that its files do not name, and notes of those that were not given an id.

    Raises what :meth:`Pipeline.from_files` and :func:`named_specials` raise.
    """
    pipeline = Pipeline.from_files(files, name=name, pattern=pattern, tell=tell)
    if not specials:
        return pipeline, []
    named, notes = named_specials(specials, pipeline.vocabulary)
    return Pipeline.from_files(files, name=name, pattern=pattern, tell=tell, specials=named), notes


def named_specials(specials: Sequence[str], known: Mapping[str, int]) -> tuple[dict[str, int], list[Note]]:
    """Return special tokens, each ``NAME`` or ``NAME=ID``, with their ids, and notes of those that were given none.

    known: the ids of the files. Raises RulesError as :func:`load_any` does.

    >>> named_specials(["<s>", "<pad>=9"], {"a": 0})[0]
    {'<s>': 1, '<pad>': 9}
    """
    ids = dict(known)
    owners = {number: token for token, number in ids.items()}
    notes: list[Note] = []
    named = {}
    for special in specials:
        name, number = _name_and_id(special)
        if name in ids:
            if number not in (None, ids[name]):
                raise RulesError("special-id", token=brief(name), id=ids[name])
        else:
            if number in owners:
                raise RulesError("special-taken", id=number, token=brief(name), other=brief(owners[number]))
            if number is None:
                number = max(owners, default=-1) + 1
                notes.append(note("special-next", token=name, id=number))
            ids[name] = number
            owners[number] = name
        named[name] = ids[name]
    return named, notes


def _name_and_id(special: str) -> tuple[str, int | None]:
    match = re.fullmatch(r"(.+)=([0-9]{1,9})", special, re.DOTALL)
    name, number = (match[1], int(match[2])) if match else (special, None)
    if not name.strip() or "\0" in name:
        raise RulesError("special-empty")
    try:
        check_tokens((name,), 1)
    except ValueError:
        raise RulesError("special-empty") from None
    return name, number
