"""The process from which workers come: it has loaded the libraries, runs nothing of anybody's, and forks.

A worker that is forked begins in some milliseconds and shares the memory of the libraries with all others. This process
has one thread, and never uses what it loads, so what a fork copies is in order. It ends with the server.

Over its connection come a letter and, with ``f``, the connection of a new worker: it answers with the number of the
process, and once with 0 when it is ready. With ``w`` and the number of one that has ended, it answers how that ended.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import struct
import sys
from contextlib import suppress
from importlib import import_module

from tokviz.sandbox.worker import Limited, serve

LIBRARIES = ("tokviz.files.detect", "tokviz.vocabularies", "tokenizers", "sentencepiece", "tiktoken", "pandas")
"""The modules that workers use; those that are not installed are left out."""
NUMBER = struct.Struct(">q")
"""The binary format of a process's number."""


def main(control: socket.socket, limits: Limited) -> None:
    """Fork for the server until it has gone."""
    for name in LIBRARIES:
        with suppress(ImportError):
            import_module(name)
    gc.collect()
    gc.freeze()
    control.sendall(NUMBER.pack(0))  # it is ready
    while True:
        data, files, _, _ = socket.recv_fds(control, 1 + NUMBER.size, 1)
        if len(data) < 1 + NUMBER.size:
            return
        (number,) = NUMBER.unpack(data[1:])
        if data[:1] == b"f":
            number = _fork(control, files[0], limits)
            os.close(files[0])
        else:
            number = _ended(number)
        control.sendall(NUMBER.pack(number))


def _fork(control: socket.socket, file: int, limits: Limited) -> int:
    """Fork a worker that serves a connection; returns the number of its process, and 0 where there can be no more."""
    try:
        number = os.fork()
    except OSError:
        return 0
    if number:
        return number
    status = 1
    try:
        control.close()
        os.setsid()  # it is ended with all that it starts
        signal.set_wakeup_fd(-1)
        serve(socket.socket(fileno=file), limits)
        status = 0
    finally:
        os._exit(status)


def _ended(number: int) -> int:
    """Return the exit code of a worker, or the number of the signal below 0."""
    with suppress(ChildProcessError):
        return os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
    return 0


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])), Limited(*map(int, sys.argv[2:])))
