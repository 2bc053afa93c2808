"""Reasons between tokenizers of files: spaces that are put in, and borders of patterns."""

from __future__ import annotations

import pytest

from tests.catalogs import KEYS
from tests.compare.small_files import BYTES, METASPACE, WHITESPACE, likely, loaded, matching, merging, pattern
from tokviz.compare.accounts import Marked, Other
from tokviz.compare.differences import Reason, compared_words, reason
from tokviz.compare.reading import read
from tokviz.compare.sizes import Tokenizer
from tokviz.compare.spans import UNIT, Model, sources
from tokviz.corpus.passages import Text
from tokviz.views.compare.sentences import sentence

MARKED = loaded(merging(["▁", "a", "b", "ab"], [("a", "b")]), METASPACE)
PLAIN = loaded(merging(["Ġ", "a", "b", "Ġa"], [("Ġ", "a")]), BYTES)
LIKELY = loaded(likely({"▁": -2.0, "low": -3.0, "▁low": -9.0, "l": -5.0, "o": -5.0, "w": -5.0}), METASPACE)
MATCHED = loaded(matching(["[UNK]", "lo", "##w"]), WHITESPACE)
START = "compare.why.mark.start(name=A, mark=▁)"


def why(text: str, left: Model, right: Model, word: int = 0) -> tuple[Reason, str, str]:
    """The reason for a word of a text, and the sentences about both."""
    passage = [passage for passage, _ in Text.running(text).passages][word]
    found = reason(passage, Tokenizer(left), Tokenizer(right))
    back = reason(passage, Tokenizer(right), Tokenizer(left))
    assert found is not None
    assert back is not None
    return found, sentence(found, "A", KEYS), sentence(back, "B", KEYS)


def head(found: Reason) -> tuple[object, object, object]:
    return found.kind, found.place, found.cut


def test_a_mark_before_the_text_is_not_a_byte() -> None:
    found, ours, theirs = why("ab", MARKED, PLAIN)
    assert head(found) == ("not-merged", 1, "right")
    assert found.marks == (Marked("▁", ""), None)
    merged = "compare.why.joins(name=A, pair=a + b, when=compare.why.rank(step=1))"
    assert ours == f"{START}compare.why.end(clause={merged})"
    assert theirs == "compare.why.end(clause=compare.why.keeps(name=B, apart=compare.why.apart(pair=a + b)))"


def test_a_mark_before_the_text_in_unigram() -> None:
    found, ours, theirs = why("low low", LIKELY, MATCHED)
    assert head(found) == ("missing-piece", 2, "right")
    assert found.marks == (Marked("▁", ""), None)
    assert ours == f"{START}compare.why.end(clause=compare.why.missing(name=A, pieces=compare.gone(piece=lo)))"
    assert "compare.why.longest(name=B, token=lo)" in theirs
    again, _, _ = why("low low", LIKELY, MATCHED, word=1)
    assert (again.kind, again.marks) == ("white-space", (None, None))


def test_a_mark_after_a_special_token() -> None:
    with_token = loaded(merging(["▁", "a", "b", "ab"], [("a", "b")]), METASPACE, added=["<s>"])
    found, ours, _ = why("<s>ab", with_token, loaded(merging(["a", "b"], []), BYTES, added=["<s>"]))
    assert found.marks == (Marked("▁", "<s>"), None)
    assert ours.startswith("compare.why.mark.after(name=A, mark=▁, token=<s>)")


@pytest.mark.parametrize("mark", ["always", "first"])
@pytest.mark.parametrize("text", ["ab", "éa", " ab", "½ a", "▁a", "¨a"])
def test_a_space_that_is_put_in_covers_nothing(text: str, mark: str) -> None:
    """Every other character covers something, and all together cover the text without a gap."""
    compose = {"type": "NFKD"}
    model = loaded(merging(["▁", "a"], []), METASPACE | {"prepend_scheme": mark}, compose)
    found = sources(text, model)
    covered = [span for source in found for span in zip(source.begins, source.ends, strict=True)]
    assert all(begin < end for begin, end in covered[not text.startswith((" ", "▁", "¨")) :])
    assert [begin for begin, _ in covered[1:]] == [end for _, end in covered[:-1]]
    assert (covered[0][0], covered[-1][1]) == (0, len(text) * UNIT)


MISTRAL = merging(["Ġ", "p", "H", "pH", "ĠpH"], [("p", "H"), ("Ġ", "pH")])
WRONG = loaded(MISTRAL, pattern(r" ?\p{L}+"))
RIGHT = loaded(MISTRAL, pattern(r" ?\p{Lu}*\p{Ll}+|\p{Lu}+"))


def test_a_border_of_the_pattern_inside_of_a_token_is_the_reason() -> None:
    """Ġ + p is in no list; nor could it help, since the border keeps p and H apart."""
    found, ours, theirs = why("p pH", WRONG, RIGHT, word=1)
    assert head(found) == ("pre-tokenization", 1, "right")
    assert (found.left, found.right) == (Other(("ĠpH",), ("ĠpH",)), Other(("Ġp", "H"), ("Ġ", "p", "H")))
    assert ours == "compare.why.end(clause=compare.why.unsplit(name=A, words=ĠpH))"
    assert theirs == "compare.why.end(clause=compare.why.split(name=B, words=Ġp H))"


def test_a_border_behind_a_place_where_both_cut_is_not() -> None:
    """a | pH and ap | H meet the border; in aa b | pH the merges of aa decide, whatever comes behind b."""
    vocabulary, merges = ["a", "b", "p", "H", "pH", "aa"], [("p", "H"), ("a", "a")]
    left = loaded(merging(vocabulary, merges), pattern(r"\p{L}+"))
    right = loaded(merging(vocabulary[:-1], merges[:1]), pattern(r"\p{Ll}+|\p{Lu}+"))
    found, _, _ = why("aabpH", left, right)
    assert head(found) == ("not-merged", 1, "right")
    assert len(compared_words([read(model, Text.running("aabpH")) for model in (left, right)]).differing) == 1
    taken = loaded(merging([*vocabulary, "ap"], [*merges, ("a", "p")]), pattern(r"\p{Ll}+|\p{Lu}+"))
    found, _, _ = why("apH", loaded(merging(vocabulary, merges), pattern(r"\p{L}+")), taken)
    assert head(found) == ("pre-tokenization", 2, "right")


def test_a_word_that_is_too_long_is_not_looked_up() -> None:
    """Its vocabulary has every part of lower."""
    parts = ["[UNK]", "lo", "##w", "##e", "##r"]
    short, usual = loaded(matching(parts, 4), WHITESPACE), loaded(matching(parts), WHITESPACE)
    found, ours, theirs = why("low lower", short, usual, word=1)
    assert found.kind == "unknown"
    gives = "compare.why.gives(name={}, tokens={})"
    limit = "compare.why.too-long(length=5, limit=4)"
    assert ours == f"compare.why.end(clause={gives.format('A', '[UNK]')}{limit})"
    assert theirs == f"compare.why.end(clause={gives.format('B', 'lo ##w ##e ##r')}compare.why.known)"


def test_a_normalized_text_is_what_it_reads() -> None:
    """Both know all of it: one composes the letter and its accent, and the other reads them one by one."""
    bytes_of_cafe = ["c", "a", "f", "e", "Ã", "©", "Ì", "ģ", "Ã©"]
    composing = loaded(merging(bytes_of_cafe, [("Ã", "©")]), BYTES, {"type": "NFC"})
    found, ours, theirs = why("cafe\u0301", composing, loaded(merging(bytes_of_cafe, []), BYTES))
    assert found.kind == "unknown"
    assert ours.endswith("compare.why.reads(words=cafÃ©))")
    assert theirs.endswith("compare.why.reads(words=cafe Ìģ))")
