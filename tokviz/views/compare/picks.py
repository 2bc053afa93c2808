"""Choices in the rows of `/compare`: the words of the text, each with its name and its place.

A name has no white space, so that a link can hold it: spaces and line ends are written as they are shown. The same word
has two names where the tokenizers split it in two ways, such as at the start of the text and after a space.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tokviz.compare.alignment import Segmentation
from tokviz.compare.comparison import Comparison
from tokviz.compare.differences import nearby
from tokviz.compare.reading import splits_of
from tokviz.corpus.passages import Passage, Stretch
from tokviz.views.shared.display import visible

__all__ = ["Picks", "name_of", "passages_of", "picks"]


class Picks(NamedTuple):
    """passages: name -> the first passage of that name. numbers: for each character of the text the number of its name,
    -1 for white space that cannot be picked."""

    passages: Mapping[str, Passage]
    numbers: list[int]


def picks(text: str, segmentations: Sequence[Segmentation]) -> Picks:
    """The words between white space, and their parts where every tokenizer has words of its own. White space is picked
    with the word after it where a tokenizer has a boundary there.

    >>> from tokviz import wordpiece
    >>> from tokviz.compare.alignment import segment
    >>> models = [wordpiece.Model(["[UNK]"], pretokenizer=name) for name in ("bert", "whitespace")]
    >>> found = picks("a, b", [segment("a, b", models[0])])
    >>> list(found.passages), found.numbers
    (['a', ',', 'b'], [0, 1, -1, 2])
    >>> found = picks("a, b", [segment("a, b", model) for model in models])
    >>> list(found.passages), found.numbers
    (['a,', 'b'], [0, 0, -1, 1])
    """
    named: dict[str, tuple[list[tuple[str, ...]], Passage]] = {}
    stretches = list(_stretches(text, segmentations))
    touched = [list(_touched(segmentation, stretches)) for segmentation in segmentations]
    names: list[str] = []
    for stretch, *each in zip(stretches, *touched, strict=True):
        passage = Passage(text, stretch)
        own = [tokens for tokens, _ in each]
        with_space = any(is_cut for _, is_cut in each)
        plain = visible(text[stretch.start : stretch.stop] if with_space else passage.word)
        choices = (plain, visible(text[stretch.start : stretch.stop]), f"{plain}·{stretch.word + 1}")
        name = next((one for one in choices if named.get(one, (own,))[0] == own), plain)
        named.setdefault(name, (own, passage))
        names.append(name)
    order = {name: number for number, name in enumerate(named)}
    numbers = [-1] * len(text)
    for name, stretch, *each in zip(names, stretches, *touched, strict=True):
        first = stretch.start if any(is_cut for _, is_cut in each) else stretch.word
        numbers[first : stretch.stop] = [order[name]] * (stretch.stop - first)
    return Picks({name: passage for name, (_, passage) in named.items()}, numbers)


def name_of(word: str) -> str:
    """The name of a word that differs."""
    return visible(word)


def passages_of(found: Comparison, names: Sequence[str]) -> dict[str, Passage]:
    """Find what was picked or typed, each in as much of its text as it takes: in the text of the rows, among
    the words of the corpus that differ, in the corpus, or by itself. Raises TokvizError."""
    passages = picks(found.text, found.segmentations).passages
    here = [name for name in passages if name in names]
    places = {}
    if here:
        ask = found.engine.memory.ask
        ordered = sorted((passages[name] for name in here), key=lambda passage: passage.stretch)
        each = zip(*(ask(splits_of, ordered, model) for model in found.models), strict=True)
        near = {one: nearby(one, found.models, split) for one, split in zip(ordered, each, strict=True)}
        places = {name: near[passages[name]] for name in here}
    return places | {name: _in_corpus(found, name) for name in names if name not in places}


def _in_corpus(found: Comparison, name: str) -> Passage:
    for one in found.differing:
        if name_of(one.word) == name:
            return nearby(one.passage, found.models, one.splits)
    each = zip(*(reading.each for reading in found.train), strict=True)
    for (passage, _), split in zip(found.engine.source.text.passages, each, strict=True):
        if passage.word == name:
            return nearby(passage, found.models, split)
    return Passage.alone(name)


def _stretches(text: str, segmentations: Sequence[Segmentation]) -> Iterator[Stretch]:
    is_joined = [False] * (len(text) + 1)  # whether a word goes on over this place
    for segmentation in segmentations:
        for word in segmentation.words:
            is_joined[word.start + 1 : word.end] = [True] * max(word.end - word.start - 1, 0)
    start = at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        stop = at + 1
        while stop < len(text) and is_joined[stop] and not text[stop].isspace():
            stop += 1
        yield Stretch(start, at, stop, len(text) if text[stop:].isspace() else stop)
        start = at = stop


def _touched(segmentation: Segmentation, stretches: Sequence[Stretch]) -> Iterator[tuple[tuple[str, ...], bool]]:
    """For each stretch the tokens that touch it, and whether one of them ends in the white space before the word."""
    tokens, first = segmentation.tokens, 0
    for stretch in stretches:
        while first < len(tokens) and tokens[first].end <= stretch.start and tokens[first].start < stretch.start:
            first += 1
        own: list[str] = []
        is_cut = False
        for token in tokens[first:]:
            if token.start >= stretch.stop:
                break
            own.append(token.text)
            is_cut |= stretch.start < token.end <= stretch.word and token.start < token.end
        yield tuple(own), is_cut
