"""Settings beside a tokenizer.json, applied to it as `from_pretrained` of transformers does.

tokenizer_config.json, or the older special_tokens_map.json, names special tokens, which become added tokens;
``clean_up_tokenization_spaces`` takes spaces out of decoded text; and ``add_prefix_space`` counts for classes that make
their own pre-tokenizer, such as GPT2Tokenizer. ``add_bos_token`` and ``add_eos_token`` count only where there is no
tokenizer.json, which transformers follows. What settings change is a note. The library itself adds the tokens.
Source: transformers 5.24.0, tokenization_utils_base.py and tokenization_utils_tokenizers.py.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tokviz.errors import FormatError, brief
from tokviz.files.json_elements import elements, name_of, sequence
from tokviz.files.libraries import asking, library
from tokviz.files.models import model_type
from tokviz.files.reading import Note, note, read_json

_NAMES = ("bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token")
_KEYS = frozenset({*_NAMES, "tokenizer_class", "add_bos_token", "add_eos_token", "added_tokens_decoder"})
_FLAGS = ("lstrip", "rstrip", "single_word", "normalized", "special")
_PLAIN_CLASSES = frozenset({"", "PreTrainedTokenizer", "PreTrainedTokenizerFast", "TokenizersBackend"})
_CLEAN_UP = (
    *((f" {mark}", mark) for mark in (".", "?", "!", ",")),
    (" ' ", "'"),
    *((f" {ending}", ending) for ending in ("n't", "'m", "'s", "'ve", "'re")),
)
_NO_PREFIX = "\U0010ffff\U0010ffff"  # no token begins so: between all tokens is a space
_MOST = 5_000_000  # bytes; those in use have up to a few hundred thousand


def is_settings(data: bytes) -> bool:
    """Tell if a JSON file has settings and no tokenizer.

    >>> is_settings(b'{"bos_token": "<s>"}'), is_settings(b'{"bos_token": "<s>", "model": {}}')
    (True, False)
    """
    if len(data) > _MOST or not any(f'"{key}"'.encode() in data for key in _KEYS):
        return False
    value, _ = read_json(data)
    return isinstance(value, dict) and bool(_KEYS & value.keys()) and not isinstance(value.get("model"), dict)


def with_settings(
    file: Mapping[str, Any], text: str, contents: Sequence[bytes]
) -> tuple[dict[str, Any], tuple[Note, ...]]:
    """Return a tokenizer.json with the settings beside it, and notes of what they change.

    text: of the file, for the library. contents: of one or more files of settings. Raises FormatError.
    """
    settings = _joined(contents)
    notes: list[Note] = []
    changed = _Tokens(settings, file.get("added_tokens") or ()).added_to(text)
    made: dict[str, Any] = dict(file) if changed is None else json.loads(changed)
    if changed is not None:
        before = {(token["content"], token["special"]) for token in file.get("added_tokens") or ()}
        fresh = [token for token in made["added_tokens"] if (token["content"], token["special"]) not in before]
        if fresh:
            notes.append(note("settings-tokens", tokens=", ".join(brief(token["content"]) for token in fresh)))
    if settings.get("clean_up_tokenization_spaces") is True and model_type(made["model"]) != "BPE":
        made["decoder"] = _cleaned_up(made)
        notes.append(note("settings-clean-up"))
    space = settings.get("add_prefix_space")
    if isinstance(space, bool) and str(settings.get("tokenizer_class") or "") not in _PLAIN_CLASSES:
        members = elements("pre_tokenizer", made.get("pre_tokenizer"))
        prefixed = [one | {"add_prefix_space": space} if name_of(one) == "ByteLevel" else one for one in members]
        if prefixed != list(members):
            made["pre_tokenizer"] = prefixed[0] if len(prefixed) == 1 else sequence("pre_tokenizer", prefixed)
            notes.append(note("settings-prefix" if space else "settings-no-prefix"))
    ignored = [key for key in ("add_bos_token", "add_eos_token") if key in settings]
    if ignored:
        notes.append(note("settings-ignored", settings=", ".join(ignored)))
    if settings.get("split_special_tokens") is True:
        notes.append(note("settings-unapplied", setting="split_special_tokens"))
    return made, tuple(notes) or (note("settings-none"),)


def _joined(contents: Sequence[bytes]) -> dict[str, Any]:
    """Return the settings of all files; special_tokens_map.json, which has none but names, only adds to the others."""
    found = [value for value, _ in map(read_json, contents) if isinstance(value, dict)]
    found.sort(key=lambda settings: settings.keys() <= {*_NAMES, "additional_special_tokens"})
    joined: dict[str, Any] = {}
    for settings in found:
        if "added_tokens_decoder" not in joined:
            joined |= settings
    return joined


class _Tokens:
    """The special tokens that settings name. added: those of tokenizer.json, whose flags count where settings have no
    list of their own."""

    def __init__(self, settings: Mapping[str, Any], added: Sequence[Mapping[str, Any]]) -> None:
        self._token = library("tokenizers").AddedToken
        listed = settings.get("added_tokens_decoder")
        entries = listed.items() if isinstance(listed, dict) else ()
        try:
            by_id = {int(number): self._made(dict(entry)) for number, entry in entries}
        except (TypeError, ValueError):
            raise FormatError("settings-wrong", part="added_tokens_decoder") from None
        self._listed = [by_id[number] for number in sorted(by_id)]
        usual = () if isinstance(listed, dict) else map(self._made, added)
        known = {str(token.content): token for token in (*self._listed, *usual)}
        own = [key for key in settings if key.endswith("_token") and key not in _NAMES and not key.startswith("add_")]
        self._named: dict[str, Any] = {}
        for key in (*_NAMES, *own):
            value = settings.get(key)
            if isinstance(value, str) or (isinstance(value, dict) and isinstance(value.get("content"), str)):
                token = self._made(value)
                self._named[key] = known.get(token.content, token)
        extra = settings.get("extra_special_tokens") or settings.get("additional_special_tokens") or ()
        if isinstance(extra, dict):
            self._named |= {key: self._made(value) for key, value in extra.items()}
            extra = ()
        self._extra = [self._made(value) for value in extra]

    def _made(self, value: Any) -> Any:
        """Return one of the library's tokens. A name alone is special."""
        if isinstance(value, str):
            return self._token(value, special=True, normalized=False)
        if not isinstance(value, dict) or not isinstance(value.get("content"), str):
            raise FormatError("settings-wrong", part=brief(value))
        return self._token(value["content"], **{key: bool(value[key]) for key in _FLAGS if key in value})

    def added_to(self, text: str) -> str | None:
        """Return a tokenizer.json with these tokens, as the library writes it; None where it has them all."""
        with asking("tokenizers"):
            tokenizer = library("tokenizers").Tokenizer.from_str(text)
            known = {repr(token): token for token in tokenizer.get_added_tokens_decoder().values()}
            before = sorted(known)
            contents = {token.content for token in known.values()}
            first = [token for token in self._listed if repr(token) not in known]
            contents |= {token.content for token in first}
            named = [*self._named.values(), *self._extra]
            for token in named:
                if token.content not in contents:
                    first.append(token)
                    contents.add(token.content)
            specials = {token.content for token in (*self._named.values(), *known.values()) if token.special}
            for token in first:  # what was special remains so
                token.special = token.special or token.content in specials
            tokenizer.add_tokens(first)
            tokenizer.add_special_tokens(named)
            after = sorted(map(repr, tokenizer.get_added_tokens_decoder().values()))
            return None if after == before else str(tokenizer.to_str())


# -- parts -------------------------------------------------------------------------------------------------------------


def _cleaned_up(file: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the decoder with what takes spaces away before marks and endings, in the joined text."""
    decoders = elements("decoder", file.get("decoder"))
    if not decoders:
        decoders = ({"type": "WordPiece", "prefix": _NO_PREFIX, "cleanup": False},)
    replaced = [{"type": "Replace", "pattern": {"String": old}, "content": new} for old, new in _CLEAN_UP]
    return sequence("decoder", [*decoders, {"type": "Fuse"}, *replaced])
