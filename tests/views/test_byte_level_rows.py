"""The ribbon of `/bytes`: characters, bytes, pre-tokens and tokens on one axis, by hand and for any text."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given

from tests.strategies import texts
from tokviz import Corpus, bpe
from tokviz.bpe import PRESETS
from tokviz.pretokenize import with_alternatives
from tokviz.views import byte_level
from tokviz.views.byte_level import text_rows_payload
from tokviz.views.shared.catalog import load

EN = load("en")
MODEL = bpe.train(Corpus.from_text("né né né the the", "gpt2"), merges=6, rules=PRESETS["minbpe"]).model(
    pretokenizer="gpt2"
)


def built(text: str) -> dict[str, Any]:
    pieces = with_alternatives(text, "gpt2")
    made = text_rows_payload(pieces, byte_level.tokens(pieces, MODEL), len(MODEL.merges), EN)
    return dict(json.loads(json.dumps(made)))


def test_a_character_spans_its_bytes() -> None:
    found = built("a é")
    assert found["clusters"] == [["a", 0, 1, 1], ["␣", 1, 2, 2], ["é", 2, 4, 3]]
    octets, words, tokens = found["rows"]
    assert [(one[0], one[1], one[2]) for one in octets] == [("61", 0, 1), ("20", 1, 2), ("C3", 2, 3), ("A9", 3, 4)]
    assert [(one[0], one[1], one[2], one[5]) for one in words] == [("a", 0, 1, 1), ("␣é", 1, 4, 2)]
    assert [block[:3] for block in found["blocks"]] == [[0, 1, 2], [1, 4, 1]]
    assert tokens[0][4] == 0, "a byte was made by no merge"


def test_a_token_tells_the_merge_that_made_it() -> None:
    tokens = built("né the")["rows"][2]
    by_merge = {one[0]: one[4] for one in tokens}
    made = {name: number for name, number in by_merge.items() if number}
    assert made, "something is merged"
    assert all(MODEL.vocabulary[255 + number] == name for name, number in made.items())


def test_a_long_pretoken_is_drawn_in_parts() -> None:
    found = built("x" * 40)
    assert len(found["blocks"]) > 1
    words = found["rows"][1]
    assert [one[5] for one in words] == [1] * len(words)
    assert [one[6] for one in words] == [8, *[12] * (len(words) - 2), 4]


def test_lines_end_where_the_text_says() -> None:
    assert [block[2] for block in built("a\nb")["blocks"]] == [2, 1, 2]


@given(texts())
def test_every_row_covers_every_byte_once(text: str) -> None:
    found = built(text)
    size = len(text.encode("utf-8", "surrogatepass"))
    for row in (found["clusters"], *found["rows"], found["blocks"]):
        at = 0
        for part in row:
            begin, end = (part[0], part[1]) if isinstance(part[0], int) else (part[1], part[2])
            assert begin == at < end
            at = end
        assert at == size
