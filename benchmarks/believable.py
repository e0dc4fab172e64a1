"""Whether times are those that other tools measure: short ones as timeit does, others as pyperf does.

    python -m benchmarks.believable [ROUNDS]

Ours and theirs are taken in turn, as other programs disturb both. The warm time of a solution below a
millisecond is held against loops like those of timeit in a fresh interpreter, with the garbage collector on;
where it has caches of functools, these are cleared before each call. The median of one above a millisecond is
held against that of pyperf, which `pip install pyperf` gets. Of both the best of all rounds counts, which is
the least disturbed.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 7
SHORT = {
    "closed": "def part1(text):\n    n = int(text)\n    return n * (n + 1) // 2\n",
    "split": "def part1(text):\n    return sum(map(int, text * 20))\n",
    "loop": (
        "def part1(text):\n    total = 0\n    for n in range(500):\n"
        "        total += n ^ int(text[0])\n    return total\n"
    ),
    "lists": "def part1(text):\n    return len([[n] for n in range(2000)])\n",
    "cached": (
        "from functools import cache\n\n\n@cache\ndef ways(n):\n"
        "    return 1 if n < 2 else ways(n - 1) + ways(n - 2)\n\n\n"
        "def part1(text):\n    return ways(int(text))\n"
    ),
}
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
TIMEIT = """
import functools, gc, sys, timeit
sys.path.insert(0, {folder!r})
import {name} as module
text = {text!r}
caches = [each for each in vars(module).values() if isinstance(each, functools._lru_cache_wrapper)]
def cleared():
    for each in caches: each.cache_clear()
if caches:
    def one():
        cleared()
        begun = timeit.default_timer()
        module.part1(text)
        return timeit.default_timer() - begun
    print(min(one() for _ in range(20_000)))
else:
    names = {{"part1": module.part1, "text": text}}
    timer = timeit.Timer("part1(text)", "import gc; gc.enable()", globals=names)
    number, took = timer.autorange()
    # Shorter loops are disturbed less often.
    number = max(1, int(number * 0.01 / took))
    print(min(timer.repeat(50, number)) / number)
"""
PYPERF = """
import sys
sys.path.insert(0, {folder!r})
import pyperf, {name} as module
pyperf.Runner(processes=5, values=3, warmups=1).bench_func({name!r}, module.part1, {text!r})
"""


Tool = Callable[[str, str], float]


def main() -> None:
    """Print each pair, and the worst difference of each sort beside its limit."""
    with tempfile.TemporaryDirectory() as folder:
        for name, source in (SHORT | LONG | FRESH).items():
            write(folder, name, source)
        short = [difference(folder, name, "warm_low", timeit) for name in SHORT]
        long = [difference(folder, name, "median", pyperf) for name in LONG]
        fresh = [difference(folder, name, "median", pyperf) for name in FRESH]
    print(f"{'figure':<44} {'measured':>10} {'limit':>8}")
    print(f"{'below 1 ms: warm / timeit, the worst':<44} {max(map(abs, short)):>10.1%} {'10 %':>8}")
    print(f"{'above 1 ms: median / pyperf, the worst':<44} {max(map(abs, long)):>10.1%} {'3 %':>8}")
    print(f"{'the same of those that a fresh process slows':<44} {max(map(abs, fresh)):>10.1%}")


def write(folder: str, name: str, source: str) -> None:
    """Write a puzzle and its case."""
    for path, text in (
        (f"puzzles/{name}.py", source),
        (f"inputs/{name}/cases.toml", f'[main]\ninput = "{TEXT}"\n'),
    ):
        Path(folder, path).parent.mkdir(parents=True, exist_ok=True)
        Path(folder, path).write_text(text)


def difference(folder: str, name: str, figure: str, tool: Tool) -> float:
    """Return by how much our time differs from that of a tool, as a share; print both."""
    rounds = [(ours(folder, name)[figure], tool(folder, name)) for _ in range(ROUNDS)]
    mine, other = (min(times) for times in zip(*rounds, strict=True))
    apart = float(mine / other - 1)
    times = f"{figure} {mine * 1e6:>10.3f} us, {tool.__name__:<6} {other * 1e6:>10.3f} us"
    print(f"  {name:<8} {times}  {apart:>+7.1%}", flush=True)
    return apart


def ours(folder: str, name: str) -> dict[str, float]:
    """Return the row of the leaderboard after a measurement."""
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
    return dict(row)


def timeit(folder: str, name: str) -> float:
    """Return the seconds of a call in the best of some loops."""
    program = TIMEIT.format(folder=f"{folder}/puzzles", name=name, text=TEXT)
    return float(subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=True).stdout)


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
