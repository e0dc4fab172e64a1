"""`puzzles stress`: random inputs for all solutions of a puzzle, and the smallest on which one fails."""

import os
import random
import sys
from datetime import date
from pathlib import Path
from typing import Annotated

from puzzle_runner import declare
from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.lookup import case_folder
from puzzle_runner.checking import judge, plan, random_inputs
from puzzle_runner.checking import stress as stresses
from puzzle_runner.checking.plan import Skipped
from puzzle_runner.checking.stress import NAME, Stress
from puzzle_runner.commands import options
from puzzle_runner.commands.options import OrLast, Part, Timeout, Untrusted, Words, time_to_spend
from puzzle_runner.errors import UsageError
from puzzle_runner.inputs import case_file, writing
from puzzle_runner.interruption import Interrupted
from puzzle_runner.output import case_details, results_table, terminal
from puzzle_runner.output.render import Json, Report, show, show_interrupted
from puzzle_runner.text import count, printable

Solution = Annotated[
    str | None,
    declare.Option("--solution", "-s", metavar="NAME", help="The solution to test. Default: all."),
    Words.SOLUTION,
]
Against = Annotated[
    str | None,
    declare.Option(metavar="NAME", help="The solution whose answers are right, such as a brute force."),
    Words.SOLUTION,
]
Seconds = Annotated[
    float | None,
    declare.Option(metavar="S", parser=time_to_spend, help="How long to try inputs. Default: 30."),
]
Runs = Annotated[int | None, declare.Option(metavar="N", min=1, help="How many inputs to try.")]
Seed = Annotated[
    int | None, declare.Option(metavar="N", min=0, help="The seed, to try the same inputs again.")
]

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
    json: Json = False,
) -> None:
    """Try random inputs until a solution fails; keep the smallest such input as a case."""
    seed = random.randrange(10**6) if seed is None else seed
    # The workers get it: sets of texts have the order of the seed, in generators and in solutions.
    os.environ.setdefault("PYTHONHASHSEED", str(seed % 2**32))
    workspace = lookup.workspace_of([id])
    limits = options.limits(workspace, timeout or PATIENCE, untrusted)
    (puzzle, _), *more = lookup.puzzles(workspace, [id or lookup.edited_last(workspace)])
    if more:
        raise UsageError(f'"{id}" are several puzzles: name one of them.')
    path = case_folder(workspace, puzzle.id) / case_file.FILE
    workspace.check_writable(path)
    chosen = {solution, against or puzzle.default} if solution else set[str]()
    tasks = stresses.prepared(workspace, puzzle, part, chosen, [*filter(None, (solution, against))], limits)
    for task in tasks:
        if isinstance(task, Skipped):
            terminal.warn(f"Left out: {task.message}")
    source = random_inputs.source(workspace, puzzle, limits)
    tried = Stress(plan.runnable(tasks), source, seed, against)
    lacking = "no other solution (--against), no check(answer, text)"
    if tried.lacks_expected:
        lacking = "the checker requires the expected one, which a solution named with --against gives"
    for number in tried.unchecked():
        terminal.warn(
            f"Nothing tells whether an answer of part {number} is right: {lacking}. "
            "Only what raises, crashes or takes too long is found."
        )
    # By a number of inputs, the same is done on every machine.
    seconds = seconds or (float("inf") if runs else SECONDS)
    try:
        with terminal.status("Trying inputs ..."):
            tried.search(runs, seconds)
        if tried.failure:
            with terminal.status("It fails: looking for a smaller input ..."):
                tried.shrink(tried.failure, seconds)
    except Interrupted:
        report = _report(tried, puzzle.id, path)
        terminal.warn("\n".join(report.lines))
        if json:
            show_interrupted(report.document)
        raise
    raise SystemExit(show(_report(tried, puzzle.id, path), json))


def _report(tried: Stress, id: str, path: Path) -> Report:
    """Keep the input that was found, if there is one; show the rows of the parts that fail on it."""
    summary = f"{count(tried.runs, 'input')}, sizes up to {tried.size}, seed {tried.seed}"
    document = {"puzzle": id, "seed": tried.seed, "runs": tried.runs, "size": tried.size, "failure": None}
    found = tried.failure
    if not found:
        doubts = [f"In doubt: {printable(doubt)}" for doubt in tried.doubts]
        return Report(document, [f"{printable(id)}: no failure. {summary}", *doubts])
    text, parameters = found.drawn.text, found.drawn.parameters
    failing = {part for part, _ in found.failures}
    answers = {part: answer.text for part, answer in found.calls[0].case.answers.items() if part in failing}
    by = f", answers of {tried.trusted}" if answers else ""
    origin = f"{case_file.STRESS}, seed {tried.seed}, size {found.drawn.size}, {date.today()}{by}"
    name = writing.add_case(path, NAME, text, parameters, answers, origin)
    calls = [
        call._replace(case=call.case._replace(name=name))
        for call in found.calls
        if call.solution.part in failing
    ]
    rows = [row._replace(case=name) for row in found.results if row.part in failing]
    table = results_table.Table(calls, rows, terminal.coloured(sys.stdout))
    lines = table.heading(calls[0].puzzle.id, calls[0].puzzle.title)
    details = case_details.lines(calls[0].case._replace(answers={}), {0: text} if text else {})
    lines += [f"  {line}" for line in details]
    for row in rows:
        lines += table.lines(row, with_output=True)
    lines += [f"Found with {summary}.", f"Kept as {name} in {printable(str(path))}."]
    if not (answers or tried.has_checker):
        lines.append('No answer is stored: "puzzles answer" does that, or --against with a trusted solution.')
    failure = {
        "size": found.drawn.size,
        "case": name,
        "input": text,
        "parameters": dict(parameters),
        **results_table.document(rows),
        "file": str(path),
    }
    return Report({**document, "failure": failure}, lines, judge.worst_exit(rows))
