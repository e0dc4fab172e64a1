"""What a part of somebody's layout costs in `check`, beside a part of our own modules.

    python benchmarks/layouts.py [ROUNDS]

500 days in each of three workspaces: modules of ours, and the same days in a foreign layout, once as
functions and once as programs that open their input. The ratio is the median of pairs in the same run.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 7
DAYS = 500
LIMIT = 2.0
CASES = '[main]\ninput = "1\\n2\\n3\\n"\npart1 = 6\npart2 = 3\n'
OWN = '''"""A day"""


def part1(text: str) -> int:
    """Add."""
    return sum(map(int, text.split()))


def part2(text: str) -> int:
    """Count."""
    return len(text.split())
'''
FUNCTIONS = OWN.replace("part1", "part_one").replace("part2", "part_two").replace("text", "data")
PROGRAM = """with open("input/{day:02}.txt") as file:
    numbers = [int(line) for line in file]
print("Part 1:", sum(numbers))
print("Part 2:", len(numbers))
"""
PUZZLES = [str(Path(sys.executable).with_name("puzzles"))]


def main() -> None:
    """Print each figure beside its limit."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PUZZLES_DATA_DIR"] = str(Path(folder, "data"))
        own, functions, programs = (Path(folder, name) for name in ("own", "functions", "programs"))
        for id, _, _ in days():
            write(own / "puzzles" / f"{id}.py", OWN)
        for root, text in ((functions, FUNCTIONS), (programs, PROGRAM)):
            for _, year, day in days():
                write(root / str(year) / f"day{day:02}.py", text.replace("{day:02}", f"{day:02}"))
        for root in (own, functions, programs):
            for id, _, _ in days():
                write(root / "inputs" / id / "cases.toml", CASES)
        print(f"{'figure':<44} {'measured':>10} {'limit':>8}")
        for root in (functions, programs):
            taken, ratio = beside(root, own)
            row(f"a part of {2 * DAYS}, {root.name}", f"{taken * 1e3:.2f} ms", "")
            row(f"{root.name} / modules of our own", f"{ratio:.2f}", f"{LIMIT:g}")


def days() -> list[tuple[str, int, int]]:
    """Return the id, the year and the day of each puzzle."""
    calendar = ((year, day) for year in range(2015, 2046) for day in range(1, 26 if year < 2025 else 13))
    return [(f"aoc{year}d{day}", year, day) for year, day in calendar][:DAYS]


def write(path: Path, text: str) -> None:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def beside(root: Path, own: Path) -> tuple[float, float]:
    """Return the seconds that a part takes, and the median of its ratio to one of our own, pair by pair."""
    check(root), check(own)
    pairs = [(check(root), check(own)) for _ in range(ROUNDS)]
    return statistics.median(taken for taken, _ in pairs) / (2 * DAYS), statistics.median(
        a / b for a, b in pairs
    )


def check(folder: Path) -> float:
    """Return the seconds that a check of everything takes; all of it must be right."""
    begun = time.perf_counter()
    ended = subprocess.run([*PUZZLES, "check", "--fresh", "-q"], cwd=folder, capture_output=True, text=True)
    taken = time.perf_counter() - begun
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return taken


def row(name: str, measured: str, limit: str) -> None:
    """Print one figure."""
    print(f"{name:<44} {measured:>10} {limit:>8}")


if __name__ == "__main__":
    main()
