"""`puzzles open`: the page of a puzzle in the browser."""

import webbrowser

from puzzle_runner.catalog import lookup
from puzzle_runner.commands.options import OrLast
from puzzle_runner.errors import Exit, UsageError
from puzzle_runner.flows.fetching import check_unlocked
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report

ORDER = 160
EXAMPLE = "puzzles open euler227"


def open_(id: OrLast = None) -> Report:
    """Open the page of a puzzle in the browser."""
    workspace = lookup.workspace_of([id])
    meant = lookup.puzzle_id(workspace, id)
    check_unlocked(meant)
    url = lookup.page(workspace, meant)
    if not url:
        raise UsageError(f"{meant} has no page: write its link into the module's docstring.")
    opened = webbrowser.open(url)
    if not opened:
        terminal.warn("No browser opened it: open that address yourself, or set BROWSER.")
    document = {"puzzle": meant, "url": url, "opened": opened}
    return Report(document, [url], Exit.RIGHT if opened else Exit.NOT_RIGHT)
