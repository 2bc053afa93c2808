"""A live class: a room that a teacher leads and students enter with a short code.

What a room is, who may do what in it, what is asked and how answers count. It reads no clock (the time is a parameter,
in seconds) and opens no connection; that is done in `web/`. Where a room is kept is a :class:`stores.Store`.
"""
