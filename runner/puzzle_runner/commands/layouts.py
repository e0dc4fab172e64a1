"""`puzzles layouts`: how a folder of solutions is laid out, so that they can be run as they are."""

from pathlib import Path
from typing import Annotated

from puzzle_runner import declare, settings
from puzzle_runner.catalog import scaffold
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.commands.options import Folder
from puzzle_runner.errors import UsageError
from puzzle_runner.layouts import proposals, survey
from puzzle_runner.layouts.proposals import Proposal
from puzzle_runner.output import layouts as output
from puzzle_runner.output import terminal
from puzzle_runner.output.layouts import Proposed
from puzzle_runner.output.render import Report
from puzzle_runner.text import is_utf_8, printable

Write = Annotated[bool, declare.Option("--write", help="Write the layout into its pyproject.toml.")]

ORDER = 30
EXAMPLE = "puzzles layouts ~/advent-of-code"


def layouts(folder: Folder = Path(), write: Write = False) -> Report:
    """Detect how existing solutions are laid out."""
    root = settings.expanded(str(folder))
    if not root.is_dir():
        raise UsageError(f"{root} is not a folder.")
    workspace = Workspace(root, whole=not (root / "puzzles").is_dir())
    if write and workspace.settings.layout:
        raise UsageError(f"{root / 'pyproject.toml'} has a layout already: change it there.")
    own_languages = tuple(workspace.settings.languages)
    proposal = proposals.of_folder(root, own_languages)
    if write:
        proposal = _without_odd_names(root, proposal)
    seen = survey.survey(root, proposal.layout, workspace.settings)
    layout = proposal.layout._replace(input=tuple(filter(is_utf_8, seen.places)))
    if write:
        scaffold.add_layout(root / "pyproject.toml", layout)
    proposed = Proposed(
        root,
        proposal._replace(layout=layout),
        seen.problems,
        certain=workspace.whole and bool(proposals.certain(root, own_languages)),
        written=write,
    )
    return Report(output.document(proposed), [*output.lines(proposed)])


def _without_odd_names(root: Path, proposal: Proposal) -> Proposal:
    """Return a proposal without the patterns that cannot be written. Raises UsageError if none is left."""
    kept: dict[str, int] = {}
    for path, number in zip(proposal.layout.path, proposal.puzzles, strict=True):
        if is_utf_8(path):
            kept[path] = number
        else:
            terminal.warn(
                f'puzzles: "{printable(path)}" is left out: its name is not UTF-8, which TOML needs.'
            )
    if not kept:
        raise UsageError(f"For {root}, no layout can be written: rename what is not UTF-8.")
    return Proposal(proposal.layout._replace(path=tuple(kept)), tuple(kept.values()), proposal.share)
