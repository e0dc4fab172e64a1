"""Lists of answers to Project Euler, as people keep them; all answers are invented."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.errors import Unreadable
from puzzle_runner.sites.euler import answers

BOTH = {"1": "70", "12": "0.250"}


def read(text: str) -> dict[str, str]:
    """Return the answers in a text by the number of the problem."""
    found = answers.read(text, "list")
    return {kept.id.removeprefix("euler"): kept.answers[1].text for kept in found.kept} if found else {}


@pytest.mark.parametrize("text", [
    "1. 70\n12. 0.250\n", "1 70\n\n# done\n2.\n12 0.250",
    "Answers\n=======\n\nProblem 001: 70\nProblem 012: 0.250\n", "#1: 70\n# 2 is open\n#12. 0.250\n",
    "1\t70\n12\t0.250\n", "problem,answer\n1,70\n12,0.250\n", "* p001 = 70\n* p012 = 0.250\n",
    "Project Euler 1 -> 70\nProject Euler 12 -> 0.250\n", "1. `70`\n12. **0.250**.\n",
    "1) 70\n12) 0.250\n012) 0.250\n", "1: '70',\n12: '0.250',\n",
    '1. "70" # seconds\n12. 0.250 (see notes)\n', "P1 => 70\nP12 => 0.250\n",
    "1. 70\n7. TODO\n8. n/a\n9. not solved\n10. -\n11.\n12. 0.250\n",
])  # fmt: skip
def test_a_list_is_read_as_people_keep_it(text: str) -> None:
    """An answer stays as it is."""
    assert BOTH == read(text)


@pytest.mark.parametrize("text", [
    "", "no list", "{", "[1, 2]", '{"schema": 1}', "1.\n2.\n", "1,2,3\n", "a;b\n1;2;3\n",
    "1721\n979\n366\n", "1. Install Python\n2. Clone it\n", "1. Installation\n2. Usage\n3. License\n",
    "1. 2 ms\n2. 3.5s\n", "1.5\n2.25\n", "17. ?\n18. TODO\n19. n/a\n",
    "| 1 | Three and five | 70 | 2 |\n| 2 | Even | 12 | 3 |\n",
    "| Problem | Seconds |\n|---|---|\n| 1 | 0.5 |\n", "| 1 | 70 |\n| 2 | 80 |\n",
    "190: 10 19\n3267: 81 40 27\n",
])  # fmt: skip
def test_another_text_has_no_answers(text: str) -> None:
    """It may be one of the other things that are imported."""
    assert {} == read(text)


@pytest.mark.parametrize(("text", "sentence"), [
    ("1. 70\n\nthe second is 12\n", 'list, line 3: write a number and an answer, such as "227'),
    ("1,70\n2,80,yes\n", "list, line 2"),
    ("3   4\n4   3\n2   5\n1   3\n", "line 3: .* by ascending numbers. Only 2 of 4 lines"),
    ("7,1\n11,1\n11,7\n9,7\n", "line 3: problem 11 has two answers, 1 and 7, so nothing is taken"),
    ("0: 3\n1: 2\n4: 4\n6: 4\n", "line 1: there is no problem 0, so nothing is taken"),
    ("1. 70\n40000. 5\n", "line 2: there is no problem 40000"),
    ("# Mine\n\nThese are all that I have.\n1. Install Python\n2. 5\n", "line 3: .* Only 1 of 3 lines"),
    ("".join(f"{n}. {n}\n" for n in range(1, 18)) + "18. my notes\n19. more notes\n", "Only 17 of 19"),
])  # fmt: skip
def test_what_is_no_list_is_left(text: str, sentence: str) -> None:
    """An answer may be lost with a line that is none; an input, a README: few of their lines are a list's."""
    with pytest.raises(Unreadable, match=sentence):
        read(text)


def test_what_is_an_answer() -> None:
    """A number, a fraction, a list with commas, now and then a word; any other line is left, and named."""
    taken = ["1,2,3", "12/25", "3D58725C", "banana", "007", "-5", ".5", "1.5e300"]
    for text in (*taken, "two words", "5 ms", "1, 2", "caf\u00e9s \u0663", "?"):
        line, answer = f"10. {text}", text if text in taken else None
        found = answers.read("".join(f"{n}. {n}\n" for n in range(1, 10)) + line, "list")
        assert found
        assert answer == {kept.id: kept.answers[1].text for kept in found.kept}.get("euler10")
        assert ({} if answer else {10: line}) == found.left


@given(st.dictionaries(st.integers(1, 3000), st.integers().map(str), min_size=1))
def test_any_answer_comes_back(stored: dict[int, str]) -> None:
    """In each form."""
    wanted = {str(number): answer for number, answer in stored.items()}
    for form in ("{}. {}", "Problem {:04}: {}", "{}\t{}", "{},{}"):
        lines = [form.format(*pair) for pair in sorted(stored.items())]
        assert wanted == read("\n".join(lines))
