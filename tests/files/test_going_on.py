"""A file whose training goes on, that is trained anew, or that gets or loses tokens: what the library makes of it."""

import json
from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import AddedToken, Tokenizer, models, pre_tokenizers, trainers

from tests.catalogs import saying
from tests.strategies import texts
from tokviz.errors import RulesError
from tokviz.files import going_on
from tokviz.files.by_name import on_this_machine
from tokviz.files.pipeline import Pipeline

TEXTS = ("low low low lower newest newest widest", "the newest tokens are the lowest", "aa aaa aaaa b")
OWN = "Tokenizers tokenize tokens, and tokenization makes tokens of texts: token by token."
LETTERS = st.text("abcdelmnorstw ", max_size=30)


def trained(more: Sequence[str] = (), size: int = 40, special: Sequence[str] = ("<s>",)) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(vocab_size=size, special_tokens=list(special), show_progress=False)
    tokenizer.train_from_iterator([*TEXTS, *more], trainer)
    return tokenizer


def gone_on(
    pipeline: Pipeline, texts: Iterable[str], *, merges: int | None = None, vocab_size: int | None = None
) -> going_on.FromFile:
    words = going_on.words_of(pipeline, [(text, 1) for text in texts])
    return going_on.go_on(pipeline, words, merges=merges, vocab_size=vocab_size)


def pipeline_of(tokenizer: Tokenizer) -> Pipeline:
    return Pipeline.from_file(tokenizer.to_str().encode(), name="drawn")


@given(LETTERS, LETTERS, st.integers(28, 45), st.integers(0, 8))
def test_the_file_of_each_step_has_the_ids_of_the_library(own: str, text: str, size: int, merges: int) -> None:
    pipeline = pipeline_of(trained(size=size))
    trace = gone_on(pipeline, [f"low {own}"], merges=merges)
    tokenizer = Tokenizer.from_str(trace.file())
    again = Pipeline.from_file(trace.file().encode())
    assert tokenizer.get_vocab() == dict(again.vocabulary)
    assert {token: tokenizer.token_to_id(token) for token in pipeline.vocabulary} == dict(pipeline.vocabulary)
    assert tokenizer.get_vocab_size() == pipeline.entries + len(trace.added())
    encoded = tokenizer.encode(text, add_special_tokens=False)
    assert again.check(text).equal
    assert tuple(encoded.tokens) == tuple(token for word in text.split() for token in trace.model().encode_word(word))
    for word in trace.corpus:
        assert tokenizer.encode(word).tokens == list(trace.model().encode_word(word))


@given(st.lists(LETTERS, min_size=1, max_size=4), st.integers(28, 36))
def test_it_learns_what_one_training_of_the_library_learns(own: list[str], size: int) -> None:
    whole = trained(own, size=60)
    texts = [*TEXTS, *own]
    file = json.loads(whole.to_str())
    merges = file["model"]["merges"]
    rest = max(0, size - whole.get_vocab_size() + len(merges))
    kept = {token: number for token, number in file["model"]["vocab"].items() if number < size}
    file["model"] |= {"vocab": kept, "merges": merges[:rest]}
    if len(kept) != whole.get_vocab_size() - len(merges) + rest:
        return  # some merge made a token that was there
    trace = gone_on(Pipeline.from_file(json.dumps(file).encode()), texts, vocab_size=60)
    assert [[*pair] for pair in trace.merges] == merges[rest:]
    assert dict(trace.opened().vocabulary) == whole.get_vocab()


@given(texts())
@pytest.mark.parametrize("name", ["gpt", "llama"])
def test_shipped_tokenizers_go_on_and_all_texts_agree(name: str, text: str) -> None:
    trace = _shipped(name)
    after = trace.opened()
    assert after.check(text).equal
    assert Tokenizer.from_str(trace.file()).encode(text).ids == list(after.encode(text).ids)


_KEPT: dict[str, going_on.FromFile] = {}


def _shipped(name: str) -> going_on.FromFile:
    if name not in _KEPT:
        _KEPT[name] = gone_on(on_this_machine()[name].open(), [OWN], merges=8)
    return _KEPT[name]


@pytest.mark.parametrize("name", ["gpt", "llama"])
def test_the_library_is_not_needed_for_those_that_come_with_tokviz(name: str) -> None:
    alone = gone_on(on_this_machine()[name].open_alone(), [OWN], merges=8)
    trace = _shipped(name)
    assert alone.merges == trace.merges
    assert alone.merges
    assert alone.file() == trace.file()
    assert alone.opened().encode(OWN).ids == trace.opened().encode(OWN).ids
    assert len(trace.opened().encode(OWN).ids) < len(trace.pipeline.encode(OWN).ids)


def test_added_tokens_keep_their_ids_when_the_vocabulary_grows() -> None:
    tokenizer = trained(special=())
    tokenizer.add_special_tokens(["<|end|>"])
    tokenizer.add_tokens([AddedToken("lowest", single_word=True)])
    pipeline = pipeline_of(tokenizer)
    trace = gone_on(pipeline, [OWN.lower()], merges=4)
    after = Tokenizer.from_str(trace.file())
    with pytest.raises(RulesError, match=saying("error.vocabulary-kept").pattern):
        going_on.trimmed(pipeline, ["lowest"])
    for token in ("<|end|>", "lowest"):
        assert after.token_to_id(token) == tokenizer.token_to_id(token) == pipeline.vocabulary[token]
    assert sorted(after.get_vocab().values()) == list(range(pipeline.entries + len(trace.added())))


def test_an_appended_token_is_that_of_the_library() -> None:
    tokenizer = trained()
    after = going_on.appended(pipeline_of(tokenizer), ["we", "sts", "low", "sts"])
    tokenizer.add_tokens([AddedToken(text, normalized=False) for text in ("we", "sts", "low")])
    assert dict(after.vocabulary) == tokenizer.get_vocab()
    for text in ("lowest", "newests west", "stst"):
        assert after.encode(text).ids == tuple(tokenizer.encode(text).ids)


def test_a_trimmed_token_takes_the_merges_along_that_make_or_need_it() -> None:
    pipeline = pipeline_of(trained(size=60))
    ids = dict(pipeline.vocabulary)
    after = going_on.trimmed(pipeline, ["lo"])
    assert dict(after.vocabulary) == {token: number for token, number in ids.items() if token != "lo"}
    assert not any("lo" in (*pair, "".join(pair)) for pair in going_on.model_of(after).merges)
    assert after.encode("low").tokens == ("l", "o", "w")
    assert after.check("low lower").equal
    with pytest.raises(RulesError, match=saying("error.vocabulary-kept").pattern):
        going_on.trimmed(pipeline, ["no token"])


def test_training_anew_gives_that_size_and_keeps_what_stands_for_no_text() -> None:
    trace = gone_on(pipeline_of(trained(size=34)), TEXTS, merges=3)
    after = going_on.anew(trace)
    assert after.entries == trace.pipeline.entries + 3
    assert after.vocabulary["<s>"] == 0
    assert after.encode("<s>low").tokens == ("<s>", "low")
    assert after.check("the lowest newest").equal


def test_a_long_text_is_read_in_pieces() -> None:
    pipeline = on_this_machine()["gpt"].open_alone()
    words = going_on.words_of(pipeline, [("the low lamp\n" * 5_000, 1), ("x" * 3, 2)])
    assert words["Ġlow"] == 5_000
    assert words["Ċ"] == 5_000
    assert words["xxx"] == 2


@pytest.mark.parametrize("name", ["bert", "t5"])
def test_a_tokenizer_that_has_no_merges_is_refused(name: str) -> None:
    with pytest.raises(RulesError, match=saying("error.going-on-model").pattern):
        gone_on(on_this_machine()[name].open(), ["low"])
