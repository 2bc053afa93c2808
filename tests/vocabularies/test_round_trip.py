"""There and back: ids and texts are the library's on every id, and each reason holds of its place."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tests.files.styles import GPT4, TEXTS, sentencepiece_model
from tests.strategies import texts
from tests.vocabularies.test_entries import SHIPPED, library, vocabulary, written
from tests.vocabularies.test_reach import TEXTS_OF_AB, merges
from tokviz.errors import LimitError, RulesError, TokvizError
from tokviz.files.pipeline import Pipeline
from tokviz.state.tokenizers import MAX_DRAWN
from tokviz.vocabularies.partings import REASONS, TEXT_REASONS, IdsTrip, Parting
from tokviz.vocabularies.round_trip import MAX_SINGLES, MAX_TRIP_IDS, ids_trip, single_trips, text_trip

GOLDEN = Path(__file__).parents[1] / "golden" / "round_trips"
ROWS = json.loads((GOLDEN / "expected.json").read_text("utf-8"))["rows"]
NAMES = (*SHIPPED, "llama3", "gpt4o", "clip", "gpt1", "gemma", "mistral", "t5", "albert", "bert-cased")


def opened(file: str) -> Pipeline:
    return Pipeline.from_file((GOLDEN / file).read_bytes())


def of_file(**parts: Any) -> Pipeline:
    return Pipeline.from_file(json.dumps(parts).encode())


def encoded(name: str, text: str) -> tuple[int, ...]:
    return tuple(library(name).encode(text, add_special_tokens=False).ids)


@cache
def ids_of(name: str) -> Sequence[int]:
    return sorted(vocabulary(name).pipeline.tokens)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['file']} {row.get('text', row['ids'])}")
def test_golden(row: dict[str, Any]) -> None:
    pipeline = opened(row["file"])
    if "text" in row:
        trip = text_trip(pipeline, row["text"])
        assert trip.onward.ids == tuple(row["ids"])
        assert trip.returns == (row["text"] == row["back"])
    onward = ids_trip(pipeline, row["ids"])
    assert (onward.text, list(onward.again)) == (row["back"], row["again"])
    assert onward.returns == (row["ids"] == row["again"])


def test_the_reasons_of_the_golden_rows() -> None:
    drift = ids_trip(opened("plain_bytes.json"), [71, 257, 256]).parting
    assert drift == Parting(0, (71, 257, 256), (263,), ("h", "el", "lo"), ("hello",), "hello", "merges")
    composed = text_trip(opened("nfc_bytes.json"), "cafe\u0301").parting
    assert composed is not None
    assert (composed.at, composed.old, composed.new, composed.reason) == (3, "e", "é", "normalizer")
    legacy, newer = (ids_trip(opened(name), [7, 2, 8]).parting for name in ("legacy.json", "not_legacy.json"))
    assert legacy is not None
    assert newer is not None
    assert (legacy.at, legacy.old, legacy.new, legacy.reason) == (0, (7,), (3, 7), "space-put")
    assert (newer.at, newer.reason) == (1, "space-between")


# -- as the libraries --------------------------------------------------------------------------------------------------


@cache
def in_two(name: str) -> Sequence[tuple[int, int]]:
    """The ids of each two tokens that spell a third."""
    known = vocabulary(name).pipeline.vocabulary
    cuts = [(token[:at], token[at:]) for token in known for at in range(1, len(token))]
    pairs = [(one, two) for one, rest in cuts for two in (rest, f"##{rest}")]
    return sorted((known[one], known[two]) for one, two in pairs if {one, two} <= known.keys())


def some_ids(name: str) -> st.SearchStrategy[list[int]]:
    """Ids, of which some spell another token together."""
    one = st.sampled_from(ids_of(name)).map(lambda number: (number,))
    return st.lists(one | st.sampled_from(in_two(name)), max_size=6).map(lambda parts: [*chain(*parts)])


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_ids_and_text_are_the_librarys(name: str, data: st.DataObject) -> None:
    ids = data.draw(some_ids(name))
    trip = ids_trip(vocabulary(name).pipeline, ids)
    assert trip.text == library(name).decode(ids, skip_special_tokens=False)
    assert trip.again == encoded(name, trip.text)
    assert trip.returns == (trip.again == tuple(ids))
    assert trip.tokens == tuple(library(name).id_to_token(number) for number in ids)
    if trip.parting is not None:
        check_place(trip, trip.parting)
        check_claim(name, trip, trip.parting)


@pytest.mark.parametrize("name", NAMES)
@given(text=texts() | st.sampled_from(TEXTS))
def test_texts_are_the_librarys(name: str, text: str) -> None:
    trip = text_trip(vocabulary(name).pipeline, text)
    assert trip.onward.ids == encoded(name, text)
    assert trip.returns == (trip.onward.text == text)
    if trip.parting is not None:
        at = trip.parting.at
        assert trip.onward.text[:at] == text[:at]
        assert (trip.parting.old, trip.parting.new) == (text[at : at + 1], trip.onward.text[at : at + 1])
        assert trip.parting.old != trip.parting.new


@pytest.mark.parametrize("name", [*SHIPPED, "llama3", "bert-cased", "mistral"])
def test_every_id_alone(name: str) -> None:
    pipeline, theirs = vocabulary(name).pipeline, library(name)
    singles = single_trips(pipeline)
    ids = ids_of(name)[:MAX_SINGLES]
    back = theirs.decode_batch([[number] for number in ids], skip_special_tokens=False)
    again = [one.ids for one in theirs.encode_batch(back, add_special_tokens=False)]
    lost = [number for number, own in zip(ids, again, strict=True) if own != [number]]
    assert [trip.ids[0] for trip in singles.lost] == lost
    assert (singles.looked, singles.entries) == (len(ids), len(ids_of(name)))
    assert sum(number for _, number in singles.by_reason) == len(lost)
    for trip in singles.lost:
        assert trip.parting is not None
        check_place(trip, trip.parting)
        check_claim(name, trip, trip.parting)
        assert trip.parting.reason != "other"


@cache
def ranks() -> tuple[Pipeline, tiktoken.Encoding]:
    known = {bytes([byte]): byte for byte in range(256)}
    known |= {token: 256 + at for at, token in enumerate([b"he", b"ll", b"llo", b"hello", b" he", b"\xe4\xbd"])}
    lines = b"".join(b"%s %d\n" % (base64.b64encode(token), rank) for token, rank in known.items())
    theirs = tiktoken.Encoding("x", pat_str=GPT4, mergeable_ranks=known, special_tokens={"<|end|>": 262})
    return Pipeline.from_file(lines, pattern="cl100k", specials={"<|end|>": 262}, name="x.tiktoken"), theirs


@given(st.lists(st.integers(0, 262), max_size=8))
def test_as_tiktoken(ids: list[int]) -> None:
    pipeline, theirs = ranks()
    trip = ids_trip(pipeline, ids)
    assert trip.text == theirs.decode(ids)
    assert trip.again == tuple(theirs.encode(trip.text, allowed_special="all"))
    if trip.parting is not None:
        check_place(trip, trip.parting)


@cache
def of_sentencepiece(kind: str) -> tuple[Pipeline, Any]:
    data = sentencepiece_model(kind)
    return Pipeline.from_file(data), sentencepiece.SentencePieceProcessor(model_proto=data)


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
@given(data=st.data())
def test_as_sentencepiece(kind: str, data: st.DataObject) -> None:
    pipeline, theirs = of_sentencepiece(kind)
    ids = data.draw(st.lists(st.integers(0, theirs.get_piece_size() - 1), max_size=6))
    trip = ids_trip(pipeline, ids)
    assert trip.text == theirs.decode(ids)
    assert trip.again == tuple(theirs.encode(trip.text))
    if trip.parting is not None:
        check_place(trip, trip.parting)


# -- reasons -----------------------------------------------------------------------------------------------------------


def check_place(trip: IdsTrip, parting: Parting) -> None:
    """Check that all before the place is the same, and that the place is not."""
    at = parting.at
    assert trip.ids[at : at + len(parting.old)] == parting.old
    assert trip.again[at : at + len(parting.new)] == parting.new
    assert trip.ids[:at] == trip.again[:at]
    assert parting.old != parting.new
    assert parting.text in trip.text


def check_claim(name: str, trip: IdsTrip, parting: Parting) -> None:
    """The reason's own sentence, by the library and the file alone."""
    theirs, file = library(name), json.loads(written(name))
    added = theirs.get_added_tokens_decoder()
    match parting.reason:
        case "bytes":
            assert "\ufffd" in parting.text
        case "added":
            assert any(number in added and number not in parting.old for number in parting.new)
        case "continuing":
            assert parting.old_tokens[0].startswith("##")
            assert parting.token == parting.old_tokens[0]
        case "normalizer":
            assert is_changed(trip.text, parting.text, theirs.normalizer.normalize_str)
        case "unknown":
            assert file["model"]["unk_token"] in parting.new_tokens
        case "space-put" | "space-taken":
            more, less = (parting.new, parting.old) if parting.reason == "space-put" else (parting.old, parting.new)
            assert spelled(parting, more) == " " + spelled(parting, less)
        case "end-put":
            assert parting.new_tokens[-1] == parting.new_tokens[-1].removesuffix("</w>") + "</w>"
            assert not parting.old_tokens[-1].endswith("</w>")
        case "likelier":
            scores = dict(file["model"]["vocab"])
            old, new = (sum(scores[token] for token in some) for some in (parting.old_tokens, parting.new_tokens))
            assert old < new
            assert spelled(parting, parting.old) == spelled(parting, parting.new)
        case "longest":
            assert len(parting.old_tokens[0].removeprefix("##")) < len(parting.new_tokens[0].removeprefix("##"))
        case "border":
            assert spelled(parting, parting.old).replace("##", "") == spelled(parting, parting.new).replace("##", "")
            own = parting.token.removeprefix("##")
            normalized = theirs.normalizer.normalize_str(trip.text) if theirs.normalizer else trip.text
            cut = [piece for piece, _ in theirs.pre_tokenizer.pre_tokenize_str(normalized)]
            assert parting.token in parting.old_tokens
            assert times(own, "".join(cut)) > sum(times(own, piece) for piece in cut)
        case "merges":
            assert spelled(parting, parting.old) == spelled(parting, parting.new)
        case "byte-token":
            assert parting.token.startswith("<0x")
            assert spelled(parting, parting.old) == spelled(parting, parting.new)
        case "unreached":
            assert vocabulary(name).pipeline.vocabulary[parting.token] not in encoded(name, parting.text)


def is_changed(text: str, part: str, normalize: Callable[[str], str]) -> bool:
    """Tell if a normalizer changes a part of a text, or the whole text where it changes nothing before and behind it.

    A mark in place of a space does not count, and neither does one before the text."""
    alone = normalize(part).replace("▁", " ") not in (part, f" {part}")
    around = [(text[:at], text[at + len(part) :]) for at in range(len(text)) if text.startswith(part, at)]
    return alone or (normalize(text) != text and any((normalize(a), normalize(b)) == (a, b) for a, b in around))


def times(part: str, text: str) -> int:
    return sum(text.startswith(part, at) for at in range(len(text)))


def spelled(parting: Parting, ids: Sequence[int]) -> str:
    tokens = parting.old_tokens if ids == parting.old else parting.new_tokens
    names = "".join(tokens).replace("Ġ", " ").replace("▁", " ")
    return re.sub(
        r"(?:<0x..>)+",
        lambda run: bytes.fromhex(run[0].replace("<0x", "").replace(">", "")).decode(errors="surrogateescape"),
        names,
    )


@pytest.mark.parametrize("data", [b"\xef", b"\xef\xbf"])
def test_bytes_that_the_sign_for_broken_ones_begins_with(data: bytes) -> None:
    pipeline, _ = ranks()
    parting = ids_trip(pipeline, [97, *data]).parting
    assert parting is not None
    assert (parting.at, parting.old, parting.new) == (1, (*data,), (*"\ufffd".encode(),))
    assert (parting.text, parting.reason) == ("\ufffd", "bytes")


def test_what_a_normalizer_composes_is_said_whole() -> None:
    letters = {"type": "BPE", "vocab": {"e": 0, "\u0301": 1, "é": 2, "x": 3}, "merges": []}
    pipeline = of_file(model=letters, normalizer={"type": "NFC"}, decoder={"type": "Fuse"})
    parting = ids_trip(pipeline, [3, 0, 1, 3]).parting
    assert parting == Parting(1, (0, 1), (2,), ("e", "\u0301"), ("é",), "e\u0301", "normalizer")


def test_white_space_behind_a_word_is_no_reason() -> None:
    """Of the two spaces, one comes from the end of the word, and the normalizer makes one of them."""
    clip = vocabulary("clip").pipeline
    word, tab = (clip.vocabulary[token] for token in ("'s</w>", "ĉ"))
    apart = [clip.vocabulary[token] for token in ("'", "s</w>")]
    parting = ids_trip(clip, [*apart, tab]).parting
    assert parting is not None
    assert (parting.old, parting.new, parting.text, parting.reason) == ((*apart,), (word,), "'s", "merges")


def test_a_space_that_the_decoder_puts_is_none_of_a_token() -> None:
    tokens = {"?": 0, "d": 1, "##o": 2, "do": 3, "n": 4, "'": 5, "d'": 6}
    model = {"type": "WordPiece", "unk_token": "?", "continuing_subword_prefix": "##", "max_input_chars_per_word": 9}
    decoder = {"type": "WordPiece", "prefix": "##", "cleanup": False}
    pipeline = of_file(model={**model, "vocab": tokens}, pre_tokenizer={"type": "BertPreTokenizer"}, decoder=decoder)
    inside, over = (ids_trip(pipeline, ids).parting for ids in ([4, 1, 2], [4, 6]))
    assert inside == Parting(1, (1, 2), (3,), ("d", "##o"), ("do",), " do", "longest")
    assert over == Parting(1, (6,), (1, 5), ("d'",), ("d", "'"), " d'", "border", "d'")


@settings(deadline=None)
@given(pairs=merges(), data=st.data())
def test_of_a_small_bpe_every_reason_is_what_all_texts_say(pairs: list[tuple[str, str]], data: st.DataObject) -> None:
    """An entry that no text of up to nine letters has is never reached; else merging makes other tokens of the text."""
    tokens = dict.fromkeys(["a", "b", *("".join(pair) for pair in pairs), *(part for pair in pairs for part in pair)])
    model = {"type": "BPE", "vocab": {one: at for at, one in enumerate(tokens)}, "merges": pairs}
    file = {"model": model, "decoder": {"type": "Fuse"}}
    pipeline, theirs = of_file(**file), Tokenizer.from_str(json.dumps(file))
    seen = {number for one in theirs.encode_batch(TEXTS_OF_AB) for number in one.ids}
    ids = data.draw(st.lists(st.integers(0, len(tokens) - 1), max_size=4))
    parting = ids_trip(pipeline, ids).parting
    if parting is not None:
        assert parting.reason == ("merges" if set(parting.old) <= seen else "unreached")


def test_each_reason_of_ids_has_a_case() -> None:
    letters = {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2, "ol": 3, " ": 4, "<s>": 5}, "merges": ["l o"]}
    fused = {"type": "Fuse"}
    word = {
        **{"type": "WordPiece", "unk_token": "?", "continuing_subword_prefix": "##", "max_input_chars_per_word": 9},
        "vocab": {"?": 0, "d": 1, "##o": 2, "do": 3, "n": 4, "'": 5, "t": 6, ".": 7, "##n": 8},
    }
    whitespace = {"type": "BertPreTokenizer"}
    by_word = {"type": "WordPiece", "prefix": "##", "cleanup": True}
    added = [{"id": 5, "content": "<s>", **dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)}]
    signs = {"type": "BPE", "vocab": {"<": 0, "s": 1, ">": 2, "S": 3, "<s>": 5}, "merges": []}
    ended = {"type": "BPE", "vocab": {"a": 0, "a</w>": 1}, "merges": [], "end_of_word_suffix": "</w>"}
    pieces = {"type": "Unigram", "unk_id": 0, "vocab": [["?", 0.0], ["a", -1.0], ["aa", -1.5], ["▁", -2.0]]}
    marks = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": False}
    cut = {"type": "Split", "pattern": {"String": "l"}, "behavior": "Isolated", "invert": False}
    known = [{**added[0], "special": True}]
    cases: dict[str, tuple[Pipeline, list[int]]] = {
        "no-token": (of_file(model=letters, decoder=fused), [0, 9]),
        "no-text": (Pipeline.from_file(sentencepiece_model("bpe")), [1]),
        "bytes": (vocabulary("llama3").pipeline, [vocabulary("llama3").pipeline.vocabulary["Ã"]]),
        "unknown-name": (Pipeline.from_file(sentencepiece_model("bpe")), [0]),
        "continuing": (of_file(model=word, pre_tokenizer=whitespace, decoder=by_word), [2]),
        "added": (of_file(model=signs, added_tokens=known, decoder=fused), [0, 1, 2]),
        "normalizer": (of_file(model=signs, normalizer={"type": "Lowercase"}, decoder=fused), [3]),
        "space-put": (of_file(model=pieces, pre_tokenizer=marks, decoder=marks), [1]),
        "space-taken": (of_file(model=pieces, pre_tokenizer=marks, decoder=marks), [3]),
        "end-put": (of_file(model=ended, decoder={"type": "BPEDecoder", "suffix": "</w>"}), [0]),
        "unknown": (of_file(model={**word, "vocab": {"?": 0, "d": 1, "##o": 2}}, decoder={"type": "Fuse"}), [1, 2]),
        "space-between": (
            of_file(model={**letters, "unk_token": "?", "vocab": {"?": 0, "l": 1}, "merges": []}),
            [1, 1],
        ),
        "byte-token": (vocabulary("gemma").pipeline, [vocabulary("gemma").pipeline.vocabulary["<0x45>"]]),
        "unreached": (of_file(model=letters, decoder=fused), [3]),
        "border": (of_file(model=letters, pre_tokenizer=cut, decoder=fused), [2]),
        "merges": (of_file(model=letters, decoder=fused), [0, 1]),
        "likelier": (of_file(model=pieces, decoder=fused), [1, 1]),
        "longest": (of_file(model=word, pre_tokenizer=whitespace, decoder=by_word), [1, 2]),
    }
    found = {}
    for reason, (pipeline, ids) in cases.items():
        trip = ids_trip(pipeline, ids)
        found[reason] = trip.parting.reason if trip.parting else "returns"
    assert found == {reason: reason for reason in cases}
    assert set(REASONS) - cases.keys() == {"other", "clean-up"}


def test_each_reason_of_a_text_has_a_case() -> None:
    gpt, bert, t5 = (vocabulary(f"our {name}").pipeline for name in ("gpt", "bert", "t5"))
    clip = vocabulary("clip").pipeline
    roberta, xlm = vocabulary("roberta").pipeline, vocabulary("our llama").pipeline
    fused = {"type": "Fuse"}
    letters = {"type": "BPE", "vocab": {"l": 0, "o": 1}, "merges": []}
    cases = {
        "clean-up": (bert, "a ."),
        "taken-along": (roberta, "the <mask>"),
        "unknown": (t5, "a [b"),
        "normalizer": (bert, "A"),
        "space-put": (xlm, "</s>a"),
        "space-taken": (bert, " a"),
        "dropped": (bert, "a  b"),
        "not-encoded": (of_file(model=letters, decoder=fused), "lxo"),
        "space-between": (bert, "a'b"),
        "end-put": (clip, "low"),
        "mark": (t5, "a▁a"),
    }
    found = {}
    for reason, (pipeline, text) in cases.items():
        trip = text_trip(pipeline, text)
        found[reason] = trip.parting.reason if trip.parting else "returns"
    assert found == {reason: reason for reason in cases}
    assert set(TEXT_REASONS) - cases.keys() == {"other"}
    assert text_trip(gpt, "A  b▁ .").returns


def test_limits_and_errors() -> None:
    gpt = vocabulary("our gpt").pipeline
    with pytest.raises(LimitError):
        ids_trip(gpt, [1] * (MAX_TRIP_IDS + 1))
    with pytest.raises(RulesError):
        ids_trip(gpt, [-1])
    with pytest.raises(LimitError):
        text_trip(gpt, "x " * MAX_TRIP_IDS)
    with pytest.raises(TokvizError):
        single_trips(Pipeline.from_file(b"#version: 0.2\nl o\n", name="x.codes"))
    empty = text_trip(gpt, "")
    assert (empty.returns, empty.onward.returns, empty.onward.ids) == (True, True, ())


def test_whatever_a_page_draws_can_be_sent_there_and_back() -> None:
    """Of a rare character, each byte is an id."""
    assert text_trip(vocabulary("our gpt").pipeline, "😀" * MAX_DRAWN).returns
