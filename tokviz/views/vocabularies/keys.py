"""Text keys of vocabularies: the kinds and scripts of entries, and what else a table names."""

from __future__ import annotations

from collections.abc import Mapping

from tokviz.views.shared.palette import HUES

DIFFERENCE_KEYS = {
    "tokens_added": "vocabulary.differing.tokens_added",
    "tokens_removed": "vocabulary.differing.tokens_removed",
    "ids_moved": "vocabulary.differing.ids_moved",
    "merges_added": "vocabulary.differing.merges_added",
    "merges_removed": "vocabulary.differing.merges_removed",
    "merges_moved": "vocabulary.differing.merges_moved",
    "scores": "vocabulary.differing.scores",
    "added_tokens": "vocabulary.differing.added_tokens",
    "settings": "vocabulary.differing.settings",
}

GROUPING_KEYS = {
    "whole": "vocabulary.grouping.whole",
    "single": "vocabulary.grouping.single",
    "left": "vocabulary.grouping.left",
    "right": "vocabulary.grouping.right",
    "even": "vocabulary.grouping.even",
    "mixed": "vocabulary.grouping.mixed",
    "unknown": "vocabulary.grouping.unknown",
}

KIND_HELP_KEYS = {
    "start": "vocabulary.kind.start.help",
    "inside": "vocabulary.kind.inside.help",
    "end": "vocabulary.kind.end.help",
    "digits": "vocabulary.kind.digits.help",
    "punctuation": "vocabulary.kind.punctuation.help",
    "space": "vocabulary.kind.space.help",
    "byte": "vocabulary.kind.byte.help",
    "added": "vocabulary.kind.added.help",
}

KIND_HUES: Mapping[str, int] = dict(zip(("start", "inside", "end", "digits", "added"), HUES, strict=False))
"""The hues of the kinds of entries that have letters, or digits, or are added; the others are gray."""

KIND_KEYS = {
    "start": "vocabulary.kind.start",
    "inside": "vocabulary.kind.inside",
    "end": "vocabulary.kind.end",
    "digits": "vocabulary.kind.digits",
    "punctuation": "vocabulary.kind.punctuation",
    "space": "vocabulary.kind.space",
    "byte": "vocabulary.kind.byte",
    "added": "vocabulary.kind.added",
}

REACH_KEYS = {
    "alone": "vocabulary.reach.alone",
    "within": "vocabulary.reach.within",
    "never": "vocabulary.reach.never",
    "not-found": "vocabulary.reach.not-found",
}

RUN_KEYS = {
    "space": "vocabulary.run.space",
    "tab": "vocabulary.run.tab",
    "newline": "vocabulary.run.newline",
}

SCRIPT_KEYS = {
    "Latin": "vocabulary.script.Latin",
    "Greek": "vocabulary.script.Greek",
    "Cyrillic": "vocabulary.script.Cyrillic",
    "Armenian": "vocabulary.script.Armenian",
    "Hebrew": "vocabulary.script.Hebrew",
    "Arabic": "vocabulary.script.Arabic",
    "Georgian": "vocabulary.script.Georgian",
    "Ethiopic": "vocabulary.script.Ethiopic",
    "Devanagari": "vocabulary.script.Devanagari",
    "Bengali": "vocabulary.script.Bengali",
    "Gurmukhi": "vocabulary.script.Gurmukhi",
    "Gujarati": "vocabulary.script.Gujarati",
    "Tamil": "vocabulary.script.Tamil",
    "Telugu": "vocabulary.script.Telugu",
    "Kannada": "vocabulary.script.Kannada",
    "Malayalam": "vocabulary.script.Malayalam",
    "Sinhala": "vocabulary.script.Sinhala",
    "Thai": "vocabulary.script.Thai",
    "Lao": "vocabulary.script.Lao",
    "Myanmar": "vocabulary.script.Myanmar",
    "Khmer": "vocabulary.script.Khmer",
    "Han": "vocabulary.script.Han",
    "Hiragana": "vocabulary.script.Hiragana",
    "Katakana": "vocabulary.script.Katakana",
    "Hangul": "vocabulary.script.Hangul",
    "other": "vocabulary.script.other",
    "mixed": "vocabulary.script.mixed",
    "none": "vocabulary.script.none",
}

ORDER_KEYS = {
    "id": "vocabulary.order.id",
    "longest": "vocabulary.order.longest",
    "shortest": "vocabulary.order.shortest",
}

WAY_KEYS = {
    "contains": "vocabulary.way.contains",
    "begins": "vocabulary.way.begins",
    "ends": "vocabulary.way.ends",
    "is": "vocabulary.way.is",
    "written": "vocabulary.way.written",
    "id": "vocabulary.way.id",
}
