"""Reach of the entries of a vocabulary: a named text gives its entry, and no text gives an entry that is ruled out."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tests.files.styles import MIXED, TEXTS, file_of
from tests.vocabularies.test_entries import SHIPPED, library, vocabulary
from tokviz.files.pipeline import Pipeline
from tokviz.vocabularies import Reach, Vocabulary, reach
from tokviz.vocabularies.reach import NEIGHBORS, _characters


def encoded(tokenizer: Any, text: str) -> list[int]:
    return list(tokenizer.encode(text, add_special_tokens=False).ids)


@pytest.mark.parametrize("name", [*SHIPPED, "llama3", "gpt4o", "clip", "gpt1", "gemma", "xlm-r", "bert-uncased"])
def test_a_text_that_is_named_gives_its_entry_and_what_is_ruled_out_comes_from_none(name: str) -> None:
    """Thousands of texts of two and three entries, in which everything is beside everything."""
    ours, tokenizer = vocabulary(name), library(name)
    found = reach(ours)
    for place, way in enumerate(found.ways):
        number = int(ours.ids[place])
        if way is Reach.ALONE:
            assert encoded(tokenizer, ours.texts[place]) == [number]
        elif way is Reach.WITHIN:
            assert number in encoded(tokenizer, found.texts[place])
        if way is not Reach.ALONE:
            assert encoded(tokenizer, ours.texts[place]) != [number]
        if way in (Reach.NEVER, Reach.NOT_FOUND) and ours[place].kind != "byte":  # all that is tried, one by one
            tried = [text for one in NEIGHBORS for text in (f"{one}\0", f"\0{one}", f"{one}\0{one}")]
            assert not any(number in encoded(tokenizer, one.replace("\0", ours.texts[place])) for one in tried)
    rng = random.Random(1)
    texts = ["".join(rng.choices(ours.texts, k=rng.choice((2, 3)))) for _ in range(4_000)]
    seen = tokenizer.encode_batch([*texts, *TEXTS, *MIXED], add_special_tokens=False)
    for number in {number for one in seen for number in one.ids}:
        assert found.ways[ours.place_of[number]] is not Reach.NEVER


TOKENS = ["".join(letters) for size in (2, 3, 4) for letters in itertools.product("ab", repeat=size)]
TEXTS_OF_AB = ["".join(letters) for size in range(1, 10) for letters in itertools.product("ab", repeat=size)]


@st.composite
def merges(draw: st.DrawFn) -> list[tuple[str, str]]:
    """Merges of a, b and what earlier or later ones make, in any order, so that many are never used."""
    made = draw(st.lists(st.sampled_from(TOKENS), max_size=8, unique=True))
    known = {"a", "b", *made}
    found = []
    for token in made:
        cuts = [(token[:at], token[at:]) for at in range(1, len(token))]
        found += [pair for pair in cuts if set(pair) <= known and draw(st.booleans())]
    return draw(st.permutations(found))


@settings(max_examples=60, deadline=None)
@given(pairs=merges())
def test_of_a_small_bpe_never_and_reached_are_all_that_all_texts_say(pairs: list[tuple[str, str]]) -> None:
    """Tokens of up to four letters, all 1,022 texts of up to nine: what is around a token changes nothing inside it."""
    tokens = dict.fromkeys(["a", "b", *("".join(pair) for pair in pairs), *(part for pair in pairs for part in pair)])
    file = {"model": {"type": "BPE", "vocab": {one: at for at, one in enumerate(tokens)}, "merges": pairs}}
    text = json.dumps(file)
    ours, tokenizer = Vocabulary(Pipeline.from_file(text.encode())), Tokenizer.from_str(text)
    seen = {number for one in tokenizer.encode_batch(TEXTS_OF_AB) for number in one.ids}
    for place, way in enumerate(reach(ours).ways):
        is_reached = int(ours.ids[place]) in seen
        assert (way in (Reach.ALONE, Reach.WITHIN)) == is_reached
        assert (way is Reach.NEVER) != is_reached


@given(
    st.characters(min_codepoint=0x80, exclude_categories=["Cs"]),
    st.sampled_from(["begin", "inside", "end"]),
    st.integers(1, 3),
)
def test_characters_by_their_bytes(character: str, where: str, size: int) -> None:
    """Each that is named has the bytes there, and all are named that do (of those beyond the first plane, a part)."""
    data = character.encode()
    asked = {"begin": data[:size], "end": data[-size:], "inside": data[1 : 1 + size]}[where]
    found = _characters(where, asked)
    for one in found:
        spelled = one.encode()
        inner = spelled[1:-1] if where == "inside" else spelled
        place = {"begin": 0, "end": len(spelled) - len(asked)}.get(where, inner.find(asked))
        assert inner[place : place + len(asked)] == asked
        assert len(spelled) > len(asked)
    is_more = size < len(data) if where != "inside" else 1 + size < len(data)
    if is_more and len(found) < 1_024 and (character < "\U00010000" or "\U0001f300" <= character < "\U0001fb00"):
        assert character in found


def test_how_much_is_done_is_told() -> None:
    told: list[float] = []
    reach(vocabulary("our gpt"), told.append)
    assert told == sorted(told)
    assert (told[0] > 0, told[-1]) == (True, 1.0)


def test_bytes_that_no_text_has_are_ruled_out() -> None:
    ours = vocabulary("our gpt")
    found = reach(ours)
    never = {ours.data[place] for place in found.places(Reach.NEVER)}
    assert never == {bytes([byte]) for byte in (0xC0, 0xC1, *range(0xF5, 0x100))}
    assert found.places(Reach.NOT_FOUND) == ()


def test_a_token_behind_a_pattern_that_cuts_it_is_not_found() -> None:
    """Nothing is proved of it: merging makes it, but no pre-token has it."""
    file = json.loads(file_of("llama3"))
    size = len(file["model"]["vocab"])
    file["model"]["vocab"]["aĠ"] = size + 1_000
    file["model"]["merges"] = [*file["model"]["merges"], ["a", "Ġ"]]
    file["model"]["ignore_merges"] = False
    ours = Vocabulary(Pipeline.from_file(json.dumps(file).encode()))
    assert reach(ours).ways[ours.place_of[size + 1_000]] is Reach.NOT_FOUND
