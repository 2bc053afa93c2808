"""The views of `/picky`: the candidates of a step, the tests of parts, the history of tokens, the sizes, a word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tokviz.picky import Trace
from tokviz.state import sample_texts
from tokviz.state.lattice import MAX_WORD
from tokviz.text_keys import column_key
from tokviz.views.encoding.replay import replay_walk
from tokviz.views.merges import tree as merge_tree
from tokviz.views.pages import merges, training
from tokviz.views.pages.merges import VocabularyKeys, stepping_rows
from tokviz.views.picky import narration, tables
from tokviz.views.picky.tables import LEDGER, SIZES, TESTS
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown
from tokviz.views.shared.lines import DASHED, steps_line
from tokviz.views.shows import (
    Ask,
    Choice,
    Lines,
    Picture,
    Seen,
    Show,
    Text,
    TrainingViews,
    Word,
    explained,
    page_of,
    spoken,
    told,
)


def candidates(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    """Yield the candidates of the next merge; of a removal there are none."""
    if seen.step == len(seen.trace) or not seen.trace[seen.step].is_removal:
        yield from merges.candidates(seen, ask, "picky.panel.merge")


def tests(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    """Yield the tests of parts so far, the newest first."""
    trace, say = seen.trace, seen.say
    done = tables.tests(trace, seen.step)
    if not done:
        yield told(say, "picky.tests.none", "caption")
        return
    page = page_of(len(done), "tests_page", ask)
    is_scaffold = trace.rules.removal == "scaffold"
    names = ("step", "token", "part", "left", *(("head",) if is_scaffold else ("merged", "share")), "verdict")
    rows = done[page.start : page.stop]
    steps = [row.step.index + 1 for row in rows]
    yield stepping_rows(say("picky.table"), TESTS.only(*names).of(rows), trace, say, steps)
    yield explained(say, "picky.tests.help.scaffold" if is_scaffold else "picky.tests.help")


def history(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    """Yield the steps in which each token came into the vocabulary and was removed."""
    trace, say = seen.trace, seen.say
    histories = tables.histories(trace, seen.step)
    if not histories:
        yield told(say, "merges.none", "caption")
        return
    page = page_of(len(histories), "history_page", ask)
    rows = histories[page.start : page.stop]
    yield stepping_rows(say("picky.table"), LEDGER.of(rows), trace, say, [row.steps[-1][0] for row in rows])
    yield explained(say, "picky.history.help")


def encode(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    """Yield the encoding of a word of the visitor's by the log of the whole training.

    Raises TokvizError for a word too long.
    """
    trace, state, say = seen.trace, seen.state, seen.say
    model = trace.model(pretokenizer=state.split)
    opening = sample_texts.word(state.example) or trace.corpus.words[0]
    words = model.words(ask(Word("word", say("picky.encode.word"), opening, MAX_WORD)))
    if not words:
        yield told(say, "picky.encode.empty", "caption")
        return
    payload = replay_walk(model, words[0], say.language)
    yield explained(say, "picky.encode.about" if model.replays else "picky.encode.about.scaffold", "text")
    yield Picture("encode_picture", payload)


def sizes(seen: Seen[Trace], _: Ask) -> Iterator[Show]:
    """Yield the sizes with and without removed tokens, and byte-pair encoding of the same size beside them."""
    trace, step, say = seen.trace, seen.step, seen.say
    now, ever = trace.sizes(), trace.sizes_with_removed
    described = told(
        say, "picky.sizes.alt", "caption", step=step, size=now[step], ever=ever[step], tally=trace.tallies[step]
    )
    lines = (
        steps_line(say(column_key("vocabulary_size")), now, step),
        steps_line(say(column_key("with_removed")), ever, step, "edge", DASHED),
    )
    yield Lines(spoken(described), say("column.number"), lines, step, is_stepped=True, is_from_zero=False)
    yield described
    yield told(say, "picky.beside", "strong")
    yield stepping_rows(say("picky.beside"), SIZES.of(tables.beside_bpe(trace, step)), trace, say)
    yield told(say, "picky.beside.help", "caption", size=now[step])


def tree(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    """Yield the merge tree of a token, and why each token in it was made and removed."""
    trace, step, say = seen.trace, seen.step, seen.say
    tokens = sorted(dict.fromkeys(trace.tokens[:step]), key=len, reverse=True)
    if not tokens:
        yield told(say, "merges.none", "caption")
        return
    options = tuple((token, shown(token)) for token in tokens)
    yield from ancestors(trace, ask(Choice("tree", say("tree.token"), tokens[0], options)), step, say)


def vocabularies(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    """Yield the symbols in use beside the vocabulary of the model, which a removal makes smaller."""
    is_removal = seen.step > 0 and seen.trace[seen.step - 1].is_removal
    yield from merges.vocabularies(seen, ask, _AFTER_REMOVAL if is_removal else _AFTER_MERGE)


_AFTER_MERGE = VocabularyKeys(
    model="picky.vocabularies.model",
    change="picky.vocabularies.change",
    consumed="picky.vocabularies.consumed",
    none_consumed="picky.vocabularies.none-consumed",
    rule="picky.vocabularies.rule",
)
_AFTER_REMOVAL = replace(
    _AFTER_MERGE, consumed="picky.vocabularies.split", none_consumed="picky.vocabularies.none-split"
)


def ancestors(trace: Trace, token: str, step: int, say: Catalog) -> Iterator[Show]:
    """Yield the merge tree of a token, with what is removed after `step` steps crossed out, and why it is."""
    root = merge_tree.merge_tree(trace, token)
    yield merges.trees((root,), len(trace), say, trace.removed(step))
    yield explained(say, "picky.tree.about")
    for name in dict.fromkeys(node.token for node in root.walk()):
        if sentence := narration.why_removed(trace, name, step, say):
            yield Text(sentence, "item")


VIEWS: TrainingViews[Trace] = TrainingViews(
    now=candidates,
    tabs={
        "tests": tests,
        "history": history,
        "encode": encode,
        "sizes": sizes,
        "tree": tree,
        "vocabularies": vocabularies,
        "algorithm": training.algorithm,
    },
)
