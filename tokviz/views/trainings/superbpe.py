"""The entries of SuperBPE and BoundlessBPE."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tokviz import superbpe
from tokviz.superbpe import boundless
from tokviz.superbpe.encoding import explain_line
from tokviz.superbpe.traces import AnyTrace
from tokviz.views.encoding.merging import Frame
from tokviz.views.entries import Drawn, Picture, Tables, ViewsEntry, drawn, frames_by
from tokviz.views.shared import plain_algorithm
from tokviz.views.shared.catalog import Catalog
from tokviz.views.superbpe import narration as superbpe_narration
from tokviz.views.superbpe import picture as superbpe_picture
from tokviz.views.superbpe.encoding import boundless_frames, line_frames


def _frames_of_superbpe(model: object, word: str, say: Catalog) -> Iterator[Frame]:
    """Return the states of a line, or of a piece of one."""
    return (_BOUNDLESS_FRAMES if isinstance(model, boundless.Model) else _LINE_FRAMES)(model, word, say)


_BOUNDLESS_FRAMES = frames_by(boundless.Model, boundless_frames)
_LINE_FRAMES = frames_by(superbpe.Model, lambda model, line, say: line_frames(model, explain_line(model, line), say))


def _superbpe_tables() -> Tables[AnyTrace]:
    from tokviz.views.superbpe import tables

    return Tables(
        steps=tables.steps,
        listed=tables.listed,
        state=tables.state,
        choice=lambda trace, k, _: tables.choice(trace, k),
    )


_SUPERBPE_PICTURE: Picture[AnyTrace] = Picture(
    part_of=superbpe_picture.part_of, payload=superbpe_picture.payload, question=superbpe_narration.next_pair
)


def _notebook_of_superbpe() -> Mapping[type, Drawn]:
    from tokviz.views import notebook_tables

    return {
        **drawn(superbpe.Trace, notebook_tables.superbpe_steps),
        **drawn(superbpe.Model, notebook_tables.superbpe_model),
    }


SUPERBPE = ViewsEntry[superbpe.Trace](
    steps="steps",
    said=superbpe_narration.said,
    end=superbpe_narration.end,
    lines=plain_algorithm.superbpe_lines,
    picture=_SUPERBPE_PICTURE,
    tables=_superbpe_tables,
    frames=_frames_of_superbpe,
    notebook=_notebook_of_superbpe,
    notes=superbpe_narration.notes,
)


def _notebook_of_boundless() -> Mapping[type, Drawn]:
    from tokviz.views import notebook_tables

    return {
        **drawn(boundless.Trace, notebook_tables.superbpe_steps),
        **drawn(boundless.Model, notebook_tables.boundless_model),
        **drawn(boundless.BoundlessEncoding, notebook_tables.boundless_encoding),
    }


BOUNDLESS = ViewsEntry[boundless.Trace](
    steps="steps",
    said=superbpe_narration.said,
    end=superbpe_narration.end,
    lines=plain_algorithm.superbpe_lines,
    picture=_SUPERBPE_PICTURE,
    tables=_superbpe_tables,
    frames=SUPERBPE.frames,
    notebook=_notebook_of_boundless,
    notes=superbpe_narration.notes,
)
