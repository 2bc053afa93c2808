"""A list of merges or a vocabulary of the visitor's own: which convention it follows, or where it leaves them all.

They are data. Nothing that a visitor pastes or uploads is ever run.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from tokviz.corpus import Corpus
from tokviz.errors import TokvizError
from tokviz.exercises.answers import UnreadableError
from tokviz.exercises.conventions import Fit, Name, VocabularyFit, fits
from tokviz.views.exercises.wording import convention_rows, sentence
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import Sentence
from tokviz.web.server import uploads
from tokviz.web.shared import cells, messages

__all__ = ["show"]

_CORPUS, _MERGES, _FILE, _KIND = "practice_corpus", "practice_merges", "practice_file", "practice_algorithm"
_MOST = 20_000  # characters of a list
_MOST_CORPUS = 4_000
_ALGORITHMS = {"bpe": "BPE", "wordpiece": "WordPiece"}


def show(say: Catalog) -> None:
    """Draw the fields and, once there are merges, what follows."""
    with st.expander(say("check.title"), icon=":material/rule:"):
        st.caption(say("check.about"))
        left, right = st.columns(2, gap="medium")
        with left:
            st.session_state.setdefault(_CORPUS, "low 5\nlower 2\nnewest 6\nwidest 3")
            words = st.text_area(say("check.corpus"), key=_CORPUS, height=150, max_chars=_MOST_CORPUS)
            algorithm = st.radio(
                say("check.algorithm"),
                list(_ALGORITHMS),
                format_func=lambda name: _ALGORITHMS[name],
                key=_KIND,
                horizontal=True,
            )
        with right:
            merges = st.text_area(
                say("check.merges"), key=_MERGES, height=150, max_chars=_MOST, placeholder="e s\nes t\nest </w>"
            )
            files = uploads.ask(say("check.file"), _FILE, say, types=["txt", "codes", "bpe", "json"], most=1)
        for file in files:
            if len(file.data) > 20 * _MOST:
                st.error(say("check.unreadable.large"))
                return
            merges = file.data.decode("utf-8", "replace")
        if merges.strip():
            _check(words, merges, "wordpiece" if algorithm == "wordpiece" else "bpe", say)


def _check(words: str, written: str, algorithm: Name, say: Catalog) -> None:
    try:
        found = fits(Corpus.parse(words), written, algorithm)
    except TokvizError as error:
        messages.show_error(error, say)
        return
    except UnreadableError as unreadable:
        st.error(_markdown(sentence(unreadable.line, say)))
        return
    st.markdown(f"**{_conclusion(found, say)}**")
    st.markdown("\n".join(f"- {row}" for row in convention_rows(found, say, _markdown)))


def _conclusion(found: Sequence[Fit | VocabularyFit], say: Catalog) -> str:
    best, followed = found[0], [say(f"preset.{one.rules}") for one in found if one.follows]
    name, names = say(f"preset.{best.rules}"), say.listed(followed)
    if isinstance(best, VocabularyFit):
        return say("check.vocabulary.follows", names=names) if followed else say("check.vocabulary.leaves", name=name)
    return say("check.follows", names=names) if followed else say.count("check.leaves", best.steps, name=name)


def _markdown(told: Sentence) -> str:
    """A sentence in Markdown, its code as code, whatever that holds."""
    return "".join(cells.code(part) if i % 2 else part for i, part in enumerate(told))
