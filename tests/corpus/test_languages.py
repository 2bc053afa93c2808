"""Corpora by language, and languages in one text."""

from __future__ import annotations

import pickle

import pytest

from tokviz.corpus import Corpus, Language, LanguageCorpus, join_files, parse, parse_languages
from tokviz.corpus.languages import languages_of, shares_of
from tokviz.errors import CorpusError, TokvizError

TEXT = """[English]
low 5
lower 2
[German]
neu 2, neues 3, low 1

[English dev]
low 1
[German dev]
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
        Language("German", (("neu", 2), ("neues", 3), ("low", 1)), (("neues", 2),)),
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


# -- files of one language each ----------------------------------------------------------------------------------------


def names_of(text: str) -> list[str]:
    parsed = parse_languages(text)
    assert parsed is not None
    return [one.name for one in languages_of(parsed.corpus)]


@pytest.mark.parametrize("split", ["whitespace", "words", "gpt2"])
def test_each_file_is_read_as_it_would_be_by_itself(split: str) -> None:
    texts = {"en": "the cat,\r\nthe dog\r\n", "zh": "\n猫和狗。\r狗", "list": "low 5\nlower 2\n"}
    encoded = {
        "en": texts["en"].encode("utf-8-sig"),
        "zh": texts["zh"].encode("utf-16"),
        "list": texts["list"].encode(),
    }
    parsed = parse_languages(join_files([(f"a/{name}.txt", data) for name, data in encoded.items()]), split)
    assert parsed is not None
    for language, (name, text) in zip(languages_of(parsed.corpus), texts.items(), strict=True):
        read = parse(text.replace("\r\n", "\n").replace("\r", "\n").strip("\n"), split).corpus
        assert language == Language(name, tuple(read.items()))


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (["en.txt", "de.TXT"], ["en", "de"]),
        (["en.txt", "b/en.txt", "en-2.txt", "en"], ["en", "en-2", "en-2-2", "en-3"]),
        (["[en]\n.txt", "a  dev.txt", "dev"], ["en", "a-dev", "dev"]),
        (["[].txt", ".txt", "C:\\my texts\\fr.wiki.txt"], ["text", ".txt", "fr.wiki"]),
        (["x" * 30 + ".txt", "x" * 40, "x" * 16 + " device"], ["x" * 20, "x" * 18 + "-2", "x" * 16 + "-dev"]),
    ],
)
def test_names_of_files_become_those_of_languages(files: list[str], names: list[str]) -> None:
    assert names_of(join_files([(file, b"low 5") for file in files])) == names


@pytest.mark.parametrize(
    ("files", "code", "details", "note"),
    [
        ([b"low"], "language-files", {"files": 1, "most": 6}, None),
        ([b"low"] * 7, "language-files", {"files": 7, "most": 6}, None),
        ([b"low", b" \n"], "empty-corpus", {}, "1.txt"),
        ([b"low", b"a\n\xe9"], "not-decodable", {"byte": "0xE9", "offset": 2, "encoding": "UTF-8"}, "1.txt"),
        ([b"%PDF-1.4", b"low"], "binary-file", {"type": "PDF"}, "0.txt"),
        ([b"low", b"a\r\n [B dev]\r\nb"], "language-file-heading", {"heading": "'[B dev]'"}, "1.txt"),
        (
            [b"a" * 2_500_000] * 2,
            "limit-text-chars",
            {"limit": "MAX_TEXT_CHARS", "value": 5_000_000, "met": 5_000_009},
            None,
        ),
    ],
)
def test_files_that_are_no_languages(
    files: list[bytes], code: str, details: dict[str, object], note: str | None
) -> None:
    with pytest.raises(TokvizError) as caught:
        join_files([(f"{number}.txt", data) for number, data in enumerate(files)])
    assert (caught.value.code, dict(caught.value.details)) == (code, details)
    assert getattr(caught.value, "__notes__", [None]) == [note]
