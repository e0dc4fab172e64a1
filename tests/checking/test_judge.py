"""The verdict on one outcome, on all solutions of a question together, and on what is recorded."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from puzzle_runner.checking import judge
from puzzle_runner.checking.judge import SolutionAnswer
from puzzle_runner.checking.plan import Call
from puzzle_runner.engines import engine as engines
from puzzle_runner.inputs.answers import hide
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Case, Doubt, Expected, Limits, Reason, Result, Solution, Verdict
from puzzle_runner.replies import Guess, Status
from puzzle_runner.running.call import Answered, Failed, Figures, Job, Outcome
from puzzle_runner.running.job import Show
from puzzle_runner.sites.registry import identify
from puzzle_runner.text import shortened, truncate

from tests.conftest import Workspace
from tests.drawn import drawn

NOWHERE = Path("nowhere")
NOTHING_STORED = '[main]\ninput = "1"\n'


def answered(answer: str | None = None, output: str = "", **fields: Any) -> Answered:
    """Return the end of a call that returned."""
    return Answered(answer, output, Figures(0.5), **fields)


def call(
    name: str = "default", expected: Expected | None = None, tolerance: float | None = None, part: int = 1
) -> Call:
    """Return a call of a solution, whose case has an answer stored or not."""
    case = Case("main", (str(NOWHERE),), answers={part: expected} if expected else {}, tolerance=tolerance)
    job = Job(identify("p"), NOWHERE, engines.load("function"), "part1", "1", Limits(1, 1))
    return Call(Puzzle(identify("p"), NOWHERE), Solution(part, name, "function", "part1"), case, job)


def verdict(
    outcome: Outcome, expected: Expected | None, tolerance: float | None = None
) -> tuple[Verdict, str]:
    """Return what a single outcome is worth, and the message."""
    result, _ = judge.judge_one(call(expected=expected, tolerance=tolerance), outcome)
    return result.verdict, result.message


@pytest.mark.parametrize(
    ("answer", "stored", "expected", "message"),
    [
        ("7", "7", "right", ""),
        ("7", "8", "wrong", ""),
        ("7", None, "unknown", ""),
        ("7\n", "7", "right", ""),
        ("7 ", "7", "wrong", "it differs in white space only"),
        (" ##\n# ", "##\n#", "wrong", "it differs in white space only"),
        ("7.0", "7", "wrong", ""),
        ("7", "7.00", "wrong", ""),
        ("7", "7.0", "right", ""),
        ("7", "0x7", "wrong", ""),
        ("", "", "right", ""),
    ],
)
def test_verdicts(answer: str | None, stored: str | None, expected: str, message: str) -> None:
    """An answer is compared as text, to the last blank; without a stored one it is unknown."""
    known = None if stored is None else Expected(stored)
    assert (expected, message) == verdict(answered(answer), known)


NOTHING = "it returned None: is a return missing?"
NO_ANSWER = "it printed no answer"
SILENT = answered(message=NO_ANSWER, doubt=Doubt(Reason.NO_ANSWER, NO_ANSWER))
UNREAD = Doubt(Reason.UNREAD, "it did not read the input")
INEXACT = Doubt(Reason.INEXACT, "it may be inexact", excuses=False)


@pytest.mark.parametrize(
    ("outcome", "stored", "expected"),
    [
        (answered(), None, ("skipped", NOTHING)),
        (answered(), "7", ("wrong", NOTHING)),
        (answered(output="step 1\n42\n\n"), None, ("skipped", f"{NOTHING} It printed 42")),
        (SILENT, "7", ("unknown", NO_ANSWER)),
        (SILENT, None, ("skipped", NO_ANSWER)),
        (Failed(Verdict.CRASH, "gone", ""), "7", ("crash", "gone")),
    ],
    ids=["not written", "nothing", "printed instead", "in doubt", "in doubt, none stored", "failure"],
)
def test_verdicts_without_an_answer(outcome: Outcome, stored: str | None, expected: tuple[str, str]) -> None:
    """What returned nothing is wrong where an answer is stored, unless it is in doubt; a failure is one."""
    assert expected == verdict(outcome, stored and Expected(stored))


TOO_HIGH = Guess(1, "5", datetime(2021, 12, 1, tzinfo=UTC), Status.WRONG, ("too high",))


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
    task = call(expected=stored and Expected(stored))
    task = task._replace(case=task.case._replace(guesses=guesses))
    row, _ = judge.judge_one(task, answered("7", doubt=doubt))
    assert expected == (row.verdict, row.message, row.doubt)
    checked, _ = judge.judge_one(task, answered("7", doubt=doubt, checked=(Verdict.WRONG, "no")))
    assert ("unknown" if doubt is UNREAD else "wrong") == checked.verdict


def test_a_long_answer_is_kept_by_its_beginning_and_its_hash() -> None:
    """It is judged whole; what is left of it tells two answers apart that differ only at the end."""
    first, second = ("1" * 10**6 + end for end in "12")
    tasks = [call(expected=Expected(first)), call("b", expected=Expected(truncate(second)))]
    rows = judge.judge_all(tasks, [answered(first), answered(second)])
    assert [(Verdict.RIGHT, truncate(first)), (Verdict.RIGHT, truncate(second))] == [
        (row.verdict, row.answer) for row in rows
    ]
    assert Verdict.WRONG is judge.judge_one(tasks[0], answered(second))[0].verdict
    assert len(truncate(first)) < 300_000
    assert truncate(first) != truncate(second)
    assert shortened(truncate("7" * 300_000), 20).startswith(f"{'7' * 10}...")


def test_a_guess_can_be_right_and_is_never_wrong() -> None:
    """It is compared with what is stored before it is doubted, and with nothing else."""
    guess = answered("7", is_guess=True, message="it printed two")
    assert (Verdict.RIGHT, "") == verdict(guess, Expected("7"))
    for stored in (Expected("8"), None):
        assert (Verdict.UNKNOWN, "it printed two") == verdict(guess, stored)
    both = judge.judge_all([call(), call("other")], [answered("8"), guess])
    assert [(Verdict.UNKNOWN, "8"), (Verdict.UNKNOWN, None)] == [(row.verdict, row.answer) for row in both]


def test_what_else_was_printed_can_be_right() -> None:
    """The row has that answer then, and else the guess."""
    outcome = answered("7", is_guess=True, others=("123", "456"))
    (row,) = judge.judge_all([call(expected=Expected("456"))], [outcome])
    assert (Verdict.RIGHT, "456") == (row.verdict, row.answer)
    (row,) = judge.judge_all([call(expected=Expected("9"))], [outcome])
    assert (Verdict.UNKNOWN, None) == (row.verdict, row.answer)


def test_a_wrong_answer_gives_nothing_of_a_hidden_one_away() -> None:
    """The message of a wrong answer tells nothing of the stored one, be they alike but for white space."""
    stored = Expected(hide("ABC 123", bytes(range(16))), hidden=True)
    assert (Verdict.RIGHT, "") == verdict(answered("ABC 123"), stored)
    assert (Verdict.WRONG, "") == verdict(answered("ABC  123"), stored, 1e-9)


def test_an_unknown_letter_is_told() -> None:
    """A drawing with an unknown letter is not judged, unless its other letters contradict what is stored."""
    drawing = "\n".join(f"{row}####" for row in drawn("HAZE").split("\n"))
    unsure = (Verdict.UNKNOWN, "a drawn letter is unknown: HAZE?")
    hidden = Expected(hide("HAZEL", b"salt"), hidden=True)
    assert unsure == verdict(answered(drawing), Expected("HAZEL"))
    assert unsure == verdict(answered(drawing), hidden)
    assert (Verdict.WRONG, "") == verdict(answered(drawing), Expected("HAREL"))
    assert (Verdict.WRONG, "") == verdict(answered(drawing), Expected("HAZE"))
    assert (Verdict.WRONG, "") == verdict(answered(drawing), Expected(drawn("HAZEL")))
    assert (Verdict.WRONG, "") == verdict(answered(drawn("HAZE")), Expected("HAZEL"))


def test_a_row_waits_only_for_what_may_change_it() -> None:
    """A failure is shown at once, an unknown answer once its question is; each below what was printed."""
    tasks = [call("a"), call("b"), call("c"), call("d", part=2)]
    events: list[str] = []

    def run(jobs: Sequence[Job], show: Show | None) -> Iterator[Outcome]:
        assert show
        for name, answer in zip("abcd", (None, "1", "2", "3"), strict=True):
            events.append(f"{name} runs")
            show(f"{name} prints")
            yield answered(answer) if answer else Failed(Verdict.ERROR, "no", "")

    rows = judge.run_and_judge(tasks, events.append, run=run)
    events.extend(f"{row.solution} {row.verdict}" for row in rows)
    assert [
        *("a runs", "a prints", "a error"),
        *("b runs", "b prints", "c runs", "b wrong", "c prints", "c wrong"),
        *("d runs", "d prints", "d unknown"),
    ] == events


def test_records_are_judged_together_by_what_is_stored_now() -> None:
    """A record's verdict follows from its answer; a failure, or one without an answer, stays as it was."""
    there = [
        SolutionAnswer(each.key, each.case, answer, verdict, from_layout)
        for each, answer, verdict, from_layout in (
            (call("a"), "1", "right", False),
            (call("b"), "2", "unknown", False),
            (call("c"), "3", "timeout", False),
            (call("d"), None, "right", False),
            (call("e", part=2), "1", "wrong", False),
            (call("f", Expected("1"), part=3), "2", "right", False),
            (call("g", Expected(hide("1", b"salt"), hidden=True), part=4), "1", "wrong", False),
            (call("k", Expected(hide("2", b"salt"), hidden=True), part=4), "1", "right", False),
            (call("h", part=5), "1", "unknown", True),
            (call("i", part=5), "2", "unknown", True),
        )
    ]
    expected = ["wrong", "wrong", "timeout", "right", "unknown", "wrong", "right", "right"]
    expected += ["unknown", "unknown"]
    assert expected == judge.judge_recorded(there)


def result(verdict: Verdict, answer: str | None, expected: str | None, message: str = "") -> Result:
    """Return a result of a part."""
    return Result("p", 2, "quick", "main", "me", verdict, answer, expected, message=message)


def test_the_exit_code_follows_from_the_verdict() -> None:
    """What is unknown or skipped passes, unless it is strict."""
    rows = [result(verdict, "1", None) for verdict in Verdict]
    assert ["right", "unknown", "skipped"] == [row.verdict for row in rows if not row.exit]
    assert ["right"] == [row.verdict for row in rows if not row._replace(strict=True).exit]


ART = ("#.\n.#", ".#\n#.")
DISAGREE = "the solutions disagree:\n"
TEN = ", ".join(f"s{number}" for number in range(10))


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
        (["9"] * 12 + ["8"], ["wrong"] * 13, f"{DISAGREE}{TEN} and 2 more: 9\ns12: 8"),
    ],
    ids=[
        "agree",
        "disagree",
        "letters",
        "pictures",
        "tolerance",
        "one failed",
        "others agree",
        "others disagree",
        "many",
    ],
)
def test_solutions_of_one_question_are_compared(
    answers: list[str | None], expected: list[str], message: str
) -> None:
    """Without a stored answer they agree, or all are wrong; a failed one has no say, and its own message."""
    tasks = [call(f"s{number}", tolerance=1e-9) for number in range(len(answers))]
    failed = Failed(Verdict.ERROR, "no", "")
    rows = judge.judge_all(tasks, [failed if answer is None else answered(answer) for answer in answers])
    assert expected == [row.verdict for row in rows]
    assert ["no" if answer is None else message for answer in answers] == [row.message for row in rows]


def test_a_message_has_some_of_many_answers() -> None:
    """Each of very many rows has it, so it does not grow with them."""
    tasks = [call(f"s{number}") for number in range(30)]
    rows = judge.judge_all(tasks, [answered(f"a{number}") for number in range(30)])
    lines = rows[29].message.splitlines()
    assert ("wrong", 12) == (rows[29].verdict, len(lines))
    assert ["s9: a9", "and 20 other answers"] == lines[10:]


def test_only_answers_to_the_same_question_are_compared() -> None:
    """Another part, another case and another account are other questions; what is in doubt answers none."""
    first = call()
    cases = [first.case._replace(name="other"), first.case._replace(account="work")]
    tasks = [first, call(part=2), *(first._replace(case=case) for case in cases), call("b")]
    outcomes = [*(answered(answer) for answer in "1234"), answered("5", doubt=UNREAD)]
    rows = judge.judge_all(tasks, outcomes)
    expected = [("unknown", "", None)] * 4 + [("unknown", UNREAD.message, UNREAD)]
    assert expected == [(row.verdict, row.message, row.doubt) for row in rows]


def test_the_comparison_is_made_anew(workspace: Workspace) -> None:
    """It is the same with what is remembered of the unchanged; one that is mended makes peace."""
    for answer, message in ((6, f"{DISAGREE}default: 5\nb: 6"), (5, "2 agree")):
        source = f"def part1(t): return 5\ndef part1_b(t): return {answer}\n"
        workspace.puzzle("unlike", source, NOTHING_STORED)
        for _ in range(2):
            rows = workspace.run("check", "--json").rows
            assert [message] * 2 == [row["message"] for row in rows]


def test_the_table_says_so(workspace: Workspace) -> None:
    """In the table the verdict has the number beside it, and the times stay below one another."""
    workspace.puzzle("same", "def part1(t): return 5\ndef part1_b(t): return 5\n", NOTHING_STORED)
    workspace.puzzle("zero", "def part1(t): return 0\n", '[main]\ninput = "1"\npart1 = 0\n')
    lines = [line for line in workspace.run("check").out.splitlines() if line.startswith("  main")]
    verdicts = [re.split(r"  +", line)[5] for line in lines]
    assert ["? unknown (2 agree)", "? unknown (2 agree)", "✓ right"] == verdicts
    assert 1 == len({len(line) for line in lines})
