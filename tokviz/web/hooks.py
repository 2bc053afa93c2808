"""The places on pages that features fill.

A page calls a hook and knows no feature. A feature adds functions to hooks (`tokviz.features` says which ones do), and
where none does, a page shows nothing. Files of features are shows: :mod:`tokviz.views.added_files`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tokviz.views.added_files import Hook

if TYPE_CHECKING:  # a server that starts has this module before it loads any of them
    from tokviz.compare.comparison import Comparison
    from tokviz.exercises.hand_in import HandIn
    from tokviz.trace import Trace
    from tokviz.views.shared.catalog import Catalog
    from tokviz.views.shows import Seen


before_pages: Hook[[], None] = Hook()
"""Once the libraries of pages are loaded, and before each visit: fills the other hooks."""

above_page: Hook[[Catalog], None] = Hook()
"""Above every page."""

in_share: Hook[[Catalog], None] = Hook()
"""In the panel that shares a page, below its link."""

is_leading: Hook[[], bool] = Hook()
"""A hook that returns whether the visitor leads others: the panel that shares a page closes when that changes."""

picture_sent: Hook[[str], str] = Hook()
"""Before a picture is drawn: takes its payload, and returns a name under which others can get it; empty for none."""

beside_score: Hook[[HandIn, Catalog], None] = Hook()
"""On `/practice`, beside the score: draws what can be done with the answers."""

on_last_card: Hook[[HandIn, Catalog], Mapping[str, str]] = Hook()
"""On the last card of a lesson: returns the texts of a button that hands in the answers; described in card.js."""


more_tokenizers: Hook[[str, Catalog], str | None] = Hook()
"""In the panel for files of a page that offers tokenizers: takes the page, returns the name of a new one."""

below_rows: Hook[[Catalog], None] = Hook()
"""On `/tokenizers`, below the rows of the text."""


# -- files to keep -----------------------------------------------------------------------------------------------------

below_files: Hook[[str, Seen[Trace]], None] = Hook()
"""Below the files of a feature; takes its name. What a worker of the server makes is drawn here by its feature."""

below_comparison_files: Hook[[Comparison, Catalog], None] = Hook()
"""On `/compare`, below the files of the comparison, what is drawn of the page and by a worker of the server."""
