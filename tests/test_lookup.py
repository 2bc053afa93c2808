"""Lookups of whole words, of the words of a text, and of characters; how they are told and drawn."""

from __future__ import annotations

import pytest

from tests.catalogs import KEYS
from tokviz.compare.accounts import LookedUp
from tokviz.compare.notation import neutral
from tokviz.compare.sides import Side
from tokviz.compare.sizes import Tokenizer
from tokviz.compare.spans import UNIT, cutter
from tokviz.corpus.passages import Passage
from tokviz.errors import LimitError, RulesError
from tokviz.lookup import Model
from tokviz.models.decoding import BYTE_PIECES
from tokviz.views.algorithms import frames_of
from tokviz.views.notebook import html
from tokviz.views.shared.catalog import load
from tokviz.views.shared.sentences import as_text
from tokviz.views.tokenizers.work import pretoken_picture

EN = load("en")
WHOLE = Model(("[UNK]", "low"), "[UNK]", numbers={"[UNK]": 3, "low": 7})
WORDS = Model(("<unk>", "<s>", "▁low", "▁"), "<unk>", "word", "none", reserved=frozenset({"<unk>", "<s>"}))
LETTERS = Model(("<unk>", "▁", "l", "o", "ox", "oxx"), "<unk>", "character", "none", symbols=frozenset({"ox", "oxx"}))
BYTES = Model(("<unk>", "▁", *sorted(BYTE_PIECES)), "<unk>", "character", "none", byte_fallback=True)
BYTES = Model(BYTES.vocabulary, "<unk>", "character", "none", reserved=BYTE_PIECES, byte_fallback=True)


def told(model: Model, word: str) -> list[str]:
    return [as_text(sentence) for frame in frames_of(model, word, KEYS) for _, sentence in frame.said]


def test_a_whole_word_is_looked_up() -> None:
    assert "lookup.known(part=`low`, id=7)" in told(WHOLE, "low")
    assert "lookup.unknown(part=`xyz`, unknown=`[UNK]`, id=3)" in told(WHOLE, "xyz")


def test_unknown_neighbors_are_one_token() -> None:
    assert WORDS.encode("▁low▁x▁▁low▁y▁z") == ["▁low", "▁x", "▁", "▁low", "▁y▁z"]
    assert WORDS.apart("▁low▁x▁▁low▁y▁z") == ("▁low", "▁x", "▁▁low", "▁y▁z")
    said = told(WORDS, "▁y▁z")
    assert "lookup.unknown(part=`▁y`, unknown=`<unk>`, id=0)" in said
    assert "lookup.joined(part=`▁z`, unknown=`<unk>`)" in said


def test_what_spells_a_control_symbol_is_unknown() -> None:
    assert WORDS.encode("<s>") == ["<s>"]
    assert "<s>" not in WORDS.text_ids


def test_symbols_of_the_user_are_looked_up_whole_the_longest_first() -> None:
    assert LETTERS.encode("▁loxxox") == ["▁", "l", "oxx", "ox"]
    assert "lookup.symbol(part=`oxx`, id=5)" in told(LETTERS, "▁oxx")


def test_unknown_text_becomes_its_bytes() -> None:
    assert BYTES.encode("▁é") == ["▁", "<0xC3>", "<0xA9>"]
    assert "lookup.bytes(part=`é`, bytes=`<0xC3> <0xA9>`)" in told(BYTES, "▁é")


def test_errors() -> None:
    with pytest.raises(RulesError) as raised:
        Model(("low",), "[UNK]").encode("x")
    assert raised.value.code == "unk-not-in-vocabulary"
    with pytest.raises(LimitError):
        LETTERS.explain("l" * 3_000)


@pytest.mark.parametrize("word", ["▁low", "▁x▁y", "lo", ""])
@pytest.mark.parametrize("model", [WHOLE, WORDS, LETTERS, BYTES])
def test_every_state_leads_to_the_tokens(model: Model, word: str) -> None:
    frames = list(frames_of(model, word, EN))
    assert tuple(frames[-1].rows[0].symbols) == model.explain(word).tokens == model.encode_word(word)
    (payload,), asks = pretoken_picture(model, word, EN)
    assert len(payload["frames"]) == len(frames)
    assert asks(0) is None


def test_places_of_tokens() -> None:
    def places(model: Model, word: str) -> list[tuple[str, int, int, str]]:
        return [(one.token, one.begin, one.end, one.kind) for one in cutter(model)(word)]

    assert places(LETTERS, "lxyo") == [
        ("l", 0, UNIT, "piece"),
        ("xy", UNIT, 3 * UNIT, "unknown"),
        ("o", 3 * UNIT, 4 * UNIT, "piece"),
    ]
    assert places(BYTES, "é") == [("<0xC3>", 0, UNIT // 2, "byte"), ("<0xA9>", UNIT // 2, UNIT, "byte")]
    assert places(WHOLE, "mug") == [("[UNK]", 0, 3 * UNIT, "unknown")]


def test_how_a_place_is_accounted_for() -> None:
    whole, letters = (
        Side(Passage.alone("lo"), Tokenizer(one)) for one in (Model(("lo",)), Model(("l", "o"), unit="character"))
    )
    assert whole.account(UNIT, letters) == LookedUp("lo")
    assert letters.account(UNIT, whole) == LookedUp("l", "character")


def test_tokens_without_marks() -> None:
    assert neutral("▁low", Model(("▁low",), unit="word", pretokenizer="Metaspace")).text == "low"
    assert neutral("Ġn", Model(("Ġn",), pretokenizer="gpt2-bytes")).text == "n"
    assert neutral("[UNK]", WHOLE).text == "[UNK]"


def test_tables_of_a_notebook() -> None:
    assert "Lookup tokenizer" in html(WHOLE)
    assert "▁low" in html(WORDS.explain("▁low▁x"))
