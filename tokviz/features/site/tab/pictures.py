"""Pictures of the tab's pages: each is that of the app's page of the same name, with what is said beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast
from urllib.parse import urlencode

from tokviz import recorded, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS
from tokviz.compare.clock import clock_of
from tokviz.compare.comparison import Compared, Comparison
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.features.site.payloads import Pool, Shown, part_around, picture, sizes_around, table, text, word
from tokviz.features.site.shown import Tokenizer, compared_rows, stage_rows, still_rows, tokenizer_of
from tokviz.features.site.sources import (
    ALONE,
    TAB_MEMORY,
    chat_alone,
    compared_alone,
    inspected_alone,
    opened_alone,
    sample_words,
    tokenized_alone,
    training_of,
)
from tokviz.features.site.tab import viewing
from tokviz.features.site.tab.requests import Asked, Request, read
from tokviz.files.by_name import SHIPPED
from tokviz.files.engine import Part
from tokviz.files.pipeline import Pipeline
from tokviz.state import compare as compare_state
from tokviz.state import training as train_state
from tokviz.state.bytes import BytesState
from tokviz.state.chat import ChatState
from tokviz.state.compare import CompareState
from tokviz.state.form import MAX_LINK_CHARS, Form
from tokviz.state.lattice import LatticeState
from tokviz.state.pages import applying_form, page_at
from tokviz.state.tab import APPLYING
from tokviz.state.tokenizers import TokenizersState
from tokviz.state.trained_pages import TRAINED
from tokviz.state.training import ApplyState, TrainState
from tokviz.state.vocabulary import VocabularyState
from tokviz.state.why import WhyState
from tokviz.state.why import split_text as split_text_of_why
from tokviz.text_keys import algorithm_key, example_key, split_key
from tokviz.views import byte_level
from tokviz.views.algorithms import views_of
from tokviz.views.byte_level import split_text, text_rows_payload
from tokviz.views.compare.sentences import other_sizes
from tokviz.views.compare.three_vocabularies import learned_text
from tokviz.views.encoding.merging import drawn_word, word_payload
from tokviz.views.entries import STEP_COUNT_KEYS
from tokviz.views.pages.chat import SAMPLE_KEYS, TEMPLATE_KEYS
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.messages import note_text
from tokviz.views.shared.rendering import About
from tokviz.views.shared.tables import table_of_rows
from tokviz.views.tokenizers.compared import Compared as Row
from tokviz.views.tokenizers.compared import Group, compared_payload, of_record
from tokviz.views.tokenizers.options import NAME_KEYS
from tokviz.views.tokenizers.work import MAX_SYMBOLS, compared_rows_of, pretoken_picture

StateT = TypeVar("StateT", TrainState, ApplyState)

_TITLES = {record.applying.page: record.applying.title for record in TRAINED.values() if record.applying is not None}
_NAME = 40  # characters of the name of a file
_WORD = 24  # characters of a pre-token in the list of them
_CLOCK_WORK = 10_000  # characters: a tab needs some seconds for all sizes of so many
_ROWS = 40  # of the table of a text's words


@dataclass(frozen=True)
class Picture:
    """A page's picture, with what is said beside it. shows: as ``shows.js`` draws it; payloads: what these refer to by
    number. about: the title, and settings with their names. notes: what is said above. links: query strings of pages
    that go on from here. more: what only some pages say."""

    shows: list[Shown]
    payloads: list[Any]
    about: About
    notes: tuple[str, ...] = ()
    links: tuple[tuple[str, Mapping[str, str], str], ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)


def answer_picture(request: Request) -> dict[str, Any]:
    """Return the answer to a request for a picture. Raises TokvizError."""
    say, asked = request.say, read(request)
    drawn = _made(request.page, asked, request.asks, say)
    wrong = (say("notice.link", names=say("list.comma").join(asked.wrong)),) if asked.wrong else ()
    return {
        "page": request.page,
        "query": urlencode(asked.query),
        "shows": drawn.shows,
        "payloads": drawn.payloads,
        "title": drawn.about.title,
        "settings": [list(setting) for setting in drawn.about.settings],
        "notes": [*wrong, *drawn.notes],
        "links": [{"page": page, "query": urlencode(query), "label": label} for page, query, label in drawn.links],
        **drawn.more,
    }


def _made(page: str, asked: Asked, asks: bool, say: Catalog) -> Picture:
    match asked.state:
        case TrainState() as state:
            return _training(state, asks, say)
        case ApplyState() as state:
            return _applied(page, state, asks, say)
        case CompareState() as state:
            return _compared(state, asks, say)
        case BytesState() as state:
            return _bytes(state, say)
        case WhyState() as state:
            return _why(state, say)
        case TokenizersState() as state:
            return _tokenizers(state, asks, say)
        case VocabularyState() as state:
            return _vocabulary(state, say)
        case ChatState() as state:
            return _chat(state, say)
    raise TokvizError("tab-page", page=page)


# -- training ----------------------------------------------------------------------------------------------------------


def _training(state: TrainState, asks: bool, say: Catalog) -> Picture:
    """Return the picture of a training with the steps around the one that is looked at; the page asks again for
    others."""
    trained, pool = training_of(state), Pool()
    trace = trained.trace
    views = views_of(trace)
    views.picture.prepare(trace)
    step, last = min(state.step, len(trace)), len(trace)
    notes = [note_text(code, details, say) for code, details in trained.source.notes]
    if state.step > last:
        notes.append(say("notice.step", asked=state.step, total=say.count(STEP_COUNT_KEYS[views.steps], last)))
    part = part_around(trace, step, say, split=state.split, asks=asks)
    first = part["first"]
    steps = {"first": first, "last": first + len(part["frames"]) - 1, "total": last}
    about = rendering.about_training(trace, say, state.example, state.split)
    shown = picture(pool, [part], step)
    more = {"steps": steps, "views": viewing.tabs(trace, state, say)}
    return Picture([shown], pool.payloads, about, tuple(notes), _onward(state, say), more)


# -- where to go on ----------------------------------------------------------------------------------------------------


def _onward(state: TrainState, say: Catalog, words: str = "") -> tuple[tuple[str, Mapping[str, str], str], ...]:
    """Return the links that go on from a training.

    One leads to its tokenizer, one to a comparison on its corpus. words: a text.
    """
    page = APPLYING[state.algorithm]
    form = applying_form(state.algorithm)
    applied: Mapping[str, str] = {}
    if form is not None:
        opened = form.opening(state.example)
        assert isinstance(opened, ApplyState)
        there = replace(opened, train=replace(state, step=0, view="", versus=""), word="")
        applied = _written(cast("Form[ApplyState]", form), there)
    compared = _with_long(compare_state.from_training(state, words), state)
    return (
        *([(page, applied, say(_TITLES[page]))] if page in _TITLES else []),
        ("compare", compared, say("page.compare")),
        *(
            (name, query, label)
            for name, query, label in _trainings(state.example, state.text, state.split, say)
            if name != state.algorithm
        ),
    )


def _trainings(example: str, own: str, split: str, say: Catalog) -> Iterable[tuple[str, Mapping[str, str], str]]:
    """Yield the trainings of all algorithms on a corpus. own, split: the text of one of the reader's own, and how that
    becomes words."""
    for name in APPLYING:
        there = replace(train_state.defaults(ALGORITHMS[name], example), text=own)
        if example == OWN:
            there = replace(there, split=split)
        yield name, _written(train_state.FORMS[name], there), say(page_at(name).title)


def _written(form: Form[StateT], state: StateT) -> Mapping[str, str]:
    """Return the query string of a state, with its corpus however long that is."""
    return _with_long(form.write(state), state.train if isinstance(state, ApplyState) else state)


def _with_long(query: Mapping[str, str], state: TrainState) -> Mapping[str, str]:
    is_left_out = state.example == OWN and len(state.text) > MAX_LINK_CHARS
    return {**query, "corpus": state.text} if is_left_out else query


# -- applying ----------------------------------------------------------------------------------------------------------


def words_of(tokenizer: Tokenizer, state: ApplyState) -> tuple[str, ...]:
    """Return the words of a state's text, each once; where it has none, of the beginning of its corpus. The lattice is
    that of one word. Raises TokvizError."""
    typed = state.word if isinstance(state, LatticeState) and state.word else state.text or state.word
    added = {token.content for token in tokenizer.model.added} if isinstance(state, LatticeState) else set()
    words = dict.fromkeys(word for word in tokenizer.words(typed or sample_words(state)) if word not in added)
    if not words:
        raise TokvizError("tab-no-word")
    return tuple(words)


def _applied(page: str, state: ApplyState, asks: bool, say: Catalog) -> Picture:
    tokenizer, pool = tokenizer_of(state), Pool()
    words, notes = words_of(tokenizer, state), []
    chosen = words[0]
    if state.word in words:
        chosen = state.word
    elif state.word and not isinstance(state, LatticeState):
        notes.append(say("notice.word", word=shorten(visible(state.word), 40)))
    if isinstance(state, LatticeState) and state.at > (total := len(ALONE.trace(state.train))):
        notes.append(say("lattice.at.beyond", asked=state.at, total=say.count("count.steps", total)))
    topic = (page, state.train, tokenizer.at, chosen)
    shows = [word(pool, tokenizer.word_picture(chosen, say), state.step, topic, say, asks=asks)]
    if not asks:  # these tell the answer
        shows.append(_tokens_table(tokenizer, words, say))
    about = rendering.about_training(ALONE.trace(state.train), say, state.train.example, state.train.split)
    title = say("tab.title.word", page=say(_TITLES[page]), word=shorten(visible(chosen), 24))
    training_query = _written(train_state.FORMS[state.train.algorithm], state.train)
    back = (state.train.algorithm, training_query, say("train.halves.train"))
    links = (back, *_onward(state.train, say, state.text)[1:])
    more = {"words": list(words), "views": viewing.tabs_of_encoding(page, state, say)}
    return Picture(shows, pool.payloads, About(title, about.settings), tuple(notes), links, more)


def _tokens_table(tokenizer: Tokenizer, words: Iterable[str], say: Catalog) -> Shown:
    """Return the words of a text with their tokens, and the ids of these where there are any."""
    ids: Mapping[str, int] = {}
    if tokenizer.applier is None:
        model = tokenizer.model
        ids = model.ids if isinstance(model, wordpiece.Model | unigram.Model) else model.text_ids
    rows = []
    for listed_word in list(words)[:_ROWS]:
        tokens = tokenizer.tokens(listed_word)
        rows.append((listed_word, tokens, " ".join(str(ids.get(token, "–")) for token in tokens)))
    listed = table_of_rows(("word", "tokens", "id"), rows).titled(tokens="bytes.row.tokens")
    return table(listed, say("tab.tokens"), say)


# -- comparing ---------------------------------------------------------------------------------------------------------


def _compared(state: CompareState, asks: bool, say: Catalog) -> Picture:
    """Return the text in rows and the lines about its words; what else the app has are views below."""
    (comparison, notes), pool = compared_alone(state, say), Pool()
    tokenizers = comparison.tokenizers
    rows = compared_rows(comparison, state.word, pool, say, is_neutral=state.marks == "neutral")
    name = say.choice(example_key, state.example)
    settings = [
        (say("takeaway.corpus"), name),
        (say("control.split"), say.choice(split_key, state.split)),
        *((compared.label, _size_of(compared, say)) for compared in tokenizers),
    ]
    about = rendering.about(say("takeaway.title", algorithm=say("page.compare"), corpus=name), settings, say)
    links = tuple(_trainings(state.example, state.corpus, state.split, say))
    told = [
        say("takeaway.setting", name=compared.label, value=note.sentence(say.templates))
        for compared in tokenizers
        for note in compared.notes
    ]
    shows, more = _on_one_clock(comparison, state.size, pool, say, asks=asks)
    more |= {"views": viewing.tabs_of_page("compare", say)}
    return Picture([*shows, rows], pool.payloads, about, (*notes, *told, *other_sizes(tokenizers, say)), links, more)


def _size_of(compared: Compared, say: Catalog) -> str:
    """Return the size of a tokenizer: of one out of a file, the number of its entries."""
    entries = compared.tokenizer.entries
    if compared.slot.is_trained:
        return say.count("count.tokens", compared.tokenizer.size)
    return say("compare.range.unknown") if entries is None else say.count("count.entries", entries)


def _on_one_clock(
    comparison: Comparison, size: int | None, pool: Pool, say: Catalog, *, asks: bool
) -> tuple[list[Shown], dict[str, Any]]:
    """Return the trainings of a comparison at a size of their vocabularies, and which sizes these are; nothing where
    less than two are trained, or where that takes long."""
    trained = [compared for compared in comparison.tokenizers if compared.slot.is_trained]
    if len(trained) < 2 or comparison.work > _CLOCK_WORK:
        return [], {}
    key = (*comparison.engine.source.key, *(part for one in trained for part in (one.slot.name, one.label)))
    clock = TAB_MEMORY.kept("clock", (*key, comparison.text), clock_of, comparison)
    at = min(max(size or trained[0].size, clock.smallest), clock.largest)
    part = sizes_around(clock, at, (*key, comparison.text), say, asks=asks)
    first = clock.smallest + part["first"]
    steps = {"first": first, "last": first + len(part["frames"]) - 1, "total": clock.largest}
    shown = picture(pool, [part], at - clock.smallest)
    return [shown], {"steps": steps | {"least": clock.smallest, "name": "size"}}


# -- bytes, real tokenizers --------------------------------------------------------------------------------------------


def _bytes(state: BytesState, say: Catalog) -> Picture:
    """Return a text in rows and a pre-token merge by merge; what else the app has are views below."""
    split, pool = split_text(state, TAB_MEMORY, say), Pool()
    piece, _ = split.pieces[split.state.word - 1]
    model, chosen = split.model, byte_level.word_of(piece, split.model)
    shows = [still_rows(text_rows_payload(split.pieces, split.tokens, len(model.merges), say), pool, say)]
    if len(model.rules.segment(chosen)) > MAX_SYMBOLS:
        shows.append(text(say("bytes.long-pretoken", limit=MAX_SYMBOLS)))
    else:
        trace = model.explain(chosen)
        payload = word_payload(trace, say, drawn_word(trace, len(model.merges), say))
        shows.append(picture(pool, [payload], min(state.step, payload["total"])))
    corpus = say("bytes.corpus.own") if state.corpus == OWN else say.choice(example_key, state.corpus)
    settings = [
        (say("control.split"), say.choice(split_key, state.pattern)),
        (say("takeaway.corpus"), corpus),
        (say("tab.merges"), say.count("count.merges", len(model.merges))),
    ]
    more = {"words": [visible(piece) for piece, _ in split.pieces], "views": viewing.tabs_of_page("bytes", say)}
    return Picture(shows, pool.payloads, rendering.about(say("page.bytes"), settings, say), more=more)


def _why(state: WhyState, say: Catalog) -> Picture:
    """Return the answer about a text in three vocabularies.

    Its words are in the first of the views below.
    """
    learned = learned_text(state, TAB_MEMORY, say)
    name = say("why.example.runner") if state.example == "runner" else say.choice(example_key, state.example)
    size = say.integer(learned.size)
    settings = [(say("takeaway.corpus"), name), (say("why.size"), size)]
    notes = [note_text(code, details, say) for code, details in split_text_of_why(state, TAB_MEMORY).notes]
    if state.size > learned.three.most:
        notes.append(say("why.too-large", asked=state.size, most=learned.three.most))
    about = rendering.about(say("page.why"), settings, say)
    return Picture([], [], about, tuple(notes), more={"views": viewing.tabs_of_page("why", say)})


def _tokenizers(state: TokenizersState, asks: bool, say: Catalog) -> Picture:
    """Return a text in a tokenizer that comes with tokviz, stage by stage, and beside the others of them. Of a recorded
    sentence, known models have rows, too."""
    seen, pool = tokenized_alone(state, say), Pool()
    pipeline, parts = seen.pipeline, seen.pretokens
    shows = [stage_rows(pipeline, state.drawn, pool, say)]
    if parts:
        chosen = parts[seen.state.word - 1]
        shows += _pretoken(pipeline, chosen, state, pool, say, asks=asks)
    else:
        shows.append(text(say("tab.no-pretoken")))
    sentence, groups = recorded.find(state.shown), []
    if sentence is not None:
        known = tuple(of_record(recorded.load(sentence.name, tokenizer.name)) for tokenizer in recorded.tokenizers())
        title = say("tokenizers.compared.title", date=max(tokenizer.date for tokenizer in recorded.tokenizers()))
        groups.append(Group(title, known))
    groups.append(Group(say("tab.miniatures"), tuple(_miniatures(state.shown, say))))
    if not asks:  # these tell the answer
        shows.append(still_rows(compared_payload(state.shown, groups, say), pool, say))
    name = _called(state.tokenizer, say)
    algorithm = say(algorithm_key(pipeline.model.algorithm))
    settings = [(say("tokenizers.which"), name), (say("tab.own.algorithm"), algorithm)]
    notes = tuple(note.sentence(say.templates) for note in pipeline.notes)
    about = rendering.about(say("tab.title.word", page=say("page.tokenizers"), word=name), settings, say)
    words = [shorten(visible(part.text), _WORD) for part in parts]
    more = {"words": words, "views": viewing.tabs_of_page("tokenizers", say, state)}
    return Picture(shows, pool.payloads, about, notes, more=more)


def _called(tokenizer: str, say: Catalog) -> str:
    """Return the name of a tokenizer: one that a visitor's file has keeps it."""
    return say(NAME_KEYS[tokenizer]) if tokenizer in NAME_KEYS else shorten(tokenizer, _NAME)


def _vocabulary(state: VocabularyState, say: Catalog) -> Picture:
    """Return the subject of the views of a vocabulary: the page has no picture."""
    seen = inspected_alone(state, say)
    algorithm = say(algorithm_key(seen.first.vocabulary.pipeline.model.algorithm))
    settings = [(say("tokenizers.which"), seen.first.name), (say("tab.own.algorithm"), algorithm)]
    settings += [(say("vocabulary.beside"), other.name) for other in seen.opened[1:]]
    settings.append((say("vocabulary.entries"), say.integer(len(seen.first.vocabulary))))
    title = say("tab.title.word", page=say("page.vocabulary"), word=seen.first.name)
    more = {"views": viewing.tabs_of_page("vocabulary", say)}
    return Picture([], [], rendering.about(title, settings, say), more=more)


def _chat(state: ChatState, say: Catalog) -> Picture:
    """Return the subject of the views of a conversation, which are all that the page has."""
    seen = chat_alone(state, say)
    settings = [
        (say("chat.sample"), say(SAMPLE_KEYS[state.sample])),
        (say("chat.template"), say(TEMPLATE_KEYS[state.template])),
        (say("tokenizers.which"), _called(state.tokenizer, say)),
        (say("chat.column.tokens"), say.integer(len(seen.tokenized.tokens))),
    ]
    return Picture(
        [], [], rendering.about(say("page.chat"), settings, say), more={"views": viewing.tabs_of_page("chat", say)}
    )


def _pretoken(
    pipeline: Pipeline, part: Part, state: TokenizersState, pool: Pool, say: Catalog, *, asks: bool
) -> list[Shown]:
    """Return a pre-token in steps, or what is said of one that has none."""
    if part.role == "added":
        return [text(say("tokenizers.word.added", token=visible(part.text), id=part.id))]
    if len(part.text) > MAX_SYMBOLS:
        return [text(say("tokenizers.word.long", limit=MAX_SYMBOLS))]
    drawn = pretoken_picture(pipeline.model, part.text, say)
    return [word(pool, drawn, state.step, (state.tokenizer, part.text), say, asks=asks)]


def _miniatures(shown: str, say: Catalog) -> Iterable[Row]:
    """Yield the rows of the tokenizers that come with tokviz and take this text."""
    for name in SHIPPED:
        with suppress(TokvizError):  # a character that one of them cannot place exactly
            yield replace(compared_rows_of(opened_alone(name), shown), name=say(NAME_KEYS[name]))
