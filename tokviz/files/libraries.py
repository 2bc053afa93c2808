"""The libraries that a pipeline asks: imported when they are needed, named when they are missing, caught when they
panic.

Nothing else in the core imports them. A panic of tokenizers is a `BaseException` that no ``except Exception`` sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any

from tokviz.errors import FormatError, RulesError, TokvizError

_PACKAGES = {"subword_nmt.apply_bpe": "subword-nmt"}
_KEPT = 1_000  # characters of what a library says; a sentence shows the beginning and the end of them
_PLACE = re.compile(r" at line \d+ column \d+$")


def library(module: str) -> Any:
    """Return a module of a library. Raises RulesError that says what to install if it is missing."""
    package = _PACKAGES.get(module, module.partition(".")[0])
    try:
        return import_module(module)
    except ImportError:
        raise RulesError("library-missing", library=package) from None


@cache  # a version is read from disk, and each check of a text names the library
def named(package: str) -> str:
    """Return a package with its version.

    >>> named("regex").startswith("regex 20")
    True
    """
    from importlib.metadata import PackageNotFoundError, version  # slow to import, and most commands ask no library

    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return package


def part_error(part: str, package: str, why: object, line: int = 1) -> FormatError:
    """Return the error for a part of a file that its library refuses, with the reason that it gives. line: of that
    part; the place that the library names is one in what it was asked to load, the part by itself."""
    message = _PLACE.sub("", " ".join(str(why).split())) or type(why).__name__
    return FormatError("pipeline-part", line=line, part=part, library=named(package), why=message[:_KEPT])


@contextmanager
def asking(package: str) -> Iterator[None]:
    """Turn whatever a library raises inside into one error of ours; what we raise ourselves goes through.

    >>> with asking("tokenizers"):
    ...     raise ValueError("no such thing")
    Traceback (most recent call last):
    ...
    tokviz.errors.RulesError: ...
    """
    try:
        yield
    except TokvizError:
        raise
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:  # PanicException is no Exception
        message = " ".join(str(error).split()) or type(error).__name__
        raise RulesError("pipeline-failed", library=named(package), why=message[:_KEPT]) from None
