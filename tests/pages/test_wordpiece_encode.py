"""The encoding half of `/wordpiece`, without a browser: words, tabs, knobs, uploads, and turning between the halves."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest
from tokenizers import Tokenizer, models, pre_tokenizers

from tests.catalogs import saying
from tests.pages import visit
from tests.pages.visit import pictures, written
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")


def wordpiece(**query: str) -> AppTest:
    """The page `/wordpiece`, as a link with this query opens it."""
    return visit.opened("wordpiece", **query)


def encode(**query: str) -> AppTest:
    return wordpiece(do="encode", **query)


def turn_to(at: AppTest, mode: str) -> AppTest:
    at.segmented_control(key="wordpiece_do").set_value(mode)
    return visit.alive(at.run())


def upload(at: AppTest, name: str, content: bytes) -> AppTest:
    at.file_uploader(key="wordpiece_encode_file").upload(name, content)
    return visit.alive(at.run())


def states(at: AppTest) -> list[list[str]]:
    """The chips of the word, frame by frame."""
    built = pictures(at)["encode_picture"]["payload"]
    return [visit.row_texts(built, frame["groups"][0]["rows"][0]) for frame in built["frames"]]


def picture(at: AppTest, name: str) -> list[list[str]]:
    built = pictures(at)[name]["payload"]
    return [visit.row_texts(built, row) for row in range(len(built["rows"]))]


def address(at: AppTest) -> dict[str, str]:
    return {name: value if isinstance(value, str) else value[-1] for name, value in at.query_params.items()}


BUGS = [["b", "u", "g", "s"], ["b", "u", "g", "s"], ["b", "##u", "g", "s"], ["b", "##u", "##gs"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_hug_opens_with_words_that_it_knows_and_words_that_it_does_not(language: str) -> None:
    at = encode(example="hug", merges="3", lang=language)
    assert at.text_area(key="wordpiece_encode_text").value == "pugnugs bugs hugs mug bum"
    assert at.selectbox(key="wordpiece_encode_word").options == ["pugnugs", "bugs", "hugs", "mug", "bum"]
    long = ["p", "##u", "##g", "##n", "##u", "##gs"]  # whose searches are the longest
    assert picture(at, "wordpiece_encode_tokens_picture") == [[*long, "b", "##u", "##gs", "hugs", "[UNK]", "[UNK]"]]
    assert [metric.value for metric in at.metric] == ["12", "5", "0", load(language).decimal(21 / 12, 2), "8 / 15"]
    assert states(at)[-1] == long
    assert states(encode(example="hug", merges="3", word="bugs", lang=language)) == BUGS


@pytest.mark.parametrize(
    ("query", "has_card"),
    [
        ({"word": "hugs", "merges": "3"}, True),
        ({"word": "hugs"}, True),
        ({}, False),
        ({"word": "hugs", "merges": "2"}, False),
        ({"word": "hugs", "tie": "greatest-pair"}, False),
    ],
)
def test_the_erratum_about_a_word_stands_beside_its_encoding(query: dict[str, str], has_card: bool) -> None:
    at = encode(example="hug", **query)
    assert (EN("erratum.hug-wordpiece-hugs.right") in visit.written(at)) == has_card
    assert visit.folded(at).count(EN("erratum.title")) == has_card


def test_where_training_goes_on_a_button_stops_it_as_the_source_does() -> None:
    at = encode(example="hug", word="bugs")
    assert states(at)[-1] == ["bu", "##gs"]
    (button,) = (one for one in at.button if one.label == EN("wordpiece.hint.stop", merges="3 merges"))
    button.click()
    assert states(visit.alive(at.run())) == BUGS
    assert "stops after" not in written(at)


def test_a_link_opens_the_word_at_its_step() -> None:
    at = encode(example="hug", text="bugs mug", word="mug", step="1", merges="3")
    assert (pictures(at)["encode_picture"]["goto"], states(at)) == (1, [["m", "u", "g"], ["[UNK]"]])
    assert not at.warning


@pytest.mark.parametrize("name", ["pre", "longest", "view", "step"])
def test_what_a_link_asks_wrongly_is_named(name: str) -> None:
    at = encode(**{name: "nope"})
    assert name in at.warning[0].value
    at = encode(word="bugs", step="9")
    assert "step 9" in at.warning[0].value


def test_an_unknown_half_is_named_and_training_opens() -> None:
    at = wordpiece(do="dance", example="hug")
    assert "do" in at.warning[0].value
    assert visit.payload(at) is not None
    assert "do" not in at.query_params


def test_turning_between_the_halves_keeps_side_bar_text_and_training() -> None:
    at = wordpiece(example="hug", merges="3", step="2", view="scatter")
    at = turn_to(at, "encode")
    (tokens,) = picture(at, "wordpiece_encode_tokens_picture")
    assert tokens[-6:] == ["b", "##u", "##gs", "hugs", "[UNK]", "[UNK]"]
    assert address(at)["do"] == "encode"
    at.text_area(key="wordpiece_encode_text").input("bun mug")
    at = turn_to(visit.alive(at.run()), "")
    assert visit.step(at) == 2
    assert address(at) == {"example": "hug", "merges": "3", "step": "2", "view": "scatter"}
    at = turn_to(at, "encode")
    assert at.text_area(key="wordpiece_encode_text").value == "bun mug"
    assert at.number_input(key="wordpiece_amount").value == 3


def test_from_a_link_to_encoding_training_opens_at_its_start() -> None:
    at = turn_to(encode(example="hug", step="1", text="bug"), "")
    assert visit.step(at) == 0
    assert address(at) == {"example": "hug"}


def test_another_example_brings_its_text() -> None:
    at = encode(example="hug")
    at = visit.pick(at, "wordpiece_example", "tea")
    at = visit.alive(at.run())
    assert at.text_area(key="wordpiece_encode_text").value == "外婆慢慢喝茶，喝咖啡。"
    assert ["外", "##婆", "##慢", "##慢", "##喝", "##茶", "，", "[UNK]", "。"] in picture(
        at, "wordpiece_encode_tokens_picture"
    )


def test_knobs() -> None:
    at = encode(example="hug", longest="3")
    assert picture(at, "wordpiece_encode_tokens_picture") == [
        ["[UNK]"] * 5
    ]  # mug and bum are unknown, the others too long
    assert states(at) == [["[UNK]"]]
    at = encode(example="course", pre="bert-uncased", text="Où 东!", view="basic")
    assert picture(at, "wordpiece_encode_basic_picture")[-1] == ["ou", "␣", "东", "␣", "!"]
    assert "wordpiece_encode_basic_picture" not in pictures(encode(example="hug", view="basic"))


def test_decoding_says_what_was_lost() -> None:
    at = encode(example="hug", text="hugs", view="decode")
    assert [visit.plain(message.value) for message in at.success] == [EN("encode.decode.same")]
    (lost,) = encode(example="hug", text="hugs mug", view="decode").warning
    assert EN("wordpiece.lost.unknown") in visit.plain(lost.value)
    assert EN("wordpiece.lost.changed") not in visit.plain(lost.value)
    (lost,) = encode(example="hug", text="HUGS", pre="bert-uncased", view="decode").warning
    assert EN("wordpiece.lost.changed") in visit.plain(lost.value)
    assert EN("wordpiece.lost.unknown") not in visit.plain(lost.value)


def test_bpe_beside_it() -> None:
    at = encode(example="hug", merges="3", word="bugs", view="bpe")
    assert picture(at, "wordpiece_encode_bpe_picture") == [["b", "##u", "##gs"], ["b", "ug", "s"]]
    assert EN.count("wordpiece.bpe.differ", 5, words="5 words") in written(at)
    assert list(at.dataframe[0].value["bpe"]) == ["p ug n ug s", "b ug s", "hug s", "m ug", "b u m"]


def test_a_vocabulary_without_the_unknown_token_is_a_message() -> None:
    at = encode(example="hug", special="")
    assert "[UNK]" in at.warning[0].value
    assert saying("error.unk-not-in-vocabulary", word="'mug'", token="'[UNK]'").search(visit.plain(at.error[0].value))
    assert len(states(at)) > 1
    at.text_area(key="wordpiece_encode_text").input("hugs")
    at = visit.alive(at.run())
    assert not at.error
    assert picture(at, "wordpiece_encode_tokens_picture") == [["hugs"]]


def test_uploads() -> None:
    theirs = Tokenizer(models.WordPiece({"[UNK]": 0, "low": 1, "##er": 2}, unk_token="[UNK]"))
    theirs.pre_tokenizer = pre_tokenizers.Whitespace()
    at = upload(encode(text="lower Low"), "vocab.txt", b"[UNK]\nlow\n##er\n")
    assert picture(at, "wordpiece_encode_tokens_picture") == [["low", "##er", "low"]]
    assert EN("tab.bpe") not in [tab.label for tab in at.tabs]
    assert EN("wordpiece.upload.in-use", name="vocab.txt") in written(at)
    at = upload(encode(text="lower Low"), "tokenizer.json", theirs.to_str().encode())
    assert picture(at, "wordpiece_encode_tokens_picture") == [theirs.encode("lower Low").tokens]


@pytest.mark.parametrize(("name", "content"), [("vocab.txt", b""), ("vocab.txt", b"\xff\n"), ("x.json", b'{"a": 1')])
def test_a_broken_upload_is_a_message(name: str, content: bytes) -> None:
    at = upload(encode(), name, content)
    assert len(at.error) == 1
    assert not pictures(at)


def test_empty_states_and_long_texts() -> None:
    assert [message.value for message in encode(example="own").info] == [EN("wordpiece.empty")]
    assert [message.value for message in encode(text=" ").info] == [EN("encode.no-text")]
    at = encode(example="hug")
    at.text_area(key="wordpiece_encode_text").input("h" * 190_000 + "".join(f" hug{i}" for i in range(600)))
    at = visit.alive(at.run())
    assert states(at) == [["[UNK]"]]
    assert len(at.selectbox(key="wordpiece_encode_word").options) == 500


def test_hostile_words_are_text() -> None:
    hostile = "<script>alert(1)</script> **b** :material/home: $x$ `a` \u202e\u200b"
    for view in ("tokens", "decode", "bpe"):
        at = encode(text=hostile, view=view)
        assert not at.error
        assert "<script>" not in "".join(element.value for element in at.markdown if "`" not in element.value)
