"""Uploads: kept while their field names them; one that the server has no more is lost, and that is said."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import bpe_encode_visit, visit
from tests.pages.visit import pictures
from tokviz import bpe, examples
from tokviz.errors import CorpusError
from tokviz.files.tokenizer_json import write_bpe
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.web.computing import cache
from tokviz.web.server import uploads

BPE = write_bpe(bpe.train(examples.load("sennrich").corpus, merges=3, rules="huggingface").model()).encode()


def script() -> None:
    """A page with a field for one file and one for several."""
    import streamlit as st

    from tokviz.views.shared.catalog import load
    from tokviz.web.server import uploads

    say = load("en")
    for key, has_many in (("one", False), ("many", True)):
        files = uploads.ask(key, key, say, help="", has_many=has_many)
        st.text(f"{key}: {[(file.name, file.data) for file in files]}")


@pytest.fixture
def restart(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Call it, and the server has no file any more."""
    return lambda: monkeypatch.setattr(AppTest, "_register_uploaded_files", lambda *_: None)


def test_files_are_kept_while_they_are_named(restart: Callable[[], None]) -> None:
    at = AppTest.from_function(script).run()
    at.file_uploader(key="one").set_value(("a.txt", b"a", "text/plain"))
    at.file_uploader(key="many").set_value([("b.txt", b"b", "text/plain"), ("c.txt", b"c", "text/plain")])
    at.run()
    restart()
    at.run()
    assert [text.value for text in at.text] == [
        "one: [('a.txt', b'a')]",
        "many: [('b.txt', b'b'), ('c.txt', b'c')]",
    ]
    assert not at.warning
    at.file_uploader(key="one").set_value(None)
    at.run()
    assert at.text[0].value == "one: []"
    assert at.session_state["uploads_kept"]["one"] == {}


def test_what_fields_have_read_is_counted_for_its_session() -> None:
    at = AppTest.from_function(script).run()
    at.file_uploader(key="one").set_value(("a.txt", b"abc", "text/plain"))
    at.file_uploader(key="many").set_value([("b.txt", b"de", "text/plain")])
    at.run()
    assert sorted(size for files in uploads.kept().values() for size in files.values()) == [2, 3]
    at.session_state["uploads_kept"]["a field of another page"] = dict(at.session_state["uploads_kept"]["one"])
    at.run()
    assert set(at.session_state["uploads_kept"]) == {"one", "many"}


def test_a_lost_file_is_none_and_takes_those_beside_it_along(restart: Callable[[], None]) -> None:
    restart()
    at = AppTest.from_function(script).run()
    at.file_uploader(key="many").set_value([("b.txt", b"b", "text/plain"), ("c.txt", b"c", "text/plain")])
    at.run()
    assert [text.value for text in at.text] == ["one: []", "many: []"]
    assert [warning.value for warning in at.warning] == [load("en")("upload.lost")]


FIELDS = {
    "the corpus of a training": ("bpe", {"example": "own", "corpus": "low 5"}, "bpe_file"),
    "texts of languages": ("parity", {"example": "own", "corpus": "[A]\nlow 5\n[B]\nneu 2"}, "parity_file"),
    "a tokenizer of BPE": ("bpe-encode", {"example": "hug"}, "bpe_encode_files"),
    "a vocabulary of subword-nmt": (
        "bpe-encode",
        {"example": "follow", "rules": "subword-nmt", "apply": "subword-nmt"},
        "bpe_encode_vocabulary_file",
    ),
    "a vocabulary of WordPiece": ("wordpiece", {"do": "encode"}, "wordpiece_encode_file"),
    "a unigram tokenizer": ("unigram", {"do": "lattice"}, "lattice_file"),
    "a text on /why": ("why", {"example": "own", "corpus": "low lower"}, "why_file"),
    "merges of one's own": ("practice", {}, "practice_file"),
    "a corpus to compare on": ("compare", {"example": "own", "corpus": "low 5, lower 2"}, "compare_file"),
}


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize(("page", "query", "key"), FIELDS.values(), ids=list(FIELDS))
def test_a_page_goes_on_without_a_lost_file(
    page: str, query: dict[str, str], key: str, language: str, restart: Callable[[], None]
) -> None:
    at = visit.opened(page, **{**query, "lang": language})
    if "own" in query.values():
        at = visit.open_panel(at, key.replace("_file", "_own_panel"))
    shown = len(pictures(at))
    restart()
    field = at.file_uploader(key=key)
    lost = ("x.json", b"{}", "application/json")
    field.set_value([lost] if field.accept_multiple_files else lost)
    visit.alive(at.run())
    assert load(language)("upload.lost") in [warning.value for warning in at.warning]
    assert not at.error
    assert len(pictures(at)) == shown


def test_a_tokenizer_stays_in_use_when_the_server_forgets_its_file(restart: Callable[[], None]) -> None:
    at = bpe_encode_visit.upload(bpe_encode_visit.encode(text="lowest", word="lowest"), ("tokenizer.json", BPE))
    before = bpe_encode_visit.states(at)
    restart()
    assert bpe_encode_visit.states(bpe_encode_visit.typed(at, "lowest low")) == before
    assert not at.warning


def test_the_same_file_of_two_visitors_has_one_name_in_what_is_kept() -> None:
    found = []
    for name, data in (("a.txt", b"a"), ("a.txt", b"a"), ("b.txt", b"a"), ("a.txt", b"b")):
        at = AppTest.from_function(script).run()
        at.file_uploader(key="one").set_value((name, data, "text/plain"))
        at.run()
        found += [file.id for file in at.session_state["uploads_kept"]["one"].values()]
    assert [found.index(one) for one in found] == [0, 0, 2, 3]


def test_a_file_is_read_once_for_all_even_if_it_is_broken() -> None:
    reads = []

    def read() -> str:
        reads.append(1)
        return "tokenizer"

    def broken() -> str:
        reads.append(2)
        raise CorpusError("upload-not-one")

    for _ in range(2):
        assert cache.opened(("test", "whole"), 2_000_000, read) == "tokenizer"
        with pytest.raises(CorpusError):
            cache.opened(("test", "broken"), 10, broken)
    assert reads == [1, 2]


def test_a_tokenizer_of_the_visit_is_listed_first_and_applied_on_any_page() -> None:
    say = load("en")
    at = visit.opened("tokenizers")
    at.file_uploader(key="tokenizers_files").set_value([("mine.json", BPE, "application/json")])
    visit.alive(at.run())
    at.switch_page("pages/vocabulary_page.py")
    assert visit.alive(at.run()).selectbox(key="vocabulary_tokenizer").options[0] == "mine.json"
    at.switch_page("pages/bpe_encode_page.py")
    assert say("upload.applied", name="mine.json") not in visit.texts(visit.alive(at.run()).main)
    at.button(key="beside_uploads_tokenizers_0_use").click()
    assert say("upload.applied", name="mine\\.json") in visit.texts(visit.alive(at.run()).main)
    at.button(key="bpe_encode_applied_away").click()
    assert say("upload.applied", name="mine\\.json") not in visit.texts(visit.alive(at.run()).main)


def test_a_file_is_taken_by_the_hash_of_its_content() -> None:
    at = AppTest.from_function(script).run()
    at.file_uploader(key="one").set_value(("a.txt", b"abc", "text/plain"))
    at.run()
    assert uploads.held(uploads.Upload.of("a.txt", b"abc").id) == uploads.Upload.of("a.txt", b"abc")
    assert uploads.held(uploads.Upload.of("b.txt", b"abc").id) is None
