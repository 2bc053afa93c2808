"""subword-nmt's apply in the picture: glossaries, merges, the vocabulary with what it undoes, separators.

One row for each fragment of the word, one frame a state. The merges of a fragment read as in
:mod:`tokviz.views.encoding.merging`; what is shown nowhere else is each piece looked up in the vocabulary, and the
merge undone that made a piece which is not in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tokviz.bpe import EncodeStep
from tokviz.bpe.subword_nmt import ApplyTrace, Check, FragmentTrace, GlossarySplit
from tokviz.views.encoding import narration
from tokviz.views.encoding.merging import Frame, Row, Span, most_attempts, pair_attempts
from tokviz.views.encoding.payload import Attempt, Choice, SymbolPlace
from tokviz.views.picture.payload import SentenceKind
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.sentences import Sentence, code, segments

_CHECKS = {
    "known": "encode.picture.check.known",
    "undone": "encode.picture.check.undone",
    "kept": "encode.picture.check.kept",
}

_GLOSSARY = {
    "cut": "encode.picture.glossary.cut",
    "none": "encode.picture.glossary.none",
}

_GLOSSARY_NOTES = {
    "cut": "encode.apply.glossary.cut",
    "none": "encode.apply.glossary.none",
}

_NOTES: Mapping[str | None, str] = {
    "glossary": "encode.apply.note.glossary",
    "one-character": "encode.apply.note.one-character",
}

_WHOLE: Mapping[str | None, str] = {
    "glossary": "encode.apply.glossary",
    "one-character": "encode.apply.one-character",
}

_MOST = 8  # patterns or symbols looked up are shown at a time
_Rows = tuple[Row, ...]


@dataclass(frozen=True)
class _Move:
    """A move from one state to the next: which row, what is marked in it before and after, what is said."""

    about: int
    marked: tuple[Span, ...]
    ahead: Sentence
    after: _Rows
    made: tuple[Span, ...]
    behind: Sentence
    merge: tuple[EncodeStep, int] | None = None  # the iteration that it is, and its number
    choice: Choice | None = None  # what it chooses from


def apply_frames(trace: ApplyTrace, separator: str, say: Catalog) -> Iterator[Frame]:
    """Yield the states of a word, from the word as one piece to its tokens with separators."""
    rows: _Rows = (_row(trace.word, (trace.word,)),)
    last: _Move | None = None
    first_sentence: tuple[SentenceKind, Sentence]
    for move in _moves(trace, separator, say):
        first_sentence = ("done", last.behind) if last else ("note", _say(say, "encode.apply.start", word=trace.word))
        yield _frame(rows, last, move, (first_sentence, ("next", move.ahead)))
        rows, last = move.after, move
    assert last is not None
    end = segments(say.count("encode.apply.end", len(trace.tokens)))
    yield _frame(rows, last, None, (("done", last.behind), ("note", end)))


def _frame(
    rows: _Rows, last: _Move | None, move: _Move | None, sentences: tuple[tuple[SentenceKind, Sentence], ...]
) -> Frame:
    """Return the rows with what was just made and what comes next marked."""
    marked = list(rows)
    for at, spans in ((last.about, last.made) if last else (0, ()), (move.about, move.marked) if move else (0, ())):
        if at < len(marked):
            marked[at] = replace(marked[at], spans=marked[at].spans + spans)
    about = move.about if move else last.about if last else 0
    ahead, choice = (move.merge, move.choice) if move else (None, None)
    return Frame(marked, sentences, min(about, len(marked) - 1), ahead, choice)


def _moves(trace: ApplyTrace, separator: str, say: Catalog) -> Iterator[_Move]:
    rows: _Rows = (_row(trace.word, (trace.word,)),)
    for number, split in enumerate(trace.splits):
        yield (move := _split(split, rows, _patterns(trace.splits, number, say), say))
        rows = move.after
    for at, fragment in enumerate(trace.fragments):
        for move in _fragment(fragment, at, rows, say):
            yield move
            rows = move.after
    checks = [check for fragment in trace.fragments for check in fragment.checks]
    choice = _lookups(checks, len(checks), say) if checks else None
    ahead = (
        _say(say, "encode.apply.join.next", separator=separator)
        if separator
        else _say(say, "encode.apply.join.next.none")
    )
    behind = _say(
        say,
        "encode.apply.join.done" if len(trace.tokens) > 1 else "encode.apply.join.one",
        tokens=" ".join(trace.tokens),
    )
    yield _Move(0, (), ahead, (_row(trace.word, trace.tokens),), (), behind, choice=choice)


def _patterns(splits: Sequence[GlossarySplit], number: int, say: Catalog) -> Choice:
    """Return the glossary patterns in their order; `number` of them were looked for."""
    tries = []
    first = max(0, number + 1 - _MOST)
    for place, split in enumerate(splits[first : first + _MOST], start=first):
        outcome = "cut" if split.before != split.after else "none"
        fragments = " ".join(split.after)
        about = _say(say, _GLOSSARY_NOTES[outcome], pattern=split.pattern, fragments=fragments)
        if place < number:
            tries.append(Attempt((split.pattern,), (), say(_GLOSSARY[outcome]), about, "done"))
        else:
            about = _say(say, "encode.apply.glossary.next", pattern=split.pattern)
            tries.append(Attempt((split.pattern,), (), "", about, "wins" if place == number else "open"))
    return Choice(say("encode.picture.glossaries"), say("encode.picture.in-order"), tries, len(splits) - len(tries))


def _lookups(checks: Sequence[Check], number: int, say: Catalog) -> Choice:
    """Return the symbols looked up in the vocabulary: `number` of them, and the one that comes next."""
    tries = []
    first = max(0, number + 1 - _MOST)
    for place, check in enumerate(checks[first : number + 1], start=first):
        if place < number:
            verdict = say(_CHECKS[check.outcome], pair=" ".join(map(visible, check.pair or ())))
            tries.append(Attempt((check.token,), (), verdict, _looked_up(check, say), "done"))
        else:
            tries.append(
                Attempt(
                    (check.token,),
                    (SymbolPlace(check.index, 1),),
                    "?",
                    _say(say, "encode.apply.check.next", token=check.token),
                    "wins",
                )
            )
    return Choice(say("encode.picture.vocabulary"), say("encode.picture.vocabulary.rule"), tries[::-1], first)


def _split(split: GlossarySplit, rows: _Rows, choice: Choice, say: Catalog) -> _Move:
    """Return a glossary pattern looked for in every fragment."""
    ahead = _say(say, "encode.apply.glossary.next", pattern=split.pattern)
    if split.before == split.after:
        return _Move(
            0, (), ahead, rows, (), _say(say, "encode.apply.glossary.none", pattern=split.pattern), choice=choice
        )
    after = tuple(_row(text, (text,)) for text in split.after if text)
    behind = _say(say, "encode.apply.glossary.cut", pattern=split.pattern, fragments=" ".join(split.after))
    return _Move(0, (), ahead, after, (), behind, choice=choice)


def _fragment(fragment: FragmentTrace, at: int, rows: _Rows, say: Catalog) -> Iterator[_Move]:
    """Yield a fragment left alone, or its symbols, merges, end mark and pieces."""
    text = fragment.text

    def showing(row: Row) -> _Rows:
        return (*rows[:at], row, *rows[at + 1 :])

    whole: Span = (0, 1, "next")
    if fragment.encoding is None:
        note = say(_NOTES[fragment.untouched])
        behind = _say(say, _WHOLE[fragment.untouched], fragment=text)
        ahead = _say(say, "encode.apply.fragment.next", fragment=text)
        yield _Move(at, (whole,), ahead, showing(replace(rows[at], note=note)), (), behind)
        return
    merging = fragment.encoding
    behind = segments(say("encode.apply.symbols", symbols=say.count("count.symbols-of-word", len(merging.start))))
    yield _Move(
        at,
        (whole,),
        _say(say, "encode.apply.symbols.next", fragment=text),
        showing(_row(text, merging.start)),
        (),
        behind,
    )
    for k, step in enumerate(merging, 1):
        yield _Move(
            at,
            narration.to_merge(step),
            narration.upcoming(step, k, say),
            showing(_row(text, step.after)),
            narration.done_in_short(step),
            narration.done(step, k, say),
            (step, k),
            pair_attempts(step.candidates, step, say, most_attempts(len(merging))),
        )
    pieces = fragment.checks[0].before if fragment.checks else fragment.pieces
    yield _Move(
        at,
        (),
        segments(narration.stopped(merging, say) + say("encode.apply.mark.next")),
        showing(_row(text, pieces)),
        (),
        _say(say, "encode.apply.mark.done", pieces=" ".join(pieces)),
        choice=pair_attempts(merging.candidates, None, say),
    )
    for number, check in enumerate(fragment.checks):
        yield _Move(
            at,
            ((check.index, 1, "next"),),
            _say(say, "encode.apply.check.next", token=check.token),
            showing(_row(text, check.after)),
            ((check.index, 2, "new"),) if check.outcome == "undone" else (),
            _looked_up(check, say),
            choice=_lookups(fragment.checks, number, say),
        )


def _looked_up(check: Check, say: Catalog) -> Sentence:
    if check.outcome == "known":
        return _say(say, "encode.apply.check.known", token=check.token)
    if check.pair is None:
        return _say(
            say,
            "encode.apply.check.kept" if check.before[check.index] else "encode.apply.check.empty",
            token=check.token,
        )
    left, right = check.after[check.index : check.index + 2]
    key = "encode.apply.check.undone" if right else "encode.apply.check.undone-mark"
    return _say(say, key, token=check.token, pair=" ".join(check.pair), left=left, right=right)


def _row(text: str, symbols: tuple[str, ...]) -> Row:
    return Row(shorten(visible(text), 40), "", symbols)


def _say(say: Catalog, key: str, /, **tokens: str) -> Sentence:
    """Return a sentence of this view, with its values set as tokens; spaces between several are kept."""
    shown = {key: code(*(part or "∅" for part in value.split(" "))) for key, value in tokens.items()}
    return segments(say(key, **shown))
