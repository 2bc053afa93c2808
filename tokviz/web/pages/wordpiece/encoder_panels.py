"""The views below the stage where WordPiece encodes: tokens, basic tokenisation, decoding, BPE beside it."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from tokviz import bpe
from tokviz.pretokenize import BERT_NORMALIZERS, NORMALIZING, pretokenize
from tokviz.pretokenize.bert_basic import BasicStep, basic_steps
from tokviz.state.wordpiece_encode import WordpieceEncodeState
from tokviz.views.encoding import bert_basic as basic
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.linked import Drawn
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.web.computing import cache
from tokviz.web.encoding import text_views
from tokviz.web.encoding.page import Draw, PageContext
from tokviz.web.encoding.tokenizer import LoadedTokenizer, Training, encoded
from tokviz.web.shared import cells, stepping, tables
from tokviz.wordpiece import Model

__all__ = ["panels"]

_MAX_ROWS = 500
_MAX_NAMED = 12
_BASIC = frozenset({"bert", *NORMALIZING})


def panels(
    context: PageContext[WordpieceEncodeState, LoadedTokenizer[Model]], word: str, step: int, say: Catalog
) -> dict[str, Draw]:
    """The views that there are."""
    tokenizer, text = context.tokenizer, context.state.text
    draw: dict[str, Draw] = {
        "tokens": lambda: _tokens(tokenizer, text, say),
        "decode": lambda: _decode(tokenizer, text, say),
    }
    if (split := _split(tokenizer.model)) in _BASIC:
        draw["basic"] = lambda: _basic(split, text, say)
    if (trained := tokenizer.training) is not None:
        draw["bpe"] = lambda: _bpe(tokenizer, trained, text, word, say)
    return draw


def _tokens(tokenizer: LoadedTokenizer[Model], text: str, say: Catalog) -> None:
    words = encoded(tokenizer.key, text, tokenizer)
    unknown = _unknown(tokenizer, words)
    note = ""
    if unknown:
        names = cells.code_list(unknown, say, _MAX_NAMED)
        note = say("wordpiece.unknown-words", unknown=cells.code(tokenizer.model.unk), names=names)
    text_views.show_tokens(text, words, tokenizer.model.ids, say, key="wordpiece_encode_tokens_picture", note=note)


def _split(model: Model) -> str:
    """The name of how a text is cut, where the library's normalizer does what BERT does, too."""
    return next((name for name, one in BERT_NORMALIZERS.items() if one == model.normalizer), model.pretokenizer)


def _basic(split: str, text: str, say: Catalog) -> None:
    st.markdown(say(f"wordpiece.about.{split}"))
    shown = text[: basic.MAX_TEXT]
    stepping.still_picture(basic.picture(shown, _basic_steps(shown, split), say), key="wordpiece_encode_basic_picture")
    if len(shown) < len(text):
        st.caption(say("wordpiece.basic.cut", shown=len(shown), total=len(text)))


def _basic_steps(text: str, name: str) -> tuple[BasicStep, ...]:
    """The steps that this pre-tokenisation takes; the one without normalisation only cuts."""
    if name == "bert":
        return (BasicStep("split", " ".join(pretokenize(text, name))),)
    return basic_steps(text, lower=name == "bert-uncased")


def _decode(tokenizer: LoadedTokenizer[Model], text: str, say: Catalog) -> None:
    words = encoded(tokenizer.key, text, tokenizer)
    text_views.show_decoded(
        tokenizer,
        text,
        say,
        "wordpiece_encode",
        tokens="wordpiece.decode.tokens",
        decoded="wordpiece.decode.text",
        lost="wordpiece.lost",
        why=lambda back: [say(f"wordpiece.lost.{name}") for name in _lost(tokenizer, words, text, back)],
    )


def _lost(tokenizer: LoadedTokenizer[Model], words: text_views.Encoded, before: str, after: str) -> list[str]:
    """What a text lost on its way to tokens and back, by the names of the sentences about it."""
    found = []
    if _unknown(tokenizer, words):
        found.append("unknown")
    if "".join(word for word, _ in words) != "".join(before.split()):
        found.append("changed")
    if not found and "".join(after.split()) != "".join(before.split()):
        found.append("marks")  # text that looks like a mark, or like what the clean-up takes out
    if not found or len(before.split()) != len(words) or before != " ".join(before.split()):
        found.append("spaces")
    return found


def _bpe(tokenizer: LoadedTokenizer[Model], trained: Training, text: str, word: str, say: Catalog) -> None:
    model = _beside(trained, tokenizer.model.pretokenizer)
    merges = say.count("count.merges", len(model.merges))
    st.markdown(say("wordpiece.bpe.about", merges=merges))
    found = dict(encoded(tokenizer.key, text, tokenizer))
    rows = [
        encoding.Row("WordPiece", "", found[word]),
        encoding.Row(say("wordpiece.bpe.name"), "", model.encode_word(word)),
    ]
    drawn = Drawn({}, 0, (tokenizer.model.prefix,), has_names=True)
    stepping.still_picture(encoding.picture(rows, say, drawn), key="wordpiece_encode_bpe_picture")
    shown = list(found)[:_MAX_ROWS]
    table = _side_by_side(shown, found, model, tokenizer.model.prefix, say)
    differ = sum(table["differs"] != "")
    words = say.count("count.words", len(shown))
    st.markdown(
        say.count("wordpiece.bpe.differ", differ, words=words) if differ else say("wordpiece.bpe.same", words=words)
    )
    table = table.sort_values("differs", ascending=False, kind="stable")
    tables.show(table, say, alt=say("tab.bpe"), total=len(found))


def _beside(trained: Training, split: str) -> bpe.Model:
    """Byte-pair encoding after as many merges on the same corpus, by the rules of the course."""
    rules = bpe.PRESETS["course"]
    key = (*trained.corpus_key, cache.rules_key(rules), trained.steps)
    trace = cache.bpe_trace(key, trained.steps, None, trained.trace.corpus, rules)
    return cache.trained_model(("beside", *key), len(trace), split, trace)


def _side_by_side(
    words: Sequence[str], found: dict[str, tuple[str, ...]], model: bpe.Model, prefix: str, say: Catalog
) -> pd.DataFrame:
    """Each word with its tokens by both; they are alike if they cut it at the same places."""
    rows = []
    for word in words:
        mine, theirs = found[word], model.encode_word(word)
        bare = tuple(token.removeprefix(prefix) if i else token for i, token in enumerate(mine))
        rows.append(
            {
                "word": cells.token(word),
                "wordpiece": shorten(" ".join(map(visible, mine)), 200),
                "bpe": shorten(" ".join(map(visible, theirs)), 200),
                "differs": "" if bare == theirs else say("wordpiece.bpe.differs"),
            }
        )
    return pd.DataFrame(rows, columns=["word", "wordpiece", "bpe", "differs"])


def _unknown(tokenizer: LoadedTokenizer[Model], words: text_views.Encoded) -> list[str]:
    """The different words that became the unknown token."""
    unk = tokenizer.model.unk
    return list(dict.fromkeys(word for word, tokens in words if tokens == (unk,) and word != unk))
