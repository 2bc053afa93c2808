"""Hostile input: strings, corpora and files, drawn from a `random.Random`, the same ones for the same seed.

Markup calls :data:`MARK` if a page ever reads it as more than text; the browser part plants that function and looks
whether it was called.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

from tests import strategies
from tests.e2e.test_bpe_own import HOSTILE
from tests.files.test_detect import FILES as TOKENIZERS
from tests.pages.test_compare_own import CORPORA, NONSENSE, TEXTS
from tokviz.corpus import MAX_COUNT, MAX_WORD_CHARS

__all__ = ["MARK", "MARKUP", "corpus", "files", "large", "text", "value"]

MARK = "__pwned"
"""The function that markup calls."""
MARKUP = (
    *(f"<img/src=x/onerror={MARK}(1)>", f"<script>{MARK}(2)</script>", f"</script><script>{MARK}(3)</script>"),
    *(f"<svg/onload={MARK}(4)>", f"[a](javascript:{MARK}(5))", f"![a](x'onerror='{MARK}(6))"),
    *(
        f"'-{MARK}(7)-'",
        f"${{{MARK}(8)}}",
        f"</style><script>{MARK}(9)</script>",
        f"<a/href=javascript:{MARK}(10)>x</a>",
    ),
    *(f"'\"><iframe/srcdoc='<script>parent.{MARK}(11)</script>'>", f"<details/open/ontoggle={MARK}(12)>"),
    *(f"<!--<script>{MARK}(13)//", f"\u2028{MARK}(14)//", f"]]><script>{MARK}(15)</script>", f"{{{{{MARK}(16)}}}}"),
    *(f"javascript:{MARK}(17)", f"<javascript:{MARK}(18)>", f"https://example.org/{MARK}", "$\\href{javascript:x}{y}$"),
)
"""Words, none with a space in it, that run as a script where a page takes them for markup."""

_POOL = 400
_PAIRED = ("low", "lower", "newest", "widest", "hug", "pug", "pun", "hugs", "a", "ab", "aba", "éa", "中文", "😀")


@cache
def _pool(name: str) -> tuple[str, ...]:
    """Return texts of the strategies of the property tests, always the same ones."""
    kinds: dict[str, SearchStrategy[str]] = {
        "texts": strategies.texts(),
        "hostile": strategies.hostile_texts(),
        "words": strategies.words("ab", 12),
        "corpora": strategies.corpora().map(lambda found: "\n".join(f"{word} {found[word]}" for word in found)),
    }
    drawn: list[str] = []

    @seed(1)
    @settings(max_examples=_POOL, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(kinds[name])
    def collect(one: str) -> None:
        drawn.append(one)

    collect()
    return tuple(drawn)


def _sendable(text: str) -> str:
    """Return the text as a browser can send it: without half characters."""
    return text.encode("utf-8", "replace").decode()


def value(rng: random.Random) -> str:
    """Return a value of a parameter."""
    return _sendable(rng.choice((rng.choice(NONSENSE), rng.choice(NONSENSE), rng.choice(MARKUP), text(rng, 3))))


def word(rng: random.Random) -> str:
    """Return a word, without white space most of the time."""
    drawn = rng.choice((rng.choice(MARKUP), rng.choice(list(HOSTILE)), rng.choice(_PAIRED), rng.choice(_pool("words"))))
    return _sendable(drawn)


def text(rng: random.Random, most: int = 12) -> str:
    """Return a text to cut, of up to so many parts."""
    kinds: tuple[Callable[[], str], ...] = (
        lambda: word(rng),
        lambda: rng.choice(_PAIRED),
        lambda: rng.choice(TEXTS),
        lambda: rng.choice(CORPORA),
        lambda: rng.choice(_pool("texts")),
        lambda: rng.choice(_pool("hostile")),
        lambda: rng.choice(strategies.SETTLED),
        lambda: chr(rng.choice((rng.randrange(0x20), rng.randrange(0xD7FF), rng.randrange(0xE000, 0x110000)))),
    )
    parts = (
        rng.choice(kinds)() + rng.choice(("", " ", rng.choice(strategies.SPACES))) for _ in range(rng.randint(0, most))
    )
    return _sendable("".join(parts))


def corpus(rng: random.Random) -> str:
    """Return a corpus in any of the forms that people paste, or what only looks like one."""
    counts = {word(rng): rng.choice((1, 1, 2, 3, 9, 10**6, MAX_COUNT)) for _ in range(rng.randint(1, 9))}
    kinds: tuple[Callable[[], str], ...] = (
        lambda: json.dumps(counts, ensure_ascii=rng.random() < 0.3),
        lambda: repr(counts),
        lambda: "\n".join(f"{name} {count}" for name, count in counts.items()),
        lambda: ", ".join(f"{name} {count}" for name, count in counts.items()),
        lambda: "word,count\n" + "\n".join(f'"{name}",{count}' for name, count in counts.items()),
        lambda: " ".join(name for name in counts for _ in range(rng.randint(1, 3))),
        lambda: rng.choice(_pool("corpora")),
        lambda: text(rng, 20),
        lambda: rng.choice(_pool("hostile")),
        lambda: rng.choice(("a", "\u200b", "\ufeff", "aa", "é")) * rng.choice((1, 2, 3, 50, 999)),
    )
    return _sendable(rng.choice(kinds)())


def large(rng: random.Random) -> str:
    """Return a corpus near what is trained in a moment: many words, long words, one word, all letters of Unicode."""
    syllables = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
    kinds: tuple[Callable[[], str], ...] = (
        lambda: " ".join("".join(rng.choices(syllables, k=rng.randint(1, 5))) for _ in range(2_500)),
        lambda: rng.choice(("a", "ab", "abc", "中", "😀", "\u0301")) * (MAX_WORD_CHARS // 3),
        lambda: " ".join(rng.choice("ab") * rng.randint(1, 120) for _ in range(300)),
        lambda: " ".join("".join(rng.choices("ab", k=1_000)) for _ in range(15)),
        lambda: "".join(rng.choices(strategies.SETTLED, k=6_000)),
        lambda: " ".join(map(chr, range(0x4E00, 0x4E00 + 9_000))),
        lambda: " ".join(rng.choice(MARKUP) + str(n) for n in range(400)),
        lambda: "x" * (MAX_WORD_CHARS + 1),
    )
    return rng.choice(kinds)()


# -- files -------------------------------------------------------------------------------------------------------------


def files(rng: random.Random, suffixes: Iterable[str], *, is_tokenizer: bool) -> list[tuple[str, bytes]]:
    """Return (name, content) of an upload: sound, cut short, changed, in a wrong encoding, deep, or something else."""
    known = list(suffixes) or ["txt"]
    if is_tokenizer:
        chosen, _ = rng.choice(list(TOKENIZERS.values()))
        return [(_name(rng, name, known), _spoilt(rng, content.encode())) for name, content in chosen]
    content = corpus(rng) if rng.random() < 0.8 else large(rng)
    return [(f"{_stem(rng)}.{rng.choice(known)}", _spoilt(rng, content.encode()))]


def _stem(rng: random.Random) -> str:
    return rng.choice((*(mark.replace("/", " ") for mark in MARKUP), "a", "**b**", "\u202ecod.exe", "x" * 200, " "))


def _name(rng: random.Random, name: str, known: Sequence[str]) -> str:
    """Return a name with the same ending, or with another one that the page takes."""
    suffix = name.rpartition(".")[2].lower()
    return f"{_stem(rng)}.{suffix if suffix in known and rng.random() < 0.8 else rng.choice(known)}"


def _spoilt(rng: random.Random, content: bytes) -> bytes:
    kinds: tuple[Callable[[], bytes], ...] = (
        lambda: content,
        lambda: content,
        lambda: content[: rng.randrange(len(content) + 1)],
        lambda: _flipped(rng, content),
        lambda: content.decode().encode(rng.choice(("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "cp037")), "replace"),
        lambda: _mutated(rng, content),
        lambda: _mutated(rng, content),
        lambda: rng.choice((b"[", b'{"a":', b"(", b"{")) * rng.choice((10, 5_000, 200_000)),
        lambda: json.dumps({word(rng) + str(n): n for n in range(rng.choice((1, 5_000)))}).encode(),
        lambda: rng.choice(_pool("hostile")).encode("utf-8", "surrogatepass"),
        lambda: rng.randbytes(rng.choice((0, 1, 50, 5_000))),
        lambda: (
            rng.choice((b"%PDF-1.7", b"PK\x03\x04", b"\x1f\x8b", b"\xff\xfe", b"\xef\xbb\xbf", b"\0")) + content[:40]
        ),
    )
    return rng.choice(kinds)()


def _flipped(rng: random.Random, content: bytes) -> bytes:
    changed = bytearray(content or b" ")
    for _ in range(rng.randint(1, 4)):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _mutated(rng: random.Random, content: bytes) -> bytes:
    """Return the same JSON with one value somewhere changed; lines in another order where it is none."""
    try:
        tree = json.loads(content)
    except ValueError:
        lines = content.decode().splitlines() or [""]
        lines[rng.randrange(len(lines))] = rng.choice((value(rng), "", lines[-1], lines[0]))
        return "\n".join(lines).encode()
    for _ in range(rng.randint(1, 2)):
        places = list(_places(tree))
        if places:
            holder, key = rng.choice(places)
            holder[key] = rng.choice(
                (None, True, 0, -1, 1.5, 1e308, 10**30, "", [], {}, [[]], {"type": "x"}, word(rng), "a b", [["a", "b"]])
            )
            if isinstance(holder, dict) and rng.random() < 0.3:
                holder[word(rng)] = holder.pop(key)
    return json.dumps(tree, ensure_ascii=rng.random() < 0.5).encode()


def _places(tree: Any) -> Iterable[tuple[Any, Any]]:
    """Yield each (container, key) of a tree; those near the root count as often as the many leaves below."""
    level = [tree]
    while level:
        below: list[Any] = []
        for holder in level:
            keys = list(holder) if isinstance(holder, dict) else range(len(holder)) if isinstance(holder, list) else ()
            for key in list(keys)[:12]:
                yield holder, key
                below.append(holder[key])
        level = below
