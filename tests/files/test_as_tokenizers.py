"""Whole tokenizers of tokenizers, read here: with normalizers, added tokens of every kind, marks and decoders.

The library's tokens, ids and decoded texts come out.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

from tokviz import bpe, unigram, wordpiece
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.files import tokenizer_json
from tokviz.files.detect import Model, load_any
from tokviz.files.reading import Loaded

TEXT = "The lowest of the low, the newest of the New; don't they'll 12 times. naïve café 東京 ΣΟΦΟΣ İx <SEP> ▁a"
PARTS = st.sampled_from(
    (
        *(
            "the",
            "The",
            "low",
            "Lowest",
            "<sep>",
            "<SEP>",
            "İ",
            "ΣΟΦΟΣ",
            "café",
            "e\u0301",
            "東",
            "東京",
            "new word",
            "New Word",
        ),
        *(" ", "  ", "\n", "\t", ".", "'", "▁", "[MASK]", "xyz", "\u200d", "\ue000", "𫠠"),
    )
)
SPECIALS = ["[UNK]", "[MASK]"]
ADDED = (
    AddedToken("<sep>", normalized=True),
    AddedToken("New Word", normalized=True),
    AddedToken("Café", normalized=True, single_word=True),
    AddedToken("İ", normalized=True, rstrip=True),
    AddedToken("東", normalized=True),
    AddedToken("low", normalized=False, lstrip=True),
    AddedToken("ΣΟΦΟΣ", normalized=True),
)
BERT = pre_tokenizers.BertPreTokenizer
METASPACE = pre_tokenizers.Metaspace
SPLITS: dict[str, tuple[Any, Any]] = {
    "uncased": (normalizers.BertNormalizer(), BERT()),
    "cased": (normalizers.BertNormalizer(lowercase=False), BERT()),
    "ideographs": (normalizers.BertNormalizer(clean_text=False, strip_accents=False, lowercase=False), BERT()),
    "BERT without normalizer": (None, BERT()),
    "words": (None, pre_tokenizers.Whitespace()),
    "spaces": (None, pre_tokenizers.WhitespaceSplit()),
    "Metaspace": (None, METASPACE()),
    "Metaspace first": (None, METASPACE(prepend_scheme="first")),
    "Metaspace first, no split": (None, METASPACE(prepend_scheme="first", split=False)),
    "Metaspace never": (None, METASPACE(prepend_scheme="never")),
    "bytes": (None, pre_tokenizers.ByteLevel(add_prefix_space=False)),
    "bytes with a space": (None, pre_tokenizers.ByteLevel()),
}
DECODERS: dict[str, Any] = {
    "none": None,
    "BPEDecoder": decoders.BPEDecoder(),
    "Metaspace": decoders.Metaspace(),
    "Metaspace first": decoders.Metaspace(prepend_scheme="first"),
    "Metaspace never": decoders.Metaspace(prepend_scheme="never"),
    "ByteLevel": decoders.ByteLevel(),
    "Fuse": decoders.Fuse(),
    "Llama": decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    ),
    "Strip before Fuse": decoders.Sequence([decoders.Replace("▁", " "), decoders.Strip(" ", 1, 0), decoders.Fuse()]),
    "CTC": decoders.CTC(),
}


def trained(kind: str, split: str, added: tuple[AddedToken, ...], decoder: Any) -> Tokenizer:
    options: dict[str, Any] = {"special_tokens": SPECIALS, "show_progress": False, "vocab_size": 160}
    trainer: Any
    if kind == "BPE":
        tokenizer, trainer = Tokenizer(models.BPE(unk_token="[UNK]")), trainers.BpeTrainer(**options)
    elif kind == "WordPiece":
        tokenizer, trainer = Tokenizer(models.WordPiece(unk_token="[UNK]")), trainers.WordPieceTrainer(**options)
    else:
        tokenizer, trainer = Tokenizer(models.Unigram()), trainers.UnigramTrainer(unk_token="[UNK]", **options)
    normalizer, pre_tokenizer = SPLITS[split]
    if normalizer is not None:
        tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = pre_tokenizer
    if decoder is not None:
        tokenizer.decoder = decoder
    tokenizer.train_from_iterator([TEXT] * 3 + TEXT.split(" "), trainer)
    tokenizer.add_tokens(list(added))
    return tokenizer


def load(kind: str, tokenizer: Tokenizer) -> Loaded[Model]:
    found = load_any([("tokenizer.json", tokenizer.to_str().encode())])
    assert found.model.algorithm == {"BPE": "bpe", "WordPiece": "wordpiece", "Unigram": "unigram"}[kind]
    return found


Made = Callable[[], list[tuple[str, Tokenizer, Loaded[Model]]]]


@pytest.fixture(scope="module", params=["BPE", "WordPiece", "Unigram"])
def made(request: pytest.FixtureRequest) -> Made:
    found = []
    for number, split in enumerate(SPLITS):
        if request.param == "WordPiece" and split.startswith("bytes"):
            continue
        for some in (ADDED, ADDED[number % 2 :: 2]):
            tokenizer = trained(
                request.param, split, some, decoders.WordPiece() if request.param == "WordPiece" else None
            )
            found.append((split, tokenizer, load(request.param, tokenizer)))
    return lambda: found  # hypothesis prints what it is given, and these print long


@settings(max_examples=100, deadline=None)
@given(parts=st.lists(PARTS, max_size=10))
def test_normalizers_and_added_tokens(made: Made, parts: list[str]) -> None:
    text = "".join(parts)
    for split, tokenizer, file in made():
        expected, tokens = tokenizer.encode(text), file.model.encode(text)
        ids = [file.model.ids.get(token, file.model.ids["[UNK]"]) for token in tokens]
        assert ids == expected.ids, split


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(texts=st.lists(st.lists(PARTS, max_size=8).map("".join), min_size=3, max_size=3))
def test_a_text_comes_back_as_there_whatever_decodes(made: Made, texts: list[str]) -> None:
    for split, theirs, _ in made()[::7]:
        content = json.loads(theirs.to_str())
        for name, decoder in DECODERS.items():
            content["decoder"] = None if decoder is None else json.loads(decoder.__getstate__())
            library = Tokenizer.from_str(json.dumps(content))
            model = load_any([("tokenizer.json", library.to_str().encode())]).model
            for text in texts:
                expected = library.encode(text)
                if "[UNK]" not in [library.id_to_token(number) for number in expected.ids]:
                    back = library.decode(expected.ids, skip_special_tokens=False)
                    assert model.decode(model.encode(text)) == back, (split, name)


def test_a_model_of_a_file_is_not_written_again() -> None:
    """The file is there, and what is around the model is not ours to write."""
    found = load("BPE", trained("BPE", "words", (), None)).model
    assert isinstance(found, bpe.Model)
    with pytest.raises(RulesError) as caught:
        tokenizer_json.write_bpe(found)
    assert caught.value.code == "tokenizer-json-normalizer"


# -- written here ------------------------------------------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(
    words=st.dictionaries(st.text("abcé", min_size=1, max_size=5), st.integers(1, 9), min_size=1, max_size=6),
    rules=st.sampled_from(["subword-nmt", "course", "minbpe", "huggingface"]),
    others=st.lists(st.text("abcé", min_size=1, max_size=6), max_size=4),
    prefix=st.sampled_from(["", "##"]),
)
def test_what_is_written_reads_back_equal(words: dict[str, int], rules: str, others: list[str], prefix: str) -> None:
    """Words of any of the characters that training saw, wherever in a word it saw them."""
    named = bpe.PRESETS[rules]
    if prefix and rules in ("course", "huggingface"):
        named = bpe.Rules(continuing_prefix=prefix)
    model = bpe.train(Corpus(words), rules=named, merges=6).model()
    text = tokenizer_json.write_bpe(model)
    again, theirs = load_any([("tokenizer.json", text.encode())]), Tokenizer.from_str(text)
    assert again.notes == ()
    for word in (*words, *("".join(one for one in other if one in "".join(words)) for other in others)):
        assert again.model.encode(word) == model.encode(word) == theirs.encode(word).tokens
    for token, number in model.ids.items():
        assert again.model.ids[token] == number


def test_what_is_not_written_is_said() -> None:
    model = bpe.train(Corpus({"low": 5}), rules="subword-nmt", merges=1).model()
    text = tokenizer_json.write_bpe(model)
    assert [one.code for one in tokenizer_json.notes_on_bpe(model)] == ["written-drops"]
    assert Tokenizer.from_str(text).encode("xl").tokens == ["l</w>"]
    assert (
        load_any([("tokenizer.json", text.encode())]).model.encode("wol") == model.encode("wol") == ["w", "o", "l</w>"]
    )
    assert not tokenizer_json.notes_on_bpe(bpe.train(Corpus({"low": 5}), rules="minbpe", merges=1).model())
    assert not tokenizer_json.notes_on_bpe(bpe.train(Corpus({"low": 5}), rules="huggingface", merges=1).model())


@pytest.mark.parametrize("name", ["bert", "bert-uncased", "bert-cased"])
def test_every_algorithm_writes_the_words_of_bert(name: str) -> None:
    pieces = ["[UNK]", *"lowéLOW東", "low"]
    text = "Low 東wo, LOW low"
    for model, written in (
        (one := bpe.Model((("l", "o"),), (*"lowéLOW東,", "lo"), pretokenizer=name), tokenizer_json.write_bpe(one)),
        (two := wordpiece.Model(pieces, pretokenizer=name, prefix=""), tokenizer_json.write_wordpiece(two)),
        (
            three := unigram.Model(dict.fromkeys(pieces, 0.1), "[UNK]", name, frozenset({"[UNK]"})),
            tokenizer_json.write_unigram(three),
        ),
    ):
        again = load_any([("tokenizer.json", written.encode())]).model
        ours = [token for token in model.encode(text) if token in model.ids]
        assert [token for token in again.encode(text) if token in model.ids] == ours
        theirs = Tokenizer.from_str(written).encode(text)
        assert theirs.ids == [again.ids.get(token, 0) for token in again.encode(text)]
