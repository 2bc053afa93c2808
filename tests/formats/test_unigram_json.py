"""tokenizer.json of unigram both ways: what tokviz writes tokenizers loads, what tokenizers trains tokviz loads."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tests.strategies import SETTLED, hostile_texts, texts
from tests.unigram.numbers import ids_of
from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.errors import FormatError, LimitError, RulesError, TokvizError
from tokviz.formats import reading
from tokviz.formats.pretokenizers import PRE_TOKENIZERS
from tokviz.formats.unigram_json import load, write
from tokviz.models.added_tokens import AddedToken
from tokviz.pretokenize import BERT_NORMALIZERS, BYTE_LEVEL
from tokviz.unigram import Model

TEXT = (
    "The lowest of the low, the newest of the new; don't they'll 1234567 times.\n\n  HelloWorld: naïve café "
    "東京タワー x² é \t tail. it's IT'S a/b//c — the end \n "
)
ANY_TEXT = texts() | st.text("the lowst.,\n'1ABé東 ", max_size=30)


def read(data: str | bytes) -> Model:
    return load(data).model


SETTLED_SET = frozenset(SETTLED) - {"\u166d", "\u1734"}


def shared(text: str) -> str:
    """The text without what the two sides are known to see differently: see `tokviz.pretokenize`."""
    known = (char for char in text if char not in "\x1c\x1d\x1e\x1f" and unicodedata.category(char) != "Cn")
    return "".join(char for char in known if char in SETTLED_SET or char > "\uffff")


def trained(pre_tokenizer: Any) -> Tokenizer:
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizer
    trainer = trainers.UnigramTrainer(
        vocab_size=120, special_tokens=["<s>", "<unk>"], unk_token="<unk>", show_progress=False
    )
    tokenizer.train_from_iterator([TEXT] * 3 + TEXT.split(" "), trainer)
    return tokenizer


FALLING_BACK = frozenset(list(PRE_TOKENIZERS)[1::2]) - BYTE_LEVEL
"""The pre-tokenisers under which unknown characters become bytes, unless all are bytes anyway."""

Pairs = Callable[[], dict[str, tuple[Tokenizer, Model]]]


@pytest.fixture(scope="module")
def loaded() -> Pairs:
    theirs = {
        "whitespace": trained(pre_tokenizers.WhitespaceSplit()),
        "words": trained(pre_tokenizers.Whitespace()),
        "Metaspace": trained(pre_tokenizers.Metaspace()),
        "Metaspace(never)": trained(pre_tokenizers.Metaspace(prepend_scheme="never")),
        "gpt2-bytes": trained(pre_tokenizers.ByteLevel(add_prefix_space=False)),
    }
    found = {name: (tokenizer, read(tokenizer.to_str())) for name, tokenizer in theirs.items()}
    return lambda: found  # hypothesis prints what it is given, and these print long


@settings(max_examples=80)
@given(text=ANY_TEXT | st.just("a<s>the<unk> low"))
def test_trained_by_tokenizers(loaded: Pairs, text: str) -> None:
    for name, (tokenizer, model) in loaded().items():
        encoding, tokens = tokenizer.encode(shared(text)), model.encode(shared(text))
        assert tokens == encoding.tokens, name
        assert ids_of(tokens, model) == encoding.ids, name


def test_what_the_names_are(loaded: Pairs) -> None:
    for name, (_, model) in loaded().items():
        assert model.pretokenizer == name
        assert model.unk_token == "<unk>"
        assert [token.content for token in model.added] == ["<s>", "<unk>"]
        assert any(len(token) > 1 for token in model.encode(TEXT))


@pytest.fixture(scope="module")
def written() -> Pairs:
    """Every pre-tokeniser there is; beside the characters of a text a few longer pieces of it."""
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


def test_written_and_read_again(written: Pairs) -> None:
    for name, (_, model) in written().items():
        again = read(write(model))
        assert write(again) == write(model), name
        assert dict(again.scores) == dict(model.scores)
        kept = (again.normalizer, again.byte_fallback)
        assert kept == (BERT_NORMALIZERS.get(name), model.byte_fallback)
        assert again.pretokenizer == ("BertPreTokenizer" if name in BERT_NORMALIZERS else name)


@pytest.mark.parametrize("rules", ["course", "soft-em", "huggingface", "sentencepiece"])
def test_trained_by_tokviz(rules: str) -> None:
    corpus = Corpus.from_text(TEXT, "metaspace")
    model = unigram.train(corpus, vocab_size=80, rules=rules).model(pretokenizer="metaspace")
    tokenizer = Tokenizer.from_str(write(model))
    text = TEXT.replace("\t", "")
    assert tokenizer.encode(text).tokens == model.encode(text)
    again = read(write(model))
    assert again.encode(text) == model.encode(text)
    assert [token.content for token in again.added] == sorted(model.reserved, key=model.ids.__getitem__)


def test_added_tokens_are_cut_out_first() -> None:
    model = Model({"<unk>": 1.0, "▁": 0.1, "▁a": 0.2}, "<unk>", "Metaspace", added=(AddedToken(3, "<sep>"),))
    assert model.encode("a<sep>a") == ["▁a", "<sep>", "▁a"]
    assert ids_of(model.encode("a<sep>a"), model) == [2, 3, 2]
    assert Tokenizer.from_str(write(model)).encode("a<sep>a").tokens == ["▁a", "<sep>", "▁a"]


def test_what_plays_no_role_is_listed() -> None:
    file = json.loads(write(Model({"a": 0.5})))
    assert load(json.dumps(file)).notes == ()
    file["truncation"] = {"max_length": 5}
    (noted,) = load(json.dumps(file)).notes
    assert (noted.code, dict(noted.details)) == ("truncation", {"length": 5})


def test_a_mark_needs_a_pretokeniser_that_writes_it() -> None:
    with pytest.raises(RulesError, match="▁"):
        write(Model({"▁a": 0.5}, start_of_word="▁"))


def file(**parts: Any) -> str:
    model = {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], ["a", -1.0]], **parts.pop("model", {})}
    return json.dumps({"model": model, **parts}, indent=1)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (file(model={"type": "BPE"}), "tokenizer-json-part"),
        (file(normalizer={"type": "NFKC"}), "tokenizer-json-part"),
        (file(pre_tokenizer={"type": "Digits", "individual_digits": True}), "tokenizer-json-part"),
        (file(model={"vocab": {}}), "json-shape"),
        (file(model={"vocab": []}), "json-shape"),
        (file(model={"vocab": [["a"]]}), "json-shape"),
        (file(model={"vocab": [["", -1.0]]}), "json-shape"),
        (file(model={"vocab": [["a", True]]}), "json-shape"),
        (file(model={"vocab": [["a", float("nan")]]}), "json-shape"),
        (file(model={"vocab": [["a", -1e9]]}), "json-shape"),
        (file(model={"vocab": [["a", -1.0], ["a", -2.0]]}), "piece-twice"),
        (file(model={"vocab": [["\ud800", -1.0]]}), "token-surrogate"),
        (file(model={"unk_id": 2}), "json-shape"),
        (file(model={"unk_id": True}), "json-shape"),
        (file(model={"byte_fallback": 1}), "json-shape"),
        (file(added_tokens=[{"id": 1, "content": "b"}]), "id-twice"),
        ("[]", "json-shape"),
    ],
)
def test_bad_files_are_refused(data: str, code: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(data)
    assert caught.value.code == code
    assert caught.value.line >= 1


def test_too_many_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_VOCABULARY", 1)
    with pytest.raises(LimitError):
        read(file())


@given(hostile_texts())
def test_hostile_files_are_errors_of_ours(text: str) -> None:
    with pytest.raises(TokvizError):
        read(text)
