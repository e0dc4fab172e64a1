"""The verdict on one outcome, on all solutions of a question together, and on what is recorded."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from puzzle_runner.checking import judge
from puzzle_runner.checking.judge import Recorded
from puzzle_runner.checking.plan import Call
from puzzle_runner.inputs.answers import hide
from puzzle_runner.model import Case, Expected, Job, Limits, Outcome, Puzzle, Result, Solution, Verdict

from tests.drawn import drawn

NOWHERE = Path("nowhere")


def call(
    name: str = "default", expected: Expected | None = None, tolerance: float | None = None, part: int = 1
) -> Call:
    """Return a call of a solution, whose case has an answer stored or not."""
    case = Case("main", NOWHERE, answers={part: expected} if expected else {}, tolerance=tolerance)
    job = Job("p", NOWHERE, "part1", "1", Limits(1, 1))
    return Call(Puzzle("p", "local", NOWHERE), Solution(part, name, "part1"), case, job)


def verdict(
    outcome: Outcome, expected: Expected | None, tolerance: float | None = None
) -> tuple[Verdict, str]:
    """Return what a single outcome is worth, and the message."""
    result = judge.alone(call(expected=expected, tolerance=tolerance), outcome)
    return result.verdict, result.message


@pytest.mark.parametrize(
    ("answer", "stored", "expected", "message"),
    [
        ("7", "7", "right", ""),
        ("7", "8", "wrong", ""),
        ("7", None, "unknown", ""),
        (None, None, "skipped", "part 1 is not written yet"),
        (None, "7", "wrong", "it returned None"),
        ("7 ", "7", "wrong", "it differs in white space only"),
        (" ##\n# ", "##\n#", "wrong", "it differs in white space only"),
        ("7.0", "7", "wrong", ""),
        ("", "", "right", ""),
    ],
)
def test_verdicts(answer: str | None, stored: str | None, expected: str, message: str) -> None:
    """An answer is compared as text, to the last blank; without a stored one it is unknown."""
    known = None if stored is None else Expected(stored)
    assert (expected, message) == verdict(Outcome(answer=answer), known)


def test_a_failure_is_a_failure_whatever_is_stored() -> None:
    """A part that did not return has the verdict of its failure, and its message."""
    assert (Verdict.CRASH, "gone") == verdict(Outcome(failure=Verdict.CRASH, message="gone"), Expected("1"))


def test_a_wrong_answer_gives_nothing_of_a_hidden_one_away() -> None:
    """The message of a wrong answer tells nothing of the stored one, be they alike but for white space."""
    stored = Expected(hide("ABC 123", bytes(range(16))), hidden=True)
    assert (Verdict.RIGHT, "") == verdict(Outcome(answer="ABC 123"), stored)
    assert (Verdict.WRONG, "") == verdict(Outcome(answer="ABC  123"), stored, 1e-9)


def test_an_unknown_letter_is_told() -> None:
    """A drawing with an unknown letter is not judged, unless its other letters contradict what is stored."""
    drawing = "\n".join(f"{row}####" for row in drawn("HAZE").split("\n"))
    unsure = (Verdict.UNKNOWN, "a drawn letter is unknown: HAZE?")
    hidden = Expected(hide("HAZEL", b"salt"), hidden=True)
    assert unsure == verdict(Outcome(answer=drawing), Expected("HAZEL"))
    assert unsure == verdict(Outcome(answer=drawing), hidden)
    assert (Verdict.WRONG, "") == verdict(Outcome(answer=drawing), Expected("HAREL"))
    assert (Verdict.WRONG, "") == verdict(Outcome(answer=drawing), Expected("HAZE"))
    assert (Verdict.WRONG, "") == verdict(Outcome(answer=drawing), Expected(drawn("HAZEL")))
    assert (Verdict.WRONG, "") == verdict(Outcome(answer=drawn("HAZE")), Expected("HAZEL"))


def test_a_row_waits_only_for_what_may_change_it() -> None:
    """A failure is shown at once; an unknown answer waits for the other solutions of its question."""
    tasks = [call("a"), call("b"), call("c"), call(part=2)]
    seen: list[int] = []

    def outcomes() -> Iterator[Outcome]:
        for number, answer in enumerate((None, "1", "2", "3")):
            seen.append(number)
            yield Outcome(answer) if answer else Outcome(failure=Verdict.ERROR, message="no")

    rows = [(row.verdict, len(seen)) for row in judge.Stream(tasks).results(outcomes())]
    assert [("error", 1), ("wrong", 3), ("wrong", 3), ("unknown", 4)] == rows


def test_what_a_part_prints_is_shown_above_its_row() -> None:
    """Also if its row, or one above it, has to wait."""
    events: list[str] = []
    stream = judge.Stream([call("a"), call("b"), call("c", part=2)], lambda text: events.append(text))

    def outcomes() -> Iterator[Outcome]:
        for name in "abc":
            stream.hear(f"{name} prints")
            yield Outcome("1")

    events.extend(f"row of {row.solution}" for row in stream.results(outcomes()))
    assert ["a prints", "row of a", "b prints", "row of b", "c prints", "row of c"] == events


def test_records_are_judged_together_by_what_is_stored_now() -> None:
    """A record's verdict follows from its answer; a failure, or one without an answer, stays as it was."""
    there = [
        Recorded(each.key, each.case, answer, verdict)
        for each, answer, verdict in (
            (call("a"), "1", "right"),
            (call("b"), "2", "unknown"),
            (call("c"), "3", "timeout"),
            (call("d"), None, "right"),
            (call("e", part=2), "1", "wrong"),
            (call("f", Expected("1"), part=3), "2", "right"),
            (call("g", Expected(hide("1", b"salt"), hidden=True), part=4), "1", "wrong"),
        )
    ]
    expected = ["wrong", "wrong", "timeout", "right", "unknown", "wrong", "right"]
    assert expected == judge.recorded(there)


def result(verdict: Verdict, answer: str | None, expected: str | None, message: str = "") -> Result:
    """Return a result of a part."""
    return Result("p", 2, "quick", "main", "me", verdict, answer, expected, message=message)


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (result(Verdict.WRONG, "6", "7"), "expected 7, got 6"),
        (result(Verdict.WRONG, "6", "7")._replace(source="page"), "expected 7 (read from the page), got 6"),
        (result(Verdict.WRONG, "6", None), "got 6, which is not the stored answer"),
        (result(Verdict.WRONG, "6", None, "wrong: too low, 7 < answer"), "too low, 7 < answer"),
        (result(Verdict.WRONG, None, "7", "it returned None"), "expected 7\nit returned None"),
        (result(Verdict.WRONG, "#\n#", "7"), "expected 7\ngot:\n#\n#"),
        (result(Verdict.ERROR, None, "7", "ValueError"), "ValueError"),
    ],
)
def test_a_failure_is_explained(row: Result, text: str) -> None:
    """The answers come first, then the message; the verdict is not said again."""
    assert text == judge.explain(row)
    assert "part2_quick[main@me]" == judge.name(row)


def test_the_exit_code_follows_from_the_verdict() -> None:
    """What is unknown or skipped passes, unless it is strict."""
    rows = [result(verdict, "1", None) for verdict in Verdict]
    assert ["right", "unknown", "skipped"] == [row.verdict for row in rows if not row.exit]
    assert ["right"] == [row.verdict for row in rows if not row._replace(strict=True).exit]
