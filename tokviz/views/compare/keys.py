"""Text keys of a comparison: its measures, texts and pairs, and the headings of three vocabularies."""

from __future__ import annotations

COLUMN_KEYS = {
    "kind": "why.column.kind",
    "size": "why.column.size",
    "members": "why.column.members",
    "test_tokens": "why.column.test_tokens",
    "test_unknown": "why.column.test_unknown",
    "train_tokens": "why.column.train_tokens",
    "train_unknown": "why.column.train_unknown",
    "tokens_per_word": "why.column.tokens_per_word",
    "unknown_share": "why.column.unknown_share",
    "unit": "why.column.unit",
    "tokens": "why.column.tokens",
    "tokens_per_character": "why.column.tokens_per_character",
}

DEFINITION_KEYS = {
    "vocabulary": "compare.define.vocabulary",
    "tokens": "compare.define.tokens",
    "fertility": "compare.define.fertility",
    "characters": "compare.define.characters",
    "whole": "compare.define.whole",
    "unknown": "compare.define.unknown",
    "used": "compare.define.used",
    "renyi": "compare.define.renyi",
    "agreement": "compare.define.agreement",
    "overlap": "compare.define.overlap",
}

MEASURE_KEYS = {
    "vocabulary": "compare.measure.vocabulary",
    "tokens": "compare.measure.tokens",
    "fertility": "compare.measure.fertility",
    "characters": "compare.measure.characters",
    "whole": "compare.measure.whole",
    "unknown": "compare.measure.unknown",
    "used": "compare.measure.used",
    "renyi": "compare.measure.renyi",
}

PAIR_KEYS = {
    "agreement": "compare.pair.agreement",
    "overlap": "compare.pair.overlap",
}

SOURCE_KEYS = {
    "vocabulary": "compare.source.vocabulary",
    "tokens": "compare.source.tokens",
    "fertility": "compare.source.fertility",
    "characters": "compare.source.characters",
    "whole": "compare.source.whole",
    "unknown": "compare.source.unknown",
    "used": "compare.source.used",
    "renyi": "compare.source.renyi",
    "agreement": "compare.source.agreement",
    "overlap": "compare.source.overlap",
}

TEXT_KEYS = {
    "train": "compare.text.train",
    "corpus": "compare.text.corpus",
    "held": "compare.text.held",
}

WHY_KIND_KEYS = {
    "words": "why.kind.words",
    "characters": "why.kind.characters",
    "subwords": "why.kind.subwords",
}
