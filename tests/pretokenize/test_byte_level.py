"""The table of bytes as characters, against its definition and against the library that made it common."""

from hypothesis import given
from hypothesis import strategies as st
from tokenizers import pre_tokenizers

from tests.strategies import texts
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR, CHAR_TO_BYTE, text_to_bytes


def test_it_is_one_to_one() -> None:
    assert list(BYTE_TO_CHAR) == list(range(256))
    assert len(CHAR_TO_BYTE) == 256
    assert all(BYTE_TO_CHAR[byte] == char for char, byte in CHAR_TO_BYTE.items())


def test_bytes_that_print_stand_for_themselves() -> None:
    # ASCII from ! to ~, and Latin-1 from ¡ on without the soft hyphen at 173.
    same = {byte for byte, char in BYTE_TO_CHAR.items() if ord(char) == byte}
    assert same == {*range(33, 127), *range(161, 173), *range(174, 256)}
    # The 68 others follow from U+0100 on.
    others = [char for byte, char in BYTE_TO_CHAR.items() if byte not in same]
    assert [ord(char) for char in others] == list(range(0x100, 0x100 + 68))


def test_known_characters() -> None:
    assert text_to_bytes(" \n\t\r\x7f\xa0\xad") == "ĠĊĉčġÂłÂŃ"
    assert text_to_bytes("😀") == "ðŁĺĢ"
    assert text_to_bytes("") == ""


def test_the_alphabet_is_that_of_tokenizers() -> None:
    assert set(CHAR_TO_BYTE) == set(pre_tokenizers.ByteLevel.alphabet())


@given(texts() | st.text())
def test_texts_come_back(text: str) -> None:
    assert bytes(CHAR_TO_BYTE[char] for char in text_to_bytes(text)).decode("utf-8") == text


@given(texts())
def test_texts_look_as_in_tokenizers(text: str) -> None:
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    assert "".join(piece for piece, _ in byte_level.pre_tokenize_str(text)) == text_to_bytes(text)
