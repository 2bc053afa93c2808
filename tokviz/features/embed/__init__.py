"""The picture for pages that are not ours, as formats of ``tokviz export``; docs/how-to/embed.md has a line for each
host.

The picture itself is in :mod:`tokviz.views.hosts`, since notebooks show it, too.
"""
