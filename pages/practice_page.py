"""`/practice`: tasks without end, answered by hand and checked by the real algorithms."""

from tokviz.state.practice import FORM, PAGE
from tokviz.web.address import url
from tokviz.web.exercise import panel
from tokviz.web.pages.practice import controls, panels
from tokviz.web.shared import i18n, messages, parts
from tokviz.web.shared.page_frame import heading

say = i18n.catalog()
heading("practice", say)
wrong = controls.read_address()
with parts.part("about"):
    chosen = controls.choose(say)
messages.warn_of_link(wrong, say)
url.publish(PAGE, FORM, chosen)
with parts.part("now"):  # above the task, so that the way on is at one place
    row = panels.row_of_task()
with parts.part("rows"):
    task, verdict = panels.show_task(chosen, say)
if task is not None:
    with row:
        panels.show_row(chosen, task, say, is_over=verdict is not None)
if task is not None and verdict is not None:
    with parts.part("picture"):
        panel.picture_of(task, "practice_picture", say, verdict.answer)
with parts.part("views"):
    panels.show_own_merges(say)
