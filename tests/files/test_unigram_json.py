"""tokenizer.json of unigram: tokenizers loads what tokviz writes, and has the same tokens and texts."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tests.strategies import SETTLED, texts
from tests.unigram.numbers import ids_of
from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.files.tokenizer_json import PRE_TOKENIZERS
from tokviz.files.tokenizer_json import write_unigram as write
from tokviz.models.added_tokens import AddedToken
from tokviz.pretokenize import BYTE_LEVEL
from tokviz.unigram import Model

TEXT = (
    "The lowest of the low, the newest of the new; don't they'll 1234567 times.\n\n  HelloWorld: naïve café "
    "東京タワー x² é \t tail. it's IT'S a/b//c — the end \n "
)
ANY_TEXT = texts() | st.text("the lowst.,\n'1ABé東 ", max_size=30)


SETTLED_SET = frozenset(SETTLED) - {"\u166d", "\u1734"}


def shared(text: str) -> str:
    """The text without what the two sides are known to see differently: see `tokviz.pretokenize`."""
    known = (char for char in text if char not in "\x1c\x1d\x1e\x1f" and unicodedata.category(char) != "Cn")
    return "".join(char for char in known if char in SETTLED_SET or char > "\uffff")


FALLING_BACK = frozenset(list(PRE_TOKENIZERS)[1::2]) - BYTE_LEVEL
"""The pre-tokenizers under which unknown characters become bytes, unless all are bytes anyway."""

Pairs = Callable[[], dict[str, tuple[Tokenizer, Model]]]


@pytest.fixture(scope="module")
def written() -> Pairs:
    """Every pre-tokenizer there is; beside the characters of a text a few longer pieces of it."""
    letters = sorted({*TEXT.lower(), *TEXT, *"Ġ▁Ã©Ċé"} - {"7"})
    longer = {"the": -3.0, "lo": -4.0, "Ġthe": -4.5, "▁the": -4.5, "est": -5.0, "low": -6.25, "es": -4.75, "st": -4.5}
    found = {}
    for name in PRE_TOKENIZERS:
        fallback = {f"<0x{byte:02X}>": -9.0 for byte in range(256)} if name in FALLING_BACK else {}
        scores = {"<unk>": 0.0, **dict.fromkeys(letters, -5.5), **longer, **fallback}
        model = Model.from_scores(scores, unk_token="<unk>", pretokenizer=name, byte_fallback=bool(fallback))
        found[name] = Tokenizer.from_str(write(model)), model
    return lambda: found


@settings(max_examples=60)
@given(text=ANY_TEXT)
def test_written_by_tokviz(written: Pairs, text: str) -> None:
    for name, (tokenizer, model) in written().items():
        encoding, tokens = tokenizer.encode(shared(text)), model.encode(shared(text))
        assert tokens == encoding.tokens, name
        assert ids_of(tokens, model) == encoding.ids, name
        if "<unk>" not in [tokenizer.id_to_token(number) for number in encoding.ids]:
            assert model.decode(tokens) == tokenizer.decode(encoding.ids), name


@pytest.mark.parametrize("rules", ["course", "soft-em", "huggingface", "sentencepiece"])
def test_trained_by_tokviz(rules: str) -> None:
    corpus = Corpus.from_text(TEXT, "metaspace")
    model = unigram.train(corpus, vocab_size=80, rules=rules).model(pretokenizer="metaspace")
    tokenizer = Tokenizer.from_str(write(model))
    text = TEXT.replace("\t", "")
    assert tokenizer.encode(text).tokens == model.encode(text)
    added = tokenizer.get_added_tokens_decoder().values()
    assert [token.content for token in added] == sorted(model.reserved, key=model.ids.__getitem__)


def test_added_tokens_are_cut_out_first() -> None:
    model = Model({"<unk>": 1.0, "▁": 0.1, "▁a": 0.2}, "<unk>", "Metaspace", added=(AddedToken(3, "<sep>"),))
    assert model.encode("a<sep>a") == ["▁a", "<sep>", "▁a"]
    assert ids_of(model.encode("a<sep>a"), model) == [2, 3, 2]
    assert Tokenizer.from_str(write(model)).encode("a<sep>a").tokens == ["▁a", "<sep>", "▁a"]


def test_a_mark_needs_a_pretokenizer_that_writes_it() -> None:
    with pytest.raises(RulesError, match="▁"):
        write(Model({"▁a": 0.5}, start_of_word="▁"))
