"""Functions by which a page applies a tokenizer: each is called where the tokenizer is, in a worker or here.

An encoder is a model, or subword-nmt's tool with its merges.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from tokviz import bpe, wordpiece
from tokviz.bpe import Applier, LongestFirst
from tokviz.model import Encoder
from tokviz.models.text_encoder import TextEncoder
from tokviz.views.encoding import lookup, merging
from tokviz.views.encoding.decoding import spelling, walk_payload
from tokviz.views.encoding.longest_match import match_parts
from tokviz.views.encoding.merging import SymbolDrawing, drawn_word, makers, merges_by_token
from tokviz.views.encoding.narration import next_pair, next_piece
from tokviz.views.encoding.subword_nmt import apply_frames
from tokviz.views.picture.questions import WordPicture, payload_json
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.sentences import Sentence, code, segments
from tokviz.views.shared.spaces import space_of_model

EncodedWords = tuple[tuple[str, tuple[str, ...]], ...]
"""Each word of a text with its tokens, in order."""

_NEXT = "x"  # stands for a token that follows


def encoded_words(encoder: Encoder, model: Encoder, text: str) -> EncodedWords:
    """Return each word of a text, as the model finds it, with its tokens. Raises TokvizError."""
    if isinstance(encoder, TextEncoder) and encoder is model:
        return tuple(encoder.encoded_words(text))
    return tuple((word, encoder.encode_word(word)) for word in model.words(text))


def explained_words(model: Encoder, text: str) -> tuple[str, ...]:
    """Return the words of a text whose steps lead to their tokens there."""
    if not isinstance(model, TextEncoder) or not model.depends_on_text:
        return model.words(text)
    return tuple(word for word, tokens in model.encoded_words(text) if tokens == model.encode_word(word))


def other_tokens(model: Encoder, text: str, word: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the tokens that a word of a text has where it has other tokens than alone, and those that it has alone.
    None for a word whose steps lead to its tokens."""
    if not isinstance(model, TextEncoder) or not model.depends_on_text:
        return None
    alone = model.encode_word(word)
    in_text = (tokens for other, tokens in model.encoded_words(text) if other == word)
    return next(((tokens, alone) for tokens in in_text if tokens != alone), None)


def unexplained(word: str, tokens: Sequence[str], model: Encoder, say: Catalog) -> Sentence | None:
    """Say that the tokens of a word are not those that the steps of the model lead to; None where they are."""
    if not isinstance(model, TextEncoder) or not model.depends_on_text:
        return None
    modeled = model.encode_word(word)
    if tuple(tokens) == modeled:
        return None
    return segments(say("encode.unexplained", tokens=code(*tokens), modeled=code(*modeled)))


def merged_word(model: bpe.Model, word: str, say: Catalog) -> WordPicture:
    """Return the iterations of a word; the pair that comes next is asked."""
    merges, rules = model.merges, model.rules
    trace = model.explain(word)
    every = list(merging.word_frames(trace, say))
    marks = tuple(filter(None, (rules.continuing_prefix, rules.end_of_word)))
    drawn = drawn_word(trace, len(merges), say, marks, merging.listed_merges(model))
    drawn = replace(drawn, space=space_of_model(model))
    return merging.word_parts(every, say, drawn), lambda k: next_pair(every[k].ahead, merges, say)


def matched_word(
    trained: tuple[int, Mapping[str, int]] | None, model: wordpiece.Model, word: str, say: Catalog
) -> WordPicture:
    """Return the searches of a word; the piece that comes next is asked. trained: as of
    :func:`tokviz.views.encoding.longest_match.match_parts`."""
    trace = model.explain(word)
    built = match_parts(trace, say, has_unknown=model.unk in model.ids, trained=trained, space=space_of_model(model))
    return built, lambda k: next_piece(trace, k, model.ids, say)


def applied_word(applier: Applier, word: str, say: Catalog) -> WordPicture:
    """Return all that subword-nmt does with a word; the pair that comes next is asked."""
    merges, separator = tuple(applier.codes), applier.separator
    trace = applier.explain(word)
    every = list(apply_frames(trace, separator, say))
    steps = [step for encoding in trace.merged for step in encoding]
    drawn = SymbolDrawing(makers(steps), len(merges), tuple(filter(None, ("</w>", separator))))
    return merging.word_parts(every, say, drawn), lambda k: next_pair(every[k].ahead, merges, say)


def decoding_walk(
    encoder: Encoder,
    words: EncodedWords,
    language: str,
    *,
    ends_words: bool,
    spells: tuple[bpe.Rules, str] | None,
    space: str = "",
) -> str:
    """Return the payload of the picture for reading the tokens of a text one by one, as JSON.

    ends_words: whether a space at the end of a text is written only where others follow. spells: the rules and the
    pre-tokenizer of tokens that stand for bytes, which are told in hexadecimal. space: what stands for a space in them.
    """

    def decode(tokens: Sequence[str], are_more: bool) -> str:
        """Return the text of the first tokens."""
        if are_more and ends_words:
            return encoder.decode([*tokens, _NEXT]).removesuffix(_NEXT)
        return encoder.decode(tokens)

    tokens = list(chain.from_iterable(word_tokens for _, word_tokens in words))
    spell = (lambda token: spelling(token, *spells)) if spells is not None else (lambda token: "")
    return payload_json(walk_payload(tokens, decode, load(language), spell, space))


def numbers_of(ids: Mapping[str, int], tokens: Collection[str]) -> dict[str, int]:
    """Return the ids of those of the tokens that have one.

    >>> numbers_of({"a": 0, "b": 1}, ["b", "c"])
    {'b': 1}
    """
    return {token: ids[token] for token in tokens if token in ids}


def repeated(merges: Sequence[bpe.Pair]) -> int:
    """Return the number of merges that repeat an earlier one.

    >>> repeated([("a", "b"), ("b", "c"), ("a", "b")])
    1
    """
    return len(merges) - len(set(merges))


def applier_of(model: bpe.Model, separator: str, glossaries: str) -> Applier:
    """Return subword-nmt's steps around the merges of a model.

    glossaries: patterns with white space between. Raises RulesError for merges that it does not apply, and for patterns
    that cannot be used.
    """
    return replace(Applier.from_model(model), separator=separator, glossaries=tuple(glossaries.split()))


def frequent(counts: Mapping[str, int], threshold: int) -> dict[str, int]:
    """Return the tokens of a vocabulary that occur at least so many times, with their counts.

    >>> frequent({"low": 3, "est": 1}, 2)
    {'low': 3}
    """
    return {token: count for token, count in counts.items() if count >= threshold}


def longest_of(model: bpe.Model) -> LongestFirst:
    """Return the model's vocabulary, applied longest token first."""
    return LongestFirst(model.vocabulary, end_of_word=model.rules.end_of_word, pretokenizer=model.pretokenizer)


def longest_walk(longest: LongestFirst, model: bpe.Model, word: str, language: str) -> str:
    """Return the payload of the picture for a word longest token first, beside the model's own tokens, as JSON."""
    merges = model.merges
    drawn = SymbolDrawing(
        merges_by_token(merges, model.rules.join),
        len(merges),
        (longest.end_of_word,),
        has_names=True,
        space=space_of_model(model),
    )
    trace, say = longest.explain(word), load(language)
    return payload_json(lookup.longest_first_payload(trace, model.encode_word(word), longest, drawn, say))


def differing_words(longest: LongestFirst, words: Sequence[tuple[str, tuple[str, ...]]]) -> list[str]:
    """Return the words with other tokens longest token first."""
    return [word for word, tokens in words if longest.encode_word(word) != tokens]


def splits_with_dropout(
    encoder: bpe.Model | Applier, word: str, dropout: float, seed: int, draws: int
) -> list[tuple[tuple[str, ...], int]]:
    """Return the splits drawn with dropout and their counts, the most frequent first."""
    rng = random.Random(seed)
    return Counter(encoder.explain(word, dropout, rng).tokens for _ in range(draws)).most_common()
