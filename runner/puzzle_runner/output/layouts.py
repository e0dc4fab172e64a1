"""The output of `layouts`: what was found, the table to write, and its JSON."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner.layouts import layout as layouts
from puzzle_runner.layouts.proposals import Proposal
from puzzle_runner.output import terminal
from puzzle_runner.text import columns, count, printable

# How many kinds of problems are told.
MOST_PROBLEMS = 10


class Proposed(NamedTuple):
    """A proposed layout of a folder, and what is wrong with some of its files, as `path: reason`.

    It is `certain` if the folder is a workspace without it, and `written` if it now is in pyproject.toml.
    """

    root: Path
    proposal: Proposal
    problems: tuple[str, ...]
    certain: bool
    written: bool


def lines(proposed: Proposed) -> Iterator[str]:
    """Yield the lines of `layouts`."""
    layout, numbers, _ = proposed.proposal
    pairs = zip(layout.path, numbers, strict=True)
    yield from columns((count(number, "puzzle"), printable(path)) for path, number in pairs)
    yield ""
    paths_by_reason: dict[str, list[str]] = {}
    for problem in proposed.problems:
        path, _, reason = problem.partition(": ")
        paths_by_reason.setdefault(reason, []).append(path)
    for reason, paths in [*paths_by_reason.items()][:MOST_PROBLEMS]:
        others = f" and {count(len(paths) - 1, 'more file')}" if len(paths) > 1 else ""
        yield from terminal.sentences(f"✗ {printable(paths[0])}{others}: {printable(reason)}")
    if len(paths_by_reason) > MOST_PROBLEMS:
        yield f"✗ {sum(map(len, [*paths_by_reason.values()][MOST_PROBLEMS:]))} more"
    if proposed.problems:
        yield ""
    import tomlkit

    yield "[[tool.puzzles.layout]]"
    yield from tomlkit.dumps(layouts.toml(layout)).splitlines()
    yield ""
    if proposed.written:
        yield from terminal.sentences(f"Written to {proposed.root / 'pyproject.toml'}.")
    elif proposed.certain and not proposed.problems:
        yield from terminal.sentences(
            'Nothing need be written: "puzzles run" finds these files. '
            'To change a line, begin with "puzzles layouts --write".'
        )
    else:
        yield from terminal.sentences(
            '"puzzles layouts --write" writes it into pyproject.toml, where you can change it.'
        )


def document(proposed: Proposed) -> Mapping[str, Any]:
    """Return the JSON of `layouts`."""
    layout, numbers, _ = proposed.proposal
    return {
        "folder": str(proposed.root),
        "certain": proposed.certain,
        "written": proposed.written,
        "layout": layouts.toml(layout),
        "patterns": [
            {"path": path, "puzzles": number} for path, number in zip(layout.path, numbers, strict=True)
        ],
        "problems": proposed.problems,
    }
