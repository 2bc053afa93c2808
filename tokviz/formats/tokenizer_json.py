"""tokenizer.json: a whole tokenizer of Hugging Face's tokenizers in one file, as far as its model is BPE.

What changes tokens and is not modelled here is refused by name: other models, normalizers, other pre-tokenisers. For
the rest there are notes: dropout, post-processors, truncation, padding, decoders that give another text. Added tokens
are the model's (:mod:`tokviz.models.added_tokens`). Source: tokenizers 0.23.3.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

from tokviz.bpe import PRESETS, Model
from tokviz.bpe.encoding import ENCODINGS
from tokviz.errors import FormatError, RulesError, brief
from tokviz.formats.decoders import decoder_of, notes_on
from tokviz.formats.huggingface import check_merges, check_vocabulary, split_merge
from tokviz.formats.loaded import Loaded, Note, note
from tokviz.formats.parts import added_tokens_at, notes_at, unsupported
from tokviz.formats.pretokenizers import named, normalizer_of, split_of, with_normalizer
from tokviz.formats.reading import (
    check_vocabulary_size,
    flag_at,
    line_of,
    object_at,
    read_json,
    text_at,
    wrong_shape,
)
from tokviz.models.added_tokens import AddedToken
from tokviz.pretokenize import BYTE_LEVEL, MARKS_SPACES, METASPACE
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE

__all__ = ["load_tokenizer", "notes_on_writing", "read_tokenizer", "tokenizer_text", "write_tokenizer"]


def read_tokenizer(data: str | bytes) -> Model:
    """Read the model of a tokenizer.json, and warn of what :func:`load_tokenizer` notes. Raises as that does."""
    return load_tokenizer(data).told()


def load_tokenizer(data: str | bytes) -> Loaded[Model]:
    """Read a tokenizer.json. Of a merge listed twice the last rank counts. Raises FormatError or LimitError.

    >>> file = load_tokenizer('{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}')
    >>> file.model.encode("lol"), [note.code for note in file.notes]
    (['lo', 'l'], ['decoder-missing'])
    """
    value, text = read_json(data)
    file = object_at({"file": value}, "file", text)
    model = object_at(file, "model", text)
    kind = model.get("type", "BPE" if "merges" in model else None)
    if kind != "BPE":
        raise unsupported("model", kind, text)
    pretokenizer, over_bytes, continued = split_of(file, text, over_bytes=True)
    tokens = check_vocabulary(model.get("vocab"), text, "vocab")
    prefix, suffix = (text_at(model, key, text) or "" for key in ("continuing_subword_prefix", "end_of_word_suffix"))
    pairs = _merges(model.get("merges"), text)
    check_merges(pairs, tokens, prefix, None, text)
    unk = text_at(model, "unk_token", text)
    if unk is not None and unk not in set(tokens):
        raise FormatError("unk-not-listed", line=line_of(text, after="unk_token"), token=brief(unk))
    rules = replace(
        PRESETS["huggingface"],
        alphabet="bytes" if over_bytes else "characters",
        continuing_prefix=prefix,
        end_of_word=suffix,
        end_of_word_attached=bool(suffix),
    )
    encoding = replace(
        ENCODINGS["tokenizers"],
        unknown="drop" if unk is None else "unk",
        unk_token=unk,
        fuse_unk=flag_at(model, "fuse_unk", text),
        byte_fallback=flag_at(model, "byte_fallback", text),
        whole_word=flag_at(model, "ignore_merges", text),
    )
    added = added_tokens_at(file, tokens, text)
    pretokenizer, normalizer = with_normalizer(pretokenizer)
    found = Model(pairs, tokens, rules, encoding, pretokenizer, added, continued, normalizer)
    dropout = _dropout(model, text)
    notes = (note("dropout", probability=f"{dropout:g}"),) if dropout else ()
    return Loaded(found, (*notes, *notes_at(file), *notes_on(file.get("decoder"), _decoder(found), tokens)))


def write_tokenizer(model: Model, dropout: float | None = None) -> str:
    """Return a model as tokenizer.json, and warn of what :func:`notes_on_writing` notes. Raises as that text does."""
    text = tokenizer_text(model, dropout)
    return Loaded(text, notes_on_writing(model)).told()


def notes_on_writing(model: Model) -> tuple[Note, ...]:
    """A note where tokenizers does otherwise: it drops unknown characters, and the model keeps them.

    >>> [note.code for note in notes_on_writing(Model((), ("a",)))]
    ['written-drops']
    """
    keeps = model.encoding.unknown == "keep" and not model.encoding.byte_fallback
    over_bytes = model.rules.alphabet == "bytes" or model.pretokenizer in BYTE_LEVEL
    if not keeps or (over_bytes and CHAR_TO_BYTE.keys() <= {*model.vocabulary, *_missing(model)}):
        return ()
    return (note("written-drops"),)


def tokenizer_text(model: Model, dropout: float | None = None) -> str:
    """Return a model as tokenizer.json; the special tokens of its rules are added tokens there, beside its own.

    Where the model keeps unknown characters, the file's vocabulary also gets those that it has with another mark, or
    within words alone, in the form that is missing. Raises RulesError for a model that tokenizers
    cannot follow: with an end-of-word mark that is a symbol of its own, with a mark at the beginnings of
    words (but "metaspace" writes one), with ranks by token, or with merges that its loop would apply otherwise.

    >>> from tokviz import Corpus, bpe
    >>> model = bpe.train(Corpus({"low": 5}), merges=1, rules="huggingface").model()
    >>> json.loads(tokenizer_text(model))["model"]["merges"]
    [['l', 'o']]
    """
    rules, encoding = model.rules, model.encoding
    if rules.end_of_word and not rules.end_of_word_attached:
        raise RulesError("tokenizer-json-mark")
    if rules.start_of_word and not (rules.start_of_word == METASPACE and model.pretokenizer in MARKS_SPACES):
        raise RulesError("tokenizer-json-start", mark=brief(rules.start_of_word))
    if encoding.rank_by == "token":
        raise RulesError("tokenizer-json-ranks")
    if encoding.loop != "one-at-a-time" and _contradicts(model):
        raise RulesError("tokenizer-json-order")
    over_bytes = rules.alphabet == "bytes"
    specials = [AddedToken(model.ids[token], token) for token in rules.special_tokens]
    added = {token.content: token for token in (*specials, *model.added)}
    content = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [asdict(token) for token in sorted(added.values(), key=lambda token: token.id)],
        "normalizer": normalizer_of(model),
        "pre_tokenizer": named(model.pretokenizer, over_bytes=over_bytes, once=model.continued is not None),
        "post_processor": None,
        "decoder": _decoder(model),
        "model": {
            "type": "BPE",
            "dropout": dropout,
            "unk_token": encoding.unk_token if encoding.unknown == "unk" else None,
            "continuing_subword_prefix": rules.continuing_prefix or None,
            "end_of_word_suffix": rules.end_of_word or None,
            "fuse_unk": encoding.fuse_unk,
            "byte_fallback": encoding.byte_fallback,
            "ignore_merges": encoding.whole_word,
            "vocab": {token: i for i, token in enumerate((*model.vocabulary, *_missing(model)))},
            "merges": _merges_of(model),
        },
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


# -- reading -----------------------------------------------------------------------------------------------------------


def _dropout(model: dict[str, Any], text: str) -> float | None:
    value = model.get("dropout")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise wrong_shape("dropout", text)
    return float(value)


def _merges(value: Any, text: str) -> tuple[tuple[str, str], ...]:
    """Merges as pairs, or as strings with a space as older files have them."""
    if not isinstance(value, list):
        raise wrong_shape("merges", text)
    check_vocabulary_size(len(value))
    pairs = []
    for entry in value:
        match entry:
            case [str(left), str(right)]:
                pairs.append((left, right))
            case str():
                if not entry.startswith("#version"):
                    line = line_of(text, entry, after="merges") if entry.count(" ") != 1 else 0
                    pairs.append(split_merge(entry, line))
            case _:
                raise wrong_shape("merges", text)
    return tuple(pairs)


# -- writing -----------------------------------------------------------------------------------------------------------


def _decoder(model: Model) -> dict[str, Any]:
    """The decoder that gives what `Model.decode` gives."""
    return decoder_of(model.rules, model.pretokenizer, byte_fallback=model.encoding.byte_fallback)


def _missing(model: Model) -> tuple[str, ...]:
    """The forms that characters of the vocabulary can have in a word and that it lacks, where the model keeps them."""
    rules, known = model.rules, dict.fromkeys(model.vocabulary)
    prefix, suffix = rules.continuing_prefix, rules.end_of_word
    if model.encoding.unknown != "keep" or any(token.id >= len(known) for token in model.added):
        return ()
    bare = (token.removeprefix(prefix).removesuffix(suffix) for token in known if token not in rules.special_tokens)
    characters = CHAR_TO_BYTE if rules.alphabet == "bytes" else dict.fromkeys(one for one in bare if len(one) == 1)
    forms = (start + one + end for one in characters for start in ("", prefix) for end in ("", suffix))
    return tuple(form for form in dict.fromkeys(forms) if form not in known)


def _merges_of(model: Model) -> list[list[str]]:
    """The merges, for our rule without those that an earlier one makes void: tokenizers goes by the last."""
    last = model.encoding.last_duplicate
    return [[*pair] for rank, pair in enumerate(model.merges) if last or model.ranks[pair] == rank]


def _contradicts(model: Model) -> bool:
    """Whether a merge uses a token before the last merge that makes it: then the loops can differ."""
    made = {model.rules.join(*pair): rank for pair, rank in sorted(model.ranks.items(), key=lambda entry: entry[1])}
    return any(made.get(part, -1) >= rank for pair, rank in model.ranks.items() for part in pair)
