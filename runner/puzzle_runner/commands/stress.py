"""`puzzles stress`: random inputs for all solutions of a puzzle, and the smallest on which one fails."""

import os
import random
from datetime import date
from pathlib import Path
from typing import Annotated

from puzzle_runner.catalog import lookup
from puzzle_runner.checking import judge, plan
from puzzle_runner.checking import stress as stresses
from puzzle_runner.checking.plan import Skipped
from puzzle_runner.checking.stress import NAME, Stress
from puzzle_runner.commands import options
from puzzle_runner.commands.options import OrLast, Timeout, Untrusted, Words
from puzzle_runner.declare import Option
from puzzle_runner.errors import UsageError
from puzzle_runner.inputs import case_file, writing
from puzzle_runner.interruption import Interrupted
from puzzle_runner.output import case_details, results_table, terminal
from puzzle_runner.output.render import Json, Report, show, show_interrupted
from puzzle_runner.text import count, printable

Against = Annotated[
    str | None, Option(metavar="NAME", help="The solution whose answers are right."), Words.SOLUTION
]
Runs = Annotated[int | None, Option(metavar="N", min=1, help="How many inputs to try. Default: for 30 s.")]
Seed = Annotated[int | None, Option(metavar="N", min=0, help="The seed, to try the same inputs again.")]

ORDER = 420
EXAMPLE = "puzzles stress 2021/3 --against brute"
# Seconds that one call may take.
PATIENCE = 2.0


def stress(
    id: OrLast = None,
    against: Against = None,
    runs: Runs = None,
    seed: Seed = None,
    timeout: Timeout = None,
    untrusted: Untrusted = False,
    json: Json = False,
) -> None:
    """Try random inputs until a solution fails. The smallest such input is kept as a case."""
    seed = random.randrange(10**6) if seed is None else seed
    # The workers get it: sets of texts have the order of the seed, in generators and in solutions.
    os.environ.setdefault("PYTHONHASHSEED", str(seed % 2**32))
    workspace = lookup.workspace_of([id])
    limits = options.limits(workspace, timeout or PATIENCE, untrusted)
    (puzzle, _), *more = lookup.puzzles(workspace, [id or lookup.edited_last(workspace)])
    if more:
        raise UsageError(f'"{id}" are several puzzles: name one of them.')
    path = lookup.case_folder(workspace, puzzle.id) / case_file.FILE
    workspace.check_writable(path)
    tasks = stresses.prepared(workspace, puzzle, against, limits)
    for task in tasks:
        if isinstance(task, Skipped):
            terminal.warn(f"Left out: {task.message}")
    calls = plan.runnable(tasks)
    trials = Stress(calls, stresses.source(workspace, puzzle, limits), seed, against)
    for part in stresses.unchecked(calls):
        terminal.warn(
            f"Nothing tells whether an answer of part {part} is right: there is no other solution, and no "
            "check(answer, text). Only what raises, crashes or takes too long is found."
        )
    try:
        with terminal.status("Trying inputs ..."):
            trials.search(runs)
    except Interrupted:
        report = _report(trials, puzzle.id, path)
        terminal.warn("\n".join(report.lines))
        if json:
            show_interrupted(report.document)
        raise
    raise SystemExit(show(_report(trials, puzzle.id, path), json))


def _report(trials: Stress, id: str, path: Path) -> Report:
    """Keep the input of a failure as a case, with the trusted answers; show what fails on it."""
    number = count(trials.runs, "input")
    summary = f"{number}, sizes up to {trials.size}, seed {trials.seed}"
    document = {"puzzle": id, "seed": trials.seed, "runs": trials.runs, "size": trials.size}
    failure = trials.failure
    if not failure:
        return Report(document | {"failure": None}, [f"{printable(id)}: no failure. {summary}"])
    drawn = failure.drawn
    puzzle, case = failure.calls[0].puzzle, failure.calls[0].case
    answers = {}
    for part, answer in case.answers.items():
        answers[part] = answer.text
    origin = f"{case_file.STRESS}, seed {trials.seed}, size {failure.size}, {date.today()}"
    if answers:
        origin += f", answers of {trials.trusted}"
    name = writing.add_case(path, NAME, drawn.text, drawn.parameters, answers, origin)
    case = case._replace(name=name, answers={})
    rows = [result._replace(case=name) for result in failure.results]
    calls = [call._replace(case=case) for call in failure.calls]
    table = results_table.Table(calls, terminal.coloured())
    lines = table.heading(puzzle.id, puzzle.title)
    texts = {}
    if drawn.text:
        texts[0] = drawn.text
    for line in case_details.lines(case, texts):
        lines.append(f"  {line}")
    for row in rows:
        lines += table.lines(row, with_output=True)
    lines.append(f"Found with {summary}.")
    lines.append(f"Kept as {name} in {printable(str(path))}.")
    kept = {
        "size": failure.size,
        "case": name,
        "input": drawn.text,
        "parameters": dict(drawn.parameters),
        **results_table.document(rows),
        "file": str(path),
    }
    return Report(document | {"failure": kept}, lines, judge.worst_exit(rows))
