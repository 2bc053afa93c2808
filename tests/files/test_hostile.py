"""Files that are broken, nested, huge or hostile: one clear line that names the part, and nothing takes two seconds.

Seconds are those of the processor, in this process and those that it ended, so that other work does not count; on a
slow one they are longer (:func:`slowness`)."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.files.styles import file_of, sentencepiece_model
from tests.strategies import hostile_texts
from tokviz.errors import FormatError, LimitError, RulesError, TokvizError
from tokviz.files.json_elements import MAX_ELEMENTS
from tokviz.files.limits import MAX_ADDED, MAX_LOOKED_UP, MAX_NESTED, MAX_PUT, is_risky
from tokviz.files.pipeline import MAX_ENCODED_CHARS, MAX_STAGED_CHARS, Pipeline
from tokviz.files.reading import MAX_FILE_BYTES
from tokviz.files.stage_parts import MOST
from tokviz.texts import LANGUAGES, templates

BPE: dict[str, Any] = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [["a", "b"]]}
MOST_SECONDS = 2.0
USUAL_SECONDS = 0.1
"""The time for a million pairs on a processor as fast as `MOST_SECONDS` assumes."""
MOST_SLOW = 3
"""So many times longer is excused, and no more."""


def file(**parts: Any) -> bytes:
    return json.dumps({"version": "1.0", "model": BPE, **parts}).encode()


@cache
def bert() -> Pipeline:
    return Pipeline.from_file(file_of("bert-uncased").encode())


def split(pattern: str) -> dict[str, Any]:
    return {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}


def added(number: int, content: str, **flags: bool) -> dict[str, Any]:
    usual = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized", "special"), False)
    return {"id": number, "content": content, **usual, **flags}


@contextmanager
def in_time() -> Iterator[None]:
    """Nothing in the block may take two seconds of the processor."""
    start = spent()
    yield
    seconds = spent() - start
    assert seconds < MOST_SECONDS or seconds < MOST_SECONDS * min(slowness(), MOST_SLOW)


def slowness() -> float:
    """Return the time of this process for a million pairs, as a multiple of the usual.

    It takes longer on a processor that is slow or shared, and among so many objects that looking for garbage takes its
    time.
    """
    start = spent()
    pairs = [(number, number + 1) for number in range(1_000_000)]
    assert len(pairs) == 1_000_000
    return (spent() - start) / USUAL_SECONDS


def spent() -> float:
    return sum(os.times()[:4])


def refused(ask: Callable[[], object]) -> TokvizError:
    """The one error of a call, with a sentence in each language, on one line."""
    with in_time(), pytest.raises(TokvizError) as caught:
        ask()
    for language in LANGUAGES:
        assert len(caught.value.sentence(templates(language)).splitlines()) == 1
    return caught.value


# -- what the library refuses, or panics at --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("normalizer", {"type": "Nope"}),
        ("normalizer", {"type": "Precompiled", "precompiled_charsmap": "AAAAAAAA"}),  # it panics at the first text
        ("normalizer", {"type": "Precompiled", "precompiled_charsmap": "/////wAAAAAA"}),
        ("normalizer", {"type": "Replace", "pattern": {"Regex": "("}, "content": ""}),
        ("normalizer", [1, 2]),
        ("pre_tokenizer", split("(")),
        ("pre_tokenizer", {"type": "FixedLength", "length": 0}),
        ("pre_tokenizer", "whitespace"),
        ("post_processor", {"type": "TemplateProcessing", "single": "[CLS] $A", "pair": "$A $B", "special_tokens": {}}),
        ("post_processor", {"type": "BertProcessing", "sep": ["[SEP]"], "cls": []}),
        ("decoder", {"type": "Nope"}),
        ("model", {**BPE, "continuing_subword_prefix": "##"}),
    ],
    ids=str,
)
def test_a_part_that_its_library_refuses_is_named(part: str, value: object) -> None:
    error = refused(lambda: Pipeline.from_file(file(**{part: value})))
    assert isinstance(error, FormatError)
    assert (error.code, error.details.get("part")) == ("pipeline-part", part)


def test_a_mistake_that_our_model_finds_has_its_line() -> None:
    mistakes: tuple[tuple[dict[str, Any], str], ...] = (
        ({"type": "Unigram", "unk_id": 7, "vocab": [["a", 0]]}, "unk_id"),
        ({"type": "Unigram", "unk_id": 0, "vocab": []}, "unk_id"),
        ({**BPE, "merges": 1}, "merges"),
    )
    for model, part in mistakes:
        text = json.dumps({"version": "1.0", "model": model}, indent=1)
        error = refused(lambda text=text: Pipeline.from_file(text.encode()))  # type: ignore[misc]
        assert (error.code, error.details["part"]) == ("json-shape", part)
        assert error.details["line"] == 1 + text[: text.index(f'"{part}"')].count("\n")


@pytest.mark.slow
def test_a_million_added_tokens() -> None:
    entries = ",".join(f'{{"id":{number},"content":"a{number}"}}' for number in range(1_000_000))
    text = f'{{"added_tokens":[{entries}],"model":{json.dumps(BPE)}}}'.encode()
    assert refused(lambda: Pipeline.from_file(text)).code == "limit-added"


def test_what_is_no_tokenizer_is_an_error_with_a_line() -> None:
    assert refused(lambda: Pipeline.from_file(b'{"model": ')).code == "json-cut-short"
    assert refused(lambda: Pipeline.from_file(b'{"model": []}')).code == "json-shape"
    assert refused(lambda: Pipeline.from_file(b"{}", name="x.json")).code == "json-shape"
    assert refused(lambda: Pipeline.from_file(b'{"a":' * 100_000)).code == "json-too-deep"
    assert refused(lambda: Pipeline.from_file(file(model={"type": "Words", "vocab": {}}))).code == "pipeline-model"
    assert refused(lambda: Pipeline.from_file(file(added_tokens={}))).code == "json-shape"
    assert refused(lambda: Pipeline.from_file(b"\xff\xfe\x00")).code == "sentencepiece-damaged"
    assert isinstance(refused(lambda: Pipeline.from_file(b"")), TokvizError)
    assert refused(lambda: Pipeline.from_file(file(chat_template="x"))).details["key"] == "'chat_template'"


def test_what_fails_with_a_text_is_an_error_too() -> None:
    missing = Pipeline.from_file(file(model={**BPE, "unk_token": "<none>"}))
    assert [one.code for one in missing.notes] == ["unk-not-listed"]
    assert refused(lambda: missing.encode("z")).code == "unk-not-listed"
    stride = {"direction": "Right", "max_length": 3, "strategy": "LongestFirst", "stride": 9}
    panics = Pipeline.from_file(file(truncation=stride))
    assert panics.encode("ab").tokens == ("ab",)
    assert refused(lambda: panics.encode("aaaaaa")).code == "pipeline-failed"
    assert refused(lambda: panics.stages("aaaaaa")).code == "pipeline-failed"


# -- what would never end ----------------------------------------------------------------------------------------------


@pytest.mark.program
@pytest.mark.parametrize(
    ("pattern", "text"),
    [("(a+)+$", "a" * 60 + "!"), (r"a*a*\d", "a" * 3_000), (r"\w*\w*\d\d", "a" * 3_000), ("(a|aa)+c", "a" * 3_000)],
)
@pytest.mark.parametrize("part", ["normalizer", "pre_tokenizer"])
def test_patterns_that_explode_are_ended(part: str, pattern: str, text: str) -> None:
    element = split(pattern)
    if part == "normalizer":
        element = {"type": "Replace", "pattern": {"Regex": pattern}, "content": "x"}
    pipeline = Pipeline.from_file(file(**{part: element}))
    assert refused(lambda: pipeline.stages(text)).code in ("pipeline-slow", "pipeline-failed")
    assert pipeline.encode("ab", special=False).parts  # a text that is quick goes through
    assert pipeline.encode("ab").parts


def test_a_decoder_may_explode_too() -> None:
    decoder = {"type": "Replace", "pattern": {"Regex": "(a+)+$"}, "content": "x"}
    long = "a" * 60 + "!"
    model = {**BPE, "vocab": {**BPE["vocab"], long: 3}}
    pipeline = Pipeline.from_file(file(decoder=decoder, model=model))
    assert refused(lambda: pipeline.decode([3])).code in ("pipeline-slow", "pipeline-failed")


@pytest.mark.program
def test_texts_that_grow_much_are_ended() -> None:
    """Below what is refused when a file is read, a text still goes through a child process first."""
    tenfold = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 10}
    pipeline = Pipeline.from_file(file(normalizer={"type": "Sequence", "normalizers": [tenfold] * 3}))
    assert pipeline.encode("ab").parts
    assert refused(lambda: pipeline.encode("a" * 200_000)).code in {"pipeline-memory", "pipeline-slow"}


@pytest.mark.parametrize("name", ["gpt4", "gpt4o", "qwen2", "llama3", "deepseek", "bloom", "falcon", "clip", "xlm-r"])
def test_patterns_of_the_field_are_known_to_be_quick(name: str) -> None:
    written = json.loads(file_of(name))
    if name != "clip":
        assert not is_risky(written)
    pipeline = Pipeline.from_file(file_of(name).encode())
    for text in (" " * 4_000 + "a", "a" * 20_000, "1" * 20_000, "!" * 20_000, "\n " * 2_000):
        with in_time():
            pipeline.encode(text)


def test_many_alternatives_take_no_longer_than_one() -> None:
    """Each that is told apart is one more search, so there is a limit to how many are."""
    for number in (MOST, 5_000):
        pipeline = Pipeline.from_file(file(pre_tokenizer=split("|".join(f"{one:x}b" for one in range(number)))))
        with in_time():
            pipeline.stages("1b 2b x " * 800)


@pytest.mark.program
def test_endless_white_space_is_tried_out() -> None:
    """DeepSeek's ``\\s+$`` looks for the end from every place of it."""
    pipeline = Pipeline.from_file(file(pre_tokenizer=split(r"\s+$")))
    assert refused(lambda: pipeline.encode(" " * 50_000 + "a")).code == "pipeline-slow"


def template(number: int, ids: int) -> dict[str, Any]:
    """Puts so many tokens of so many ids behind a text."""
    return {
        "type": "TemplateProcessing",
        "single": [{"Sequence": {"id": "A", "type_id": 0}}, *[{"SpecialToken": {"id": "x", "type_id": 0}}] * number],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
        "special_tokens": {"x": {"id": "x", "ids": [0] * ids, "tokens": ["a"] * ids}},
    }


def ranks(*tokens: bytes) -> bytes:
    every = [*(bytes([byte]) for byte in range(256)), *tokens]
    return "".join(f"{base64.b64encode(one).decode()} {rank}\n" for rank, one in enumerate(every)).encode()


def ladder(size: int) -> list[list[Any]]:
    return [["<unk>", 0.0], *(["a" * length, -length / size] for length in range(1, size))]


TENFOLD = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 10}
LONG_WORDS = {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "", "vocab": {"[UNK]": 0, "a": 1}}
ENDLESS: dict[str, tuple[Callable[[], bytes], str]] = {
    "post-processor that puts in many": (lambda: file(post_processor=template(MAX_PUT, 1)), "limit-put"),
    "post-processor with many ids": (lambda: file(post_processor=template(20, MAX_PUT // 10)), "limit-put"),
    "words of any length": (
        lambda: file(model={**LONG_WORDS, "max_input_chars_per_word": MAX_LOOKED_UP + 1}),
        "limit-looked-up",
    ),
    "a long prefix for long words": (
        lambda: file(
            model={**LONG_WORDS, "continuing_subword_prefix": "#" * 21, "max_input_chars_per_word": MAX_LOOKED_UP}
        ),
        "limit-prefixed",
    ),
    "pieces that begin with one another": (
        lambda: file(model={"type": "Unigram", "unk_id": 0, "vocab": ladder(MAX_NESTED + 2)}),
        "limit-nested",
    ),
    "one long added token": (lambda: file(added_tokens=[added(3, "a" * 10_000_000)]), "limit-added-chars"),
    "one long rank": (lambda: ranks(b"a" * 100_000), "limit-token-chars"),
    "many long ranks": (lambda: ranks(*(b"a" * (1_000 + number) for number in range(3_000))), "limit-cuts"),
    "long pattern": (lambda: file(pre_tokenizer=split("(?:" * 100_000 + "a" + ")" * 100_000)), "limit-pattern-chars"),
    "normalizers that multiply": (
        lambda: file(normalizer={"type": "Sequence", "normalizers": [TENFOLD] * 12}),
        "limit-growth",
    ),
    "a list of lists": (lambda: b'{"model":{"merges":[' + b"[]," * 15_000_000 + b"0]}}", "limit-opened"),
    "nothing but fields": (lambda: b"\x10\0" * 30_000_000, "limit-fields"),
    "nothing but pieces": (lambda: b"\n\0" * 30_000_000, "limit-fields"),
    "a piece of fields": (lambda: b"\n\x7e" + b"\x10\0" * 63, "limit-fields"),
    "nothing but zeros": (lambda: bytes(60_000_000), "sentencepiece-damaged"),
    "nothing but lines": (lambda: b"IQ== 0\n" + b"\n" * 60_000_000, "limit-vocabulary"),
    "brackets": (lambda: file(pre_tokenizer=split("(" * 5_000 + "a" + ")" * 5_000)), "pipeline-part"),
}


@pytest.mark.program
@pytest.mark.parametrize("kind", ENDLESS)
def test_what_would_take_long_is_refused_when_it_is_read(kind: str) -> None:
    data = ENDLESS[kind][0]()
    assert refused(lambda: Pipeline.from_file(data)).code == ENDLESS[kind][1]


def test_pieces_of_sentencepiece_that_begin_with_one_another() -> None:
    rows = "".join(f"{piece}\t{score}\n" for piece, score in ladder(MAX_NESTED + 2)).encode()
    assert refused(lambda: Pipeline.from_file(rows, name="x.vocab")).code == "limit-nested"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "key", "members"),
    [
        ("normalizer", "normalizers", [{"type": "Replace", "pattern": {"String": "a"}, "content": "b"}]),
        ("pre_tokenizer", "pretokenizers", [split("a"), split("b")]),
        ("decoder", "decoders", [{"type": "Replace", "pattern": {"String": "a"}, "content": "b"}]),
    ],
)
def test_many_elements_take_shorter_texts(part: str, key: str, members: list[Any]) -> None:
    for number in (8, MAX_ELEMENTS):
        element = {"type": "Sequence", key: (members * number)[:number]}
        pipeline = Pipeline.from_file(file(**{part: element}))
        most = min(20_000, 1_000_000 // number**2)
        ask: Callable[[int], object] = (
            (lambda size: pipeline.decode([0] * size))  # noqa: B023
            if part == "decoder"
            else lambda size: pipeline.stages(("ab " * size)[:size])  # noqa: B023
        )
        with in_time():
            ask(most)
        assert isinstance(refused(lambda: ask(most + 1)), LimitError)  # noqa: B023


def test_a_model_of_ten_entries_whose_post_processor_wants_the_eleventh() -> None:
    ten = {"type": "BPE", "vocab": {letter: number for number, letter in enumerate("abcdefghij")}, "merges": []}
    processor = {"type": "BertProcessing", "sep": ["[SEP]", 10], "cls": ["a", 0]}
    with in_time():
        pipeline = Pipeline.from_file(file(model=ten, post_processor=processor))
        assert [(note.code, note.details["token"]) for note in pipeline.notes] == [("post-missing", "'[SEP]'")]
        found = pipeline.stages("abc")[-1]
        assert [(part.text, part.id, part.role) for part in found.parts][-1] == ("[SEP]", 10, "put")
        assert pipeline.decode(pipeline.encode("abc").ids).steps[-1].token is None
        assert pipeline.check("abc").equal


@pytest.mark.program
def test_a_decoder_that_fills_the_memory_is_ended() -> None:
    """By the limit that it meets first: on a busy machine that of time."""
    decoder = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 1_000}
    pipeline = Pipeline.from_file(file(decoder=decoder, model={**BPE, "vocab": {**BPE["vocab"], "a" * 4_000: 3}}))
    assert refused(lambda: pipeline.decode([3] * 1_000)).code in {"pipeline-memory", "pipeline-slow"}


def test_nested_elements() -> None:
    """Brackets as deep as the library reads them, and deeper."""
    for depth, code in ((50, None), (130, "pipeline-part"), (1_000, "json-too-deep"), (100_000, "json-too-deep")):
        normalizer = '{"type":"Sequence","normalizers":[' * depth + '{"type":"NFC"}' + "]}" * depth
        data = f'{{"version":"1.0","model":{json.dumps(BPE)},"normalizer":{normalizer}}}'.encode()
        if code is None:
            with in_time():
                assert Pipeline.from_file(data).stages("ab")
        else:
            assert refused(lambda data=data: Pipeline.from_file(data)).code == code  # type: ignore[misc]


def test_of_many_notes_of_one_kind_a_few_are_said() -> None:
    many = [added(1_000 + number, f"<{number}>") for number in range(5_000)]
    with in_time():
        notes = Pipeline.from_file(file(added_tokens=many)).notes
    assert [(note.code, note.details.get("count")) for note in notes] == [*[("added-id", None)] * 3, ("more", 4_997)]


# -- what is too much --------------------------------------------------------------------------------------------------


def test_limits() -> None:
    many = [added(10 + number, f"<{number}>") for number in range(MAX_ADDED + 1)]
    assert refused(lambda: Pipeline.from_file(file(added_tokens=many))).code == "limit-added"
    steps = {"type": "Sequence", "normalizers": [{"type": "NFC"}] * (MAX_ELEMENTS + 1)}
    assert refused(lambda: Pipeline.from_file(file(normalizer=steps))).code == "limit-elements"
    padding = {"strategy": {"Fixed": 10**9}, "direction": "Right", "pad_id": 0, "pad_type_id": 0, "pad_token": "P"}
    assert refused(lambda: Pipeline.from_file(file(padding=padding))).code == "limit-padded"
    assert refused(lambda: Pipeline.from_file(b" " * (MAX_FILE_BYTES + 1))).code == "limit-file-bytes"
    pipeline = Pipeline.from_file(file())
    assert isinstance(refused(lambda: pipeline.encode("a" * (MAX_ENCODED_CHARS + 1))), LimitError)
    assert isinstance(refused(lambda: pipeline.stages("a" * (MAX_STAGED_CHARS + 1))), LimitError)
    assert isinstance(refused(lambda: pipeline.decode([0] * 20_001)), LimitError)
    for number in (-1, 2**32, 10**30):
        assert refused(lambda number=number: pipeline.decode([number])).code == "pipeline-id"  # type: ignore[misc]


def test_an_id_that_nothing_has_gives_no_text() -> None:
    pipeline = Pipeline.from_file(file())
    decoded = pipeline.decode([2, 999, 0])
    assert [step.token for step in decoded.steps] == ["ab", None, "a"]
    of_sentencepiece = Pipeline.from_file(sentencepiece_model("bpe"), name="x.model")
    assert refused(lambda: of_sentencepiece.decode([10**6])).code == "pipeline-id"


# -- nothing is passed over in silence ---------------------------------------------------------------------------------


def test_notes() -> None:
    template = {
        "type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
        "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [11], "tokens": ["[CLS]"]}},
    }
    pipeline = Pipeline.from_file(
        file(
            post_processor=template,
            added_tokens=[added(9, "<x>")],
            model={**BPE, "dropout": 0.1, "unheard_of": 1},
        )
    )
    codes = ["dropout", "part-unread", "added-id", "post-missing"]
    assert [note.code for note in pipeline.notes] == codes
    for language in LANGUAGES:
        for note in pipeline.notes:
            assert note.sentence(templates(language))
    assert pipeline.encode("<x>ab").ids == (11, 3, 2)  # what the post-processor wants is not in the vocabulary
    assert [pipeline.encode("ababab").ids for _ in range(20)] == [(11, 2, 2, 2)] * 20  # dropout is off


def test_half_a_character_is_an_error() -> None:
    for pipeline in (Pipeline.from_file(file()), Pipeline.from_file(sentencepiece_model("bpe"), name="x.model")):
        assert refused(lambda pipeline=pipeline: pipeline.stages("a\ud800")).code == "pipeline-surrogate"  # type: ignore[misc]


@settings(max_examples=40)
@given(text=hostile_texts())
def test_hostile_texts(text: str) -> None:
    pipeline = bert()
    if any("\ud800" <= one <= "\udfff" for one in text):
        assert refused(lambda: pipeline.stages(text)).code == "pipeline-surrogate"
    else:
        assert pipeline.stages(text)
        assert pipeline.check(text).equal


@settings(max_examples=60)
@given(
    part=st.sampled_from(
        ["normalizer", "pre_tokenizer", "post_processor", "decoder", "model", "added_tokens", "padding"]
    ),
    value=st.recursive(
        st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from(["a", "Sequence", "BPE", "Split", "NFC"]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["type", "vocab", "normalizers", "merges", "id", "content"]), inner, max_size=3
            )
        ),
        max_leaves=6,
    ),
)
def test_files_of_odd_parts(part: str, value: object) -> None:
    """Whatever is there: a tokenizer or one error of ours."""
    with suppress(FormatError, LimitError, RulesError):
        Pipeline.from_file(file(**{part: value})).stages("ab")
