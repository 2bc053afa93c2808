"""The registry of algorithms: name, conventions, training, knobs, files, and what each opens with.

Whatever offers algorithms takes them from here: pages, links, the command line, examples, comparisons. How the traces
of one are narrated and drawn has its entry in :mod:`tokviz.views.algorithms`, under the same name.

>>> trace = ALGORITHMS["wordpiece"].train(Corpus({"hug": 10, "pug": 5}), WORDPIECE.presets["course"], merges=1)
>>> WORDPIECE.formats["vocab"].write(trace, "whitespace").split()[-1]
'hu'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar, cast

from tokviz import bpe, parity, picky, superbpe, unigram, wordpiece
from tokviz.bpe import algorithm as bpe_plain
from tokviz.corpus import MAX_COUNT, Corpus
from tokviz.errors import RulesError
from tokviz.files import merges_txt, sentencepiece, subword_nmt, tiktoken, tokenizer_json, vocab_txt
from tokviz.files.reading import Note
from tokviz.knobs import Knob
from tokviz.parity import algorithm as parity_plain
from tokviz.picky import algorithm as picky_plain
from tokviz.presets import name_of
from tokviz.superbpe import algorithm as superbpe_plain
from tokviz.superbpe import boundless
from tokviz.superbpe.boundless import algorithm as boundless_plain
from tokviz.trace import Progress, Rules, Trace
from tokviz.unigram import algorithm as unigram_plain
from tokviz.unigram.seeds import sizes as unigram_sizes
from tokviz.wordpiece import algorithm as wordpiece_plain
from tokviz.wordpiece.top_down import algorithm as top_down_plain
from tokviz.wordpiece.top_down.training import search_bounds

__all__ = [
    "ALGORITHMS",
    "BOUNDLESS",
    "BPE",
    "OF_A_FILE",
    "OWN_AMOUNT",
    "PARITY",
    "PICKY",
    "SUPERBPE",
    "TOP_DOWN",
    "UNIGRAM",
    "WORDPIECE",
    "Algorithm",
    "AlgorithmEntry",
    "Format",
    "Progress",
    "Rules",
    "Stop",
    "Train",
    "Unit",
    "entry_of",
    "formats_of",
]

Stop = Literal["merges", "vocab", "end"]
"""The end of training: after so many merges, at a vocabulary size, or where nothing is left."""

OWN_AMOUNT = 200
"""The number of merges, or pieces of a vocabulary, that your own text gets at first."""

Unit: TypeAlias = Literal["word", "line"]
"""The unit that a corpus counts."""
_LINES = "lines"  # the pre-tokenizer that leaves lines whole

RulesOut = TypeVar("RulesOut", bound=Rules, covariant=True)
RulesT = TypeVar("RulesT", bound=Rules)
TraceT = TypeVar("TraceT", bound=Trace)
RulesIn = TypeVar("RulesIn", bound=Rules, contravariant=True)
TraceIn = TypeVar("TraceIn", bound=Trace, contravariant=True)
TraceOut = TypeVar("TraceOut", bound=Trace, covariant=True)


class Train(Protocol[RulesIn, TraceOut]):
    """Training as every algorithm offers it; what the numbers mean is told with each algorithm's own `train`."""

    def __call__(
        self,
        corpus: Corpus,
        rules: RulesIn,
        /,
        *,
        merges: int | None = None,
        vocab_size: int | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> TraceOut:
        """Train and return the trace. progress: called after every step, where training takes long enough. Raises
        TokvizError."""


class _TrainByName(Protocol[RulesIn, TraceOut]):
    """Training as a package offers it: the rules by name, since it has rules of its own."""

    def __call__(
        self,
        corpus: Corpus,
        /,
        *,
        merges: int | None = None,
        vocab_size: int | None = None,
        rules: RulesIn = ...,
        progress: Callable[[Progress], None] | None = None,
    ) -> TraceOut: ...


@dataclass(frozen=True)
class Format(Generic[TraceIn]):
    """A file that holds the tokenizer of a trace.

    write: a trace and the name of its pre-tokenizer -> the file; raises RulesError where the format cannot hold it.
    suffix: what names of such files end with. label: of the page's button, in the catalog under ``files.``; empty where
    only the command line offers the format. notes: what the file does otherwise than the tokenizer.
    """

    write: Callable[[TraceIn, str], str | bytes]
    suffix: str
    media_type: str = "text/plain"
    label: str = ""
    notes: Callable[[TraceIn, str], Sequence[Note]] = lambda trace, split: ()


def _never(rules: Rules) -> bool:
    return False


@dataclass(frozen=True)
class AlgorithmEntry(Generic[RulesOut, TraceOut]):
    """One algorithm, with the types of its rules and its traces. A caller that looks it up by its name gives it rules
    and traces of that name only.

    name: also that of its page and what the keys of its widgets begin with. rules: the class of its rules; of several
    algorithms under one name, the classes. knobs: of all of them; see :meth:`knobs_of`. plain: the plain algorithm,
    whose source is shown; leaves_out:
    the knobs of rules that it does not know. formats: those that its traces can be written in, by the name that the
    command line has for them. opening: the example of a first visit. own_preset: the rules that a file on the command
    line begins with, and an example that no source trains with it. lesson_preset: those that a text typed on a page
    begins with, which the lessons use; empty for `own_preset`. limited: the presets that leave out something that their
    source does; the catalog says what. memory: about so many bytes of a trace for a letter of the corpus.
    split: what a text is split by before training, where that is not for the visitor to choose; empty where it is.
    stops: where training can end, the usual first. grows: whether training only adds to the vocabulary, so that
    a trace holds every smaller one. models: the name that its tokenizers have, where they are those of another
    algorithm; see :attr:`model_name`. by_language: whether a text with headings is read as languages.
    shrinks: whether training begins with the largest vocabulary and only takes away. is_bounded: whether each step adds
    at most one token and makes some word shorter, so that the first state bounds the sizes. sizes: the smallest and the
    largest size that training can give, without special tokens, where that is known without it. aims: whether the size
    that is wanted governs each step, so that each size is trained for. members: the algorithms that it offers under its
    name, where these are several; see :meth:`of`.
    """

    name: str
    rules: type | tuple[type, ...]
    presets: Mapping[str, RulesOut]
    knobs: tuple[Knob, ...]
    train: Train[RulesOut, TraceOut]
    plain: Callable[..., Iterator[object]]
    leaves_out: Callable[[RulesOut], Sequence[str]]
    formats: Mapping[str, Format[TraceOut]]
    opening: str
    own_preset: str
    memory: int
    lesson_preset: str = ""
    split: str = ""
    limited: frozenset[str] = frozenset()
    stops: tuple[Stop, ...] = ("merges", "vocab", "end")
    grows: bool = True
    models: str = ""
    by_language: bool = False
    shrinks: bool = False
    is_bounded: bool = False
    sizes: Callable[[Corpus, RulesOut], tuple[int, int]] | None = None
    aims: Callable[[RulesOut], bool] = _never
    members: tuple[AlgorithmEntry[RulesOut, TraceOut], ...] = ()

    @property
    def unit(self) -> Unit:
        """Return the unit that its corpus counts: lines where it finds the words itself."""
        return "line" if self.split == _LINES else "word"

    @property
    def model_name(self) -> str:
        """Return the algorithm that the tokenizers of its traces name as theirs."""
        return self.models or self.name

    def of(self, rules: Rules) -> AlgorithmEntry[RulesOut, TraceOut]:
        """Return the algorithm that trains under these rules: this one, or one of those that it offers.

        >>> WORDPIECE.of(WORDPIECE.presets["tf-text"]).name, BPE.of(BPE.presets["course"]).name
        ('top-down', 'bpe')
        """
        return next((member for member in self.members if isinstance(rules, member.rules)), self)

    def knobs_of(self, rules: Rules) -> tuple[Knob, ...]:
        """Return the knobs that these rules have.

        >>> "slack" in [knob.field for knob in WORDPIECE.knobs_of(WORDPIECE.presets["course"])]
        False
        """
        return tuple(knob for knob in self.knobs if hasattr(rules, knob.field))

    def used_knobs(self, rules: Rules) -> tuple[Knob, ...]:
        """Return the knobs that these rules have and that change something under them.

        >>> [knob.field for knob in PICKY.used_knobs(PICKY.presets["scaffold"])][:2]
        ['removal', 'size_counts']
        """
        return tuple(knob for knob in self.knobs_of(rules) if knob.is_used(rules))

    def stops_of(self, rules: Rules) -> tuple[Stop, ...]:
        """Return the possible ends of a training under these rules, the usual one first."""
        return self.of(rules).stops

    def grows_under(self, rules: Rules) -> bool:
        """Tell if training under these rules only adds to the vocabulary."""
        return self.of(rules).grows

    def aims_under(self, rules: Rules) -> bool:
        """Tell if the wanted size governs each step of a training under these rules.

        >>> [UNIGRAM.aims_under(UNIGRAM.presets[name]) for name in ("course", "sentencepiece")]
        [False, True]
        """
        entry = self.of(rules)
        return entry.aims(entry.own(rules))

    def preset_of(self, rules: Rules) -> str | None:
        """Return the name of the preset that equals `rules`."""
        return name_of(rules, self.presets)

    def own(self, rules: Rules) -> RulesOut:
        """Return `rules`, which are of this algorithm. Raises TypeError for those of another.

        >>> BPE.own(UNIGRAM.presets["course"])
        Traceback (most recent call last):
        TypeError: bpe does not train under Rules of tokviz.unigram.rules.
        """
        if not isinstance(rules, self.rules):
            raise TypeError(f"{self.name} does not train under {type(rules).__name__} of {type(rules).__module__}.")
        return cast("RulesOut", rules)


def _train_top_down(
    corpus: Corpus,
    rules: wordpiece.TopDownRules,
    *,
    merges: int | None = None,
    vocab_size: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> wordpiece.TopDownTrace:
    """Train from the top down, which merges nothing: so many merges are a size with as many tokens beside the
    characters."""
    if vocab_size is None:
        characters = wordpiece.train_top_down(corpus, threshold=MAX_COUNT + 1, rules=rules)
        vocab_size = characters.sizes()[-1] + (MAX_COUNT if merges is None else merges)
    return wordpiece.train_top_down(corpus, vocab_size=vocab_size, rules=rules)


def _sizes_from_top_down(corpus: Corpus, rules: wordpiece.TopDownRules) -> tuple[int, int]:
    """Return the sizes that the highest and the lowest threshold give, the smaller first; between them some may be
    missing."""
    lowest, _ = search_bounds(corpus.counts, rules)
    traces = (wordpiece.train_top_down(corpus, threshold=least, rules=rules) for least in (MAX_COUNT, lowest))
    smallest, largest = sorted(max(trace.sizes()[-1] - len(rules.first_tokens), 0) for trace in traces)
    return smallest, largest


def _on_bytes(trace: bpe.Trace, split: str) -> Sequence[Note]:
    """Return notes on the bytes that the files of a byte-level tokenizer lack."""
    return tokenizer_json.notes_on_bytes(trace.model(pretokenizer=split))


Algorithm: TypeAlias = AlgorithmEntry[Rules, Trace]
"""An algorithm, whichever it is."""


class _Rewritten(Protocol):
    """A trace that goes on from a file, which is written again with what it learned."""

    def file(self) -> str: ...


OF_A_FILE: Mapping[str, Format[Trace]] = {
    "tokenizer.json": Format(
        lambda trace, _: cast("_Rewritten", trace).file(), "tokenizer.json", "application/json", label="tokenizer"
    )
}
"""The formats of a trace that goes on from a file."""


def formats_of(trace: Trace) -> Mapping[str, Format[Trace]]:
    """Return the formats of a trace: those of its algorithm, but the file itself for one that goes on from a file."""
    return OF_A_FILE if hasattr(trace, "file") else ALGORITHMS[trace.algorithm].formats


def _under_one_name(
    first: AlgorithmEntry[RulesT, TraceT], *others: AlgorithmEntry[RulesT, TraceT]
) -> AlgorithmEntry[RulesT, TraceT]:
    """Return an entry that offers several algorithms under the name of the first: the rules say which one is meant."""
    members = (first, *others)
    offered = replace(
        first,
        rules=tuple(cast("type", member.rules) for member in members),
        presets={name: rules for member in members for name, rules in member.presets.items()},
        knobs=tuple(dict.fromkeys(knob for member in members for knob in member.knobs)),
        limited=frozenset().union(*(member.limited for member in members)),
        members=members,
    )
    return replace(
        offered,
        train=lambda corpus, rules, /, **limits: offered.of(rules).train(corpus, rules, **limits),
        leaves_out=lambda rules: offered.of(rules).leaves_out(rules),
    )


def _by_rules(train: _TrainByName[RulesT, TraceT]) -> Train[RulesT, TraceT]:
    """Return a training by merges as the registry has it."""
    return lambda corpus, rules, /, **limits: train(corpus, rules=rules, **limits)


BPE = AlgorithmEntry[bpe.Rules, bpe.Trace](
    name="bpe",
    rules=bpe.Rules,
    presets=bpe.PRESETS,
    knobs=bpe.KNOBS,
    train=_by_rules(bpe.train),
    plain=bpe_plain.train,
    leaves_out=bpe_plain.leaves_out,
    formats={
        "codes": Format(lambda trace, _: subword_nmt.write_codes(trace), "codes", label="codes"),
        "merges": Format(lambda trace, _: merges_txt.write_merges(trace), "merges.txt"),
        "vocab": Format(
            lambda trace, _: merges_txt.write_vocab(trace), "vocab.json", "application/json", notes=_on_bytes
        ),
        "zip": Format(
            lambda trace, _: merges_txt.write_zip(trace), "zip", "application/zip", label="zip", notes=_on_bytes
        ),
        "tokenizer.json": Format(
            lambda trace, split: tokenizer_json.write_bpe(trace.model(pretokenizer=split)),
            "tokenizer.json",
            "application/json",
            notes=lambda trace, split: tokenizer_json.notes_on_bpe(trace.model(pretokenizer=split)),
        ),
        "tiktoken": Format(lambda trace, split: tiktoken.write_ranks(trace.model(pretokenizer=split)), "tiktoken"),
    },
    opening="sennrich",
    own_preset="subword-nmt",
    lesson_preset="sennrich",
    memory=120,
    is_bounded=True,
    limited=frozenset({"subword-nmt", "huggingface", "minbpe", "cs336", "rustbpe", "sentencepiece"}),
)
_MERGED_WORDPIECE = AlgorithmEntry[wordpiece.Rules, wordpiece.Trace](
    name="wordpiece",
    rules=wordpiece.Rules,
    presets=wordpiece.PRESETS,
    knobs=wordpiece.KNOBS,
    train=_by_rules(wordpiece.train),
    plain=wordpiece_plain.train,
    leaves_out=wordpiece_plain.leaves_out,
    formats={
        "vocab": Format(
            lambda trace, split: vocab_txt.write(trace.model(pretokenizer=split)), "vocab.txt", label="vocab"
        ),
        "tokenizer.json": Format(
            lambda trace, split: tokenizer_json.write_wordpiece(trace.model(pretokenizer=split)),
            "tokenizer.json",
            "application/json",
            label="tokenizer",
        ),
    },
    opening="hug",
    own_preset="course",
    memory=120,
    is_bounded=True,
    limited=frozenset({"huggingface", "gain"}),
)
TOP_DOWN = AlgorithmEntry[wordpiece.TopDownRules, wordpiece.TopDownTrace](
    name="top-down",
    rules=wordpiece.TopDownRules,
    presets=wordpiece.TOP_DOWN_PRESETS,
    knobs=wordpiece.TOP_DOWN_KNOBS,
    train=_train_top_down,
    plain=top_down_plain.train,
    leaves_out=lambda rules: (),
    formats=cast("Mapping[str, Format[wordpiece.TopDownTrace]]", _MERGED_WORDPIECE.formats),  # of models of one class
    opening=_MERGED_WORDPIECE.opening,
    own_preset=next(iter(wordpiece.TOP_DOWN_PRESETS)),
    memory=_MERGED_WORDPIECE.memory,
    limited=frozenset(wordpiece.TOP_DOWN_PRESETS),
    stops=("vocab",),
    grows=False,
    sizes=_sizes_from_top_down,
    aims=lambda rules: True,
)
"""WordPiece as TensorFlow Text trains it. It is offered under the name of WordPiece, by its presets."""
WORDPIECE: AlgorithmEntry[wordpiece.Rules | wordpiece.TopDownRules, wordpiece.Trace | wordpiece.TopDownTrace]
WORDPIECE = _under_one_name(_MERGED_WORDPIECE, TOP_DOWN)
UNIGRAM = AlgorithmEntry[unigram.Rules, unigram.Trace](
    name="unigram",
    rules=unigram.Rules,
    presets=unigram.PRESETS,
    knobs=unigram.KNOBS,
    # It merges nothing; a size has to be given.
    train=lambda corpus, rules, /, *, merges=None, vocab_size=None, progress=None: unigram.train(
        corpus, vocab_size=vocab_size or 0, rules=rules, progress=progress
    ),
    plain=unigram_plain.train,
    leaves_out=unigram_plain.leaves_out,
    formats={
        "tokenizer.json": Format(
            lambda trace, split: tokenizer_json.write_unigram(trace.model(pretokenizer=split)),
            "tokenizer.json",
            "application/json",
            label="tokenizer",
            notes=lambda trace, split: tokenizer_json.notes_on_unigram(trace.model(pretokenizer=split)),
        ),
        "vocab": Format(
            lambda trace, split: sentencepiece.write_vocab(trace.model(pretokenizer=split)), "vocab", label="spm-vocab"
        ),
    },
    opening="sennrich",
    own_preset="soft-em",
    lesson_preset="course",
    memory=360,
    limited=frozenset({"course", "huggingface", "sentencepiece"}),
    stops=("vocab",),
    grows=False,
    shrinks=True,
    sizes=unigram_sizes,
    aims=lambda rules: rules.flow != "plain",
)

# -- newer algorithms --------------------------------------------------------------------------------------------------

PARITY = AlgorithmEntry[parity.Rules, parity.Trace](
    name="parity",
    rules=parity.Rules,
    presets=parity.PRESETS,
    knobs=parity.KNOBS,
    train=_by_rules(parity.train),
    plain=parity_plain.train,
    leaves_out=parity_plain.leaves_out,
    formats={
        "tokenizer.json": Format(
            lambda trace, split: tokenizer_json.write_bpe(trace.model(pretokenizer=split)),
            "tokenizer.json",
            "application/json",
            label="tokenizer",
            notes=lambda trace, split: tokenizer_json.notes_on_bpe(trace.model(pretokenizer=split)),
        ),
        "zip": Format(lambda trace, _: merges_txt.write_zip(trace), "zip", "application/zip", label="zip"),
    },
    opening="unequal-languages",
    own_preset="parity",
    memory=120,
    limited=frozenset({"parity-paper"}),
    models="bpe",
    by_language=True,
)

PICKY = AlgorithmEntry[picky.Rules, picky.Trace](
    name="picky",
    rules=picky.Rules,
    presets=picky.PRESETS,
    knobs=picky.KNOBS,
    train=_by_rules(picky.train),
    plain=picky_plain.train,
    leaves_out=picky_plain.leaves_out,
    formats={
        "vocab": Format(
            lambda trace, split: vocab_txt.write(trace.model(pretokenizer=split)), "vocab.txt", label="vocab"
        ),
        "tokenizer.json": Format(
            lambda trace, split: tokenizer_json.write_picky(trace.model(pretokenizer=split)),
            "tokenizer.json",
            "application/json",
            label="tokenizer",
        ),
    },
    opening="kentucky",
    own_preset="picky",
    memory=150,
    is_bounded=True,
    limited=frozenset(picky.PRESETS),
    grows=False,
)


def _write_superbpe(trace: superbpe.Trace | boundless.Trace, _: str) -> str:
    """Return a file of tokenizers. Raises RulesError for the log of BoundlessBPE, which is no list of ranks."""
    if isinstance(trace, boundless.Trace):
        raise RulesError("tokenizer-json-boundless")
    return tokenizer_json.write_bpe(trace.model())


_SUPERBPE_FILES: Mapping[str, Format[superbpe.Trace | boundless.Trace]] = {
    "tokenizer.json": Format(_write_superbpe, "tokenizer.json", "application/json", label="tokenizer"),
}
_IN_STAGES = AlgorithmEntry[superbpe.Rules, superbpe.Trace](
    name="superbpe",
    rules=superbpe.Rules,
    presets=superbpe.PRESETS,
    knobs=superbpe.KNOBS,
    train=_by_rules(superbpe.train),
    plain=superbpe_plain.train,
    leaves_out=lambda rules: (),
    formats=cast("Mapping[str, Format[superbpe.Trace]]", _SUPERBPE_FILES),
    opening="at-the-end",
    own_preset="superbpe",
    lesson_preset="superbpe-lesson",
    memory=240,
    aims=lambda rules: rules.transition is None,
    split=_LINES,
    limited=frozenset({"superbpe"}),
)
BOUNDLESS = AlgorithmEntry[boundless.Rules, boundless.Trace](
    name="boundless",
    rules=boundless.Rules,
    presets=boundless.PRESETS,
    knobs=boundless.KNOBS,
    train=_by_rules(boundless.train),
    plain=boundless_plain.train,
    leaves_out=lambda rules: (),
    formats=cast("Mapping[str, Format[boundless.Trace]]", _SUPERBPE_FILES),
    opening=_IN_STAGES.opening,
    own_preset="boundless",
    memory=_IN_STAGES.memory,
    split=_IN_STAGES.split,
    limited=frozenset(boundless.PRESETS),
)
"""BoundlessBPE, where merges and supermerges compete. It is offered under the name of SuperBPE, by its preset."""
SUPERBPE: AlgorithmEntry[superbpe.Rules | boundless.Rules, superbpe.Trace | boundless.Trace]
SUPERBPE = _under_one_name(_IN_STAGES, BOUNDLESS)


_ALL: dict[str, Algorithm] = {
    algorithm.name: algorithm for algorithm in (BPE, WORDPIECE, UNIGRAM, PARITY, PICKY, SUPERBPE)
}

ALGORITHMS: Mapping[str, Algorithm] = MappingProxyType(_ALL)
"""Name -> algorithm, in the order in which they are offered."""


def entry_of(rules: Rules) -> Algorithm:
    """Return the algorithm that trains under these rules, one that is offered under another's name too.

    >>> entry_of(BOUNDLESS.presets["boundless"]).name
    'boundless'
    """
    # Later ones go on from earlier ones, and inherit their rules.
    return next(entry.of(rules) for entry in reversed([*ALGORITHMS.values()]) if isinstance(rules, entry.rules))
