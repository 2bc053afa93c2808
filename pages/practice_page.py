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
with parts.part("rows"):
    finished = panels.show_task(chosen, say)
with parts.part("now"):
    panels.show_after(chosen, say, is_over=finished is not None)
if finished is not None:
    with parts.part("picture"):
        panel.picture_of(finished, "practice_picture", say)
with parts.part("views"):
    panels.show_own_merges(say)
