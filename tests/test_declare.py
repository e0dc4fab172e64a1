"""What the words after a command mean."""

import shlex
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzle_runner import cli, declare
from puzzle_runner.errors import UsageError

FUNCTIONS = {name: each.function for module in cli.all_commands().values()
             for name, each in cli.declared(module).items()}  # fmt: skip
OPTIONS = {
    name: sorted({option for parameter in declare.parameters(function) for option in parameter.options})
    for name, function in FUNCTIONS.items()
}
VALUES = ["", "-", "--", "-1", "-2.5e3", "0", "2", "1_0", "two", "nan", "all", "a=b", "csv", "-p", "\udce4"]


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("run", {}),
        ("run aoc2021d21 --part 2 euler1", {"ids": ["aoc2021d21", "euler1"], "part": 2}),
        ("run -p two -s all --case=main", {"part": 2, "solution": "all", "case": "main"}),
        ("run -p2 -qv euler1", {"part": 2, "quiet": True, "verbose": True, "ids": ["euler1"]}),
        ("run -p=2 --timeout 2.5", {"part": 2, "timeout": 2.5}),
        ("run --case= --part 1 --part 2", {"case": "", "part": 2}),
        ("run --input - -- --odd", {"input": "-", "ids": ["--odd"]}),
        ("leaderboard --format csv", {"format": "csv"}),
        ("submit 2021/3 -5 --yes", {"id": "2021/3", "answer": "-5", "yes": True}),
        ("answer 2021/3 -1,-2 -p 1", {"id": "2021/3", "value": "-1,-2", "part": 1}),
        ("account add work --site ec", {"label": "work", "site": "ec"}),
    ],
)
def test_what_a_line_means(line: str, values: dict[str, Any]) -> None:
    """Options stand anywhere and have their value beside them; a negative number is no option."""
    words = shlex.split(line)
    name = " ".join(words[:2]) if words[0] == "account" else words[0]
    assert values == declare.read(FUNCTIONS[name], words[len(name.split()) :])


@st.composite
def lines(draw: st.DrawFn) -> tuple[str, list[str]]:
    """Draw a line of one command: its options, values and words in any order."""
    name = draw(st.sampled_from(sorted(OPTIONS)))
    value = st.sampled_from(VALUES) | st.text(max_size=3)
    option = st.sampled_from([*OPTIONS[name], "-h"])
    return name, draw(st.lists(option | value | st.tuples(option, value).map("=".join), max_size=6))


@settings(max_examples=100)
@given(lines())
def test_any_line_is_read_or_refused_in_a_sentence(line: tuple[str, list[str]]) -> None:
    """Nothing is raised but the error for people, and no parameter is set that there is not."""
    name, words = line
    try:
        values = declare.read(FUNCTIONS[name], words)
    except UsageError:
        return
    assert values.keys() <= {parameter.name for parameter in declare.parameters(FUNCTIONS[name])}
