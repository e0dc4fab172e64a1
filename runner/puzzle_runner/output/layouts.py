"""The output of `layouts`: what was found, the table that is used, and its JSON."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner.engines import part_words
from puzzle_runner.layouts import layout as layouts
from puzzle_runner.layouts.layout import Layout
from puzzle_runner.layouts.survey import Survey
from puzzle_runner.output import terminal
from puzzle_runner.text import columns, count, printable

# How many kinds of problems are told.
MOST_PROBLEMS = 10


class Shown(NamedTuple):
    """The layouts of a folder, and what is `found` by them.

    It `works` if commands use these layouts there, and most files run; they were `written` if pyproject.toml
    has them now.
    """

    root: Path
    found: Survey
    works: bool
    written: bool


def lines(shown: Shown) -> Iterator[str]:
    """Yield the lines of `layouts`."""
    found = shown.found
    rows = [(count(number, "puzzle"), printable(pattern)) for pattern, number in found.puzzles.items()]
    inputs = [pattern for layout in found.layouts for pattern in layout.input]
    if found.inputs and inputs:
        rows.append((count(found.inputs, "input"), printable("  ".join(inputs))))
    yield from columns(rows)
    yield ""
    yield from _problems(found.problems)
    import tomlkit

    for layout in found.layouts:
        yield "[[tool.puzzles.layout]]"
        yield from tomlkit.dumps(layouts.toml(layout)).splitlines()
        yield ""
    for id in found.ids[:1]:
        yield from terminal.sentences(f'Store an answer that you know: "puzzles answer {id} 1234 -p 1".')
    if found.inputs and inputs and not part_words.asks(inputs):
        command = f"puzzles import . --inputs '{_from_top(found.layouts[0], inputs[0])}'"
        if found.layouts[0].year:
            command += f" --year {found.layouts[0].year}"
        yield from terminal.sentences(f'Keep these inputs as yours: "{command}".')
    if shown.written:
        yield from terminal.sentences(f"Written to {shown.root / 'pyproject.toml'}.")
    if shown.works:
        yield "Works as it is."
    elif not shown.written:
        yield 'Run "puzzles layouts --write".'


def _problems(problems: Sequence[str]) -> Iterator[str]:
    """Yield a line for each kind of problem, and an empty one behind them."""
    paths_by_reason: dict[str, list[str]] = {}
    for problem in problems:
        path, _, reason = problem.partition(": ")
        paths_by_reason.setdefault(reason, []).append(path)
    for reason, paths in [*paths_by_reason.items()][:MOST_PROBLEMS]:
        others = f" and {count(len(paths) - 1, 'more file')}" if len(paths) > 1 else ""
        yield from terminal.sentences(f"✗ {printable(paths[0])}{others}: {printable(reason)}")
    if len(paths_by_reason) > MOST_PROBLEMS:
        yield f"✗ {sum(map(len, [*paths_by_reason.values()][MOST_PROBLEMS:]))} more"
    if problems:
        yield ""


def _from_top(layout: Layout, pattern: str) -> str:
    """Return the pattern of an input without the folder and the name of a solution."""
    folder, name = os.path.split(layout.path[0])
    pattern = pattern.replace("{stem}", os.path.splitext(name)[0])
    return os.path.normpath(pattern.replace("{folder}", folder))


def document(shown: Shown) -> Mapping[str, Any]:
    """Return the JSON of `layouts`."""
    return {
        "folder": str(shown.root),
        "certain": shown.works,
        "written": shown.written,
        "layout": layouts.toml(shown.found.layouts[0]),
        "patterns": [{"path": path, "puzzles": number} for path, number in shown.found.puzzles.items()],
        "problems": [*shown.found.problems],
    }
