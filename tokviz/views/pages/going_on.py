"""The view of `/bpe` of what goes on from a tokenizer: beside it, the other ways to change one, and a sentence that
nobody changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import cast

from tokviz.errors import TokvizError
from tokviz.files.going_on import FromFile
from tokviz.memory import digest
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.merges import tables
from tokviz.views.shared import messages
from tokviz.views.shared.display import shorten, shown
from tokviz.views.shared.sentences import segments
from tokviz.views.shared.tables import table_of_rows
from tokviz.views.shows import Ask, Choice, Columns, File, Flow, Grid, Seen, Show, Text, Word, told
from tokviz.views.tokenizers.going_on import trimming_text
from tokviz.vocabularies.derivation import removable
from tokviz.vocabularies.extensions import Way, appended_file, trimmed_file, trimming_of, ways

MAX_SENTENCE = 300
_LETTERS = 24
_WAYS = {
    "before": "ways.before",
    "go-on": "ways.go-on",
    "anew": "ways.anew",
    "append": "ways.append",
    "trim": "ways.trim",
}
_ABOUT = {
    "go-on": "ways.about.go-on",
    "anew": "ways.about.anew",
    "append": "ways.about.append",
}


def ways_beside(seen: Seen[MergeTrace[Step]], ask: Ask) -> Iterator[Show]:
    """Yield the ways to change the tokenizer, in numbers, and the tokens of a sentence under each."""
    trace, step, say = cast(FromFile, seen.trace), seen.step, seen.say
    pipeline = trace.pipeline
    added = frozenset(token.content for token in pipeline.engine.added)
    yield told(say, "ways.about", merges=say.count("count.merges", step))
    sentence = ask(Word("sentence", say("ways.sentence"), say("ways.sentence.opening"), MAX_SENTENCE)).strip()
    try:
        tokens = tuple(token for token in pipeline.call(removable, pipeline, sentence).values() if token not in added)
        options = (("", say("ways.trim.none")), *((token, shorten(shown(token), _LETTERS)) for token in tokens))
        trim = ask(Choice("trim", say("ways.trim.token"), "", options))
        key = ("ways", *seen.state.corpus_key, len(trace), step, digest(sentence), trim)
        every = seen.memory.kept("view", key, trace.there, ways, step, sentence, trim)
        taken = pipeline.call(trimming_of, pipeline, trim) if trim else None
    except TokvizError as error:
        yield Text((messages.error_text(error, say),), "error")
        return
    names = ("way", "entries", "tokens", "removed_entries", "moved_ids", "unreached_entries")
    rows = ((say(_WAYS[way.name]), way.entries, len(way.tokens), way.removed, way.moved, _number(way)) for way in every)
    yield Grid(say("ways.table"), table_of_rows(names, rows), height=None)
    chips = tables.chips_of(trace)
    for way in every:
        name = say(_WAYS[way.name])
        yield told(say, "ways.split", "strong", way=name, tokens=say.count("count.tokens", len(way.tokens)))
        yield Flow(name, chips.row(way.tokens), len(way.tokens))
    for way in every:
        if way.name in _ABOUT:
            yield told(say, _ABOUT[way.name], "item")
    if taken is not None:
        yield Text(segments(trimming_text(taken, say)), "item")
    yield told(say, "ways.unreached", "caption")
    yield Columns(tuple(_files(trace, step, trim, seen)))


def _number(way: Way) -> str | int:
    return "–" if way.unreached is None else len(way.unreached)


def _files(trace: FromFile, step: int, trim: str, seen: Seen[MergeTrace[Step]]) -> Iterator[tuple[Show, ...]]:
    """Yield the files of the ways that keep the ids."""
    pipeline, say = trace.pipeline, seen.say
    makers: dict[str, Callable[[], str]] = {
        "go-on": partial(trace.file, step),
        "append": partial(trace.there, appended_file, step),
    }
    if trim:
        makers["trim"] = partial(pipeline.call, trimmed_file, pipeline, trim)
    for name, make in makers.items():
        label = say("ways.file", way=say(_WAYS[name]))
        file = f"tokviz-{name}.tokenizer.json"
        yield (File(f"ways_{name}", label, file, "application/json", make),)
