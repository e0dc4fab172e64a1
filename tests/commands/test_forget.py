"""`puzzles bench --forget`."""

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


def test_the_measurements_of_puzzles_are_deleted(measured: Workspace) -> None:
    """Those of the puzzles that are named, with what is known of their sources."""
    assert (0, "2 measurements deleted.\n", "") == measured.run("bench", "euler1", "--forget", "--yes")
    assert [("euler2", 10), ("euler2", 20000)] == [row[:2] for row in kept()]
    with open_records() as store:
        assert [] == store.sources("euler1")
    assert {"schema": 1, "deleted": 2} == measured.run("bench", "*", "--forget", "--yes", "--json").document
    assert [] == kept()


@pytest.mark.parametrize(
    ("code", "arguments"),
    [(2, ()), (2, ("euler1", "--part", "1")), (2, ("euler1", "--samples", "2")), (3, ("euler3",))],
)
def test_what_names_nothing_deletes_nothing(
    measured: Workspace, code: int, arguments: tuple[str, ...]
) -> None:
    """No selector, a part alone, no such puzzle."""
    assert code == measured.run("bench", "--forget", "--yes", *arguments).code
    assert 4 == len(kept())


def test_nothing_is_deleted_without_a_yes(measured: Workspace) -> None:
    """The sentence tells how many there are, and the option that deletes them."""
    ended = measured.run("bench", "euler1", "--forget")
    said = "2 measurements of euler1 would be deleted permanently: add --yes. Nothing was deleted."
    assert (1, f"puzzles: {said}\n", 4) == (ended.code, ended.err, len(kept()))
