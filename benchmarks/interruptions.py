"""Interruptions at random moments: how the commands end, and what they leave.

    python -m benchmarks.interruptions [NUMBER]

Each command is interrupted so many times, by SIGINT, SIGTERM and SIGHUP in turn, at a moment before its usual
end. An interpreter that has not reached `puzzles` yet ends without a word, as any does.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from itertools import cycle
from pathlib import Path
from threading import Thread

from puzzle_runner import digest
from puzzle_runner.inputs import writing

from tests.stand_in import SESSION, USER, Site, advent, end, serve

ID = "aoc2021d3"
COMMANDS = {
    "run": ["run", ID],
    "check": ["check", "--fresh"],
    "submit": ["submit", ID, "12", "--yes"],
    "fetch": ["fetch", ID, "--refresh"],
    "bench": ["bench", ID, "--samples", "5"],
}
SIGNALS = [signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGHUP")]
WORD = b"\nInterrupted.\n"
# Seconds in which the stand-in of a site notices a request, and in which a worker ends whose runner has gone.
NOTICED, ENDING = 0.02, 5.0


def main() -> None:
    """Print what happened, command by command."""
    number = int(sys.argv[1]) if sys.argv[1:] else 100
    with tempfile.TemporaryDirectory() as folder, serve(advent(Site())) as site:
        root = Path(folder)
        for name in ("data", "scratch", "workspace/puzzles", "workspace/inputs"):
            (root / name).mkdir(parents=True)
        (root / "workspace/puzzles" / f"{ID}.py").write_text("def part1(text): return 12\n")
        os.environ |= {
            "PUZZLES_DATA_DIR": str(root / "data"),
            "PUZZLES_CONFIG_DIR": str(root / "config"),
            "PUZZLES_MIN_INTERVAL": "0",
            "PUZZLES_AOC_URL": site.address,
            "AOC_SESSION": SESSION,
            "TMPDIR": str(root / "scratch"),
            "PYTHON_MARK": folder,
        }
        os.environ.pop("PYTHONUNBUFFERED", None)
        account = writing.claim("aoc", USER, "default", digest.text(SESSION))
        for name, command in COMMANDS.items():
            writing.save_input(account.folder / "inputs" / ID, "main", b"3\n4\n5\n")
            usual = min(_ended(command, root, site, account.folder)[0] for _ in range(2))
            ends: Counter[str] = Counter()
            for _, ended_by in zip(range(number), cycle(SIGNALS), strict=False):
                ends += _ended(command, root, site, account.folder, random.uniform(0, usual), ended_by)[1]
            print(
                f"{name:<8}", ", ".join(f"{end}: {count}" for end, count in sorted(ends.items())), flush=True
            )


def _ended(
    command: list[str],
    root: Path,
    site: Site,
    account: Path,
    moment: float | None = None,
    number: signal.Signals = signal.SIGINT,
) -> tuple[float, Counter[str]]:
    """Run a command, interrupted after so many seconds; return its time, and what its end was like."""
    (account / "inputs" / ID / "guesses.toml").unlink(missing_ok=True)
    (account / "inputs" / ID / "cases.toml").write_text("[main]\n")
    site.requests.clear()
    begun = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "puzzle_runner", *command],
        cwd=root / "workspace",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    said, heard = b"", 0.0

    def listen() -> None:
        nonlocal said, heard
        assert process.stderr
        while chunk := os.read(process.stderr.fileno(), 2**16):
            said += chunk
            heard = heard or (time.monotonic() if WORD in said else 0.0)

    listener = Thread(target=listen)
    listener.start()
    if moment is not None:
        time.sleep(moment)
        process.send_signal(number)
    code = process.wait()
    seconds = time.monotonic() - begun
    listener.join()
    time.sleep(NOTICED)
    facts = {
        "without a word": code in (-number, 1) and not heard,
        "finished before": code == 0 and not heard,
        "interrupted": code == 128 + number and said.count(WORD) == 1,
        "other words": bool(heard) and said.split(WORD)[1] != b"",
        "requests after the word": bool(heard) and any(each.at > heard + NOTICED for each in site.requests),
        "processes left": _is_left(str(root)),
        "files left": bool([*(root / "scratch").iterdir(), *(root / "data").rglob("*.new")]),
    }
    if not any([*facts.values()][:3]):
        facts[f"code {code}, {said.decode()!r}"] = True
    return seconds, Counter(name for name, holds in facts.items() if holds)


def _is_left(mark: str) -> bool:
    """Tell whether processes with a mark in their environment are there after some time (Linux)."""
    until = time.monotonic() + ENDING
    while found := any(_has(folder, f"PYTHON_MARK={mark}") for folder in Path("/proc").glob("[0-9]*")):
        if time.monotonic() > until:
            break
        time.sleep(NOTICED)
    return found


def _has(folder: Path, variable: str) -> bool:
    try:
        return variable.encode() in (folder / "environ").read_bytes().split(b"\0")
    except OSError:
        return False


if __name__ == "__main__":
    try:
        main()
    finally:
        end()
