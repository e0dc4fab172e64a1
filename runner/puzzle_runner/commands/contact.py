"""The user's contact: the sites want to know whom to write to when a program gives them trouble."""

import sys

import typer

from puzzle_runner import settings
from puzzle_runner.catalog import git
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.errors import UsageError
from puzzle_runner.output import terminal
from puzzle_runner.storage import atomic

WHAT_FOR = """The owners of the sites ask that each request says whom to write to if a program gives trouble.
Your e-mail address or a page of yours goes to the sites that you use, to nobody else.
It is kept in {file}."""


def of(workspace: Workspace) -> str:
    """Return whom the sites may write to; at a terminal it is asked for once, and kept.

    An empty text without a terminal: then nothing can be sent. Raises UsageError for what is no address.
    """
    known = settings.contact(workspace.settings.contact)
    if known or not sys.stdin.isatty():
        return known
    terminal.warn(WHAT_FOR.format(file=settings.contact_file()))
    proposed = git.email(workspace.repository)
    typed: str = typer.prompt(
        "Your e-mail address or page", default=proposed, show_default=bool(proposed), err=True
    )
    contact = typed.strip()
    if not is_contact(contact):
        raise UsageError(f'"{contact}" is no address: use one such as me@example.org or https://example.org.')
    atomic.write(settings.contact_file(), f"{contact}\n".encode(), private=True)
    return contact


def is_contact(text: str) -> bool:
    """Tell whether a text may be an e-mail address or the address of a page, as a header can carry it."""
    if not text.isascii() or not text.isprintable() or " " in text:
        return False
    name, at, host = text.removeprefix("https://").removeprefix("http://").rpartition("@")
    return "." in host.strip(".") and (bool(name) or not at)
