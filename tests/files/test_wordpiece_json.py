"""tokenizer.json of WordPiece: tokenizers loads what tokviz writes, and has the same tokens and texts."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tests.strategies import SETTLED, texts
from tokviz.files.tokenizer_json import PRE_TOKENIZERS
from tokviz.files.tokenizer_json import write_wordpiece as write
from tokviz.wordpiece import Model

TEXT = (
    "The lowest of the low, the newest of the new; don't they'll 1234567 times.\n\n  HelloWorld: naïve café "
    "東京タワー x² e\u0301  \t tail. it's IT'S a/b//c — the end \n "
)
ANY_TEXT = texts() | st.text("the lowst.,\n'1ABé東 ", max_size=30)


SETTLED_SET = frozenset(SETTLED) - {"\u166d", "\u1734"}


def shared(text: str) -> str:
    """The text without what the two sides are known to see differently: see `tokviz.pretokenize`."""
    known = (char for char in text if char not in "\x1c\x1d\x1e\x1fΣ" and unicodedata.category(char) != "Cn")
    return "".join(char for char in known if char in SETTLED_SET or char > "\uffff")


Pairs = Callable[[], dict[str, tuple[Tokenizer, Model]]]


NAMES = tuple(PRE_TOKENIZERS)


@pytest.fixture(scope="module")
def written() -> Pairs:
    """Every pre-tokenizer there is; beside the characters of a text a few longer pieces of it."""
    letters = sorted({*TEXT.lower(), *TEXT, *"Ġ▁Ã©Ċé"})
    found = {}
    for number, name in enumerate(NAMES):
        prefix = ("##", "@", "")[number % 3]
        pieces = [*letters, "the", "lo", "Ġthe", "▁the", *(prefix + piece for piece in [*letters, "he", "ow", "est"])]
        vocabulary = list(dict.fromkeys(["?", *pieces]))
        model = Model(vocabulary, "?", prefix, 20 + number, name, cleanup=number % 2 == 0)
        found[name] = Tokenizer.from_str(write(model)), model
    return lambda: found


@settings(max_examples=50)
@given(text=ANY_TEXT)
def test_written_by_tokviz(written: Pairs, text: str) -> None:
    for name, (tokenizer, model) in written().items():
        encoding, tokens = tokenizer.encode(shared(text)), model.encode(shared(text))
        assert tokens == encoding.tokens, name
        assert [model.ids[token] for token in tokens] == encoding.ids, name
        assert model.decode(tokens) == tokenizer.decode(encoding.ids), name
