"""``tokviz encode``: a text as tokens or ids, step by step if asked for, and tokens back to text."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tokviz import bpe
from tokviz.cli import files
from tokviz.cli.options import format_of
from tokviz.cli.pipeline.opening import by_name, opened, paths, tell
from tokviz.cli.tables import as_json
from tokviz.cli.tables import tokens as visible_tokens
from tokviz.cli.text import sheet, table
from tokviz.cli.training import train
from tokviz.cli.words import OfLibrary, OfModel, Tokenizer, Word
from tokviz.errors import TokvizError
from tokviz.formats.reading import MAX_FILE_BYTES
from tokviz.model import Model
from tokviz.pipeline import Check
from tokviz.pipeline.detect import load_any
from tokviz.views.algorithms import frames_of
from tokviz.views.encoding.merging import Frame, Row
from tokviz.views.encoding.narration import lost_of_text
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.messages import note_text
from tokviz.views.shared.sentences import as_text, code, segments

__all__ = ["FORMATS", "run"]

FORMATS = ("text", "lines", "table", "csv", "json", "worksheet", "solution")
"""How tokens are written: in a line, one a line, a row a word, a row a token, all with their ids; words to be encoded
by hand, and the same done."""
_PLAIN = ("text", "json")
_NO_ID = "–"
_DIFFERS = 1


def run(asked: Namespace, say: Catalog) -> int:
    """Encode, explain or decode. Returns 1 if the tokenizer's library was asked and says otherwise."""
    kind = format_of(asked.format, asked.output, _PLAIN if asked.steps or asked.decode else FORMATS, "text")
    text = files.text(asked.text, (asked.corpus, asked.tokenizer))
    tokenizer = _tokenizer(asked, say)
    if asked.decode:
        files.write(_decoded(text, tokenizer, kind, are_ids=asked.ids), asked.output)
        return 0
    check = _check(text, tokenizer) if asked.check else None
    if kind in {"worksheet", "solution"}:
        made = _sheet(text, tokenizer, say, filled=kind == "solution")
    elif asked.steps:
        made = _explained(text, tokenizer, kind, say)
    else:
        made = _written(text, tokenizer.encoded(text), kind, asked.ids, say)
        _tell_dropped(text, tokenizer, say)
    files.write(made, asked.output)
    if check is None:
        return 0
    files.write_error(_told(check, say))
    return 0 if check.equal else _DIFFERS


# -- what was given ----------------------------------------------------------------------------------------------------


def _tokenizer(asked: Namespace, say: Catalog) -> Tokenizer:
    """The tokenizer: out of files, by its name, or trained now."""
    is_trained = asked.corpus is not None or asked.example is not None
    if (asked.tokenizer is not None) == is_trained:
        raise TokvizError("cli-one-tokenizer")
    if asked.tokenizer is not None:
        if asked.special:
            return _ours(asked.tokenizer, asked.special, say)
        pipeline = opened(asked.tokenizer)
        tell(pipeline.notes, say)
        return OfLibrary(pipeline)
    if asked.special:
        raise TokvizError("cli-special")
    trained = train(asked, asked.corpus, say)
    for told, details in trained.given.notes:
        files.write_error(note_text(told, details, say))
    return OfModel(trained.trace.model(pretokenizer=trained.given.split))


def _ours(name: str, specials: Sequence[str], say: Catalog) -> Tokenizer:
    """Files as our own model, with special tokens that they do not name."""
    one = by_name(name)
    names = paths(name) if one is None else list(map(str, one.files))
    content = [(Path(path).name, files.read(path, MAX_FILE_BYTES)) for path in names]
    with files.named(*names):
        found = load_any(content, specials)
    tell(found.notes, say)
    return OfModel(found.model)


def _sheet(text: str, tokenizer: Tokenizer, say: Catalog, *, filled: bool) -> str:
    from tokviz.views.worksheets import applied  # pandas comes with it: only where it is needed

    model = tokenizer.model
    if not applied.has_sheet(model):
        raise TokvizError("cli-sheet-model")
    return sheet(applied.words_page(model, model.words(text), say, filled=filled))


# -- beside the library ------------------------------------------------------------------------------------------------


def _check(text: str, tokenizer: Tokenizer) -> Check:
    check = tokenizer.check(text)
    if check.library is None:
        raise TokvizError("cli-check")
    return check


def _told(check: Check, say: Catalog) -> str:
    if check.difference is None:
        return say("tokenizers.equal", library=check.library, tokens=say.count("bytes.count.tokens", check.tokens))
    found, at = check.difference, check.difference.index + 1
    if found.is_of_ids:
        token = visible_tokens(found.ours[:1])
        ids = {"ours": found.our_id, "theirs": found.their_id}
        return say("tokenizers.differs.id", library=check.library, at=at, token=token, **ids)
    ours, theirs = map(visible_tokens, (found.ours, found.theirs))
    return say("tokenizers.differs", library=check.library, at=at, ours=ours, theirs=theirs)


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
    """One row a token: word (its number, from 1), text (of the word), token, id."""
    import pandas as pd

    from tokviz.views.takeaway.export import table_csv

    rows = [
        (number, word.text, token, one)
        for number, word in enumerate(words, 1)
        for token, one in zip(word.tokens, word.ids, strict=True)
    ]
    found = pd.DataFrame(rows, columns=["word", "text", "token", "id"])
    found["id"] = found["id"].astype("Int64")
    return table_csv(found)


def _numbers(ids: Sequence[int | None]) -> str:
    return " ".join(_NO_ID if number is None else str(number) for number in ids)


# -- back to text ------------------------------------------------------------------------------------------------------


def _decoded(text: str, tokenizer: Tokenizer, kind: str, *, are_ids: bool) -> str:
    """The text of tokens, given with spaces between or as a list in JSON."""
    tokens, found = tokenizer.decoded(_listed(text), are_ids=are_ids)
    return as_json({"tokens": tokens, "text": found}) if kind == "json" else f"{found}\n"


def _listed(text: str) -> list[str]:
    if text.lstrip().startswith("["):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, list) and all(isinstance(one, str | int) for one in found):
            return list(map(str, found))
    return text.split()


# -- step by step ------------------------------------------------------------------------------------------------------


def _explained(text: str, tokenizer: Tokenizer, kind: str, say: Catalog) -> str:
    """Each different word and added token once, with every state on its way to its tokens."""
    once, model = tokenizer.different(text), tokenizer.model
    if kind == "json":
        return as_json([_record(word, tokens, model, say) for word, tokens in once.items()])
    return "\n".join(_story(word, tokens, model, say) for word, tokens in once.items())


def _frames(word: str, model: Model, say: Catalog) -> Iterator[Frame]:
    """The states of a word; one for an added token, which is taken out of the text before the model sees it."""
    frames = list(frames_of(model, word, say))
    if not frames:
        told = segments(say("cli.added", token=code(word), id=str(model.ids[word])))
        frames = [Frame((Row("", "", (word,)),), (("note", told),))]
    yield from frames


def _story(word: str, tokens: Sequence[str], model: Model, say: Catalog) -> str:
    lines = [f"{visible(word)} → {visible_tokens(tokens) or '∅'}"]
    for k, frame in enumerate(_frames(word, model, say)):
        first, *below = frame.rows
        lines.append(f"{k:>3}  {visible_tokens(first.symbols) or '∅'}")
        lines += [f"     {as_text(sentence)}" for _, sentence in frame.said]
        lines += [
            "       " + "  ".join(filter(None, [row.label, visible_tokens(row.symbols), row.note])) for row in below
        ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _record(word: str, tokens: Sequence[str], model: Model, say: Catalog) -> dict[str, Any]:
    dropped = [one.symbol for one in bpe.dropped_of(model, word)]
    steps = [
        {"symbols": list(frame.rows[0].symbols), "said": [as_text(sentence) for _, sentence in frame.said]}
        for frame in _frames(word, model, say)
    ]
    return {"word": word, "tokens": tokens, "dropped": dropped, "steps": steps}
