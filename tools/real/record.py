"""`python -m tools.real.record`: update assets/recorded, how real tokenizers split the sentences there.

The vocabularies come out of packages of the registries (:mod:`tools.real.packages`), and their libraries split:
tiktoken, tokenizers, sentencepiece. Only the tokens of the sentences are kept. Special tokens are not asked for.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import sentencepiece
from tokenizers import Tokenizer

from tokviz.location import site
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE
from tokviz.recorded import FOLDER, load, sentences
from tools.real.libraries import PATTERN_OF, bert, clip_file, encoding
from tools.real.packages import PACKAGES, files

__all__ = ["KINDS", "Kind", "differing", "tokens_of"]

Rows = list[tuple[int, str, int, int]]
"""Of each token its id, its text, and the bytes of the sentence that it covers."""


class Kind(NamedTuple):
    """A tokenizer that is recorded, as :class:`tokviz.recorded.Tokenizer`; its name is also that of its file."""

    name: str
    title: str
    vocabulary: str
    algorithm: str
    library: str
    license: str


_END_OF_WORD = b"</w>"
KINDS = (
    Kind("gpt-4o", "GPT-4o", "o200k_base", "BPE", "tiktoken", "MIT"),
    Kind("gpt-4", "GPT-4", "cl100k_base", "BPE", "tiktoken", "MIT"),
    Kind("gpt-2", "GPT-2", "r50k_base", "BPE", "tiktoken", "MIT"),
    Kind("llama-3", "Llama 3", "", "BPE", "tiktoken", "Meta Llama 3 Community License"),
    Kind("gemma-3", "Gemma 3", "", "BPE", "tokenizers", "Apache-2.0; vocabulary: Gemma Terms of Use"),
    Kind("qwen", "Qwen", "", "BPE", "tiktoken", "Apache-2.0"),
    Kind("deepseek-v3", "DeepSeek V3", "", "BPE", "tokenizers", "MIT"),
    Kind("claude-2", "Claude 2", "", "BPE", "tokenizers", "MIT"),
    Kind("mistral-7b", "Mistral 7B v0.3", "", "BPE", "sentencepiece", "Apache-2.0"),
    Kind("bert", "BERT", "bert-base-uncased", "WordPiece", "tokenizers", "Apache-2.0"),
    Kind("llama-2", "Llama 2", "", "BPE", "tokenizers", "MIT; vocabulary: Llama 2 Community License"),
    Kind("clip", "CLIP", "", "BPE", "tokenizers", "MIT"),
    Kind("chinese-bert", "BERT, Chinese", "bert-base-chinese", "WordPiece", "tokenizers", "MIT"),
    Kind("t5", "T5", "t5-base", "Unigram", "sentencepiece", "Apache-2.0"),
)


def main() -> int:
    """Write a file for each tokenizer."""
    found = files()
    today = datetime.now(UTC).date().isoformat()
    for kind in KINDS:
        split, size = tokens_of(kind, found[kind.name])
        about = kind._asdict() | {"package": f"{PACKAGES[kind.name]}"}
        about |= {"size": size, "version": version(kind.library), "date": today}
        rows = {sentence.name: split(sentence.text) for sentence in sentences()}
        path = site() / FOLDER / f"{kind.name}.json"
        path.write_text(_written(about, rows), encoding="utf-8")
        print(f"{kind.title}: {sum(map(len, rows.values()))} tokens")
    return 0


def _written(about: dict[str, Any], rows: dict[str, Rows]) -> str:
    """Return a line for each fact and for each sentence."""
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in about.items()]
    of_sentences = [f"  {json.dumps(name)}: {json.dumps(row, ensure_ascii=False)}" for name, row in rows.items()]
    lines.append(' "tokens": {\n' + ",\n".join(of_sentences) + "\n }")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def differing(kind: Kind, path: Path) -> list[str]:
    """Return the sentences that the library splits otherwise than is recorded, by name."""
    split, _ = tokens_of(kind, path)
    return [
        sentence.name
        for sentence in sentences()
        if split(sentence.text)
        != [(one.id, one.text, one.start, one.end) for one in load(sentence.name, kind.name).tokens]
    ]


def tokens_of(kind: Kind, path: Path) -> tuple[Callable[[str], Rows], int]:
    """Return a function that splits a text, and the size of the vocabulary."""
    match kind.library:
        case "tiktoken":
            return _by_tiktoken(kind, path)
        case "sentencepiece":
            return _by_sentencepiece(path)
    return _by_tokenizers(kind, path)


def _by_tiktoken(kind: Kind, path: Path) -> tuple[Callable[[str], Rows], int]:
    theirs = encoding(path, PATTERN_OF[kind.name], {})

    def split(text: str) -> Rows:
        ids = theirs.encode_ordinary(text)
        pieces = [theirs.decode_single_token_bytes(number) for number in ids]
        return _joined(text, ids, pieces, map(_as_text, pieces))

    return split, theirs.n_vocab


def _by_sentencepiece(path: Path) -> tuple[Callable[[str], Rows], int]:
    theirs = sentencepiece.SentencePieceProcessor(model_file=str(path))

    def split(text: str) -> Rows:
        ids, pieces = theirs.encode(text), _without_prefix(text, theirs.encode(text, out_type=str))
        tokens = theirs.id_to_piece(ids)  # one for all that is unknown, whose pieces are the text
        if b"".join(pieces) == text.encode():
            return _joined(text, ids, pieces, tokens)
        found = theirs.encode(text, return_type="proto").pieces
        return [(one.id, token, one.begin, one.end) for one, token in zip(found, tokens, strict=True)]

    return split, theirs.vocab_size()


def _by_tokenizers(kind: Kind, path: Path) -> tuple[Callable[[str], Rows], int]:
    match kind.name:
        case "clip":
            theirs = Tokenizer.from_str(clip_file(path))
        case "bert" | "chinese-bert":
            theirs = bert(path, is_uncased=True)
        case _:
            theirs = Tokenizer.from_file(str(path))

    def split(text: str) -> Rows:
        found = theirs.encode(text, add_special_tokens=False)
        of_bytes = list(map(_of_letters, found.tokens)) if kind.algorithm == "BPE" else []
        for pieces, texts in (
            (of_bytes, list(map(_as_text, of_bytes))),
            (_without_prefix(text, found.tokens), found.tokens),
        ):
            if b"".join(pieces) == text.encode():
                return _joined(text, found.ids, pieces, texts)
        texts = list(map(_as_text, of_bytes)) if all(of_bytes) and of_bytes else found.tokens
        ends = [0, *accumulate(len(character.encode()) for character in text)]
        return [
            (number, token, ends[start], ends[end])
            for number, token, (start, end) in zip(found.ids, texts, found.offsets, strict=True)
        ]

    return split, theirs.get_vocab_size()


def _joined(text: str, ids: Sequence[int], pieces: Sequence[bytes], texts: Iterable[str]) -> Rows:
    """Return tokens whose bytes join to the text."""
    assert b"".join(pieces) == text.encode(), (text, pieces)
    edges = [0, *accumulate(map(len, pieces))]
    return [(number, shown, *edge) for number, shown, edge in zip(ids, texts, pairwise(edges), strict=True)]


def _as_text(piece: bytes) -> str:
    """Return bytes as text, or each of them in the form of SentencePiece; CLIP's mark of a word's end stays."""
    try:
        return piece.decode()
    except UnicodeDecodeError:
        mark = _END_OF_WORD if piece.endswith(_END_OF_WORD) else b""
        return "".join(f"<0x{byte:02X}>" for byte in piece.removesuffix(mark)) + mark.decode()


def _without_prefix(text: str, tokens: Sequence[str]) -> list[bytes]:
    """Return the bytes of SentencePiece's tokens, without the space that it puts before a text that has none."""
    pieces = list(map(_of_piece, tokens))
    if pieces and not text.startswith(" "):
        pieces[0] = pieces[0].removeprefix(b" ")
    return pieces


def _of_piece(token: str) -> bytes:
    if len(token) == 6 and token.startswith("<0x") and token.endswith(">"):
        return bytes([int(token[1:-1], 16)])
    return token.replace("▁", " ").encode()


def _of_letters(token: str) -> bytes:
    """Return the bytes that the letters of a byte-level token stand for; none if one of them stands for none."""
    known = [CHAR_TO_BYTE.get(letter) for letter in token]
    return b"" if None in known else bytes(one for one in known if one is not None)


if __name__ == "__main__":
    sys.exit(main())
