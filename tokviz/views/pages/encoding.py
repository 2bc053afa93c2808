"""The views that pages which apply a tokenizer share: the tokens of a text, and the text read back.

Their subject is a tokenizer and what it is applied to (:class:`Applied`). A host can have the tokenizer elsewhere, such
as in a worker: its memory is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Generic, TypeVar

from tokviz import bpe
from tokviz.errors import TokvizError
from tokviz.memory import Key, Memory, digest
from tokviz.model import Model
from tokviz.state.request import train
from tokviz.state.trained_pages import applying_views
from tokviz.state.training import ApplyState
from tokviz.text_keys import column_key
from tokviz.views import added_files
from tokviz.views.added_files import ShownWord
from tokviz.views.encoding import merging
from tokviz.views.encoding.applying import EncodedWords, applied_word, decoding_walk, encoded_words, numbers_of
from tokviz.views.encoding.loaded import BpeTokenizer, LatticeTokenizer, LoadedTokenizer, Training
from tokviz.views.encoding.narration import lost_of_text
from tokviz.views.merges.tree import merge_tree
from tokviz.views.pages.merges import trees
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown, visible, with_spaces
from tokviz.views.shared.sentences import as_code, code
from tokviz.views.shared.spaces import space_of_model
from tokviz.views.shared.tables import Column, FilledTable, as_number, column_of_cells
from tokviz.views.shows import Ask, Figure, Figures, Grid, PageView, Picture, Show, Text, cut_short, told
from tokviz.views.tokenizers.work import drawn_words, pretoken_picture

ModelT = TypeVar("ModelT", bound=Model)
ModelOut = TypeVar("ModelOut", bound=Model, covariant=True)

_MEASURES: Mapping[str, tuple[str, str]] = {
    "tokens": ("encode.measure.tokens", "encode.measure.tokens.help"),
    "words": ("encode.measure.words", "encode.measure.words.help"),
    "looked-up": ("encode.measure.looked-up", "encode.measure.looked-up.help"),
    "characters": ("encode.measure.characters", "encode.measure.characters.help"),
    "used": ("encode.measure.used", "encode.measure.used.help"),
}
"""The key of each number of a text, and of its help."""

_OF_WORDS = frozenset({"words", "looked-up"})
"""Those that only a text has which is encoded word by word."""

_MAX_ROWS = 500
_MAX_SHOWN = 150
_MAX_TREES = 12  # of one word
_MAX_DECODED = 400


@dataclass(frozen=True, eq=False)
class Applied(Generic[ModelOut]):
    """The subject of a view of an encoding: a tokenizer, what a link asks for, and the word in the picture after `step`
    steps. memory: of the host."""

    tokenizer: LoadedTokenizer[ModelOut]
    state: ApplyState
    word: str
    step: int
    say: Catalog
    memory: Memory

    @property
    def space(self) -> str:
        """Return the character that stands for a space in the tokens; empty where none does."""
        return space_of_model(self.tokenizer.model)


def trained(
    state: ApplyState, memory: Memory, kind: type[ModelT], options: Callable[[ModelT], ModelT] = lambda model: model
) -> LoadedTokenizer[ModelT]:
    """Return the tokenizer that the training of a link ends in. options: what is changed of its model, which the key
    does not name. Raises TokvizError."""
    training = train(state.train, memory)
    steps = len(training.trace)
    model = training.trace.model(steps, pretokenizer=state.train.split)
    assert isinstance(model, kind)
    return LoadedTokenizer(options(model), training.key, Training(training.trace, steps, training.source.key))


def trained_subject(
    state: ApplyState, memory: Memory, say: Catalog, kind: type[ModelT], options: Callable[[ModelT], ModelT], key: Key
) -> Applied[ModelT]:
    """Return the subject of a link: the tokenizer that its training ends in, and the word that it names, or else the
    first of its text. options: what is applied to the model; key: names that. Raises TokvizError."""
    tokenizer = trained(state, memory, kind, options)
    keyed = replace(tokenizer, key=(*tokenizer.key, *key))
    return applied_to(keyed, keyed.model.words(state.text), state, memory, say)


def applied_to(
    tokenizer: LoadedTokenizer[ModelT], words: Sequence[str], state: ApplyState, memory: Memory, say: Catalog
) -> Applied[ModelT]:
    """Return the subject of a tokenizer and the word that a link names, or else the first. words: of the text. Raises
    TokvizError where there are none."""
    if not words:
        raise TokvizError("tab-empty")
    return Applied(tokenizer, state, state.word if state.word in words else words[0], state.step, say, memory)


def words_of(seen: Applied[Model]) -> EncodedWords:
    """Return each word of the text with its tokens, in order. Raises TokvizError."""
    tokenizer, text = seen.tokenizer, seen.state.text
    key = (*tokenizer.key, "words", digest(text))
    return seen.memory.kept("encoding", key, encoded_words, tokenizer.encoder, tokenizer.model, text)


def listed(names: Sequence[str], most: int, say: Catalog) -> str:
    """Return the first `most` tokens or words, fenced one by one, and how many there are in all."""
    text = " ".join(map(code, names[:most]))
    return text if len(names) <= most else f"{text} … {say('shown-of', shown=most, total=len(names))}"


# -- tokens ------------------------------------------------------------------------------------------------------------


def tokens(
    seen: Applied[Model],
    *,
    ids: Mapping[str, int],
    note: Text | None = None,
    has_ids: bool = True,
    has_words: bool = True,
) -> Iterator[Show]:
    """Yield the numbers of a text, its tokens as chips, and how often each occurs.

    ids: of the vocabulary; has_ids: whether these numbers mean anything. note: below the numbers. has_words: whether a
    text is encoded word by word.
    """
    say, words = seen.say, words_of(seen)
    every = list(chain.from_iterable(word_tokens for _, word_tokens in words))
    used = Counter(every)
    numbered = seen.memory.ask(numbers_of, ids, tuple(used))
    characters = sum(not character.isspace() for character in seen.state.text)
    values = {
        "tokens": say.integer(len(every)),
        "words": say.integer(len(words)),
        "looked-up": say.integer(len(words) - len(dict(words))),
        "characters": say.decimal(characters / len(every), 2) if every else "–",
        "used": f"{say.integer(len(numbered))} / {say.integer(len(ids))}" if ids else "–",
    }
    shown_values = {name: value for name, value in values.items() if has_words or name not in _OF_WORDS}
    figures = (Figure(say(_MEASURES[name][0]), value, say(_MEASURES[name][1])) for name, value in shown_values.items())
    yield Figures(tuple(figures))
    if note:
        yield note
    picture = merging.merging_picture([merging.Row("", "", with_spaces(every[:_MAX_SHOWN], seen.space))], say)
    yield Picture("tokens_picture", payload_json(picture))
    yield from cut_short(_MAX_SHOWN, len(every), say)
    ranked = used.most_common(_MAX_ROWS)
    table = FilledTable(
        (
            Column(
                "id", column_key("id"), lambda _: [numbered.get(token) for token, _ in ranked], as_number, dtype="Int64"
            ),
            column_of_cells("token", column_key("token"), [shown(token) for token, _ in ranked]),
            column_of_cells("occurrences", column_key("occurrences"), [count for _, count in ranked]),
        )
    )
    yield Grid(say("tab.tokens"), table if has_ids else FilledTable(table.columns[1:]))
    yield from cut_short(len(ranked), len(used), say)


def dropped(seen: Applied[bpe.Model]) -> Iterator[Show]:
    """Yield a warning with the symbols of a text that are dropped, if any are."""
    words = [word for word, _ in words_of(seen)]
    if lost := seen.memory.ask(bpe.dropped_symbols, seen.tokenizer.model, words):
        yield Text(lost_of_text(lost, seen.say), "warning")


# -- derivation --------------------------------------------------------------------------------------------------------


def derived(seen: Applied[bpe.Model], tokens: Iterable[str]) -> Show:
    """Return the merge trees of the different ones of some tokens."""
    model = seen.tokenizer.model
    names = list(dict.fromkeys(tokens))[:_MAX_TREES]
    return trees([seen.memory.ask(merge_tree, model, token) for token in names], len(model.merges), seen.say)


# -- read back ---------------------------------------------------------------------------------------------------------


def decoded(
    seen: Applied[Model],
    *,
    listed_by: str,
    read_by: str = "encode.decode.text",
    lost_by: str = "encode.decode.lost",
    why: Callable[[str], Sequence[str]] | None = None,
) -> Iterator[Show]:
    """Yield the walk through the tokens, the tokens, what they read as, and whether that is the text.

    listed_by, read_by, lost_by: the keys of the sentences about them. why: returns the keys of those about what was
    lost on the way, for the text that came back; without it white space and the rest are told apart.
    """
    say, tokenizer, text, words = seen.say, seen.tokenizer, seen.state.text, words_of(seen)
    walk = seen.memory.kept(
        "encoding",
        (*tokenizer.key, "walk", digest(text), say.language),
        decoding_walk,
        tokenizer.encoder,
        words,
        say.language,
        ends_words=tokenizer.ends_words,
        spells=tokenizer.spells,
        space=seen.space,
    )
    yield Picture("walk", walk)
    every = list(chain.from_iterable(word_tokens for _, word_tokens in words))
    back = tokenizer.encoder.decode(every)
    in_line, joined = " ".join(map(visible, every)), visible("".join(every))
    yield told(say, listed_by, tokens=as_code(in_line, _MAX_DECODED), joined=as_code(joined, _MAX_DECODED))
    yield replace(told(say, read_by, text=as_code(visible(back), _MAX_DECODED)), is_literal=True)
    if back == text:
        yield told(say, "encode.decode.same", "success")
    elif why is not None:
        yield Text(("\n".join([say(lost_by), *(f"• {say(key)}" for key in why(back))]),), "warning")
    elif tokenizer.model.normalizer is not None or tokenizer.around is not None:
        yield told(say, "encode.decode.normalized", "info")
    elif back.split() == text.split():
        yield told(say, "encode.decode.spaces", "info")
    else:
        yield told(say, lost_by, "warning")


# -- files -------------------------------------------------------------------------------------------------------------


def has_files(_: Applied[Model]) -> bool:
    """Tell if features make files of words."""
    return added_files.of_word.is_filled


def files(seen: Applied[Model], _: Ask) -> Iterator[Show]:
    """Yield the files that features make of the word in the picture."""
    say, tokenizer, words = seen.say, seen.tokenizer, drawn_words(seen.tokenizer.model, seen.state.text)
    applier = tokenizer.applier if isinstance(tokenizer, BpeTokenizer) else None
    denominator = tokenizer.denominator if isinstance(tokenizer, LatticeTokenizer) else None
    if applier is not None:
        drawn = applied_word(applier, seen.word, say)
    else:
        drawn = pretoken_picture(tokenizer.model, seen.word, say, denominator)
    payloads = tuple(map(payload_json, drawn[0]))
    shown = ShownWord(seen.word, payloads, seen.step, tokenizer.model, words, seen.memory, denominator)
    for shows in added_files.of_word(shown, say):
        yield from shows


def with_files(
    algorithm: str, views: Mapping[str, PageView[Applied[ModelT]]]
) -> Mapping[str, tuple[str, PageView[Applied[ModelT]]]]:
    """Return the views of the half that applies tokenizers of an algorithm, by their names and with their titles, and
    last the files of a word."""
    titled = {view.name: (view.title, views[view.name]) for view in applying_views(algorithm)}
    return titled | {"files": ("tab.files", files)}
