"""A live class: a room that a teacher leads and students enter with a short code.

It defines rooms, roles, questions and scoring. It reads no clock (callers pass the time, in seconds) and opens no
connection; that is done in `web/`. Where a room is kept is a :class:`stores.Store`.
"""

from tokviz.state.pages import Page

__all__ = ["PAGES"]

PAGES = (Page("live", "page.live", ":material/groups:", "class", parts=("about",)),)
"""The page of the teacher; that of the students is no page of the app (`web/routes.py`)."""
