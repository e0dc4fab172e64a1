"""What people are told of results, the same everywhere: in tables, by pytest, in JUnit files, on GitHub."""

from collections.abc import Sequence
from pathlib import Path

from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import DEFAULT, PAGE, RECORDED, Result, Solution, Verdict
from puzzle_runner.text import case_label


def unchecked(results: Sequence[Result]) -> str:
    """Return a sentence that says why nothing was checked, and what to do; an empty text if something was."""
    if any(result.verdict not in (Verdict.UNKNOWN, Verdict.SKIPPED) or result.agreeing for result in results):
        return ""
    if not results:
        return 'Nothing was checked: there is nothing to run here. "puzzles new ID" makes a puzzle.'
    return (
        "Nothing was checked: no answer could be compared with a stored one. "
        '"puzzles answer" stores what is expected, "puzzles fetch" gets inputs and examples.'
    )


def place(puzzle: Puzzle, solution: Solution | None) -> tuple[Path, int]:
    """Return the file and the line at which a solution begins, or a puzzle; without a function, line 0."""
    programs = [each.path for each in puzzle.solutions if each.path]
    if solution:
        return solution.path or puzzle.path, solution.line
    if programs and puzzle.path.is_dir():
        return programs[0], 0
    return puzzle.path, 0


def name(result: Result) -> str:
    """Return the name of a result within its puzzle: `part2_independent[example]`."""
    label = case_label(result.case, result.account)
    if result.part is None:
        return label or "module"
    text = f"part{result.part}"
    if result.solution != DEFAULT:
        text += f"_{result.solution}"
    if label:
        text += f"[{label}]"
    return text


def explain(result: Result) -> str:
    """Return why a result is what it is, in lines: for a wrong one, the answers come first, then the message.

    It does not say the verdict. Control characters are as they came.
    """
    message = result.message
    if result.verdict is Verdict.UNKNOWN:
        return message or "no answer is stored to compare it with"
    if result.verdict is not Verdict.WRONG:
        return message
    answer = result.answer
    if result.expected is None:
        return message or (f"got {answer}, which is not the stored answer" if answer is not None else "")
    note = ""
    if result.source == PAGE:
        note = " (read from the page)"
    elif result.source == RECORDED:
        note = " (recorded by hand)"
    explanation = _labelled("expected", result.expected, note)
    if answer is not None:
        got = _labelled("got", answer)
        separator = "\n" if "\n" in explanation + got else ", "
        explanation += separator + got
    return f"{explanation}\n{message}" if message else explanation


def _labelled(label: str, answer: str, note: str = "") -> str:
    if "\n" in answer:
        return f"{label}{note}:\n{answer}"
    return f"{label} {answer}{note}"
