"""A refusal by a middleware, of a request or of a websocket."""

from __future__ import annotations

from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

__all__ = ["refuse"]


async def refuse(scope: Scope, receive: Receive, send: Send, answer: Response) -> None:
    """Send the answer; a websocket is closed where the server can send none before it is open."""
    if scope["type"] == "http":
        await answer(scope, receive, send)
    elif "websocket.http.response" in scope.get("extensions", {}):
        await WebSocket(scope, receive, send).send_denial_response(answer)
    else:
        await WebSocket(scope, receive, send).close(1013)
