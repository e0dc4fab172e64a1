"""Completion as shells ask for it, without importing typer.

The scripts of `puzzles completion` run the program with `_PUZZLES_COMPLETE=complete_bash` (or zsh, fish) in
the environment, and in `COMP_LINE` the line up to the cursor as it is typed. The answer is a word in each
line, for zsh and fish with a description. Exit code 1 asks the shell to complete the name of a file.
"""

import os
import re
import sys

from puzzle_runner.completion import words
from puzzle_runner.completion.line import FILE, read, split


def main() -> int:
    """Print the words that may stand at the cursor; none where the line makes no sense."""
    line = read(split(os.environ.get("COMP_LINE", ""))[1:] or [""])
    if line.kind == FILE:
        return 1
    shell = os.environ["_PUZZLES_COMPLETE"]
    # The part of the word that bash replaces depends on the user's COMP_WORDBREAKS. It begins one character
    # after the first two signs, at the third itself.
    start = 0
    for sign, length in (("=", 1), (":", 1), ("@", 0)):
        if sign in os.environ.get("COMP_WORDBREAKS", ""):
            start = max(start, (line.prefix + line.typed).rfind(sign) + length)
    lines = []
    for word, about in words.fitting(line).items():
        text = line.prefix + word
        if shell == "complete_fish":
            text = f"{text}\t{about}"
        elif shell == "complete_zsh":
            text = re.sub(r"([\\:])", r"\\\1", text)
            if about:
                text += f":{about}"
        else:
            text = re.sub(r"([^\w@%+=:,./-])", r"\\\1", text[start:])
        lines.append(f"{text}\n")
    sys.stdout.buffer.write("".join(lines).encode())
    return 0
