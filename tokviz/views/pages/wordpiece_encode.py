"""The views of the encoding half of `/wordpiece`: the tokens of a text, the text read back, what BERT does before it
looks words up, byte-pair encoding beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tokviz import bpe
from tokviz.algorithms import BPE
from tokviz.memory import Memory, rules_key
from tokviz.pretokenize import BERT_NORMALIZERS, NORMALIZING, pretokenize
from tokviz.pretokenize.bert_basic import BasicStep, basic_steps
from tokviz.state.trained_pages import applying_views
from tokviz.state.wordpiece_encode import ENCODE, FORM, WordpieceEncodeState
from tokviz.text_keys import column_key
from tokviz.views.encoding import longest_match, merging
from tokviz.views.encoding.applying import EncodedWords
from tokviz.views.encoding.merging import SymbolDrawing
from tokviz.views.pages.encoding import (
    Applied,
    decoded,
    has_files,
    listed,
    trained_subject,
    with_files,
    words_of,
)
from tokviz.views.pages.encoding import tokens as shared_tokens
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, shown, visible
from tokviz.views.shared.sentences import code, segments
from tokviz.views.shared.tables import FilledTable, column_of_cells
from tokviz.views.shows import Ask, Grid, Page, PageView, Picture, Show, Text, cut_short, told
from tokviz.wordpiece import Model

_ABOUT = {
    "bert": "wordpiece.about.bert",
    "bert-uncased": "wordpiece.about.bert-uncased",
    "bert-cased": "wordpiece.about.bert-cased",
}

_LOST = {
    "unknown": "wordpiece.lost.unknown",
    "changed": "wordpiece.lost.changed",
    "spaces": "wordpiece.lost.spaces",
    "marks": "wordpiece.lost.marks",
}

_MAX_ROWS = 500
_MAX_NAMED = 12
_MAX_SPLIT = 200  # characters of the tokens of a word
_BASIC = frozenset({"bert", *NORMALIZING})


def tokens(seen: Applied[Model], _: Ask) -> Iterator[Show]:
    """Yield the tokens of the text, and which words became the unknown token."""
    say, model, note = seen.say, seen.tokenizer.model, None
    if unknown := _unknown_words(model, words_of(seen)):
        names = listed(unknown, _MAX_NAMED, say)
        sentence = say("wordpiece.unknown-words", unknown=code(model.unk), names=names)
        note = Text(segments(sentence), "caption")
    yield from shared_tokens(seen, ids=model.ids, note=note)


def _unknown_words(model: Model, words: EncodedWords) -> list[str]:
    """Return the different words that became the unknown token."""
    return list(dict.fromkeys(word for word, pieces in words if pieces == (model.unk,) and word != model.unk))


# -- what BERT does first ----------------------------------------------------------------------------------------------


def basic(seen: Applied[Model], _: Ask) -> Iterator[Show]:
    """Yield the changes that the pre-tokenization makes to the text, step by step."""
    say, text, split = seen.say, seen.state.text, _split_name(seen.tokenizer.model)
    yield told(say, _ABOUT[split])
    kept = text[: longest_match.MAX_TEXT]
    picture = longest_match.basic_steps_picture(kept, _basic_steps(kept, split), say)
    yield Picture("basic_picture", payload_json(picture))
    if len(kept) < len(text):
        yield told(say, "wordpiece.basic.cut", "caption", shown=len(kept), total=len(text))


def _has_basic(seen: Applied[Model]) -> bool:
    return _split_name(seen.tokenizer.model) in _BASIC


def _split_name(model: Model) -> str:
    """Return the name of the pre-tokenization, where the library's normalizer does what BERT does, too."""
    return next(
        (name for name, normalizer in BERT_NORMALIZERS.items() if normalizer == model.normalizer), model.pretokenizer
    )


def _basic_steps(text: str, name: str) -> tuple[BasicStep, ...]:
    """Return the steps that this pre-tokenization takes; the one without normalization only splits."""
    if name == "bert":
        return (BasicStep("split", " ".join(pretokenize(text, name))),)
    return basic_steps(text, lower=name == "bert-uncased")


# -- read back ---------------------------------------------------------------------------------------------------------


def decode(seen: Applied[Model], _: Ask) -> Iterator[Show]:
    """Yield the text that the tokens read as, and what was lost on the way."""
    yield from decoded(
        seen,
        listed_by="wordpiece.decode.tokens",
        read_by="wordpiece.decode.text",
        lost_by="wordpiece.lost",
        why=lambda back: [_LOST[name] for name in _lost_parts(seen, back)],
    )


def _lost_parts(seen: Applied[Model], after: str) -> list[str]:
    """Return the losses of a text on its way to tokens and back.

    They are the last parts of text keys.
    """
    before, words, lost = seen.state.text, words_of(seen), []
    if _unknown_words(seen.tokenizer.model, words):
        lost.append("unknown")
    if "".join(word for word, _ in words) != "".join(before.split()):
        lost.append("changed")
    if not lost and "".join(after.split()) != "".join(before.split()):
        lost.append("marks")  # text that looks like a mark, or like what the clean-up takes out
    if not lost or len(before.split()) != len(words) or before != " ".join(before.split()):
        lost.append("spaces")
    return lost


# -- byte-pair encoding beside it --------------------------------------------------------------------------------------


def beside_bpe(seen: Applied[Model], _: Ask) -> Iterator[Show]:
    """Yield the split of the word and the text by byte-pair encoding.

    It has as many merges on the same corpus.
    """
    say, prefix = seen.say, seen.tokenizer.model.prefix
    model = _bpe_model(seen)
    if model is None:
        return
    yield told(say, "wordpiece.bpe.about", merges=say.count("count.merges", len(model.merges)))
    encodings = dict(words_of(seen))
    rows = [
        merging.Row("WordPiece", "", encodings[seen.word]),
        merging.Row(say("wordpiece.bpe.name"), "", model.encode_word(seen.word)),
    ]
    drawn = SymbolDrawing({}, 0, (prefix,), has_names=True, space=seen.space)
    yield Picture("bpe_picture", payload_json(merging.merging_picture(rows, say, drawn)))
    splits = {word: (encodings[word], model.encode_word(word)) for word in list(encodings)[:_MAX_ROWS]}
    differing = {word for word, (mine, theirs) in splits.items() if _bare(mine, prefix) != theirs}
    words = say.count("count.words", len(splits))
    if differing:
        yield Text((say.count("wordpiece.bpe.differ", len(differing), words=words),))
    else:
        yield told(say, "wordpiece.bpe.same", words=words)
    ordered = sorted(splits, key=lambda word: word not in differing)
    columns = {
        "word": [shown(word) for word in ordered],
        "wordpiece": [_written(splits[word][0]) for word in ordered],
        "bpe": [_written(splits[word][1]) for word in ordered],
        "differs": [say("wordpiece.bpe.differs") if word in differing else "" for word in ordered],
    }
    filled = (column_of_cells(name, column_key(name), cells) for name, cells in columns.items())
    yield Grid(say("tab.bpe"), FilledTable(tuple(filled)))
    yield from cut_short(len(splits), len(encodings), say)


def _bpe_model(seen: Applied[Model]) -> bpe.Model | None:
    """Return byte-pair encoding by the rules of the course; None for a tokenizer that was not trained here."""
    training = seen.tokenizer.training
    if training is None:
        return None
    rules, split = bpe.PRESETS["course"], seen.tokenizer.model.pretokenizer
    key = (*training.corpus_key, rules_key(rules), training.steps)
    trace = seen.memory.trained(BPE, (BPE.name, *key), training.trace.corpus, rules, merges=training.steps)
    return seen.memory.kept("encoding", ("beside", *key, split), trace.model, None, pretokenizer=split)


def _bare(pieces: tuple[str, ...], prefix: str) -> tuple[str, ...]:
    """Return tokens without the mark of a continuing one: both agree if they split a word at the same places."""
    return tuple(piece.removeprefix(prefix) if place else piece for place, piece in enumerate(pieces))


def _written(pieces: tuple[str, ...]) -> str:
    return shorten(" ".join(map(visible, pieces)), _MAX_SPLIT)


def subject(state: WordpieceEncodeState, memory: Memory, say: Catalog) -> Applied[Model]:
    """Return the subject that a link to this half asks for. Raises TokvizError."""

    def with_options(model: Model) -> Model:
        longest = model.max_word_length if state.longest is None else state.longest
        tuned = replace(model, max_word_length=longest)
        return replace(tuned, pretokenizer=state.pre) if state.pre else tuned

    return trained_subject(state, memory, say, Model, with_options, (state.pre, state.longest))


_VIEWS: Mapping[str, PageView[Applied[Model]]] = {
    "tokens": tokens,
    "basic": basic,
    "decode": decode,
    "bpe": beside_bpe,
}
PAGE: Page[WordpieceEncodeState, Applied[Model]] = Page(
    form=FORM,
    seen=subject,
    views=with_files("wordpiece", _VIEWS),
    where={"files": has_files, "basic": _has_basic, "bpe": lambda seen: seen.tokenizer.training is not None},
    spoiling=frozenset(view.name for view in applying_views("wordpiece") if view.spoils_answer),
    title="tab.page.encode",
    half={"do": ENCODE},
)
