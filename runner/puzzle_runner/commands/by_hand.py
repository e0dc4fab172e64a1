"""An answer for a site that wants to see a person: copied, the page opened, and asked how it went."""

import os
import shutil
import subprocess
import sys
import webbrowser

import typer

from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.checking.solver import Solver, why
from puzzle_runner.errors import Exit, Refused
from puzzle_runner.inputs import answers, cached, cases, guesses, writing
from puzzle_runner.inputs.lookup import all_cases
from puzzle_runner.model import MAIN, Case
from puzzle_runner.output import terminal
from puzzle_runner.text import printable

# The programs that put their input on the clipboard, and the display that each needs.
_CLIPBOARDS = (
    (("wl-copy",), "WAYLAND_DISPLAY"),
    (("xclip", "-selection", "clipboard"), "DISPLAY"),
    (("xsel", "--clipboard", "--input"), "DISPLAY"),
    (("pbcopy",), ""),
    (("clip.exe",), ""),
)
# The user's word for what the site said, kept like a reply.
RIGHT, WRONG = "That's the right answer. (told by hand)", "That's not the right answer. (told by hand)"


def submit(solved_by: Solver, part: int, answer: str | None) -> Exit:
    """Bring an answer to a person's hands, and remember how it went."""
    answer = (solved_by.answer(part, None) if answer is None else answer).strip()
    _check(solved_by, part, answer)
    kind, id = identify(solved_by.id)
    copied = copy(answer)
    terminal.say(f"{printable(answer)}{' is on the clipboard' if copied else ''}: enter it at {kind.url(id)}")
    if not sys.stdin.isatty():
        terminal.say(f'Tell how it went: if it was right, "puzzles answer {id} --part {part} {answer}".')
        return Exit.RIGHT
    webbrowser.open(kind.url(id))
    told = typer.prompt("Was it right? [y]es, [n]o, or not entered", default="", show_default=False).lower()
    if told not in ("y", "yes", "n", "no"):
        return Exit.RIGHT
    _remember(id, part, answer, told.startswith("y"))
    return Exit.RIGHT if told.startswith("y") else Exit.NOT_RIGHT


def _check(solved_by: Solver, part: int, answer: str) -> None:
    shown = printable(answer)
    if answer in ("", "None"):
        raise Refused("There is no answer to enter.")
    case = _main(solved_by)
    if case and (reason := guesses.contradiction(part, answer, case.guesses)):
        raise Refused(f"{shown} is wrong: {reason}.")
    if (
        case
        and (expected := case.answers.get(part))
        and not answers.matches(answer, expected, case.tolerance)
    ):
        told = "another" if expected.hidden else expected.text
        raise Refused(f"{shown} is wrong: the stored answer of part {part} is {told}.")
    if failing := solved_by.failing_example(part):
        raise Refused(f'Part {part} fails on the case "{failing.case}": {why(failing)}.')


def _main(solved_by: Solver) -> Case | None:
    available = cached.read(solved_by.id)
    if solved_by.puzzle:
        available = all_cases(solved_by.workspace, solved_by.puzzle.id)
    return next((case for case in available if case.name == MAIN), None)


def _remember(id: str, part: int, answer: str, right: bool) -> None:
    folder = cached.inputs(cached.anonymous(), id)
    sent = guesses.now()
    writing.add_guess(folder, part, answer, sent)
    writing.set_reply(folder, sent, RIGHT if right else WRONG)
    writing.set_case(folder, MAIN)
    if right:
        writing.set_answers(folder / cases.FILE, MAIN, {part: answer})
    terminal.say(f"Remembered: {answer} is {'right' if right else 'wrong'}.")


def copy(text: str) -> bool:
    """Put a text on the clipboard; False where there is none."""
    for command, display in _CLIPBOARDS:
        if (not display or os.environ.get(display)) and shutil.which(command[0]):
            try:
                subprocess.run(
                    command,
                    input=text.encode(),
                    check=True,
                    timeout=5,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
                return True
            except (OSError, subprocess.SubprocessError):
                continue
    return False
