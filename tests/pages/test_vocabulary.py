"""`/vocabulary`: every view in both languages, links, searches, entries that are opened, uploads that come along."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.formulas import TOKENIZER, harmful
from tests.pages import visit
from tests.pages.visit import written
from tokviz.files.by_name import FOLDER
from tokviz.files.pipeline import Pipeline
from tokviz.location import site
from tokviz.state.tokenizers import SAMPLES
from tokviz.state.vocabulary import VIEWS
from tokviz.views.shared.catalog import load
from tokviz.vocabularies import Vocabulary, removable, search, usage

EN = load("en")
FAULTS = Path(__file__).parents[1] / "golden" / "faults"


def page(**query: str) -> AppTest:
    return visit.opened("vocabulary", **query)


def ids(at: AppTest) -> list[int]:
    """The ids in the table of entries."""
    return [int(row[0].replace(",", "")) for row in visit.chip_tables(at)[0]]


def gpt() -> Vocabulary:
    return Vocabulary(Pipeline.from_file(site() / "assets" / "tokenizers" / "gpt.json"))


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_of_several_tokenizers(view: str) -> None:
    at = page(view=view, beside="bert,llama")
    assert not at.error
    assert visit.chip_tables(at) or at.dataframe
    assert at.query_params["beside"] == "bert,llama"


def test_a_search_of_a_link_is_what_the_core_finds() -> None:
    at = page(q=" the", way="begins", kind="start", order="longest")
    wanted = search(gpt(), " the", "begins", kind="start").tolist()
    assert sorted(ids(at)) == gpt().ids[wanted].tolist()
    assert at.query_params["way"] == "begins"
    lengths = [int(row[-2]) for row in visit.chip_tables(at)[0]]
    assert lengths == sorted(lengths, reverse=True)


def test_a_script_and_a_length_of_a_link_are_searched() -> None:
    at = page(script="Latin", length="5", id="4000000")
    wanted = search(gpt(), script="Latin", length=5).tolist()
    assert ids(at) == gpt().ids[wanted].tolist()[:200]
    assert at.query_params["length"] == "5"
    assert "length" not in page(length="13").query_params, "no such place"


def test_a_field_changes_the_search_and_the_link() -> None:
    at = page(page="3")
    assert at.query_params["page"] == "3"
    at.text_input(key="vocabulary_q").set_value("zug").run()
    assert at.query_params["q"] == "zug"
    assert "page" not in at.query_params
    at.selectbox(key="vocabulary_way").set_value("is").run()
    assert at.info[0].value == EN("vocabulary.none")
    assert at.query_params["way"] == "is"


def test_an_entry_of_a_link_shows_its_tree_and_its_parts_open_theirs() -> None:
    number = gpt().of_token("Ġlight")
    assert number is not None
    at = page(id=f"{number.id}")
    assert EN("vocabulary.tree.bpe") in written(at)
    visit.alive(at.button(key="vocabulary_part_1").click().run())
    part = gpt().of_token("ght")
    assert part is not None
    assert at.query_params["id"] == f"{part.id}"


def test_an_id_that_is_not_there_is_said() -> None:
    assert EN("vocabulary.no-id", id=4_000_000) in [info.value for info in page(id="4000000").info]


def test_another_tab_keeps_what_was_searched() -> None:
    at = page(q="the", view="numbers")
    assert at.query_params["q"] == "the"


def test_names_that_are_not_there_are_said() -> None:
    at = page(tokenizer="gpt-9", beside="bert,gpt-8")
    warned = " ".join(warning.value for warning in at.warning)
    assert "tokenizer" in warned
    assert "beside" in warned
    assert at.query_params["beside"] == "bert"


@pytest.mark.parametrize(("view", "question"), [("overlap", "overlap.two"), ("changes", "change.two")])
def test_a_second_tokenizer_is_chosen_in_place_of_what_compares_two(view: str, question: str) -> None:
    at = page(view=view)
    assert EN(f"vocabulary.{question}") in written(at)
    visit.alive(at.button(key="vocabulary_beside_bert").click().run())
    assert at.query_params["beside"] == "bert"
    assert EN(f"vocabulary.{question}") not in written(at)


def test_a_file_that_cannot_be_read_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "codes.txt").write_text("#version: 0.2\nl o\n")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    assert page(tokenizer="broken.json").error
    assert "subword" in page(tokenizer="codes.txt").error[0].value
    at = page(view="counts", beside="broken.json,codes.txt")
    assert len(at.error) == 2
    assert len(visit.chip_tables(at)) >= 2


def test_pages_of_real_tokenizers_keep_what_is_chosen() -> None:
    at = visit.opened("tokenizers", tokenizer="t5", preset="own", text="low lower")
    assert not at.error
    at = page(tokenizer="t5", preset="own", text="low lower", view="unmerge")
    assert at.query_params["tokenizer"] == "t5"
    assert at.query_params["text"] == "low lower"


def test_the_token_that_is_removed_is_in_the_link() -> None:
    first, second, *_ = map(str, removable(gpt().pipeline, SAMPLES["mixed"]))
    at = page(view="unmerge")
    field = at.pills(key="vocabulary_unmerged")
    assert field.value == first
    visit.alive(field.set_value(second).run())
    assert at.query_params["id"] == second


def test_an_uploaded_file_comes_along() -> None:
    tiny = {"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}
    at = visit.linked("tokenizers").run()
    at.file_uploader(key="tokenizers_files").set_value(
        [("tiny.json", json.dumps(tiny).encode(), "application/json")]
    ).run()
    at.switch_page("pages/vocabulary_page.py")
    at.query_params["tokenizer"] = "tiny.json"
    visit.alive(at.run())
    assert [row[2] for row in visit.chip_tables(at)[0]] == ["l", "o", "lo"]


def test_what_an_uploaded_corpus_never_uses() -> None:
    at = page(tokenizer="gpt", view="unused")
    at.segmented_control(key="vocabulary_corpus").set_value("file").run()
    tables = len(visit.chip_tables(at))
    field = at.file_uploader(key="vocabulary_corpus_file")
    visit.alive(field.set_value(("mine.txt", "low lower".encode("utf-16"), "text/plain")).run())
    assert len(visit.chip_tables(at)) == tables + 2
    found = usage(gpt(), "low lower")
    said = EN(
        "vocabulary.used.result",
        tokens=found.tokens,
        used=len(gpt()) - len(found.unused),
        unused=len(found.unused),
        share=EN.percent(len(found.unused) / len(gpt())),
    )
    assert said in [visit.plain(one.value) for one in at.markdown]
    at.file_uploader(key="vocabulary_corpus_file").set_value(("mine.txt", b"\0", "text/plain")).run()
    assert len(at.error) == 1


def test_a_download_has_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {}
    monkeypatch.setattr("streamlit.download_button", lambda label, make, name, *a, **k: made.update({name: make}))
    page()
    rows = list(csv.reader(io.StringIO(made["tokviz-vocabulary-entries.csv"]().decode("utf-8-sig"))))
    assert rows[0][0] == EN("column.id")
    assert len(rows) == 1 + len(gpt())


@pytest.mark.parametrize("view", ["entries", "unused"])
def test_no_cell_of_a_download_is_a_formula(view: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made = {}
    monkeypatch.setattr("streamlit.download_button", lambda label, make, name, *a, **k: made.update({name: make}))
    (tmp_path / "evil.json").write_text(TOKENIZER, encoding="utf-8")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    page(tokenizer="evil.json", view=view)
    text = made[f"tokviz-vocabulary-{view}.csv"]().decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
    assert "'＝1" in cells
    assert list(filter(harmful, cells)) == []


def _drawing() -> None:
    from tokviz.views.shared.catalog import load
    from tokviz.web.pages.vocabulary.shared import progress_bar

    progress_bar(100, load("en"))(0.3)
    draw = progress_bar(100_000, load("en"))
    draw(0.3)
    draw(0.6)


def test_what_takes_long_has_a_bar() -> None:
    (drawn,) = AppTest.from_function(_drawing).run().get("progress")
    assert (drawn.proto.value, drawn.proto.text) == (60, "60%")


# -- tokens that a training removed ------------------------------------------------------------------------------------


def test_the_convention_changes_the_training() -> None:
    at = page(view="removed")
    at.selectbox(key="vocabulary_removal").set_value("scaffold").run()
    assert "rules=scaffold" in at.query_params["training"]


def test_your_own_text_is_in_the_link() -> None:
    training = "example=own&corpus=abc%26 9, ab 1, abd 3&rules=picky-0.6"
    at = page(view="removed", training=training)
    assert not at.error
    assert at.query_params["training"] == training
