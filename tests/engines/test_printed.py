"""Answers read from what a program printed."""

import time

import pytest
from puzzle_runner.engines import printed
from puzzle_runner.engines.printed import Reading, read
from puzzle_runner.sites.registry import identify

from tests.conftest import Workspace

SENDS = (
    "it printed only 12, which may answer the next part that is not solved: "
    '"puzzles submit aoc2023d2 12" sends it'
)
H = "#  #\n#  #\n####\n#  #\n#  #\n#  #"
WIDE = "#..#.####\n#..#.#...\n####.###.\n#..#.#...\n#..#.#...\n#..#.####"
PIXELS = WIDE.replace("#", "1").replace(".", "0")
STARS = "\n".join(["**  *", "*  **", "** **", "  * *", "* * *", "*   *"])
BOTH = {1: "12", 2: "345"}


def certain(reading: Reading) -> dict[int, str]:
    """Return what was read with certainty."""
    return {part: text for part, text in reading.texts.items() if part in reading.certain}


def doubtful(reading: Reading) -> dict[int, str]:
    """Return what was read without certainty."""
    return {part: text for part, text in reading.texts.items() if part not in reading.certain}


@pytest.mark.parametrize(
    "text",
    [
        "345",
        "Project Euler, Problem 92\nAnswer: 345\nElapsed time: 0.49 seconds",
        "Answer: 345\n'p009' took 0.0118 seconds",
        "Problem 54: Poker\nThe result is 345.",
        "Solution to problem 12 = 345",
        "reading numbers ...\n345",
        "Part 1: 345\nPart 2: Merry Christmas",
        "Solution 1: 345\nSolution 2: 345",
        "Limit? 345",
    ],
)
def test_a_puzzle_of_one_part(text: str) -> None:
    """The label of part 1 counts, else the last line."""
    assert {1: "345"} == certain(read(text, parts=1))


@pytest.mark.parametrize(
    "text",
    [
        "(12, 345)", "12\n345", "Answer for the example: 7\nAnswer: 345", "Expected: 7\nActual: 345",
        "Result for 10: 12\nResult for 1000: 345", "",
    ],
)  # fmt: skip
def test_a_puzzle_of_one_part_with_several_results(text: str) -> None:
    """Which of them is the answer is not certain."""
    assert not certain(read(text, parts=1))


@pytest.mark.parametrize(
    ("id", "is_own", "answers"),
    [
        ("knapsack", False, {1: "345"}),
        ("knapsack", True, {}),
        ("euler12", True, {1: "345"}),
        ("aoc2021d1", False, {}),
    ],
)
def test_which_puzzles_have_one_part(id: str, is_own: bool, answers: dict[int, str]) -> None:
    """A site tells how many; without one, a file of a layout has one, and one's own puzzle may have more."""
    text = "Knapsack by weight\nThe result is 345"
    assert answers == certain(printed.read_for(identify(id), text, 2, is_own=is_own))


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("labels", "Part 1: 12\nPart 2: 345"),
        ("labels", "Star 1 -> 12\nStar 2 -> 345"),
        ("labels", "pt1: 12\npt2: 345"),
        ("labels", "Answer to part 1 is: 12\nAnswer to part 2 is: 345"),
        ("labels", "Day 5\nPart A: 12\nPart B: 345"),
        ("labels", "Part 1:\n12\nPart 2:\n345"),
        ("labels", "--- Part One ---\n12\n\n--- Part Two ---\n\n345\n"),
        ("labels", "Part 1 answer: 12 (in 3.4 ms)\nPart 2 answer: 345 (0.5s)"),
        ("labels", "Part 1: 12 3.5ms\nPart 2: 345, 1.2 µs"),
        ("labels", "Part 1: 12, Part 2: 345"),
        ("labels", "Part 1: 12 Part 2: 345"),
        ("labels", "Part 1: the sum is 12\nPart 2: the product = 345"),
        ("labels", "\x1b[1mPart 1:\x1b[0m \x1b[32m12\x1b[0m\nPart 2: \x1b[32m345\x1b[0m"),
        ("labels", "reading 7\nPart 1: 12\nPart 1 took 5 ms\nPart 2: 345\nPart 2 time: 0.5"),
        ("labels", "Part 1 example: 7\nPart 1: 12\nPart 2 (test): 8\nPart 2: 345"),
        ("labels", "Part I: 12\nPart II: 345"),
        ("labels", "Part 1: 12, acquired in: 0.5 seconds\nPart 2: 345, computed in 3 s"),
        ("labels", "pt 1: 12\nPt. 2: 345"),
        ("labels", "Answer 1: 12\nAnswer 2 = 345"),
        ("labels", "Part 1: total: 12\nPart 2: all: in all: 345"),
        ("labels", "2023 day 5 part 1: 12\n2023 day 5 part 2: 345"),
        ("labels", "Part 1 after 10 rounds: 12\nPart 2 after 10000 rounds: 345"),
        ("labels", "Part 1: 12 trees\nPart 2: 345 or so, I think"),
        ("two numbers", "(12, 345)"),
        ("two numbers", "12 345"),
        ("the last lines", "12\n345"),
        ("the last lines", "sum: 12\nproduct: 345"),
        ("the last lines", "12 (0.5s)\n345 (1.5s)\nTotal time: 2.0s"),
        ("the last lines", "12\nMethod part1 took : 0.70201 sec\n345\nThe solution of day 3 took 2 s"),
        ("the last lines", "12\n345.0"),
        ("the last lines", '"12"\n"345"\nreal\t0m0.013s'),
    ],
)
def test_both_answers(rule: str, text: str) -> None:
    """A label tells the part, whatever the words, times, colours and brackets around it; or lines do."""
    assert Reading(rule, BOTH, frozenset(BOTH)) == read(text)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        (f"12\n{WIDE}", {1: "12", 2: WIDE}),
        (f"12\n\n{WIDE}\n\n", {1: "12", 2: WIDE}),
        (f"Part 1: 12\nPart 2:\n{WIDE}", {1: "12", 2: WIDE}),
        (f"Part 1: 12\nPart 2:\n\n{WIDE}\n\nTotal: 5 ms", {1: "12", 2: WIDE}),
        ("12\n" + "\n".join("  " + line for line in H.split("\n")), {1: "12", 2: H}),
        (WIDE, {2: WIDE}),
        (f"Part 2:\n{PIXELS}", {2: PIXELS}),
    ],
)
def test_drawings(text: str, answers: dict[int, str]) -> None:
    """Letters drawn in the last lines, or below a label, are one answer; spaces in front of all go."""
    reading = read(text)
    assert (answers, {}) == (certain(reading), doubtful(reading))


@pytest.mark.parametrize(
    "answer",
    ["2.21322e536280", "12/25", "1,2,3", "007", "1" * 140, "co,de,ka,ta", "-5"],
)
def test_answers_stay_as_they_are_printed(answer: str) -> None:
    """An answer is text: no number is made of it, and no bracket, comma or dot inside is touched."""
    assert {2: answer} == certain(read(f"{answer}\n", asked=2))
    assert {1: answer, 2: "x"} == certain(read(f"Part 1: {answer}\nPart 2: x\n"))
    assert {1: answer, 2: answer} == certain(read(f"{answer}\n{answer}\n"))


@pytest.mark.parametrize(
    ("text", "part", "sure", "guesses"),
    [
        ("The answer is 12.", 2, {2: "12"}, {}),
        ("Part 1: 12\nPart 2: None", 2, {1: "12"}, {}),
        ("read 5 lines\ntried 7 ways\n12", 1, {1: "12"}, {}),
        ("Running part 2\nOutput: 12", 2, {}, {2: "12"}),
        ("5\nand then\n12", 1, {}, {1: "12"}),
        ("12\n345", 1, {}, BOTH),
        ("12 345", 1, {}, BOTH),
        ("(12, 345)", 1, {}, BOTH),
    ],
)
def test_the_part_that_was_asked_for(
    text: str, part: int, sure: dict[int, str], guesses: dict[int, str]
) -> None:
    """A single line is its answer, and a bare last one; several bare ones or two numbers may be about it."""
    reading = read(text, asked=part)
    assert (sure, guesses) == (certain(reading), doubtful(reading))


@pytest.mark.parametrize(
    ("stored", "rows"),
    [
        ("", [("unknown", SENDS), ("unknown", SENDS)]),
        ("part1 = 12", [("right", ""), ("skipped", "it printed no answer to part 2")]),
        ("part1 = 7", [("unknown", SENDS), ("unknown", SENDS)]),
        ("part1 = 7\npart2 = 12", [("skipped", "it printed no answer to part 1"), ("right", "")]),
    ],
)
def test_a_single_answer_is_that_of_the_next_part(
    workspace: Workspace, stored: str, rows: list[tuple[str, str]]
) -> None:
    """A script that prints one value does not say which it is: no wrong one, and what sends it is named."""
    (workspace.root / "pyproject.toml").write_text(
        '[[tool.puzzles.layout]]\npath = "day{day}.py"\nyear = 2023\n'
    )
    (workspace.root / "day2.py").write_text("import sys\nprint(len(sys.stdin.read().strip()))\n")
    cases = workspace.root / "inputs" / "aoc2023d2" / "cases.toml"
    cases.parent.mkdir(parents=True)
    cases.write_text(f'[main]\ninput = "twelve signs"\n{stored}\n')
    found = workspace.run("run", "2023/2", "--json").rows
    assert rows == [(row["verdict"], row["message"]) for row in found]


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        (
            "1744\nflip 591 to jmp\nThe word is abc\n12\n1.523 or x987 of 4,321, and 3660.\nABCDEF stood",
            ("1744", "591", "abc", "3660", "ABCDEF"),
        ),
        ("1744\n" + "..oo..o\n.o.o.oo\n" * 20, ("1744",)),
        ("\n".join(map(str, range(100, 200))), tuple(map(str, range(192, 200)))),
        ("Expected result : 777\nActual: 1234\n", ("1234",)),
        ("FAIL: 1234 != 777\nit should be 777\n", ()),
        ("The best is 21367368 using {'a': 17}\nThe best of 500 is 1766400", ("21367368", "1766400")),
    ],
)
def test_what_else_was_printed_may_be_the_answer(text: str, answers: tuple[str, ...]) -> None:
    """Each word on a line of its own, and each number in a sentence, but short ones; of many, the last."""
    assert answers == printed.answers_in(text)


@pytest.mark.parametrize(
    ("text", "guesses"),
    [
        ("Part 1: 7\nPart 2: 8\nPart 1: 12\nPart 2: 345", BOTH),
        ("Part 1: about 12 trees\nPart 2: 345 of 999", {1: "about 12 trees", 2: "345 of 999"}),
        ("5\n12\n345", BOTH),
        ("Power: 58, speed: 12\nThe least is: 345", BOTH),
        ("there are 12 trees\n345", {1: "there are 12 trees", 2: "345"}),
        ("1. 12\n2. 345", {1: "1. 12", 2: "2. 345"}),
        ("12\n345\nDone!", {1: "345", 2: "Done"}),
        ("Part 1: 12\nPart 2: 345\nFAIL: expected 8", BOTH),
        ("Expected result : 7\nActual result   : 12", {1: "7", 2: "12"}),
        ("there are 12 trees\nand 345 cars", {1: "there are 12 trees", 2: "and 345 cars"}),
        (f"5\n12\n{WIDE}", {1: "12"}),
        (f"12\n{STARS}", {2: STARS}),
        ("Part 1\nFrom: 7\n=> 12\nPart 2\nFrom: 7\n=> [('7', 345)]", {1: "7", 2: "7"}),
        ("Part 1: 12\nPart 2: None", {}),
    ],
)
def test_what_is_not_certain_is_a_guess(text: str, guesses: dict[int, str]) -> None:
    """A label with two values, or two below it, several words, the last two of many lines: guesses."""
    assert guesses == doubtful(read(text))


def test_a_puzzle_of_three_parts_has_three_lines() -> None:
    """Two are not all of them."""
    answers = {1: "12", 2: "345", 3: "6"}
    assert answers == certain(read("I ::: 12\nII ::: 345\nIII ::: 6", parts=3))
    assert BOTH == doubtful(read("12\n345", parts=3))


@pytest.mark.parametrize(
    "text",
    [
        "The best is 21367368 using {'a': 17, 'b': 26}\nThe best of 500 is 1766400 using {'a': 46, 'b': 10}",
        "Part 1: the best is 21367368 with n=5\nPart 2: the best is 1766400 with n: 7",
        "at (7, 3017)\nat (9, 23)",
        *("", "\n\n", "-----\n", "took 5 ms\n", "Part 1: None\nPart 2: TODO\n", "_duration: 3 ms"),
    ],
)
def test_nothing_is_certain(text: str) -> None:
    """What comes last in a sentence need not be the answer; rules, times and placeholders are none."""
    assert not certain(read(text))


@pytest.mark.parametrize(
    "text", [" " * 60_000 + "x", "#" * 60_000, "1" * 60_000, "(" * 60_000, "a: " * 20_000, "\n" * 60_000]
)
def test_no_text_takes_long(text: str) -> None:
    """The work grows with the length of the text, not with its square."""
    begun = time.process_time()
    read(f"{text}\n{text}")
    assert time.process_time() - begun < 5


def test_of_many_lines_the_last_are_looked_at() -> None:
    """A label among them counts, with what is below it."""
    noise = "".join(f"step {step} of {step}\n" for step in range(10_000))
    assert BOTH == certain(read(f"{noise}Part 1: 12\nPart 2:\n345\n"))
    assert {1: "345"} == certain(read(f"{noise}345\n", parts=1))
    assert {2: "345"} == certain(read(f"Part 1: 12\n{noise}Part 2: 345\n"))
    labels = "".join(f"Part 1: {step}\n" for step in range(10_000))
    assert {1: "9999"} == doubtful(read(labels))
