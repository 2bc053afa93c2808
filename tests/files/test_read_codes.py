"""Codes files and vocabularies, read: as subword-nmt reads them, and refused where it refuses them."""

from __future__ import annotations

import contextlib
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from subword_nmt.apply_bpe import BPE
from subword_nmt.apply_bpe import read_vocabulary as their_vocabulary
from subword_nmt.get_vocab import get_vocab

from tests.strategies import corpora, words
from tokviz import bpe
from tokviz.bpe import ENCODINGS, PRESETS
from tokviz.corpus import Corpus
from tokviz.errors import FormatError, LimitError, TokvizError
from tokviz.files import reading
from tokviz.files.subword_nmt import load_codes, read_vocabulary, write_codes


def read_codes(data: str | bytes) -> bpe.Model:
    return load_codes(data).model


def their_split(codes: str, word: str, merges: int = -1) -> list[str]:
    return list(BPE(io.StringIO(codes), merges=merges).segment_tokens([word]))


def printed(symbols: tuple[str, ...]) -> list[str]:
    """Symbols as subword-nmt prints them: no end-of-word mark, `@@` after each part but the last."""
    parts = [part for symbol in symbols if (part := symbol.removesuffix("</w>"))]
    return [f"{part}@@" for part in parts[:-1]] + parts[-1:]


def error(codes: str | bytes) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_codes(codes)
    return caught.value


@settings(max_examples=80)
@given(corpora(), st.sampled_from(["subword-nmt", "subword-nmt-0.1"]), st.lists(words("aébc", 10), max_size=4))
def test_learned_codes_split_as_in_subword_nmt(corpus: Corpus, preset: str, others: list[str]) -> None:
    trace = bpe.train(corpus, merges=15, rules=preset)
    if not len(trace):
        return  # a file without merges is refused on both sides
    codes = write_codes(trace)
    model = read_codes(codes)
    assert (model.merges, model.rules, model.encoding) == (
        tuple(trace.merges),
        PRESETS[preset],
        ENCODINGS["subword-nmt"],
    )
    assert set(model.vocabulary) >= {token for pair in trace.merges for token in (*pair, "".join(pair))}
    for word in [*corpus, *others]:
        assert printed(model.encode_word(word)) == their_split(codes, word)


@pytest.mark.parametrize("preset", ["subword-nmt", "subword-nmt-0.1"])
def test_a_symbol_that_looks_like_a_byte_order_mark_stays(preset: str) -> None:
    """Without a version line it is the first character of the file."""
    trace = bpe.train(Corpus({"\ufeffa": 5, "b\ufeffc": 2}), merges=3, rules=preset)
    codes = write_codes(trace)
    file = load_codes(codes.encode())
    assert trace.merges[0][0] == "\ufeff"
    assert file.model.merges == tuple(trace.merges)
    assert [note.code for note in file.notes] == (["codes-mark"] if preset == "subword-nmt-0.1" else [])
    assert printed(file.model.encode_word("\ufeffa")) == their_split(codes, "\ufeffa") == ["\ufeffa"]
    marked = "\ufeff" + codes if preset == "subword-nmt" else codes  # an editor's mark before a version line
    assert load_codes(marked).model.merges == tuple(trace.merges)


_SYMBOLS = st.sampled_from(
    ["a", "b", "c", "ab", "bc", "abc", "a</w>", "b</w>", "c</w>", "</w>", "bc</w>", "\t", "\u2028"]
)
_LINES = st.builds("{} {}".format, _SYMBOLS, _SYMBOLS)
_JUNK = st.sampled_from(["", " ", "a", "a b c", "a  b", " a b ", "a b\r", "#version: 0.2", "a\tb", "\ufeff"])
_HEADS = st.sampled_from(["", "#version: 0.1\n", "#version: 0.2\n", "#version: 0.2.0\n", "#version:  0.2 \r\n"])


@settings(max_examples=300)
@given(_HEADS, st.lists(_LINES | _JUNK, max_size=6), st.sampled_from(["", "\n", "\n\n"]), st.none() | st.integers(1, 4))
def test_any_file_is_read_or_refused_as_there(head: str, lines: list[str], end: str, merges: int | None) -> None:
    """Merges in any order, repeated, of symbols that cannot come about; lines with too much and too little."""
    codes = head + "\n".join(lines) + end
    with contextlib.redirect_stderr(io.StringIO()):
        try:
            other = BPE(io.StringIO(codes), merges=-1 if merges is None else merges)
        except SystemExit:
            with pytest.raises(FormatError):
                load_codes(codes, merges)
            return
    loaded = load_codes(codes, merges)
    assert [note.code for note in loaded.notes] == ["codes-mark"] * codes.startswith("\ufeff")
    model = loaded.model
    assert model.ranks == other.bpe_codes
    for word in ("abc", "ab", "cabcab", "aabb\t\u2028a", "\ufeffabc"):
        assert printed(model.encode_word(word)) == list(other.segment_tokens([word]))


@pytest.mark.parametrize("version", ["0.3", "1.0", "x", "", "0.2.1", "00.2", "0.02"])
def test_other_versions_are_refused(version: str) -> None:
    assert error(f"#version: {version}\na b\n").code == "codes-version"


def test_duplicates_count_where_they_stand_first() -> None:
    model = read_codes("#version: 0.2\na b\nb c</w>\na b\n")
    assert model.encode("abc") == ["ab", "c</w>"]
    assert model.merges == (("a", "b"), ("b", "c</w>"), ("a", "b"))


def test_ids_follow_the_file() -> None:
    assert read_codes("#version: 0.2\nb c\na bc\n").vocabulary == ("b", "c", "a", "bc", "abc")


@pytest.mark.parametrize(
    ("codes", "code", "line"),
    [
        ("", "codes-empty", 1),
        ("#version: 0.2\n", "codes-empty", 2),
        ("#version: 0.2\na b\nc\n", "wrong-fields", 3),
        ("a b\n\nb c\n", "wrong-fields", 2),
        ("a b c\n", "wrong-fields", 1),
        ("#version: 0.2\na b\nb \0\n", "nul-byte", 3),
        (b"#version: 0.2\na b\nb \xff\n", "not-decodable", 3),
        ("a b\nb \ud800\n", "token-surrogate", 2),
    ],
)
def test_broken_files(codes: str | bytes, code: str, line: int) -> None:
    found = error(codes)
    assert (found.code, found.line) == (code, line)


def test_a_byte_order_mark_is_dropped() -> None:
    assert read_codes(b"\xef\xbb\xbf#version: 0.2\na b\n").rules == PRESETS["subword-nmt"]


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_VOCABULARY", 2)
    with pytest.raises(LimitError) as caught:
        read_codes("a b\na c\na d\n")
    assert caught.value.code == "limit-vocabulary"
    monkeypatch.setattr(reading, "MAX_FILE_BYTES", 5)
    with pytest.raises(LimitError) as caught:
        read_codes("a b\na c\n")
    assert caught.value.code == "limit-file-bytes"


# -- vocabularies ------------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.lists(words("aé@", 3), min_size=1))
def test_a_vocabulary_as_get_vocab_writes_it(tokens: list[str]) -> None:
    counts = {token: tokens.count(token) for token in tokens}
    out = io.StringIO()
    get_vocab([" ".join(tokens) + "\n"], out)
    assert read_vocabulary(out.getvalue()) == counts


_ENTRIES = st.builds(
    "{} {}".format, words("ab", 2), st.sampled_from(["1", "2", "3", "-1", "+2", "1_0", "٣", "x", "1.5", ""])
)


@settings(max_examples=150)
@given(st.lists(_ENTRIES | st.sampled_from(["", "a", "a b 1", " a 1\r"]), max_size=5), st.none() | st.integers(0, 3))
def test_any_vocabulary_is_read_or_refused_as_there(lines: list[str], threshold: int | None) -> None:
    text = "".join(f"{line}\n" for line in lines)
    try:
        expected = their_vocabulary(io.StringIO(text), threshold)
    except ValueError:
        with pytest.raises(FormatError):
            read_vocabulary(text, threshold)
        return
    assert read_vocabulary(text, threshold).keys() == expected


def test_mistakes_in_a_vocabulary() -> None:
    for text, code, line in [
        ("a 1\nb\n", "wrong-fields", 2),
        ("a 1\nb x\n", "vocabulary-count", 2),
        (f"a {'9' * 5000}\n", "vocabulary-count", 1),
        ("a 1\n\0 1\n", "nul-byte", 2),
    ]:
        with pytest.raises(FormatError) as caught:
            read_vocabulary(text)
        assert (caught.value.code, caught.value.line) == (code, line)


@settings(max_examples=100)
@given(st.text(st.sampled_from("ab \r\n\0\ud800#version:0.12\t\u2028"), max_size=40) | st.binary(max_size=40))
def test_nothing_but_our_own_errors(data: str | bytes) -> None:
    for read in (read_codes, read_vocabulary):
        with contextlib.suppress(TokvizError):
            read(data)
