"""Whether times and memory are those of the part, and what 100,000 records cost the leaderboard.

python benchmarks/timings.py
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PUZZLES = [str(Path(sys.executable).with_name("puzzles"))]
ROUNDS = 15
RECORDS = 100_000
INSIDE = """import time


def part1():
    start = time.perf_counter()
    while time.perf_counter() < start + 0.01:
        pass
    return repr(time.perf_counter() - start)
"""
HUNGRY = """def part1():
    return len(b"x" * 300_000_000)


def part2():
    return len(b"x" * 100_000_000)
"""


def main() -> None:
    """Print each figure beside its limit."""
    print(f"{'figure':<56} {'measured':>10} {'limit':>8}")
    for count in (1, 500):
        with tempfile.TemporaryDirectory() as folder:
            print(f"{f'10 ms against perf_counter inside, {count} puzzles':<56} {agreement(folder, count)}")
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'peak of 100 MB, after a part that took 300 MB':<56} {memory(folder)}")
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'leaderboard of 100,000 records / of none':<56} {records(folder)}")


def agreement(folder: str, count: int) -> str:
    """Return the 95th percentile of the differences between times and what the parts measured themselves."""
    for number in range(count):
        write(folder, f"euler{number + 1}", INSIDE)
    rows = json.loads(puzzles(folder, "run", "euler", "--json"))["results"]
    errors = sorted(abs(row["seconds"] / float(row["answer"]) - 1) for row in rows)
    return f"{errors[int(0.95 * len(errors))]:>10.2%} {'1 %':>8}   (worst {errors[-1]:.2%})"


def memory(folder: str) -> str:
    """Return the peak of a part divided by what it allocates."""
    write(folder, "euler1", HUNGRY)
    rows = json.loads(puzzles(folder, "bench", "--samples", "3", "--json"))["benchmarks"]
    return f"{rows[1]['peak_bytes'] / 100e6:>10.2f} {'1.10':>8}"


def records(folder: str) -> str:
    """Return the time of the leaderboard with many records divided by its time with none."""
    for number in range(4):
        write(folder, f"euler{number + 1}", "def part1():\n    return 1\n\n\ndef part2():\n    return 2\n")
    puzzles(folder, "bench", "--samples", "8")
    lines = puzzles(folder, "export", "--to", "jsonl").splitlines()
    many = Path(folder, "many.jsonl")
    with many.open("w") as file:
        for number in range(RECORDS):
            record = json.loads(lines[number % len(lines)])
            record |= {"taken": record["taken"] - number, "source_hash": f"{number % 1000:032x}"}
            file.write(json.dumps(record) + "\n")
    puzzles(folder, "import", str(many))
    full, empty = [], []
    for _ in range(ROUNDS):
        full.append(timed(folder, folder))
        empty.append(timed(folder, str(Path(folder, "none"))))
    ratio = statistics.median(full) / statistics.median(empty)
    return f"{ratio:>10.2f} {'3':>8}   ({statistics.median(full) * 1000:.0f} ms)"


def timed(folder: str, data: str) -> float:
    """Return the seconds that the leaderboard takes with a data folder."""
    start = time.perf_counter()
    puzzles(folder, "leaderboard", data=data)
    return time.perf_counter() - start


def puzzles(folder: str, *arguments: str, data: str | None = None) -> str:
    """Return the output of a command."""
    environment = os.environ | {"PUZZLES_WORKSPACE": folder, "PUZZLES_DATA_DIR": data or folder}
    command = [*PUZZLES, *arguments]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def write(folder: str, id: str, source: str) -> None:
    """Write a module into a workspace."""
    path = Path(folder, "puzzles", f"{id}.py")
    path.parent.mkdir(exist_ok=True)
    Path(folder, "inputs").mkdir(exist_ok=True)
    path.write_text(source)


if __name__ == "__main__":
    main()
