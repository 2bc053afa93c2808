"""The route of the stills that links unfold to, and the routes of this feature.

Whoever asks has no session, so little is done for a request: a still is one of worked examples
(:mod:`tokviz.features.stills.linked`), one is drawn at a time, and it waits for its turn like the run of a page. The
last ones are kept. Over time, drawing takes a fifth of one processor for an address at most, and half of one for all.
Where nothing fits, the answer is the still that the page opens with.
"""

from __future__ import annotations

from asyncio import get_running_loop
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple
from time import monotonic

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tokviz.errors import TokvizError
from tokviz.features.stills import raster
from tokviz.features.stills.linked import HEIGHT, WIDTH, LinkStill, prepared, still_of
from tokviz.features.stills.web import oembed
from tokviz.memory import LocalMemory
from tokviz.state.pages import page_at
from tokviz.text_keys import example_key
from tokviz.views.shared.catalog import LANGUAGES, Catalog
from tokviz.web.access_control import Routes
from tokviz.web.arrival.unfolding import OEMBED
from tokviz.web.computing.cache import BoundedCache
from tokviz.web.computing.memory import QUIET
from tokviz.web.hooks import LinkPicture
from tokviz.web.server import files
from tokviz.web.server.connections import AtOnce, client_address
from tokviz.web.streamlit_workarounds import run_queue
from tokviz.web.streamlit_workarounds.environment_options import prefix

__all__ = ["PATH", "ROUTES", "Budget", "Budgets", "Stills", "picture_of"]

PATH = "/og"
"""The path of the stills, each a PNG named by its page."""

_KEPT, _KEPT_BYTES = 300, 20_000_000
_TRAININGS = 12  # by other conventions than that of the example
_WAITING, _OF_ONE = 20, 6  # stills that are asked for at once, by all and by one address
_SECONDS, _SHARE = 10.0, 0.2  # of drawing for one address: at once, and as a share of the time
_SECONDS_OF_ALL, _SHARE_OF_ALL = 30.0, 0.5  # the same for all together
_ADDRESSES = 1_000  # whose budgets are remembered
_ENDING = ".png"
_DAY = "public, max-age=86400"


def picture_of(address: str, query: Mapping[str, str], say: Catalog) -> LinkPicture | None:
    """Return the still of a link for the head of its page; None where it cannot be drawn. Nothing is trained for it."""
    still = still_of(address, query, say.language)
    if still is None or raster.lacking(say.language):
        return None
    page = say(page_at(still.page).title)
    told = say("unfold.still", shown=say("unfold.example", page=page, example=say(example_key(still.example))))
    return LinkPicture(f"{PATH}/{still.page}{_ENDING}", still.query, told, WIDTH, HEIGHT)


class Budget:
    """The seconds of drawing that are left: a few at once, and then a share of the time.

    >>> budget = Budget(2, 0.5)
    >>> budget.spend(3, now=0)
    >>> budget.is_left(now=1), budget.is_left(now=4)
    (False, True)
    """

    def __init__(self, most: float, share: float) -> None:
        self._most, self._share = most, share
        self._left, self._since = most, 0.0

    def is_left(self, now: float) -> bool:
        """Return whether something may be drawn."""
        return self._at(now) > 0

    def spend(self, seconds: float, now: float) -> None:
        """Count what was drawn; the last drawing may take more than is left."""
        self._left, self._since = self._at(now) - seconds, now

    def _at(self, now: float) -> float:
        return min(self._most, self._left + (now - self._since) * self._share)


class Budgets:
    """The budgets of addresses, and one for all of them, which is more than one address can spend.

    >>> budgets = Budgets()
    >>> budgets.spend("198.51.100.7", 20, now=0)
    >>> budgets.is_left("198.51.100.7", now=1), budgets.is_left("192.0.2.1", now=1)
    (False, True)
    """

    def __init__(self) -> None:
        self._of_all = Budget(_SECONDS_OF_ALL, _SHARE_OF_ALL)
        self._of_one: OrderedDict[str, Budget] = OrderedDict()

    def is_left(self, who: str, now: float) -> bool:
        """Return whether something may be drawn for an address."""
        of_one = self._of_one.get(who)
        return self._of_all.is_left(now) and (of_one is None or of_one.is_left(now))

    def spend(self, who: str, seconds: float, now: float) -> None:
        """Count what was drawn for an address."""
        self._of_all.spend(seconds, now)
        self._of_one.setdefault(who, Budget(_SECONDS, _SHARE)).spend(seconds, now)
        self._of_one.move_to_end(who)
        while len(self._of_one) > _ADDRESSES:  # the one that has waited longest, so it has most of its seconds again
            self._of_one.popitem(last=False)


class Stills:
    """The stills of a server: the last ones, and what draws others. clock: returns the time in seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._budgets = clock, Budgets()
        self._kept: BoundedCache[bytes] = BoundedCache(_KEPT, _KEPT_BYTES)
        self._memory = LocalMemory(most=_TRAININGS)
        self._drawing = ThreadPoolExecutor(1, "link-stills")
        self._waiting, self._of_one = 0, AtOnce(_OF_ONE)

    async def answer(self, request: Request) -> Response:
        """Answer a request for a still."""
        address = request.path_params["name"].removesuffix(_ENDING)
        language = request.query_params.get("lang", "en")
        still = still_of(address, request.query_params, language if language in LANGUAGES else "en")
        if still is None or raster.lacking(still.language):
            return PlainTextResponse("no such picture", 404, files.HEADERS)
        data = self._kept.get(astuple(still))
        if data is None:
            who = client_address(request.scope)
            is_free = self._waiting < _WAITING and self._budgets.is_left(who, self._clock())
            if not is_free or not self._of_one.enter(who):
                return PlainTextResponse("busy", 503, files.HEADERS | {"Retry-After": "10"})
            self._waiting += 1
            try:
                data = await get_running_loop().run_in_executor(self._drawing, self.drawn, still, who)
            finally:
                self._waiting -= 1
                self._of_one.leave(who)
        return Response(data, headers=files.HEADERS | {"Cache-Control": _DAY}, media_type="image/png")

    def drawn(self, still: LinkStill, who: str) -> bytes:
        """Draw a still as PNG in turn, for an address; that of the page where the example cannot be trained so."""
        with run_queue.take_turn():
            began = self._clock()
            try:
                return self._drawn(still)
            except TokvizError:  # such as a vocabulary that is too small for a convention
                opening = still_of(still.page, {"do": still.do}, still.language)
                assert opening is not None
                return self._drawn(opening)
            finally:
                ended = self._clock()
                self._budgets.spend(who, ended - began, ended)

    def _drawn(self, still: LinkStill) -> bytes:
        # What pages open with is trained for visitors, too. A still by other rules must not push that out.
        settled, draw = prepared(still, self._memory if still.rules else QUIET)
        data = self._kept.get(astuple(settled))
        if data is None:
            data = draw()
            self._kept.put(astuple(settled), data, len(data))
        if still.step is None:  # the usual step, and that by its number
            self._kept.put(astuple(still), data, len(data))
        return data


def _routes() -> list[Route]:
    return [oembed.route(), Route(f"{prefix()}{PATH}/{{name}}", Stills().answer)]


ROUTES = Routes((OEMBED, PATH), _routes, dict)
