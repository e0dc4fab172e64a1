"""`puzzles stress`: random inputs for all solutions of a puzzle, and the smallest on which one fails."""

import os
import random
import sys
import time
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Annotated

from puzzle_runner import typer
from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.lookup import case_folder
from puzzle_runner.checking import judge, plan, random_inputs
from puzzle_runner.checking import stress as stresses
from puzzle_runner.checking.plan import Skipped
from puzzle_runner.checking.stress import EQUIVALENT, RANDOM, Failure, Stress
from puzzle_runner.commands import options
from puzzle_runner.commands.options import OrLast, Part, Timeout, Untrusted, Words
from puzzle_runner.errors import UsageError
from puzzle_runner.inputs import case_file, cases, writing
from puzzle_runner.interruption import Interrupted
from puzzle_runner.output import case_details, results_table, terminal
from puzzle_runner.output.render import Report
from puzzle_runner.text import count, printable

Solution = Annotated[
    str | None,
    typer.Option("--solution", "-s", metavar="NAME", help="The solution to test. Default: all."),
    Words.SOLUTION,
]
Against = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="The solution whose answers are right, such as a brute force."),
    Words.SOLUTION,
]
Seconds = Annotated[
    float | None, typer.Option(metavar="S", min=0.1, help="How long to try inputs. Default: 30.")
]
Runs = Annotated[int | None, typer.Option(metavar="N", min=1, help="How many inputs to try.")]
Seed = Annotated[int | None, typer.Option(metavar="N", min=0, help="The seed, to try the same inputs again.")]

ORDER = 115
# Seconds that one call may take, and that each search goes on.
PATIENCE, SECONDS = 2.0, 30.0


def stress(
    id: OrLast = None,
    part: Part = None,
    solution: Solution = None,
    against: Against = None,
    seconds: Seconds = None,
    runs: Runs = None,
    seed: Seed = None,
    timeout: Timeout = None,
    untrusted: Untrusted = False,
) -> Report:
    """Try random inputs until a solution fails; keep the smallest such input as a case."""
    seed = random.randrange(10**6) if seed is None else seed
    # The workers get it: sets of texts have the order of the seed, in generators and in solutions.
    os.environ.setdefault("PYTHONHASHSEED", str(seed % 2**32))
    workspace = lookup.workspace_of([id])
    limits = options.limits(workspace, timeout or PATIENCE, untrusted)
    (puzzle, _), *more = lookup.puzzles(workspace, [id or lookup.edited_last(workspace)])
    if more:
        raise UsageError(f'"{id}" are several puzzles: name one of them.')
    folder = case_folder(workspace, puzzle.id)
    workspace.check_writable(folder / case_file.FILE)
    trusted = against or stresses.trusted(folder)
    chosen = {solution, trusted or puzzle.default} if solution else set[str]()
    tasks = stresses.prepared(workspace, puzzle, part, chosen, [*filter(None, (solution, against))], limits)
    for task in tasks:
        if isinstance(task, Skipped):
            terminal.warn(f"Left out: {task.message}")
    calls = plan.runnable(tasks)
    tried = Stress(workspace, calls, random_inputs.source(workspace, puzzle, limits, seed), trusted)
    for number in tried.unchecked():
        terminal.warn(
            f"Nothing tells whether an answer of part {number} is right: no other solution (--against), no "
            "check(answer, text), no equivalent(random, input). Only what raises, crashes or takes too long "
            "is found."
        )
    now = time.monotonic()
    # By a number of inputs, the same is done on every machine.
    seconds = seconds or (float("inf") if runs else SECONDS)
    try:
        with terminal.status("Trying inputs ..."):
            tried.run(runs, seconds, lambda: _show(tried, seed, now))
        if tried.failure:
            with terminal.status("It fails: looking for a smaller input ..."):
                tried.shrink(tried.failure, seconds)
    except Interrupted:
        terminal.warn("\n".join(_report(tried, puzzle.id, folder / case_file.FILE, seed).lines))
        raise
    return _report(tried, puzzle.id, folder / case_file.FILE, seed)


def _report(tried: Stress, id: str, path: Path, seed: int) -> Report:
    """Keep the input that was found, if there is one; tell of it and of the search."""
    told = f"{count(tried.runs, 'input')}, sizes up to {tried.size}, seed {seed}"
    document = {"puzzle": id, "seed": seed, "runs": tried.runs, "size": tried.size, "failure": None}
    failure = tried.failure
    if not failure:
        return Report(document, [f"{printable(id)}: no failure. {told}"])
    of = f", answers of {tried.trusted}" if failure.answers else ""
    origin = f"{case_file.STRESS}, seed {seed}, size {failure.drawn.wanted.size}, {date.today()}{of}"
    given = {RANDOM: (failure.drawn.text, failure.drawn.parameters)}
    if failure.drawn.equivalent:
        given[EQUIVALENT] = failure.drawn.equivalent
    kept = {
        name: writing.add_case(path, RANDOM, *each, failure.answers, origin) for name, each in given.items()
    }
    report = _told(failure.of_parts(), kept, path)
    lines = [
        *report.lines,
        f"Found with {told}.",
        f"Kept as {' and '.join(kept.values())} in {printable(str(path))}.",
    ]
    if not (failure.answers or tried.checker):
        lines.append('No answer is stored: "puzzles answer" does that, or --against with a trusted solution.')
    return Report({**document, "failure": report.document}, lines, report.exit_code)


def _told(failure: Failure, kept: Mapping[str, str], path: Path) -> Report:
    """Return what fails, with the names of the cases that it is kept as."""
    calls = [call._replace(case=call.case._replace(name=kept[call.case.name])) for call in failure.calls]
    rows = [row._replace(case=call.case.name) for call, row in zip(calls, failure.results, strict=True)]
    table = results_table.Table(calls, rows, terminal.coloured(sys.stdout))
    lines = table.heading(calls[0].puzzle.id, calls[0].puzzle.title)
    inputs = []
    for case in {call.case.name: call.case for call in calls}.values():
        text = cases.text(case)
        inputs.append({"case": case.name, "input": text, "parameters": dict(case.parameters)})
        details = case_details.lines(case._replace(answers={}), {0: text} if text else {})
        lines += (f"  {line}" for line in details)
    lines += (line for row in rows for line in table.lines(row, with_output=True))
    found = {"size": failure.drawn.wanted.size, "cases": inputs, "file": str(path)}
    return Report(found | results_table.document(rows), lines, judge.gravest(rows))


def _show(tried: Stress, seed: int, begun: float) -> None:
    """Show how far the search is, where there is a terminal."""
    if sys.stderr.isatty():
        seconds = time.monotonic() - begun
        terminal.overwrite(f"{count(tried.runs, 'input')}, size {tried.size}, seed {seed}, {seconds:.0f} s")
