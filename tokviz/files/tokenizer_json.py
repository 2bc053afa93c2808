"""tokenizer.json of our models, as Hugging Face's tokenizers stores it: written here, read by the library itself
(:mod:`tokviz.files`).

The normalizers are the library's: in the few characters that it treats otherwise than BERT
(:mod:`tokviz.pretokenize.bert_basic`) a file of "bert-uncased" words differs from its model. The decoders give what a
model's `decode` gives, which goes by the pre-tokenisation. Source: tokenizers 0.23.3.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import groupby

from tokviz import bpe, unigram, wordpiece
from tokviz.bpe import Rules
from tokviz.errors import RulesError, brief
from tokviz.files.loaded import Note, note
from tokviz.files.pretokenizers import MARKS, Part, named, normalizer_of
from tokviz.models.added_tokens import AddedToken
from tokviz.models.text_encoder import TextEncoder
from tokviz.pretokenize import BYTE_LEVEL, KEEPS_SPACES, MARKS_SPACES, METASPACE
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE

__all__ = ["notes_on_bpe", "notes_on_bytes", "write_bpe", "write_unigram", "write_wordpiece"]

_BYTE_LEVEL: Part = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
_SPACE: Part = {"type": "Replace", "pattern": {"String": METASPACE}, "content": " "}
_FIRST: Part = {"type": "Strip", "content": " ", "start": 1, "stop": 0}
_FUSE: Part = {"type": "Fuse"}
_BYTES: Part = {"type": "ByteFallback"}


# -- BPE ---------------------------------------------------------------------------------------------------------------


def notes_on_bpe(model: bpe.Model) -> tuple[Note, ...]:
    """Notes where tokenizers does otherwise: it drops unknown characters, and the model keeps them; and where a
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
    """A note where a vocabulary for a byte-level pre-tokenization lacks some of the 256 bytes, and which.

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
    """Bytes in hexadecimal, those that follow each other as a range.

    >>> list(_ranges([0, 1, 2, 255]))
    ['00–02', 'FF']
    """
    for _, run in groupby(enumerate(numbers), key=lambda one: one[1] - one[0]):
        first, *others = (number for _, number in run)
        yield f"{first:02X}–{others[-1]:02X}" if others else f"{first:02X}"


def write_bpe(model: bpe.Model) -> str:
    """Return a model as tokenizer.json; the special tokens of its rules are added tokens there, beside its own.

    Where the model keeps unknown characters, the file's vocabulary also gets those that it has with another mark, or
    within words alone, in the form that is missing. Raises RulesError for a model that tokenizers
    cannot follow: with an end-of-word mark that is a symbol of its own, with a mark at the beginnings of
    words (but "metaspace" writes one), with ranks by token, or with merges that its loop would apply otherwise.

    >>> from tokviz import Corpus
    >>> model = bpe.train(Corpus({"low": 5}), merges=1, rules="huggingface").model()
    >>> json.loads(write_bpe(model))["model"]["merges"]
    [['l', 'o']]
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
    return _file_text(model, part, decoder, specials, over_bytes=rules.alphabet == "bytes")


def _missing(model: bpe.Model) -> tuple[str, ...]:
    """The forms that characters of the vocabulary can have in a word and that it lacks, where the model keeps them."""
    rules, known = model.rules, dict.fromkeys(model.vocabulary)
    prefix, suffix = rules.continuing_prefix, rules.end_of_word
    if model.encoding.unknown != "keep" or any(token.id >= len(known) for token in model.added):
        return ()
    bare = (token.removeprefix(prefix).removesuffix(suffix) for token in known if token not in rules.special_tokens)
    characters = CHAR_TO_BYTE if rules.alphabet == "bytes" else dict.fromkeys(one for one in bare if len(one) == 1)
    forms = (start + one + end for one in characters for start in ("", prefix) for end in ("", suffix))
    return tuple(form for form in dict.fromkeys(forms) if form not in known)


def _merges_of(model: bpe.Model) -> list[list[str]]:
    """The merges, for our rule without those that an earlier one makes void: tokenizers goes by the last."""
    last = model.encoding.last_duplicate
    return [[*pair] for rank, pair in enumerate(model.merges) if last or model.ranks[pair] == rank]


def _contradicts(model: bpe.Model) -> bool:
    """Whether a merge uses a token before the last merge that makes it: then the loops can differ."""
    made = {model.rules.join(*pair): rank for pair, rank in sorted(model.ranks.items(), key=lambda entry: entry[1])}
    return any(made.get(part, -1) >= rank for pair, rank in model.ranks.items() for part in pair)


# -- WordPiece and unigram ---------------------------------------------------------------------------------------------


def write_wordpiece(model: wordpiece.Model) -> str:
    """Return a model as tokenizer.json, with its added tokens.

    Where the first piece of a word is marked instead of the others, Metaspace writes the mark and takes it away again.
    Raises RulesError for a model that marks the beginnings of words, unless it is with Metaspace.

    >>> json.loads(write_wordpiece(wordpiece.Model(["[UNK]", "low", "##er"])))["model"]["vocab"]
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
    return _file_text(model, part, MARKS if mark else decoder)


def write_unigram(model: unigram.Model) -> str:
    """Return a model as tokenizer.json; reserved pieces are added tokens there, beside the model's own.

    Without an `unk_token` tokenizers refuses texts with unknown characters. Raises RulesError for a mark at the
    beginnings of words, unless the pre-tokenisation writes it.

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
    return _file_text(model, part, decoder, reserved)


# -- around a model ----------------------------------------------------------------------------------------------------


def _check_start(mark: str, pretokenizer: str, *, is_alone: bool = True) -> None:
    """Refuse a mark at the beginnings of words, unless the pre-tokenisation writes it. is_alone: whether other pieces
    have no mark."""
    if mark and not (mark == METASPACE and pretokenizer in MARKS_SPACES and is_alone):
        raise RulesError("tokenizer-json-start", mark=brief(mark))


def _decoder(rules: Rules, pretokenizer: str, *, byte_fallback: bool) -> Part:
    """The decoder that gives what `decode` gives with these marks.

    Only its "##" stays in front of a word whose start was dropped.

    >>> _decoder(Rules(end_of_word="</w>"), "whitespace", byte_fallback=False)["decoders"][0]
    {'type': 'BPEDecoder', 'suffix': '</w>'}
    """
    kept = pretokenizer in KEEPS_SPACES
    parts: list[Part] = [_BYTES] if byte_fallback else []
    if rules.end_of_word:
        mark = {"type": "Replace", "pattern": {"String": rules.end_of_word}, "content": ""}
        parts.append(mark if kept else {"type": "BPEDecoder", "suffix": rules.end_of_word})
    elif rules.continuing_prefix and not kept:
        parts.append({"type": "WordPiece", "prefix": rules.continuing_prefix, "cleanup": False})
    if rules.continuing_prefix and (kept or rules.end_of_word):
        parts.append({"type": "Replace", "pattern": {"String": rules.continuing_prefix}, "content": ""})
    parts += [_BYTE_LEVEL] * ((rules.alphabet == "bytes") + (pretokenizer in BYTE_LEVEL))  # one may spell the other
    parts.append(_FUSE)
    if pretokenizer in MARKS_SPACES:  # its own decoder would drop every mark of the first token
        parts += [_SPACE] if "never" in pretokenizer else [_SPACE, _FIRST]
    return parts[0] if len(parts) == 1 else {"type": "Sequence", "decoders": parts}


def _file_text(
    model: TextEncoder, part: Part, decoder: Part, specials: Iterable[AddedToken] = (), *, over_bytes: bool = False
) -> str:
    """The whole file. part: what it says of the model itself. specials: tokens that are added ones there, beside those
    of the model. over_bytes: whether words are cut into bytes. Raises RulesError as :func:`normalizer_of` does."""
    added = {token.content: token for token in (*specials, *model.added)}
    content = {
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
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"
