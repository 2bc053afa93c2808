"""Speed of unigram training and encoding beside sentencepiece, one thread each, as ratios of one run.

Ours is timed with its trace recorded. Both learn 1,000 pieces; the text is split at spaces, and nothing else is done to
it. What each learns differs, except under the rules that reproduce sentencepiece.
"""

from __future__ import annotations

import io
from functools import partial

import sentencepiece

from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.errors import LimitError
from tokviz.unigram import PRESETS, Model, Trace
from tokviz.unigram.seeds import seed_candidates
from tools.bench.timing import compare, report, threads_beside

PIECES = 1_000
_AIMS = {"sentencepiece": "<= 2.0", "huggingface": "<= 1.6"}


def training_and_encoding(text: str) -> None:
    """Print the ratios."""
    # sentencepiece takes runs of spaces for one.
    lines = [" ".join(filter(None, line.split(" "))) for line in text.splitlines()]
    text = "\n".join(lines)
    theirs = partial(train_sentencepiece, lines)
    compared = compare(partial(train, text, "soft-em"), theirs, turns=3)
    report("unigram, soft-em / sentencepiece", compared, "<= 1.2")
    for name in PRESETS:
        if name != "soft-em":
            part = fitting(lines, name)
            jobs = partial(train, "\n".join(part), name), partial(train_sentencepiece, part)
            compared = compare(*jobs, turns=3, warm_up=False)
            shown = f", the first {len(part) / len(lines):.0%} of the lines" if len(part) < len(lines) else ""
            report(f"  {name} rules / sentencepiece{shown}", compared, _AIMS.get(name, ""))
    beside = threads_beside(partial(train, text, "soft-em"))
    report("  threads of the BLAS that ran in a training of ours", "unknown" if beside is None else str(beside), "0")

    model = train(text, "sentencepiece").model(pretokenizer="metaspace")
    processor = sentencepiece.SentencePieceProcessor(model_proto=train_sentencepiece(lines))
    assert [model.encode(line) for line in lines] == processor.encode(lines, out_type=str)
    compared = compare(
        partial(encode, dict(model.scores), lines), partial(processor.encode, lines, out_type=str, num_threads=1)
    )
    report("unigram, encode lines / sentencepiece", compared, "<= 2.5")


def fitting(lines: list[str], rules: str) -> list[str]:
    """Return all lines or, where these have more substrings than the rules count as seeds, the first half, or less."""
    try:
        seed_candidates(dict(Corpus.from_text("\n".join(lines), "metaspace").items()), PRESETS[rules])
    except LimitError:
        return fitting(lines[: len(lines) // 2], rules)
    return lines


def train(text: str, rules: str) -> Trace:
    corpus = Corpus.from_text(text, "metaspace")
    return unigram.train(
        corpus, vocab_size=PIECES, rules=rules, lines=text.splitlines() if rules == "sentencepiece" else None
    )


def train_sentencepiece(lines: list[str]) -> bytes:
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=model,
        vocab_size=PIECES,
        character_coverage=1.0,
        normalization_rule_name="identity",
        num_threads=1,
        minloglevel=2,
    )
    return model.getvalue()


def encode(scores: dict[str, float], lines: list[str]) -> object:
    model = Model.from_scores(scores, pretokenizer="metaspace")  # again, so that it remembers no words
    return list(map(model.encode, lines))
