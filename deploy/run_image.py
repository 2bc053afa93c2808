"""Run an image that lies unpacked in a folder, without an engine: as the image says, but with a root file system that
nobody can write and without capabilities, until it is healthy. As root; `deploy/image.sh` calls it.

    buildah inspect --type image NAME | run_image.py ROOT [COMMAND ...]

The command, if there is one, runs while the app is there. All mounts are in a namespace of their own, which goes with
the app; of the devices the app has null, zero, random and urandom. It has the network of the machine.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

PATIENCE = 120.0  # seconds until it has to be healthy
MOUNTS = """
    mount -o bind,ro "$1" "$1"
    mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
    mount -t tmpfs -o mode=755 tmpfs "$1/dev"
    for device in null:3 zero:5 random:8 urandom:9; do mknod -m 666 "$1/dev/${device%:*}" c 1 "${device#*:}"; done
    shift && exec "$@"
"""


def inside(root: Path, config: dict[str, Any], user: str, command: list[str]) -> list[str]:
    """Return the words that run a command in the image, with its environment and without privileges."""
    confined = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
    confined += ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
    surroundings = ["/usr/bin/env", "-i", "-C", config["WorkingDir"] or "/", *config["Env"]]
    return ["chroot", str(root), *confined, *surroundings, *command]


def user_of(root: Path, name: str) -> str:
    """Return the number of the image's user, who must not be root."""
    users = dict(line.split(":")[:3:2] for line in (root / "etc/passwd").read_text().splitlines())
    user = users.get(name, name)
    assert user not in ("", "0", "root"), "the image runs as root"
    return user


def watch(app: subprocess.Popen[bytes], root: Path, config: dict[str, Any], user: str) -> float:
    """Wait until the image's own check says that it is healthy, and see that it can write nothing; the seconds."""
    kind, *check = config["Healthcheck"]["Test"]
    assert kind == "CMD", "the health is asked by a command without a shell"
    there = ["nsenter", "--mount", f"--target={app.pid}"]
    began = time.monotonic()
    while subprocess.run([*there, *inside(root, config, user, check)], stderr=subprocess.DEVNULL).returncode:
        assert app.poll() is None, "it has ended"
        assert time.monotonic() - began < PATIENCE, "it is not healthy"
        time.sleep(0.5)
    took = time.monotonic() - began
    status = Path(f"/proc/{app.pid}/status").read_text()
    assert f"Uid:\t{user}\t{user}\t{user}\t{user}\n" in status
    assert "CapEff:\t0000000000000000\nCapBnd:\t0000000000000000\n" in status, "it has capabilities"
    assert "NoNewPrivs:\t1\n" in status, "it can get privileges"
    written = subprocess.run([*there, "touch", str(root / "written")], stderr=subprocess.PIPE, text=True)
    assert "Read-only file system" in written.stderr, "root can write"
    return took


def main() -> int:
    root, config = Path(sys.argv[1]).resolve(), json.load(sys.stdin)["Docker"]["config"]
    user = user_of(root, config["User"])
    for port in config["ExposedPorts"]:  # whoever else listens there must not pass for the app
        socket.create_server(("", int(port.partition("/")[0]))).close()
    own = ["unshare", "--mount", "--propagation=private", "sh", "-euc", MOUNTS, "run", str(root)]
    app = subprocess.Popen([*own, *inside(root, config, user, config["Cmd"])], stdin=subprocess.DEVNULL)
    try:
        took = watch(app, root, config, user)
        print(f"healthy after {took:.0f} s, as user {user}, with a root file system that is read only", flush=True)
        return subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL).returncode if sys.argv[2:] else 0
    finally:
        app.terminate()
        app.wait(20)


if __name__ == "__main__":
    assert os.geteuid() == 0, "only root can give it a root file system of its own"
    sys.exit(main())
