"""Worksheets on words and texts: words that a tokenizer is applied to, several tokenizers on the same words, bytes.

A sheet gives what the tokenizer knows of the words: of BPE the merges, of WordPiece the tokens, of Unigram the pieces
with their probabilities, as far as they could play a part in these words. Nothing else can change a result. Its
pictures are drawn by the scripts of the pages. A search for the longest match has none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, takewhile
from typing import Any

from tokviz import bpe, unigram, wordpiece
from tokviz.bpe.encoding import EncodeTrace
from tokviz.compare import spans
from tokviz.compare.alignment import segment
from tokviz.compare.comparison import Comparison
from tokviz.compare.reading import Split
from tokviz.features.worksheets.sheet import (
    LONGEST,
    Block,
    Cell,
    Section,
    StillPicture,
    Table,
    given,
    sheet_page,
    side_by_side,
    token,
    tokens,
)
from tokviz.features.worksheets.training import picture_data
from tokviz.model import Encoder, Model
from tokviz.text_keys import split_key, training_key
from tokviz.views import byte_level
from tokviz.views.byte_level import Pieces, characters, text_rows_payload, word_of
from tokviz.views.compare.rows import rows_payload
from tokviz.views.encoding import merging
from tokviz.views.encoding.merging import drawn_word
from tokviz.views.encoding.narration import stopped
from tokviz.views.lattice.tables import position_rows
from tokviz.views.lattice.viterbi import decimal, percent, weight, word_parts, written_product
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, shown, visible
from tokviz.views.shared.rendering import about
from tokviz.views.shared.sentences import segments
from tokviz.views.shared.text_rows import TextRow, TextRows

_APPLIED_TASKS = {
    "bpe": "worksheet.task.bpe-applied",
    "wordpiece": "worksheet.task.wordpiece-applied",
    "unigram": "worksheet.task.unigram-applied",
}

_MEASURES = {
    "tokens": "worksheet.measure.tokens",
    "per-word": "worksheet.measure.per-word",
    "whole": "worksheet.measure.whole",
    "unknown": "worksheet.measure.unknown",
}

# -- words that a tokenizer is applied to ------------------------------------------------------------------------------


_NOTHING = "∅"  # is left of a word
MAX_PATHS = 6
"""So many segmentations of a word are asked for."""


def has_sheet(model: Encoder) -> bool:
    """Tell if there are questions about words for a tokenizer like this one."""
    return model.algorithm in _BLOCKS


def words_page(model: Encoder, words: Sequence[str], say: Catalog, *, filled: bool, common: int | None = None) -> str:
    """Return the sheet on the first words that fit on one, or its solution if `filled`; empty where none does.

    common: the denominator of all probabilities of Unigram, if they have one.
    """
    chosen = for_paper(words)
    if not chosen:
        return ""
    name = say(training_key(model.algorithm))
    return sheet_page(
        about(say("worksheet.applied", algorithm=name), [(say("worksheet.words"), tokens(chosen))], say),
        say(_APPLIED_TASKS[model.algorithm]),
        [
            Section(say("worksheet.known"), [known_block(model, chosen, say, common)]),
            *word_sections(model, chosen, common, say),
        ],
        say,
        filled=filled,
    )


def word_sections(model: Encoder, words: Sequence[str], common: int | None, say: Catalog) -> Iterator[Section]:
    """Yield the questions about each of these words."""
    for word in words:
        blocks = _BLOCKS[model.algorithm](model, word, common, say)
        yield Section(say("worksheet.of-word", word=token(word)), list(blocks))


def _merge_blocks(model: bpe.Model | bpe.Applier, word: str, common: int | None, say: Catalog) -> Iterator[Block]:
    explained = model.explain(word)
    for merged in explained.merged:
        yield Block(still=merging_picture(merged, say))
        yield merging_block(merged, say)
    yield Block(lines=[(say("column.tokens"), tokens(explained.tokens) or _NOTHING)])


def _match_blocks(model: wordpiece.Model, word: str, common: int | None, say: Catalog) -> Iterator[Block]:
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


def _lattice_blocks(model: unigram.Model, word: str, common: int | None, say: Catalog) -> Iterator[Block]:
    """Yield Viterbi's table, then the best segmentations with their shares of all."""
    explained = model.explain(word)
    yield Block(still=lattice_picture(explained, common, say))
    lattice = explained.lattice
    filled = position_rows(explained, len(explained))[1:]  # position 0 is where all paths begin
    rows = [
        [
            given(say.integer(row.position), "number"),
            given(shorten(visible(row.covered), 24), "word"),
            Cell(decimal(row.score or 0.0, say), "number"),
            Cell(" / ".join(map(visible, (row.piece, *row.tied))), "token"),
        ]
        for row in filled
    ]
    titles = [say("worksheet.position"), say("worksheet.covered"), say("column.probability"), say("worksheet.ends-in")]
    best = [(say("worksheet.best"), tokens(explained.path.pieces)), (say("column.tokens"), tokens(explained.tokens))]
    yield Block(say("worksheet.viterbi"), tables=[Table(titles, rows)], lines=best)
    paths = lattice.nbest(MAX_PATHS)
    total = lattice.number_of_paths
    segmentations = [
        [
            Cell(tokens(path.pieces), "tokens"),
            Cell(written_product(path, common, say), "wide"),
            Cell(percent(lattice.share(path), say), "number"),
        ]
        for path in paths
    ]
    notes = [] if total <= MAX_PATHS else [say("worksheet.paths.best", shown=len(paths), total=total)]
    sums = [(say("worksheet.paths.sum"), decimal(lattice.log_probability, say))]
    columns = [say("column.segmentation"), say("column.product"), say("column.share")]
    yield Block(say("worksheet.paths"), notes, [Table(columns, segmentations)], sums)


_BLOCKS: Mapping[str, Callable[..., Iterator[Block]]] = {
    "bpe": _merge_blocks,
    "wordpiece": _match_blocks,
    "unigram": _lattice_blocks,
}


def merging_block(trace: EncodeTrace, say: Catalog) -> Block:
    """Return the merges of a word, one after the other."""
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
    lost = [loss.symbol for loss in trace.dropped]
    text_key = "worksheet.lost.single" if len(lost) == 1 else "worksheet.lost"
    dropped = [say(text_key, symbols=tokens(lost))] if lost else []
    return Block(
        notes=[*dropped, say("worksheet.begins", symbols=tokens(trace.start) or _NOTHING)],
        tables=[Table(titles, rows)] if rows else (),
        remarks=[segments(stopped(trace, say))],
    )


# -- several tokenizers ------------------------------------------------------------------------------------------------


def comparison_page(comparison: Comparison, say: Catalog, *, filled: bool) -> str:
    """Return the sheet on the words of the corpus that are cut differently, the most frequent first, or on its first
    words where there are none; or the solution. Empty where no word is short enough."""
    words = differing_words(comparison)
    if not words:
        return ""
    differing = {differing.word: differing.splits for differing in reversed(comparison.differing)}
    readings = comparison.train
    splits = {word: differing.get(word) or tuple(reading.splits[word] for reading in readings) for word in words}
    blocks = [known_block(tokenizer.model, words, say, title=tokenizer.label) for tokenizer in comparison.tokenizers]
    facts = [(say("worksheet.tokenizers"), say.listed(list(comparison.names))), (say("worksheet.words"), tokens(words))]
    drawn = comparison_picture(splits, dict(zip(comparison.names, comparison.models, strict=True)), say)
    sections = [
        Section(say("worksheet.known"), blocks),
        Section(say("worksheet.compared"), [Block(still=drawn), _words_block(comparison, splits, say)]),
        Section(say("worksheet.measures"), [_measures_block(comparison, splits, say)]),
    ]
    return sheet_page(
        about(say("worksheet.comparison"), facts, say), say("worksheet.task.comparison"), sections, say, filled=filled
    )


def differing_words(comparison: Comparison) -> tuple[str, ...]:
    """Return the words of the sheet."""
    words = [differing.word for differing in comparison.differing if not any(map(str.isspace, differing.word))]
    return for_paper(list(dict.fromkeys(words)) or list(comparison.engine.source.text.words))


def _words_block(comparison: Comparison, splits: dict[str, tuple[Split, ...]], say: Catalog) -> Block:
    rows = [
        [given(token(word), "word"), *(Cell(tokens(part.tokens) or "∅", "wide") for part in parts)]
        for word, parts in splits.items()
    ]
    return Block(tables=[Table([say("column.word"), *comparison.names], rows)])


def _measures_block(comparison: Comparison, splits: dict[str, tuple[Split, ...]], say: Catalog) -> Block:
    """Return the measures of the words on the sheet, each counted once."""
    rows = []
    for number, name in enumerate(comparison.names):
        parts = [split[number] for split in splits.values()]
        token_count, unknown = sum(len(part.tokens) for part in parts), sum(part.unknown for part in parts)
        rows.append(
            [
                given(name),
                Cell(say.integer(token_count), "number"),
                Cell(say.decimal(token_count / len(parts), 2), "number"),
                Cell(say.integer(sum(len(part.tokens) == 1 and part.is_known for part in parts)), "number"),
                Cell(say.integer(unknown), "number"),
            ]
        )
    names = ("tokens", "per-word", "whole", "unknown")
    titles = [say("worksheet.tokenizer"), *(say(_MEASURES[name]) for name in names)]
    return Block(say("worksheet.once"), tables=[Table(titles, rows)])


# -- bytes -------------------------------------------------------------------------------------------------------------


MAX_CHARACTERS = 60
"""Of a longer text the pre-tokens that begin it are asked for."""
MAX_DIFFERENT = 16
"""So many different characters are asked for."""
MAX_MERGED = 4
"""So many pre-tokens are merged on a sheet."""


def first_pretokens(pieces: Pieces) -> list[str]:
    """Return the pre-tokens that fit on a sheet.

    >>> first_pretokens((("Don", ""), ("x" * 58, ""), ("t", "")))
    ['Don']
    """
    ends = accumulate(len(piece) for piece, _ in pieces)
    return [
        piece
        for (piece, _), _ in takewhile(
            lambda piece_and_end: piece_and_end[1] <= MAX_CHARACTERS, zip(pieces, ends, strict=True)
        )
    ]


def bytes_page(pieces: Pieces, model: bpe.Model, pattern: str, say: Catalog, *, filled: bool) -> str:
    """Return the sheet on a text that was cut into pre-tokens by a pattern, or its solution; empty where a single
    pre-token is too long for one."""
    texts = first_pretokens(pieces)
    if not texts:
        return ""
    words = dict.fromkeys(word_of(text, model) for text in texts)
    chosen = [word for word in words if len(model.rules.segment(word)) <= LONGEST][:MAX_MERGED]
    text = "".join(texts)
    drawn = bytes_picture(pieces[: len(texts)], model, say)
    sections = [Section(say("bytes.characters.title"), [_characters_block(text, say)])]
    sections.append(Section(say("bytes.pretokens.title"), [_pretokens_block(texts, say), Block(still=drawn)]))
    if chosen:
        sections.append(Section(say("bytes.merges.title"), [known_block(model, chosen, say)]))
        sections += word_sections(model, chosen, None, say)
    facts = [(say("worksheet.text"), visible(text)), (say("control.split"), say.choice(split_key, pattern))]
    return sheet_page(
        about(say("worksheet.bytes"), facts, say), say("worksheet.task.bytes"), sections, say, filled=filled
    )


def _characters_block(text: str, say: Catalog) -> Block:
    different = "".join(dict.fromkeys(text))
    rows = [
        [given(str(character), "token"), Cell(str(number), "number"), Cell(str(octets), "wide")]
        for character, number, octets, *_ in characters(different[:MAX_DIFFERENT]).rows(say)
    ]
    titles = [say("column.character"), say("column.code_point"), say("column.utf8")]
    total = len(different)
    notes = [] if total <= MAX_DIFFERENT else [say("worksheet.characters.first", shown=MAX_DIFFERENT, total=total)]
    size = [(say("worksheet.size"), say.count("bytes.count.bytes", len(text.encode("utf-8", "surrogatepass"))))]
    return Block("", notes, side_by_side(titles, rows, 2), size)


def _pretokens_block(texts: list[str], say: Catalog) -> Block:
    rows = [
        [
            given(say.integer(number), "number"),
            Cell(token(text), "token"),
            Cell(say.integer(len(text.encode("utf-8", "surrogatepass"))), "number"),
        ]
        for number, text in enumerate(texts, start=1)
    ]
    titles = [say("worksheet.number"), say("column.pretoken"), say("worksheet.bytes.number")]
    return Block("", tables=side_by_side(titles, rows, 2))


# -- what a tokenizer knows --------------------------------------------------------------------------------------------


MAX_WORDS = 6
"""A sheet has at most so many words."""


def for_paper(words: Sequence[str]) -> tuple[str, ...]:
    """Return the first words that fit on a sheet, each once.

    >>> for_paper(["hug", "x" * 17, "hug", "pug"])
    ('hug', 'pug')
    """
    return tuple(dict.fromkeys(word for word in words if 0 < len(word) <= LONGEST))[:MAX_WORDS]


def known_block(
    model: Encoder, words: Sequence[str], say: Catalog, common: int | None = None, title: str = ""
) -> Block:
    """Return the block of a model. common: the denominator of all probabilities of Unigram, if they have one."""
    return _KNOWN.get(model.algorithm, _known_of_model)(model, words, common, title, say)


def _known_merges(
    model: bpe.Model | bpe.Applier, words: Sequence[str], common: int | None, title: str, say: Catalog
) -> Block:
    # What subword-nmt calls its merges; its `merges` is how many of them are used.
    merges = list(model.codes)[: model.merges] if isinstance(model, bpe.Applier) else model.merges
    starts = ["".join(merged.start) for word in words for merged in model.explain(word).merged]
    inside = [
        [given(say.integer(number), "number"), given(tokens(pair), "tokens")]
        for number, pair in enumerate(merges, start=1)
        if any("".join(pair) in start for start in starts)
    ]
    titles = [say("worksheet.number"), say("column.pair")]
    notes = () if len(inside) == len(merges) else (say("worksheet.known.some", shown=len(inside), total=len(merges)),)
    return Block(title or say("worksheet.known.merges"), notes, side_by_side(titles, inside, 2))


def _known_tokens(model: wordpiece.Model, words: Sequence[str], common: int | None, title: str, say: Catalog) -> Block:
    rows = [
        [given(token(entry), "token")]
        for entry in dict.fromkeys(model.vocabulary)
        if entry == model.unk or any(_is_in(entry, word, model.prefix) for word in words)
    ]
    return Block(title or say("worksheet.known.tokens"), tables=side_by_side([say("column.tokens")], rows, 6))


def _known_pieces(model: unigram.Model, words: Sequence[str], common: int | None, title: str, say: Catalog) -> Block:
    arcs = {arc.piece: arc for word in words for arc in model.explain(word).lattice.arcs}
    titles = [say("column.piece"), say("column.probability")]
    rows = [[given(token(piece), "token"), given(weight(arc, common, say), "number")] for piece, arc in arcs.items()]
    return Block(title or say("worksheet.known.pieces"), tables=side_by_side(titles, rows, 4))


def _known_of_model(model: Model, words: Sequence[str], common: int | None, title: str, say: Catalog) -> Block:
    rows = [[given(token(entry), "token")] for entry in model.vocabulary if any(entry in word for word in words)]
    return Block(title or say("worksheet.known.tokens"), tables=side_by_side([say("column.tokens")], rows, 6))


_KNOWN: Mapping[str, Callable[..., Block]] = {
    "bpe": _known_merges,
    "wordpiece": _known_tokens,
    "unigram": _known_pieces,
}


def _is_in(entry: str, word: str, prefix: str) -> bool:
    """Tell if a token could be the beginning of a word, or with the mark a later part."""
    if prefix and entry.startswith(prefix):
        return entry[len(prefix) :] in word[1:]
    return word.startswith(entry) if prefix else entry in word


# -- pictures ----------------------------------------------------------------------------------------------------------


_LATTICE = 10  # rows that it is high


def lattice_picture(trace: unigram.EncodeTrace, common: int | None, say: Catalog) -> StillPicture:
    """Return the lattice of a word with its best segmentations; on the sheet its arcs alone."""
    [payload] = word_parts(trace, common, say)
    picture: dict[str, Any] = payload["picture"]
    nothing = {"cost": "", "short_cost": "", "arcs": [], "tied": 0}
    bare = {
        **picture,
        "arcs": [{**arc, "share": 0, "percent": ""} for arc in picture["arcs"]],
        "positions": [nothing for _ in picture["positions"]],
        "best": [],
        "paths": [],
        "sum": "",
    }
    return StillPicture(
        "picture", picture_data(payload, payload["total"]), picture_data({**payload, "picture": bare}, 0), _LATTICE
    )


def merging_picture(trace: bpe.EncodeTrace, say: Catalog) -> StillPicture:
    """Return a word and the merges that went into its symbols; on the sheet the symbols that it begins with."""
    begun = replace(drawn_word(trace, 0, say), made={})
    start = merging.merging_picture([merging.Row(shown(trace.word, 40), "", trace.read)], say, begun)
    done = merging.word_payload(trace, say, drawn_word(trace, len(trace), say))
    return StillPicture("picture", picture_data(done, done["total"]), picture_data(start, 0), rows=2)


def comparison_picture(
    splits: Mapping[str, Sequence[Split]], models: Mapping[str, spans.Model], say: Catalog
) -> StillPicture | None:
    """Return words as tokenizers cut them, letter below letter; on the sheet the letters. None if a tokenizer cuts them
    otherwise where they are a text, as one does that takes the first word of a line for another.

    splits: each word as the tokenizers cut it. models: these by their names.
    """
    text, names = " ".join(splits), list(models)
    cut = [segment(text, model) for model in models.values()]
    for number, segmentation in enumerate(cut):
        if [token.text for token in segmentation.tokens] != [
            part for split in splits.values() for part in split[number].tokens
        ]:
            return None
    plain, whole = rows_payload(text, [], [], say), rows_payload(text, cut, names, say)
    rows: list[TextRow] = [{**row, "parts": [], "tokens": 0, "unknown": 0} for row in whole["rows"]]
    bare: TextRows = {**plain, "rows": rows}
    return StillPicture("text_rows", _rows_data(whole), _rows_data(bare))


def bytes_picture(pieces: Pieces, model: bpe.Model, say: Catalog) -> StillPicture:
    """Return characters, bytes, pre-tokens and tokens on one axis. All of it is asked for: the sheet has nothing
    of it."""
    payload = text_rows_payload(pieces, byte_level.tokens(pieces, model), len(model.merges), say)
    return StillPicture("text_rows", _rows_data(payload))


def _rows_data(payload: TextRows) -> dict[str, Any]:
    return {"payload": json.dumps(payload, ensure_ascii=False), "picked": {}, "told": "{}"}
