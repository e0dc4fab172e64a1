"""`puzzles layouts`: how a folder of solutions is laid out, so that they can be run as they are."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from puzzle_runner import settings
from puzzle_runner.catalog import lookup, scaffold
from puzzle_runner.catalog.lookup import all_cases
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.checking import judge, plan, preparing
from puzzle_runner.checking.plan import Selection
from puzzle_runner.commands import options
from puzzle_runner.commands.options import Untrusted
from puzzle_runner.engines.foreign import engine, recognition, survey
from puzzle_runner.engines.foreign.recognition import Proposal
from puzzle_runner.errors import NoSuchPuzzle, UsageError
from puzzle_runner.model import Limits, Result
from puzzle_runner.output import layouts as output
from puzzle_runner.output import terminal
from puzzle_runner.output.layouts import Proposed
from puzzle_runner.output.render import Report, shown
from puzzle_runner.text import is_utf_8, printable

Folder = Annotated[
    Path, typer.Argument(metavar="[FOLDER]", help="The folder. Default: the current one.", show_default=False)
]
Write = Annotated[bool, typer.Option("--write", help="Write the layout into its pyproject.toml.")]

ORDER = 420


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(layouts))


def layouts(folder: Folder = Path(), write: Write = False, untrusted: Untrusted = False) -> Report:
    """Detect how existing solutions are laid out, and try one."""
    root = settings.expanded(str(folder))
    if not root.is_dir():
        raise UsageError(f"{root} is not a folder.")
    workspace = Workspace(root, whole=not (root / "puzzles").is_dir())
    limits = options.limits(workspace, None, untrusted)
    if write and workspace.settings.layout:
        raise UsageError(f"{root / 'pyproject.toml'} has a layout already: change it there.")
    proposal = recognition.propose(root)
    if not proposal:
        raise NoSuchPuzzle(
            f"No layout was recognised in {root}: no path in it tells a year and a day. Where the year is "
            'missing, give it in [[tool.puzzles.layout]]: path = "day{day:02}.py", year = 2021.'
        )
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
    seen = survey.survey(root, proposal.layout)
    layout = proposal.layout._replace(input=tuple(filter(is_utf_8, seen.places)))
    workspace = workspace.with_layouts((layout,))
    if write:
        scaffold.add_layout(root / "pyproject.toml", layout)
    certain = bool(workspace.puzzles == root and recognition.certain(root))
    proposal, tried = proposal._replace(layout=layout), tuple(_tried(workspace, limits))
    proposed = Proposed(root, proposal, seen, tried, certain=certain, written=write)
    return Report(output.document(proposed), [*output.lines(proposed)])


def _tried(workspace: Workspace, limits: Limits) -> Iterator[Result]:
    """Run the first puzzle that has an input, and yield its rows; nothing if none has one."""
    for stem, path in engine.ENGINE.paths(workspace).items():
        if all_cases(workspace, stem):
            puzzle = lookup.read(workspace, stem, path)
            if not limits.untrusted and not settings.expanded(".").is_relative_to(workspace.root):
                # Whose it is cannot be known, but it is not where the user works.
                terminal.warn(
                    f"puzzles: {printable(str(path))} is run with your rights, to try it. If it is other "
                    "people's, use --untrusted."
                )
            yield from judge.run(preparing.prepare([*plan.plan(workspace, puzzle, Selection(), limits)]))
            return
