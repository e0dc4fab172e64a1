"""Results as rows, to the letter."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.checking.plan import Call
from puzzle_runner.engines import engine as engines
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Case, Expected, Limits, Result, Solution, Verdict
from puzzle_runner.output.results_table import Table, totals
from puzzle_runner.running.call import Job
from puzzle_runner.sites.registry import identify

from tests.drawn import drawn

ROWS = [
    Result("p", 1, "default", "example", None, Verdict.RIGHT, "739785", "739785", seconds=36.1e-6),
    Result("p", 2, "quick", "main", "work", Verdict.WRONG, "1", "444356092776315", seconds=1.5),
    Result("p", 2, "default", "main", None, Verdict.UNKNOWN, " ##\n#\n ##", seconds=0.11),
    Result("p", 1, "default", "main", None, Verdict.WRONG, "##", "#\n#", message="no"),
    Result("p", 1, "default", "main", None, Verdict.RIGHT, "漢字", seconds=2e-9),
    Result("p", 1, "default", "main", None, Verdict.UNKNOWN, "\x1b[2J", seconds=2e-9),
    Result("p", 1, "default", "main", None, Verdict.RIGHT, "x" * 33, seconds=2e-9),
    Result("p", 1, "default", "main", None, Verdict.RIGHT, "123456789" * 200, seconds=2e-9),
    Result("p", None, None, None, None, Verdict.ERROR, message="p.py, line 1: no.\nand"),
    Result("p", 2, "quick", "main", None, Verdict.CRASH, output="a\tb\n\x1b[1mc"),
]


def asked(case: str, part: int, solution: str, expected: str = "") -> Call:
    """Return a call whose result is a row."""
    name, _, account = case.partition("@")
    answers = {part: Expected(expected)} if expected else {}
    limits = Limits(1.0, 2**30)
    return Call(
        Puzzle(identify("p"), Path("p.py")),
        Solution(part, solution, "function", f"part{part}"),
        Case(name, (), answers=answers, account=account or None),
        Job(identify("p"), Path("p.py"), engines.load("function"), f"part{part}", "", limits),
        None,
    )


UNREADABLE = "\n".join(f"{row}####" for row in drawn("HAZE").split("\n"))
KNOWN = [asked("example", 1, "default", "739785"), asked("main@work", 2, "quick", "4" * 15)]


def lines(colour: bool = False, with_output: bool = False) -> str:
    """Return the rows above as a table."""
    table = Table(KNOWN, colour)
    text = table.heading("p", "A title\x07")
    for row in ROWS:
        text += [*table.heading("p", "A title\x07"), *table.lines(row, with_output)]
    return "\n".join(text)


def test_rows() -> None:
    """Puzzle, case, part, solution, answer, verdict, time; below a row what does not fit into it."""
    number = "123456789" * 200
    assert f"""\
p  A title\\x07
  example    part 1  default  739785            ✓ right    36.1 µs
  main@work  part 2  quick    1                 ✗ wrong     1.50 s
    expected 444356092776315
  main       part 2  default  (3 lines)         ? unknown   110 ms
     ##
    #
     ##
  main       part 1  default  ##                ✗ wrong
    expected:
    #
    #
    no
  main       part 1  default  漢字              ✓ right    2.00 ns
  main       part 1  default  \\x1b[2J           ? unknown  2.00 ns
  main       part 1  default                    ✓ right    2.00 ns
    {"x" * 33}
  main       part 1  default                    ✓ right    2.00 ns
    {number[:500]}...{number[-500:]} (1800 characters)
  ✗ error
    p.py, line 1: no.
    and
  main       part 2  quick                      ✗ crash""" == lines()


@pytest.mark.parametrize(("answer", "expected", "cell"), [
    (drawn("HAZE"), "", "(6 lines: HAZE)"), (drawn("HAZEL"), drawn("HAZEL"), "(6 lines: HAZEL)"),
    (drawn("SPIRAL"), "SPIRAL", "(6 lines: SPIRAL)"), (drawn("A" * 17), "", ""),
    (UNREADABLE, "", "(6 lines)"),
], ids=["read", "stored as drawn", "stored as text", "no room", "unknown letter"])  # fmt: skip
def test_drawn_letters(answer: str, expected: str, cell: str) -> None:
    """The row has what they read, if there is room for it; the drawing is below in any case."""
    table = Table([asked("main", 1, "default", expected)], colour=False)
    row, *below = table.lines(Result("p", 1, "default", "main", None, Verdict.RIGHT, answer), False)
    assert cell == row.partition("default")[2].partition("✓")[0].strip()
    assert answer.split("\n") == [line.removeprefix("    ") for line in below]


@given(
    answer=st.none() | st.text(),
    expected=st.none() | st.text(),
    message=st.text(),
    output=st.text(),
    verdict=st.sampled_from(Verdict),
    title=st.text(),
)
def test_no_line_has_a_control_character(
    answer: str | None, expected: str | None, message: str, output: str, verdict: Verdict, title: str
) -> None:
    """Whatever a puzzle returns, prints or raises, no line of ours moves the cursor."""
    table = Table([asked("c", 1, "x", expected or "")], colour=False)
    row = Result("p", 1, "x", "c", None, verdict, answer, expected, message=message, output=output)
    for line in [*table.heading("p", title), *table.lines(row, with_output=True)]:
        assert all(unicodedata.category(c)[0] != "C" for c in line)


def test_totals() -> None:
    """The last line counts by verdict, in the order of the design, and tells how long it all took."""
    assert "10 results: 4 right, 2 wrong, 2 unknown, 1 error, 1 crash · 1.50 s" == totals(ROWS, 1.5)
    assert "1 result: 1 right · 20.0 ms" == totals(ROWS[:1], 0.02)
    assert "0 results: nothing to run · 1.00 ms" == totals([], 0.001)
