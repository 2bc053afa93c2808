"""The location of the files that are not modules: ``app.py``, ``pages/``, ``assets/`` and Streamlit's settings.

In a checkout they are at its top, beside the package. A wheel has one folder for all that it installs, so there they
are inside the package (pyproject.toml puts them there). Of these, only the version is read here.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["site", "version"]

_PACKAGE = Path(__file__).resolve().parent


def site(package: Path = _PACKAGE) -> Path:
    """Return the folder that holds ``app.py``, ``pages/`` and ``assets/`` of the installed package, or of its checkout.

    >>> (site() / "assets" / "icon.png").is_file()
    True
    """
    installed = package / "_site"
    return installed if installed.is_dir() else package.parent


def version(root: Path | None = None) -> str:
    """Return the version in the pyproject.toml of a checkout, or else that of the installed package.

    root: where to look for it, by default `site()`. The file comes first, since an editable installation keeps the
    version that the checkout had when it was installed.
    """
    import tomllib
    from importlib import metadata

    project = (root or site()) / "pyproject.toml"
    if project.is_file():
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
    return metadata.version("tokviz-lab")
