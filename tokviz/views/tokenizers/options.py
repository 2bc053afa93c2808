"""Options of a tokenizer's stages as a file has them, remarks on patterns, and the table of its parts in a notebook.

Defaults are those of tokenizers 0.23.3, where its classes have any. A remark tells of a pattern that looks like a
regular expression and is searched for as text, or of a change that only code points show. The table has the parts in
the order of a text's way; neither the vocabulary nor what the tokenizer does with a text is shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from tokviz.files.engine import DecoderStage, Stage
from tokviz.files.pipeline import Pipeline
from tokviz.text_keys import algorithm_key
from tokviz.views.notebook_tables import MAX_ROWS, Table
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.sentences import as_text, code, segments
from tokviz.views.tokenizers.code_points import code_points, recoded

_MOST_CHANGES, _MOST_POINTS = 4, 6  # in a sentence

STAGE_KEYS = {
    "original": "tokenizers.stage.original",
    "decoder": "tokenizers.stage.decoder",
    "normalizer": "tokenizers.stage.normalizer",
    "added": "tokenizers.stage.added",
    "pretokenizer": "tokenizers.stage.pretokenizer",
    "model": "tokenizers.stage.model",
    "postprocessor": "tokenizers.stage.postprocessor",
    "truncation": "tokenizers.stage.truncation",
    "padding": "tokenizers.stage.padding",
    "own": "tokenizers.stage.own",
}

SAMPLE_KEYS = {
    "question": "tokenizers.sample.question",
    "strawberry": "tokenizers.sample.strawberry",
    "mixed": "tokenizers.sample.mixed",
    "numbers": "tokenizers.sample.numbers",
    "english": "tokenizers.sample.english",
    "german": "tokenizers.sample.german",
    "spanish": "tokenizers.sample.spanish",
    "russian": "tokenizers.sample.russian",
    "chinese": "tokenizers.sample.chinese",
    "japanese": "tokenizers.sample.japanese",
    "arabic": "tokenizers.sample.arabic",
    "hindi": "tokenizers.sample.hindi",
    "code": "tokenizers.sample.code",
    "spaces": "tokenizers.sample.spaces",
    "emoji": "tokenizers.sample.emoji",
    "forms": "tokenizers.sample.forms",
    "own": "tokenizers.sample.own",
}

NAME_KEYS = {
    "gpt": "tokenizers.name.gpt",
    "bert": "tokenizers.name.bert",
    "llama": "tokenizers.name.llama",
    "t5": "tokenizers.name.t5",
}

_DEFAULTS: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "BertNormalizer": {
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": True,
        },
        "Strip": {"strip_left": True, "strip_right": True},
        "ByteLevel": {"add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "Metaspace": {"replacement": "▁", "prepend_scheme": "always", "split": True},
        "Split": {"invert": False},
        "Digits": {"individual_digits": False},
        "Punctuation": {"behavior": "Isolated"},
        "RobertaProcessing": {"trim_offsets": True, "add_prefix_space": True},
        "WordPiece": {
            "prefix": "##",
            "cleanup": True,
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "unk_token": "[UNK]",
        },
        "BPEDecoder": {"suffix": "</w>"},
        "CTC": {"pad_token": "<pad>", "word_delimiter_token": "|", "cleanup": True},
        "BPE": {
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
        },
        "Unigram": {"unk_id": None, "byte_fallback": False},
        "SentencePiece": {
            "add_dummy_prefix": True,
            "remove_extra_whitespaces": True,
            "escape_whitespaces": True,
            "treat_whitespace_as_suffix": False,
        },
        "Word": {"byte_fallback": False},
        "Char": {"byte_fallback": False},
    }
)
"""Name of an element -> its options as its library sets them unless told otherwise."""
_EMPTY = "–"  # a value that is null
_REGEX = re.compile(r"\\[\w.+*?()\[\]{}^$|\\]|\[.+\]|\(.+\)|[^\s][+*?]$|[.\w\])][+*]|.\{\d|^\^.|.\$$|.\|.", re.DOTALL)


@dataclass(frozen=True)
class Option:
    """An option, its value as text, and whether the library sets it so by itself."""

    name: str
    value: str
    is_default: bool


def options_of(stage: Stage | DecoderStage, say: Catalog) -> tuple[Option, ...]:
    """Return the options of a stage in the order of its file.

    >>> from tokviz.views.shared.catalog import load
    >>> split = Stage("pretokenizer", "Split", (), {"pattern": {"String": "a b"}, "invert": False})
    >>> [(option.name, option.value, option.is_default) for option in options_of(split, load("en"))]
    [('pattern', 'a␣b (text)', False), ('invert', 'false', True)]
    """
    usual = _DEFAULTS.get(stage.name, {})
    return tuple(
        Option(name, _value(name, value, say), name in usual and usual[name] == value)
        for name, value in stage.options.items()
    )


def options_line(options: Sequence[Option], say: Catalog, most: int | None = None) -> str:
    """Write options in a line, then those that are the library's defaults, if not empty. most: letters of a value."""

    def listed(options: Sequence[Option]) -> str:
        values = (option.value if most is None else shorten(option.value, most) for option in options)
        return say("list.comma").join(f"{option.name} {value}" for option, value in zip(options, values, strict=True))

    own = [option for option in options if not option.is_default]
    usual = [option for option in options if option.is_default and option.value != _EMPTY]
    return say("list.semicolon").join(
        filter(None, [listed(own), say("tokenizers.options.defaults", options=listed(usual)) if usual else ""])
    )


def remarks(stages: Sequence[Stage], say: Catalog) -> tuple[str, ...]:
    """Return for each stage what its options might be mistaken for; empty where there is nothing to say."""
    return (
        "",
        *(remark(before, stage, say, lambda text: as_text(segments(code(text)))) for before, stage in pairwise(stages)),
    )


def remark(before: Stage, stage: Stage, say: Catalog, written: Callable[[str], str]) -> str:
    """Say that a pattern which looks like a regular expression is looked for as text, or that a change of a normalizer
    cannot be seen; empty of others.

    before: the stage before it. written: how a pattern or a text is written in the sentence.
    """
    if changes := recoded(before, stage):
        listed = [
            say(
                "tokenizers.recoded.change",
                text=written(shorten(new)),
                old=" ".join(code_points(old)[:_MOST_POINTS]),
                new=" ".join(code_points(new)[:_MOST_POINTS]),
            )
            for old, new in changes[:_MOST_CHANGES]
        ]
        key = "tokenizers.recoded" if len(changes) <= _MOST_CHANGES else "tokenizers.recoded.more"
        return say(key, changes=say("list.comma").join(listed), number=len(changes))
    match stage.options.get("pattern"):
        case {"String": str(text)} if _is_like_regex(text):
            is_met = any(text in searched for searched in _searched(before))
            return say("tokenizers.pattern.text" if is_met else "tokenizers.pattern.unmet", pattern=written(text))
    return ""


def _searched(stage: Stage) -> Iterator[str]:
    """Yield the texts in which the next stage looks for a pattern."""
    if stage.kind == "pretokenizer":
        yield from (part.text for part in stage.parts if part.role == "text")
        return
    text = ""
    for part in stage.parts:
        if part.role == "text":
            text += part.text
        else:
            yield text
            text = ""
    yield text


def _is_like_regex(text: str) -> bool:
    try:
        re.compile(text)
    except (re.error, RecursionError, OverflowError):
        return "\\p" in text or "(?i:" in text
    return _REGEX.search(text) is not None


def _value(name: str, value: object, say: Catalog) -> str:
    match value:
        case None:
            return _EMPTY
        case bool():
            return str(value).lower()
        case {"String": str(pattern)}:
            return say("tokenizers.options.text", pattern=visible(pattern))
        case {"Regex": str(pattern)}:
            return say("tokenizers.options.regex", pattern=visible(pattern))
        case str() if name == "precompiled_charsmap":
            return say("tokenizers.options.bytes", number=say.integer(3 * len(value) // 4 - value[-2:].count("=")))
        case str() | int() | float():
            return visible(str(value))
        case [*entries] if name in ("single", "pair"):
            return " ".join(map(_of_template, entries))
        case {**tokens} if name == "special_tokens":
            return " ".join(_special(str(token), special) for token, special in tokens.items())
        case [str(token), int(number)]:
            return f"{visible(token)} {number}"
    return visible(json.dumps(value, ensure_ascii=False))


def _of_template(entry: Any) -> str:
    """Return a part of a template as tokenizers writes it: ``[CLS]:0`` or ``$A:0``."""
    match entry:
        case {"SpecialToken": {"id": str(token), "type_id": int(kind)}}:
            return f"{visible(token)}:{kind}"
        case {"Sequence": {"id": str(name), "type_id": int(kind)}}:
            return f"${name}:{kind}"
    return json.dumps(entry, ensure_ascii=False)


def _special(token: str, special: Any) -> str:
    ids = special.get("ids") if isinstance(special, dict) else None
    return f"{visible(token)}={','.join(map(str, ids)) if isinstance(ids, list) else '–'}"


# -- the table in a notebook -------------------------------------------------------------------------------------------


_MAX_LENGTH = 120  # letters of the options of a part


def parts_table(pipeline: Pipeline, say: Catalog) -> Table:
    """Return one row a part of the file: what it is for, its name, and its plain options."""
    parts: list[tuple[str, str, Mapping[str, object]]] = [
        ("own" if stage.own else stage.kind, stage.name, stage.options) for stage in pipeline.stages("")
    ]
    if pipeline.vocabulary:  # codes number nothing that could be decoded
        parts += [("decoder", stage.name, stage.options) for stage in pipeline.decode([]).stages]
    rows = [(say(STAGE_KEYS[kind]), name, _options_text(options)) for kind, name, options in parts if name]
    caption = say(
        "notebook.pipeline" if pipeline.library else "notebook.pipeline.alone",
        name=visible(pipeline.name) or say("notebook.pipeline.own"),
        algorithm=say(algorithm_key(pipeline.model.algorithm)),
        tokens=say.count("bytes.count.tokens", len(pipeline.vocabulary or pipeline.model.vocabulary)),
        library=pipeline.library or "",
    )
    titles = [say("column.stage"), say("cli.column.name"), say("notebook.options")]
    return Table(caption, titles, rows[:MAX_ROWS], len(rows))


def _options_text(options: Mapping[str, object]) -> str:
    return shorten(", ".join(f"{name} {value}" for name, value in _plain_value(options)), _MAX_LENGTH)


def _plain_value(options: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Return options that are one value, and patterns; a template has a length that no row takes."""
    for name, value in options.items():
        match value:
            case bool():
                yield name, str(value).lower()
            case str() | int() | float():
                yield name, visible(str(value))
            case {"Regex": str(pattern)} | {"String": str(pattern)}:
                yield name, visible(pattern)
