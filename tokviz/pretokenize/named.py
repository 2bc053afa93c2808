r"""Pre-tokenizers by name: functions that split a text into the words inside which a tokenizer then works.

Every pre-tokenizer here is a pure function from a text to the tuple of its pieces, none of them empty, and says what
becomes of white space. `PRETOKENIZERS` lists them under the names that users choose from; none of these lower-cases,
normalizes or removes accents, and those in `NORMALIZING` do. `LIBRARY` holds the ways of tokenizers that nobody would
choose but files ask for. Byte-level ones give each byte as a visible character, as in `tokviz.pretokenize.byte_level`.
Counting the pieces is `tokviz.corpus`.

White space, letters, digits and punctuation are those of the Unicode tables in the `regex` package. Other tools carry
tables of other years, so they may see a recent character otherwise; a few known differences are named at each function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import regex

from tokviz.errors import RulesError, brief
from tokviz.pretokenize.bert_basic import IDEOGRAPHS, PUNCTUATION, basic_words
from tokviz.pretokenize.byte_level import text_to_bytes
from tokviz.pretokenize.crossing import before_spaces, lines, superbpe_1, superbpe_2
from tokviz.pretokenize.normalizers import Normalizer
from tokviz.pretokenize.patterns import PATTERNS, between_runs, groups

Pretokenizer = Callable[[str], tuple[str, ...]]
"""A function that splits a text into words."""

METASPACE = "\u2581"
"""The visible mark that SentencePiece writes for a space."""

_WORDS = regex.compile(r"\w+|[^\w\s]+")

_BERT = regex.compile(rf"[{PUNCTUATION}{IDEOGRAPHS}]|[^\s{PUNCTUATION}{IDEOGRAPHS}]+")
_BERT_PUNCTUATION = regex.compile(rf"[{PUNCTUATION}]|[^\s{PUNCTUATION}]+")

_MARKED = regex.compile(rf"{METASPACE}?[^{METASPACE}]+|{METASPACE}")


def whitespace(text: str) -> tuple[str, ...]:
    """Split at white space, which is dropped. Punctuation stays with its word.

    Source: Python's `str.split`, which is what most teaching code uses. `WhitespaceSplit` of tokenizers does the same,
    except that Python also splits at the four separator controls U+001C to U+001F.

    >>> whitespace("Don't stop,  go on.")
    ("Don't", 'stop,', 'go', 'on.')
    """
    return tuple(text.split())


def words(text: str) -> tuple[str, ...]:
    r"""Split into runs of word characters, and runs of other characters that are not white space, which is dropped.

    Word characters are letters, combining marks, digits and connectors such as "_".
    Source: `Whitespace` of tokenizers, whose pattern is `\w+|[^\w\s]+`.

    >>> words("Don't stop...")
    ('Don', "'", 't', 'stop', '...')
    """
    return tuple(_WORDS.findall(text))


def bert(text: str) -> tuple[str, ...]:
    """Split like BERT: white space is dropped, every punctuation character and every CJK ideograph is a word of its
    own.

    Source: `BasicTokenizer` of google-research/bert, without its lower-casing and its cleaning of control characters
    (`bert-cased` cleans, `bert-uncased` does both: :mod:`tokviz.pretokenize.bert_basic`).
    tokenizers does it in two parts, `BertNormalizer` and `BertPreTokenizer`. Its ideographs leave out U+2B820 to
    U+2B91F, and its older tables call U+166D and U+111C9 punctuation, which Unicode has since made symbols.

    >>> bert("Don't stop: 东京 is far.")
    ('Don', "'", 't', 'stop', ':', '东', '京', 'is', 'far', '.')
    """
    return tuple(_BERT.findall(text))


def bert_uncased(text: str) -> tuple[str, ...]:
    """Do all of BERT's basic tokenization: cleaned, in lower case and without accents, then split like `bert`.

    Source and differences from tokenizers: :mod:`tokviz.pretokenize.bert_basic`, which also shows the text after each
    step.

    >>> bert_uncased("Don't stop, Zoë!")
    ('don', "'", 't', 'stop', ',', 'zoe', '!')
    """
    return basic_words(text)


def bert_cased(text: str) -> tuple[str, ...]:
    """Do the same for models that know capitals: cleaned, then split like `bert`; case and accents stay.

    >>> bert_cased("Don't stop, Zoë!")
    ('Don', "'", 't', 'stop', ',', 'Zoë', '!')
    """
    return basic_words(text, lower=False)


def gpt2(text: str) -> tuple[str, ...]:
    """Split like GPT-2: letters, digits and other characters apart, each with one space before it; nothing is lost.

    English contractions such as "'s" are split off, in lower case only. Of a run of spaces before a word the last goes
    with the word and the others are a piece of their own. Source: `gpt2` in `tiktoken_ext/openai_public.py`, tiktoken
    0.14, which splits as the pattern of the original release does; so does `ByteLevel` of tokenizers.

    >>> gpt2("It's  low, lower in 2016")
    ('It', "'s", ' ', ' low', ',', ' lower', ' in', ' 2016')
    """
    return tuple(PATTERNS["gpt2"].findall(text))


def cl100k(text: str) -> tuple[str, ...]:
    """Split like GPT-3.5 and GPT-4: as GPT-2, but digits in threes and line ends with what is before them; nothing is
    lost.

    Contractions are split off in any case, and a word takes any one character before it that is no letter, digit or
    line end, as in "(word". Source: `cl100k_base`, tiktoken 0.14. Before 0.8.0 white space at the end of the text that
    has a line end inside, such as " \\n  ", was two pieces and not one; many copies of the pattern still do that.

    >>> cl100k("IT'S (low) in 2016!")
    ('IT', "'S", ' (', 'low', ')', ' in', ' ', '201', '6', '!')
    """
    return tuple(PATTERNS["cl100k"].findall(text))


def o200k(text: str) -> tuple[str, ...]:
    """Split like GPT-4o: as cl100k, but words break where lower case turns to upper, and contractions stay on; nothing
    is lost.

    Combining marks belong to words. Source: `o200k_base`, tiktoken 0.14.

    >>> o200k("It's camelCase, in 2016")
    ("It's", ' camel', 'Case', ',', ' in', ' ', '201', '6')
    """
    return tuple(PATTERNS["o200k"].findall(text))


def llama3(text: str) -> tuple[str, ...]:
    r"""Split like Llama 3: as cl100k before tiktoken 0.8, which is what minbpe and rustbpe have; nothing is lost.

    The two differ where a text ends in white space with a line end inside, which is two pieces here.
    Source: karpathy/rustbpe ddf848f, lib.rs; minbpe and Llama 3 write the same pattern otherwise.

    >>> llama3("in 2016\n ")
    ('in', ' ', '201', '6', '\n', ' ')
    """
    return tuple(PATTERNS["llama3"].findall(text))


def nanochat(text: str) -> tuple[str, ...]:
    """Split like `llama3`, but digits in twos from the left; nothing is lost.

    Source: karpathy/nanochat 92d63d4, tokenizer.py.

    >>> nanochat("in 2016, 12345")
    ('in', ' ', '20', '16', ',', ' ', '12', '34', '5')
    """
    return tuple(PATTERNS["nanochat"].findall(text))


def qwen2(text: str) -> tuple[str, ...]:
    """Split like `llama3`, but every digit alone; nothing is lost. Source: the pattern of Qwen 2.

    >>> qwen2("in 2016")
    ('in', ' ', '2', '0', '1', '6')
    """
    return tuple(PATTERNS["qwen2"].findall(text))


def threes_from_right(text: str) -> tuple[str, ...]:
    """Split like cl100k, but digits 0 to 9 in threes from the right (:mod:`tokviz.pretokenize.patterns`); nothing is
    lost.

    >>> threes_from_right("in 1234567")
    ('in', ' ', '1', '234', '567')
    """
    return tuple(piece for part, is_run in between_runs(text) for piece in (groups(part) if is_run else cl100k(part)))


def metaspace(text: str) -> tuple[str, ...]:
    """Split like SentencePiece: a space becomes a mark, U+2581, at the front of the word after it; so does the start of
    a line.

    A space too many is a mark of its own. Line ends are dropped, because SentencePiece reads a line as a sentence; tabs
    and other white space stay inside the pieces. Joined, the pieces of a line are the line with marks for spaces, and
    one mark in front unless it begins with one. Source: `Metaspace` of tokenizers, applied to each line (by itself it
    would keep line ends inside words). SentencePiece's own normalization would also merge runs of spaces and turn tabs
    into spaces.

    >>> metaspace("low  lower")
    ('▁low', '▁', '▁lower')
    """
    pieces: list[str] = []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        if line:
            words = line.replace(" ", METASPACE).removeprefix(METASPACE).split(METASPACE)
            pieces += [METASPACE + word for word in words]
    return tuple(pieces)


def none(text: str) -> tuple[str, ...]:
    """Return the whole text as one word, so that merges may cross spaces, as minbpe's basic tokenizer does; nothing is
    lost.

    >>> none("aaab daaabac")
    ('aaab daaabac',)
    """
    return (text,) if text else ()


def as_bytes(split: Pretokenizer) -> Pretokenizer:
    """Return a pre-tokenizer that splits the same, each piece as the visible characters of its UTF-8 bytes: a space is
    "Ġ".

    >>> as_bytes(gpt2)("né low")
    ('nÃ©', 'Ġlow')
    """

    def split_into_bytes(text: str) -> tuple[str, ...]:
        """Split the text into its pieces, a visible character a byte."""
        return tuple(map(text_to_bytes, split(text)))

    return split_into_bytes


def _spaced(split: Pretokenizer) -> Pretokenizer:
    """Return the same with a space put before a text that begins with none."""
    return lambda text: split(text if not text or text.startswith(" ") else f" {text}")


def _metaspace(*, prefix: bool, cut: bool) -> Pretokenizer:
    """Return Metaspace of tokenizers, which takes the whole text as one line: with or without a mark in front, split or
    not."""

    def split(text: str) -> tuple[str, ...]:
        marked = text.replace(" ", METASPACE)
        if prefix and marked and not marked.startswith(METASPACE):
            marked = METASPACE + marked
        return tuple(_MARKED.findall(marked)) if cut else none(marked)

    return split


PRETOKENIZERS: Mapping[str, Pretokenizer] = MappingProxyType(
    {
        "whitespace": whitespace,
        "words": words,
        "bert": bert,
        "gpt2": gpt2,
        "cl100k": cl100k,
        "o200k": o200k,
        "llama3": llama3,
        "nanochat": nanochat,
        "qwen2": qwen2,
        "threes-from-right": threes_from_right,
        "metaspace": metaspace,
        "none": none,
        "lines": lines,
        "gpt2-bytes": as_bytes(gpt2),
        "cl100k-bytes": as_bytes(cl100k),
        "o200k-bytes": as_bytes(o200k),
        "llama3-bytes": as_bytes(llama3),
        "nanochat-bytes": as_bytes(nanochat),
        "qwen2-bytes": as_bytes(qwen2),
        "threes-from-right-bytes": as_bytes(threes_from_right),
    }
)
"""The pre-tokenizers by name, in the order in which to offer them."""

NORMALIZING: Mapping[str, Pretokenizer] = MappingProxyType({"bert-uncased": bert_uncased, "bert-cased": bert_cased})
"""Those that change the text before they split it, so that their pieces may not be in it. All drop its spaces."""

LIBRARY: Mapping[str, Pretokenizer] = MappingProxyType(
    {
        "BertPreTokenizer": lambda text: tuple(_BERT_PUNCTUATION.findall(text)),
        "ByteLevel(add_prefix_space)": _spaced(as_bytes(gpt2)),
        "ByteLevel(add_prefix_space, no regex)": _spaced(as_bytes(none)),
        "Metaspace": _metaspace(prefix=True, cut=True),
        "Metaspace(never)": _metaspace(prefix=False, cut=True),
        "Metaspace(no split)": _metaspace(prefix=True, cut=False),
        "Metaspace(never, no split)": _metaspace(prefix=False, cut=False),
        "superbpe-1": superbpe_1,
        "spaces": before_spaces,
        "superbpe-1-bytes": as_bytes(superbpe_1),
        "superbpe-2-bytes": as_bytes(superbpe_2),
        "spaces-bytes": as_bytes(before_spaces),
        "lines-bytes": as_bytes(lines),
    }
)
"""More that `pretokenize` knows: tokenizers 0.23.3 with these options, where nothing above does the same, and what
SuperBPE splits by in its two stages."""

BYTE_LEVEL = frozenset(name for name in (*PRETOKENIZERS, *LIBRARY) if name.endswith("-bytes") or "ByteLevel" in name)
"""Names of those whose pieces are bytes as visible characters."""

MARKS_SPACES = frozenset(name for name in (*PRETOKENIZERS, *LIBRARY) if name.lower().startswith("metaspace"))
"""Names of those that write a space as U+2581."""

PATTERNED = frozenset({"gpt2", "cl100k", "o200k", "llama3", "nanochat", "qwen2", "threes-from-right"})
"""Names of those that split by a pattern which takes all of the text, so that the pieces are its substrings."""

KEEPS_SPACES = BYTE_LEVEL | MARKS_SPACES | PATTERNED | {"none", "lines", "superbpe-1", "spaces"}
"""Names of those whose pieces hold the spaces of the text, in whatever form; the others drop them."""


def pretokenize(text: str, name: str) -> tuple[str, ...]:
    """Split `text` by the pre-tokenizer `name`; an unknown name raises `RulesError`.

    >>> pretokenize("low lower", "gpt2")
    ('low', ' lower')
    """
    return find(name)(text)


def find(name: str) -> Pretokenizer:
    """Return the pre-tokenizer with this name, or raise `RulesError` with the names that there are."""
    pretokenizer = PRETOKENIZERS.get(name) or NORMALIZING.get(name) or LIBRARY.get(name)
    if pretokenizer is None:
        choices = ", ".join((*PRETOKENIZERS, *NORMALIZING))
        raise RulesError("unknown-pretokenizer", name=brief(name), choices=choices)
    return pretokenizer


def split_with(normalizer: Normalizer | None, name: str) -> Pretokenizer:
    """Return the pre-tokenizer with this name, after a normalizer where there is one. Raises as :func:`find` does."""
    split = find(name)
    return split if normalizer is None else lambda text: split(normalizer(text))
