"""What a shell may offer for the word that is being typed, answered without importing typer.

A shell asks with `_PUZZLES_COMPLETE=complete_bash` (or zsh, fish) in the environment, the words of the line
in `COMP_WORDS` and the index of the one being typed in `COMP_CWORD`. The answer is a word a line.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from puzzle_runner.catalog import modules, selection
from puzzle_runner.catalog import workspace as workspace_
from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.commands.names import COMMANDS
from puzzle_runner.errors import PuzzlesError
from puzzle_runner.inputs.lookup import all_cases
from puzzle_runner.model import Puzzle
from puzzle_runner.text import case_label

SHELLS = ("bash", "zsh", "fish")
# Commands whose arguments are no puzzles.
_OTHERS = ("account", "calendar", "doctor", "import", "init", "report", "standings")


def main() -> None:
    """Print what there is to offer; nothing where the line makes no sense or nothing can be read."""
    words = _split(os.environ.get("COMP_WORDS", ""))
    index = int(os.environ.get("COMP_CWORD") or len(words))
    # A shell that breaks words at "=" has `--case=ex` as three.
    before = [word for word in words[1:index] if word != "="]
    typed = "".join(words[index : index + 1]).removeprefix("=")
    try:
        offered = [word for word in offers(before, typed) if word.startswith(typed)]
    except (PuzzlesError, OSError):
        offered = []
    sys.stdout.write("".join(f"{word}\n" for word in dict.fromkeys(offered)))


def _split(line: str) -> list[str]:
    return line.split("\n") if "\n" in line else line.split()


def offers(before: Sequence[str], typed: str) -> Iterable[str]:
    """Return what may stand after the words `before`, where `typed` has been begun."""
    if not before:
        return _options([]) if typed.startswith("-") else COMMANDS
    match before[-1]:
        case "--case":
            return _cases(before)
        case "--solution":
            return ["all", *(solution.name for puzzle in _meant(before) for solution in puzzle.solutions)]
        case "--part":
            return [str(solution.part) for puzzle in _meant(before) for solution in puzzle.solutions]
        case "completion":
            return SHELLS
    if typed.startswith("-"):
        return _options(before[:1])
    return [] if before[0] in _OTHERS else _selectors(typed)


def _selectors(typed: str) -> Iterator[str]:
    stems = list(modules.paths(workspace_.find().puzzles))
    yield from stems
    if typed:
        for stem in stems:
            kind, id = identify(stem)
            yield from (kind.NAME, kind.group(id))


def _cases(words: Sequence[str]) -> Iterator[str]:
    workspace = workspace_.find()
    for puzzle in _meant(words):
        known = all_cases(workspace, puzzle.id)
        yield from (case_label(case.name, case.account) for case in known)


def _meant(words: Sequence[str]) -> Iterator[Puzzle]:
    """Yield the puzzles that are named in a line; where none is, the one edited last."""
    paths = modules.paths(workspace_.find().puzzles)
    named = list(filter(None, (selection.find(list(paths), word) for word in words[1:])))
    for stem in named or [max(paths, key=lambda stem: modules.edited(paths[stem]))]:
        yield _read(stem, paths[stem])


def _read(stem: str, path: Path) -> Puzzle:
    return modules.read(stem, path)


def _options(command: Sequence[str]) -> list[str]:
    """Return the options of a command: these alone are asked of typer."""
    import typer

    from puzzle_runner import cli

    group = typer.main.get_command(cli.program(command))
    found = getattr(group, "commands", {}).get(command[0]) if command else group
    context = typer.Context(found) if found else None
    return [option for p in found.get_params(context) for option in p.opts] if found and context else []
