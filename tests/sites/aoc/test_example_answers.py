"""The answers that a part tells, and of which example each is."""

import pytest
from puzzle_runner.sites.aoc import example_inputs, examples
from puzzle_runner.sites.aoc.example_inputs import Listed
from puzzle_runner.sites.aoc.examples import Speaking
from puzzle_runner.sites.aoc.prose import PLAIN, STRONG, VALUE

from tests.sites.aoc.invented import parts

FIRST = "For example:\n\n| 1 1\n| 2 2\n\n"
SECOND = "Here's a larger example:\n\n| 3 33\n| 4 44\n\n"
ASK = "\n\n*What is it?*"


def answers(*markup: str, mark: str = VALUE) -> list[list[tuple[str, str]]]:
    """Return example and value of each answer of each part; an example is called by its first sign."""
    speaking = Speaking()
    page = parts(*markup)
    return [
        [(answer.example[0], answer.value) for answer in examples.read(speaking, part, mark, inputs, {})]
        for part, inputs in zip(page, example_inputs.blocks(page, None), strict=True)
    ]


@pytest.mark.parametrize(
    ("found", "markup"),
    [
        ([("1", "5"), ("1", "6")], f"{FIRST}It is `*5*`. No, `*6*`."),
        ([("1", "5"), ("3", "6")], f"{FIRST}It is `*5*`.\n\n{SECOND}It is `*6*`."),
        ([("3", "5"), ("1", "6")], f"{FIRST}So.\n\n{SECOND}It is `*5*`. In the first example, it is `*6*`."),
        (
            [("1", "5"), ("3", "6")],
            f"{FIRST}{SECOND}The smaller example has `*5*`, the larger example `*6*`.",
        ),
        ([("3", "5")], f"{FIRST}Here is an example that has `*5*`:\n\n| 3 33\n| 4 44"),
        ([], f"It is `*5*`.\n\n{FIRST}"),
        ([], f"{FIRST}Is it `*5*`?"),
        ([], f"{FIRST}If it were `9` long, it would be `*5*`."),
        ([("1", "7")], f"{FIRST}- One has `*5*`.\n- One has `*6*`.\n\nSo, it is `*7*`."),
        ([("1", "5")], f"{FIRST}- One has `*5*`.\n- One has `6`."),
        ([("1", "5")], f"{FIRST}It is `*5*`.\n\nIn the second example, it is `*6*`."),
        ([("1", "6")], f"{FIRST}In the second example, it is `*6*`."),
        ([], "Here is a smaller example:\n\n| 1 1\n| 2 2\n\nIn the larger example, it is `*6*`."),
    ],
)
def test_whose_answer_it_is(found: list[tuple[str, str]], markup: str) -> None:
    """It is that of the example that stands or is named last before it; steps on the way are nobody's."""
    assert [found] == answers(markup + ASK)


def test_a_later_part_goes_on_with_the_example_spoken_of_last() -> None:
    """Until it shows or names another one, or what may be one."""
    first = f"{FIRST}{SECOND}In the first example, it is `*5*`."
    assert [("1", "6")] == answers(first + ASK, f"It is `*6*`.{ASK}")[1]
    assert [("3", "6")] == answers(f"{FIRST}{SECOND}" + ASK, f"It is `*6*`.{ASK}")[1]
    assert [] == answers(first + ASK, f"For example:\n\n| a b\n| c d\n\nIt is `*6*`.{ASK}")[1]


def test_an_unknown_example_of_a_later_part() -> None:
    """What a part has told the answer of is not counted in the next one."""
    first = f"{FIRST}It is `*5*`."
    assert [("1", "6")] == answers(first + ASK, f"In the second example, it is `*6*`.{ASK}")[1]


def test_what_follows_a_list_of_examples() -> None:
    """It is about all of them, and an answer of none."""
    (part,) = parts("- `ab` is `*5*`.\n- `cd` is `*6*`.\n\nAll are `*7*`.")
    listed = {2: Listed("ab", "5", "ab is 5."), 3: Listed("cd", "6", "cd is 6.")}
    found = examples.read(Speaking(), part, VALUE, {}, listed)
    assert [("ab", "5"), ("cd", "6")] == [(answer.example, answer.value) for answer in found]


def test_what_cannot_be_the_answer_is_none() -> None:
    """Where a number is asked for, a name is not; where a product is, a factor is not."""
    assert [[]] == answers(f"{FIRST}It is `*helm*`.\n\n*How many are there?*")
    assert [[]] == answers(f"{FIRST}There are `*4*` and `*5*`.\n\n*What do you get if you multiply them?*")


@pytest.mark.parametrize(
    ("marks", "markup"),
    [
        ((VALUE, VALUE), ("It is `*5*` or *6*.", "It is `*7*`.")),
        ((VALUE, STRONG), ("It is `*5*`.", "In this example, it is *7*.")),
        ((VALUE, ""), ("It is `*5*`.", "It is *7*.")),
        ((VALUE, ""), ("It is `*5*`.", "So it is `7`.")),
        ((PLAIN, PLAIN), ("So it is `5`.", "In this example, it is *long*, or `*x*`.")),
    ],
)
def test_how_answers_are_marked(marks: tuple[str, ...], markup: tuple[str, ...]) -> None:
    """Emphasised code counts before emphasised numbers; plain code counts where a page has neither."""
    assert marks == examples.emphasis(parts(*markup))


def test_plain_code() -> None:
    """A sentence that concludes tells a value, where no other code comes after it."""
    told = f"{FIRST}There are `4` and `5`.\n\nSo, the sum is `4 + 5 = 9`."
    assert [[("1", "9")]] == answers(told + ASK, mark=PLAIN)
    assert [[]] == answers(f"{told} If not, then `7`.{ASK}", mark=PLAIN)


@pytest.mark.parametrize(
    ("more", "markup"),
    [
        (False, f"{FIRST}It is `*5*`."),
        (True, f"{FIRST}It is `*5*`.\n\n*What is it in row `705`?*"),
        (True, f"{FIRST}It is `*5*`. *What is it in row 705?*"),
        (False, f"In row `705`:\n\n{FIRST}It is `*5*`.\n\n*What is it in row `705`?*"),
        (False, f"{FIRST}*What is it in row `705`?*"),
    ],
)
def test_a_part_that_asks_for_more_than_its_example(more: bool, markup: str) -> None:
    """What it asks for comes in after the last answer, if there is one."""
    (part,) = page = parts(markup)
    (inputs,) = example_inputs.blocks(page, None)
    read = [*examples.read(Speaking(), part, VALUE, inputs, {})]
    assert more == examples.asks_more(read, part, [])


def test_what_an_earlier_part_told() -> None:
    """Its question is not counted as told."""
    (part,) = parts("There are 48.\n\nIs it 705?")
    assert ["There are 48."] == examples.told(part)
