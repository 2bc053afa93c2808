"""The payload of a merging's picture: the origin of symbols, the symbols in use, the candidates, the vocabulary."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import bpe, examples, wordpiece
from tokviz.bpe import PRESETS
from tokviz.corpus import Corpus
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.merges import picture
from tokviz.views.shared.catalog import load
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import without_marks

EN = load("en")


def built(trace: MergeTrace[Step]) -> dict[str, Any]:
    return picture.payload(trace, range(len(trace) + 1), EN)


def test_the_worked_example() -> None:
    """low 5, lower 2, newest 6, widest 3: est </w> is the third merge, and uses up est."""
    found = built(bpe.train(examples.load("sennrich").corpus))
    texts = [chip["text"] for chip in found["tokens"]]
    picture = found["picture"]
    origins = {
        texts[one["symbol"]]: (one["number"], texts[one["left"]], texts[one["right"]]) for one in picture["origins"]
    }
    assert origins["est</w>"] == (3, "est", "</w>")
    assert (picture["measure"], picture["longest"], picture["words"]) == ("count", 9.0, 4)
    assert picture["ties"] == "==.=.==.." + "==.==."
    toggles = {texts[one["symbol"]]: one["toggles"] for one in picture["letters"]}
    assert (toggles["s"], toggles["</w>"]) == ([1], [15])
    merges = {texts[one["symbol"]]: (one["number"], one["toggles"]) for one in picture["merges"]}
    assert (merges["es"], merges["est"], merges["lower</w>"]) == ((1, [1, 2]), (2, [2, 3]), (15, [15]))
    third = found["frames"][3]
    title, rule, *numbers = (third["candidates"][name] for name in ("title", "rule", "tied", "total"))
    assert (title, rule) == (EN("picture.candidates", number=4), f"12 pairs; {EN('measure.count.rule')}")
    assert numbers == [2, 12]
    first = third["candidates"]["rows"][0]
    assert [texts[first.pop("left")], texts[first.pop("right")]] == ["l", "o"]
    words = {"words": ["low", "lower"], "counts": [5, 2]}
    assert first == {"count": 7, "bar": 7, "worth": "7", "worked": "", "words": words, "leads": True}
    made = EN("picture.vocabulary", start="11 symbols", merges="3 merges", size=14, used=10)
    assert without_marks(third["vocabulary"]) == made + EN("picture.vocabulary.gone", symbols="est")
    assert found["frames"][15]["candidates"] == {
        "title": EN("picture.candidates.over"),
        "rule": "",
        "tied": 0,
        "total": 0,
        "rows": [],
    }


def test_a_score_is_worked_out_in_its_bar() -> None:
    found = built(wordpiece.train(examples.load("hug").corpus_for("wordpiece")))
    texts = [chip["text"] for chip in found["tokens"]]
    best = found["frames"][0]["candidates"]["rows"][0]
    assert [texts[best["left"]], texts[best["right"]]] == ["##g", "##s"]
    assert (best["count"], best["bar"], best["worth"], best["worked"]) == (5, 0.05, "1/20", "5 / (20 × 5)")
    rows = found["frames"][0]["candidates"]["rows"]
    leaders = [texts[row["left"]] + texts[row["right"]] for row in rows if row["leads"]]
    assert leaders == ["##u##g"]
    marks = {texts[one["symbol"]]: (one["before"], one["letters"]) for one in found["picture"]["cells"]}
    assert (marks["##g"], marks["h"]) == (("##", "g"), ("", "h"))


@given(corpora(), st.sampled_from(list(PRESETS)))
def test_what_is_in_use_follows_from_the_toggles(corpus: Corpus, preset: str) -> None:
    trace = bpe.train(corpus, merges=12, rules=preset)
    found = built(trace)
    texts = [chip["text"] for chip in found["tokens"]]
    picture = found["picture"]
    if picture["folded"]:
        return
    for k in range(len(trace) + 1):
        at = [
            texts[one["symbol"]]
            for name, is_from_start in (("letters", True), ("merges", False))
            for one in picture[name]
            if (sum(turn <= k for turn in one["toggles"]) % 2 == 0) == is_from_start
        ]
        assert sorted(set(at)) == sorted({visible(symbol) for symbol in trace.symbols(k)})


@given(corpora(), st.sampled_from(list(PRESETS)))
def test_every_symbol_is_a_first_one_or_comes_of_two(corpus: Corpus, preset: str) -> None:
    found = built(bpe.train(corpus, merges=12, rules=preset))
    made = {one["symbol"] for one in found["picture"]["origins"]}
    first = {one["symbol"] for one in found["picture"]["cells"]}
    parts = {one[side] for one in found["picture"]["origins"] for side in ("left", "right")}
    shown = {chip for row in found["rows"] for chip in row["symbols"]}
    assert parts | shown <= made | first


def test_the_vocabulary_of_a_late_part_knows_where_its_symbols_come_from() -> None:
    """Of sixty words of two letters, each a merge, a late part shows some; all that is in the vocabulary was made."""
    words = {chr(0x4E00 + 2 * i) + chr(0x4E01 + 2 * i): 100 - i for i in range(60)}
    trace = bpe.train(Corpus(words), rules="course")
    found = picture.payload(trace, range(40, 44), EN)
    made = {one["symbol"] for one in found["picture"]["origins"]}
    assert len(found["picture"]["merges"]) == 43
    assert {one["symbol"] for one in found["picture"]["merges"]} <= made


def test_a_letter_that_no_word_has_is_a_first_symbol() -> None:
    trace = bpe.train(Corpus({"ab": 2}), rules=bpe.Rules(initial_alphabet=("z",)))
    found = built(trace)
    first = {one["symbol"] for one in found["picture"]["cells"]}
    assert {one["symbol"] for one in found["picture"]["letters"]} <= first
