"""`/practice`: tasks without end, answered by hand and checked by the real algorithms."""

from tokviz.state.practice import FORM, PAGE
from tokviz.web.address import url
from tokviz.web.exercise import panel
from tokviz.web.pages.practice import controls, own_merges, panels
from tokviz.web.shared import i18n, messages, parts
from tokviz.web.shared.page_frame import heading

say = i18n.catalog()
heading("page.practice", say)
wrong = controls.read_address()
with parts.part("about"):
    chosen = controls.show(say)
messages.warn_of_link(wrong, say)
url.publish(PAGE, FORM, chosen)
with parts.part("rows"):
    done = panels.task(chosen, say)
with parts.part("now"):
    panels.after(chosen, say, is_over=done is not None)
if done is not None:
    with parts.part("stage"):
        panel.picture_of(done, "practice_stage", say)
with parts.part("views"):
    own_merges.show(say)
