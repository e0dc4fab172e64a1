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


def test_it_is_read_once() -> None:
    """A later command gets the value of the same data without reading it again."""
    reader = Reader((1, "one", None, 2.5, {"a": [True]}))
    assert reader.value == value(reader) == value(reader)
    assert 1 == reader.asked


@pytest.mark.parametrize(("data", "names"), [(b"dato", ()), (b"data", ("name",)), (b"", ("data",))])
def test_other_data_and_other_names_are_read(data: bytes, names: tuple[str, ...]) -> None:
    """A value belongs to its data and its names."""
    reader = Reader(1)
    value(reader)
    value(reader, data, *names)
    assert 2 == reader.asked


def test_what_another_reader_made_is_read(tmp_path: Path) -> None:
    """A module of ours that was edited may read the same data in another way."""
    file, reader = tmp_path / "reader.py", Reader(1)
    file.write_text("")
    for text in ("", "# edited"):
        file.write_text(text)
        memo._version.cache_clear()
        with memo.open():
            memo.of(reader, b"", str(file))
    assert 2 == reader.asked


@pytest.mark.parametrize("odd", [object(), "x" * memo.LARGEST_VALUE])
def test_what_cannot_be_kept_is_read_each_time(odd: object) -> None:
    """A value of another type, or a very large one, is not kept; it is returned as ever."""
    reader = Reader(odd)
    assert odd is value(reader) and odd is value(reader)


@pytest.mark.parametrize("damage", [b"", b"no hash", bytes(100)])
def test_a_damaged_file_counts_as_missing(damage: bytes) -> None:
    """A file that does not fit its hash is not read, and is replaced."""
    reader = Reader(1)
    value(reader)
    (settings.data_folder() / memo.FILE).write_bytes(damage)
    assert [1, 1] == [value(reader), value(reader)]
    assert 2 == reader.asked


def test_without_a_store_it_goes_on() -> None:
    """A file that cannot be written costs nothing but the time to read again."""
    (settings.data_folder() / memo.FILE).mkdir(parents=True)
    reader = Reader(1)
    assert [1, 1] == [value(reader), value(reader)]


def test_what_one_command_uses_is_kept_whatever_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """The room is that of the workspace at hand; what others have left beside it is limited."""
    monkeypatch.setattr(memo, "LARGEST", 300)
    other, readers = Reader("x" * 250), [Reader("x" * 70) for _ in range(9)]
    value(other, b"other")
    for _ in range(2):
        with memo.open():
            for number, reader in enumerate(readers):
                memo.of(reader, b"%d" % number, READER)
    assert {1} == {reader.asked for reader in (*readers, other)}
    value(Reader("x" * 100), b"another")
    value(other, b"other")
    assert 2 == other.asked


def test_check_and_list_parse_no_module_twice(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules and case files that did not change are parsed by the first command only; errors each time."""
    workspace.puzzle("bad", "def part1(:\n")
    workspace.puzzle(
        "one", "def part1(text, *, rows=1):\n    return 1\n", "[main]\ninput=''\npart1=1\nrows=2.5\n"
    )
    first = workspace.run("list", "--json").document
    checked = workspace.run("check", "--json")
    monkeypatch.setattr("puzzle_runner.storage.toml._loads", None)
    monkeypatch.setattr("puzzle_runner.layouts.modules.solutions", None)
    assert first == workspace.run("list", "--json").document
    again = workspace.run("check", "--json")
    assert [row | {"cached": row["part"] == 1} for row in checked.rows] == again.rows
