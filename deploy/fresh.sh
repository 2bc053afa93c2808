#!/usr/bin/env bash
# Run the two commands of the README on a fresh machine: a bare Debian with Python, make and git. First as root, who may
# install what the tests need; then, in another one, as an ordinary user without a browser, Redis, HAProxy and node. Prints
# what was installed, how long it took and how the tests ended. `make fresh` calls this; the arguments pick tests, for
# example `make fresh ARGS="-k live"`.
#
# It needs root, and Debian's debootstrap. The mounts and processes are in namespaces of their own, which go with them, and
# the folder goes in the end. The network is that of this machine, and pip and apt are told what they are told here.
set -euo pipefail
cd "$(dirname "$0")/.."

MIRROR=${MIRROR:-http://deb.debian.org/debian}
PATIENCE=120 # seconds until the app has to answer
END="Not run: "

# -- inside the namespaces: one machine, one user ----------------------------------------------------------------------

within() { # a command as the user, in the checkout, with nothing of this machine's environment but what pip is told
    local told=() name
    while read -r name; do told+=("$name=${!name}"); done < <(compgen -e | grep -E '^(PIP_|SSL_CERT_)|_(proxy|PROXY)$' || true)
    chroot --userspec="$user" "$machine" /usr/bin/env -i -C "$home/tokviz" \
        HOME="$home" PATH=/usr/local/bin:/usr/bin:/bin"$system" "${told[@]}" "$@"
}

ask() { # Python code, run by the Python of the checkout
    within .venv/bin/python -c "$1" "${@:2}"
}

passed() { # seconds since the moment $1, in nanoseconds, with a digit
    local tenths=$((($(date +%s%N) - $1) / 100000000))
    echo "$((tenths / 10)).$((tenths % 10))"
}

serve() { # `make run` until its page answers and a visitor has seen a step
    local log="$machine/run.log" began app url=
    began=$(date +%s%N)
    within make run >"$log" 2>&1 &
    app=$!
    until url=$(grep -o 'http://localhost:[0-9]*' "$log"); do
        kill -0 "$app" || { cat "$log"; return 1; }
        sleep 0.05
    done
    report "make run: the line with the address after $(passed "$began") s, the installation included"
    began=$(date +%s%N)
    ask "$OPEN" "$url" "$PATIENCE" || { cat "$log"; return 1; }
    report "make run: the page answers $(passed "$began") s after that line"
    began=$(date +%s%N)
    ask "$VISIT" "$url"
    report "make run: step 3 of an example is drawn $(passed "$began") s later"
    kill "$app"
    wait "$app" || true
    sed 's/^/    /' "$log"
}

OPEN='
import sys, time, urllib.request
direct, ends = urllib.request.build_opener(urllib.request.ProxyHandler({})), time.monotonic() + float(sys.argv[2])
while True:
    try:
        page = direct.open(sys.argv[1], timeout=10).read()
        break
    except OSError:
        if time.monotonic() > ends: raise
        time.sleep(0.02)
assert b"<title>" in page, page
'
VISIT='
import asyncio, sys
from tools.bench.load_visitor import visit
async def see():
    async with visit(sys.argv[1].replace("localhost", "127.0.0.1"), "/bpe", "example=sennrich&step=3") as visitor:
        await visitor.open()
        assert visitor.step == 3, visitor.step
asyncio.run(see())
'

run_tests() { # `make test`, whose last line must say what was left out, or nothing about it
    local log="$machine/test.log" began status=0
    began=$(date +%s%N)
    within make test ARGS="${picked[*]@Q}" 2>&1 | tee "$log" || status=$?
    report "make test: $(passed "$began") s, $(grep -E '^=+ .*(passed|failed|error)|^[0-9]+ (passed|failed)' "$log" | tail -1)"
    report "make test: its last line is: $(tail -1 "$log")"
    [ "$status" = 0 ] || { report "make test: FAILED with status $status"; return 1; }
    case "$user:$(tail -1 "$log")" in
        root:"$END"*) report "make test: FAILED, root has not installed what it needs" && return 1 ;;
        root:* | *:"$END"*) ;;
        *) report "make test: FAILED, it does not say what was left out" && return 1 ;;
    esac
}

report() {
    echo "-- $user: $1" | tee -a "$summary"
}

inside() { # MACHINE USER HOME SUMMARY [arguments of pytest]
    machine=$1 user=$2 home=$3 summary=$4 picked=("${@:5}") system= failed=0
    [ "$user" != root ] || system=:/usr/sbin:/sbin
    mount -t proc proc "$machine/proc"
    mount -t tmpfs -o mode=1777 tmpfs "$machine/dev/shm" # for Chromium
    for place in /etc/pip.conf /etc/xdg/pip /etc/ssl/certs /opt; do
        [ -e "$place" ] || continue
        if [ -d "$place" ]; then mkdir -p "$machine$place"; else touch "$machine$place"; fi
        mount -o bind,ro "$place" "$machine$place"
    done
    if [ "$user" != root ]; then # it cannot install this, and Python has it elsewhere
        chroot "$machine" /usr/bin/env DEBIAN_FRONTEND=noninteractive apt-get update -qq
        chroot "$machine" /usr/bin/env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv >/dev/null
        chroot "$machine" useradd "$user"
        chroot "$machine" chown -R "$user:" "$home"
    fi
    before=$(chroot "$machine" apt-mark showmanual | sort)
    serve || failed=1
    run_tests || failed=1
    report "installed: $(comm -13 <(echo "$before") <(chroot "$machine" apt-mark showmanual | sort) | paste -sd ' ')"
    if [ "$user" != root ]; then
        ! within CI=true make test >"$machine/ci.log" 2>&1 || failed=1
        report "CI=true make test: $(grep missing "$machine/ci.log" || echo 'FAILED, a missing program is no error')"
    fi
    return "$failed"
}

if [ "${1:-}" = --inside ]; then
    inside "${@:2}"
    exit
fi

# -- outside: the machines, one after the other ------------------------------------------------------------------------

[ "$(id -u)" = 0 ] || { echo "A bare Debian can only be made by root." >&2; exit 1; }
for program in debootstrap unshare; do
    command -v "$program" >/dev/null || { echo "$program is missing. On Debian: apt-get install -y $program" >&2; exit 1; }
done

work=$(mktemp -d)
running=
finish() {
    if [ -n "$running" ]; then # its namespaces, with all mounts and processes, go with it
        kill "$running" 2>/dev/null || true
        wait "$running" 2>/dev/null || true
    fi
    rm -rf --one-file-system "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

echo "Making a bare Debian ..."
debootstrap --variant=minbase --include=ca-certificates,git,make,python3 bookworm "$work/base" "$MIRROR" >"$work/base.log" ||
    { tail -20 "$work/base.log"; exit 1; }
cp /etc/hosts "$work/base/etc/hosts"
apt-config dump Acquire >"$work/base/etc/apt/apt.conf.d/00machine"
printf '#!/bin/sh\nexit 101\n' >"$work/base/usr/sbin/policy-rc.d" # what is installed must not start services
chmod 755 "$work/base/usr/sbin/policy-rc.d" "$work"

status=0
for visitor in root:/root student:/home/student; do
    user=${visitor%:*} home=${visitor#*:} machine="$work/machine"
    cp -a "$work/base" "$machine"
    mkdir -p "$machine$home"
    git clone --quiet --no-local . "$machine$home/tokviz"
    unshare --mount --pid --fork --kill-child "$0" --inside "$machine" "$user" "$home" "$work/summary" "$@" </dev/null &
    running=$!
    wait "$running" || status=1
    running=
    rm -rf --one-file-system "$machine"
done

echo
cat "$work/summary"
[ "$status" = 0 ] && echo "Both commands work on a fresh machine." || echo "FAILED: see above." >&2
exit "$status"
