"""`puzzles layouts`: how a folder of solutions is laid out, so that they can be run as they are."""

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Event, Timer
from typing import Annotated

from puzzle_runner import settings, typer
from puzzle_runner.catalog import lookup, scaffold
from puzzle_runner.catalog.lookup import cases_of
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge, plan, preparing
from puzzle_runner.checking.selection import Selection
from puzzle_runner.commands import options
from puzzle_runner.commands.options import Folder, Untrusted
from puzzle_runner.engines.foreign import engine, proposals, survey
from puzzle_runner.engines.foreign.proposals import Proposal
from puzzle_runner.engines.foreign.survey import How
from puzzle_runner.errors import NoSuchPuzzle, UsageError
from puzzle_runner.model import Limits, Result, Verdict
from puzzle_runner.output import layouts as output
from puzzle_runner.output import terminal
from puzzle_runner.output.layouts import Proposed
from puzzle_runner.output.render import Report
from puzzle_runner.running import sandbox
from puzzle_runner.text import is_utf_8, printable

Write = Annotated[bool, typer.Option("--write", help="Write the layout into its pyproject.toml.")]

ORDER = 420
# The seconds that all that is tried may take, builds included.
SECONDS = 10.0
# Verdicts that are no reason to doubt: nothing may be stored for the other part.
AS_STORED = {Verdict.RIGHT, Verdict.UNKNOWN, Verdict.SKIPPED}


def layouts(folder: Folder = Path(), write: Write = False, untrusted: Untrusted = False) -> Report:
    """Detect how existing solutions are laid out, and try one of each kind."""
    root = settings.expanded(str(folder))
    if not root.is_dir():
        raise UsageError(f"{root} is not a folder.")
    workspace = Workspace(root, whole=not (root / "puzzles").is_dir())
    if write and workspace.settings.layout:
        raise UsageError(f"{root / 'pyproject.toml'} has a layout already: change it there.")
    home = Path(os.path.realpath(os.path.expanduser("~")))
    shows_home = home.is_relative_to(os.path.realpath(root))
    limits = options.limits(workspace, SECONDS, untrusted or not (shows_home or sandbox.trouble()))
    own = tuple(workspace.settings.languages)
    proposal = proposals.propose(root, own=own)
    if not proposal:
        raise NoSuchPuzzle(f"No layout was recognised in {root}: {proposals.reason(root, own)}")
    if write:
        pairs = zip(proposal.layout.path, proposal.puzzles, strict=True)
        kept = {path: number for path, number in pairs if is_utf_8(path)}
        for path in filter(lambda path: path not in kept, proposal.layout.path):
            terminal.warn(
                f'puzzles: "{printable(path)}" is left out: its name is not UTF-8, which TOML needs.'
            )
        if not kept:
            raise UsageError(f"For {root}, no layout can be written: rename what is not UTF-8.")
        proposal = Proposal(proposal.layout._replace(path=(*kept,)), (*kept.values(),), proposal.share)
    seen = survey.survey(root, proposal.layout, workspace.settings)
    layout = proposal.layout._replace(input=tuple(filter(is_utf_8, seen.places)))
    workspace = workspace.with_layouts((layout,))
    if write:
        scaffold.add_layout(root / "pyproject.toml", layout)
    known = bool(workspace.whole and proposals.certain(root, own))
    tried, unproven = _tried(workspace, seen.ways, limits)
    proposal = proposal._replace(layout=layout)
    proposed = Proposed(root, proposal, seen, tried, known=known, written=write, unproven=unproven)
    return Report(output.document(proposed), [*output.lines(proposed)])


def _tried(
    workspace: Workspace, ways: Mapping[How, Sequence[str]], limits: Limits
) -> tuple[tuple[Result, ...], int]:
    """Run a puzzle of each way that has a stored answer, else the first one that has an input.

    Return the rows, and the number of ways in which nothing was right, or anything not.
    """
    until, stop = time.monotonic() + SECONDS, Event()
    timer = Timer(SECONDS, stop.set)
    timer.daemon = True
    timer.start()
    rows: list[Result] = []
    proven = 0
    answered = {how: id for how, ids in ways.items() if (id := _first(workspace, ids, answered=True))}
    some = next(filter(None, (_first(workspace, ids, answered=False) for ids in ways.values())), "")
    paths = engine.ENGINE.paths(workspace)
    is_own = settings.expanded(".").is_relative_to(workspace.root)
    try:
        for how, id in answered.items() or [(How((), (), ""), some)] * bool(some):
            puzzle = lookup.read(workspace, id, paths[id])
            own = [each for each in puzzle.solutions if each.language == how.language or not answered]
            left = max(0.0, until - time.monotonic()) / max(1, len(own))
            if not left:
                break
            # Whose it is cannot be known, but it may be where the user works.
            if not limits.untrusted and not is_own:
                terminal.warn(
                    f"puzzles: {printable(str(paths[id]))} is run without a sandbox, with your "
                    "permissions, to try it."
                )
            puzzle = puzzle._replace(solutions=tuple(own), default=own[0].name if own else puzzle.default)
            tasks = [
                *plan.plan(workspace, puzzle, Selection(), limits._replace(timeout=max(0.1, round(left, 1))))
            ]
            of_way = [*judge.run(preparing.prepare(tasks, stop=stop))]
            rows += of_way
            verdicts = {row.verdict for row in of_way}
            proven += Verdict.RIGHT in verdicts and verdicts <= AS_STORED
    finally:
        timer.cancel()
    return tuple(rows), len(ways) - proven


def _first(workspace: Workspace, ids: Sequence[str], *, answered: bool) -> str:
    """Return the first puzzle that has a case, with a stored answer if it is to be `answered`."""
    for id in ids:
        if any(case.answers or not answered for case in cases_of(workspace, id).cases):
            return id
    return ""
