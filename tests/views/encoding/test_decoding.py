"""The reverse walk as the picture gets it: what each token adds to the text, with honest replacements."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given

from tests.catalogs import KEYS
from tests.strategies import hostile_texts
from tests.views.encoding.frames import said
from tokviz import Corpus, bpe
from tokviz.bpe import Model
from tokviz.views.encoding.decoding import spelling, walk_frames
from tokviz.views.encoding.merging import Frame
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load

BYTES = bpe.train(Corpus({"low": 5}), merges=2, rules="minbpe").model(pretokenizer="gpt2")


def walk(model: Model, tokens: Sequence[str], say: Catalog = KEYS, total: int | None = None) -> list[Frame]:
    def spell(token: str) -> str:
        return spelling(token, model.rules, model.pretokenizer)

    return list(walk_frames(tokens, lambda first, _: model.decode(first), spell, say, total))


def written(shown: Sequence[Frame]) -> list[list[str]]:
    return [list(frame.rows[1].symbols) for frame in shown]


def test_bytes_that_are_only_part_of_a_character() -> None:
    tokens = BYTES.encode("low 中")
    assert tokens == ["low", "Ġ", "ä", "¸", "Ń"]
    shown = walk(BYTES, tokens)
    assert written(shown) == [
        [],
        ["low"],
        ["low", " "],
        ["low", " ", "\ufffd"],
        ["low", " ", "\ufffd"],
        ["low", " ", "中"],
    ]
    assert said(shown[0]) == ["encode.walk.start", "encode.walk.next(number=1, token=`low`)"]
    assert said(shown[2])[0] == "encode.walk.piece(token=`Ġ`, piece=`␣`)"
    part = "encode.walk.incomplete(token=`{}`, bytes=encode.walk.bytes.one(bytes=`{}`), piece=`\ufffd`)"
    assert said(shown[3])[0] == part.format("ä", "E4")
    assert said(shown[4])[0] == part.format("¸", "B8")
    assert said(shown[5]) == [
        "encode.walk.completed(token=`Ń`, bytes=encode.walk.bytes.one(bytes=`AD`), piece=`中`)",
        "encode.walk.end",
    ]
    assert [frame.rows[1].spans for frame in shown[3:]] == [((2, 1, "new"),), (), ((2, 1, "new"),)]
    assert shown[0].rows[0].spans == ((0, 1, "next"),)
    assert shown[-1].rows[0].spans == ()


def test_a_byte_that_no_other_completes_stays_a_replacement() -> None:
    shown = walk(BYTES, ["Ã", "low"])
    assert written(shown)[-1] == ["\ufffd", "low"]


def test_a_token_that_writes_nothing() -> None:
    model = bpe.train(Corpus({"low": 5}), merges=2, rules="sennrich").model()
    shown = walk(model, ["low", "</w>"])
    assert said(shown[2])[0] == "encode.walk.nothing(token=`</w>`)"
    assert shown[2].rows[1].spans == ()


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_first_tokens_of_many(language: str) -> None:
    shown = walk(BYTES, ["low", "Ġ"], load(language), total=3_000)
    assert said(shown[-1])[1] == load(language)("encode.walk.end-of-shown", total=3_000)


@given(hostile_texts().filter(lambda text: len(text) < 60))
def test_every_walk_ends_in_the_text(text: str) -> None:
    tokens = BYTES.encode(text)
    shown = walk(BYTES, tokens)
    assert len(shown) == len(tokens) + 1
    for k, pieces in enumerate(written(shown)):
        assert "".join(pieces) == BYTES.decode(tokens[:k])
