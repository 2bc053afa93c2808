"""Lines of a training by languages and sentences below them, as they are sent to the browser."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.parity.conventions import corpus_of
from tests.parity.test_against_libraries import inputs
from tests.parity.test_plain import Data
from tokviz import examples, parity
from tokviz.corpus.languages import LanguageCorpus, parse_languages
from tokviz.views.parity import lines, narration, picture
from tokviz.views.shared.catalog import load

EN = load("en")
TRACE = parity.train(examples.load("unequal-languages").corpus_for("parity"), merges=30)
TEXT = (
    "[A]\nlow low lower newest\n[B]\nneu neues neu\n[A dev]\nThe low one. It is new. More.\n[B dev]\nDas ist neu! Gut."
)


@given(inputs(), st.sampled_from(["dev", "training", "ratio"]))
def test_lines_are_what_decides(data: Data, turn: parity.rules.Turn) -> None:
    trace = parity.train(corpus_of(*data), merges=8, rules=parity.Rules(turn=turn))
    drawn = lines.lines(trace, EN)
    assert drawn.steps == list(range(len(trace) + 1))
    for k in drawn.steps:
        scores = [lines.value(score) for score in trace.scores(k)]
        assert [line[k] for line in drawn.values] == scores
    assert drawn.turns == [-1 if language is None else language for language in trace.turns]
    assert (drawn.plain is not None) == (len(trace.languages) > 1)


def test_plain_bpe_is_measured_on_the_same_text() -> None:
    drawn = lines.lines(TRACE, EN)
    assert drawn.plain is not None
    assert [line[-1] for line in drawn.plain] == list(TRACE.plain.lengths())
    assert [line[0] for line in drawn.plain] == [line[0] for line in drawn.values]


def test_a_long_training_has_few_points_and_no_strip() -> None:
    corpus = examples.load("unequal-languages").corpus_for("parity")
    trace = parity.train(corpus, merges=lines.MAX_POINTS + 100)
    drawn = lines.lines(trace, EN)
    assert len(drawn.steps) <= lines.MAX_POINTS
    assert drawn.steps[-1] == len(trace)
    assert drawn.turns == []


def test_sentences_are_split_as_the_development_words_are() -> None:
    built = picture.payload(TRACE, range(len(TRACE) + 1), EN)
    drawn = built["picture"]["sentences"]
    text = [token["text"] for token in built["tokens"]]
    openings = [["The", "bread", "is", "still", "warm", "."], ["Das", "Brot", "ist", "noch", "warm", "."]]
    for key, trace in (("words", TRACE), ("plain", TRACE.plain)):
        for k in range(len(trace) + 1):
            now = [
                [text[symbol] for symbol in forms["symbols"][sum(after <= k for after in forms["after"]) - 1]]
                for forms in drawn[key]
            ]
            for opening, places in zip(openings, drawn["languages"], strict=False):
                split = [tuple(now[place]) for place in places[: len(opening)]]
                assert split == [trace.dev_words(k)[word] for word in opening]
    assert [text[made] for made in drawn["made"]] == list(TRACE.tokens)


def test_the_first_two_sentences_are_shown() -> None:
    built = picture.payload(TRACE, range(1), EN)
    text = [token["text"] for token in built["tokens"]]
    forms = built["picture"]["sentences"]["words"]
    words = [
        "".join(text[symbol] for symbol in forms[place]["symbols"][0])
        for place in built["picture"]["sentences"]["languages"][0]
    ]
    assert words == ["The", "bread", "is", "still", "warm", ".", "The", "old", "woman", "sells", "honey", "."]
    assert built["picture"]["sentences"]["goes_on"] == [True] * 3


def test_own_texts_with_running_development_text_have_sentences() -> None:
    parsed = parse_languages(TEXT, "words")
    assert parsed is not None
    trace = parity.train(parsed.corpus, merges=4)
    assert lines.has_sentences(trace)
    drawn = picture.payload(trace, range(5), EN)["picture"]
    assert drawn["kind"] == "languages"
    assert drawn["sentences"]["goes_on"] == [True, False]  # "More." is a third sentence


def test_words_and_candidates_are_below_the_lines_where_no_sentences_are_known() -> None:
    counted = LanguageCorpus([replace(one, opening=()) for one in TRACE.languages])
    for trace, asks in ((parity.train(counted, merges=4), False), (TRACE, True)):
        built = picture.payload(trace, range(3), EN, asks=asks)
        assert built["picture"]["kind"] == "merges"
        assert built["picture"]["lines"]["values"]
        assert built["frames"][0]["candidates"]["rows"]


def test_all_frames_of_sentences_come_at_once() -> None:
    """So that the height of the tallest sentence can be kept free for all of them."""
    assert picture.part_of(TRACE, 7, False) == range(len(TRACE) + 1)


def test_nothing_is_chosen_after_the_last_merge() -> None:
    end = picture.turns(TRACE, TRACE.turn(), EN)
    assert end.title == EN("parity.turns.end")
    assert {language.state for language in end.languages} == {""}
    before = picture.turns(TRACE, TRACE.turn(len(TRACE) - 1), EN)
    assert [language.state for language in before.languages].count("turn") == 1


def test_a_merge_names_the_languages_that_have_none_of_it() -> None:
    """It said "in every language" of a pair that one language has."""
    names = [EN("parity.language.english"), EN("parity.language.german"), EN("parity.language.spanish")]
    sizes = set()
    for step in TRACE:
        done = "".join(part for part in narration.done(step, EN) if isinstance(part, str))
        without = [name for name, count in zip(names, TRACE.counts_by_language(step.index), strict=True) if not count]
        sizes.add(len(without))
        assert all(name in done for name in names)
        assert not without or f"{EN.listed(without)})" in done
    assert {0, 2} <= sizes


def test_the_result_is_told_with_the_last_merge() -> None:
    for example, are_equal in (("unequal-languages", True), ("four-languages", False)):
        loaded = examples.load(example)
        trace = parity.train(loaded.corpus_for("parity"), merges=loaded.recipe("parity").merges)
        assert (len(set(trace.lengths())) == 1) is are_equal
        last = picture.payload(trace, range(len(trace), len(trace) + 1), EN)["frames"][0]["say"]
        assert last[0]["kind"] == "done"
        told = "".join(part for part in last[0]["text"] if isinstance(part, str))
        assert narration.result(trace, EN) in told
        assert all(str(length) in narration.result(trace, EN) for length in (*trace.lengths(), *trace.plain.lengths()))
        assert narration.result(trace, EN) not in "".join(part for part in last[1]["text"] if isinstance(part, str))


def test_languages_of_examples_have_their_names_in_the_language_of_the_page() -> None:
    zh = load("zh")
    built = picture.payload(TRACE, range(len(TRACE) + 1), zh)
    assert [language["name"] for language in built["frames"][0]["turn"]["languages"]] == [
        zh(f"parity.language.{name}") for name in ("english", "german", "spanish")
    ]
    assert not any(name in str(built["frames"]) for name in ("English", "German", "Spanish"))
    own = parse_languages(TEXT, "words")
    assert own is not None
    assert narration.name_of(parity.train(own.corpus, merges=1), 0, zh) == "A"
