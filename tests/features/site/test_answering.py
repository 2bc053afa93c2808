"""Answers to a browser tab: the app's own pictures, whatever is asked, without the libraries that a tab lacks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs, parse_qsl, urlencode

import pytest

from tests.catalogs import saying
from tests.features.site.tab_cases import (
    CORPORA,
    LANGUAGE_TEXT,
    SIZES,
    Case,
    cases,
    comparable,
    first_of_each,
    needs_jinja,
)
from tokviz import examples, parity, recorded, superbpe, unigram
from tokviz.algorithms import ALGORITHMS
from tokviz.compare.clock import clock_of
from tokviz.compare.comparison import USUAL, ComparedCorpus, Comparison, Engine, Slot, opening_tokenizers
from tokviz.compare.sizes import common_sizes, usual_size
from tokviz.corpus import parse, parse_languages
from tokviz.corpus.languages import languages_of
from tokviz.features.site.bundle import PARTS_OF_NUMPY
from tokviz.features.site.tab import pictures
from tokviz.features.site.tab.answering import answer
from tokviz.features.site.tab.requests import MAX_CORPUS_CHARS
from tokviz.files.by_name import SHIPPED, on_this_machine
from tokviz.memory import LocalMemory
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.pages import form_of
from tokviz.state.request import train
from tokviz.state.tab import APPLYING, PAGES
from tokviz.state.training import FORMS, ApplyState
from tokviz.superbpe import boundless
from tokviz.superbpe.encoding import lines_of
from tokviz.views.algorithms import views_of
from tokviz.views.compare.clock import part_at
from tokviz.views.compare.rows import comparison_payload
from tokviz.views.compare.sentences import tokenizer_names
from tokviz.views.exercises.clock import question
from tokviz.views.pages.registry import page_of
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import without_marks
from tokviz.views.shared.spaces import mark_space, space_sign
from tokviz.views.tokenizers.options import NAME_KEYS
from tokviz.views.tokenizers.work import MAX_SYMBOLS, pretoken_picture, pretokens, text_rows_of, work_of

EN = load("en")
CONVENTIONS = [(name, preset) for name in APPLYING for preset in ALGORITHMS[name].presets]
ABSENT = (
    *("altair", "huggingface_hub", "jinja2", "pandas", "pyarrow", "segno", "sentencepiece", "streamlit"),
    "tokenizers",
)
"""The libraries that a tab does not have when it starts."""


def ask(page: str, lang: str = "en", /, *, asks: Any = False, **query: Any) -> Any:
    request = {"kind": "picture", "page": page, "query": urlencode(query), "lang": lang, "asks": asks}
    return json.loads(answer(json.dumps(request)))


def plain(payload: object) -> Any:
    """Return a payload as JSON gives it back."""
    return json.loads(json.dumps(payload))


# -- equal to the app --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("corpus", CORPORA)
@pytest.mark.parametrize(("algorithm", "preset"), CONVENTIONS)
def test_a_training_is_shown_as_in_the_app(algorithm: str, preset: str, corpus: str) -> None:
    entry, size = ALGORITHMS[algorithm], SIZES[corpus]
    given = {"example": "own", "corpus": CORPORA[corpus], "rules": preset, "vocab": f"{size}"}
    made = ask(algorithm, **given)
    rules = entry.presets[preset]
    words = parse(CORPORA[corpus], entry.split or "words", getattr(rules, "split_at", ())).corpus
    trace = entry.train(words, rules, vocab_size=size)
    views = views_of(trace).picture
    (shown,), (found,) = made["shows"], made["payloads"]
    assert shown == {"kind": "picture", "parts": [0], "step": 0}
    steps = views.part_of(trace, 0, False)
    assert found == plain({**views.payload(trace, steps, EN), "search": False})
    assert made["steps"] == {"first": 0, "last": steps.stop - 1, "total": len(trace)}


@pytest.mark.parametrize("preset", parity.PRESETS)
@pytest.mark.parametrize("example", ["own", "two-languages", "four-languages"])
def test_languages_take_turns_as_in_the_app(example: str, preset: str) -> None:
    own = {"corpus": LANGUAGE_TEXT} if example == "own" else {}
    made = ask("parity", example=example, rules=preset, merges="6", step="2", **own)
    if example == "own":
        read = parse_languages(LANGUAGE_TEXT, "words")
        assert read is not None
        corpus = read.corpus
    else:
        corpus = examples.load(example).corpus_for("parity")
    trace = parity.train(corpus, merges=6, rules=preset)
    views = views_of(trace).picture
    views.prepare(trace)
    drawn = {**views.payload(trace, range(len(trace) + 1), EN), "search": False}
    mark_space(drawn, space_sign(trace.rules, FORMS["parity"].read({"example": example, "rules": preset})[0].split))
    assert made["payloads"] == [plain(drawn)]
    assert [one["name"] for one in made["payloads"][0]["frames"][0]["turn"]["languages"]] == [
        one.name for one in languages_of(corpus)
    ]
    assert parse_qs(made["query"])["step"] == ["2"]


@pytest.mark.parametrize("rules", ["superbpe-lesson", "boundless"])
def test_lines_are_encoded_across_their_words(rules: str) -> None:
    """As on the half of `/superbpe` that encodes, line by line."""
    text = "by the way\non the way"
    shown = ask("superbpe-encode", example="by-the-way", rules=rules, text=text)
    back = dict(parse_qsl(next(link["query"] for link in shown["links"] if link["page"] == "superbpe")))
    state, wrong = form_of("superbpe", {"do": "encode"}).read({**back, "do": "encode", "text": text})
    assert wrong == ()
    assert isinstance(state, ApplyState)
    model = train(state.train, LocalMemory()).trace.model()
    assert isinstance(model, superbpe.Model | boundless.Model)
    assert shown["words"] == [*lines_of(model, text)]
    assert [row[1] for row in shown["shows"][1]["rows"]] == [" ".join(model.encode(line)) for line in shown["words"]]
    assert any(" " in line and len(model.encode(line)) < len(line.split()) for line in shown["words"])


def test_a_token_that_goes_on_is_told_of_at_the_next_word() -> None:
    """`ĠtheĠway` splits neither word: it is where `way` begins that plain BPE has a boundary, and it alone."""
    given = {"t": "bpe:huggingface,superbpe:superbpe-lesson", "size": "20", "text": "on the way"}
    made = ask("compare", example="by-the-way", **given)
    told = made["payloads"][next(shown["told"] for shown in made["shows"] if shown["kind"] == "text_rows")]
    assert [line["tokens"] for line in told["the"]["lines"]] == [["the"], ["ĠtheĠway"]]
    assert saying("compare.word.same-inside", word="the").search(without_marks(told["the"]["head"]))
    assert [bool(line["fact"]) for name in ("the", "way") for line in told[name]["lines"]] == [False, False, True, True]


def test_the_app_reads_the_links_of_languages_and_of_their_tokenizer() -> None:
    made = ask("parity", example="own", corpus=LANGUAGE_TEXT, merges="5")
    applied = next(link["query"] for link in made["links"] if link["page"] == "parity-encode")
    state, wrong = form_of("parity", {"do": "encode"}).read({**dict(parse_qsl(applied)), "text": "lowest"})
    assert wrong == ()
    assert isinstance(state, ApplyState)
    assert state.train.text == LANGUAGE_TEXT
    shown = ask("parity-encode", **dict(parse_qsl(applied)), text="low 茶叶")
    assert shown["words"] == ["low", "茶叶"]
    read = parse_languages(LANGUAGE_TEXT, "words")
    assert read is not None
    model = parity.train(read.corpus, merges=5).model(pretokenizer="words")
    assert [row[1] for row in shown["shows"][1]["rows"]] == [" ".join(model.encode_word(w)) for w in ("low", "茶叶")]


def test_a_mistake_in_the_headings_is_said_at_the_corpus() -> None:
    made = ask("parity", example="own", corpus="[A]\nlow 5\n[A]\nneu 2")
    assert saying("error.language-twice", language="'A'").search(made["message"])
    assert made["field"] == "corpus"


@pytest.mark.parametrize(("page", "algorithm"), [("bpe-encode", "bpe"), ("wordpiece-encode", "wordpiece")])
@pytest.mark.parametrize("corpus", CORPORA)
def test_a_word_is_split_as_in_the_app(page: str, algorithm: str, corpus: str) -> None:
    entry = ALGORITHMS[algorithm]
    text = "hugs slower 四十"
    made = ask(page, example="own", corpus=CORPORA[corpus], vocab=f"{SIZES[corpus]}", text=text, word="slower")
    rules = entry.presets[entry.lesson_preset or entry.own_preset]
    model = entry.train(parse(CORPORA[corpus], "words").corpus, rules, vocab_size=SIZES[corpus]).model(
        pretokenizer="words"
    )
    parts, _ = pretoken_picture(model, "slower", EN)
    picture, listed = made["shows"]
    assert [made["payloads"][number] for number in picture["parts"]] == [
        plain({**part, "search": False}) for part in parts
    ]
    assert made["words"] == text.split()
    tokens = [" ".join(model.encode_word(word)) for word in text.split()]
    assert [row[:2] for row in listed["rows"]] == [
        [word, told] for word, told in zip(text.split(), tokens, strict=True)
    ]


@pytest.mark.parametrize("corpus", CORPORA)
def test_a_lattice_is_that_of_the_app(corpus: str) -> None:
    entry = ALGORITHMS["unigram"]
    given = {"example": "own", "corpus": CORPORA[corpus], "vocab": f"{SIZES[corpus]}"}
    made = ask("lattice", **given, word="lower")
    trace = entry.train(parse(CORPORA[corpus], "words").corpus, entry.presets["course"], vocab_size=SIZES[corpus])
    model = cast(unigram.Model, trace.model(pretokenizer="words"))
    picture, listed = made["shows"]
    drawn = made["payloads"][picture["parts"][0]]["picture"]
    assert drawn["kind"] == "lattice"
    assert drawn["total"] == model.explain("lower").lattice.number_of_paths
    assert [row[:2] for row in listed["rows"]] == [["lower", " ".join(model.encode("lower"))]]
    assert [name for name, _ in made["views"]] == list(page_of("lattice").views)
    assert [show["kind"] for show in ask("lattice", asks=True, **given, word="lower")["shows"]] == ["picture"]


@pytest.mark.parametrize("corpus", CORPORA)
def test_a_comparison_is_that_of_the_app(corpus: str) -> None:
    text = "she hugs the lowest 四十"
    made = ask("compare", example="own", corpus=CORPORA[corpus], text=text)
    engine = Engine(ComparedCorpus.of_own(parse(CORPORA[corpus], "words"), "words", ("own",)))
    slots = [Slot.of(name) for name in USUAL]
    low, high, _ = common_sizes([one for one in map(engine.possible, slots) if one is not None])
    names = tokenizer_names(slots, EN)
    found = [engine.tokenizer(slot, usual_size(low, high), name) for slot, name in zip(slots, names, strict=True)]
    rows = comparison_payload(Comparison(engine, tuple(found), text), EN, is_neutral=False)
    *clock, shown = made["shows"]
    assert made["payloads"][shown["payload"]] == plain(rows)
    comparison = Comparison(engine, tuple(found), text)
    on_clock = clock_of(comparison)
    drawn = part_at(on_clock, usual_size(low, high), EN)
    assert [made["payloads"][picture["parts"][0]] for picture in clock] == [plain(drawn | {"search": False})]
    assert made["steps"]["least"] + clock[0]["step"] == usual_size(low, high)
    assert made["steps"]["total"] == on_clock.largest
    told = made["payloads"][shown["told"]]
    assert set(text.split()) <= told.keys()
    assert any(line["fact"] for line in told[shown["picked"]["word"]]["lines"])
    assert [name for name, _ in made["views"]] == ["words", "measures", "vocabularies", "marks", "fair", "export"]


def test_every_page_has_something_to_show_in_every_language() -> None:
    for language in LANGUAGES:
        for page in PAGES.keys() - {"practice"}:  # which is asked for tasks
            query = {"tokenizers": {"preset": "question"}, "bytes": {"text": "hugs"}, "why": {"example": "runner"}}
            made = ask(page, language, **{"example": "hug", **query.get(page, {})})
            assert made["ok"], (page, made)
            assert made["shows"] or made["views"]
            assert made["title"]
            assert made["page"] == page


# -- what goes with a picture ------------------------------------------------------------------------------------------


def test_links_go_on_with_the_same_corpus_and_rules() -> None:
    given = {"example": "own", "corpus": CORPORA["hug"], "rules": "minbpe", "merges": "3", "step": "2"}
    made = ask("bpe", **given)
    links = {link["page"]: link for link in made["links"]}
    assert [*links] == ["bpe-encode", "compare", "wordpiece", "unigram", "parity", "picky", "superbpe"]
    applied = {name: value for name, (value,) in parse_qs(links["bpe-encode"]["query"]).items()}
    assert applied == {name: given[name] for name in ("example", "corpus", "rules", "merges")}
    for page, link in links.items():
        there = ask(page, **{name: value for name, (value,) in parse_qs(link["query"]).items()})
        assert there["ok"], there
        assert CORPORA["hug"] == parse_qs(there["query"])["corpus"][0]


def test_a_corpus_that_no_link_holds_is_trained_and_goes_on() -> None:
    long = " ".join(f"w{i}x{i % 7}" for i in range(MAX_LINK_CHARS))
    made = ask("bpe", example="own", corpus=long, merges="5")
    assert made["ok"], made
    assert parse_qs(made["query"])["corpus"] == [long]
    for link in made["links"]:
        assert parse_qs(link["query"])["corpus"] == [long], link["page"]


def test_of_a_long_training_the_steps_around_one_are_sent() -> None:
    long = " ".join(f"{'abcdefgh'[i % 8 :]}{i}" for i in range(400))
    at = 0
    seen = set()
    while at <= (total := ask("bpe", example="own", corpus=long, merges="all", step=f"{at}")["steps"]["total"]):
        made = ask("bpe", example="own", corpus=long, merges="all", step=f"{at}")
        first, last = made["steps"]["first"], made["steps"]["last"]
        assert first <= at <= last
        assert made["payloads"][0]["total"] == total
        assert (made["payloads"][0]["first"], len(made["payloads"][0]["frames"])) == (first, last - first + 1)
        seen |= {*range(first, last + 1)}
        at = last + 1
    assert seen == {*range(total + 1)}


def test_a_step_beyond_the_end_and_unknown_knobs_are_put_right() -> None:
    made = ask("bpe", example="own", corpus="hug 10", merges="2", step="77", tie="whatever", split="none-such")
    assert made["ok"]
    assert any(saying("notice.link").search(note) and "split" in note for note in made["notes"])
    assert any(saying("notice.step").search(note) for note in made["notes"])


def test_predicting_asks_and_hides_what_tells_the_answer() -> None:
    given = {"example": "own", "corpus": CORPORA["english"], "merges": "10"}
    asked, told = ask("bpe", asks=True, **given), ask("bpe", **given)
    assert any("ask" in frame for frame in asked["payloads"][0]["frames"])
    assert not any("ask" in frame for frame in told["payloads"][0]["frames"])
    assert [one["kind"] for one in ask("bpe-encode", asks=True, **given)["shows"]] == ["picture"]


def test_the_clock_of_a_comparison_asks_what_the_app_asks() -> None:
    given = {"example": "hug", "text": "bugs buns", "size": "8"}
    asked, told = ask("compare", asks=True, **given), ask("compare", **given)
    parts = [one["payloads"][one["shows"][0]["parts"][0]] for one in (asked, told)]
    engine, names = Engine(ComparedCorpus.of_example("hug", "whitespace")), ("BPE", "WordPiece", "Unigram")
    tokenizers = tuple(
        engine.tokenizer(Slot.of(slot), 8, name) for slot, name in zip(opening_tokenizers("hug"), names, strict=True)
    )
    clock = clock_of(Comparison(engine, tokenizers, given["text"]))
    wanted = [question(clock, step, EN) for step in range(len(parts[0]["frames"]))]
    texts = [frame["ask"]["question"] if "ask" in frame else None for frame in parts[0]["frames"]]
    assert texts == [None if one is None else plain(one.text) for one in wanted]
    assert sum(text is not None for text in texts) > 5
    assert parts[0]["quiz"]  # by which the answers of a visit are counted
    assert not any("ask" in frame for frame in parts[1]["frames"])
    assert [one["kind"] for one in asked["shows"]] == [one["kind"] for one in told["shows"]]  # none is about the next


def test_pages_that_split_open_with_words_of_the_corpus() -> None:
    made = ask("bpe-encode", example="own", corpus=CORPORA["english"])
    assert set(made["words"]) <= set(parse(CORPORA["english"], "words").corpus)
    assert made["words"][0] == "sells"  # the most frequent one of more than a letter


def test_a_tokenizer_that_cannot_be_made_is_left_out_and_said() -> None:
    corpus = " ".join(["a" * 11_000, "b" * 11_000, "low", "lower"])  # too long for all but those that merge by count
    made = ask("compare", example="own", corpus=corpus, t="bpe:course,wordpiece:course,bpe:sennrich", text="low lower")
    assert made["ok"], made
    assert any(saying("compare.cannot").search(note) for note in made["notes"])
    refused = ask("compare", example="own", corpus=corpus, t="wordpiece:course,unigram:course", text="low")
    assert not refused["ok"]
    assert saying("error.tab-compare").search(refused["message"])


# -- hostile and empty input -------------------------------------------------------------------------------------------

HOSTILE = {
    "broken": '{"kind": "picture"',
    "empty": "",
    "list": "[]",
    "number": "7",
    "nested": "[" * 100_000,
    "kind": json.dumps({"kind": "format the disk"}),
    "kind of another type": json.dumps({"kind": ["picture"], "page": "bpe"}),
    "page": json.dumps({"kind": "picture", "page": "../../etc/passwd", "query": ""}),
    "no page": json.dumps({"kind": "picture", "query": "corpus=low"}),
    "query of another type": json.dumps({"kind": "picture", "page": "bpe", "query": {"corpus": "low"}}),
    "fields": json.dumps({"kind": "picture", "page": "bpe", "query": "&".join(f"a{i}=1" for i in range(1_000))}),
    "no corpus": json.dumps({"kind": "picture", "page": "bpe", "query": "example=own"}),
    "blank corpus": json.dumps({"kind": "picture", "page": "unigram", "query": "example=own&corpus=+%0A+"}),
    "control characters": json.dumps({"kind": "picture", "page": "bpe", "query": "corpus=%00%07%1b"}),
    "too small": json.dumps({"kind": "picture", "page": "unigram", "query": "corpus=hug+10&rules=huggingface&vocab=1"}),
    "long": json.dumps({"kind": "picture", "page": "bpe", "query": f"corpus={'a+' * MAX_CORPUS_CHARS}"}),
    "tokenizer": json.dumps({"kind": "picture", "page": "tokenizers", "query": "text=hello&tokenizer=../gpt2"}),
    "no text": json.dumps({"kind": "picture", "page": "tokenizers", "query": "preset=own&text="}),
    "task": json.dumps({"kind": "task", "page": "bpe", "query": "corpus=hug", "task": "piece-loss"}),
    "task of another type": json.dumps({"kind": "task", "page": "bpe", "query": "corpus=hug", "task": ["encode"]}),
    "answers": json.dumps({"kind": "check", "page": "bpe", "query": "corpus=hug", "task": "encode", "answers": [7]}),
    "file": json.dumps({"kind": "keep", "page": "bpe", "query": "corpus=hug", "what": "../secret"}),
}
READABLE = frozenset({"control characters"})
"""Names of strange texts that are corpora all the same."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", HOSTILE)
def test_what_cannot_be_answered_is_refused_in_a_sentence(name: str, language: str) -> None:
    request = HOSTILE[name].replace('{"kind"', f'{{"lang": "{language}", "kind"', 1)
    made = json.loads(answer(request))
    assert made["ok"] == (name in READABLE), made
    if not made["ok"]:
        assert set(made) - {"field", "wants"} == {"ok", "message"}
        assert len(made["message"]) > 8
        assert not saying("error.tab-unexpected", language).search(made["message"]), made


@pytest.mark.parametrize(
    ("page", "query", "field"),
    [
        ("bpe", {"corpus": "low 5.5\nlower 2"}, "corpus"),
        ("bpe-encode", {"corpus": "low 5.5\nlower 2"}, "corpus"),
        ("compare", {"corpus": "low 5.5\nlower 2"}, "corpus"),
        ("wordpiece", {"corpus": " "}, "corpus"),
        ("bpe", {"corpus": "a" * (MAX_CORPUS_CHARS + 1)}, "corpus"),
        ("unigram", {"corpus": "hug 10", "rules": "huggingface", "vocab": "1"}, "amount"),
        ("tokenizers", {"text": "low", "tokenizer": "nope"}, ""),
        ("lattice", {"corpus": "hug 10", "text": "\n"}, ""),
    ],
)
def test_a_refusal_names_the_field_that_it_is_about(page: str, query: dict[str, str], field: str) -> None:
    made = ask(page, **query)
    assert not made["ok"]
    assert made.get("field", "") == field


@pytest.mark.parametrize("name", SHIPPED)
def test_a_tokenizer_is_shown_as_with_its_library(name: str) -> None:
    text = "naïve  lower 你好 <s>"
    made = ask("tokenizers", text=text, tokenizer=name, word="2")
    pipeline = on_this_machine()[name].open()
    work = work_of(pipeline, text)
    rows, _, compared = made["shows"]
    assert (
        made["payloads"][rows["payload"]]["rows"] == plain(json.loads(text_rows_of(pipeline, work, text, "en")))["rows"]
    )
    taken = pretokens(work.stages)
    assert made["words"] == [visible(part.text) for part in taken]
    drawn = pretoken_picture(pipeline.model, taken[1].text, EN)[0]
    assert made["payloads"][made["shows"][1]["parts"][0]]["frames"] == plain(drawn)[0]["frames"]
    listed = made["payloads"][compared["payload"]]["rows"]
    assert [row["parts"] for row in listed if row["name"] == EN(NAME_KEYS[name])]
    assert len(listed) >= len(SHIPPED)


def test_a_recorded_sentence_has_the_rows_of_known_models_too() -> None:
    made = ask("tokenizers", preset="code")
    names = [row["name"] for row in made["payloads"][made["shows"][-1]["payload"]]["rows"]]
    assert {one.title for one in recorded.tokenizers()} <= set(names)
    assert {EN(NAME_KEYS[name]) for name in SHIPPED} <= set(names)


def test_a_tokenizer_that_leaves_nothing_and_one_that_takes_tokens_out_say_so() -> None:
    for text, said in (("\x07", "tab.no-pretoken"), ("[CLS]", "tokenizers.word.added")):
        made = ask("tokenizers", text=text, tokenizer="bert")
        assert saying(said).search(made["shows"][1]["text"])
    made = ask("tokenizers", text="a" * (MAX_SYMBOLS + 1), tokenizer="llama")
    assert saying("tokenizers.word.long", limit=MAX_SYMBOLS).search(made["shows"][1]["text"])


def test_a_character_that_the_tables_treat_differently_is_refused_by_the_tokenizer_alone() -> None:
    new = "low \ua7f2"
    refused = ask("tokenizers", text=new, tokenizer="t5")
    assert saying("error.tab-character", code="U+A7F2").search(refused["message"])
    made = ask("tokenizers", text=new, tokenizer="llama")
    names = [row["name"] for row in made["payloads"][made["shows"][-1]["payload"]]["rows"]]
    assert EN(NAME_KEYS["t5"]) not in names
    assert EN(NAME_KEYS["llama"]) in names


def test_another_type_than_text_is_refused() -> None:
    for request in (None, 7, {"kind": "picture"}):
        assert json.loads(answer(request))["ok"] is False  # type: ignore[arg-type]


def test_limits_say_what_the_app_takes() -> None:
    message = json.loads(answer(HOSTILE["long"]))["message"]
    assert saying("error.limit-tab-chars", value=MAX_CORPUS_CHARS, met=2 * MAX_CORPUS_CHARS).search(message)


@pytest.mark.parametrize("query", ["corpus=%ED%A0%80+low", "corpus=%F0%9F%91%8B%E2%80%AE+low&merges=999999999999"])
def test_half_characters_and_huge_sizes_harm_nothing(query: str) -> None:
    made = json.loads(answer(json.dumps({"kind": "picture", "page": "bpe", "query": query, "lang": "en"})))
    assert made["ok"] or made["message"]
    lone = json.loads(answer('{"kind": "picture", "page": "bpe", "query": "corpus=\\ud800 low", "lang": "en"}'))
    assert "message" in lone or lone["ok"]


def test_a_bug_of_ours_is_a_sentence_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(pictures, "training_of", fail)
    made = ask("bpe", example="hug")
    assert not made["ok"]
    assert saying("error.tab-unexpected", name="ZeroDivisionError").search(made["message"])


# -- without the libraries of the app ----------------------------------------------------------------------------------

_ALONE = f"""
import json, sys
for name in {(*ABSENT, *(f"numpy.{name}" for name in PARTS_OF_NUMPY))!r}:
    sys.modules[name] = None  # importing it raises
from tests.features.site.tab_cases import first_of_each, needs_jinja
from tokviz.features.site.tab.answering import answer
for case in first_of_each():
    if not needs_jinja(case):
        print(answer(json.dumps(case.request)))
"""


@pytest.mark.slow
def test_answers_need_no_library_of_the_app(root: Path) -> None:
    """With the standard library, numpy and regex alone; pages to keep and chats need Jinja, too. tests/e2e/test_tab.py
    sends all requests to a tab, which has none of the other libraries either."""
    done = subprocess.run([sys.executable, "-c", _ALONE], cwd=root, capture_output=True, text=True, check=True)
    asked = [case for case in first_of_each() if not needs_jinja(case)]
    for case, alone in zip(asked, done.stdout.splitlines(), strict=True):
        assert json.loads(alone)["ok"], (case.name, alone[:300])
        assert comparable(case, alone) == comparable(case, answer(json.dumps(case.request))), case.name


def test_cases_have_names_of_their_own() -> None:
    names = [case.name for case in cases()]
    assert len(set(names)) == len(names)
    assert {case.request["page"] for case in cases()} == PAGES.keys()


def test_rows_may_only_change_places_where_values_tie() -> None:
    one = json.dumps({"rows": [["a", 0.1234567891], ["b", 0.5]]})
    turned = json.dumps({"rows": [["b", 0.5], ["a", 0.1234567899]]})
    other = json.dumps({"rows": [["b", 0.5], ["a", 0.1235]]})
    tied, plain_case = Case("tied", {}, has_ties=True), Case("plain", {})
    assert comparable(tied, one) == comparable(tied, turned) != comparable(tied, other)
    assert comparable(plain_case, one) != comparable(plain_case, turned)
