"""The address that a browser shows, and runs that come from a browser which does not know it yet.

A browser hears of an address that we wrote a moment after we wrote it, and whatever the visitor does in this moment
still comes from the address before. Streamlit takes that for a step back: the page would lose the click, and the one
before it. So we remember what we wrote, and tell the two apart by what the run came with.

Without it: tests/web/address/test_url.py::test_a_click_from_the_address_before_is_kept_with_the_click_before_it
Tried with: Streamlit 1.67
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import get_session_state

KEPT = ("lang", "predict", "present", "guide", "card", "route", "notes", "hide", "lead", "watch")
"""Parameters that belong to no page."""
_OF_LIVE_BAR = "lead"  # which the bar of a live class puts back where it is missing


@dataclass(frozen=True)
class Address:
    """The known state of the address bar.

    query: the whole query string that it shows, or will show once the browser has our messages. page: the page that
    read or wrote it last, if any did. older: what we wrote over since the browser last knew `query`, on the page that
    Streamlit calls `script`.
    """

    query: dict[str, str]
    page: str = ""
    script: str = ""
    older: tuple[dict[str, str], ...] = ()

    def is_late(self, sent: Mapping[str, str], script: str) -> bool:
        """Tell if a run comes from a browser that does not yet know our address.

        sent: the one it came with.

        >>> address = Address({"step": "1"}).written({"step": "2"}, "/bpe")
        >>> address.is_late({"step": "1"}, "/bpe"), address.is_late({"step": "2"}, "/bpe")
        (True, False)
        >>> address.is_late({"step": "1"}, "/bytes"), address.arrived({"step": "2"}).is_late({"step": "1"}, "/bpe")
        (False, False)
        """
        return script == self.script and sent != self.query and sent in self.older

    def stepped(self, sent: dict[str, str], step: int, name: str = "step") -> Address:
        """Return the address after the picture came to rest at a step, which the browser may have written by itself in
        the parameter of this name.

        >>> Address({"example": "hug"}, "bpe").stepped({"example": "hug", "step": "2"}, 2).query
        {'example': 'hug', 'step': '2'}
        >>> Address({"example": "hug"}, "bpe").stepped({"example": "course", "step": "2"}, 2).query
        {'example': 'hug'}
        >>> Address({"example": "hug"}, "bpe").stepped({"example": "hug", "step": "2", "lead": "A"}, 2).query["lead"]
        'A'
        """
        is_ours = _without_lead(sent) == _without_lead(with_step(self.query, step, name))
        return replace(self, query=sent) if is_ours else self

    def arrived(self, sent: dict[str, str]) -> Address:
        """Return the address after a run that was not late; the page reads what it has not written."""
        return Address(sent, self.page if without_kept(sent) == without_kept(self.query) else "")

    def written(self, query: dict[str, str], script: str, page: str = "") -> Address:
        """Return the address after we wrote `query`; for a page, if one is named."""
        older = (*self.older, self.query) if script == self.script else (self.query,)
        return Address(query, page or self.page, script, older)


def with_step(query: Mapping[str, str], step: int, name: str = "step") -> dict[str, str]:
    """Return a query string at another step; name: of the parameter that says it.

    >>> with_step({"example": "hug"}, 2), with_step({"step": "2"}, 0), with_step({}, 203, "size")
    ({'example': 'hug', 'step': '2'}, {}, {'size': '203'})
    """
    at_step = dict(query)
    if step:
        at_step[name] = str(step)
    else:
        at_step.pop(name, None)
    return at_step


def without_kept(query: Mapping[str, str]) -> dict[str, str]:
    """Return a query string without what belongs to no page."""
    return {name: value for name, value in query.items() if name not in KEPT}


def is_going_back() -> bool:
    """Tell if this run comes from going back or forth in the browser.

    False if Streamlit does not say so.
    """
    return bool(getattr(get_script_run_ctx(), "is_history_navigation", False))


def may_be_late() -> bool:
    """Tell if this run is known not to come from going back or forth.

    Only Streamlit knows that; where it does not say so, any run may be a step back.
    """
    return not getattr(get_script_run_ctx(), "is_history_navigation", True)


def script() -> str:
    """Return Streamlit's name of the page.

    It is the one the browser asked for, on a first visit the one it got.
    """
    context = get_script_run_ctx()
    assert context is not None
    return context.pages_manager.intended_page_script_hash or context.page_script_hash


def recall(query: dict[str, str]) -> None:
    """Have this run see an address that the browser is about to hear of, without sending it again.

    The visitor may have gone back meanwhile, and would be brought forth once more.
    """
    with get_session_state().query_params() as params:
        params.clear_with_no_forward_msg(preserve_embed=True)
        for name, value in query.items():
            params.set_with_no_forward_msg(name, value)


def _without_lead(query: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in query.items() if name != _OF_LIVE_BAR}
