"""The merges that the start page cuts with are what tokviz learns, and the texts that the browser's cutting is tested
with are cut as tokviz cuts them.

Run as a script, this writes both again: the merges, and ``tokviz/frontend/tests/cut_texts.json``.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tokviz import bpe, examples, guides
from tokviz.frontend import FOLDER
from tokviz.location import site
from tokviz.pretokenize import pretokenize
from tokviz.state import compare, sample_texts
from tokviz.state.bytes import SAMPLES
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import visible
from tokviz.views.start import (
    COMPARED,
    SCRIPTS,
    example_length,
    lesson_entry,
    lessons_payload,
    recorded_merges,
    source_name,
    start_payload,
)

CUT = FOLDER / "tests" / "cut_texts.json"
HOSTILE = (
    "",
    " ",
    "a\u00a0b\u2003 c\x85d\ufeffe\u3000f\x1c\x1fg",
    "e\u0301\u0301x",
    "x" * 60,
    "it's IT'S we'LL '",
    "١٢٣ ½²",
)


@cache
def trained(example: str) -> bpe.Trace:
    found = examples.load(example)
    recipe = found.recipe("bpe")
    return bpe.train(found.corpus_for("bpe"), merges=recipe.merges, rules="course")


def lines(trace: bpe.Trace) -> str:
    """Merges as a file holds them."""
    return "".join(f"{left}\t{right}\t{step.count}\n" for step in trace for left, right in [step.pair])


def texts() -> Iterator[str]:
    """Texts that nobody wrote for these merges: lessons in both languages, the samples of other pages, odd ones."""
    for name in guides.names():
        for card in guides.load(name).cards[::3]:
            for text in card.text.values():
                yield text[:120]
    yield from (text[:120] for text in SAMPLES.values())
    yield from HOSTILE


def asked() -> Iterator[tuple[str, int, str]]:
    """Each text with an example and a number of merges: all, or some."""
    for place, text in enumerate(texts()):
        for example in SCRIPTS:
            most = examples.load(example).recipe("bpe").merges or 0
            yield example, (most, 7 * place % most)[place % 2], text


def cut(example: str, limit: int, text: str) -> list[Any]:
    """Each word of a text with its tokens and the numbers of the merges that made them."""
    model = replace(trained(example).model(limit), pretokenizer="gpt2")
    words = []
    for word in pretokenize(text, "gpt2"):
        numbers = [model.ranks[step.pair] + 1 for step in model.explain(word).steps]
        words.append([word, list(model.encode_word(word)), numbers])
    assert [token for _, tokens, _ in words for token in tokens] == model.encode(text)
    return words


@pytest.mark.parametrize("example", list(SCRIPTS))
def test_the_merges_are_what_is_learned(example: str) -> None:
    trace = trained(example)
    assert recorded_merges(example) == lines(trace)
    assert len(set(trace.merges)) == len(trace), "the browser knows a pair by its parts"
    assert len(recorded_merges(example).encode()) < 12_000


def test_the_texts_of_the_scripts_are_cut_as_tokviz_cuts() -> None:
    entries = json.loads(CUT.read_text(encoding="utf-8"))["cut"]
    assert len(entries) > 60
    for example, limit, text, words in entries:
        assert words == cut(example, limit, text)


def test_what_cannot_be_seen_is_shown_as_elsewhere() -> None:
    shown = json.loads(CUT.read_text(encoding="utf-8"))["visible"]
    assert shown == {text: visible(text) for text in shown}


@pytest.mark.parametrize(("language", "example"), [("en", "english"), ("zh", "chinese")])
def test_the_payload(language: str, example: str) -> None:
    text = start_payload(
        load(language), watch="bpe?example=sennrich", compare="compare?example=hug", own={"name": "corpus"}
    )
    shown = json.loads(text)
    found = shown["type"]
    first, second = found["models"]
    assert {first["example"], second["example"]} == SCRIPTS.keys()
    assert first["example"] == example
    assert first["merges"].count("\n") == examples.load(first["example"]).recipe("bpe").merges
    assert found["sentence"] == sample_texts.text("bpe-encode", first["example"]), "the link opens what one sees"
    assert shown["watch"]["href"] == "bpe?example=sennrich"
    assert shown["compare"]["href"] == "compare?example=hug"
    assert shown["own"]["name"] == "corpus"
    watched = shown["watch"]
    newest = [word["word"] for word in watched["words"]].index(watched["word"])
    assert len(watched["merges"]) == watched["number"] == len(watched["frames"]) - 1
    assert [len(frame[newest]) == 1 for frame in watched["frames"]] == [False] * watched["number"] + [True]
    assert first["href"] == f"bpe?example={example}&lang={language}"
    assert found["derivation"] == "bpe-encode?"
    assert found["real"] == ""
    assert len(text.encode()) < 30_000


def test_the_payload_of_a_page_elsewhere_has_its_own_links_and_no_text_of_the_visitors() -> None:
    pages = {"english": "bpe-english.html", "chinese": "bpe-chinese.html"}
    shown = json.loads(
        start_payload(load("en"), watch="a.html", compare="b.html", own=None, learned=pages, derivation="")
    )
    assert {model["example"]: model["href"] for model in shown["type"]["models"]} == pages
    assert shown["type"]["derivation"] == ""
    assert shown["own"] is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_in_the_list_has_its_links_and_its_picture(language: str) -> None:
    say, guide = load(language), guides.load("bpe")
    links = [f"#{number}" for number, _ in enumerate(guide.cards, start=1)]
    shown = json.loads(lessons_payload([lesson_entry(guide, say, links, "practice")], say))
    (lesson,) = shown["lessons"]
    assert (lesson["name"], lesson["title"], lesson["links"]) == ("bpe", guide.title[language], links)
    assert lesson["line"] == guide.line[language]
    cards, minutes = say.count("guide.cards", len(guide.cards)), sum(card.minutes for card in guide.cards)
    assert abs(minutes - guide.minutes) < 1e-9
    assert lesson["cards"] == say("lessons.size", cards=cards, minutes=str(round(minutes)))
    assert lesson["picture"].startswith("data:image/svg+xml;base64,")
    assert shown["labels"]["onward"] == say("start.lessons.continue", n="{n}")
    assert shown["practice"] == ""
    assert json.loads(lessons_payload([], say, "/practice"))["practice"] == "/practice"


def test_an_example_is_listed_with_its_source_and_its_words() -> None:
    say = load("en")
    assert (source_name("sennrich", say), example_length("sennrich", say)) == ("Sennrich et al.", "4 words")
    assert (source_name("lighthouse", say), example_length("own", say)) == ("\u00a0", "")


if __name__ == "__main__":
    for name in SCRIPTS:
        (site() / "assets" / "merges" / f"{name}.tsv").write_text(lines(trained(name)), encoding="utf-8")
    odd = (*HOSTILE, *SAMPLES.values(), "\u200d", "👩\u200d🚀", "\u0301a", "\u200b\u2060")
    made = {"cut": [[*one, cut(*one)] for one in asked()], "visible": {text: visible(text) for text in odd}}
    CUT.write_text(json.dumps(made, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def test_the_comparison_opens_as_its_page_writes_it() -> None:
    state, wrong = compare.FORM.read(COMPARED)
    assert wrong == ()
    assert compare.FORM.write(state) == COMPARED
