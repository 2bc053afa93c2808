"""The neutral notation: all marks of the field, and what is left without them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import texts
from tokviz import bpe, unigram, wordpiece
from tokviz.bpe import PRESETS, AddedToken, Applier, Encoding, Rules
from tokviz.compare.alignment import segment
from tokviz.compare.notation import Neutral, neutral
from tokviz.compare.spans import Model
from tokviz.corpus import Corpus
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR

BYTES = bpe.Model((), tuple(BYTE_TO_CHAR.values()), pretokenizer="gpt2-bytes")
SPECIAL = Neutral("<s>", None, None)


def bpe_with(rules: Rules, pretokenizer: str = "whitespace") -> bpe.Model:
    return bpe.Model((), (), rules, pretokenizer=pretokenizer)


@pytest.mark.parametrize(
    ("model", "token", "expected"),
    [
        (wordpiece.Model([]), "##s", Neutral("s", False, None, ("##",))),
        (wordpiece.Model([]), "s", Neutral("s", True, None)),
        (wordpiece.Model([], prefix=""), "##s", Neutral("##s", None, None)),
        (wordpiece.Model([]), "[UNK]", Neutral("[UNK]", None, None)),
        (Applier([]), "lo@@", Neutral("lo", None, False, ("@@",))),
        (Applier([]), "w", Neutral("w", None, True)),
        (Applier([], separator=""), "w", Neutral("w", None, None)),
        (bpe_with(PRESETS["sennrich"]), "est</w>", Neutral("est", None, True, ("</w>",))),
        (bpe_with(PRESETS["sennrich"]), "</w>", Neutral("", None, True, ("</w>",))),
        (bpe_with(PRESETS["sennrich"]), "est", Neutral("est", None, False)),
        (bpe_with(PRESETS["course"]), "est", Neutral("est", None, None)),
        (bpe_with(Rules(continuing_prefix="##")), "##s", Neutral("s", False, None, ("##",))),
        (bpe_with(Rules(start_of_word="_")), "_s", Neutral("s", True, None, ("_",))),
        (bpe_with(PRESETS["sentencepiece"]), "▁low", Neutral("low", True, None, ("▁",))),
        (bpe_with(PRESETS["sentencepiece"], "metaspace"), "low", Neutral("low", False, None)),
        (bpe_with(PRESETS["sentencepiece"], "metaspace"), "<unk>", Neutral("<unk>", None, None)),
        (bpe_with(PRESETS["course"], "gpt2"), " low", Neutral("low", True, None, (" ",))),
        (BYTES, "Ġlow", Neutral("low", True, None, ("Ġ",))),
        (BYTES, "nÃ©", Neutral("né", False, None)),
        (BYTES, "nÃ", Neutral("n<0xC3>", False, None)),
        (BYTES, "ĠĠ", Neutral(" ", True, None, ("Ġ",))),
        (bpe_with(PRESETS["minbpe"]), "Ã©", Neutral("é", None, None)),
        (bpe_with(PRESETS["minbpe"], "gpt2-bytes"), "ÄłÃĥÂ©", Neutral("é", True, None, ("Ġ",))),
        (unigram.Model({"▁a": 1.0}, pretokenizer="metaspace"), "▁a▁b", Neutral("a b", True, None, ("▁",))),
        (unigram.Model({"▁a": 1.0}, start_of_word="▁"), "a", Neutral("a", False, None)),
        (unigram.Model({"_a": 1.0}, start_of_word="_"), "_a", Neutral("a", True, None, ("_",))),
        (unigram.Model({"a": 1.0}), "a", Neutral("a", None, None)),
        (unigram.Model({"<s>": 1.0}, reserved=frozenset({"<s>"})), "<s>", SPECIAL),
        (bpe.Model((), (), added=(AddedToken(0, "<s>"),)), "<s>", SPECIAL),
        (bpe.Model((), (), encoding=Encoding(unknown="unk", unk_token="<s>")), "<s>", SPECIAL),
        (bpe.Model((), (), Rules(special_tokens=("<s>",))), "<s>", SPECIAL),
    ],
)
def test_marks(model: Model, token: str, expected: Neutral) -> None:
    assert neutral(token, model) == expected


@given(texts(), st.sampled_from(["whitespace", "words", "bert", "gpt2", "metaspace", "gpt2-bytes", "o200k-bytes"]))
def test_a_whole_token_is_the_text_that_it_covers(text: str, pretokenizer: str) -> None:
    corpus = Corpus.from_text(text + " low lower", pretokenizer)
    for rules in (PRESETS["course"], PRESETS["minbpe"], PRESETS["sennrich"]):
        model = bpe.train(corpus, merges=9, rules=rules).model(pretokenizer=pretokenizer)
        for token in segment(text, model).tokens:
            found = neutral(token.text, model)
            covered = text[token.start : token.end]
            if not token.before and not token.after and "▁" not in text:
                assert found.text == covered.removeprefix(" ") or (covered == " " + found.text and not found.begins)
