"""Remembered verdicts, in a real database."""

from pathlib import Path

from puzzle_runner.checking import remembered
from puzzle_runner.checking.remembered import Remembered
from puzzle_runner.model import Result, TaskKey, Verdict

KEY = TaskKey("euler1", 1, "default", "main")


def entry_of(answer: str, circumstances: str = "abc") -> Remembered:
    """Return a verdict on an answer."""
    result = Result("euler1", 1, "default", "main", None, Verdict.RIGHT, answer, seconds=0.25)
    return Remembered(circumstances, ("euler1.py", "_sum.py"), "def", remembered.to_keep(result))


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """Any text comes back as it was, half a surrogate and a zero byte included."""
    entry = entry_of("\ud800\0\n")
    remembered.write(tmp_path, Path("/w"), {KEY: entry})
    assert {KEY: entry} == remembered.read(tmp_path, Path("/w"))
    row = Result("euler1", 1, "default", "main", None, Verdict.SKIPPED, expected="7")
    recalled = entry.result(row)
    assert ("\ud800\0\n", "7", 0.25, True) == (
        *(recalled.answer, recalled.expected, recalled.seconds, recalled.cached),
    )
    assert recalled.verdict is Verdict.RIGHT


def test_a_newer_one_takes_the_place(tmp_path: Path) -> None:
    """There is one verdict for each key, the last one; other workspaces have theirs."""
    remembered.write(tmp_path, Path("/w"), {KEY: entry_of("1")})
    remembered.write(tmp_path, Path("/other"), {KEY: entry_of("3")})
    remembered.write(tmp_path, Path("/w"), {KEY: entry_of("2", "xyz")})
    assert {KEY: entry_of("2", "xyz")} == remembered.read(tmp_path, Path("/w"))


def test_only_what_is_asked_for_is_read(tmp_path: Path) -> None:
    """The verdicts of other puzzles stay on disk."""
    other = KEY._replace(puzzle="euler2")
    remembered.write(tmp_path, Path("/w"), {KEY: entry_of("1"), other: entry_of("2")})
    assert {other: entry_of("2")} == remembered.read(tmp_path, Path("/w"), ["euler2", "euler3"])
    assert {KEY, other} == remembered.read(tmp_path, Path("/w")).keys()


def test_a_name_that_no_database_can_hold_is_left_out(tmp_path: Path) -> None:
    """File names may be of any bytes; the other verdicts are kept, in a workspace of such a name too."""
    odd, root = KEY._replace(puzzle="\udcff"), Path("/w\udcff")
    remembered.write(tmp_path, root, {odd: entry_of("1"), KEY: entry_of("2")})
    assert {KEY: entry_of("2")} == remembered.read(tmp_path, root, ["\udcff", "euler1"])


def test_nothing_is_made_by_reading(tmp_path: Path) -> None:
    """Where nothing was remembered, reading finds nothing and leaves no file."""
    assert {} == remembered.read(tmp_path, Path("/w"))
    assert [] == list(tmp_path.iterdir())
