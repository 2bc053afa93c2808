"""`/compare` with what visitors bring: texts, files, tokenizers; and with nonsense."""

from __future__ import annotations

import csv
import io
import random
from itertools import product
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.files.test_detect import FILES
from tests.formulas import harmful
from tests.pages import visit
from tests.pages.compare_visit import compare, lines, links, own, payload, tokens, words
from tests.pages.visit import notes, pictures
from tokviz import bpe, examples
from tokviz.files import merges_txt, tiktoken
from tokviz.files.detect import load_any
from tokviz.state.compare import FORM, MARKS, MAX_WORD, VIEWS
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import shorten

EN = load("en")
NONSENSE = (
    *("", "-1", "x", "9" * 30, "9" * 5_000, "1.5", "٣", "½", "null", "NaN", "<script>alert(1)</script>", "a" * 10_000),
    *("'; DROP TABLE", "../../etc/passwd", "\0", "\u202e", "%00", "{}", "[]", "${x}", "`", "**x**", "</w>", "own"),
    *("bpe:course", "file:1", ",,,,", "bpe:course," * 9, ":", "\u200b", " ", "\n", "é́", "👨‍👩‍👧", "שלום abc"),
)
NAMES = ("example", "corpus", "split", "t", "size", "text", "held", "word", "marks", "view", "measure", "lang", "step")


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_an_own_corpus_that_is_empty(language: str) -> None:
    at = compare(example="own", lang=language)
    assert [info.value for info in at.info] == [load(language)("compare.empty")]
    assert payload(at) is None
    at.text_area(key="compare_corpus").input("hug 10, pug 5, pun 12, bun 4, hugs 5")
    visit.alive(at.run())
    assert payload(at) is not None
    assert at.query_params["corpus"] == "hug 10, pug 5, pun 12, bun 4, hugs 5"


def test_without_a_text_the_corpus_is_cut() -> None:
    at = own("hug 10, pug 5, hugs 5", text=" ")
    assert EN("compare.text.none") in [caption.value for caption in at.caption]
    assert "".join(tokens(at)["BPE"]) == "hugpughugs"


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_broken_list_is_an_error_with_its_line(language: str) -> None:
    at = own("low 5\nlower 2\nnewest", lang=language)
    assert len(at.error) == 1
    assert "3" in at.error[0].value
    assert payload(at) is None


def test_a_long_text_does_not_travel_and_says_so() -> None:
    at = own("x")
    at.text_area(key="compare_corpus").input("low lower lowest " * 200)
    visit.alive(at.run())
    assert "corpus" not in at.query_params
    assert EN("notice.long-text", limit=f"{MAX_LINK_CHARS:,}") in visit.texts(at.main)


def test_a_file_counts_before_the_text() -> None:
    at = visit.upload(own("xyz"), "compare", "words.csv", b"hug,10\npug,5\npun,12\nbun,4\nhugs,5\n")
    assert list(words(at).index)[:2] == ["pun", "hug"]
    assert "corpus" not in at.query_params
    assert [page for page, _ in links(at) if page != "glossary"] == []  # which could not hold it
    assert EN("compare.open-not") in [caption.value for caption in at.caption]


@pytest.mark.parametrize("kind", list(FILES))
def test_every_format_can_be_compared(kind: str) -> None:
    at = upload(compare(text="hug pug"), *[(name, content.encode()) for name, content in FILES[kind][0]])
    name = FILES[kind][0][0][0]
    assert not at.error
    assert list(tokens(at)) == [name, "WordPiece", "Unigram"]
    written = [token for token in tokens(at)[name] if token not in ("▁", "␣")]
    assert [token.removeprefix("▁") for token in written] == FILES[kind][1].encode("hug pug")
    assert at.query_params == {"example": "hug", "t": "wordpiece:course,unigram:course", "text": "hug pug"}
    assert at.button(key="compare_hand_over_0").label == lines(at)[0]["links"][0]["label"]
    assert not lines(at)[0]["links"][0]["href"], "no link can hold an upload"
    assert not [query for page, query in links(at) if page == "bpe-encode" and "word" in query]
    assert all(line["tokens"] for line in lines(at))


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_an_upload_that_is_not_there_yet(language: str) -> None:
    say = load(language)
    at = compare(lang=language)
    at.selectbox(key="compare_slot_0").select("file:1")
    visit.alive(at.run())
    assert say("compare.upload.none") in [caption.value for caption in at.sidebar.caption]
    assert list(tokens(at)) == ["WordPiece", "Unigram"]
    at.selectbox(key="compare_slot_1").select("file:2")
    visit.alive(at.run())
    assert say("compare.too-few") in [info.value for info in at.info]
    assert payload(at) is None


@pytest.mark.parametrize("content", [b"", b"{}", b"\0\xff", b"[" * 9999, b"a b c\nd"])
def test_a_broken_upload_is_a_message_and_the_others_go_on(content: bytes) -> None:
    at = upload(compare(), ("<b>*x*.json", content))
    assert len(at.error) == 1
    assert visit.plain(at.error[0].value).startswith("<b>*x*.json: ")
    assert list(tokens(at)) == ["WordPiece", "Unigram"]


def test_a_vocabulary_without_an_unknown_token_is_a_message() -> None:
    at = upload(compare(), ("vocab.txt", b"hug\n##s\n"))
    assert len(at.error) == 1
    assert list(tokens(at)) == ["WordPiece", "Unigram"]


@pytest.mark.parametrize("kind", ["merges", "ranks"])
def test_special_tokens_by_name(kind: str) -> None:
    if kind == "ranks":
        model = bpe.train(examples.load("hug").corpus, merges=3, rules="minbpe").model(pretokenizer="gpt2")
        files = {"mine.tiktoken": tiktoken.write_ranks(model)}
    else:
        trace = bpe.train(examples.load("hug").corpus, merges=3, rules="huggingface")
        files = {"merges.txt": merges_txt.write_merges(trace), "vocab.json": merges_txt.write_vocab(trace)}
    at = upload(compare(text="hug<|x|>hug"), *[(name, content.encode()) for name, content in files.items()])
    name = next(iter(tokens(at)))
    assert "<|x|>" not in tokens(at)[name]
    at.text_input(key="compare_specials_0").input("<|x|>=900")
    visit.alive(at.run())
    assert "<|x|>" in tokens(at)[name]
    assert [box.key for box in at.selectbox if box.key == "compare_pattern_0"] == ["compare_pattern_0"] * (
        kind == "ranks"
    )
    at.text_input(key="compare_specials_0").input("<|x|>=1")
    (error,) = visit.alive(at.run()).error
    assert "id 1" in visit.plain(error.value)


TEXTS = [
    *(
        "🤷🏽‍♀️ family 👨‍👩‍👧‍👦",
        "שלום hello עולם",
        "e\u0301te\u0301",
        "한국어 텍스트",
        "नमस्ते",
        "\u200b",
        "a\tb\r\nc",
    ),
    *("<b>bold</b> [x](y) $a$", "`` ` ``", ":material/home:", "x" * 500),
]


@pytest.mark.parametrize(("text", "marks"), list(product(TEXTS, MARKS)))
def test_text_in_any_script(text: str, marks: str) -> None:
    at = compare(text=text, marks=marks, t="bpe:course,bpe:minbpe,wordpiece:course,unigram:sentencepiece")
    assert not at.error
    assert payload(at) is not None


CORPORA = ["שלום שלום עולם", "🤷🏽‍♀️ 🤷🏽‍♀️ 🤷", "<b> <b> <i>", "** ** *", "\u200b\u200b a a", "喝茶喝咖啡 喝茶"]


@pytest.mark.parametrize(("corpus", "view"), list(product(CORPORA, VIEWS)))
def test_a_corpus_in_any_script(corpus: str, view: str) -> None:
    assert not own(corpus, view=view, text=corpus).error


@pytest.mark.parametrize("corpus", ["a", "a a a", "ab", "a b c d", "x" * 300])
def test_a_corpus_with_hardly_anything_to_learn(corpus: str) -> None:
    at = own(corpus)
    assert payload(at) is not None or at.error or at.info


@pytest.mark.parametrize("value", NONSENSE)
def test_every_parameter_at_once_with_the_same_nonsense(value: str) -> None:
    visit.settled(compare(**dict.fromkeys(NAMES, value)), FORM)


@pytest.mark.parametrize("seed", range(30))
def test_hostile_links_never_break_the_page(seed: int) -> None:
    rng = random.Random(seed)
    names = rng.sample(NAMES, rng.randint(1, 8))
    visit.settled(compare(**{name: rng.choice(NONSENSE) for name in names}), FORM)


@pytest.mark.parametrize("word", ["zzz", "<b>", "*a* b", "x" * MAX_WORD, "👨‍👩‍👧", "  ", "\u200b", "hug\nhugs"])
def test_any_word_can_be_asked_for(word: str) -> None:
    at = compare()
    at.text_input(key="compare_word").input(word)
    visit.alive(at.run())
    assert not at.error
    assert at.query_params.get("word", "") == word.strip()


def upload(at: AppTest, *files: tuple[str, bytes]) -> AppTest:
    """The page with a tokenizer of one's own in the first place."""
    at.selectbox(key="compare_slot_0").select("file:1")
    visit.alive(at.run())
    at.file_uploader(key="compare_files_0").set_value(
        [(name, content, "application/octet-stream") for name, content in files]
    )
    return visit.alive(at.run())


@pytest.mark.parametrize("kind", list(FILES))
def test_an_uploaded_tokenizer_is_taken_along_to_the_page_of_its_algorithm(kind: str) -> None:
    files = [(name, content.encode()) for name, content in FILES[kind][0]]
    found = load_any(files)
    model = found.model
    at = upload(compare(text="hug pug"), *files)
    told = [note.sentence(EN.templates) for note in found.notes]
    assert all(sentence in notes(at) for sentence in told)
    at.button(key="compare_hand_over_0").click()
    visit.alive(at.run())
    page, file, key = {
        "bpe": ("bpe-encode", "bpe_encode_page", "encode_picture"),
        "wordpiece": ("wordpiece", "wordpiece_page", "encode_picture"),
        "unigram": ("unigram", "unigram_page", "lattice_picture"),
    }[type(model).__module__.split(".")[1]]
    at.switch_page(f"pages/{file}.py")  # AppTest would not stay where the button leads
    visit.alive(at.run())
    name = shorten("+".join(name for name, _ in files))
    assert EN("upload.applied", name=name) in [visit.plain(caption.value) for caption in at.main.caption]
    assert all(sentence in notes(at) for sentence in told)
    word = str(at.query_params.get("word", "hug")).removeprefix("▁")  # the one that was picked among those that differ
    trace: Any = model.explain(f"▁{word}" if kind == "SentencePiece" else word)
    total = len(trace)
    assert pictures(at)[key]["payload"]["total"] == total
    at.button(
        key={"bpe-encode": "bpe_encode", "wordpiece": "wordpiece_encode"}.get(page, "lattice") + "_applied_away"
    ).click()
    visit.alive(at.run())
    assert EN("upload.applied", name=name) not in [visit.plain(caption.value) for caption in at.main.caption]
    assert key in pictures(at)


def test_no_cell_of_the_vocabularies_is_a_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, str] = {}
    monkeypatch.setattr("streamlit.download_button", lambda label, make, name, *a, **k: made.update({name: make}))
    own("=1=1 9, ＝1＝1 8, @@S 7, -1-1 6", view="vocabularies")
    cells = [cell for row in csv.reader(io.StringIO(made["tokviz-vocabularies.csv"], newline="")) for cell in row]
    assert {"'=", "'＝"} <= set(cells)
    assert list(filter(harmful, cells)) == []
