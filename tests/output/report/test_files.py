"""Pictures and the block of a README."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.output.report.conftest import TITLE, Demo

README = "# Mine\n\n<!-- report:begin -->\nold\n<!-- report:end -->\n\nThe end.\n"


def test_every_chart_is_a_file(demo: Demo, tmp_path: Path) -> None:
    """Each is XML with a title, colours for light and dark, and nothing from elsewhere."""
    demo.workspace.root.joinpath("report.html").unlink(missing_ok=True)
    ended = demo.run("report", "--svg", str(tmp_path), "--json")
    written = [Path(path) for path in ended.document["written"]]
    assert sorted(tmp_path.iterdir()) == sorted(written)
    names = {path.stem for path in written}
    assert {"calendar", "calendar-aoc2023", "times-aoc2024d1", "history-aoc2024d1"} <= names
    assert {"calendar", "times", "history"} == {name.partition("-")[0] for name in names}
    for path in written:
        root = ElementTree.parse(path).getroot()
        texts = [element.text or "" for element in root]
        assert texts[0] and texts[1], path
        assert "prefers-color-scheme:dark" in texts[2]
        links = [value for element in root.iter() for name, value in element.items() if "href" in name]
        assert all(link.startswith("#") for link in links)
        assert not {"script", "a", "image"} & {element.tag.rpartition("}")[2] for element in root.iter()}
    assert not demo.workspace.root.joinpath("report.html").exists()


def test_a_hostile_title_in_a_file(demo: Demo, tmp_path: Path) -> None:
    """It is text there too."""
    demo.run("report", "hostile", "--svg", str(tmp_path))
    root = ElementTree.parse(tmp_path / "calendar.svg").getroot()
    assert any(TITLE in (element.text or "") for element in root.iter())


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_update_rewrites_the_block_and_nothing_else(demo: Demo, tmp_path: Path, newline: str) -> None:
    """The calendar lies beside the README, or in the folder of pictures; the rest stays to the byte."""
    readme = tmp_path / "README.md"
    readme.write_bytes(README.replace("\n", newline).encode())
    assert 0 == demo.run("report", "--update", str(readme)).code
    lines = readme.read_bytes().decode().split(newline)
    assert ["# Mine", "", "<!-- report:begin -->", ""] == lines[:4]
    assert lines[4].startswith("![Solved and right: Advent of Code 2024: 3 of 50")
    assert lines[4].endswith("](calendar.svg)")
    assert ["", "<!-- report:end -->", "", "The end.", ""] == lines[5:]
    assert (tmp_path / "calendar.svg").read_bytes().startswith(b"<svg")
    pictures = tmp_path / "docs" / "my pictures"
    ended = demo.run("report", "--update", str(readme), "--svg", str(pictures))
    assert 0 == ended.code
    assert "](docs/my%20pictures/calendar.svg)" in readme.read_text("utf-8")
    assert (pictures / "calendar.svg").exists()


@pytest.mark.parametrize(("code", "text"), [(2, "# Mine\n"), (4, None)])
def test_a_readme_without_a_place(demo: Demo, tmp_path: Path, code: int, text: str | None) -> None:
    """It is refused with a sentence, and nothing is written."""
    if text:
        (tmp_path / "README.md").write_text(text)
    ended = demo.run("report", "--update", str(tmp_path / "README.md"))
    assert (code, "") == (ended.code, ended.out)
    assert "README.md" in ended.err
    assert [] == [path for path in tmp_path.iterdir() if path.name != "README.md"]


def test_page_and_pictures_together(demo: Demo, tmp_path: Path) -> None:
    """With --output, the page is written beside whatever else was asked for."""
    ended = demo.run("report", "--svg", str(tmp_path / "b"), "--output", str(tmp_path / "page.html"))
    assert (tmp_path / "page.html").exists()
    assert "54 of 57 parts right, 56 solutions measured" in ended.out


def test_what_cannot_be_written(demo: Demo, tmp_path: Path) -> None:
    """A folder that is a file is one sentence."""
    (tmp_path / "file").write_text("")
    ended = demo.run("report", "--output", str(tmp_path / "file" / "page.html"))
    assert 7 == ended.code
    assert "cannot be written" in ended.err
