"""Files that were misread or refused once: each says what its library says, or names what it is.

The files and the values of the libraries are those of `tests/golden/faults`.
"""

from __future__ import annotations

import io
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import regex
import tiktoken
from subword_nmt import apply_bpe
from subword_nmt.apply_bpe import BPE
from tiktoken.load import load_tiktoken_bpe
from tokenizers import BertWordPieceTokenizer, Tokenizer, models

from tests.files.agreement import differs
from tests.files.styles import GPT4
from tokviz import unigram
from tokviz.algorithms import UNIGRAM
from tokviz.bpe.encoding import EncodeTrace
from tokviz.corpus import Corpus
from tokviz.errors import FormatError, RulesError, TokvizError
from tokviz.files.detect import load_any
from tokviz.files.pipeline import Pipeline
from tokviz.files.subword_nmt import read_vocabulary
from tokviz.texts import templates

FAULTS = Path(__file__).parents[1] / "golden" / "faults"
VALUES = json.loads((FAULTS / "expected.json").read_text("utf-8"))


def opened(name: str) -> Pipeline:
    return Pipeline.from_files([(name, (FAULTS / name).read_bytes())])


def codes(pipeline: Pipeline) -> list[str]:
    return [one.code for one in pipeline.notes]


def refused(pipeline: Pipeline, text: str) -> TokvizError:
    with pytest.raises(TokvizError) as caught:
        pipeline.encode(text)
    return caught.value


# -- vocab.txt ---------------------------------------------------------------------------------------------------------

HEAD = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n"


@pytest.mark.parametrize("unk", ["[UNK]", "<unk>"])
@pytest.mark.parametrize(
    "lines",
    [
        "low\n\u2028\n##er\n我\n",
        "low\n##er\n我\n\n",
        "low\n\n\n##er\n",
        "low\n##er\nlow\n",
        "[UNK]\nlow\n##er\n",
        *(f"low{separator}\nlo{separator}w\n##er\n" for separator in "\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e\r"),
    ],
)
def test_lines_of_vocab_txt_are_those_of_the_library(tmp_path: Path, lines: str, unk: str) -> None:
    path = tmp_path / "vocab.txt"
    path.write_bytes((HEAD + lines).replace("[UNK]", unk).encode())
    theirs = BertWordPieceTokenizer.from_file(str(path), unk_token=unk)
    pipeline = Pipeline.from_file(path)
    assert ("vocab-txt-unk" in codes(pipeline)) == (unk != "[UNK]")
    for text in ("lower 我", "low xyz low", "lo\u2028w lower"):
        assert list(pipeline.encode(text).ids) == theirs.encode(text).ids
        assert not differs(pipeline, text)


def test_a_line_of_chinese_bert_that_is_no_line_end() -> None:
    assert codes(opened("vocab_u2028.txt"))[0] == "vocab-txt-empty"
    assert "vocab-txt-empty" not in codes(opened("vocab_u2028_line_taken_out.txt"))


# -- an unknown token that is not there --------------------------------------------------------------------------------


@pytest.mark.parametrize("unk", ["<unk>", ""])
@pytest.mark.parametrize("is_added", [False, True])
def test_an_unknown_token_that_is_missing_fails_where_it_is_needed(unk: str, is_added: bool) -> None:
    file = json.loads((FAULTS / "unk_not_in_vocab.json").read_text("utf-8"))
    file["model"]["unk_token"] = unk
    if is_added:
        flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
        file["added_tokens"] = [{"id": 3, "content": "<unk>", **flags, "special": True}]
    theirs = Tokenizer.from_str(json.dumps(file))
    pipeline = Pipeline.from_file(json.dumps(file).encode())
    assert codes(pipeline)[0] == "unk-not-listed"
    for text in ("ab", "aab", "ba"):
        assert list(pipeline.encode(text).ids) == theirs.encode(text).ids
        assert not differs(pipeline, text)
    with pytest.raises(Exception, match="Unk token"):
        theirs.encode("abx")
    assert refused(pipeline, "abx").details["symbol"] == "'x'"
    with pytest.raises(RulesError) as caught:
        pipeline.text_model.model.encode("abx")
    assert caught.value.code == "unk-not-listed"


# -- entries that are there twice, or empty ----------------------------------------------------------------------------


def compared(file: str, *texts: str) -> Pipeline:
    """A tokenizer.json beside its library on some texts."""
    pipeline, theirs = Pipeline.from_file(file.encode()), Tokenizer.from_str(file)
    for text in texts:
        assert list(pipeline.encode(text).ids) == theirs.encode(text).ids
        assert not differs(pipeline, text), text
    return pipeline


@pytest.mark.parametrize(
    "vocabulary",
    ['{"a": 0, "a": 0, "b": 1}', '{"a": 0, "a": 1, "b": 2}', '{"": 0, "a": 1, "b": 2}'],
)
def test_a_token_that_is_there_twice_has_its_last_id(vocabulary: str) -> None:
    pipeline = compared(f'{{"model": {{"type": "BPE", "vocab": {vocabulary}, "merges": []}}}}', "ab", "aab", "ba")
    assert codes(pipeline) == ([] if '""' in vocabulary else ["token-twice"])


def test_the_same_in_a_file_for_wordpiece_and_in_vocab_json() -> None:
    rest = '"unk_token": "a", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100'
    file = f'{{"model": {{"type": "WordPiece", "vocab": {{"a": 0, "##b": 2, "a": 3}}, {rest}}}}}'
    assert codes(compared(file, "a", "ab", "x")) == ["token-twice"]
    vocabulary, merges = b'{"a": 0, "b": 1, "ab": 7, "a": 2}', b"a b\n"
    pipeline = Pipeline.from_files([("merges.txt", merges), ("vocab.json", vocabulary)])
    theirs = Tokenizer(models.BPE({"a": 2, "b": 1, "ab": 7}, [("a", "b")]))
    assert list(pipeline.encode("abba").ids) == theirs.encode("abba").ids == [7, 1, 2]
    assert codes(pipeline)[0] == "token-twice"
    assert not differs(pipeline, "abba")


@pytest.mark.parametrize(
    ("vocabulary", "expected"),
    [
        ([["<unk>", 0], ["a", -1], ["b", -2], ["a", -3]], ["piece-twice"]),
        ([["<unk>", 0], ["a", -5], ["b", -5], ["ab", -3], ["ab", -12]], ["piece-twice"]),
        ([["<unk>", 0], ["a", -50], ["ab", -20], ["b", -9], ["a", -3]], ["piece-twice"]),
        ([["<unk>", 0], ["", -1], ["a", -2], ["b", -3]], ["piece-empty"]),
        ([["<unk>", 0], ["a", -1], ["", -2], ["", -50], ["ba", -30]], ["piece-empty"]),
        ([["", 0], ["a", -2], ["b", -3]], ["piece-empty"]),
    ],
)
def test_pieces_that_are_there_twice_or_empty(vocabulary: list[list[Any]], expected: list[str]) -> None:
    file = json.dumps({"model": {"type": "Unigram", "vocab": vocabulary, "unk_id": 0}})
    texts = ("ab", "aab", "ba") if vocabulary[0][0] == "" else ("ab", "abx", "xxbax", "ba", "x")
    assert codes(compared(file, *texts)) == expected


def test_an_unknown_piece_that_is_there_twice() -> None:
    """Its first id is that of unknown characters, its last that of itself."""
    file = {"model": {"type": "Unigram", "vocab": [["<unk>", 0], ["b", -2], ["<unk>", -1]], "unk_id": 0}}
    pipeline, theirs = Pipeline.from_file(json.dumps(file).encode()), Tokenizer.from_str(json.dumps(file))
    assert list(pipeline.encode("bx<unk>").ids) == theirs.encode("bx<unk>").ids == [1, 0, 2]
    assert pipeline.check("bx<unk>").equal


# -- SentencePiece -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bpe_user_defined.vocab", "bpe_user_defined.model"])
def test_a_list_with_symbols_of_the_user_is_the_model(name: str) -> None:
    pipeline = opened(name)
    found = [one for one in VALUES if one["file"] == "bpe_user_defined.model"]
    assert len(found) == 2
    for one in found:
        assert list(pipeline.encode(one["text"]).ids) == one["ids"]
        assert not differs(pipeline, one["text"])
    assert codes(pipeline) == (["vocab-bpe", "vocab-symbols"] if name.endswith("vocab") else [])


# -- ranks, codes ------------------------------------------------------------------------------------------------------


def test_an_empty_rank_is_read() -> None:
    path = FAULTS / "empty_rank.tiktoken"
    theirs = tiktoken.Encoding("small", pat_str=GPT4, mergeable_ranks=load_tiktoken_bpe(str(path)), special_tokens={})
    for data in (path.read_bytes(), path.read_bytes().replace(b"\n", b"\r"), path.read_bytes().replace(b"\n", b"\r\n")):
        pipeline = Pipeline.from_file(data, name="x.tiktoken", pattern=GPT4)
        assert codes(pipeline)[0] == "ranks-empty"
        assert pipeline.vocabulary[""] == 257
        assert pipeline.decode([256, 257, 32]).text == theirs.decode([256, 257, 32]) == "ab "
        for text in ("ab é", "abab  ab", ""):
            assert list(pipeline.encode(text).ids) == theirs.encode(text)
            assert not differs(pipeline, text)


def test_codes_with_counts_are_read_without_them() -> None:
    pipeline = opened("fastbpe_counts.codes")
    assert pipeline.encode("test").tokens == ("t@@", "est")
    assert codes(pipeline) == ["codes-counts"]
    with pytest.raises(SystemExit):  # theirs
        BPE(io.StringIO("e s 9\nes t</w> 9\n"))
    named = Pipeline.from_file((FAULTS / "fastbpe_counts.codes").read_bytes(), name="codes.txt")
    assert named.encode("test").tokens == ("t@@", "est")
    with pytest.raises(FormatError) as caught:
        Pipeline.from_file(b"e s 9\nes t\n", name="x.codes")
    assert (caught.value.code, caught.value.line) == ("wrong-fields", 1)
    assert ".vocab" not in str(caught.value)


def test_a_byte_order_mark_before_the_version_is_said_to_change_what_subword_nmt_reads() -> None:
    data = (FAULTS / "bom.codes").read_bytes()
    (value,) = (one for one in VALUES if one["file"] == "bom.codes")
    theirs = BPE(io.StringIO(data.decode()))
    assert (theirs.process_line("low lo"), list(theirs.version)) == (value["line"], value["version"])
    pipeline = opened("bom.codes")
    assert pipeline.encode("low lo").tokens == ("low", "l@@", "o")
    assert codes(pipeline) == ["codes-mark-version"]


def test_a_byte_order_mark_is_part_of_the_first_token_of_a_vocabulary_as_in_subword_nmt() -> None:
    text = "\ufefflow 3\nlo@@ 1\n"
    theirs = apply_bpe.read_vocabulary(io.StringIO(text), None)
    assert set(read_vocabulary(text.encode())) == set(read_vocabulary(text)) == theirs == {"\ufefflow", "lo@@"}


def test_merges_over_bytes_without_their_vocabulary_are_said() -> None:
    """GPT-2's vocab.bpe alone was read as codes of subword-nmt, without a word."""
    pipeline = Pipeline.from_file("#version: 0.2\n\u0120 l\nl o\n\u0120l o\n".encode(), name="vocab.bpe")
    assert pipeline.encode("low").tokens == ("lo@@", "w")
    assert codes(pipeline) == ["codes-byte-level"]
    assert codes(Pipeline.from_file("#version: 0.2\n\u0120 l\nl o</w>\n".encode(), name="x.codes")) == []


def test_a_unigram_without_an_unknown_piece_is_said() -> None:
    """Of a file, and of one that tokviz trains and writes: tokenizers fails, our model keeps the character."""
    trace = unigram.train(Corpus({"low": 5, "lower": 2}), vocab_size=8, rules="course")
    written = UNIGRAM.formats["tokenizer.json"]
    data = str(written.write(trace, "whitespace"))
    assert [note.code for note in written.notes(trace, "whitespace")] == ["written-no-unk"]
    with pytest.raises(Exception, match="unk_id"):
        Tokenizer.from_str(data).encode("mow")
    assert trace.model().encode("mow")[0] == "m"
    pipeline = Pipeline.from_file(data.encode())
    assert codes(pipeline) == ["unk-none"]
    with pytest.raises(TokvizError):
        pipeline.encode("mow")


@pytest.mark.parametrize("name", ["tokenizer.json", "merges.txt"])
def test_a_byte_order_mark_that_tokenizers_does_not_leave_out(tmp_path: Path, name: str) -> None:
    mark = "\ufeff".encode()
    vocabulary = {"a": 0, "b": 1, "ab": 2}
    if name == "tokenizer.json":
        data = mark + json.dumps({"model": {"type": "BPE", "vocab": vocabulary, "merges": ["a b"]}}).encode()
        pipeline = Pipeline.from_file(data)
        with pytest.raises(Exception, match="line 1 column 1"):
            Tokenizer.from_str(data.decode())
    else:
        merges, listed = tmp_path / "merges.txt", tmp_path / "vocab.json"
        merges.write_bytes(mark + b"#version: 0.2\na b\n")
        listed.write_text(json.dumps(vocabulary))
        pipeline = Pipeline.from_file(merges, listed)
        with pytest.raises(Exception, match="out of vocabulary"):
            models.BPE.from_file(str(listed), str(merges))
    assert codes(pipeline)[0] == "byte-order-mark"
    assert pipeline.encode("ab").ids == (2,)


# -- minbpe ------------------------------------------------------------------------------------------------------------


def by_minbpe(text: str, merges: dict[tuple[int, int], int], pattern: str) -> list[int]:
    """The ids of a text by minbpe's loop: all occurrences of the pair with the lowest id at once."""
    found = []
    for piece in regex.findall(pattern, text) if pattern else [text]:
        ids = list(piece.encode())
        while pairs := [pair for pair in pairwise(ids) if pair in merges]:
            best = min(pairs, key=lambda pair: merges[pair])
            at = 0
            while at < len(ids) - 1:
                if (ids[at], ids[at + 1]) == best:
                    ids[at : at + 2] = [merges[best]]
                at += 1
        found += ids
    return found


def test_a_model_of_minbpe_is_read() -> None:
    pipeline = opened("minbpe.model")
    (value,) = (one for one in VALUES if one["file"] == "minbpe.model")
    assert list(pipeline.encode(value["text"]).ids) == value["ids"]
    assert pipeline.decode(value["ids"], skip_special=False).text == value["text"]
    assert codes(pipeline) == ["minbpe", "minbpe-special"]
    assert [stage.name for stage in pipeline.stages("the hat")][-3:] == ["Split", "ByteLevel", "BPE"]
    trace = pipeline.explain("Ġsat")
    assert isinstance(trace, EncodeTrace)
    assert [step.pair for step in trace.steps] == [("a", "t"), ("Ġ", "s"), ("Ġs", "at")]


@pytest.mark.parametrize("pattern", [GPT4, "", r"\w+|\s", r"\w+"])
def test_any_model_of_minbpe(pattern: str) -> None:
    lines = (FAULTS / "minbpe.model").read_text("utf-8").splitlines()[4:]
    merges = {(int(line.split()[0]), int(line.split()[1])): 256 + place for place, line in enumerate(lines)}
    file = "\r\n".join(["minbpe v1", pattern, "0", *lines]).encode()
    pipeline = Pipeline.from_files([("own.model", file)])
    assert codes(pipeline) == (["minbpe", "minbpe-pattern"] if pattern else ["minbpe-basic"])
    for text in ("the hat on the mat, sat cat!", "thethe é 123", "at", ""):
        assert list(pipeline.encode(text).ids) == by_minbpe(text, merges, pattern)
        assert not differs(pipeline, text)


@pytest.mark.parametrize(
    ("lines", "code", "line"),
    [
        ("\nx\n", "minbpe-line", 3),
        ("\n1\n<s>\n", "minbpe-line", 4),
        ("\n2\n<s> 300\n", "minbpe-line", 5),
        ("\n0\n1 2 3\n", "minbpe-line", 4),
        ("\n0\n97 256\n", "minbpe-order", 4),
        ("\n0\n97 97\n97 97\n", "minbpe-twice", 5),
        ("\n1\n<s> 256\n97 97\n", "id-twice", 4),
        ("", "minbpe-line", 1),
    ],
)
def test_a_broken_model_of_minbpe(lines: str, code: str, line: int) -> None:
    with pytest.raises(FormatError) as caught:
        Pipeline.from_files([("x.model", f"minbpe v1\n{lines}".encode())])
    assert (caught.value.code, caught.value.line) == (code, line)


# -- files of other kinds ----------------------------------------------------------------------------------------------

OTHERS = {
    "minbpe.vocab": ((FAULTS / "minbpe.vocab").read_bytes(), "minbpe-vocab"),
    "minbpe.txt": ((FAULTS / "minbpe.vocab").read_bytes(), "minbpe-vocab"),
    "rwkv_vocab.txt": (b"1 '\\x00' 1\n2 b'\\xff' 1\n3 \"'\" 1\n", "lines-rwkv"),
    "merges by ids.txt": (b"101 32\n256 44\n257 101\n", "lines-ids"),
    "counts.txt": (b"the 100\nof@@ 40\nthey 3\n", "lines-counts"),
    "vocab.json": (b'{"the": 0, "of": 1}', "json-vocabulary"),
    "list.json": (b'["[PAD]", "the"]', "json-list"),
    "tokenizer.json": (b'{"class_name": "Tokenizer", "config": {"num_words": null}}', "json-keras"),
    "claude.json": (b'{"explicit_n_vocab": 65000, "pat_str": "a", "bpe_ranks": "! 0 IQ=="}', "json-ranks"),
    "tokenizer_config.json": (b'{"tokenizer_class": "BertTokenizer"}', "json-settings"),
    "special_tokens_map.json": (b'{"unk_token": "<unk>"}', "json-settings"),
    "added_tokens.json": (b'{"<image>": 32000, "<pad>": 32001}', "json-added"),
    "chat_template.jinja": (b"{% for m in messages %}{{ m.content }}{% endfor %}", "chat-template"),
    "template.txt": (b"\n{{- bos_token }}{% if x %}{% endif %}", "chat-template"),
    "tiny.gguf": (b"GGUF\3\0\0\0" + bytes(64), "gguf-none"),
    "tiny.model": (b"GGUF\3\0\0\0" + bytes(64), "gguf-none"),
    "my8k.json": (b'{"format": "tokviz-trace/1", "algorithm": "bpe"}', "json-trace"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_file_of_another_kind_is_named(name: str) -> None:
    data, code = OTHERS[name]
    for read in (Pipeline.from_files, load_any):
        with pytest.raises(FormatError) as caught:
            read([(name, data)])
        assert caught.value.code == code


def test_a_merge_of_a_trimmed_vocabulary_is_named_with_its_line() -> None:
    """A token was taken out, and its merge left in."""
    model = {"type": "BPE", "vocab": {"1": 0, "2": 1, "a": 2, "1a": 3}, "merges": [["1", "a"], ["1", "2"]]}
    text = json.dumps({"version": "1.0", "model": model}, indent=1)
    with pytest.raises(Exception, match="Token `12` out of vocabulary"):
        Tokenizer.from_str(text)
    with pytest.raises(FormatError) as caught:
        Pipeline.from_file(text.encode())
    named = {"merge": "'1' + '2'", "symbol": "'12'"}
    assert (caught.value.code, {name: caught.value.details[name] for name in named}) == ("merge-unknown-symbol", named)
    assert caught.value.line is not None
    assert text.splitlines()[caught.value.line - 1 :][:2] == ['    "1",', '    "2"']


def test_a_key_that_the_library_does_not_know_may_be_newer_than_it() -> None:
    """Such as role_to_token, which tokenizers 0.23 refuses."""
    file = {"version": "1.0", "model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}, "role_to_token": {"eos": "a"}}
    text = json.dumps(file, indent=1)
    with pytest.raises(FormatError) as caught:
        Pipeline.from_file(text.encode())
    assert (caught.value.code, caught.value.details["key"]) == ("pipeline-key", "'role_to_token'")
    assert caught.value.line is not None
    assert '"role_to_token"' in text.splitlines()[caught.value.line - 1]


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ({"type": "Split", "pattern": {"String": "a"}, "behavior": "Isolated"}, "missing field `invert`"),
        (
            {"type": "Split", "pattern": {"String": "a"}, "behavior": "Isolated", "invert": 3},
            "invalid type: integer `3`",
        ),
        ({"type": "Digits", "individual_digits": None}, "invalid type: null, expected a boolean"),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_the_library_misses_is_not_cut_off(part: dict[str, Any], why: str, language: str) -> None:
    """And the line is that of the part in the file."""
    model = {"type": "BPE", "vocab": {"a": 0}, "merges": []}
    file = json.dumps({"version": "1.0", "normalizer": None, "pre_tokenizer": part, "model": model}, indent=1)
    with pytest.raises(Exception, match=why):
        Tokenizer.from_str(file)
    with pytest.raises(FormatError) as caught:
        Pipeline.from_file(file.encode())
    assert why in caught.value.sentence(templates(language))
    assert caught.value.line == 4


def test_a_text_in_place_of_a_vocabulary_is_read_with_a_note() -> None:
    text = b"It was the best of times\nit was the worst of times\n\nx\n"
    assert "vocab-txt-spaces" in codes(Pipeline.from_files([("vocab.txt", text)]))
    assert "vocab-txt-spaces" not in codes(opened("vocab_u2028.txt"))
