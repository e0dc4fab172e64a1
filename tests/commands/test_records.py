"""`puzzles records drop`."""

import pytest
from puzzle_runner.timing.records import open_records

from tests.conftest import Workspace
from tests.records import record

DAY = 86400.0


@pytest.fixture
def measured(workspace: Workspace) -> Workspace:
    """Return a workspace, and keep records of two puzzles, one old and one new of each."""
    with open_records() as store:
        for puzzle in ("euler1", "euler2"):
            store.add(
                record(puzzle=puzzle, taken=days * DAY, sources=(f"{days}.py",)) for days in (10, 20000)
            )
    return workspace


def kept() -> list[tuple[str, float, list[tuple[str, ...]]]]:
    """Return puzzle, day and the known sources of what is left."""
    with open_records() as store:
        found = store.of(store.puzzles())
        return [(one.puzzle, one.taken // DAY, store.sources(one.puzzle)) for one in found]


def test_the_records_before_a_day_are_deleted(measured: Workspace) -> None:
    """Those of the puzzles that are named, with what is known of their sources."""
    ended = measured.run("records", "drop", "euler1", "--before", "2000-01-01", "--yes")
    assert (0, "1 record deleted.\n", "") == ended
    assert [("euler1", 20000, [("20000.py",)]), ("euler2", 10), ("euler2", 20000)] == [
        row if row[0] == "euler1" else row[:2] for row in kept()
    ]
    assert {"schema": 1, "dropped": 3} == measured.run("records", "drop", "euler", "--yes", "--json").document
    assert [] == kept()


@pytest.mark.parametrize(
    ("code", "arguments"),
    [(2, ()), (2, ("euler1", "--before", "soon")), (2, ("euler1", "--before", "9" * 99)), (3, ("euler3",))],
)
def test_what_names_nothing_deletes_nothing(
    measured: Workspace, code: int, arguments: tuple[str, ...]
) -> None:
    """No selector, no date, no such puzzle."""
    assert code == measured.run("records", "drop", *arguments).code
    assert 4 == len(kept())


def test_without_a_terminal_nothing_is_deleted_unasked(measured: Workspace) -> None:
    """The sentence has the command that deletes them."""
    ended = measured.run("records", "drop", "euler*", "--before", "2000-01-01")
    command = "puzzles records drop 'euler*' --before 2000-01-01 --yes"
    sentence = f'Without a terminal, records are deleted only with --yes: "{command}". Nothing was deleted.'
    assert (1, "", f"puzzles: {sentence}\n", 4) == (*ended, len(kept()))


def test_what_there_is_is_named(measured: Workspace) -> None:
    """Where nothing of what was named has been measured."""
    said = "puzzles: There are no records of aoc, but of: euler1, euler2.\n"
    assert (3, "", said) == measured.run("records", "drop", "aoc", "--yes")
    assert 0 == measured.run("records", "drop", "euler", "--yes").code
    assert "puzzles: There are no records yet.\n" == measured.run("records", "drop", "aoc", "--yes").err


@pytest.mark.parametrize("typed", [["n"], []])
def test_a_person_is_asked(measured: Workspace, typed: list[str]) -> None:
    """At a terminal, and told how many they are; no is no, and so is the end of the input."""
    ended = measured.in_terminal("records", "drop", "euler1", typed=typed, prompt="[y/N]: ")
    assert (1, True, 4) == (
        ended.code,
        "Delete 2 records of euler1 permanently? [y/N]: " in ended.out,
        len(kept()),
    )
    assert "You said no. Nothing was deleted." in ended.out
    assert 0 == measured.in_terminal("records", "drop", "euler1", "--yes").code
    assert 2 == len(kept())


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            ("euler",),
            [
                "Delete 6 records of euler1, euler2, euler300000",
                "permanently? [y/N]: n",
                "puzzles: You said no. Nothing was deleted.",
            ],
        ),
        (
            ("srm", "aoc"),
            ["puzzles: There are no records of srm aoc, but of: euler1,", "euler2, euler300000."],
        ),
        (("euler", "--yes"), ["6 records deleted."]),
    ],
)
def test_each_line_fits_a_narrow_terminal(
    measured: Workspace, arguments: tuple[str, ...], lines: list[str]
) -> None:
    """It is broken between words, also before the answer to a question."""
    with open_records() as store:
        store.add(record(puzzle="euler300000", taken=days * DAY, sources=(f"{days}.py",)) for days in (1, 2))
    ended = measured.in_terminal(
        "records", "drop", *arguments, typed=["n"], prompt="[y/N]: ", COLUMNS="60", NO_COLOR="1"
    )
    assert lines == ended.out.splitlines()
