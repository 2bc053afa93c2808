"""Text keys that are made of a name: one function for each rule.

The names are those of registries: algorithms, conventions, knobs, examples, pre-tokenizers, columns, errors and notes.
A new one needs a line in its registry and its texts, but no code here. All other keys are written in full where they
are used, or in a table beside it. ``tests/test_catalog.py`` knows which keys each function makes.
"""

from __future__ import annotations


def algorithm_key(algorithm: str) -> str:
    """Return the key of an algorithm's name.

    >>> algorithm_key("bpe")
    'compare.algorithm.bpe'
    """
    return f"compare.algorithm.{algorithm}"


def training_key(algorithm: str) -> str:
    """Return the key of the name of an algorithm's training, for what is taken away."""
    return f"takeaway.algorithm.{algorithm}"


def preset_key(preset: str) -> str:
    """Return the key of a convention's name."""
    return f"preset.{preset}"


def preset_short_key(preset: str) -> str:
    """Return the key of a convention's name where there is little room."""
    return f"preset.short.{preset}"


def preset_about_key(algorithm: str, preset: str) -> str:
    """Return the key of what a convention is for; few have one."""
    return f"preset.about.{algorithm}.{preset}"


def preset_limit_key(algorithm: str, preset: str) -> str:
    """Return the key of what a convention leaves out of its source."""
    return f"preset.limit.{algorithm}.{preset}"


def preset_limit_details_key(algorithm: str, preset: str) -> str:
    """Return the key of what else a convention leaves out, folded away; few have one."""
    return f"preset.limit.{algorithm}.{preset}.details"


def knob_key(field: str) -> str:
    """Return the key of a knob's label."""
    return f"knob.{field}"


def knob_help_key(field: str) -> str:
    """Return the key of a knob's help."""
    return f"knob.{field}.help"


def knob_empty_key(field: str) -> str:
    """Return the key of what is in a knob's field while it is empty."""
    return f"knob.{field}.empty"


def knob_choice_key(field: str, choice: str) -> str:
    """Return the key of one of a knob's choices."""
    return f"knob.{field}.{choice}"


def measure_key(measure: str, text: str, tense: str = "") -> str:
    """Return the key of a text on what pairs are chosen by. text: which of them, in whole where it is used.

    >>> measure_key("score", "best"), measure_key("count", "tie", "past")
    ('measure.score.best', 'measure.count.tie.past')
    """
    return ".".join(filter(None, ("measure", measure, text, tense)))


def page_key(address: str) -> str:
    """Return the key of the title of an algorithm's page."""
    return f"page.{address}"


def example_key(example: str) -> str:
    """Return the key of an example's name."""
    return f"example.{example}"


def example_about_key(example: str) -> str:
    """Return the key of what an example is and where it comes from."""
    return f"example.{example}.about"


def example_training_key(example: str, algorithm: str) -> str:
    """Return the key of what an algorithm does with an example; not every one has such a text."""
    return f"example.{example}.about.{algorithm}"


def erratum_printed_key(erratum: str) -> str:
    """Return the key of what a source prints wrongly; a note has none."""
    return f"erratum.{erratum}.printed"


def erratum_right_key(erratum: str) -> str:
    """Return the key of what is right instead, or of the note."""
    return f"erratum.{erratum}.right"


def split_key(split: str) -> str:
    """Return the key of the name of a pretokenizer."""
    return f"split.{split}"


def command_key(command: str) -> str:
    """Return the key of the line of a command in the list of all."""
    return f"cli.{command}.line"


def command_about_key(command: str) -> str:
    """Return the key of what a command's help begins with."""
    return f"cli.{command}.about"


def column_key(column: str) -> str:
    """Return the key of the heading of a table's column."""
    return f"column.{column}"


def error_key(code: str) -> str:
    """Return the key of an error's sentence."""
    return f"error.{code}"


def file_note_key(code: str) -> str:
    """Return the key of a note on a tokenizer's file."""
    return f"file.{code}"


def note_key(code: str) -> str:
    """Return the key of a note on a corpus."""
    return f"note.{code}"


# -- a table that exercises and views share ----------------------------------------------------------------------------

TIE_RULES = {
    ("first-seen", "past"): "reason.rule.first-seen.past",
    ("first-seen", "present"): "reason.rule.first-seen.present",
    ("greatest-pair", "past"): "reason.rule.greatest-pair.past",
    ("greatest-pair", "present"): "reason.rule.greatest-pair.present",
    ("greatest-pair-bytes", "past"): "reason.rule.greatest-pair-bytes.past",
    ("greatest-pair-bytes", "present"): "reason.rule.greatest-pair-bytes.present",
    ("smallest-ids", "past"): "reason.rule.smallest-ids.past",
    ("smallest-ids", "present"): "reason.rule.smallest-ids.present",
    ("smallest-pair", "past"): "reason.rule.smallest-pair.past",
    ("smallest-pair", "present"): "reason.rule.smallest-pair.present",
    ("smallest-pair-bytes", "past"): "reason.rule.smallest-pair-bytes.past",
    ("smallest-pair-bytes", "present"): "reason.rule.smallest-pair-bytes.present",
    ("shortest-token", "past"): "reason.rule.shortest-token.past",
    ("shortest-token", "present"): "reason.rule.shortest-token.present",
    ("last-seen", "past"): "reason.rule.last-seen.past",
    ("last-seen", "present"): "reason.rule.last-seen.present",
}


NUMBERS = {"word": "count.words", "line": "count.lines-of-text"}
"""Unit of a corpus -> the key of how many there are."""

OTHERS = {"word": "count.other-words", "line": "count.other-lines"}
"""Unit of a corpus -> the key of how many others there are."""
