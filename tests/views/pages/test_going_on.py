"""The view of the other ways to change a tokenizer, beside its training that goes on."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import ParamSpec, TypeVar

import pytest

from tests.catalogs import KEYS, saying
from tokviz.files.by_name import on_this_machine
from tokviz.files.pipeline import Pipeline
from tokviz.memory import LocalMemory
from tokviz.sandbox import Pool, Source, ask
from tokviz.state.request import Start, TrainingRequest, train
from tokviz.state.training import FORMS
from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.pages import files
from tokviz.views.pages.registry import names, view_of
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.rendering import about_training
from tokviz.views.shows import Flow, Given, Grid, Seen, Show, files_among

P = ParamSpec("P")
Value = TypeVar("Value")

MEMORY = LocalMemory()
LINK = {"from": "gpt", "corpus": "The keeper keeps the keys of the keep.", "split": "words"}


def seen(step: int, **link: str) -> Seen[Trace]:
    state, wrong = FORMS["bpe"].read({**LINK, **link})
    assert not wrong
    return Seen(train(state, MEMORY).trace, state, step, load("en"), MEMORY)


def shows(subject: Seen[Trace], **values: str) -> list[Show]:
    view = view_of("bpe", "ways")
    assert view is not None
    return list(view(subject, Given(values)))


def test_a_link_says_what_is_gone_on_from() -> None:
    state, _ = FORMS["bpe"].read(LINK)
    assert state.start == "gpt"
    assert FORMS["bpe"].write(state)["from"] == "gpt"
    assert "from" not in FORMS["bpe"].write(FORMS["bpe"].read({"example": "hug"})[0])


def test_the_view_is_there_for_what_goes_on_alone() -> None:
    assert "ways" in names(seen(1))
    assert not {"versus", "printed"} & names(seen(1, example="sennrich")).keys()
    assert "ways" not in names(seen(1, **{"from": ""}))


def test_it_has_a_row_and_the_tokens_of_each_way() -> None:
    found = shows(seen(3), trim="Ġthe")
    (grid,) = [show for show in found if isinstance(show, Grid)]
    frame = grid.table.frame()
    assert frame["way"].tolist() == [
        load("en")(f"ways.{name}") for name in ("before", "go-on", "anew", "append", "trim")
    ]
    flows = [show for show in found if isinstance(show, Flow)]
    assert [flow.total for flow in flows] == frame["tokens"].tolist()
    assert frame["removed_entries"].tolist()[:2] == [0, 0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", [0, 4])
def test_every_view_in_every_language(language: str, step: int) -> None:
    subject = replace(seen(step), say=load(language))
    for name in names(subject):
        view = view_of("bpe", name)
        assert view is not None
        assert list(view(subject, Given())) or (name, step) == ("merges", 0)


def test_its_files_are_tokenizers() -> None:
    for file in files_among(shows(seen(3), trim="Ġthe")):
        assert json.loads(file.make())["model"]["type"] == "BPE"


def test_the_files_of_the_training_are_its_tokenizer_alone() -> None:
    kinds = {file.name for file in files_among(files.own(seen(1)))}
    assert kinds == {"merges", "json", "tokenizer"}


def test_the_start_is_no_text_of_letters() -> None:
    subject = seen(0)
    said = views_of(subject.trace).said(subject.trace, 0, KEYS)
    assert str(said[0]).startswith("going-on.start") or "going-on.start" in str(said[0])


def test_a_page_to_keep_says_what_it_goes_on_from() -> None:
    facts = dict(about_training(seen(1).trace, load("en"), "hug", "words").settings)
    assert facts[load("en")("control.start")] == "gpt"
    assert load("en")("control.split") not in facts


def test_the_next_merge_is_asked_as_after_any_step() -> None:
    trace = seen(0).trace
    question = views_of(trace).picture.question(trace, 0, load("en"))
    assert question is not None
    assert views_of(trace).picture.question(trace, len(trace), load("en")) is None


def test_a_tokenizer_that_is_given_counts_by_its_content() -> None:
    request, _ = FORMS["bpe"].read({**LINK, "from": "mine.json", "merges": "3"})
    given = [replace(request, given=Start(key, on_this_machine()[key].open_alone)) for key in ("gpt", "llama")]
    words = [train(one, MEMORY).source.corpus for one in given]
    assert words[0] == train(replace(request, start="gpt"), MEMORY).source.corpus != words[1]


class _Asking(LocalMemory):
    """A memory that asks workers, as the app's does."""

    def ask(self, function: Callable[P, Value], *args: P.args, **kwargs: P.kwargs) -> Value:
        return ask(function, *args, **kwargs)


@pytest.mark.workers
def test_a_tokenizer_in_a_worker_gives_the_same() -> None:
    request, _ = FORMS["bpe"].read({**LINK, "from": "mine.json", "merges": "5"})
    path = on_this_machine()["gpt"].files[0]
    with Pool() as pool:
        source = Source("gpt", path.name, Pipeline.from_file, (path.read_bytes(),), {"name": "gpt"})
        every = []
        for memory, opened in ((_Asking(), partial(pool.open, source)), (LocalMemory(), on_this_machine()["gpt"].open)):
            state = replace(request, given=Start("gpt", opened))
            subject = Seen(train(state, memory).trace, state, 3, load("en"), memory)
            told = shows(subject, trim="Ġthe")
            made = [*files_among(told), *files_among(files.own(subject))]
            every.append([[one.total for one in told if isinstance(one, Flow)], *(one.make() for one in made)])
    assert every[0] == every[1]


def test_another_algorithm_goes_on_from_nothing() -> None:
    with pytest.raises(ValueError, match=saying("error.going-on-algorithm").pattern):
        train(TrainingRequest(algorithm="wordpiece", example="hug", start="gpt"), MEMORY)
    with pytest.raises(ValueError, match=saying("error.going-on-missing").pattern):
        train(TrainingRequest(algorithm="bpe", example="hug", start="nowhere"), MEMORY)
