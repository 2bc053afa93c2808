"""Text keys of WordPiece from the top down: the kinds of its steps and tokens, and the limit of a threshold."""

from __future__ import annotations

KEPT_KEYS = {
    True: "top-down.yes",
    False: "top-down.no",
}

KIND_KEYS = {
    "threshold": "top-down.kind.threshold",
    "count": "top-down.kind.count",
    "select": "top-down.kind.select",
    "complete": "top-down.kind.complete",
    "verdict": "top-down.kind.verdict",
}

LIMIT_KEYS = {
    "at-least": "top-down.limit.at-least",
    "above": "top-down.limit.above",
}

TOKEN_KEYS = {
    "special": "top-down.token.special",
    "character": "top-down.token.character",
    "kept": "top-down.token.kept",
}
