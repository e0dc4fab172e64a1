"""What a check costs on a Dask cluster: measured on two workers, simulated on up to a hundred.

    python -m benchmarks.cluster [ROUNDS]

2000 parts that return at once are checked on a cluster of two workers of this machine, and by two workers
without it, in turn: the ratio is the median of pairs. The simulation has a scheduler that hands out 260 tasks
a second, and workers that take 1.2 ms for each call; it shares out jobs as a check does, then one a task.
"""

import heapq
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from puzzle_runner.running.portions import TASK, Portions

from benchmarks.costs import PUZZLES, fill, row, wall

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
RATE, CALL = 260, 0.0012
WORKERS = (1, 2, 4, 8, 16, 32, 64, 100)


def main() -> None:
    """Print the ratio, then a table of Markdown."""
    with tempfile.TemporaryDirectory() as folder, two_workers(Path(folder)) as address:
        os.environ["PUZZLES_DATA_DIR"] = str(Path(folder, "data"))
        workspace = Path(folder, "workspace")
        fill(workspace, 1000)
        local, remote = ([*PUZZLES, "check", "--fresh", *more] for more in (["-j2"], ["--cluster", address]))
        wall(remote, workspace)
        wall(local, workspace)
        pairs = [(wall(remote, workspace), wall(local, workspace)) for _ in range(ROUNDS)]
    there, here = (statistics.median(seconds) for seconds in zip(*pairs, strict=True))
    row("2000 parts on two workers of a cluster", f"{there:.2f} s", "")
    row("the same without it", f"{here:.2f} s", "")
    row("ratio", f"{statistics.median(one / two for one, two in pairs):.2f}", "2")
    draw = random.Random(1)
    nothing, mixed = [0.0] * 20_000, [min(60.0, draw.lognormvariate(-4, 2)) for _ in range(20_000)]
    works = ("no-op, one a task", "no-op", "mixed, one a task", "times unknown", "known", "at best")
    print(f"\n| workers | {' | '.join(works)} |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for workers in WORKERS:
        times = [
            simulated(nothing, workers, None),
            simulated(nothing, workers, Portions([None] * len(nothing))),
            simulated(mixed, workers, None),
            simulated(mixed, workers, Portions([None] * len(mixed))),
            simulated(mixed, workers, Portions(mixed)),
            max(max(mixed), sum(mixed) / workers),
        ]
        print(f"| {workers} | {' | '.join(f'{seconds:.1f} s' for seconds in times)} |")


@contextmanager
def two_workers(folder: Path) -> Iterator[str]:
    """Start a scheduler and two workers of one thread each; yield its address."""
    file = f"--scheduler-file={folder / 'scheduler.json'}"
    scheduler = ["scheduler", "--host=127.0.0.1", "--port=0", file]
    worker = ["worker", file, "--nthreads=1", f"--local-directory={folder}"]
    with ExitStack() as running:
        for name, *options in (scheduler, worker, worker):
            command = [sys.executable, "-m", f"distributed.cli.dask_{name}", "--no-dashboard", *options]
            process = running.enter_context(subprocess.Popen(command, stderr=subprocess.DEVNULL))
            running.callback(process.terminate)
        wait = "import sys; from distributed import Client; client = Client(scheduler_file=sys.argv[1]); "
        wait += "client.wait_for_workers(2); print(client.scheduler.address)"
        command = [sys.executable, "-c", wait, str(folder / "scheduler.json")]
        yield subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def simulated(parts: Sequence[float], workers: int, portions: Portions | None) -> float:
    """Return the seconds until all parts are checked, shared out so, or one a task."""
    waiting = portions or Portions([TASK] * len(parts))
    # When the scheduler is free; the tasks that its workers have, by their end; when each worker is free.
    scheduler, under_way, free = 0.0, list[tuple[float, float, list[int]]](), [0.0] * workers
    end = 0.0
    while waiting.waiting or under_way:
        while waiting.waiting and len(under_way) < 2 * workers:
            taken = waiting.take(workers)
            scheduler += 1 / RATE
            begun = max(scheduler, heapq.heappop(free))
            took, ran = 0.0, 0
            for number in taken:
                took, ran = took + CALL + parts[number], ran + 1
                if took > 2 * TASK:
                    break
            heapq.heappush(free, begun + took)
            heapq.heappush(under_way, (begun + took, took, taken[ran:] or [-ran]))
        now, took, rest = heapq.heappop(under_way)
        end = max(end, now)
        scheduler = max(scheduler, now)
        if rest[0] >= 0:
            waiting.give_back(rest, rest[:1])
        else:
            waiting.took(took, -rest[0])
    return end


if __name__ == "__main__":
    main()
