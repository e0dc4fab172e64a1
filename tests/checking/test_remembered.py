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


def test_nothing_is_made_by_reading(tmp_path: Path) -> None:
    """Where nothing was remembered, reading finds nothing and leaves no file."""
    assert {} == remembered.read(tmp_path, Path("/w"))
    assert [] == list(tmp_path.iterdir())
