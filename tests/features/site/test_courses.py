"""Lessons as packages for course platforms: each whole, with the manifest of its standard, and leading nowhere else."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from pathlib import PurePosixPath
from posixpath import normpath
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from tests.cli.conftest import Cli, cli, right
from tests.features.site.test_files import Addresses, data_of
from tokviz import guides
from tokviz.features.site.standards import STANDARDS, Standard, file_of_package
from tokviz.features.site.web.courses import package, packages
from tokviz.features.site.web.files import files
from tokviz.views.shared.catalog import LANGUAGES, load

__all__ = ["cli"]

pytestmark = pytest.mark.program

PACKAGE = 400_000
"""The most bytes of a package."""
CONTENT = {
    "scorm-1.2": "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}",
    "scorm-2004": "{http://www.imsglobal.org/xsd/imscp_v1p1}",
}
"""The namespace of the elements of a manifest."""
SCO = {
    "scorm-1.2": "{http://www.adlnet.org/xsd/adlcp_rootv1p2}scormtype",
    "scorm-2004": "{http://www.adlnet.org/xsd/adlcp_v1p3}scormType",
}
VERSION = {"scorm-1.2": "1.2", "scorm-2004": "2004 3rd Edition"}
SCORM = [standard for standard in STANDARDS if not standard.sends]
(XAPI,) = (standard for standard in STANDARDS if standard.sends)


@cache
def all_packages() -> dict[str, bytes]:
    """Path in the site -> content."""
    return dict(packages(LANGUAGES))


@cache
def files_of(lesson: str, language: str, standard: Standard) -> dict[str, str]:
    """Return the files of a package, out of its zip."""
    with ZipFile(BytesIO(all_packages()[file_of_package(lesson, language, standard)])) as packed:
        assert packed.testzip() is None
        return {name: packed.read(name).decode() for name in packed.namelist()}


CASES = [(lesson, language) for lesson in guides.names() for language in LANGUAGES]


def test_every_lesson_has_a_package_for_each_language_and_standard() -> None:
    expected = [file_of_package(*case, standard) for case in CASES for standard in STANDARDS]
    assert sorted(all_packages()) == sorted(expected)
    assert max(map(len, all_packages().values())) < PACKAGE


def test_the_same_lesson_gives_the_same_bytes() -> None:
    assert dict(packages(["en"])) == {path: made for path, made in all_packages().items() if ".en." in path}


@pytest.mark.parametrize("standard", SCORM, ids=lambda standard: standard.name)
@pytest.mark.parametrize(("lesson", "language"), CASES)
def test_a_manifest_is_that_of_its_standard(lesson: str, language: str, standard: Standard) -> None:
    """Its elements, in the order of the standard; and every file that it names is there, and no other one."""
    packed = files_of(lesson, language, standard)
    assert next(iter(packed)) == "imsmanifest.xml"
    manifest, content = ElementTree.fromstring(packed["imsmanifest.xml"]), CONTENT[standard.name]
    title = guides.load(lesson).title[language]

    def only(parent: ElementTree.Element, *names: str) -> list[ElementTree.Element]:
        named = [child for child in parent if child.tag.startswith(content)]
        assert [child.tag.removeprefix(content) for child in named] == [*names]
        return named

    assert manifest.tag == f"{content}manifest"
    identifiers = [one.attrib["identifier"] for one in manifest.iter() if "identifier" in one.attrib]
    assert len(identifiers) == len(set(identifiers)) == 4
    assert all(re.fullmatch(r"[A-Za-z_][\w.-]*", one) for one in identifiers)
    metadata, organizations, resources = only(manifest, "metadata", "organizations", "resources")
    schema, version = only(metadata, "schema", "schemaversion")
    assert (schema.text, version.text) == ("ADL SCORM", VERSION[standard.name])
    (organization,) = only(organizations, "organization")
    assert organizations.attrib == {"default": organization.attrib["identifier"]}
    of_course, item = only(organization, "title", "item")
    (of_item,) = only(item, "title")
    assert of_course.text == of_item.text == title
    (resource,) = only(resources, "resource")
    assert item.attrib["identifierref"] == resource.attrib["identifier"]
    assert (resource.attrib["type"], resource.attrib[SCO[standard.name]]) == ("webcontent", "sco")
    named = [one.attrib["href"] for one in only(resource, *["file"] * (len(packed) - 1))]
    assert resource.attrib["href"] in named
    assert sorted([*named, "imsmanifest.xml"]) == sorted(packed)


@pytest.mark.parametrize(("lesson", "language"), CASES)
def test_a_package_of_statements_names_its_activity_and_its_page(lesson: str, language: str) -> None:
    packed, guide = files_of(lesson, language, XAPI), guides.load(lesson)
    (activity,) = ElementTree.fromstring(packed["tincan.xml"]).iter("{http://projecttincan.com/tincan.xsd}activity")
    name, about, launch = activity
    assert activity.attrib == {
        "id": f"urn:tokviz:lesson:{lesson}",
        "type": "http://adlnet.gov/expapi/activities/lesson",
    }
    assert (name.text, about.text) == (guide.title[language], guide.line[language])
    assert str(launch.text) in packed
    assert data_of(packed[str(launch.text)])["course"]["lesson"]["activity"] == activity.attrib["id"]


@pytest.mark.parametrize("standard", STANDARDS, ids=lambda standard: standard.name)
@pytest.mark.parametrize(("lesson", "language"), CASES)
def test_a_page_leads_nowhere_but_to_files_of_its_package(lesson: str, language: str, standard: Standard) -> None:
    packed = files_of(lesson, language, standard)
    (name,) = (name for name in packed if name.endswith(".html"))
    data: dict[str, Any] = data_of(packed[name])
    for address in Addresses(packed[name]).found:
        beside = normpath(str(PurePosixPath(name).parent / address))
        assert address == "data:," or beside in packed
    styled = {shown["kind"] for card in data["cards"] for shown in card["shows"]} - {"table", "text"}
    assert {f"{kind}.css" for kind in styled} <= packed.keys()
    assert data["home"] == data["after"] == data["app"] == ""
    assert "following" not in data["cards"][-1]["card"]["labels"]
    assert data["course"]["platform"] == standard.platform
    assert data["course"]["lesson"]["titles"] == [
        card.title[language].replace("`", "") for card in guides.load(lesson).cards
    ]


@pytest.mark.parametrize("standard", STANDARDS, ids=lambda standard: standard.name)
def test_only_statements_may_go_over_the_network(standard: Standard) -> None:
    page = files_of("bpe", "en", standard)["en/lesson-bpe.html"]
    (policy,) = re.findall(r'Content-Security-Policy" content="(.*?)"', page)
    assert policy.startswith("default-src 'none'; ")
    assert ("connect-src" in policy) == standard.sends


def test_a_title_with_marks_of_xml_is_text() -> None:
    guide = guides.parse(
        "mine",
        """
title.en = 'A < "B" & C'
line.en = "A line."
[[card]]
at = "/bpe?example=sennrich"
part = "picture"
title.en = "First"
text.en = "Look."
""",
    )
    for standard in STANDARDS:
        made = ElementTree.fromstring(package(guide, standard, load("en"))[standard.manifest])
        assert 'A < "B" & C' in [one.text for one in made.iter()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_lesson_offers_its_packages_where_they_are(language: str) -> None:
    path = f"{language}/lesson-bpe.html"
    offered = next(text for name, text in files([language], has_courses=True) if name == path)
    found = [normpath(f"{language}/{address}") for address in Addresses(offered).found if address.endswith(".zip")]
    assert found == [file_of_package("bpe", language, standard) for standard in STANDARDS]
    without = next(text for name, text in files([language]) if name == path)
    assert ".zip" not in without


def test_the_command_writes_them(cli: Cli, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from tokviz.features.site.web import courses
    from tokviz.features.site.web import files as site_files

    monkeypatch.setattr(site_files, "files", lambda *asked: iter({"index.html": f"{asked[-1]}"}.items()))
    monkeypatch.setattr(courses, "packages", lambda languages: iter({"course/bpe.en.zip": b"PK"}.items()))
    right(cli("site", "--output", str(tmp_path / "public"), "--scorm"))
    assert (tmp_path / "public/course/bpe.en.zip").read_bytes() == b"PK"
    assert (tmp_path / "public/index.html").read_text() == "True"
    right(cli("site", "--output", str(tmp_path / "public")))
    assert not (tmp_path / "public/course/bpe.en.zip").exists()
