"""The side bar of `/bpe`: which corpus, which rules, where to stop, what to compare with.

The widgets live in the session state under keys that begin with ``bpe_``. A changed address bar fills them before they
are drawn, and what they say afterwards is one :class:`~tokviz.web.state.BpeState`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import streamlit as st

from tokviz import examples
from tokviz.bpe import PRESETS, Rules
from tokviz.corpus import MAX_TEXT_CHARS
from tokviz.errors import TokvizError
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.views.catalog import Catalog
from tokviz.web.messages import show_error
from tokviz.web.state import (
    KNOBS,
    MAX_MERGES,
    MAX_NUMBER,
    OWN,
    SOURCE,
    BpeState,
    Knob,
    Stop,
    base_rules,
    defaults,
)

__all__ = ["MAX_UPLOAD_MB", "fill", "is_filled", "show", "uploaded"]

MAX_UPLOAD_MB = 20
_PREFIX = "bpe_"
_KEPT_TEXT = "kept_text"  # what was typed, kept while its text field is not on the page


def is_filled() -> bool:
    """Whether the widgets have values: they lose them when the visitor goes to another page."""
    return f"{_PREFIX}example" in st.session_state


def fill(state: BpeState) -> None:
    """Put a state into the widgets; only before they are drawn."""
    _set("example", state.example)
    _set("text", state.text)
    _fill_choices(state)
    _set("versus", state.versus)


def show(say: Catalog, *, has_versus: bool = True) -> BpeState:
    """Draw the side bar and return what it says. The step is not in it.

    has_versus: whether the page can compare with another convention.
    """
    with st.sidebar:
        st.subheader(say("control.corpus"))
        example = st.selectbox(
            say("control.example"),
            (*examples.NAMES, OWN),
            format_func=lambda name: say.choice("example", name),
            key=f"{_PREFIX}example",
            on_change=_example_changed,
        )
        text = ""
        if example == OWN:
            text = _own(say)
        split = "whitespace"
        if example == OWN or examples.load(example).is_prose:
            split = st.selectbox(
                say("control.split"),
                tuple(PRETOKENIZERS),
                format_func=lambda name: say.choice("split", name),
                key=f"{_PREFIX}split",
                help=say("control.split.help"),
            )

        st.subheader(say("control.rules"))
        preset = st.selectbox(
            say("control.preset"),
            _presets(example),
            format_func=lambda name: say.choice("preset", name),
            key=f"{_PREFIX}preset",
            on_change=_preset_changed,
            help=say("control.preset.help"),
        )
        rules = base_rules(example, preset)
        with st.expander(say("control.knobs"), icon=":material/tune:"):
            for knob in KNOBS:
                rules = _knob(knob, rules, say)
            if rules != base_rules(example, preset):
                st.button(say("control.knobs.reset"), on_click=_preset_changed, icon=":material/undo:")

        st.subheader(say("control.stop"))
        stop = st.segmented_control(
            say("control.stop.at"),
            ("merges", "vocab", "end"),
            format_func=lambda name: say.choice("stop", name),
            key=f"{_PREFIX}stop",
            required=True,
            on_change=_stop_changed,
            width="stretch",
        )
        amount = 0
        if stop != "end":
            amount = st.number_input(
                say(f"control.stop.{stop}"), min_value=0, max_value=MAX_MERGES, step=1, key=f"{_PREFIX}amount"
            )

        versus = ""
        if has_versus:
            st.subheader(say("control.versus"))
            versus = st.selectbox(
                say("control.versus.with"),
                ("", *PRESETS),
                format_func=lambda name: say.choice("preset", name) if name else say("control.versus.none"),
                key=f"{_PREFIX}versus",
                help=say("control.versus.help"),
            )
    return BpeState(
        example=example,
        text="" if example == OWN and uploaded() is not None else text,  # a file counts, and fits into no link
        split=split,
        preset=preset,
        rules=rules,
        stop=cast(Stop, stop or "end"),
        amount=amount,
        versus=versus,
    )


def _own(say: Catalog) -> str:
    text = st.text_area(
        say("control.text"),
        key=f"{_PREFIX}text",
        height=160,
        max_chars=MAX_TEXT_CHARS,
        placeholder=say("control.text.placeholder"),
        help=say("control.text.help"),
    )
    _set(_KEPT_TEXT, text)
    st.file_uploader(
        say("control.file"),
        type=["txt", "csv", "tsv", "json"],
        key=f"{_PREFIX}file",
        max_upload_size=MAX_UPLOAD_MB,
        help=say("control.file.help"),
    )
    return text


def _knob(knob: Knob, rules: Rules, say: Catalog) -> Rules:
    """Draw one knob and return the rules with its value; what does not fit is said and left out."""
    key = f"{_PREFIX}{knob.field}"
    label, hint = say(f"knob.{knob.field}"), say(f"knob.{knob.field}.help")
    value: Any
    match knob.kind:
        case "choice":
            value = st.selectbox(
                label, knob.choices, format_func=lambda name: say.choice(f"knob.{knob.field}", name), key=key, help=hint
            )
        case "flag":
            value = st.toggle(label, key=key, help=hint)
        case "number":
            value = st.number_input(label, min_value=0, max_value=MAX_NUMBER, step=1, key=key, help=hint)
        case "optional":
            value = st.number_input(label, min_value=1, max_value=MAX_NUMBER, step=1, key=key, help=hint, value=None)
        case _:
            value = knob.parse(st.text_input(label, key=key, help=hint, max_chars=200))
    try:
        return replace(rules, **{knob.field: value})
    except TokvizError as error:
        show_error(error, say)
        return rules


def _presets(example: str) -> tuple[str, ...]:
    """The presets, led by the rules of the source where no preset has them."""
    own = example == OWN or examples.load(example).rules in PRESETS.values()
    return tuple(PRESETS) if own else (SOURCE, *PRESETS)


def _example_changed() -> None:
    _fill_choices(defaults(_get("example")))
    _set("text", _get(_KEPT_TEXT) or "")


def _preset_changed() -> None:
    _fill_rules(base_rules(_get("example"), _get("preset")))


def _stop_changed() -> None:
    if _get("stop") != "end" and not _get("amount"):
        _set("amount", 100)


def _fill_choices(state: BpeState) -> None:
    _set("split", state.split)
    _set("preset", state.preset)
    _fill_rules(state.rules)
    _set("stop", state.stop)
    _set("amount", min(state.amount, MAX_MERGES))


def _fill_rules(rules: Rules) -> None:
    for knob in KNOBS:
        value = getattr(rules, knob.field)
        _set(knob.field, knob.format(value) if knob.kind in {"text", "words"} else value)


def _get(name: str) -> Any:
    return st.session_state.get(f"{_PREFIX}{name}")


def _set(name: str, value: Any) -> None:
    st.session_state[f"{_PREFIX}{name}"] = value


def uploaded() -> Any:
    """The uploaded file, or None; it counts before the pasted text."""
    return _get("file")
