"""Answers without what people print around them."""

import pytest
from puzzle_runner.engines import cleaning


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("12\n_duration: 1.5 ms\n", 0.0015), ("_duration: 2s", 2.0),
        ("_duration: 1 ms\n_duration: 40 ns", 4e-8), ("took 5 ms", None), ("_duration: 1.2.3 ms", None),
    ],
)  # fmt: skip
def test_a_program_may_say_its_own_time(text: str, seconds: float | None) -> None:
    """The last line `_duration: 1.23 ms` is the program's time, in one of four units."""
    assert (
        pytest.approx(seconds) == cleaning.own_seconds(text)
        if seconds
        else cleaning.own_seconds(text) is None
    )


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (" = 12 ", "12"), ("The answer is 12.", "12"), ("sum -> 12!", "12"), ("x=12", "12"),
        ("'12' (3 ms)", "12"), ("12 - 4.5ms", "12"), ("ab,cd, it took 1.5 ms", "ab,cd"), ("1...", "1..."),
        ("12 s are 3 ms (or 4)", "12 s are 3 ms (or 4)"), ("(1)(2)", "(1)(2)"),
    ],
)  # fmt: skip
def test_words_times_and_brackets_go(text: str, answer: str) -> None:
    """Of a line with an answer, the answer is left."""
    assert answer == cleaning.value(text)


@pytest.mark.parametrize(
    "line",
    [
        "-----", "took 3 seconds", "Elapsed time: 12.5 ms", "real\t0m0.013s", "0:00:01.5",
    ],
)  # fmt: skip
def test_lines_without_an_answer_go(line: str) -> None:
    """Rules and times are left out; what is around them stays, with its leading space."""
    assert ["", "  12", "345"] == cleaning.lines(f"\n  12\n{line}\n\x1b[1m345\x1b[0m  ")


@pytest.mark.parametrize("line", ["12", "part 1: 12", "####", "12 ways", "-1", "3 in 5"])
def test_lines_with_an_answer_stay(line: str) -> None:
    """What may hold an answer is no rule and no time."""
    assert [line] == cleaning.lines(line)
