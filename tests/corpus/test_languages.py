"""Corpora by language, and languages in one text."""

from __future__ import annotations

import pickle

import pytest

from tokviz.corpus import Corpus, Language, LanguageCorpus, parse_languages
from tokviz.corpus.languages import languages_of, shares_of
from tokviz.errors import CorpusError

TEXT = """[English]
low 5
lower 2
[Deutsch]
neu 2, neues 3, low 1

[English dev]
low 1
[Deutsch dev]
neues 2
"""


def test_the_joint_corpus_has_each_word_once() -> None:
    corpus = LanguageCorpus([Language.of("a", {"x": 1, "y": 2}), Language.of("b", {"y": 3, "z": 4})])
    assert dict(corpus) == {"x": 1, "y": 5, "z": 4}
    assert corpus.shares == (((0, 1),), ((0, 2), (1, 3)), ((1, 4),))
    assert not corpus.has_dev


def test_dev_words_are_in_the_alphabet_alone() -> None:
    corpus = LanguageCorpus([Language.of("a", {"x": 1}, {"q": 1}), Language.of("b", {"y": 1}, {})])
    assert corpus.words == ("x", "y")
    assert corpus.alphabet_words == ("x", "y", "q")
    assert corpus.dev_shares == {"q": ((0, 1),)}


def test_corpora_are_equal_when_their_languages_are() -> None:
    one = LanguageCorpus([Language.of("a", {"x": 1}), Language.of("b", {"x": 2})])
    other = LanguageCorpus([Language.of("a", {"x": 2}), Language.of("b", {"x": 1})])
    assert dict(one) == dict(other)
    assert one != other
    assert one != Corpus(dict(one))
    assert pickle.loads(pickle.dumps(one)) == one
    assert hash(pickle.loads(pickle.dumps(one))) == hash(one)


def test_a_plain_corpus_is_one_language() -> None:
    corpus = Corpus({"low": 5, "lower": 2})
    assert [language.words for language in languages_of(corpus)] == [(("low", 5), ("lower", 2))]
    assert shares_of(corpus) == (((0, 5),), ((0, 2),))


def test_a_text_with_headings() -> None:
    parsed = parse_languages(TEXT)
    assert parsed is not None
    assert parsed.kind == "counts"
    assert languages_of(parsed.corpus) == (
        Language("English", (("low", 5), ("lower", 2)), (("low", 1),)),
        Language("Deutsch", (("neu", 2), ("neues", 3), ("low", 1)), (("neues", 2),)),
    )


def test_running_text_is_split_in_each_part() -> None:
    parsed = parse_languages("[English]\nthe cat, the dog\n\n[中文]\n茶 茶", "words")
    assert parsed is not None
    assert [one.words for one in languages_of(parsed.corpus)] == [
        (("the", 2), ("cat", 1), (",", 1), ("dog", 1)),
        (("茶", 2),),
    ]


@pytest.mark.parametrize("text", ["", "low 5\n[English]\nnew 2", "a [b] c", "[]\nlow", "the [English]\n"])
def test_other_texts_have_no_languages(text: str) -> None:
    assert parse_languages(text) is None


@pytest.mark.parametrize(
    ("text", "code", "details"),
    [
        ("[A]\nlow", "language-number", {"languages": 1, "most": 6}),
        ("".join(f"[L{i}]\nlow\n" for i in range(7)), "language-number", {"languages": 7, "most": 6}),
        ("[A]\nlow\n[B]\nx\n[A]\ny", "language-twice", {"language": "'A'"}),
        ("[A]\nlow\n[B]\nx\n[C dev]\ny", "dev-alone", {"language": "'C'"}),
        ("[A]\nlow\n[B]\nx\n[A dev]\ny", "dev-missing", {"language": "'B'"}),
    ],
)
def test_mistakes(text: str, code: str, details: dict[str, object]) -> None:
    with pytest.raises(CorpusError) as caught:
        parse_languages(text)
    assert (caught.value.code, dict(caught.value.details)) == (code, details)


def test_most_languages() -> None:
    parsed = parse_languages("".join(f"[L{i}]\nlow\n[L{i} dev]\nlow\n" for i in range(6)))
    assert parsed is not None
    assert len(languages_of(parsed.corpus)) == 6
