"""Draw the pictures that links to pages unfold to, into ``assets/previews``: one for each page and language.

    python -m tools.previews

Each is a step of the example that the page opens with. A language is left out, with a sentence, where no font of this
machine has its letters; on Debian, the package fonts-noto-cjk has those of Chinese.
"""

from __future__ import annotations

from typing import cast

from tokviz.features.stills.cli import preview
from tokviz.memory import LocalMemory
from tokviz.state.request import train
from tokviz.state.training import TrainState
from tokviz.views.algorithms import training_part, views_of
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.web.arrival.previews import FOLDER, drawn_pages, file_of

STEP = 3
"""The step that is drawn, or the last one: something was merged by then, and something comes next."""


def main() -> None:
    """Draw all pictures, and say how large they are."""
    FOLDER.mkdir(exist_ok=True)
    memory = LocalMemory()
    for page in drawn_pages():
        state = cast("TrainState", page.form.opening(page.form.first))
        trace = train(state, memory).trace
        views_of(trace).picture.prepare(trace)
        step = min(STEP, len(trace))
        for language in LANGUAGES:
            say = load(language)
            title = rendering.about_training(trace, say, state.example, state.split).title
            data = preview([training_part(trace, step, say)], step, title)
            if data is None:
                print(f"{file_of(page, language)}: no font has its letters")
                continue
            (FOLDER / file_of(page, language)).write_bytes(data)
            print(f"{file_of(page, language)}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
