"""A text without one token is what the library makes of it when the token is taken out of its file; trees and parts."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tests.files.styles import STYLES, TEXTS, sentencepiece_model
from tests.strategies import texts
from tests.vocabularies.test_entries import SHIPPED, vocabulary, written
from tokviz import bpe, unigram
from tokviz.errors import LimitError, RulesError
from tokviz.files.pipeline import Pipeline
from tokviz.vocabularies import MAX_UNMERGED, Node, derived, made_of, tree, unmerge
from tokviz.vocabularies.derivation import MAX_SYMBOLS


def without(name: str, token: str) -> Any:
    """The library's tokenizer of a file that has not the token."""
    file = json.loads(written(name))
    model = file["model"]
    if model["type"] == "Unigram":
        unknown = model["vocab"][model["unk_id"]][0] if model["unk_id"] is not None else None
        model["vocab"] = [entry for entry in model["vocab"] if entry[0] != token]
        model["unk_id"] = next((at for at, entry in enumerate(model["vocab"]) if entry[0] == unknown), None)
    else:
        del model["vocab"][token]
        prefix = model.get("continuing_subword_prefix") or ""
        if model["type"] == "BPE":
            pairs = [tuple(pair) for pair in model["merges"]]
            model["merges"] = [
                pair for pair in pairs if token not in pair and pair[0] + pair[1].removeprefix(prefix) != token
            ]
    found = Tokenizer.from_str(json.dumps(file))
    found.no_padding()
    found.no_truncation()
    return found


def compared(name: str, text: str, token: str) -> None:
    found = unmerge(vocabulary(name).pipeline, text, token)
    library = without(name, token)
    wanted = library.encode(text, add_special_tokens=False)
    assert [one for word in found.words for one in word.after] == wanted.tokens
    assert found.after == len(wanted.tokens)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SHIPPED, *STYLES])
def test_every_token_of_a_text_taken_out_is_what_the_library_does_without_it(name: str) -> None:
    ours = vocabulary(name)
    text = TEXTS[0] + " " + TEXTS[2]
    tokens = dict.fromkeys(part.text for part in ours.pipeline.encode(text).parts if part.role == "token")
    can = [one for one in tokens if one in ours.pipeline.model.vocabulary and one != ours.pipeline.model.unknown_token]
    assert len(can) > 5
    for token in can[:: max(1, len(can) // 12)]:
        compared(name, text, token)


@pytest.mark.parametrize("name", SHIPPED)
@settings(max_examples=25, deadline=None)
@given(data=st.data(), text=texts())
def test_on_drawn_texts(name: str, data: st.DataObject, text: str) -> None:
    ours = vocabulary(name)
    found = unmerge(ours.pipeline, text, ours.tokens[300])
    assert [one for word in found.words for one in word.before] == list(
        ours.pipeline.encode(text, special=False).tokens
    )
    tokens = [one for word in found.words for one in word.before if one in ours.pipeline.model.vocabulary]
    tokens = [one for one in tokens if one != ours.pipeline.model.unknown_token]
    if tokens:
        compared(name, text, data.draw(st.sampled_from(tokens)))


def test_the_lowest_piece_of_a_unigram_sets_the_score_of_the_unknown() -> None:
    model = vocabulary("our t5").pipeline.model
    assert isinstance(model, unigram.Model)
    lowest = min(model.scores, key=model.scores.__getitem__)
    compared("our t5", f"{lowest.replace('▁', ' ')} 你 the", lowest)


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
def test_files_of_sentencepiece_can_do_without_a_token(kind: str) -> None:
    """Its library takes no piece out, so here only that the token is gone and the text the same."""
    pipeline = Pipeline.from_file(sentencepiece_model(kind), name="x.model")
    found = unmerge(pipeline, "the low lower", "▁low")
    assert "▁low" in [one for word in found.words for one in word.before]
    after = [one for word in found.words for one in word.after]
    assert "▁low" not in after
    assert "".join(after) == "▁the▁low▁lower"


def ranked(*tokens: bytes) -> Pipeline:
    """A rank file with all bytes and these tokens."""
    every = [*(bytes([byte]) for byte in range(256)), *tokens]
    lines = b"".join(b"%s %d\n" % (base64.b64encode(one), at) for at, one in enumerate(every))
    return Pipeline.from_file(lines, name="x.tiktoken", pattern="gpt2")


def test_a_rank_file_can_do_without_a_token() -> None:
    pipeline = ranked(b"ab", b"abc")
    found = unmerge(pipeline, "abc", "abc")
    assert (found.words[0].before, found.words[0].after) == (("abc",), ("ab", "c"))


def test_what_cannot_be_taken_out() -> None:
    pipeline = vocabulary("our t5").pipeline
    for token in ("<unk>", "no such piece"):
        with pytest.raises(RulesError):
            unmerge(pipeline, "low", token)
    with pytest.raises(LimitError):
        unmerge(pipeline, "x" * (MAX_UNMERGED + 1), "▁the")


# -- trees -------------------------------------------------------------------------------------------------------------


def leaves(node: Node) -> list[str]:
    return [leaf for part in node.parts for leaf in leaves(part)] if node.parts else [node.token]


@pytest.mark.parametrize("name", ["our gpt", "our llama", "llama3", "gpt4", "clip", "gpt1", "roberta"])
def test_a_tree_has_the_letters_of_its_token_and_the_ranks_of_its_merges(name: str) -> None:
    ours = vocabulary(name)
    model = ours.pipeline.model
    assert isinstance(model, bpe.Model)
    for token in model.vocabulary:
        trees = derived(model, token)
        assert "".join(leaf for node in trees for leaf in leaves(node)) == token
        pending = list(trees)
        for node in pending:
            pending += node.parts
            if node.parts:
                pair = (node.parts[0].token, node.parts[1].token)
                assert model.ranks[pair] == node.rank
                assert all(part.rank is None or part.rank < (node.rank or 0) for part in node.parts)


@pytest.mark.parametrize("name", ["our bert", "our t5"])
def test_without_merges_a_node_has_the_parts_that_the_model_takes_without_it(name: str) -> None:
    ours = vocabulary(name)
    model = ours.pipeline.model
    for token in ours.tokens[5:]:
        (node,) = tree(model, token)
        assert node.token == token
        assert all(part.token in model.ids and part.token != token for part in node.parts)
    whole = "light" if name == "our bert" else "▁light"
    (node,) = tree(model, whole)
    assert [part.token for part in node.parts] == [one.value for one in without(name, whole).model.tokenize(whole)]


def test_the_merges_with_a_token_are_all_there() -> None:
    ours = vocabulary("our gpt")
    model = ours.pipeline.model
    assert isinstance(model, bpe.Model)
    found, total = made_of(model, "Ġt", 10_000)
    wanted = [(rank, pair) for pair, rank in model.ranks.items() if "Ġt" in pair]
    assert [(one.rank, one.pair) for one in found] == sorted(wanted)
    assert total == len(wanted) > 5
    assert all(one.is_own for one in found)
    assert len(made_of(model, "Ġt", 3)[0]) == 3


def test_the_merges_of_a_rank_file_are_what_makes_a_token() -> None:
    model = ranked(b"bb", b"ab", b"abb").model
    assert isinstance(model, bpe.Model)
    found, total = made_of(model, "b", 10)
    assert [(one.pair, one.is_own) for one in found] == [(("b", "b"), True), (("a", "b"), True), (("ab", "b"), False)]
    assert total == 3


def test_a_very_long_token_has_no_tree() -> None:
    with pytest.raises(LimitError):
        tree(vocabulary("our gpt").pipeline.model, "a" * (MAX_SYMBOLS + 1))
    with pytest.raises(LimitError):
        tree(vocabulary("our bert").pipeline.model, "a" * (MAX_SYMBOLS + 1))
