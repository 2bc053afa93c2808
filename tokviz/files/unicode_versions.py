"""The characters that tokenizers and our own stages treat differently: their tables of Unicode are of different years.

Without the library a text with one is refused, since the library may split it differently. Only the elements of a
tokenizer count: a new emoji is the same bytes by all tables. `python -m tools.real.characters` writes the table, for
the Python of our tests and for that of a browser tab.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

import regex

from tokviz.errors import CorpusError


def check_characters(text: str, elements: Iterable[str]) -> None:
    """Refuse a text with a character that one of these elements may treat differently here. Raises CorpusError.

    >>> check_characters("low 🥰", ["NFKC", "Split"])
    """
    for name in elements:
        if found := unlike_in(text, name):
            raise CorpusError("tab-character", character=found, code=f"U+{ord(found):04X}")


def unlike_in(text: str, element: str) -> str:
    """Return the first such character of a text, of one element; empty for none."""
    name = "NFKC" if element == "NFC" else element  # which takes apart what NFC does, and more
    if text.isascii() or name not in _TABLE:
        return ""
    found = _pattern(name).search(text)
    return str(found.group()) if found else ""


@cache
def _pattern(element: str) -> regex.Pattern[str]:
    ranges = (run.partition("-") for run in _TABLE[element].split())
    members = (f"{chr(int(start, 16))}{dash}{chr(int(end, 16)) if end else ''}" for start, dash, end in ranges)
    return regex.compile(f"[{''.join(members)}]")


_TABLE: Mapping[str, str] = {
    "BertNormalizer": """
        5C8-5C9 7FD 890-891 897-89F 8CA-8E2 9FE AFA-AFF B53-B55 C04 C3C D00 D3B-D3C D81 EBA ECE 1734 180F 1885-1886
        1ABF-1AF0 1C89 1DF6-1DFB A7CB-A7CC A7CE A7D2 A7D4 A7DA A7DC A82C A8C5 A8FF A9BD 105C9 105E4 10D24-10D27
        10D50-10D65 10D69-10D6D 10EAB-10EAC 10ECB-10ECF 10EF0-10EFF 10F46-10F50 10F82-10F85 11070 11073-11074 110C2
        110CD 111C9 111CF 1123E 11241 1133B 11383 11385 1138E 11391 113BB-113C0 113C5 113C7-113C8 113CE 113D0 113D2
        113E1-113E2 11438-1143F 11442-11444 11446 1145E 1171E 1182F-11837 11839-1183A 11938 1193B-1193C 1193E 11943
        119D4-119D7 119DA-119DB 119E0 11A01-11A0A 11A33-11A38 11A3B-11A3E 11A47 11A51-11A56 11A59-11A5B 11A8A-11A96
        11A98-11A99 11B60 11B62-11B64 11B66 11C30-11C36 11C38-11C3D 11C3F 11C92-11CA7 11CAA-11CB0 11CB2-11CB3
        11CB5-11CB6 11D31-11D36 11D3A 11D3C-11D3D 11D3F-11D45 11D47 11D90-11D91 11D95 11D97 11DF0 11EF3-11EF4
        11F00-11F01 11F36-11F3A 11F40 11F42 11F5A 13430-13440 13447-13455 1611E-16129 1612D-1612F 16D68-16D6A
        16EA0-16EB8 16F4F 16FE4 1CF00-1CF2D 1CF30-1CF46 1D127-1D128 1D25B-1D25C 1E000-1E006 1E008-1E018 1E01B-1E021
        1E023-1E024 1E026-1E02A 1E08F 1E130-1E136 1E2AE 1E2EC-1E2EF 1E4EC-1E4EF 1E5EE-1E5EF 1E6E3 1E6E6 1E6EE-1E6EF
        1E6F5 1E944-1E94A
    """,
    "NFKC": """
        7FD 897-89F 8CA-8D3 9FE C3C D3B-D3C EBA 1715 1ABF-1ACE 1DF6-1DFA 32FF A7F2-A7F4 A82C AB69 10781-10785
        10787-107B0 107B2-107BA 10D24-10D27 10D69-10D6D 10EAB-10EAC 10EFD-10EFF 10F46-10F50 10F82-10F85 11070 1133B
        113CE-113D0 1145E 11839-1183A 1193D-1193E 11943 119E0 11A34 11A47 11A99 11D42 11D44-11D45 11D97 11F41-11F42
        1612F 16FF0-16FF1 1CCD6-1CCF9 1E030-1E06D 1E08F 1E130-1E136 1E2AE 1E2EC-1E2EF 1E4EC-1E4EF 1E5EE-1E5EF 1F16C
        1FBF0-1FBF9
    """,
    "BertPreTokenizer": """
        61D 9FD A76 C77 C84 166D 1B4E-1B4F 1B7D-1B7F 2E43-2E4F 2E52-2E5D 2E60-2E63 10D6E 10EAD 10ED0 10F55-10F59
        10F86-10F89 111C9 113D4-113D5 113D7-113D8 1144B-1144F 1145A-1145B 1145D 11660-1166C 116B9 1183B 11944-11946
        119E2 11A3F-11A46 11A9A-11A9C 11A9E-11AA2 11B00-11B09 11BE1 11C41-11C45 11C70-11C71 11EF7-11EF8 11F43-11F4F
        11FFF 12FF1-12FF2 16D6D-16D6F 16E97-16E9A 16FE2 1E5FF 1E95E-1E95F
    """,
    "Split": """
        558 58B-58C 88F C5C CDC 208F 209D-209F A7CE-A7CF A7D2 A7D4 A7DD A7E2 A7F1 AB6C-AB6D 107BB-107BF 10940-10959
        10EC5-10EC7 10ED9-10EEE 11B0A 11DB0-11DDB 11DE0-11DE9 11DF1 1246F 12475-1247F 12550-12686 16EA0-16EB8
        16EBB-16ED3 16FF2-16FF6 187F8-187FF 18CD6-18CDA 18D09-18D20 18D80-18DF2 18E00-19191 191A0-191D2 1B123-1B128
        1B168 1D6A6 1DF1F-1DF24 1DF2B-1DF81 1DF90-1DF96 1DFCD-1DFFF 1E6C0-1E6DE 1E6E0-1E6E2 1E6E4-1E6E5 1E6E7-1E6ED
        1E6F0-1E6F4 1E6FE-1E6FF 2B73A-2B73F 2B81E 2CEA2-2CEAD 323B0-33479
    """,
}
