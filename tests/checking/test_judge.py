"""The verdict on one outcome, on all solutions of a question together, and on what is recorded."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from puzzle_runner.checking import judge
from puzzle_runner.checking.plan import Call
from puzzle_runner.engines import engine as engines
from puzzle_runner.inputs.answers import hide
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Case, Doubt, Expected, Limits, Reason, Result, Solution, Verdict
from puzzle_runner.replies import Guess, Status
from puzzle_runner.running.call import Answered, Failed, Figures, Job, Outcome
from puzzle_runner.sites.registry import identify

from tests.conftest import Workspace
from tests.drawn import drawn

NOWHERE = Path("nowhere")
NOTHING = "it returned None: is a return missing?"
UNREAD = Doubt(Reason.UNREAD, "it did not read the input")
ILLEGIBLE = Doubt(Reason.READING, "it printed no answer that can be read")
INEXACT = Doubt(Reason.INEXACT, "it may be inexact", excuses=False)
TOO_HIGH = Guess(1, "5", datetime(2021, 12, 1, tzinfo=UTC), Status.WRONG, ("too high",), 0, None)
SPACES = "it differs in white space only"
# A drawing with a letter that nobody knows.
UNREADABLE = "\n".join(f"{row}####" for row in drawn("HAZE").split("\n"))
UNSURE = "a drawn letter is unknown: HAZE?"


def answered(answer: str | None = None, output: str = "", **fields: Any) -> Answered:
    """Return the end of a call that returned."""
    return Answered(answer, output, Figures(0.5), **fields)


def guess(**fields: Any) -> Answered:
    """Return the end of a call whose answer may not be the one."""
    return answered("7", doubt=Doubt(Reason.READING, "it printed two"), **fields)


def call(
    name: str = "default",
    expected: Expected | None = None,
    part: int = 1,
    tolerance: float | None = None,
    guesses: tuple[Guess, ...] = (),
) -> Call:
    """Return a call of a solution, whose case has an answer stored or not."""
    answers = {part: expected} if expected else {}
    case = Case("main", (str(NOWHERE),), answers=answers, tolerance=tolerance, guesses=guesses)
    job = Job(identify("p"), NOWHERE, engines.load("function"), "part1", "1", Limits(1, 1))
    return Call(Puzzle(identify("p"), NOWHERE), Solution(part, name, "function", "part1"), case, job, None)


def hidden(text: str) -> Expected:
    """Return the hash of an answer."""
    return Expected(hide(text, b"salt"), hidden=True)


def text(stored: str | Expected | None) -> Expected | None:
    """Return what is stored."""
    return Expected(stored) if isinstance(stored, str) else stored


@pytest.mark.parametrize(
    ("outcome", "stored", "expected", "message"),
    [
        # An answer is compared as text, to the last blank; without a stored one it is unknown.
        (answered("7"), "7", "right", ""),
        (answered("7"), "8", "wrong", ""),
        (answered("7"), None, "unknown", ""),
        (answered("7\n"), "7", "right", ""),
        (answered("7 "), "7", "wrong", SPACES),
        (answered(" ##\n# "), "##\n#", "wrong", SPACES),
        (answered("7.0"), "7", "wrong", ""),
        (answered("7"), "7.0", "right", ""),
        (answered("7"), "0x7", "wrong", ""),
        (answered(""), "", "right", ""),
        (answered("(1, 2)"), None, "unknown", "it returned several values: write one function for each part"),
        # Nothing is wrong where an answer is stored, unless it is in doubt; a failure is one.
        (answered(), None, "skipped", NOTHING),
        (answered(), "7", "wrong", NOTHING),
        (answered(doubt=UNREAD), "7", "unknown", UNREAD.message),
        (answered(doubt=UNREAD), None, "skipped", UNREAD.message),
        (answered(doubt=ILLEGIBLE), None, "unknown", ILLEGIBLE.message),
        (Failed(Verdict.CRASH, "gone", ""), "7", "crash", "gone"),
        # A guess can be right and is never wrong.
        (guess(), "7", "right", ""),
        (guess(), "8", "unknown", "it printed two"),
        (guess(), None, "unknown", "it printed two"),
        (guess(checked=(Verdict.WRONG, "no")), None, "unknown", "it printed two"),
        # The message tells nothing of a hidden answer.
        (answered("ABC 123"), hidden("ABC 123"), "right", ""),
        (answered("ABC  123"), hidden("ABC 123"), "wrong", ""),
        # A drawing with an unknown letter is not judged.
        (answered(UNREADABLE), "HAZEL", "unknown", UNSURE),
        (answered(UNREADABLE), hidden("HAZEL"), "unknown", UNSURE),
        (answered(UNREADABLE), drawn("HAZEL"), "wrong", ""),
        (answered(drawn("HAZE")), "HAZEL", "wrong", ""),
    ],
)
def test_verdicts(outcome: Outcome, stored: str | Expected | None, expected: str, message: str) -> None:
    """A single outcome has a verdict and a message."""
    row, _ = judge.judge_one(call(expected=text(stored)), outcome)
    assert (expected, message) == (row.verdict, row.message)


@pytest.mark.parametrize(
    ("doubt", "stored", "guesses", "expected"),
    [
        (UNREAD, None, (), ("unknown", UNREAD.message, UNREAD)),
        (UNREAD, "8", (), ("unknown", UNREAD.message, UNREAD)),
        (UNREAD, "7", (), ("right", "", None)),
        (UNREAD, None, (TOO_HIGH,), ("unknown", UNREAD.message, UNREAD)),
        (INEXACT, None, (), ("unknown", INEXACT.message, INEXACT)),
        (INEXACT, "8", (), ("wrong", INEXACT.message, None)),
        (INEXACT, None, (TOO_HIGH,), ("wrong", "too high, answer < 5", None)),
    ],
)
def test_a_doubt_belongs_to_the_answer(
    doubt: Doubt, stored: str | None, guesses: tuple[Guess, ...], expected: tuple[str, str, Doubt | None]
) -> None:
    """It is told whatever is stored, unless that is the answer; only what is its own fault is wrong."""
    task = call(expected=text(stored), guesses=guesses)
    row, _ = judge.judge_one(task, answered("7", doubt=doubt))
    assert expected == (row.verdict, row.message, row.doubt)
    checked, _ = judge.judge_one(task, answered("7", doubt=doubt, checked=(Verdict.WRONG, "no")))
    assert ("unknown" if doubt is UNREAD else "wrong") == checked.verdict


@pytest.mark.parametrize(
    ("outcome", "stored", "expected"),
    [
        (guess(others=("123", "456")), "456", ("right", "456")),
        (guess(others=("123", "456")), "9", ("unknown", None)),
        (Failed(Verdict.TIMEOUT, "too long", "", others=("8",)), "8", ("right", "8")),
    ],
)
def test_what_else_was_printed_can_be_right(
    outcome: Outcome, stored: str, expected: tuple[str, str | None]
) -> None:
    """The row has that answer then; a guess is not shown."""
    (row,) = judge.judge_in_turn([call(expected=Expected(stored))], [outcome])
    assert expected == (row.verdict, row.answer)


def test_a_row_waits_only_for_what_may_change_it() -> None:
    """A failure is shown at once, an unknown answer once its question is."""
    tasks = [call("a"), call("b"), call("c"), call("d", part=2)]
    events: list[str] = []

    def outcomes() -> Iterator[Outcome]:
        for name, answer in zip("abcd", (None, "1", "2", "3"), strict=True):
            events.append(f"{name} runs")
            yield answered(answer) if answer else Failed(Verdict.ERROR, "no", "")

    rows = judge.judge_in_turn(tasks, outcomes())
    events.extend(f"{row.solution} {row.verdict}" for row in rows)
    expected = ["a runs", "a error", "b runs", "c runs", "b wrong", "c wrong", "d runs", "d unknown"]
    assert expected == events


def test_records_are_judged_together_by_what_is_stored_now() -> None:
    """A record's verdict follows from its answer; a failure, or one without an answer, stays as it was."""
    layout = Puzzle(identify("p"), NOWHERE, from_layout=True)
    table = [
        (call("a"), "1", Verdict.RIGHT, "wrong"),
        (call("b"), "2", Verdict.UNKNOWN, "wrong"),
        (call("c"), "3", Verdict.TIMEOUT, "timeout"),
        (call("d"), None, Verdict.RIGHT, "right"),
        (call("e", part=2), "1", Verdict.WRONG, "unknown"),
        (call("f", Expected("1"), part=3), "2", Verdict.RIGHT, "wrong"),
        (call("g", hidden("1"), part=4), "1", Verdict.WRONG, "right"),
        (call("k", hidden("2"), part=4), "1", Verdict.RIGHT, "right"),
        (call("h", part=5)._replace(puzzle=layout), "1", Verdict.UNKNOWN, "unknown"),
        (call("i", part=5)._replace(puzzle=layout), "2", Verdict.UNKNOWN, "unknown"),
    ]
    recorded = [judge.recorded_result(task, answer, verdict) for task, answer, verdict, _ in table]
    judged = judge.cross_check([row[0] for row in table], recorded)
    assert [row[-1] for row in table] == [row.verdict for row in judged]


def test_the_exit_code_follows_from_the_verdict() -> None:
    """What is unknown or skipped passes, unless it is strict."""
    rows = [Result("p", 2, "quick", "main", "me", verdict) for verdict in Verdict]
    assert ["right", "unknown", "skipped"] == [row.verdict for row in rows if not row.exit]
    tasks = [call(verdict) for verdict in Verdict]
    strict = judge.cross_check(tasks, rows, strict=True)
    assert ["right"] == [row.verdict for row in strict if not row.exit]


ART = ("#.\n.#", ".#\n#.")
DISAGREE = "the solutions disagree:\n"


@pytest.mark.parametrize(
    ("answers", "expected", "message"),
    [
        (["5", "5\n"], ["unknown"] * 2, "2 agree"),
        (["5", "6\n", "5"], ["wrong"] * 3, f"{DISAGREE}s0, s2: 5\ns1: 6"),
        ([drawn("HAZE"), "HAZE"], ["unknown"] * 2, "2 agree"),
        ([*ART], ["wrong"] * 2, f"{DISAGREE}s0:\n{ART[0]}\ns1:\n{ART[1]}"),
        (["0.30000000000000004", "0.3"], ["unknown"] * 2, "2 agree"),
        ([None, "1"], ["error", "unknown"], ""),
        ([None, "1", "1"], ["error", "unknown", "unknown"], "2 agree"),
        ([None, "1", "2"], ["error", "wrong", "wrong"], f"{DISAGREE}s1: 1\ns2: 2"),
    ],
    ids=lambda value: "",
)
def test_solutions_of_one_question_are_compared(
    answers: list[str | None], expected: list[str], message: str
) -> None:
    """Without a stored answer they agree, or all are wrong; a failed one has no say, and its own message."""
    tasks = [call(f"s{number}", tolerance=1e-9) for number in range(len(answers))]
    failed = Failed(Verdict.ERROR, "no", "")
    outcomes = [failed if answer is None else answered(answer) for answer in answers]
    rows = [*judge.judge_in_turn(tasks, outcomes)]
    assert expected == [row.verdict for row in rows]
    assert ["no" if answer is None else message for answer in answers] == [row.message for row in rows]


def test_only_answers_to_the_same_question_are_compared() -> None:
    """Another part, case or account is another question; what is in doubt or checked answers none."""
    first = call()
    cases = [first.case._replace(name="other"), first.case._replace(account="work")]
    tasks = [first, call(part=2), *(first._replace(case=case) for case in cases), call("b"), call("c")]
    tasks[5] = tasks[5]._replace(checker=first.solution)
    outcomes = [*map(answered, "1234"), answered("5", doubt=UNREAD)]
    rows = [*judge.judge_in_turn(tasks, [*outcomes, answered("6", checked=(Verdict.WRONG, "no"))])]
    expected = [("unknown", "", None)] * 4 + [("unknown", UNREAD.message, UNREAD), ("wrong", "no", None)]
    assert expected == [(row.verdict, row.message, row.doubt) for row in rows]


def test_the_comparison_is_made_anew(workspace: Workspace) -> None:
    """It is the same with what is remembered of the unchanged; one that is mended makes peace."""
    for answer, message in ((6, f"{DISAGREE}default: 5\nb: 6"), (5, "2 agree")):
        source = f"def part1(t): return 5\ndef part1_b(t): return {answer}\n"
        workspace.puzzle("unlike", source, '[main]\ninput = "1"\n')
        for _ in range(2):
            rows = workspace.run("check", "--json").rows
            assert [message] * 2 == [row["message"] for row in rows]
