"""The person at the terminal: asked before an answer is sent, and enters it if the site refuses programs."""

import os
import shutil
import subprocess
import sys
import webbrowser
from contextlib import suppress

from puzzle_runner.commands import asking
from puzzle_runner.flows.submission import Attempt, FailingExample
from puzzle_runner.inputs import guesses
from puzzle_runner.output import terminal
from puzzle_runner.text import printable

# The programs that put their input on the clipboard, and the variable that each needs.
_CLIPBOARDS = (
    (("wl-copy",), "WAYLAND_DISPLAY"),
    (("xclip", "-selection", "clipboard"), "DISPLAY"),
    (("xsel", "--clipboard", "--input"), "DISPLAY"),
    (("pbcopy",), ""),
    (("clip.exe",), ""),
)


def copy(text: str) -> bool:
    """Put a text on the clipboard; False if there is none."""
    nowhere = subprocess.DEVNULL
    for command, variable in _CLIPBOARDS:
        if (variable and not os.environ.get(variable)) or not shutil.which(command[0]):
            continue
        with suppress(OSError, subprocess.SubprocessError):
            subprocess.run(
                command, input=text.encode(), check=True, timeout=5, stdout=nowhere, stderr=nowhere
            )
            return True
    return False


def was_right(url: str) -> bool | None:
    """Open a page and ask whether the answer that was entered there is right.

    None if it was not entered, and without a terminal, as nobody can be asked.
    """
    if not sys.stdin.isatty():
        return None
    webbrowser.open(url)
    question = "Was it right? [y]es, [n]o, or not entered"
    return {"y": True, "yes": True, "n": False, "no": False}.get(asking.reply(question).lower())


def letters(drawing: str) -> str:
    """Show a drawing and ask which letters it shows. The text is empty without a terminal."""
    if not sys.stdin.isatty():
        return ""
    for line in drawing.splitlines():
        terminal.warn(printable(line))
    return asking.reply("Which letters are these?")


def confirm(attempt: Attempt) -> None:
    """Ask once at the terminal whether to send an answer, after what speaks against it. Raises Refused."""
    command = f"puzzles submit {attempt.id} --part {attempt.part} --yes"
    without = f'Without a terminal, an answer is sent only with --yes: "{command}".'
    against = []
    if doubt := guesses.doubtful(attempt.answer):
        against.append(f'"{printable(attempt.answer)}" {doubt}.')
        without = f"{against[-1].removesuffix('.')}: at a terminal you are asked whether to send it."
    if attempt.failing:
        sentence = example_fails(attempt.failing)
        against.append(f"{sentence[0].upper()}{sentence[1:]}")
        without = (
            f"{against[-1]} What is read from a page is a guess: look at it with "
            f'"puzzles show {attempt.id} --examples". --despite-examples sends the answer all the same.'
        )
    if attempt.recorded:
        stored = "A hidden one" if attempt.recorded.hidden else printable(attempt.recorded.text)
        against.append(f"{stored} is recorded by hand as the answer: a right reply replaces it.")
    asking.agree("Send it?", without, *against, sending(attempt))


def example_fails(failing: FailingExample) -> str:
    """Return the sentence on an example that was read from the page and fails."""
    told = f' It says: "{printable(failing.sentence)}"' if failing.sentence else ""
    return f'the example on the page fails: case "{failing.case}" ({failing.reason}).{told}'


def sending(attempt: Attempt) -> str:
    """Return the line that says what is sent."""
    answer, label = printable(attempt.answer), attempt.visit.label
    return f'Sending {answer} as part {attempt.part} of {attempt.id}, account "{label}".'
