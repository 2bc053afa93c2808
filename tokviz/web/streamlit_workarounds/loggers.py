"""Loggers whose messages appear in the server's log.

Streamlit sets up its own loggers alone, so a message of level INFO to any other logger is written nowhere.

Without it: tests/web/test_startup.py::test_the_page_is_answered_while_the_libraries_are_loading
Tried with: Streamlit 1.67
"""

from __future__ import annotations

import logging

from streamlit.logger import get_logger


def logger(name: str) -> logging.Logger:
    """Return the logger of a module, which writes as Streamlit's own loggers do."""
    return get_logger(name)
