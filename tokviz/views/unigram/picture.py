"""Payload of the picture of a unigram training: for each step its sentences and what is drawn.

A small corpus is shown whole; of a larger one those frequent words whose segmentation a step changes or whose pieces it
takes out, and a few others. The picture has words with their segmentations, pieces, and what flows between them; it is
worked out here and small, and the browser draws it and lights up what belongs together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tokviz.checkpoint import checkpoint
from tokviz.unigram import Seed, Trace
from tokviz.views.picture.payload import find_words, part_around, picture_payload, step_sentences
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, shown, visible
from tokviz.views.shared.sentences import Sentence, plain
from tokviz.views.shared.spaces import space_sign
from tokviz.views.shared.unigram_reasons import short_number
from tokviz.views.unigram import explanations, narration, numbers
from tokviz.views.unigram.explanations import StepNumbers
from tokviz.views.unigram.keys import OUTCOME_KEYS, TIED_KEYS
from tokviz.views.unigram.payload import (
    CountedWord,
    Heading,
    Headings,
    LeftOutPieces,
    OtherSegmentations,
    PieceBar,
    PieceFlow,
    SegmentedWord,
    SurpriseAtStep,
    UnigramPicture,
    UnigramView,
    ViewKind,
    WordSegmentation,
    WordWithout,
)
from tokviz.views.unigram.resplits import compare_words
from tokviz.views.unigram.words_and_pieces import (
    PieceRow,
    PieceRows,
    Segmentation,
    WordSegmentations,
    example_word,
    expectation_before,
    has_shares,
    piece_rows,
)

_PIECE_HEADS = {"maximize": "unigram.pieces.maximize"}

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
        shown_words = tuple(dict.fromkeys(words))[:WORDS] if k else matched_words[:1] or (example_word(trace),)
        view = pictures.view(k, shown_words)
        frames.append(
            {"groups": [], "say": step_sentences(trace, k, *narration.last_and_next(trace, k, say)), "view": view}
        )
    return picture_payload(
        len(trace), steps.start, frames, pictures.whole(), say, has_search=not is_whole, found=matches
    )


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
_WHOLE = 1e-12  # a share is only the whole if nothing is left
_NEARLY = math.nextafter(1, 0)

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
        if len(trace.corpus) <= WORDS:  # in their order, whichever comes first, so that their colors stay
            self._words = {word: number for number, word in enumerate(trace.corpus)}

    def whole(self) -> UnigramPicture:
        """Return the data common to all of them, once they are made."""
        trace, say = self._trace, self._say
        return UnigramPicture(
            kind="unigram",
            steps="".join(_SIGNS[kind] for kind in trace.kinds),
            pieces=[shorten(visible(piece), _PIECE) for piece in self._pieces],
            words=[CountedWord(text=shown(word, _LETTERS), count=trace.corpus[word]) for word in self._words],
            segmented=[word for _, word in self._segmented.values()],
            surprise=[SurpriseAtStep(step=k + 1, loss=loss) for k, loss in trace.expected_losses().items()],
            total=len(trace.corpus),
            labels=say.within("unigram.label.") | {"semicolon": say("list.semicolon")},
            space=space_sign(trace.rules) or None,
        )

    def view(self, k: int, words: Sequence[str]) -> UnigramView:
        """Return the view of the last of k steps, with these words.

        Before the first step it is that of the beginning.
        """
        known = StepNumbers.of(self._trace, k, self._part, words, self._say)
        shown_words = known.words
        pieces = piece_rows(self._trace, k, shown_words)
        return UnigramView(
            kind=self._kind(k),
            heads=self._heads(k),
            words=[self._word(segmented, known) for segmented in shown_words],
            rows=[self._row(row, known) for row in pieces.rows],
            cut=pieces.cut,
            more=self._more(pieces),
        )

    def _kind(self, k: int) -> ViewKind:
        if not k:
            return "start"
        return "final" if self._trace.is_final(k - 1) else self._trace.kinds[k - 1]

    # -- words ---------------------------------------------------------------------------------------------------------

    def _word(self, segmented: WordSegmentations, known: StepNumbers) -> int:
        """Return the number of a word as it is split."""
        most = sorted(segmented.flows.items(), key=lambda flow: -flow[1])[:_FLOWS]
        others = OtherSegmentations(count=segmented.others, share=segmented.rest) if segmented.others else None
        word = SegmentedWord(
            word=self._words.setdefault(segmented.word, len(self._words)),
            ways=[self._way(segmented, way, known) for way in segmented.ways],
            flows=[PieceFlow(piece=self._piece(piece), often=often) for piece, often in most],
            why=explanations.explain_word(segmented, known),
            others=others,
        )
        number, _ = self._segmented.setdefault(repr(word), (len(self._segmented), word))
        return number

    def _way(self, segmented: WordSegmentations, way: Segmentation, known: StepNumbers) -> WordSegmentation:
        pieces = way.pieces[:_CHIPS]
        unknown = [place for place, piece in enumerate(pieces) if piece not in known.scores]
        share = way.share if way.share is None or way.share > 1 - _WHOLE else min(way.share, _NEARLY)
        chances = known.chances(way.pieces)
        return WordSegmentation(
            pieces=[self._piece(piece) for piece in pieces],
            unknown=unknown,
            left=len(way.pieces) - len(pieces),
            product=math.prod(chances),
            share=share,
            standing=way.standing,
            why=explanations.explain_segmentation(segmented, way, known),
            chances=None if known.k else chances[:_CHIPS],
        )

    def _piece(self, piece: str) -> int:
        return self._pieces.setdefault(piece, len(self._pieces))

    # -- pieces --------------------------------------------------------------------------------------------------------

    def _row(self, row: PieceRow, known: StepNumbers) -> PieceBar:
        worth, exact, note = self._told(row, known)
        return PieceBar(
            piece=self._piece(row.piece),
            value=row.value,
            before=row.before,
            standing=row.standing,
            worth=worth,
            exact=exact,
            note=note,
            why=explanations.explain_piece(row, known),
            resplit=self._resplit(row, known) if self._kind(known.k) == "prune" else None,
        )

    def _resplit(self, row: PieceRow, known: StepNumbers) -> list[WordWithout]:
        """Return the words shown that a piece is a part of, with their best segmentations with and without it."""
        return [
            WordWithout(
                word=self._words.setdefault(again.word, len(self._words)),
                before=[self._piece(name) for name in again.before[:_CHIPS]],
                after=[self._piece(name) for name in again.after[:_CHIPS]],
                product=again.product,
                without=again.without,
                likelihood=again.likelihood,
            )
            for again in compare_words(self._trace, row.piece, known.words, known.pieces)
        ]

    def _told(self, row: PieceRow, known: StepNumbers) -> tuple[str, str, Sentence]:
        """Return the number of a piece, with two digits and with more, and what is said beside it."""
        say = self._say
        worth, exact, note = say.rough(row.value), short_number(row.value, say), ""
        match self._kind(known.k):
            case "seed" if row.piece in known.exact:
                quotient = say.quotient(*known.exact[row.piece])
                return quotient, quotient, plain(f"= {worth}")
            case "maximize" if row.standing == "dropped":
                worth = exact = say("unigram.is-dropped")
            case "prune" if row.loss is not None:
                judged = self._trace.judged(row.loss)
                worth, exact = say.nats(None) if judged is None else say.rough(judged), say.nats(judged)
                note = say(OUTCOME_KEYS[row.standing])
                if known.pruning and row.piece in known.pruning.tied:
                    note = say(TIED_KEYS[known.pruning.removes])
            case "final":
                note = say(OUTCOME_KEYS[row.standing])
        return worth, exact, plain(note) if note else ()

    def _more(self, rows: PieceRows) -> LeftOutPieces:
        note = self._say("unigram.letters") if rows.letters else ""
        return LeftOutPieces(above=rows.above, below=rows.below, sum=rows.rest or 0.0, note=note)

    # -- headings ------------------------------------------------------------------------------------------------------

    def _heads(self, k: int) -> Headings:
        say, kind, rules = self._say, self._kind(k), self._trace.rules
        is_counted = has_shares(self._trace, k) or expectation_before(self._trace, k) is not None
        shown_of_words = {"start": "start", "prune": "prune", "final": "prune"}.get(kind)
        words = say(_WORDS[shown_of_words or (rules.expectation if is_counted else "counts")])
        name = say("unigram.pieces")
        match kind:
            case "start":
                pieces = say("unigram.pieces.start")
            case "seed":
                weighed = "length" if rules.flow != "plain" else "count"
                weights = numbers.seed_weights(self._trace.of(0, Seed))
                pieces = say(_PROBABILITIES[weighed], sum=sum(weights.values()))
            case "expect":
                pieces = say("unigram.pieces.counts" if rules.expectation == "counts" else "unigram.pieces.expect")
            case "prune" if rules.flow == "plain":
                name, pieces = say("unigram.pieces.loss"), say("unigram.pieces.prune")
            case "prune":
                name, pieces = say("unigram.pieces.loss.estimated"), say("unigram.pieces.estimate")
            case "final":
                pieces = say("unigram.fits", size=self._trace.vocab_size)
            case _:
                pieces = say(_PIECE_HEADS[kind])
        return Headings(
            words=Heading(name=say("unigram.words" if k else "unigram.words.one"), shows=words),
            pieces=Heading(name=name, shows=pieces),
        )
