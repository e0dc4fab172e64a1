"""Lines that are read without typer: what they mean is what typer makes of them."""

import shlex
from functools import cache, wraps
from typing import Annotated, Any

import pytest
import typer
from hypothesis import example, given, settings
from hypothesis import strategies as st
from puzzle_runner import cli, declare

MODULES = {module.__name__.rpartition(".")[2]: module for module in cli.all_commands()}
COMMANDS: dict[str, Any] = typer.main.get_command(cli.program([*MODULES.values()])).commands  # type: ignore[attr-defined]
OPTIONS = {
    name: sorted({option for each in command.params for option in (*each.opts, *each.secondary_opts)})
    for name, command in COMMANDS.items()
}
WORDS = "- -- -1 -2.5e3 -1,-2 0 1 2 1_0 two B nan 1e3 all euler1 a=b table json csv solution 2015 2021"
VALUES = [*WORDS.split(), "", " 3 ", "-p", "--json", "-h", "--hlep", "day 3", ".", "no/such.html", "\udce4"]


@cache
def typed_command(name: str) -> tuple[Any, list[dict[str, Any]]]:
    """Return a command as typer makes it, and the list to which its calls add what they get."""
    given: list[dict[str, Any]] = []
    program = cli.program([MODULES[name]])
    for command in program.registered_commands:
        assert command.callback
        command.callback = wraps(command.callback)(lambda **values: given.append(values))
    return typer.main.get_command(program), given


def by_typer(line: list[str]) -> dict[str, Any] | None:
    """Return what typer gives to the function of a command; None if it gives nothing."""
    command, given = typed_command(line[0])
    given.clear()
    try:
        command.main(args=line, prog_name="puzzles", standalone_mode=False)
    except (typer.Exit, Exception):
        return None
    return given[0] if given else None


def by_us(line: list[str]) -> dict[str, Any] | None:
    """Return what a command gets without typer, with its defaults; None if typer is asked."""
    call: Any = declare.read_plain(cli.declared(MODULES[line[0]]), line)
    if call is None:
        return None
    values = {each.name: each.default for each in declare.parameters(call.func)}
    return values | call.keywords


@st.composite
def lines(draw: st.DrawFn) -> list[str]:
    """Draw a line of one command: its options, those of no command, values and words in any order."""
    name = draw(st.sampled_from(sorted(OPTIONS)))
    option = st.sampled_from(OPTIONS[name] or ["--json"])
    value = st.sampled_from(VALUES) | st.text(max_size=3)
    word = st.one_of(
        option.map(lambda each: [each]),
        value.map(lambda each: [each]),
        st.tuples(option, value).map(list),
        st.tuples(option, st.sampled_from(["", "="]), value).map(lambda each: ["".join(each)]),
    )
    return [name, *(part for each in draw(st.lists(word, max_size=4)) for part in each)]


@settings(max_examples=100)
@given(lines())
@example(["run", "euler1", "-p=2"])
def test_both_readers_agree_or_typer_is_asked(line: list[str]) -> None:
    """Whatever is typed, values that are read without typer are those that typer would have given."""
    ours = by_us(line)
    # Their texts are compared: not a number is not itself.
    assert ours is None or repr(sorted(ours.items())) == repr(sorted((by_typer(line) or {}).items()))


def test_an_option_that_can_be_repeated_is_left_to_typer() -> None:
    """Its value is a list."""

    def command(tag: list[str] = []) -> None: ...  # noqa: B006

    for kind, expected in ((list[str], True), (str, False)):
        command.__annotations__ = {"tag": Annotated[kind, declare.Option(help="A tag.")], "return": None}
        program = declare.Program()
        program.add("c", command, "")
        assert expected == (declare.read_plain(program, ["c", "--tag", "a"]) is None)


@pytest.mark.parametrize(
    "line",
    [
        "run aoc2021d21 euler1 --part 2",
        "run euler1 -p 2 -s all --case=main --timeout 2.5 --json -q -v",
        "run euler1 --input -",
        "check --jobs 4 --fresh aoc",
        "submit 2021/3 -5",
        "answer 2021/3 -5 -p 1",
        "bench euler1 --budget 0.5",
    ],
)
def test_what_is_well_formed_is_read_without_typer(line: str) -> None:
    """The lines of every day need no typer, and mean what they mean to it."""
    words = shlex.split(line)
    ours = by_us(words)
    assert ours is not None
    assert by_typer(words) == ours
