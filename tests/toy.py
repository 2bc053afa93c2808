"""An algorithm that is in no paper, for tests of what is done for every algorithm: each step takes the most frequent
word that is still cut into characters, and makes it one token.

This is all that an algorithm consists of: a package (here the classes), an entry in `tokviz.algorithms`, one in
`tokviz.views.algorithms`, and the texts. `tests/test_algorithms.py` puts it to the others.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any, ClassVar

from tokviz.algorithms import AlgorithmEntry, Format
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.features.worksheets.sheet import Section
from tokviz.features.worksheets.training_page import Worksheet
from tokviz.knobs import Knob
from tokviz.merging.candidates import number_tied
from tokviz.merging.merge_trace import FORMAT
from tokviz.models.added_tokens import AddedToken
from tokviz.models.around import Around
from tokviz.models.text_encoder import TextEncoder
from tokviz.presets import name_of
from tokviz.pretokenize import Normalizer
from tokviz.trace import Change, Contribution, Progress, Replayed, steps_done
from tokviz.views.algorithms import Picture, Tables, ViewsEntry
from tokviz.views.encoding.merging import Frame, Row, SymbolDrawing, word_parts
from tokviz.views.encoding.payload import Attempt, Choice
from tokviz.views.entries import drawn, frames_by
from tokviz.views.notebook_tables import Table
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.plain_algorithm import algorithm_lines
from tokviz.views.shared.sentences import Sentence, plain
from tokviz.views.shared.tables import Column
from tokviz.views.shared.tables import Table as TableOf

# -- the package -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rules:
    """least: words that are rarer stay cut."""

    least: int = 1

    @property
    def first_tokens(self) -> tuple[str, ...]:
        return ()

    def trained_length(self, word: str) -> int:
        return len(word)

    def __post_init__(self) -> None:
        if self.least < 1:
            raise RulesError("rules-number", name="least", value=self.least, least=1)


PRESETS = {"whole": Rules(), "frequent": Rules(least=5)}


@dataclass(frozen=True)
class Candidate:
    what: str
    value: int
    rank: int
    is_tied: bool

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        return (Contribution(self.what, 1, self.value),)


@dataclass(frozen=True)
class Step:
    index: int
    word: str
    count: int

    @property
    def changes(self) -> tuple[Change, ...]:
        return (Change(self.word, self.count, tuple(self.word), (self.word,)),)


@dataclass(frozen=True, eq=False, repr=False)
class Model(TextEncoder):
    vocabulary: Sequence[str]
    pretokenizer: str = "whitespace"
    added: tuple[AddedToken, ...] = ()
    normalizer: Normalizer | None = None
    around: Around | None = None
    algorithm: ClassVar[str] = "toy"
    unknown_token: ClassVar[str | None] = None

    def explain(self, word: str) -> Encoded:
        return Encoded(word, self.encode_word(word))

    def _join(self, tokens: Sequence[str]) -> str:
        return "".join(tokens)

    def _encode(self, word: str) -> tuple[str, ...]:
        return (word,) if word in self._numbers else tuple(word)


@dataclass(frozen=True)
class Encoded:
    word: str
    tokens: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Trace(Replayed[Step]):
    """Its words, as many steps as were done, and the order in which they were to be taken."""

    corpus: Corpus
    rules: Rules
    stopped: str
    taken: tuple[str, ...]
    algorithm: ClassVar[str] = "toy"

    def __len__(self) -> int:
        return len(self.taken)

    def _step(self, k: int) -> Step:
        return Step(k, self.taken[k], self.corpus[self.taken[k]])

    def words(self, k: int | None = None) -> Mapping[str, tuple[str, ...]]:
        whole = self.taken[: steps_done(k, len(self))]
        return {word: (word,) if word in whole else tuple(word) for word in self.corpus}

    def vocabulary(self, k: int | None = None) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*chain(*self.corpus), *self.taken[: steps_done(k, len(self))])))

    def sizes(self) -> tuple[int, ...]:
        return tuple(len(self.vocabulary(k)) for k in range(len(self) + 1))

    def possible_sizes(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.sizes()))

    def steps_to(self, vocab_size: int) -> tuple[int, bool]:
        steps = min(bisect_left(self.sizes(), vocab_size), len(self))
        return steps, self.sizes()[steps] == vocab_size or self.stopped == "end"

    def candidates(self, k: int | None = None) -> tuple[Candidate, ...]:
        left = _in_order(self.corpus, self.rules)[steps_done(k, len(self)) :]
        tied = number_tied(map(self.corpus.__getitem__, left))
        return tuple(Candidate(word, self.corpus[word], rank, rank <= tied) for rank, word in enumerate(left, 1))

    def changes(self, k: int) -> tuple[Change, ...]:
        return self[k].changes if steps_done(k, len(self)) < len(self) else ()

    def model(self, k: int | None = None, *, pretokenizer: str = "whitespace") -> Model:
        return Model(self.vocabulary(k), pretokenizer)

    def to_dict(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "algorithm": self.algorithm,
            "rules": {"preset": name_of(self.rules, PRESETS), **asdict(self.rules)},
            "stopped": self.stopped,
            "words": [{"word": word, "count": count} for word, count in self.corpus.items()],
            "vocabulary": self.vocabulary(0),
            "steps": self.taken,
        }


def _in_order(corpus: Corpus, rules: Rules) -> list[str]:
    found = [word for word, count in corpus.items() if count >= rules.least and len(word) > 1]
    return sorted(found, key=lambda word: (-corpus[word], word))


def plain_toy(corpus: Corpus, rules: Rules) -> Iterator[tuple[str, ...]]:
    """The plain algorithm: the tokens so far."""
    tokens = tuple(chain(*corpus))  # start
    yield tokens
    for word in _in_order(corpus, rules):  # choose
        tokens = (*tokens, word)  # take
        yield tokens


def train(
    corpus: Corpus,
    rules: Rules,
    /,
    *,
    merges: int | None = None,
    vocab_size: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Trace:
    order = _in_order(corpus, rules)
    if vocab_size is not None:
        merges = max(0, vocab_size - len(set(chain(*corpus))))
    return Trace(corpus, rules, "end" if merges is None or merges >= len(order) else "amount", tuple(order[:merges]))


# -- the entries -------------------------------------------------------------------------------------------------------


TOY = AlgorithmEntry(
    name="toy",
    rules=Rules,
    presets=PRESETS,
    knobs=(Knob("least", "least", "positive"),),
    train=train,
    plain=plain_toy,
    leaves_out=lambda rules: (),
    formats={"list": Format(lambda trace, _: "".join(f"{token}\n" for token in trace.vocabulary()), "toy.txt")},
    opening="hug",
    own_preset="whole",
    memory=10,
)


def _tables() -> Tables[Trace]:
    steps: TableOf[Trace] = TableOf(
        (
            Column("step", "column.step", lambda trace: range(1, len(trace) + 1)),
            Column("token", "column.token", lambda trace: trace.taken),
            Column("count", "column.count", lambda trace: [step.count for step in trace]),
        )
    )
    words: TableOf[Mapping[str, tuple[str, ...]]] = TableOf(
        (
            Column("word", "column.word", list),
            Column("symbols", "column.symbols", lambda words: list(words.values())),
        )
    )
    candidates: TableOf[Sequence[Candidate]] = TableOf(
        (
            Column("rank", "column.rank", lambda found: [one.rank for one in found]),
            Column("token", "column.token", lambda found: [one.what for one in found]),
            Column("count", "column.count", lambda found: [one.value for one in found]),
        )
    )
    return Tables(
        steps=lambda trace: steps.of(trace),
        listed=lambda trace, _: steps.of(trace),
        state=lambda trace, k: words.of(trace.words(k)),
        choice=lambda trace, k, _: candidates.of(trace.candidates(k)),
    )


def _said(trace: Trace, k: int, say: Catalog) -> tuple[Sentence, ...]:
    done = say("toy.done", token=trace[k - 1].word) if k else say("toy.start")
    return plain(done), plain(say("toy.next", token=trace[k].word)) if k < len(trace) else _end(trace, say)


def _end(trace: Trace, say: Catalog) -> Sentence:
    return plain(say("toy.end"))


def _payload(trace: Trace, steps: range, say: Catalog, query: str = "", *, asks: bool = False) -> dict[str, Any]:
    frames = [
        Frame(
            [Row(word, "", symbols) for word, symbols in trace.words(k).items()],
            [("note", sentence) for sentence in _said(trace, k, say)],
            choice=_choice(trace, k, say) if k < len(trace) else None,
        )
        for k in steps
    ]
    (made,) = word_parts(frames, say, SymbolDrawing({}, 0))
    return made | {"first": steps.start, "total": len(trace)}


def _choice(trace: Trace, k: int, say: Catalog) -> Choice:
    rows = [
        Attempt((one.what,), (), say.integer(one.value), plain(one.what), "wins" if place == 0 else "open")
        for place, one in enumerate(trace.candidates(k))
    ]
    return Choice(say("toy.next", token=trace[k].word), "", rows)


def _sections(trace: Trace, first: int, last: int, say: Catalog) -> Iterator[Section]:
    yield from (Section(trace[k - 1].word, []) for k in range(first, last + 1))


def _word_frames(model: Model, word: str, say: Catalog) -> Iterator[Frame]:
    yield Frame([Row(word, "", model.encode_word(word))], [("note", plain(say("toy.end")))])


def _table(trace: Trace, say: Catalog) -> Table:
    return Table(say("toy.start"), [say("column.token")], [[word] for word in trace.taken], len(trace))


def _lines(trace: Trace, k: int, say: Catalog) -> Sequence[Any]:
    return algorithm_lines(plain_toy, {"take": trace[k - 1].word} if k else {"start": ""})


TOY_VIEWS = ViewsEntry[Trace](
    steps="steps",
    said=_said,
    end=_end,
    lines=_lines,
    picture=Picture(
        part_of=lambda trace, step, asks: range(len(trace) + 1),
        payload=_payload,
        question=lambda trace, k, say: None,
    ),
    tables=_tables,
    frames=frames_by(Model, _word_frames),
    notebook=lambda: drawn(Trace, _table),
)

TOY_WORKSHEET = Worksheet[Trace](
    task=lambda trace, say: say("toy.start"),
    sections=_sections,
    again=lambda trace, corpus: train(corpus, trace.rules, merges=len(trace)),
)

# -- the texts ---------------------------------------------------------------------------------------------------------


TEXTS = {
    "preset.whole": "Whole words",
    "preset.frequent": "Frequent words",
    "knob.least": "Least count",
    "knob.least.help": "Rarer words stay characters.",
    "takeaway.algorithm.toy": "Whole words first",
    "compare.algorithm.toy": "Toy",
    "page.toy": "Toys",
    "toy.start": "Every word stands there as its characters.",
    "toy.done": "{token} became a token.",
    "toy.next": "Next is {token}.",
    "toy.end": "Nothing is left to take.",
}
