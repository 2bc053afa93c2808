"""Files that are made when a visitor asks for them, in the queue of the server and within limits.

Streamlit makes such a file in the pool of threads in which everybody's downloads run: at once, however many a visitor
asks for, without an end, and on when the visitor has left. Here a session has one file in the making and the server
SLOTS. A file is made in a turn of the run queue, pauses like a long run, and ends at a checkpoint once its visitor has
left or cancels it, or once it took SECONDS of the processor. What went wrong is told in a sentence and not in the log.

Scripts of a session go on while its file is made, so an ordinary button can cancel it.

Without it: tests/web/streamlit_workarounds/test_deferred_files.py::test_a_session_has_one_file_in_the_making
Tried with: Streamlit 1.67
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from time import thread_time

from streamlit.proto.BackMsg_pb2 import BackendOperationRequest
from streamlit.proto.ForwardMsg_pb2 import BackendOperationResponse
from streamlit.runtime.backend_operation_handler import DeferredFileHandler
from streamlit.runtime.scriptrunner import StopException

from tokviz.checkpoint import watched
from tokviz.checks import check_limit
from tokviz.errors import LimitError, TokvizError
from tokviz.views.shared.catalog import Catalog, load
from tokviz.web.streamlit_workarounds import run_queue, sessions
from tokviz.web.streamlit_workarounds.loggers import logger

SLOTS = 2
"""So many files are made at once; more would not be done sooner."""
SECONDS = 20
"""Seconds of the processor that a file may take."""
MAX_SAVED_BYTES = 50_000_000
"""The largest file that is made."""

_VISITORS = 2_000  # whose language is remembered
_making: dict[str, tuple[Event, Future[str]]] = {}  # session -> whether its file is cancelled, and the file
_languages: OrderedDict[str, str] = OrderedDict()  # session -> language of its last file
_threads = ThreadPoolExecutor(SLOTS, "files")
_log = logger(__name__)


def install() -> None:
    """Have Streamlit make files this way."""
    DeferredFileHandler.handle = handle  # type: ignore[method-assign]


def bounded(make: Callable[[], str | bytes], say: Catalog) -> Callable[[], str | bytes]:
    """Limit the size of the file that `make` returns. The visitor reads errors in the language of `say`."""
    _languages[sessions.session_id()] = say.language
    _languages.move_to_end(sessions.session_id())
    while len(_languages) > _VISITORS:
        _languages.popitem(last=False)

    def made() -> str | bytes:
        content = make()
        size = len(content.encode("utf-8") if isinstance(content, str) else content)
        check_limit("MAX_SAVED_BYTES", MAX_SAVED_BYTES, met=size)
        return content

    return made


def cancel() -> None:
    """End the file that the visitor of this script has in the making, if there is one."""
    if (file := _making.get(sessions.session_id())) is not None:
        cancelled, making = file
        cancelled.set()
        making.cancel()  # it may still wait for a thread


async def handle(
    self: DeferredFileHandler, request: BackendOperationRequest, session_id: str
) -> BackendOperationResponse:
    """Make the file that is asked for; answer with its address, or with why there is none."""
    say = load(_languages.get(session_id, "en"))
    answer = BackendOperationResponse(request_id=request.request_id)
    if session_id in _making:
        answer.error_msg = say("files.one-at-a-time")
        return answer
    execute, file_id = self._get_media_file_mgr().execute_deferred, request.deferred_file.file_id
    cancelled = Event()
    making = _threads.submit(
        _in_turn, lambda: execute(file_id), lambda: sessions.is_active(session_id) and not cancelled.is_set()
    )
    _making[session_id] = cancelled, making
    try:
        answer.deferred_file.url = await asyncio.wrap_future(making)
    except (StopException, asyncio.CancelledError):  # without a Cancel, nobody reads it
        answer.error_msg = say("files.cancelled" if cancelled.is_set() else "files.not-made")
    except Exception as error:  # of Streamlit; the cause is ours
        cause = error.__cause__
        if cause is not None and not isinstance(cause, TokvizError):  # without a cause, nobody has offered such a file
            _log.warning("a file could not be made", exc_info=True)
        answer.error_msg = cause.sentence(say.templates) if isinstance(cause, TokvizError) else say("files.not-made")
    finally:
        del _making[session_id]
    return answer


def _in_turn(make: Callable[[], str], waits: Callable[[], bool]) -> str:
    """Make a file in a turn, as long as its visitor waits and for so many seconds of the processor."""
    began = thread_time()

    def watch() -> None:
        if thread_time() - began > SECONDS:
            raise LimitError("MAX_SAVED_SECONDS", SECONDS, met="more")

    with sessions.waited_for(waits):
        sessions.stop_without_visitor()
        with run_queue.take_turn(), watched(watch):
            sessions.stop_without_visitor()  # others may have had their turn before
            return make()
