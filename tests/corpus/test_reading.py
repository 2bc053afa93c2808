"""Reading what people paste and upload: every form, every mistake, and prose that only looks like a list."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora, hostile_texts, texts
from tokviz.corpus import MAX_TEXT_CHARS, MAX_UPLOAD_BYTES, Corpus, ReadAs, decode_bytes, parse, parse_upload
from tokviz.corpus.reading import MAX_ENTRIES
from tokviz.errors import CorpusError, FormatError, LimitError, RulesError, TokvizError

LECTURE = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})


def codes(text: str) -> list[str]:
    return [code for code, _ in parse(text).notes]


def test_text_without_spaces_is_not_silently_one_word() -> None:
    text = "春天的茶清香而微苦，像刚下过雨的山。 山上有雾"
    ((code, details),) = parse(text).notes
    assert (code, details["words"]) == ("without-spaces", 1)
    assert "春天的茶" in str(details["example"])
    for pretokenizer in ("words", "bert", "gpt2"):
        assert parse(text, pretokenizer).notes == ()
    assert codes("山上 有雾 and antidisestablishmentarianism") == []
    assert codes("春天的茶清香而微苦像刚下过雨的山 3") == []  # a word with its count says that it is one


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("counts", "low 5\nlower 2\nnewest 6\nwidest 3"),
        ("counts", "\n  low    5\r\nlower\u3000 2\r\rnewest 6 \nwidest 3\n\n"),
        ("counts", "low: 5\nlower : 2\nnewest:6\nwidest：3"),
        ("counts", "low x5\nlower ×2\nnewest×6\nwidest * 3"),
        ("counts", "low 5, lower 2, newest 6, widest 3"),
        ("counts", "low 5, lower 2,\nnewest 6, widest 3."),
        ("counts", "low: 5; lower: 2; newest: 6; widest: 3"),
        ("counts", "low:5,lower:2,newest:6,widest:3"),
        ("counts", "low：5，lower：2，newest：6、widest：3。"),
        ("counts", "word count\nlow 5\nlower 2\nnewest 6\nwidest 3"),
        ("csv", "low,5\nlower,2\nnewest,6\nwidest,3"),
        ("csv", "low, 5\nlower, 2\nnewest, 6\nwidest, 3\n"),
        ("csv", "word,count\nlow,5\nlower,2\nnewest,6\nwidest,3"),
        ("csv", "Anzahl;Wort\n5;low\n2;lower\n6;newest\n3;widest"),
        ("csv", '"low";"5"\n"lower";"2"\n"newest";"6"\n"widest";"3"'),
        ("csv", "id,word,count\n1,low,5\n2,lower,2\n3,newest,6\n4,widest,3"),
        ("csv", "low,5,\nlower,2,\nnewest,6,\n,,\nwidest,3,"),
        ("tsv", "low\t5\nlower\t2\nnewest\t6\nwidest\t3"),
        ("tsv", "词\t次数\nlow\t5\nlower\t2\nnewest\t6\nwidest\t3"),
        ("json", '{"low": 5, "lower": 2, "newest": 6, "widest": 3}'),
        ("json", '[["low", 5], ["lower", 2], ["newest", 6], ["widest", 3]]'),
        ("json", '[{"word": "low", "count": 5}, {"count": 2, "word": "lower"}, {"token": "newest", "freq": 6, "id": 1},'
         ' {"word": "widest", "count": 3}]'),
        ("python", "{'low': 5, 'lower': 2, 'newest': 6, 'widest': 3,}"),
        ("python", '("low", 5), ("lower", 2), ("newest", 6), ("widest", 3)'),
        ("python", '[("low", 5), ("lower", 2), ("newest", 6), ("widest", 3)]'),
        ("python", 'counts = {\n    "low": 5,  # it\'s a comment\n    "lower": 2, "newest": 6,\n    "widest": 3}'),
        ("python", '("low", 5),\n("lower", 2),\n("newest", 6),\n("widest", 3),\n'),
    ],
)  # fmt: skip
def test_forms_of_the_same_list(kind: ReadAs, text: str) -> None:
    parsed = parse(text)
    assert (parsed.corpus, parsed.kind, parsed.notes) == (LECTURE, kind, ())
    assert parse("\ufeff" + text) == parsed
    assert Corpus.parse(text) == LECTURE


@pytest.mark.parametrize(
    "text",
    [
        "In 1990, by 1995, they left.",
        "She was born in 1990.\nHe was born in 1995.\nThey met in 2016",
        "Chapter 12\nIt was dark.\nNobody came.",
        "1. Peel the apples.\n2. Cook them.",
        "7 is a number, 8 is another",
        "(He left.)",
        "[1] See above.",
        '"Hello," she said, "it is 5."',
        "(\"Hello,\" she said.)",
        "low 5\nlower",
        "low",
        "1 2 3",
        "{}x",
    ],
)  # fmt: skip
def test_prose_with_numbers_and_brackets_stays_prose(text: str) -> None:
    parsed = parse(text)
    assert parsed.kind == "prose"
    assert parsed.corpus == Corpus.from_text(text)


def test_prose_is_split_as_asked() -> None:
    assert parse("Low, lower.", "words").corpus == Corpus({"Low": 1, ",": 1, "lower": 1, ".": 1})
    with pytest.raises(RulesError):
        parse("low 5", "none such")


@pytest.mark.parametrize(
    ("text", "corpus"),
    [
        ("the 9\n, 8\n. 7\n: 6\n\" 5\n; 4", {"the": 9, ",": 8, ".": 7, ":": 6, '"': 5, ";": 4}),
        ("stop, 3\nlow 5", {"stop,": 3, "low": 5}),
        ('"\t5\nlow\t2\n\'\t3', {'"': 5, "low": 2, "'": 3}),
        ('"a,b",5\n"say ""hi""",2\n"""",1', {"a,b": 5, 'say "hi"': 2, '"': 1}),
        ('"New York"\t5', {"New York": 5}),
        ("New York,5\nParis,2", {"New York": 5, "Paris": 2}),
        ("<script>alert(1)</script> 5\n=HYPERLINK(1) 2", {"<script>alert(1)</script>": 5, "=HYPERLINK(1)": 2}),
        ("كلمة 5\nשלום 3", {"كلمة": 5, "שלום": 3}),
        ("👩\u200d👧 5\ne\u0301 2", {"👩\u200d👧": 5, "e\u0301": 2}),
        ("low ５\nlower ٣", {"low": 5, "lower": 3}),
        ('{"a\\"b\\\\": 1, "\\u4e2d": 2, "it\'s": 3}', {'a"b\\': 1, "中": 2, "it's": 3}),
        (r"""{'a"b': 1, 'it\'s': 2, '\xe9': 3}""", {'a"b': 1, "it's": 2, "é": 3}),
        ('{"a=[": 1, "#": 2}', {"a=[": 1, "#": 2}),
        ('("hug", 10)', {"hug": 10}),
        ('["hug", 10]', {"hug": 10}),
    ],
)  # fmt: skip
def test_words_that_are_hard_to_read(text: str, corpus: dict[str, int]) -> None:
    assert parse(text).corpus == Corpus(corpus)


class TestNotes:
    def test_words_that_are_there_twice_are_summed(self) -> None:
        for text in (
            "low 5\nb 1\nlow 2",
            "low,5\nb,1\nlow,2",
            '{"low": 5, "b": 1, "low": 2}',
            "{'low': 5, 'b': 1, 'low': 2}",
        ):
            parsed = parse(text)
            assert parsed.corpus == Corpus({"low": 7, "b": 1})
            assert parsed.notes == (("duplicates-summed", {"words": 1, "example": "'low'"}),)

    def test_a_sum_over_the_limit_is_refused(self) -> None:
        with pytest.raises(LimitError, match="1,000,000,000,000"):
            parse("a 900000000000\na 900000000000")

    def test_columns_the_other_way_round_are_found(self) -> None:
        for text in ("5,low\n2,lower", "5\tlow\n2\tlower", "      5 low\n      2 lower", "5;low\n2;lower"):
            parsed = parse(text)
            assert parsed.corpus == Corpus({"low": 5, "lower": 2})
            assert [code for code, _ in parsed.notes] == ["columns-swapped"]

    def test_a_column_of_numeric_words_does_not_confuse_them(self) -> None:
        assert parse("5,low\n2,1990").corpus == Corpus({"low": 5, "1990": 2})
        assert codes("low,5\n1990,2") == []

    def test_of_two_columns_of_numbers_the_first_has_the_words(self) -> None:
        parsed = parse("1990,5\n1991,6")
        assert parsed.corpus == Corpus({"1990": 5, "1991": 6})
        assert codes("1990,5\n1991,6") == ["both-columns-numbers"]

    def test_a_header_says_so_also_for_numbers(self) -> None:
        parsed = parse("count,word\n5,1990\n6,1991")
        assert (parsed.corpus, parsed.notes) == (Corpus({"1990": 5, "1991": 6}), ())

    def test_an_unknown_header_is_skipped_and_shown(self) -> None:
        parsed = parse("mot,fois\nlow,5\nb,2")
        assert parsed.corpus == Corpus({"low": 5, "b": 2})
        assert parsed.notes == (("header-skipped", {"header": "'mot, fois'"}),)

    def test_words_with_spaces_are_pointed_out(self) -> None:
        assert codes("{'l o w </w>': 5}") == ["words-with-spaces"]


@pytest.mark.parametrize(
    ("text", "line", "code", "part"),
    [
        ("low 5\nlower -2\nnewest 6", 2, "count-negative", "'lower'"),
        ("low 5\nlower −2", 2, "count-negative", "'lower'"),
        ("low 5\n\nlower 2.5", 3, "count-fractional", "'2.5'"),
        ("low 1,234\nlower 5", 1, "count-fractional", "'1,234'"),
        ("low;1,5\nlower;2", 1, "count-fractional", "'1,5'"),
        ("low 1e5\nlower 5", 1, "count-fractional", "'1e5'"),
        ("low 0", 1, "count-zero", "'low'"),
        ("low 5\nlower 2\nnewest", 3, "count-missing", "'newest'"),
        ("low 5, lower 2, newest 6, widest", 1, "count-missing", "'widest'"),
        ("low,5\nlower,\nnewest,6", 2, "count-missing", "'lower'"),
        ("low,5\nlower,two\nnewest,6", 2, "count-not-number", "'two'"),
        ("low,5\nlower,nan\nnewest,6", 2, "count-not-number", "'nan'"),
        ("low,5\na,b,2\nnewest,6", 2, "too-many-columns", "3 columns"),
        ('"two\nlines",5\nlow,2\nlower,x\nnewest,3', 4, "count-not-number", "'x'"),
        (",5\nlow,2", 1, "empty-word", "empty"),
        ("low 5\na\ud800 2", 2, "surrogate", "U+D800"),
        ('{"low": 5,\n"lower": }', 2, "unexpected", "'}'"),
        ('{"low": 5\n"lower": 2}', 2, "unexpected", "commas between entries"),
        ('{"low" 5}', 1, "unexpected", "colons before counts"),
        ('{"low": 5', 1, "list-not-closed", "too early"),
        ('{"low": 5, "lo', 1, "quote-not-closed", "quotes"),
        ("x =\n{low: 5}", 2, "unexpected", "'low'"),
        ('{"low": 2 + 3}', 1, "unexpected", "'+'"),
        ('{"low": 10**5000}', 1, "unexpected", "'10**5000'"),
        ('{"low": __import__("os")}', 1, "unexpected", "'__import__'"),
        ('{"a\\qb": 5}', 1, "bad-escape", "backslash"),
        ('{"a": 1}\n{"b": 2}', 2, "unexpected", "commas between entries"),
        ("[" * 9000, 1, "nested-too-deep", "nested"),
        ('{"a":' * 9000, 1, "nested-too-deep", "nested"),
        ('[["a",' * 1_000_00, 1, "nested-too-deep", "nested"),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else None,
)  # fmt: skip
def test_a_list_with_a_mistake_is_an_error_that_names_the_line(text: str, line: int, code: str, part: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(text)
    assert (caught.value.line, caught.value.code) == (line, code)
    assert str(caught.value).startswith(f"Line {line}: ")
    assert part in caught.value.reason
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty-corpus"),
        (" \n ", "empty-corpus"),
        ("{}", "empty-corpus"),
        ("[]", "empty-corpus"),
        ('{"low": true}', "count-not-number"),
        ("{'low': True}", "count-not-number"),
        ('{"low": null}', "count-not-number"),
        ('{"low": NaN}', "count-not-number"),
        ('{"low": -Infinity}', "count-not-number"),
        ('{"low": 1e999}', "count-not-number"),
        ('{"low": "5"}', "count-not-number"),
        ('{"low": [5]}', "count-not-number"),
        ('{"low": 2.5}', "count-fractional"),
        ('{"low": -5}', "count-negative"),
        ('{"low": 0}', "count-zero"),
        ('{"": 5}', "empty-word"),
        ("{'a': 2, 1: 5}", "word-not-text"),
        ('{"\\ud800": 5}', "surrogate"),
        ('["low", "lower"]', "not-pairs"),
        ('[["low", 5], ["lower"]]', "not-pairs"),
        ('[{"word": "low"}]', "not-pairs"),
        ('{"low": 1000000000000000000}', "limit-count"),
        ('{"low": ' + "9" * 5000 + "}", "limit-count"),
        ("low 1000000000000000000", "limit-count"),
        ("low " + "9" * 5000, "limit-count"),
        ("a" * 1_000_000, "limit-long-word-chars"),
        ("low 5\n" + "a" * 300_000 + " 5", "limit-long-word-chars"),
        pytest.param("a,1\n" * (MAX_ENTRIES + 1), "limit-entries", marks=pytest.mark.slow),
        ("a " * (MAX_TEXT_CHARS // 2) + "b", "limit-text-chars"),
    ],
    ids=lambda value: value[:30],
)  # fmt: skip
def test_other_refusals(text: str, code: str) -> None:
    with pytest.raises(TokvizError) as caught:
        parse(text)
    assert caught.value.code == code
    assert len(str(caught.value)) < 300


class TestRoundTrips:
    @given(corpus=corpora())
    def test_json_and_python(self, corpus: Corpus) -> None:
        pairs = list(corpus.items())
        for text in (json.dumps(dict(corpus)), json.dumps(pairs), repr(dict(corpus)), repr(pairs), repr(pairs)[1:-1]):
            assert parse(text).corpus == corpus

    @given(
        words=st.lists(texts(3).filter(lambda text: text.strip()), min_size=1, max_size=5, unique=True), data=st.data()
    )
    def test_json_of_any_words(self, words: list[str], data: st.DataObject) -> None:
        counts = {word: data.draw(st.integers(1, 99)) for word in words}
        for ascii_only in (True, False):
            assert parse_upload("a.json", json.dumps(counts, ensure_ascii=ascii_only).encode()).corpus == Corpus(counts)

    @given(corpus=corpora(), delimiter=st.sampled_from(",;"), header=st.booleans(), swapped=st.booleans())
    def test_csv(self, corpus: Corpus, delimiter: str, header: bool, swapped: bool) -> None:
        out = io.StringIO()
        rows: list[tuple[object, ...]] = [("word", "count")] * header + list(corpus.items())
        csv.writer(out, delimiter=delimiter).writerows(row[::-1] if swapped else row for row in rows)
        parsed = parse_upload("a.csv", out.getvalue().encode())
        assert (parsed.corpus, parsed.kind) == (corpus, "csv")
        assert parse(out.getvalue()) == parsed

    @given(corpus=corpora(), form=st.sampled_from(["{} {}", "{}: {}", "{}\t{}", "{} x{}", "{} ×{}", "{},{}"]))
    def test_lines_and_one_line(self, corpus: Corpus, form: str) -> None:
        entries = [form.format(word, count) for word, count in corpus.items()]
        assert parse("\n".join(entries)).corpus == corpus
        if "," not in form and "\t" not in form:
            assert parse(", ".join(entries)).corpus == corpus


@given(text=hostile_texts() | texts(), suffix=st.sampled_from(["", ".csv", ".tsv", ".json"]))
def test_whatever_comes_gives_a_corpus_or_an_error_of_ours(text: str, suffix: str) -> None:
    for read in (parse, lambda text: parse_upload("a" + suffix, text.encode("utf-8", "surrogatepass"))):
        try:
            message = repr(read(text))
        except TokvizError as error:
            message = str(error)
        assert 0 < len(message.encode()) < 1000


class TestUpload:
    @pytest.mark.parametrize(
        ("data", "encoding"),
        [
            ("né 东".encode(), "UTF-8"),
            ("né 东".encode("utf-8-sig"), "UTF-8 with BOM"),
            (b"\xff\xfe" + "né 东".encode("utf-16-le"), "UTF-16-LE"),
            (b"\xfe\xff" + "né 东".encode("utf-16-be"), "UTF-16-BE"),
        ],
    )
    def test_encodings(self, data: bytes, encoding: str) -> None:
        assert decode_bytes(data) == ("né 东", encoding)

    def test_an_unusual_encoding_is_noted(self) -> None:
        parsed = parse_upload("a.txt", "low 5".encode("utf-16"))
        assert (parsed.corpus, parsed.notes) == (Corpus({"low": 5}), (("encoding", {"encoding": "UTF-16-LE"}),))

    @pytest.mark.parametrize(
        ("data", "offset"),
        [
            ("low né".encode("latin-1"), 5),
            ("low 东".encode("gbk"), 4),
            (b"\xef\xbb\xbfab\xff", 5),
            (b"ab\xe4\xb8", 2),
            (b"\xff\xfea\x00b", 4),
            (b"\xff\xfe\x00\xd8", 2),
        ],
    )
    def test_other_bytes_are_refused_with_the_place(self, data: bytes, offset: int) -> None:
        with pytest.raises(CorpusError) as caught:
            decode_bytes(data)
        assert (caught.value.code, caught.value.details["offset"]) == ("not-decodable", offset)

    @pytest.mark.parametrize(
        ("data", "offset"),
        [(b"low\x00", 3), ("é".encode() + b"\0", 2), ("low".encode("utf-16-le"), 1), (b"\xff\xfe\0\0l\0\0\0", 2)],
    )
    def test_nul_bytes_are_refused_with_the_place(self, data: bytes, offset: int) -> None:
        with pytest.raises(CorpusError) as caught:
            decode_bytes(data)
        assert (caught.value.code, caught.value.details["offset"]) == ("nul-byte", offset)

    @pytest.mark.parametrize(
        ("data", "name"),
        [(b"%PDF-1.7\n", "PDF"), (b"PK\x03\x04..", "Office"), (b"\x89PNG\r\n", "PNG"), (b"\x1f\x8b", "gzip")],
    )
    def test_binary_files_are_refused_by_name(self, data: bytes, name: str) -> None:
        with pytest.raises(CorpusError, match=name) as caught:
            parse_upload("words.txt", data)
        assert caught.value.code == "binary-file"

    def test_a_file_that_is_too_large_is_refused_before_it_is_read(self) -> None:
        with pytest.raises(LimitError, match="the limit is 20,000,000") as caught:
            parse_upload("a.txt", b"\xff" * (MAX_UPLOAD_BYTES + 1))
        assert caught.value.code == "limit-upload-bytes"

    def test_a_txt_file_may_hold_any_form(self) -> None:
        for text, kind in (("low 5", "counts"), ("low,5", "csv"), ('{"low": 5}', "json"), ("low and so on", "prose")):
            for name in ("a.txt", "a", "A.TXT", "a.words"):
                assert parse_upload(name, text.encode()).kind == kind

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("a.csv", "low\nlower"),
            ("a.CSV", "It was dark, and cold."),
            ("a.tsv", "low,5"),
            ("a.json", "low 5"),
            ("a.json", "{"),
        ],
    )
    def test_a_suffix_is_a_promise(self, name: str, text: str) -> None:
        with pytest.raises(FormatError, match="Line 1"):
            parse_upload(name, text.encode())

    def test_excel_writes_tabs_into_csv_files(self) -> None:
        assert parse_upload("a.csv", "low\t5\nlower\t2".encode("utf-16")).corpus == Corpus({"low": 5, "lower": 2})

    def test_json_of_no_list_is_refused(self) -> None:
        for text in ('"low"', "5", "[1, 2, 3]", "true", "[[[1]]]"):
            with pytest.raises(CorpusError) as caught:
                parse_upload("a.json", text.encode())
            assert caught.value.code == "not-pairs"


def test_a_cell_without_end_is_named_in_a_table_and_prose_elsewhere() -> None:
    text = 'low,5\nnew,4\n"' + "x" * 200_000 + '",3\n'
    with pytest.raises(FormatError) as caught:
        parse_upload("words.csv", text.encode())
    assert (caught.value.code, caught.value.line) == ("csv-cell", 3)
    text = 'low,5\nnew,4\n"' + "x\n" * 100_000
    assert parse_upload("words.txt", text.encode()).kind == "prose"
