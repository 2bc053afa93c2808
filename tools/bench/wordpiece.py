"""Speed of WordPiece: training by each trainer and beside our own BPE, encoding beside tokenizers; all as ratios.

For encoding both hold the vocabulary that tokenizers trains on the text itself, and encode its lines with a cold memory
of words: once cut at white space, once with all of BERT's basic tokenization.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tokviz import bpe, wordpiece
from tokviz.corpus import Corpus
from tokviz.files import tokenizer_json
from tools.bench.timing import Job, compare, report

if TYPE_CHECKING:
    from tokenizers import Tokenizer

VOCABULARY = 8_000
MERGES = 2_000
TOKENS = 2_000


def wordpiece_training(text: str) -> None:
    """Print how long merges by score take beside as many by count, and a vocabulary of other trainers beside it."""
    corpus = Corpus.from_text(text)
    by_score = partial(wordpiece.train, corpus, merges=MERGES)
    by_count = partial(bpe.train, corpus, merges=MERGES, rules="course")
    compared = compare(by_score, by_count)
    report(f"WordPiece, {MERGES:,} merges / as many by BPE", compared, "<= 5.0")
    scored = partial(wordpiece.train, corpus, vocab_size=TOKENS)
    others: dict[str, Job] = {"gain": partial(wordpiece.train, corpus, vocab_size=TOKENS, rules="gain")}
    for name in wordpiece.TOP_DOWN_PRESETS:
        others[name] = partial(wordpiece.train_top_down, corpus, vocab_size=TOKENS, rules=name)
    for name, train in others.items():
        compared = compare(train, scored)
        what = f"WordPiece, {TOKENS:,} tokens, {name} / by score"
        report(what, compared, "<= 2.0")


def wordpiece_encoding(text: str) -> None:
    """Print the ratios."""
    lines = text.splitlines()
    for name in ("whitespace", "bert-uncased"):
        model = wordpiece.Model(trained(lines, name), pretokenizer=name)
        compared = compare(partial(encode_lines, model, lines), tokenizers_encoder(model, lines))
        what = f"WordPiece encode, {name} / tokenizers"
        report(what, compared, "<= 1.0")


def encode_lines(model: wordpiece.Model, lines: list[str]) -> list[list[str]]:
    cold = wordpiece.Model(model.vocabulary, pretokenizer=model.pretokenizer)
    return [cold.encode(line) for line in lines]


def trained(lines: list[str], pretokenizer: str) -> tuple[str, ...]:
    """Return the vocabulary in the order of its ids."""
    from tokenizers import trainers

    tokenizer = loaded(wordpiece.Model(["[UNK]"], pretokenizer=pretokenizer))
    trainer = trainers.WordPieceTrainer(vocab_size=VOCABULARY, special_tokens=["[UNK]"], show_progress=False)
    tokenizer.train_from_iterator(lines, trainer)
    ids = tokenizer.get_vocab()
    return tuple(sorted(ids, key=ids.__getitem__))


def tokenizers_encoder(model: wordpiece.Model, lines: list[str]) -> Callable[[], object]:
    tokenizer = loaded(model)
    expected = [found.tokens for found in tokenizer.encode_batch(lines[:200])]
    assert expected == encode_lines(model, lines[:200]), "the two do not encode the same"
    return lambda: tokenizer.encode_batch(lines)  # its WordPiece remembers nothing


def loaded(model: wordpiece.Model) -> Tokenizer:
    from tokenizers import Tokenizer

    return Tokenizer.from_str(tokenizer_json.write_wordpiece(model))
