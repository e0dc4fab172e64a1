"""What the test suite takes: seconds, and processor time as a multiple of `import typer`.

    python -m benchmarks.suite [ROUNDS]

The suite runs once, the import several times before it and after it. Processor time is that of all processes
which somebody has waited for. The limits are for two cores on which nothing else runs.

Measured on 2026-11-25 on two cores on which much else ran: 4,573 tests, 129 s of processor time, 144 s.
"""

import statistics
import subprocess
import sys
import time

from benchmarks.costs import ROUNDS, TYPER, row, used_by_children


def main() -> None:
    """Run the suite, and print each figure beside its limit."""
    imports = [cpu(TYPER) for _ in range(ROUNDS)]
    begun = time.perf_counter()
    suite = cpu([sys.executable, "-m", "pytest", "-q"])
    seconds = time.perf_counter() - begun
    typer = statistics.median(imports + [cpu(TYPER) for _ in range(ROUNDS)])
    print(f"{'figure':<44} {'measured':>10} {'limit':>8}")
    row("the suite", f"{seconds:.0f} s", "60 s")
    row("the suite / import typer, in processor time", f"{suite / typer:.0f}", "1900")


def cpu(command: list[str]) -> float:
    """Return the processor time of a command and of all that it waits for."""
    before = used_by_children()
    subprocess.run(command)
    return used_by_children() - before


if __name__ == "__main__":
    main()
