"""What the same work takes with other tools, in one run; what is not installed is left out.

    python benchmarks/peers.py [ROUNDS] [AOCD_PYTHON]

Each row is the median of ratios of whole processes, ours to theirs, taken in turn: below 1, ours is faster.
AOCD_PYTHON is an interpreter that has `aocd` and `pytest`, if this one has not.

- one day: a module with two parts that return at once; aocd's runner with an input and answers of its cache.
- 25 days: fresh, and unchanged; pytest with a test for each part, all in its own process.
- 100 programs: scripts of `bash` that print a number, two at a time; ours are checked as well.
- measuring: a program that sleeps 1 ms, 50 times, which pyperf and hyperfine start as often.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 11
AOCD = sys.argv[2] if len(sys.argv) > 2 else sys.executable
PUZZLES = str(Path(sys.executable).with_name("puzzles"))
MODULE = "def part1(text):\n    return 1\n\n\ndef part2(text):\n    return 2\n"
CASES = '[main]\ninput = "abc"\npart1 = 1\npart2 = 2\n'
TESTS = """import sys

sys.path.append("puzzles")
import aoc2021d{0} as day


def test_part1():
    assert day.part1("abc") == 1


def test_part2():
    assert day.part2("abc") == 2
"""
SOLVE = """import importlib


def solve(year, day, data):
    module = importlib.import_module(f"aoc{year}d{day}")
    return module.part1(data), module.part2(data)
"""
SCRIPT = "echo {0}\n"
Command = list[str]


def main() -> None:
    """Print a table of Markdown."""
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        os.environ |= {"PUZZLES_DATA_DIR": str(top / "data"), "AOCD_DIR": str(top / "aocd")}
        # With it, every process compiles again what was written since.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        # Nothing may be asked of a site.
        os.environ |= {"HTTPS_PROXY": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9"}
        days, programs, one = top / "days", top / "programs", top / "one"
        write_days(days)
        write_aocd(top / "aocd", days)
        write_programs(programs)
        write(one / "puzzles" / "nap" / "nap.sh", "sleep 0.001; echo 1\n")
        write(one / "inputs" / "nap" / "cases.toml", CASES)
        print("| work | ours | with | theirs | ratio |\n| --- | ---: | --- | ---: | ---: |")
        fresh, unchanged = [PUZZLES, "check", "--fresh", "--jobs", "2"], [PUZZLES, "check"]
        run = [PUZZLES, "run", "aoc2021d1"]
        found = f"import sys; sys.path.append({str(days / 'puzzles')!r})"
        start = f"{found}; from aocd.runner import main; main()"
        aocd = module(AOCD, "aocd", "-c", start, "--no-submit", "--years", "2021")
        row("one day", run, "import typer", module(sys.executable, "typer", "-c", "import typer"), days)
        row("one day", run, "aocd", aocd and [*aocd, "--days", "1"], days)
        pytest = module(AOCD, "pytest", "-m", "pytest", "-q", "-p", "no:cacheprovider")
        for name, theirs in (("aocd", aocd), ("pytest", pytest)):
            row("25 days", fresh, name, theirs, days)
            row("25 days, unchanged", unchanged, name, theirs, days)
        # Scripts run with bash here, too.
        for name, program, options in (("xargs", "xargs", "-n1 -P2"), ("GNU parallel", "parallel", "-j2")):
            line = f"ls puzzles/*/main.sh | {program} {options} bash"
            row("100 programs", fresh, name, ["sh", "-c", line] if shutil.which(program) else [], programs)
        script = str(one / "puzzles" / "nap" / "nap.sh")
        bench = [PUZZLES, "bench", "nap", "--part", "1", "--samples", "50"]
        hyperfine = ["hyperfine", "--shell=none", "--runs", "50", f"sh {script}"]
        once_each = ["-m", "pyperf", "command", "-q", "-p1", "-n50", "-w1", "-l1", "--", "sh", script]
        samples = "50 samples of a program"
        row(samples, bench, "hyperfine", hyperfine if shutil.which("hyperfine") else [], one)
        row(samples, bench, "pyperf", module(sys.executable, "pyperf", *once_each), one)


def write(path: Path, text: str) -> None:
    """Write a file in a folder that may be missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def write_days(top: Path) -> None:
    """Write a workspace of 25 days, with a test of each part."""
    for day in range(1, 26):
        write(top / "puzzles" / f"aoc2021d{day}.py", MODULE)
        write(top / "inputs" / f"aoc2021d{day}" / "cases.toml", CASES)
        write(top / f"test_day{day}.py", TESTS.format(day))


def write_aocd(cache: Path, days: Path) -> None:
    """Write what aocd keeps of 25 days, for an invented user, and a package that solves them."""
    write(cache / "token2id.json", json.dumps({"invented": "nobody"}))
    write(cache / "token", "invented")
    write(cache / "tokens.json", json.dumps({"nobody": "invented"}))
    for day in range(1, 26):
        kept = cache / "nobody" / f"2021_{day:02d}"
        write(Path(f"{kept}_input.txt"), "abc")
        write(Path(f"{kept}a_answer.txt"), "1")
        write(Path(f"{kept}b_answer.txt"), "2")
        write(Path(f"{kept}_prose.2.html"), f"<h2>--- Day {day}: Invented ---</h2>")
    write(days / "puzzles" / "_peer.py", SOLVE)
    package = days / "puzzles" / "_peer-1.dist-info"
    write(package / "METADATA", "Metadata-Version: 2.1\nName: peer\nVersion: 1\n")
    write(package / "entry_points.txt", "[adventofcode.user]\npeer = _peer:solve\n")


def write_programs(top: Path) -> None:
    """Write 100 puzzles of one part, each a script of the shell."""
    for number in range(1, 101):
        write(top / "puzzles" / f"euler{number}" / "main.sh", SCRIPT.format(number))
        write(top / "inputs" / f"euler{number}" / "cases.toml", f'[main]\ninput = ""\npart1 = {number}\n')


def module(python: str, name: str, *words: str) -> Command:
    """Return a command of an interpreter, if that has a module; else none."""
    look = f"import importlib.util as u, sys; sys.exit(not u.find_spec('{name}'))"
    return [python, *words] if subprocess.run([python, "-c", look]).returncode == 0 else []


def row(work: str, ours: Command, name: str, theirs: Command, folder: Path) -> None:
    """Print the median seconds of two commands and of their ratio; nothing without the other tool."""
    if theirs:
        seconds(ours, folder)
        seconds(theirs, folder)
        pairs = [(seconds(ours, folder), seconds(theirs, folder)) for _ in range(ROUNDS)]
        mine, other = (statistics.median(times) for times in zip(*pairs, strict=True))
        share = statistics.median(one / two for one, two in pairs)
        print(f"| {work} | {mine * 1e3:.0f} ms | {name} | {other * 1e3:.0f} ms | {share:.2f} |", flush=True)


def seconds(command: Command, folder: Path) -> float:
    """Return the seconds that a whole process takes. Raises CalledProcessError if it fails."""
    begun = time.perf_counter()
    subprocess.run(command, cwd=folder, capture_output=True, check=True)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
