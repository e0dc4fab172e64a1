"""A chart is one file: found in its folder, named by nothing else."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from puzzle_runner.output.report import charts

from tests.output.report.conftest import Demo

INVENTED = '''"""How many puzzles there are."""

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.chart import Chart

ORDER = 99


def charts(data):
    """Yield the chart."""
    number = len(data.puzzles)
    body = svg.words("0", 20, f"{number} puzzles drawn", "day")
    table = {"head": ("n",), "rows": [(str(number),)]}
    yield Chart("invented", "How many", f"{number} puzzles.", body, 30, **table)
'''


def test_an_invented_chart_is_one_file(demo: Demo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module in the folder is on the page, in the overview, and among the pictures."""
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "invented.py").write_text(INVENTED)
    monkeypatch.setattr(charts, "__path__", [*charts.__path__, str(tmp_path / "modules")])
    page, folder = tmp_path / "page.html", tmp_path / "svg"
    ended = demo.run("report", "--output", str(page), "--svg", str(folder))
    assert (0, "") == (ended.code, ended.err)
    number = len(list((demo.workspace.root / "puzzles").glob("*.py")))
    html = page.read_text("utf-8")
    view = html.partition('<section id="overview">')[2].partition("</section>")[0]
    assert f"{number} puzzles drawn" in view and f"<td>{number}" in view
    assert 1 == html.count("puzzles drawn")
    assert f"{number} puzzles drawn" in (folder / "invented.svg").read_text("utf-8")


def test_every_chart_is_a_file(demo: Demo, tmp_path: Path) -> None:
    """Each is XML with a title, colours for light and dark, and nothing from elsewhere."""
    ended = demo.run("report", "--svg", str(tmp_path), "--json")
    written = [Path(path) for path in ended.document["written"]]
    assert sorted(tmp_path.iterdir()) == sorted(written)
    names = {path.stem for path in written}
    assert {"calendar-euler", "calendar-aoc2023", "times-aoc2024d1", "history-aoc2024d1"} <= names
    assert {"calendar", "times", "history"} == {name.partition("-")[0] for name in names}
    for path in written:
        root = ElementTree.parse(path).getroot()
        texts = [element.text or "" for element in root]
        assert texts[0] and texts[1], path
        assert "light-dark(" in texts[2]
        links = [value for element in root.iter() for name, value in element.items() if "href" in name]
        assert all(link.startswith("#") for link in links)
        assert not {"script", "a", "image"} & {element.tag.rpartition("}")[2] for element in root.iter()}
    assert not demo.workspace.root.joinpath("report.html").exists()
    # A folder that is a file is one sentence.
    ended = demo.run("report", "--output", str(written[0] / "page.html"))
    assert (7, True) == (ended.code, "cannot be written" in ended.err)
