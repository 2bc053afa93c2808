#!/usr/bin/env bash
# Build the image of the Dockerfile and run it, without a daemon and without a registry of images: as root, with Debian's
# buildah and debootstrap. A Debian with Python stands for the image that the Dockerfile begins with; pip asks whom it asks
# on this machine. Then the app runs as the image says, as its ordinary user and with a root file system that cannot be
# written, until it is healthy. `make image` calls this; the image stays as localhost/tokviz in buildah's store.
set -euo pipefail
cd "$(dirname "$0")/.."

MIRROR=${MIRROR:-http://deb.debian.org/debian}
NAME=localhost/tokviz
PORT=${PORT:-8599}
build=(buildah --storage-driver vfs)
work=$(mktemp -d)
container=

finish() {
    [ -z "$container" ] || "${build[@]}" rm "$container" >/dev/null
    rm -rf "$work"
}
trap finish EXIT

for program in buildah debootstrap unshare; do
    command -v "$program" >/dev/null || { echo "$program is missing. On Debian: apt-get install -y $program" >&2; exit 1; }
done

if ! "${build[@]}" inspect --type image "$NAME-base" >/dev/null 2>&1; then
    debootstrap --variant=minbase --include=ca-certificates,python3,python3-pip,python3-venv bookworm "$work/base" "$MIRROR"
    ln -sf python3 "$work/base/usr/bin/python"
    rm -f "$work"/base/usr/lib/python3*/EXTERNALLY-MANAGED # it is the Python of the image
    container=$("${build[@]}" from scratch)
    "${build[@]}" add --quiet "$container" "$work/base" / >/dev/null
    "${build[@]}" commit --quiet "$container" "$NAME-base"
    "${build[@]}" rm "$container" >/dev/null
    container=
fi

# What pip is told on this machine holds in the build, too.
told=()
for place in /etc/pip.conf /etc/ssl/certs /opt; do
    [ ! -e "$place" ] || told+=(--volume "$place:$place:ro")
done
"${build[@]}" build --isolation chroot --format docker --pull-never --from "$NAME-base" "${told[@]}" --tag "$NAME" .

container=$("${build[@]}" from --pull-never "$NAME")
root=$("${build[@]}" mount "$container")
config=$("${build[@]}" inspect --type image --format '{{json .Docker.config}}' "$NAME")
echo "$config" | python3 -c '
import json, sys
config = json.load(sys.stdin)
assert config["User"] not in ("", "root", "0"), "the image runs as root"
assert config["Healthcheck"]["Test"], "the image does not say how to ask for its health"
'
uid=$(awk -F: '$1 == "tokviz" {print $3}' "$root/etc/passwd")
script='
    mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"
    mount -t proc proc "$1/proc" && mount -t tmpfs tmpfs "$1/tmp" && mount --rbind /dev "$1/dev"
    exec chroot --userspec="$2:$2" "$1" /usr/bin/env -i HOME=/home/tokviz PATH=/usr/local/bin:/usr/bin:/bin \
        PYTHONUNBUFFERED=1 sh -c "touch /app/x 2>/dev/null && exit 3; cd /app && exec uvicorn app:app --host 127.0.0.1 --port $3"
'
unshare --mount --pid --fork --kill-child bash -euc "$script" run "$root" "$uid" "$PORT" >"$work/log" 2>&1 &
server=$!
for _ in $(seq 120); do
    if python3 -c "import urllib.request as u; u.urlopen('http://127.0.0.1:$PORT/_stcore/health', timeout=2)" 2>/dev/null; then
        echo "healthy, as user $uid, from $("${build[@]}" images --format '{{.Size}}' "$NAME")"
        kill "$server"
        wait "$server" 2>/dev/null || true
        exit 0
    fi
    kill -0 "$server" 2>/dev/null || break
    sleep 1
done
cat "$work/log" >&2
kill "$server" 2>/dev/null || true
exit 1
