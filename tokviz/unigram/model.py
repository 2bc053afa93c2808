"""A unigram tokenizer: pieces with probabilities, and the best segmentation of new text by them.

The probability of a segmentation is the product of its pieces' probabilities. Inside, everything is natural logarithms
("scores"), because that is what files hold and what does not underflow. Training is :mod:`tokviz.unigram.training`;
all that can be asked about one word is in its :class:`~tokviz.unigram.lattice.Lattice`.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from tokviz.corpus.limits import check_type
from tokviz.errors import RulesError, brief
from tokviz.merging.rules import Rules as Marks
from tokviz.models.added_tokens import AddedToken
from tokviz.models.around import Around
from tokviz.models.decoding import BYTE_PIECES, by_words, join_tokens
from tokviz.models.text_encoder import TextEncoder, check_explained
from tokviz.notebook_display import Drawn, Explained
from tokviz.pretokenize import METASPACE, Normalizer
from tokviz.pretokenize.marks import Marks as TokenMarks
from tokviz.pretokenize.marks import space_of
from tokviz.unigram.lattice import Arc, Cell, Lattice, Path

UNKNOWN_PENALTY = 10.0
"""The distance in score of an unknown character below the lowest piece, in sentencepiece and tokenizers."""

USER_DEFINED_SCORE = 0.1
"""The score of a user-defined symbol in sentencepiece: so much for each byte after its first."""


@dataclass(frozen=True, eq=False, repr=False)
class Model(TextEncoder, Drawn):
    """Pieces with their probabilities, in the order of their ids.

    probabilities: of each piece, above 0. They need not add up to 1. :meth:`from_scores` takes natural logarithms.
    unk_token: the piece whose id unknown characters get. reserved: pieces that are never found in a text, such as the
    control symbols of sentencepiece. start_of_word: a mark that is put before each word that does not begin with it.
    byte_fallback: unknown characters become their UTF-8 bytes ``<0xHH>`` where these are pieces. added: tokens that a
    text is split at before anything else, whether they are pieces or not.
    normalizer: what is done with a text before it is pre-tokenized. user_defined: pieces that are found with a score
    that is better than nearly all others, whatever their own is (0.1 for each byte after the first). least_score: the
    lowest score of the file, if that is one of an entry that is no piece here; what is unknown scores below it.
    is_single: whether scores are added up in single precision, as sentencepiece does. There rounding decides between
    equal sums, and a text is one sum from its first word to its last.

    A run of unknown characters is one token that keeps its text; its id is that of `unk_token`. Raises RulesError for a
    probability that is none.

    >>> model = Model({"h": 15 / 210, "ug": 20 / 210, "hu": 15 / 210, "g": 20 / 210, "hug": 15 / 210})
    >>> model.encode("hug hugug")
    ['hug', 'hug', 'ug']
    >>> round(model.lattice("hug").best().path.probability, 4)
    0.0714
    """

    algorithm: ClassVar[str] = "unigram"

    probabilities: Mapping[str, float]
    unk_token: str | None = None
    pretokenizer: str = "whitespace"
    reserved: frozenset[str] = frozenset()
    start_of_word: str = ""
    byte_fallback: bool = False
    added: tuple[AddedToken, ...] = ()
    normalizer: Normalizer | None = None
    around: Around | None = field(default=None, kw_only=True)
    user_defined: frozenset[str] = frozenset()
    scores: Mapping[str, float] = field(default_factory=dict, kw_only=True, repr=False)
    least_score: float | None = field(default=None, kw_only=True, repr=False)
    is_single: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        probabilities = dict(self.probabilities)
        for piece, probability in probabilities.items():
            if not piece or not 0 < probability < math.inf:
                raise RulesError("piece-probability", piece=brief(piece), value=str(probability))
        scores = dict(self.scores) or {piece: math.log(probability) for piece, probability in probabilities.items()}
        object.__setattr__(self, "probabilities", MappingProxyType(probabilities))
        object.__setattr__(self, "scores", MappingProxyType(scores))

    @classmethod
    def from_scores(cls, scores: Mapping[str, float] | Iterable[tuple[str, float]], **options: Any) -> Model:
        """Make a model of pieces with log scores, kept to the last bit; the options are those of the class.

        >>> Model.from_scores({"a": -0.5, "b": -1.5}).scores["b"]
        -1.5
        """
        scores = {piece: float(score) for piece, score in dict(scores).items()}
        for piece, score in scores.items():
            if not piece or not math.isfinite(score) or not -700 < score < 700:
                raise RulesError("piece-score", piece=brief(piece), value=str(score))
        return cls({piece: math.exp(score) for piece, score in scores.items()}, scores=scores, **options)

    # -- the three verbs -------------------------------------------------------------------------------------------

    def explain(self, word: str) -> EncodeTrace:
        """Encode one word step by step. Raises LimitError for more than 2,000 characters."""
        check_type(word)
        lattice = self.lattice(word)
        check_explained(len(lattice.word))
        return EncodeTrace.of(lattice, word, self.tokens(lattice.best().path))

    def _join(self, tokens: Sequence[str]) -> str:
        return join_tokens(
            tokens,
            Marks(start_of_word=self.start_of_word),
            self.pretokenizer,
            byte_fallback=self.byte_fallback,
            normalizer=self.normalizer,
        )

    # -- words -----------------------------------------------------------------------------------------------------

    @property
    def encodes_together(self) -> bool:
        return self.is_single

    def encode_words(self, words: Sequence[str]) -> Sequence[tuple[str, ...]]:
        return self.encode_together(words) if self.is_single else super().encode_words(words)

    def encode_together(self, words: Sequence[str]) -> Sequence[tuple[str, ...]]:
        """Return the tokens of words between which no piece goes over, by one sum for all of them.

        Rounding may then decide otherwise between equal sums than in each word alone.
        """
        run = by_words(self._encode("".join(words)), words) if len(words) > 1 else None
        return super().encode_words(words) if run is None else run

    def _joined(self, words: Sequence[str]) -> list[str]:
        if self.is_single and len(words) > 1:
            return list(self._encode("".join(words)))
        return super()._joined(words)

    def lattice(self, word: str) -> Lattice:
        """Return every way to split `word`, which gets the mark of the start of a word where the model has one.

        A character that is no piece by itself is an unknown one, also where longer pieces cover it.
        """
        word = self.marked(word)
        arcs: list[Arc] = []
        for begin in range(len(word)):
            known = False
            for end in range(begin + 1, len(word) + 1):
                score = self._prefixes.get(word[begin:end])
                if score is None:
                    break
                if score > -math.inf:
                    arcs.append(Arc(begin, end, word[begin:end], score))
                    known = known or end == begin + 1
            if not known:
                arcs.append(Arc(begin, begin + 1, word[begin], self.unknown_score, known=False))
        return Lattice(word, tuple(arcs), self.is_single)

    def found_score(self, piece: str) -> float | None:
        """Return the score with which a piece is found in a text; None for what is no piece, or a reserved one."""
        score = self._prefixes.get(piece, -math.inf)
        return score if score > -math.inf else None

    def tokens(self, path: Path) -> tuple[str, ...]:
        """Return the tokens of a path: each run of unknown characters is one, or its bytes."""
        return self._fused([(arc.piece, arc.known) for arc in path.arcs])

    def marked(self, word: str) -> str:
        """Return the word with the mark of its start, if the model has one and the word does not."""
        return word if word.startswith(self.start_of_word) else self.start_of_word + word

    @cached_property
    def marks(self) -> TokenMarks:
        """The mark of a word's start, which mostly is that of a space."""
        starts_by_space = self.start_of_word == METASPACE
        space = space_of(self.pretokenizer, is_marked=starts_by_space)
        return TokenMarks(
            start_of_word="" if starts_by_space else self.start_of_word,
            space=space,
            writes_spaces=bool(space),
            textless=self._textless((self.unk_token, *self.reserved)),
        )

    @property
    def vocabulary(self) -> tuple[str, ...]:  # type: ignore[override]  # a field of the others, derived here
        """The pieces in the order of their ids."""
        return tuple(self.probabilities)

    @cached_property
    def encodable(self) -> frozenset[str]:
        """The pieces that words can become; reserved ones only as the bytes of unknown characters."""
        return frozenset(self.probabilities) - (self.reserved - BYTE_PIECES if self.byte_fallback else self.reserved)

    @cached_property
    def unknown_score(self) -> float:
        """The score of an unknown character: 10 below the lowest piece."""
        least = self.least_score
        if least is None:
            least = min((self.scores[piece] for piece in self._found if piece not in self.user_defined), default=0.0)
        return self._rounded(least - UNKNOWN_PENALTY)

    @property
    def unknown_token(self) -> str | None:
        """The token for what the vocabulary does not have; None without one."""
        return self.unk_token

    # -- inside ----------------------------------------------------------------------------------------------------

    @cached_property
    def _found(self) -> tuple[str, ...]:
        """The pieces that can be found in a text."""
        return tuple(piece for piece in self.probabilities if piece not in self.reserved)

    @cached_property
    def _findable(self) -> frozenset[str]:
        return frozenset(self._found)

    @cached_property
    def _prefixes(self) -> dict[str, float]:
        """Every beginning of a piece -> its score, minus infinity if it is none itself: a trie in one dictionary."""
        prefixes: dict[str, float] = {}
        for piece in self._found:
            for end in range(len(piece) - 1, 0, -1):
                if piece[:end] in prefixes:
                    break
                prefixes[piece[:end]] = -math.inf
            prefixes[piece] = self.scores[piece]
            if piece in self.user_defined:
                size = len(piece.encode("utf-8", "surrogatepass"))
                prefixes[piece] = self._rounded(size * USER_DEFINED_SCORE - USER_DEFINED_SCORE)
        return prefixes

    def _rounded(self, score: float) -> float:
        """Return a score as the sums have it."""
        return array("f", [score])[0] if self.is_single else score

    def _encode(self, word: str) -> tuple[str, ...]:
        """Run Viterbi without keeping the arcs: with the table of scores and begins only."""
        if self.start_of_word:
            word = self.marked(word)
        length, find, nothing = len(word), self._prefixes.get, -math.inf
        scores = [0.0] + [nothing] * length
        single = array("f", [0.0]) if self.is_single else None  # rounds what is put in
        begins = [0] * (length + 1)
        unknown: set[int] = set()
        for begin in range(length):
            here = scores[begin]
            end = begin + 1
            score = find(word[begin])
            if score is None or score == nothing:
                unknown.add(begin)
                total = here + self.unknown_score
            else:
                total = here + score
            if single:
                single[0] = total
                total = single[0]
            if total > scores[end]:
                scores[end] = total
                begins[end] = begin
            while score is not None and end < length:
                end += 1
                score = find(word[begin:end])
                if score is None:
                    break
                total = here + score
                if single:
                    single[0] = total
                    total = single[0]
                if total > scores[end]:
                    scores[end] = total
                    begins[end] = begin
        pieces = []
        end = length
        while end:
            begin = begins[end]
            pieces.append(word[begin:end])
            end = begin
        pieces.reverse()
        if not unknown and self.unk_token not in pieces:
            return tuple(pieces)
        ends = accumulate(map(len, pieces))
        known = [len(piece) > 1 or end - 1 not in unknown for piece, end in zip(pieces, ends, strict=True)]
        return self._fused(list(zip(pieces, known, strict=True)))

    def _fused(self, pieces: list[tuple[str, bool]]) -> tuple[str, ...]:
        tokens: list[str] = []
        run = ""
        for piece, known in (*pieces, ("", True)):
            if piece and (not known or piece == self.unk_token):
                run += piece
                continue
            if run:
                tokens += self._bytes(run) or [run]
                run = ""
            if piece:
                tokens.append(piece)
        return tuple(tokens)

    def _bytes(self, run: str) -> list[str]:
        """Return the byte pieces of unknown text, if they are to be used and all exist."""
        if not self.byte_fallback or run in self._findable:
            return []
        pieces = [f"<0x{byte:02X}>" for byte in run.encode("utf-8", "surrogatepass")]
        return pieces if all(piece in self.probabilities for piece in pieces) else []


# -- how a word was split, step by step --------------------------------------------------------------------------------
# The Viterbi table is filled from left to right, then traced back.


@dataclass(frozen=True)
class EncodeStep:
    """One step.

    kind: ``fill``, a position gets its best score; ``trace-back``, its back-pointer is followed to the left.
    cell: the position's row of the table, with the arcs that lead to it and the score of each.
    arc: the arc chosen. suffix: when tracing back, the pieces found so far, which end the word.
    """

    kind: Literal["fill", "trace-back"]
    cell: Cell
    arc: Arc
    suffix: tuple[str, ...] = ()

    @property
    def position(self) -> int:
        return self.cell.position


@dataclass(frozen=True)
class EncodeTrace(Drawn, Explained[EncodeStep]):
    """The encoding of one word: a step for each position, then one for each piece, from the right.

    path: the best path; tied: all paths as good as it; tokens: the result, in which a run of unknown characters is one.
    """

    word: str
    lattice: Lattice
    steps: tuple[EncodeStep, ...]
    path: Path
    tied: tuple[Path, ...]
    tokens: tuple[str, ...]

    @classmethod
    def of(cls, lattice: Lattice, word: str, tokens: tuple[str, ...]) -> EncodeTrace:
        """Return the steps that find the best path of a lattice."""
        best = lattice.best()
        steps = [EncodeStep("fill", cell, cell.arc) for cell in best.table if cell.arc is not None]
        suffix: tuple[str, ...] = ()
        for arc in reversed(best.path.arcs):
            suffix = (arc.piece, *suffix)
            steps.append(EncodeStep("trace-back", best.table[arc.end], arc, suffix))
        return cls(word, lattice, tuple(steps), best.path, best.tied, tokens)
