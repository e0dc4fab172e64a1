"""The output of `layouts`: what was found, the table that is used, and its JSON."""

import os
from collections.abc import Iterator, Mapping
from typing import Any

from puzzle_runner.engines import part_words
from puzzle_runner.layouts import layout as layouts
from puzzle_runner.layouts.survey import Survey
from puzzle_runner.output import terminal
from puzzle_runner.text import columns, count, printable


def lines(found: Survey, *, works: bool, written: bool) -> Iterator[str]:
    """Yield the lines of `layouts`.

    It `works` if commands use these layouts in the folder, and most files run; they were `written` if its
    pyproject.toml has them now.
    """
    import tomlkit

    first = found.layouts[0]
    inputs = [pattern for layout in found.layouts for pattern in layout.input]
    has_inputs = bool(found.inputs and inputs)
    rows = [(count(number, "puzzle"), pattern) for pattern, number in found.puzzles.items()]
    if has_inputs:
        rows.append((count(found.inputs, "input"), "  ".join(inputs)))
    yield from columns(rows)
    yield ""
    paths_by_reason: dict[str, list[str]] = {}
    for problem in found.problems:
        path, _, reason = problem.partition(": ")
        paths_by_reason.setdefault(reason, []).append(path)
    for reason, paths in paths_by_reason.items():
        others = f" and {count(len(paths) - 1, 'more file')}" if len(paths) > 1 else ""
        yield from terminal.sentences(printable(f"✗ {paths[0]}{others}: {reason}"))
    if found.problems:
        yield ""
    for layout in found.layouts:
        yield "[[tool.puzzles.layout]]"
        yield from tomlkit.dumps(layouts.toml(layout)).splitlines()
        yield ""
    for id in found.ids[:1]:
        yield from terminal.sentences(f'Store an answer that you know: "puzzles answer {id} 1234 -p 1".')
    if has_inputs and not part_words.asks(inputs):
        for path in first.path:
            # Without the folder and the name of a solution. The inputs may be those of another path.
            folder, name = os.path.split(path)
            stem, _ = os.path.splitext(name)
            pattern = os.path.normpath(inputs[0].replace("{stem}", stem).replace("{folder}", folder))
            if "{day" in pattern or "{number" in pattern:
                command = f"puzzles import . --inputs '{pattern}'"
                if first.year:
                    command += f" --year {first.year}"
                yield from terminal.sentences(f'Keep these inputs as yours: "{command}".')
                break
    if written:
        yield from terminal.sentences(f"Written to {found.root / 'pyproject.toml'}.")
    if works:
        yield "Works as it is."
    elif not written:
        yield 'Run "puzzles layouts --write".'


def document(found: Survey, *, works: bool, written: bool) -> Mapping[str, Any]:
    """Return the JSON of `layouts`."""
    return {
        "folder": str(found.root),
        "certain": works,
        "written": written,
        "layout": layouts.toml(found.layouts[0]),
        "patterns": [{"path": path, "puzzles": number} for path, number in found.puzzles.items()],
        "problems": [*found.problems],
    }
