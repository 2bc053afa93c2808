"""A top-down training as frames: a row a step, a row a candidate."""

from tokviz import wordpiece
from tokviz.corpus import Corpus
from tokviz.views.shared.catalog import load
from tokviz.views.top_down import tables
from tokviz.wordpiece.top_down.steps import Select

TRACE = wordpiece.train_top_down(Corpus({"human": 113, "humas": 3}), vocab_size=14, rules="tf-text-guide")


def test_a_row_for_each_step() -> None:
    table = TRACE.to_frame()
    assert list(table["kind"]) == [step.kind for step in TRACE]
    assert list(table["size"]) == list(TRACE.sizes()[1:])
    assert list(table["threshold"]) == [step.threshold for step in TRACE]
    for row, step in zip(table.to_dict("records"), TRACE, strict=True):
        if isinstance(step, Select):
            assert (row["length"], row["kept"]) == (step.length, len(step.kept))
            assert row["iteration"] == step.iteration + 1
    assert table["kept"].isna().sum() == sum(not isinstance(step, Select) for step in TRACE)


def test_what_a_step_has_not_is_a_dash_for_who_reads_it() -> None:
    table = tables.listed(TRACE, load("en")).frame()
    assert list(table.columns) == ["step", "kind", "iteration", "threshold", "length", "kept", "size"]
    for row, step in zip(table.to_dict("records"), TRACE, strict=True):
        assert (row["length"], row["kept"]) == (
            (step.length, len(step.kept)) if isinstance(step, Select) else ("–", "–")
        )


def test_a_row_for_each_candidate() -> None:
    step = next(step for step in TRACE if isinstance(step, Select) and step.length == 4)
    table = tables.candidates(TRACE, step.index).frame()
    assert list(table.columns) == ["rank", "token", "length", "count", "taken", "remains", "kept"]
    assert list(table["token"]) == [one.token for one in step.candidates]
    assert tables.candidates(TRACE, 0).frame().empty
