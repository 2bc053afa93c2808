"""Views of `/vocabulary` of what a vocabulary is without a token: a text without one of its tokens, and the tokens that
a training removed again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import parse_qsl

from tokviz.algorithms import PICKY
from tokviz.errors import TokvizError
from tokviz.picky import Trace
from tokviz.state.request import base_rules
from tokviz.state.training import FORMS, TrainState
from tokviz.state.vocabulary import VocabularyState
from tokviz.text_keys import example_key, preset_key
from tokviz.views.pages import picky
from tokviz.views.pages.inspected import Inspected
from tokviz.views.pages.vocabulary_entries import card
from tokviz.views.picky import narration
from tokviz.views.shared import messages
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chip, DataTable, Heading, Row
from tokviz.views.shared.display import shorten, shown, with_spaces
from tokviz.views.shared.sentences import as_code
from tokviz.views.shared.spaces import space_sign
from tokviz.views.shows import Ask, Choice, Show, Text, cut_short, page_of, told
from tokviz.views.vocabularies.listing import MOST_ROWS, listing
from tokviz.views.vocabularies.tables import shown_token
from tokviz.vocabularies import Unmerged, Vocabulary, removable, unmerge

_OFFERED = 120  # tokens of a text
_LETTERS = 24
_MOST_OFFERED = 2_000  # tokens of a training
_FORM = FORMS[PICKY.name]

# -- the text without an entry -----------------------------------------------------------------------------------------


def without_token(seen: Inspected, ask: Ask) -> Iterator[Show]:
    """Yield the tokens of the text, the text without the one that is chosen, and that one's tree."""
    say, first, text = seen.say, seen.first, seen.state.shown
    pipeline = first.vocabulary.pipeline
    yield from seen.of_first()
    yield told(say, "vocabulary.unmerge.about")
    try:
        tokens = first.memory.ask(removable, pipeline, text)
    except TokvizError as error:
        yield Text((messages.error_text(error, say),), "error")
        return
    if not tokens:
        yield told(say, "vocabulary.unmerge.nothing", "info")
        return
    opening = seen.state.id if seen.state.id in tokens else next(iter(tokens))
    offered = dict.fromkeys([*list(tokens)[:_OFFERED], opening])
    options = tuple((f"{one}", shorten(shown_token(first.vocabulary, tokens[one]), _LETTERS)) for one in offered)
    number = int(ask(Choice("id", say("vocabulary.unmerge.token"), f"{opening}", options, is_open=True)))
    yield from cut_short(len(options), len(tokens), say)
    try:
        unmerged = first.memory.ask(unmerge, pipeline, text, tokens[number])
    except TokvizError as error:
        yield Text((messages.error_text(error, say),), "error")
        return
    yield from _without(unmerged, first.vocabulary, ask, say)
    yield from card(seen, first.vocabulary.place_of[number], ask)


def _without(unmerged: Unmerged, vocabulary: Vocabulary, ask: Ask, say: Catalog) -> Iterator[Show]:
    """Yield the words of the text whose tokens change, before and after."""
    changed = [word for word in unmerged.words if word.changed]
    yield told(
        say,
        "vocabulary.unmerge.result",
        token=as_code(shorten(shown_token(vocabulary, unmerged.token))),
        before=say.count("bytes.count.tokens", unmerged.before),
        after=say.count("bytes.count.tokens", unmerged.after),
        words=say.count("vocabulary.words", len(changed)),
    )

    def chips(tokens: tuple[str, ...]) -> tuple[Chip, ...]:
        return tuple(Chip(shown_token(vocabulary, one), is_removed=one == unmerged.token) for one in tokens)

    if changed:
        shown_words = page_of(len(changed), "unmerged_page", ask)
        some = changed[shown_words.start : shown_words.stop]
        rows = tuple(Row((chips(word.before), chips(word.after) or "–")) for word in some)
        heads = Heading(say("column.before")), Heading(say("column.after"))
        yield DataTable(say("vocabulary.table.unmerge"), heads, rows)
    if others := len(unmerged.words) - len(changed):
        yield Text((say.count("vocabulary.unmerge.others", others),), "caption")
    is_bpe = vocabulary.pipeline.model.algorithm == "bpe"
    yield told(say, "vocabulary.unmerge.merges" if is_bpe else "vocabulary.unmerge.only", "caption")


# -- the tokens that a training removed --------------------------------------------------------------------------------


def training_of(state: VocabularyState) -> TrainState:
    """Return the training that a link names, or else that of a first visit to its page."""
    named, _ = _FORM.read(dict(parse_qsl(state.training)))
    return replace(named, step=0, view="", versus="")


def removed(seen: Inspected, ask: Ask) -> Iterator[Show]:
    """Yield a training that removes tokens, the answer for the token that is looked up, and all removed ones."""
    say, host = seen.say, seen.host
    yield told(say, "vocabulary.removed.about")
    state = _with_convention(training_of(seen.state), ask, say)
    if not host.has_text(state):
        yield told(say, "vocabulary.removed.empty", "info")
        host.lead_on(state, 0)
        return
    try:
        trace = host.train(state, seen.memory)
    except TokvizError as error:
        yield Text((messages.error_text(error, say),), "error")
        return
    gone, made = trace.removed(len(trace)), tuple(dict.fromkeys(trace.tokens))
    count = say.count("vocabulary.removed.count", len(gone), made=len(made))
    yield told(say, "vocabulary.removed.text", "caption", text=say(example_key(state.example)), count=count)
    host.lead_on(state, len(trace))
    if made:
        yield from _looked_up(trace, gone, made, seen.state.token, ask, say)
    if gone:
        yield from _removed_rows(trace, gone, ask, say)


def _with_convention(state: TrainState, ask: Ask, say: Catalog) -> TrainState:
    """Return the training with the convention that the visitor chooses."""
    names = tuple(dict.fromkeys((state.preset, *PICKY.presets)))
    options = tuple((name, say.choice(preset_key, name)) for name in names)
    preset = ask(Choice("removal", say("vocabulary.removed.convention"), state.preset, options))
    if preset == state.preset:
        return state
    return replace(state, preset=preset, rules=base_rules(PICKY, state.example, preset))


def _looked_up(
    trace: Trace, gone: tuple[str, ...], made: tuple[str, ...], asked: str, ask: Ask, say: Catalog
) -> Iterator[Show]:
    """Yield the reason why a token is in the vocabulary, or why it was removed."""
    space = space_sign(trace.rules)
    offered = tuple(dict.fromkeys((*gone, *sorted(made, key=len, reverse=True))))

    def written(token: str) -> str:
        sign: str = with_spaces(shown(token), space)
        return sign

    opening = asked or _telling(trace, gone, offered)
    if opening not in made:
        yield told(say, "vocabulary.removed.unknown", "info", token=as_code(written(opening)))
        opening = _telling(trace, gone, offered)
    first = dict.fromkeys((*offered[:_MOST_OFFERED], opening))
    is_gone = frozenset(gone)
    options = tuple(
        (one, say("vocabulary.removed.named", token=written(one)) if one in is_gone else written(one)) for one in first
    )
    token = ask(Choice("token", say("tree.token"), opening, options))
    if token not in is_gone:
        yield Text(tuple(with_spaces(narration.why_kept(trace, token, say), space)))
    yield from with_spaces(picky.ancestors(trace, token, len(trace), say), space)


def _telling(trace: Trace, gone: tuple[str, ...], offered: tuple[str, ...]) -> str:
    """Return the first token of the vocabulary with a part that is removed; the first of all where there is none."""
    is_gone = frozenset(gone)
    kept = (token for token in offered if token not in is_gone)
    return next((token for token in kept if not is_gone.isdisjoint(trace.made_of.get(token, ()))), offered[0])


def _removed_rows(trace: Trace, gone: tuple[str, ...], ask: Ask, say: Catalog) -> Iterator[Show]:
    """Yield the removed tokens with the steps that made them first and removed them last."""
    made: dict[str, int] = {}
    removed_in: dict[str, int] = {}
    for step, (token, kind) in enumerate(zip(trace.tokens, trace.kinds, strict=True), start=1):
        if kind == "removal":
            removed_in[token] = step
        else:
            made.setdefault(token, step)
    some = gone[:MOST_ROWS]
    cells = {
        "token": with_spaces(some, space_sign(trace.rules)),
        "made_in_step": [made[token] for token in some],
        "removed_in_step": [removed_in[token] for token in some],
    }
    yield from listing(cells, say("vocabulary.table.removed"), "removed", ask, say, total=len(gone))
