"""Records in the formats of other tools, and from machine to machine."""

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner import digest
from puzzle_runner.errors import Unreadable
from puzzle_runner.timing import exchange, formats
from puzzle_runner.timing.formats import csv as csv_format
from puzzle_runner.timing.formats import hyperfine, jsonl, pyperf
from puzzle_runner.timing.records import Record, open_records

from tests.conftest import Workspace
from tests.records import record

# What hyperfine 1.15 itself writes for each result of --export-json, in its order.
HYPERFINE = ["command", "mean", "stddev", "median", "user", "system", "min", "max", "times", "exit_codes"]


@pytest.fixture
def two() -> list[Record]:
    """Return two records of one solution, an older and a newer, which have been kept."""
    records = [record(0.02, taken=1.0), record(0.01, taken=2.0, account="work")._replace(account=None)]
    with open_records() as known:
        known.add(records)
    return records


@pytest.fixture
def holding(workspace: Workspace) -> Workspace:
    """Return a workspace with two records of one solution that hold, and newer ones that do not."""
    path = workspace.puzzle("euler1", "def part1(text): return 23\n", '[main]\ninput = "7"\n')
    now = {"source_hash": digest.code([path]), "input_hash": digest.text("7")}
    others = [
        record(0.5, taken=3.0, input_hash=now["input_hash"], revision="0" * 40),
        record(0.6, taken=4.0, **now, solution="gone"),
        record(0.7, taken=5.0, **now, machine="another"),
        record(0.8, taken=6.0, **now, puzzle="euler2"),
    ]
    with open_records() as known:
        known.add([record(0.02, taken=1.0, **now), record(0.01, taken=2.0, **now), *others])
    return workspace


@pytest.mark.parametrize("to", ["hyperfine", "pyperf", "github-action"])
def test_only_what_still_holds_is_exported(holding: Workspace, to: str) -> None:
    """Not another revision's time, nor that of a solution, a puzzle or a machine that is not here."""
    ended = holding.run("export", "--to", to)
    assert (0, "") == (ended.code, ended.err)
    labels = re.findall(r"euler\d part \d \w+", ended.out)
    assert ["euler1 part 1 default"] == labels
    holding.puzzle("euler1", "def part1(text): return 20 + 3\n")
    ended = holding.run("export", "--to", to)
    assert (0, "1 stale: puzzles bench euler1\n", []) == (
        ended.code, ended.err, re.findall(r"euler\d part", ended.out),
    )  # fmt: skip


def test_every_case_is_exported(holding: Workspace) -> None:
    """A record of a case that is not the real one counts as well."""
    holding.input("euler1", "cases.toml", '[main]\ninput = "7"\n[big]\ninput = "8"\n')
    source_hash = digest.code([holding.root / "puzzles/euler1.py"])
    with open_records() as known:
        known.add([record(source_hash=source_hash, input_hash=digest.text("8"), case="big")])
    results = json.loads(holding.run("export", "--to", "hyperfine").out)["results"]
    assert ["euler1 part 1 default (big)", "euler1 part 1 default"] == [each["command"] for each in results]


def test_lines_come_back(two: list[Record]) -> None:
    """Exported and read again, a record is what it was, but for its answer, which stays."""
    lines = [*jsonl.export(two)]
    assert [one._replace(answer=None) for one in two] == [*jsonl.read(lines, "file")]
    assert "answer" not in json.loads(lines[0])


def test_a_field_that_may_be_null_may_be_missing(two: list[Record]) -> None:
    """What another program has left out of a record is not known."""
    fields = json.loads(LINE)
    for name in [name for name, value in fields.items() if value is None]:
        (read,) = jsonl.read([json.dumps({key: fields[key] for key in fields if key != name})], "file")
        assert record()._replace(answer=None) == read
    for name in fields:
        try:
            assert 1 == len(
                [*jsonl.read([json.dumps({key: fields[key] for key in fields if key != name})], "file")]
            )
        except Unreadable:
            assert fields[name] is not None


@pytest.mark.parametrize("name", ["my-puzzle", "two words", "a.b", "\u00e9t\u00e9"])
def test_what_is_exported_can_be_imported(name: str) -> None:
    """Puzzles and solutions are files, which may have any printable name."""
    given = record(puzzle=name, solution=name)
    assert [given._replace(answer=None)] == [*jsonl.read(jsonl.export([given]), "file")]


def test_import_from_another_machine(workspace: Workspace, two: list[Record], tmp_path: Path) -> None:
    """What one data folder exports another imports, once; a second time says it is there already."""
    path = tmp_path / "records.jsonl"
    path.write_text(workspace.run("export", "--to", "jsonl").out)
    other = {"PUZZLES_DATA_DIR": str(tmp_path / "other")}
    ended = workspace.run("import", str(path), **other)
    assert (0, "2 records imported.\n") == (ended.code, ended.out)
    ended = workspace.run("import", "-", stdin=path.read_text(), **other)
    assert (0, "0 records imported, 2 were here already.\n") == (ended.code, ended.out)
    assert path.read_text() == workspace.run("export", "--to", "jsonl", **other).out


def test_records_of_ones_own_are_not_doubled(workspace: Workspace, two: list[Record], tmp_path: Path) -> None:
    """A file that comes back to where it was written brings nothing twice."""
    path = tmp_path / "records.jsonl"
    path.write_text(workspace.run("export", "--to", "jsonl").out)
    assert "0 records imported, 2 were here already.\n" == workspace.run("import", str(path)).out


LINE = next(jsonl.export([record()]))


def changed(**changes: Any) -> str:
    """Return the line of a record with some fields changed."""
    return json.dumps(json.loads(LINE) | changes)


# What would be stored, and break what is shown of it for good.
OUT_OF_RANGE: list[tuple[str, str, Any]] = [
    ("no clock can measure", "median", 5e-324),
    ("no clock can measure", "samples", [[5e-324]]),
    ("no clock can measure", "calibration", 5e-324),
    ('"peak_bytes" is missing', "peak_bytes", 2**63),
    ('"part" is missing', "part", -1),
    ("no such part", "part", 10**9),
    ('"machine" is missing', "machine", "a\0b"),
    ('"machine" is missing', "machine", "a\x1b[2Jb"),
    ('"notes" is missing', "notes", ["\ud800"]),
    ("no such verdict", "puzzle", "../evil"),
    ("no such verdict", "verdict", "great"),
    ("no such verdict", "case", "a/b"),
    ("year 9000", "taken", 1e12),
    ("year 9000", "committed", 9e11),
    ("not below a workspace", "sources", ["/dev/zero"]),
    ("not below a workspace", "sources", ["a/../../b"]),
]


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("not JSON", "{"),
        ("not a record", "[]"),
        ("not a record", '{"puzzle": "euler1"}'),
        ("newer version", changed(schema=2)),
        ('"median" is missing', changed(median=None)),
        ('"median" is missing', changed(median=-1)),
        ('"part" is missing', changed(part="1")),
        ('"part" is missing', changed(part=True)),
        ('"samples" is missing', changed(samples=[1.0])),
        ("needs samples", changed(samples=[])),
        ("needs samples", changed(samples=[[1.0], []])),
        ("for each of the samples", changed(waits=[[0.0]])),
        ("above 0", changed(calibration=0)),
        ('"dirty" is missing', changed(dirty=0)),
        *(('"median" is missing', changed(median=value)) for value in (2**63, 1e300, 10**400)),
        *((text, changed(**{field: value})) for text, field, value in OUT_OF_RANGE),
        ("not JSON", "[" * 100_000),
        ("is missing or wrong", '{"schema": 1, "puzzle": "' + "x" * 10**6 + '"}'),
    ],
)
def test_a_line_that_is_no_record(sentence: str, line: str) -> None:
    """A bad line is named by file and number, with what is wrong."""
    with pytest.raises(Unreadable, match=r"^file, line 2: ") as error:
        [*jsonl.read([changed(), line], "file")]
    assert sentence in str(error.value)


plain = st.none() | st.booleans() | st.floats() | st.text()


@given(st.recursive(plain, lambda inner: st.lists(inner, max_size=3), max_leaves=9))
def test_any_value_in_a_field_is_a_record_or_a_sentence(value: Any) -> None:
    """Whatever stands in a field, the line is a record or refused."""
    for field in ("samples", "load", "sources", "taken"):
        try:
            assert 1 == len([*jsonl.read([changed(**{field: value})], "file")])
        except Unreadable:
            pass


def test_a_bad_line_imports_nothing(workspace: Workspace, tmp_path: Path) -> None:
    """A file is taken in whole or not at all."""
    path = tmp_path / "records.jsonl"
    path.write_text(f"{changed()}\n{{\n")
    ended = workspace.run("import", str(path))
    assert (4, "") == (ended.code, ended.out)
    assert "line 2" in ended.err
    with open_records() as known:
        assert [] == known.puzzles()


@pytest.mark.parametrize(("content", "sentence"), [(None, "No such file"), (b"\xff", "not UTF-8")])
def test_a_file_that_cannot_be_read(
    workspace: Workspace, tmp_path: Path, content: bytes | None, sentence: str
) -> None:
    """A file that is not there or no text is named in a sentence."""
    path = tmp_path / "records.jsonl"
    if content:
        path.write_bytes(content)
    ended = workspace.run("import", str(path))
    assert 4 == ended.code
    assert sentence in ended.err


def test_hyperfine(holding: Workspace) -> None:
    """The newest record of a solution is exported with the keys that hyperfine writes, in seconds."""
    [result] = json.loads(holding.run("export", "--to", "hyperfine").out)["results"]
    assert HYPERFINE == [*result]
    assert ("euler1 part 1 default", 12, 12) == (
        result["command"], len(result["times"]), len(result["exit_codes"]),
    )  # fmt: skip
    assert pytest.approx(0.01) == result["median"]
    assert result["min"] <= result["median"] <= result["max"]


def test_hyperfine_knows_no_deviation_of_one_sample() -> None:
    """Where there is one sample, its deviation is null; of two it is a number."""
    once, twice = (record(samples=samples, cpu_samples=samples) for samples in (((1.0,),), ((1.0, 3.0),)))
    deviations = [result["stddev"] for result in json.loads(*hyperfine.export([once, twice]))["results"]]
    assert [None, pytest.approx(2**0.5)] == deviations


@pytest.mark.parametrize("command", ["show", "stats", "metadata", "check", "dump"])
def test_pyperf_reads_it(holding: Workspace, tmp_path: Path, command: str) -> None:
    """Pyperf's own program reads what is written, and finds the same median."""
    path = tmp_path / "suite.json"
    path.write_text(holding.run("export", "--to", "pyperf").out)
    ended = subprocess.run([sys.executable, "-m", "pyperf", command, path], capture_output=True, text=True)
    assert (0, "") == (ended.returncode, ended.stderr)
    if command == "stats":
        assert "Median +- MAD:   10.0 ms" in ended.stdout


def test_pyperf_compares(workspace: Workspace, tmp_path: Path) -> None:
    """Pyperf compares two exports, and says which is faster."""
    for name, seconds in (("old", 0.02), ("new", 0.01)):
        (tmp_path / name).write_text(*pyperf.export([record(seconds)]))
    ended = subprocess.run(
        [sys.executable, "-m", "pyperf", "compare_to", tmp_path / "old", tmp_path / "new"],
        capture_output=True,
        text=True,
    )
    assert "2.00x faster" in ended.stdout


def test_github_action(holding: Workspace) -> None:
    """The newest record of a solution is exported as github-action-benchmark wants it."""
    [entry] = json.loads(holding.run("export", "--to", "github-action").out)
    assert {"name", "unit", "value", "range", "extra"} == {*entry}
    assert ("ms", pytest.approx(10)) == (entry["unit"], entry["value"])


@pytest.mark.usefixtures("two")
def test_csv(workspace: Workspace) -> None:
    """CSV holds every record, a line each, plain numbers, no samples and no answers."""
    lines = [*csv.DictReader(io.StringIO(workspace.run("export", "--to", "csv").out))]
    assert [0.02, 0.01] == [round(float(line["median"]), 6) for line in lines]
    assert not {"samples", "answer"} & {*lines[0]}


@pytest.mark.usefixtures("two")
def test_selected(workspace: Workspace) -> None:
    """Selectors choose among the puzzles that there are records of, whatever the workspace holds."""
    assert 2 == len(workspace.run("export", "euler", "--to", "jsonl").out.splitlines())
    assert 3 == workspace.run("export", "aoc", "--to", "jsonl").code


def test_a_spreadsheet_finds_no_formula() -> None:
    """A machine can have any name."""
    (row,) = csv.DictReader(csv_format.export([record(machine="=cmd()")]))
    assert ("'=cmd()", "0.01") == (row["machine"], row["median"])


def test_a_format_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module beside the others is a format, and nothing else names it."""
    source = (
        "EVERY_RECORD = WITH_SAMPLES = True\n"
        "def export(records, /):\n    yield from (each.label for each in records)\n"
    )
    (tmp_path / "plain_labels.py").write_text(source)
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(tmp_path)])
    assert {"csv", "github-action", "hyperfine", "jsonl", "plain-labels", "pyperf"} == {*exchange.names()}
    format = exchange.load("plain-labels")
    assert ["euler1 part 1 default (big)"] == [*format.export([record(case="big")])]
