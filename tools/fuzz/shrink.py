"""A failing case made small: parameters, actions and pieces of texts are left out while it still fails alike. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tools.fuzz.cases import Action, Case

__all__ = ["smaller"]


def smaller(case: Case, fails: Callable[[Case], bool], tries: int = 80) -> Case:
    """Return the smallest case found in so many tries that still fails.

    >>> smaller(Case("bpe", {"step": "1", "corpus": "a<b a"}), lambda one: "<" in one.query.get("corpus", ""))
    Case(page='bpe', query={'corpus': '<'}, actions=())
    """
    found = case
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for one in _steps(found):
            if tries == 0:
                return found
            tries -= 1
            if fails(one):
                found, is_smaller = one, True
                break
    return found


def _steps(case: Case) -> Iterator[Case]:
    """Yield the cases that are one step smaller, the boldest steps first."""
    if len(case.query) > 3:
        names = list(case.query)
        for half in (names[::2], names[1::2]):
            yield replace(case, query={name: case.query[name] for name in half})
    for place in range(len(case.actions)):
        yield replace(case, actions=case.actions[:place] + case.actions[place + 1 :])
    for name in case.query:
        yield replace(case, query={other: value for other, value in case.query.items() if other != name})
    for name, value in case.query.items():
        for part in _parts(value):
            yield replace(case, query={**case.query, name: part})
    for place, action in enumerate(case.actions):
        for less in _less(action):
            yield replace(case, actions=(*case.actions[:place], less, *case.actions[place + 1 :]))


def _less(action: Action) -> Iterator[Action]:
    kind, name, value = action
    if isinstance(value, str):
        for part in _parts(value):
            yield kind, name, part
    elif isinstance(value, dict):
        for left_out in value:
            yield kind, name, {other: one for other, one in value.items() if other != left_out}
    elif isinstance(value, list):
        for place, (file, content) in enumerate(value):
            for half in {content[: len(content) // 2], content[len(content) // 2 :]} - {content}:
                yield kind, name, [*value[:place], (file, half), *value[place + 1 :]]


def _parts(text: str) -> Iterator[str]:
    """Yield halves of a text, then the text without one of its eighths."""
    middle = len(text) // 2
    if middle:
        yield text[:middle]
        yield text[middle:]
        size = max(1, len(text) // 8)
        for start in range(0, len(text), size):
            if size < middle:
                yield text[:start] + text[start + size :]
