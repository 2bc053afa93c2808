"""The start page, of the app and of the static site: the first merges to watch, merges learned from our own prose with
a sentence to split, and the lists of lessons and examples.

The merges are files in ``assets/merges``, one a line: left, right and count between tabs.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import TypedDict
from urllib.parse import urlencode

from jinja2 import TemplateNotFound

from tokviz import examples
from tokviz.algorithms import BPE
from tokviz.bpe import Trace
from tokviz.guides import Guide
from tokviz.location import site
from tokviz.memory import LocalMemory
from tokviz.state.request import opening, train_with
from tokviz.text_keys import example_about_key, example_training_key
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.rendering import source

_LEARNED = {
    "english": "start.learned.english",
    "chinese": "start.learned.chinese",
}

SCRIPTS: Mapping[str, str] = {"english": "Latn", "chinese": "Hani"}
"""The examples whose merges there are -> the script that they are for."""

_FOLDER = site() / "assets" / "merges"
_FIRST = {"en": "english", "zh": "chinese"}


COMPARED: Mapping[str, str] = {
    "example": "hug",
    "size": "10",
    "text": "unhug",
}
"""The query string of `/compare` that shows three algorithms side by side. The example opens with conventions by which
each of their steps is one token, so that all can be watched."""


@cache
def recorded_merges(example: str) -> str:
    """Return the merges of an example as its file holds them."""
    return (_FOLDER / f"{example}.tsv").read_text(encoding="utf-8")


def start_payload(
    say: Catalog,
    *,
    watch: str,
    compare: str,
    own: Mapping[str, object] | None,
    learned: Mapping[str, str] | None = None,
    derivation: str = "bpe-encode?",
    real: str = "",
) -> str:
    """Return the data of the component, as JSON text.

    watch: the address that the primary button opens. compare: that of algorithms side by side. own: how the visitor's
    own text gets to its page; None where no page takes one. learned: example -> the page of its training; that of the
    app by default. derivation: the address that shows how a word is split, up to its query; empty where no page shows
    it. real: the address at which real models split a text, up to the text; empty where no page does. The first model
    is that of the visitor's language, or the English one.
    """
    first = _FIRST.get(say.language, "english")
    order = sorted(SCRIPTS, key=lambda example: example != first)
    models = [
        {
            "example": example,
            "script": SCRIPTS[example],
            "merges": recorded_merges(example),
            "learned": say(_LEARNED[example]),
            "href": learned[example] if learned else f"bpe?{urlencode({'example': example, 'lang': say.language})}",
        }
        for example in order
    ]
    shown = {
        "watch": {**first_merges(say), "href": watch, "labels": say.within("start.watch.")},
        "type": {
            "models": models,
            "sentence": say("start.sentence"),
            "derivation": derivation,
            "real": real,
            "labels": say.within("start.hero."),
        },
        "compare": {"href": compare, "label": say("start.compare")},
        "own": None if own is None else {**own, "labels": say.within("start.own.")},
        "lang": say.language,
    }
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))


# -- the first merges of an example ------------------------------------------------------------------------------------


EXAMPLE = BPE.opening
WATCHED = 3
"""The number of merges that the page of the example makes before it asks for the next one, if it is to be watched."""
WORD = "newest"
"""The word that the title counts the merges of: with the last of them the small picture begins again."""


class WatchedWord(TypedDict):
    """A word of the small picture, how often it occurs, and the symbols that it has at first."""

    word: str
    count: int
    letters: list[str]


class WatchedBox(TypedDict):
    """A symbol of a word. first: its first letter; length: how many it has; merge: the number of the merge that made
    it, 0 for none."""

    first: int
    length: int
    merge: int


class WatchedMerge(TypedDict):
    """A merge: its pair, how often the pair occurs, and in which words."""

    left: str
    right: str
    times: str
    words: str


class WatchedMerges(TypedDict):
    """The merges that ``watching.js`` shows, until ``word`` is a single token. frames: after each number of merges, the
    boxes of each word. merges: what comes next after each. total: merges of the whole training. word: that the title
    speaks of; number: merges that are shown."""

    words: list[WatchedWord]
    frames: list[list[list[WatchedBox]]]
    merges: list[WatchedMerge]
    total: int
    word: str
    number: int


def first_merges(say: Catalog) -> WatchedMerges:
    """Return the data of ``watching.js``, with all numbers from the trace."""
    trace = _trace()
    number = next(k for k in range(len(trace) + 1) if len(trace.word(WORD, k)) == 1)
    return {
        "words": [
            {"word": word, "count": count, "letters": list(trace.word(word, 0))} for word, count in trace.corpus.items()
        ],
        "frames": [[_boxes(trace, word, k) for word in trace.words(0)] for k in range(number + 1)],
        "merges": [_told(trace, k, say) for k in range(number)],
        "total": len(trace),
        "word": WORD,
        "number": number,
    }


@cache
def _trace() -> Trace:
    return train_with(BPE, opening(BPE, EXAMPLE), LocalMemory()).trace


def _boxes(trace: Trace, word: str, k: int) -> list[WatchedBox]:
    """Return the boxes of a word after k merges."""
    numbers = {step.token: step.index + 1 for step in trace[:k]}
    letters, symbols = trace.word(word, 0), trace.word(word, k)
    ends = list(accumulate(len(symbol) for symbol in letters))
    boxes: list[WatchedBox] = []
    first = 0
    for end in accumulate(len(symbol) for symbol in symbols):
        last = ends.index(end) + 1
        token = "".join(letters[first:last])
        merge = numbers.get(token, 0) if last - first > 1 else 0
        boxes.append({"first": first, "length": last - first, "merge": merge})
        first = last
    return boxes


def _told(trace: Trace, k: int, say: Catalog) -> WatchedMerge:
    """Return the merge after k merges."""
    step = trace[k]
    return {
        "left": step.pair[0],
        "right": step.pair[1],
        "times": say.count("count.times", step.count),
        "words": " + ".join(
            f"{contribution.word} {say.integer(contribution.occurrences * contribution.count)}"
            for contribution in step.contributions
        ),
    }


# -- lessons and examples ----------------------------------------------------------------------------------------------


def lessons_payload(entries: Sequence[Mapping[str, object]], say: Catalog, practice: str = "") -> str:
    """Return the data of the list of lessons, as JSON text.

    entries: as :func:`lesson_entry` makes them. practice: for a page of their own, where the list shows more, to
    exercises of all kinds.
    """
    labels = {
        "onward": say("start.lessons.continue", n="{n}"),
        "done": say("start.lessons.done"),
        "again": say("start.lessons.again"),
        "againWith": say("start.lessons.again.label", n="{n}", title="{title}"),
        "bar": say("start.lessons.bar", n="{n}", total="{total}"),
        "practice": say("guide.label.practice"),
        "nextFirst": say("lessons.next.first", n="{n}", title="{title}"),
        "nextBegin": say("lessons.next.begin", n="{n}", title="{title}"),
        "nextContinue": say("lessons.next.continue", n="{n}", card="{card}", title="{title}"),
        "practiceAll": say("lessons.practice"),
        "howFar": say("lessons.how-far", n="{n}", total="{total}"),
        "film": say("lessons.film"),
        "filmClose": say("lessons.film.close"),
        "filmOf": say("lessons.film.label", title="{title}"),
    }
    shown = {"lessons": list(entries), "labels": labels, "lang": say.language, "practice": practice}
    return json.dumps(shown, ensure_ascii=False)


def lesson_entry(guide: Guide, say: Catalog, links: Sequence[str], practice: str) -> dict[str, object]:
    """Return the entry of a lesson in the list.

    links: to each of its cards. practice: to exercises of the kinds that it asks; empty for none.
    """
    return {
        "name": guide.name,
        "title": guide.title[say.language].replace("`", ""),
        "line": guide.line[say.language].replace("`", ""),
        "picture": _picture(guide.name),
        "cards": say(
            "lessons.size", cards=say.count("guide.cards", len(guide.cards)), minutes=say.integer(round(guide.minutes))
        ),
        "practice": practice,
        "links": list(links),
    }


def _picture(name: str) -> str:
    """Return the picture of a lesson as the address of an image; empty for a teacher's own, which has none."""
    try:
        drawing = source(f"lessons/{name}.svg")
    except TemplateNotFound:
        return ""
    return f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}"


_SOURCES = {
    "sennrich": "start.from.sennrich",
    "follow": "start.from.follow",
    "hug": "start.from.hug",
    "jurafsky": "start.from.jurafsky",
    "jurafsky-2025": "start.from.jurafsky-2025",
    "aaabdaaabac": "start.from.aaabdaaabac",
    "course": "start.from.course",
}


def source_name(name: str, say: Catalog) -> str:
    """Return the source of an example in a few words; a space for prose of ours, whose name says enough."""
    return say(_SOURCES[name]) if name in _SOURCES else "\u00a0"


def about_example(name: str, algorithm: str, say: Catalog) -> str:
    """Return the text about an example, and about its use with this algorithm, if any.

    >>> from tokviz.views.shared.catalog import load
    >>> about_example("hug", "unigram", load("en")) == load("en")("example.hug.about")
    True
    """
    key = example_training_key(name, algorithm)
    about = [say(example_about_key(name)), *([say(key)] if key in say else [])]
    return say("list.sentence").join(about)


_LONG_WORD = 20  # letters to a word: a text whose words are longer has no spaces between them


def example_length(name: str, say: Catalog) -> str:
    """Return the length of an example: characters of a text, or words of a list.

    Nothing for what is no example.
    """
    words, characters = _counted(name)
    if characters:
        return say.count("corpus.characters", characters)
    return say.count("count.words", words) if words else ""


@cache
def _counted(name: str) -> tuple[int, int]:
    """Return the words of an example, or its characters where it has no spaces; 0 where that says nothing."""
    if name not in examples.NAMES:
        return 0, 0
    example = examples.load(name)
    if not example.is_prose:
        return len(example.cut("whitespace")), 0
    text = example.text or ""
    words = sum(any(map(str.isalpha, word)) for word in text.split())
    return (words, 0) if len(text) < _LONG_WORD * words else (0, len(text))
