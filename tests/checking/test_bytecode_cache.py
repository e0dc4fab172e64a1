"""A module is compiled once, and never run from the code of another source."""

import importlib.util
import marshal
from pathlib import Path

import pytest
from puzzle_runner import settings
from puzzle_runner.checking import bytecode_cache
from puzzle_runner.engines.function import ENGINE as FUNCTION
from puzzle_runner.model import Limits
from puzzle_runner.running import pool
from puzzle_runner.running.call import Job
from puzzle_runner.storage import memo

from tests.conftest import Workspace

ONE = "def part1(text):\n    return 1\n"
TWO = b"def part1(text):\n    return 2\n"
CASE = '[main]\ninput = "x"\npart1 = 1\n'


def code_of(source: bytes, path: Path, compiled_from: bytes) -> bytes:
    """Return the code of a source as that of another one."""
    return importlib.util.source_hash(source) + marshal.dumps(compile(compiled_from, str(path), "exec"))


def answers(workspace: Workspace, *options: str) -> list[str | None]:
    """Return the answers of a check in which all is run."""
    return [row["answer"] for row in workspace.run("check", "--fresh", "--json", *options).rows]


def kept() -> int:
    """Return of how many modules the code is kept."""
    with memo.open(bytecode_cache.FILE) as store:
        return len(store.values)


def test_the_code_that_is_kept_is_run(workspace: Workspace) -> None:
    """A later check does not compile a module again: another code in that place is seen in the answer."""
    path = workspace.puzzle("one", ONE, CASE)
    assert ["1"] == answers(workspace)
    assert 1 == kept()
    (settings.data_folder() / bytecode_cache.FILE).unlink()
    with memo.open(bytecode_cache.FILE) as store:
        source = path.read_bytes()
        store.add(code_of(source, path, TWO), source, bytecode_cache.__file__, str(path))
    assert ["2"] == answers(workspace)


def test_an_edited_module_is_compiled(workspace: Workspace) -> None:
    """The code of what it was before is not run."""
    workspace.puzzle("one", ONE, CASE)
    assert ["1"] == answers(workspace)
    workspace.puzzle("one", ONE.replace("1\n", "3\n"))
    assert ["3"] == answers(workspace)
    assert 2 == kept()


def test_code_of_another_source_is_not_run(tmp_path: Path) -> None:
    """A module that was edited after its code was looked up runs as it is now."""
    path = tmp_path / "p.py"
    path.write_bytes(TWO)
    job = Job("p", path, FUNCTION, "part1", "x", Limits(10, 2**30))
    with_code = [job._replace(code=code_of(source, path, ONE.encode())) for source in (ONE.encode(), TWO)]
    assert ["2", "1"] == [next(pool.run_all([each], 1))[1].answer for each in with_code]
    pool.stop()


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        ("def part1(text):\n    return 1\nreturn 2\n", "error"),
        (ONE + "#" * bytecode_cache.LONGEST, "right"),
        (f"{ONE}{'lambda: ' * 1000}1\n", "right"),
        ("# -*- coding: latin-1 -*-\ndef part1(text):\n    return len('\xe4')\n", "right"),
    ],
)
def test_what_is_not_kept_is_run_all_the_same(workspace: Workspace, source: str, verdict: str) -> None:
    """A module that cannot be compiled or written down, or is long, has the same verdict each time."""
    workspace.puzzle("one", source.encode("latin-1"), CASE)
    rows = [workspace.run("check", "--fresh", "--json").rows for _ in range(2)]
    assert [verdict, verdict] == [row["verdict"] for (row,) in rows]
    assert rows[0][0]["message"] == rows[1][0]["message"]


def test_a_traceback_of_kept_code_names_the_line(workspace: Workspace) -> None:
    """What is shown of an error does not depend on where its code came from."""
    workspace.puzzle("one", "def part1(text):\n    raise ValueError('no')\n", CASE)
    first, second = (workspace.run("check", "--fresh", "--json").rows[0]["message"] for _ in range(2))
    assert "ValueError: no (one.py, line 2, in part1)" in first
    assert first == second
