"""Tokenizers in the manner of the models of the field, trained small with the library, each once.

The library trains some of them otherwise each time, as it goes through words and letters in the order of a hash. So
their models are kept in `tests/golden/trained`, the same for every run; `make explore` trains them again.
`python -m tests.files.styles` writes them.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from functools import cache
from pathlib import Path
from typing import Any

import sentencepiece
from hypothesis import settings
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, processors, trainers
from tokenizers import pre_tokenizers as pre

TEXTS = (
    "low lower lowest newest widest, the strawberry costs 1,234,567 or 3.14 in 2026",
    "It's the quick brown fox; don't they'll WE'VE HELLO Hello hello camelCase snake_case",
    "naïve café über straße Ångström e\u0301 ﬁne ½ Ⅻ İstanbul ŒUVRE",
    "你好世界，我们学习分词。 東京 漢字かな カタカナ 한국어 한글",
    "Слово о полку λόγος שלום كلمة हिन्दी ภาษาไทย ქართული",
    "def f(x):\n    return x + 1  # two  spaces\n\n\tif x == 10:\r\n        pass",
    "👩\u200d👩\u200d👧 😀 👍🏽 ❤\ufe0f emoji and the mask and the unmasked",
)
MIXED = (
    "",
    " ",
    "\n\n  \t",
    "strawberry 1,234,567 naïve 你好 👩\u200d👩\u200d👧",
    "Hello <s> world</s>  <|endoftext|>[MASK] <mask> [CLS]hello [SEP]",
    " the  <mask>  the",
    "e\u0301 é İ ﬁ ½ ① \u212b \ufdfa ＡＢＣ \u00ad\u200b x\u0300\u0323",
    "▁low ▁▁ low▁er <0x41> <unk> ##er </w> Ġlow",
    "x" * 120 + " " + "你" * 30,
    "don't WE'LL it's 'tis 12345678 1 12 123 1234 ٣٤٥",
    "\0\x07 a\u2028b\u3000c\x85d \ufeffq \U0010ffff",
    "𝒳𝓎 𐍈 🇩🇪 ภาษาไทย שלום العَرَبِيَّة क्षि",
)
"""Texts that every style is compared on."""

GPT4 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|"
    r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
QWEN2 = GPT4.replace(r"\p{N}{1,3}", r"\p{N}")
GPT4O = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|"
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|"
    r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
CLIP = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"
BLOOM = r" ?[^(\s|[.,!?…。，、।۔،])]+"
DEEPSEEK = (r"[\r\n]", r"\s?[A-Za-zµÀ-ÖØ-öø-ƺƼ-ƿ]+", r"\s?[!-/:-~！-／：-～‘-‟　-。]+", r"\s+$", r"[一-龥ࠀ-一가-퟿]+")
BYTES = sorted(pre.ByteLevel.alphabet())
FALLBACK = [f"<0x{byte:02X}>" for byte in range(256)]

KEPT = Path(__file__).parents[1] / "golden" / "trained"

Build = Callable[[], Tokenizer]
STYLES: dict[str, Build] = {}


def style(name: str) -> Callable[[Build], Build]:
    def added(build: Build) -> Build:
        STYLES[name] = build
        return build

    return added


@cache
def file_of(name: str) -> str:
    """The tokenizer.json of a style."""
    trained = str(STYLES[name]().to_str())
    if settings.get_current_profile_name() == "explore":
        return trained
    return str(Tokenizer.from_str(json.dumps(json.loads(trained) | {"model": kept(name)})).to_str())


def kept(name: str) -> Any:
    return json.loads((KEPT / f"{name}.json").read_text("utf-8"))


@cache
def theirs(name: str) -> Any:
    """The library's tokenizer of it, loaded by itself."""
    return Tokenizer.from_str(file_of(name))


# -- BPE over bytes ----------------------------------------------------------------------------------------------------


def byte_level(specials: list[str], cutters: list[Any], size: int = 420, **options: Any) -> Tokenizer:
    found = Tokenizer(models.BPE(**options))
    found.pre_tokenizer = pre.Sequence(cutters) if len(cutters) > 1 else cutters[0]
    found.decoder = decoders.ByteLevel()
    found.train_from_iterator(
        TEXTS * 3,
        trainers.BpeTrainer(vocab_size=size, initial_alphabet=BYTES, special_tokens=specials, show_progress=False),
    )
    return found


def by_pattern(pattern: str) -> list[Any]:
    return [pre.Split(Regex(pattern), "isolated"), pre.ByteLevel(add_prefix_space=False, use_regex=False)]


@style("llama3")
def _llama3() -> Tokenizer:
    found = byte_level(["<|begin_of_text|>", "<|endoftext|>"], by_pattern(GPT4), ignore_merges=True)
    found.post_processor = processors.Sequence(
        [
            processors.ByteLevel(trim_offsets=True),
            processors.TemplateProcessing(single="<|begin_of_text|> $A", special_tokens=[("<|begin_of_text|>", 0)]),
        ]
    )
    return found


@style("gpt4")
def _gpt4() -> Tokenizer:
    return byte_level(["<|endoftext|>"], by_pattern(GPT4))


@style("gpt4o")
def _gpt4o() -> Tokenizer:
    return byte_level(["<|endoftext|>"], by_pattern(GPT4O))


@style("qwen2")
def _qwen2() -> Tokenizer:
    found = byte_level(["<|endoftext|>", "<|im_start|>"], by_pattern(QWEN2))
    found.normalizer = normalizers.NFC()
    found.post_processor = processors.ByteLevel(trim_offsets=False)
    return found


@style("starcoder")
def _starcoder() -> Tokenizer:
    return byte_level(["<|endoftext|>"], [pre.Digits(individual_digits=True), pre.ByteLevel(add_prefix_space=False)])


@style("falcon")
def _falcon() -> Tokenizer:
    cutters = [
        pre.Punctuation("contiguous"),
        pre.ByteLevel(add_prefix_space=False),
        pre.Digits(individual_digits=False),
        pre.Split(Regex("[0-9][0-9][0-9]"), "isolated"),
    ]
    return byte_level(["<|endoftext|>"], cutters)


@style("bloom")
def _bloom() -> Tokenizer:
    return byte_level(["<s>", "</s>", "<unk>", "<pad>"], by_pattern(BLOOM))


@style("deepseek")
def _deepseek() -> Tokenizer:
    cutters: list[Any] = [pre.Split(Regex(one), "isolated") for one in DEEPSEEK]
    cutters += [pre.Digits(individual_digits=True), pre.ByteLevel(add_prefix_space=False, use_regex=False)]
    found = byte_level(["<s>", "</s>"], cutters)
    found.add_tokens(["low er", "  "])
    return found


@style("roberta")
def _roberta() -> Tokenizer:
    from tokenizers import AddedToken

    found = byte_level(["<s>", "<pad>", "</s>", "<unk>"], [pre.ByteLevel(add_prefix_space=False)])
    found.add_special_tokens([AddedToken("<mask>", lstrip=True, special=True)])
    found.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), trim_offsets=True)
    return found


@style("clip")
def _clip() -> Tokenizer:
    found = Tokenizer(models.BPE(end_of_word_suffix="</w>", unk_token="<|endoftext|>"))
    found.normalizer = normalizers.Sequence(
        [normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()]
    )
    found.pre_tokenizer = pre.Sequence(
        [pre.Split(Regex(CLIP), "removed", invert=True), pre.ByteLevel(add_prefix_space=False)]
    )
    found.decoder = decoders.Sequence([decoders.ByteLevel(), decoders.Replace("</w>", " ")])
    found.train_from_iterator(
        TEXTS * 3,
        trainers.BpeTrainer(
            vocab_size=700,
            initial_alphabet=BYTES,
            end_of_word_suffix="</w>",
            special_tokens=["<|startoftext|>", "<|endoftext|>"],
            show_progress=False,
        ),
    )
    found.post_processor = processors.RobertaProcessing(("<|endoftext|>", 1), ("<|startoftext|>", 0), False, False)
    return found


# -- BPE over characters -----------------------------------------------------------------------------------------------


@style("gpt1")
def _gpt1() -> Tokenizer:
    found = Tokenizer(models.BPE(end_of_word_suffix="</w>", unk_token="<unk>"))
    found.normalizer = normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=True, lowercase=True)
    found.pre_tokenizer = pre.BertPreTokenizer()
    found.decoder = decoders.BPEDecoder(suffix="</w>")
    found.train_from_iterator(
        TEXTS[:4] * 3,
        trainers.BpeTrainer(
            vocab_size=300, end_of_word_suffix="</w>", special_tokens=["<unk>"], limit_alphabet=60, show_progress=False
        ),
    )
    return found


def llama_like(normalizer: Any, cutter: Any, decoder: Any, start: bool) -> Tokenizer:
    """Trained on words, and given the 256 byte pieces, as the conversions of SentencePiece models are."""
    trained = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    trained.normalizer = normalizer
    trained.pre_tokenizer = pre.Split("▁", "merged_with_next")
    trained.train_from_iterator(
        TEXTS * 3,
        trainers.BpeTrainer(
            vocab_size=560, special_tokens=["<unk>", "<s>", "</s>", *FALLBACK], limit_alphabet=70, show_progress=False
        ),
    )
    file = json.loads(trained.to_str())
    file["added_tokens"] = file["added_tokens"][:3]
    found = Tokenizer.from_str(json.dumps(file))
    if cutter is None:
        file = json.loads(found.to_str())
        file["pre_tokenizer"] = None
        found = Tokenizer.from_str(json.dumps(file))
    else:
        found.pre_tokenizer = cutter
    found.decoder = decoder
    if start:
        found.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    return found


def _fallback_decoder(*, strip: bool) -> Any:
    first = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()]
    return decoders.Sequence([*first, decoders.Strip(" ", 1, 0)] if strip else first)


@style("gemma")
def _gemma() -> Tokenizer:
    cutter = pre.Split(" ", "merged_with_previous")
    return llama_like(normalizers.Replace(" ", "▁"), cutter, _fallback_decoder(strip=False), start=True)


@style("llama2-legacy")
def _llama2() -> Tokenizer:
    normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    return llama_like(normalizer, None, _fallback_decoder(strip=True), start=True)


@style("mistral")
def _mistral() -> Tokenizer:
    normalizer = normalizers.Replace(" ", "▁")
    cutter = pre.Metaspace(prepend_scheme="first", split=False)
    found = llama_like(normalizer, cutter, _fallback_decoder(strip=True), start=True)
    file = json.loads(found.to_str())
    file["normalizer"] = None
    return Tokenizer.from_str(json.dumps(file))


# -- Unigram -----------------------------------------------------------------------------------------------------------


def compiled_map() -> str:
    """The table of nmt_nfkc, out of a model of SentencePiece."""
    from tokviz.files.protobuf import fields, message_at

    table = message_at(fields(sentencepiece_model("unigram")), 3)[2][-1]
    assert isinstance(table, bytes)
    return base64.b64encode(table).decode()


def unigram(normalizer: list[dict[str, Any]], specials: list[str], template: str, ends: list[int]) -> Tokenizer:
    found = Tokenizer(models.Unigram())
    found.pre_tokenizer = pre.Metaspace()
    found.train_from_iterator(
        TEXTS * 3,
        trainers.UnigramTrainer(vocab_size=260, special_tokens=specials, unk_token="<unk>", show_progress=False),
    )
    file = json.loads(found.to_str())
    file["normalizer"] = {"type": "Sequence", "normalizers": normalizer}
    found = Tokenizer.from_str(json.dumps(file))
    found.decoder = decoders.Metaspace()
    found.post_processor = processors.TemplateProcessing(
        single=template, special_tokens=[(specials[one], one) for one in ends]
    )
    return found


def precompiled() -> dict[str, Any]:
    return {"type": "Precompiled", "precompiled_charsmap": compiled_map()}


@style("t5")
def _t5() -> Tokenizer:
    return unigram([precompiled()], ["<pad>", "</s>", "<unk>"], "$A </s>", [1])


@style("xlm-r")
def _xlm_r() -> Tokenizer:
    spaces = {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}
    found = unigram([precompiled(), spaces], ["<s>", "<pad>", "</s>", "<unk>", "<mask>"], "<s> $A </s>", [0, 2])
    file = json.loads(found.to_str())
    file["added_tokens"][4] |= {"lstrip": True, "normalized": True}
    return Tokenizer.from_str(json.dumps(file))


@style("albert")
def _albert() -> Tokenizer:
    def replaced(old: str, new: str) -> dict[str, Any]:
        return {"type": "Replace", "pattern": {"String": old}, "content": new}

    steps = [
        replaced("``", '"'),
        replaced("''", '"'),
        {"type": "NFKD"},
        {"type": "StripAccents"},
        {"type": "Lowercase"},
    ]
    specials = ["<pad>", "<unk>", "[CLS]", "[SEP]", "[MASK]"]
    found = unigram([*steps, precompiled()], specials, "[CLS] $A [SEP]", [2, 3])
    found.enable_truncation(12)
    return found


# -- WordPiece ---------------------------------------------------------------------------------------------------------


def bert(*, lowercase: bool) -> Tokenizer:
    found = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=100))
    found.normalizer = normalizers.BertNormalizer(lowercase=lowercase)
    found.pre_tokenizer = pre.BertPreTokenizer()
    found.decoder = decoders.WordPiece()
    specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    found.train_from_iterator(
        TEXTS * 3,
        trainers.WordPieceTrainer(vocab_size=330, special_tokens=specials, limit_alphabet=90, show_progress=False),
    )
    found.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return found


@style("bert-cased")
def _cased() -> Tokenizer:
    return bert(lowercase=False)


@style("bert-uncased")
def _uncased() -> Tokenizer:
    found = bert(lowercase=True)
    found.enable_truncation(20)
    found.enable_padding(pad_to_multiple_of=8, pad_token="[PAD]")
    return found


# -- SentencePiece's own files -----------------------------------------------------------------------------------------


@cache
def sentencepiece_model(kind: str, texts: tuple[str, ...] = TEXTS, **options: Any) -> bytes:
    """A small model. options: those of the library's trainer."""
    written = io.BytesIO()
    with redirect_stderr(io.StringIO()):
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(texts * 3),
            model_writer=written,
            model_type=kind,
            minloglevel=2,
            num_threads=1,
            hard_vocab_limit=False,
            **{"vocab_size": 420, **options},
        )
    return written.getvalue()


def styles() -> Iterator[str]:
    return iter(STYLES)


def main() -> None:
    """Keep the models of all styles as they are trained now."""
    for name, build in STYLES.items():
        model = json.loads(build().to_str())["model"]
        (KEPT / f"{name}.json").write_text(json.dumps(model, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
