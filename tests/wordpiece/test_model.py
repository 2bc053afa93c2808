"""WordPiece encoding: the worked rows with their steps, the corners, and tokenizers' own model and decoder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import decoders, models

from tests.strategies import texts, words
from tokviz.bpe import Remembered
from tokviz.errors import LimitError, RulesError
from tokviz.pretokenize import NORMALIZING, PRETOKENIZERS
from tokviz.wordpiece import EncodeTrace, Model

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "04_wordpiece.json").read_text("utf-8"))
PROSE = ["[UNK]", "b", "h", "p", "##g", "##n", "##s", "##u", "##gs", "hu", "hug"]
UNWANTED = ["[UNK]", "[CLS]", "[SEP]", "want", "##want", "##ed", "wa", "un", "runn", "##ing", ",", "##n", "##a"]


def searches(trace: EncodeTrace) -> list[tuple[int, list[str], str | None, str]]:
    """Each step as where it began, what was looked up, what was found, and what is left."""
    return [(step.start, [tried.token for tried in step.tried], step.token, step.rest) for step in trace]


# -- the published rows ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", [case for case in GOLDEN["cases"] if "encodes" in case["expected"]])
def test_golden(case: dict[str, Any]) -> None:
    """The course's own code does not ask for [UNK] in the vocabulary; here it has to be there."""
    vocabulary = case["params"].get("vocab") or case["expected"]["vocab"]
    model = Model(vocabulary if "[UNK]" in vocabulary else [*vocabulary, "[UNK]"])
    assert case["expected"]["encodes"]
    for word, expected in case["expected"]["encodes"].items():
        tokens = expected["tokens"] if isinstance(expected, dict) else expected
        trace = model.explain(word)
        assert list(model.encode_word(word)) == list(trace.tokens) == tokens
        if not isinstance(expected, dict):
            continue
        assert [model.ids[token] for token in tokens] == expected["ids"]
        spans = [[step.start, step.end] for step in trace] if trace.stopped == "done" else [[0, len(word)]]
        assert spans == expected["offsets"]


def test_golden_maximum_length() -> None:
    case = next(case for case in GOLDEN["cases"] if case["name"] == "encode-max-chars")
    for length, expected in case["expected"]["n_tokens"].items():
        for most, key in ((100, "hf100"), (100, "bert100"), (200, "bert200")):
            model = Model([*case["params"]["vocab"]], max_word_length=most)
            assert len(model.encode_word("a" * int(length))) == expected[key]
    assert Model([]).max_word_length == case["expected"]["hf_default"]


# -- step by step ------------------------------------------------------------------------------------------------------


def test_hugs() -> None:
    trace = Model(PROSE).explain("hugs")
    # hugs is not in the vocabulary, hug is; what is left, s, is looked up with the mark of what is inside a word.
    assert searches(trace) == [(0, ["hugs", "hug"], "hug", "s"), (3, ["##s"], "##s", "")]
    assert [[tried.known for tried in step.tried] for step in trace] == [[False, True], [True]]
    assert [(step.left, step.text, step.end) for step in trace] == [("hugs", "hug", 3), ("s", "s", 4)]
    assert (trace.stopped, trace.tokens, trace.found) == ("done", ("hug", "##s"), ("hug", "##s"))


def test_bum_fails_at_its_last_letter() -> None:
    trace = Model(PROSE).explain("bum")
    assert searches(trace) == [
        (0, ["bum", "bu", "b"], "b", "um"),
        (1, ["##um", "##u"], "##u", "m"),
        (2, ["##m"], None, "m"),
    ]
    assert (trace.stopped, trace.tokens) == ("no-match", ("[UNK]",))
    assert (trace.found, trace[-1].start, trace[-1].left) == (("b", "##u"), 2, "m")
    assert (trace[2].text, trace[2].end, [tried.known for tried in trace[2].tried]) == ("", None, [False])


def test_mug_fails_at_once() -> None:
    trace = Model(PROSE).explain("mug")
    assert searches(trace) == [(0, ["mug", "mu", "m"], None, "mug")]
    assert (trace.found, trace[-1].start, trace[-1].left) == ((), 0, "mug")


def test_the_longest_match_can_lead_to_a_dead_end() -> None:
    # un + able would do, but una is longer, and then ble is not there: greedy, and never taken back.
    model = Model(["[UNK]", "un", "una", "##able"])
    assert model.encode_word("unable") == ("[UNK]",)
    assert model.explain("unable").found == ("una",)


def test_a_word_too_long_is_not_looked_at() -> None:
    trace = Model(["[UNK]", "a", "##a"], max_word_length=3).explain("aaaa")
    assert (trace.stopped, trace.tokens, trace.steps, trace.max_word_length) == ("too-long", ("[UNK]",), (), 3)
    # Characters are counted, not bytes.
    assert Model(["[UNK]", "é", "##é"], max_word_length=3).encode_word("ééé") == ("é", "##é", "##é")
    assert Model(["[UNK]", "a"], max_word_length=0).encode_word("a") == ("[UNK]",)


def test_a_piece_with_the_mark_is_a_word_where_the_word_has_it() -> None:
    model = Model(["[UNK]", "##u", "u"])
    assert model.encode_word("##u") == ("##u",)
    assert model.encode_word("u##u") == ("[UNK]",)


@pytest.mark.slow
def test_explain_names_its_limit_where_a_word_is_encoded() -> None:
    model = Model(["[UNK]", "a", "##a"], max_word_length=10_000)
    with pytest.raises(LimitError) as caught:
        model.explain("a" * 2_001)
    assert caught.value.code == "limit-explained"
    assert model.explain("a" * 10_001).stopped == "too-long"
    assert len(model.explain("a" * 2_000)[0].tried) == 2_000


def test_the_unknown_token_is_missed_only_when_it_is_needed() -> None:
    model = Model(PROSE[1:])
    assert model.encode("hug hugs") == ["hug", "hug", "##s"]
    for word in ("mug", "bum", "b" * 101):
        with pytest.raises(RulesError) as caught:
            model.encode(f"hug {word}")
        assert caught.value.code == "unk-not-in-vocabulary"
        assert caught.value.details["token"] == "'[UNK]'"
        assert model.explain(word).tokens == ("[UNK]",)


def test_a_negative_length_is_refused() -> None:
    with pytest.raises(RulesError) as caught:
        Model([], max_word_length=-1)
    assert (caught.value.code, caught.value.details["least"]) == ("rules-number", 0)


# -- texts -------------------------------------------------------------------------------------------------------------


def test_a_text_is_cut_as_bert_does_and_its_words_are_remembered() -> None:
    model = Model(PROSE)
    assert model.encode("hug,hugs  bug hug") == ["hug", "[UNK]", "hug", "##s", "b", "##u", "##g", "hug"]
    assert model.remembered == Remembered(words=4, hits=1, misses=4)  # hug , hugs bug
    assert Model(PROSE, pretokenizer="whitespace").encode("hug,hugs bug") == ["[UNK]", "b", "##u", "##g"]
    assert Model(["[UNK]", "hug", "e"], pretokenizer="bert-uncased").encode("HUG\u00ad É") == ["hug", "e"]
    assert model.encode("") == model.encode(" \n") == []


def test_an_unknown_pretokenizer_is_refused_with_the_choices() -> None:
    with pytest.raises(RulesError, match="bert-uncased, bert-cased") as caught:
        Model(PROSE, pretokenizer="BERT").encode("hug")
    assert caught.value.code == "unknown-pretokenizer"


def test_decoding_joins() -> None:
    model = Model(PROSE)
    assert model.decode(["b", "##u", "##gs", "hug", "[UNK]"]) == "bugs hug [UNK]"
    assert model.decode(["##u", "##gs"]) == "##ugs"
    assert model.decode([]) == ""
    assert model.decode(["we", "don", "'", "t", "."]) == "we don ' t."
    assert Model(PROSE, cleanup=False).decode(["hug", "."]) == "hug ."
    assert Model(PROSE, prefix="").decode(["hu", "g"]) == "hug"


# -- tokenizers --------------------------------------------------------------------------------------------------------

LETTERS = "abé中😀#"
MARKS = st.sampled_from(["##", "##", "#", "", "ab"])
ANY_WORDS = words(LETTERS, 12) | words("ab", 130) | st.sampled_from(["", "a" * 100, "a" * 101, "##a", "#"])


@st.composite
def vocabularies(draw: st.DrawFn, prefix: str) -> list[str]:
    """Tokens with and without the mark, most of them of few letters, and often the unknown one."""
    tokens = draw(st.lists(st.tuples(st.booleans(), words(LETTERS, 4) | words("ab", 3)), max_size=25))
    found = [prefix + text if inside else text for inside, text in tokens]
    return list(dict.fromkeys([*draw(st.sampled_from([["[UNK]"], ["[UNK]"], []])), *found]))


@settings(max_examples=400)
@given(data=st.data(), prefix=MARKS, most=st.sampled_from([100, 100, 200, 5, 0]))
def test_words_are_encoded_as_by_tokenizers(data: st.DataObject, prefix: str, most: int) -> None:
    vocabulary = data.draw(vocabularies(prefix))
    ours = Model(vocabulary, prefix=prefix, max_word_length=most)
    theirs = models.WordPiece(
        dict(ours.ids), unk_token="[UNK]", max_input_chars_per_word=most, continuing_subword_prefix=prefix
    )
    for word in data.draw(st.lists(ANY_WORDS, max_size=8)):
        trace = ours.explain(word)
        if trace.stopped != "done" and "[UNK]" not in vocabulary:
            with pytest.raises(Exception, match="Missing"):
                theirs.tokenize(word)
            with pytest.raises(RulesError):
                ours.encode_word(word)
            continue
        tokens = ours.encode_word(word)
        expected = theirs.tokenize(word)
        assert (list(tokens), [ours.ids[token] for token in tokens]) == (
            [token.value for token in expected],
            [token.id for token in expected],
        )
        assert tokens == trace.tokens


@given(data=st.data(), prefix=MARKS, word=ANY_WORDS)
def test_every_step_can_be_checked_by_itself(data: st.DataObject, prefix: str, word: str) -> None:
    model = Model(data.draw(vocabularies(prefix)), prefix=prefix, max_word_length=200)
    trace = model.explain(word)
    rest = word
    for step in trace:
        mark = prefix if step.start else ""
        assert (step.left, word[: step.start] + step.left) == (rest, word)
        texts = [rest[:length] for length in range(len(rest), 0, -1)]
        known = [mark + text in model.ids for text in texts]
        tried = known.index(True) + 1 if any(known) else len(known)
        assert [(each.text, each.token, each.known) for each in step.tried] == [
            (text, mark + text, found) for text, found in zip(texts[:tried], known, strict=False)
        ]
        assert step.token == (mark + texts[tried - 1] if any(known) else None)
        rest = rest[len(step.text) :]
        assert step.rest == rest
        assert (step.end is None) == (step.token is None)
    assert trace.stopped == ("no-match" if rest else "done")
    assert not rest or (trace[-1].left, trace[-1].start) == (rest, len(word) - len(rest))


PIECES = st.sampled_from(
    [
        "low",
        "##er",
        "##",
        "#",
        ".",
        "?",
        "!",
        ",",
        "'",
        "n't",
        "'m",
        "'s",
        "'ve",
        "'re",
        "do not",
        "a ' b",
        " ",
        "do",
        "not",
    ]
)


@settings(max_examples=300)
@given(tokens=st.lists(PIECES | words(LETTERS, 3), max_size=10), prefix=MARKS, cleanup=st.booleans())
def test_texts_are_decoded_as_by_tokenizers(tokens: list[str], prefix: str, cleanup: bool) -> None:
    theirs = decoders.WordPiece(prefix=prefix, cleanup=cleanup)
    assert Model([], prefix=prefix, cleanup=cleanup).decode(tokens) == theirs.decode(tokens)


@given(text=texts(), name=st.sampled_from([*PRETOKENIZERS, *NORMALIZING]))
def test_any_text_can_be_encoded(text: str, name: str) -> None:
    model = Model(["[UNK]", *"abclow", "##o", "##w"], pretokenizer=name)
    tokens = model.encode(text)
    assert all(token in model.ids for token in tokens)
    assert model.encode(text) == tokens
