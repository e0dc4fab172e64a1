"""Markdown as the lines of a terminal."""

import sys

from puzzle_runner.output import terminal
from puzzle_runner.text import printable


def lines(markdown: str) -> list[str]:
    """Return Markdown, laid out if stdout is a terminal. Control characters are spelt out."""
    plain = [printable(line) for line in markdown.splitlines()]
    return laid_out("\n".join(plain)) if terminal.coloured(sys.stdout) else plain


def laid_out(markdown: str) -> list[str]:
    """Return Markdown as the lines of a terminal: wrapped, with bold and colours."""
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    with console.capture() as captured:
        console.print(Markdown(markdown))
    return captured.get().splitlines()
