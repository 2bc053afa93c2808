"""The texts and words that an example opens with where something is cut: some it was not trained on. Pure.

The first word of a text is the one in the picture: it takes several steps. A word for a lattice has several ways.
"""

from __future__ import annotations

from collections.abc import Mapping

from tokviz import examples
from tokviz.examples import OWN

PROSE: Mapping[str, str] = {
    "english": "The lighthouse keeper's 2,016 lamps weren't lit; SHE'LL light them again tonight.",
    "chinese": "春天的茶，清香而微苦。这家 café 有 128 种茶，你喜欢哪一种？",
}
"""The samples of pages that take a text as it is: digits, clitics, capitals, and two scripts in one sentence."""
_FIRST_WORDS = 8

# What a page's own list does not have.
_TEXTS: Mapping[str, str] = {
    "hug": "hugs bugs mug bum",
    "sennrich": "lowest newer slow widest",
    "follow": "follow lowest flow wider mellow",
    "jurafsky": "lower newest widest slow",
    "jurafsky-2025": "set sent reset",
    "aaabdaaabac": "aaab abba cab",
    "parts": "abcabd dab abe",
    "kentucky": "tucky lucky tokens turkey",
    "by-the-way": "bway bythe onthe",
    "at-the-end": "lightend nightdog piers",
    "course": "This is the Hugging Face course!",
    "lighthouse": "The lighthouse keeper's lamps shone over the quiet water.",
    "kitchen": "Bakers knead bread in a café, quickly.",
    "zug": "Der Zug fährt schnell über Zürich.",
    "tea": "外婆慢慢喝茶，喝咖啡。",
    "english": "How does a language model answer unanswerable questions?",
    "chinese": "语言模型怎么读懂没见过的词？",
    "unequal-languages": "Bäckerinnen verkaufen Brot. The bakers sell onions. Los niños venden manzanas.",
    "two-languages": "lowest newest neuestes neuer",
    "four-languages": "verkaufen they bread warm 老太太 苹果",
}
_PAGES: Mapping[str, Mapping[str, str]] = {
    "bpe-encode": {
        "sennrich": "lowest newest lower slow widest lowest",
        "follow": "lowest follow newest slower lowest",
        "hug": "unhug bug mug thug hugs bug",
        "course": "This is not a token.",
        "jurafsky": "lower newer lowest slow wide lower",
        "zug": "Schnell fährt der Zug über Zürich.",
    },
    "wordpiece": {
        "hug": "pugnugs bugs hugs mug bum",
        "follow": "lowest follow flow wider mellow",
        "jurafsky-2025": "sent set reset",
        "english": "Language models answer unanswerable questions.",
    },
    "superbpe": {"by-the-way": "on the way by the sea", "at-the-end": "the dog at the end of the road"},
    "unigram": {"hug": "unhug hugs pug huggun mug"},
    "compare": {
        "hug": "hugs bugs mug unhug puns",
        "sennrich": "lowest newer slow widest lowering",
        "course": "This is not a token of the tokenizer.",
        "lighthouse": "The lighthouse lamps shone.",  # on one line in the smallest window of a desktop
        "by-the-way": "on the way to the sea",
        "at-the-end": "at the end of the road the light went on",
    },
}
_WORDS: Mapping[str, str] = {
    "hug": "unhug",
    "sennrich": "lowest",
    "follow": "follower",
    "jurafsky": "slowest",
    "jurafsky-2025": "reset",
    "aaabdaaabac": "aaab",
    "parts": "abcabd",
    "kentucky": "tokenkey",
    "by-the-way": "theway",
    "at-the-end": "nightend",
    "course": "tokens",
    "lighthouse": "lighthouses",
    "kitchen": "bakers",
    "zug": "Zugvogel",
    "tea": "每天早上",
    "english": "unanswerable",
    "chinese": "语言模型怎么读懂没见过的词",
    "unequal-languages": "verkaufen",
    "two-languages": "neueste",
    "four-languages": "Verkäufer",
}


def text(page: str, example: str) -> str:
    """Return the text that an example opens with on a page; empty beside the visitor's own corpus.

    >>> text("unigram", "hug"), text("wordpiece", "hug")
    ('unhug hugs pug huggun mug', 'pugnugs bugs hugs mug bum')
    """
    if example == OWN:
        return ""
    own = _PAGES.get(page, {}).get(example)
    return own or _TEXTS.get(example) or " ".join(examples.load(example).cut("whitespace").words[:_FIRST_WORDS])


def word(example: str) -> str:
    """Return the word that an example opens with; most are none that it was trained on.

    >>> word("hug")
    'unhug'
    """
    if example == OWN:
        return ""
    return _WORDS.get(example) or examples.load(example).cut("whitespace").words[0]
