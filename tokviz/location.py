"""Where the files that are not modules are: ``app.py``, ``pages/``, ``assets/`` and Streamlit's settings.

In a checkout they stand at its top, beside the package. A wheel has one folder for all that it installs, so there they
stand inside the package (pyproject.toml puts them there). Nothing here reads them.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["site"]

_PACKAGE = Path(__file__).resolve().parent


def site(package: Path = _PACKAGE) -> Path:
    """The folder that holds ``app.py``, ``pages/`` and ``assets/`` of the installed package, or of its checkout.

    >>> (site() / "assets" / "icon.png").is_file()
    True
    """
    installed = package / "_site"
    return installed if installed.is_dir() else package.parent
