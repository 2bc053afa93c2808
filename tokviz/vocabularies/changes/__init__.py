"""Differences between two versions of a tokenizer, and how a text changes with them.

    found = changes(old, new)                 # Changes: tokens, ids, merges, scores, added tokens, settings
    changed = changes_of_text(old, new, text) # TextChanges: the parts of a text that get other tokens or ids
    reason(old, new, found, changed.parts[0]) # Reason: the difference between the files that explains one of them

The two are pipelines of any files, which need not be of one format. Nothing here is text for readers.
"""

from tokviz.vocabularies.changes.files import changes
from tokviz.vocabularies.changes.reasons import reason
from tokviz.vocabularies.changes.records import (
    AddedChange,
    ChangedPart,
    Changes,
    Moved,
    MovedMerge,
    Numbered,
    NumberedMerge,
    Reason,
    Rescored,
    Setting,
    TextChanges,
)
from tokviz.vocabularies.changes.settings import MISSING
from tokviz.vocabularies.changes.text import changes_of_text

__all__ = [
    "MISSING",
    "AddedChange",
    "ChangedPart",
    "Changes",
    "Moved",
    "MovedMerge",
    "Numbered",
    "NumberedMerge",
    "Reason",
    "Rescored",
    "Setting",
    "TextChanges",
    "changes",
    "changes_of_text",
    "reason",
]
