"""What a hub may answer, looked at before anything is written: digests that name files, and where it sends us.

huggingface_hub makes file names of the ETag and the commit that an answer has, so `../` in one of them would be written
outside of its cache. One that is no digest is dropped, and an answer without is none of a hub.

A hub may send us elsewhere: files are on content delivery networks, whose names change and which a mirror has of its
own, so there is no list of good ones. But a hub on the internet has no reason to send us to this machine or into its
network, where services answer that trust their neighbors, nor from HTTPS to HTTP. Such a redirect is not followed.
Where the hub itself is in this network, its store may be as well. Whatever comes then has to look like a tokenizer
(:mod:`tokviz.hub.shapes`).
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

from tokviz.errors import FetchError

__all__ = ["drop_bad_digests", "is_digest", "refuse_bad_addresses"]

_DIGEST = re.compile(r"[0-9A-Za-z][0-9A-Za-z-]{0,127}")
_HEADERS = ("ETag", "X-Linked-ETag", "X-Repo-Commit")


def is_digest(text: str) -> bool:
    """Whether an ETag, with its marks, or a commit is letters and digits alone.

    >>> is_digest('W/"68d4be59-1a2b"'), is_digest('"../../file"'), is_digest("1" * 40)
    (True, False, True)
    """
    return _DIGEST.fullmatch(text.removeprefix("W/").strip('"')) is not None


def drop_bad_digests(answer: Any) -> None:
    """Take out of an answer of the client beneath huggingface_hub what is no digest and would name a file."""
    for name in _HEADERS:
        value = answer.headers.get(name)
        if value is not None and not is_digest(value):
            del answer.headers[name]


def refuse_bad_addresses(endpoint: str, name: str) -> Callable[[Any], None]:
    """What looks at each request of that client, those of redirects too. Raises FetchError with the name."""
    hub = urlsplit(endpoint)
    is_hub_near = _is_near(hub.hostname or "")

    def look(request: Any) -> None:
        address = urlsplit(str(request.url))
        is_open = hub.scheme == "https" and address.scheme != "https"
        host = address.hostname or ""
        if is_open or (host != hub.hostname and not is_hub_near and _is_near(host)):
            raise FetchError("get-redirect", name=name, address=f"{address.scheme}://{address.netloc}")

    return look


def _is_near(host: str) -> bool:
    """Whether a host is this machine or in its network. A name that only a proxy can resolve is not."""
    try:
        found = socket.getaddrinfo(host, None, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError):
        return False
    addresses = (ip_address(str(entry[4][0]).partition("%")[0]) for entry in found)
    plain = ((one.ipv4_mapped or one) if isinstance(one, IPv6Address) else one for one in addresses)
    return any(not one.is_global for one in plain)
