"""`/compare` by its links: splits, words that differ with their reasons, sizes, links to traces, both languages."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from tests.catalogs import saying
from tests.pages import visit
from tests.pages.compare_visit import compare, links, own, payload, tokens, told, words
from tokviz import bpe, examples, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS, Algorithm
from tokviz.compare import comparison
from tokviz.corpus import Corpus
from tokviz.state.compare import VIEWS
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")
PARAGRAPH = "The cat sat on the mat. The cats sat on mats, and the cat that sat longest sat best."


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_opening_state(language: str) -> None:
    say = load(language)
    at = compare(lang=language)
    assert at.title[0].value == say("page.compare")
    assert tokens(at) == {
        "BPE": ["hug", "s", "b", "ug", "s", "m", "ug", "un", "hug", "p", "un", "s"],
        "WordPiece": ["hugs", "b", "##u", "##gs", "[UNK]", "[UNK]", "p", "##u", "##n", "##s"],
        "Unigram": ["hug", "s", "bu", "g", "s", "m", "u", "g", "u", "n", "hug", "pu", "n", "s"],
    }
    assert [tab.label for tab in at.tabs] == [say(f"compare.tab.{view}") for view in VIEWS]
    assert at.slider(key="compare_size").value == 10
    assert not at.warning
    assert not at.error
    assert at.query_params == {"example": "hug", "lang": language}  # the address stays as it was asked for


def counted(step: int, count: int) -> str:
    return EN("measure.count.when", step=step, worth=count)


def scored(step: int, score: str) -> str:
    return EN("measure.score.when", step=step, worth=score)


def joined(name: str, pair: str, when: str) -> str:
    return EN("compare.why.joins", name=name, pair=pair, when=when)


def missing(pieces: str) -> str:
    return EN("compare.why.missing", name="Unigram", pieces=pieces)


def because(clause: str) -> str:
    return EN("compare.why.end", clause=clause)


def test_why_hugs_differs() -> None:
    later = EN("compare.why.later", pair="hug + s", when=counted(6, 5), last=counted(3, 15))
    made = EN("compare.why.joins.made", pair="hu + ##gs", when=scored(3, "1/15"))
    assert told(compare(word="hugs")) == [
        because(joined("BPE", "u + g", counted(1, 20)) + EN("compare.why.then", apart=later)),
        because(joined("WordPiece", "##g + ##s", scored(1, "1/20")) + made),
        because(missing(EN("compare.gone.whole-word", piece="hugs", cost="5"))),
    ]


def test_the_words_of_hug() -> None:
    table = words(compare())
    assert list(table.index) == ["pun", "hug", "pug", "hugs", "bun"]
    assert list(table["occurrences"]) == [12, 10, 5, 5, 4]
    assert list(table.loc["hug", ["BPE", "WordPiece", "Unigram"]]) == ["hug", "hu ##g", "hug"]
    never = EN("compare.why.never", pair="##u + ##n", last=scored(3, "1/15"))
    reasons = (
        joined("BPE", "u + n", counted(2, 16)),
        EN("compare.why.keeps", name="WordPiece", apart=never),
        missing(EN("compare.gone.pruned.tied", piece="un", round=2, step=4, cost="0")),
    )
    assert table.loc["bun", "reason"] == " ".join(map(because, reasons))


@pytest.mark.parametrize(("example", "language"), list(product(examples.NAMES, LANGUAGES)))
def test_every_example(example: str, language: str) -> None:
    at = compare(example=example, lang=language)
    shown = payload(at)
    assert shown is not None
    assert len(shown["rows"]) == 3
    assert not at.error
    if example == "parts":  # three words of four letters, which all split alike
        return
    assert len(words(at))
    assert all(words(at)["reason"])


def test_the_tokens_of_a_pasted_paragraph_are_those_of_training() -> None:
    at = own(PARAGRAPH, split="words", size="30", text="The longest mat that cats sat on.")
    corpus = Corpus.from_text(PARAGRAPH, "words")
    models = (
        bpe.train(corpus, vocab_size=30, rules="course").model(pretokenizer="words"),
        wordpiece.train(corpus, vocab_size=35, rules="course").model(pretokenizer="words"),
        unigram.train(corpus, vocab_size=30, rules="soft-em").model(pretokenizer="words"),
    )
    text = "The longest mat that cats sat on."
    assert list(tokens(at).values()) == [model.encode(text) for model in models]
    assert set(words(at).index) <= set(PARAGRAPH.split())


@pytest.mark.parametrize(("asked", "got"), [(None, 10), ("9", 9), ("12", 12), ("3", 7), ("15", 15), ("9999", 16)])
def test_a_size_is_one_that_all_can_have(asked: str | None, got: int) -> None:
    at = compare(**({} if asked is None else {"size": asked}))
    assert at.slider(key="compare_size").value == got
    assert (at.slider(key="compare_size").min, at.slider(key="compare_size").max) == (7, 16)
    told = [caption.value for caption in at.sidebar.caption]
    sizes = [one for one in told if saying("compare.range", smallest=7).fullmatch(one)]
    expected = []
    for possible in (range(7, 15), range(7, 17), range(7, 16)):  # special tokens are not counted
        nearest = max(size for size in possible if size <= got)
        now = EN.count("count.tokens", nearest)
        now = now if nearest == got else EN("compare.range.smaller", now=now, asked=got)
        expected.append(EN("compare.range", now=now, smallest=7, largest=possible[-1]))
    assert sizes[:3] == expected
    moved = EN("compare.size.nearest", asked=f"{int(asked or 0):,}", size=f"{got:,}")
    assert (moved in told) == (asked in ("3", "9999"))


def test_beside_the_clock_a_round_of_unigram_is_chosen() -> None:
    at = compare(example="hug", size="10", t="bpe:course,wordpiece:course,unigram:soft-em")
    rounds = at.main.segmented_control(key="compare_round_2")
    assert rounds.label == EN("clock.rounds", name="Unigram")
    assert (rounds.options, rounds.value) == (
        [
            EN("clock.rounds.tenth", preset=EN("preset.short.course")),
            EN("clock.rounds.quarter", preset=EN("preset.short.soft-em")),
        ],
        "soft-em",
    )
    told = [caption.value for caption in at.main.caption]
    assert EN("clock.rounds.between", least=2, most=4) in told  # 7, 9, 12, 15, 19
    visit.alive(rounds.set_value("course").run())
    assert at.selectbox(key="compare_slot_2").value == "unigram:course"
    assert "t" not in at.query_params  # the list opens with it
    assert EN.count("clock.rounds.apart", 1) in [caption.value for caption in at.main.caption]


def test_a_library_of_unigram_has_no_rounds_to_choose() -> None:
    at = compare(example="hug", t="bpe:course,unigram:huggingface", size="10")
    assert not [one.key for one in at.main.segmented_control if str(one.key).startswith("compare_round")]


def test_the_slider_gives_the_tokenizers_of_that_size() -> None:
    at = compare()
    at.slider(key="compare_size").set_value(12)
    visit.alive(at.run())
    assert at.query_params == {"example": "hug", "size": "12"}
    model = bpe.train(examples.load("hug").corpus, vocab_size=12, rules="course").model()
    assert tokens(at)["BPE"] == model.encode("hugs bugs mug unhug puns")


def test_moving_the_slider_merges_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    trained: list[str] = []

    def counted(one: Algorithm) -> Algorithm:
        def train(*values: Any, **options: Any) -> Any:
            trained.append(one.name)
            return one.train(*values, **options)

        return replace(one, train=train)

    monkeypatch.setattr(comparison, "ALGORITHMS", {name: counted(one) for name, one in ALGORITHMS.items()})
    at = own(f"{PARAGRAPH} Nobody has trained on this one before.", size="40", t="bpe:course,wordpiece:course")
    assert sorted(trained) == ["bpe", "wordpiece"]
    for size in (45, 38, 60, 41):
        at.slider(key="compare_size").set_value(size)
        visit.alive(at.run())
        assert at.query_params["size"] == str(size)
    assert sorted(trained) == ["bpe", "wordpiece"]


def test_sizes_that_nothing_has_in_common() -> None:
    at = compare(t="bpe:minbpe,unigram:course")
    assert EN("compare.size.apart") in [caption.value for caption in at.sidebar.caption]
    assert len(tokens(at)) == 2
    assert not at.error


def test_what_presets_leave_out_is_said_where_they_are_chosen() -> None:
    at = compare(t="bpe:rustbpe,unigram:sentencepiece")
    said = [caption.value for caption in at.sidebar.caption]
    assert EN("preset.limit.bpe.rustbpe") in said
    assert EN("preset.limit.unigram.sentencepiece") in said


def test_four_of_one_algorithm_can_be_told_apart() -> None:
    at = compare(t="bpe:course,bpe:sennrich,bpe:course,bpe:subword-nmt")
    assert list(tokens(at)) == [
        f"BPE ({EN('preset.course')})",
        f"BPE ({EN('preset.sennrich')})",
        f"BPE ({EN('preset.course')}) · 2",
        "BPE (subword-nmt 0.2)",
    ]
    assert at.button(key="compare_add").disabled  # there is no room for more


def test_rows_come_and_go() -> None:
    at = compare()
    at.button(key="compare_add").click()
    visit.alive(at.run())
    assert len(tokens(at)) == 4
    for _ in range(2):
        at.button(key="compare_remove").click()
        visit.alive(at.run())
    assert at.query_params["t"] == "bpe:course,wordpiece:course"
    assert at.button(key="compare_remove").disabled  # two there must be


def test_another_example_brings_its_text() -> None:
    at = compare(text="mine", word="mine", size="13")
    at = visit.pick(at, "compare_example", "course")
    visit.alive(at.run())
    assert at.query_params == {"example": "course"}
    assert at.text_area(key="compare_text").value == "This is not a token of the tokenizer."


def test_marks_can_be_left_out() -> None:
    at = compare(marks="neutral", t="bpe:sennrich,wordpiece:course", text="bugs", size="14")
    assert tokens(at)["WordPiece"] == ["bu", "gs"]
    at = compare(view="marks", t="bpe:subword-nmt,wordpiece:course,unigram:sentencepiece")
    (table,) = visit.chip_tables(at)
    assert [marks for _, marks, _, _ in table] == [
        EN("compare.marks.ends", mark="</w>"),
        EN("compare.marks.goes-on", mark="##"),
        EN("compare.marks.begins", mark="▁"),
    ]
    assert not any(mark in text for *_, text in table for mark in ("</w>", "##", "▁"))


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("view", VIEWS)
def test_every_view(view: str, language: str) -> None:
    at = compare(view=view, lang=language)
    assert at.query_params["view"] == view
    assert not at.error
    assert payload(at) is not None


def test_tokens_of_one_vocabulary_can_be_chosen_and_saved() -> None:
    at = compare(view="vocabularies")
    assert at.selectbox(key="compare_which").value == "every"
    at.selectbox(key="compare_which").select_index(3)  # those of WordPiece alone
    visit.alive(at.run())
    _, _, own_tokens = visit.chip_tables(at)
    assert {row[0] for row in own_tokens} == {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "gs", "hu", "hugs"}
    assert at.get("download_button")


def test_a_word_leads_to_the_steps_that_decided() -> None:
    at = compare(word="hugs", lang="zh")
    found = links(at)
    assert [page for page, _ in found[:5]] == ["bpe-encode", "bpe", "wordpiece", "wordpiece", "unigram"]
    assert all(query["lang"] == "zh" for _, query in found)
    encoding = found[0][1]
    assert (encoding["example"], encoding["vocab"], encoding["word"], encoding["step"]) == ("hug", "10", "hugs", "1")
    assert (found[3][1]["step"], found[3][1]["vocab"]) == ("1", "15")
    assert found[2][1]["do"] == "encode"
    assert (found[4][1]["do"], found[4][1]["at"], found[4][1]["word"]) == ("lattice", "end", "hugs")


@pytest.mark.parametrize("example", ["hug", "course", "tea", "jurafsky-2025", "aaabdaaabac"])
@pytest.mark.parametrize("t", ["bpe:course,wordpiece:course,unigram:soft-em", "bpe:subword-nmt,unigram:sentencepiece"])
def test_the_links_of_a_word_open_without_a_notice(example: str, t: str) -> None:
    for page, query in links(compare(example=example, t=t)):
        at = visit.opened(page, **dict(query))
        assert not at.warning, (page, query, [one.value for one in at.warning])
        assert not at.error


def test_the_pages_of_the_algorithms_get_the_corpus_that_was_compared_on() -> None:
    """All tokenizers share one, so it goes along as it is cut here, not as each page would cut it."""
    onward = dict(links(compare(example="english"))[-len(ALGORITHMS) - 1 :])
    assert set(onward) == {"bpe-encode", *ALGORITHMS}
    assert onward["wordpiece"]["split"] == onward["unigram"]["split"] == "gpt2"


def test_neutral_notation_holds_for_the_words_that_differ_too() -> None:
    own, neutral = (words(compare(marks=marks)) for marks in ("own", "neutral"))
    assert any("##" in split for split in own["WordPiece"])
    assert not any("##" in split for split in neutral["WordPiece"])
    assert [split.replace("##", "") for split in own["WordPiece"]] == list(neutral["WordPiece"])
