"""The picture as a widget, with `step` and `lang` as traits; the one module that imports anywidget.

Frames of a long training are sent in parts: the first ones with the widget, another one when a step has none.
"""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from tokviz.views.hosts.module import module, picture_file
from tokviz.views.hosts.parts import Part, Stepped
from tokviz.views.shared.catalog import LANGUAGES, load


class PictureWidget(anywidget.AnyWidget):
    """A picture that steps in a notebook.

    step: what is shown, and what the reader went to. lang: of the sentences. scheme: "light" or "dark"; empty to follow
    the notebook.
    """

    _esm = module()
    picture = traitlets.Dict().tag(sync=True)
    more: traitlets.List[Part] = traitlets.List().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    lang = traitlets.Enum(tuple(LANGUAGES), "en").tag(sync=True)
    scheme = traitlets.Enum(("", "light", "dark"), "").tag(sync=True)

    def __init__(self, found: Stepped, step: int = 0, lang: str = "en", table: str = "") -> None:
        """Show what was found. table: what a page without widgets shows."""
        self._found, self._table = found, table
        file = self._file(lang)
        total = file["languages"][lang]["parts"][0]["total"]
        self._total: int = total
        step = max(0, min(step, total))
        super().__init__(picture=file, more=self._missing(file, [], step, lang), step=step, lang=lang)

    def _file(self, lang: str) -> dict[str, Any]:
        return picture_file(self._found, [load(lang)], is_whole=False)

    def _missing(self, file: dict[str, Any], more: list[Part], step: int, lang: str) -> list[Part]:
        """Return `more`, with the part that has the frame of a step."""
        known = [*file["languages"][lang]["parts"], *more]
        if any(part["first"] <= step < part["first"] + len(part["frames"]) for part in known):
            return more
        return [*more, self._found.part(step, load(lang))]

    @traitlets.validate("step")
    def _within(self, proposal: Any) -> int:
        return int(max(0, min(proposal["value"], self._total)))

    @traitlets.observe("step")
    def _send_part(self, change: Any) -> None:
        if self.picture:
            self.more = self._missing(self.picture, self.more, change["new"], self.lang)

    @traitlets.observe("lang")
    def _translate(self, change: Any) -> None:
        if self.picture and change["new"] not in self.picture["languages"]:
            file = self._file(change["new"])
            with self.hold_sync():
                self.more = self._missing(file, [], self.step, change["new"])
                self.picture = file

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the widget, and the table for pages that have no widgets."""
        made = super()._repr_mimebundle_()
        data, about = made if isinstance(made, tuple) else (made or {}, {})
        kept = {kind: content for kind, content in data.items() if kind != "text/plain"}
        return (kept | {"text/html": self._table} if self._table else kept), about
