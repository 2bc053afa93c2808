"""Objects that live in a process of their own, with limits that the operating system keeps.

    pool = Pool()
    loaded = pool.open(Source(key, name, load_bpe, (files,)))    # opened in a worker process
    loaded.model.encode("lowest")                                # asked there; the result comes back
    ask(segment, text, loaded.model)                             # a function of ours, run where the model is

The web app keeps the tokenizers of strangers there. Reading a file, and asking what it holds, runs native code and
loops of ours over what a stranger chose: a worker that crashes, or takes too much memory or time, is ended, and its
visitor reads one sentence. The server holds results only: records, numbers and texts of bounded size, and for an object
that stays behind a :class:`~tokviz.sandbox.remote.Remote`, which is no more than the question that leads to it.

    wire        what may be sent between server and worker, and how
    worker      the process: opens, answers, keeps to its limits
    fork_server where processes come from: a process that has loaded the libraries and forks
    processes   one worker seen from the server: start, ask, end
    pool        all workers of a server: which one has what, and how many there may be
    remote      what pages hold of an object in a worker
"""

from tokviz.sandbox.pool import Pool, Source
from tokviz.sandbox.processes import Limits
from tokviz.sandbox.remote import Remote, ask, bytes_of_sources, is_remote

__all__ = ["Limits", "Pool", "Remote", "Source", "ask", "bytes_of_sources", "is_remote"]
