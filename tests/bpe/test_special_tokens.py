"""Special tokens and alphabets in training, as tokenizers has them, whether special tokens were added before or not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tokviz import Corpus, bpe, parity, picky, wordpiece
from tokviz.bpe import ENCODINGS, Rules
from tokviz.bpe.rules import PRESETS
from tokviz.corpus import parse
from tokviz.corpus.reading import running_text
from tokviz.errors import LimitError
from tokviz.files.tokenizer_json import notes_on_bpe, write_bpe
from tokviz.merging import training
from tokviz.merging.training import Queue
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE

HUGGINGFACE = PRESETS["huggingface"]
SPECIALS = ("<s>", "<sep>", "é<s", "a b")
CUTTERS = {
    "whitespace": pre_tokenizers.WhitespaceSplit(),
    "gpt2-bytes": pre_tokenizers.ByteLevel(add_prefix_space=False),
    "none": None,
}
Learned = tuple[list[tuple[str, str]], list[str]]


def theirs(texts: Sequence[str], split: str = "whitespace", *, added: Sequence[str] = (), **options: Any) -> Learned:
    """The merges and the vocabulary that BpeTrainer learns from texts. added: tokens that the tokenizer has before."""
    made = Tokenizer(models.BPE())
    made.add_special_tokens(list(added))
    if CUTTERS[split] is not None:
        made.pre_tokenizer = CUTTERS[split]
    made.train_from_iterator(texts, trainers.BpeTrainer(show_progress=False, **options))
    model = json.loads(made.to_str())["model"]
    return [(left, right) for left, right in model["merges"]], sorted(model["vocab"], key=model["vocab"].get)


def ours(corpus: Corpus, **options: Any) -> Learned:
    trace = bpe.train(corpus, vocab_size=40, rules=Rules(alphabet="characters", tie_break="smallest-ids", **options))
    return list(trace.merges), list(trace.model().vocabulary)


def repeated(words: Mapping[str, int]) -> list[str]:
    return [word for word, count in words.items() for _ in range(count)]


@pytest.mark.parametrize("special_split", [False, True])
@pytest.mark.parametrize("specials", [("<unk>", "<pad>", "<sep>"), ("<sep>",), ("<s>", "<sep>")])
def test_special_tokens_in_words(specials: tuple[str, ...], special_split: bool) -> None:
    words = {"ABCD<sep>EFGH": 3, "ABAB<sep>CD": 2}
    found = ours(Corpus(words), special_tokens=specials, special_split=special_split)
    added = specials if special_split else ()
    assert found == theirs(repeated(words), added=added, special_tokens=list(specials), vocab_size=40)
    assert any("<sep>E" in token for token in found[1]) is not special_split


@given(
    st.lists(st.sampled_from(["a", "b", "é", " ", "\n", "<", "s", ">", *SPECIALS]), max_size=20).map("".join),
    st.lists(st.sampled_from(SPECIALS), min_size=1, unique=True).map(tuple),
    st.sampled_from(list(CUTTERS)),
    st.booleans(),
)
def test_special_tokens_in_a_text(text: str, specials: tuple[str, ...], split: str, special_split: bool) -> None:
    """The text is split at them before the pre-tokenizer sees it, and each is a word."""
    split_at = specials if special_split else ()
    counts = running_text(text, split, split_at).counts
    if not counts:
        return
    found = ours(Corpus(counts), special_tokens=specials, special_split=special_split)
    assert found == theirs([text], split, added=split_at, special_tokens=list(specials), vocab_size=40)


@given(st.lists(st.sampled_from(["a", "b", " ", "<s>"]), max_size=20).map("".join), st.booleans(), st.integers(8, 20))
def test_special_tokens_of_wordpiece(text: str, special_split: bool, size: int) -> None:
    split_at = ("<s>",) if special_split else ()
    counts = running_text(text, "whitespace", split_at).counts
    if not counts:
        return
    made = Tokenizer(models.WordPiece())
    made.add_special_tokens(list(split_at))
    made.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.WordPieceTrainer(vocab_size=size, special_tokens=["<s>"], show_progress=False)
    made.train_from_iterator([text], trainer)
    rules = wordpiece.Rules(
        select_by="count",
        alphabet="characters",
        tie_break="smallest-ids",
        special_tokens=("<s>",),
        special_split=special_split,
    )
    vocabulary = list(wordpiece.train(Corpus(counts), vocab_size=size, rules=rules).model().vocabulary)
    library = made.get_vocab(with_added_tokens=False)
    # It numbers marked symbols in the order of a hash table, so ties go otherwise from run to run.
    assert len(vocabulary) == len(library)
    if size >= 20:
        assert set(vocabulary) == set(library)


def test_a_text_is_split_before_it_is_cut_into_words() -> None:
    text = "hello<sep>world <sep> x"
    assert list(parse(text, "gpt2-bytes", ("<sep>",)).corpus) == ["hello", "<sep>", "world", "Ġ", "Ġx"]
    assert "<sep>" not in parse(text, "gpt2-bytes").corpus
    assert list(parse("hug<s>s 3\npug 5\n", "whitespace", ("<s>",)).corpus) == ["hug<s>s", "pug"]  # a list of words


def test_a_trained_tokenizer_takes_special_tokens_as_the_library_does() -> None:
    text = "low<s>er low<s>er newer"
    trace = bpe.train(
        parse(text, split_at=("<s>",)).corpus,
        merges=4,
        rules=Rules(alphabet="characters", tie_break="smallest-ids", special_tokens=("<s>",), special_split=True),
    )
    model = trace.model()
    assert model.encoding == ENCODINGS["tokenizers"]
    made = Tokenizer(models.BPE({token: i for i, token in enumerate(model.vocabulary)}, list(model.merges)))
    made.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    made.add_special_tokens(["<s>"])
    for other in (text, "<s>", "low<s>low <s", "zlow<s>"):
        assert model.encode(other) == made.encode(other).tokens
    assert bpe.train(Corpus({"low": 1})).model().added == ()


@pytest.mark.parametrize(
    ("options", "knobs"),
    [
        ({"max_token_length": 4}, {"max_token_length": 4}),
        ({"end_of_word_suffix": "</w>"}, {"end_of_word": "</w>", "end_of_word_attached": True}),
        ({"continuing_subword_prefix": "##"}, {"continuing_prefix": "##"}),
    ],
)
def test_what_a_trainer_is_asked_for_leaves_its_tokenizer_the_same(
    options: dict[str, Any], knobs: dict[str, Any]
) -> None:
    """Train with an option of the library, and encode as it does: what it does not know is dropped."""
    words = {"lower": 3, "newest": 4, "slow": 2}
    marks = {name: text for name, text in options.items() if name != "max_token_length"}
    made = Tokenizer(models.BPE(**marks))
    made.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(show_progress=False, special_tokens=["<s>"], vocab_size=40, **options)
    made.train_from_iterator(repeated(words), trainer)
    rules = replace(HUGGINGFACE, special_tokens=("<s>",), **knobs)
    model = bpe.train(Corpus(words), vocab_size=40, rules=rules).model()
    assert model.encoding == ENCODINGS["tokenizers"]
    for text in ("lower", "slowest", "lozwest", "z", "low<s>er"):
        assert model.encode(text) == made.encode(text).tokens, text
    separate = replace(HUGGINGFACE, end_of_word="</w>")  # none of its options
    assert bpe.train(Corpus(words), merges=4, rules=separate).model().encoding == ENCODINGS["subword-nmt"]


def test_a_longest_piece_is_an_option_of_sentencepiece() -> None:
    """It is the knob that `max_sentencepiece_length` of the library sets."""
    rules = replace(PRESETS["sentencepiece"], max_token_length=5)
    assert bpe.train(Corpus({"lower": 2}), merges=4, rules=rules).model().encoding == ENCODINGS["sentencepiece"]


# -- alphabets ---------------------------------------------------------------------------------------------------------


@given(
    st.dictionaries(st.text("abcd", min_size=1, max_size=5), st.integers(1, 4), min_size=1, max_size=5),
    st.lists(st.text("abxyz", max_size=3), max_size=4).map(tuple),
)
def test_of_an_entry_of_the_alphabet_the_first_character_counts(
    words: dict[str, int], initial: tuple[str, ...]
) -> None:
    entries = [one for one in initial if one]
    library = theirs(repeated(words), initial_alphabet=entries, vocab_size=40)
    assert ours(Corpus(words), initial_alphabet=initial) == library


@given(
    st.dictionaries(st.text("abcd", min_size=1, max_size=5), st.integers(1, 4), min_size=1, max_size=5),
    st.lists(st.sampled_from("abwxyz"), min_size=1, max_size=6, unique=True).map(tuple),
    st.integers(1, 6),
)
def test_a_limit_below_the_initial_alphabet_holds_for_it_too(
    words: dict[str, int], initial: tuple[str, ...], limit: int
) -> None:
    """Compare numbers only: which ones go differs from run to run of the library."""
    _, library = theirs(repeated(words), initial_alphabet=list(initial), limit_alphabet=limit, vocab_size=40)
    _, found = ours(Corpus(words), initial_alphabet=initial, limit_alphabet=limit)
    letters, wanted = ([one for one in tokens if len(one) == 1] for tokens in (found, library))
    assert len(letters) == len(wanted) <= max(limit, 1)
    if limit >= len(initial):
        assert set(initial) <= set(letters)


@given(
    st.dictionaries(st.text("abc", min_size=1, max_size=5), st.integers(1, 4), min_size=1, max_size=5),
    st.integers(0, 3),
)
def test_a_minimum_of_0_there_is_1_here(words: dict[str, int], least: int) -> None:
    library = theirs(repeated(words), min_frequency=least, vocab_size=40)
    assert ours(Corpus(words), minimum_count=max(least, 1)) == library


@given(st.text("ab é😀", min_size=1, max_size=20), st.booleans())
def test_all_bytes_are_byte_level_s_alphabet(text: str, all_bytes: bool) -> None:
    counts = running_text(text, "gpt2-bytes").counts
    if not counts:
        return
    initial = pre_tokenizers.ByteLevel.alphabet() if all_bytes else []
    library = theirs([text], "gpt2-bytes", initial_alphabet=initial, vocab_size=270 if all_bytes else 40)
    rules = replace(HUGGINGFACE, all_bytes=all_bytes)
    trace = bpe.train(Corpus(counts), vocab_size=270 if all_bytes else 40, rules=rules)
    assert (list(trace.merges), list(trace.model().vocabulary)) == library
    assert trace.merges == bpe.train(Corpus(counts), merges=len(trace), rules=HUGGINGFACE).merges


def test_a_file_with_all_bytes_brings_every_text_back() -> None:
    corpus = parse("low lower lowest", "gpt2-bytes").corpus
    for all_bytes in (False, True):
        trace = bpe.train(corpus, merges=5, rules=replace(HUGGINGFACE, all_bytes=all_bytes))
        model = trace.model(pretokenizer="gpt2-bytes")
        library = Tokenizer.from_str(write_bpe(model))
        text = "naïve 你好 low"
        assert library.encode(text).tokens == model.encode(text)
        assert library.encode(text).ids == [model.ids[token] for token in model.encode(text)]
        assert (library.decode(library.encode(text).ids) == text) is all_bytes
        notes = notes_on_bpe(model)
        assert [one.code for one in notes] == ([] if all_bytes else ["written-bytes"])
        if notes:
            lacking = {byte for character, byte in CHAR_TO_BYTE.items() if character not in library.get_vocab()}
            assert notes[0].details["number"] == len(lacking)
            assert notes[0].details["bytes"] == "00–1F, 21–64, 66–6B, 6D–6E, 70–71, 75–76, 78–FF"


# -- what a token that is known costs ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    [
        PRESETS["sennrich"],
        parity.PRESETS["parity"],
        replace(parity.PRESETS["parity"], global_merges=10),
    ],
    ids=("BPE", "parity", "parity, global merges first"),
)
def test_a_merge_that_makes_a_special_token_puts_its_own_pairs_into_the_queue(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They once put in all pairs, at every merge: minutes, for special tokens that fit into a link."""
    words = Corpus({"th" + "".join(pair) + "er": 1 for pair in product("abcdefgijklmnopqs", repeat=2)})
    put: list[int] = []
    put_as_before = Queue.put

    def counted(queue: Queue, pairs: Iterable[str]) -> None:
        pairs = [*pairs]
        put.append(len(pairs))
        put_as_before(queue, pairs)

    monkeypatch.setattr(Queue, "put", counted)
    train = bpe.train if rules is PRESETS["sennrich"] else parity.train
    plain = train(words, merges=2, rules=rules).merges  # type: ignore[arg-type]
    without, put[:] = [*put], []
    special = replace(rules, special_tokens=tuple("".join(pair) for pair in plain))
    assert train(words, merges=2, rules=special).merges == plain  # type: ignore[arg-type]
    assert put == without


def test_what_is_put_in_order_again_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removals have pairs come back to earlier places of the words."""
    draw = Random(1)
    words = Corpus({"".join(draw.choices("abcdef", k=12)): 1 for _ in range(200)})
    assert any(step.kind == "removal" for step in picky.train(words, merges=200, rules="picky-0.6"))
    monkeypatch.setattr(training, "MAX_REORDERED", 3)
    with pytest.raises(LimitError) as caught:
        picky.train(words, merges=200, rules="picky-0.6")
    assert caught.value.code == "limit-reordered"
