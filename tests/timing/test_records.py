"""The records of what was measured: appended, found again, by what they were made from."""

import json
from dataclasses import replace

import pytest
from puzzle_runner import settings
from puzzle_runner.storage import database
from puzzle_runner.timing import machine
from puzzle_runner.timing.records import FILE, SAMPLES, open_records
from puzzle_runner.timing.schema import MIGRATIONS

from tests.records import record

HERE = machine.identity()


def test_a_record_comes_back_as_it_was() -> None:
    """A record keeps all its fields, its samples in their blocks, which are read when they are asked for."""
    whole = record(name="mine", account="work", notes=("Busy.",))
    with open_records() as known:
        known.add([whole])
    with open_records() as known:
        assert [replace(whole, samples=(), cpu_samples=())] == [*known.of(["euler1"])]
        assert [whole] == [*known.of(["euler1"], samples=True)]
        assert [0, 1] == [known.add([whole]), known.add([whole, record(taken=1.0)])]


def test_a_record_is_added_as_quickly_to_many_as_to_few() -> None:
    """Whether it is there is looked up: SQLite takes no more steps where a state has a thousand records."""
    steps = []

    def step() -> int:
        steps[-1] += 1
        return 0

    with open_records() as store:
        for number in (1, 1000, 1):
            steps.append(0)
            store.connection.set_progress_handler(step, 10)
            store.add([record(taken=float(len(steps) * 1000 + each)) for each in range(number)])
    assert steps[2] < 2 * steps[0]


def test_the_last_records_of_sources_and_of_names() -> None:
    """Of each machine the last one made from these sources, the oldest first; of a name the newest."""
    records = [
        record(taken=1.0),
        record(taken=3.0),
        record(taken=2.0, machine="Other x4 #0000"),
        record(taken=4.0, python="PyPy 3.11.13"),
        record(taken=9.0, source_hash="s2"),
        record(taken=9.0, puzzle="euler2"),
    ]
    old, new = (record(name="mine", taken=taken, source_hash="s3") for taken in (1.0, 2.0))
    with open_records() as known:
        known.add([*records, new, old])
        assert [2.0, 4.0] == [one.taken for one in known.made_from("euler1", ["s0", "s1"])]
        assert [] == known.made_from("euler1", [])
        found = known.named("mine", new)
        assert (["mine"], new) == (known.names(), found)
        # What another interpreter measures is compared with that, too.
        assert found == known.named("mine", replace(new, python="PyPy 3.11.13"))


def test_the_newest_record_of_a_state_counts() -> None:
    """A state has its sources, input, interpreter and commit; other machines have their own."""
    old, new = record(0.01, taken=1.0), record(0.03, taken=2.0)
    states = [
        record(source_hash="s2", taken=3.0),
        record(input_hash="i2", taken=4.0),
        record(python="PyPy 3.11.13", taken=5.0),
        record(revision=None, taken=6.0),
        record(dirty=True, taken=7.0),
    ]
    with open_records() as known:
        known.add([new, old, *states, record(machine="Elsewhere"), record(puzzle="euler2")])
        expected = [replace(each, samples=(), cpu_samples=()) for each in (new, *states)]
        assert {new.key: expected} == known.states("euler1", HERE)


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS)))
def test_databases_of_every_earlier_version_are_read(version: int) -> None:
    """Each keeps its records with their samples, and knows them again when they are imported."""
    old = record(name="mine")
    fields = vars(old) | {"fingerprint": "of then", "load": 0.1, "collects": 1, "waits": "[]", "parse": None}
    fields |= {field: json.dumps(value) for field, value in fields.items() if isinstance(value, tuple)}
    path = settings.data_folder() / FILE
    with database.connect(path, MIGRATIONS[:version]) as connection:
        there = [row[1] for row in connection.execute("PRAGMA table_info(records)") if row[1] != "id"]
        columns, places = ", ".join(f'"{name}"' for name in there), ", ".join("?" * len(there))
        values = [fields[name] for name in there]
        inserted = connection.execute(f"INSERT INTO records ({columns}) VALUES ({places})", values)
        if "samples" not in there:
            samples = (inserted.lastrowid, *(fields[field] for field in (*SAMPLES, "waits")))
            connection.execute("INSERT INTO samples VALUES (?, ?, ?, ?)", samples)
    with open_records() as known:
        assert [old] == [*known.of(["euler1"], samples=True)]
        assert 0 == known.add([old])
