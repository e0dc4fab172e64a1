"""The one renderer: a report as text and as JSON."""

import json
from collections.abc import Iterator

import pytest
from puzzle_runner.output.render import LiveReport, show


def test_the_rows_of_a_live_report_are_shown_as_they_come(capsys: pytest.CaptureFixture[str]) -> None:
    """What a row says is printed before the next is made; in JSON all are one document."""
    said = []

    def rows() -> Iterator[int]:
        for row in (1, 3):
            yield row
            said.append(capsys.readouterr().out)

    report = LiveReport(
        rows(),
        document=lambda rows: {"rows": rows},
        lines=lambda row: [str(row)],
        closing=lambda rows: [f"{len(rows)} rows"],
        exit=max,
        apart=True,
    )
    assert 3 == show(report, json=False)
    assert (["1\n", "\n3\n"], "2 rows\n") == (said, capsys.readouterr().out)
    assert 3 == show(report._replace(rows=iter((1, 3))), json=True)
    assert {"schema": 1, "rows": [1, 3]} == json.loads(capsys.readouterr().out)
