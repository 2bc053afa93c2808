"""Every format, told apart by name and content, gives the tokenizer that was written, applied by its library."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import suppress

import pytest
from sentencepiece import SentencePieceTrainer

from tokviz import bpe, examples, unigram, wordpiece
from tokviz.compare.spans import Model
from tokviz.errors import CorpusError, TokvizError
from tokviz.files import merges_txt, sentencepiece, subword_nmt, tiktoken, tokenizer_json, vocab_txt
from tokviz.files.detect import load_any
from tokviz.files.pipeline import Pipeline

HUG = examples.load("hug").corpus
BPE = bpe.train(HUG, rules="course")
CODES = bpe.train(HUG, rules="subword-nmt")
WORDPIECE = wordpiece.train(HUG, vocab_size=16)
UNIGRAM = unigram.train(HUG, vocab_size=14, rules="soft-em")
BYTES = bpe.train(HUG, rules="minbpe", merges=3)

FILES: dict[str, tuple[list[tuple[str, str]], Model]] = {
    "BPE": ([("a.json", tokenizer_json.write_bpe(BPE.model()))], BPE.model()),
    "WordPiece": ([("tokenizer.json", tokenizer_json.write_wordpiece(WORDPIECE.model()))], WORDPIECE.model()),
    "Unigram": ([("TOKENIZER.JSON", tokenizer_json.write_unigram(UNIGRAM.model()))], UNIGRAM.model()),
    "merges": (
        [("merges.txt", merges_txt.write_merges(BPE)), ("vocab.json", merges_txt.write_vocab(BPE))],
        BPE.model(),
    ),
    "vocab.txt": ([("vocab.txt", vocab_txt.write(WORDPIECE.model()))], WORDPIECE.model()),
    "codes": ([("my.codes", subword_nmt.write_codes(CODES))], CODES.model()),
    "codes in .txt": ([("codes.txt", subword_nmt.write_codes(CODES))], CODES.model()),
    "SentencePiece": ([("m.vocab", sentencepiece.write_vocab(UNIGRAM.model()))], UNIGRAM.model()),
}


@pytest.mark.parametrize("kind", list(FILES))
@pytest.mark.parametrize("is_reversed", [False, True])
def test_each_format(kind: str, is_reversed: bool) -> None:
    files, model = FILES[kind]
    found = load_any(_sent(files[::-1] if is_reversed else files)).model
    assert type(found) is type(model)
    for word in HUG:
        tokens = [token.removeprefix("▁") for token in found.encode(word)]  # SentencePiece puts it before words
        assert [token for token in tokens if token] == model.encode(word)


def test_what_a_library_reads_is_checked_against_it() -> None:
    pieces = io.BytesIO()
    words = [word for word, count in HUG.items() for _ in range(count)]
    SentencePieceTrainer.Train(sentence_iterator=iter(words), model_writer=pieces, vocab_size=12, minloglevel=2)
    files = {name: _sent(FILES[name][0]) for name in ("BPE", "merges", "vocab.txt")}
    files["ranks"] = _sent([("r.tiktoken", tiktoken.write_ranks(BYTES.model()))])
    files["pieces"] = [("m.model", pieces.getvalue())]
    for name, content in files.items():
        model = load_any(content).model
        assert model.around is not None, name
        check = model.around.check("hug pugs, 你 hugs")
        assert (check.library is not None, check.difference) == (True, None), name
        assert model.encode("hug pugs") == [*_theirs(content, "hug pugs")], name


def _theirs(files: list[tuple[str, bytes]], text: str) -> Sequence[str]:
    return Pipeline.from_files(files).encode(text, special=False).tokens


@pytest.mark.parametrize(
    "names",
    [(), ("a.json", "b.json"), ("a.txt", "b.txt"), ("a.json", "b.tiktoken"), ("a.json", "b.txt", "c.txt")],
)
def test_what_does_not_make_one_tokenizer(names: Sequence[str]) -> None:
    with pytest.raises(CorpusError) as caught:
        load_any([(name, b"{}") for name in names])
    assert caught.value.code == "upload-not-tokenizer"


@pytest.mark.parametrize("suffix", ["json", "txt", "codes", "bpe", "tiktoken", "model", "vocab", ""])
@pytest.mark.parametrize(
    "content",
    [
        *(
            b"",
            b"\0",
            b"\xff\xfe\xff",
            b"{}",
            b"[]",
            b"null",
            b'{"model": 3}',
            b'{"model": {"vocab": []}}',
            b"[" * 9999,
        ),
        *(
            b'{"model": {"type": "Unigram"}}',
            b'{"model": {"type": "WordPiece", "vocab": 3}}',
            b"a b\n\n c",
            b"\xef\xbb\xbf",
        ),
    ],
    ids=lambda content: repr(content[:20]),
)
def test_a_broken_file_is_an_error_of_ours(suffix: str, content: bytes) -> None:
    with suppress(TokvizError):  # said to the visitor; a file that happens to be readable is fine as well
        load_any([(f"x.{suffix}", content)])


def _sent(files: Sequence[tuple[str, str]]) -> list[tuple[str, bytes]]:
    return [(name, content.encode()) for name, content in files]
