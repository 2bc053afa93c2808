"""The views of `/tokenizers` as data: without a browser and without Streamlit."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.views.pages.shown import MEMORY, of_kind, only, page_views, said
from tokviz.cli.shows import text_of
from tokviz.errors import RulesError, TokvizError
from tokviz.files.by_name import FOLDER, SHIPPED, Named
from tokviz.files.pipeline import Pipeline
from tokviz.location import site
from tokviz.memory import LocalMemory
from tokviz.state.tokenizers import FORM, SAMPLES, TokenizersState
from tokviz.views.pages import tokenizers as views
from tokviz.views.pages.tokenizers import TokenizedText
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import DataTable, cell_text
from tokviz.views.shows import Choice, Code, Flow, Fold, Given, Grid, Pick, Rows, spoken, told
from tokviz.views.tokenizers.round_trip import MOST_ROWS
from tokviz.views.tokenizers.work import MAX_SYMBOLS, work_of
from tokviz.vocabularies.round_trip import single_trips

EN = load("en")


def subject(**query: str) -> TokenizedText:
    """Return the subject of the link with this query."""
    state, wrong = FORM.read(query)
    assert wrong == ()
    return views.PAGE.seen(state, MEMORY, EN)


def column(grid: Grid, name: str) -> list[object]:
    return list(grid.table.frame()[name])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tokenizer", SHIPPED)
def test_every_view_in_every_language(tokenizer: str, language: str) -> None:
    for sample in SAMPLES:
        shown = page_views("tokenizers", language, preset=sample, tokenizer=tokenizer)
        assert all(shown.values())
        assert only(shown["rows"], Rows).picked == {"pretoken": ("word", "1"), "token": ("token", "1")}
        assert {"stages", "tokens", "decoding", "healing", "roundtrip"} <= shown.keys()


def test_a_link_leads_to_what_exists() -> None:
    seen = subject(text="I a", tokenizer="gpt", word="9", token="9", back="8")
    assert (seen.state.word, seen.state.token, seen.state.back) == (2, 2, 2)


def test_no_text_and_no_tokenizer_are_errors() -> None:
    for state, code in ((TokenizersState("own"), "tab-empty"), (TokenizersState(tokenizer="gpt-9"), "tab-library")):
        with pytest.raises(TokvizError) as caught:
            views.PAGE.seen(state, MEMORY, EN)
        assert caught.value.code == code


def test_a_file_of_the_operator_has_views(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "ours.json").write_bytes((site() / "assets" / "tokenizers" / "t5.json").read_bytes())
    monkeypatch.setenv(FOLDER, str(tmp_path))
    ours, theirs = (page_views("tokenizers", text="low lower", tokenizer=name) for name in ("ours.json", "t5"))
    own, other = ([text_of(shows, EN).replace("-", "") for shows in every.values()] for every in (ours, theirs))
    named = [one.replace("ours.json", EN("tokenizers.name.t5")) for one in own]  # it heads a column of one view
    assert [one.split() for one in named] == [one.split() for one in other]


def test_without_the_library_every_view_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: Named) -> Pipeline:
        raise RulesError("library-missing", library="tokenizers")

    state = replace(TokenizersState("own"), text="né lower", tokenizer="bert")
    with_library = views.PAGE.opened(state, MEMORY, EN)
    monkeypatch.setattr(Named, "open", missing)
    alone = views.PAGE.opened(state, LocalMemory(), EN)
    assert {"decoding", "healing", "roundtrip"} <= alone.keys() == with_library.keys()
    for name, view in alone.items():
        assert text_of(view(Given()), EN) == text_of(with_library[name](Given()), EN)


# -- stages ------------------------------------------------------------------------------------------------------------


def test_what_the_stages_are_set_to_is_said() -> None:
    shown = said(page_views("tokenizers", tokenizer="bert", text="low lower")["options"])
    assert any("[CLS]:0 $A:0 [SEP]:0" in sentence for sentence in shown)
    unchanged = page_views("tokenizers", tokenizer="bert", text="low")["options"]
    assert any(EN("tokenizers.unchanged", stages="\0").split("\0")[0] in sentence for sentence in said(unchanged))


def test_what_is_dropped_is_counted() -> None:
    pipeline = Pipeline.from_file((site() / "tests" / "golden" / "faults" / "no_unk.json").read_bytes())
    text = "mug 😀"
    seen = replace(subject(text=text), pipeline=pipeline, work=work_of(pipeline, text), key=("no unk",))
    assert said(views.options(seen, Given()))[0] == EN.count("encode.text-dropped", 2, symbols=EN.listed(["m", "😀"]))


# -- a pre-token -------------------------------------------------------------------------------------------------------


def test_what_cut_a_pre_token_is_named() -> None:
    shown = page_views("tokenizers", tokenizer="gpt", text="It's 10", word="2")
    assert any(EN("bytes.alternative.contraction-any-case") in sentence for sentence in said(shown["word"]))
    assert column(only(shown["pretokens"], Grid), "pretoken") == ["It", "'s", "Ġ", "10"]
    assert "pretokens" not in page_views("tokenizers", tokenizer="bert", text="It's 10")


def test_a_word_can_be_picked() -> None:
    host = Given({"word": "3"})
    seen = subject(tokenizer="bert", text="low [MASK] lower")
    assert EN("tokenizers.word.title") in said(views.word(seen, host))
    (pick,) = (field for field in host.asked if isinstance(field, Pick))
    assert pick.labels == ("low", "[MASK]", "lower")
    added = said(views.word(seen, Given({"word": "2"})))
    assert added[-1] == spoken(told(EN, "tokenizers.word.added", token="[MASK]", id=4))


def test_an_added_token_and_nothing_at_all_have_no_steps() -> None:
    assert views.stretch(subject(tokenizer="bert", text="[MASK]")) is None
    nothing = subject(tokenizer="bert", text="\x07")
    assert views.stretch(nothing) is None
    assert said(views.word(nothing, Given()))[-1] == EN("tokenizers.no-word")


def test_of_a_long_pre_token_a_part_around_the_token_is_shown() -> None:
    rng = random.Random(1)
    long = "".join(rng.choice("lowerstn") for _ in range(1_500))
    places = [views.stretch(subject(tokenizer="gpt", text=long, token=token)) for token in ("1", "200")]
    assert all(place and 0 < place[1] - place[0] <= MAX_SYMBOLS for place in places)
    assert places[0] != places[1]
    assert any("1,500" in sentence for sentence in said(views.word(subject(tokenizer="gpt", text=long), Given())))
    # Of BERT's greedy longest match no part can be split by itself.
    whole = subject(tokenizer="bert", text="a" * (MAX_SYMBOLS + 1))
    limit = EN("tokenizers.word.long", limit=MAX_SYMBOLS)
    assert (views.stretch(whole) is None) == (limit in said(views.word(whole, Given())))


# -- tables ------------------------------------------------------------------------------------------------------------


def test_the_tables_are_folded_away_under_their_titles() -> None:
    folds = list(views.tables(subject(tokenizer="gpt", text="low lower"), Given()))
    names = ("stages", "pretokens", "tokens", "decoding")
    assert [fold.title for fold in folds] == [EN(f"tokenizers.table.{name}") for name in names]
    assert len(list(views.tables(subject(tokenizer="bert", text="low lower"), Given()))) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_decoder_is_shown_with_its_options(language: str) -> None:
    shown = page_views("tokenizers", language, tokenizer="bert", text="low lower")["decoding"]
    decoder, steps = of_kind(shown, Grid)
    assert column(decoder, "stage") == ["WordPiece"]
    assert column(decoder, "text") == ["low␣lower"]
    assert "prefix ##" in str(column(decoder, "options")[0])
    assert "".join(map(str, column(steps, "gained"))) == "low␣lower"
    assert only(shown, Code).text == "low lower"


def test_tokens_have_ids_and_places() -> None:
    grid = only(page_views("tokenizers", tokenizer="gpt", text="low")["tokens"], Grid)
    assert column(grid, "token") == ["low"]
    assert (column(grid, "start"), column(grid, "end")) == ([0], [3])


# -- token healing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_healing_takes_tokens_back_step_by_step(language: str) -> None:
    say = load(language)
    shown = page_views("tokenizers", language, text="I am goin", tokenizer="gpt", back="1")["healing"]
    longer = say.count("count.longer-tokens", 4)
    assert spoken(told(say, "tokenizers.healing.taken", tokens="in", text="in", longer=longer)) in said(shown)
    assert [chip.letters for chip in only(shown, Flow).chips] == column(only(only(shown, Fold).shows, Grid), "text")


def test_as_many_tokens_are_taken_back_as_there_are() -> None:
    host = Given()
    shown = said(views.healing(subject(text="I a", tokenizer="gpt", back="8"), host))
    (choice,) = (field for field in host.asked if isinstance(field, Choice))
    assert [name for name, _ in choice.options] == ["0", "1", "2"]
    longer = EN.count("count.longer-tokens", 0)
    assert shown[-1] == spoken(told(EN, "tokenizers.healing.none", tokens="I Ġa", text="I␣a", longer=longer))


def test_nothing_is_looked_up_before_a_token_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "heal", None)
    assert len(said(views.healing(subject(text="I am goin"), Given()))) == 2


# -- there and back ----------------------------------------------------------------------------------------------------


def test_a_text_there_and_back() -> None:
    shown = page_views("tokenizers", tokenizer="bert", text="A low")["roundtrip"]
    assert EN("roundtrip.text.parts", place=1, old="A", new="a") in said(shown)
    assert EN("roundtrip.text.normalizer", old="A") in said(shown)
    assert [len(row.cells) for row in only(shown, DataTable).rows] == [3] * 4


def test_ids_there_and_back() -> None:
    query = {"tokenizer": "gpt", "text": "the", "trip": "ids"}
    given = page_views("tokenizers", **query, ids="256, 257")["roundtrip"]
    assert EN("roundtrip.ids.parts", place=1, old="Ġt he", new="Ġthe") in said(given)
    letters = page_views("tokenizers", **query)["roundtrip"]  # without ids, the letters of the text
    assert cell_text(only(letters, DataTable).rows[0].cells[1]) == "t h e"
    wrong = page_views("tokenizers", **query, ids="256 x")["roundtrip"]
    assert EN("error.unknown-id", value="'x'") in said(wrong)


def test_each_id_there_and_back() -> None:
    seen = subject(tokenizer="bert", text="low", trip="each")
    lost = single_trips(seen.pipeline)
    shown = list(views.round_trip(seen, Given()))
    assert EN("roundtrip.each.lost", lost=len(lost.lost), entries=lost.entries) in said(shown)
    assert len(only(shown, DataTable).rows) == len(lost.by_reason)
    assert column(only(list(only(shown, Fold).shows), Grid), "id") == [trip.ids[0] for trip in lost.lost][:MOST_ROWS]
