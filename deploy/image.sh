#!/usr/bin/env bash
# Build the image of the Dockerfile and run it, without a daemon and without a registry of images: as root, with Debian's
# buildah and debootstrap. A Debian with Python stands for the image that the Dockerfile begins with; pip asks whom it asks
# on this machine. Then the app runs (deploy/run_image.py) until it is healthy, and until the command that is given here,
# if one is, has ended. `make image` calls this; the image stays as localhost/tokviz in buildah's store.
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

for program in buildah debootstrap nsenter; do
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
for place in /etc/pip.conf /etc/xdg/pip /etc/ssl/certs /opt; do
    [ ! -e "$place" ] || told+=(--volume "$place:$place:ro")
done
old=$("${build[@]}" images --quiet "$NAME" 2>/dev/null || true)
"${build[@]}" build --isolation chroot --format docker --pull-never --from "$NAME-base" "${told[@]}" --tag "$NAME" \
    --file deploy/Dockerfile --ignorefile deploy/Dockerfile.dockerignore .
new=$("${build[@]}" images --quiet "$NAME")
[ -z "$old" ] || [ "$old" = "$new" ] || "${build[@]}" rmi "$old" >/dev/null # it has lost its name, and takes 850 MB

container=$("${build[@]}" from --pull-never "$NAME")
"${build[@]}" inspect --type image "$NAME" | python3 deploy/run_image.py "$("${build[@]}" mount "$container")" "$@"
