"""`python -m tools.cluster`: two servers behind HAProxy with Redis, on this machine, until it is ended by Ctrl-C."""

from __future__ import annotations

import signal
import tempfile
from contextlib import suppress
from pathlib import Path

from tools.cluster.cluster import cluster

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt), tempfile.TemporaryDirectory() as folder, cluster(Path(folder)) as running:
        print(f"Visitors come in at {running.proxy.url}; Ctrl-C ends it. The rooms are in {running.store}.")
        for name, server in running.servers.items():
            print(f"  server {name}: {server.url}, process {server.pid}", flush=True)
        signal.pause()
