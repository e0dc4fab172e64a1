"""What people are told of results."""

import pytest
from puzzle_runner.checking import wording
from puzzle_runner.model import Result, Verdict


@pytest.mark.parametrize(
    ("verdict", "answer", "expected", "message", "source", "text"),
    [
        (Verdict.WRONG, "6", "7", "", "", "expected 7, got 6"),
        (Verdict.WRONG, "6", "7", "", "page", "expected 7 (read from the page), got 6"),
        (Verdict.WRONG, "6", None, "", "", "got 6, which is not the stored answer"),
        (Verdict.WRONG, "6", None, "too low, 7 < answer", "", "too low, 7 < answer"),
        (Verdict.WRONG, None, "7", "it returned None", "", "expected 7\nit returned None"),
        (Verdict.WRONG, "#\n#", "7", "", "", "expected 7\ngot:\n#\n#"),
        (Verdict.ERROR, None, "7", "ValueError", "", "ValueError"),
        (Verdict.UNKNOWN, "6", None, "", "", "no answer is stored to compare it with"),
    ],
)
def test_a_failure_is_explained(
    verdict: Verdict, answer: str | None, expected: str | None, message: str, source: str, text: str
) -> None:
    """The answers come first, then the message; the verdict is not said again."""
    row = Result("p", 2, "quick", "main", "me", verdict, answer, expected, message=message, source=source)
    assert text == wording.explain(row)
    assert "part2_quick[main@me]" == wording.name(row)
