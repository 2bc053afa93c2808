"""Replays: one file with everything in it, all steps of a trace in order, and no text that breaks out."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html import unescape
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.html_pages import Reader
from tests.strategies import hostile_texts
from tokviz import Corpus, bpe, examples, parity, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS
from tokviz.bpe import Rules
from tokviz.features.takeaway import replay
from tokviz.frontend import FOLDER, style
from tokviz.views.algorithms import VIEWS
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.merging import SymbolDrawing
from tokviz.views.merges import picture
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import LANGUAGES, load

EN, ZH = load("en"), load("zh")
DRAWN = SymbolDrawing({}, 0)
HUG = examples.load("hug").corpus
EVIL = "</script><script>alert(1)</script>\u2028'\"&<!--"
BPE = bpe.train(HUG, merges=20, rules="course")
WORDPIECE = wordpiece.train(HUG, merges=20, rules="course")
UNIGRAM = unigram.train(HUG, vocab_size=10, rules="course")


def data_of(page: str) -> dict[str, Any]:
    """The frames that a page holds, as its script reads them."""
    found = re.search(r'<script type="application/json" id="replay-data">(.*?)</script>', page, re.DOTALL)
    assert found
    return dict(json.loads(found[1]))


def script_of(page: str) -> str:
    found = re.search(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    assert found
    return found[1]


def steps_of(data: dict[str, Any]) -> list[int]:
    """The steps for which there is a frame, in order, each once."""
    return sorted({part["first"] + place for part in data["parts"] for place in range(len(part["frames"]))})


def replayed(trace: Any, language: str = "en", **about: str) -> str:
    say = load(language)
    return replay.replay_page(replay.training_replay(trace, say), rendering.about_training(trace, say, **about), say)


@pytest.mark.parametrize("trace", [BPE, WORDPIECE, UNIGRAM], ids=["bpe", "wordpiece", "unigram"])
def test_every_step_of_a_training_is_there(trace: Any) -> None:
    data = data_of(replayed(trace))
    assert steps_of(data) == list(range(len(trace) + 1))
    assert {part["total"] for part in data["parts"]} == {len(trace)}
    assert data["start"] == 0


@pytest.mark.parametrize(
    "model", [BPE.model(), WORDPIECE.model(), UNIGRAM.model()], ids=["bpe", "wordpiece", "unigram"]
)
def test_every_step_of_an_encoding_is_there(model: Any) -> None:
    parts = encoding.word_parts(VIEWS[model.algorithm].frames(model, "hugs", EN), EN, DRAWN)
    (part,) = data_of(replay.replay_page(parts, rendering.About("hugs"), EN, start=1))["parts"]
    assert len(part["frames"]) == len(model.explain("hugs")) + 1 == part["total"] + 1


@pytest.mark.slow
def test_a_long_trace_ends_at_the_limit_and_says_so() -> None:
    words = {f"{a}{b}{c}": 1 for a in "abcdefgh" for b in "ijklmnop" for c in "qrstuvwxyz"}
    trace = bpe.train(Corpus(words), merges=replay.MAX_STEPS + 100, rules=Rules())
    assert len(trace) > replay.MAX_STEPS
    page = replayed(trace)
    data = data_of(page)
    assert steps_of(data) == list(range(replay.MAX_STEPS + 1))
    assert {part["total"] for part in data["parts"]} == {replay.MAX_STEPS}
    assert len(data["parts"]) > 1
    assert EN("replay.first-steps", shown="500", total=f"{len(trace):,}") in page
    assert not any(part["search"] for part in data["parts"])  # nobody is there to search
    for one, other in pairwise(data["parts"]):
        assert other["first"] < one["first"] + len(one["frames"])  # so that a part is asked for before it is needed


@pytest.mark.slow
def test_a_long_encoding_ends_at_the_limit() -> None:
    word = "".join(chr(0x4E00 + k) for k in range(700))
    model = bpe.train(Corpus({word: 1}), merges=650, rules="course").model()
    trace = model.explain(word)
    page = replay.replay_page(
        encoding.word_parts(encoding.word_frames(trace, EN), EN, DRAWN), rendering.About("long"), EN, start=9_999
    )
    data = data_of(page)
    assert len(trace) > replay.MAX_STEPS
    assert steps_of(data) == list(range(replay.MAX_STEPS + 1))
    assert data["start"] == replay.MAX_STEPS


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_what_it_is(language: str) -> None:
    page = replayed(BPE, language, example="hug", split="gpt2")
    say = load(language)
    text = unescape(page)
    for told in (
        say("takeaway.title", algorithm=say("takeaway.algorithm.bpe"), corpus=say("example.hug")),
        examples.load("hug").recipes["bpe"].source,
        say("preset.course"),
        say("split.gpt2"),
        say("takeaway.made-with"),
        LANGUAGES[language],
        "hugs 5",
    ):
        assert told in text
    assert f'<html lang="{language}">' in page
    assert say("replay.first-steps", shown="500", total="7") not in page


def test_the_browser_may_run_this_script_and_nothing_else() -> None:
    page = replayed(BPE)
    digest = b64encode(sha256(script_of(page).encode()).digest()).decode()
    policy = re.search(r'Content-Security-Policy" content="(.*?)"', page)
    assert policy
    assert policy[1] == rendering.policy(script_of(page))
    assert f"script-src 'sha256-{digest}'" in policy[1]
    assert "default-src 'none'" in policy[1]
    assert not re.search(r"(?:src|href)=|url\(|@import|https?://(?!www\.w3\.org)", page)


def test_all_of_the_picture_is_in_the_page() -> None:
    page = replayed(BPE)
    picture = FOLDER / "picture"
    styles = [style(path.name, picture) for path in sorted(picture.glob("*.css"))]
    assert len(styles) > 1
    assert [sheet for sheet in styles if sheet not in page] == []
    scripts = "".join(path.read_text("utf-8") for path in picture.glob("*.js"))
    classes = re.findall(r"^(?:export )?(class \w+)", scripts, re.MULTILINE)
    assert len(classes) > 2
    assert [name for name in classes if name not in script_of(page)] == []


def test_the_page_is_whole() -> None:
    read = Reader(replayed(BPE))
    assert not read.open
    assert read.tags.count("script") == 2
    assert "import" not in re.findall(r"^\s*(\w+)", script_of(replayed(BPE)), re.MULTILINE)  # one file, no others


def test_hostile_words_stay_text() -> None:
    trace = bpe.train(Corpus({EVIL: 3, "שלום": 2, "‮abc": 1}), merges=5, rules="course")
    page = replay.replay_page(replay.training_replay(trace, EN), rendering.About(EVIL, ((EVIL, EVIL),)), EN)
    clean = replayed(BPE)
    assert Reader(page).tags.count("script") == Reader(clean).tags.count("script") == 2
    assert "alert(1)</script>" not in page
    assert "\u2028" not in "".join(json.dumps(data_of(page), ensure_ascii=False))  # shown in a visible form
    labels = {row["label"] for part in data_of(page)["parts"] for row in part["rows"]}
    assert any(label.startswith("</script>") for label in labels)


@given(hostile_texts().map(lambda text: text[:60]).filter(str.strip), st.sampled_from(["course", "huggingface"]))
def test_any_text_comes_back_out_of_the_page(text: str, rules: str) -> None:
    model = bpe.train(HUG, merges=3, rules=rules).model()
    parts = encoding.word_parts(encoding.word_frames(model.explain(text), EN), EN, DRAWN)
    page = replay.replay_page(parts, rendering.About(text, ((text, text),)), EN)
    assert page.encode("utf-8").decode("utf-8") == page
    read = Reader(page)
    assert not read.open
    assert read.tags.count("script") == 2
    whole = json.loads(json.dumps(parts).encode("utf-8", "replace"))
    assert data_of(page)["parts"] == [{**part, "search": False} for part in whole]


def test_a_picture_has_no_steps() -> None:
    made = replay.replay_page(
        [encoding.merging_picture([encoding.Row("hugs", "", ["hug", "s"])], EN)], rendering.About("still"), EN
    )
    (part,) = data_of(made)["parts"]
    assert (part["total"], len(part["frames"])) == (0, 1)


def test_the_parts_are_those_of_the_page() -> None:
    """The app sends the same frames that a replay contains."""
    data = data_of(replayed(BPE))
    sent = picture.payload(BPE, range(len(BPE) + 1), EN)
    assert data["parts"][0]["frames"] == json.loads(json.dumps(sent["frames"]))


# -- what is told of the rules -----------------------------------------------------------------------------------------


def test_rules_are_told_by_the_nearest_preset() -> None:
    assert rendering.rules_text(ALGORITHMS["bpe"], bpe.PRESETS["sennrich"], EN) == EN("preset.sennrich")
    assert rendering.rules_text(ALGORITHMS["unigram"], unigram.PRESETS["soft-em"], EN) == EN("preset.soft-em")
    assert rendering.rules_text(ALGORITHMS["wordpiece"], wordpiece.PRESETS["course"], ZH) == ZH("preset.course")
    changed = Rules(end_of_word="</w>", tie_break="smallest-ids", special_tokens=("<s>", "a b"))
    told = rendering.rules_text(ALGORITHMS["bpe"], changed, EN)
    assert told.startswith(EN("preset.sennrich"))
    assert f"{EN('knob.tie_break')}: {EN('knob.tie_break.smallest-ids')}" in told
    assert f"{EN('knob.special_tokens')}: <s> a␣b" in told
    ratio = replace(parity.PRESETS["parity"], turn="ratio", ratio=(1.0, 2.5))
    assert f"{EN('knob.ratio')}: 1 2.5" in rendering.rules_text(ALGORITHMS["parity"], ratio, EN)
