"""Which blocks and list items of a page are example inputs."""

import pytest
from puzzle_runner.sites.aoc import example_inputs, shape
from puzzle_runner.sites.aoc.prose import PLAIN, STRONG, VALUE

from tests.sites.aoc.invented import parts

NUMBERS = "12 3\n4 56\n" * 30


def blocks(input: str | None, *markup: str) -> list[list[str | None]]:
    return [
        [found.text if found else None for found in here.values()]
        for here in example_inputs.blocks(parts(*markup), input)
    ]


def test_introduced_blocks_are_examples() -> None:
    """Blocks of the shape that nothing introduces are states or results, where any is introduced."""
    states = "So:\n\n| 1 1\n| 2 2\n\nFor example:\n\n| 3 3\n| 4 4\n\nThen:\n\n| 5 5\n| 6 6"
    page = f"{states}\n\nHere's another example:\n\n| 7 7\n| 8 8"
    assert [["3 3\n4 4", "7 7\n8 8"]] == blocks(NUMBERS, page)


def test_without_introductions_the_first_block_of_the_shape_is_the_example() -> None:
    """A later part has none without an introduction."""
    page = "So:\n\n| a-b\n\nThen:\n\n| 1 1\n| 2 2\n\nThen:\n\n| 3 3\n| 4 4"
    assert [["1 1\n2 2"], []] == blocks(NUMBERS, page, "Now:\n\n| 5 5\n| 6 6")


def test_an_example_that_is_shown_again_is_the_same() -> None:
    """So are some of its lines, whatever introduces them."""
    page = "For example:\n\n| 1 1\n| 2 2\n| 3 3"
    again = "Now:\n\n| 1 1\n| 2 2\n| 3 3\n\nFor example:\n\n| 3 3\n| 1 1"
    assert [["1 1\n2 2\n3 3"], ["1 1\n2 2\n3 3"]] == blocks(NUMBERS, page, again)


@pytest.mark.parametrize(
    ("block", "here"),
    [("| 5 5\n| 6 6\n| 7 7", ["3 3\n4 4", "5 5\n6 6\n7 7"]), ("| 5 5\n| 6 6", ["3 3\n4 4"])],
)
def test_a_block_that_an_answer_announces(block: str, here: list[str]) -> None:
    """It is an example, unless it is of the size of another one: then that has come to this."""
    assert [here] == blocks(NUMBERS, f"For example:\n\n| 3 3\n| 4 4\n\nIt takes `*9*` of them:\n\n{block}")


def test_a_block_that_is_shown_again_as_an_example_is_one() -> None:
    """It needs no introduction at the first place."""
    page = "So:\n\n| 1 1\n| 2 2\n\nFor example:\n\n| 3 3\n| 4 4\n\nIn the first example:\n\n| 1 1\n| 2 2"
    assert [["1 1\n2 2", "3 3\n4 4", "1 1\n2 2"]] == blocks(NUMBERS, page)


@pytest.mark.parametrize(
    ("second", "here"),
    [
        ("Take these:\n\n| 5 5\n| 66 6", [None]),
        ("The example above becomes:\n\n| 5 5\n| 66 6", []),
        ("Take these:\n\n| 4 4\n| 3 3", []),
    ],
)
def test_a_list_in_a_later_part_that_nothing_introduces(second: str, here: list[None]) -> None:
    """It may be an example, unless it is said to come from one, or is a piece of one."""
    assert [["3 3\n4 4"], here] == blocks(NUMBERS, "For example:\n\n| 3 3\n| 4 4", second)


def test_a_block_that_only_resembles_the_input_is_taken_where_there_is_no_other() -> None:
    """In a later part, it is neither an example nor known to be none."""
    indented = "For example:\n\n|  1 1\n|  2 2"
    assert [[" 1 1\n 2 2"]] == blocks(NUMBERS, indented)
    assert [[" 1 1\n 2 2"], ["3 3\n4 4"]] == blocks(NUMBERS, indented, "For example:\n\n| 3 3\n| 4 4")
    assert [["3 3\n4 4"], [None]] == blocks(NUMBERS, "For example:\n\n| 3 3\n| 4 4", indented)


def test_the_initial_state_is_the_example() -> None:
    """What comes of it in the same block is not."""
    page = "For example:\n\n| Initial state:\n| 1 1\n| 2 2\n|\n| After 1 step:\n| 3 3"
    assert [["1 1\n2 2"]] == blocks(NUMBERS, page) == blocks(None, page)


@pytest.mark.parametrize(
    ("second", "here"),
    [
        ("For example:\n\n| 3 3\n| 4 4", "3 3\n4 4"),
        ("Here's a larger example:\n\n| a 3\n| b 4", "a 3\nb 4"),
        ("For example:\n\n| a 3\n| b 4", None),
    ],
)
def test_without_an_input_the_first_example_is_the_measure(second: str, here: str | None) -> None:
    """What is introduced as another one may have other signs; else it is doubtful."""
    assert [["1 1\n2 2"], [here]] == blocks(None, "For example:\n\n| 1 1\n| 2 2", second)


@pytest.mark.parametrize("input", [None, NUMBERS])
def test_a_page_of_too_many_examples_has_none(input: str | None) -> None:
    """It is no page that the rules are for."""
    assert [[]] == blocks(input, "\n\n".join(f"For example:\n\n| {n} 1\n| 1 {n}" for n in range(80)))


def test_the_label_of_an_example() -> None:
    """It is what the introduction calls it, with what that narrows."""
    page = (
        "Here is an example that only takes 3:\n\n| 1 1\n| 2 2\n\nHere is a longer example:\n\n| 3 3\n| 4 4"
    )
    (here,) = example_inputs.blocks(parts(page), NUMBERS)
    assert [((), True), (("longer",), False)] == [
        (input.label, input.restricted) for input in here.values() if input
    ]


LINE = shape.of("abcabdabcbabdbcad" * 9)


@pytest.mark.parametrize(
    ("listed", "markup", "mark", "shown"),
    [
        ({"abba": "4", "cab": "5"}, "- `abba` has `*4*`\n- `cab` has `7`, so `*5*`", VALUE, ()),
        ({"abba": "4"}, "For example:\n\n- `abba` has `4` (`3` and `1`).\n- `cab` is `bad`.", PLAIN, ()),
        ({"abba": "9"}, "For example:\n\n- `abba` has `4 + 5 = 9`.\n- `cab` has `4` and `5`.", PLAIN, ()),
        ({}, "- `abba` has `4`", PLAIN, ()),
        ({}, "For example:\n\n- `abba` becomes `4`\n- `cab` has `4` letters but `3` sounds.", PLAIN, ()),
        ({}, "For example:\n\n- `abba` has `4`", STRONG, ()),
        ({}, "- `ab` has `*4*`\n- `cab` has `*5*`", VALUE, ("abba",)),
        ({"abba": "4"}, "- `abba` has `*4*`", VALUE, ("abba",)),
        ({}, "- `a-b` has `*4*`", VALUE, ()),
        ({"cab": "7"}, "- `abba` has `*4*`\n\nSo:\n\n- `cab` has `*7*`\n\n- It is `*3*`", VALUE, ()),
    ],
)
def test_examples_in_a_list(listed: dict[str, str], markup: str, mark: str, shown: tuple[str, ...]) -> None:
    """An item that begins with an input and tells its answer is an example, a piece of another one is not."""
    (part,) = parts(markup)
    found = example_inputs.listed(part, LINE, shown, mark).values()
    assert listed == {example.text: example.value for example in found}


def test_a_list_beside_an_example_of_many_lines() -> None:
    """Its items are pieces of that, unless there is no such example."""
    (part,) = parts("- `9 9` has `*4*`")
    form = shape.of(NUMBERS)
    assert {} == example_inputs.listed(part, form, ["1 1\n2 2"], VALUE)
    assert ["9 9"] == [example.text for example in example_inputs.listed(part, form, [], VALUE).values()]
