"""The merge tree of a token: every inner node is a merge of the trace, the leaves are the first symbols in order."""

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import bpe, examples
from tokviz.bpe import PRESETS, Rules
from tokviz.corpus import Corpus
from tokviz.views.merges.tree import as_text, merge_tree


def test_sennrich() -> None:
    trace = bpe.train(examples.load("sennrich").corpus)
    tree = merge_tree(trace, "newest</w>")
    assert as_text(tree) == (
        "newest</w> = new + est</w> (8); new = ne + w (7); est</w> = est + </w> (3); ne = n + e (6); "
        "est = es + t (2); es = e + s (1)"
    )
    assert [node.token for node in tree.walk()][:3] == ["newest</w>", "new", "est</w>"]
    assert sorted((node.x, node.token) for node in tree.walk() if not node.parts) == [
        *((0, "n"), (1, "e"), (2, "w"), (3, "e"), (4, "s"), (5, "t"), (6, "</w>"))
    ]
    assert tree.y == 4


def test_a_first_symbol_is_a_leaf() -> None:
    trace = bpe.train(examples.load("sennrich").corpus)
    tree = merge_tree(trace, "w")
    assert (tree.step, tree.parts, tree.walk(), as_text(tree)) == (None, (), [tree], "w")


@given(corpora(), st.sampled_from(list(PRESETS)))
def test_trees_follow_the_trace(corpus: Corpus, preset: str) -> None:
    trace = bpe.train(corpus, merges=12, rules=preset)
    for token in dict.fromkeys(trace.tokens):
        tree = merge_tree(trace, token)
        leaves = sorted((node.x, node.token) for node in tree.walk() if not node.parts)
        assert "".join(leaf for _, leaf in leaves) == token
        assert [x for x, _ in leaves] == list(range(len(leaves)))
        for node in tree.walk():
            if node.step is not None:
                assert trace.tokens[node.step - 1] == node.token
                assert trace.merges[node.step - 1] == tuple(part.token for part in node.parts)
                assert all((part.step or 0) < node.step for part in node.parts)
                assert node.y == 1 + max(part.y for part in node.parts)


def test_a_deep_tree() -> None:
    """Each merge adds one letter, so the tree is as deep as the word is long."""
    word = "".join(chr(0x4E00 + i) for i in range(1500))
    trace = bpe.train(Corpus({word: 1}), rules="course")
    assert merge_tree(trace, word).y == 1499


def test_a_mark_that_vanishes_into_the_prefix() -> None:
    """With `##` as prefix and as mark, `h ##` becomes `h`: the tree of `h` must not look for itself below itself."""
    trace = bpe.train(Corpus({"h": 3}), rules=Rules(end_of_word="##", continuing_prefix="##"))
    assert list(zip(trace.merges, trace.tokens, strict=True)) == [(("h", "##"), "h")]
    assert as_text(merge_tree(trace, "h")) == "h = h + ## (1)"
