"""The views of `/tokenizers`: a text in one tokenizer, stage by stage, a pre-token of it, tables of the same, token
healing, and the way of a text or of ids there and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise

from tokviz.bpe import dropped_symbols
from tokviz.errors import RulesError, TokvizError
from tokviz.files.by_name import Named, on_this_machine
from tokviz.files.engine import Part
from tokviz.files.pipeline import Pipeline
from tokviz.files.without_library import open_alone
from tokviz.memory import Key, Memory, digest
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.tokenizers import FORM, MAX_BACK, MAX_IDS, TokenizersState
from tokviz.views.encoding.applying import other_tokens
from tokviz.views.encoding.narration import lost_of_text
from tokviz.views.shared import messages
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chip
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.sentences import as_code, code, segments
from tokviz.views.shared.tables import FilledTable
from tokviz.views.shows import (
    Ask,
    Choice,
    Code,
    Flow,
    Fold,
    Grid,
    Page,
    Pick,
    Rows,
    Show,
    Text,
    Word,
    cut_short,
    explained,
    told,
)
from tokviz.views.tokenizers.alternatives import described, pretokens_table
from tokviz.views.tokenizers.languages import (
    MODELS,
    costs_by,
    costs_of,
    languages_table,
    losses,
    translations,
    verdict_on_languages,
)
from tokviz.views.tokenizers.options import NAME_KEYS, options_of, remark
from tokviz.views.tokenizers.round_trip import (
    MOST_ROWS,
    lost_table,
    reasons_table,
    sentences_on_ids,
    sentences_on_text,
    trip_of_ids,
    verdict_on_singles,
    way_table,
)
from tokviz.views.tokenizers.tables import decoders_table, decoding_table, healing_table, stages_table, tokens_table
from tokviz.views.tokenizers.text_rows import drawn_stages, stage_title
from tokviz.views.tokenizers.work import (
    MAX_SYMBOLS,
    Work,
    model_stage,
    place_in_word,
    pretokens,
    text_rows_of,
    work_of,
)
from tokviz.vocabularies.healing import Healed, heal
from tokviz.vocabularies.round_trip import Singles, single_trips, text_trip

_LABEL = 24  # letters of a pre-token
_VALUE = 60  # letters of an option; the table of stages has all
_TOKENS = 60  # letters of the tokens of a word
_WHOLE = 10**6  # letters: nothing is cut
_MOST_CHIPS = 200
_STARTS = {"text": "roundtrip.start.text", "ids": "roundtrip.start.ids", "each": "roundtrip.start.each"}
_TABLES = ("stages", "pretokens", "tokens", "decoding")


@dataclass(frozen=True, eq=False)
class TokenizedText:
    """The subject of the views: the work of a tokenizer on the text of a link, whose pre-token and token exist.

    key: of the tokenizer, for the memory of the host. The tokenizer may be in a worker; the memory asks it there.
    """

    pipeline: Pipeline
    key: Key
    work: Work
    state: TokenizersState
    say: Catalog
    memory: Memory

    @property
    def pretokens(self) -> tuple[Part, ...]:
        """Return the model's pre-tokens, in order, and the added tokens between."""
        return pretokens(self.work.stages)


def subject(state: TokenizersState, memory: Memory, say: Catalog) -> TokenizedText:
    """Return the subject of a link. Raises TokvizError, also for a tokenizer that is not on this machine."""
    named = on_this_machine().get(state.tokenizer)
    if named is None:
        raise TokvizError("tab-library", name=state.tokenizer)
    key = ("tokenizer", named.name)
    return tokenized(memory.kept("view", key, _opened, named), key, state, memory, say)


def tokenized(pipeline: Pipeline, key: Key, state: TokenizersState, memory: Memory, say: Catalog) -> TokenizedText:
    """Return the subject of a state whose tokenizer is open. Raises TokvizError."""
    if not state.shown:
        raise TokvizError("tab-empty")
    work = memory.kept("view", (*key, "work", digest(state.drawn)), work_of, pipeline, state.drawn)
    return TokenizedText(pipeline, key, work, existing(state, work), say, memory)


def _opened(named: Named) -> Pipeline:
    """Return the tokenizer with its library, or what comes with tokviz without it. Raises TokvizError."""
    try:
        return named.open()
    except RulesError as error:
        if error.code != "library-missing" or named.kind != "shipped":
            raise
        return open_alone(named.files[0].read_bytes(), named.name)


def existing(state: TokenizersState, work: Work) -> TokenizersState:
    """Return the state with a pre-token and a token that exist, the last ones where it names later ones, and with as
    many tokens to take back as there are."""
    words, tokens = len(pretokens(work.stages)), len(model_stage(work.stages).parts)
    word, token = min(state.word, max(words, 1)), min(state.token, max(tokens, 1))
    return replace(state, word=word, token=token, back=min(state.back, tokens, MAX_BACK))


# -- stage by stage ----------------------------------------------------------------------------------------------------


def rows(seen: TokenizedText, _: Ask) -> Iterator[Show]:
    """Yield all stages on one axis; a press on a pre-token or a token there sets what is shown below."""
    text, say = seen.state.drawn, seen.say
    name = (*seen.key, "stages", digest(text), say.language)
    payload = seen.memory.kept("view", name, text_rows_of, seen.pipeline, seen.work, text, say.language)
    picked = {"pretoken": ("word", f"{seen.state.word}"), "token": ("token", f"{seen.state.token}")}
    if len(text) < len(seen.state.shown):
        yield told(say, "tokenizers.first", "caption", drawn=len(text), all=len(seen.state.shown))
    yield Rows("stages", payload, picked)


def options(seen: TokenizedText, _: Ask) -> Iterator[Show]:
    """Yield notes on the stages.

    They tell what is dropped, which stages change nothing, the options that are not the default, and the patterns that
    differ from what they look like.
    """
    say, stages = seen.say, seen.work.stages
    texts = tuple(part.text for part in seen.pretokens if part.role != "added")
    if lost := seen.memory.ask(dropped_symbols, seen.pipeline.model, texts):
        yield Text(lost_of_text(lost, say), "warning")
    drawn = drawn_stages(stages)
    same = [stage_title(stage, say) for stage in stages if stage.name and stage not in drawn]
    if same:
        yield told(say, "tokenizers.unchanged", "caption", stages=say("list.comma").join(same))
    lines = []
    for stage in stages:
        own = [option for option in options_of(stage, say) if not option.is_default]
        if own and stage.kind != "model":
            listed = (f"{option.name} {as_code(shorten(option.value, _VALUE))}" for option in own)
            lines.append(f"{stage_title(stage, say)}: {say('list.comma').join(listed)}")
    if lines:
        yield Text(segments("\n".join(lines)), "caption")
    for before, stage in pairwise(stages):
        if message := remark(before, stage, say, as_code):
            yield Text(segments(message), "info")


def _has_options(seen: TokenizedText) -> bool:
    return next(options(seen, lambda field: field.opening), None) is not None


# -- a pre-token -------------------------------------------------------------------------------------------------------


def word(seen: TokenizedText, ask: Ask) -> Iterator[Show]:
    """Yield the steps that made the chosen pre-token.

    Also the reason if it has no steps, or only those of a part of it.
    """
    say, every = seen.say, seen.pretokens
    yield told(say, "tokenizers.word.title", "heading")
    if not every:
        yield told(say, "tokenizers.no-word", "info")
        return
    labels = tuple(shorten(visible(part.text), _LABEL) for part in every)
    number = int(ask(Pick("word", say("tokenizers.pick.word"), f"{seen.state.word}", labels)))
    part = every[number - 1]
    if part.alternative is not None:
        what, expression = described(part.alternative, say), as_code(part.alternative, _WHOLE)
        key = "tokenizers.alternative.known" if what else "tokenizers.alternative"
        yield told(say, key, "caption", what=what, expression=expression)
    if part.role == "added":
        yield told(say, "tokenizers.word.added", "info", token=code(part.text), id=part.id)
        return
    shown = stretch(replace(seen, state=replace(seen.state, word=number)))
    if shown is None:
        yield told(say, "tokenizers.word.long", "info", limit=MAX_SYMBOLS)
        return
    start, end = shown
    total = len(part.text)
    if end - start < total:
        yield told(say, "tokenizers.word.window", "info", start=start + 1, end=end, total=total)
    yield from _others(seen, part)


def stretch(seen: TokenizedText) -> tuple[int, int] | None:
    """Return from where to where the chosen pre-token is shown step by step: all of it, or of a long one the part
    around the chosen token. None where there is nothing to step through, or no part can be split by itself."""
    state, every = seen.state, seen.pretokens
    if not every or every[state.word - 1].role == "added":
        return None
    text = every[state.word - 1].text
    if len(text) <= MAX_SYMBOLS:
        return 0, len(text)
    return seen.pipeline.window(text, place_in_word(seen.work.stages, state.word, state.token), MAX_SYMBOLS)


def _others(seen: TokenizedText, part: Part) -> Iterator[Show]:
    """Yield the library's tokens of a pre-token where its steps lead to others."""
    with suppress(TokvizError):  # it was said where the text is encoded
        model = seen.pipeline.text_model.model
        if tokens := seen.memory.ask(other_tokens, model, seen.work.encoded.text, part.text):
            in_text, alone = (code(shorten(" ".join(one), _TOKENS)) for one in tokens)
            yield told(seen.say, "encode.other-tokens", "info", tokens=in_text, modeled=alone)


# -- the same as tables ------------------------------------------------------------------------------------------------


def tables(seen: TokenizedText, ask: Ask) -> Iterator[Fold]:
    """Yield the views that are tables, each folded away under its title, as the page has them."""
    for name in _TABLES:
        title, view = PAGE.views[name]
        if name not in PAGE.where or PAGE.where[name](seen):
            yield Fold(seen.say(title), tuple(view(seen, ask)), "table_rows")


def stages(seen: TokenizedText, _: Ask) -> Iterator[Show]:
    """Yield the stages as a table."""
    yield _grid(seen, "tokenizers.table.stages", stages_table(seen.work.stages, seen.say))


def alternatives(seen: TokenizedText, _: Ask) -> Iterator[Show]:
    """Yield the pre-tokens, and what made each of them."""
    yield _grid(seen, "tokenizers.table.pretokens", pretokens_table(seen.pretokens, seen.say))


def _has_alternatives(seen: TokenizedText) -> bool:
    return any(part.alternative for part in seen.pretokens)


def tokens(seen: TokenizedText, _: Ask) -> Iterator[Show]:
    """Yield the tokens with their ids and characters."""
    yield _grid(seen, "tokenizers.table.tokens", tokens_table(seen.work.encoded, seen.state.drawn))


def decoding(seen: TokenizedText, _: Ask) -> Iterator[Show]:
    """Yield the text that the ids decode to, stage by stage and id by id."""
    say, decoded = seen.say, seen.work.decoded
    if decoded is None:
        return
    is_same = decoded.text == seen.state.drawn
    yield told(say, "tokenizers.decoded.same" if is_same else "tokenizers.decoded.other")
    yield Code(decoded.text)
    if not decoded.streams:
        yield told(say, "tokenizers.decoded.late", "caption")
    if decoded.stages[1:]:
        yield _grid(seen, "tokenizers.stage.decoder", decoders_table(decoded, say))
    yield _grid(seen, "tokenizers.table.decoding", decoding_table(decoded))


def _is_decoded(seen: TokenizedText) -> bool:
    """Tell if the library is there, which knows the text of ids and tokens."""
    return seen.work.decoded is not None


def languages(seen: TokenizedText, ask: Ask) -> Iterator[Show]:
    """Yield the same sentence in eight languages, or the visitor's own in others: its bytes, and its tokens by this
    tokenizer, and of the recorded one by known models."""
    say, name = seen.say, seen.state.tokenizer
    called = say(NAME_KEYS[name]) if name in NAME_KEYS else shorten(visible(seen.pipeline.name), _LABEL)
    label = say("tokenizers.languages.lines")
    lines = ask(Word("lines", label, seen.state.lines, MAX_LINK_CHARS, is_long=True)).strip()
    texts = translations(lines)
    key = (*seen.key, "languages", called, digest(lines))
    costs = seen.memory.kept("view", key, costs_by, seen.pipeline, called, texts)
    if said := verdict_on_languages(costs, say):
        yield Text(segments(said))
    if lost := losses(costs, say):
        yield Text(segments(lost), "caption")
    yield languages_table((costs, *(() if lines else map(costs_of, MODELS))), texts, say)
    if not lines:
        yield told(say, "tokenizers.languages.about", "caption")


def _grid(seen: TokenizedText, name: str, filled: FilledTable) -> Grid:
    return Grid(seen.say(name), filled)


# -- token healing -----------------------------------------------------------------------------------------------------


def healing(seen: TokenizedText, ask: Ask) -> Iterator[Show]:
    """Yield the number of tokens taken back, and the entries to choose from.

    The tokens are taken from the end. Nothing is looked up before that.
    """
    say, state = seen.say, seen.state
    yield told(say, "tokenizers.healing.title", "heading")
    yield explained(say, "tokenizers.healing.caption")
    most = min(len(model_stage(seen.work.stages).parts), MAX_BACK)
    label, about = say("tokenizers.healing.back"), say("tokenizers.healing.back.help")
    choices = tuple((f"{number}", f"{number}") for number in range(most + 1))
    back = int(ask(Choice("back", label, f"{state.back}", choices, help=about, is_open=True)))
    if back:
        name = (*seen.key, "healed", digest(state.drawn), back)
        yield from _healed(seen.memory.kept("view", name, heal, seen.pipeline, state.drawn, back), say)


def _healed(healed: Healed, say: Catalog) -> Iterator[Show]:
    if healed.total:
        key = "tokenizers.healing.taken" if healed.is_token else "tokenizers.healing.apart"
    else:
        key = "tokenizers.healing.ends" if healed.is_token else "tokenizers.healing.none"
    taken, text = " ".join(map(code, healed.tokens)), code(healed.text.decode("utf-8", "replace"))
    yield told(say, key, tokens=taken, text=text, longer=say.count("count.longer-tokens", healed.total))
    if healed.longer:
        chips = tuple(Chip(visible(entry.text)) for entry in healed.longer)
        yield Flow(say("tokenizers.healing.chips"), chips[:_MOST_CHIPS], len(chips))
        title = say("tokenizers.healing.table")
        cut = tuple(cut_short(len(chips), healed.total, say))
        yield Fold(title, (Grid(title, healing_table(healed)), *cut), "table_rows")


# -- there and back ----------------------------------------------------------------------------------------------------


def round_trip(seen: TokenizedText, ask: Ask) -> Iterator[Show]:
    """Yield the way of a text, of ids, or of each id there and back: the first that is lost, and why."""
    say, state = seen.say, seen.state
    if not _is_decoded(seen):
        return
    yield told(say, "roundtrip.title", "heading")
    yield told(say, "roundtrip.about", "caption")
    starts = tuple((name, say(key)) for name, key in _STARTS.items())
    start = ask(Choice("trip", say("roundtrip.start"), state.trip, starts, is_open=True))
    typed = ask(Word("ids", say("roundtrip.ids"), state.ids, MAX_IDS)) if start == "ids" else ""
    try:
        match start:
            case "ids":
                key = (*seen.key, "trip of ids", digest(typed), digest(state.drawn))
                onward = seen.memory.kept("view", key, trip_of_ids, seen.pipeline, typed, state.drawn)
                yield way_table(onward, say)
                yield from _sentences(sentences_on_ids(onward, say))
            case "each":
                yield from _of_each(seen.memory.kept("view", (*seen.key, "singles"), single_trips, seen.pipeline), say)
            case _:
                key = (*seen.key, "trip", digest(state.drawn))
                trip = seen.memory.kept("view", key, text_trip, seen.pipeline, state.drawn)
                yield way_table(trip.onward, say, trip.text)
                yield from _sentences((*sentences_on_text(trip, say), *sentences_on_ids(trip.onward, say)))
    except TokvizError as error:
        yield Text((messages.error_text(error, say),), "error")


def _sentences(said: Sequence[str]) -> Iterator[Show]:
    yield from (Text(segments(sentence)) for sentence in said)


def _of_each(singles: Singles, say: Catalog) -> Iterator[Show]:
    yield from _sentences([verdict_on_singles(singles, say)])
    if singles.lost:
        yield reasons_table(singles, say)
        title = say("roundtrip.each.list")
        cut = tuple(cut_short(min(len(singles.lost), MOST_ROWS), len(singles.lost), say))
        yield Fold(title, (Grid(title, lost_table(singles, say)), *cut), "table_rows")


PAGE: Page[TokenizersState, TokenizedText] = Page(
    form=FORM,
    seen=subject,
    views={
        "rows": ("tokenizers.one.title", rows),
        "options": ("column.options", options),
        "word": ("tokenizers.word.title", word),
        "stages": ("tokenizers.table.stages", stages),
        "pretokens": ("tokenizers.table.pretokens", alternatives),
        "tokens": ("tokenizers.table.tokens", tokens),
        "decoding": ("tokenizers.table.decoding", decoding),
        "languages": ("tokenizers.languages", languages),
        "healing": ("tokenizers.healing.title", healing),
        "roundtrip": ("roundtrip.title", round_trip),
    },
    where={
        "options": _has_options,
        "pretokens": _has_alternatives,
        **dict.fromkeys(("decoding", "healing", "roundtrip"), _is_decoded),
    },
)
