"""Records from machine to machine, and as CSV."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from puzzle_runner.errors import Unreadable
from puzzle_runner.timing import exchange
from puzzle_runner.timing.records import open_records

from tests.conftest import Workspace
from tests.records import record


def test_lines_come_back() -> None:
    """A record is what it was, but for its answer, which stays; its sources may lie beside puzzles."""
    names = ("my-puzzle", "two words", "a.b", "\u00e9t\u00e9")
    records = [record(puzzle=name, solution=name) for name in names]
    records.append(record(taken=1.0, sources=("../2021/day01.py",)))
    lines = [*exchange.to_jsonl(records)]
    assert [replace(one, answer=None) for one in records] == [*exchange.from_jsonl(lines, "file")]
    assert "answer" not in json.loads(lines[0])


def test_earlier_versions_read_what_is_measured(workspace: Workspace) -> None:
    """They ask for fields, columns and tables that nothing uses any more, in exports and in the database."""
    workspace.puzzle("one", "def part1(text):\n    return 1\n", "[main]\ninput = '7'\n")
    workspace.run("bench", "one", "--samples", "2")
    fields = json.loads(workspace.run("export", "--to", "jsonl").out)
    assert fields["collects"] and len(fields["waits"][0]) == len(fields["samples"][0])
    with open_records() as known:
        query = "SELECT parse, load, source_hash FROM records LEFT JOIN code USING (source_hash)"
        assert 1 == len(known.connection.execute(query).fetchall())


def test_import_from_another_machine(workspace: Workspace, tmp_path: Path) -> None:
    """What one data folder exports another imports, once; a second time says it is there already."""
    with open_records() as known:
        known.add([record(0.02, taken=1.0), record(0.01, taken=2.0)])
    path = tmp_path / "records.jsonl"
    path.write_text(workspace.run("export", "--to", "jsonl").out)
    other = {"PUZZLES_DATA_DIR": str(tmp_path / "other")}
    ended = workspace.run("import", str(path), **other)
    assert (0, "2 records imported.\n") == (ended.code, ended.out)
    for environment in (other, {}):
        ended = workspace.run("import", "-", stdin=path.read_text(), **environment)
        assert (0, "0 records imported, 2 were here already.\n") == (ended.code, ended.out)
    assert path.read_text() == workspace.run("export", "--to", "jsonl", **other).out


def test_too_few_samples_have_no_interval() -> None:
    """Earlier versions exported one; it may be left out, but not one of its ends."""
    given = {name: value for name, value in json.loads(LINE).items() if value is not None}
    assert [record(answer=None)] == [*exchange.from_jsonl([json.dumps(given)], "file")]
    fields = {"samples": [[0.01]] * 5, "cpu_samples": [[0.01]] * 5}
    for ends in ({}, {"low": None, "high": None}):
        [found] = exchange.from_jsonl([changed(**fields, **ends)], "file")
        assert (0.01, None, None) == (found.median, found.low, found.high)


LINE = next(exchange.to_jsonl([record()]))


def changed(**changes: Any) -> str:
    """Return the line of a record with some fields changed."""
    return json.dumps(json.loads(LINE) | changes)


# Some would be stored, and break what is shown of them for good.
WRONG: list[tuple[str, str, Any]] = [
    ("newer version", "schema", 2),
    *(('"median" is missing', "median", value) for value in (None, -1, 2**63, 1e300, 10**400)),
    ('"part" is missing', "part", "1"),
    ('"part" is missing', "part", True),
    ('"part" is missing', "part", -1),
    ('"samples" is missing', "samples", [1.0]),
    ('"dirty" is missing', "dirty", 0),
    ('"peak_bytes" is missing', "peak_bytes", 2**63),
    ('"machine" is missing', "machine", "a\0b"),
    ('"machine" is missing', "machine", "a\x1b[2Jb"),
    ('"notes" is missing', "notes", ["\ud800"]),
    ("needs samples", "samples", []),
    ("needs samples", "samples", [[1.0], []]),
    ("above 0", "calibration", 0),
    *(("no clock can measure", field, 5e-324) for field in ("median", "calibration")),
    ("no clock can measure", "samples", [[5e-324]]),
    ("no such part", "part", 10**9),
    ("no such puzzle", "puzzle", "../evil"),
    ("no such puzzle", "case", "a/b"),
    ("no such verdict", "verdict", "great"),
    ("must both be there", "low", None),
    ("year 9000", "taken", 1e12),
    ("year 9000", "committed", 9e11),
]


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        *((sentence, changed(**{field: value})) for sentence, field, value in WRONG),
        ("not JSON", "{"),
        ("not JSON", "[" * 100_000),
        ("not a record", "[]"),
        ("not a record", '{"puzzle": "euler1"}'),
        ("is missing or wrong", '{"schema": 1, "puzzle": "' + "x" * 10**6 + '"}'),
    ],
)
def test_a_line_that_is_no_record(sentence: str, line: str) -> None:
    """A bad line is named by file and number, with what is wrong."""
    with pytest.raises(Unreadable, match=r"^file, line 2: ") as error:
        [*exchange.from_jsonl([changed(), line], "file")]
    assert sentence in str(error.value)


def test_a_file_that_cannot_be_read(workspace: Workspace, tmp_path: Path) -> None:
    """One that is not there or no text is named in a sentence; one is taken in whole or not at all."""
    path = tmp_path / "records.jsonl"
    bad = f"{changed()}\n{{\n".encode()
    for content, sentence in ((None, "No such file"), (b"\xff", "not UTF-8"), (bad, "line 2")):
        if content:
            path.write_bytes(content)
        ended = workspace.run("import", str(path))
        assert (4, "", True) == (ended.code, ended.out, sentence in ended.err), ended
    with open_records() as known:
        assert [] == known.puzzles()


def test_csv(workspace: Workspace) -> None:
    """CSV has a line for each record: plain numbers, no samples, no answers, no formula of a spreadsheet."""
    with open_records() as known:
        known.add([record(0.02, taken=1.0), record(0.03, taken=3.0, machine="=cmd()")])
    assert 2 == len(workspace.run("export", "euler", "--to", "jsonl").out.splitlines())
    assert 3 == workspace.run("export", "aoc", "--to", "jsonl").code
    lines = [*csv.DictReader(io.StringIO(workspace.run("export", "--to", "csv").out))]
    assert [0.02, 0.03] == [round(float(line["median"]), 6) for line in lines]
    assert "'=cmd()" == lines[-1]["machine"]
    assert not {"samples", "answer"} & {*lines[0]}
