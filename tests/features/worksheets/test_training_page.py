"""Worksheets: the sheet holds no answer, the solution those of the trace, and both have one layout."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.catalogs import saying
from tests.html_pages import Reader
from tests.strategies import corpora, hostile_texts
from tokviz import Corpus, bpe, examples, parity, unigram, wordpiece
from tokviz.corpus.languages import LanguageCorpus
from tokviz.errors import CorpusError
from tokviz.features.worksheets import training_page
from tokviz.features.worksheets.sheet import LONGEST
from tokviz.unigram import Expect, Prune, Seed
from tokviz.views.algorithms import views_of
from tokviz.views.merges import narration
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import without_marks

EN = load("en")
HUG, SENNRICH = examples.load("hug").corpus, examples.load("sennrich").corpus
OWN = Corpus.from_text(
    "Subword tokenization splits rare words into smaller units so that a model can read every word . The units are "
    "learned from how often pairs of letters stand side by side in a corpus of words , and a language shares many ."
)
BY_RATIO = replace(parity.PRESETS["parity"], turn="ratio", ratio=(1.0, 1.0, 1.0, 2.0))
TRACES: dict[str, Any] = {
    "bpe": bpe.train(HUG, merges=20, rules="course"),
    "bpe-sennrich": bpe.train(SENNRICH, merges=15, rules="sennrich"),
    "bpe-own": bpe.train(OWN, merges=40, rules="subword-nmt"),
    "wordpiece": wordpiece.train(HUG, merges=20, rules="course"),
    "wordpiece-own": wordpiece.train(OWN, merges=40, rules="huggingface"),
    "parity": parity.train(examples.load("two-languages").corpus_for("parity"), merges=8),
    "parity-ratio": parity.train(examples.load("four-languages").corpus_for("parity"), merges=8, rules=BY_RATIO),
    "parity-alone": parity.train(HUG, merges=8),
    "unigram": unigram.train(HUG, vocab_size=10, rules="course"),
    "unigram-em": unigram.train(SENNRICH, vocab_size=14, rules="soft-em"),
    "unigram-own": unigram.train(OWN, vocab_size=60, rules="hard-em"),
}
VOID = {"meta"}


class Sheet(HTMLParser):
    """The parts of a page that ask for something (class `blank`, `answer` or `ruled`), and the parts that are given."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.given: list[str] = []
        self.answers: list[str] = []  # the texts of what is asked for, empty on the sheet
        self.sentences: list[str] = []
        self.tables: list[list[list[str]]] = []  # of each table its rows of cells
        self.is_blank: list[bool] = []
        self._stack: list[tuple[str, str]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        classes = dict(attrs).get("class") or ""
        kind = "asked" if {"blank", "answer"} & set(classes.split()) else self._kind
        if (tag == "p" and kind == "asked") or "ruled" in classes:
            kind = "sentence"
            self.sentences.append("")
        elif kind == "asked" and self._kind != "asked":
            self.answers.append("")
            self.is_blank.append("blank" in classes)
        self._stack.append((tag, kind))
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag == "td":
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "td" and self._kind == "given" and self.tables[-1][-1][-1].strip():
            self.given.append(self.tables[-1][-1][-1].strip())
        assert self._stack.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        is_in_cell = any(tag == "td" for tag, _ in self._stack)
        if {"style", "script"} & {tag for tag, _ in self._stack} or not (is_in_cell or data.strip()):
            return
        if self._kind == "sentence":
            self.sentences[-1] += data
        elif self._kind == "asked":
            self.answers[-1] += data
        elif not is_in_cell:
            self.given.append(data.strip())
        if is_in_cell:
            self.tables[-1][-1][-1] += data

    @property
    def _kind(self) -> str:
        return self._stack[-1][1] if self._stack else "given"


def sheet(trace: Any, first: int = 1, last: int = 3, language: str = "en", **options: Any) -> Sheet:
    return Sheet(training_page.page(trace, first, last, load(language), filled=False, **options))


def solution(trace: Any, first: int = 1, last: int = 3, language: str = "en", **options: Any) -> Sheet:
    return Sheet(training_page.page(trace, first, last, load(language), filled=True, **options))


@pytest.mark.parametrize("name", TRACES)
@pytest.mark.parametrize(("first", "last"), [(1, 3), (3, 5)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_holds_no_answer(name: str, first: int, last: int, language: str) -> None:
    asked, filled = (made(TRACES[name], first, last, language) for made in (sheet, solution))
    assert len(asked.answers) > 20
    assert set(asked.answers) == {""}
    assert all(asked.is_blank)
    assert not any(filled.is_blank)
    assert all(filled.answers)
    assert set(asked.sentences) == {""}
    assert all(filled.sentences)
    # Name and date are blanks of the sheet only; else the two have the same places to fill in, and the same is given.
    say = load(language)
    assert len(asked.answers) - 2 == len(filled.answers)
    own = {say("worksheet.name"), say("worksheet.date")}
    assert [text for text in asked.given if text not in own][2:] == filled.given[2:]  # after the two titles
    assert [[len(row) for row in table] for table in asked.tables] == [
        [len(row) for row in table] for table in filled.tables
    ]


def stills(page: str) -> list[dict[str, Any]]:
    """Return the data that the pictures of a page are drawn from."""
    found = re.findall(r'<div class="still[^>]*><script type="application/json">(.*?)</script>', page)
    return [json.loads(json.loads(one)["payload"]) for one in found]


@pytest.mark.parametrize("name", ["bpe", "bpe-sennrich", "wordpiece"])
@pytest.mark.parametrize("done", [0, 4])
def test_the_picture_of_a_sheet_knows_nothing_of_what_is_to_come(name: str, done: int) -> None:
    trace = TRACES[name]
    kind = bpe if trace.algorithm == "bpe" else wordpiece
    ended = kind.train(trace.corpus, merges=done, rules=trace.rules)
    [shown] = stills(training_page.page(trace, done + 1, done + 3, EN, filled=False))
    whole = json.loads(json.dumps(views_of(ended).picture.payload(ended, range(done, done + 1), EN)))
    assert shown["frames"][0]["candidates"]["rows"] == []
    assert shown["frames"][0]["groups"] == whole["frames"][0]["groups"]
    assert {key: shown[key] for key in ("rows", "tokens", "total")} == {
        key: whole[key] for key in ("rows", "tokens", "total")
    }
    assert shown["picture"] == whole["picture"] | {"longest": 1}


@pytest.mark.parametrize(("name", "others"), [("bpe", 1), ("wordpiece-own", 1), ("unigram", 0), ("top-down", 0)])
def test_a_solution_shows_each_step_and_a_sheet_only_what_is_given(name: str, others: int) -> None:
    trace = wordpiece.train_top_down(HUG, threshold=5) if name == "top-down" else TRACES[name]
    assert len(stills(training_page.page(trace, 1, 5, EN, filled=False))) == others
    drawn = stills(training_page.page(trace, 1, 5, EN, filled=True))
    selecting = 3  # of the first five steps from the top down; the others have no picture
    assert len(drawn) == others + (selecting if name == "top-down" else 5)
    assert all(one["still"] and len(one["frames"]) == 1 and not one["frames"][0]["say"] for one in drawn)


def test_a_sheet_without_a_picture_has_no_script() -> None:
    assert "<script" not in training_page.page(TRACES["unigram"], 1, 3, EN, filled=False)
    assert "<script" in training_page.page(TRACES["unigram"], 1, 3, EN, filled=True)


@pytest.mark.parametrize("name", ["bpe", "bpe-sennrich", "bpe-own"])
def test_the_solution_has_the_counts_of_the_trace(name: str) -> None:
    trace = training_page.by_hand(TRACES[name])
    filled = solution(TRACES[name], 2, 4)
    assert isinstance(trace, bpe.Trace)
    answers = iter(filled.answers)
    for k in (1, 2, 3):
        counts, pair, token = trace.pairs(k), " ".join(trace.merges[k]), trace.tokens[k]
        asked = min(len(counts), 36)
        if k == 1:  # the words are given, and with them the names of the pairs
            found = [int(next(answers)) for _ in range(asked)]
            assert sorted(found, reverse=True) == sorted(counts.values(), reverse=True)[:asked]
        else:
            rows = {next(answers): int(next(answers)) for _ in range(asked)}
            assert rows.items() <= {" ".join(map(visible, two)): count for two, count in counts.items()}.items()
            assert rows[pair] == trace.counts[k]
        assert [next(answers), next(answers), next(answers)] == [pair, str(trace.counts[k]), token]
        assert [next(answers) for _ in trace.corpus] == ["  ".join(word) for word in trace.words(k + 1).values()]
    assert list(answers) == []
    assert filled.sentences == [without_marks(narration.done(trace[k], EN)) for k in (1, 2, 3)]


def test_pairs_stand_in_an_order_that_gives_nothing_away() -> None:
    """In the order in which the words show them, not by count: the first row of the first merge is not the winner."""
    trace = TRACES["bpe"]
    counted = [row for table in sheet(trace, 1, 1).tables[1:4] for row in table if row]
    met = dict.fromkeys(" ".join(two) for word in HUG for two in pairwise(word))
    assert [row[0] for row in counted] == list(met)
    assert next(iter(met)) != " ".join(trace.merges[0])


def test_scores_are_worked_out_as_fractions() -> None:
    trace = TRACES["wordpiece"]
    filled = solution(trace, 1, 1)
    for symbol, count in trace.occurrences(0).items():
        assert [symbol, str(count)] in [row for table in filled.tables for row in table]
    rows = {row[0]: row[1:] for table in filled.tables for row in table if len(row) == 3 and "/" in row[1]}
    assert rows == {
        " ".join(one.pair): [f"{one.count} / ({one.left_count} × {one.right_count})", str(one.score)]
        for one in trace.candidates(0)
    }
    assert filled.answers[-8:-5] == ["##g ##s", "1/20", "##gs"]


def test_a_tie_is_explained() -> None:
    filled = solution(TRACES["bpe-sennrich"], 1, 1)
    rule = EN("reason.rule.first-seen.past")
    assert saying("measure.count.tie.past", rule=rule).search(filled.sentences[0])


@pytest.mark.parametrize("name", ["unigram", "unigram-em", "unigram-own"])
def test_the_solution_has_the_numbers_of_a_unigram_trace(name: str) -> None:
    trace = training_page.by_hand(TRACES[name])
    assert isinstance(trace, unigram.Trace)
    for k, step in enumerate(trace):
        if k == 7:
            break
        filled = solution(TRACES[name], k + 1, k + 1)
        rows = [row for table in filled.tables for row in table if row]
        names = {visible(piece) for piece in (trace.probabilities(k) or trace.probabilities(1))}
        assert {row[0] for row in rows} <= names | set(trace.corpus.words)
        if isinstance(step, Seed):
            weights = {piece: str(count) for piece, count in step.counts.items()}
            assert {row[0]: row[1] for row in rows if len(row) == 3} == weights
            assert str(sum(step.counts.values())) in filled.answers
        if isinstance(step, Expect):
            counts = {piece: EN.amount(count) for piece, count in step.counts.items()}
            assert {row[0]: row[1] for row in rows[-len(counts) :]} == counts
        if isinstance(step, Prune):
            going = {row[0] for row in rows if row[-1] == EN("worksheet.goes")}
            assert going == set(step.dropped)
            losses = {one.piece: one.loss for one in step.losses if one.outcome != "protected"}
            assert {row[0]: row[1] for row in rows if len(row) == 3 and row[0] in losses} == {
                piece: EN.nats(loss) for piece, loss in losses.items()
            }
        if step.kind in ("seed", "maximize"):
            splits = {word: "  ".join(split) for word, split in trace.words(k + 1).items()}
            assert {row[0]: row[2] for row in rows if len(row) == 4} == splits
            assert EN.nats(-trace.log_likelihood(k + 1, "best")) in filled.answers
            products = [row[3] for row in rows if len(row) == 4]
            assert all(math.isclose(eval_product(text), value_of(text), rel_tol=1e-3) for text in products)


def eval_product(text: str) -> float:
    """Return the product of the factors of '17/210 × 20/210 = 0.0077'."""
    factors = [part.split("/") for part in text.partition(" = ")[0].split(" × ")]
    return math.prod(float(part[0]) / (float(part[1]) if len(part) > 1 else 1.0) for part in factors)


def value_of(text: str) -> float:
    mantissa, _, exponent = text.rpartition(" = ")[2].partition("×10")
    return float(mantissa) * 10.0 ** int(exponent.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or 0)


def test_names_of_pieces_are_asked_for_once_some_may_be_gone() -> None:
    asked = sheet(TRACES["unigram"], 1, 3)  # seed, prune, maximize
    pruned, maximized = asked.tables[-5], asked.tables[-3]
    assert pruned[1][0]
    assert maximized[1] == ["", ""]


def test_a_large_corpus_is_replaced_by_its_frequent_words() -> None:
    trace = TRACES["bpe-own"]
    small = training_page.by_hand(trace)
    assert small is training_page.by_hand(small)
    assert len(small.corpus) == training_page.MAX_WORDS < len(OWN)
    assert small.rules == trace.rules
    rare = max(OWN[word] for word in OWN if word not in small.corpus)
    assert all(OWN[word] == count >= rare for word, count in small.corpus.items())
    assert [word for word in OWN if word in small.corpus] == list(small.corpus)
    told = EN("worksheet.fewer", words=f"{len(OWN)} words", shown="8 words")
    assert told in sheet(trace).given
    assert not any(saying("worksheet.fewer").search(text) for text in sheet(TRACES["bpe"]).given)


def test_a_sheet_by_turns_has_what_the_turn_is_decided_by() -> None:
    trace = TRACES["parity"]
    page = training_page.page(trace, 1, 2, EN, filled=False)
    assert not stills(page)  # its title would say whose turn it is
    _, held_out = Sheet(page).tables[:2]
    lengths = dict.fromkeys(("English", "German"), 0)
    for language, _, count, symbols in held_out[1:]:
        lengths[language] += int(count) * len(symbols.split())
    assert tuple(lengths.values()) == trace.lengths(0)
    assert Sheet(page).tables[2][1] == ["", ""]  # a name of a pair would, too
    turn = EN.count("count.length", lengths["German"])
    assert solution(trace, 1, 2).answers[:3] == [EN.count("count.length", lengths["English"]), turn, "German"]


def test_a_large_corpus_by_language_is_replaced_by_words_of_each() -> None:
    trace = parity.train(examples.load("four-languages").corpus_for("parity"), merges=8)
    small = training_page.by_hand(trace)
    assert isinstance(small, parity.Trace)
    assert small is training_page.by_hand(small)
    for all_of, some in zip(trace.languages, small.languages, strict=True):
        for words, fewer in ((all_of.words, some.words), (all_of.dev or (), some.dev or ())):
            assert len(fewer) == 2
            rarest = min(count for _, count in fewer)
            others = [count for word, count in words if (word, count) not in fewer and 1 < len(word) <= LONGEST]
            assert set(fewer) <= set(words)
            assert max(others) <= rarest
    assert isinstance(small.corpus, LanguageCorpus)
    told = EN("worksheet.fewer.languages", words=f"{len(trace.corpus)} words", shown=f"{len(small.corpus)} words")
    assert told in sheet(trace).given


def test_one_language_has_the_sheet_of_bpe() -> None:
    assert sheet(TRACES["parity-alone"]).tables[0][0] == []  # titles are no cells
    assert len(stills(training_page.page(TRACES["parity-alone"], 1, 2, EN, filled=False))) == 1


@pytest.mark.parametrize("rules", unigram.PRESETS)
def test_every_convention_of_unigram_training_gets_a_sheet(rules: str) -> None:
    trace = unigram.train(OWN, vocab_size=60, rules=rules)
    small = training_page.by_hand(trace)
    assert isinstance(small, unigram.Trace)
    assert small.pieces_left[1] <= max(30, len(set("".join(small.corpus))) + 1)
    assert len(small) > 1
    assert all(solution(trace, 1, 99).answers)
    assert set(sheet(trace, 1, 99).answers) == {""}


def test_steps_are_those_that_there_are() -> None:
    trace = TRACES["bpe"]
    assert training_page.steps(trace, 0, 99) == (1, len(trace))
    assert training_page.steps(trace, 99, 99) == (len(trace), len(trace))
    assert training_page.steps(trace, 3, 1) == (3, 3)
    long = bpe.train(Corpus({"abcdefghijklmnop": 2}), merges=15, rules="course")
    assert training_page.steps(long, 1, 15) == (1, training_page.MAX_STEPS)
    none = bpe.train(Corpus({"a": 1}), merges=5, rules="course")
    assert training_page.steps(none, 1, 5) == (1, 0)
    assert without_marks(narration.end(none, EN)) in sheet(none).sentences


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_says_where_it_comes_from(language: str) -> None:
    say = load(language)
    page = training_page.page(TRACES["unigram"], 1, 1, say, filled=False, example="hug")
    for told in (say("example.hug"), "Hugging Face course, chapter 6.7", say("takeaway.made-with"), "hugs 5"):
        assert told in page
    assert rendering.policy() in page
    assert f'<html lang="{language}">' in page
    assert not re.search(r"(?:src|href)=|url\(|@import|https?://|<script", page)


def test_hostile_words_stay_text() -> None:
    evil = Corpus({"</td><script>'\"&": 3, "שלום": 2, "‮abc\u2028": 1})
    for trace in (bpe.train(evil, merges=3), unigram.train(evil, vocab_size=30, rules="soft-em")):
        page = training_page.page(trace, 1, 3, EN, filled=True)
        assert page.count("<script") == page.count("</script>") == len(stills(page)) + 1
        assert "<script>" not in page
        assert "\u2028" not in page
        assert not Reader(page).open


@settings(max_examples=25)
@given(corpora() | hostile_texts().map(lambda text: text[:40]), st.sampled_from(["bpe", "wordpiece", "unigram"]))
def test_any_corpus_gets_a_sheet(words: Any, algorithm: str) -> None:
    try:
        corpus = words if isinstance(words, Corpus) else Corpus.from_text(words)
    except CorpusError:
        return
    trace: Any
    if algorithm == "unigram":
        trace = unigram.train(corpus, vocab_size=5, rules="hard-em")
    else:
        trace = (bpe if algorithm == "bpe" else wordpiece).train(corpus, merges=9, rules="course")
    for filled in (False, True):
        page = training_page.page(trace, 1, 9, EN, filled=filled)
        assert page.encode("utf-8").decode("utf-8") == page
        assert not Reader(page).open
