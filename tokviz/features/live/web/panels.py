"""The views of `/live`: how a class goes, the code, questions with their counts, scores, students, and the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from time import time

import pandas as pd
import streamlit as st

from tokviz.features.live import access
from tokviz.features.live.access import Student
from tokviz.features.live.questions import Question, Score, csv_of
from tokviz.features.live.room import Lead
from tokviz.features.live.web import leading, settings
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import without_marks
from tokviz.web.shared.downloads import save
from tokviz.web.streamlit_workarounds.environment_options import prefix

_COLUMNS = {
    "number": "live.column.number",
    "question": "live.column.question",
    "answer": "live.column.answer",
    "answered": "live.column.answered",
    "right": "live.column.right",
    "name": "live.column.name",
    "answers": "live.column.answers",
    "here": "live.column.here",
    "network": "live.column.network",
}

_ANONYMOUS = "–"


def introduce(say: Catalog) -> None:
    """Explain a live class, and draw the button that opens a room."""
    if not leading.is_possible():
        st.info(say("live.impossible"))
        return
    st.markdown(say("live.about"))
    st.button(say("live.start"), icon=":material/groups:", key="live_start", on_click=leading.open_room)
    st.caption(say("live.join", address=f"{prefix()}/join?lang={say.language}"))
    st.caption(say("live.kept"))


def show_code(lead: Lead, say: Catalog) -> None:
    """Draw the code of the room that is led, and its picture."""
    join = leading.join_address(lead.code)
    left, right = st.columns([1, 2], gap="medium")
    with left:
        st.image(leading.qr(join), width=280, alt=say("live.bar.qr"))
    with right:
        st.markdown(say("live.enter", address=leading.typed(join)))
        st.header(access.spaced(lead.code), anchor=False)  # the title is the page's
        st.markdown(say("live.now"))


def show_report(lead: Lead, say: Catalog) -> None:
    """Draw the questions that were revealed, how the class did, and the file of both."""
    rooms = settings.rooms()
    try:
        questions, scores, names = rooms.questions(lead.code), rooms.scores(lead.code), rooms.names(lead.code)
    except settings.FAILURES:
        st.warning(say("live.failed.store"))
        return
    st.subheader(say("live.questions"), anchor=False)
    if not questions:
        st.caption(say("live.none"))
        return
    st.dataframe(_questions(questions, say), hide_index=True, alt=say("live.questions"))
    right = sum(score.right for score in scores.values())
    st.caption(say("live.class", right=right, n=sum(score.answered for score in scores.values())))
    file = csv_of(questions).encode("utf-8-sig")  # the mark in front is for spreadsheets
    save(say("live.csv"), file, f"class-{lead.code}.csv", "text/csv")
    with st.expander(say("live.scores")):
        st.caption(say("live.scores.about"))
        st.dataframe(_scores(scores, names, say), hide_index=True, alt=say("live.scores"))


def show_ending(say: Catalog) -> None:
    """Draw the button that ends the class, with a second one that confirms it."""
    with st.popover(say("live.end"), icon=":material/logout:"):
        st.markdown(say("live.end.about"))
        st.button(say("live.end.sure"), key="live_end", on_click=leading.end)


def _questions(questions: Sequence[Question], say: Catalog) -> pd.DataFrame:
    rows = []
    for question in questions:
        options = question.ask["options"]
        right = say.listed([without_marks(option["label"]) for option in options if option.get("right")])
        hits = sum(count for option, count in zip(options, question.counts, strict=True) if option.get("right"))
        rows.append((question.number, "".join(question.ask["question"]), right, question.answered, hits))
    names = ("number", "question", "answer", "answered", "right")
    return pd.DataFrame(rows, columns=[say(_COLUMNS[name]) for name in names])


def _scores(scores: Mapping[str, Score], names: Mapping[str, str], say: Catalog) -> pd.DataFrame:
    ordered = sorted(scores.items(), key=lambda item: (-item[1].right, item[1].answered))
    rows = [(names.get(token) or _ANONYMOUS, score.right, score.answered) for token, score in ordered]
    return pd.DataFrame(rows, columns=[say(_COLUMNS[name]) for name in ("name", "right", "answered")])


# -- students ----------------------------------------------------------------------------------------------------------

_PICKED = "live_picked"  # tokens of the students to remove
_NETWORK = "live_network"  # the network whose students to remove
_ROWS, _ROW = 8, 36  # of the table that are seen at once, and pixels of each
_LARGEST = 3  # networks that are named below the table
_ID = 5  # letters of a token that tell two of the same name apart; far too few to enter with


def show_students(lead: Lead, say: Catalog) -> None:
    """Draw the list of students and its buttons."""
    rooms, now = settings.rooms(), time()
    try:
        students, admits = rooms.students(lead.code, now), rooms.state(lead.code, now).admits
    except settings.FAILURES:
        st.warning(say("live.failed.store"))
        return
    st.subheader(say("live.students"), anchor=False)
    with st.container():  # whatever it holds, the buttons keep their place
        if students:
            present, silent = sum(one.is_here for one in students), sum(not one.answers for one in students)
            st.caption(say("live.students.counted", n=len(students), here=present, silent=silent))
            networks, labels = _networks(students), _labels(students, say)
            table, height = _table(students, networks, labels, say), _ROW * (1 + min(len(students), _ROWS))
            st.dataframe(table, hide_index=True, height=height, alt=say("live.students"))
            st.caption(" · ".join(list(_network_labels(students, networks, say).values())[:_LARGEST]))
            st.caption(say("live.students.about-network"))
        else:
            st.caption(say("live.students.none"))
        if not admits:
            st.info(say("live.students.closed"), icon=":material/lock:")
    with st.container(horizontal=True):
        st.button(say("live.students.refresh"), icon=":material/refresh:", key="live_refresh")
        label = say("live.students.close" if admits else "live.students.open")
        icon = ":material/lock:" if admits else ":material/lock_open:"
        st.button(label, icon=icon, key="live_admit", on_click=_admit, args=(not admits,))
        if students:
            with st.popover(say("live.students.remove"), icon=":material/person_remove:"):
                _removing(students, networks, labels, say)


def _admit(new: bool) -> None:
    """Let new students in, or none any more: for a callback."""
    leading.command(lambda rooms, lead, now: rooms.admit(lead, now, new=new))


def _removing(
    students: Sequence[Student], networks: Mapping[str, int], labels: Mapping[str, str], say: Catalog
) -> None:
    st.markdown(say("live.students.remove.about"))
    silent = [student for student in students if not student.answers]
    go = say("live.students.remove.silent", n=len(silent))
    st.button(go, key="live_remove_silent", disabled=not silent, on_click=_remove, args=(_tokens(silent),))
    picked = st.multiselect(
        say("live.students.remove.pick"),
        _tokens(students),
        format_func=lambda token: labels[token],
        placeholder=say("live.students.remove.choose"),
        key=_PICKED,
    )
    go = say("live.students.remove.picked", n=len(picked))
    st.button(go, key="live_remove_picked", disabled=not picked, on_click=_remove_picked)
    network_labels = _network_labels(students, networks, say)
    origin = st.selectbox(
        say("live.students.remove.network"),
        list(networks),
        format_func=lambda origin: network_labels[origin],
        key=_NETWORK,
    )
    tokens = _tokens([student for student in students if student.origin == origin])
    go = say("live.students.remove.from-network", n=len(tokens))
    st.button(go, key="live_remove_network", on_click=_remove, args=(tokens,))


def _tokens(students: Sequence[Student]) -> tuple[str, ...]:
    return tuple(student.token for student in students)


def _remove(tokens: Sequence[str]) -> None:
    """Remove students: for a callback. What was chosen is chosen no longer."""
    leading.command(lambda rooms, lead, now: rooms.remove(lead, tokens, now))
    for name in (_PICKED, _NETWORK):
        st.session_state.pop(name, None)


def _remove_picked() -> None:
    _remove(st.session_state.get(_PICKED, ()))


def _networks(students: Sequence[Student]) -> dict[str, int]:
    """Assign numbers to the origins of students: the one with most students is 1."""
    students_of = Counter(student.origin for student in students)
    return {origin: number for number, (origin, _) in enumerate(students_of.most_common(), 1)}


def _network_labels(students: Sequence[Student], networks: Mapping[str, int], say: Catalog) -> dict[str, str]:
    """Say of each network how many students it has, and how many never answered."""
    students_of = Counter(student.origin for student in students)
    silent = Counter(student.origin for student in students if not student.answers)
    return {
        origin: say.count("live.students.network", students_of[origin], number=number, silent=silent[origin])
        for origin, number in networks.items()
    }


def _labels(students: Sequence[Student], say: Catalog) -> dict[str, str]:
    """Return a label for each token: the nickname, with a mark where several students have the same one."""
    names = {student.token: student.name or say("live.students.no-name") for student in students}
    times = Counter(names.values())
    return {token: name if times[name] == 1 and name else f"{name} ({token[:_ID]})" for token, name in names.items()}


def _table(
    students: Sequence[Student], networks: Mapping[str, int], labels: Mapping[str, str], say: Catalog
) -> pd.DataFrame:
    here, gone = say("live.students.here"), say("live.students.gone")
    rows = [
        (labels[student.token], student.answers, here if student.is_here else gone, networks[student.origin])
        for student in students
    ]
    return pd.DataFrame(rows, columns=[say(_COLUMNS[name]) for name in ("name", "answers", "here", "network")])
