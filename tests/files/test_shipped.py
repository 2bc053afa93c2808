"""The tokenizers that come with tokviz are what it learns from its own prose, in the manner of models that are known.

Run as a script, this writes them again.
"""

import json
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tokenizers import Tokenizer

from tokviz import bpe, unigram, wordpiece
from tokviz.corpus import Corpus
from tokviz.location import site
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR
from tokviz.pretokenize.patterns import PATTERNS
from tokviz.unigram import Model as UnigramModel

FOLDER = site() / "assets" / "tokenizers"
TYPED = "strawberry 1,234,567 naïve 你好 👩‍👩‍👧"
MARK = "▁"


def prose(*languages: str) -> str:
    files = sorted(path for one in languages for path in (site() / "assets" / "prose").glob(f"{one}-*.txt"))
    return "\n".join(path.read_text("utf-8") for path in files)


def file(model: dict[str, Any], special: dict[str, int], **parts: Any) -> dict[str, Any]:
    """A tokenizer.json. special: the tokens that never come from the text."""
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    added = [{"id": number, "content": token, **flags, "special": True} for token, number in special.items()]
    rest = dict.fromkeys(("truncation", "padding", "normalizer", "pre_tokenizer", "post_processor", "decoder"))
    return {"version": "1.0", **rest, "added_tokens": added, **parts, "model": model}


def template(special: dict[str, int], *single: str) -> dict[str, Any]:
    """A post-processor that puts special tokens around the text, which is called A."""

    def put(name: str, sequence: str) -> dict[str, Any]:
        if name == "A":
            return {"Sequence": {"id": sequence, "type_id": "AB".index(sequence)}}
        return {"SpecialToken": {"id": name, "type_id": "AB".index(sequence)}}

    named = {one: {"id": one, "ids": [special[one]], "tokens": [one]} for one in single if one != "A"}
    pair = [put(name, sequence) for sequence in "AB" for name in single if sequence == "A" or name != "[CLS]"]
    return {
        "type": "TemplateProcessing",
        "single": [put(name, "A") for name in single],
        "pair": pair,
        "special_tokens": named,
    }


def numbered(tokens: list[str]) -> dict[str, int]:
    return {token: number for number, token in enumerate(dict.fromkeys(tokens))}


def gpt() -> dict[str, Any]:
    """Byte-level BPE behind GPT-4's pattern."""
    corpus = Corpus.from_text(prose("english", "german", "chinese"), "cl100k-bytes")
    rules = replace(bpe.PRESETS["huggingface"], initial_alphabet=tuple(BYTE_TO_CHAR.values()))
    learned = bpe.train(corpus, merges=900, rules=rules).model(900)
    tokens = numbered([*learned.vocabulary])
    end = {"<|endoftext|>": len(tokens)}
    cut = {"type": "Split", "pattern": {"Regex": PATTERNS["cl100k"].pattern}, "behavior": "Isolated", "invert": False}
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    model: dict[str, Any] = {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None}
    model |= {"end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False, "ignore_merges": False}
    model |= {"vocab": tokens, "merges": [list(pair) for pair in learned.merges]}
    return file(model, end, pre_tokenizer={"type": "Sequence", "pretokenizers": [cut, level]}, decoder=level)


def bert() -> dict[str, Any]:
    """WordPiece in lower case without accents."""
    corpus = Corpus.from_text(_without_accents(prose("english", "german").lower()), "bert")
    rules = wordpiece.PRESETS["huggingface"]
    trace = wordpiece.train(corpus, vocab_size=1_000, rules=rules)
    tokens = numbered([*trace.model(len(trace)).vocabulary])
    special = {one: tokens[one] for one in rules.special_tokens}
    model: dict[str, Any] = {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##"}
    model |= {"max_input_chars_per_word": 100, "vocab": tokens}
    clean: dict[str, Any] = {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True}
    clean |= {"strip_accents": None, "lowercase": True}
    return file(
        model,
        special,
        normalizer=clean,
        pre_tokenizer={"type": "BertPreTokenizer"},
        post_processor=template(special, "[CLS]", "A", "[SEP]"),
        decoder={"type": "WordPiece", "prefix": "##", "cleanup": True},
    )


def llama() -> dict[str, Any]:
    """BPE over characters with a mark for blanks, and bytes for what it does not know."""
    corpus = Corpus.from_text(prose("english", "german", "chinese"), "metaspace")
    rules = replace(bpe.PRESETS["sentencepiece"], split_by_unicode_script=False)  # lessons name these ids
    trace = bpe.train(corpus, merges=700, rules=rules)
    learned = trace.model(len(trace))
    known = [token for token in learned.vocabulary if token not in rules.special_tokens]
    tokens = numbered([*rules.special_tokens, *(f"<0x{byte:02X}>" for byte in range(256)), *known])
    special = {one: tokens[one] for one in rules.special_tokens}
    model: dict[str, Any] = {"type": "BPE", "dropout": None, "unk_token": "<unk>", "continuing_subword_prefix": None}
    model |= {"end_of_word_suffix": None, "fuse_unk": True, "byte_fallback": True, "ignore_merges": False}
    model |= {"vocab": tokens, "merges": [list(pair) for pair in learned.merges]}
    blanks = {"type": "Replace", "pattern": {"String": " "}, "content": MARK}
    back = {"type": "Replace", "pattern": {"String": MARK}, "content": " "}
    decoders = [
        back,
        {"type": "ByteFallback"},
        {"type": "Fuse"},
        {"type": "Strip", "content": " ", "start": 1, "stop": 0},
    ]
    return file(
        model,
        special,
        normalizer={"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": MARK}, blanks]},
        post_processor=template(special, "<s>", "A"),
        decoder={"type": "Sequence", "decoders": decoders},
    )


def t5() -> dict[str, Any]:
    """Unigram over normalized text, with an end of the text."""
    text = prose("english", "german")
    rules = replace(unigram.PRESETS["sentencepiece"], split_by_unicode_script=False)
    trace = unigram.train(Corpus.from_text(text, "metaspace"), vocab_size=900, rules=rules)
    learned = trace.model(len(trace))
    assert isinstance(learned, UnigramModel)
    special = {"<pad>": 0, "</s>": 1, "<unk>": 2}
    scores = [[one, 0.0] for one in special]
    scores += [[piece, score] for piece, score in learned.scores.items() if piece not in ("<unk>", "<s>", "</s>")]
    model: dict[str, Any] = {"type": "Unigram", "unk_id": 2, "vocab": scores, "byte_fallback": False}
    many = {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}
    meta = {"type": "Metaspace", "replacement": MARK, "prepend_scheme": "always", "split": True}
    return file(
        model,
        special,
        normalizer={"type": "Sequence", "normalizers": [{"type": "NFKC"}, many]},
        pre_tokenizer=meta,
        post_processor=template(special, "A", "</s>"),
        decoder=meta,
    )


MADE: dict[str, Callable[[], dict[str, Any]]] = {"gpt": gpt, "bert": bert, "llama": llama, "t5": t5}


def _without_accents(text: str) -> str:
    return "".join(one for one in unicodedata.normalize("NFD", text) if unicodedata.category(one) != "Mn")


def written(name: str) -> str:
    return json.dumps(MADE[name](), ensure_ascii=False, indent=0, separators=(",", ":")) + "\n"


@pytest.mark.parametrize("name", list(MADE))
def test_the_file_is_what_is_learned(name: str) -> None:
    assert (FOLDER / f"{name}.json").read_text("utf-8") == written(name)


@pytest.mark.parametrize("name", list(MADE))
def test_the_library_reads_it_and_its_decoder_gives_the_words_back(name: str) -> None:
    made = Tokenizer.from_str((FOLDER / f"{name}.json").read_text("utf-8"))
    for text in ("strawberry lights", TYPED):
        found = made.encode(text)
        assert found.ids
        back = made.decode(found.ids)
        assert (back == text) == (name in ("gpt", "llama") or text != TYPED)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for one in MADE:
        (FOLDER / f"{one}.json").write_text(written(one), encoding="utf-8")
