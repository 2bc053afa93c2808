"""The worksheet on words that a tokenizer is applied to: merges in their order, longest matches, or a lattice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tokviz import bpe, unigram, wordpiece
from tokviz.bpe.encoding import EncodeTrace
from tokviz.model import Encoder
from tokviz.views.encoding.narration import stopped
from tokviz.views.lattice.tables import table
from tokviz.views.lattice.viterbi import decimal, percent, written_product
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import segments
from tokviz.views.shared.standalone import about
from tokviz.views.worksheets.known import for_paper, known
from tokviz.views.worksheets.parts import Block, Cell, Section, Table, given, token, tokens
from tokviz.views.worksheets.sheet import sheet
from tokviz.views.worksheets.word_stills import of_lattice, of_merging

__all__ = ["MAX_PATHS", "has_sheet", "merged", "page", "word_sections"]

_NOTHING = "∅"  # is left of a word
MAX_PATHS = 6
"""So many segmentations of a word are asked for."""


def has_sheet(model: Encoder) -> bool:
    """Whether something is asked about words that a tokenizer like this one is applied to."""
    return model.algorithm in _ASKED


def page(model: Encoder, words: Sequence[str], say: Catalog, *, filled: bool, common: int | None = None) -> str:
    """The sheet on the first words that fit on one, or its solution if `filled`; empty where none does.

    common: the denominator of all probabilities of Unigram, if they have one.
    """
    chosen = for_paper(words)
    if not chosen:
        return ""
    name = say(f"takeaway.algorithm.{model.algorithm}")
    return sheet(
        about(say("worksheet.applied", algorithm=name), [(say("worksheet.words"), tokens(chosen))], say),
        say(f"worksheet.task.{model.algorithm}-applied"),
        [
            Section(say("worksheet.known"), [known(model, chosen, say, common)]),
            *word_sections(model, chosen, common, say),
        ],
        say,
        filled=filled,
    )


def word_sections(model: Encoder, words: Sequence[str], common: int | None, say: Catalog) -> Iterator[Section]:
    """What is asked of each of these words."""
    for word in words:
        asked = _ASKED[model.algorithm](model, word, common, say)
        yield Section(say("worksheet.of-word", word=token(word)), list(asked))


def _of_bpe(model: bpe.Model | bpe.Applier, word: str, common: int | None, say: Catalog) -> Iterator[Block]:
    explained = model.explain(word)
    for one in explained.merged:
        yield Block(still=of_merging(one, say))
        yield merged(one, say)
    yield Block(lines=[(say("column.tokens"), tokens(explained.tokens) or _NOTHING)])


def _of_wordpiece(model: wordpiece.Model, word: str, common: int | None, say: Catalog) -> Iterator[Block]:
    explained = model.explain(word)
    rows = [
        [
            given(say.integer(number), "number"),
            Cell(token(step.left), "word"),
            Cell("–" if step.token is None else token(step.token), "token"),
        ]
        for number, step in enumerate(explained.steps, start=1)
    ]
    titles = [say("worksheet.nth"), say("worksheet.left"), say("worksheet.longest")]
    lines = [(say("column.tokens"), tokens(explained.tokens))]
    yield Block(tables=[Table(titles, rows)] if rows else (), lines=lines)


def _of_unigram(model: unigram.Model, word: str, common: int | None, say: Catalog) -> Iterator[Block]:
    """Viterbi's table, then the best segmentations with their shares of all."""
    explained = model.explain(word)
    yield Block(still=of_lattice(explained, common, say))
    found = explained.lattice
    filled = table(explained, len(explained), say).to_dict("records")[1:]  # position 0 is where all paths begin
    rows = [
        [
            given(say.integer(row["position"]), "number"),
            given(row["covered"], "word"),
            Cell(row["probability"], "number"),
            Cell(" / ".join(filter(None, (row["piece"], *row["tied"].split()))), "token"),
        ]
        for row in filled
    ]
    titles = [say("worksheet.position"), say("worksheet.covered"), say("column.probability"), say("worksheet.ends-in")]
    best = [(say("worksheet.best"), tokens(explained.path.pieces)), (say("column.tokens"), tokens(explained.tokens))]
    yield Block(say("worksheet.viterbi"), tables=[Table(titles, rows)], lines=best)
    paths = found.nbest(MAX_PATHS)
    total = found.number_of_paths
    segmentations = [
        [
            Cell(tokens(path.pieces), "tokens"),
            Cell(written_product(path, common, say), "wide"),
            Cell(percent(found.share(path), say), "number"),
        ]
        for path in paths
    ]
    notes = [] if total <= MAX_PATHS else [say("worksheet.paths.best", shown=len(paths), total=total)]
    sums = [(say("worksheet.paths.sum"), decimal(found.log_probability, say))]
    columns = [say("column.segmentation"), say("column.product"), say("column.share")]
    yield Block(say("worksheet.paths"), notes, [Table(columns, segmentations)], sums)


_ASKED: Mapping[str, Callable[..., Iterator[Block]]] = {
    "bpe": _of_bpe,
    "wordpiece": _of_wordpiece,
    "unigram": _of_unigram,
}


def merged(trace: EncodeTrace, say: Catalog) -> Block:
    """The merges of a word, one after the other."""
    rows = [
        [
            given(say.integer(number), "number"),
            Cell(say.integer(step.rank + 1), "number"),
            Cell(tokens(step.pair), "tokens"),
            Cell(tokens(step.after), "wide"),
        ]
        for number, step in enumerate(trace.steps, start=1)
    ]
    titles = [say("worksheet.nth"), say("worksheet.number"), say("column.pair"), say("worksheet.in-symbols")]
    lost = [one.symbol for one in trace.dropped]
    told = "worksheet.lost.single" if len(lost) == 1 else "worksheet.lost"
    dropped = [say(told, symbols=tokens(lost))] if lost else []
    return Block(
        notes=[*dropped, say("worksheet.begins", symbols=tokens(trace.start) or _NOTHING)],
        tables=[Table(titles, rows)] if rows else (),
        remarks=[segments(stopped(trace, say))],
    )
