"""What stress tests find and how soon.

    python -m benchmarks.stress [SEEDS]

A solution is wrong for one number of 200, or orders its numbers wrongly from 50 of them on. Seconds are those
of the whole process until the smallest input is kept, the longest of some seeds.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.costs import PUZZLES, row

SEEDS = int(sys.argv[1]) if len(sys.argv) > 1 else 3
ONE = """
def part1(n: int): return n * (n + 1) // 2 + (n == {})
def part1_brute(n: int): return sum(range(n + 1))
"""
RANGE = "[any]\nn = { from = 1, to = 200 }\n"
ORDER = """
def generate(random, size):
    return " ".join(str(random.randint(0, 9)) for _ in range(size))


def part1(text):
    numbers = sorted(map(int, text.split()))
    if len(numbers) >= 50:
        {}
    return numbers == sorted(numbers)


def part1_brute(text):
    return True
"""
SWAPPED = "numbers[{0}], numbers[{1}] = numbers[{1}], numbers[{0}]"


def main() -> None:
    """Print each figure beside its limit."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PUZZLES_DATA_DIR"] = str(Path(folder, "data"))
        where = Path(folder, "workspace")
        print(f"{'figure':<44} {'measured':>24} {'limit':>14}")
        for n in (37, 199):
            seconds, cases = found(where, ONE.format(n), RANGE)
            assert all(case == {"input": "", "parameters": {"n": n}} for case in cases), cases
            row(f"wrong for {n} of 1 to 200 alone", f"{seconds:.1f} s", "5 s")
        for first, second in ((10, 20), (-1, 40)):
            seconds, cases = found(where, ORDER.format(SWAPPED.format(first, second)), "")
            assert all(len(case["input"].split()) == 50 for case in cases), cases
            row(f"{first} and {second} swapped from size 50 on", f"{seconds:.1f} s", "20 s")


def found(where: Path, source: str, cases: str) -> tuple[float, list[Any]]:
    """Return the longest time until the smallest input was kept, and that input for each seed."""
    longest, kept = 0.0, []
    for seed in range(SEEDS):
        write(where, source, cases)
        begun = time.perf_counter()
        failure = output(where, "stress", "--against", "brute", "--seed", str(seed))["failure"]
        longest = max(longest, time.perf_counter() - begun)
        kept.append({name: failure[name] for name in ("input", "parameters")})
    return longest, kept


def write(where: Path, source: str, cases: str) -> None:
    """Write a workspace with one puzzle, `p`."""
    for path, text in ((where / "puzzles" / "p.py", source), (where / "inputs" / "p" / "cases.toml", cases)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def output(where: Path, command: str, *options: str) -> Any:
    """Return what a command prints as JSON."""
    return json.loads(
        subprocess.run([*PUZZLES, command, "p", *options, "--json"], cwd=where, capture_output=True).stdout
    )


if __name__ == "__main__":
    main()
