"""Times that nothing can take, stored by earlier versions or by hand: no command ends with them."""

from math import inf
from pathlib import Path

import pytest
from puzzle_runner import digest
from puzzle_runner.timing.records import open_records

from tests.conftest import Workspace
from tests.records import record

COMMANDS = """
check
leaderboard
leaderboard --by kind
leaderboard --normalize --format csv
report --output report.html
history euler1
bench euler1 --against saved --samples 6
bench euler1 --samples 1
export --to csv
"""


@pytest.mark.usefixtures("calls")
def test_no_command_ends_with_them(workspace: Workspace, tmp_path: Path) -> None:
    """A record with such a time, or one such sample, is not exported, and compared with nothing."""
    path = workspace.puzzle("euler1", "def part1(text):\n    return 1\n", '[main]\ninput = "x"\npart1 = 1\n')
    now = {"source_hash": digest.code([path]), "input_hash": digest.text("x"), "answer": "1"}
    records = []
    for number, seconds in enumerate([inf, -1.0, 1e-14]):
        samples = ((0.01,),) * 7 + ((seconds,),)
        one = {"samples": samples, "cpu_samples": samples, "taken": 1000.0 + number}
        times = dict.fromkeys(("median", "low", "high", "minimum"), seconds) | {"taken": 2000.0 + number}
        records.append(record(**now, **one, minimum=min(0.01, seconds)))
        records.append(record(**now, **times, name="saved"))
        records.append(record(**now, **times, revision="e" * 40))
    with open_records() as known:
        known.add(records)
    assert (0, "") == workspace.run("export", "--to", "jsonl")[:2]
    for command in COMMANDS.split("\n")[1:-1]:
        ended = workspace.run(*command.split())
        assert ended.code == 0, (command, ended)
        assert "inf" not in ended.out.split()
    file = tmp_path / "records.jsonl"
    file.write_text(workspace.run("export", "--to", "jsonl").out)
    ended = workspace.run("import", str(file), PUZZLES_DATA_DIR=str(tmp_path / "elsewhere"))
    assert (0, f"{len(file.read_text().splitlines())} records imported.\n") == (ended.code, ended.out)


def test_earlier_versions_gave_every_record_an_interval() -> None:
    """One of fewer than six workers is not read."""
    with open_records() as known:
        blocks = ((0.01, 0.02, 0.03),) * 5
        known.add([record(samples=blocks, cpu_samples=blocks), record(taken=1.0)])
        known.connection.execute("PRAGMA user_version = 6")
        known.connection.executescript(
            "DROP INDEX current; ALTER TABLE records DROP COLUMN low; ALTER TABLE records DROP COLUMN high;"
            "ALTER TABLE records ADD COLUMN low REAL NOT NULL DEFAULT 0.01;"
            "ALTER TABLE records ADD COLUMN high REAL NOT NULL DEFAULT 0.02;"
            "CREATE INDEX current ON records (puzzle, low, high)"
        )
    with open_records() as known:
        assert [(0.01, 0.02), (None, None)] == [(each.low, each.high) for each in known.of(["euler1"])]
