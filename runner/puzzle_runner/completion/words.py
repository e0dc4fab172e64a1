"""The words that may stand at the cursor, one function for each kind of them."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

from puzzle_runner import settings
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.completion.line import NAME, Line
from puzzle_runner.errors import PuzzlesError
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Solution
from puzzle_runner.sites.registry import chosen, sites
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import case_label, printable

# A line can name a whole year: no more modules than these are read for their parts.
MOST_READ = 25

# A word to offer, and a sentence about it, which may be empty.
Word = tuple[str, str]


def fitting(line: Line) -> dict[str, str]:
    """Return the words that begin as typed, with a line about each; what cannot be read ends them."""
    words: dict[str, str] = {}
    try:
        for kind in line.kind.split("|"):
            # A kind in lower case is the word itself; one that only the user knows is not offered.
            itself = [(kind, "")] if kind.islower() else []
            for word, about in KINDS[kind](line) if kind in KINDS else itself:
                if word.startswith(line.typed) and word.isprintable():
                    words.setdefault(word, printable(about))
    except Exception:
        # An error would be printed in the middle of the line.
        pass
    return words


def _ids(_: Line) -> Iterator[Word]:
    return ((stem, "") for stem in lookup.paths(workspaces.find()))


def _selectors(line: Line) -> Iterator[Word]:
    """Yield ids and, once something is typed, kinds and years."""
    yield from _ids(line)
    if line.typed:
        for id in lookup.paths(workspaces.find()):
            yield id.site.NAME, id.site.TITLE
            yield id.group, id.site.TITLE


def _puzzles(line: Line) -> Iterator[Puzzle]:
    """Yield the puzzles that a line names; where it names none, the one edited last."""
    workspace = workspaces.find()
    paths = lookup.paths(workspace)
    named: list[PuzzleId] = []
    for text in line.arguments:
        try:
            named += lookup.select(paths, [text], Path())
        except PuzzlesError:
            continue
    for id in named[:MOST_READ] or [lookup.edited_last(workspace)]:
        yield lookup.read(workspace, id, paths[id])


def _solutions(line: Line) -> Iterator[Solution]:
    """Yield the solutions of the puzzles meant, those of one part where the line says which."""
    part = line.options.get("part")
    for puzzle in _puzzles(line):
        for solution in puzzle.solutions:
            if part in (None, str(solution.part)):
                yield solution


def _solution_names(line: Line) -> Iterator[Word]:
    return ((solution.name, solution.summary) for solution in _solutions(line))


def _cases(line: Line) -> Iterator[Word]:
    for puzzle in _puzzles(line):
        for case in lookup.cases_of(workspaces.find(), puzzle.id).cases:
            yield case_label(case.name, case.account), ""


def _baselines(line: Line) -> Iterator[Word]:
    from puzzle_runner.catalog import git

    yield from _solution_names(line)
    yield from git.references(workspaces.find().repository)
    yield from _saved(line)


def _saved(_: Line) -> Iterator[Word]:
    """Yield the names of saved records; none where there is no database yet."""
    from puzzle_runner.timing import records

    if (settings.data_folder() / records.FILE).exists():
        with records.open_records() as store:
            for name in store.names():
                yield name, "saved records"


def _labels(_: Line) -> Iterator[Word]:
    from puzzle_runner.flows import accounts

    for login in accounts.listed():
        account = login.account
        about = f"user {account.user} of {login.site.NAME}" if account else f"from {login.source}"
        yield login.label, about


# The keys are the names of `commands.options.Words`.
KINDS: dict[str, Callable[[Line], Iterable[Word]]] = {
    NAME: lambda line: line.names.items(),
    "ID": _ids,
    "SELECTOR": _selectors,
    "PART": lambda line: ((str(solution.part), solution.summary) for solution in _solutions(line)),
    "SOLUTION": _solution_names,
    "CASE": _cases,
    "ID_OR_CASE": lambda line: chain(_ids(line), _cases(line)),
    "BASELINE": _baselines,
    "SAVED": _saved,
    "LABEL": _labels,
    "YEAR": lambda _: ((str(year), "") for year in chosen(None, "a calendar").years()),
    "SITE": lambda _: ((site.NAME, site.TITLE) for site in sites().values() if site.PERSONAL),
}
