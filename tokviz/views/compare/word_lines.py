"""What the lines below the rows of `/compare` say of a word: its tokens by each tokenizer, and why not as another's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tokviz.compare.accounts import Side
from tokviz.compare.comparison import Compared
from tokviz.compare.differences import Reason, between, opposites, word_with_space
from tokviz.compare.notation import neutral
from tokviz.compare.reading import Split
from tokviz.corpus.passages import Passage
from tokviz.views.compare.reasons import isolated, sentence
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible

__all__ = ["lines_of", "why_not"]


def why_not(passage: Passage, tokenizers: Sequence[Compared], splits: Sequence[Split]) -> dict[int, Reason]:
    """Why a word is split otherwise than by another: number of a tokenizer -> reason, in which it is on the left.
    Raises TokvizError."""
    found = {}
    sides = [Side(passage, one.tokenizer) for one in tokenizers]
    for one, other in opposites(splits).items():
        why = between(sides[one], sides[other])
        if why is not None:
            found[one] = why
    return found


def lines_of(
    tokenizers: Sequence[Compared],
    splits: Sequence[Split],
    whys: Mapping[int, Reason],
    passage: Passage,
    say: Catalog,
    *,
    links: Sequence[Sequence[Mapping[str, Any]]],
    is_neutral: bool = False,
) -> dict[str, Any]:
    """What ``aligned.js`` shows of a word. links: for each tokenizer where its line leads. is_neutral: whether tokens
    are written in one neutral notation."""
    lines = []
    for number, (one, split) in enumerate(zip(tokenizers, splits, strict=True)):
        written = [neutral(token, one.model).text or "∅" if is_neutral else token for token in split.tokens]
        lines.append(
            {
                "tokens": [shorten(visible(token)) for token in written] or ["∅"],
                "fact": isolated(sentence(whys[number], one.label, say)) if number in whys else "",
                "links": links[number],
            }
        )
    word = word_with_space(passage, splits) or passage.written
    before, behind = say("compare.word.differs" if whys else "compare.word.same", word="\0").split("\0")
    return {"head": [before, shorten(visible(word)), behind], "lines": lines}
