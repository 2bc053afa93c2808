"""The worksheet on several tokenizers: the words that they cut differently, by hand, and what that costs."""

from __future__ import annotations

from tokviz.compare.comparison import Comparison
from tokviz.compare.reading import Split
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.standalone import about
from tokviz.views.worksheets.known import for_paper, known
from tokviz.views.worksheets.parts import Block, Cell, Section, Table, given, token, tokens
from tokviz.views.worksheets.sheet import sheet
from tokviz.views.worksheets.word_stills import of_comparison

__all__ = ["chosen", "page"]


def page(found: Comparison, say: Catalog, *, filled: bool) -> str:
    """The sheet on the words of the corpus that are cut differently, the most frequent first, or on its first words
    where there are none; or the solution. Empty where no word is short enough."""
    words = chosen(found)
    if not words:
        return ""
    differing = {one.word: one.splits for one in reversed(found.differing)}
    readings = found.train
    splits = {word: differing.get(word) or tuple(one.splits[word] for one in readings) for word in words}
    blocks = [known(one.model, words, say, title=one.label) for one in found.tokenizers]
    told = [(say("worksheet.tokenizers"), say.listed(list(found.names))), (say("worksheet.words"), tokens(words))]
    drawn = of_comparison(splits, dict(zip(found.names, found.models, strict=True)), say)
    sections = [
        Section(say("worksheet.known"), blocks),
        Section(say("worksheet.compared"), [Block(still=drawn), _words(found, splits, say)]),
        Section(say("worksheet.measures"), [_measures(found, splits, say)]),
    ]
    return sheet(
        about(say("worksheet.comparison"), told, say), say("worksheet.task.comparison"), sections, say, filled=filled
    )


def chosen(found: Comparison) -> tuple[str, ...]:
    """The words of the sheet."""
    words = [one.word for one in found.differing if not any(map(str.isspace, one.word))]
    return for_paper(list(dict.fromkeys(words)) or list(found.engine.source.text.words))


def _words(found: Comparison, splits: dict[str, tuple[Split, ...]], say: Catalog) -> Block:
    rows = [
        [given(token(word), "word"), *(Cell(tokens(one.tokens) or "∅", "wide") for one in parts)]
        for word, parts in splits.items()
    ]
    return Block(tables=[Table([say("column.word"), *found.names], rows)])


def _measures(found: Comparison, splits: dict[str, tuple[Split, ...]], say: Catalog) -> Block:
    """Of the words on the sheet, each counted once."""
    rows = []
    for number, name in enumerate(found.names):
        parts = [one[number] for one in splits.values()]
        made, unknown = sum(len(one.tokens) for one in parts), sum(one.unknown for one in parts)
        rows.append(
            [
                given(name),
                Cell(say.integer(made), "number"),
                Cell(say.decimal(made / len(parts), 2), "number"),
                Cell(say.integer(sum(len(one.tokens) == 1 and one.is_known for one in parts)), "number"),
                Cell(say.integer(unknown), "number"),
            ]
        )
    names = ("tokens", "per-word", "whole", "unknown")
    titles = [say("worksheet.tokenizer"), *(say(f"worksheet.measure.{name}") for name in names)]
    return Block(say("worksheet.once"), tables=[Table(titles, rows)])
