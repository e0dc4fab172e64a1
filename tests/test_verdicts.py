"""Remembered verdicts, in a real database."""

from pathlib import Path

from runner import verdicts
from runner.model import Result, Verdict
from runner.verdicts import Key, Remembered

KEY = Key("euler1", 1, "default", "main", "")


def remembered(answer: str, circumstances: str = "abc") -> Remembered:
    """Return a verdict on an answer."""
    result = Result("euler1", 1, "default", "main", None, Verdict.RIGHT, answer, seconds=0.25)
    return Remembered(circumstances, ("euler1.py", "_sum.py"), "def", verdicts.said(result))


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """Any text comes back as it was, half a surrogate and a zero byte included."""
    entry = remembered("\ud800\0\n")
    verdicts.write(tmp_path, Path("/w"), {KEY: entry})
    assert {KEY: entry} == verdicts.read(tmp_path, Path("/w"))
    row = Result("euler1", 1, "default", "main", None, Verdict.SKIPPED, expected="7")
    recalled = entry.result(row)
    assert ("\ud800\0\n", "7", 0.25, True) == (
        *(recalled.answer, recalled.expected, recalled.seconds, recalled.cached),
    )
    assert recalled.verdict is Verdict.RIGHT


def test_a_newer_one_takes_the_place(tmp_path: Path) -> None:
    """There is one verdict for each key, the last one; other workspaces have theirs."""
    verdicts.write(tmp_path, Path("/w"), {KEY: remembered("1")})
    verdicts.write(tmp_path, Path("/other"), {KEY: remembered("3")})
    verdicts.write(tmp_path, Path("/w"), {KEY: remembered("2", "xyz")})
    assert {KEY: remembered("2", "xyz")} == verdicts.read(tmp_path, Path("/w"))


def test_nothing_is_made_by_reading(tmp_path: Path) -> None:
    """Where nothing was remembered, reading finds nothing and leaves no file."""
    assert {} == verdicts.read(tmp_path, Path("/w"))
    assert [] == list(tmp_path.iterdir())
