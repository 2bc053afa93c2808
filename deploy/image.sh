#!/usr/bin/env bash
# Build the image of the Dockerfile, without a daemon and without a registry of images: as root, with Debian's buildah and
# debootstrap. A Debian with Python stands for the image that the Dockerfile begins with; pip asks whom it asks on this
# machine. `make image` calls this; the image stays as localhost/tokviz in buildah's store.
set -euo pipefail
cd "$(dirname "$0")/.."

MIRROR=${MIRROR:-http://deb.debian.org/debian}
NAME=localhost/tokviz
build=(buildah --storage-driver vfs)
work=$(mktemp -d)
container=

finish() {
    [ -z "$container" ] || "${build[@]}" rm "$container" >/dev/null
    rm -rf --one-file-system "$work"
}
trap finish EXIT

for program in buildah debootstrap; do
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

"${build[@]}" inspect --type image "$NAME" | python3 -c '
import json, sys
config = json.load(sys.stdin)["Docker"]["config"]
assert config["User"] not in ("", "root", "0"), "the image runs as root"
assert config["Healthcheck"]["Test"], "the image does not say how to ask for its health"
'
