"""Two versions of a tokenizer: every difference that is put into a file is listed, and named where a text changes."""

from __future__ import annotations

import copy
import io
import json
from array import array
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
from tokenizers import Tokenizer

from tests.files.styles import MIXED, STYLES, TEXTS, file_of
from tests.files.test_equal_scores import written
from tokviz.files.pipeline import Pipeline
from tokviz.location import site
from tokviz.vocabularies.changes import (
    MISSING,
    Changes,
    Moved,
    MovedMerge,
    Numbered,
    NumberedMerge,
    Reason,
    Setting,
    changes,
)
from tokviz.vocabularies.text_changes import changes_of_text, reason

FAULTS = Path(__file__).parents[1] / "golden" / "faults"
GPT: dict[str, Any] = json.loads((site() / "assets" / "tokenizers" / "gpt.json").read_text("utf-8"))
SHIPPED = ("gpt", "bert", "llama", "t5")


def opened(file: dict[str, Any] | str) -> Pipeline:
    if isinstance(file, str):
        return Pipeline.from_file(FAULTS / file)
    return Pipeline.from_file(json.dumps(file).encode(), name="tokenizer.json")


def reasons(old: Pipeline, new: Pipeline, text: str) -> dict[str, Reason]:
    found = changes(old, new)
    return {part.text: reason(old, new, found, part) for part in changes_of_text(old, new, text).parts}


def bpe(merges: list[list[str]], *, ids: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """A small byte-pair tokenizer; ids: the first tokens, where the usual order is not wanted."""
    tokens = dict.fromkeys((*ids, "l", "o", "w", "e", "r", *("".join(pair) for pair in merges)))
    model = {"type": "BPE", "vocab": {token: number for number, token in enumerate(tokens)}, "merges": merges}
    return {"pre_tokenizer": {"type": "Whitespace"}, "model": {**model, **more}}


LOW = [["l", "o"], ["lo", "w"], ["e", "r"]]


def test_two_ids_that_changed_places_and_a_merge_that_was_taken_out() -> None:
    """The review's case: a share of what is common says 100.0%."""
    old, new = bpe(LOW), bpe(LOW, ids=("o", "l"))
    new["model"]["vocab"] = {**old["model"]["vocab"], "l": 1, "o": 0}
    new["model"]["merges"] = [["l", "o"], ["lo", "w"]]
    found = changes(opened(old), opened(new))
    assert found.ids_moved == (Moved("l", 0, 1), Moved("o", 1, 0))
    assert found.merges_removed == (NumberedMerge(3, ("e", "r")),)
    assert (found.tokens_added, found.tokens_removed, found.merges_moved, found.settings) == ((), (), (), ())
    assert reasons(opened(old), opened(new), "lower low o") == {
        "lower": Reason("merge-removed", ("e", "r"), 3, None),
        "o": Reason("id-moved", ("o",), 1, 0),
    }


@pytest.mark.parametrize("name", [*SHIPPED, *STYLES])
def test_a_tokenizer_is_identical_to_itself(name: str) -> None:
    if name in SHIPPED:
        data = (site() / "assets" / "tokenizers" / f"{name}.json").read_bytes()
    else:
        data = file_of(name).encode()
    old, new = Pipeline.from_file(data), Pipeline.from_file(data)
    found = changes(old, new)
    assert found.are_none
    assert found == Changes((), (), (), (), (), (), (), (), ())
    for text in (*TEXTS, *MIXED):
        same = changes_of_text(old, new, text)
        assert (same.parts, same.around) == ((), None)


def test_numbers_that_only_shift_are_no_moved_merges() -> None:
    found = changes(opened(bpe(LOW)), opened(bpe([["w", "e"], *LOW])))
    assert found.merges_added == (NumberedMerge(1, ("w", "e")),)
    assert found.merges_moved == ()
    assert found.tokens_added == (Numbered(5, "we"),)
    found = changes(opened(bpe(LOW)), opened(bpe([LOW[2], *LOW[:2]])))
    assert found.merges_moved == (MovedMerge(("e", "r"), 3, 1),)


WRONG_ORDER = [["o", "w"], ["l", "o"], ["l", "ow"]]
CASES: dict[str, tuple[dict[str, Any], dict[str, Any], str, Reason]] = {
    "merge removed": (bpe(LOW), bpe(LOW[:2]), "er", Reason("merge-removed", ("e", "r"), 3)),
    "merge added": (bpe(LOW[:2]), bpe(LOW), "er", Reason("merge-added", ("e", "r"), None, 3)),
    "merge order": (
        bpe(WRONG_ORDER),
        bpe([WRONG_ORDER[1], WRONG_ORDER[0], WRONG_ORDER[2]]),
        "low",
        Reason("merge-order", ("o", "w", "l", "o"), 1, 1),
    ),
    "token removed": (
        bpe([], ids=("z",), unk_token="l"),
        bpe([], unk_token="l"),
        "z",
        Reason("token-removed", ("z",), 0),
    ),
    "options": (
        bpe([], unk_token="l", fuse_unk=False),
        bpe([], unk_token="l", fuse_unk=True),
        "zz",
        Reason("options", paths=("model.fuse_unk",)),
    ),
    "pre-tokenizer": (
        bpe(LOW),
        {**bpe(LOW), "pre_tokenizer": {"type": "Digits", "individual_digits": True}},
        "e,r",
        Reason("words", paths=("pre_tokenizer",)),
    ),
    "normalizer": (
        bpe(LOW),
        {**bpe(LOW), "normalizer": {"type": "Lowercase"}},
        "LOW",
        Reason("words", paths=("normalizer",)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", list(CASES))
def test_what_a_part_changes_for(name: str) -> None:
    old, new, text, why = CASES[name]
    assert reasons(opened(old), opened(new), text) == {text: why}


def test_an_id_that_two_tokens_have() -> None:
    """The library writes one of the two for it, which is not the token that was chosen."""
    old, new = bpe(LOW), bpe(LOW)
    new["model"]["vocab"]["er"] = new["model"]["vocab"]["l"]
    assert reasons(opened(old), opened(new), "er")["er"] == Reason("id-moved", ("er",), old["model"]["vocab"]["er"], 0)


def test_a_word_is_an_added_token_in_one_of_the_two() -> None:
    new = bpe(LOW)
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    new["added_tokens"] = [{"id": 7, "content": "er", "special": True, **flags}]
    new["model"]["vocab"]["er"] = 7
    old = opened(bpe([["l", "o"], ["lo", "w"]]))
    (added,) = changes(old, opened(new)).added_tokens
    assert (added.token, added.old) == ("er", None)
    assert reasons(old, opened(new), "low er") == {"er": Reason("added-token", ("er",), None, 1)}


def test_scores_of_pieces_are_those_of_the_file() -> None:
    """Pieces that are appended with the score 0 move the places of others in the order, and change no score."""
    letters = dict.fromkeys("widest", -9.0)
    old, appended, rescored = (
        Pipeline.from_file(written(2, {**letters, **more}))
        for more in ({"st": -1.0}, {"st": -1.0, "wi": 0.0, "es": 0.0}, {"st": -2.5})
    )
    assert changes(old, appended).scores == ()
    assert [(one.token, one.old, one.new) for one in changes(old, rescored).scores] == [("st", -1.0, -2.5)]
    other, new = (Pipeline.from_file(written(2, {**letters, "es": -2.0, "st": score})) for score in (-2.0, -1.0))
    assert list(reasons(other, new, "est").values()) == [Reason("score", ("st",), -2.0, -1.0)]


def test_unigram_pieces_with_other_scores() -> None:
    def file(score: float) -> dict[str, Any]:
        vocab = [["<unk>", 0.0], ["l", -2.0], ["o", -2.0], ["lo", score]]
        return {"model": {"type": "Unigram", "unk_id": 0, "vocab": vocab}}

    old, new = opened(file(-3.0)), opened(file(-5.0))
    (rescored,) = changes(old, new).scores
    assert (rescored.token, rescored.old, rescored.new) == ("lo", -3.0, -5.0)
    assert reasons(old, new, "lo") == {"lo": Reason("score", ("lo",), -3.0, -5.0)}


@pytest.mark.parametrize("typecode", ["f", "d"])  # the scores as the .model has them, or as they were written into it
@pytest.mark.parametrize("text", [" ".join(["nooooo"] * 60), "no noo nooo noooo nooooo"])
def test_files_that_differ_only_by_rounding(text: str, typecode: str) -> None:
    """SentencePiece adds up scores of a whole text in single precision, tokenizers those of a word in double."""
    scores = {"▁": -3.3, "o": -0.7, "oo": -1.4, "n": -2.1, "▁n": -5.4}
    vocab = [["<unk>", 0.0], *([piece, array(typecode, [score])[0]] for piece, score in scores.items())]
    spaces = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": True}
    new = opened({"pre_tokenizer": spaces, "model": {"type": "Unigram", "unk_id": 0, "vocab": vocab}})
    old = Pipeline.from_file(written(1, scores))
    assert set(reasons(old, new, text).values()) == {Reason("rounding")}
    assert set(reasons(new, old, text).values()) == {Reason("rounding")}


def test_wordpiece_without_one_of_its_tokens() -> None:
    old, new = (
        Pipeline.from_files([("vocab.txt", data)])
        for data in (b"[UNK]\nlow\n##er\n##e\n##r\n", b"[UNK]\nlow\n##e\n##r\n")
    )
    assert reasons(old, new, "lower") == {"lower": Reason("token-removed", ("##er",), 2)}  # fmt: skip


def test_codes_number_nothing_and_can_be_compared() -> None:
    old, new = (
        Pipeline.from_files([("x.codes", data)])
        for data in (b"#version: 0.2\nl o\nlo w</w>\n", b"#version: 0.2\nl o\n")
    )
    found = changes(old, new)
    assert found.merges_removed == (NumberedMerge(2, ("lo", "w</w>")),)
    assert reasons(old, new, "low") == {"low": Reason("merge-removed", ("lo", "w</w>"), 2)}  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "text", "why"),
    [
        ("first_always.json", "first_never.json", "ab", "words"),
        ("nl1.json", "nl2.json", (FAULTS / "nl.txt").read_text("utf-8"), "merge-added"),
    ],
)
def test_what_a_comparison_of_plain_words_does_not_see(old: str, new: str, text: str, why: str) -> None:
    """White space, line ends and the beginning of a text count: the token numbers are the library's."""
    pair = opened(old), opened(new)
    found = changes_of_text(*pair, text)
    theirs = [Tokenizer.from_file(str(FAULTS / name)).encode(text, add_special_tokens=False) for name in (old, new)]
    assert (found.old_tokens, found.new_tokens) == tuple(len(one.ids) for one in theirs)
    assert {one.kind for one in reasons(*pair, text).values()} == {why}


def test_settings_with_their_paths() -> None:
    new = copy.deepcopy(GPT)
    new["normalizer"] = {"type": "NFC"}
    new["model"]["dropout"] = 0.5
    new["pre_tokenizer"]["pretokenizers"].pop(0)
    found = changes(opened(GPT), opened(new)).settings
    assert [(one.path, one.new) for one in found] == [
        ("normalizer", {"type": "NFC"}),
        ("pre_tokenizer.pretokenizers[0]", MISSING),
        ("model.dropout", 0.5),
    ]


def trained(**options: Any) -> bytes:
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["low low lower newest widest"] * 3),
        model_writer=written,
        vocab_size=26,
        hard_vocab_limit=False,
        minloglevel=2,
        **options,
    )
    return written.getvalue()


def test_settings_of_a_model_of_sentencepiece() -> None:
    old, new = (Pipeline.from_files([("x.model", trained(add_dummy_prefix=flag))]) for flag in (True, False))
    found = changes(old, new)
    assert Setting("normalizer.add_dummy_prefix", True, False) in found.settings
    assert reasons(old, new, "low")["low"] == Reason("words", paths=("normalizer.add_dummy_prefix",))
    bpe_one = Pipeline.from_files([("x.model", trained(model_type="bpe"))])
    assert [one.path for one in changes(old, bpe_one).settings] == ["model"]


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("other", SHIPPED)
def test_the_parts_and_the_rest_are_the_whole_text(name: str, other: str) -> None:
    """Every token that the library has in only one of the two is in a part, and each part has a reason."""
    old, new = (Pipeline.from_file(site() / "assets" / "tokenizers" / f"{one}.json") for one in (name, other))
    found = changes(old, new)
    for text in (*TEXTS, *MIXED):
        changed = changes_of_text(old, new, text)
        before, after = old.encode(text, special=False), new.encode(text, special=False)
        assert (changed.old_tokens, changed.new_tokens) == (len(before.ids), len(after.ids))
        gained = sum(part.count * (len(part.new) - len(part.old)) for part in changed.parts)
        assert gained == len(after.ids) - len(before.ids)
        kinds = {reason(old, new, found, part).kind for part in changed.parts}
        assert "unexplained" not in kinds


def test_a_text_without_anything_is_none() -> None:
    assert changes_of_text(opened(bpe(LOW)), opened(bpe(LOW)), "").parts == ()
