"""How reliable comparisons are: the same code against itself, and against itself slowed by 10 %.

    python benchmarks/comparisons.py [COMPARISONS]

Each comparison is one call of `puzzles bench --against REV` with its defaults, in a repository made for it.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

COMPARISONS = int(sys.argv[1]) if len(sys.argv) > 1 else 100
PUZZLES = [str(Path(sys.executable).with_name("puzzles"))]
WORK = """def part1():
    total, seen = 0, {{}}
    for number in range({rounds}):
        total += number * number % 7
        seen[number & 255] = total
    return total
"""
SIZES = {"3 ms": 0.003, "100 ms": 0.1}


def main() -> None:
    """Print for each size the number of each verdict, and the seconds of a comparison."""
    print(f"{COMPARISONS} comparisons each on {os.cpu_count()} cores")
    for label, seconds in SIZES.items():
        rounds = int(20_000 * seconds / pace())
        for what, factor in (("against itself", 1.0), ("slowed by 10 %", 1.1)):
            start = time.perf_counter()
            verdicts = Counter(compare(rounds, int(rounds * factor)))
            each = (time.perf_counter() - start) / COMPARISONS
            print(f"{label}, {what}: {dict(verdicts)}, {each:.1f} s each", flush=True)


def pace() -> float:
    """Return the seconds that 20,000 rounds take."""
    space: dict[str, object] = {}
    exec(WORK.format(rounds=20_000), space)
    times = []
    for _ in range(100):
        start = time.perf_counter()
        space["part1"]()  # type: ignore[operator]
        times.append(time.perf_counter() - start)
    return sorted(times)[50]


def compare(before: int, after: int) -> list[str]:
    """Return the verdicts on a module whose loop has `after` rounds, against its revision with `before`."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        module = root / "puzzles" / "work.py"
        module.parent.mkdir()
        (root / "inputs").mkdir()
        module.write_text(WORK.format(rounds=before))
        identity = ["-c", "user.name=benchmark", "-c", "user.email=benchmark@localhost"]
        for command in (["init", "-q"], ["add", "."], [*identity, "commit", "-qm", "before"]):
            subprocess.run(["git", *command], cwd=root, check=True)
        module.write_text(WORK.format(rounds=after))
        os.environ["PUZZLES_DATA_DIR"] = str(root / "data")
        return [verdict(root) for _ in range(COMPARISONS)]


def verdict(root: Path) -> str:
    """Return the verdict of one comparison."""
    command = [*PUZZLES, "bench", "work", "--against", "HEAD", "--json"]
    ended = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)
    [comparison] = json.loads(ended.stdout)["comparisons"]
    return str(comparison["verdict"])


if __name__ == "__main__":
    main()
