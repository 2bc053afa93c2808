"""``tokviz encode``: a text as tokens or ids, step by step if asked for, and tokens back to text."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tokviz.cli import files
from tokviz.cli.options import format_of
from tokviz.cli.tables import tokens as visible_tokens
from tokviz.cli.text import table
from tokviz.cli.training import train
from tokviz.errors import TokvizError
from tokviz.formats.detect import load_any
from tokviz.formats.loaded import Loaded
from tokviz.formats.reading import MAX_FILE_BYTES
from tokviz.model import Model
from tokviz.views.algorithms import VIEWS
from tokviz.views.encoding.merging import Frame
from tokviz.views.merges.narration import as_text
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.messages import file_note_text, note_text

__all__ = ["FORMATS", "encoded", "read_tokenizer", "run"]

FORMATS = ("text", "lines", "table", "csv", "json")
"""How tokens are written: in a line, one a line, a row a word, a row a token, all with their ids."""
_PLAIN = ("text", "json")
_NO_ID = "–"

Encoded = Sequence[tuple[str, tuple[str, ...]]]
"""Each word of a text, as the tokenizer sees it, with its tokens."""


def run(asked: Namespace, say: Catalog) -> int:
    """Encode, explain or decode."""
    kind = format_of(asked.format, asked.output, _PLAIN if asked.steps or asked.decode else FORMATS, "text")
    text = _text(asked)
    model = _model(asked, say)
    if asked.decode:
        made = _decoded(text, model, kind, are_ids=asked.ids)
    elif asked.steps:
        made = _explained(encoded(text, model), model, kind, say)
    else:
        made = _written(text, encoded(text, model), model, kind, asked.ids, say)
    files.write(made, asked.output)
    return 0


def read_tokenizer(names: Sequence[str], specials: Sequence[str] = ()) -> Loaded[Model]:
    """The tokenizer in one file, or in two that belong together, with special tokens. Raises TokvizError."""
    content = [(Path(name).name, files.read(name, MAX_FILE_BYTES)) for name in names]
    with files.named(*names):
        return load_any(content, specials)


def encoded(text: str, model: Model) -> Encoded:
    """The words of a text with their tokens, which together are those of the model's `encode`.

    >>> from tokviz import wordpiece
    >>> encoded("hugs", wordpiece.Model(["hug", "##s"]))
    [('hugs', ('hug', '##s'))]
    """
    return [(word, model.encode_word(word)) for word in model.words(text)]


# -- what was given ----------------------------------------------------------------------------------------------------


def _text(asked: Namespace) -> str:
    """The text of the arguments, or of standard input."""
    if asked.text and asked.text != [files.STDIN]:
        return files.argument(" ".join(asked.text))
    if files.STDIN in (asked.corpus, *asked.tokenizer):
        raise TokvizError("cli-stdin-twice")
    if not asked.text and not files.is_piped():
        raise TokvizError("cli-no-text")
    return files.read_stdin()


def _model(asked: Namespace, say: Catalog) -> Model:
    """The tokenizer: out of files, or trained now."""
    is_trained = asked.corpus is not None or asked.example is not None
    if bool(asked.tokenizer) == is_trained:
        raise TokvizError("cli-one-tokenizer")
    if asked.tokenizer:
        found = read_tokenizer(asked.tokenizer, asked.special)
        for note in found.notes:
            files.write_error(file_note_text(note, say))
        return found.model
    if asked.special:
        raise TokvizError("cli-special")
    trained = train(asked, asked.corpus)
    for code, details in trained.given.notes:
        files.write_error(note_text(code, details, say))
    return trained.trace.model(pretokenizer=trained.given.split)


# -- tokens ------------------------------------------------------------------------------------------------------------


def _written(text: str, words: Encoded, model: Model, kind: str, has_ids: bool, say: Catalog) -> str:
    every = [token for _, tokens in words for token in tokens]
    match kind:
        case "json":
            return _json(
                {
                    "text": text,
                    "tokens": every,
                    "ids": [_id(token, model) for token in every],
                    "words": [{"word": word, "tokens": tokens} for word, tokens in words],
                }
            )
        case "csv":
            return _csv(words, model)
        case "table":
            titles = [say("column.word"), say("cli.column.tokens"), *([say("cli.column.ids")] if has_ids else [])]
            rows = [
                [visible(word), visible_tokens(tokens), *([_ids(tokens, model)] if has_ids else [])]
                for word, tokens in words
            ]
            return table(titles, rows, say)
    shown = _ids(every, model) if has_ids else visible_tokens(every)
    return shown.replace(" ", "\n") + "\n" if kind == "lines" else shown + "\n"


def _csv(words: Encoded, model: Model) -> str:
    """One row a token: word (its number, from 1), text (of the word), token, id."""
    import pandas as pd

    from tokviz.views.takeaway.export import table_csv

    rows = [
        (number, word, token, _id(token, model)) for number, (word, tokens) in enumerate(words, 1) for token in tokens
    ]
    found = pd.DataFrame(rows, columns=["word", "text", "token", "id"])
    found["id"] = found["id"].astype("Int64")
    return table_csv(found)


def _id(token: str, model: Model) -> int | None:
    """The id of a token; of one that the vocabulary does not have, that of the unknown token."""
    unknown = model.unknown_token
    return model.ids.get(token, None if unknown is None else model.ids.get(unknown))


def _ids(tokens: Sequence[str], model: Model) -> str:
    numbers = [_id(token, model) for token in tokens]
    return " ".join(_NO_ID if number is None else str(number) for number in numbers)


# -- back to text ------------------------------------------------------------------------------------------------------


def _decoded(text: str, model: Model, kind: str, *, are_ids: bool) -> str:
    """The text of tokens, given with spaces between or as a list in JSON."""
    tokens = _listed(text)
    if are_ids:
        names = {str(number): token for token, number in model.ids.items()}
        unknown = next((one for one in tokens if one not in names), None)
        if unknown is not None:
            raise TokvizError("cli-id", value=unknown)
        tokens = [names[one] for one in tokens]
    found = model.decode(tokens)
    return _json({"tokens": tokens, "text": found}) if kind == "json" else f"{found}\n"


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


def _explained(words: Encoded, model: Model, kind: str, say: Catalog) -> str:
    """Each different word once, with every state on its way to its tokens."""
    once = dict(words)
    if kind == "json":
        return _json([_record(word, tokens, model, say) for word, tokens in once.items()])
    return "\n".join(_story(word, tokens, model, say) for word, tokens in once.items())


def _frames(word: str, model: Model, say: Catalog) -> Iterator[Frame]:
    """The states of a word; none for an added token, which is one whatever the model is."""
    return VIEWS[model.algorithm].frames(model, word, say)


def _story(word: str, tokens: Sequence[str], model: Model, say: Catalog) -> str:
    lines = [f"{visible(word)} → {visible_tokens(tokens) or '∅'}"]
    for k, frame in enumerate(_frames(word, model, say)):
        first, *below = frame.rows
        lines.append(f"{k:>3}  {visible_tokens(first.symbols)}")
        lines += [f"     {as_text(sentence)}" for _, sentence in frame.said]
        lines += [
            "       " + "  ".join(filter(None, [row.label, visible_tokens(row.symbols), row.note])) for row in below
        ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _record(word: str, tokens: Sequence[str], model: Model, say: Catalog) -> dict[str, Any]:
    steps = [
        {"symbols": list(frame.rows[0].symbols), "said": [as_text(sentence) for _, sentence in frame.said]}
        for frame in _frames(word, model, say)
    ]
    return {"word": word, "tokens": tokens, "steps": steps}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
