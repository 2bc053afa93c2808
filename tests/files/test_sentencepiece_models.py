"""`.model` files of SentencePiece, with whatever is done to a text before: tokens, ids and texts are the library's."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.golden_cases import Case, cases
from tests.strategies import texts
from tokviz import bpe, lookup, unigram
from tokviz.compare.reading import read
from tokviz.compare.spans import UNIT, sources
from tokviz.corpus.passages import Text
from tokviz.errors import RulesError
from tokviz.files import tokenizer_json
from tokviz.files.sentencepiece import load_model
from tokviz.pretokenize.sentencepiece import CharacterMap, SentencePieceNormalizer

LINES = (
    "hug pug pun bun hugs the cat sat on the mat",
    "café 東京 naïve the hugs of the cat low low lower newest",
    "a/b//c unhug bug mug Ｌｏｗ ﬁne ① x hug<sep>pug c",
    "İstanbul STRASSE e\u0301 a\u0300\u0323 か\u3099",
)
PARTS = (
    *(
        "hug",
        "the",
        "café",
        "東",
        "x",
        "ñ",
        "<s>",
        "<sep>",
        "<c>",
        "ab c",
        "low",
        "É",
        "STRASSE",
        "ß",
        "\ufdfa",
        "😀",
        "가",
    ),
    *(
        " ",
        "  ",
        "\t",
        "\n",
        "\r\n",
        "\u3000",
        "\u200b",
        "\ufeff",
        "▁",
        "▁▁",
        "Ｌｏｗ",
        "ﬁ",
        "①",
        "e\u0301",
        "か\u3099",
    ),
)
TEXTS = st.lists(st.sampled_from(PARTS), max_size=10).map("".join) | texts()
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"byte_fallback": True, "vocab_size": 340},
    {"add_dummy_prefix": False},
    {"remove_extra_whitespaces": False},
    {"remove_extra_whitespaces": False, "add_dummy_prefix": False, "byte_fallback": True, "vocab_size": 340},
    {"treat_whitespace_as_suffix": True},
    {"treat_whitespace_as_suffix": True, "remove_extra_whitespaces": False},
    {"split_by_whitespace": False},
    {"user_defined_symbols": ["<sep>", "ab c", "é"], "control_symbols": ["<c>"]},
    {"user_defined_symbols": ["▁▁", "hu"], "remove_extra_whitespaces": False},
    {"normalization_rule_name": "identity", "user_defined_symbols": ["<sep>", "<", "東"]},
    {"normalization_rule_name": "identity", "remove_extra_whitespaces": False},
    {"normalization_rule_name": "nfkc", "byte_fallback": True, "vocab_size": 340},
    {"normalization_rule_name": "nfkc_cf"},
    {"normalization_rule_name": "nmt_nfkc_cf", "add_dummy_prefix": False, "user_defined_symbols": ["STR"]},
    {"user_defined_symbols": ["<sep>"], "byte_fallback": True, "vocab_size": 340, "split_by_whitespace": False},
)

Made = tuple[sentencepiece.SentencePieceProcessor, bpe.Model | unigram.Model]


def trained(lines: tuple[str, ...], **options: Any) -> Made:
    written = io.BytesIO()
    settings_ = {"vocab_size": 75, "hard_vocab_limit": False, "character_coverage": 1.0, **options}
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_writer=written, minloglevel=2, **{"num_threads": 1, **settings_}
    )
    file = load_model(written.getvalue())
    assert file.notes == ()
    assert not isinstance(file.model, lookup.Model)
    return sentencepiece.SentencePieceProcessor(model_proto=written.getvalue()), file.model


@pytest.fixture(scope="module", params=["unigram", "bpe"])
def made(request: pytest.FixtureRequest) -> Callable[[], list[Made]]:
    found = [trained(LINES * 3, model_type=request.param, **options) for options in OPTIONS]
    return lambda: found  # hypothesis prints what it is given, and these print long


def ids(model: bpe.Model | unigram.Model, tokens: list[str]) -> list[int]:
    return [model.ids.get(token, model.ids["<unk>"]) for token in tokens]


@settings(max_examples=100, deadline=None)
@given(text=TEXTS)
def test_models_do_what_the_library_does(made: Callable[[], list[Made]], text: str) -> None:
    for processor, model in made():
        assert model.normalizer is not None
        assert model.normalizer(text) == processor.normalize(text)
        tokens, expected = model.encode(text), processor.encode(text, out_type=str)
        assert tokens == expected
        numbers = processor.encode(text)
        assert ids(model, tokens) == numbers
        if processor.unk_id() not in numbers:
            assert model.decode(tokens) == processor.decode(numbers)


@settings(max_examples=50, deadline=None)
@given(text=TEXTS)
def test_words_know_where_they_come_from(made: Callable[[], list[Made]], text: str) -> None:
    """The words of a text cover its characters from left to right, and single ones that stay cover themselves."""
    for _, model in made():
        assert model.normalizer is not None
        words = sources(text, model)
        assert tuple(word.text for word in words) == model.words(text)
        at = 0
        for word in words:
            assert list(word.begins) == sorted(word.begins)
            assert word.begins[0] >= at
            at = word.ends[-1]
            if not word.is_added:
                for character, begin, end in zip(word.text, word.begins, word.ends, strict=True):
                    if end - begin == UNIT and begin % UNIT == 0 and character != "▁":  # one character became one
                        one = text[begin // UNIT]
                        assert character in (one, *model.normalizer(one))
        assert at <= len(text) * UNIT


@pytest.mark.parametrize("model_type", ["unigram", "bpe"])
@pytest.mark.parametrize("trims", [False, True])
def test_a_word_to_compare_is_one_in_the_middle_of_a_text(model_type: str, trims: bool) -> None:
    _, model = trained(LINES * 3, model_type=model_type, remove_extra_whitespaces=trims)
    _, bare = trained(LINES * 3, model_type=model_type, remove_extra_whitespaces=False, add_dummy_prefix=False)
    for one in (model, bare):
        tokens = read(one, Text.running("hugs low")).splits["low"].tokens
        assert list(tokens) == one.encode("hugs low")[-len(tokens) :]
        assert "".join(tokens) == "▁low"


@given(
    st.binary(max_size=60).map(lambda end: (len(end) // 8 * 4 or 4).to_bytes(4, "little") + end),
    st.text("ab\u0301Ｌ ", max_size=8),
)
def test_any_map_is_refused_or_ends(data: bytes, text: str) -> None:
    normalizer = SentencePieceNormalizer(data)
    try:
        CharacterMap(data)
    except ValueError:
        return
    assert sum(number for number, _ in normalizer.chunks(text)) == len(text)


@settings(max_examples=50, deadline=None)
@given(text=TEXTS)
def test_a_word_step_by_step_ends_in_its_tokens(made: Callable[[], list[Made]], text: str) -> None:
    for _, model in made():
        for word in model.words(text):
            if len(word) < 40:
                assert tuple(model.explain(word).tokens) == model.encode_word(word)


@pytest.mark.parametrize("case", cases("14_sentencepiece_lines", "sentencepiece/bpe-read"))
def test_golden(case: Case) -> None:
    """The pieces are trained here; the expected values are those of the file. Ids that are decoded write unknown text
    as " ⁇ "."""
    options = {"model_type": "bpe", **case["params"]}
    _, model = trained(tuple(case["corpus"]), **options)
    expected = case["expected"]
    assert isinstance(model, bpe.Model)
    assert model.normalizer is not None
    assert len(model.vocabulary) == expected["n_pieces"]
    shown = [piece for piece in model.vocabulary if not piece.startswith("<0x")]
    assert shown == [piece for piece, _, _ in expected["pieces"]]
    learned = [piece for piece, _, kind in expected["pieces"] if kind == "normal"]
    assert model.scores is not None
    assert list(model.scores) == learned
    assert [token.content for token in model.added] == [
        piece for piece, _, kind in expected["pieces"] if kind == "user-defined"
    ]
    for row in expected["encodes"]:
        tokens = model.encode(row["text"])
        assert model.normalizer(row["text"]) == row["normalized"]
        assert tokens == row["pieces"]
        assert ids(model, tokens) == row["ids"]
        assert model.decode([token if token in model.ids else " ⁇ " for token in tokens]) == row["decoded"]


@pytest.mark.parametrize("model_type", ["unigram", "bpe"])
def test_tokenizer_json_cannot_hold_the_normalizer(model_type: str) -> None:
    _, model = trained(LINES, model_type=model_type)
    with pytest.raises(RulesError) as caught:
        tokenizer_json.write_unigram(model) if isinstance(model, unigram.Model) else tokenizer_json.write_bpe(model)
    assert caught.value.code in ("tokenizer-json-normalizer", "tokenizer-json-ranks")
