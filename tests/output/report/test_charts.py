"""The charts of a report as files."""

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from tests.output.report.conftest import Demo


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
    # Days that are right, in part or not, that fail, and that nobody has checked.
    shown = "".join(path.read_text("utf-8") for path in tmp_path.glob("calendar-*.svg"))
    kinds = Counter(re.findall('class="(all|some|bad|is)"', shown))
    assert {"all": 27, "some": 1, "bad": 3, "is": 1} == kinds
    # A folder that is a file is one sentence.
    ended = demo.run("report", "--output", str(written[0] / "page.html"))
    assert (7, True) == (ended.code, "cannot be written" in ended.err)
