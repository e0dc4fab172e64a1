"""The records of what was measured: appended, found again, by what they were made from."""

from puzzle_runner import settings
from puzzle_runner.storage import database
from puzzle_runner.timing import machine
from puzzle_runner.timing.records import FIELDS, FILE, open_records
from puzzle_runner.timing.schema import MIGRATIONS

from tests.conftest import Workspace
from tests.records import record

HERE = machine.identity()


def test_a_record_comes_back_as_it_was() -> None:
    """A record keeps all its fields, its samples in their blocks."""
    whole = record(name="mine", account="work", notes=("Busy.",), warm=1e-3, collects=False)
    with open_records() as known:
        known.add([whole])
    with open_records() as known:
        assert [whole] == [*known.of(["euler1"])]


def test_a_record_is_added_once() -> None:
    """A record that is there already is not added again."""
    with open_records() as known:
        assert (2, 1) == (known.add([record(), record(taken=1.0)]), known.add([record(), record(taken=2.0)]))


def test_the_newest_of_these_sources_counts() -> None:
    """Of several records of the same sources and input, the newest on this machine counts."""
    records = [
        record(taken=1.0),
        record(taken=3.0),
        record(taken=2.0),
        record(taken=9.0, source_hash="s2"),
        record(taken=9.0, input_hash="i2"),
        record(taken=9.0, machine="Other x4 #0000"),
        record(taken=9.0, account="work"),
    ]
    with open_records() as known:
        known.add(records)
        newest = known.newest(records[0].key, "s1", "i1", HERE)
    assert newest == records[1]._replace(samples=(), cpu_samples=(), waits=())


def test_no_record_is_none() -> None:
    """What was never measured has no record."""
    with open_records() as known:
        assert None is known.newest(record().key, "s1", "i1", HERE)


def test_records_kept_under_a_name() -> None:
    """The newest record of a name is found by that name, with its samples."""
    old, new = record(name="mine", taken=1.0), record(name="mine", taken=2.0)
    with open_records() as known:
        known.add([new, old, record(taken=3.0)])
        assert (["mine"], new) == (known.names(), known.named("mine", new.key))


def test_sources_and_machines() -> None:
    """The lists of files that a puzzle was made from are known, and the machines that measured it."""
    both = ("_grid.py", "euler1.py")
    with open_records() as known:
        known.add([record(), record(sources=both), record(taken=5.0), record(machine="Other")])
        assert {("euler1.py",), both} == {*known.sources("euler1")}
        assert {HERE, "Other"} == {*known.machines(record().key, "s1", "i1")}
        assert ["euler1"] == known.puzzles()


def test_a_newer_database_is_refused(workspace: Workspace) -> None:
    """A database that a newer version wrote stops a command with a sentence and its exit code."""
    with open_records() as known:
        known.connection.execute("PRAGMA user_version = 99")
    ended = workspace.run("leaderboard")
    assert (7, "") == (ended.code, ended.out)
    assert "newer version of puzzles (format 99" in ended.err


def test_history_is_this_machine_s() -> None:
    """The history of a puzzle holds what was measured on one machine, the oldest first."""
    with open_records() as known:
        known.add([record(taken=2.0), record(taken=1.0), record(machine="Other"), record(puzzle="euler2")])
        assert [1.0, 2.0] == [one.taken for one in known.history("euler1", HERE)]


def test_records_without_samples_in_one_walk() -> None:
    """Those of some puzzles, the oldest of each first, with all but their samples."""
    kept = [record(taken=2.0), record(taken=1.0, notes=("Busy.",)), record(puzzle="euler2")]
    with open_records() as known:
        known.add([*kept, record(puzzle="euler3")])
        found = list(known.light(["euler2", "euler1"]))
    bare = [each._replace(samples=(), cpu_samples=(), waits=()) for each in (kept[1], kept[0], kept[2])]
    assert bare == found


def test_records_of_earlier_versions_are_those_of_calls() -> None:
    """A database without a word on how times were taken keeps its records, and knows them again."""
    old = record(name="mine")
    names = ("fingerprint", *(field for field in FIELDS if field not in ("timed", "warm_low", "warm_high")))
    columns = ", ".join(f'"{name}"' for name in names)
    with open_records() as known:
        known.add([old])
        query = f"SELECT {columns} FROM records"
        (row,) = known.connection.execute(query).fetchall()
    path = settings.data_folder() / FILE
    path.unlink()
    with database.connect(path, MIGRATIONS[:1]) as connection:
        places = ", ".join("?" * len(names))
        connection.execute(f"INSERT INTO records ({columns}) VALUES ({places})", row)
    with open_records() as known:
        assert [old] == [*known.of(["euler1"])]
        assert 0 == known.add([old])
