"""tokenizer.json of a BPE model, as Hugging Face's tokenizers stores it: written here, read by the library itself
(:mod:`tokviz.pipeline`). Source: tokenizers 0.23.3.
"""

from __future__ import annotations

from tokviz.bpe import Model
from tokviz.errors import RulesError
from tokviz.formats.around_model import check_start, file_text
from tokviz.formats.decoders import decoder_of
from tokviz.formats.loaded import Note, note
from tokviz.models.added_tokens import AddedToken
from tokviz.pretokenize import BYTE_LEVEL
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE

__all__ = ["notes_on_writing", "tokenizer_text"]


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

    >>> import json
    >>> from tokviz import Corpus, bpe
    >>> model = bpe.train(Corpus({"low": 5}), merges=1, rules="huggingface").model()
    >>> json.loads(tokenizer_text(model))["model"]["merges"]
    [['l', 'o']]
    """
    rules, encoding = model.rules, model.encoding
    if rules.end_of_word and not rules.end_of_word_attached:
        raise RulesError("tokenizer-json-mark")
    check_start(rules.start_of_word, model.pretokenizer)
    if encoding.rank_by == "token":
        raise RulesError("tokenizer-json-ranks")
    if encoding.loop != "one-at-a-time" and _contradicts(model):
        raise RulesError("tokenizer-json-order")
    part = {
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
    }
    decoder = decoder_of(rules, model.pretokenizer, byte_fallback=encoding.byte_fallback)
    specials = [AddedToken(model.ids[token], token) for token in rules.special_tokens]
    return file_text(model, part, decoder, specials, over_bytes=rules.alphabet == "bytes")


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
