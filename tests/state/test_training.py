"""The query string of a page that trains: a link restores what it was made from, and nothing in it breaks the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args
from urllib.parse import parse_qs, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import hostile_texts, texts
from tokviz import bpe, examples, wordpiece
from tokviz.algorithms import ALGORITHMS, BPE, UNIGRAM, WORDPIECE, Algorithm
from tokviz.bpe import PRESETS, Rules
from tokviz.examples import OWN, SOURCE
from tokviz.knobs import MAX_NUMBER
from tokviz.merging.rules import Alphabet, Duplicates, TieBreak, VocabularyOrder
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.request import MAX_MERGES, base_rules
from tokviz.state.trained_pages import training_views
from tokviz.state.training import FORMS, TrainState, defaults
from tokviz.state.views import names_of
from tokviz.unigram.rules import Expectation
from tokviz.wordpiece import TOP_DOWN_PRESETS
from tokviz.wordpiece.rules import SelectBy
from tokviz.wordpiece.top_down.rules import MAX_ITERATIONS, Keep, Subtract


def read(algorithm: Algorithm, query: Mapping[str, str]) -> tuple[TrainState, tuple[str, ...]]:
    return FORMS[algorithm.name].read(query)


def write(state: TrainState) -> dict[str, str]:
    return FORMS[state.algorithm].write(state)


NAMES = (*examples.NAMES, OWN)
MERGING = (BPE, WORDPIECE)
PARAMETERS = ("example", "corpus", "split", "rules", "merges", "vocab", "step", "vs", "view")
KNOB_NAMES = tuple({knob.url: None for algorithm in MERGING for knob in algorithm.knobs})

# -- states and queries ----------------------------------------------------------------------------------------------

sendable = st.characters(codec="utf-8")  # what a URL can hold: no lone surrogates
marks = st.sampled_from(["", "</w>", "_", "▁", "##", "&", "#", "a b", "\n", "😀", '"', "%20"]) | st.text(
    sendable, max_size=5
)
lists = st.lists(st.text(sendable, min_size=1, max_size=4).filter(lambda t: t.split() == [t]), max_size=3).map(tuple)
limits = st.none() | st.integers(1, MAX_NUMBER)


SHARED = {
    "continuing_prefix": marks,
    "tie_break": st.sampled_from(get_args(TieBreak)),
    "max_token_length": limits,
    "special_tokens": lists,
    "special_split": st.booleans(),
    "initial_alphabet": lists,
    "all_bytes": st.booleans(),
    "limit_alphabet": limits,
}
RULES: dict[str, st.SearchStrategy[Rules]] = {
    "bpe": st.builds(
        Rules,
        end_of_word=marks,
        end_of_word_attached=st.booleans(),
        start_of_word=marks,
        alphabet=st.sampled_from(get_args(Alphabet)),
        minimum_count=st.integers(0, MAX_NUMBER),
        duplicates=st.sampled_from(get_args(Duplicates)),
        vocabulary_order=st.sampled_from(get_args(VocabularyOrder)),
        **SHARED,
    ),
    "wordpiece": st.builds(
        wordpiece.Rules,
        select_by=st.sampled_from(get_args(SelectBy)),
        alphabet=st.sampled_from(["symbols", "characters"]),
        minimum_count=st.integers(1, MAX_NUMBER),
        **SHARED,
    ),
}
TOP_DOWN = st.builds(
    wordpiece.TopDownRules,
    subtract=st.sampled_from(get_args(Subtract)),
    keep=st.sampled_from(get_args(Keep)),
    iterations=st.integers(0, MAX_ITERATIONS),
    lower_threshold=limits,
    upper_threshold=limits,
    slack=st.sampled_from([0.0, 0.05, 0.5, 1.0]),
    max_word_length=st.integers(1, MAX_NUMBER),
    max_words=limits,
    max_characters=st.integers(1, MAX_NUMBER),
    continuing_prefix=marks,
    special_tokens=lists,
)
algorithms = st.sampled_from(MERGING)


@st.composite
def states(draw: st.DrawFn, among: st.SearchStrategy[Algorithm] = algorithms) -> TrainState:
    """Everything that the side bar of a page can say."""
    algorithm = draw(among)
    presets = algorithm.presets
    example = draw(st.sampled_from(NAMES))
    own = (
        st.text(sendable, max_size=60)
        | texts()
        | st.sampled_from(["👩\u200d👩\u200d👧 5\n", "\"a\",5\r\n'b' 2", " \n"])
    )
    amount = draw(st.integers(0, MAX_MERGES))
    preset = draw(st.sampled_from([*presets, *([] if example == OWN else [SOURCE])]))
    base = base_rules(algorithm, example, preset)
    knobs: st.SearchStrategy[Any] = TOP_DOWN if base in TOP_DOWN_PRESETS.values() else RULES[algorithm.name]
    rules = draw(st.sampled_from([one for one in presets.values() if type(one) is type(base)]) | knobs)
    stop = draw(st.sampled_from(algorithm.stops_of(rules)))
    return TrainState(
        algorithm=algorithm.name,
        example=example,
        text=draw(own) if example == OWN else "",
        split=draw(st.sampled_from(list(PRETOKENIZERS))),
        preset=preset,
        rules=rules,
        stop=stop,
        amount=0 if stop == "end" else amount,
        step=draw(st.integers(0, MAX_MERGES)),
        versus=draw(st.sampled_from(["", *presets])),
        view=draw(st.sampled_from(["", *names_of(training_views(algorithm.name))[1:]])),  # the first is open anyway
    )


def queries() -> st.SearchStrategy[dict[str, str]]:
    """Right and wrong values under right and wrong names."""
    names = st.sampled_from((*PARAMETERS, *KNOB_NAMES)) | st.text(max_size=5)
    values = st.sampled_from(
        [
            *("", "0", "1", "3", "-1", "+5", " 7 ", "1_0", "1e3", "3.5", "9" * 30, "9" * 5000, "٣", "½", "²", "０"),
            *("sennrich", "own", "hug", "source", "subword-nmt", "bert", "all", "none", "first-seen", "bytes"),
            *("huggingface", "course", "count", "score", "scatter", "##"),
            *("<script>", "'; --", "../..", "\0", "\ud800", "a" * 10_000, "null", "nan", "inf", "True"),
        ]
    )
    return st.dictionaries(names, values | hostile_texts(), max_size=8)


def through_an_address(query: dict[str, str]) -> dict[str, str]:
    """The query as a browser sends it and Streamlit reads it."""
    return {name: values[-1] for name, values in parse_qs(urlencode(query), keep_blank_values=True).items()}


# -- both ways -------------------------------------------------------------------------------------------------------


@given(states())
def test_a_link_restores_the_state(state: TrainState) -> None:
    restored, wrong = read(ALGORITHMS[state.algorithm], through_an_address(write(state)))
    assert restored == state
    assert wrong == ()


@given(algorithms, queries())
def test_a_query_never_raises_and_settles(algorithm: Algorithm, query: dict[str, str]) -> None:
    """A state that is read from nonsense is like any other: written and read again it stays the same."""
    state, wrong = read(algorithm, query)
    assert set(wrong) <= set(query)
    assert len(wrong) == len(set(wrong))
    assert state.algorithm == algorithm.name
    assert isinstance(state.rules, algorithm.rules)
    assert state.stop in algorithm.stops_of(state.rules)
    assert state.example in NAMES
    assert state.split in PRETOKENIZERS
    assert state.preset in algorithm.presets or state.preset == SOURCE
    assert state.versus in ("", *algorithm.presets)
    assert state.view in ("", *names_of(training_views(algorithm.name)))
    assert 0 <= state.amount <= MAX_MERGES
    assert 0 <= state.step <= MAX_MERGES
    written = write(state)
    if state.view == names_of(training_views(algorithm.name))[0]:
        state = replace(state, view="")
    if len(state.text) <= MAX_LINK_CHARS:
        assert read(algorithm, written) == (state, ())
    assert write(read(algorithm, written)[0]) == written


@given(states())
def test_all_values_are_short_enough_to_be_read(state: TrainState) -> None:
    assert all(isinstance(value, str) for value in write(state).values())
    assert set(write(state)) <= {*PARAMETERS, *(knob.url for knob in ALGORITHMS[state.algorithm].knobs)}


@st.composite
def unigram_states(draw: st.DrawFn) -> TrainState:
    """Return a state of the side bar of `/unigram`, as far as its knobs go together."""
    example = draw(st.sampled_from(NAMES))
    preset = draw(st.sampled_from([*UNIGRAM.presets, *([] if example == OWN else [SOURCE])]))
    rules = base_rules(UNIGRAM, example, preset)
    expectation = draw(st.sampled_from(get_args(Expectation)))
    return replace(
        defaults(UNIGRAM, example),
        preset=preset,
        rules=replace(
            rules,
            expectation=expectation,
            passes=draw(st.integers(0 if expectation == "counts" else 1, 9)),
            pruned_share=draw(st.sampled_from([0.0, 0.25, 0.75])),
            seed_size=draw(limits),
            start_of_word=draw(marks),
            special_tokens=draw(lists),
        ),
        amount=draw(st.integers(0, MAX_MERGES)),
        step=draw(st.integers(0, MAX_MERGES)),
        view=draw(st.sampled_from(["", *names_of(training_views("unigram"))[1:]])),
    )


@given(unigram_states())
def test_a_link_of_unigram_restores_the_state(state: TrainState) -> None:
    """Also where two knobs go only with each other."""
    assert read(UNIGRAM, through_an_address(write(state))) == (state, ())


# -- only what differs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", MERGING, ids=lambda algorithm: algorithm.name)
@pytest.mark.parametrize("name", NAMES)
def test_an_example_as_it_opens_is_only_its_name(name: str, algorithm: Algorithm) -> None:
    assert write(defaults(algorithm, name)) == {"example": name}
    assert read(algorithm, {"example": name}) == (defaults(algorithm, name), ())


@pytest.mark.parametrize(
    ("name", "opens"),
    [
        ("hug", {"preset": "course", "stop": "end", "amount": 0, "split": "whitespace"}),
        ("course", {"preset": "course", "stop": "vocab", "amount": 70, "split": "bert"}),
        ("tea", {"preset": "course", "stop": "merges", "amount": 70, "split": "words"}),
        ("english", {"preset": "course", "stop": "merges", "amount": 900, "split": "words"}),
        ("sennrich", {"preset": "course", "stop": "end", "amount": 0, "split": "whitespace"}),
        (OWN, {"preset": "course", "stop": "merges", "amount": 200, "split": "words"}),
    ],
)
def test_how_examples_open_on_wordpiece(name: str, opens: dict[str, Any]) -> None:
    state = defaults(WORDPIECE, name)
    assert {field: getattr(state, field) for field in opens} == opens
    assert state.rules == wordpiece.PRESETS["course"]


CHANGES: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("sennrich", {"step": 3}, {"step": "3"}),
    ("sennrich", {"versus": "minbpe"}, {"vs": "minbpe"}),
    ("sennrich", {"stop": "merges", "amount": 10}, {"merges": "10"}),
    ("sennrich", {"stop": "merges", "amount": 0}, {"merges": "0"}),
    ("sennrich", {"stop": "vocab", "amount": 20}, {"vocab": "20"}),
    ("jurafsky", {"stop": "end", "amount": 0}, {"merges": "all"}),
    ("sennrich", {"preset": "subword-nmt", "rules": PRESETS["subword-nmt"]}, {"rules": "subword-nmt"}),
    ("zug", {"split": "bert"}, {"split": "bert"}),
    (OWN, {"text": "low 5\nlower 2"}, {"corpus": "low 5\nlower 2"}),
]


@pytest.mark.parametrize(("name", "changed", "written"), CHANGES)
def test_only_what_differs_is_written(name: str, changed: dict[str, Any], written: dict[str, str]) -> None:
    assert write(replace(defaults(BPE, name), **changed)) == {"example": name} | written


KNOB_CHANGES: list[tuple[str, Any, str, str]] = [
    ("tie_break", "smallest-ids", "tie", "smallest-ids"),
    ("end_of_word", "", "end", ""),
    ("end_of_word", "_", "end", "_"),
    ("end_of_word_attached", True, "attached", "1"),
    ("minimum_count", 0, "min", "0"),
    ("start_of_word", "▁", "start", "▁"),
    ("continuing_prefix", "##", "prefix", "##"),
    ("alphabet", "bytes", "alphabet", "bytes"),
    ("max_token_length", 16, "maxlen", "16"),
    ("special_tokens", ("<unk>", "<s>"), "special", "<unk> <s>"),
    ("special_split", True, "cut", "1"),
    ("initial_alphabet", ("q", "é"), "initial", "q é"),
    ("all_bytes", True, "bytes", "1"),
    ("limit_alphabet", 5, "limit", "5"),
    ("duplicates", "skip", "dup", "skip"),
    ("vocabulary_order", "merges-first", "order", "merges-first"),
    ("split_by_unicode_script", True, "scripts", "1"),
    ("split_by_number", False, "number", "0"),
    ("split_digits", True, "digits", "1"),
]


@pytest.mark.parametrize(("field", "value", "name", "text"), KNOB_CHANGES)
def test_a_changed_knob_is_written_beside_its_preset(field: str, value: Any, name: str, text: str) -> None:
    state = defaults(BPE, "sennrich")
    changed = replace(state, rules=replace(state.rules, **{field: value}))
    assert write(changed) == {"example": "sennrich", name: text}
    assert read(BPE, {"example": "sennrich", name: text}) == (changed, ())


@pytest.mark.parametrize(
    ("field", "value", "name", "text"),
    [("character_coverage", 0.9995, "coverage", "0.9995"), ("user_defined", ("<x>", "ab"), "symbols", "<x> ab")],
)
def test_what_sentencepiece_blanks_out_is_in_its_links_alone(field: str, value: Any, name: str, text: str) -> None:
    asked = {"example": "sennrich", "rules": "sentencepiece", name: text}
    state, wrong = read(BPE, asked)
    assert (getattr(state.rules, field), wrong) == (value, ())
    assert write(state) == asked
    state, wrong = read(BPE, {"example": "sennrich", name: text})
    assert (state, bool(wrong)) == (defaults(BPE, "sennrich"), True)


SCORE_CHANGES: list[tuple[str, Any, str, str]] = [
    ("select_by", "count", "select", "count"),
    ("start_of_word", "▁", "start", "▁"),
    ("tie_break", "greatest-pair", "tie", "greatest-pair"),
    ("continuing_prefix", "", "prefix", ""),
    ("continuing_prefix", "@@", "prefix", "@@"),
    ("minimum_count", 2, "min", "2"),
    ("alphabet", "characters", "alphabet", "characters"),
    ("max_token_length", 16, "maxlen", "16"),
    ("special_tokens", (), "special", ""),
    ("special_split", True, "cut", "1"),
    ("initial_alphabet", ("q", "é"), "initial", "q é"),
    ("all_bytes", True, "bytes", "1"),
    ("limit_alphabet", 5, "limit", "5"),
]


@pytest.mark.parametrize(("field", "value", "name", "text"), SCORE_CHANGES)
def test_a_changed_knob_of_wordpiece_is_written_beside_its_preset(field: str, value: Any, name: str, text: str) -> None:
    state = defaults(WORDPIECE, "hug")
    changed = replace(state, rules=replace(state.rules, **{field: value}))
    assert write(changed) == {"example": "hug", name: text}
    assert read(WORDPIECE, {"example": "hug", name: text}) == (changed, ())


def test_every_knob_has_such_a_case() -> None:
    assert {name for _, _, name, _ in SCORE_CHANGES} == {knob.url for knob in wordpiece.KNOBS}
    assert {name for _, _, name, _ in KNOB_CHANGES} | {"coverage", "symbols"} == {knob.url for knob in bpe.KNOBS}


def test_a_limit_is_taken_away_by_an_empty_value() -> None:
    state, wrong = read(BPE, {"example": "sennrich", "rules": "sentencepiece", "maxlen": ""})
    assert state.rules == replace(PRESETS["sentencepiece"], max_token_length=None)
    assert wrong == ()


@pytest.mark.parametrize("character", ["x", "😀", "\n", "%"])
def test_long_texts_do_not_travel(character: str) -> None:
    fits = replace(defaults(BPE, OWN), text=character * MAX_LINK_CHARS)
    assert read(BPE, through_an_address(write(fits))) == (fits, ())
    assert "corpus" not in write(replace(fits, text=fits.text + character))


# -- what links mean -------------------------------------------------------------------------------------------------


def test_no_query_opens_the_paper_s_example() -> None:
    assert read(BPE, {}) == (TrainState(), ())
    assert write(TrainState()) == {"example": "sennrich"}


def test_the_link_of_the_design() -> None:
    """`?example=sennrich&rules=subword-nmt&step=3`: the paper's words under subword-nmt's rules after three merges."""
    state, wrong = read(BPE, {"example": "sennrich", "rules": "subword-nmt", "step": "3"})
    assert wrong == ()
    assert (state.example, state.preset, state.rules, state.step) == (
        *("sennrich", "subword-nmt", PRESETS["subword-nmt"], 3),
    )
    trace = BPE.train(examples.load("sennrich").corpus, BPE.own(state.rules))
    assert trace.merges[: state.step] == [("s", "t</w>"), ("e", "st</w>"), ("l", "o")]


def test_a_link_of_wordpiece() -> None:
    state, wrong = read(WORDPIECE, {"rules": "huggingface", "vs": "course", "view": "scatter", "step": "2"})
    assert wrong == ()
    assert (state.example, state.rules, state.versus, state.view, state.step) == (
        *("hug", wordpiece.PRESETS["huggingface"], "course", "scatter", 2),
    )
    assert write(state) == {"example": "hug", "rules": "huggingface", "vs": "course", "view": "scatter", "step": "2"}


@pytest.mark.parametrize(
    ("algorithm", "preset"),
    [(BPE, "sennrich"), (WORDPIECE, "course"), (UNIGRAM, "course")],
    ids=lambda one: str(one)[:9],
)
def test_a_text_of_ones_own_opens_as_the_lessons_do(algorithm: Algorithm, preset: str) -> None:
    state = defaults(algorithm, OWN)
    assert (state.preset, state.split) == (preset, "words")
    assert state.rules == algorithm.presets[preset]


def test_a_corpus_alone_is_an_own_corpus() -> None:
    state, wrong = read(BPE, {"corpus": "low 5, lower 2"})
    assert (state.example, state.text, wrong) == (OWN, "low 5, lower 2", ())
    assert read(BPE, {"corpus": "low 5", "example": "hug"})[0].text == ""


def test_base_rules() -> None:
    assert base_rules(BPE, "jurafsky", SOURCE) == Rules(end_of_word="_")
    assert base_rules(BPE, "jurafsky", "minbpe") == PRESETS["minbpe"]
    assert all(defaults(BPE, name).rules == base_rules(BPE, name, defaults(BPE, name).preset) for name in NAMES)
    assert all(defaults(BPE, name).rules == examples.load(name).recipe("bpe").rules for name in examples.NAMES)


# -- what is wrong is named ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("example", value) for value in ("", "nope", "Sennrich", "a" * 10_000, "\0")),
        *(("rules", value) for value in ("", "nope", "b" * 10_000)),
        *(("split", value) for value in ("", "nope")),
        *(("merges", value) for value in ("", "-1", "x", "1.5", "10001", "9" * 30, "9" * 5000, "½")),
        *(("vocab", value) for value in ("-1", "x", "10001")),
        *(("step", value) for value in ("", "-1", "x", "1.5", "10001", "9" * 5000, "NaN", "c" * 10_000)),
        *(("vs", value) for value in ("nope", "source")),
        *(("view", value) for value in ("nope", "Tree")),
        *(("tie", value) for value in ("", "nope")),
        *(("attached", value) for value in ("", "yes", "2", "-1")),
        *(("min", value) for value in ("", "-1", "x", str(MAX_NUMBER + 1), "9" * 5000)),
        *(("maxlen", value) for value in ("0", "-1", "x")),
        *(("limit", value) for value in ("0", "-1", "x")),
        *(("alphabet", value) for value in ("", "letters")),
        *(("dup", value) for value in ("", "2")),
        *(("order", value) for value in ("", "up")),
    ],
)
def test_wrong_values_fall_back_and_are_named(name: str, value: str) -> None:
    state, wrong = read(BPE, {name: value})
    assert wrong == (name,)
    expected = TrainState()
    if name in {"merges", "vocab"} and value.isdecimal() and len(value) < 4_000:
        expected = replace(expected, stop=name, amount=MAX_MERGES)  # type: ignore[arg-type]
    if name == "step" and value == "10001":
        expected = replace(expected, step=MAX_MERGES)
    assert state == expected


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("rules", value) for value in ("sennrich", "minbpe", "")),
        *(("vs", value) for value in ("subword-nmt", "nope")),
        *(("view", value) for value in ("Scatter", "nope")),
        *(("select", value) for value in ("", "luck")),
        *(("min", value) for value in ("0", "-1", "", str(MAX_NUMBER + 1))),
        *(("alphabet", value) for value in ("bytes", "")),
    ],
)
def test_wrong_values_on_wordpiece_fall_back_and_are_named(name: str, value: str) -> None:
    """Also those that mean something on `/bpe`."""
    state, wrong = read(WORDPIECE, {name: value})
    assert wrong == (name,)
    assert state == defaults(WORDPIECE, "hug")


def test_knobs_of_the_other_page_are_let_be() -> None:
    assert read(WORDPIECE, {"end": "_", "dup": "skip", "order": "x"}) == (defaults(WORDPIECE, "hug"), ())
    assert read(BPE, {"select": "score"}) == (TrainState(), ())


def test_several_wrong_values_are_all_named() -> None:
    query = {"example": "x", "rules": "x", "split": "x", "step": "x", "merges": "x", "vs": "x", "tie": "x", "min": "x"}
    assert sorted(read(BPE, query)[1]) == sorted(query)


def test_the_source_of_an_own_text_is_no_preset() -> None:
    state, wrong = read(BPE, {"example": OWN, "rules": SOURCE})
    assert (state, wrong) == (defaults(BPE, OWN), ("rules",))


def test_unknown_names_are_let_be() -> None:
    """A link may come with what a mailing list or another page adds to it."""
    assert read(BPE, {"utm_source": "mail", "lang": "zh"}) == (TrainState(), ())
