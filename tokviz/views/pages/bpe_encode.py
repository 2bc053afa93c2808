"""The views of `/bpe-encode`: the tokens of a text, what their parts are, the longest tokens first instead of merges,
the text read back, and what a word becomes where merges sit out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from tokviz.bpe import Applier, LongestFirst, LongestFirstTrace, Model
from tokviz.bpe.encoding import Loop
from tokviz.corpus import Corpus
from tokviz.files.pipeline import around_codes
from tokviz.memory import Memory, digest
from tokviz.state.bpe_encode import DROPOUTS, FORM, MAX_SEED, BpeEncodeState
from tokviz.state.request import read_corpus
from tokviz.state.trained_pages import applying_views
from tokviz.text_keys import column_key
from tokviz.views.encoding.applying import (
    applier_of,
    differing_words,
    frequent,
    longest_of,
    longest_walk,
    splits_with_dropout,
)
from tokviz.views.encoding.loaded import BpeTokenizer
from tokviz.views.pages.encoding import (
    Applied,
    applied_to,
    decoded,
    derived,
    dropped,
    has_files,
    listed,
    trained,
    with_files,
    words_of,
)
from tokviz.views.pages.encoding import tokens as shared_tokens
from tokviz.views.shared.bars import NamedBar
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import END_OF_WORD
from tokviz.views.shared.display import shown, visible
from tokviz.views.shared.sentences import as_code, code
from tokviz.views.shared.tables import FilledTable, column_of_cells
from tokviz.views.shows import (
    Ask,
    Bars,
    Choice,
    Fold,
    Grid,
    Number,
    Page,
    PageView,
    Picture,
    Show,
    Text,
    cut_short,
    explained,
    told,
)

_MAX_ROWS = 500
_MAX_NAMED = 12
_MAX_LISTED = 80
_MAX_BARS = 12
_DRAWS = 400
_TRIED = 8  # of the tokens that a search tried in vain so many are named
_END = END_OF_WORD
_LIST = (f"errrr{_END}", f"tain{_END}", "moun", f"est{_END}", "high", f"the{_END}", f"a{_END}")  # Lei Mao's
_LIST_TEXT = "the highest mountain"
_DRAWN = 1_500_000  # a draw takes time with the square of the word's length: above some 60 letters there are fewer


def _applier(seen: Applied[Model]) -> Applier | None:
    """Return subword-nmt's steps around the merges, if they are asked for."""
    return seen.tokenizer.applier if isinstance(seen.tokenizer, BpeTokenizer) else None


def tokens(seen: Applied[Model], _: Ask) -> Iterator[Show]:
    """Yield the tokens of the text, and which symbols are dropped of it."""
    say, tokenizer, applier = seen.say, seen.tokenizer, _applier(seen)
    yield from dropped(seen)
    note = told(say, "encode.apply.memory", "caption") if applier else None
    # Tokens of subword-nmt are strings and have no number.
    yield from shared_tokens(seen, ids=tokenizer.ids, note=note, has_ids=applier is None)


def derivation(seen: Applied[Model], _: Ask) -> Iterator[Show]:
    """Yield the merge trees of the tokens of the word; where subword-nmt is applied, of its pieces before that looks
    them up in a vocabulary."""
    say, applier = seen.say, _applier(seen)
    pieces: Sequence[str] = seen.tokenizer.model.encode_word(seen.word)
    if applier is not None:
        yield explained(say, "encode.derivation.pieces")
        pieces = [token for encoding in applier.explain(seen.word).merged for token in encoding.tokens]
    if pieces:
        yield derived(seen, pieces)
    else:
        yield told(say, "encode.derivation.none" if applier is None else "encode.derivation.whole", "info")


# -- longest first -----------------------------------------------------------------------------------------------------


def longest_first(seen: Applied[Model], _: Ask) -> Iterator[Show]:
    """Yield the word with the longest tokens first, beside what the merges make of it, and the words of the text that
    become other tokens so."""
    say, model, memory = seen.say, seen.tokenizer.model, seen.memory
    if model.rules.alphabet == "bytes" or model.rules.continuing_prefix or model.rules.start_of_word:
        yield told(say, "encode.longest.not-here", "info")
        yield _printed_list(say)
        return
    longest = memory.ask(longest_of, model)
    trace = longest.explain(seen.word)
    yield explained(say, "encode.longest.what", "text")
    yield Picture("longest_picture", memory.ask(longest_walk, longest, model, seen.word, say.language))
    is_same = model.encode_word(seen.word) == trace.tokens
    yield told(say, "encode.longest.same" if is_same else "encode.longest.differ")
    yield _searches([trace], longest.unk, say)
    others = memory.ask(differing_words, longest, list(dict(words_of(seen)).items())[:_MAX_ROWS])
    if others:
        names = say.listed(list(map(code, others[:_MAX_NAMED])))
        yield told(say, "encode.longest.others", words=say.count("count.words", len(others)), names=names)
    else:
        yield told(say, "encode.longest.none")
    yield _printed_list(say)


def _printed_list(say: Catalog) -> Fold:
    """Return the list of the tutorial that longest first comes from, on its own words, and back to its text."""
    longest = LongestFirst(_LIST)
    made = longest.encode(_LIST_TEXT)
    shows = (
        told(say, "encode.longest.list.what", tokens=listed(_LIST, _MAX_LISTED, say)),
        _searches([longest.explain(word) for word in _LIST_TEXT.split()], longest.unk, say),
        told(
            say,
            "encode.longest.list.tokens",
            text=as_code(_LIST_TEXT, len(_LIST_TEXT)),
            tokens=listed(made, _MAX_LISTED, say),
        ),
        told(say, "encode.decode.joined", joined=code("".join(made))),
        told(say, "encode.longest.list.text", text=as_code(longest.decode(made), len(_LIST_TEXT))),
    )
    return Fold(say("encode.longest.list"), shows, "menu_book")


def _searches(traces: Sequence[LongestFirstTrace], unk: str, say: Catalog) -> Grid:
    """Return one row per search: where, what was found, what is left on both sides, and what was tried before."""
    steps = [step for trace in traces for step in trace]
    columns = {
        "step": range(1, len(steps) + 1),
        "stretch": [shown(step.stretch) for step in steps],
        "token": [shown(step.token) if step.token is not None else unk for step in steps],
        "left_rest": [shown(step.left) for step in steps],
        "right_rest": [shown(step.right) for step in steps],
        "tried_before": [_tried(step.tried, say) for step in steps],
    }
    table = FilledTable(tuple(column_of_cells(name, column_key(name), cells) for name, cells in columns.items()))
    return Grid(say("tab.longest"), table.titled(step="column.search"))


def _tried(names: Sequence[str], say: Catalog) -> str:
    """Return the number of tokens that were looked up in vain, and the first of them."""
    first = " ".join(map(shown, names[:_TRIED])) + (" …" if len(names) > _TRIED else "")
    return f"{say.integer(len(names))}: {first}" if names else "0"


# -- read back, dropout ------------------------------------------------------------------------------------------------


def decode(seen: Applied[Model], _: Ask) -> Iterator[Show]:
    """Yield the text that the tokens read as."""
    yield from decoded(seen, listed_by="encode.decode.joined")


def dropout(seen: Applied[Model], ask: Ask) -> Iterator[Show]:
    """Yield the frequency of each split of the word with dropout.

    Each pair sits out of an iteration by chance.
    """
    say, word, state = seen.say, seen.word, cast("BpeEncodeState", seen.state)
    yield explained(say, "encode.dropout.what")
    yield Fold(say("app.details"), (explained(say, "encode.dropout.details"),))
    shares = tuple((f"{share}", say("number.percent", n=share)) for share in DROPOUTS)
    percent = ask(
        Choice("dropout", say("encode.dropout.share"), f"{state.dropout}", shares, is_scale=True, row="draws")
    )
    seed = ask(Number("seed", say("encode.dropout.seed"), f"{state.seed}", 0, MAX_SEED, is_typed=True, row="draws"))
    draws = max(1, min(_DRAWS, _DRAWN // max(1, len(word.encode("utf-8", "surrogatepass"))) ** 2))
    splits = seen.memory.kept(
        "encoding",
        (*seen.tokenizer.key, "dropout", digest(word), percent, seed, draws),
        splits_with_dropout,
        cast("Model | Applier", seen.tokenizer.encoder),
        word,
        int(percent) / 100,
        int(seed),
        draws,
    )
    bars = [NamedBar(" ".join(map(visible, made)), count, say.integer(count)) for made, count in splits]
    told_splits = say("list.comma").join(f"{bar.name} {bar.text}" for bar in bars)
    alt = say("chart.dropout.alt", splits=told_splits)
    yield Bars(alt, tuple(bars[:_MAX_BARS]), title=say("column.count"))
    yield from cut_short(_MAX_BARS, len(bars), say)
    number = say.count("count.splits", len(bars))
    yield Text((say.count("encode.dropout.draws", draws, splits=number),), "caption")


# -- the page ----------------------------------------------------------------------------------------------------------


def subject(state: BpeEncodeState, memory: Memory, say: Catalog) -> Applied[Model]:
    """Return the subject that a link to the page asks for. Raises TokvizError."""

    def with_loop(model: Model) -> Model:
        return replace(model, encoding=replace(model.encoding, loop=cast(Loop, state.loop))) if state.loop else model

    loaded = trained(state, memory, Model, with_loop)
    tokenizer = BpeTokenizer(loaded.model, (*loaded.key, state.loop), loaded.training)
    if state.apply:
        tokenizer = _with_applier(tokenizer, state, lambda: read_corpus(state.train, memory).corpus)
    return applied_to(tokenizer, tokenizer.model.words(state.text), state, memory, say)


def _with_applier(tokenizer: BpeTokenizer, state: BpeEncodeState, corpus: Callable[[], Corpus]) -> BpeTokenizer:
    """Return the tokenizer with all that subword-nmt does around it. Raises TokvizError for merges that it does not
    apply."""
    applier = applier_of(tokenizer.model, state.separator, state.glossaries)
    counts: Mapping[str, int] = {}
    if state.vocabulary:
        counts = frequent(applier.count_tokens(corpus()), state.threshold)
        applier = replace(applier, vocabulary=frozenset(counts))
    key = (
        *tokenizer.key,
        "apply",
        digest(repr((state.separator, state.glossaries, state.vocabulary, state.threshold))),
    )
    return replace(tokenizer, key=key, applier=applier, applier_around=around_codes(applier), counts=counts)


_VIEWS: Mapping[str, PageView[Applied[Model]]] = {
    "tokens": tokens,
    "derivation": derivation,
    "longest": longest_first,
    "decode": decode,
    "dropout": dropout,
}
PAGE: Page[BpeEncodeState, Applied[Model]] = Page(
    form=FORM,
    seen=subject,
    views=with_files("bpe", _VIEWS),
    where={"files": has_files, "longest": lambda seen: _applier(seen) is None},  # which knows no separator
    spoiling=frozenset(view.name for view in applying_views("bpe") if view.spoils_answer),
    title="tab.page.encode",
)
