"""Parsed values are remembered by the hash of their source."""

from pathlib import Path

import pytest
from puzzle_runner import settings
from puzzle_runner.storage import memo

from tests.conftest import Workspace

READER = __file__


class Reader:
    """Returns a value, and counts how often it was asked for it."""

    def __init__(self, value: object) -> None:
        self.value = value
        self.asked = 0

    def __call__(self) -> object:
        self.asked += 1
        return self.value


def value(reader: Reader, data: bytes = b"data", *names: str) -> object:
    """Return what a command of its own gets."""
    with memo.open():
        return memo.of(reader, data, READER, *names)


def test_it_is_read_once_by_its_data_its_names_and_its_reader(tmp_path: Path) -> None:
    """A later command gets the value without reading it again; a module of ours may have been edited."""
    reader = Reader((1, "one", None, 2.5, {"a": [True]}))
    assert reader.value == value(reader) == value(reader)
    assert 1 == reader.asked
    for asked, (data, *names) in enumerate([(b"dato",), (b"data", "name"), (b"", "data")], 2):
        assert (reader.value, asked) == (value(reader, data, *names), reader.asked)
    file, reader = tmp_path / "reader.py", Reader(1)
    for text in ("", "# edited"):
        file.write_text(text)
        with memo.open():
            memo.of(reader, b"", str(file))
    assert 2 == reader.asked
    # A value of another type is returned as ever.
    odd = Reader(object())
    assert odd.value is value(odd, b"odd") and odd.value is value(odd, b"odd")


def test_a_damaged_file_counts_as_missing() -> None:
    """One that does not fit its hash is replaced; one that cannot be written costs time to read again."""
    reader, file = Reader(1), settings.data_folder() / memo.FILE
    value(reader)
    for asked, damage in enumerate((b"", b"no hash", bytes(100)), 2):
        file.write_bytes(damage)
        assert [1, 1, asked] == [value(reader), value(reader), reader.asked]
    file.unlink()
    file.mkdir()
    assert [1, 1] == [value(reader), value(reader)]


def test_a_file_that_is_too_large_keeps_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot grow for ever; the values of the command at hand stay, whatever their size."""
    monkeypatch.setattr(memo, "LARGEST", 300)
    first, second = Reader("x" * 250), Reader("y" * 400)
    values = [value(reader, str(reader.value).encode()) for reader in (first, second, second, first)]
    assert [first.value, second.value, second.value, first.value] == values
    assert [2, 1] == [first.asked, second.asked]


def test_check_and_list_parse_no_module_twice(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules and case files that did not change are parsed by the first command only; errors each time."""
    workspace.puzzle("bad", "def part1(:\n")
    workspace.puzzle(
        "one", "def part1(text, *, rows=1):\n    return 1\n", "[main]\ninput=''\npart1=1\nrows=2\n"
    )
    first = workspace.run("list", "--json").document
    checked = workspace.run("check", "--json")
    monkeypatch.setattr("tomllib.loads", None)
    monkeypatch.setattr("puzzle_runner.layouts.modules.solutions", None)
    assert first == workspace.run("list", "--json").document
    again = workspace.run("check", "--json")
    assert [row | {"cached": row["part"] == 1} for row in checked.rows] == again.rows
