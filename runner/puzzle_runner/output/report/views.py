"""All views of a report, made once: what the page, the JSON, the pictures and the badges are written from."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzle_runner.output.report import changes, guide, overview, puzzles, slowest, states
from puzzle_runner.output.report.changes import Change
from puzzle_runner.output.report.charts import board, calendar
from puzzle_runner.output.report.charts import changes as changes_chart
from puzzle_runner.output.report.charts import slowest as slowest_chart
from puzzle_runner.output.report.charts import standings as standings_chart
from puzzle_runner.output.report.guide import Place
from puzzle_runner.output.report.material import Material
from puzzle_runner.output.report.overview import Group
from puzzle_runner.output.report.puzzles import Section
from puzzle_runner.output.report.slowest import Share
from puzzle_runner.output.report.svg import Chart


class Views(NamedTuple):
    """What a report shows. A chart is None where there is nothing to draw."""

    material: Material
    groups: Sequence[Group]
    calendars: Sequence[Chart]
    sections: Sequence[Section]
    changes: Sequence[Change]
    changes_chart: Chart | None
    shares: Sequence[Share]
    slowest_chart: Chart | None
    standings: Sequence[tuple[Chart, Sequence[Sequence[str]]]]
    places: Sequence[Place]
    notes: Sequence[tuple[str, int]]

    @property
    def totals(self) -> tuple[int, int, float]:
        """How many parts are right, how many there are, the seconds of the fastest of each."""
        return overview.totals(self.groups)

    def charts(self) -> Iterator[Chart]:
        """Yield all charts, as files of their own."""
        yield calendar.together(self.groups)
        if self.material.entries:
            yield board.chart(self.material.entries)
        yield from (calendar.chart(group, linked=False) for group in self.groups)
        for section in self.sections:
            yield from filter(None, (section.chart, section.history))
        yield from filter(
            None, (self.changes_chart, self.slowest_chart, *(chart for chart, _ in self.standings))
        )


def views(material: Material, answers: bool) -> Views:
    """Return the views of what is known; with `answers`, those that were given."""
    of_puzzles = states.of_puzzles(material)
    groups = overview.groups(material, of_puzzles)
    lasting = changes.changes(material.histories.values())
    shares = slowest.shares(material.entries)
    return Views(
        material,
        groups,
        [calendar.chart(group) for group in groups],
        puzzles.sections(material, of_puzzles, answers),
        lasting,
        changes_chart.chart(lasting) if lasting else None,
        shares,
        slowest_chart.chart(shares) if shares else None,
        [(standings_chart.chart(each), standings_chart.overall(each)) for each in material.standings],
        guide.places(material.entries),
        guide.notes(material.entries),
    )
