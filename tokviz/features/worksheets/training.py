"""Worksheets on trainings: what is asked about each step of merges, of top-down WordPiece and of Unigram, and pictures.

Where an earlier answer would show in a later question, as the names of pairs or pieces do, these are asked for too:
once a step of the sheet may have dropped some pieces, later ones are no longer named.

A picture of a step has no more than the sheet may show. Its data goes to ``stills.js``, which draws with the scripts of
the pages; there is no other drawing.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from dataclasses import replace
from itertools import pairwise
from typing import Any

from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.features.worksheets.sheet import (
    Block,
    Cell,
    Section,
    StillPicture,
    Table,
    corpus_section,
    counted,
    given,
    most_important,
    side_by_side,
    token,
    tokens,
)
from tokviz.merging import questions
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.reasons import value_of
from tokviz.merging.steps import Candidate, Pair, Step
from tokviz.text_keys import column_key, measure_key
from tokviz.unigram import Expect, Maximize, Prune, Seed, Trace
from tokviz.unigram.reasons import maximization_reason
from tokviz.views.merges import narration as merge_narration
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.reasons import arithmetic_and_value, tie_rule
from tokviz.views.shared.unigram_reasons import expectation_question, maximization_rule
from tokviz.views.top_down import narration as top_down_narration
from tokviz.views.top_down.keys import KIND_KEYS
from tokviz.views.unigram import narration as unigram_narration
from tokviz.views.unigram import numbers
from tokviz.views.unigram.keys import STEP_KIND_KEYS
from tokviz.wordpiece import TopDownTrace, train_top_down
from tokviz.wordpiece.top_down import steps as top_down
from tokviz.wordpiece.top_down.steps import Complete, Count, Select, Threshold, Verdict

# -- merges ------------------------------------------------------------------------------------------------------------


MAX_PAIRS = 36
"""So many pairs of a step are asked for: the best."""


def merge_task(trace: MergeTrace[Step], say: Catalog) -> str:
    """Say what is to be done on the sheet: count, and work out scores or gains where the rules go by them."""
    return say(measure_key(trace.pair_measure.name, "worksheet.task"), rule=tie_rule(trace.rules.tie_rule, say))


def merge_sections(
    trace: MergeTrace[Step], first: int, last: int, say: Catalog, *, names_pairs: bool = True
) -> Iterator[Section]:
    """Yield the given words, and each merge from `first` to `last`, counted from 1.

    It has the scores or gains where the rules use them. names_pairs: whether the pairs of the first merge are given,
    since its words are.
    """
    words = [
        (*counted(word, trace.corpus[word], say), given(tokens(symbols), "tokens"))
        for word, symbols in trace.words(first - 1).items()
    ]
    start = say("worksheet.start") if first == 1 else say.count("worksheet.start.after", first - 1)
    yield Section(start, [Block(tables=[Table(_word_titles(say), words)])])
    for k in range(first - 1, last):
        title = say("worksheet.merge", number=k + 1)
        yield Section(title, list(_merge_blocks(trace[k], names_pairs and k == first - 1, say)))


def _merge_blocks(step: Step, is_first: bool, say: Catalog) -> Iterator[Block]:
    """Yield the questions about one merge.

    is_first: the words before it are given, so that its pairs can be named.
    """
    trace, k = step.trace, step.index
    measure = trace.pair_measure
    asked = questions.next_merge(trace, k)
    listed = _in_order_of_words(trace, k, asked.options)
    total = len(asked.options)
    notes = [say("worksheet.pairs.best", shown=MAX_PAIRS, total=total)] if total > MAX_PAIRS else []

    def name(text: str, *, wins: bool = False) -> Cell:
        return given(text, "token") if is_first else Cell(text, "token", wins)

    if measure.of_parts:
        counts = trace.occurrences(k)
        symbols = [(name(token(symbol)), _count_cell(count, say)) for symbol, count in counts.items()]
        titles = [say("worksheet.symbol"), say("column.count")]
        yield Block(say("worksheet.symbols"), tables=side_by_side(titles, symbols, 4))
        worked_out = []
        for one in listed:
            wins = one == asked.chosen
            arithmetic, value = arithmetic_and_value(value_of(one, counts), say)
            worked_out.append((name(_pair(one.pair), wins=wins), Cell(arithmetic), Cell(value, stressed=wins)))
        titles = [
            say("column.pair"),
            say(measure_key(measure.name, "worksheet.worked-out")),
            say(column_key(measure.name)),
        ]
        yield Block(say(measure_key(measure.name, "worksheet.each")), notes, side_by_side(titles, worked_out, 2))
    else:
        rows = [
            (name(_pair(one.pair), wins=one == asked.chosen), _count_cell(one.count, say, wins=one == asked.chosen))
            for one in listed
        ]
        titles = [say("column.pair"), say("column.count")]
        yield Block(say("worksheet.pairs"), notes, side_by_side(titles, rows, 3))
        if not measure.is_count:
            values = [
                (cell, Cell(say.value(one.value), stressed=cell.stressed))
                for (cell, _), one in zip(rows, listed, strict=True)
            ]
            titles = [say("column.pair"), say(column_key(measure.name))]
            yield Block(say(measure_key(measure.name, "worksheet.each")), tables=side_by_side(titles, values, 3))
    lines = [
        (say("worksheet.wins"), _pair(step.pair)),
        (say(column_key(measure.name)), say.value(trace.value(k))),
        (say("worksheet.becomes"), token(step.token)),
    ]
    reasons = [merge_narration.done(step, say)]
    yield Block(say("worksheet.winner"), lines=lines, why=say("worksheet.why"), reasons=reasons)
    changed = set(trace.changed(k))
    words = [
        (*counted(word, trace.corpus[word], say), Cell(tokens(symbols), "tokens", word in changed))
        for word, symbols in trace.words(k + 1).items()
    ]
    yield Block(say("worksheet.after"), tables=[Table(_word_titles(say), words)])


def _in_order_of_words(trace: MergeTrace[Step], k: int, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the best candidates after k merges in the order in which the words show them, which gives none away."""
    by_pair = {candidate.pair: candidate for candidate in candidates}
    met = (pair for symbols in trace.words(k).values() for pair in pairwise(symbols))
    order = [by_pair[pair] for pair in dict.fromkeys((*met, *by_pair)) if pair in by_pair]
    return most_important(order, MAX_PAIRS, lambda candidate: -candidate.rank)


def _count_cell(count: int, say: Catalog, *, wins: bool = False) -> Cell:
    return Cell(say.integer(count), "number", wins)


def _pair(pair: Pair) -> str:
    return f"{token(pair[0])} {token(pair[1])}"


def _word_titles(say: Catalog) -> list[str]:
    return [say("column.word"), say("column.count"), say("worksheet.in-symbols")]


# -- top-down WordPiece ------------------------------------------------------------------------------------------------


MAX_SUBSTRINGS = 30
"""So many substrings of a step are asked for."""


def train_top_down_again(trace: TopDownTrace, corpus: Corpus) -> TopDownTrace:
    """Return the same training on `corpus`, down to a threshold of 1, since its counts are smaller."""
    rules = replace(trace.rules, lower_threshold=1)
    characters = train_top_down(corpus, threshold=10**13, rules=rules).sizes()[-1]
    return train_top_down(corpus, vocab_size=characters + len(corpus), rules=rules)


def top_down_sections(trace: TopDownTrace, first: int, last: int, say: Catalog) -> Iterator[Section]:
    """Yield the corpus, and each step from `first` to `last`, counted from 1."""
    yield corpus_section(trace.corpus, say)
    for k in range(first - 1, last):
        step = trace[k]
        title = say("worksheet.step", number=k + 1, what=say(KIND_KEYS[step.kind]))
        yield Section(title, [_top_down_block(step, say)])


def _top_down_block(step: top_down.Step, say: Catalog) -> Block:
    match step:
        case Threshold():
            notes = [say("top-down.sheet.threshold", lower=step.lower, upper=step.upper)]
            return Block(notes=notes, lines=[(say("column.threshold"), say.integer(step.threshold))])
        case Count():
            rows = [
                (*counted(word, step.trace.corpus[word], say), Cell(tokens(split), "tokens"))
                for word, split in step.splits.items()
            ]
            titles = [say("column.word"), say("column.count"), say("column.pieces")]
            return Block(say("top-down.sheet.count"), tables=[Table(titles, rows)])
        case Select():
            return _selection(step, say)
        case Complete():
            lines = [
                (say("top-down.sheet.came"), tokens(step.came) or "–"),
                (say("top-down.sheet.went"), tokens(step.went) or "–"),
                (say("column.size"), say.integer(step.trace.sizes()[step.index + 1])),
            ]
            return Block(lines=lines)
        case Verdict():
            reasons = [top_down_narration.done(step, say)]
            wanted = [say("top-down.sheet.wanted", wanted=step.trace.vocab_size or 0)]
            size = [(say("column.size"), say.integer(step.size))]
            return Block(notes=wanted, lines=size, why=say("top-down.sheet.verdict"), reasons=reasons)


def _selection(step: Select, say: Catalog) -> Block:
    by_token = {candidate.token: candidate for candidate in step.candidates}
    in_order = most_important(sorted(by_token), MAX_SUBSTRINGS, lambda name: -by_token[name].rank)
    rows = []
    for name in in_order:
        candidate = by_token[name]
        worked_out = top_down_narration.subtraction(candidate.count, candidate.remains, say)
        outcome = say("top-down.sheet.stays" if candidate.kept else "top-down.sheet.goes")
        rows.append((Cell(token(name), "token"), Cell(worked_out), Cell(outcome, stressed=candidate.kept)))
    notes = [say("top-down.sheet.select", length=step.length, threshold=step.threshold)]
    if len(in_order) < len(by_token):
        notes.append(say("shown-of", shown=len(in_order), total=len(by_token)))
    titles = [say("column.token"), say("column.remains"), say("top-down.sheet.outcome")]
    return Block(notes=notes, tables=side_by_side(titles, rows, 2))


# -- Unigram -----------------------------------------------------------------------------------------------------------


MAX_PIECES = 30
"""So many pieces of a step are asked for."""

NameCell = Callable[[str], Cell]


def is_small_enough(trace: Trace) -> bool:
    """Tell if there are few enough pieces to follow on paper."""
    return trace.pieces_left[min(1, len(trace))] <= MAX_PIECES


def train_unigram_again(trace: Trace, corpus: Corpus) -> Trace:
    """Return a training on `corpus` that begins with few pieces and keeps about as large a share of them."""
    rules = replace(trace.rules, seed_size=min(trace.rules.seed_size or MAX_PIECES, MAX_PIECES))
    begun = unigram.train(corpus, vocab_size=10**6, rules=rules).pieces_left
    seeds, special = begun[min(1, len(begun) - 1)], len(rules.first_tokens)
    characters = len(set("".join(map(rules.marked, corpus))))  # the libraries want room for all of them
    size = max(characters, min(round(seeds * trace.vocab_size / max(1, *trace.pieces_left)), seeds - 1))
    return unigram.train(corpus, vocab_size=size + special, rules=rules)


def unigram_sections(trace: Trace, first: int, last: int, say: Catalog) -> Iterator[Section]:
    """Yield the corpus or pieces, and each step from `first` to `last`, from 1."""
    yield corpus_section(trace.corpus, say)
    if first > 1:
        yield Section(say.count("worksheet.pieces.after", first - 1), [_given_pieces(trace, first - 1, say)])
    is_known = True
    for k in range(first - 1, last):
        step = trace[k]
        title = say("worksheet.step", number=k + 1, what=say(STEP_KIND_KEYS[step.kind]))
        yield Section(title, list(_unigram_blocks(step, is_known, say)))
        is_known = is_known and not isinstance(step, Prune) and not step.dropped


def _unigram_blocks(step: unigram.Step, is_known: bool, say: Catalog) -> Iterator[Block]:
    """Yield the questions about a step.

    is_known: whether the names of its pieces are given.
    """

    def name(piece: str) -> Cell:
        return Cell(token(piece), "token", is_given=is_known)

    match step:
        case Seed():
            yield _seeds(step, name, say)
            yield _segmentations(step.trace, 1, say)
        case Expect():
            yield _expected(step, name, say)
        case Maximize():
            yield _probabilities(step, name, say)
            yield _segmentations(step.trace, step.index + 1, say)
        case Prune():
            yield _losses(step, name, say)


def _given_pieces(trace: Trace, k: int, say: Catalog) -> Block:
    now, exact = trace.probabilities(k), numbers.fractions(trace, k)
    titles = [say("column.piece"), say("column.probability")]
    shown_pieces = most_important(now, MAX_PIECES, now.__getitem__)
    rows = [
        [given(token(piece), "token"), given(numbers.fraction(piece, now[piece], exact, say), "number")]
        for piece in shown_pieces
    ]
    step = trace[k - 1]
    if isinstance(step, Expect):  # what comes next is made from these counts
        titles.append(say("column.expected"))
        for piece, row in zip(shown_pieces, rows, strict=True):
            row.append(given(say.amount(step.counts[piece]), "number"))
    return Block("", _shown_note(shown_pieces, now, say), side_by_side(titles, rows, 2))


def _seeds(step: Seed, name: NameCell, say: Catalog) -> Block:
    trace, weights = step.trace, numbers.seed_weights(step)
    now, exact = trace.probabilities(1), numbers.fractions(trace, 1)
    shown_pieces = most_important(weights, MAX_PIECES, weights.__getitem__)
    rows = [
        (
            name(piece),
            _number_cell(say.integer(weights[piece])),
            _number_cell(numbers.fraction(piece, now[piece], exact, say)),
        )
        for piece in shown_pieces
    ]
    titles = [
        say("column.piece"),
        say("column.count" if trace.rules.flow == "plain" else "worksheet.count-by-length"),
        say("column.probability"),
    ]
    total = [(say("worksheet.sum"), say.integer(sum(weights.values())))]
    return Block(say("worksheet.seeds"), _shown_note(shown_pieces, weights, say), side_by_side(titles, rows, 2), total)


def _segmentations(trace: Trace, k: int, say: Catalog) -> Block:
    """Return the best segmentation of each word after k steps, and what the corpus costs in all."""
    now, exact = trace.probabilities(k), numbers.fractions(trace, k)
    unknown = math.exp(trace.model(k).unknown_score)
    rows = [
        (
            *counted(word, trace.corpus[word], say),
            Cell(tokens(split), "tokens"),
            Cell(numbers.product(split, now, exact, say, unknown), "wide"),
        )
        for word, split in trace.words(k).items()
    ]
    titles = [say("column.word"), say("column.count"), say("column.split_before"), say("column.product")]
    total = [(say("worksheet.loss"), say.nats(-trace.log_likelihood(k, "best")))]
    ties = list(unigram_narration.ties(trace, k, say))
    return Block(say("worksheet.segmentations"), tables=[Table(titles, rows)], lines=total, remarks=ties)


def _expected(step: Expect, name: NameCell, say: Catalog) -> Block:
    how = step.trace.rules.expectation
    shown_pieces = most_important(step.counts, MAX_PIECES, step.counts.__getitem__)
    rows = [(name(piece), _number_cell(say.amount(step.counts[piece]))) for piece in shown_pieces]
    return Block(
        say("worksheet.expected.counts") if how == "counts" else expectation_question(how, say),
        _shown_note(shown_pieces, step.counts, say),
        side_by_side([say("column.piece"), say("column.expected")], rows, 3),
        [(say("worksheet.sum"), say.amount(math.fsum(step.counts.values())))],
    )


def _probabilities(step: Maximize, name: NameCell, say: Catalog) -> Block:
    """Return the new probabilities of the pieces before the step; a dash for those that it drops."""
    trace = step.trace
    before, after = trace.probabilities(step.index), step.probabilities
    exact = numbers.fractions(trace, step.index + 1)
    shown_pieces = most_important(before, MAX_PIECES, before.__getitem__)
    rows = [
        (name(piece), _number_cell(numbers.fraction(piece, after[piece], exact, say) if piece in after else "–"))
        for piece in shown_pieces
    ]
    return Block(
        say("worksheet.maximized"),
        [maximization_rule(maximization_reason(step).how, say), *_shown_note(shown_pieces, before, say)],
        side_by_side([say("column.piece"), say("column.probability")], rows, 2),
        why=say("worksheet.dropped"),
        reasons=[unigram_narration.done(step, say)],
    )


def _losses(step: Prune, name: NameCell, say: Catalog) -> Block:
    trace = step.trace
    before = trace.scores(step.index)
    judged = {loss.piece: loss for loss in step.losses if loss.outcome != "protected" and loss.piece in before}
    cheapest = {piece: -place for place, piece in enumerate(judged)}
    shown_pieces = most_important([piece for piece in before if piece in judged], MAX_PIECES, cheapest.__getitem__)
    rows = []
    for piece in shown_pieces:
        piece_loss = judged[piece]
        loss = piece_loss.renormalized if trace.rules.renormalize else piece_loss.loss
        goes = piece_loss.outcome == "removed"
        outcome = say("worksheet.goes" if goes else "worksheet.stays")
        rows.append((name(piece), _number_cell(say.nats(loss)), Cell(outcome, stressed=goes)))
    notes = _shown_note(shown_pieces, judged, say, say("worksheet.cheapest"))
    if trace.rules.keep_characters:
        notes.append(say("worksheet.characters-stay"))
    return Block(
        say("worksheet.fit" if step.is_final else "worksheet.losses"),
        notes,
        side_by_side([say("column.piece"), say("column.loss"), say("worksheet.outcome")], rows, 2),
        why=say("worksheet.pruned"),
        reasons=[unigram_narration.upcoming(step, say), unigram_narration.done(step, say)],
    )


def _number_cell(text: str) -> Cell:
    return Cell(text, "number")


def _shown_note(shown_pieces: Sequence[str], every: Sized, say: Catalog, which: str = "") -> list[str]:
    total = len(every)
    if len(shown_pieces) == total:
        return []
    which = which or say("worksheet.most-probable")
    return [say("worksheet.pieces.best", which=which, shown=len(shown_pieces), total=total)]


# -- pictures ----------------------------------------------------------------------------------------------------------


_MOST_ROWS = 14
_LINE, _LANES = 0.65, 1.7  # rows that a piece takes, and a word with the substrings below it


def training_picture(payload: Mapping[str, Any], step: int) -> StillPicture | None:
    """Return the picture at a step that `payload` has; None of a top-down step that selects nothing, of which the table
    says all."""
    frame, picture = _frame(payload, step), payload["picture"]
    if picture["kind"] == "top-down" and "selection" not in frame:
        return None
    return StillPicture("picture", picture_data(payload, step), rows=min(_MOST_ROWS, _rows(picture, frame)))


def _frame(payload: Mapping[str, Any], step: int) -> dict[str, Any]:
    """Return the frame of a step, without its sentences: a sheet has its own."""
    return {**payload["frames"][step - payload["first"]], "say": []}


def picture_data(payload: Mapping[str, Any], step: int) -> dict[str, Any]:
    """Return the data of a picture that shows a single step."""
    alone = {**payload, "first": step, "frames": [_frame(payload, step)], "search": False, "still": True}
    return {"payload": json.dumps(alone, ensure_ascii=False), "goto": step, "goto_id": 1}


def _rows(picture: Mapping[str, Any], frame: Mapping[str, Any]) -> float:
    """Return the number of rows of a picture.

    Rows of words, of substrings below words, or of pieces and paths.
    """
    words = sum(len(group["rows"]) for group in frame["groups"])
    match picture["kind"]:
        case "unigram":
            ways = sum(len(picture["segmented"][word]["ways"]) for word in frame["view"]["words"])
            return _LINE * max(ways, len(frame["view"]["rows"]))
        case "top-down":
            return _LANES * words
    return words


def before_merge(payload: Mapping[str, Any], step: int) -> StillPicture:
    """Return the words and the vocabulary of a training by merges after `step` of them, and nothing of what is to come:
    the payload is that of a training that ends there, without the candidates."""
    frame = _frame(payload, step)
    groups = [_done(group) for group in frame["groups"]]
    bare_frame = {**frame, "groups": groups, "candidates": {"title": "", "rule": "", "tied": 0, "total": 0, "rows": []}}
    picture = {**payload["picture"], "longest": 1, "ties": payload["picture"]["ties"][:step]}
    data = picture_data({**payload, "first": step, "total": step, "frames": [bare_frame], "picture": picture}, step)
    return StillPicture("picture", data, data, _rows(picture, frame))


def _done(group: Mapping[str, Any]) -> dict[str, Any]:
    """Return rows without the marks of what comes next."""
    return {**group, "spans": [span for span in group["spans"] if span["mark"] != "next"]}
