"""The cost of repeated work: a check with a memory, completion, a save under --watch.

    python -m benchmarks.incremental [ROUNDS]

Each figure is of whole processes. Ratios are medians of pairs with `python -c "import typer"` in the same
environment, one after the other. A part of a check with two workers is in bare forks of `python -I -S`.
"""

import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.costs import PARTS, PUZZLES, ROUNDS, bare_fork, fill, ratio, row, wall


def main() -> None:
    """Print each figure beside its limit."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder, "small"), Path(folder, "large")
        fill(small, 3)
        fill(large, 1000)
        print(f"{'figure':<44} {'measured':>10} {'limit':>8}")
        news = []
        for number in range(max(3, ROUNDS // 5)):
            # Nothing is remembered here.
            os.environ["PUZZLES_DATA_DIR"] = str(Path(folder, f"data{number}"))
            bare, _, _ = bare_fork()
            news.append(wall([*PUZZLES, "check", "--jobs", "2"], large) / PARTS / bare)
        row("check of 2000 new parts, a part / a bare fork", f"{statistics.median(news):.2f}", "3")
        ratio("2000 unchanged parts as JSON / import typer", [*PUZZLES, "check", "--json"], large, 4)
        for name, line in (
            ("commands", "puzzles "),
            ("ids of 1000", "puzzles run euler9"),
            ("cases", "puzzles run euler9 --case "),
            ("solutions", "puzzles run euler9 --solution "),
        ):
            os.environ["COMP_LINE"] = line
            os.environ["_PUZZLES_COMPLETE"] = "complete_bash"
            ratio(f"completion of {name} / import typer", PUZZLES, large, 1.6)
        del os.environ["_PUZZLES_COMPLETE"]
        samples = saves(small)
        row("from a save to the row, median", f"{statistics.median(samples) * 1e3:.0f} ms", "150 ms")
        row("from a save to the row, slowest", f"{max(samples) * 1e3:.0f} ms", "150 ms")


def saves(workspace: Path) -> list[float]:
    """Return the seconds from a save of a trivial part until its row is printed, for several saves."""
    module = workspace / "puzzles" / "euler1.py"
    source = module.read_text()
    command = [*PUZZLES, "run", "euler1", "--watch"]
    samples = []
    pipes: dict[str, Any] = {
        "stdin": subprocess.PIPE,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.DEVNULL,
    }
    with subprocess.Popen(command, cwd=workspace, text=True, **pipes) as watch:
        assert watch.stdin
        assert watch.stdout
        for number in range(ROUNDS):
            while "results:" not in watch.stdout.readline():
                pass
            time.sleep(0.5)
            begun = time.perf_counter()
            module.write_text(f"{source}# {number}\n")
            while "part 2" not in watch.stdout.readline():
                pass
            samples.append(time.perf_counter() - begun)
        watch.stdin.write("q")
        watch.stdin.close()
    return samples


if __name__ == "__main__":
    main()
