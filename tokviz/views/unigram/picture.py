"""Payload of the picture of a unigram training: for each step its sentences and what is drawn.

A small corpus is shown whole; of a larger one those frequent words whose segmentation a step changes or whose pieces it
takes out, and a few others. The picture has words with their segmentations, pieces, and what flows between them; it is
worked out here and small, and the browser draws it and lights up what belongs together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tokviz.checkpoint import checkpoint
from tokviz.unigram import Seed, Trace
from tokviz.views.picture.payload import find_words, part_around, picture_payload, step_sentences
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, shown, visible
from tokviz.views.shared.sentences import Sentence, code_word, plain, segments
from tokviz.views.shared.unigram_reasons import short_number
from tokviz.views.unigram import explanations, narration, numbers
from tokviz.views.unigram.explanations import StepNumbers
from tokviz.views.unigram.keys import OUTCOME_KEYS
from tokviz.views.unigram.payload import (
    Headings,
    LeftOutPieces,
    PieceBar,
    SegmentedWord,
    UnigramPicture,
    UnigramView,
    ViewKind,
    WordSegmentation,
)
from tokviz.views.unigram.words_and_pieces import (
    PieceRow,
    PieceRows,
    Segmentation,
    WordSegmentations,
    expectation_before,
    piece_rows,
)

__all__ = ["WORDS", "Pictures", "part_of", "payload"]

_PIECE_HEADS = {
    "start": "unigram.pieces.start",
    "maximize": "unigram.pieces.maximize",
}

_PROBABILITIES = {
    "count": "unigram.probability.count",
    "length": "unigram.probability.length",
}

_WORDS = {
    "start": "unigram.words.start",
    "all-paths": "unigram.words.all-paths",
    "best-path": "unigram.words.best-path",
    "counts": "unigram.words.counts",
    "prune": "unigram.words.prune",
}

WORDS = 8
"""A corpus of up to so many words is shown whole, and of a larger one so many words."""
_TOUCHED = 4  # words that a step touches, of a larger one
_WATCHED = 300  # so many of the most frequent words are looked at to say what a step touches
_PART, _PART_OF_MANY = 12, 8  # frames sent at once, and of a larger corpus, whose frames take longer to make
_PIECES = 200_000  # fewer, where their vocabularies together have more pieces: to tell of a step takes all of them


def part_of(trace: Trace, step: int) -> range:
    """Return the steps whose frames belong to the part that holds `step`."""
    part = _PART if len(trace.corpus) <= WORDS else _PART_OF_MANY
    size = max(4, min(part, _PIECES // max(trace.pieces_left)))
    return part_around(step, len(trace), size, max(1, size // 4))


def payload(trace: Trace, steps: range, say: Catalog, query: str = "", *, asks: bool = False) -> dict[str, Any]:
    """Return the picture's payload for these steps, ready for JSON.

    query: words that begin with or hold this come first. asks: whether what comes next is asked first:
    no step shows anything of the next one, so this changes nothing.
    """
    corpus = trace.corpus
    is_whole = len(corpus) <= WORDS
    matched_words, matches = find_words(corpus, query) if query and not is_whole else ((), None)
    watched = corpus.words if is_whole else tuple(dict.fromkeys((*matched_words, *corpus.most_frequent(_WATCHED))))
    part = trace if is_whole else trace.among(watched)
    pictures = Pictures(trace, part, say)
    frames = []
    for k in steps:
        checkpoint()
        words = watched if is_whole else (*matched_words, *_touched(trace, part, k), *watched[len(matched_words) :])
        view = pictures.view(k, tuple(dict.fromkeys(words))[:WORDS])
        frames.append(
            {"groups": [], "say": step_sentences(trace, k, *narration.last_and_next(trace, k, say)), "view": view}
        )
    built = picture_payload(len(trace), steps.start, frames, [], [], say, has_search=not is_whole, found=matches)
    return built | {"picture": pictures.whole()}


def _touched(trace: Trace, part: Trace, k: int) -> list[str]:
    """Return frequent words that the last of k steps cuts again, or from which it takes a piece. part: the training of
    these.

    An expectation step changes nothing: it shows what the maximization after it will touch, which then stays."""
    at = k + 1 if k and k < len(trace) and trace.kinds[k - 1] == "expect" else k
    if not at:
        return []
    now, before = part.words(at), part.words(at - 1)
    gone = set(trace[at - 1].dropped)
    often = trace.corpus.__getitem__
    touched = (word for word in now if now[word] != before[word] or not gone.isdisjoint(before[word]))
    return sorted(touched, key=lambda word: -often(word))[:_TOUCHED]


# -- the picture of a step ---------------------------------------------------------------------------------------------


_LETTERS = 40  # of a word
_PIECE = 60  # letters of a piece
_CHIPS = 16  # pieces of a segmentation
_FLOWS = 24  # pieces that a word flows into
_WHOLE, _NEARLY = 1e-12, 0.999999  # a share is only the whole if nothing is left
_SEEN = 0.005  # what a word adds to a count, to be named beside it

_SIGNS = {"seed": "S", "expect": "E", "maximize": "M", "prune": "P"}  # of each step


class Pictures:
    """The pictures of some steps of a training, with the pools that they share. part: the same training of those words
    that may be shown."""

    def __init__(self, trace: Trace, part: Trace, say: Catalog) -> None:
        self._trace = trace
        self._part = part
        self._say = say
        self._pieces: dict[str, int] = {}
        self._words: dict[str, int] = {}
        self._segmented: dict[str, tuple[int, SegmentedWord]] = {}

    def whole(self) -> UnigramPicture:
        """Return what holds for all of them, once they are made."""
        trace, say = self._trace, self._say
        return {
            "kind": "unigram",
            "steps": "".join(_SIGNS[kind] for kind in trace.kinds),
            "pieces": [shorten(visible(piece), _PIECE) for piece in self._pieces],
            "words": [{"text": shown(word, _LETTERS), "count": trace.corpus[word]} for word in self._words],
            "segmented": [word for _, word in self._segmented.values()],
            "total": len(trace.corpus),
            "labels": say.within("unigram.label."),
        }

    def view(self, k: int, words: Sequence[str]) -> UnigramView:
        """Return what the last of k steps did, with these words; before the first step what there is to begin with."""
        known = StepNumbers.of(self._trace, k, self._part, words, self._say)
        shown_words = known.words
        pieces = piece_rows(self._trace, k, shown_words)
        return {
            "kind": self._kind(k),
            "heads": self._heads(k),
            "words": [self._word(segmented, known) for segmented in shown_words],
            "rows": [self._row(row, known) for row in pieces.rows],
            "cut": pieces.cut,
            "more": self._more(k, pieces),
        }

    def _kind(self, k: int) -> ViewKind:
        """Return what a step is called in the catalog."""
        if not k:
            return "start"
        return "final" if self._trace.is_final(k - 1) else self._trace.kinds[k - 1]

    # -- words ---------------------------------------------------------------------------------------------------------

    def _word(self, segmented: WordSegmentations, known: StepNumbers) -> int:
        """Return the number of a word as it is split."""
        most = sorted(segmented.flows.items(), key=lambda flow: -flow[1])[:_FLOWS]
        word: SegmentedWord = {
            "word": self._words.setdefault(segmented.word, len(self._words)),
            "ways": [self._way(segmented, way, known) for way in segmented.ways],
            "flows": [{"piece": self._piece(piece), "often": _short(often)} for piece, often in most],
            "why": explanations.explain_word(segmented, known),
        }
        if segmented.others:
            word["others"] = {"count": segmented.others, "share": _short(segmented.rest)}
        number, _ = self._segmented.setdefault(repr(word), (len(self._segmented), word))
        return number

    def _way(self, segmented: WordSegmentations, way: Segmentation, known: StepNumbers) -> WordSegmentation:
        pieces = way.pieces[:_CHIPS]
        unknown = [place for place, piece in enumerate(pieces) if known.k and piece not in known.scores]
        share = way.share if way.share is None or way.share > 1 - _WHOLE else min(_short(way.share), _NEARLY)
        return {
            "pieces": [self._piece(piece) for piece in pieces],
            "unknown": unknown,
            "left": len(way.pieces) - len(pieces),
            "share": share,
            "standing": way.standing,
            "why": explanations.explain_segmentation(segmented, way, known),
        }

    def _piece(self, piece: str) -> int:
        return self._pieces.setdefault(piece, len(self._pieces))

    # -- pieces --------------------------------------------------------------------------------------------------------

    def _row(self, row: PieceRow, known: StepNumbers) -> PieceBar:
        worth, note = self._told(row, known)
        return {
            "piece": self._piece(row.piece),
            "value": _short(row.value),
            "before": None if row.before is None else _short(row.before),
            "standing": row.standing,
            "worth": worth,
            "note": note,
            "why": explanations.explain_piece(row, known),
        }

    def _told(self, row: PieceRow, known: StepNumbers) -> tuple[str, Sentence]:
        """Return the number of a piece, and what is said beside it."""
        if self._kind(known.k) == "expect":
            return short_number(row.value, self._say), self._sum(row.piece, known)
        worth, note = self._standing(row, known)
        return worth, plain(note) if note else ()

    def _standing(self, row: PieceRow, known: StepNumbers) -> tuple[str, str]:
        say = self._say
        match self._kind(known.k):
            case "seed" if row.piece in known.exact:
                return say.quotient(*known.exact[row.piece]), f"= {short_number(row.value, say)}"
            case "maximize" if row.standing == "dropped":
                return say("unigram.is-dropped"), say("unigram.from", before=short_number(row.before or 0.0, say))
            case "maximize" if row.before is not None:
                return short_number(row.value, say), say("unigram.from", before=short_number(row.before, say))
            case "prune" if row.loss is not None:
                letter = row.standing == "protected"
                note = say("unigram.letter") if letter else say(OUTCOME_KEYS[row.standing])
                return say.nats(self._trace.judged(row.loss)), note
            case "final":
                return short_number(row.value, say), say(OUTCOME_KEYS[row.standing])
        return short_number(row.value, say), ""

    def _sum(self, piece: str, known: StepNumbers) -> Sentence:
        """Return the words that add most to an expected count."""
        parts = [part for part in explanations.contributions(piece, known) if part[1] * part[2] >= _SEEN]
        terms = [f"{code_word(word, 12)} {self._say.decimal(count * each, 2)}" for word, count, each in parts[:2]]
        return segments(" + ".join(terms) + (" …" if len(parts) > 2 else "")) if terms else ()

    def _more(self, k: int, rows: PieceRows) -> LeftOutPieces:
        """Return what is said of the pieces left out."""
        say, kind = self._say, self._kind(k)
        above = say.count("unigram.more.removed", rows.above) if rows.above else ""
        below = ""
        if rows.below and kind in ("prune", "final"):
            below = say.count("unigram.more.kept", rows.below)
        elif rows.below:
            below = say.count("unigram.more", rows.below, sum=short_number(rows.rest or 0.0, say))
        return {"above": above, "below": below}

    # -- headings ------------------------------------------------------------------------------------------------------

    def _heads(self, k: int) -> Headings:
        say, kind, rules = self._say, self._kind(k), self._trace.rules
        is_counted = expectation_before(self._trace, k) is not None
        cut = {"start": "start", "prune": "prune", "final": "prune"}.get(kind, "counts")
        words = say(_WORDS[rules.expectation if is_counted else cut])
        match kind:
            case "seed":
                weighed = "length" if rules.flow != "plain" else "count"
                weights = numbers.seed_weights(self._trace.of(0, Seed))
                pieces = say(_PROBABILITIES[weighed], sum=sum(weights.values()))
            case "expect":
                pieces = say("unigram.pieces.counts" if rules.expectation == "counts" else "unigram.pieces.expect")
            case "prune":
                pieces = say("unigram.pieces.prune" if rules.flow == "plain" else "unigram.pieces.estimate")
            case "final":
                pieces = say("unigram.fits", size=self._trace.vocab_size)
            case _:
                pieces = say(_PIECE_HEADS[kind])
        return {
            "words": {"name": say("unigram.words"), "shows": words},
            "pieces": {"name": say("unigram.pieces"), "shows": pieces},
        }


def _short(value: float) -> float:
    """Return a number with as many digits as a picture needs."""
    return float(f"{value:.6g}")
