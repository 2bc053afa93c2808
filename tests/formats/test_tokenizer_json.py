"""tokenizer.json both ways: what tokviz writes tokenizers loads, what tokenizers trains tokviz loads."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

from tests.strategies import texts
from tokviz import bpe
from tokviz.bpe import ENCODINGS, PRESETS, Encoding, Model, Rules
from tokviz.corpus import Corpus
from tokviz.errors import FormatError, LimitError, RulesError
from tokviz.formats import reading
from tokviz.formats.tokenizer_json import load_tokenizer, tokenizer_text
from tokviz.pretokenize import BERT_NORMALIZERS, LIBRARY, METASPACE, PRETOKENIZERS, pretokenize

TEXT = (
    "The lowest of the low, the newest of the new; don't they'll 1234567 times.\n\n  HelloWorld: naïve café "
    "東京タワー 👩\u200d👧 x² e\u0301  \t tail. it's IT'S a/b//c — the end \n "
)
Models = Callable[[], list[tuple[Model, Tokenizer]]]
NAMES = (*PRETOKENIZERS, *LIBRARY)


def bert() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.BertNormalizer(clean_text=False, strip_accents=False, lowercase=False)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer


def split_by(pre_tokenizer: Any) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    if pre_tokenizer is not None:
        tokenizer.pre_tokenizer = pre_tokenizer
    return tokenizer


def theirs() -> dict[str, Tokenizer]:
    """An untrained tokenizer for each pre-tokeniser that the issue of a file may name, by what it is called here."""
    library = pre_tokenizers
    return {
        "whitespace": split_by(library.WhitespaceSplit()),
        "words": split_by(library.Whitespace()),
        "bert": bert(),
        "none": split_by(None),
        "gpt2-bytes": split_by(library.ByteLevel(add_prefix_space=False)),
        "none over bytes": split_by(library.ByteLevel(add_prefix_space=False, use_regex=False)),
        "words over bytes": split_by(
            library.Sequence([library.Whitespace(), library.ByteLevel(add_prefix_space=False, use_regex=False)])
        ),
        "BertPreTokenizer": split_by(library.BertPreTokenizer()),
        "ByteLevel(add_prefix_space)": split_by(library.Sequence([library.ByteLevel(trim_offsets=False)])),
        "ByteLevel(add_prefix_space, no regex)": split_by(library.ByteLevel(use_regex=False)),
        "Metaspace": split_by(library.Metaspace()),
        "Metaspace(never)": split_by(library.Metaspace(prepend_scheme="never")),
        "Metaspace(no split)": split_by(library.Metaspace(prepend_scheme="first", split=False)),
        "Metaspace(never, no split)": split_by(library.Metaspace(prepend_scheme="never", split=False)),
    }


def train(tokenizer: Tokenizer, **options: Any) -> Tokenizer:
    trainer = trainers.BpeTrainer(vocab_size=150, show_progress=False, special_tokens=["<unk>", "<s>"], **options)
    tokenizer.train_from_iterator([TEXT] * 3 + TEXT.split(" "), trainer)
    return tokenizer


def agree(text: str, name: str) -> str:
    """The text without what the two sides are known to see differently: controls that Python calls white space, and
    characters whose category tokenizers' tables have otherwise."""
    return "".join(char for char in text if char not in "\x1c\x1d\x1e\x1f" and unicodedata.category(char) != "Cn")


@pytest.fixture(scope="module")
def loaded() -> dict[str, tuple[Tokenizer, Model]]:
    found = {}
    for name, tokenizer in theirs().items():
        tokenizer.model = models.BPE(unk_token="<unk>")
        train(tokenizer)
        found[name] = tokenizer, load_tokenizer(tokenizer.to_str()).model
    return found


@settings(max_examples=80)
@given(text=texts() | st.text("the lowst.,\n'1ABé東 ", max_size=30))
def test_trained_by_tokenizers(loaded: dict[str, tuple[Tokenizer, Model]], text: str) -> None:
    for name, (tokenizer, model) in loaded.items():
        shown = agree(text, name)
        encoding, tokens = tokenizer.encode(shown), model.encode(shown)
        assert tokens == encoding.tokens, name
        assert [model.ids[token] for token in tokens] == encoding.ids, name


def test_what_the_names_are(loaded: dict[str, tuple[Tokenizer, Model]]) -> None:
    for name, (_, model) in loaded.items():
        expected, _, over_bytes = name.partition(" over ")
        found = "bert" if model.normalizer == BERT_NORMALIZERS["bert"] else model.pretokenizer
        assert (found, model.rules.alphabet == "bytes") == (expected, bool(over_bytes))
        assert any(len(token) > 2 for token in model.encode(TEXT)), name


MARKS = [
    Rules(),
    replace(PRESETS["huggingface"], end_of_word="</w>", end_of_word_attached=True),
    replace(PRESETS["huggingface"], continuing_prefix="##"),
    replace(PRESETS["huggingface"], special_tokens=("<unk>", "<s>")),
    Rules(alphabet="bytes"),
]


@pytest.fixture(scope="module")
def written() -> Models:
    """Every pre-tokeniser with every kind of mark that tokenizers knows: the model, and what tokenizers makes of it."""
    found = []
    for name in NAMES:
        for rules in MARKS:
            corpus = Corpus(Counter(pretokenize(TEXT, name)))
            model = bpe.train(corpus, merges=40, rules=rules).model(pretokenizer=name)
            if "<unk>" in rules.special_tokens:
                unk = replace(ENCODINGS["tokenizers"], unknown="unk", unk_token="<unk>", fuse_unk=True)
                model = replace(model, encoding=unk)
            else:
                model = replace(model, encoding=ENCODINGS["tokenizers"])
            found.append((model, Tokenizer.from_str(tokenizer_text(model))))
    return lambda: found  # hypothesis prints what it is given, and these print long


@settings(max_examples=25)
@given(text=texts() | st.text("the lowst.,\n'1ABé東 ", max_size=30))
def test_written_by_tokviz(written: Models, text: str) -> None:
    for model, tokenizer in written():
        shown = agree(text, model.pretokenizer)
        encoding, tokens = tokenizer.encode(shown), model.encode(shown)
        assert tokens == encoding.tokens, (model.pretokenizer, model.rules)
        assert [model.ids[token] for token in tokens] == encoding.ids
        if tokens and tokens[0].startswith("##"):
            continue  # its start was dropped; the decoder leaves the mark of a first token as it is
        decoded = tokenizer.decode(encoding.ids, skip_special_tokens=False)
        assert model.decode(tokens) == decoded, (model.pretokenizer, model.rules)


def test_written_and_read_again(written: Models) -> None:
    for model, _ in written():
        if model.rules.alphabet == "bytes" and model.pretokenizer.endswith("-bytes"):
            continue  # bytes of bytes: tokenizers could, nobody does
        again = load_tokenizer(tokenizer_text(model))
        assert again.model.encode(TEXT) == model.encode(TEXT)
        assert again.model.vocabulary == model.vocabulary
        assert again.model.merges == model.merges
        assert tokenizer_text(again.model) == tokenizer_text(model)
        assert [token.content for token in again.model.added] == list(model.rules.special_tokens)


def test_byte_fallback_decodes_on_both_sides() -> None:
    vocabulary = ("a", *(f"<0x{byte:02X}>" for byte in range(256)))
    model = Model(
        (), vocabulary, encoding=replace(ENCODINGS["tokenizers"], byte_fallback=True), pretokenizer="Metaspace"
    )
    tokenizer = Tokenizer.from_str(tokenizer_text(model))
    for text in ("a é中", "👩\u200d👧", "aa"):
        encoding = tokenizer.encode(text)
        assert model.encode(text) == encoding.tokens
        assert model.decode(encoding.tokens) == tokenizer.decode(encoding.ids) == text


def test_what_the_model_does_not_hold() -> None:
    tokenizer = split_by(pre_tokenizers.WhitespaceSplit())
    tokenizer.model = models.BPE({"a": 0, "b": 1, "ab": 2}, [("a", "b")], dropout=0.25)
    tokenizer.add_special_tokens(["[CLS]"])
    tokenizer.add_tokens(["ab", "new"])
    tokenizer.enable_truncation(10)
    file = load_tokenizer(tokenizer.to_str())
    assert [note.code for note in file.notes] == ["dropout", "truncation", "decoder-missing"]
    assert file.notes[0].details["probability"] == "0.25"
    assert [(token.content, token.id, token.special) for token in file.model.added] == [
        (token.content, token_id, token.special)
        for token_id, token in sorted(tokenizer.get_added_tokens_decoder().items())
    ]
    again = Tokenizer.from_str(tokenizer_text(file.model, 0.25))
    assert again.get_added_tokens_decoder().keys() == tokenizer.get_added_tokens_decoder().keys()
    assert again.model.dropout == 0.25


# -- forms of the file -------------------------------------------------------------------------------------------------


def file(**changes: Any) -> dict[str, Any]:
    """A small file; keyword arguments change its model, or with `file_` in front the file."""
    model: dict[str, Any] = {"type": "BPE", "vocab": {"l": 0, "o": 1, "w": 2, "lo": 3, "low": 4}}
    model["merges"] = [["l", "o"], ["lo", "w"]]
    content: dict[str, Any] = {"version": "1.0", "model": model}
    for key, value in changes.items():
        (content if key.startswith("file_") else model)[key.removeprefix("file_")] = value
    return content


def error(content: Any) -> FormatError:
    text = content if isinstance(content, str | bytes) else json.dumps(content, indent=1)
    with pytest.raises(FormatError) as caught:
        load_tokenizer(text)
    assert caught.value.line >= 1
    return caught.value


def test_older_files() -> None:
    """Merges as strings with a version line, no type, a Metaspace that says too much."""
    content = file(merges=["#version: 0.2", "l o", "lo w"])
    del content["model"]["type"]
    content["pre_tokenizer"] = {
        "type": "Metaspace",
        "replacement": METASPACE,
        "add_prefix_space": True,
        "prepend_scheme": "first",
    }
    model = load_tokenizer(json.dumps(content)).model
    assert model.merges == (("l", "o"), ("lo", "w"))
    assert model.pretokenizer == "Metaspace"


def test_of_a_merge_listed_twice_the_last_rank_counts() -> None:
    vocab = {token: i for i, token in enumerate(["a", "b", "c", "ab", "bc"])}
    content = file(vocab=vocab, merges=[["a", "b"], ["b", "c"], ["a", "b"]])
    model = load_tokenizer(json.dumps(content)).model
    content.update(added_tokens=[], truncation=None, padding=None, normalizer=None)
    content.update(pre_tokenizer=None, post_processor=None, decoder=None)
    assert model.encode("abc") == ["a", "bc"] == Tokenizer.from_str(json.dumps(content)).encode("abc").tokens
    assert load_tokenizer(tokenizer_text(model)).model.encode("abc") == ["a", "bc"]


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ({"file_normalizer": {"type": "NFC"}}, "normalizer NFC"),
        ({"file_normalizer": {"type": "Sequence", "normalizers": [{"type": "NFKC"}]}}, "normalizer Sequence(NFKC)"),
        ({"file_pre_tokenizer": {"type": "Digits", "individual_digits": True}}, "pre_tokenizer Digits("),
        ({"file_pre_tokenizer": {"type": "Metaspace", "replacement": "_"}}, "pre_tokenizer Metaspace("),
        (
            {"file_pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Digits"}, {"type": "ByteLevel"}]}},
            "pre_tokenizer Sequence(Digits, ByteLevel)",
        ),
        ({"file_pre_tokenizer": "ByteLevel"}, "pre_tokenizer 'ByteLevel'"),
        ({"type": "WordPiece"}, "model 'WordPiece'"),
        ({"type": "Unigram"}, "model 'Unigram'"),
        ({"type": None}, "model None"),
    ],
)
def test_what_is_not_followed_is_refused_by_name(part: dict[str, Any], name: str) -> None:
    found = error(file(**part))
    assert found.code == "tokenizer-json-part"
    assert name in found.reason


def test_bert_needs_both_of_its_parts_as_they_are() -> None:
    content = json.loads(bert().to_str())
    content["model"] = file()["model"]
    assert load_tokenizer(json.dumps(content)).model.normalizer == BERT_NORMALIZERS["bert"]
    content["normalizer"]["lowercase"] = True
    assert "BertNormalizer(" in error(content).reason
    content["normalizer"]["lowercase"] = False
    content["pre_tokenizer"] = {"type": "Whitespace"}
    assert error(content).details["part"] == "normalizer"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"vocab": {"l": 0, "o": 1, "w": 2, "lo": 3}}, "merge-unknown-symbol"),
        ({"merges": [["l", "x"]]}, "merge-unknown-symbol"),
        ({"merges": [["l", "o"]], "continuing_subword_prefix": "##"}, "merge-prefix"),
        ({"vocab": {"l": 0, "o": 2}, "merges": []}, "id-missing"),
        ({"vocab": {"l": 0, "o": 0}, "merges": []}, "id-twice"),
        ({"vocab": {"l": "0"}, "merges": []}, "token-id"),
        ({"vocab": {"l": -1}, "merges": []}, "token-id"),
        ({"vocab": {"l": True}, "merges": []}, "token-id"),
        ({"vocab": {"l": 0.0}, "merges": []}, "token-id"),
        ({"vocab": {"\ud800": 0}, "merges": []}, "token-surrogate"),
        ({"vocab": ["l", "o"]}, "json-shape"),
        ({"vocab": None}, "json-shape"),
        ({"merges": None}, "json-shape"),
        ({"merges": [["l", "o", "w"]]}, "json-shape"),
        ({"merges": [[1, 2]]}, "json-shape"),
        ({"merges": ["l o w"]}, "wrong-fields"),
        ({"merges": ["lo"]}, "wrong-fields"),
        ({"unk_token": "<unk>"}, "unk-not-listed"),
        ({"unk_token": 5}, "json-shape"),
        ({"fuse_unk": "yes"}, "json-shape"),
        ({"dropout": 2}, "json-shape"),
        ({"dropout": "0.1"}, "json-shape"),
        ({"file_model": None}, "json-shape"),
        ({"file_model": {}}, "tokenizer-json-part"),
        ({"file_added_tokens": {}}, "json-shape"),
        ({"file_added_tokens": [{"id": 9}]}, "json-shape"),
        ({"file_added_tokens": [{"id": 0, "content": "<s>"}]}, "id-twice"),
        ({"file_added_tokens": [{"id": 7, "content": "lo"}]}, "id-twice"),
        ({"file_added_tokens": [{"id": 7, "content": "<s>"}, {"id": 7, "content": "</s>"}]}, "id-twice"),
    ],
)
def test_mistakes(changes: dict[str, Any], code: str) -> None:
    assert error(file(**changes)).code == code


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (json.dumps(file(), indent=1)[:-30], "json-cut-short", None),
        ('{"model":\n{"type": "BP', "json-cut-short", 2),
        ("", "json-cut-short", 1),
        ("{'model': 1}", "not-json", 1),
        ('{"model":\n{},\n}', "not-json", None),
        ("[" * 200_000, "json-too-deep", 1),
        ('{"a":' * 200_000, "json-too-deep", 1),
        ("9" * 6000, "not-json", 1),
        ('{"model": {},\n"model": {}}', "json-key-twice", 2),
        ("[]", "json-shape", 1),
        ("\0", "nul-byte", 1),
        (b'{\n"\xff"', "not-decodable", 2),
    ],
)
def test_broken_files(text: str | bytes, code: str, line: int | None) -> None:
    found = error(text)
    assert found.code == code
    assert line in (None, found.line)


def test_nested_parts_do_no_harm() -> None:
    deep: Any = {"type": "Whitespace"}
    for _ in range(200):
        deep = {"type": "Sequence", "pretokenizers": [deep]}
    assert error(file(file_pre_tokenizer=deep)).code == "tokenizer-json-part"
    assert error(file(file_pre_tokenizer={"type": deep})).code == "tokenizer-json-part"
    assert error(file(file_normalizer={"type": "A" * 10_000})).reason.count("A") < 100


def test_the_line_of_a_mistake() -> None:
    text = json.dumps(file(merges=[["l", "o"], ["lo", "é"]]), indent=1)
    found = error(text)
    assert '"lo"' in text.split("\n")[found.line - 1]
    assert text.split("\n")[found.line].strip() == '"\\u00e9"'
    text = '{"model": {"type": "BPE", "vocab": {"l": 0,\n"o": 1,\n"o": 2},\n"merges": []}}'
    assert error(text).line == 3


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_FILE_BYTES", 100)
    with pytest.raises(LimitError) as caught:
        load_tokenizer("[" * 101)
    assert caught.value.code == "limit-file-bytes"
    monkeypatch.setattr(reading, "MAX_FILE_BYTES", 10_000)
    monkeypatch.setattr(reading, "MAX_VOCABULARY", 4)
    with pytest.raises(LimitError) as caught:
        load_tokenizer(json.dumps(file()))
    assert (caught.value.code, caught.value.details["met"]) == ("limit-vocabulary", 5)
    with pytest.raises(LimitError):
        load_tokenizer(json.dumps(file(vocab={"l": 0, "o": 1, "lo": 2}, merges=[["l", "o"]] * 5)))


# -- what cannot be written --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "code"),
    [
        (bpe.train(Corpus({"low": 2}), rules="sennrich").model(), "tokenizer-json-mark"),
        (bpe.train(Corpus({"low": 2}), rules=Rules(start_of_word=METASPACE)).model(), "tokenizer-json-start"),
        (Model((), ("a",), encoding=ENCODINGS["tiktoken"]), "tokenizer-json-ranks"),
        (Model((("ab", "a"), ("a", "b")), ("a", "b", "ab", "aba")), "tokenizer-json-order"),
    ],
)
def test_what_tokenizers_cannot_follow_is_not_written(model: Model, code: str) -> None:
    with pytest.raises(RulesError) as caught:
        tokenizer_text(model)
    assert caught.value.code == code


def test_contradictory_merges_are_written_for_the_loop_that_is_theirs() -> None:
    merges = (("ab", "a"), ("a", "b"))
    model = Model(merges, ("a", "b", "ab", "aba"), encoding=Encoding(loop="one-at-a-time"))
    assert Tokenizer.from_str(tokenizer_text(model)).encode("abab").tokens == model.encode("abab") == ["aba", "b"]


@pytest.mark.parametrize("preset", ["subword-nmt", "course", "minbpe"])
def test_other_conventions_are_written_too(preset: str) -> None:
    words = Corpus({"low": 5, "lower": 2, "newest": 6, "aaaaa": 3})
    model = bpe.train(words, merges=9, rules=preset).model()
    tokenizer = Tokenizer.from_str(tokenizer_text(model))
    for word in (*words, "lowest", "aaaa", "wow"):
        assert tokenizer.encode(word).tokens == [token for token in model.encode(word) if token in model.ids]
