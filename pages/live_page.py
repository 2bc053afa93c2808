"""`/live`: a live class, for its teacher: how it goes, the code, the students, what has been asked, and its end."""

from tokviz.features.live.web import leading, panels
from tokviz.features.live.web.panels import show_students
from tokviz.web.shared import i18n, parts
from tokviz.web.shared.page_frame import heading

say = i18n.catalog()
heading("live", say)
lead = leading.lead()
with parts.part("about"):
    if lead is None:
        panels.introduce(say)
    else:
        panels.show_code(lead, say)
if lead is not None:
    show_students(lead, say)
    with parts.part("rows"):
        panels.show_report(lead, say)
    panels.show_ending(say)
