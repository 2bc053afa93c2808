"""Speed of parity-aware BPE: training on the parts of a text as languages, beside plain BPE on all of it."""

from __future__ import annotations

from functools import partial

from tokviz import bpe, parity
from tokviz.corpus import Corpus, Language, LanguageCorpus
from tools.bench.timing import compare, report

LANGUAGES = 4
MERGES = 2_000


def by_language(text: str) -> LanguageCorpus:
    """Return the lines of a text dealt out to languages, of which the last tenth is dev text."""
    lines = text.splitlines()
    languages = []
    for i in range(LANGUAGES):
        own = lines[i * len(lines) // LANGUAGES : (i + 1) * len(lines) // LANGUAGES]
        end = len(own) * 9 // 10
        training, dev = (Corpus.from_text("\n".join(part)) for part in (own[:end], own[end:]))
        languages.append(Language.of(str(i), training, dev))
    return LanguageCorpus(languages)


def parity_training(text: str) -> None:
    """Print how long merges in turns take beside as many by plain BPE on the joint corpus."""
    corpus = by_language(text)
    plain = partial(bpe.train, corpus, merges=MERGES, rules="huggingface")
    for name in parity.PRESETS:
        compared = compare(partial(parity.train, corpus, merges=MERGES, rules=name), plain)
        what = f"{name}, {LANGUAGES} languages, {MERGES:,} merges / as many by BPE"
        report(what, compared, "<= 2.0")
