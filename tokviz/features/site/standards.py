"""The standards of course platforms for which lessons are packed, and the names of the packages in the site."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Standard:
    """A standard of course platforms. name: in names of files. title: as people say it. platform: as the script knows
    it. manifest: the file by which a platform knows a package; template: the one that it is made of. sends: whether the
    pages send what they report over the network, and not to the window around them."""

    name: str
    title: str
    platform: str
    manifest: str
    template: str
    sends: bool = False


STANDARDS = (
    Standard("scorm-1.2", "SCORM 1.2", "1.2", "imsmanifest.xml", "scorm_12.xml"),
    Standard("scorm-2004", "SCORM 2004", "2004", "imsmanifest.xml", "scorm_2004.xml"),
    Standard("xapi", "xAPI", "xapi", "tincan.xml", "tincan.xml", sends=True),
)


def file_of_package(lesson: str, language: str, standard: Standard) -> str:
    """Return the path of a package in the site.

    >>> file_of_package("bpe", "en", STANDARDS[0])
    'course/bpe.en.scorm-1.2.zip'
    """
    return f"course/{lesson}.{language}.{standard.name}.zip"
