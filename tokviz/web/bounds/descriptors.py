"""Open files that this process may have: each connection is one, and most systems begin with 1,024."""

from __future__ import annotations

from contextlib import suppress

__all__ = ["MOST", "allowed", "raise_limit"]

MOST = 65_536
"""More than this are not asked for: some programs go through all that may be there."""


def raise_limit() -> int:
    """Raise the soft limit to the hard one, but no higher than MOST. Returns what is allowed then."""
    try:
        import resource
    except ImportError:  # Windows
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # macOS has another limit beside
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return allowed()


def allowed() -> int:
    """Return how many there may be."""
    try:
        import resource
    except ImportError:  # Windows
        return MOST
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST if soft == resource.RLIM_INFINITY else min(soft, MOST)
