"""The output of `layouts`: what was found, how it is called, the table to write, and its JSON."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner.engines.foreign import layout as layouts
from puzzle_runner.engines.foreign.proposals import Proposal
from puzzle_runner.engines.foreign.survey import How, Survey
from puzzle_runner.model import Result
from puzzle_runner.output import terminal
from puzzle_runner.text import columns, count, printable

# How many kinds of problems are told.
MOST_PROBLEMS = 10


class Proposed(NamedTuple):
    """A proposed layout of a folder, and the rows of the puzzles that were run as a check.

    `known` tells that the folder is a workspace without it, `written` that it was written. `unproven` are the
    ways in which files are run of which none was run and gave the stored answer.
    """

    root: Path
    proposal: Proposal
    survey: Survey
    tried: tuple[Result, ...]
    known: bool
    written: bool
    unproven: int

    @property
    def certain(self) -> bool:
        """Tell whether nothing is left to do: it is known, and one file of each way was seen to be right."""
        return self.known and bool(self.survey.ways) and not self.unproven


def lines(proposed: Proposed) -> Iterator[str]:
    """Yield the lines of `layouts`."""
    layout, numbers, _ = proposed.proposal
    pairs = zip(layout.path, numbers, strict=True)
    yield from columns((count(number, "puzzle"), printable(path)) for path, number in pairs)
    yield ""
    yield from columns((count(len(ids), "file"), described(how)) for how, ids in proposed.survey.ways.items())
    reasons: dict[str, list[str]] = {}
    for problem in proposed.survey.problems:
        path, _, reason = problem.partition(": ")
        reasons.setdefault(reason, []).append(path)
    for reason, paths in [*reasons.items()][:MOST_PROBLEMS]:
        others = f" and {count(len(paths) - 1, 'more file')}" if len(paths) > 1 else ""
        yield from terminal.sentences(f"✗ {printable(paths[0])}{others}: {printable(reason)}")
    if len(reasons) > MOST_PROBLEMS:
        yield f"✗ {sum(map(len, [*reasons.values()][MOST_PROBLEMS:]))} more"
    yield ""
    if not proposed.tried:
        yield from terminal.sentences('There is no input to try one with: "puzzles fetch ID" gets one.')
    for row in proposed.tried:
        text = row.answer if row.answer is not None else row.message.partition("\n")[0]
        part = f" part {row.part}" if row.part else ""
        yield from terminal.sentences(f"tried {row.puzzle}{part}: {printable(text)} ({row.verdict})")
    yield ""
    import tomlkit

    yield "[[tool.puzzles.layout]]"
    yield from tomlkit.dumps(layouts.toml(layout)).splitlines()
    yield ""
    if proposed.written:
        yield from terminal.sentences(f"Written to {proposed.root / 'pyproject.toml'}.")
    elif proposed.certain:
        yield "Nothing to do: this works now."
    elif not proposed.survey.ways:
        yield "None of these files can be run as it is."
    elif proposed.known:
        ways = len(proposed.survey.ways)
        yield from terminal.sentences(
            "Nothing to write. Whether the answers are right is not certain: "
            + (f"of {proposed.unproven} of the {ways} ways above, no file" if ways > 1 else "no file")
            + " was seen to give an answer that is stored."
        )
    else:
        yield '"puzzles layouts --write" writes it into pyproject.toml.'


def described(how: How) -> str:
    """Return how files are run, in words."""
    reads = ", ".join(how.reads)
    if how.calls:
        both = ", which gives both answers" if how.answers == "both at once" else ""
        return f"{' and '.join(how.calls)}{both}" + (f", reading {reads}" if reads else "")
    if how.language:
        return f"a {how.language} program that prints its answers"
    verb = "submits" if how.answers == "submit" else "prints"
    return f"a program that reads {reads or 'nothing'}, and {verb} its answers"


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
        "adapters": [
            {"calls": how.calls, "reads": how.reads, "answers": how.answers, "language": how.language}
            | {"files": len(ids)}
            for how, ids in proposed.survey.ways.items()
        ],
        "problems": proposed.survey.problems,
        "tried": [
            {"puzzle": row.puzzle, "part": row.part, "answer": row.answer, "verdict": row.verdict}
            | {"message": row.message}
            for row in proposed.tried
        ],
    }
