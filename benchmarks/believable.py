"""Whether times are those that pyperf measures, which `pip install pyperf` gets.

    python -m benchmarks.believable [ROUNDS]

Ours and theirs are taken in turn, as other programs disturb both. Of both, the best median of all
rounds counts, which is the least disturbed.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 7
LONG = {
    "sums": "def part1(text):\n    return sum(n * n % 7 for n in range(100_000))\n",
    "counts": (
        "def part1(text):\n    seen = {}\n    for n in range(60_000):\n"
        "        seen[n % 100] = seen.get(n % 100, 0) + n\n    return seen[int(text)]\n"
    ),
}
# A fresh process runs a loop that is not specialised yet (PEP 659), and has to ask for the memory that the
# others fill; a repeated call of pyperf does not.
FRESH = {
    "walk": (
        "def part1(text):\n    x = steps = 0\n    while steps < 100_000:\n"
        "        x = (x * 5 + 3) % 1009\n        steps += 1\n    return x\n"
    ),
    "sort": "def part1(text):\n    return sorted(n * 7919 % 100_003 for n in range(100_000))[int(text)]\n",
    "sets": "def part1(text):\n    return len({(n % 700, n % 300) for n in range(60_000)})\n",
}
TEXT = "97"
PYPERF = """
import sys
sys.path.insert(0, {folder!r})
import pyperf, {name} as module
pyperf.Runner(processes=5, values=3, warmups=1).bench_func({name!r}, module.part1, {text!r})
"""


def main() -> None:
    """Print each pair, and the worst difference of each sort beside its limit."""
    with tempfile.TemporaryDirectory() as folder:
        for name, source in (LONG | FRESH).items():
            write(folder, name, source)
        long = [difference(folder, name) for name in LONG]
        fresh = [difference(folder, name) for name in FRESH]
    print(f"{'figure':<44} {'measured':>10} {'limit':>8}")
    print(f"{'median / pyperf, the worst':<44} {max(map(abs, long)):>10.1%} {'3 %':>8}")
    print(f"{'the same of those that a fresh process slows':<44} {max(map(abs, fresh)):>10.1%}")


def write(folder: str, name: str, source: str) -> None:
    """Write a puzzle and its case."""
    for path, text in (
        (f"puzzles/{name}.py", source),
        (f"inputs/{name}/cases.toml", f'[main]\ninput = "{TEXT}"\n'),
    ):
        Path(folder, path).parent.mkdir(parents=True, exist_ok=True)
        Path(folder, path).write_text(text)


def difference(folder: str, name: str) -> float:
    """Return by how much our median differs from that of pyperf, as a share; print both."""
    rounds = [(ours(folder, name), pyperf(folder, name)) for _ in range(ROUNDS)]
    mine, other = (min(times) for times in zip(*rounds, strict=True))
    apart = float(mine / other - 1)
    times = f"ours {mine * 1e6:>10.3f} us, pyperf {other * 1e6:>10.3f} us"
    print(f"  {name:<8} {times}  {apart:>+7.1%}", flush=True)
    return apart


def ours(folder: str, name: str) -> float:
    """Return the median that the leaderboard has after a measurement."""
    environment = os.environ | {"PUZZLES_DATA_DIR": str(Path(folder, "data"))}
    for arguments in (("bench", name), ("leaderboard", name, "--json")):
        printed = subprocess.run(
            [sys.executable, "-m", "puzzle_runner", *arguments],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=True,
        ).stdout
    (row,) = json.loads(printed)["leaderboard"]
    return float(row["median"])


def pyperf(folder: str, name: str) -> float:
    """Return the median seconds of a call by pyperf."""
    program, result = Path(folder, f"{name}_pyperf.py"), Path(folder, f"{name}.json")
    program.write_text(PYPERF.format(folder=f"{folder}/puzzles", name=name, text=TEXT))
    result.unlink(missing_ok=True)
    command = [sys.executable, str(program), "--quiet", "-o", str(result)]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    (benchmark,) = json.loads(result.read_text())["benchmarks"]
    return float(statistics.median(value for run in benchmark["runs"] for value in run.get("values", ())))


if __name__ == "__main__":
    main()
