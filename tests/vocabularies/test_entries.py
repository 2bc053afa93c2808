"""Entries of every style: ids, what each stands for, kinds and scripts; search and counts, by brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tests.files.styles import STYLES, file_of, sentencepiece_model
from tokviz.errors import RulesError
from tokviz.files.pipeline import Pipeline
from tokviz.location import site
from tokviz.vocabularies import (
    KINDS,
    LENGTHS,
    WAYS,
    Entry,
    Vocabulary,
    by_kind,
    by_length,
    by_script,
    by_script_and_length,
    duplicates,
    ordered,
    search,
)

SHIPPED = ("our gpt", "our bert", "our llama", "our t5")


@cache
def written(name: str) -> str:
    """The tokenizer.json of one that comes along, or of a style."""
    if name in SHIPPED:
        return (site() / "assets" / "tokenizers" / f"{name.removeprefix('our ')}.json").read_text("utf-8")
    return file_of(name)


@cache
def vocabulary(name: str) -> Vocabulary:
    return Vocabulary(Pipeline.from_file(written(name).encode(), name=name))


@cache
def library(name: str) -> Any:
    """The library's tokenizer, which fills nothing up."""
    found = Tokenizer.from_str(written(name))
    found.no_padding()
    found.no_truncation()
    return found


@pytest.mark.parametrize("name", STYLES)
def test_ids_and_what_tokens_stand_for_are_the_librarys(name: str) -> None:
    ours, tokenizer = vocabulary(name), library(name)
    assert dict(zip(ours.tokens, ours.ids.tolist(), strict=True)) == tokenizer.get_vocab(with_added_tokens=True)
    letter = tokenizer.token_to_id("a")
    before, both = (tokenizer.decode([letter] * times, skip_special_tokens=False) for times in (1, 2))
    for place, number in enumerate(ours.ids.tolist()):
        if number not in ours.added and ours.data[place] == ours.texts[place].encode():
            text = tokenizer.decode([letter, number, letter], skip_special_tokens=False)
            assert text == before + ours.texts[place] + both[len(before) :]


@pytest.mark.parametrize("name", [one for one in STYLES if not one.startswith("bert") and one != "gpt1"])
def test_the_texts_of_an_encoding_put_together_are_its_text(name: str) -> None:
    """Bytes that are halves of characters are whole once they are beside each other."""
    ours, tokenizer = vocabulary(name), library(name)
    ids = tokenizer.encode("a the low 你好 👩 naïve", add_special_tokens=False).ids
    found = b"".join(ours.data[ours.place_of[one]] for one in ids).decode("utf-8")
    assert found.strip() == tokenizer.decode(ids, skip_special_tokens=False).strip()


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
def test_a_model_of_sentencepiece_has_entries_too(kind: str) -> None:
    ours = Vocabulary(Pipeline.from_file(sentencepiece_model(kind, byte_fallback=True), name="x.model"))
    assert ours.of_token("▁the") is not None
    assert ours.of_token("▁the").text == " the"  # type: ignore[union-attr]
    assert ours.of_token("<0xE4>").data == b"\xe4"  # type: ignore[union-attr]
    assert ours.of_token("<s>").kind == "added"  # type: ignore[union-attr]


def test_codes_have_no_entries() -> None:
    with pytest.raises(RulesError) as caught:
        Vocabulary(Pipeline.from_file(b"#version: 0.2\nl o\n"))
    assert caught.value.code == "pipeline-no-ids"


@pytest.mark.parametrize(
    ("name", "token", "kind"),
    [
        ("our gpt", "Ġthe", "start"),
        ("our gpt", "ing", "inside"),
        ("our gpt", "Ġ", "space"),
        ("our gpt", "7", "digits"),
        ("our gpt", "!", "punctuation"),
        ("our gpt", "Ã", "byte"),
        ("our gpt", "<|endoftext|>", "added"),
        ("our bert", "##ing", "inside"),
        ("our bert", "the", "start"),
        ("our bert", ",", "punctuation"),
        ("our llama", "▁the", "start"),
        ("our llama", "<0xE4>", "byte"),
        ("our llama", "<0x41>", "byte"),
        ("our llama", "A", "inside"),
        ("our t5", "▁the", "start"),
        ("clip", "low</w>", "end"),
        ("clip", "lo", "inside"),
        ("clip", "1</w>", "digits"),
    ],
)
def test_kinds(name: str, token: str, kind: str) -> None:
    found = vocabulary(name).of_token(token)
    assert found is not None
    assert found.kind == kind


def test_a_sign_that_belongs_to_letters_is_one() -> None:
    file = '{"model": {"type": "BPE", "vocab": {"ि": 0, "हि": 1, "ああ漢": 2}, "merges": []}}'
    ours = Vocabulary(Pipeline.from_file(file.encode()))
    assert [(one.kind, one.script) for one in map(ours.__getitem__, range(3))] == [
        ("inside", "Devanagari"),
        ("inside", "Devanagari"),
        ("inside", "mixed"),
    ]


@pytest.mark.parametrize("name", SHIPPED)
@settings(max_examples=30)
@given(text=st.text("aeThĠ▁# 1你", max_size=3), way=st.sampled_from(WAYS[:-1]), kind=st.sampled_from(["", *KINDS]))
def test_a_search_finds_what_looking_at_each_finds(name: str, text: str, way: str, kind: str) -> None:
    ours = vocabulary(name)
    fits: Callable[[Entry], bool] = {
        "contains": lambda one: text in one.text,
        "begins": lambda one: one.text.startswith(text),
        "ends": lambda one: one.text.endswith(text),
        "is": lambda one: not text or one.text == text,
        "written": lambda one: text in one.token,
    }[way]
    every = [ours[place] for place in range(len(ours))]
    wanted = [place for place, one in enumerate(every) if fits(one) and kind in ("", one.kind)]
    assert search(ours, text, way, kind=kind).tolist() == wanted


def test_a_search_by_id_and_without_case() -> None:
    ours = vocabulary("our gpt")
    assert ours.ids[search(ours, "5, 100-102 99999", "id")].tolist() == [5, 100, 101, 102]
    assert search(ours, "nothing", "id").tolist() == []
    found = {ours.texts[place] for place in search(ours, " THE", "is", ignore_case=True)}
    assert " the" in found


def test_orders() -> None:
    ours = vocabulary("our gpt")
    places = search(ours)
    lengths = [len(ours.texts[place]) for place in ordered(ours, places, "longest")]
    assert lengths == sorted(lengths, reverse=True)
    assert ordered(ours, places, "id").tolist() == places.tolist()


@pytest.mark.parametrize("name", [*SHIPPED, "clip", "gemma"])
def test_counts_add_up(name: str) -> None:
    ours = vocabulary(name)
    every = [ours[place] for place in range(len(ours))]
    assert {one.name: one.number for one in by_kind(ours)} == Counter(one.kind for one in every)
    assert {one.name: one.number for one in by_script(ours)} == Counter(one.script for one in every)
    assert by_length(ours) == Counter((one.characters, one.kind) for one in every)


@pytest.mark.parametrize("name", SHIPPED)
def test_scripts_by_length_are_what_a_search_finds(name: str) -> None:
    """Each place of the grid; the last length is that of all longer entries, too."""
    searched = vocabulary(name)
    numbers = by_script_and_length(searched)
    assert {script: sum(row) for script, row in numbers.items()} == {
        count.name: count.number for count in by_script(searched)
    }
    for script, row in numbers.items():
        for length, number in enumerate(row, 1):
            entries = [searched[place] for place in search(searched, script=script, length=length).tolist()]
            assert len(entries) == number
            assert {min(max(entry.characters, 1), LENGTHS) for entry in entries} <= {length}
            assert {entry.script for entry in entries} <= {script}


def test_duplicates_are_alike_but_for_case_and_space() -> None:
    ours = vocabulary("our gpt")
    groups = duplicates(ours)
    assert {"A", "a", " a", " A"} in [{ours.texts[place] for place in group.places} for group in groups]
    placed = [place for group in groups for place in group.places]
    assert len(placed) == len(set(placed))
    alone = set(range(len(ours))) - set(placed)
    texts = [
        ours.texts[place].strip().casefold() for place in alone if ours[place].kind not in ("byte", "space", "added")
    ]
    assert len(texts) == len(set(texts))
