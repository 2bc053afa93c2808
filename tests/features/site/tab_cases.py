"""Requests to the browser tab's Python with which the interpreters of a tab and of this machine are compared.

Every convention on four corpora, every view that is data, every page that applies, compares or keeps something, and
exercises. A browser test sends :func:`cases` to the page's worker and holds each answer against
:func:`tokviz.features.site.tab.answering.answer` here, by :func:`comparable`. It imports nothing that a tab does not
have.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from tokviz.algorithms import ALGORITHMS
from tokviz.chat.templates import OWN_TEMPLATES
from tokviz.exercises import KINDS as KINDS_OF_SERIES
from tokviz.features.site.tab.practicing import KINDS
from tokviz.files.by_name import SHIPPED
from tokviz.state.tab import APPLYING
from tokviz.views.pages.registry import page_of, titles

__all__ = ["CORPORA", "LANGUAGE_TEXT", "Case", "cases", "comparable", "first_of_each", "needs_jinja"]

CORPORA = {
    "low": "low 5, lower 2, newest 6, widest 3",
    "hug": "hug 10\npug 5\npun 12\nbun 4\nhugs 5",
    "english": (
        "She sells seashells by the seashore. The shells she sells are surely seashells, so if she sells shells on "
        "the seashore, I'm sure she sells seashore shells. It's 10 o'clock, and she isn't there yet!"
    ),
    "chinese": (
        "春天的茶，清香而微苦。👋🏽 这家 café 有 128 种茶🍵，你喜欢哪一种？四是四，十是十，十四是十四，四十是四十。"
    ),
}
"""Lists of words and running texts, by name."""
LANGUAGE_TEXT = "[English]\nlow 5, newest 6\n[中文]\n茶 3, 茶叶 2\n[English dev]\nlow 1\n[中文 dev]\n茶叶 2"
"""An own text by language."""
SIZES = {"low": 16, "hug": 12, "english": 48, "chinese": 80}
"""Sizes of vocabularies that leave every trainer something to do."""
_DIGITS = 6  # of numbers that are compared: the last bits of exp and log are not the same everywhere
_DECIMALS = 9  # what is smaller is what the last bits leave of a zero


@dataclass(frozen=True)
class Case:
    """A request by its name. has_ties: whether rows of nearly equal value may change places from one machine to
    another, as after an expectation step."""

    name: str
    request: dict[str, Any]
    has_ties: bool = False


def cases() -> tuple[Case, ...]:
    """Return all requests, each with another name."""
    drawn = (*_trainings(), *_views(), *_languages(), *_applied(), *_compared(), *_texts(), *_chats())
    return (*drawn, *_exercises(), *_practice(), *_kept())


def first_of_each() -> tuple[Case, ...]:
    """Return the first request of each kind to each page."""
    return tuple({(case.request["kind"], case.request["page"]): case for case in reversed(cases())}.values())


def needs_jinja(case: Case) -> bool:
    """Tell if an answer is made by templates."""
    is_chat = case.request["page"] == "chat" or case.name.startswith("practice trained-on")
    return bool(case.request["kind"] == "keep" or is_chat)


def comparable(case: Case, answer: str) -> object:
    """Return an answer in the form in which two machines agree: numbers rounded; where rows may change places, how
    often each text and each number occurs."""
    found = _rounded(json.loads(answer))
    return Counter(map(repr, _leaves(found))) if case.has_ties else found


def _case(name: str, page: str, query: dict[str, str], kind: str = "picture", **more: Any) -> Case:
    request = {"kind": kind, "page": page, "query": urlencode(query), "lang": "en", "asks": False, **more}
    return Case(name, request, has_ties="unigram" in page or page in ("lattice", "compare"))


def _own(corpus: str, **query: str) -> dict[str, str]:
    return {"example": "own", "corpus": CORPORA[corpus], **query}


def _trainings() -> Iterator[Case]:
    for name, algorithm in ((name, ALGORITHMS[name]) for name in APPLYING):
        for preset in algorithm.presets:
            for corpus, size in SIZES.items():
                query = _own(corpus, rules=preset, vocab=f"{size}")
                yield _case(f"{name} {preset} {corpus}", name, query)
        yield _case(f"{name} asks", name, _own("english", vocab="48", step="3"), asks=True, lang="zh")


def _views() -> Iterator[Case]:
    for name in APPLYING:
        for view in titles(name):
            query = _own("english", vocab="48", step="5")
            yield _case(f"{name} view {view}", name, query, "view", view=view, lang="zh")
    fields = {"tree": "▁s", "word": "shells", "history_page": "2"}
    for view in titles("picky"):
        query = {"example": "kentucky", "step": "14"}
        yield _case(f"picky view {view} of kentucky", "picky", query, "view", view=view, fields=fields)


def _languages() -> Iterator[Case]:
    for preset in ALGORITHMS["parity"].presets:
        own = {"example": "own", "corpus": LANGUAGE_TEXT, "rules": preset, "merges": "5"}
        yield _case(f"parity {preset} languages", "parity", own)
        yield _case(f"parity {preset} example", "parity", {"example": "four-languages", "rules": preset, "step": "20"})
    for rules in ("superbpe-lesson", "boundless"):
        given = {"example": "by-the-way", "rules": rules, "text": "on the way\nby the sea", "step": "3"}
        yield _case(f"{rules} encode", "superbpe-encode", given)
    yield _case("parity encode", "parity-encode", {"example": "two-languages", "text": "newer neuer"}, lang="zh")


def _applied() -> Iterator[Case]:
    for corpus, size in SIZES.items():
        vocab = f"{size}"
        yield _case(f"bpe-encode {corpus}", "bpe-encode", _own(corpus, vocab=vocab))
        yield _case(f"wordpiece-encode {corpus}", "wordpiece-encode", _own(corpus, vocab=vocab))
        yield _case(f"lattice {corpus}", "lattice", _own(corpus, vocab=vocab))
    text = {"text": "slowest hugs, 十四!"}
    for loop in ("one-at-a-time", "all-occurrences", "rule-by-rule"):
        yield _case(f"bpe-encode {loop}", "bpe-encode", _own("english", merges="30", loop=loop, **text))
    applied = {"rules": "subword-nmt", "split": "whitespace", "apply": "subword-nmt"}
    yield _case("bpe-encode applied", "bpe-encode", _own("low", merges="5", **applied, **text))
    yield _case("wordpiece-encode bert", "wordpiece-encode", _own("english", vocab="48", pre="bert-uncased", **text))
    yield _case("wordpiece-encode top-down", "wordpiece-encode", _own("english", vocab="48", rules="tf-text", **text))
    yield _case("lattice of a word", "lattice", _own("english", vocab="60", word="seashell", at="1"), asks=True)


def _compared() -> Iterator[Case]:
    for corpus in CORPORA:
        yield _case(f"compare {corpus}", "compare", _own(corpus))
    four = "bpe:course,bpe:minbpe,wordpiece:tf-text,unigram:course"
    query = _own("english", t=four, text="she sells shells, slowly", word="slowly", marks="neutral")
    yield _case("compare four", "compare", query, lang="zh")
    for view in page_of("compare").views:
        yield _case(f"compare view {view}", "compare", query, "view", view=view)


def _texts() -> Iterator[Case]:
    for corpus, text in CORPORA.items():
        yield _case(f"bytes {corpus}", "bytes", {"preset": "own", "text": text, "word": "2"})
    yield _case("bytes huggingface", "bytes", {"text": "héllo 👋", "rules": "huggingface", "pattern": "cl100k"})
    two = {"tokenizer": "gpt", "beside": "bert", "sample": "own", "text": "shells 十四"}
    for view in page_of("vocabulary").views:
        yield _case(f"vocabulary view {view}", "vocabulary", two, "view", view=view)
    for corpus, text in CORPORA.items():
        yield _case(f"why {corpus}", "why", {"corpus": text, "word": "thinkers"})
    yield _case("why larger than the text", "why", {"example": "tea", "size": "5000"}, lang="zh")
    yield _case("recorded", "tokenizers", {"preset": "question"})
    for view in ("options", "word", "stages", "pretokens", "tokens"):
        query = {"text": "It's 10 [MASK] naïve", "tokenizer": "gpt", "word": "2"}
        yield _case(f"tokenizers view {view}", "tokenizers", query, "view", view=view)
    for name in SHIPPED:
        for corpus, text in CORPORA.items():
            yield _case(f"{name} {corpus}", "tokenizers", {"text": text, "tokenizer": name, "word": "3"})
        marks = "<s>[CLS] e\u0301a\u0323\u0327 각 ﬁ½ İΣς\u00ad\u3000x  y\n\n </s>"
        yield _case(f"{name} marks", "tokenizers", {"text": marks, "tokenizer": name}, lang="zh")


def _chats() -> Iterator[Case]:
    for view in page_of("chat").views:
        yield _case(f"chat view {view}", "chat", {"preset": "typed"}, "view", view=view, lang="zh")
    for template in OWN_TEMPLATES:
        yield _case(f"chat {template}", "chat", {"template": template, "preset": "typed", "tokenizer": "bert"})
    own = {"preset": "own", "chat": '[["user","你好 <s>"]]', "template": "own", "tokenizer": "gpt", "prompt": "no"}
    source = "{% for m in messages %}{{ m.role }}{{ m.content | trim }}{% endfor %}"
    yield _case("chat of their own", "chat", own | {"source": source}, "view", view="tokens")


def _exercises() -> Iterator[Case]:
    for algorithm, kinds in KINDS.items():
        for kind in kinds:
            for number in (1, 2):
                made = _case(f"{kind} {algorithm} {number}", algorithm, _own("english", vocab="48"), "task")
                yield Case(made.name, {**made.request, "task": kind, "number": number})
                told = {"kind": "check", "task": kind, "number": number, "answers": ["?", "1", None]}
                yield Case(f"{made.name} told", {**made.request, **told})


def _practice() -> Iterator[Case]:
    for kind in KINDS_OF_SERIES:
        made = _case(f"practice {kind}", "practice", {"kinds": kind, "level": "2", "seed": "7"}, "practice")
        yield made
        yield Case(f"{made.name} answered", {**made.request, "act": {"answer": "1"}, "lang": "zh"})
    written = {"merges": "e s\nes t\nest </w>"}
    yield _case("practice view check", "practice", {}, "view", view="check", fields=written)


def _kept() -> Iterator[Case]:
    for name in APPLYING:
        for what in ("replay", "worksheet", "solution"):
            yield _case(f"{what} {name}", name, _own("hug", vocab="18"), "keep", what=what)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        near = float(f"{round(value, _DECIMALS):.{_DIGITS}g}")
        return int(near) if near.is_integer() else near  # as JavaScript has it
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    return {name: _rounded(one) for name, one in value.items()} if isinstance(value, dict) else value


def _leaves(value: Any) -> Iterator[object]:
    """Yield the texts and decimal numbers of an answer; whole numbers are mostly places in lists."""
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _leaves(one)
    elif isinstance(value, str | float):
        yield value
