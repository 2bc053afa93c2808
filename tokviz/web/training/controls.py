"""The controls of a page that trains: corpus and convention above the picture, rules and stop in the side bar.

The widgets live in the session state under keys that begin with the algorithm's name. A changed address bar fills them
before they are drawn, and what they say afterwards is one :class:`~tokviz.state.training.TrainState`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator as Place

from tokviz import examples
from tokviz.algorithms import ALGORITHMS, BPE, OWN_AMOUNT, Algorithm, Rules, Stop
from tokviz.errors import TokvizError
from tokviz.examples import OWN, SOURCE
from tokviz.files.by_name import of_merges, on_this_machine
from tokviz.files.detect import SUFFIXES
from tokviz.knobs import MAX_DECIMAL, MAX_NUMBER, Knob
from tokviz.state.request import MAX_MERGES, NAMES, base_rules
from tokviz.state.training import TrainState, defaults, first_sight
from tokviz.text_keys import knob_choice_key, knob_empty_key, knob_help_key, knob_key, preset_key, preset_short_key
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load
from tokviz.views.shared.display import short_names
from tokviz.web.address import url
from tokviz.web.server import restoring, uploads
from tokviz.web.server.tokenizer_files import by_name, group_with, is_file_name, name_of
from tokviz.web.server.uploads import Upload
from tokviz.web.shared import cells, choosing, messages
from tokviz.web.shared.messages import show_error
from tokviz.web.streamlit_workarounds import widget_values
from tokviz.web.training.own_corpus import OwnCorpus, Settings, typed_last

START_FILES = "bpe_start_files"
"""The key of the field for files of a tokenizer that training goes on from."""
_STARTED = "bpe_start_used"  # the name of the files that training went on from in the last run

STOP_KEYS = {
    "merges": "stop.merges",
    "vocab": "stop.vocab",
    "end": "stop.end",
}

_AMOUNTS = {
    "merges": "control.stop.merges",
    "vocab": "control.stop.vocab",
}

_OWN_CONVENTIONS = {
    "bpe": "own.convention.bpe",
    "wordpiece": "own.convention.wordpiece",
    "unigram": "own.convention.unigram",
    "parity": "own.convention.parity",
}


def is_filled(algorithm: Algorithm) -> bool:
    """Tell if the widgets have values: they lose them when another page is opened."""
    return all(_key(algorithm, name) in st.session_state for name in ("example", "preset"))


def fill(state: TrainState) -> None:
    """Put a state into the widgets; only before they are drawn."""
    algorithm = ALGORITHMS[state.algorithm]
    widget_values.fill(f"{algorithm.name}_", state, ("example", "versus"))
    if algorithm.name == BPE.name:
        widget_values.put(_key(algorithm, "start"), state.start)
    widget_values.put_typed(_key(algorithm, "text"), state.text or (typed_last() if state.example == OWN else ""))
    _fill_choices(algorithm, state)
    if state.example == OWN:
        own_corpus(algorithm).open_if_empty()


def own_corpus(algorithm: Algorithm) -> OwnCorpus:
    """Return the fields for a corpus of the visitor's own."""
    return OwnCorpus(algorithm.name, _key(algorithm, "text"), algorithm.by_language)


def show(
    algorithm: Algorithm, row: Place, say: Catalog, *, has_versus: bool = True, may_go_on: bool = True
) -> TrainState:
    """Draw the row above the picture and the side bar, and return what they say. The step is not in it.

    row: where corpus and convention are. has_versus: whether the page can compare with another convention. may_go_on:
    whether its training can go on from a tokenizer.
    """
    start = _start(_key(algorithm, "start"), say) if may_go_on and algorithm.name == BPE.name else ""
    own = own_corpus(algorithm)
    example = choosing.example(
        NAMES, algorithm.name, row, say, lambda name: _choose(algorithm, name), own=own.called(say)
    )
    if start:
        return _going_on(algorithm, start, example, row, say)
    text = own.ask(row, example, lambda: _settings(algorithm, example, say), say)
    usual = defaults(algorithm, example)
    source = (SOURCE,) if usual.preset == SOURCE else ()  # rules of its own that no preset has
    presets = (*source, *algorithm.presets)
    with st.sidebar:
        st.subheader(say("control.rules"), help=cells.about("control.rules", say))
        preset = st.selectbox(
            say("control.preset"),
            presets,
            format_func=lambda name: say.choice(preset_key, name),
            key=f"{algorithm.name}_preset",
            on_change=_preset_changed,
            args=(algorithm,),
            help=say("control.preset.help"),
        )
        choosing.show_limit(algorithm.name, preset, say)
        split = usual.split
        if not algorithm.split and (example == OWN or examples.load(example).is_prose):
            split = choosing.split(_key(algorithm, "split"), say, say("control.split.help"))
        usual_rules = base_rules(algorithm, example, preset)
        rules = _rules(algorithm, usual_rules, say)
        stop, amount = _stop(algorithm, rules, say)
    _choose_convention(
        algorithm,
        presets,
        preset,
        row,
        say,
        lambda name: _take_preset(algorithm, name),
        is_changed=rules != usual_rules,
    )
    versus = ""
    if has_versus:
        versus = _get(algorithm, "versus") or ""
        _compare_conventions(algorithm, versus, row, say, lambda name: _set(algorithm, "versus", name))
    return TrainState(
        algorithm=algorithm.name,
        example=example,
        text=text,
        split=split,
        preset=preset,
        rules=rules,
        stop=stop,
        amount=amount,
        versus=versus,
    )


def _start(key: str, say: Catalog) -> str:
    """Draw the choice of the tokenizer that training goes on from, and the panel for files below it; return its name,
    empty for none."""
    own, named = by_name(START_FILES), st.session_state.get(key, "")
    is_label = named in {load(language)("control.start.none") for language in LANGUAGES}
    # A browser sends what it last saw: in another language, a label that none of ours is.
    wanted = _still_here("" if is_label else named, own, say)
    if wanted != named:
        widget_values.put(key, wanted)
    names = tuple(dict.fromkeys(("", *own, *of_merges(), wanted)))
    called = dict(zip(names, short_names(names), strict=True))
    name: str = st.sidebar.selectbox(
        say("control.start"),
        names,
        format_func=lambda name: called[name] or say("control.start.none"),
        key=key,
        help=say("control.start.help"),
    )

    def choose(files: tuple[Upload, ...]) -> None:
        if files:
            widget_values.put(key, name_of(group_with(files, START_FILES)))

    label, panel = say("upload.add"), f"{START_FILES}_panel"
    with choosing.panel(st.sidebar, label, panel, icon=":material/upload_file:") as is_open:
        if is_open:  # a file that came is one of the visit, which needs no field
            label, hint = say("tokenizers.upload"), say("control.start.file.help")
            uploads.ask_for_tokenizers(label, START_FILES, say, help=hint, choose=choose, types=SUFFIXES[BPE.name])
    return name


def _still_here(name: str, own: Container[str], say: Catalog) -> str:
    """Return a name, but none for files that are not here, after saying so; nothing is said of those that the visitor
    has removed. own: the names of those of the visit."""
    was_here = name in st.session_state.get(_STARTED, ())
    st.session_state[_STARTED] = (name,) if name in own else ()
    if not name or name in own or name in on_this_machine():
        return name
    if was_here:
        return ""
    if not is_file_name(name) or restoring.may_come():
        return name
    messages.tell_without_file((name,), say)
    return ""


def _going_on(algorithm: Algorithm, start: str, example: str, row: Place, say: Catalog) -> TrainState:
    """Draw what is to be chosen where training goes on from a tokenizer, which brings its rules and its words."""
    settings = Settings(lambda split, preset: _apply(algorithm, split, preset), about=say("going-on.own"))
    text = own_corpus(algorithm).ask(row, example, lambda: settings, say)
    usual = defaults(algorithm, example)
    for name in ("preset", "split"):  # for when it begins anew
        widget_values.keep(_key(algorithm, name), getattr(usual, name))
    for knob in algorithm.knobs_of(usual.rules):
        widget_values.keep(_key(algorithm, knob.field), _said(knob, usual.rules))
    with st.sidebar:
        stop, amount = _stop(algorithm, usual.rules, say)
    return replace(usual, text=text, stop=stop, amount=amount, start=start)


def _stop(algorithm: Algorithm, rules: Rules, say: Catalog) -> tuple[Stop, int]:
    """Draw where training ends; return it, and the number of merges or the size."""
    st.subheader(say("control.stop"))
    stops = algorithm.stops_of(rules)
    stop: str | None = stops[0]
    if len(stops) > 1:
        stop = st.segmented_control(
            say("control.stop.at"),
            stops,
            format_func=lambda name: say(STOP_KEYS[name]),
            key=f"{algorithm.name}_stop",
            required=True,
            on_change=_stop_changed,
            args=(algorithm,),
            width="stretch",
            label_visibility="collapsed",
        )
    amount = 0
    if stop is not None and stop != "end":
        amount = st.number_input(
            say(_AMOUNTS[stop]), min_value=0, max_value=MAX_MERGES, step=1, key=f"{algorithm.name}_amount"
        )
    return cast(Stop, stop or "end"), amount


def _settings(algorithm: Algorithm, example: str, say: Catalog) -> Settings:
    """Return the settings that the panel for a text opens with.

    They are those chosen now, as far as they are not the example's own.
    """
    usual, lessons = defaults(algorithm, example).preset, defaults(algorithm, OWN)
    now: str = _get(algorithm, "preset")
    keeps = now in algorithm.presets and (example == OWN or now != usual)
    preset = now if keeps else lessons.preset
    if preset != lessons.preset or algorithm.name not in _OWN_CONVENTIONS:
        names = {"name": _short_name(preset, say), "lessons": _short_name(lessons.preset, say)}
        about = say("own.convention.chosen", **names)
    else:
        about = say(_OWN_CONVENTIONS[algorithm.name])
    return Settings(
        apply=lambda split, preset: _apply(algorithm, split, preset),
        split="" if algorithm.split else _get(algorithm, "split") if example == OWN else lessons.split,
        presets=tuple(algorithm.presets),
        preset=preset,
        about=about,
    )


def _apply(algorithm: Algorithm, split: str, preset: str) -> None:
    """Go on with the visitor's own text."""
    if _get(algorithm, "example") != OWN:
        _choose(algorithm, OWN)
    if split:
        _set(algorithm, "split", split)
    if preset and preset != _get(algorithm, "preset"):
        _take_preset(algorithm, preset)


def _rules(algorithm: Algorithm, usual: Rules, say: Catalog) -> Rules:
    """Draw the knobs and return the preset's rules as they change them; what does not fit is said and left out.

    The knobs are drawn while their fold is open, for they would take a fifth of every run of a page that trains. One
    that changes nothing under the rules before it isn't drawn: a scaffold has no threshold.
    """
    rules = usual
    fold = st.expander(say("control.knobs"), icon=":material/tune:", key=_key(algorithm, "knobs"), on_change="rerun")
    with fold:
        for knob in algorithm.knobs_of(usual):
            key = _key(algorithm, knob.field)
            is_drawn = fold.open and knob.is_used(rules)
            value = _knob(knob, key, say) if is_drawn else widget_values.keep(key, _said(knob, usual))
            try:
                rules = replace(rules, **{knob.field: knob.parse(value) if knob.is_typed else value})
            except TokvizError as error:
                show_error(error, say)
        if fold.open and rules != usual:
            st.button(say("control.knobs.reset"), on_click=_preset_changed, args=(algorithm,), icon=":material/undo:")
    return rules


def _knob(knob: Knob, key: str, say: Catalog) -> Any:
    """Draw one knob and return what it says."""
    label, hint = say(knob_key(knob.field)), say(knob_help_key(knob.field))
    match knob.kind:
        case "choice":
            return st.selectbox(
                label,
                knob.choices,
                format_func=lambda name: say.choice(partial(knob_choice_key, knob.field), name),
                key=key,
                help=hint,
            )
        case "flag":
            return st.toggle(label, key=key, help=hint)
        case "number" | "positive":
            least = 0 if knob.kind == "number" else 1
            return st.number_input(label, min_value=least, max_value=MAX_NUMBER, step=1, key=key, help=hint)
        case "optional":
            empty = say(knob_empty_key(knob.field))
            return st.number_input(label, 1, MAX_NUMBER, value=None, step=1, key=key, help=hint, placeholder=empty)
        case "share":
            return st.number_input(label, min_value=0.0, max_value=1.0, step=0.05, format="%g", key=key, help=hint)
        case "decimal":
            return st.number_input(label, 0.01, MAX_DECIMAL, step=0.1, format="%g", key=key, help=hint)
        case _:
            return st.text_input(label, key=key, help=hint, max_chars=200)


def _said(knob: Knob, rules: Rules) -> Any:
    """Return the value of a knob under these rules."""
    value = getattr(rules, knob.field)
    return knob.format(value) if knob.is_typed else value


def _choose(algorithm: Algorithm, example: str) -> None:
    """Take another corpus, with the choices that it brings."""
    _set(algorithm, "example", example)
    _fill_choices(algorithm, first_sight(algorithm, example))
    if example == OWN:
        own_corpus(algorithm).put_back()


def _take_preset(algorithm: Algorithm, preset: str) -> None:
    """Take another convention."""
    _set(algorithm, "preset", preset)
    _fit_rules(algorithm)


def _preset_changed(algorithm: Algorithm) -> None:
    if not url.is_stale(_key(algorithm, "preset")):
        _fit_rules(algorithm)


def _fit_rules(algorithm: Algorithm) -> None:
    """Have the knobs say what the preset does, and the stop one that goes with it."""
    rules = base_rules(algorithm, _get(algorithm, "example"), _get(algorithm, "preset"))
    _fill_rules(algorithm, rules)
    stop, stops = _get(algorithm, "stop"), algorithm.stops_of(rules)
    if stop not in stops:  # the other kind of rules ends otherwise
        _set(algorithm, "stop", "vocab")
        _set(algorithm, "amount", _get(algorithm, "amount") or OWN_AMOUNT)


def _stop_changed(algorithm: Algorithm) -> None:
    if url.is_stale(_key(algorithm, "stop")):
        return
    if _get(algorithm, "stop") != "end" and not _get(algorithm, "amount"):
        _set(algorithm, "amount", 100)


def _fill_choices(algorithm: Algorithm, state: TrainState) -> None:
    widget_values.fill(f"{algorithm.name}_", state, ("split", "preset", "stop"))
    _fill_rules(algorithm, state.rules)
    _set(algorithm, "amount", min(state.amount, MAX_MERGES))


def _fill_rules(algorithm: Algorithm, rules: Rules) -> None:
    for knob in algorithm.knobs_of(rules):
        _set(algorithm, knob.field, _said(knob, rules))


def _key(algorithm: Algorithm, name: str) -> str:
    return f"{algorithm.name}_{name}"


def _get(algorithm: Algorithm, name: str) -> Any:
    return st.session_state.get(_key(algorithm, name))


def _set(algorithm: Algorithm, name: str, value: Any) -> None:
    widget_values.put(_key(algorithm, name), value)


# -- the convention, in the row above the picture ----------------------------------------------------------------------


def _short_name(preset: str, say: Catalog) -> str:
    """Return the name of a convention in a word or two, such as "like the paper"."""
    return say.choice(preset_short_key, preset)


def _choose_convention(
    algorithm: Algorithm,
    presets: Sequence[str],
    chosen: str,
    place: Place,
    say: Catalog,
    take: Callable[[str], Any],
    *,
    is_changed: bool,
) -> None:
    """Draw the choice of a convention. presets: those there are; take: takes another one, in a callback; is_changed:
    whether a rule differs from what the convention says."""
    name = _short_name(chosen, say)
    face = say("convention.changed", name=name) if is_changed else name
    key = f"{algorithm.name}_convention"
    label = f":gray[{say('own.convention')}] **{messages.escape(face)}**"
    with choosing.panel(place, label, f"{key}_panel") as is_open:
        if is_open:
            st.markdown(f"**{say('control.preset')}**", help=say("control.preset.help"))
            with st.container(key=f"{key}_list", gap=None):
                for preset in presets:
                    _option(preset, key, say, take, is_chosen=preset == chosen)


def _compare_conventions(
    algorithm: Algorithm, chosen: str, place: Place, say: Catalog, take: Callable[[str], Any]
) -> None:
    """Draw the choice of a convention to compare with. chosen: empty for none."""
    key = f"{algorithm.name}_versus"
    if chosen:
        label = say("versus.with", name=f"**{messages.escape(_short_name(chosen, say))}**")
    else:
        label = say("versus.open", rest=f":gray[{say('versus.open.rest')}]")
    icon, about = ":material/compare_arrows:", say("control.versus.help")
    with choosing.panel(place, label, f"{key}_panel", icon=icon, help=about) as is_open:
        if is_open:
            st.markdown(f"**{say('control.versus.with')}**")
            with st.container(key=f"{key}_list", gap=None):
                none = say("control.versus.none")
                choosing.option(none, f"{key}_none", f"{key}_panel", lambda: take(""), is_chosen=not chosen)
                for preset in algorithm.presets:
                    _option(preset, key, say, take, is_chosen=preset == chosen)
            choosing.show_limit(algorithm.name, chosen, say)


def _option(preset: str, key: str, say: Catalog, take: Callable[[str], Any], *, is_chosen: bool) -> None:
    label = f"{messages.escape(_short_name(preset, say))} :gray[{messages.escape(say.choice(preset_key, preset))}]"
    choosing.option(label, f"{key}_{preset}", f"{key}_panel", lambda: take(preset), is_chosen=is_chosen)
