"""A page of nothing but a text in rows, for their browser tests: `?text=...&kind=...&lang=...`."""

import json

import streamlit as st
from starlette.middleware import Middleware
from streamlit.runtime.scriptrunner import get_script_run_ctx

from tokviz import Corpus, bpe, unigram, wordpiece
from tokviz.compare.alignment import segment
from tokviz.compare.spans import Model
from tokviz.pretokenize import with_alternatives
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR
from tokviz.views.byte_level import text_rows_payload
from tokviz.views.byte_level import tokens as byte_tokens
from tokviz.views.compare.rows import rows_payload
from tokviz.views.shared.catalog import load
from tokviz.web.access_control import AccessControl
from tokviz.web.components.text_rows import text_rows, word_picked_in

HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})


def models(kind: str) -> list[Model]:
    """Three tokenizers of one size, or one of bytes beside one of pieces with byte fallback."""
    if kind == "bytes":
        fallback = tuple(f"<0x{byte:02X}>" for byte in range(256))
        encoding = bpe.Encoding(unknown="unk", unk_token="<unk>", byte_fallback=True)
        return [
            bpe.Model((), tuple(BYTE_TO_CHAR.values()), pretokenizer="gpt2-bytes"),
            bpe.Model((), (*fallback, *"abc "), encoding=encoding),
            wordpiece.Model(["[UNK]", "a", "##b"]),
        ]
    learned = unigram.train(HUG, vocab_size=12, rules="course")
    return [
        bpe.train(HUG, vocab_size=12, rules="sennrich").model(),
        wordpiece.train(HUG, vocab_size=12, rules="course").model(),
        learned.model(),
    ]


def main() -> None:
    """Run one visit."""
    text = st.query_params.get("text", "hugs bugs mug unhug puns")
    say = load(st.query_params.get("lang", "en"))
    made = models(st.query_params.get("kind", "hug"))
    st.set_page_config(layout="wide")
    found = [segment(text, model) for model in made]
    names = ["BPE · Sennrich et al.", "WordPiece · course", "Unigram · course"]
    neutral = made if st.toggle("neutral") else None
    payload = rows_payload(text, found, names, say, neutral)
    if st.toggle("boxes"):
        pieces = with_alternatives(text, "gpt2")
        model = bpe.Model((), tuple(BYTE_TO_CHAR.values()), pretokenizer="gpt2")
        payload = text_rows_payload(pieces, byte_tokens(pieces, model), 0, say)
    word = st.session_state.get("word", "")
    text_rows(json.dumps(payload, ensure_ascii=False), key="rows", on_pick=_pick, picked={"word": word})
    st.markdown(f"picked: [{word}]")


def _pick() -> None:
    st.session_state["word"] = word_picked_in(st.session_state["rows"]) or ""


if get_script_run_ctx(suppress_warning=True):
    main()
else:  # beside its scripts, as the real app has them
    app = st.App(__file__, middleware=[Middleware(AccessControl)])
