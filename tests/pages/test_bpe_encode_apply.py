"""subword-nmt's apply as a whole on `/bpe-encode`: separator, glossaries, vocabulary, and the undoing in the
picture."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import visit
from tests.pages.bpe_encode_visit import LOWEST, encode, metrics, picture, states, ten, typed, upload
from tests.pages.visit import pictures
from tokviz import bpe, examples
from tokviz.bpe import Applier
from tokviz.files.libraries import named
from tokviz.files.subword_nmt import load_codes, write_codes
from tokviz.state.bpe_encode import VIEWS
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import without_marks

EN = load("en")
CORPUS = examples.load("sennrich").corpus
TRACE = bpe.train(CORPUS, merges=10, rules="subword-nmt")
PLAIN = Applier.from_model(TRACE.model())
APPLIED = {"example": "sennrich", "rules": "subword-nmt", "merges": "10", "apply": "subword-nmt"}
OPTIONS = ("bpe_encode_separator", "bpe_encode_glossaries", "bpe_encode_threshold")


def apply(**query: str) -> AppTest:
    """The page with subword-nmt's ten merges, applied as a whole."""
    return encode(**APPLIED, **query)


def has_options(at: AppTest) -> bool:
    drawn = {element.key for kind in (at.text_input, at.text_area, at.number_input) for element in kind}
    return drawn.issuperset(OPTIONS)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_lowest_with_the_vocabulary_of_the_corpus(language: str) -> None:
    at = apply(text="lowest", vocabulary="corpus", threshold="3", lang=language)
    vocabulary = {token for token, count in PLAIN.count_tokens(CORPUS).items() if count >= 3}
    wanted = replace(PLAIN, vocabulary=vocabulary).encode("lowest")
    assert states(at)[0] == ["lowest"]
    assert states(at)[-1] == wanted == ["l@@", "o@@", "w@@", "e@@", "s@@", "t"]
    assert picture(at, "bpe_encode_tokens_picture") == [wanted]
    known = load(language)("encode.apply.known", known=str(len(vocabulary)), total=str(len(PLAIN.count_tokens(CORPUS))))
    assert known in visit.texts(at.sidebar)
    assert metrics(at)[-1] == f"{len(vocabulary & set(wanted))} / {len(vocabulary)}"
    told = [without_marks(frame["say"][0]["text"]) for frame in pictures(at)["encode_picture"]["payload"]["frames"]]
    assert load(language)("encode.apply.check.undone", token="lo@@", pair="l o", left="l", right="o") in told
    assert pictures(at)["encode_picture"]["payload"]["picture"]["kind"] == "encoding"


def test_glossaries_and_separator_in_the_link() -> None:
    at = apply(text="newestNYC2024", glossaries=r"NYC \d+", separator="~")
    assert picture(at, "bpe_encode_tokens_picture") == [["newest~", "NYC~", "2024"]]
    assert at.text_area(key="bpe_encode_glossaries").value == r"NYC \d+"
    assert at.query_params["separator"] == "~"


def test_the_options_appear_with_the_toggle_and_where_it_applies() -> None:
    at = ten()
    assert not has_options(at)
    assert states(at) == LOWEST
    at.toggle(key="bpe_encode_apply").set_value(True)
    visit.alive(at.run())
    assert has_options(at)
    assert states(at)[-1] == ["low@@", "est"]
    assert at.query_params["apply"] == "subword-nmt"
    at.selectbox(key="bpe_preset").select("huggingface")
    visit.alive(at.run())
    assert not has_options(at)
    assert "apply" not in at.query_params
    at.selectbox(key="bpe_preset").select("subword-nmt")
    visit.alive(at.run())
    assert has_options(at)  # what was chosen is not forgotten
    assert at.query_params["apply"] == "subword-nmt"


@pytest.mark.parametrize("preset", list(bpe.PRESETS))
def test_it_is_offered_for_what_a_codes_file_can_hold(preset: str) -> None:
    at = encode(rules=preset, merges="5")
    offered = {"sennrich", "subword-nmt", "subword-nmt-0.1"}
    assert ("bpe_encode_apply" in {toggle.key for toggle in at.toggle}) == (preset in offered)


@pytest.mark.parametrize("query", [{"rules": "huggingface"}, {"loop": "one-at-a-time"}, {"rules": "minbpe"}])
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_link_that_asks_for_it_elsewhere_is_told(query: dict[str, str], language: str) -> None:
    at = encode(apply="subword-nmt", lang=language, **query)
    assert [visit.plain(warning.value) for warning in at.warning] == [load(language)("notice.link", names="apply")]
    assert "apply" not in at.query_params


@pytest.mark.parametrize("view", VIEWS)
def test_every_view(view: str) -> None:
    at = apply(text="lowest newest low", glossaries="new", vocabulary="corpus", view=view, lang="zh")
    say = load("zh")
    opened = [tab.label for tab in at.tabs if tab.children]
    assert opened == [say("tab.tokens" if view == "longest" else f"tab.{view}")]
    assert say("tab.longest") not in [tab.label for tab in at.tabs]
    assert not at.error


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize(
    ("pattern", "code"), [("(", "glossary-pattern"), ("(a|aa)+$", "glossary-timeout"), ("[z-a]", "glossary-pattern")]
)
def test_a_pattern_that_cannot_be_used_is_a_message(pattern: str, code: str, language: str) -> None:
    at = apply(text="a" * 80 + "b lowest", glossaries=pattern, lang=language)
    assert at.error
    whole = load(language)(f"error.{code}", pattern="\0", fragment="\1", reason="\2")
    assert visit.plain(at.error[0].value).startswith(whole.split("\0")[0])
    assert at.text_area(key="bpe_encode_glossaries").value == pattern
    assert at.query_params["glossaries"] == pattern
    at.text_area(key="bpe_encode_glossaries").input("low")
    visit.alive(at.run())
    assert not at.error
    assert states(at)


def test_no_token_is_frequent_enough() -> None:
    at = apply(text="lowest", vocabulary="corpus", threshold="1000")
    assert EN("encode.apply.known.none") in visit.texts(at.sidebar)
    assert states(at)[-1] == ["lo@@", "west"]


# -- files -----------------------------------------------------------------------------------------------------------


def with_vocabulary(at: AppTest, content: bytes) -> AppTest:
    at.file_uploader(key="bpe_encode_vocabulary_file").set_value(("vocab.txt", content, "text/plain"))
    return visit.alive(at.run())


def test_a_vocabulary_file_beside_a_codes_file() -> None:
    at = upload(encode(apply="subword-nmt", text="lowest"), ("mine.codes", write_codes(TRACE).encode()))
    counts = {"lo@@": 5, "w@@": 4, "est": 1}
    with_vocabulary(at, b"lo@@ 5\nw@@ 4\nest 1\n")
    applier = Applier.from_model(load_codes(write_codes(TRACE)).model)
    assert states(at)[-1] == replace(applier, vocabulary=counts.keys()).encode("lowest") == ["lo@@", "w@@", "est"]
    at.number_input(key="bpe_encode_threshold").set_value(2)
    visit.alive(at.run())
    assert states(at)[-1] == ["lo@@", "w@@", "e@@", "s@@", "t"]
    at.file_uploader(key="bpe_encode_vocabulary_file").set_value(None)
    assert states(visit.alive(at.run()))[-1] == ["lo@@", "west"]


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_what_is_applied_is_compared_with_subword_nmt(language: str) -> None:
    say = load(language)
    library = named("subword-nmt")
    at = apply(text="lowest newest", glossaries="est", vocabulary="corpus", threshold="3", lang=language)
    equal = say("tokenizers.equal", library=library, tokens=say.count("bytes.count.tokens", 5))
    assert any(equal in caption.value for caption in at.caption)
    at = upload(encode(text="lowest", lang=language), ("mine.codes", write_codes(TRACE).encode()))  # merges alone
    equal = say("tokenizers.equal", library=library, tokens=say.count("bytes.count.tokens", 2))
    assert any(equal in caption.value for caption in at.caption)
    at = apply(text="lowest", glossaries="(x+)+y", lang=language)
    assert states(at)[-1] == ["lo@@", "west"]
    assert any("(x+)+y" in one.value.replace("\\", "") for one in at.warning)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_without_subword_nmt_the_page_says_so(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "subword_nmt.apply_bpe", None)
    at = apply(text="lowest slower", separator="~", lang=language)
    assert load(language)("tokenizers.unchecked") in [one.value for one in at.warning]
    assert states(at)[-1]


@pytest.mark.parametrize("content", [b"low", b"low x\n", b"\xff\xfe\n", b"low 1\0\n"])
def test_a_broken_vocabulary_is_a_message(content: bytes) -> None:
    at = with_vocabulary(apply(text="lowest"), content)
    assert len(at.error) == 1
    assert not pictures(at)
    assert has_options(at)


def test_codes_without_a_corpus_have_nothing_to_count() -> None:
    at = upload(
        encode(example="own", apply="subword-nmt", vocabulary="corpus"), ("x.codes", write_codes(TRACE).encode())
    )
    typed(at, "lowest")
    assert EN("encode.apply.no-corpus") in visit.texts(at.sidebar)
    assert states(at)[-1] == ["lo@@", "west"]
