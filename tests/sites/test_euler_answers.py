"""Lists of answers to Project Euler, as people keep them; all answers are invented."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.errors import Unreadable
from puzzle_runner.sites.euler import answers

BOTH = {"1": "70", "12": "0.250"}
TABLE = """# Answers

| Problem | Title | Answer | Time |
| ---: | :--- | ---: | --- |
| 1 | Three and five | `70` | 2 ms |
| 2 | Even | | |
| [12](problems/p12.py) | 12 halves | 0.250 | 3 s |
"""


@pytest.mark.parametrize(
    "text",
    [
        "1. 70\n12. 0.250\n",
        "1 70\n\n# done\n2.\n12 0.250",
        "Answers\n=======\n\nProblem 001: 70\nProblem 012: 0.250\n",
        "#1: 70\n# 2 is open\n#12. 0.250\n",
        "1\t70\n12\t0.250\n",
        "problem,answer\n1,70\n12,0.250\n",
        "* p001 = 70\n* p012 = 0.250\n",
        "Project Euler 1 -> 70\nProject Euler 12 -> 0.250\n",
        "12) 4\n1) 70\n12) 0.250\n",
        '{"1": 70, "012": "0.250"}',
        '{"problem_1": "70", "problem_12": 0.250}',
        TABLE,
        TABLE.replace("[12](problems/p12.py)", "#12"),
        "| 1 | 70 |\n|--|--|\n| 12. | 0.250 |\n",
    ],
)
def test_a_list_is_read_as_people_keep_it(text: str) -> None:
    """Lines, tables of Markdown, JSON: the last answer to a problem counts, and stays as it is written."""
    assert BOTH == answers.read(text, "list")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no list",
        "{",
        "[1, 2]",
        '{"schema": 1}',
        '{"1": [2]}',
        '{"1": 2}\n{"3": 4}\n',
        "1.\n2.\n",
        "1,2,3\n",
        "a;b\n1;2;3\n",
    ],
)
def test_another_text_has_no_answers(text: str) -> None:
    """It may be one of the other things that are imported."""
    assert {} == answers.read(text, "list")


def test_a_line_that_cannot_be_read_is_named() -> None:
    """A number that is in no pair may be an answer that would be lost."""
    with pytest.raises(Unreadable, match='list, line 3: write a number and an answer, such as "227'):
        answers.read("1. 70\n\nthe second is 12\n", "list")
    with pytest.raises(Unreadable, match="list, line 2"):
        answers.read("1,70\n2,80,yes\n", "list")


@given(st.dictionaries(st.integers(1, 99999), st.integers().map(str), min_size=1))
def test_any_answer_comes_back(stored: dict[int, str]) -> None:
    """In each form."""
    wanted = {str(number): answer for number, answer in stored.items()}
    for form in ("{}. {}", "Problem {:04}: {}", "{}\t{}", "| {} | {} |"):
        assert wanted == answers.read("\n".join(form.format(*pair) for pair in stored.items()), "list")
