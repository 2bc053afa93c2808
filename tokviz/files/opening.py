"""Files as what applies them: told apart by name and content, and given to their library in the form that it reads.

What a library reads itself goes to it as it is; merges.txt with vocab.json, vocab.txt, rank files of tiktoken and the
`.model` of minbpe are written as tokenizer.json for it, a `.vocab` as a `.model`, with the conventions that these files
do not hold, about which there are notes. Files of other kinds that look like a tokenizer are refused by name. Contents
are given, no path is opened here.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from tokviz import bpe, wordpiece
from tokviz.checks import check_limit
from tokviz.errors import CorpusError, FormatError, RulesError, brief
from tokviz.files import merges_txt, tokenizer_json, vocab_txt
from tokviz.files.engine import Engine, Tell
from tokviz.files.libraries import asking, library
from tokviz.files.limits import MAX_PATTERN_CHARS, check_listed, check_parts_of
from tokviz.files.models import WordModel, model_type
from tokviz.files.ranks import Made, is_minbpe, is_minbpe_vocab, is_tekken, of_minbpe, of_ranks, of_tekken
from tokviz.files.reading import GGUF, MAX_FILE_BYTES, Files, Note, has_mark, is_trace, note, object_at, read_json
from tokviz.files.sentencepiece import model_of_vocab, with_symbols
from tokviz.files.sentencepiece_engine import SentencePiece
from tokviz.files.subword_nmt_engine import Codes
from tokviz.files.tokenizers_engine import HuggingFace
from tokviz.models.added_tokens import AddedToken
from tokviz.pretokenize import ALTERNATIVES
from tokviz.wordpiece.rules import BERT_SPECIALS

_RANKS = re.compile(rb"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)? [0-9]+")
_PIECES = re.compile(rb"[^\t\n]+\t-?[0-9][0-9.e-]*\r?\n")
_GPT2 = b"tokenizer.ggml.model" + struct.pack("<IQ", 8, 4) + b"gpt2"  # the kind of GGUF that has a pattern
_LOOKED_AT = 64_000  # bytes
_FIRST_LINES = 20


@dataclass(frozen=True)
class Appliers:
    """The engines of files that were read. of_json: of a tokenizer.json, given with its text and what makes our model
    of it, if not the file itself; of_model: of a `.model` of SentencePiece, with the ids put before and after each
    text. by_merges: whether the merges of ranks are needed, which takes seconds."""

    of_json: Callable[[dict[str, Any], str, Callable[[], WordModel] | None], Engine]
    of_model: Callable[[bytes, Sequence[int], Sequence[int]], Engine]
    by_merges: bool


LIBRARIES = Appliers(HuggingFace, SentencePiece, by_merges=True)


def engine_of(
    files: Files,
    *,
    pattern: str | None = None,
    specials: Mapping[str, int] | None = None,
    tell: Tell = lambda part: None,
    by: Appliers = LIBRARIES,
) -> tuple[Engine, tuple[Note, ...]]:
    """Return the engine of files that are one tokenizer, and the reader's notes.

    pattern: of a file for which :func:`takes_pattern` holds, the name of one in ALTERNATIVES or a regular expression.
    specials: its special tokens. tell: is told what is done. by: what applies them.
    Raises FormatError, LimitError, RulesError (also for a pattern of a file that has its own), or CorpusError for files
    that do not make one tokenizer.
    """
    tell("reading")
    for name, data in files:
        _check_kind(name, data)
    if pattern is not None and pattern not in ALTERNATIVES:
        _check_pattern(pattern)
    if len(files) == 1 and files[0][1].startswith(GGUF):
        return _of_gguf(files[0][1], pattern, specials or {}, tell, by)
    if pattern is not None and not (len(files) == 1 and are_ranks(*files[0])):
        raise RulesError("pattern-known", value=brief(pattern))
    jsons, settings = apart([data for name, data in files if _is_json(name, data)])
    others = [(name.lower(), data) for name, data in files if not _is_json(name, data)]
    for data in jsons:
        if is_trace(data):  # before its size is looked at: a trace has far more lists than a tokenizer
            raise FormatError("json-trace")
        check_listed(data)
    if settings and (len(jsons) != 1 or others):
        raise CorpusError("settings-alone")
    if len(jsons) == 1 and not others:
        if settings:
            return _with_settings(jsons[0], settings, specials or {}, tell, by)
        if is_tekken(jsons[0]):
            return _converted(of_tekken(jsons[0]), specials or {}, tell, by)
        engine = _of_json(jsons[0], specials or {}, tell, by)
        return engine, (note("byte-order-mark", library="tokenizers"),) if has_mark(jsons[0]) else ()
    if len(jsons) == len(others) == 1:
        return _of_merges(others[0][1], jsons[0], specials or {}, tell, by)
    if len(others) != 1:
        raise CorpusError("upload-not-tokenizer")
    name, data = others[0]
    is_codes = name.endswith(".codes")
    if is_minbpe(data):
        return _converted(of_minbpe(data), specials or {}, tell, by)
    if not is_codes and are_ranks(name, data):
        return _converted(of_ranks(data, pattern, specials or {}), {}, tell, by)
    check_lines(data)
    is_list = not is_codes and (name.endswith(".vocab") or _PIECES.match(data) is not None)
    if is_list or name.endswith(".model") or (not is_codes and b"\0" in data[:_LOOKED_AT]):
        model, notes = model_of_vocab(data) if is_list else (data, ())
        return by.of_model(with_symbols(model, specials) if specials else model, (), ()), notes
    if is_codes or name.endswith(".bpe") or are_codes(data):
        if specials:
            raise RulesError("special-codes")
        return Codes.read(data), ()
    return _of_vocabulary(data, specials or {}, tell, by)


def within_limit(files: Files) -> Files:
    """Return the files as far as they are read: of a GGUF file the beginning. Raises LimitError for a larger one."""
    read = [(name, data[:MAX_FILE_BYTES] if data.startswith(GGUF) else data) for name, data in files]
    for _, data in read:
        check_limit("MAX_FILE_BYTES", MAX_FILE_BYTES, met=len(data))
    return read


def _check_pattern(pattern: str) -> None:
    """Refuse a regular expression that is too long, or none for the library that applies it."""
    check_limit("MAX_PATTERN_CHARS", MAX_PATTERN_CHARS, met=len(pattern))
    tokenizers = library("tokenizers")
    try:
        with asking("tokenizers"):
            tokenizers.Regex(pattern)
    except RulesError as error:
        raise RulesError("pattern-wrong", value=brief(pattern), why=error.details.get("why", "")) from None


def takes_pattern(name: str, data: bytes) -> bool:
    r"""Tell if a pattern can be named for a file: it has none, or that of a GGUF file, which names one.

    >>> takes_pattern("x", b"IQ== 0\n"), takes_pattern("x.json", b"{}")
    (True, False)
    """
    return are_ranks(name, data) or (data.startswith(GGUF) and _GPT2 in data)


def are_ranks(name: str, data: bytes) -> bool:
    r"""Tell if this is a rank file of tiktoken, with no pattern or special tokens.

    >>> are_ranks("x", b"IQ== 0\n"), are_ranks("x.txt", b"the\n")
    (True, False)
    """
    lines = [line for line in data[:_LOOKED_AT].splitlines() if line][:_FIRST_LINES]
    return name.lower().endswith(".tiktoken") or (bool(lines) and all(map(_RANKS.fullmatch, lines)))


def _is_json(name: str, data: bytes) -> bool:
    return name.lower().endswith(".json") or data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"


def are_codes(data: bytes) -> bool:
    """Tell if a text lists merges: two symbols on most lines, and not one token each."""
    lines = data[:_LOOKED_AT].removeprefix(b"\xef\xbb\xbf").splitlines()
    if lines and lines[0].startswith(b"#version"):
        return True
    return 2 * sum(_is_merge(line.split()) for line in lines) > sum(map(bool, lines))


def _is_merge(fields: Sequence[bytes]) -> bool:
    return len(fields) == 2 or (len(fields) == 3 and fields[2].isdigit())


# -- tokenizer.json ----------------------------------------------------------------------------------------------------


def _of_json(data: bytes, specials: Mapping[str, int], tell: Tell, by: Appliers) -> Engine:
    value, text = read_json(data)
    check_json(value)
    file = object_at({"file": value}, "file", text)
    model = object_at(file, "model", text)
    kind = model_type(model)
    if kind not in ("BPE", "WordPiece", "Unigram", "WordLevel"):
        raise FormatError("pipeline-model", found=brief(kind))
    check_parts_of(file, text)
    if specials:
        return _made(file, specials, tell, by)
    tell("library")
    return by.of_json(file, text, None)


def _converted(made: Made, specials: Mapping[str, int], tell: Tell, by: Appliers) -> tuple[Engine, tuple[Note, ...]]:
    """Apply ranks, and return the notes on them; only what needs the merges is told that they were found."""
    if by.by_merges:
        return _made(made.file, specials, tell, by, made.words), made.notes
    notes = tuple(one for one in made.notes if one.code != "tiktoken-merges")
    return _made(made.without_merges, specials, tell, by, lambda: made.words().lean()), notes


def apart(jsons: Sequence[bytes]) -> tuple[list[bytes], list[bytes]]:
    """Return JSON files, and those of them that are settings beside another."""
    if len(jsons) < 2:
        return list(jsons), []
    from tokviz.files.settings import is_settings  # most tokenizers come without

    settings = [data for data in jsons if is_settings(data)]
    return [data for data in jsons if data not in settings], settings


def _with_settings(
    data: bytes, settings: Sequence[bytes], specials: Mapping[str, int], tell: Tell, by: Appliers
) -> tuple[Engine, tuple[Note, ...]]:
    """Apply a tokenizer.json with the settings that are beside it."""
    from tokviz.files.settings import with_settings

    value, text = read_json(data)
    check_json(value)
    file = object_at({"file": value}, "file", text)
    object_at(file, "model", text)
    check_parts_of(file, text)
    by.of_json(file, text, None)  # which says in which lines something is wrong
    made, notes = with_settings(file, text, settings)
    check_parts_of(made, "")
    return _made(made, specials, tell, by), notes


def _made(
    file: dict[str, Any],
    specials: Mapping[str, int],
    tell: Tell,
    by: Appliers,
    words: Callable[[], WordModel] | None = None,
) -> Engine:
    """Apply a file that is not the one that was given. words: makes our model, if not out of this file's."""
    tell("library")
    _make_special(file, specials)
    is_read = by.by_merges or words is None  # without the library only for lines of errors, which ranks have none of
    engine = by.of_json(file, json.dumps(file, ensure_ascii=False) if is_read else "", words)
    for token, number in specials.items():
        if (met := engine.vocabulary.get(token)) != number:
            raise RulesError("special-in-turn", token=brief(token), id=number, next=met)
    return engine


def _make_special(file: dict[str, Any], specials: Mapping[str, int]) -> None:
    """Make tokens special in a file. Where the model numbers its tokens, they get their ids there:
    the library would number added ones in their turn."""
    added = {str(token.get("content")): token for token in file.get("added_tokens") or () if isinstance(token, dict)}
    vocabulary = file["model"].get("vocab")
    for token, number in specials.items():
        fresh = asdict(AddedToken(number, token))
        added[token] = {**fresh, **added.get(token, {}), "id": number, "content": token, "special": True}
        if isinstance(vocabulary, dict):
            vocabulary.setdefault(token, number)
    if specials:
        file["added_tokens"] = sorted(added.values(), key=lambda token: token["id"])


# -- a GGUF file -------------------------------------------------------------------------------------------------------


def _of_gguf(
    data: bytes, pattern: str | None, specials: Mapping[str, int], tell: Tell, by: Appliers
) -> tuple[Engine, tuple[Note, ...]]:
    """Apply the tokenizer inside a GGUF file as one of the library that it comes from."""
    from tokviz.files.gguf_tokenizers import of_gguf  # pages without such a file do without it

    inside = of_gguf(data, pattern)
    if isinstance(inside.file, bytes):
        model = with_symbols(inside.file, specials) if specials else inside.file
        return by.of_model(model, inside.begins, inside.ends), inside.notes
    check_parts_of(inside.file, "")
    return _made(inside.file, specials, tell, by), inside.notes


# -- merges.txt and vocab.json, vocab.txt: our model is the reader's, and only the library gets a tokenizer.json -------


def _of_merges(
    merges: bytes, vocab: bytes, specials: Mapping[str, int], tell: Tell, by: Appliers
) -> tuple[Engine, tuple[Note, ...]]:
    """Apply merges.txt with vocab.json, whose ids may leave gaps."""
    loaded, ids = merges_txt.load_with_ids(merges, vocab)
    file = tokenizer_json.bpe_file(loaded.model)
    file["model"]["vocab"] = ids
    return _made(file, specials, tell, by, lambda: _numbered(loaded.model, ids, None)), loaded.notes


def _of_vocabulary(
    data: bytes, special: Mapping[str, int], tell: Tell, by: Appliers
) -> tuple[Engine, tuple[Note, ...]]:
    """Apply vocab.txt as `BertWordPieceTokenizer` of tokenizers: with BERT's special tokens, if they are there."""
    loaded = vocab_txt.load(data)
    file = tokenizer_json.wordpiece_file(loaded.model)
    ids, notes = loaded.model.ids, loaded.notes
    marked = dict.fromkeys((*BERT_SPECIALS, loaded.model.unk))  # vocab.txt does not mark them
    specials = [token for token in marked if token in ids]
    file["added_tokens"] = [asdict(AddedToken(ids[token], token)) for token in specials]
    if "[CLS]" in ids and "[SEP]" in ids:
        ends = {key: [token, ids[token]] for key, token in (("sep", "[SEP]"), ("cls", "[CLS]"))}
        file["post_processor"] = {"type": "BertProcessing", **ends}
    if specials:
        notes = (*notes, note("vocab-txt-special", tokens=", ".join(specials)))
    numbers = file["model"]["vocab"]
    return _made(file, special, tell, by, lambda: _numbered(loaded.model, numbers, loaded.model.unk)), notes


def _numbered(model: bpe.Model | wordpiece.Model, ids: Mapping[str, int], unk: str | None) -> WordModel:
    """Return the model of a reader as one of pre-tokens, with ids to which special tokens may have been added."""
    model = replace(model, vocabulary=tuple(sorted(ids, key=ids.__getitem__)), pretokenizer="none")
    return WordModel(model, ids, None if unk is None else ids.get(unk))


# -- other kinds of files ----------------------------------------------------------------------------------------------


_RWKV = re.compile(rb"[0-9]+ b?(['\"]).*\1 [0-9]+")
_TEMPLATE = re.compile(rb"(?:\xef\xbb\xbf)?\s*\{[%#{][-+]?\s*[^\s\"']")  # of Jinja; no JSON begins so
_SETTINGS = frozenset({"tokenizer_class", "model_type", "unk_token", "bos_token", "eos_token", "added_tokens_decoder"})
"""Keys of files that are beside a tokenizer.json: each tells one of them."""


def _check_kind(name: str, data: bytes) -> None:
    """Refuse a file of another kind that its first bytes or its name tell. Raises FormatError."""
    if name.lower().endswith(".jinja") or _TEMPLATE.match(data):
        raise FormatError("chat-template")


def check_json(value: Any) -> None:
    """Refuse a JSON value that is known and no tokenizer. Raises FormatError.

    >>> check_json({"low": 0, "er": 1})
    Traceback (most recent call last):
    ...
    tokviz.errors.FormatError: This is only a vocabulary, as in vocab.json. Give merges.txt with it.
    """
    if isinstance(value, list):
        raise FormatError("json-list")
    if not isinstance(value, dict) or isinstance(value.get("model"), dict):
        return
    if {"class_name", "config"} <= value.keys():
        raise FormatError("json-keras")
    if "bpe_ranks" in value:
        raise FormatError("json-ranks")
    if _SETTINGS & value.keys():
        raise FormatError("json-settings")
    if value and all(type(number) is int for number in value.values()):
        if (first := min(value.values())) > 0:
            raise FormatError("json-added", id=first)
        raise FormatError("json-vocabulary")


def check_lines(data: bytes) -> None:
    """Refuse lines that are known and neither merges nor tokens. Raises FormatError."""
    if is_minbpe_vocab(data):
        raise FormatError("minbpe-vocab")
    rows = [line.split(b" ") for line in data[:_LOOKED_AT].removeprefix(b"\xef\xbb\xbf").splitlines()[:1_000] if line]
    if not rows or rows[0][0].startswith(b"#version"):
        return
    if _RWKV.fullmatch(b" ".join(rows[0])):
        raise FormatError("lines-rwkv")
    whole = rows[:-1] or rows  # the last may be cut off
    if not all(len(row) == 2 and row[1].isdigit() for row in whole):
        return
    if all(row[0].isdigit() for row in whole):
        raise FormatError("lines-ids")
    raise FormatError("lines-counts")
