"""Answers as people write them: what is right in one notation, and in all that are usual."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tokviz.corpus import Corpus
from tokviz.exercises import Answer, Task, check

__all__ = ["accepted", "written"]


def written(answer: Answer) -> str:
    """An answer in the notation that is read back as itself, in every language.

    >>> written((("e", "s"), ("es", "t"))), written(b"\\xc3\\xa9"), written(("hug", "s"))
    ('e s, es t', 'C3 A9', 'hug s')
    """
    match answer:
        case bytes():
            return answer.hex(" ").upper()
        case Corpus():
            return ", ".join(f"{word} {count}" for word, count in answer.items())
        case float():
            return f"{answer:.6g}"
        case tuple() if answer and isinstance(answer[0], tuple):
            return ", ".join(" ".join(pair) for pair in answer)
        case tuple():
            return " ".join(str(one).replace(" ", "␣") for one in answer)
    return str(answer)


def accepted(task: Task) -> tuple[str, ...]:
    """Every right answer in every usual notation, each of which `check` accepts; the solution comes first.

    >>> from tokviz.exercises import make
    >>> accepted(make("next-merge", seed=1))[:3]
    ('u n', 'u+n', 'u + n')
    """
    texts = (text for answer in task.accepted for text in _notations(answer))
    return tuple(text for text in dict.fromkeys(texts) if text.strip() and check(task, text).right)


def _notations(answer: Answer) -> Iterator[str]:
    yield written(answer)
    match answer:
        case bytes():
            yield answer.hex().upper()
            yield answer.hex(",").upper()
            yield " ".join(f"0x{byte:02X}" for byte in answer)
            yield " ".join(map(str, answer))
        case tuple() if answer and isinstance(answer[0], tuple):
            pairs = answer
            yield "; ".join(" ".join(pair) for pair in pairs)
            yield ", ".join("+".join(pair) for pair in pairs)
            yield ", ".join("".join(pair) for pair in pairs)
        case tuple():
            parts = [str(one).replace(" ", "␣") for one in answer]
            for sign in ("+", " + ", ", ", ",", "|", " | ", ""):
                yield sign.join(parts)
        case Fraction():
            yield f"{float(answer):.6g}"
