"""What people are told of results."""

import pytest
from puzzle_runner.checking import wording
from puzzle_runner.model import Result, Verdict

from tests.checking.test_judge import result


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (result(Verdict.WRONG, "6", "7"), "expected 7, got 6"),
        (result(Verdict.WRONG, "6", "7")._replace(source="page"), "expected 7 (read from the page), got 6"),
        (result(Verdict.WRONG, "6", None), "got 6, which is not the stored answer"),
        (result(Verdict.WRONG, "6", None, "too low, 7 < answer"), "too low, 7 < answer"),
        (result(Verdict.WRONG, None, "7", "it returned None"), "expected 7\nit returned None"),
        (result(Verdict.WRONG, "#\n#", "7"), "expected 7\ngot:\n#\n#"),
        (result(Verdict.ERROR, None, "7", "ValueError"), "ValueError"),
        (result(Verdict.UNKNOWN, "6", None), "no answer is stored to compare it with"),
    ],
)
def test_a_failure_is_explained(row: Result, text: str) -> None:
    """The answers come first, then the message; the verdict is not said again."""
    assert text == wording.explain(row)
    assert "part2_quick[main@me]" == wording.name(row)
