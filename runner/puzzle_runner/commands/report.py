"""`puzzles report`: a page of charts, and each as a file."""

from pathlib import Path
from typing import Annotated

from puzzle_runner.commands import options
from puzzle_runner.commands.options import Selectors
from puzzle_runner.declare import Option
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.storage import memo
from puzzle_runner.text import count, day

Output = Annotated[Path | None, Option(metavar="FILE", help="The file of the page. Default: report.html.")]
Open = Annotated[bool, Option(help="Open the page in the browser.")]
Answers = Annotated[bool, Option(help="Include the answers, which are left out otherwise.")]
Svg = Annotated[Path | None, Option(metavar="DIR", help="Write each chart as a file of its own.")]

ORDER = 340
EXAMPLE = "puzzles report aoc2021 --open"


def report(
    selectors: Selectors = None,
    output: Output = None,
    open: Open = False,
    answers: Answers = False,
    svg: Svg = None,
) -> Report:
    """Make a page of charts of what is solved and measured. It is one file, and needs no network."""
    from puzzle_runner.output.report import chart, data
    from puzzle_runner.output.report import svg as pictures
    from puzzle_runner.output.report.charts import calendar, history, times

    workspace = options.workspace(selectors)
    with terminal.status("Reading records and verdicts ..."), memo.open():
        contents = data.collect(workspace, selectors or [])
    charts = [*calendar.charts(contents), *times.charts(contents), *history.charts(contents)]
    written: list[str] = []
    names = []
    if svg:
        for each in charts:
            path = chart.write(svg / f"{each.name}.svg", pictures.file(each))
            written.append(str(path))
        number = count(len(written), "picture")
        names.append(f"{number} in {svg}")
    if output or open or not svg:
        from puzzle_runner.output.report import page

        title = f"{workspace.root.name}, {day(contents.made)}"
        text = page.html(contents, charts, title, answers)
        path = chart.write(output or Path("report.html"), text)
        written.append(str(path))
        names.append(str(path))
        if open:
            import webbrowser

            if not webbrowser.open(path.absolute().as_uri()):
                terminal.warn("There is no browser here: open the file yourself.")
    if not contents.rows:
        terminal.warn('Nothing here has been measured as it is now: run "puzzles bench" for charts of times.')
    right, number_of_parts, _ = contents.totals
    parts = count(number_of_parts, "part")
    measured = {row.record.key for row in contents.rows}
    solutions = count(len(measured), "solution")
    files = ", ".join(names)
    lines = terminal.sentences(f"{files}: {right} of {parts} right, {solutions} measured")
    return Report({"written": written, **data.document(contents)}, lines)
