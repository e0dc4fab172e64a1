"""The words that may stand at the cursor, one function for each kind of them."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from puzzle_runner import files, settings
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.catalog.lookup import cases_of
from puzzle_runner.completion.line import COMMAND, OPTION, Line
from puzzle_runner.errors import PuzzlesError
from puzzle_runner.inputs import cached
from puzzle_runner.model import Puzzle, Solution
from puzzle_runner.sites.registry import chosen, identify, sites
from puzzle_runner.text import case_label, count, natural, printable

if TYPE_CHECKING:
    from puzzle_runner.timing.records import RecordStore

# A line can name a whole year: no more modules than these are read for their parts.
MOST_READ = 25
_TITLE = re.compile(r'(?:[ \t\f]*(?:#.*)?\n)*[rRuU]?("""|\'\'\'|"|\')\s*(.*?)\s*(?:\1|\n)')


class Word(NamedTuple):
    """A word to offer, with a sentence about it, or the module whose title describes it."""

    text: str
    about: str = ""
    module: Path | None = None

    def description(self) -> str:
        """Return the description in one line, which may be empty."""
        if self.about or not self.module:
            return printable(self.about)
        # The first line of the docstring is read without parsing: there may be a thousand modules.
        try:
            title = _TITLE.match(files.text(self.module, files.MODULE)[:4096])
        except OSError:
            return ""
        return printable(title[2]) if title else ""


def fitting(line: Line) -> list[Word]:
    """Return the words that begin as typed, each once; where something cannot be read, those before it."""
    words: dict[str, Word] = {}
    try:
        for kind in line.kind.split("|"):
            # A kind in lower case is the word itself; one that only the user knows is not offered.
            itself = [Word(kind)] if kind.islower() else []
            for word in KINDS[kind](line) if kind in KINDS else itself:
                if word.text.startswith(line.typed) and word.text.isprintable():
                    words.setdefault(word.text, word)
    except Exception:
        # An error would be printed in the middle of the line.
        pass
    return list(words.values())


def _paths() -> dict[str, Path]:
    return lookup.paths(workspaces.find())


def _paths_at_sites() -> dict[str, Path]:
    return {stem: path for stem, path in _paths().items() if identify(stem)[0].ADDRESS}


def _ids(paths: Mapping[str, Path | None]) -> Iterator[Word]:
    return (Word(stem, module=path) for stem, path in paths.items())


def _selectors(line: Line, paths: Mapping[str, Path | None]) -> Iterator[Word]:
    """Yield ids and, once something is typed, kinds and years."""
    yield from _ids(paths)
    if line.typed:
        of_stems = [identify(stem) for stem in paths]
        groups = Counter(name for site, id in of_stems for name in {site.NAME, site.group(id)})
        yield from (Word(name, count(number, "puzzle")) for name, number in groups.items())


def _statements(_: Line) -> Iterator[Word]:
    """Yield the ids of the puzzles whose statement is cached; they may have no module yet."""
    paths = _paths()
    for owner in (*cached.accounts(), cached.shared_account()):
        stems = (page.stem for page in cached.page(owner.folder, "*").parent.glob("*.html"))
        for stem in sorted(stems, key=natural):
            if identify(stem)[0].ADDRESS:
                yield Word(stem, module=paths.get(stem))


def _meant(line: Line) -> Iterator[Puzzle]:
    """Yield the puzzles that a line names; where it names none, the one edited last."""
    workspace = workspaces.find()
    paths = lookup.paths(workspace)
    named: list[str] = []
    for text in line.arguments:
        try:
            named += lookup.select(paths, [text], Path())
        except PuzzlesError:
            continue
    for stem in named[:MOST_READ] or [lookup.edited_last(workspace)]:
        yield lookup.read(workspace, stem, paths[stem])


def _solutions(line: Line) -> Iterator[Solution]:
    """Yield the solutions of the puzzles meant, those of one part where the line says which."""
    part = line.options.get("--part")
    for puzzle in _meant(line):
        yield from (solution for solution in puzzle.solutions if part in (None, str(solution.part)))


def _cases(line: Line) -> Iterator[Word]:
    for puzzle in _meant(line):
        for case in cases_of(workspaces.find(), puzzle.id).cases:
            parts = ", ".join(f"part {part}" for part in sorted(case.answers))
            answers = f"with answers: {parts}" if parts else "without answers"
            yield Word(case_label(case.name, case.account), answers)


def _baselines(line: Line) -> Iterator[Word]:
    from puzzle_runner.catalog import git

    yield from (Word(solution.name, solution.summary) for solution in _solutions(line))
    yield from (Word(name, subject) for name, subject in git.references(workspaces.find().repository))
    yield from _saved(line)


def _saved(_: Line) -> Iterator[Word]:
    return (Word(name, "saved records") for name in _recorded(lambda records: records.names()))


def _measured(line: Line) -> Iterator[Word]:
    """Yield what was measured, also where its module is elsewhere."""
    paths = _paths()
    stems = sorted(_recorded(lambda records: records.puzzles()), key=natural)
    return _selectors(line, {stem: paths.get(stem) for stem in stems})


def _recorded(look_up: "Callable[[RecordStore], list[str]]") -> list[str]:
    """Return names from the database of records; none where there is no database yet."""
    from puzzle_runner.timing import records

    if not (settings.data_folder() / records.FILE).exists():
        return []
    with records.open_records() as store:
        return look_up(store)


def _labels(_: Line) -> Iterator[Word]:
    from puzzle_runner.flows import accounts

    for site, label, source, account in accounts.listed():
        yield Word(label, f"user {account.user} of {site.NAME}" if account else f"from {source}")


def _stored_labels(_: Line) -> Iterator[Word]:
    from puzzle_runner.flows import accounts

    stored = (label for site in sites().values() if site.PERSONAL for label in accounts.stored(site))
    return (Word(label, f"from {accounts.path()}") for label in stored)


# The keys are the names of `commands.options.Words`, a module that imports typer.
KINDS: dict[str, Callable[[Line], Iterable[Word]]] = {
    COMMAND: lambda line: (Word(name, each["help"]) for name, each in line.command["commands"].items()),
    OPTION: lambda line: (Word(name, each["help"]) for name, each in line.command["options"].items()),
    "ID": lambda line: _ids(_paths()),
    "SITE_ID": lambda line: _ids(_paths_at_sites()),
    "SELECTOR": lambda line: _selectors(line, _paths()),
    "SITE_SELECTOR": lambda line: _selectors(line, _paths_at_sites()),
    "STATEMENT": _statements,
    "MEASURED": _measured,
    "PART": lambda line: (Word(str(solution.part), solution.summary) for solution in _solutions(line)),
    "SOLUTION": lambda line: (Word(solution.name, solution.summary) for solution in _solutions(line)),
    "CASE": _cases,
    "ID_OR_CASE": lambda line: chain(_ids(_paths()), _cases(line)),
    "BASELINE": _baselines,
    "SAVED": _saved,
    "LABEL": _labels,
    "STORED_LABEL": _stored_labels,
    "YEAR": lambda _: (Word(str(year)) for year in chosen(None, "a calendar").years()),
    "SITE": lambda _: (Word(site.NAME, site.TITLE) for site in sites().values() if site.PERSONAL),
}
