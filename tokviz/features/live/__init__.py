"""A live class: a room that a teacher leads and students enter with a short code.

It defines rooms, roles, questions and scoring. It reads no clock (callers pass the time, in seconds) and opens no
connection; that is done in `web/`. Where a room is kept is a :class:`stores.Store`.
"""
