"""Markdown as the lines of a terminal."""

import sys

from puzzle_runner.output import terminal
from puzzle_runner.text import printable


def lines(markdown: str) -> list[str]:
    """Return Markdown, laid out if stdout is a terminal. Control characters are spelt out."""
    plain = [printable(line) for line in markdown.splitlines()]
    return laid_out("\n".join(plain)) if terminal.coloured(sys.stdout) else plain


def laid_out(markdown: str, force_terminal: bool | None = None) -> list[str]:
    """Return Markdown as the lines of a terminal: wrapped, with bold and colours."""
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.theme import Theme

    # Of their own, these have a background, which is black on a light terminal.
    console = Console(
        force_terminal=force_terminal,
        theme=Theme({"markdown.code": "bold cyan", "markdown.code_block": "cyan"}),
    )
    with console.capture() as captured:
        console.print(Markdown(markdown, code_theme="ansi_dark"))
    return captured.get().splitlines()
