"""tokenizer.json of WordPiece both ways: what tokviz writes tokenizers loads, what tokenizers trains tokviz loads."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

from tests.strategies import SETTLED, hostile_texts, texts
from tokviz.errors import FormatError, LimitError, TokvizError
from tokviz.formats import reading
from tokviz.formats.pretokenizers import PRE_TOKENIZERS
from tokviz.formats.wordpiece_json import load, write
from tokviz.models.added_tokens import AddedToken
from tokviz.pretokenize import BERT_NORMALIZERS
from tokviz.wordpiece import Model

TEXT = (
    "The lowest of the low, the newest of the new; don't they'll 1234567 times.\n\n  HelloWorld: naïve café "
    "東京タワー x² e\u0301  \t tail. it's IT'S a/b//c — the end \n "
)
ANY_TEXT = texts() | st.text("the lowst.,\n'1ABé東 ", max_size=30)


def read(data: str | bytes) -> Model:
    return load(data).model


SETTLED_SET = frozenset(SETTLED) - {"\u166d", "\u1734"}


def named(model: Model) -> str:
    """The name of how a model cuts its text, its normalizer included."""
    return next((name for name, one in BERT_NORMALIZERS.items() if one == model.normalizer), model.pretokenizer)


def shared(text: str) -> str:
    """The text without what the two sides are known to see differently: see `tokviz.pretokenize`."""
    known = (char for char in text if char not in "\x1c\x1d\x1e\x1fΣ" and unicodedata.category(char) != "Cn")
    return "".join(char for char in known if char in SETTLED_SET or char > "\uffff")


def trained(normalizer: Any, pre_tokenizer: Any) -> Tokenizer:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    if normalizer is not None:
        tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = pre_tokenizer
    tokenizer.decoder = decoders.WordPiece()
    trainer = trainers.WordPieceTrainer(vocab_size=150, special_tokens=["[UNK]", "[CLS]"], show_progress=False)
    tokenizer.train_from_iterator([TEXT] * 3 + TEXT.split(" "), trainer)
    return tokenizer


Pairs = Callable[[], dict[str, tuple[Tokenizer, Model]]]


@pytest.fixture(scope="module")
def loaded() -> Pairs:
    bert = pre_tokenizers.BertPreTokenizer
    theirs = {
        "bert-uncased": trained(normalizers.BertNormalizer(), bert()),
        "bert-cased": trained(normalizers.BertNormalizer(lowercase=False), bert()),
        "bert": trained(
            normalizers.BertNormalizer(clean_text=False, strip_accents=False, lowercase=False),
            pre_tokenizers.Sequence([bert()]),
        ),
        "BertPreTokenizer": trained(None, bert()),
        "words": trained(None, pre_tokenizers.Whitespace()),
        "whitespace": trained(None, pre_tokenizers.WhitespaceSplit()),
    }
    found = {name: (tokenizer, read(tokenizer.to_str())) for name, tokenizer in theirs.items()}
    return lambda: found  # hypothesis prints what it is given, and these print long


@settings(max_examples=80)
@given(text=ANY_TEXT)
def test_trained_by_tokenizers(loaded: Pairs, text: str) -> None:
    for name, (tokenizer, model) in loaded().items():
        encoding, tokens = tokenizer.encode(shared(text)), model.encode(shared(text))
        assert tokens == encoding.tokens, name
        assert [model.ids[token] for token in tokens] == encoding.ids, name
        assert model.decode(tokens) == tokenizer.decode(encoding.ids, skip_special_tokens=False), name


def test_what_the_names_are(loaded: Pairs) -> None:
    for name, (_, model) in loaded().items():
        assert (named(model), model.cleanup) == (name, True)
        assert any(len(token) > 3 for token in model.encode(TEXT))


NAMES = tuple(PRE_TOKENIZERS)


@pytest.fixture(scope="module")
def written() -> Pairs:
    """Every pre-tokeniser there is; beside the characters of a text a few longer pieces of it."""
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


def test_written_and_read_again(written: Pairs) -> None:
    for name, (tokenizer, model) in written().items():
        again = read(write(model))
        assert write(again) == write(model), name
        assert (again.vocabulary, again.unk, again.prefix) == (tuple(model.vocabulary), "?", model.prefix)
        assert (again.max_word_length, named(again), again.cleanup) == (
            model.max_word_length,
            name,
            model.cleanup,
        )
        assert read(tokenizer.to_str()).encode(TEXT) == model.encode(TEXT)


def test_what_the_model_does_not_hold() -> None:
    tokenizer = trained(normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer())
    tokenizer.post_processor = processors.BertProcessing(("[CLS]", 1), ("[CLS]", 1))
    tokenizer.enable_truncation(10)
    tokenizer.add_tokens(["newword"])
    file = load(tokenizer.to_str())
    assert [note.code for note in file.notes] == ["post-processor", "truncation"]
    assert [(token.content, token.special) for token in file.model.added] == [
        ("[UNK]", True),
        ("[CLS]", True),
        ("newword", False),
    ]
    again = Tokenizer.from_str(write(file.model))
    assert again.get_added_tokens_decoder().keys() == tokenizer.get_added_tokens_decoder().keys()
    assert again.encode("the newword").tokens[-1] == "newword"
    one = (AddedToken(0, "[UNK]", lstrip=True),)
    assert read(write(replace(file.model, added=one))).added == one


PARTS = st.sampled_from(["the", "[CLS]", "[UNK]", "newword", "anew", " ", ".", "low", "##er", "é"])


@given(st.lists(PARTS, max_size=12))
def test_added_tokens_are_found_as_the_library_finds_them(parts: list[str]) -> None:
    tokenizer = trained(normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer())
    tokenizer.add_tokens(["newword"])
    model, text = read(tokenizer.to_str()), "".join(parts)
    expected = tokenizer.encode(text)
    tokens = model.encode(text)
    assert tokens == expected.tokens
    assert [model.ids[token] for token in tokens] == expected.ids


# -- forms of the file -------------------------------------------------------------------------------------------------


def file(**changes: Any) -> dict[str, Any]:
    """A small file; keyword arguments change its model, or with `file_` in front the file."""
    model: dict[str, Any] = {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##"}
    model |= {"max_input_chars_per_word": 100, "vocab": {"[UNK]": 0, "low": 1, "##er": 2}}
    content: dict[str, Any] = {"version": "1.0", "model": model}
    for key, value in changes.items():
        (content if key.startswith("file_") else model)[key.removeprefix("file_")] = value
    return content


def error(content: Any) -> FormatError:
    text = content if isinstance(content, str | bytes) else json.dumps(content, indent=1)
    with pytest.raises(FormatError) as caught:
        read(text)
    assert caught.value.line >= 1
    return caught.value


def bert(**options: Any) -> dict[str, Any]:
    """The two parts of BERT with these options for the normalizer."""
    tokenizer = Tokenizer(models.WordPiece())
    tokenizer.normalizer = normalizers.BertNormalizer(**options)
    normalizer = json.loads(tokenizer.to_str())["normalizer"]
    return {"file_normalizer": normalizer, "file_pre_tokenizer": {"type": "BertPreTokenizer"}}


def test_older_files() -> None:
    """No type, no word of accents, no decoder."""
    content = file(**bert())
    del content["model"]["type"]
    del content["normalizer"]["strip_accents"]
    model = read(json.dumps(content))
    assert (named(model), model.cleanup) == ("bert-uncased", False)
    assert model.encode("LÖWER") == ["low", "##er"]


def test_the_unknown_token_may_be_missing_from_the_vocabulary() -> None:
    model = read(json.dumps(file(vocab={"low": 0, "##er": 1})))
    assert model.encode("lower") == ["low", "##er"]
    with pytest.raises(TokvizError):
        model.encode("lows")


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ({"type": "BPE"}, "model 'BPE'"),
        ({"type": "WordLevel"}, "model 'WordLevel'"),
        ({"type": None}, "model None"),
        ({"file_normalizer": {"type": "NFC"}}, "normalizer NFC"),
        (bert(strip_accents=False), "normalizer BertNormalizer("),
        (bert(lowercase=False, strip_accents=True), "normalizer BertNormalizer("),
        (bert(clean_text=False), "normalizer BertNormalizer("),
        (bert(handle_chinese_chars=False), "normalizer BertNormalizer("),
        (bert() | {"file_pre_tokenizer": {"type": "Whitespace"}}, "normalizer BertNormalizer("),
        (bert() | {"file_pre_tokenizer": {"type": "Digits", "individual_digits": True}}, "pre_tokenizer Digits("),
        ({"file_decoder": {"type": "Sequence", "decoders": [{"type": "Fuse"}]}}, "decoder Sequence(Fuse)"),
        ({"file_pre_tokenizer": {"type": "Digits", "individual_digits": True}}, "pre_tokenizer Digits("),
        ({"file_pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False}}, "ByteLevel("),
        ({"file_decoder": {"type": "BPEDecoder", "suffix": "</w>"}}, "decoder BPEDecoder("),
        ({"file_decoder": {"type": "WordPiece", "prefix": "@@", "cleanup": True}}, "decoder WordPiece("),
        ({"file_decoder": "WordPiece"}, "decoder 'WordPiece'"),
    ],
)
def test_what_is_not_followed_is_refused_by_name(part: dict[str, Any], name: str) -> None:
    found = error(file(**part))
    assert found.code == "tokenizer-json-part"
    assert name in found.reason


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"vocab": {"low": 0, "er": 2}}, "id-missing"),
        ({"vocab": {"low": 0, "er": 0}}, "id-twice"),
        ({"vocab": {"low": "0"}}, "token-id"),
        ({"vocab": {"low": -1}}, "token-id"),
        ({"vocab": {"\ud800": 0}}, "token-surrogate"),
        ({"vocab": ["low"]}, "json-shape"),
        ({"vocab": None}, "json-shape"),
        ({"unk_token": None}, "json-shape"),
        ({"unk_token": 5}, "json-shape"),
        ({"unk_token": "\udfff"}, "token-surrogate"),
        ({"continuing_subword_prefix": None}, "json-shape"),
        ({"continuing_subword_prefix": ["##"]}, "json-shape"),
        ({"max_input_chars_per_word": None}, "json-shape"),
        ({"max_input_chars_per_word": -1}, "json-shape"),
        ({"max_input_chars_per_word": True}, "json-shape"),
        ({"max_input_chars_per_word": 1e3}, "json-shape"),
        ({"max_input_chars_per_word": 2**64}, "json-shape"),
        ({"file_decoder": {"type": "WordPiece", "prefix": "##", "cleanup": "yes"}}, "json-shape"),
        ({"file_model": None}, "json-shape"),
        ({"file_model": {}}, "tokenizer-json-part"),
        ({"file_added_tokens": {}}, "json-shape"),
        ({"file_added_tokens": [{"id": 9}]}, "json-shape"),
        ({"file_added_tokens": [{"id": 9, "content": "<s>", "special": 1}]}, "json-shape"),
        ({"file_added_tokens": [{"id": 9, "content": "\ud800"}]}, "token-surrogate"),
        ({"file_added_tokens": [{"id": 0, "content": "<s>"}]}, "id-twice"),
        ({"file_added_tokens": [{"id": 7, "content": "low"}]}, "id-twice"),
        ({"file_added_tokens": [{"id": 7, "content": "<s>"}, {"id": 7, "content": "</s>"}]}, "id-twice"),
    ],
)
def test_mistakes(changes: dict[str, Any], code: str) -> None:
    assert error(file(**changes)).code == code


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (json.dumps(file(), indent=1)[:-30], "json-cut-short", None),
        ("", "json-cut-short", 1),
        ("[" * 200_000, "json-too-deep", 1),
        ("[]", "json-shape", 1),
        ('{"model": {},\n"model": {}}', "json-key-twice", 2),
        ("\0", "nul-byte", 1),
        (b'{\n"\xff"', "not-decodable", 2),
    ],
)
def test_broken_files(text: str | bytes, code: str, line: int | None) -> None:
    found = error(text)
    assert found.code == code
    assert line in (None, found.line)


def test_nested_parts_do_no_harm() -> None:
    deep: Any = {"type": "BertPreTokenizer"}
    for _ in range(200):
        deep = {"type": "Sequence", "pretokenizers": [deep]}
    assert error(file(file_pre_tokenizer=deep)).code == "tokenizer-json-part"
    assert error(file(file_decoder={"type": deep})).code == "tokenizer-json-part"
    assert error(file(file_normalizer={"type": "BertNormalizer", "lowercase": deep})).code == "tokenizer-json-part"
    assert error(file(file_normalizer=[deep])).code == "tokenizer-json-part"


@given(hostile_texts())
def test_anything_else_is_refused(text: str) -> None:
    for content in (text, json.dumps(file(file_normalizer=text)), json.dumps(file(type=text))):
        with pytest.raises(TokvizError):
            read(content)


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_VOCABULARY", 2)
    with pytest.raises(LimitError) as caught:
        read(json.dumps(file()))
    assert (caught.value.code, caught.value.details["met"]) == ("limit-vocabulary", 3)
