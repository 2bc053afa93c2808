"""The routes and the messages by which visitors reach the server, and the attacks that try each.

`tests/tools/test_attack.py` asks for a line for each route of a feature and each message that a session is heard in, so
a new one gets an attack. Pages are not listed: attack 36 opens all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["TRIED"]

TRIED: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        # routes of ours
        "/join": (15, 18, 26),
        "/oembed": (35,),
        "/og": (35,),
        "/parts": (35,),
        "/room": (4, 5, 11, 12, 15, 24, 25),
        # routes of Streamlit
        "/_stcore/health": (14,),
        "/_stcore/metrics": (15, 29),
        "/_stcore/stream": (4, 5, 15),
        "/_stcore/upload_file": (6, 14),
        "/media": (35,),
        # messages of a session
        "app_heartbeat": (27,),
        "dataframe_chunk": (33,),
        "deferred_file": (33,),
        "file_urls_request": (6,),
        "rerun_script": (36, 37, 38),
        "stop_script": (10,),
    }
)
"""A route's beginning or a message's name -> the numbers of the attacks that try it."""
