"""What a check costs on a Dask cluster of two workers.

    python -m benchmarks.cluster [ROUNDS]

2000 parts that return at once are checked on a cluster of two workers of this machine, and by two workers
without it, in turn: the ratio is the median of pairs.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from benchmarks.costs import PUZZLES, fill, row, wall

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5


def main() -> None:
    """Print the ratio."""
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


if __name__ == "__main__":
    main()
