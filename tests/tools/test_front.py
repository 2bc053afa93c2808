"""The line of the READMEs that leads to the published site, as the workflow writes it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools.front import LINES, MARK, main


@pytest.fixture
def checkout(root: Path, tmp_path: Path) -> Path:
    """A folder with both READMEs."""
    for name in LINES:
        shutil.copy(root / name, tmp_path)
    return tmp_path


def written(folder: Path) -> dict[str, str]:
    return {name: (folder / name).read_text(encoding="utf-8") for name in LINES}


def test_the_line_is_below_the_title_and_leads_to_the_site_or_the_picture(root: Path) -> None:
    for name, text in written(root).items():
        title, blank, line, *_ = text.splitlines()
        assert (title, blank) == ("# tokviz", ""), name
        assert line.endswith(f" {MARK}"), name
        assert text.count(MARK) == 1, name
        assert line == f"{LINES[name][0]} {MARK}" or "https://" in line, name


@pytest.mark.parametrize("address", ["https://ada.github.io/tokviz", "https://ada.github.io/tokviz/"])
def test_the_address_replaces_the_picture_and_goes_again(checkout: Path, address: str) -> None:
    assert main([""], checkout) == 0
    before = written(checkout)
    assert main([address], checkout) == 0
    after = written(checkout)
    assert "(https://ada.github.io/tokviz/)" in after["README.md"]
    assert "(https://ada.github.io/tokviz/zh/)" in after["README.zh.md"]
    assert "Open the picture" not in after["README.md"]
    changed = [set(after[name].splitlines()) - set(before[name].splitlines()) for name in LINES]
    assert [len(lines) for lines in changed] == [1, 1]
    assert main([address], checkout) == 0
    assert written(checkout) == after
    assert main([], checkout) == 0
    assert written(checkout) == before


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "https://a.b/) [x](y", "https://a.b/?q", "a.b", "https://\n"]
)
def test_what_is_no_address_is_refused(checkout: Path, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = written(checkout)
    assert main([address], checkout) == 2
    assert "make front ADDRESS=" in capsys.readouterr().err
    assert written(checkout) == before


def test_a_readme_without_its_line_is_said(checkout: Path) -> None:
    (checkout / "README.md").write_text("# tokviz\n", encoding="utf-8")
    with pytest.raises(ValueError, match="make front"):
        main(["https://a.b"], checkout)
