"""Strategies for the property tests: words and corpora that provoke ties, texts of every script and hostile ones."""

from __future__ import annotations

import unicodedata

from hypothesis import strategies as st

from tokviz.corpus import Corpus

# Characters that were in Unicode 3.2 and are in the same category today. Libraries carry Unicode tables of different
# years, so only on these can two of them be expected to agree.
SETTLED = tuple(
    char
    for char in map(chr, range(0x10000))
    if unicodedata.ucd_3_2_0.category(char) == unicodedata.category(char) not in ("Cn", "Cs", "Co")
)

SPACES = (
    " ",
    "  ",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "\v",
    "\f",
    "\x85",
    "\xa0",
    "\u1680",
    "\u2003",
    "\u2028",
    "\u2029",
    "\u3000",
)

_FRAGMENTS = (
    *(
        "low",
        "Lowest",
        "ÉCOLE",
        "straße",
        "ijsſ",
        "don't",
        "IT'S",
        "we'LL",
        "'re",
        "camelCase",
        "snake_case",
        "ABc",
        "x1y22",
    ),
    *("λόγος", "Слово", "слова́", "שלום", "עִבְרִית", "كلمة", "العَرَبِيَّة", "हिन्दी", "ภาษาไทย", "ქართული", "አማርኛ"),
    *("东京", "漢字かな", "カタカナ", "한국어", "한글", "e\u0301", "\u0301", "ǆǅ", "ʰ", "ﬁ", "İi"),
    *("2016", "12345678", "٣٤٥", "४२", "Ⅻ", "½", "x²", "3.14", "1,000"),
    *(
        ".",
        "...",
        ",",
        ";",
        ":",
        "!",
        "?!",
        "-",
        "—",
        "_",
        "/",
        "//",
        "'",
        '"',
        "(",
        ")]",
        "$",
        "€",
        "^",
        "`",
        "+",
        "<",
        "|",
    ),
    *("«", "»", "、", "。", "「", "।", "؟", "\\", "\u2581", "\u2581\u2581"),
    *("😀", "👩\u200d👩\u200d👧", "👍🏽", "🇩🇪", "❤\ufe0f", "\u200d", "\u200c", "\u200e", "\u202e", "\u00ad", "\ufeff"),
)


def words(alphabet: str = "ab", max_size: int = 8) -> st.SearchStrategy[str]:
    """Words over a small alphabet, so that pairs repeat, tie and overlap."""
    return st.text(alphabet=alphabet, min_size=1, max_size=max_size)


def corpora(max_words: int = 8, max_count: int = 4) -> st.SearchStrategy[Corpus]:
    """Small corpora in any order of words; the counts are small, so that sums tie; some words are like "aaaa"."""
    word = st.sampled_from(["a", "ab", "abc", "aé中😀"]).flatmap(words) | st.integers(1, 9).map(lambda n: "a" * n)
    entries = st.tuples(word, st.integers(1, max_count))
    return st.lists(entries, min_size=1, max_size=max_words, unique_by=lambda entry: entry[0]).map(Corpus)


def texts(max_parts: int = 12) -> st.SearchStrategy[str]:
    """Texts of many scripts with joined emoji, combining marks, right-to-left words and every kind of white space."""
    part = st.sampled_from(_FRAGMENTS) | st.sampled_from(SPACES) | st.text(st.sampled_from(SETTLED), max_size=4)
    return st.lists(part, max_size=max_parts).map("".join)


def hostile_texts() -> st.SearchStrategy[str]:
    """Draw hostile texts: broken and deep structures, controls, surrogates, markup, formulas, odd numbers."""
    part = st.sampled_from(
        (
            *(
                "<script>alert(1)</script>",
                "=HYPERLINK(1)",
                "&amp;",
                "{{}}",
                "%s",
                "{0}",
                "\\",
                "\\x",
                "\\ud800",
                "\\'",
            ),
            *(
                "{",
                "}",
                "[",
                "]",
                "(",
                ")",
                '{"a":',
                '["a",',
                '("a",',
                "[[",
                '"',
                "'",
                ":",
                ",",
                ";",
                "=",
                "#",
                "//",
                "/*",
            ),
            *(
                "true",
                "NaN",
                "-Infinity",
                "None",
                "1e999",
                "-0",
                "−5",
                "0x10",
                "1_0",
                "9" * 50,
                "9" * 5000,
                "½",
                "٣",
                "1.5",
            ),
            *("\0", "\ud800", "\udfff", "\ufeff", "\u202e", "\x1b[31m", "\x7f", "\ue000", "\uffff", "\U0010ffff"),
            *("word,count\n", "count\tword\n", "low 5\n", "low", "5", " ", "\n", "\r", "\t", "[" * 300, "a" * 300),
        )
    )
    return st.lists(part | st.text(max_size=3), max_size=20).map("".join)
