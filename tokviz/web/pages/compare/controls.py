"""doc"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tokviz import examples, unigram
from tokviz.algorithms import ALGORITHMS
from tokviz.compare.comparison import FEWEST, FILE, MOST, USUAL, Compared, Slot
from tokviz.compare.sizes import SizeRange, common_sizes, usual_size
from tokviz.examples import OWN
from tokviz.files.detect import SUFFIXES
from tokviz.memory import File
from tokviz.state.compare import FORM, MEASURES, PAGE, CompareState, defaults
from tokviz.state.request import NAMES
from tokviz.text_keys import algorithm_key, preset_key, preset_short_key
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import short_names
from tokviz.web.address import url
from tokviz.web.server import uploads
from tokviz.web.server.tokenizer_files import grouped, name_of
from tokviz.web.server.uploads import Upload
from tokviz.web.shared import choosing, tabs
from tokviz.web.streamlit_workarounds import widget_values
from tokviz.web.training.own_corpus import OwnCorpus, Settings, typed_last

_TRAINED_SLOTS = tuple(f"{name}:{preset}" for name, entry in ALGORITHMS.items() for preset in entry.presets)
_SIZE, _COUNT = "compare_asked_size", "compare_slots"  # neither belongs to a widget
_BESIDE, _MOVED = "compare_size_beside", "compare_size_moved"
_BACK = "compare_slots_back"
ADDED = "compare_added"
"""The key of the field whose files are compared beside the others at once."""
FEW = 20
"""So many different words are enough to learn from without a word about it."""
OWN_CORPUS = OwnCorpus("compare", "compare_corpus")
ROUND_KEYS = {0.1: "clock.rounds.tenth", 0.25: "clock.rounds.quarter"}
"""Share of the pieces that a round of Unigram removes -> how it is said."""
LARGE = "english"
"""The corpus that is offered where there is little to learn from."""


@dataclass(frozen=True)
class Choices:
    """The choices of the controls. state: with what the widgets of the page said last. below: the place below each
    tokenizer for a line about it."""

    state: CompareState
    slots: tuple[Slot, ...]
    below: tuple[DeltaGenerator, ...]


def read_address() -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(PAGE) and "compare_example" in st.session_state:
        return ()
    state, wrong = FORM.read(url.current())
    state = _with_files(state)
    widget_values.fill("compare_", state, ("example", "split", "marks", "word"))
    widget_values.put_typed(OWN_CORPUS.text, state.corpus or (typed_last() if state.example == OWN else ""))
    for name in ("text", "held"):
        widget_values.put_typed(f"compare_{name}", getattr(state, name))
    st.session_state[_SIZE] = state.size
    st.session_state[_COUNT] = len(state.tokenizers)
    for place, slot in enumerate(state.tokenizers):
        widget_values.put(_slot_key(place), slot)
    st.session_state["compare_measure"] = state.measure or MEASURES[0]
    tabs.link("compare", state.view)
    if state.example == OWN:
        OWN_CORPUS.open_if_empty()
    return wrong


def slots_with_files() -> str:
    """Return the tokenizers that the page compares, and which files of the visit, for the tab to keep: links include
    neither. Empty where the page is not open or compares no file."""
    slots = [st.session_state.get(_slot_key(place), "") for place in range(st.session_state.get(_COUNT, 0))]
    if not any(slot.startswith(f"{FILE}:") for slot in slots):
        return ""
    names = {place: name_of(uploads.uploaded(_files_key(place))) for place in range(len(slots))}
    return json.dumps(
        [[slot, names[place] or st.session_state.get(_known_key(place), "")] for place, slot in enumerate(slots)]
    )


def put_back_slots(text: str) -> None:
    """Take what :func:`slots_with_files` has returned before, once the page reads its address again."""
    with suppress(ValueError, TypeError):
        st.session_state[_BACK] = tuple((str(slot), str(name)) for slot, name in json.loads(text))
        url.forget()


def _with_files(state: CompareState) -> CompareState:
    """Return the state of an address with the files that were compared there, if the tab has brought them back."""
    back: tuple[tuple[str, str], ...] = st.session_state.pop(_BACK, ())
    slots = tuple(slot for slot, _ in back if Slot.of(slot).exists or slot.startswith(f"{FILE}:"))
    if not FEWEST <= len(slots) <= MOST:
        return state
    as_linked, _ = FORM.read(FORM.write(replace(state, tokenizers=slots)))
    if as_linked.tokenizers != state.tokenizers:
        return state
    for place, (_, name) in enumerate(back):
        st.session_state[_known_key(place)] = name
    return replace(state, tokenizers=slots)


def choose(row: DeltaGenerator, say: Catalog) -> Choices:
    """Draw the corpus in its row, and the side bar, all but the size."""
    example = choosing.example(NAMES, "compare", row, say, _choose_example, own=OWN_CORPUS.called(say))
    corpus = OWN_CORPUS.ask(row, example, lambda: _text_settings(example), say)
    with row, uploads.panel(ADDED, say("upload.add")):
        uploads.ask_for_tokenizers(
            say("tokenizers.upload"), ADDED, say, help=say("compare.upload.help"), choose=_compare_files
        )
    with st.sidebar:
        split = defaults(example).split
        if example == OWN or examples.load(example).is_prose:
            split = choosing.split("compare_split", say, say("compare.split.help"))
        st.subheader(say("compare.tokenizers"))
        count = st.session_state[_COUNT]
        drawn = [_slot_row(place, say) for place in range(count)]
        with st.container(horizontal=True, gap="xsmall"):  # two columns would cut a label off
            st.button(
                say("compare.more"),
                key="compare_add",
                on_click=_add_slot,
                disabled=count >= MOST,
                icon=":material/add:",
            )
            st.button(
                say("compare.fewer"),
                key="compare_remove",
                on_click=_remove_slot,
                disabled=count <= FEWEST,
                icon=":material/remove:",
            )
    slots = tuple(slot for slot, _ in drawn)
    state = CompareState(
        example=example,
        corpus=corpus,
        split=split,
        size=st.session_state[_SIZE],
        tokenizers=tuple(slot.name for slot in slots),
        view=tabs.opened("compare")[0],
        measure=widget_values.keep("compare_measure", MEASURES[0]),
        **{name: widget_values.keep(f"compare_{name}") for name in ("text", "held", "marks", "word")},
    )
    return Choices(state, slots, tuple(below for _, below in drawn))


def offer_more(state: CompareState, say: Catalog) -> None:
    """Say that a list of a few words is little to learn from, and offer a larger corpus in one press."""
    if state.example == OWN:
        words_typed = {word for word in state.corpus.split() if any(map(str.isalpha, word))}
        number = len(words_typed) if len(state.corpus) <= FEW * 20 else FEW
    else:
        example = examples.load(state.example)
        number = FEW if example.is_prose else len(example.cut(state.split))
    if not 0 < number < FEW:
        return
    words = say.count("count.words", number)
    with st.container(key="compare_few", horizontal=True, vertical_alignment="center"):
        st.caption(say("corpus.few", words=words), width="content")
        st.button(
            say("corpus.few.use"), key="compare_more_words", on_click=_use_example, args=(LARGE,), type="tertiary"
        )


def _use_example(example: str) -> None:
    """Switch to another corpus, and keep the text to split."""
    text = st.session_state["compare_text"]
    _choose_example(example)
    widget_values.put("compare_text", text)


def size_slider(ranges: Sequence[SizeRange], say: Catalog) -> tuple[int, int | None]:
    """Ask for the size, at the end of the side bar: from the smallest that all have to the largest of any, since one
    that ends earlier has its nearest smaller vocabulary.

    ranges: of those that are trained, at least one. Returns the size, and the one that was asked for as far as any
    has it, which the clock shows; None for the one that the page chose.
    """
    low, high, is_common = common_sizes(ranges)
    requested_size, usual = st.session_state[_SIZE], usual_size(low, high)
    least, high = min(bounds.smallest for bounds in ranges), max(bounds.largest for bounds in ranges)
    size = usual if requested_size is None else min(max(requested_size, low), high)
    asked = None if requested_size is None else min(max(requested_size, least), high)
    with st.sidebar:
        st.subheader(say("compare.size"))
        if low == high:
            st.caption(say("compare.size.only", size=low))
            return low, asked
        widget_values.put("compare_size", size)
        size = st.slider(
            say("compare.size.of-all"),
            low,
            high,
            key="compare_size",
            on_change=_size_changed,
            help=say("compare.size.help"),
        )
        if not is_common:
            st.caption(say("compare.size.apart"))
        elif requested_size is not None and requested_size != size:
            st.caption(say("compare.size.nearest", asked=requested_size, size=size))
    return size, asked


def size_beside(compared: Sequence[Compared], say: Catalog) -> None:
    """Ask for the same size once more, beside what it changes.

    compared: all tokenizers; nothing is asked where those that are trained have one size only.
    """
    ranges = [tokenizer.possible for tokenizer in compared if tokenizer.possible is not None]
    low = common_sizes(ranges)[0] if ranges else 0
    high = max((bounds.largest for bounds in ranges), default=0)
    if low == high or "compare_size" not in st.session_state:
        return
    widget_values.put(_BESIDE, min(max(st.session_state["compare_size"], low), high))
    st.slider(say("compare.size.of-all"), low, high, key=_BESIDE, on_change=_size_beside_changed)


def is_size_changed() -> bool:
    """Tell if the slider beside the measures was moved.

    All of the page depends on the size.
    """
    return bool(st.session_state.pop(_MOVED, False))


def take_size(size: int, usual: int) -> bool:
    """Take a size that was chosen elsewhere on the page, as if by the slider: in a callback.

    usual: the one that the page has until another is asked for. Returns whether it is a new one.
    """
    asked = st.session_state.get(_SIZE)
    if size == (usual if asked is None else asked):
        return False
    st.session_state[_SIZE] = size
    st.session_state[_MOVED] = True
    return True


def _size_beside_changed() -> None:
    if not url.is_stale(_BESIDE):
        st.session_state[_SIZE] = st.session_state[_BESIDE]
        st.session_state[_MOVED] = True


def choose_rounds(gaps: Mapping[str, tuple[int, int]], say: Catalog) -> None:
    """Ask beside the clock how many pieces each Unigram training removes in a round, and say how far apart its sizes
    are.

    gaps: of each training of Unigram on the clock, by the name of its slot, the least and the most by which two of its
    neighboring sizes differ. Its other conventions are chosen with it, as they belong together.
    """
    for place in range(st.session_state[_COUNT]):
        slot = Slot.of(st.session_state[_slot_key(place)])
        if slot.name not in gaps:
            continue
        presets = round_presets(slot.preset)
        least, most = gaps[slot.name]
        with st.container(key=f"compare_rounds_{place}", horizontal=True, vertical_alignment="center", gap="small"):
            widget_values.put(_rounds_key(place), slot.preset)
            st.segmented_control(
                say("clock.rounds", name=say(algorithm_key(slot.algorithm))),
                presets,
                format_func=lambda preset: say(
                    ROUND_KEYS[unigram.PRESETS[preset].pruned_share], preset=say.choice(preset_short_key, preset)
                ),
                key=_rounds_key(place),
                required=True,
                on_change=_rounds_changed,
                args=(place,),
                width="content",
            )
            apart = say.count("clock.rounds.apart", most) if least == most else ""
            st.caption(apart or say("clock.rounds.between", least=least, most=most), width="content")


def round_presets(preset: str) -> tuple[str, ...]:
    """Return a convention of Unigram for each share of the pieces that a round may remove, the smallest first: the
    given one for its own share.

    >>> round_presets("soft-em"), round_presets("hard-em")
    (('course', 'soft-em'), ('course', 'hard-em'))
    """
    usual = [slot.preset for slot in map(Slot.of, USUAL) if slot.algorithm == "unigram"]
    by_share: dict[float, str] = {}
    for name in (preset, *usual, *unigram.PRESETS):
        rules = unigram.PRESETS[name]
        if rules.flow == "plain" and rules.pruned_share in ROUND_KEYS:
            by_share.setdefault(rules.pruned_share, name)
    return tuple(by_share[share] for share in sorted(by_share))


def _rounds_changed(place: int) -> None:
    """Take the convention; all of the page depends on it."""
    if not url.is_stale(_rounds_key(place)):
        widget_values.put(_slot_key(place), f"unigram:{st.session_state[_rounds_key(place)]}")
        st.session_state[_MOVED] = True


def _rounds_key(place: int) -> str:
    return f"compare_round_{place}"


def _slot_row(place: int, say: Catalog) -> tuple[Slot, DeltaGenerator]:
    """Draw one tokenizer's choice. Returns it, and the place for a line about it."""
    own = f"{FILE}:{place + 1}"
    name: str = st.selectbox(
        say("compare.tokenizer", number=place + 1),
        (own, *_TRAINED_SLOTS) if uploads.tokenizers(_files_key(place)) else (*_TRAINED_SLOTS, own),
        format_func=lambda slot: _slot_name(slot, say),
        key=_slot_key(place),
        label_visibility="collapsed",
    )
    slot = Slot.of(name)
    if slot.is_trained:
        choosing.show_limit(slot.algorithm, slot.preset, say)
    else:
        hint = say("compare.upload.help")
        files = uploads.ask(
            say("compare.upload"), _files_key(place), say, help=hint, types=SUFFIXES[""], has_many=True
        ) or _choose_known(place, say)
        pattern = uploads.ask_for_pattern(f"compare_pattern_{place}", say) if uploads.takes_pattern(files) else None
        specials = uploads.ask_for_specials(f"compare_specials_{place}", say) if files else ()
        slot = replace(slot, files=tuple(File(*file) for file in files), specials=specials, pattern=pattern)
    return slot, st.empty()


def _choose_known(place: int, say: Catalog) -> tuple[Upload, ...]:
    """Draw the choice among the tokenizers whose files the visit has from other fields, if there are any; at first each
    place has another one."""
    groups = {name_of(group): group for group in grouped(uploads.tokenizers(_files_key(place)))}
    if not groups:
        return ()
    key = _known_key(place)
    if st.session_state.get(key) not in groups:
        used = {st.session_state.get(_known_key(other)) for other in range(place)}
        widget_values.put(key, next((name for name in groups if name not in used), next(iter(groups))))
    called = dict(zip(groups, short_names(tuple(groups)), strict=True))
    name = st.selectbox(say("compare.known"), tuple(groups), format_func=lambda name: called[name], key=key)
    return groups[name]


def _known_key(place: int) -> str:
    return f"compare_known_{place}"


def _files_key(place: int) -> str:
    return f"compare_files_{place}"


def _slot_name(slot: str, say: Catalog) -> str:
    chosen = Slot.of(slot)
    if not chosen.is_trained:
        return say("compare.file")
    return say(
        "compare.slot",
        name=say(algorithm_key(chosen.algorithm)),
        preset=say.choice(preset_key, chosen.preset),
    )


def _choose_example(example: str) -> None:
    """Switch to another corpus, with the choices that it brings; in a callback. Tokenizers that the visitor has chosen
    stay."""
    left, opening = defaults(st.session_state["compare_example"]), defaults(example)
    widget_values.put("compare_example", example)
    if left.tokenizers == tuple(st.session_state[_slot_key(place)] for place in range(st.session_state[_COUNT])):
        for place, slot in enumerate(opening.tokenizers):
            widget_values.put(_slot_key(place), slot)
    for name, value in {"split": opening.split, "text": opening.text, "held": "", "word": ""}.items():
        widget_values.put(f"compare_{name}", value)
    if example == OWN:
        OWN_CORPUS.put_back()
    st.session_state[_SIZE] = None


def _text_settings(example: str) -> Settings:
    split: str = st.session_state["compare_split"] if example == OWN else defaults(OWN).split
    return Settings(_apply_text, split)


def _apply_text(split: str, _: str) -> None:
    """Train on the visitor's own text."""
    if st.session_state["compare_example"] != OWN:
        _choose_example(OWN)
    if split:
        widget_values.put("compare_split", split)


def _size_changed() -> None:
    if not url.is_stale("compare_size"):
        st.session_state[_SIZE] = st.session_state["compare_size"]


def _add_slot() -> None:
    place = st.session_state[_COUNT]
    used_slots = {st.session_state.get(_slot_key(i)) for i in range(place)}
    usual = defaults(st.session_state["compare_example"]).tokenizers
    spare = (slot for slot in (*usual, *_TRAINED_SLOTS) if slot not in used_slots)
    st.session_state[_slot_key(place)] = next(spare, _TRAINED_SLOTS[0])
    st.session_state[_COUNT] = place + 1


def _compare_files(files: tuple[Upload, ...]) -> None:
    """Compare each tokenizer of these files beside the others; with no place left, instead of the last that has no
    field of its own filled. In a callback."""
    for group in grouped(files):
        count = st.session_state[_COUNT]
        free = (place for place in reversed(range(count)) if not uploads.uploaded(_files_key(place)))
        place = count if count < MOST else next(free, MOST - 1)
        widget_values.put(_slot_key(place), f"{FILE}:{place + 1}")
        widget_values.put(_known_key(place), name_of(group))
        st.session_state[_COUNT] = max(count, place + 1)


def _remove_slot() -> None:
    st.session_state[_COUNT] -= 1


def _slot_key(place: int) -> str:
    return f"compare_slot_{place}"
