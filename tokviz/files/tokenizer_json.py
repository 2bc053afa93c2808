"""Writer of our models as ``tokenizer.json``, the file of Hugging Face's tokenizers; the library itself reads it
(:mod:`tokviz.files.tokenizers_engine`).

The normalizers are the library's: in the few characters that it treats otherwise than BERT
(:mod:`tokviz.pretokenize.bert_basic`) a file of "bert-uncased" words differs from its model. The decoders give what a
model's `decode` gives, which depends on the pre-tokenization. Pre-tokenizers have our names; their patterns are those
of `tokviz.pretokenize` in the notation of the library's engine, where "{1,3}+" would repeat and "$" would be the end of
any line. Source: tokenizers 0.23.3.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from types import MappingProxyType
from typing import Any

from tokviz import bpe, picky, unigram, wordpiece
from tokviz.bpe import Rules
from tokviz.errors import RulesError, brief
from tokviz.files.reading import Note, note
from tokviz.models.added_tokens import AddedToken
from tokviz.models.text_encoder import TextEncoder
from tokviz.pretokenize import BERT_NORMALIZERS, BYTE_LEVEL, KEEPS_SPACES, MARKS_SPACES, METASPACE, BertNormalizer
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE

_DECODE_BYTES: Part = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
_SPACE: Part = {"type": "Replace", "pattern": {"String": METASPACE}, "content": " "}
_FIRST: Part = {"type": "Strip", "content": " ", "start": 1, "stop": 0}
_FUSE: Part = {"type": "Fuse"}
_BYTE_FALLBACK: Part = {"type": "ByteFallback"}


# -- BPE ---------------------------------------------------------------------------------------------------------------


def notes_on_bpe(model: bpe.Model) -> tuple[Note, ...]:
    """Return notes where tokenizers does otherwise: it drops unknown characters, and the model keeps them; and where a
    byte-level vocabulary lacks bytes.

    >>> [note.code for note in notes_on_bpe(bpe.Model((), ("a",)))]
    ['written-drops']
    """
    keeps = model.encoding.unknown == "keep" and not model.encoding.byte_fallback
    over_bytes = model.rules.alphabet == "bytes" or model.pretokenizer in BYTE_LEVEL
    lacks = notes_on_bytes(model)
    if not keeps or (over_bytes and CHAR_TO_BYTE.keys() <= {*model.vocabulary, *_missing(model)}):
        return lacks
    return (note("written-drops"), *lacks)


def notes_on_bytes(model: bpe.Model) -> tuple[Note, ...]:
    """Return a note where a vocabulary for a byte-level pre-tokenization lacks some of the 256 bytes, and which.

    >>> model = bpe.Model((), tuple(CHAR_TO_BYTE)[3:], pretokenizer="gpt2-bytes")
    >>> [note.details["bytes"] for note in notes_on_bytes(model)]
    ['00–02']
    """
    if model.pretokenizer not in BYTE_LEVEL or model.rules.alphabet == "bytes":
        return ()
    known = {*model.vocabulary, *_missing(model)}
    lacking = sorted(byte for character, byte in CHAR_TO_BYTE.items() if character not in known)
    return (note("written-bytes", number=len(lacking), bytes=", ".join(_ranges(lacking))),) if lacking else ()


def _ranges(numbers: Sequence[int]) -> Iterator[str]:
    """Yield bytes in hexadecimal, those that follow each other as a range.

    >>> list(_ranges([0, 1, 2, 255]))
    ['00–02', 'FF']
    """
    for _, run in groupby(enumerate(numbers), key=lambda indexed: indexed[1] - indexed[0]):
        first, *others = (number for _, number in run)
        yield f"{first:02X}–{others[-1]:02X}" if others else f"{first:02X}"


def write_bpe(model: bpe.Model) -> str:
    """Return a model as the text of a tokenizer.json (:func:`bpe_file`).

    >>> from tokviz import Corpus
    >>> model = bpe.train(Corpus({"low": 5}), merges=1, rules="huggingface").model()
    >>> json.loads(write_bpe(model))["model"]["merges"]
    [['l', 'o']]
    """
    return _text(bpe_file(model))


def bpe_file(model: bpe.Model) -> dict[str, Any]:
    """Return a model as a tokenizer.json; the special tokens of its rules are added tokens there, beside its own.

    Where the model keeps unknown characters, the file's vocabulary also gets those that it has with another mark, or
    within words alone, in the form that is missing. Raises RulesError for a model that tokenizers
    cannot follow: with an end-of-word mark that is a symbol of its own, with a mark at the beginnings of
    words (but "metaspace" writes one), with ranks by token, or with merges that its loop would apply otherwise.
    """
    rules, encoding = model.rules, model.encoding
    if rules.end_of_word and not rules.end_of_word_attached:
        raise RulesError("tokenizer-json-mark")
    _check_start(rules.start_of_word, model.pretokenizer)
    if encoding.rank_by == "token":
        raise RulesError("tokenizer-json-ranks")
    if encoding.loop != "one-at-a-time" and _contradicts(model):
        raise RulesError("tokenizer-json-order")
    part = {
        "type": "BPE",
        "dropout": None,
        "unk_token": encoding.unk_token if encoding.unknown == "unk" else None,
        "continuing_subword_prefix": rules.continuing_prefix or None,
        "end_of_word_suffix": rules.end_of_word or None,
        "fuse_unk": encoding.fuse_unk,
        "byte_fallback": encoding.byte_fallback,
        "ignore_merges": encoding.whole_word,
        "vocab": {token: i for i, token in enumerate((*model.vocabulary, *_missing(model)))},
        "merges": _merges_of(model),
    }
    decoder = _decoder(rules, model.pretokenizer, byte_fallback=encoding.byte_fallback)
    specials = [AddedToken(model.ids[token], token) for token in rules.special_tokens]
    return _file(model, part, decoder, specials, over_bytes=rules.alphabet == "bytes")


def write_picky(model: picky.Model) -> str:
    """Return a model whose training removed nothing as the text of a tokenizer.json.

    Raises RulesError where a token was removed: the file holds a list of merges, and the model encodes by a log, in
    which a removed token is needed on the way.
    """
    removed = [event.token for event in model.events if event.kind == "removal"]
    if removed:
        raise RulesError("tokenizer-json-removals", number=len(removed), token=brief(removed[0]))
    given, unknown = model.rules, model.unknown_token
    rules = Rules(start_of_word=given.start_of_word, special_tokens=given.special_tokens)
    encoding = bpe.Encoding(
        loop="one-at-a-time", unknown="unk" if unknown else "keep", unk_token=unknown, whole_word=True
    )
    merges = tuple((event.parts[0], event.parts[1]) for event in model.events)
    return write_bpe(bpe.Model(merges, model.vocabulary, rules, encoding, model.pretokenizer))


def _missing(model: bpe.Model) -> tuple[str, ...]:
    """Return the forms that characters of the vocabulary can have in a word and that it lacks, where the model keeps
    them."""
    rules, known = model.rules, dict.fromkeys(model.vocabulary)
    prefix, suffix = rules.continuing_prefix, rules.end_of_word
    if model.encoding.unknown != "keep" or any(token.id >= len(known) for token in model.added):
        return ()
    bare = (token.removeprefix(prefix).removesuffix(suffix) for token in known if token not in rules.special_tokens)
    characters = (
        CHAR_TO_BYTE if rules.alphabet == "bytes" else dict.fromkeys(token for token in bare if len(token) == 1)
    )
    forms = (start + character + end for character in characters for start in ("", prefix) for end in ("", suffix))
    return tuple(form for form in dict.fromkeys(forms) if form not in known)


def _merges_of(model: bpe.Model) -> list[list[str]]:
    """Return the merges, for our rule without those that an earlier one makes void: tokenizers uses the last."""
    last = model.encoding.last_duplicate
    return [[*pair] for rank, pair in enumerate(model.merges) if last or model.ranks[pair] == rank]


def _contradicts(model: bpe.Model) -> bool:
    """Tell if a merge uses a token before its last maker: then the loops can differ."""
    rank_of = {model.rules.join(*pair): rank for pair, rank in sorted(model.ranks.items(), key=lambda entry: entry[1])}
    return any(rank_of.get(part, -1) >= rank for pair, rank in model.ranks.items() for part in pair)


# -- WordPiece and unigram ---------------------------------------------------------------------------------------------


def write_wordpiece(model: wordpiece.Model) -> str:
    """Return a model as the text of a tokenizer.json (:func:`wordpiece_file`)."""
    return _text(wordpiece_file(model))


def wordpiece_file(model: wordpiece.Model) -> dict[str, Any]:
    """Return a model as a tokenizer.json, with its added tokens.

    Where the first piece of a word is marked instead of the others, Metaspace writes the mark and takes it away again.
    Raises RulesError for a model that marks the beginnings of words, unless it is with Metaspace.

    >>> wordpiece_file(wordpiece.Model(["[UNK]", "low", "##er"]))["model"]["vocab"]
    {'[UNK]': 0, 'low': 1, '##er': 2}
    """
    mark = model.start_of_word
    _check_start(mark, model.pretokenizer, is_alone=not model.prefix)
    part = {
        "type": "WordPiece",
        "unk_token": model.unk,
        "continuing_subword_prefix": model.prefix,
        "max_input_chars_per_word": model.max_word_length,
        "vocab": {token: number for number, token in enumerate(model.vocabulary)},
    }
    decoder = {"type": "WordPiece", "prefix": model.prefix, "cleanup": model.cleanup}
    return _file(model, part, MARKS if mark else decoder)


def write_unigram(model: unigram.Model) -> str:
    """Return a model as tokenizer.json; reserved pieces are added tokens there, beside the model's own.

    Without an `unk_token` tokenizers refuses texts with unknown characters. Raises RulesError for a mark at the
    beginnings of words, unless the pre-tokenization writes it.

    >>> json.loads(write_unigram(unigram.Model({"low": 1.0})))["model"]["vocab"]
    [['low', 0.0]]
    """
    _check_start(model.start_of_word, model.pretokenizer)
    part = {
        "type": "Unigram",
        "unk_id": None if model.unk_token is None else list(model.probabilities).index(model.unk_token),
        "vocab": [[piece, score] for piece, score in model.scores.items()],
        "byte_fallback": model.byte_fallback,
    }
    decoder = _decoder(Rules(), model.pretokenizer, byte_fallback=model.byte_fallback)
    reserved = [AddedToken(i, piece) for i, piece in enumerate(model.probabilities) if piece in model.reserved]
    return _text(_file(model, part, decoder, reserved))


def notes_on_unigram(model: unigram.Model) -> tuple[Note, ...]:
    """Return a note where tokenizers fails on unknown characters, which the model keeps.

    >>> [note.code for note in notes_on_unigram(unigram.Model({"low": 1.0}))]
    ['written-no-unk']
    """
    return () if model.unk_token is not None else (note("written-no-unk"),)


# -- around a model ----------------------------------------------------------------------------------------------------


def _check_start(mark: str, pretokenizer: str, *, is_alone: bool = True) -> None:
    """Refuse a mark at the beginnings of words, unless the pre-tokenization writes it. is_alone: whether other pieces
    have no mark."""
    if mark and not (mark == METASPACE and pretokenizer in MARKS_SPACES and is_alone):
        raise RulesError("tokenizer-json-start", mark=brief(mark))


def _decoder(rules: Rules, pretokenizer: str, *, byte_fallback: bool) -> Part:
    """Return the decoder that gives what `decode` gives with these marks.

    Only its "##" stays in front of a word whose start was dropped.

    >>> _decoder(Rules(end_of_word="</w>"), "whitespace", byte_fallback=False)["decoders"][0]
    {'type': 'BPEDecoder', 'suffix': '</w>'}
    """
    keeps_spaces = pretokenizer in KEEPS_SPACES
    parts: list[Part] = [_BYTE_FALLBACK] if byte_fallback else []
    if rules.end_of_word:
        mark = {"type": "Replace", "pattern": {"String": rules.end_of_word}, "content": ""}
        parts.append(mark if keeps_spaces else {"type": "BPEDecoder", "suffix": rules.end_of_word})
    elif rules.continuing_prefix and not keeps_spaces:
        parts.append({"type": "WordPiece", "prefix": rules.continuing_prefix, "cleanup": False})
    if rules.continuing_prefix and (keeps_spaces or rules.end_of_word):
        parts.append({"type": "Replace", "pattern": {"String": rules.continuing_prefix}, "content": ""})
    parts += [_DECODE_BYTES] * ((rules.alphabet == "bytes") + (pretokenizer in BYTE_LEVEL))  # one may spell the other
    parts.append(_FUSE)
    if pretokenizer in MARKS_SPACES:  # its own decoder would drop every mark of the first token
        parts += [_SPACE] if "never" in pretokenizer else [_SPACE, _FIRST]
    return parts[0] if len(parts) == 1 else {"type": "Sequence", "decoders": parts}


def _file(
    model: TextEncoder, part: Part, decoder: Part, specials: Iterable[AddedToken] = (), *, over_bytes: bool = False
) -> dict[str, Any]:
    """Return the whole file. part: what it says of the model itself. specials: tokens that are added ones there, beside
    those of the model. over_bytes: whether words are cut into bytes. Raises RulesError as :func:`normalizer_of`
    does."""
    added = {token.content: token for token in (*specials, *model.added)}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [asdict(token) for token in sorted(added.values(), key=lambda token: token.id)],
        "normalizer": normalizer_of(model),
        "pre_tokenizer": named(model.pretokenizer, over_bytes=over_bytes),
        "post_processor": None,
        "decoder": decoder,
        "model": part,
    }


def _text(file: dict[str, Any]) -> str:
    return json.dumps(file, ensure_ascii=False, indent=2) + "\n"


# -- pre-tokenizers ----------------------------------------------------------------------------------------------------


Part = dict[str, Any]
"""An object of the file: its `type` and its options."""


def split_by(regex: str, behavior: str = "Isolated") -> Part:
    """Return the pre-tokenizer that splits by a pattern."""
    return {"type": "Split", "pattern": {"Regex": regex}, "behavior": behavior, "invert": False}


def _byte_level(*, space: bool, regex: bool) -> Part:
    return {"type": "ByteLevel", "add_prefix_space": space, "trim_offsets": True, "use_regex": regex}


def _metaspace(scheme: str = "always", *, split: bool = True) -> Part:
    return {"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": split}


def _sequence(*parts: Part) -> Part:
    return {"type": "Sequence", "pretokenizers": list(parts)}


BYTES: Part = _byte_level(space=False, regex=False)
"""The part of a file that turns text into byte characters and does nothing else."""
MARKS: Part = _metaspace()
"""The part of a file that writes a mark for each space, and one in front."""

_CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_GPT2 = split_by(r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")
_CL100K = split_by(
    rf"{_CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*"
    r"|\s+\z|\s*[\r\n]|\s+(?!\S)|\s"
)
_O200K = split_by(
    rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_CONTRACTIONS}?|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_CONTRACTIONS}?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

_LLAMA3 = (
    rf"{_CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|DIGITS| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_THREES, _TWOS, _ONES = (split_by(_LLAMA3.replace("DIGITS", rf"\p{{N}}{most}")) for most in ("{1,3}", "{1,2}", ""))
_LINES, _SPACES = split_by(r"[^\n]*\n|[^\n]+"), split_by(r" ?[^ \n]+|[ \n]")
_SUPERBPE_1 = split_by(
    rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_SUPERBPE_2 = split_by(r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]{2,}[\r\n/]*| +(?!\S)")
_RUNS = (split_by("[0-9]+"), split_by(r"[0-9]{1,3}(?=(?:[0-9]{3})*\z)"))

PRE_TOKENIZERS: Mapping[str, Part | None] = MappingProxyType(
    {
        "whitespace": {"type": "WhitespaceSplit"},
        "words": {"type": "Whitespace"},
        "bert": {"type": "BertPreTokenizer"},  # with its normalizer, see below
        "gpt2": _GPT2,
        "cl100k": _CL100K,
        "o200k": _O200K,
        "llama3": _THREES,
        "nanochat": _TWOS,
        "qwen2": _ONES,
        "threes-from-right": _sequence(*_RUNS, _CL100K),
        "metaspace": _sequence(split_by(r"\r\n|\r|\n", "Removed"), MARKS),
        "none": None,
        "lines": _LINES,
        "gpt2-bytes": _byte_level(space=False, regex=True),
        "cl100k-bytes": _sequence(_CL100K, BYTES),
        "o200k-bytes": _sequence(_O200K, BYTES),
        "llama3-bytes": _sequence(_THREES, BYTES),
        "nanochat-bytes": _sequence(_TWOS, BYTES),
        "qwen2-bytes": _sequence(_ONES, BYTES),
        "threes-from-right-bytes": _sequence(*_RUNS, _CL100K, BYTES),
        "bert-uncased": {"type": "BertPreTokenizer"},
        "bert-cased": {"type": "BertPreTokenizer"},
        "BertPreTokenizer": {"type": "BertPreTokenizer"},
        "ByteLevel(add_prefix_space)": _byte_level(space=True, regex=True),
        "ByteLevel(add_prefix_space, no regex)": _byte_level(space=True, regex=False),
        "Metaspace": MARKS,
        "Metaspace(never)": _metaspace("never"),
        "Metaspace(no split)": _metaspace(split=False),
        "Metaspace(never, no split)": _metaspace("never", split=False),
        "superbpe-1": _SUPERBPE_1,
        "spaces": _SPACES,
        "superbpe-1-bytes": _sequence(_SUPERBPE_1, BYTES),
        "superbpe-2-bytes": _sequence(_SUPERBPE_2, BYTES),
        "spaces-bytes": _sequence(_SPACES, BYTES),
        "lines-bytes": _sequence(_LINES, BYTES),
    }
)
"""The name of each pre-tokenizer -> what the file says for it."""


def named(name: str, *, over_bytes: bool) -> Part | None:
    """Return the object for a pre-tokenizer; `over_bytes`: its words are cut into bytes afterwards.

    >>> named("words", over_bytes=True)["pretokenizers"][0]
    {'type': 'Whitespace'}
    """
    part = PRE_TOKENIZERS[name]
    if not over_bytes:
        return part
    if part is None:
        return BYTES
    return _sequence(*(part["pretokenizers"] if part["type"] == "Sequence" else [part]), BYTES)


def normalizer_of(model: TextEncoder) -> Part | None:
    """Return the object for the normalizer of a model. Raises RulesError for one that has none, or came out of a file
    whose library normalizes."""
    normalizer = model.normalizer or BERT_NORMALIZERS.get(model.pretokenizer)
    if model.around is not None or not isinstance(normalizer, BertNormalizer | None):
        raise RulesError("tokenizer-json-normalizer")
    return None if normalizer is None else {"type": "BertNormalizer", **asdict(normalizer)}
