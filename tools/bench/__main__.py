"""`python -m tools.bench [TEXT]`: how fast BPE training and encoding are beside other libraries, as ratios of one run.

What is compared takes turns, so that a machine that is busy for a while slows both alike; a ratio is the median of the
ratios of the turns. Seconds are printed too, but only ratios mean something on another machine. Processor time is
beside the clock: where it is more, several threads ran, and where it is less, others had the cores. Without a text, one
is made from our own prose. Nothing here is a test: a slow machine is not a bug.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
from functools import partial
from pathlib import Path

from tokviz import bpe, picky, superbpe
from tokviz.bpe import PRESETS, Trace
from tokviz.corpus import Corpus
from tokviz.superbpe import boundless
from tools.bench.encoding import encoding
from tools.bench.parity import parity_training
from tools.bench.starts import starts
from tools.bench.strangers import in_workers
from tools.bench.timing import compare, report, seconds
from tools.bench.unigram import training_and_encoding
from tools.bench.wordpiece import wordpiece_encoding, wordpiece_training

MERGES = 5_000
FEWER_MERGES = 2_000
PROSE = Path(__file__).resolve().parents[2] / "assets" / "prose"


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--peak-memory"]:
        bpe.train(Corpus.from_text(read(arguments[1:])), merges=MERGES, rules="huggingface")
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "linux" else 1024 * 1024))
        return

    # First of all, because a process begins with its parent's peak.
    memory = subprocess.run(
        [sys.executable, "-m", "tools.bench", "--peak-memory", *arguments], check=True, capture_output=True, text=True
    )
    text = read(arguments)
    trace = train(text)
    print(
        f"{arguments[0] if arguments else 'a text made from our own prose'}: {len(text):,} characters, "
        f"{len(trace.corpus):,} different words; {len(trace):,} merges, whitespace words\n"
    )
    against_tokenizers(text, trace)
    against_subword_nmt(text)
    with_removals(text)
    states(trace)
    encoding(text, trace, MERGES)
    across_words(text)
    wordpiece_training(text)
    parity_training(text)
    wordpiece_encoding(text)
    training_and_encoding(text)
    in_workers()
    starts()
    report("peak memory, process that trains and holds the trace", f"{memory.stdout.strip()} MB", "< 500 MB")


def read(arguments: list[str]) -> str:
    return Path(arguments[0]).read_text(encoding="utf-8") if arguments else made_text()


def made_text(words: int = 200_000, seed: int = 1) -> str:
    """Return a text as long as a long play: real words and, as rare ones, the front of one with the end of another."""
    stock = " ".join(path.read_text(encoding="utf-8") for path in sorted(PROSE.glob("*.txt"))).split()
    rng = random.Random(seed)
    made = []
    for _ in range(words):
        one, other = rng.choice(stock), rng.choice(stock)
        made.append(one if rng.random() < 0.8 else one[: len(one) // 2 + 1] + other[len(other) // 2 :])
        made.append("\n" if rng.random() < 0.1 else " ")
    return "".join(made)


def train(text: str, rules: str = "huggingface", merges: int = MERGES) -> Trace:
    return bpe.train(Corpus.from_text(text), merges=merges, rules=rules)


def against_tokenizers(text: str, trace: Trace) -> None:
    from tests.bpe.libraries import hugging_face

    lines = text.splitlines()
    size = len(trace.vocabulary())
    assert hugging_face(lines, size)[0] == trace.merges, "the two did not learn the same"

    tokenizers = partial(train_tokenizers, lines, size)
    compared = compare(partial(train, text), tokenizers)
    report("tokviz, huggingface rules / tokenizers", compared, "<= 1.0")
    for name in PRESETS:
        compared = compare(partial(train, text, name), tokenizers, turns=3)
        report(f"  {name} rules / tokenizers", compared)


def train_tokenizers(lines: list[str], vocab_size: int) -> object:
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.train_from_iterator(lines, trainers.BpeTrainer(vocab_size=vocab_size, show_progress=False))
    return tokenizer


def against_subword_nmt(text: str) -> None:
    import contextlib
    import io

    from subword_nmt.learn_bpe import learn_bpe

    def subword_nmt() -> None:
        with contextlib.redirect_stderr(io.StringIO()):
            learn_bpe(text.splitlines(), io.StringIO(), MERGES)

    compared = compare(partial(train, text, "subword-nmt"), subword_nmt, turns=2, warm_up=False)
    report("tokviz, subword-nmt rules / subword-nmt", compared, "<= 0.1")


def with_removals(text: str) -> None:
    """Print how long trainings take that remove tokens again, beside byte-pair encoding with the same ties."""
    corpus = Corpus.from_text(text)
    plain = partial(bpe.train, corpus, merges=FEWER_MERGES, rules="course")
    for name in picky.PRESETS:
        compared = compare(partial(picky.train, corpus, merges=FEWER_MERGES, rules=name), plain, turns=3, warm_up=False)
        report(f"tokviz, {name} rules / course rules", compared, "<= 3.0")


def across_words(text: str) -> None:
    """Print how long tokens across words take beside plain BPE on the same pieces, from the text to the trace."""

    def plain() -> object:
        return bpe.train(Corpus.from_text(text, "superbpe-1-bytes"), merges=FEWER_MERGES, rules="huggingface")

    def in_stages() -> object:
        return superbpe.train(Corpus.from_text(text, "lines"), merges=FEWER_MERGES)

    def without_borders() -> object:
        return boundless.train(Corpus.from_text(text, "lines"), merges=FEWER_MERGES)

    for name, train_across in (("SuperBPE", in_stages), ("BoundlessBPE", without_borders)):
        compared = compare(train_across, plain, turns=3)
        what = f"{name}, {FEWER_MERGES:,} merges / BPE, from the text"
        report(what, compared, "<= 2.5")


def states(trace: Trace) -> None:
    """Return the slowest of a spread of states, each at its best of three; what a trace derives once is timed apart."""
    places = sorted({len(trace) * i // 16 for i in range(17)})
    report("tie sizes of all steps, once", f"{seconds(lambda: trace.tie_sizes) * 1000:.0f} ms")
    report("symbols in use after all steps, once", f"{seconds(lambda: trace.symbols_in_use) * 1000:.0f} ms")
    for name, ask in (("words", trace.words), ("pairs", trace.pairs)):
        worst = max(min(seconds(partial(ask, k)) for _ in range(3)) for k in places)
        report(f"trace.{name}(k), the slowest of {len(places)} k", f"{worst * 1000:.0f} ms", "<= 100 ms")


if __name__ == "__main__":
    main(sys.argv[1:])
