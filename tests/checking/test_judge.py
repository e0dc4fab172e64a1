"""The verdict on one outcome, on all solutions of a question together, and on what is recorded."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner import files
from puzzle_runner.checking import judge
from puzzle_runner.checking.judge import Recorded
from puzzle_runner.checking.plan import Call
from puzzle_runner.engines import engine as engines
from puzzle_runner.inputs.answers import hide
from puzzle_runner.model import Case, Expected, Limits, Puzzle, Result, Solution, Verdict
from puzzle_runner.running.call import Job, Outcome
from puzzle_runner.text import shortened, truncate

from tests.conftest import Workspace
from tests.drawn import drawn

NOWHERE = Path("nowhere")
NOTHING_STORED = '[main]\ninput = "1"\n'
IGNORES = (
    "def part1(text):\n    return 15\n\n\ndef part1_honest(text):\n    return sum(map(int, text.split()))\n"
)
CASES = '[example]\ninput = "1 2"\npart1 = 3\n\n[main]\ninput = "7 8"\npart1 = 15\n'


def call(
    name: str = "default", expected: Expected | None = None, tolerance: float | None = None, part: int = 1
) -> Call:
    """Return a call of a solution, whose case has an answer stored or not."""
    case = Case("main", str(NOWHERE), answers={part: expected} if expected else {}, tolerance=tolerance)
    job = Job("p", NOWHERE, engines.load("function"), "part1", "1", Limits(1, 1))
    return Call(Puzzle("p", "local", NOWHERE), Solution(part, name, "function", "part1"), case, job)


def verdict(
    outcome: Outcome, expected: Expected | None, tolerance: float | None = None
) -> tuple[Verdict, str]:
    """Return what a single outcome is worth, and the message."""
    result, _ = judge.alone(call(expected=expected, tolerance=tolerance), outcome)
    return result.verdict, result.message


@pytest.mark.parametrize(
    ("answer", "stored", "expected", "message"),
    [
        ("7", "7", "right", ""),
        ("7", "8", "wrong", ""),
        ("7", None, "unknown", ""),
        (None, None, "skipped", "it returned None: is a return missing?"),
        (None, "7", "wrong", "it returned None: is a return missing?"),
        ("7\n", "7", "right", ""),
        ("7 ", "7", "wrong", "it differs in white space only"),
        (" ##\n# ", "##\n#", "wrong", "it differs in white space only"),
        ("7.0", "7", "wrong", "it is the same number, written in another way"),
        ("7", "7.0", "wrong", "it is the same number, written in another way"),
        ("7", "0x7", "wrong", ""),
        ("", "", "right", ""),
    ],
)
def test_verdicts(answer: str | None, stored: str | None, expected: str, message: str) -> None:
    """An answer is compared as text, to the last blank; without a stored one it is unknown."""
    known = None if stored is None else Expected(stored)
    assert (expected, message) == verdict(Outcome(answer=answer), known)


def test_a_long_answer_is_kept_by_its_beginning_and_its_hash() -> None:
    """It is judged whole; what is left of it tells two answers apart that differ only at the end."""
    first, second = ("1" * 10**6 + end for end in "12")
    tasks = [call(expected=Expected(first)), call("b", expected=Expected(truncate(second)))]
    rows = judge.results(tasks, [Outcome(answer=first), Outcome(answer=second)])
    assert [(Verdict.RIGHT, truncate(first)), (Verdict.RIGHT, truncate(second))] == [
        (row.verdict, row.answer) for row in rows
    ]
    assert Verdict.WRONG is judge.alone(tasks[0], Outcome(answer=second))[0].verdict
    assert len(truncate(first)) < 300_000
    assert truncate(first) != truncate(second)
    assert shortened(truncate("7" * 300_000), 20).startswith(f"{'7' * 20}... (300000 characters, hash ")


def test_a_guess_can_be_right_and_is_never_wrong() -> None:
    """It is compared with what is stored before it is doubted, and with nothing else."""
    guess = Outcome(answer="7", failure=Verdict.UNKNOWN, message="it printed two")
    assert (Verdict.RIGHT, "") == verdict(guess, Expected("7"))
    for stored in (Expected("8"), None):
        assert (Verdict.UNKNOWN, "it printed two") == verdict(guess, stored)
    both = judge.results([call(), call("other")], [Outcome(answer="8"), guess])
    assert [(Verdict.UNKNOWN, "8"), (Verdict.UNKNOWN, None)] == [(row.verdict, row.answer) for row in both]


def test_what_else_was_printed_can_be_right() -> None:
    """The row has that answer then, and else the guess."""
    outcome = Outcome(answer="7", failure=Verdict.UNKNOWN, others=("123", "456"))
    (row,) = judge.results([call(expected=Expected("456"))], [outcome])
    assert (Verdict.RIGHT, "456") == (row.verdict, row.answer)
    (row,) = judge.results([call(expected=Expected("9"))], [outcome])
    assert (Verdict.UNKNOWN, None) == (row.verdict, row.answer)


def test_what_was_printed_instead_is_told() -> None:
    """The last line that a part printed, if it returned nothing."""
    outcome = Outcome(output="step 1\n42\n\n")
    told = "it returned None: is a return missing? It printed 42"
    assert (Verdict.SKIPPED, told) == verdict(outcome, None)


def test_no_answer_in_doubt_is_unknown() -> None:
    """As of a program that printed nothing; else what returned nothing is wrong."""
    assert Verdict.WRONG == verdict(Outcome(), Expected("5"))[0]
    doubtful = Outcome(message="it printed no answer", doubt="it printed no answer")
    assert (Verdict.UNKNOWN, "it printed no answer") == verdict(doubtful, Expected("5"))
    assert (Verdict.SKIPPED, "it printed no answer") == verdict(doubtful, None)


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
        Recorded(each.key, each.case, answer, verdict, from_layout)
        for each, answer, verdict, from_layout in (
            (call("a"), "1", "right", False),
            (call("b"), "2", "unknown", False),
            (call("c"), "3", "timeout", False),
            (call("d"), None, "right", False),
            (call("e", part=2), "1", "wrong", False),
            (call("f", Expected("1"), part=3), "2", "right", False),
            (call("g", Expected(hide("1", b"salt"), hidden=True), part=4), "1", "wrong", False),
            (call("h", part=5), "1", "unknown", True),
            (call("i", part=5), "2", "unknown", True),
        )
    ]
    expected = ["wrong", "wrong", "timeout", "right", "unknown", "wrong", "right", "unknown", "unknown"]
    assert expected == judge.recorded(there)


def result(verdict: Verdict, answer: str | None, expected: str | None, message: str = "") -> Result:
    """Return a result of a part."""
    return Result("p", 2, "quick", "main", "me", verdict, answer, expected, message=message)


def test_the_exit_code_follows_from_the_verdict() -> None:
    """What is unknown or skipped passes, unless it is strict."""
    rows = [result(verdict, "1", None) for verdict in Verdict]
    assert ["right", "unknown", "skipped"] == [row.verdict for row in rows if not row.exit]
    assert ["right"] == [row.verdict for row in rows if not row._replace(strict=True).exit]


def said(workspace: Workspace) -> list[tuple[str, str, str]]:
    """Return solution, verdict and message of every row."""
    return [
        (row["solution"], row["verdict"], row["message"]) for row in workspace.run("check", "--json").rows
    ]


def test_those_that_agree_say_how_many(workspace: Workspace) -> None:
    """Solutions with the same answer are unknown, and it is said that they agree; also when remembered."""
    workspace.puzzle("same", "def part1(t): return 5\ndef part1_b(t): return '5'\n", NOTHING_STORED)
    expected = [("default", "unknown", "2 agree"), ("b", "unknown", "2 agree")]
    assert expected == said(workspace)
    assert expected == said(workspace)


def test_those_that_disagree_are_wrong_together(workspace: Workspace) -> None:
    """Solutions with different answers are all wrong, and each shows both answers."""
    source = "def part1(t): return 5\ndef part1_b(t): return '6\\n'\ndef part1_c(t): return 5\n"
    workspace.puzzle("unlike", source, NOTHING_STORED)
    message = "the solutions disagree:\ndefault, c: 5\nb: 6"
    assert [(name, "wrong", message) for name in ("default", "b", "c")] == said(workspace)
    assert 1 == workspace.run("check").code


def test_one_that_is_mended_makes_peace(workspace: Workspace) -> None:
    """The comparison is made anew each time, with what is remembered of the unchanged."""
    workspace.puzzle("unlike", "def part1(t): return 5\ndef part1_b(t): return 6\n", NOTHING_STORED)
    said(workspace)
    workspace.puzzle("unlike", "def part1(t): return 5\ndef part1_b(t): return 5\n")
    assert ["2 agree", "2 agree"] == [message for _, _, message in said(workspace)]


def test_a_tolerance_counts(workspace: Workspace) -> None:
    """Real numbers agree within the tolerance of the case file."""
    source = "def part1(t): return 0.1 + 0.2\ndef part1_b(t): return 0.3\n"
    workspace.puzzle("real", source, "tolerance = 1e-9\n" + NOTHING_STORED)
    assert ["2 agree", "2 agree"] == [message for _, _, message in said(workspace)]


def test_a_failed_one_has_no_say(workspace: Workspace) -> None:
    """A solution that raises neither agrees nor disagrees, and says what it raised."""
    raises = "def part1(t): raise ValueError('no')\ndef part1_b(t): return 1\n"
    for answer, verdict in ((1, "unknown"), (2, "wrong")):
        workspace.puzzle("some", raises + f"def part1_c(t): return {answer}\n", NOTHING_STORED)
        rows = said(workspace)
        assert ["error", verdict, verdict] == [verdict for _, verdict, _ in rows]
        assert rows[0][2].startswith("ValueError: no (some.py, line 1, in part1)")


def test_cases_and_parts_are_apart(workspace: Workspace) -> None:
    """Only the same part on the same input is compared."""
    source = "def part1(t): return t\ndef part2(t): return 2\n"
    workspace.puzzle("apart", source, NOTHING_STORED + '[other]\ninput = "2"\n')
    assert {("default", "unknown", "")} == set(said(workspace))


def test_pictures_are_shown_below_one_another(workspace: Workspace) -> None:
    """Answers of several lines stand under the names of those who gave them."""
    source = "def part1(t): return '#.\\n.#'\ndef part1_b(t): return '.#\\n#.'\n"
    workspace.puzzle("art", source, NOTHING_STORED)
    assert "the solutions disagree:\ndefault:\n#.\n.#\nb:\n.#\n#." == said(workspace)[0][2]


def test_the_table_says_so(workspace: Workspace) -> None:
    """In the table the verdict has the number beside it, and the times stay below one another."""
    workspace.puzzle("same", "def part1(t): return 5\ndef part1_b(t): return 5\n", NOTHING_STORED)
    workspace.puzzle("zero", "def part1(t): return 0\n", '[main]\ninput = "1"\npart1 = 0\n')
    lines = [line for line in workspace.run("check").out.splitlines() if line.startswith("  main")]
    verdicts = [re.split(r"  +", line)[5] for line in lines]
    assert ["? unknown (2 agree)", "? unknown (2 agree)", "✓ right"] == verdicts
    assert 1 == len({len(line) for line in lines})


def test_check_names_it(workspace: Workspace) -> None:
    """Each of its rows says which other case gets the same answer; the verdicts stay."""
    workspace.puzzle("sums", IGNORES, CASES)
    rows = {(row["solution"], row["case"]): row for row in workspace.run("check", "--json").rows}
    assert "it ignores its input: case example gets the same answer" == rows["default", "main"]["message"]
    assert "case main" in rows["default", "example"]["message"]
    assert ["right", "wrong"] == [rows["default", case]["verdict"] for case in ("main", "example")]
    assert "" == rows["honest", "main"]["message"]


def test_cases_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work grows with the number of cases, also where all have the same answers, and row by row."""
    first = call(expected=Expected("7"))
    tasks = [first._replace(job=first.job._replace(text=str(number))) for number in range(100)]
    tasks.append(tasks[0]._replace(case=tasks[0].case._replace(name="last", answers={1: Expected("8")})))
    looked: list[str] = []
    monkeypatch.setattr(judge.answers, "ocr", lambda text: looked.append(text) or text)
    outcomes = [Outcome(answer="7")] * len(tasks)
    for results in (judge.results(tasks, outcomes), [*judge.Stream(tasks).results(iter(outcomes))]):
        assert "it ignores its input: case main gets the same answer" == results[-1].message
        assert "" == results[0].message
    assert len(looked) < 20 * len(tasks)


def test_many_answers_to_one_input_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work grows with the number of cases, also where all have one input and each another answer."""
    first = call()
    cases = [first.case._replace(name=f"c{n}", answers={1: Expected(str(n))}) for n in range(100)]
    looked: list[str] = []
    monkeypatch.setattr(judge.answers, "ocr", lambda text: looked.append(text) or text)
    results = judge.results([first._replace(case=case) for case in cases], [Outcome(answer="7")] * 100)
    assert not any("ignores" in result.message for result in results)
    assert len(looked) < 20 * len(cases)


@given(st.lists(st.tuples(st.sampled_from("123"), st.sampled_from("abc")), min_size=1, max_size=9))
def test_it_is_flagged_if_any_other_call_differs_in_both(pairs: list[tuple[str, str]]) -> None:
    """One answer to two calls flags both where their stored answers differ, and their inputs."""
    base = call()
    tasks = [
        base._replace(
            job=base.job._replace(text=text),
            case=base.case._replace(name=f"c{place}", answers={1: Expected(stored)}),
        )
        for place, (stored, text) in enumerate(pairs)
    ]
    results = judge.results(tasks, [Outcome(answer="7")] * len(tasks))
    differs = [any(one != stored and other != text for one, other in pairs) for stored, text in pairs]
    assert differs == ["ignores its input" in result.message for result in results]


def test_lines_are_looked_for_once(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many cases of a file with something wrong are named with their lines, and it is read once for that."""
    workspace.puzzle("p", "def part1(text): return text\n", "\n".join(f"[c{n}]\nk = 1" for n in range(50)))
    read: list[object] = []
    text = files.text
    monkeypatch.setattr(files, "text", lambda *given: read.append(given) or text(*given))
    rows = workspace.run("check", "--json").rows
    assert [True] * 50 == [f"line {2 * n + 2}: no part" in row["message"] for n, row in enumerate(rows)]
    assert 1 == sum("cases.toml" in str(given) for given in read)


@pytest.mark.parametrize(
    "cases",
    [CASES.replace("= 3", "= 15").replace('"1 2"', '"15"'), CASES.replace('"1 2"', '"7 8"')],
    ids=["answers", "inputs"],
)
def test_the_same_answers_or_inputs_prove_nothing(workspace: Workspace, cases: str) -> None:
    """Two cases must differ in both, or a constant may be all that the puzzle asks for."""
    workspace.puzzle("sums", IGNORES, cases)
    assert [""] * 4 == [row["message"].partition("\n")[0] for row in workspace.run("check", "--json").rows]


@pytest.mark.usefixtures("brief_bench")
def test_an_answer_that_is_kept_in_part_is_the_same_for_another_input(workspace: Workspace) -> None:
    """The one of that input is cut before they are compared."""
    long = "x" * 2**18
    workspace.puzzle("p", f"def part1(text): return 'x' * {len(long)}\n", CASES.replace("15", f'"{long}"'))
    assert 0 == workspace.run("bench", "--samples", "3").code
    (row,) = workspace.run("leaderboard", "--json").document["leaderboard"]
    assert "ignores its input" == row["verdict"]


@pytest.mark.usefixtures("brief_bench")
def test_it_never_leads_the_leaderboard(workspace: Workspace) -> None:
    """However fast it is, it has no rank, and the line says why."""
    workspace.puzzle("sums", IGNORES, CASES)
    assert 0 == workspace.run("bench", "--samples", "3").code
    rows = workspace.run("leaderboard", "--json").document["leaderboard"]
    assert [("honest", 1, "right"), ("default", None, "ignores its input")] == [
        (row["solution"], row["rank"], row["verdict"]) for row in rows
    ]
    assert "✗ ignores its input" in workspace.run("leaderboard").out
