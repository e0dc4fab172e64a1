"""The one renderer: a report as text and as JSON."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from puzzle_runner.output.render import LiveReport, Report, show


def test_a_report_as_text_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Text is its lines, JSON its document after the schema; either ends with its exit code."""
    report = Report({"id": 1}, ["one", "two"], exit_code=5)
    assert (5, "one\ntwo\n") == (show(report, json=False), capsys.readouterr().out)
    assert 5 == show(report, json=True)
    assert {"schema": 1, "id": 1} == json.loads(capsys.readouterr().out)


def live(rows: Any) -> LiveReport[int]:
    """Return a report of numbers."""
    return LiveReport(
        rows,
        document=lambda rows: {"rows": rows},
        lines=lambda row: [str(row)],
        closing=lambda rows: [f"{len(rows)} rows"],
        exit_code=max,
        apart=True,
    )


def test_the_rows_of_a_live_report_are_shown_as_they_come(capsys: pytest.CaptureFixture[str]) -> None:
    """What a row says is printed before the next is made."""
    said = []

    def rows() -> Iterator[int]:
        for row in (1, 3):
            yield row
            said.append(capsys.readouterr().out)

    assert 3 == show(live(rows()), json=False)
    assert (["1\n", "\n3\n"], "2 rows\n") == (said, capsys.readouterr().out)


def test_the_json_of_a_live_report_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    """All rows are in it, and no line."""
    assert 3 == show(live(iter((1, 3))), json=True)
    assert {"schema": 1, "rows": [1, 3]} == json.loads(capsys.readouterr().out)
