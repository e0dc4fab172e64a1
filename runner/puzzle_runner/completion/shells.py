"""Completion as shells ask for it, without importing typer.

The scripts of `puzzles completion` run the program with `_PUZZLES_COMPLETE=complete_bash` (or zsh, fish) in
the environment, and in `COMP_LINE` the line up to the cursor as it is typed. The answer is a word in each
line, for zsh and fish with a description. Exit code 1 asks the shell to complete the name of a file.
"""

import os
import re
import sys

from puzzle_runner.completion import words
from puzzle_runner.completion.line import FILE, Line, read, split
from puzzle_runner.completion.words import Word


def main() -> int:
    """Print the words that may stand at the cursor; none where the line makes no sense."""
    line = read(split(os.environ.get("COMP_LINE", ""))[1:] or [""])
    if line.kind == FILE:
        return 1
    forms = {"complete_zsh": _for_zsh, "complete_fish": _for_fish}
    form = forms.get(os.environ["_PUZZLES_COMPLETE"], _for_bash)
    text = "".join(f"{form(line, word)}\n" for word in words.fitting(line))
    sys.stdout.buffer.write(text.encode())
    return 0


def _for_bash(line: Line, word: Word) -> str:
    """Return the part of a word that bash replaces, which depends on the user's COMP_WORDBREAKS."""
    breaks = os.environ.get("COMP_WORDBREAKS", "")
    typed = line.prefix + line.typed
    start = 0
    # Bash begins the text that it replaces one character after the first two signs, at the third itself.
    for sign, length in (("=", 1), (":", 1), ("@", 0)):
        if sign in breaks:
            start = max(start, typed.rfind(sign) + length)
    text = (line.prefix + word.text)[start:]
    return re.sub(r"([^\w@%+=:,./-])", r"\\\1", text)


def _for_zsh(line: Line, word: Word) -> str:
    text = re.sub(r"([\\:])", r"\\\1", line.prefix + word.text)
    description = word.description()
    return f"{text}:{description}" if description else text


def _for_fish(line: Line, word: Word) -> str:
    return f"{line.prefix}{word.text}\t{word.description()}"
