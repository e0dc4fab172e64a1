"""What the runner itself costs: start-up, a thousand puzzles, and whether a time is honest.

    python benchmarks/costs.py [ROUNDS]

Each figure is of whole processes. Ratios are medians of pairs with `python -c "import typer"` in the same
environment, one after the other.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 15
TYPER = [sys.executable, "-c", "import typer"]
PUZZLES = [str(Path(sys.executable).with_name("puzzles"))]
PUZZLE = '''"""Puzzle {0}

https://projecteuler.net/problem={0}
"""


def part1(text: str) -> int:
    """Return the number."""
    return {0}


def part2(text: str) -> str:
    """Return the input."""
    return text
'''
BURN = """import time


def part1(text):
    end = time.perf_counter() + 0.11
    while time.perf_counter() < end:
        pass


def part2(text):
    return 1
"""


def main() -> None:
    """Print each figure beside its limit."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder, "small"), Path(folder, "large")
        fill(small, 1)
        fill(large, 1000)
        (small / "puzzles" / "burn.py").write_text(BURN)
        os.environ["PUZZLES_DATA_DIR"] = str(Path(folder, "data"))
        print(f"{'figure':<44} {'measured':>10} {'limit':>8}")
        ratio("run of a trivial part / import typer", [*PUZZLES, "run", "euler1", "--part", "1"], small, 1.45)
        ratio("--version / import typer", [*PUZZLES, "--version"], small, 0.6)
        ratio("list of 1000 puzzles / import typer", [*PUZZLES, "list"], large, 8)
        taken = min(wall([*PUZZLES, "check", "--fresh", "--jobs", "2"], large) for _ in range(3))
        row("check --fresh --jobs 2, a part of 2000", f"{taken / 2000 * 1e3:.2f} ms", "2 ms")
        burnt, nothing = honest(small)
        row("a part that burns 110 ms reads", f"{burnt * 1e3:.2f} ms", "110 ms")
        row("a part that returns at once reads", f"{nothing * 1e6:.2f} µs", "µs")


def fill(workspace: Path, count: int) -> None:
    """Write a workspace of puzzles with two trivial parts each."""
    for number in range(1, count + 1):
        module = workspace / "puzzles" / f"euler{number}.py"
        module.parent.mkdir(parents=True, exist_ok=True)
        module.write_text(PUZZLE.format(number))
        cases = workspace / "inputs" / f"euler{number}" / "cases.toml"
        cases.parent.mkdir(parents=True)
        cases.write_text(f'[main]\ninput = "abc"\npart1 = {number}\npart2 = "abc"\n')


def wall(command: list[str], folder: Path) -> float:
    """Return the seconds that a whole process takes."""
    begun = time.perf_counter()
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun


def ratio(name: str, command: list[str], folder: Path, limit: float) -> None:
    """Print the median ratio of a command to importing typer, pair by pair."""
    wall(command, folder)
    pairs = [wall(command, folder) / wall(TYPER, folder) for _ in range(ROUNDS)]
    row(name, f"{statistics.median(pairs):.2f}", f"{limit:g}")


def honest(workspace: Path) -> tuple[float, float]:
    """Return the seconds that `run` shows for a part of 110 ms and for an empty one."""
    printed = subprocess.run(
        [*PUZZLES, "run", "burn", "--input", os.devnull, "--json"], cwd=workspace, capture_output=True
    )
    burnt, nothing = (result["seconds"] for result in json.loads(printed.stdout)["results"])
    return burnt, nothing


def row(name: str, measured: str, limit: str) -> None:
    """Print one figure."""
    print(f"{name:<44} {measured:>10} {limit:>8}")


if __name__ == "__main__":
    main()
