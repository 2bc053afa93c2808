"""The files to download: exact, and harmless in a spreadsheet."""

import csv
import io
import json
import zipfile

import pytest
from hypothesis import given

from tests.strategies import corpora
from tokviz import bpe, examples, wordpiece
from tokviz.bpe import Trace
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.files import merges_txt
from tokviz.views.algorithms import steps_csv, trace_json

HOSTILE = Corpus(
    {"=HYPERLINK(1)": 9, "+1": 8, "-1": 7, "@SUM": 6, "\tx": 5, "\rx": 4, 'a"b,c;d\\': 3, "\nx": 2, "'=": 2}
)


def cells(trace: Trace) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(steps_csv(trace), newline="")))


def test_steps_csv() -> None:
    text = steps_csv(bpe.train(examples.load("sennrich").corpus)).replace("\r\n", "\n")
    assert text.splitlines()[:3] == [
        "step,left,right,token,count,tied,vocabulary_change,symbols_in_use,vocabulary_size",
        "1,e,s,es,9,3,0,11,12",
        "2,es,t,est,9,2,-1,10,13",
    ]
    assert len(text.splitlines()) == 16


def test_steps_csv_of_wordpiece() -> None:
    """The score is a number: a spreadsheet would make the twentieth of January of 1/20."""
    text = steps_csv(wordpiece.train(examples.load("hug").corpus)).replace("\r\n", "\n")
    assert text.splitlines()[:3] == [
        "step,left,right,token,count,tied,vocabulary_change,symbols_in_use,vocabulary_size,left_count,right_count,score",
        "1,##g,##s,##gs,5,1,0,7,13,20,5,0.05",
        "2,h,##u,hu,15,6,0,7,14,15,36,0.027777777777777776",
    ]
    assert len(text.splitlines()) == 10


@pytest.mark.parametrize("preset", list(wordpiece.PRESETS))
def test_json_of_wordpiece_holds_what_a_score_is_made_of(preset: str) -> None:
    trace = wordpiece.train(HOSTILE, merges=20, rules=preset)
    read = json.loads(trace_json(trace))
    assert (read["algorithm"], read["rules"]["preset"]) == ("wordpiece", preset)
    assert [tuple(step["pair"]) for step in read["steps"]] == trace.merges
    made = [(step["count"], step["left_count"], step["right_count"]) for step in read["steps"]]
    assert made == [(step.count, step.left_count, step.right_count) for step in trace]
    words = [tuple(entry["symbols"]) for entry in read["words"]]
    for step in read["steps"]:
        for w, symbols in step["changes"]:
            words[w] = tuple(symbols)
    assert words == list(trace.words().values())


def test_no_cell_is_a_formula() -> None:
    trace = bpe.train(HOSTILE, rules="course")
    rows = cells(trace)
    tokens = [row[column] for row in rows for column in ("left", "right", "token")]
    assert [token for token in tokens if token.startswith(("=", "+", "-", "@", "\t", "\r"))] == []
    assert "'=" in tokens  # the apostrophe is there ...
    assert [(row["left"].removeprefix("'"), row["right"].removeprefix("'")) for row in rows if row["left"] != "'"] == [
        (left, right) for left, right in trace.merges if left != "'"
    ]  # ... and nothing else has changed


@given(corpora())
def test_plain_tokens_come_back_from_csv_as_they_were(corpus: Corpus) -> None:
    trace = bpe.train(corpus, rules="course")
    assert [(row["left"], row["right"]) for row in cells(trace)] == trace.merges
    assert [int(row["count"]) for row in cells(trace)] == list(trace.counts)


def test_commas_quotes_and_line_ends_come_back_from_csv() -> None:
    trace = bpe.train(Corpus({'a"b,c;d\\\nx\r\ny': 2}), rules="course")
    assert [row["token"] for row in cells(trace)] == list(trace.tokens)


@pytest.mark.parametrize("preset", ["sennrich", "huggingface", "minbpe", "sentencepiece"])
def test_json_holds_the_whole_trace(preset: str) -> None:
    """Whoever replays the changes of the file gets the words of the trace, after every step."""
    trace = bpe.train(HOSTILE, merges=20, rules=preset)
    read = json.loads(trace_json(trace))
    assert read == json.loads(json.dumps(trace.to_dict()))
    assert (read["format"], read["rules"]["preset"]) == ("tokviz-trace/1", preset)
    assert {entry["word"]: entry["count"] for entry in read["words"]} == dict(HOSTILE)
    words = [tuple(entry["symbols"]) for entry in read["words"]]
    for k, step in enumerate(read["steps"]):
        assert words == list(trace.words(k).values())
        assert (tuple(step["pair"]), step["token"]) == (trace.merges[k], trace.tokens[k])
        for w, symbols in step["changes"]:
            words[w] = tuple(symbols)
    assert words == list(trace.words().values())


def test_json_is_readable() -> None:
    assert "茶叶" in trace_json(bpe.train(Corpus({"茶叶": 2}), rules="course"))


def test_zip() -> None:
    trace = bpe.train(examples.load("hug").corpus, rules="huggingface")
    data = merges_txt.write_zip(trace)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["merges.txt", "vocab.json"]
        assert archive.read("merges.txt").decode() == merges_txt.write_merges(trace)
        assert json.loads(archive.read("vocab.json")) == {token: i for i, token in enumerate(trace.vocabulary())}


def test_zip_of_what_merges_txt_cannot_hold() -> None:
    with pytest.raises(RulesError) as caught:
        merges_txt.write_zip(bpe.train(Corpus({"a b": 2}), rules="course"))
    assert caught.value.code == "merges-space"
