"""What the runner itself costs: start-up, a thousand puzzles, and whether a time is honest.

    python benchmarks/costs.py [ROUNDS]

Each figure is of whole processes. Start-up is a ratio to `python -c "import typer"` in the same
environment, the median of pairs. A batch is a ratio to a bare fork of `python -I -S`, its exit and its wait,
measured beside it. The ratio in processor time holds also where other programs share the cores.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from puzzle_runner.engines import engine as engines
from puzzle_runner.model import Limits
from puzzle_runner.running import pool
from puzzle_runner.running.call import Job
from puzzle_runner.sites.registry import identify

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 15
TYPER = [sys.executable, "-c", "import typer"]
FORKS = 1000
PARTS = 2000
BARE = f"""
import os, resource, time

def used():
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(sum(each[:2]) for each in both), sum(each.ru_minflt for each in both)

begun, (cpu, faults) = time.perf_counter(), used()
for _ in range({FORKS}):
    if not (child := os.fork()):
        os._exit(0)
    os.waitpid(child, 0)
taken, (cpu_after, faults_after) = time.perf_counter() - begun, used()
print(taken / {FORKS}, (cpu_after - cpu) / {FORKS}, (faults_after - faults) / {FORKS})
"""
PUZZLES = [str(Path(sys.executable).with_name("puzzles"))]
RUN = [*PUZZLES, "run", "euler1", "--part", "1"]
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


# With the variable, each line is written alone.
ORDINARY = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
# 20 MB in short lines.
LOUD = """def part1():
    for _ in range(2_000_000):
        print("123 5 789")


if __name__ == "__main__":
    part1()
"""
LOUD_PROGRAM = "exec seq 1000000 3500000\n"


def main() -> None:
    """Print each figure beside its limit."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder, "small"), Path(folder, "large")
        fill(small, 1)
        fill(large, 1000)
        (small / "puzzles" / "burn.py").write_text(BURN)
        os.environ["PUZZLES_DATA_DIR"] = str(Path(folder, "data"))
        # With it, every process compiles again what was changed since.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        print(f"{'figure':<44} {'measured':>10} {'limit':>8}")
        ratio("python -c pass / import typer", [sys.executable, "-c", "pass"], small, 0.25)
        ratio("run of a trivial part / import typer", RUN, small, 0.9)
        ratio("--version / import typer", [*PUZZLES, "--version"], small, 0.6)
        ratio("list of 1000 puzzles / import typer", [*PUZZLES, "list"], large, 3)
        ratio("check of 2000 unchanged parts / import typer", [*PUZZLES, "check"], large, 4)
        huge, hundred = Path(folder, "huge"), Path(folder, "hundred")
        fill(huge, 10_000)
        fill(hundred, 100)
        ratio("run of one of 10,000 by its id / of 100", RUN, huge, 1.1, beside=RUN, there=hundred)
        batch(2, large, 2.0)
        tracing(large, 1.03)
        output("a part", "loud.py", LOUD, small, 2.0)
        output("a program", "loud_program/loud.sh", LOUD_PROGRAM, small, 2.0)
        burnt, nothing = honest(small)
        row("a part that burns 110 ms reads", f"{burnt * 1e3:.2f} ms", "110 ms")
        row("a part that returns at once reads", f"{nothing * 1e6:.2f} µs", "µs")


def output(who: str, name: str, source: str, workspace: Path, limit: float) -> None:
    """Print what it costs that much is printed, beside a run without, in what the same costs through a pipe.

    It is processor time of all processes.
    """
    path = workspace / "puzzles" / name
    id = name.partition("/")[0].removesuffix(".py")
    path.parent.mkdir(exist_ok=True)
    path.write_text(source)
    (workspace / "inputs" / id).mkdir(exist_ok=True)
    (workspace / "inputs" / id / "cases.toml").write_text('[main]\ninput = "abc"\n')
    program = [sys.executable, str(path)] if path.suffix == ".py" else ["sh", str(path)]
    shares = []
    for _ in range(max(3, ROUNDS // 5)):
        begun = used_by_children()
        subprocess.run(RUN, cwd=workspace, env=ORDINARY, capture_output=True, check=True)
        quiet = used_by_children()
        with subprocess.Popen(program, stdout=subprocess.PIPE, env=ORDINARY) as process:
            subprocess.run(["cat"], stdin=process.stdout, stdout=subprocess.DEVNULL, check=True)
        piped = used_by_children()
        command = [*PUZZLES, "run", id]
        subprocess.run(command, cwd=workspace, env=ORDINARY, capture_output=True, check=True)
        loud = used_by_children() - piped - (quiet - begun)
        shares.append(loud / (piped - quiet))
    row(f"20 MB in short lines by {who} / through a pipe", f"{statistics.median(shares):.2f}", f"{limit:g}")


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


def ratio(
    name: str,
    command: list[str],
    folder: Path,
    limit: float,
    beside: list[str] = TYPER,
    there: Path | None = None,
) -> None:
    """Print the median ratio of a command to another one, to importing typer by default, pair by pair."""
    there = there or folder
    wall(command, folder)
    wall(beside, there)
    pairs = [wall(command, folder) / wall(beside, there) for _ in range(ROUNDS)]
    row(name, f"{statistics.median(pairs):.2f}", f"{limit:g}")


def batch(jobs: int, workspace: Path, limit: float) -> None:
    """Print what a part of a thousand puzzles takes, in bare forks: wall time, and processor time a core.

    So are the page faults, which tell the same whatever else runs, and the speed over one worker.
    """
    walls, cpus, faults, speeds = [], [], [], []
    for _ in range(max(3, ROUNDS // 5)):
        bare, bare_cpu, bare_faults = bare_fork()
        cpu, faults_before = used_by_children(), faults_of_children()
        taken = wall([*PUZZLES, "check", "--fresh", "--jobs", str(jobs)], workspace) / PARTS
        walls.append((taken / bare, taken, bare))
        faults.append((faults_of_children() - faults_before) / PARTS)
        cpus.append((used_by_children() - cpu) / PARTS / jobs / bare_cpu)
        speeds.append(wall([*PUZZLES, "check", "--fresh", "--jobs", "1"], workspace) / PARTS / taken)
    _, taken, bare = sorted(walls)[len(walls) // 2]
    name = f"check --fresh --jobs {jobs}, a part"
    row(f"{name} of {PARTS}", f"{taken * 1e3:.2f} ms", "")
    row("a bare fork, exit and wait, beside it", f"{bare * 1e3:.2f} ms", "")
    row(f"{name} / a bare fork", f"{statistics.median(share for share, _, _ in walls):.2f}", f"{limit:g}")
    row("the same in processor time, for each worker", f"{statistics.median(cpus):.2f}", f"{limit:g}")
    row(f"{name}: page faults", f"{statistics.median(faults):.0f}", "300")
    row("page faults of a bare fork", f"{bare_faults:.0f}", "")
    row(f"speed of --jobs {jobs} over --jobs 1", f"{statistics.median(speeds):.2f}", "1.7")


def tracing(workspace: Path, limit: float) -> None:
    """Print what calls take that tell what they look at, to calls that do not: processor time of a worker."""
    paths = [workspace / "puzzles" / f"euler{number}.py" for number in range(1, 101)]
    jobs = [
        Job(identify(path.stem), path, engines.load("function"), part, "abc", Limits(60, 2**31))
        for path in paths
        for part in ("part1", "part2")
    ]

    def used(traced: str) -> float:
        before = used_by_children()
        for _ in pool.run_all([job._replace(traced=traced) for job in jobs]):
            pass
        pool.stop()
        return used_by_children() - before

    pairs = [used(str(workspace)) / used("") for _ in range(ROUNDS)]
    row("a traced call / one that is not, processor", f"{statistics.median(pairs):.2f}", f"{limit:g}")


def bare_fork() -> tuple[float, float, float]:
    """Return the wall time, processor time and page faults of a fork of `python -I -S`, exit and wait."""
    printed = subprocess.run([sys.executable, "-I", "-S", "-c", BARE], capture_output=True, check=True).stdout
    seconds, cpu, faults = map(float, printed.split())
    return seconds, cpu, faults


def faults_of_children() -> int:
    """Return the page faults of all processes that have ended below this one."""
    if sys.platform == "win32":
        raise NotImplementedError("there is no fork")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt


def used_by_children() -> float:
    """Return the processor time of all processes that have ended below this one."""
    if sys.platform == "win32":
        raise NotImplementedError("there is no fork")
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def honest(workspace: Path) -> tuple[float, float]:
    """Return the seconds that `run` shows for a part of 110 ms and for an empty one."""
    command = [*PUZZLES, "run", "burn", "--input", "-", "--json"]
    printed = subprocess.run(command, cwd=workspace, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    burnt, nothing = (result["seconds"] for result in json.loads(printed.stdout)["results"])
    return burnt, nothing


def row(name: str, measured: str, limit: str) -> None:
    """Print one figure."""
    print(f"{name:<44} {measured:>10} {limit:>8}")


if __name__ == "__main__":
    main()
