"""Tokenizers of the newer algorithms for the tests of comparisons, and corpora of lines and languages."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import bpe, parity, picky, superbpe
from tokviz.compare.sizes import Tokenizer, at_size
from tokviz.corpus import Corpus
from tokviz.corpus.languages import Language, LanguageCorpus
from tokviz.corpus.passages import Passage, Text
from tokviz.picky.rules import Above, SizeCounts
from tokviz.superbpe import boundless
from tokviz.superbpe.rules import FirstSplit
from tokviz.trace import Trace

POOLS = (
    ("a", "b", "ab", "ba", "aab", "é"),
    ("ab", "abc", "abd", "abcd", "bcd", "abce", "cab"),
    ("a", "34", "1234", "a34"),
)
NEWER = ("picky", "at-least", "tally", "scaffold", "superbpe", "boundless")


@st.composite
def lines(draw: st.DrawFn) -> Corpus:
    """Lines of short words, so that the same neighbors meet often."""
    pool = draw(st.sampled_from(POOLS))
    line = st.lists(st.sampled_from(pool), min_size=1, max_size=8).map(" ".join)
    entries = st.tuples(line, st.integers(1, 4))
    return Corpus(draw(st.lists(entries, min_size=1, max_size=5, unique_by=lambda entry: entry[0])))


def train(corpus: Corpus, name: str, threshold: float, transition: int) -> Trace:
    """Train to the end; the words of the corpus are lines where the algorithm wants lines."""
    match name:
        case "superbpe":
            stage1: FirstSplit = "spaces" if threshold < 0.6 else "superbpe-1"
            rules = superbpe.Rules(transition=transition, stage1=stage1, stage2="lines", forbidden=())
            return superbpe.train(corpus, rules=rules)
        case "boundless":
            return boundless.train(corpus, rules=boundless.Rules(stage1="gpt2" if threshold < 0.6 else "superbpe-1"))
        case "bpe":
            return bpe.train(in_words(corpus), rules="course")
    words = in_words(corpus)
    if name == "scaffold":
        return picky.train(words, rules=picky.Rules(removal="scaffold", size_counts="tokens"))
    above: Above = "at-least" if name == "at-least" else "above"
    counts: SizeCounts = "tally" if name == "tally" else "tokens"
    return picky.train(words, rules=picky.Rules(threshold=threshold, above=above, size_counts=counts))


def in_words(corpus: Corpus) -> Corpus:
    """Return the words of lines."""
    return Text.running(*(line for line, count in corpus.items() for _ in range(count))).words


@st.composite
def tokenizers(draw: st.DrawFn, corpus: Corpus, names: tuple[str, ...] = NEWER) -> Tokenizer:
    """A tokenizer of a newer algorithm, of any size."""
    name = draw(st.sampled_from(names))
    threshold = draw(st.sampled_from((0.1, 0.3, 0.5, 0.6, 0.8)))
    trace = train(corpus, name, threshold, draw(st.integers(2, 12)))
    size = draw(st.integers(min(trace.sizes()), max(trace.sizes()) + 1))
    return at_size(trace, size, "lines" if name == "boundless" else "whitespace")


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[Passage], Tokenizer, Tokenizer]:
    """Two tokenizers, one at least of a newer algorithm, and the words of the lines that they were trained on."""
    corpus = draw(lines())
    text = draw(st.just(corpus) | lines())
    left, right = draw(tokenizers(corpus)), draw(tokenizers(corpus, (*NEWER, "bpe", "bpe")))
    passages = [passage for passage, _ in Text.running(*text).passages]
    return passages, left, right


@st.composite
def by_turns(draw: st.DrawFn) -> tuple[LanguageCorpus, Tokenizer, Tokenizer]:
    """A corpus of two or three languages, and the tokenizers of languages that take turns and of plain BPE on it."""
    languages = [Language.of(name, dict(draw(corpora(4)))) for name in draw(st.sampled_from(("AB", "ABC")))]
    corpus = LanguageCorpus(languages)
    first = draw(st.integers(0, 2))
    trace = parity.train(corpus, rules=parity.Rules(global_merges=first))
    plain = bpe.train(corpus, rules="course")
    size = draw(st.integers(min(trace.sizes()), max(trace.sizes())))
    return corpus, at_size(trace, size), at_size(plain, size)
