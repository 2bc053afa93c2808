"""The views that follow the step on `/bpe`: candidates, merges, vocabularies, charts, print, comparison, files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from tokviz import bpe, examples
from tokviz.bpe import PRESETS, Pair, Trace
from tokviz.errors import TokvizError
from tokviz.examples import Published
from tokviz.formats import subword_nmt
from tokviz.views import charts, export, frames, narration, tree
from tokviz.views.catalog import Catalog
from tokviz.views.display import shorten, visible
from tokviz.web import messages
from tokviz.web.state import OWN, BpeState

__all__ = ["candidates", "erratum_cards", "merges", "more"]

_MAX_CANDIDATES = 200
_TABLE_HEIGHT = 330


# -- beside the stage ------------------------------------------------------------------------------------------------


def candidates(trace: Trace, step: int, say: Catalog) -> None:
    """What the next merge chooses from, where each count comes from, and the best as bars."""
    st.subheader(say("candidates.title", number=f"{step + 1:,}"), anchor=False)
    pairs = trace.pairs(step)
    if not pairs:
        st.info(say("candidates.none"), icon=":material/flag:")
        return
    table = frames.candidates(trace, step, _MAX_CANDIDATES)
    tied = sum(table["tied"])
    shown = pd.DataFrame(
        {
            "rank": table["rank"],
            "pair": [_pair(pair) for pair in zip(table["left"], table["right"], strict=True)],
            "count": table["count"],
            "tied": [say("candidates.tied") if tie and tied > 1 else "" for tie in table["tied"]],
        }
    )
    event = st.dataframe(
        shown,
        hide_index=True,
        height=min(_TABLE_HEIGHT, 36 * (len(shown) + 1)),
        on_select="rerun",
        selection_mode="single-row-required",
        selection_default={"selection": {"rows": [0]}},
        key=f"bpe_candidates_{step}",
        column_config=_columns(shown, say),
        alt=say("candidates.alt", pair=shown["pair"][0], count=f"{shown['count'][0]:,}"),
    )
    rows = event.selection.rows
    row = rows[0] if rows and rows[0] < len(table) else 0
    pair = (str(table["left"][row]), str(table["right"][row]))
    parts = trace.contributions(pair, step)
    total = narration.contribution_sum(parts, say)
    st.markdown(
        say("candidates.sum", pair=_code(_pair(pair)), count=f"{table['count'][row]:,}", sum=messages.escape(total))
    )
    if len(parts) > narration.MAX_LISTED:
        with st.expander(say("candidates.all-words", words=say.count("count.words", len(parts)))):
            words = frames.contributions(trace, pair, step)
            words["word"] = [_token(word) for word in words["word"]]
            st.dataframe(words, hide_index=True, height=240, column_config=_columns(words, say))
    if len(pairs) > len(table):
        st.caption(say("shown-of", shown=f"{len(table):,}", total=f"{len(pairs):,}"))
    top = table.head(charts.MAX_BARS)
    alternative = ", ".join(
        f"{_pair((left, right))} {count:,}"
        for left, right, count in zip(top["left"], top["right"], top["count"], strict=True)
    )
    st.altair_chart(charts.candidates(table, say, _ink()), alt=say("chart.candidates.alt", pairs=alternative))


def merges(trace: Trace, state: BpeState, step: int, say: Catalog) -> int | None:
    """The merges so far, the newest first; the step that the visitor clicked, if any."""
    st.subheader(say("merges.title", count=say.count("count.merges", step)), anchor=False)
    if not step:
        st.caption(say("merges.none"))
        return None
    printed = _published(state)
    in_use = trace.symbols_in_use
    numbers = range(step, 0, -1)
    table = pd.DataFrame(
        {
            "step": list(numbers),
            "pair": [_pair(trace.merges[k - 1]) for k in numbers],
            "count": [trace.counts[k - 1] for k in numbers],
            "tied": [trace.tie_sizes[k - 1] for k in numbers],
            "vocabulary_change": [_signed(in_use[k] - in_use[k - 1]) for k in numbers],
        }
    )
    if printed:
        table["printed"] = [_mark(trace, printed, k, say) for k in numbers]
    event = st.dataframe(
        table,
        hide_index=True,
        height=min(_TABLE_HEIGHT, 36 * (len(table) + 1)),
        on_select="rerun",
        selection_mode="single-cell",
        key=f"bpe_merges_{step}",
        column_config=_columns(table, say),
        alt=say("merges.alt", merges=", ".join(_pair(pair) for pair in trace.merges[:step][-20:])),
    )
    st.caption(say("merges.help"))
    cells = event.selection.cells
    return int(table["step"][cells[0][0]]) if cells and cells[0][0] < len(table) else None


# -- in tabs ---------------------------------------------------------------------------------------------------------


def more(trace: Trace, state: BpeState, other: Trace | None, step: int, say: Catalog) -> None:
    """The views that are looked at one at a time; only the open one is computed."""
    views: dict[str, Callable[[], None]] = {
        "vocabularies": lambda: _vocabularies(trace, step, say),
        "course": lambda: _course(trace, step, say),
        "tree": lambda: _tree(trace, step, say),
    }
    if state.example != OWN and examples.load(state.example).published:
        views["printed"] = lambda: _printed(trace, state, say)
    if other is not None:
        views["versus"] = lambda: _versus(trace, other, state, say)
    views["files"] = lambda: _files(trace, state, say)
    tabs = st.tabs([say(f"tab.{name}") for name in views], key=f"bpe_tabs_{len(views)}", on_change="rerun")
    for tab, draw in zip(tabs, views.values(), strict=True):
        if tab.open:
            with tab:
                draw()


def _vocabularies(trace: Trace, step: int, say: Catalog) -> None:
    in_use, model = trace.symbols(step), trace.vocabulary_sizes
    change_in_use = trace.symbols_in_use[step] - trace.symbols_in_use[step - 1] if step else None
    change_model = model[step] - model[step - 1] if step else None
    left, right = st.columns(2)
    with left:
        st.metric(
            say("column.symbols_in_use"),
            f"{len(in_use):,}",
            _delta(change_in_use),
            delta_color="off",
            delta_arrow="off",
        )
        st.caption(say("vocabularies.in-use"))
        st.markdown(_code_list(in_use, say))
    with right:
        st.metric(
            say("column.vocabulary_size"),
            f"{model[step]:,}",
            _delta(change_model),
            delta_color="off",
            delta_arrow="off",
        )
        st.caption(say("vocabularies.model"))
        if step:
            done = trace[step - 1]
            if done.consumed:
                tokens = say.listed([_code(_token(part)) for part in done.consumed])
                st.markdown(say("vocabularies.consumed", tokens=tokens, number=f"{step:,}"))
            else:
                st.markdown(say("vocabularies.none-consumed", number=f"{step:,}"))
        table = frames.vocabulary(trace, step)
        table["token"] = [_token(token) for token in table["token"]]
        st.dataframe(table, hide_index=True, height=_TABLE_HEIGHT, column_config=_columns(table, say))
    st.caption(say("vocabularies.rule"))


def _course(trace: Trace, step: int, say: Catalog) -> None:
    st.altair_chart(
        charts.course(trace, step, say, _ink()),
        alt=say(
            "chart.course.alt",
            step=f"{step:,}",
            in_use=f"{trace.symbols_in_use[step]:,}",
            size=f"{trace.vocabulary_sizes[step]:,}",
            total=f"{trace.total_symbols[step]:,}",
            start=f"{trace.total_symbols[0]:,}",
        ),
    )
    st.caption(
        say(
            "course.caption",
            start=f"{trace.total_symbols[0]:,}",
            total=f"{trace.total_symbols[step]:,}",
            step=say.count("count.merges", step),
        )
    )


def _tree(trace: Trace, step: int, say: Catalog) -> None:
    made = list(dict.fromkeys(reversed(trace.tokens[:step])))
    if not made:
        st.caption(say("merges.none"))
        return
    token = st.selectbox(say("tree.token"), made, format_func=lambda name: shorten(visible(name)), key="bpe_tree")
    root = tree.merge_tree(trace, token)
    text = tree.as_text(root)
    st.altair_chart(charts.tree(root, _ink()), alt=say("chart.tree.alt", tree=text))
    st.caption(messages.escape(text))


def _printed(trace: Trace, state: BpeState, say: Catalog) -> None:
    example = examples.load(state.example)
    printed = _published(state)
    if printed is None:
        names = say.listed([_rules_name(published, say) for published in example.published])
        st.info(say("printed.other-rules", rules=messages.escape(names)), icon=":material/menu_book:")
        return
    rows = []
    agree = 0
    for k, (pair, count) in enumerate(printed.steps, start=1):
        computed = trace[k - 1] if k <= len(trace) else None
        mark = _mark(trace, printed, k, say)
        agree += computed is not None and computed.pair == pair and count in (None, computed.count)
        rows.append(
            {
                "step": k,
                "printed_pair": _pair(pair),
                "printed_count": "" if count is None else f"{count:,}",
                "pair": _pair(computed.pair) if computed else "–",
                "count": f"{computed.count:,}" if computed else "–",
                "printed": mark,
            }
        )
    st.markdown(say("printed.agree", agree=agree, total=len(rows), source=messages.escape(example.source)))
    table = pd.DataFrame(rows)
    st.dataframe(table, hide_index=True, height=36 * (len(table) + 1), column_config=_columns(table, say))
    for erratum in example.errata:
        _card(erratum.key, is_note=erratum.is_note, say=say)


def erratum_cards(state: BpeState, trace: Trace, step: int, say: Catalog) -> None:
    """The errata that are about the merge just made, where the rules are those of the source."""
    if state.example == OWN or _published(state) is None:
        return
    for erratum in examples.load(state.example).errata:
        if erratum.step == step and step <= len(trace):
            _card(erratum.key, is_note=erratum.is_note, say=say)


def _card(key: str, *, is_note: bool, say: Catalog) -> None:
    with st.container(border=True):
        icon = ":material/sticky_note_2:" if is_note else ":material/report:"
        st.markdown(f"{icon} **{say('erratum.note' if is_note else 'erratum.title')}**")
        if f"erratum.{key}.printed" in say:
            st.markdown(f"{say('erratum.printed')} {say(f'erratum.{key}.printed')}")
        st.markdown(
            f"{say('erratum.right')} {say(f'erratum.{key}.right')}" if not is_note else say(f"erratum.{key}.right")
        )


def _versus(trace: Trace, other: Trace, state: BpeState, say: Catalog) -> None:
    found = bpe.divergence(trace, other)
    mine = say.choice("preset", state.preset) if state.rules == PRESETS.get(state.preset) else say("versus.yours")
    theirs = say.choice("preset", state.versus)
    values = {
        "number": f"{found.step + 1:,}",
        "shared": say.count("count.merges", found.step),
        "mine": messages.escape(mine),
        "theirs": messages.escape(theirs),
        "left": _code(_pair(found.left)) if found.left else "–",
        "right": _code(_pair(found.right)) if found.right else "–",
        "tied": say.listed([_code(_pair(pair)) for pair in found.tied[:8]]),
        "my_rule": say(f"bpe.tie-rule.{trace.rules.tie_break}.present"),
        "their_rule": say(f"bpe.tie-rule.{other.rules.tie_break}.present"),
    }
    reason = "tie-rule" if found.reason == "tie" and trace.rules.tie_break == other.rules.tie_break else found.reason
    st.markdown(say(f"versus.{reason}", **values))
    length = max(len(trace), len(other))
    table = pd.DataFrame(
        {
            "step": range(1, length + 1),
            "mine": [_numbered(trace, k) for k in range(length)],
            "theirs": [_numbered(other, k) for k in range(length)],
            "same": [say("versus.here") if k == found.step else ("=" if k < found.step else "") for k in range(length)],
        }
    )
    columns = _columns(table, say) | {
        "mine": st.column_config.TextColumn(mine),
        "theirs": st.column_config.TextColumn(theirs),
    }
    st.dataframe(table, hide_index=True, height=_TABLE_HEIGHT, column_config=columns)


def _files(trace: Trace, state: BpeState, say: Catalog) -> None:
    st.caption(say("files.caption"))
    name = f"tokviz-bpe-{state.example}"
    columns = st.columns(4)
    with columns[0]:
        _download("csv", lambda: export.steps_csv(trace), f"{name}.csv", "text/csv", say)
    with columns[1]:
        _download("json", lambda: export.trace_json(trace), f"{name}.json", "application/json", say)
    with columns[2]:
        _download_if("codes", lambda: subword_nmt.write_codes(trace), f"{name}.codes", "text/plain", say)
    with columns[3]:
        _download_if("zip", lambda: export.huggingface_zip(trace), f"{name}.zip", "application/zip", say)


def _download(kind: str, make: Callable[[], str | bytes], name: str, mime: str, say: Catalog) -> None:
    st.download_button(
        say(f"files.{kind}"),
        make,
        name,
        mime,
        on_click="ignore",
        key=f"bpe_file_{kind}",
        width="stretch",
        icon=":material/download:",
    )
    st.caption(say(f"files.{kind}.help"))


def _download_if(kind: str, make: Callable[[], str | bytes], name: str, mime: str, say: Catalog) -> None:
    """A download whose format cannot hold every trace: where it cannot, the reason stands in its place."""
    try:
        made = make()
    except TokvizError as error:
        st.button(say(f"files.{kind}"), disabled=True, key=f"bpe_file_{kind}", width="stretch")
        st.caption(messages.escape(messages.error_text(error, say)))
    else:
        _download(kind, lambda: made, name, mime, say)


# -- small things ----------------------------------------------------------------------------------------------------


def _published(state: BpeState) -> Published | None:
    """What the example's source printed under the rules that are chosen."""
    if state.example == OWN:
        return None
    return next((p for p in examples.load(state.example).published if p.rules == state.rules), None)


def _mark(trace: Trace, printed: Published, k: int, say: Catalog) -> str:
    """Whether merge number k is as printed; empty where nothing was printed."""
    if k > len(printed.steps):
        return ""
    pair, count = printed.steps[k - 1]
    agrees = k <= len(trace) and trace.merges[k - 1] == pair and count in (None, trace.counts[k - 1])
    return say("printed.yes" if agrees else "printed.no")


def _rules_name(published: Published, say: Catalog) -> str:
    name = bpe.preset_name(published.rules)
    return say.choice("preset", name or "source")


def _numbered(trace: Trace, k: int) -> str:
    return f"{_pair(trace.merges[k])} · {trace.counts[k]:,}" if k < len(trace) else "–"


def _columns(table: pd.DataFrame, say: Catalog) -> dict[str, Any]:
    return {
        column: (
            st.column_config.NumberColumn(say(f"column.{column}"), format="localized")
            if pd.api.types.is_integer_dtype(table[column])
            else st.column_config.TextColumn(say(f"column.{column}"))
        )
        for column in table.columns
        if f"column.{column}" in say
    }


def _token(token: str) -> str:
    return shorten(visible(token))


def _pair(pair: Pair) -> str:
    return f"{_token(pair[0])} {_token(pair[1])}"


def _code(text: str) -> str:
    """`text` as inline code in Markdown, whatever it holds."""
    fence = "`" * (1 + max((len(run) for run in _runs_of_backquotes(text)), default=0))
    space = " " if "`" in text else ""
    return f"{fence}{space}{text}{space}{fence}"


def _runs_of_backquotes(text: str) -> list[str]:
    return [run for run in "".join(c if c == "`" else " " for c in text).split() if run]


def _code_list(tokens: tuple[str, ...], say: Catalog, most: int = 80) -> str:
    shown = " ".join(_code(_token(token)) for token in tokens[:most])
    rest = len(tokens) - most
    return shown if rest <= 0 else f"{shown} … {say('shown-of', shown=f'{most:,}', total=f'{len(tokens):,}')}"


def _ink() -> str:
    """The colour of text in charts under the visitor's theme."""
    return "#fafafa" if st.context.theme.type == "dark" else charts.INK


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"


def _delta(change: int | None) -> str | None:
    return None if change is None else _signed(change)
