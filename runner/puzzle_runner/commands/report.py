"""`puzzles report`: a page of charts, and each as a file."""

import gc
from pathlib import Path
from typing import Annotated

from puzzle_runner import declare
from puzzle_runner.catalog import git, workspaces
from puzzle_runner.commands.options import Selectors
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.storage import memo
from puzzle_runner.text import count, day

Output = Annotated[
    Path | None, declare.Option(metavar="FILE", help="The file of the page. Default: report.html.")
]
Open = Annotated[bool, declare.Option("--open", help="Open the page in the browser.")]
Answers = Annotated[
    bool, declare.Option("--answers", help="Include the answers, which are left out otherwise.")
]
Svg = Annotated[
    Path | None, declare.Option("--svg", metavar="DIR", help="Write each chart as a file of its own.")
]
PAGE = Path("report.html")

ORDER = 240


def report(
    selectors: Selectors = None,
    output: Output = None,
    open: Open = False,
    answers: Answers = False,
    svg: Svg = None,
) -> Report:
    """Make a page of charts of what is solved and measured, one file that needs no network."""
    from puzzle_runner.output.report import chart, data, files, overview

    workspace = workspaces.find()
    if workspace.is_fallback:
        terminal.warn(workspaces.of_package())
    collecting = gc.isenabled()
    # Nothing that is made here is garbage, and looking for it takes long.
    gc.disable()
    try:
        with memo.open():
            known = data.collect(workspace, selectors or [])
        charts = chart.charts(known)
        written = []
        named = []
        if svg:
            written = files.pictures(charts, svg)
            named.append(f"{count(len(written), 'picture')} in {svg}")
        if output or open or not svg:
            from puzzle_runner.output.report import page

            person = git.author(workspace.repository)
            by = f" by {person}" if person else ""
            title = f"{workspace.root.name}{by}, {day(known.made)}"
            html = page.html(known, charts, title, answers)
            written.append(files.write(output or PAGE, html))
            named.append(str(written[-1]))
        if open:
            import webbrowser

            if not webbrowser.open(written[-1].absolute().as_uri()):
                terminal.warn("There is no browser here: open the file yourself.")
        if not known.entries:
            terminal.warn(
                'Nothing here has been measured as it is now: run "puzzles bench" for charts of times.'
            )
        states = [part.state for calendar in known.calendars for part in calendar.parts]
        if unchecked := states.count(overview.PartState.UNCHECKED):
            terminal.warn(
                f'{count(unchecked, "part")} not checked as things are now: run "puzzles check" first.'
            )
        right, parts, _ = known.totals
        measured = count(len({entry.record.key for entry in known.entries}), "solution")
        line = f"{', '.join(named)}: {right} of {count(parts, 'part')} right, {measured} measured"
        return Report(
            {"written": [str(path) for path in written], **data.document(known)}, terminal.sentences(line)
        )
    finally:
        if collecting:
            gc.enable()
