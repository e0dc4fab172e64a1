"""What the report costs: 1000 puzzles with 50,000 records, built, sent, painted; with a million.

    python -m benchmarks.report [ROUNDS]

Building is compared with `puzzles list` of the same, pair by pair; with a million records, with a bare read
of their table by sqlite3. The browser is chromium, if there is one.
"""

import gzip
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from itertools import chain
from pathlib import Path
from typing import Any

from puzzle_runner import digest
from puzzle_runner.running import fingerprint
from puzzle_runner.timing.records import FILE, Record, open_records

from benchmarks.costs import PUZZLES, row
from tests.records import record

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 7
COUNT, STATES = 1000, 25
# A million records are so many times what is stored at first; so many of them are of one state.
TIMES, OF_A_STATE = 20, 5
DAY, START = 86400.0, 1.6e9
PUZZLE = '''"""Puzzle {id}

https://example.org/{id}

Walk once over the numbers, and keep the best so far.
"""


def part1(text: str) -> int:
    """Walk over the numbers."""
    return {number}


def part2(text: str) -> str:
    """Keep the best."""
    return text


# {state}
'''
READ = """
import sqlite3, sys

for row in sqlite3.connect(sys.argv[1]).execute("SELECT * FROM records"):
    pass
"""
# Of the newest event, and milliseconds since the page was asked for.
FIRST_PAINT = """new Promise(resolve => {
    const told = performance.getEntriesByName("first-contentful-paint");
    if (told.length) resolve(told[0].startTime);
    new PerformanceObserver(list => list.getEntriesByName("first-contentful-paint").forEach(
        entry => resolve(entry.startTime))).observe({type: "paint", buffered: true});
})"""


def main() -> None:
    """Print each figure beside its limit."""
    with tempfile.TemporaryDirectory() as folder:
        workspace, page = Path(folder, "many"), Path(folder, "report.html")
        os.environ["PUZZLES_DATA_DIR"] = str(Path(folder, "data"))
        fill(workspace)
        subprocess.run([*PUZZLES, "check", "--quiet"], cwd=workspace, check=True)
        print(f"{'figure':<44} {'measured':>10} {'limit':>8}")
        build = [*PUZZLES, "report", "--output", str(page)]
        cpu(build, workspace)
        pairs = [(cpu(build, workspace), cpu([*PUZZLES, "list"], workspace)) for _ in range(ROUNDS)]
        ratio = statistics.median(report / listed for report, listed in pairs)
        row("built, over puzzles list of the same", f"{ratio:.1f}", "10")
        row("built, processor time", f"{statistics.median(report for report, _ in pairs):.2f} s", "")
        data = page.read_bytes()
        row("size", f"{len(data) / 1e6:.2f} MB", "5 MB")
        row("size, gzipped", f"{len(gzip.compress(data)) / 1e6:.2f} MB", "1 MB")
        in_browser(page)
        multiply(Path(folder, "data", FILE))
        read = [sys.executable, "-c", READ, str(Path(folder, "data", FILE))]
        export = [*PUZZLES, "export", "--to", "csv"]
        costs = [
            [cpu(command, workspace) for command in (build, export, read)] for _ in range(max(1, ROUNDS // 3))
        ]
        for name, place, limit in (("report", 0, "2"), ("CSV", 1, "5")):
            ratio = statistics.median(each[place] / each[2] for each in costs)
            row(f"{name} of a million, over a bare read of them", f"{ratio:.1f}", limit)
            row(f"{name} of a million, processor time", f"{min(each[place] for each in costs):.1f} s", "")


def multiply(file: Path) -> None:
    """Add copies of all records to a database: further measurements of each state, and further states."""
    noise = "(1 + 0.01 * (abs(id * 7919 + copy * 104729) % 1000 / 500.0 - 1))"
    state = f"copy / {OF_A_STATE}"
    changed = {
        "id": f"id + {2 * COUNT * STATES} * copy",
        "fingerprint": "fingerprint || copy",
        # What the sources are now has no space in its hash.
        "source_hash": f"source_hash || iif(instr(source_hash, ' '), ' ' || {state}, '')",
        "committed": f"committed + {4 * DAY} * ({state})",
        "taken": f"taken + {4 * DAY} * ({state}) + 60 * copy",
    } | {time: f"{time} * {noise}" for time in ("median", "low", "high", "minimum")}
    copies = f"WITH RECURSIVE n(copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM n WHERE copy < {TIMES - 1})"
    with sqlite3.connect(file) as store:
        columns = [column for _, column, *_ in store.execute("PRAGMA table_info(records)")]
        cells = ", ".join(changed.get(column, f'"{column}"') for column in columns)
        store.execute(f"{copies} INSERT INTO records SELECT {cells} FROM n, records")
        cells = f"record + {2 * COUNT * STATES} * copy, seconds, cpu, waits"
        store.execute(f"{copies} INSERT INTO samples SELECT {cells} FROM n, samples")
    store.close()


def cpu(command: list[str], folder: Path) -> float:
    """Return the processor seconds that a whole process takes, which other programs change less."""
    before = os.times()
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def fill(workspace: Path) -> None:
    """Write puzzles in a repository of many commits, and records of each."""
    draw = random.Random(1)
    ids = [f"aoc{year}d{day}" for year in range(2015, 2025) for day in range(1, 26)]
    ids += [f"euler{number}" for number in range(1, COUNT - len(ids) + 1)]
    (workspace / "puzzles").mkdir(parents=True)
    for number, id in enumerate(ids):
        (workspace / "inputs" / id).mkdir(parents=True)
        cases = f'[main]\ninput = "abc"\npart1 = {number}\npart2 = "abc"\n'
        (workspace / "inputs" / id / "cases.toml").write_text(cases)
    git(workspace, "init", "-q")
    revisions = [commit(workspace, ids, state, draw) for state in range(STATES)]
    with open_records() as store:
        store.add(
            chain.from_iterable(records(workspace, id, at, revisions, draw) for at, id in enumerate(ids))
        )


def commit(workspace: Path, ids: list[str], state: int, draw: random.Random) -> str:
    """Change a tenth of the puzzles, at the ends all of them; return the commit."""
    for number, id in enumerate(ids):
        if state in (0, STATES - 1) or draw.random() < 0.1:
            text = PUZZLE.format(id=id, number=number, state=state)
            (workspace / "puzzles" / f"{id}.py").write_text(text)
    git(workspace, "add", "-A")
    git(workspace, "commit", "-q", "-m", f"Change {state} of many things")
    return git(workspace, "rev-parse", "HEAD").strip()


def git(workspace: Path, *arguments: str) -> str:
    """Return what git says."""
    who = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"]
    ended = subprocess.run(
        ["git", *who, *arguments], cwd=workspace, check=True, capture_output=True, text=True
    )
    return ended.stdout


def records(workspace: Path, id: str, number: int, revisions: list[str], draw: random.Random) -> list[Record]:
    """Return a record of both parts for each commit, with noise, and now and then a lasting change."""
    final = digest.code([workspace / "puzzles" / f"{id}.py"])
    made = []
    for part, answer in ((1, str(number)), (2, "abc")):
        seconds = 10 ** draw.uniform(-5, 1)
        for state, revision in enumerate(revisions):
            seconds *= draw.choice([0.3, 0.5, 0.8, 1.3, 2]) if draw.random() < 0.04 else 1
            moment = START + 20 * DAY * state
            last = state == STATES - 1
            fields: dict[str, Any] = {
                "puzzle": id,
                "part": part,
                "answer": answer,
                "sources": (f"{id}.py",),
                "source_hash": final if last else f"{id} {state}",
                "revision": revision,
                "committed": moment,
                "taken": moment + 600,
                "peak_bytes": round(draw.uniform(9e6, 40e6)),
                "input_hash": digest.text("abc"),
                "python": fingerprint.installation().name,
            }
            made.append(record(seconds * draw.gauss(1, 0.01), **fields))
    return made


def in_browser(page: Path) -> None:
    """Print how long a real browser takes."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if not chromium:
        print("There is no chromium here.")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        painted = []
        for _ in range(ROUNDS):
            tab = browser.new_page(viewport={"width": 1600, "height": 900})
            tab.goto(page.as_uri(), wait_until="commit")
            painted.append(float(tab.evaluate(FIRST_PAINT)))
            tab.close()
        browser.close()
    row("first paint", f"{statistics.median(painted):.0f} ms", "1000 ms")


if __name__ == "__main__":
    main()
