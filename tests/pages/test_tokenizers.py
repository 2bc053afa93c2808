"""`/tokenizers`: every tokenizer that comes along, equal to its library; uploads, links, bad files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import visit
from tests.pages.visit import written
from tokviz import Corpus, bpe, recorded
from tokviz.files.by_name import FOLDER, SHIPPED
from tokviz.files.merges_txt import write_merges, write_vocab
from tokviz.files.pipeline import Pipeline
from tokviz.files.tiktoken import write_ranks
from tokviz.location import site
from tokviz.models.around import Check, Difference
from tokviz.state.tokenizers import MAX_CHARS, MAX_DRAWN, SAMPLES
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.vocabularies.round_trip import single_trips

EN = load("en")


def page(**query: str) -> AppTest:
    return visit.opened("tokenizers", **query)


def compared(at: AppTest) -> dict[str, list[str]]:
    """The rows of the comparison: the name of each tokenizer and its tokens as they are written; headings have none."""
    rows = visit.pictures(at, "tokviz.text_rows")["tokenizers_compared"]["payload"]["rows"]
    return {row["name"]: [part["text"] for part in row["parts"]] for row in rows if row["kind"] != "heading"}


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("name", SHIPPED)
def test_every_text_is_equal_to_the_library(name: str, language: str) -> None:
    say = load(language)
    for sample in SAMPLES:
        at = page(tokenizer=name, preset=sample, lang=language)
        assert not at.error
        assert say("tokenizers.equal", library="\0", tokens="\0").split("\0")[0] in written(at)
        assert visit.payload(at) is not None


def test_a_word_of_a_link_is_in_the_picture() -> None:
    at = page(tokenizer="gpt", word="1", step="2")
    assert visit.step(at) == 2
    assert at.query_params["step"] == "2"


def test_a_name_that_is_not_there_is_said() -> None:
    at = page(tokenizer="gpt-9")
    assert any("tokenizer" in warning.value for warning in at.warning)
    assert "tokenizer" not in at.query_params


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_first_thing_on_the_page_is_what_real_models_do(language: str) -> None:
    say = load(language)
    at = page(lang=language)
    assert next(iter(visit.pictures(at, "tokviz.text_rows"))) == "tokenizers_compared"
    rows = compared(at)
    assert list(rows) == [one.title for one in recorded.tokenizers()[:10]]
    assert rows["GPT-4o"][-4:] == ["st", "raw", "berry", '"?']
    drawn = visit.pictures(at, "tokviz.text_rows")["tokenizers_compared"]["payload"]["rows"]
    assert drawn[0]["name"] == say("tokenizers.compared.title", date=max(one.date for one in recorded.tokenizers()))
    assert drawn[1]["detail"] == say("tokenizers.compared.entries", entries=say.integer(199_998))
    assert [row["tokens"] for row in drawn[1:3]] == [11, 11]
    assert visit.plain(say("tokenizers.compared.about")) in visit.written(at)
    named = say("tokenizers.compared.named.real", number=10)
    assert say("tokenizers.compared.range", named=named, least=10, most=12) in visit.written(at)
    at.toggle(key="tokenizers_small").set_value(True)
    rows = compared(visit.alive(at.run()))
    assert list(rows)[10:] == [say(f"tokenizers.name.{name}") for name in SHIPPED]
    assert "berry" not in rows[say("tokenizers.name.gpt")]
    drawn = visit.pictures(at, "tokviz.text_rows")["tokenizers_compared"]["payload"]["rows"]
    assert drawn[11]["name"] == say("tokenizers.compared.miniatures")


@pytest.mark.parametrize("sentence", recorded.sentences(), ids=lambda sentence: sentence.name)
def test_every_prepared_text_has_all_its_records(sentence: recorded.Sentence) -> None:
    at = page(preset=sentence.name)
    at.toggle(key="tokenizers_all").set_value(True)
    rows = compared(visit.alive(at.run()))
    assert [one.title for one in recorded.tokenizers()] == list(rows)[: len(recorded.tokenizers())]
    assert all(rows.values())


def test_of_a_text_of_ones_own_nothing_is_recorded_which_is_said() -> None:
    at = page(preset="own", text="low lower")
    assert list(compared(at)) == [EN(f"tokenizers.name.{name}") for name in SHIPPED]
    assert visit.plain(EN("tokenizers.compared.only")) in visit.written(at)
    own = page(preset="own", text="strawberry")  # as lessons have it
    assert compared(own)["GPT-4"] == ["str", "aw", "berry"]


def test_an_upload_is_one_more_and_a_broken_one_is_explained() -> None:
    at = page()
    tiny = {"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}
    at.file_uploader(key="tokenizers_files").set_value(
        [("tiny.json", json.dumps(tiny).encode(), "application/json"), ("bad.json", b"{", "application/json")]
    )
    at = visit.alive(at.run())
    assert next(iter(compared(at))) == "tiny.json"
    small = EN("tokenizers.name.gpt")
    assert small not in compared(at)
    at.toggle(key="tokenizers_small").set_value(True)
    assert small in compared(visit.alive(at.run()))
    assert any(visit.plain(one.value).startswith("bad.json: ") for one in at.caption)
    assert not at.error
    at.selectbox(key="tokenizers_tokenizer").set_value("bad.json")
    at = visit.alive(at.run())
    assert len(at.error) == 1


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_what_is_dropped_is_counted_and_crossed_out(language: str) -> None:
    say = load(language)
    at = page(preset="own", text="mug 😀", lang=language)
    data = (site() / "tests" / "golden" / "faults" / "no_unk.json").read_bytes()
    at.file_uploader(key="tokenizers_files").set_value([("no_unk.json", data, "application/json")])
    at = visit.alive(at.run())
    at.selectbox(key="tokenizers_tokenizer").set_value("no_unk.json")
    at = visit.alive(at.run())
    told = say.count("encode.text-dropped", 2, symbols=say.listed(["`m`", "`😀`"]))
    assert [visit.plain(warning.value) for warning in at.warning] == [visit.plain(told)]
    assert [chip["text"] for chip in visit.payload(at)["tokens"]][:3] == ["m", "u", "g"]  # type: ignore[index]
    rows = visit.pictures(at, "tokviz.text_rows")["tokenizers_stages"]["payload"]["rows"]
    (tokens,) = [row["parts"] for row in rows if row["kind"] == "token"]
    assert [part["text"] for part in tokens if part.get("kind") == "dropped"] == ["m", "😀"]


def test_a_difference_of_ids_says_the_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    of_ids = Check("tokenizers 9.9", 2, Difference(1, "low", ("lo",), ("lo",), (0, 3), 4, 7))
    monkeypatch.setattr("tokviz.files.pipeline.Pipeline.check", lambda *_: of_ids)
    at = page(preset="own", text="low, lower and lowest")
    told = EN("tokenizers.differs.id", library="tokenizers 9.9", at=2, token="`lo`", ours=4, theirs=7)
    assert [visit.plain(one.value) for one in at.error] == [visit.plain(told)]


TINY: dict[str, object] = {"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}
WIDER: dict[str, object] = {"model": {"type": "BPE", "vocab": {"l": 0, "o": 1}, "merges": []}}


def _with_files(at: AppTest, page: str, **files: dict[str, object]) -> AppTest:
    content = [(f"{name}.json", json.dumps(file).encode(), "application/json") for name, file in files.items()]
    at.file_uploader(key=f"{page}_files").set_value(content)
    return visit.alive(at.run())


@pytest.mark.parametrize("name", ["tokenizers", "vocabulary"])
def test_an_upload_opens_at_once_and_another_choice_takes_it_back(name: str) -> None:
    at = _with_files(visit.opened(name), name, tiny=TINY)
    choice = f"{name}_tokenizer"
    assert at.selectbox(key=choice).value == at.query_params["tokenizer"] == "tiny.json"
    visit.alive(at.selectbox(key=choice).set_value("gpt").run())
    assert at.selectbox(key=choice).value == "gpt"
    visit.alive(at.run())
    assert at.selectbox(key=choice).value == "gpt"
    _with_files(at, name, tiny=TINY, wider=WIDER)
    assert at.selectbox(key=choice).value == "wider.json"
    _with_files(at, name, tiny=TINY)
    assert at.selectbox(key=choice).value == "gpt"
    assert not at.warning


def test_a_file_that_comes_along_does_not_take_the_place_of_what_a_link_names() -> None:
    at = _with_files(visit.opened("tokenizers"), "tokenizers", tiny=TINY)
    at.switch_page("pages/vocabulary_page.py")
    at.query_params["tokenizer"] = "bert"
    visit.alive(at.run())
    assert at.selectbox(key="vocabulary_tokenizer").value == "bert"
    _with_files(at, "vocabulary", wider=WIDER)
    at.switch_page("pages/tokenizers_page.py")
    at.query_params["tokenizer"] = "t5"
    visit.alive(at.run())
    assert at.selectbox(key="tokenizers_tokenizer").value == "t5"


def test_a_folder_of_the_server_is_offered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = (site() / "assets" / "tokenizers" / "t5.json").read_bytes()
    (tmp_path / "ours.json").write_bytes(data)
    (tmp_path / "notes.md").write_text("nothing")
    (tmp_path / "other.json").write_text("not looked at until it is chosen")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    at = page(tokenizer="ours.json")
    assert at.query_params["tokenizer"] == "ours.json"
    assert next(iter(compared(at))) == "ours.json"
    assert "other.json" not in compared(at)


@pytest.mark.parametrize(("text", "told"), [("", "tokenizers.empty"), ("x" * (MAX_CHARS + 1), "tokenizers.too-long")])
def test_no_text_and_too_much_are_said(text: str, told: str) -> None:
    at = page(preset="own")
    at.text_area(key="tokenizers_text").input(text)
    at = visit.alive(at.run())
    assert EN.templates[told].split("{")[0] in written(at)


def test_of_a_long_text_the_first_part_is_drawn_and_all_is_counted() -> None:
    text = "lower " * 2_000
    at = page(preset="own", tokenizer="bert")
    at.text_area(key="tokenizers_text").input(text)
    at = visit.alive(at.run())
    assert EN("tokenizers.drawn", drawn=MAX_DRAWN, all=len(text)) in written(at)
    assert EN("tokenizers.first", drawn=MAX_DRAWN, all=len(text)) in written(at)
    drawn = visit.pictures(at, "tokviz.text_rows")["tokenizers_compared"]["payload"]["rows"]
    row = next(row for row in drawn if row["parts"])
    assert row["tokens"] > 2_000 > len(row["parts"])


@pytest.mark.parametrize("text", ["<b>x</b> $y$ :red[z]", "\u202eabc", "\x00\x07", "﷽" * 30, "a" * 1500])
def test_hostile_texts_are_shown(text: str) -> None:
    for name in SHIPPED:
        at = page(preset="own", text=text, tokenizer=name)
        assert not at.exception


def _uploaded(*files: tuple[str, str]) -> AppTest:
    at = page(preset="own", text="low lower<|end|> x")
    at.file_uploader(key="tokenizers_files").set_value([(name, text.encode(), "text/plain") for name, text in files])
    return visit.alive(at.run())


def test_merges_and_their_vocabulary_are_one_tokenizer() -> None:
    trace = bpe.train(Corpus({"Ġlow": 5, "lower": 2}), merges=6, rules="huggingface")
    bert = ("vocab.txt", "[UNK]\nlow\n##er\n")
    at = _uploaded(("vocab.json", write_vocab(trace)), bert, ("merges.txt", write_merges(trace)))
    rows = compared(at)
    assert list(rows) == ["vocab.txt", "merges.txt+vocab.json"]
    assert rows["vocab.txt"][:3] == ["low", "low", "er"]
    at.selectbox(key="tokenizers_tokenizer").set_value("merges.txt+vocab.json")
    assert not visit.alive(at.run()).error
    assert visit.payload(at) is not None


def test_a_rank_file_gets_its_pattern_and_special_tokens_by_name() -> None:
    trace = bpe.train(Corpus({"low": 5, "lower": 2}), merges=6, rules="minbpe")
    at = _uploaded(("x.tiktoken", write_ranks(trace.model(pretokenizer="cl100k"))))
    at.selectbox(key="tokenizers_tokenizer").set_value("x.tiktoken")
    at = visit.alive(at.run())
    assert "<|end|>" not in compared(at)["x.tiktoken"]
    at.selectbox(key="tokenizers_pattern").set_value("o200k")
    at.text_input(key="tokenizers_specials").set_value("<|end|>=300")
    at = visit.alive(at.run())
    assert not at.error
    assert "<|end|>" in compared(at)["x.tiktoken"]
    at.text_input(key="tokenizers_specials").set_value("<|end|>=7")
    assert "7" in at.run().error[0].value
    at.text_input(key="tokenizers_specials").set_value("")
    box = at.selectbox(key="tokenizers_pattern")
    box.options.append("[a-z]")  # a regular expression is typed
    box.set_value("[a-z]")
    at = visit.alive(at.run())
    assert not at.error
    assert all(len(token) == 1 for token in compared(at)["x.tiktoken"])


@pytest.mark.parametrize("name", SHIPPED)
def test_what_comes_next_is_asked_first(name: str) -> None:
    asked = visit.payload(page(tokenizer=name, preset="own", text="lowest", predict="1"))
    told = visit.payload(page(tokenizer=name, preset="own", text="lowest"))
    assert asked is not None
    assert told is not None
    assert any("ask" in frame for frame in asked["frames"]) != any("ask" in frame for frame in told["frames"])


def test_a_token_that_is_pressed_selects_its_word_each_time() -> None:
    at = page(tokenizer="gpt", preset="own", text="low lower lowest", step="1")

    def press(token: int) -> AppTest:  # as the rows of stages report it
        at.session_state["tokenizers_token"] = token
        at.session_state["tokenizers_stages_pressed"] = "token"
        return visit.alive(at.run())

    assert press(2).query_params["word"] == "2"
    assert visit.step(at) == 0
    visit.alive(at.pills(key="tokenizers_word").set_value(1).run())
    assert "word" not in at.query_params
    assert press(2).query_params["word"] == "2"


# -- token healing -----------------------------------------------------------------------------------------------------


def test_healing_takes_tokens_back_step_by_step() -> None:
    at = page(preset="own", text="I am goin")
    assert at.segmented_control(key="tokenizers_back").value == "0"
    visit.alive(at.segmented_control(key="tokenizers_back").set_value("1").run())
    taken = EN("tokenizers.healing.taken", tokens="`in`", text="`in`", longer=EN.count("count.longer-tokens", 4))
    assert visit.plain(taken) in written(at)
    assert at.query_params["back"] == "1"


def test_a_link_that_takes_too_many_tokens_back_takes_all() -> None:
    at = page(preset="own", text="I a", back="8")
    assert at.segmented_control(key="tokenizers_back").value == "2"
    assert at.query_params["back"] == "2"


def test_a_link_opens_the_sentence_in_eight_languages() -> None:
    title = EN("tokenizers.languages.about")
    at = page(tokenizer="t5")
    assert title not in [visit.plain(one.value) for one in at.caption], "folded away"
    assert "open" not in at.query_params
    at = page(tokenizer="t5", open="languages")
    assert title in [visit.plain(one.value) for one in at.caption]
    assert at.query_params["open"] == "languages"
    at.selectbox(key="tokenizers_tokenizer").set_value("bert")
    at = visit.alive(at.run())
    assert at.query_params["open"] == "languages", "another tokenizer is shown in it"
    assert any(EN("tokenizers.name.bert") in one.value for one in at.markdown if "Spanish" in one.value)
    assert "open" not in page(open="moon").query_params
    at.session_state["tokenizers_languages"] = False  # as a press on its title does
    assert "open" not in visit.alive(at.run()).query_params
    at.session_state["tokenizers_languages"] = True
    assert visit.alive(at.run()).query_params["open"] == "languages"


# -- there and back ----------------------------------------------------------------------------------------------------


def test_ids_of_an_upload_are_sent_there_and_back() -> None:
    """Its tokenizer is in a worker; the link says what is sent."""
    content = (site() / "tests" / "golden" / "round_trips" / "plain_bytes.json").read_text("utf-8")
    at = _uploaded(("plain.json", content))
    at.segmented_control(key="tokenizers_trip").set_value("ids")
    at = visit.alive(at.run())
    at.text_input(key="tokenizers_ids").set_value("71 257 256")
    at = visit.alive(at.run())
    assert not at.error
    assert visit.plain(EN("roundtrip.ids.parts", place=1, old="`h` `el` `lo`", new="`hello`")) in written(at)
    assert (at.query_params["trip"], at.query_params["ids"]) == ("ids", "71 257 256")
    at.segmented_control(key="tokenizers_trip").set_value("each")
    at = visit.alive(at.run())
    assert not at.error
    lost = single_trips(Pipeline.from_file(content.encode()))
    assert EN("roundtrip.each.lost", lost=len(lost.lost), entries=lost.entries) in written(at)


def test_a_link_sends_ids_there_and_back() -> None:
    at = page(tokenizer="gpt", trip="ids", ids="256 257")
    assert at.text_input(key="tokenizers_ids").value == "256 257"
    assert visit.plain(EN("roundtrip.ids.parts", place=1, old="`Ġt` `he`", new="`Ġthe`")) in written(at)
    assert "trip" not in page(trip="moon").query_params


def test_settings_beside_a_tokenizer_are_one_with_it() -> None:
    content = (site() / "assets" / "tokenizers" / "bert.json").read_text(encoding="utf-8")
    at = _uploaded(("tokenizer_config.json", '{"bos_token": "<|end|>"}'), ("tokenizer.json", content))
    ((name, tokens),) = compared(at).items()  # the name is shortened in its middle
    assert (name[:9], name[-11:]) == ("tokenizer", "config.json")
    assert "<|end|>" in tokens
