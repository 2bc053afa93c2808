"""The views of `/vocabulary` that are data: white space, versions of a tokenizer, added tokens, files of others."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.formulas import TOKENIZER, harmful
from tests.views.pages.shown import cells, of_kind, only, page_views, said
from tokviz.cli.shows import text_of
from tokviz.errors import TokvizError
from tokviz.features.site.payloads import Pool
from tokviz.features.site.tab.drawing import draw
from tokviz.files.by_name import FOLDER, SHIPPED
from tokviz.files.pipeline import Pipeline
from tokviz.location import site
from tokviz.memory import LocalMemory
from tokviz.state.vocabulary import FORM
from tokviz.views.hosts.views import page_views as notebook
from tokviz.views.pages.inspected import Host, Inspected
from tokviz.views.pages.vocabulary import PAGE
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import DataTable, cell_text
from tokviz.views.shows import Choice, Columns, Fold, Given, Lines, Pages, Show, Text, Tree, spoken, told, with_tables
from tokviz.views.vocabularies.tables import Cells, cells_csv, rows_of
from tokviz.vocabularies import RUNS, Usage, Vocabulary, prose, search, usage

EN = load("en")


@dataclass(frozen=True)
class Offering(Host):
    """A host that keeps what makes its files, and takes a file."""

    offered: dict[str, Callable[[], Cells]]
    text: str | None = None
    takes_files = True

    def offer(self, make: Callable[[], Cells], name: str) -> None:
        self.offered[name] = make

    def read_file(self) -> str | None:
        return self.text


TYPED = EN("vocabulary.typed.taken")


def opened(view: str, lang: str = "en", **query: str) -> list[Show]:
    return page_views("vocabulary", lang, **query)[view]


def subject(**query: str) -> Inspected:
    state, wrong = FORM.read(query)
    assert wrong == ()
    return PAGE.seen(state, LocalMemory(), EN)


def fold(shows: list[Show], title: str) -> DataTable:
    """The table in the fold of this title."""
    (found,) = (show for show in of_kind(shows, Fold) if show.title == title)
    return only(found.shows, DataTable)


@pytest.fixture
def versions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Files of the folder: the first tokenizer as it is, and one with two ids moved and a merge less."""
    file = json.loads((site() / "assets" / "tokenizers" / "gpt.json").read_text("utf-8"))
    (tmp_path / "same.json").write_text(json.dumps(file))
    ids = file["model"]["vocab"]
    ids["Ġthe"], ids["Ġand"] = ids["Ġand"], ids["Ġthe"]
    file["model"]["merges"].remove(["Ġli", "ght"])
    (tmp_path / "new.json").write_text(json.dumps(file))
    monkeypatch.setenv(FOLDER, str(tmp_path))


def put_odd_file(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Offer a file whose token abc no merge makes: b c is merged before a b."""
    vocab = {"a": 0, "b": 1, "c": 2, "ab": 3, "bc": 4, "abc": 5}
    file = {"model": {"type": "BPE", "vocab": vocab, "merges": [["b", "c"], ["a", "b"]]}}
    (folder / "odd.json").write_text(json.dumps(file))
    monkeypatch.setenv(FOLDER, str(folder))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("beside", ["", "bert,llama,t5"])
@pytest.mark.parametrize("view", PAGE.views)
def test_every_view_in_every_language(view: str, beside: str, language: str) -> None:
    shows = opened(view, language, beside=beside)
    assert said(shows)
    assert text_of(shows, load(language))


def test_a_name_that_is_not_there_is_an_error() -> None:
    with pytest.raises(TokvizError) as raised:
        subject(beside="gpt-8")
    assert raised.value.code == "cli-tokenizer-missing"


# -- entries -----------------------------------------------------------------------------------------------------------


def ids(shows: Iterable[Show]) -> list[int]:
    """The ids of the first table."""
    return [int(row[0].replace(",", "")) for row in cells(next(of_kind(shows, DataTable)))]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_tokenizer_has_its_entries(name: str) -> None:
    shows = opened("entries", tokenizer=name)
    assert ids(shows) == list(range(200))
    assert EN("shown-of", shown=200, total=len(subject(tokenizer=name).first.vocabulary)) in said(shows)


def test_a_search_is_what_the_core_finds() -> None:
    shows = opened("entries", q=" the", way="begins", kind="start", order="longest")
    wanted = search(gpt(), " the", "begins", kind="start").tolist()
    assert sorted(ids(shows)) == gpt().ids[wanted].tolist()
    lengths = [int(row[-2]) for row in cells(next(of_kind(shows, DataTable)))]
    assert lengths == sorted(lengths, reverse=True)
    wanted = search(gpt(), script="Latin", length=5).tolist()
    assert ids(opened("entries", script="Latin", length="5")) == gpt().ids[wanted].tolist()[:200]
    assert EN("vocabulary.none") in said(opened("entries", q="zug", way="is"))


def test_a_later_part_of_the_entries_and_one_beyond_the_last() -> None:
    last = (len(gpt()) - 1) // 200 + 1
    assert ids(opened("entries", page="3"))[0] == 400
    assert ids(opened("entries", page="99")) == ids(opened("entries", page=f"{last}"))


def test_an_entry_has_its_tree_and_the_merges_that_use_it() -> None:
    number = gpt().of_token("Ġlight")
    assert number is not None
    shows = opened("entries", id=f"{number.id}")
    assert EN("vocabulary.tree.bpe") in said(shows)
    (drawn,) = only(shows, Tree).trees
    assert [part.chip.letters for part in drawn.parts] == ["Ġli", "ght"]
    assert [text.look for text in of_kind(shows, Text)].count("heading") == 1
    assert said(opened("entries"))[-1] == EN("vocabulary.point")
    assert EN("vocabulary.no-id", id=4_000_000) in said(opened("entries", id="4000000"))


def test_entries_without_merges_say_so() -> None:
    assert EN("vocabulary.tree.leaf") in said(opened("entries", id="0"))
    assert EN("vocabulary.card.added") in said(opened("entries", tokenizer="bert", id="0"))
    light = subject(tokenizer="bert").first.vocabulary.of_token("light")
    assert light is not None
    assert EN("vocabulary.tree.other") in said(opened("entries", tokenizer="bert", id=f"{light.id}"))


def test_a_token_that_merging_does_not_make_is_explained(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    put_odd_file(monkeypatch, tmp_path)
    (warned,) = (
        text for text in of_kind(opened("entries", tokenizer="odd.json", id="5"), Text) if text.look == "warning"
    )
    assert spoken(warned) == EN("vocabulary.tree.not-made", parts="a bc")


# -- entries in use ----------------------------------------------------------------------------------------------------


def gpt() -> Vocabulary:
    return Vocabulary(Pipeline.from_file(site() / "assets" / "tokenizers" / "gpt.json"))


def result(used: Usage) -> str:
    """The sentence about the entries of the first tokenizer that a text uses."""
    entries, never = len(gpt()), len(used.unused)
    counts = {"tokens": used.tokens, "used": entries - never, "unused": never}
    return EN("vocabulary.used.result", **counts, share=EN.percent(never / entries))


def test_a_token_that_merging_does_not_make(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    put_odd_file(monkeypatch, tmp_path)
    shows = opened("unused", tokenizer="odd.json")
    assert [row[1] for row in cells(next(of_kind(shows, DataTable)))] == ["5", "0", "1", "0"]
    never = f"{EN('vocabulary.reach.never')} (1)"
    assert [row[1] for row in cells(fold(shows, never))] == ["abc"]


@pytest.mark.parametrize(("corpus", "text"), [("ours", prose()), ("text", "low lower")])
def test_the_entries_that_a_text_uses(corpus: str, text: str) -> None:
    shows = opened("unused", preset="own", text="low lower", corpus=corpus)
    used = usage(gpt(), text)
    assert result(used) in said(shows)
    most, never = (only(column, DataTable) for column in only(shows, Columns).columns)
    assert len(most.rows) == min(25, len(used.used))
    assert [row[0] for row in cells(never)] == [EN.integer(number) for number in gpt().ids[used.unused[:25]].tolist()]


def test_a_file_is_read_where_the_host_takes_files() -> None:
    asked = Given({"corpus": "file"})
    assert result(usage(gpt(), prose())) in said(with_tables(PAGE.views["unused"][1](subject(), asked), asked, EN))
    for text in (None, "mug"):
        seen = replace(subject(), host=Offering({}, text))
        shows = list(with_tables(PAGE.views["unused"][1](seen, asked), asked, EN))
        assert (result(usage(gpt(), "mug")) in said(shows)) == (text is not None)


def test_all_entries_that_are_not_used_are_in_the_file() -> None:
    offered: dict[str, Callable[[], Cells]] = {}
    host = Given({"corpus": "text"})
    seen = replace(subject(preset="own", text="low"), host=Offering(offered))
    list(with_tables(PAGE.views["unused"][1](seen, host), host, EN))
    assert rows_of(offered["unused"]()) == len(usage(gpt(), "low").unused)
    assert rows_of(offered["unreached"]()) > 0


def test_a_view_of_the_first_tokenizer_says_so() -> None:
    told_first = EN("vocabulary.first", name=EN("tokenizers.name.gpt"))
    assert [told_first in said(opened("unused", beside=beside)) for beside in ("", "bert")] == [False, True]


# -- white space -------------------------------------------------------------------------------------------------------


def test_a_line_for_each_tokenizer_by_the_length_of_a_run() -> None:
    """BERT drops white space: x and y are two tokens, however much is between them."""
    shows = opened("spaces", beside="bert")
    chart = only(shows, Lines)
    gpt, bert = chart.lines
    assert {tokens for _, tokens in bert.points} == {2}
    assert [length for length, _ in gpt.points] == [*range(1, len(gpt.points) + 1)]
    assert len({gpt.dash, bert.dash}) == len({gpt.hue, bert.hue}) == 2
    rows = cells(fold(shows, EN("vocabulary.table.runs")))
    space = EN("vocabulary.run.space")
    assert rows[:2] == [[gpt.name, space, "1", "2", "x · ␣y"], [gpt.name, space, "2", "3", "x · ␣ · ␣y"]]


def test_the_character_of_the_chart_is_chosen() -> None:
    asked = Given({"run": "tab"})
    shows = list(PAGE.views["spaces"][1](subject(), asked))
    (choice,) = (field for field in asked.asked if isinstance(field, Choice))
    assert (choice.name, [name for name, _ in choice.options], choice.is_open) == ("run", list(RUNS), True)
    assert only(shows, Lines) != only(opened("spaces"), Lines)


def test_a_tokenizer_without_entries_of_white_space_has_an_empty_table() -> None:
    shows = opened("spaces", tokenizer="bert")
    empty = fold(shows, EN("vocabulary.spaces.of", name=EN("tokenizers.name.bert"), n=0))
    assert empty.rows == ()
    assert empty.pressed is None


def test_a_fold_asks_for_its_page_where_it_is_read() -> None:
    """The app draws what a fold asks for inside of it: no page is asked for before."""
    asked = Given({"runs_page": "2"})
    shows = PAGE.views["spaces"][1](subject(beside="bert,llama"), asked)
    found = next(show for show in shows if isinstance(show, Fold))
    before = len(asked.asked)
    (table,) = (show for show in found.shows if isinstance(show, DataTable))
    (page,) = asked.asked[before:]
    assert isinstance(page, Pages)
    assert (page.name, table.rows[0].cells[2]) == ("runs_page", "26")


def test_a_tab_has_the_field_of_a_fold_in_it() -> None:
    def view(ask: Callable[[Any], str]) -> Iterator[Show]:
        def folded() -> Iterator[Show]:
            yield told(EN, "vocabulary.parts", "caption")
            ask(Pages("page", 3))

        yield Fold("title", folded())
        ask(Pages("other", 2))

    outer, last = draw(view, {"page": "2"}, Pool(), EN)
    assert (outer["kind"], outer["title"]) == ("fold", "title")
    assert [(show["kind"], show.get("value")) for show in outer["shows"]] == [("text", None), ("field", "2")]
    assert last["field"]["name"] == "other"


def test_a_notebook_lists_the_fields_of_folds() -> None:
    assert list(notebook("vocabulary", beside="bert")["spaces"].fields())[:2] == ["run", "runs_page"]


# -- changes -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("versions")
@pytest.mark.parametrize("language", LANGUAGES)
def test_two_versions_and_what_changes_in_the_text(language: str) -> None:
    """The lists are those of the core, and each part has its reason."""
    say = load(language)
    asked = {"preset": "own", "text": "on the light"}
    shows = opened("changes", language, beside="same.json,new.json", **asked)
    assert [text.parts for text in of_kind(shows, Text) if text.look == "success"] == [(say("vocabulary.change.none"),)]
    counts, moved, removed, parts = map(cells, of_kind(shows, DataTable))
    assert [int(row[1]) for row in counts] == [0, 0, 2, 0, 1, 0, 0, 0, 0]
    assert moved == [["Ġthe", "262", "279"], ["Ġand", "279", "262"]]
    assert removed == [["Ġli + ght", "476", "–"]]
    assert [row[0] for row in parts] == ["␣the", "␣light"]
    assert [row[-1] for row in parts] == [
        say("vocabulary.change.id", token="Ġthe", old=262, new=279),
        say("vocabulary.change.merge.merge-removed", number=476, pair="Ġli + ght"),
    ]


def test_one_version_asks_for_the_other() -> None:
    assert said(opened("changes")) == [EN("vocabulary.change.two")]


@pytest.mark.usefixtures("versions")
def test_a_host_offers_all_rows_as_a_file() -> None:
    """Each list is cut on the page; the file has the lists and the parts of the text."""
    offered: dict[str, Callable[[], Cells]] = {}
    seen = subject(beside="same.json,new.json", preset="own", text="on the light")
    host = Given()
    able = replace(seen, host=Offering(offered))
    list(with_tables(PAGE.views["changes"][1](able, host), host, EN))
    assert list(offered) == ["changes-2"]  # the first is the same file, without changes
    table = offered["changes-2"]()
    assert table["change"] == ["ids_moved", "ids_moved", "merges_removed", "text", "text"]


# -- added tokens ------------------------------------------------------------------------------------------------------


def test_added_tokens_are_typed_into_a_text() -> None:
    table = cells(only(opened("special", beside="bert"), DataTable))
    assert table[0] == [
        EN("tokenizers.name.gpt"),
        "1,156",
        "<|endoftext|>",
        "special",
        TYPED,
        "x · Ġ · <|endoftext|> · Ġy",
    ]
    assert [row[2] for row in table[1:]] == ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    assert said(opened("special"))[0].startswith(EN("vocabulary.special.about", sample="x … y"))


def test_a_file_without_added_tokens_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = {"model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [["a", "b"]]}}
    (tmp_path / "plain.json").write_text(json.dumps(file))
    monkeypatch.setenv(FOLDER, str(tmp_path))
    shows = opened("special", tokenizer="plain.json")
    assert EN("vocabulary.special.none") in said(shows)
    assert not list(of_kind(shows, DataTable))


@pytest.mark.parametrize("view", PAGE.views)
def test_names_and_tokens_of_a_hostile_file(view: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "a**b**`.json").write_text(TOKENIZER, encoding="utf-8")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    offered: dict[str, Callable[[], Cells]] = {}
    seen, host = subject(tokenizer="a**b**`.json", beside="gpt"), Given()
    able = replace(seen, host=Offering(offered))
    shows = list(with_tables(PAGE.views[view][1](able, host), host, EN))
    assert text_of(shows, EN)
    assert bool(offered) == (view not in ("unmerge", "removed"))  # which list little
    for make in offered.values():
        file = list(csv.reader(io.StringIO(cells_csv(make(), EN), newline="")))
        assert len(file) == 1 + rows_of(make())
        assert list(filter(harmful, chain.from_iterable(file))) == []


@pytest.mark.parametrize("name", SHIPPED)
def test_chips_of_entries_are_letters(name: str) -> None:
    for table in of_kind(opened("spaces", tokenizer=name), DataTable):
        assert all(cell_text(cell) for row in table.rows for cell in row.cells)
