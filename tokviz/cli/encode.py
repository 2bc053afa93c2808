"""``tokviz encode``: a text as tokens or ids, step by step if asked for, and tokens back to text."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from tokviz import bpe, superbpe
from tokviz.cli import files
from tokviz.cli.inputs import by_name, opened, paths, pattern_of, tell, tell_corpus, train, with_pattern
from tokviz.cli.options import format_of
from tokviz.cli.tables import as_json, table
from tokviz.cli.tables import tokens as visible_tokens
from tokviz.errors import RulesError, TokvizError
from tokviz.files.detect import load_any
from tokviz.files.pipeline import Pipeline
from tokviz.files.reading import MAX_FILE_BYTES
from tokviz.files.stage_parts import dropped_symbols
from tokviz.model import Model
from tokviz.models.around import Check
from tokviz.views.algorithms import frames_of
from tokviz.views.encoding.applying import encoded_words, unexplained
from tokviz.views.encoding.merging import Frame, Row
from tokviz.views.encoding.narration import lost_of_text
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import as_text, code, segments
from tokviz.views.tokenizers.work import drawn_words

FORMATS = ("text", "lines", "table", "csv", "json")
"""The formats of tokens: in a line, one a line, a row a word, a row a token, all with their ids. Features add more."""
_PLAIN = ("text", "json")
_NO_ID = "–"
_BORDER = "┊"
_DIFFERS = 1


def run(arguments: Namespace, say: Catalog) -> int:
    """Encode, explain or decode. Returns 1 if the tokenizer's library was asked and says otherwise."""
    formats = _PLAIN if arguments.steps or arguments.decode else (*FORMATS, *arguments.more_formats)
    kind = format_of(arguments.format, arguments.output, formats, "text")
    text = files.text(arguments.text, (arguments.corpus, arguments.tokenizer))
    tokenizer = _tokenizer(arguments, say)
    if arguments.decode:
        files.write(_decoded(text, tokenizer, kind, are_ids=arguments.ids), arguments.output)
        return 0
    check = _check(text, tokenizer) if arguments.check else None
    if kind in arguments.more_formats:
        contents = arguments.more_formats[kind](text, tokenizer.model, say)
    elif arguments.steps:
        contents = _explained(text, tokenizer, kind, say)
    else:
        contents = _written(text, tokenizer.encoded(text), kind, arguments.ids, say)
        _tell_dropped(text, tokenizer, say)
    files.write(contents, arguments.output)
    if check is None:
        return 0
    files.write_error(_told(check, say))
    return 0 if check.equal else _DIFFERS


# -- what was given ----------------------------------------------------------------------------------------------------


def _tokenizer(arguments: Namespace, say: Catalog) -> Tokenizer:
    """Return the tokenizer: out of files, by its name, or trained now."""
    is_trained = arguments.corpus is not None or arguments.example is not None
    if (arguments.tokenizer is not None) == is_trained:
        raise TokvizError("cli-one-tokenizer", corpus="--corpus")
    if arguments.tokenizer is not None:
        if arguments.special:
            return _ours(arguments.tokenizer, arguments.special, pattern_of(arguments), say)
        pipeline = opened(arguments.tokenizer, pattern_of(arguments))
        tell(pipeline.notes, say)
        return OfLibrary(pipeline)
    if arguments.special:
        raise TokvizError("cli-special")
    trained = train(arguments, arguments.corpus, say)
    tell_corpus(trained.source.notes, say)
    return OfModel(trained.trace.model(pretokenizer=trained.request.split))


def _ours(name: str, specials: Sequence[str], pattern: str | None, say: Catalog) -> Tokenizer:
    """Read files as our own model, with special tokens that they do not name."""
    record = by_name(name)
    if record is not None:
        pattern = with_pattern(record, pattern).pattern
    names = paths(name) if record is None else list(map(str, record.files))
    content = [(Path(path).name, files.read(path, MAX_FILE_BYTES)) for path in names]
    with files.named(*names):
        loaded = load_any(content, specials, pattern)
    tell(loaded.notes, say)
    return OfModel(loaded.model)


# -- beside the library ------------------------------------------------------------------------------------------------


def _check(text: str, tokenizer: Tokenizer) -> Check:
    check = tokenizer.check(text)
    if check.library is None:
        raise TokvizError("cli-check")
    return check


def _told(check: Check, say: Catalog) -> str:
    if check.difference is None:
        key = "tokenizers.equal.guessed" if check.is_guessed else "tokenizers.equal"
        return say(key, library=check.library, tokens=say.count("bytes.count.tokens", check.tokens))
    difference, at = check.difference, check.difference.index + 1
    if difference.is_of_ids:
        token = visible_tokens(difference.ours[:1])
        ids = {"ours": difference.our_id, "theirs": difference.their_id}
        return say("tokenizers.differs.id", library=check.library, at=at, token=token, **ids)
    ours, theirs = map(visible_tokens, (difference.ours, difference.theirs))
    told = say("tokenizers.differs", library=check.library, at=at, ours=ours, theirs=theirs)
    return told + (say("tokenizers.differs.tied") if difference.is_tied else "")


# -- what is dropped ---------------------------------------------------------------------------------------------------


def _tell_dropped(text: str, tokenizer: Tokenizer, say: Catalog) -> None:
    """Say which symbols of a text have become no token, and why."""
    lost = tokenizer.dropped(text)
    if lost:
        files.write_error(as_text(lost_of_text(lost, say)))


# -- tokens ------------------------------------------------------------------------------------------------------------


def _written(text: str, words: Sequence[Word], kind: str, has_ids: bool, say: Catalog) -> str:
    tokens = [token for word in words for token in word.tokens]
    ids = [number for word in words for number in word.ids]
    match kind:
        case "json":
            listed = [{"word": word.text, "tokens": word.tokens} for word in words]
            return as_json({"text": text, "tokens": tokens, "ids": ids, "words": listed})
        case "csv":
            return _csv(words)
        case "table":
            titles = [say("column.word"), say("cli.column.tokens"), *([say("cli.column.ids")] if has_ids else [])]
            rows = [
                [visible(word.text), visible_tokens(word.tokens), *([_numbers(word.ids)] if has_ids else [])]
                for word in words
            ]
            return table(titles, rows, say)
    shown = _numbers(ids) if has_ids else visible_tokens(tokens)
    return shown.replace(" ", "\n") + "\n" if kind == "lines" else shown + "\n"


def _csv(words: Sequence[Word]) -> str:
    """Return a row for each token: word (its number, from 1), text (of the word), token, id."""
    import pandas as pd

    from tokviz.views.shared.tables import table_csv

    rows = [
        (number, word.text, token, token_id)
        for number, word in enumerate(words, 1)
        for token, token_id in zip(word.tokens, word.ids, strict=True)
    ]
    frame = pd.DataFrame(rows, columns=["word", "text", "token", "id"])
    frame["id"] = frame["id"].astype("Int64")
    return table_csv(frame)


def _numbers(ids: Sequence[int | None]) -> str:
    return " ".join(_NO_ID if number is None else str(number) for number in ids)


# -- back to text ------------------------------------------------------------------------------------------------------


def _decoded(text: str, tokenizer: Tokenizer, kind: str, *, are_ids: bool) -> str:
    """Return the text of tokens, given with spaces between or as a list in JSON."""
    tokens, decoded = tokenizer.decoded(_listed(text), are_ids=are_ids)
    return as_json({"tokens": tokens, "text": decoded}) if kind == "json" else f"{decoded}\n"


def _listed(text: str) -> list[str]:
    if text.lstrip().startswith("["):
        try:
            parsed = json.loads(text)
        except (ValueError, RecursionError):
            parsed = None
        if isinstance(parsed, list) and all(isinstance(item, str | int) for item in parsed):
            return list(map(str, parsed))
    return text.split()


# -- step by step ------------------------------------------------------------------------------------------------------


def _explained(text: str, tokenizer: Tokenizer, kind: str, say: Catalog) -> str:
    """Return each different word and added token once, with every state on its way to its tokens."""
    once, model = tokenizer.different(text), tokenizer.model
    if kind == "json":
        return as_json([_record(word, tokens, model, say) for word, tokens in once])
    return "\n".join(_story(word, tokens, model, say) for word, tokens in once)


def _frames(word: str, tokens: Sequence[str], model: Model, say: Catalog) -> Iterator[Frame]:
    """Yield the states of a word; one for an added token, which is taken out of the text before the model sees it, and
    for a word that the library splits otherwise than the model."""
    sentence = unexplained(word, tokens, model, say)
    frames = [] if sentence else list(frames_of(model, word, say))
    if not frames:
        sentence = sentence or segments(say("cli.added", token=code(word), id=str(model.ids[word])))
        frames = [Frame((Row("", "", tuple(tokens)),), (("note", sentence),))]
    yield from frames


def _with_bars(row: Row) -> str:
    """Return symbols with a bar at each border between them."""
    ends = (0, *row.bars, len(row.symbols))
    return f" {_BORDER} ".join(visible_tokens(row.symbols[start:end]) for start, end in pairwise(ends))


def _story(word: str, tokens: Sequence[str], model: Model, say: Catalog) -> str:
    lines = [f"{visible(word)} → {visible_tokens(tokens) or '∅'}"]
    for k, frame in enumerate(_frames(word, tokens, model, say)):
        first, *below = frame.rows
        lines.append(f"{k:>3}  {_with_bars(first) or '∅'}")
        lines += [f"     {as_text(sentence)}" for _, sentence in frame.said]
        lines += [
            "       " + "  ".join(filter(None, [row.label, visible_tokens(row.symbols), row.note])) for row in below
        ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _record(word: str, tokens: Sequence[str], model: Model, say: Catalog) -> dict[str, Any]:
    dropped = [loss.symbol for loss in bpe.dropped_of(model, word)]
    steps = [
        {"symbols": list(frame.rows[0].symbols), "said": [as_text(sentence) for _, sentence in frame.said]}
        for frame in _frames(word, tokens, model, say)
    ]
    return {"word": word, "tokens": tokens, "dropped": dropped, "steps": steps}


# -- the words of a tokenizer ------------------------------------------------------------------------------------------


class Word(NamedTuple):
    """A word as the tokenizer sees it, with its tokens and their ids, None for what has none.

    A token that stands for no text, such as ``[CLS]``, is by itself, with an empty word.
    """

    text: str
    tokens: tuple[str, ...]
    ids: tuple[int | None, ...]


class Tokenizer(Protocol):
    """A tokenizer as the command uses it, whatever applies it."""

    @property
    def model(self) -> Model:
        """Return our model of it, which takes texts."""

    def encoded(self, text: str) -> list[Word]:
        """Return the words of a text, whose tokens together are those of the text."""

    def different(self, text: str) -> Iterable[tuple[str, tuple[str, ...]]]:
        """Return each different word and added token of a text with its tokens, in order; a word may have several."""

    def dropped(self, text: str) -> Counter[str]:
        """Return the symbols of a text that become no token, with how often they occur."""

    def decoded(self, listed: Sequence[str], *, are_ids: bool) -> tuple[list[str], str]:
        """Return tokens, or their ids, with the text that they stand for. Raises TokvizError for what there is not."""

    def check(self, text: str) -> Check:
        """Compare our model with the library on a text, if there is one."""


@dataclass(frozen=True)
class OfModel:
    """A model of ours.

    >>> from tokviz import wordpiece
    >>> OfModel(wordpiece.Model(["hug", "##s"])).encoded("hugs")
    [Word(text='hugs', tokens=('hug', '##s'), ids=(0, 1))]
    """

    model: Model

    def encoded(self, text: str) -> list[Word]:
        ids, unknown = self.model.text_ids, self.model.unknown_token
        usual = None if unknown is None else self.model.ids.get(unknown)
        cut = encoded_words(self.model, self.model, text)
        return [Word(word, tokens, tuple(ids.get(token, usual) for token in tokens)) for word, tokens in cut]

    def different(self, text: str) -> Iterable[tuple[str, tuple[str, ...]]]:
        if isinstance(self.model, superbpe.Model):
            return dict.fromkeys((line, tuple(self.model.encode(line))) for line in drawn_words(self.model, text))
        return dict.fromkeys((word.text, word.tokens) for word in self.encoded(text))

    def dropped(self, text: str) -> Counter[str]:
        return bpe.dropped_symbols(self.model, self.model.words(text))

    def decoded(self, listed: Sequence[str], *, are_ids: bool) -> tuple[list[str], str]:
        tokens = _names_of(listed, self.model.ids) if are_ids else list(listed)
        return tokens, self.model.decode(tokens)

    def check(self, text: str) -> Check:
        return Check(None, 0)


@dataclass(frozen=True)
class OfLibrary:
    """A file, by its library."""

    pipeline: Pipeline

    @property
    def model(self) -> Model:
        return self.pipeline.text_model.model

    def encoded(self, text: str) -> list[Word]:
        grouped: list[tuple[int | None, list[tuple[str, int | None]]]] = []
        for part in self.pipeline.encode(text).parts:
            word = None if part.role == "put" else part.word
            if word is None or not grouped or grouped[-1][0] != word:
                grouped.append((word, []))
            grouped[-1][1].append((part.text, part.id))
        words = self.pipeline.engine.pre_tokens(text)
        return [
            Word(
                "" if at is None else words[at].text,
                tuple(token for token, _ in own),
                tuple(token_id for _, token_id in own),
            )
            for at, own in grouped
        ]

    def different(self, text: str) -> Iterable[tuple[str, tuple[str, ...]]]:
        return dict.fromkeys(self.pipeline.text_model.model.encoded_words(text))

    def dropped(self, text: str) -> Counter[str]:
        return dropped_symbols(self.pipeline.engine, text)[0]

    def decoded(self, listed: Sequence[str], *, are_ids: bool) -> tuple[list[str], str]:
        known = self.pipeline.vocabulary
        tokens = _names_of(listed, known) if are_ids else list(listed)
        if not known:  # codes number nothing, and subword-nmt leaves the way back to sed
            return tokens, re.sub("@@( |$)", "", " ".join(tokens))
        wrong = next((token for token in tokens if token not in known), None)
        if wrong is not None:
            raise TokvizError("cli-token", value=wrong)
        return tokens, self.pipeline.decode([known[token] for token in tokens]).text

    def check(self, text: str) -> Check:
        return self.pipeline.check(text)


def _names_of(id_texts: Sequence[str], known: Mapping[str, int]) -> list[str]:
    """Return the tokens of ids."""
    names = {str(number): token for token, number in known.items()}
    wrong = next((id_text for id_text in id_texts if id_text not in names), None)
    if wrong is not None:
        raise RulesError("unknown-id", value=wrong)
    return [names[id_text] for id_text in id_texts]
