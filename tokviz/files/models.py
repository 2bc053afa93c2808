"""The model of a tokenizer.json as one of ours, which can explain each step.

It applies the vocabulary to pre-tokens that its library has made ready, so it cuts no text itself. Unlike
`tokviz.files`, whose models stand for the whole file, nothing is asked of the parts around the model, and ids need
not be without gaps: the numbers are kept beside the model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any

from tokviz import bpe, lookup, unigram, wordpiece
from tokviz.bpe.compact_merges import CompactMerges
from tokviz.bpe.encoding import ENCODINGS
from tokviz.errors import FormatError, brief
from tokviz.files.reading import Note, check_vocabulary_size, flag_at, line_of, note, text_at, wrong_shape
from tokviz.models.decoding import ends_of
from tokviz.models.text_encoder import Numbered
from tokviz.pretokenize import METASPACE

Model = bpe.Model | wordpiece.Model | unigram.Model | lookup.Model


@dataclass(frozen=True)
class WordModel:
    """A model of ours with the ids that the file gives its tokens, and the id of the unknown token."""

    model: Model
    ids: Mapping[str, int]
    unknown: int | None

    def lean(self) -> WordModel:
        """Return the same, for BPE with one mapping from tokens to ids instead of two, to be kept in this process."""
        if not isinstance(self.model, bpe.Model):
            return self
        return replace(self, model=replace(self.model, vocabulary=Numbered.of(self.ids)))

    def numbered(self, tokens: Iterable[str]) -> list[tuple[str, int | None]]:
        """Return tokens with their ids; None is the id of what has none."""
        known, ids = self.model.encodable, self.ids
        return [(token, ids.get(token, self.unknown) if token in known else self.unknown) for token in tokens]

    def read(self, pre_tokens: Sequence[str]) -> list[list[tuple[str, tuple[str, ...]]]]:
        """Return the words of each pre-token of a text (see :meth:`apart`), each with its tokens.

        >>> words = WordModel(bpe.Model((), ("▁", "a", "▁a"), pretokenizer="none"), {}, None)
        >>> words.read(["▁a▁a", "a"])
        [[('▁a', ('▁', 'a')), ('▁a', ('▁', 'a'))], [('a', ('a',))]]
        """
        model, apart = self.model, [self.apart(pre_token) for pre_token in pre_tokens]
        groups: Sequence[Sequence[str]] = apart
        encode = model.encode_words
        if isinstance(model, unigram.Model):
            encode = model.encode_together
            groups = [tuple(chain.from_iterable(apart))] if model.is_single else apart
        tokens = chain.from_iterable(map(encode, groups))
        return [[(word, next(tokens)) for word in words] for words in apart]

    def apart(self, word: str) -> tuple[str, ...]:
        """Return a pre-token cut where no token can go over: before a mark of a space, if no token has one inside.

        Tokenizers in the manner of Llama 2 hand over a whole text as one pre-token; its words can be explained one by
        one all the same.

        >>> words = WordModel(bpe.Model((), ("▁", "a", "▁a")), {}, None)
        >>> words.apart("▁a▁▁aa▁"), words.apart("b")
        (('▁a', '▁▁aa', '▁'), ('b',))
        """
        if isinstance(self.model, lookup.Model):
            return self.model.apart(word)
        if METASPACE not in word or not self._comes_apart:
            return (word,)
        cuts = [at for at in range(1, len(word)) if word[at] == METASPACE != word[at - 1]]
        return tuple(word[start:end] for start, end in zip([0, *cuts], [*cuts, len(word)], strict=True))

    def window(self, word: str, place: int, most: int) -> tuple[int, int] | None:
        """Return a stretch of a word around a token that is encoded as it is in the word (:meth:`Pipeline.window`)."""
        tokens = self.model.encode_word(word)
        if isinstance(self.model, wordpiece.Model) or not tokens:
            return None
        ends = ends_of(tokens)
        if ends is None or ends[-1] != len(word):
            return None
        starts = [0, *ends]
        first = last = min(place, len(tokens) - 1)
        while True:
            if last + 1 < len(tokens) and ends[last + 1] - starts[first] <= most:
                last += 1
            if first and ends[last] - starts[first - 1] <= most:
                first -= 1
            elif last + 1 == len(tokens) or ends[last + 1] - starts[first] > most:
                break
        while first < last and word[starts[first] : ends[first]] == "":
            first += 1  # bytes of a character that began before
        start, end = starts[first], ends[last]
        encoded = self.model.encode_word(word[start:end])
        return (start, end) if 0 < end - start <= most and encoded == tokens[first : last + 1] else None

    @cached_property
    def _comes_apart(self) -> bool:
        """True if the mark is a token, and no token has it later or depends on its place."""
        model = self.model
        if isinstance(model, wordpiece.Model | lookup.Model):
            return False
        if isinstance(model, bpe.Model):
            rules = model.rules
            if model.encoding.whole_word or rules.continuing_prefix or rules.end_of_word:
                return False
        known = model.vocabulary
        return METASPACE in known and not any(METASPACE in token.lstrip(METASPACE) for token in known)


def model_type(part: Mapping[str, Any]) -> str:
    """Return the type of a model part, which old files do not name.

    >>> model_type({"merges": []}), model_type({"type": "WordLevel"})
    ('BPE', 'WordLevel')
    """
    kind = part.get("type")
    if isinstance(kind, str):
        return kind
    if "merges" in part:
        return "BPE"
    return "Unigram" if isinstance(part.get("vocab"), list) else "WordPiece"


def model_at(part: Mapping[str, Any], text: str) -> WordModel:
    """Return our model of a model part. text: the JSON, for the lines of errors. Raises FormatError or LimitError.

    >>> model = model_at({"type": "BPE", "vocab": {"a": 3, "b": 7, "ab": 9}, "merges": [["a", "b"]]}, "{}")
    >>> model.numbered(model.model.encode_word("aba"))
    [('ab', 9), ('a', 3)]
    """
    match model_type(part):
        case "BPE":
            return _bpe(part, text)
        case "WordPiece":
            return _wordpiece(part, text)
        case "Unigram":
            return _unigram(part, text)
        case "WordLevel":
            return _whole_words(part, text)
    raise FormatError("pipeline-model", found=brief(part.get("type")))


def check_merges(part: Mapping[str, Any], text: str) -> None:
    """Refuse a merge whose parts or result are not in the vocabulary, with its line. Raises FormatError.

    >>> check_merges({"type": "BPE", "vocab": {"1": 0, "2": 1}, "merges": [["1", "2"]]}, "{}")
    Traceback (most recent call last):
    ...
    tokviz.errors.FormatError: Line 1: The merge '1' + '2' needs '12', ...
    """
    if model_type(part) != "BPE":
        return
    prefix, ids = part.get("continuing_subword_prefix") or "", part["vocab"]
    for entry in part["merges"]:
        left, right = _pair(entry, text)
        symbol = next((each for each in (left, right, left + right.removeprefix(prefix)) if each not in ids), None)
        if symbol is not None:
            spelled = (left, right) if isinstance(entry, list) else (entry,)
            merge = f"{brief(left)} + {brief(right)}"
            line = line_of(text, *spelled, after="merges")
            raise FormatError("merge-unknown-symbol", line=line, merge=merge, symbol=brief(symbol))


def notes_on_model(part: Mapping[str, Any]) -> tuple[Note, ...]:
    """Return notes on what is not done as the file says, and on what will fail.

    Merges are not left out at random; an unknown token that is not listed fails.

    >>> [note.code for note in notes_on_model({"type": "BPE", "unk_token": "<unk>", "vocab": {"a": 0}, "merges": []})]
    ['unk-not-listed']
    """
    notes, dropout, unk = [], part.get("dropout"), part.get("unk_token")
    if isinstance(dropout, int | float) and dropout:
        notes.append(note("dropout", probability=f"{dropout:g}"))
    if isinstance(unk, str) and unk not in part["vocab"] and model_type(part) != "Unigram":
        notes.append(note("unk-not-listed", token=brief(unk)))
    if model_type(part) == "Unigram":
        if part.get("unk_id") is None:
            notes.append(note("unk-none"))
        notes += _notes_on_pieces(part["vocab"])
    return tuple(notes)


def _notes_on_pieces(rows: Sequence[Any]) -> Iterator[Note]:
    """Yield notes of pieces that are there twice, and of empty ones."""
    pieces = [row[0] for row in rows]
    ids = {piece: number for number, piece in enumerate(pieces)}
    for piece, times in Counter(pieces).items() if len(ids) < len(pieces) else ():
        if piece and times > 1:
            yield note("piece-twice", piece=brief(piece), id=ids[piece])
    if "" in ids:
        yield note("piece-empty", id=ids[""])


def _vocabulary(part: Mapping[str, Any], text: str) -> dict[str, int]:
    value = part.get("vocab")
    if not isinstance(value, dict) or not all(type(number) is int for number in value.values()):
        raise wrong_shape("vocab", text)
    check_vocabulary_size(len(value))
    return value


def _in_order(ids: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(sorted(ids, key=ids.__getitem__))


def _bpe(part: Mapping[str, Any], text: str) -> WordModel:
    ids = _vocabulary(part, text)
    merges = part.get("merges")
    if not isinstance(merges, list):
        raise wrong_shape("merges", text)
    check_vocabulary_size(len(merges))
    return bpe_model(part, pairs_of(merges, text), ids, text)


def pairs_of(merges: Sequence[Any], text: str) -> tuple[bpe.Pair, ...]:
    """Read the merges of a model part, pairs or as older files have them. text: the JSON, for the lines of errors."""
    return tuple(_pair(entry, text) for entry in merges)


def bpe_model(part: Mapping[str, Any], merges: Sequence[bpe.Pair], ids: Mapping[str, int], text: str) -> WordModel:
    """Make our model of a part of BPE whose merges and ids have been read. text: the JSON, for the lines of errors."""
    prefix, suffix = (text_at(part, key, text) or "" for key in ("continuing_subword_prefix", "end_of_word_suffix"))
    unk = text_at(part, "unk_token", text)
    rules = replace(
        bpe.PRESETS["huggingface"], continuing_prefix=prefix, end_of_word=suffix, end_of_word_attached=bool(suffix)
    )
    encoding = replace(
        ENCODINGS["tokenizers"],
        unknown="drop" if unk is None else "unk",
        unk_token=unk,
        fuse_unk=flag_at(part, "fuse_unk", text),
        byte_fallback=flag_at(part, "byte_fallback", text),
        whole_word=flag_at(part, "ignore_merges", text),
    )
    vocabulary = merges.tokens if isinstance(merges, CompactMerges) else _in_order(ids)
    model = bpe.Model(merges, vocabulary, rules, encoding, "none")
    return WordModel(model, ids, None if unk is None else ids.get(unk))


def _pair(entry: Any, text: str) -> tuple[str, str]:
    """Return a merge, as a pair or as older files have it."""
    match entry:
        case [str(left), str(right)]:
            return left, right
        case str() if entry.count(" ") == 1:
            left, _, right = entry.partition(" ")
            return left, right
    raise wrong_shape("merges", text)


def _wordpiece(part: Mapping[str, Any], text: str) -> WordModel:
    ids = _vocabulary(part, text)
    unk = text_at(part, "unk_token", text) or "[UNK]"
    prefix = text_at(part, "continuing_subword_prefix", text)
    length = part.get("max_input_chars_per_word", 100)
    if type(length) is not int or length < 0:
        raise wrong_shape("max_input_chars_per_word", text)
    model = wordpiece.Model(_in_order(ids), unk, "##" if prefix is None else prefix, length, "none")
    return WordModel(model, ids, ids.get(unk))


def _whole_words(part: Mapping[str, Any], text: str) -> WordModel:
    ids = _vocabulary(part, text)
    unk = text_at(part, "unk_token", text)
    return WordModel(lookup.Model(_in_order(ids), unk, pretokenizer="none", numbers=ids), ids, ids.get(unk or ""))


def _unigram(part: Mapping[str, Any], text: str) -> WordModel:
    value, unk_id = part.get("vocab"), part.get("unk_id")
    if not isinstance(value, list):
        raise wrong_shape("vocab", text)
    check_vocabulary_size(len(value))
    rows: list[tuple[str, float]] = []
    for entry in value:
        match entry:
            case [str(piece), int() | float() as score] if not isinstance(score, bool):
                rows.append((piece, float(score)))
            case _:
                raise wrong_shape("vocab", text)
    if unk_id is not None and (type(unk_id) is not int or not 0 <= unk_id < len(rows)):
        raise wrong_shape("unk_id", text)
    ids = {piece: number for number, (piece, _) in enumerate(rows)}  # of a piece listed twice the last
    numbered_pieces = sorted((number, piece) for piece, number in ids.items() if piece)  # no text has the empty one
    unknown = None if unk_id is None else rows[unk_id][0]
    model = unigram.Model.from_scores(
        {piece: rows[number][1] for number, piece in numbered_pieces},
        unk_token=unknown if unknown and ids[unknown] == unk_id else None,
        pretokenizer="none",
        byte_fallback=flag_at(part, "byte_fallback", text),
        least_score=min((score for _, score in rows), default=None),
    )
    return WordModel(model, ids, unk_id)
