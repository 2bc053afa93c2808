"""The protocols of ours in every server that serves the app, however it was started.

Neither `streamlit run` nor `python app.py` lets us choose uvicorn's protocols, and `uvicorn app:app` knows them only by
flags that people forget. All of them load app.py before they call `Server.startup`, and take the protocols from their
configuration after that; so this is the one place where all can be reached. tests/web/bounds/test_protocols.py starts
them all: it fails if a newer uvicorn goes another way.
"""

from __future__ import annotations

from functools import partial, wraps
from typing import Any

from uvicorn.server import Server

from tokviz.web.bounds import descriptors, limits
from tokviz.web.bounds.connections import Connections
from tokviz.web.bounds.http_protocol import TimedProtocol
from tokviz.web.bounds.socket_protocol import BoundedSocket, SocketBudgets

__all__ = ["install"]

_startup = Server.startup


def install() -> None:
    """Have every server that starts from now on use them."""
    Server.startup = _start  # type: ignore[method-assign]


@wraps(_startup)
async def _start(self: Server, sockets: list[Any] | None = None) -> None:
    descriptors.raise_limit()
    found = limits.from_environment()
    connections, budgets = Connections(found), SocketBudgets(found)
    config = self.config
    config.ws_per_message_deflate = False
    config.http_protocol_class = partial(TimedProtocol, connections=connections)  # type: ignore[assignment]
    config.ws_protocol_class = partial(  # type: ignore[assignment]
        BoundedSocket, connections=connections, budgets=budgets
    )
    await _startup(self, sockets)
