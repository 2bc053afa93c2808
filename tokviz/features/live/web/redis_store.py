"""Rooms in Redis, or what speaks its protocol: several servers share them. Needs the extra `cluster`.

A change is one script, which the server runs whole. All keys of a room begin alike, and none outlives the room.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, cast

import redis

from tokviz.features.live.stores import Given, Heard, Outcome

_PREFIX = "tokviz"
_CHANGED = f"{_PREFIX}:changed"
_ROOMS = f"{_PREFIX}:rooms"  # codes by their ends
_WAIT = 0.5  # seconds between two looks at whether listening is to end
_TIMEOUT = 5.0

_OPEN = """
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[2])
if redis.call('EXISTS', KEYS[1]) == 1 then return 'known' end
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[4]) then return 'full' end
redis.call('HSET', KEYS[1], 'lock', ARGV[1], 'ends', ARGV[3])
redis.call('PEXPIRE', KEYS[1], math.ceil((ARGV[3] - ARGV[2]) * 1000))
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[5])
return 'put'
"""
_PUT = """
local left = redis.call('PTTL', KEYS[1])
if left <= 0 then return 'gone' end
if ARGV[5] ~= '' and redis.call('HGET', KEYS[3], ARGV[5]) ~= ARGV[6] then return 'not-now' end
local known = redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1
if known and ARGV[3] == '1' then return 'known' end
local most = tonumber(ARGV[4])
if most > 0 and not known and redis.call('HLEN', KEYS[2]) >= most then return 'full' end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[2], left)
redis.call('SADD', KEYS[4], KEYS[2])
redis.call('PEXPIRE', KEYS[4], left)
redis.call('PUBLISH', ARGV[7], ARGV[8])
return 'put'
"""


class RedisStore:
    """A :class:`stores.Store` at an address such as redis://host:6379. Raises redis.RedisError."""

    def __init__(self, address: str) -> None:
        self._base = redis.Redis.from_url(address, socket_timeout=_TIMEOUT, socket_connect_timeout=_TIMEOUT)
        self._base.ping()
        self._open = self._base.register_script(_OPEN)
        self._put = self._base.register_script(_PUT)
        self._listening: list[Heard] = []
        self._listener: threading.Thread | None = None
        self._ready = threading.Event()
        self._closing = threading.Event()
        self._lock = threading.Lock()

    def open(self, code: str, lock: bytes, now: float, ends: float, most: int) -> Outcome:
        return _outcome(self._open(keys=[_room(code), _ROOMS], args=[lock, now, ends, most, code]))

    def find(self, code: str, now: float) -> bytes | None:
        lock, ends = cast(Any, self._base.hmget(_room(code), ["lock", "ends"]))
        return lock if ends is not None and float(ends) > now else None

    def put(
        self,
        code: str,
        table: str,
        key: str,
        value: bytes,
        *,
        once: bool = False,
        most: int = 0,
        given: Given | None = None,
    ) -> Outcome:
        if_table, if_key, if_value = given or ("", "", b"")
        keys = [_room(code), _room(code, table), _room(code, if_table), _room(code, "tables")]
        return _outcome(self._put(keys=keys, args=[key, value, int(once), most, if_key, if_value, _CHANGED, code]))

    def get(self, code: str, table: str, key: str) -> bytes | None:
        return cast("bytes | None", self._base.hget(_room(code, table), key))

    def rows(self, code: str, table: str) -> Mapping[str, bytes]:
        values = cast("dict[bytes, bytes]", self._base.hgetall(_room(code, table)))
        return {key.decode(): value for key, value in values.items()}

    def count(self, code: str, table: str) -> int:
        return self._base.hlen(_room(code, table))

    def remove(self, code: str, table: str, *keys: str) -> None:
        if keys:
            self._base.hdel(_room(code, table), *keys)

    def end(self, code: str) -> None:
        tables = cast("set[bytes]", self._base.smembers(_room(code, "tables")))
        self._base.delete(_room(code), _room(code, "tables"), *tables)
        self._base.zrem(_ROOMS, code)
        self._base.publish(_CHANGED, code)

    def listen(self, heard: Heard) -> Callable[[], None]:
        with self._lock:
            self._listening.append(heard)
            if self._listener is None:
                self._listener = threading.Thread(target=self._hear, name="tokviz-rooms", daemon=True)
                self._listener.start()
        self._ready.wait(_TIMEOUT)
        return lambda: self._listening.remove(heard)

    def close(self) -> None:
        self._closing.set()
        if self._listener is not None:
            self._listener.join(_TIMEOUT)
        self._base.close()

    def _hear(self) -> None:
        """Tell of every message; a connection that was lost is taken up again."""
        while not self._closing.is_set():
            channel = cast(Any, self._base).pubsub(ignore_subscribe_messages=True)
            try:
                channel.subscribe(_CHANGED)
                channel.get_message(timeout=_WAIT)
                self._ready.set()
                while not self._closing.is_set():
                    message = channel.get_message(timeout=_WAIT)
                    if message is not None:
                        for heard in tuple(self._listening):
                            heard(message["data"].decode())
            except (redis.RedisError, OSError):
                self._closing.wait(_WAIT)
            finally:
                channel.close()


def _room(code: str, table: str = "") -> str:
    """Return the key of a room, or of one of its tables; in brackets is what keeps them together in a cluster."""
    return f"{_PREFIX}:{{{code}}}:{table}"


def _outcome(answer: object) -> Outcome:
    return cast(Outcome, cast(bytes, answer).decode())
