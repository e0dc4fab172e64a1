"""A workspace with something of everything, and its report."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from puzzle_runner import digest
from puzzle_runner.timing.records import Record, open_records

from tests.conftest import Workspace
from tests.records import record
from tests.repository import commit

TITLE, IDEA, SUMMARY, ANSWER = (
    f"<script>alert('{what}')</script>" for what in ("title", "idea", "summary", "answer")
)
SECRET = "the input that nobody should see"
RIGHT = "def part1(text): return 1\ndef part2(text): return 2\n"
SEVERAL = f'''"""Lamps

https://adventofcode.com/2024/day/1

Light them one by one.

Then count.
"""


{RIGHT}
def part1_quick(text):
    """Count at once."""
    return 1
def part1_wrong(text): return 5
'''
HOSTILE = f'''"""{TITLE}

{IDEA}
"""


def part1(text):
    """{SUMMARY}"""
    return "{ANSWER}"
'''
ONE_PART = f'[main]\ninput = "{SECRET}"\npart1 = 1\n'
CASES = f"{ONE_PART}part2 = 2\n"
DAY, START = 86400, 1_700_000_000


class Demo(NamedTuple):
    """The workspace, its page, what that says, the JSON with the same figures, and the environment of it."""

    workspace: Workspace
    page: Path
    html: str
    document: dict[str, Any]
    environment: dict[str, str]

    def run(self, *arguments: str) -> Any:
        """Run a command in the workspace."""
        return self.workspace.run(*arguments, **self.environment)


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """Return a workspace with puzzles of all kinds, right and wrong, fast and slow, fresh and stale."""
    folder = tmp_path_factory.mktemp("report")
    environment = {"PUZZLES_DATA_DIR": str(folder / "data"), "PUZZLES_CONFIG_DIR": str(folder / "config")}
    environment |= {"HOME": str(folder), "COLUMNS": "80"}
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(("PUZZLES_", "AOC_", "XDG_"))]:
            patch.delenv(name)
        for name, value in environment.items():
            patch.setenv(name, value)
        workspace = Workspace(folder / "demo")
        commits = fill(workspace)
        workspace.run("check", "--jobs", "2")
        with open_records() as store:
            store.add(records(workspace, commits))
        page = folder / "report.html"
        ended = workspace.run("report", "--output", str(page), "--json")
    assert (0, "") == (ended.code, ended.err)
    return Demo(workspace, page, page.read_text("utf-8"), ended.document, environment)


def fill(workspace: Workspace) -> list[str]:
    """Write the puzzles, one of them in four commits; return these."""
    commits = []
    for number, subject in enumerate(("Lamps", "Faster lamps", "Count", "Tidy")):
        workspace.puzzle("aoc2024d1", SEVERAL + f"# {number}\n", CASES)
        if not number:
            for day in range(2, 26):
                workspace.puzzle(f"aoc2023d{day - 1}", RIGHT, CASES)
            workspace.puzzle("aoc2023d25", "def part1(text): return 1\n", CASES)
            workspace.puzzle("aoc2024d2", RIGHT, CASES)
            for id, body in {"euler7": "return 8", "euler120": "return 1", "srm5": "..."}.items():
                workspace.puzzle(id, f"def part1(text): {body}\n", ONE_PART)
            workspace.puzzle("hostile", HOSTILE, f'[main]\ninput = "x"\npart1 = "{ANSWER}"\n')
            workspace.puzzle("broken", "def part1(\n")
        commits.append(commit(workspace.root, subject))
    return commits


def records(workspace: Workspace, commits: list[str]) -> Iterator[Record]:
    """Yield what was measured."""
    for number, (revision, seconds) in enumerate(zip(commits, (0.008, 0.002, 0.004, 0.004), strict=True)):
        old = {} if number == 3 else {"source_hash": f"old {number}"}
        moment = START + number * DAY
        yield measured(
            workspace, "aoc2024d1", seconds, revision=revision, committed=moment, taken=moment, **old
        )
    yield measured(workspace, "aoc2024d1", 0.001, solution="quick")
    yield measured(workspace, "aoc2024d1", 0.0001, solution="wrong", verdict="wrong", answer="5")
    yield measured(workspace, "aoc2024d1", 0.2, part=2, answer="2", calibration=0.003)
    yield measured(workspace, "aoc2024d2", 0.05, source_hash="another", answer="1")
    for day in range(1, 26):
        for part in (1, 2) if day < 25 else (1,):
            yield measured(workspace, f"aoc2023d{day}", 0.001 * day, part=part, answer=str(part))
    yield measured(workspace, "euler120", 75.0)
    yield measured(workspace, "hostile", 0.003, answer=ANSWER, input="x")
    yield measured(workspace, "euler7", 0.5, answer="8", machine="Elsewhere", calibration=0.002)


def measured(workspace: Workspace, id: str, seconds: float, input: str = SECRET, **changes: Any) -> Record:
    """Return a record of a puzzle as it is now."""
    path = workspace.root / "puzzles" / f"{id}.py"
    now = {"sources": (path.name,), "source_hash": digest.code([path]), "input_hash": digest.text(input)}
    now |= {"revision": None, "committed": None, "taken": START + 10.0 * DAY}
    return record(seconds, **{"puzzle": id, "answer": "1"} | now | changes)
