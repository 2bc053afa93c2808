"""The trained model: the golden encodings, and the libraries on models learned and models made up."""

from __future__ import annotations

import random
import string
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
import tiktoken
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models

from tests.bpe.test_golden import pairs
from tests.golden_cases import Case, cases
from tests.strategies import corpora, texts, words
from tokviz import bpe
from tokviz.bpe import ENCODINGS, PRESETS, Encoding, Model, Pair, Rules
from tokviz.bpe.encoding import ENCODING_OF, Loop
from tokviz.corpus import Corpus
from tokviz.errors import LimitError, RulesError
from tokviz.pretokenize import METASPACE, PRETOKENIZERS
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR, text_to_bytes

LOOPS: tuple[Loop, ...] = ("one-at-a-time", "all-occurrences", "rule-by-rule")
BYTES = Rules(alphabet="bytes")
COURSE = (
    "This is the Hugging Face Course.",
    "This chapter is about tokenization.",
    "This section shows several tokenizer algorithms.",
    "Hopefully, you will be able to understand how they are trained and generate tokens.",
)


def like_tokenizers(vocabulary: list[str], merges: list[Pair], **options: Any) -> Model:
    """A model with the options of tokenizers' `models.BPE`."""
    suffix, unk = options.get("end_of_word_suffix") or "", options.get("unk_token")
    rules = Rules(
        continuing_prefix=options.get("continuing_subword_prefix") or "",
        end_of_word=suffix,
        end_of_word_attached=bool(suffix),
    )
    encoding = replace(
        ENCODINGS["tokenizers"],
        unknown="drop" if unk is None else "unk",
        unk_token=unk,
        fuse_unk=options.get("fuse_unk", False),
        byte_fallback=options.get("byte_fallback", False),
        whole_word=options.get("ignore_merges", False),
    )
    return Model(tuple(merges), tuple(vocabulary), rules, encoding, "none")


def theirs(vocabulary: list[str], merges: list[Pair], **options: Any) -> models.BPE:
    return models.BPE({token: i for i, token in enumerate(vocabulary)}, merges, **options)


def tokens_of(model: models.BPE, word: str) -> list[str]:
    return [token.value for token in model.tokenize(word)] if word else []


def like_tiktoken(extra: list[str], pretokenizer: str = "none") -> Model:
    """All bytes, whose ranks are their values, and then these tokens."""
    vocabulary = (*(BYTE_TO_CHAR[byte] for byte in range(256)), *map(text_to_bytes, extra))
    return Model((), vocabulary, BYTES, ENCODINGS["tiktoken"], pretokenizer)


# -- golden ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("03_hf_bpe", "hf/BPE.encode"))
def test_tokenizers_golden(case: Case) -> None:
    params = dict(case["params"])
    if "dropout" in params:
        assert params.pop("dropout") == 0  # which is none
    model = like_tokenizers(params.pop("vocab"), pairs(params.pop("merges")), **params)
    for text, expected in case["expected"]["encodes"].items():
        assert model.encode(text) == expected["tokens"], text
        assert [model.ids[token] for token in model.encode(text)] == expected["ids"], text


@pytest.mark.parametrize("case", cases("03_hf_bpe", "hf/BpeTrainer"))
def test_tokenizers_golden_after_training(case: Case) -> None:
    for text, expected in case["expected"].get("encodes", {}).items():
        model = like_tokenizers(
            case["expected"]["vocab"],
            pairs(case["expected"]["merges"]),
            unk_token=case["params"].get("unk_token"),
        )
        assert model.encode(text) == expected["tokens"], text


def test_there_are_golden_encodings_after_training() -> None:
    assert sum("encodes" in param.values[0]["expected"] for param in cases("03_hf_bpe", "hf/BpeTrainer")) > 2


@pytest.mark.parametrize("case", cases("06_byte_level", "tiktoken/encode_ordinary"))
def test_tiktoken_golden(case: Case) -> None:
    model = like_tiktoken(case["params"]["extra_tokens_from_256"])
    for text, expected in case["expected"]["encodes"].items():
        assert [model.ids[token] for token in model.encode(text)] == expected, text


@pytest.mark.parametrize("case", cases("07_minbpe", "minbpe/basic"))
def test_minbpe_golden(case: Case) -> None:
    trace = bpe.train(Corpus({case["corpus"]: 1}), vocab_size=case["params"]["vocab_size"], rules="minbpe")
    model = trace.model(pretokenizer="none")
    for text, expected in case["expected"]["encodes"].items():
        assert [model.ids[token] for token in model.encode(text)] == expected, text


def test_minbpe_golden_with_a_pattern() -> None:
    (case,) = (param.values[0] for param in cases("07_minbpe", "minbpe/regex") if "gpt2" in param.values[0]["name"])
    corpus = Corpus(Counter(PRETOKENIZERS["gpt2"](case["corpus"])))
    model = bpe.train(corpus, vocab_size=case["params"]["vocab_size"], rules="minbpe").model(pretokenizer="gpt2")
    text = "This is not a token."
    assert [model.ids[token] for token in model.encode(text)] == case["expected"]["encodes"][text]
    assert model.decode(model.encode(text)) == text


# -- worked examples ---------------------------------------------------------------------------------------------------


def test_lowest_after_ten_merges() -> None:
    model = bpe.train(Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3}), merges=10).model()
    trace = model.explain("lowest")
    assert [" ".join(step.after) for step in trace] == [
        "l o w es t </w>",
        "l o w est </w>",
        "l o w est</w>",
        "lo w est</w>",
        "low est</w>",
    ]
    assert (trace.tokens, trace.stopped) == (("low", "est</w>"), "no-pair-known")
    first = trace[0]
    assert [(" ".join(candidate.pair), candidate.rank) for candidate in first.candidates] == [
        *(("l o", 3), ("o w", None), ("w e", None), ("e s", 0), ("s t", None), ("t </w>", None)),
    ]
    assert (first.pair, first.rank, first.positions) == (("e", "s"), 0, (3,))
    assert [(candidate.pair, candidate.rank) for candidate in trace.candidates] == [(("low", "est</w>"), None)]


@pytest.mark.parametrize("encoding", ["course", "minbpe", "tokenizers"])
def test_four_sentences(encoding: str) -> None:
    """The course: vocabulary 50 with its special token, 19 merges; every loop applies them to the same end."""
    corpus = Corpus.from_text("\n".join(COURSE), "gpt2-bytes")
    learned = replace(PRESETS["course"], special_tokens=("<|endoftext|>",))
    # "\n" between the sentences is a piece of its own here and is never merged; the course reads them one by one.
    corpus = Corpus({word: count for word, count in corpus.items() if word != "Ċ"})
    trace = bpe.train(corpus, vocab_size=50, rules=learned)
    assert " · ".join(" ".join(pair) for pair in trace.merges) == (
        "Ġ t · i s · e r · Ġ a · Ġt o · e n · T h · Th is · o u · s e · Ġto k · Ġtok en · n d · Ġ is · Ġt h · Ġth e · "
        "i n · Ġa b · Ġtoken i"
    )
    model = trace.model(pretokenizer="gpt2-bytes", encoding=ENCODINGS[encoding])
    assert " ".join(model.encode("This is not a token.")) == "This Ġis Ġ n o t Ġa Ġtoken ."
    assert model.decode(model.encode("This is not a token.")) == "This is not a token."


# -- against tokenizers ------------------------------------------------------------------------------------------------

_CHARACTERS = "abcé中"


@st.composite
def made_up(draw: st.DrawFn) -> tuple[list[str], list[Pair], dict[str, Any]]:
    """A vocabulary with merges in any order, some twice, and options of tokenizers."""
    prefix, suffix = draw(st.sampled_from([("", ""), ("##", ""), ("", "</w>"), ("##", "</w>")]))
    known = draw(st.sampled_from(["abc", "ab", "a", _CHARACTERS]))
    forms = {form for char in known for form in (char, prefix + char, char + suffix, prefix + char + suffix)}
    symbols = sorted(forms)
    merges: list[Pair] = []
    for _ in range(draw(st.integers(0, 8))):
        left = draw(st.sampled_from(symbols))
        right = draw(st.sampled_from([symbol for symbol in symbols if symbol.startswith(prefix)]))
        merges.append((left, right))
        symbols.append(left + right.removeprefix(prefix))
    merges = draw(st.permutations(merges))
    twice = draw(st.booleans())
    if merges and twice:
        merges = [*merges, draw(st.sampled_from(merges))]
    marks = {"continuing_subword_prefix": prefix, "end_of_word_suffix": suffix}
    options: dict[str, Any] = {name: mark for name, mark in marks.items() if mark}
    special = []
    if draw(st.booleans()):
        options |= {"unk_token": "<unk>", "fuse_unk": draw(st.booleans())}
        special.append("<unk>")
    if draw(st.booleans()):
        options["byte_fallback"] = True
        first = draw(st.sampled_from([0, 0xA0, 0xB8]))  # not always all of them
        special += [f"<0x{byte:02X}>" for byte in range(first, 256)]
    options["ignore_merges"] = draw(st.booleans())
    return list(dict.fromkeys([*special, *symbols])), merges, options


@settings(max_examples=300)
@given(made_up(), st.lists(words(_CHARACTERS + "€", 12), min_size=1, max_size=6))
def test_made_up_models_as_in_tokenizers(made: tuple[list[str], list[Pair], dict[str, Any]], given: list[str]) -> None:
    vocabulary, merges, options = made
    ours, other = like_tokenizers(vocabulary, merges, **options), theirs(vocabulary, merges, **options)
    for word in given:
        assert list(ours.encode_word(word)) == tokens_of(other, word), word
        assert ours.explain(word).tokens == ours.encode_word(word)


@settings(max_examples=60)
@given(corpora(), st.lists(words("aébc", 12), max_size=5))
def test_learned_models_as_in_tokenizers(corpus: Corpus, others: list[str]) -> None:
    trace = bpe.train(corpus, merges=12, rules="huggingface")
    other = theirs(list(trace.vocabulary()), trace.merges)
    model = trace.model()
    assert model.encoding == ENCODINGS["tokenizers"]
    for word in [*corpus, *others]:
        assert list(model.encode_word(word)) == tokens_of(other, word)


def test_a_pending_unknown_token_comes_after_fallback_bytes() -> None:
    """tokenizers' quirk: é has only one of its bytes in the vocabulary and € all of them."""
    vocabulary = ["<unk>", "<0xC3>", "<0xE2>", "<0x82>", "<0xAC>"]
    options = {"unk_token": "<unk>", "byte_fallback": True}
    model = like_tokenizers(vocabulary, [], **options)
    assert (
        model.encode("é€")
        == ["<0xE2>", "<0x82>", "<0xAC>", "<unk>"]
        == tokens_of(theirs(vocabulary, [], **options), "é€")
    )


# -- against tiktoken --------------------------------------------------------------------------------------------------


@settings(max_examples=150)
@given(
    st.lists(st.text("abé", min_size=1, max_size=5).filter(lambda token: len(token.encode()) > 1), unique=True),
    st.lists(st.text("abé ", max_size=20) | st.integers(90, 130).map(lambda n: "ab" * n), max_size=4),
)
def test_made_up_ranks_as_in_tiktoken(extra: list[str], given: list[str]) -> None:
    ranks = {bytes([byte]): byte for byte in range(256)}
    ranks.update((token.encode(), 256 + i) for i, token in enumerate(extra))
    other = tiktoken.Encoding("made up", pat_str=r"[\s\S]+", mergeable_ranks=ranks, special_tokens={})
    model = like_tiktoken(extra)
    for text in given:
        tokens = model.encode(text)
        assert [model.ids[token] for token in tokens] == other.encode_ordinary(text)
        assert model.decode(tokens) == text


# -- loops and paths ---------------------------------------------------------------------------------------------------


@settings(max_examples=100)
@given(corpora(), st.sampled_from([name for name in PRESETS if name != "sentencepiece"]), st.lists(words("abc", 14)))
def test_the_three_loops_agree_on_learned_merges(corpus: Corpus, preset: str, others: list[str]) -> None:
    trace = bpe.train(corpus, merges=12, rules=preset)
    loops = [trace.model(encoding=Encoding(loop=loop)) for loop in LOOPS]
    for word in [*corpus, *others]:
        assert len({model.encode_word(word) for model in loops}) == 1
    for word, symbols in trace.words().items():
        assert loops[0].encode_word(word) == symbols


def test_the_loops_differ_on_contradictory_merges() -> None:
    """Of abab one at a time makes the first ab, and then "ab a" comes first; the others make both ab at once."""
    merges = (("ab", "a"), ("a", "b"))
    found = [Model(merges, ("a", "b", "ab", "aba"), encoding=Encoding(loop=loop)).encode("abab") for loop in LOOPS]
    assert found == [["aba", "b"], ["ab", "ab"], ["ab", "ab"]]


@settings(max_examples=60)
@given(made_up(), st.integers(0, 2**32), st.sampled_from(["ab", "aab", "abcé"]))
def test_long_words_take_another_path_to_the_same_end(
    made: tuple[list[str], list[Pair], dict[str, Any]], seed: int, letters: str
) -> None:
    vocabulary, merges, options = made
    model = like_tokenizers(vocabulary, merges, **options | {"ignore_merges": False})
    word = "".join(random.Random(seed).choices(letters, k=160))
    assert model.encode_word(word) == model.explain(word).tokens


@pytest.mark.slow
def test_a_very_long_word_is_encoded_in_time_and_its_explanation_refused() -> None:
    model = bpe.train(Corpus({"abab": 5, "abb": 2}), rules="huggingface").model()
    word = "ab" * 50_000
    assert "".join(model.encode(word)) == word
    with pytest.raises(LimitError) as caught:
        model.explain(word)
    assert caught.value.code == "limit-explained"
    assert caught.value.details["met"] == 100_000


@settings(max_examples=60)
@given(corpora(), words("abc", 14), st.sampled_from([*PRESETS]), st.sampled_from(LOOPS))
def test_steps_hang_together(corpus: Corpus, word: str, preset: str, loop: Loop) -> None:
    trace = bpe.train(corpus, merges=12, rules=preset).model(encoding=Encoding(loop=loop)).explain(word)
    before = trace.start
    for step in trace:
        assert step.symbols == before
        assert [candidate.pair for candidate in step.candidates] == list(pairwise(before))
        ranks = [candidate.rank for candidate in step.candidates if candidate.rank is not None]
        assert step.rank in ranks
        assert loop == "rule-by-rule" or step.rank == min(ranks)
        assert all(before[i : i + 2] == step.pair for i in step.positions)
        assert len(step.after) == len(before) - len(step.positions)
        before = step.after
    assert trace.tokens == before
    assert trace.stopped == ("one-symbol" if len(before) == 1 else "no-pair-known")


def test_why_it_stopped() -> None:
    model = bpe.train(Corpus({"low": 5}), rules="huggingface").model()
    assert model.explain("low").stopped == "one-symbol"
    assert model.explain("wol").stopped == "no-pair-known"
    assert model.explain("low", dropout=1.0, rng=random.Random(1)).stopped == "dropped-out"
    whole = Model((), ("l", "o", "lo"), encoding=Encoding(whole_word=True))
    assert (whole.explain("lo").stopped, whole.explain("lo").tokens) == ("whole-word", ("lo",))
    with pytest.raises(RulesError) as caught:
        model.explain("low", dropout=0.5)
    assert caught.value.code == "dropout-rng"


def test_dropout_is_a_matter_of_the_seed() -> None:
    model = bpe.train(Corpus({"low": 5, "lower": 2}), rules="huggingface").model()
    draws = [model.explain("lower", 0.5, random.Random(seed)).tokens for seed in range(40)]
    assert draws == [model.explain("lower", 0.5, random.Random(seed)).tokens for seed in range(40)]
    assert len(set(draws)) > 3
    assert model.encode("lower") == ["lower"]


def test_every_preset_has_the_encoding_of_its_library() -> None:
    for preset in PRESETS:
        model = bpe.train(Corpus({"low": 2}), merges=1, rules=preset).model()
        assert model.encoding == ENCODINGS[ENCODING_OF.get(preset, "subword-nmt")]


# -- decoding ----------------------------------------------------------------------------------------------------------

_MARKS = [
    Rules(),
    Rules(end_of_word="</w>"),
    Rules(end_of_word="</w>", end_of_word_attached=True),
    Rules(start_of_word=METASPACE),
    Rules(continuing_prefix="##"),
    Rules(continuing_prefix="##", start_of_word="^", end_of_word="$", end_of_word_attached=True),
    BYTES,
    replace(BYTES, end_of_word="</w>"),
    replace(BYTES, continuing_prefix="##"),
    replace(BYTES, start_of_word=METASPACE),
]


@settings(max_examples=150)
@given(texts(), st.sampled_from(_MARKS), st.sampled_from(["gpt2", "cl100k", "o200k", "none"]), st.booleans())
def test_texts_come_back_where_spaces_are_kept(text: str, rules: Rules, split: str, as_bytes: bool) -> None:
    assume(not any(mark in text for mark in ("</w>", "##", METASPACE, "^", "$")))
    name = f"{split}-bytes" if as_bytes and split != "none" else split
    corpus = Corpus(Counter(PRETOKENIZERS[name](text)) or {"a": 1})
    model = bpe.train(corpus, merges=10, rules=rules).model(pretokenizer=name)
    assert model.decode(model.encode(text)) == text


@settings(max_examples=60)
@given(texts(), st.sampled_from([rules for rules in _MARKS if rules not in (Rules(), BYTES)]))
def test_words_come_back_with_single_spaces(text: str, rules: Rules) -> None:
    assume(not any(mark in text for mark in ("</w>", "##", METASPACE, "^", "$")) and text.split())
    model = bpe.train(Corpus.from_text(text), merges=10, rules=rules).model()
    assert model.decode(model.encode(text)) == " ".join(text.split())


@settings(max_examples=60)
@given(
    st.text(string.ascii_letters + " \té中", min_size=1), st.sampled_from([Rules(), PRESETS["sentencepiece"], BYTES])
)
def test_a_line_comes_back_from_metaspace(line: str, rules: Rules) -> None:
    model = bpe.train(Corpus.from_text(line, "metaspace"), merges=10, rules=rules).model(pretokenizer="metaspace")
    assert model.decode(model.encode(line)) == line.removeprefix(" ")  # a first space looks like the mark in front


def test_without_marks_words_run_together() -> None:
    model = bpe.train(Corpus({"low": 2}), rules="course").model()
    assert model.decode(model.encode("low low")) == "lowlow"


def test_pieces_of_a_character_decode_to_the_replacement_character() -> None:
    model = bpe.train(Corpus({"é中": 1}), merges=0, rules="minbpe").model(pretokenizer="none")
    tokens = model.encode("é中")
    assert len(tokens) == 5
    assert model.decode(tokens) == "é中"
    assert model.decode(tokens[:1]) == "\ufffd"
    assert model.decode(tokens[:3]) == "é\ufffd"
    assert model.decode(tokens[1:]) == "\ufffd中"


def test_fallback_bytes_decode() -> None:
    model = like_tokenizers(["a", "<0xC3>", "<0xA9>"], [], byte_fallback=True)
    assert model.encode("aéa") == ["a", "<0xC3>", "<0xA9>", "a"]
    assert model.decode(model.encode("aéa")) == "aéa"
    assert model.decode(["a", "<0xC3>", "a"]) == "a\ufffda"


def test_special_tokens_decode_as_they_are() -> None:
    model = Model((), ("a",), pretokenizer="gpt2-bytes")
    assert model.decode(["a", "<|end|>", "Ġa", "[a b]", "中"]) == "a<|end|> a[a b]中"


# -- what is dropped ---------------------------------------------------------------------------------------------------


@given(st.text("ugm😀é", max_size=12))
def test_what_is_left_of_a_word_is_what_is_not_dropped(word: str) -> None:
    model = Model((("u", "g"),), ("u", "g", "ug"), encoding=Encoding(unknown="drop"))
    trace = model.explain(word)
    assert trace.read == tuple(word)
    assert [one.symbol for one in trace.dropped] == [letter for letter in word if letter not in "ug"]
    assert all(trace.read[one.place] == word[one.character] == one.symbol for one in trace.dropped)
    library = Tokenizer(models.BPE({"u": 0, "g": 1, "ug": 2}, [("u", "g")])).encode(word).tokens
    assert list(trace.tokens) == library
    assert (trace.stopped == "nothing-left") == (bool(word) and not library)


def test_bytes_that_stand_for_a_character_are_not_dropped() -> None:
    vocabulary = ("a", "<0xC3>", "<0xA9>")
    model = Model((), vocabulary, encoding=Encoding(unknown="drop", byte_fallback=True))
    trace = model.explain("éax")
    assert (trace.start, trace.dropped) == (("<0xC3>", "<0xA9>", "a"), ((3, "x", 2),))
    assert model.explain("a").dropped == replace(model, encoding=Encoding()).dropped("x") == ()


def test_ranks_by_token_count_the_merges() -> None:
    """Ids are no numbers of merges: special tokens come first in SentencePiece, and bytes in a file of tiktoken."""
    trace = bpe.train({"low": 5, "lower": 2, "newest": 6, "widest": 3}, rules="sentencepiece", merges=6)
    model = trace.model()
    assert [model.rank(step.pair) for step in trace] == [0, 1, 2, 3, 4, 5]
    assert [step.rank for step in model.explain("lowest")] == [0, 1, 2, 3, 4]
    of_tiktoken = Model((), ("a", "b", "c", "ab", "abc"), encoding=replace(ENCODINGS["tiktoken"], whole_word=False))
    assert [step.rank for step in of_tiktoken.explain("abc")] == [0, 1]
