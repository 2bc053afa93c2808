"""The normalizer of BERT against tokenizers, over all characters, those that are not assigned included."""

from __future__ import annotations

import pytest
from tokenizers import normalizers

from tokviz.pretokenize import BertNormalizer

TABLES_DIFFER = frozenset({0x890, 0x891, 0x8E2, 0x110CD, *range(0x13430, 0x13440)})
"""Format characters that the tables of tokenizers 0.23.3 do not have yet."""
SURROGATES = range(0xD800, 0xE000)


@pytest.mark.slow
def test_cleaning_keeps_what_tokenizers_keeps() -> None:
    theirs = normalizers.BertNormalizer(
        clean_text=True, handle_chinese_chars=False, strip_accents=False, lowercase=False
    )
    ours = BertNormalizer(clean_text=True, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    texts = {point: f"a{chr(point)}b" for point in range(0x110000) if point not in SURROGATES}
    differ = {point for point, text in texts.items() if theirs.normalize_str(text) != ours(text)}
    assert differ == TABLES_DIFFER


def test_a_character_that_is_not_assigned_stays() -> None:
    assert BertNormalizer()("a\U000e0fffb") == "a\U000e0fffb"
    assert BertNormalizer()("a\ue000b") == "ab"
